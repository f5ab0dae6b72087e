"""Anthropic's own client with memory, over real HTTP."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from sense_memory import Identity, InputError, MemoryStore, blocking
from sense_memory.adapters.anthropic import memory_of, with_memory

from .llm_server import KEY, Format, LLMServer, Turn
from .remembered import (
    FACT,
    PICTURE,
    awaited_store,
    blocking_store,
    pair,
    said,
    said_in,
    sdk,
    values,
)

anthropic = sdk("anthropic")
ASKED = "What does Vergel prefer?"
REPLY = "Vanilla, as ever."
AGAIN = "And today?"
TEXT = "Once upon a time there was a cat."
MORE: dict[str, Any] = {"model": "m", "max_tokens": 100}


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer() as running:
        yield running


@pytest.fixture
def plain(server: LLMServer) -> Iterator[Any]:
    url = server.url(Format.ANTHROPIC)
    with anthropic.Anthropic(auth_token=KEY, base_url=url) as client:
        yield client


@pytest.fixture
async def awaited(server: LLMServer) -> AsyncIterator[Any]:
    url = server.url(Format.ANTHROPIC)
    async with anthropic.AsyncAnthropic(auth_token=KEY, base_url=url) as client:
        yield client


@pytest.fixture
def store() -> Iterator[Any]:
    with blocking_store() as opened:
        yield opened


@pytest.fixture
async def mind() -> AsyncIterator[MemoryStore]:
    async with await awaited_store() as opened:
        yield opened


def user(text: Any) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text}]


def text_of(message: Any) -> str:
    return "".join(one.text for one in message.content if one.type == "text")


# ---------------------------------------------------------------------- each way to ask


def create(client: Any, text: str) -> str:
    return text_of(client.messages.create(messages=user(text), **MORE))


def streamed(client: Any, text: str) -> str:
    events = list(client.messages.create(messages=user(text), stream=True, **MORE))
    deltas = [one.delta for one in events if one.type == "content_block_delta"]
    return "".join(one.text for one in deltas if one.type == "text_delta")


def stream(client: Any, text: str) -> str:
    with client.messages.stream(messages=iter(user(text)), **MORE) as opened:
        return str(opened.get_final_text())


def text_stream(client: Any, text: str) -> str:
    with client.messages.stream(messages=user(text), **MORE) as opened:
        return "".join(opened.text_stream)


def beta(client: Any, text: str) -> str:
    return text_of(client.beta.messages.create(messages=user(text), **MORE))


def beta_stream(client: Any, text: str) -> str:
    with client.beta.messages.stream(messages=user(text), **MORE) as opened:
        return text_of(opened.get_final_message())


async def async_create(client: Any, text: str) -> str:
    return text_of(await client.messages.create(messages=user(text), **MORE))


async def async_streamed(client: Any, text: str) -> str:
    events = await client.messages.create(messages=user(text), stream=True, **MORE)
    deltas = [one.delta async for one in events if one.type == "content_block_delta"]
    return "".join(one.text for one in deltas if one.type == "text_delta")


async def async_stream(client: Any, text: str) -> str:
    async with client.messages.stream(messages=user(text), **MORE) as opened:
        return str(await opened.get_final_text())


async def async_text_stream(client: Any, text: str) -> str:
    async with client.messages.stream(messages=user(text), **MORE) as opened:
        return "".join([one async for one in opened.text_stream])


async def async_beta_stream(client: Any, text: str) -> str:
    async with client.beta.messages.stream(messages=user(text), **MORE) as opened:
        return text_of(await opened.get_final_message())


WAYS = [create, streamed, stream, text_stream, beta, beta_stream]
ASYNC_WAYS = [
    *(async_create, async_streamed, async_stream, async_text_stream, async_beta_stream),
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_each_way_is_told_and_keeps_one_pair(server: LLMServer, plain: Any, store: Any, way: Any):
    client = with_memory(plain, store)
    server.say(REPLY, "Still vanilla.")

    assert way(client, ASKED) == REPLY
    assert said(store) == pair(ASKED, REPLY)
    assert values(server.asked[0].body["system"])[-1] == FACT
    assert server.asked[0].body["messages"] == user(ASKED)

    assert way(client, AGAIN) == "Still vanilla."
    assert said(store) == [*pair(ASKED, REPLY), *pair(AGAIN, "Still vanilla.")]
    assert server.asked[1].texts[-3:] == [ASKED, REPLY, AGAIN]


@pytest.mark.parametrize("way", ASYNC_WAYS, ids=lambda way: way.__name__)
async def test_each_awaited_way_too(server: LLMServer, awaited: Any, mind: MemoryStore, way: Any):
    client = with_memory(awaited, mind)
    server.say(REPLY, "Still vanilla.")

    assert await way(client, ASKED) == REPLY
    assert await said_in(mind) == pair(ASKED, REPLY)
    assert values(server.asked[0].body["system"])[-1] == FACT

    assert await way(client, AGAIN) == "Still vanilla."
    assert await said_in(mind) == [*pair(ASKED, REPLY), *pair(AGAIN, "Still vanilla.")]
    assert server.asked[1].texts[-3:] == [ASKED, REPLY, AGAIN]


# ------------------------------------------------------------------ what is left alone


# S-18.7
def test_the_callers_client_and_its_copies(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.say(*[REPLY] * 4)
    create(plain, ASKED)
    assert server.asked[0].body == {**MORE, "messages": user(ASKED)}
    assert said(store) == []
    assert type(client) is anthropic.Anthropic
    for one in (client, client.copy(), client.with_options(timeout=5).copy()):
        create(one, ASKED)
        assert memory_of(one) is memory_of(client)
    assert said(store) == pair(ASKED, REPLY) * 3
    with pytest.raises(InputError, match="memory already"):
        with_memory(client, store)
    with pytest.raises(InputError, match="takes an Anthropic"):
        with_memory(object(), store)


def test_with_nothing_to_tell_a_request_goes_out_as_it_is(server: LLMServer, plain: Any):
    picture = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": PICTURE},
    }
    messages = [
        *user("Look."),
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t1", "name": "look", "input": {"at": "é"}}]},
        *user([{"type": "tool_result", "tool_use_id": "t1", "content": [picture]}]),
        {"role": "assistant", "content": "A cat."},
        *user([{"type": "text", "text": "And here?", "cache_control": {"type": "ephemeral"}},
               picture]),
    ]  # fmt: skip
    more = {
        **MORE,
        "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
        "tools": [{"name": "look", "input_schema": {"type": "object"}}],
        "metadata": {"user_id": "u"},
        "extra_headers": {"x-mine": "1"},
    }
    with blocking.MemoryStore(Identity.generate()) as store:
        client = with_memory(plain, store)
        seen = []
        for one in (plain, client):
            server.then(Turn(text=REPLY))
            seen.append(one.messages.create(messages=messages, **more).to_json())
        assert server.asked[0].body == server.asked[1].body
        assert seen[0] == seen[1]
        assert said(store) == pair("And here?", REPLY)


def test_the_callers_own_system_prompt_stands_first(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    own = [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]
    server.say(REPLY, REPLY, REPLY)
    client.messages.create(messages=user(ASKED), system="Be brief.", **MORE)
    client.messages.create(messages=user(ASKED), system=own, **MORE)
    with client.messages.stream(messages=user(ASKED), system=tuple(own), **MORE) as opened:
        opened.until_done()
    first, *others = [one.body["system"] for one in server.asked]
    assert first.startswith("Be brief.\n\nMemory")
    for one in others:
        assert one[0] == own[0]
        assert FACT in one[1]["text"]
        assert len(one) == 2
    assert len(own) == 1


def test_counting_goes_past_memory(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    with pytest.raises(anthropic.NotFoundError):  # this server counts nothing
        client.messages.count_tokens(model="m", messages=user(ASKED))
    server.say(REPLY)
    raw = client.messages.with_raw_response.create(messages=user(ASKED), **MORE)
    assert text_of(raw.parse()) == REPLY
    assert said(store) == []
    assert "system" not in server.asked[-1].body


# ------------------------------------------------------------------------- failures


SOON = {"retry-after-ms": "1"}


@pytest.mark.parametrize("way", [create, stream], ids=lambda way: way.__name__)
def test_what_the_sdk_sends_again_is_one_exchange(
    server: LLMServer, plain: Any, store: Any, way: Any
):
    client = with_memory(plain, store)
    server.then(Turn(status=529, message="busy", headers=SOON))
    server.then(Turn(status=429, message="slow down", headers=SOON), Turn(text=REPLY))
    assert way(client, ASKED) == REPLY
    assert len(server.asked) == 3
    assert said(store) == pair(ASKED, REPLY)


async def test_a_call_that_fails_keeps_nothing(server: LLMServer, awaited: Any, mind: MemoryStore):
    client = with_memory(awaited.with_options(max_retries=0), mind)
    server.then(Turn(status=500, message="oops"), Turn(text=TEXT, breaks_with="gone"))
    server.then(Turn(text="", ending="refused"), Turn(text=REPLY))
    with pytest.raises(anthropic.InternalServerError):
        await async_create(client, ASKED)
    with pytest.raises(anthropic.APIStatusError, match="gone"):
        await async_streamed(client, ASKED)
    await async_create(client, ASKED)
    assert await said_in(mind) == []
    await async_create(client, ASKED)
    assert await said_in(mind) == pair(ASKED, REPLY)


def test_streams_that_are_left(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.say(TEXT, TEXT, TEXT)
    for event in client.messages.create(messages=user("a loop"), stream=True, **MORE):
        if event.type == "content_block_delta" and event.delta.text == "upon ":
            break
    with client.messages.stream(messages=user("a block"), **MORE) as opened:
        for text in opened.text_stream:
            if text == "upon ":
                break
    assert said(store) == [*pair("a loop", "Once upon "), *pair("a block", "Once upon ")]
    opened = client.messages.create(messages=user("closed"), stream=True, **MORE)
    assert isinstance(opened, anthropic.Stream)
    for _ in range(4):
        next(opened)
    opened.close()
    assert said(store)[-2:] == pair("closed", "Once upon ")


async def test_awaited_streams_that_are_left(server: LLMServer, awaited: Any, mind: MemoryStore):
    client = with_memory(awaited, mind)
    server.say(TEXT, TEXT, "Yes.")
    async for event in await client.messages.create(messages=user("a loop"), stream=True, **MORE):
        if event.type == "content_block_delta" and event.delta.text == "upon ":
            break
    async with client.messages.stream(messages=user("a block"), **MORE) as opened:
        async for text in opened.text_stream:
            if text == "upon ":
                break
    await async_create(client, "More?")
    assert await said_in(mind) == [
        *pair("a loop", "Once upon "),
        *pair("a block", "Once upon "),
        *pair("More?", "Yes."),
    ]


# ------------------------------------------------------------------------------ tools


CALLS = Turn(text="Let me look.", calls=[("look", {"at": "Lisbon"})])
LOOK = {"name": "look", "input_schema": {"type": "object"}}


@pytest.mark.parametrize("is_streamed", [False, True])
def test_a_loop_of_tools_is_one_exchange(
    server: LLMServer, plain: Any, store: Any, is_streamed: bool
):
    client = with_memory(plain, store)

    def reply(messages: list[Any]) -> Any:
        if not is_streamed:
            return client.messages.create(messages=messages, tools=[LOOK], **MORE)
        with client.messages.stream(messages=messages, tools=[LOOK], **MORE) as opened:
            return opened.get_final_message()

    server.then(CALLS, Turn(text="It rains."), Turn(text="Yes."))
    messages = user(ASKED)
    messages.append({"role": "assistant", "content": reply(messages).content})
    messages += user([
        {"type": "tool_result", "tool_use_id": "toolu_0", "content": "rain"},
        {"type": "text", "text": "<reminder>be brief</reminder>"},
    ])  # fmt: skip
    assert said(store) == [], "it goes on"
    last = reply(messages)
    assert said(store) == pair(ASKED, "Let me look.\n\nIt rains.")
    bodies = [one.body for one in server.asked]
    assert bodies[0]["system"] == bodies[1]["system"]
    messages += [{"role": "assistant", "content": last.content}, *user("Sure?")]
    reply(messages)
    assert said(store)[2:] == pair("Sure?", "Yes.")
    assert [one["role"] for one in server.asked[-1].body["messages"]] == [
        *("user", "assistant", "user", "assistant", "user"),
    ]


def test_the_tool_runner_makes_one_exchange(server: LLMServer, plain: Any, store: Any):
    @anthropic.beta_tool
    def look(at: str) -> str:
        """Look out of the window.

        Args:
            at: Where.
        """
        return f"rain in {at}"

    server.then(CALLS, Turn(text="It rains."))
    client = with_memory(plain, store)
    runner = client.beta.messages.tool_runner(
        messages=user(ASKED), tools=[look], thread=False, **MORE
    )
    assert text_of(runner.until_done()) == "It rains."
    assert said(store) == pair(ASKED, "Let me look.\n\nIt rains.")


def test_where_the_server_holds_the_thread(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.then(CALLS, Turn(text="It rains."))
    ask = client.beta.messages.create
    first = ask(messages=user(ASKED), thread={"type": "create"}, tools=[LOOK], **MORE)
    result = {"type": "tool_result", "tool_use_id": "toolu_0", "content": "rain"}
    thread = {"type": "continue", "previous_message_id": first.id}
    ask(messages=user([result]), thread=thread, tools=[LOOK], **MORE)
    assert said(store) == pair(ASKED, "Let me look.\n\nIt rains.")
    assert server.asked[1].body["messages"] == user([result])


def test_a_reply_that_was_begun_is_kept_whole(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.say("la, as ever.")
    client.messages.create(
        messages=[*user(ASKED), {"role": "assistant", "content": "Vanil"}], **MORE
    )
    assert said(store) == pair(ASKED, REPLY)


async def test_clients_of_different_providers_share_a_conversation(
    server: LLMServer, awaited: Any, mind: MemoryStore
):
    openai = sdk("openai")
    from sense_memory.adapters import openai as other

    url = server.url(Format.OPENAI)
    async with openai.AsyncOpenAI(api_key=KEY, base_url=url) as second:
        server.say("Noted.", "Tom.")
        await async_create(with_memory(awaited, mind), "My cat is called Tom.")
        remembering = other.with_memory(second, mind)
        await remembering.chat.completions.create(model="m", messages=user("Which cat?"))
    assert server.asked[1].texts[-3:] == ["My cat is called Tom.", "Noted.", "Which cat?"]
    assert len(await said_in(mind)) == 4


async def test_many_requests_at_once_keep_whole_pairs(mind: MemoryStore, awaited: Any):
    with LLMServer(lambda request: Turn(text=f"answer to {request.texts[-1]}")) as server:
        client = with_memory(awaited.with_options(base_url=server.url(Format.ANTHROPIC)), mind)
        await asyncio.gather(*(async_stream(client, f"question {at}") for at in range(6)))
    turns = await said_in(mind)
    pairs = [turns[at : at + 2] for at in range(0, 12, 2)]
    assert sorted(pairs) == [pair(f"question {at}", f"answer to question {at}") for at in range(6)]
