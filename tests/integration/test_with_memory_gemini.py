"""Google's own client with memory, over real HTTP."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from sense_memory import Identity, InputError, MemoryStore, blocking
from sense_memory.adapters.gemini import memory_of, with_memory

from .llm_server import KEY, Format, LLMServer, Turn
from .remembered import (
    FACT,
    awaited_store,
    blocking_store,
    pair,
    said,
    said_in,
    sdk,
    values,
)

genai = sdk("google.genai")
types = sdk("google.genai", "types")
ASKED = "What does Vergel prefer?"
REPLY = "Vanilla, as ever."
AGAIN = "And today?"
TEXT = "Once upon a time there was a cat."


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer() as running:
        yield running


def options(server: LLMServer, **more: Any) -> dict[str, Any]:
    url = server.url(Format.GEMINI)
    return {"base_url": url.removesuffix("/v1"), "api_version": "v1", **more}


@pytest.fixture
def plain(server: LLMServer) -> Iterator[Any]:
    with genai.Client(api_key=KEY, http_options=options(server)) as client:
        yield client


@pytest.fixture
async def awaited(server: LLMServer) -> AsyncIterator[Any]:
    client = genai.Client(api_key=KEY, http_options=options(server))
    yield client
    await client.aio.aclose()
    client.close()


@pytest.fixture
def store() -> Iterator[Any]:
    with blocking_store() as opened:
        yield opened


@pytest.fixture
async def mind() -> Any:
    async with await awaited_store() as opened:
        yield opened


def create(client: Any, text: Any) -> str:
    return str(client.models.generate_content(model="m", contents=text).text)


def streamed(client: Any, text: Any) -> str:
    stream = client.models.generate_content_stream(model="m", contents=text)
    return "".join(one.text or "" for one in stream)


def chat(client: Any, text: Any) -> str:
    return str(client.chats.create(model="m").send_message(text).text)


def chat_streamed(client: Any, text: Any) -> str:
    stream = client.chats.create(model="m").send_message_stream(text)
    return "".join(one.text or "" for one in stream)


def within(client: Any, text: Any) -> str:
    with client as entered:
        return create(entered, text)


async def async_create(client: Any, text: Any) -> str:
    return str((await client.aio.models.generate_content(model="m", contents=text)).text)


async def async_streamed(client: Any, text: Any) -> str:
    stream = await client.aio.models.generate_content_stream(model="m", contents=text)
    return "".join([one.text or "" async for one in stream])


async def async_chat(client: Any, text: Any) -> str:
    return str((await client.aio.chats.create(model="m").send_message(text)).text)


async def async_chat_streamed(client: Any, text: Any) -> str:
    stream = await client.aio.chats.create(model="m").send_message_stream(text)
    return "".join([one.text or "" async for one in stream])


def system_of(body: dict[str, Any]) -> str:
    return "\n".join(one["text"] for one in body["systemInstruction"]["parts"])


@pytest.mark.parametrize(
    "way", [create, streamed, chat, chat_streamed], ids=lambda way: way.__name__
)
def test_each_way_is_told_and_keeps_one_pair(server: LLMServer, plain: Any, store: Any, way: Any):
    client = with_memory(plain, store)
    server.say(REPLY, "Still vanilla.")

    assert way(client, ASKED) == REPLY
    assert said(store) == pair(ASKED, REPLY)
    assert values(system_of(server.asked[0].body))[-1] == FACT

    assert way(client, AGAIN) == "Still vanilla."
    assert said(store) == [*pair(ASKED, REPLY), *pair(AGAIN, "Still vanilla.")]
    assert server.asked[1].texts[-3:] == [ASKED, REPLY, AGAIN]
    roles = [one["role"] for one in server.asked[1].body["contents"]]
    assert roles == ["user", "model", "user"]


@pytest.mark.parametrize(
    "way",
    [async_create, async_streamed, async_chat, async_chat_streamed],
    ids=lambda way: way.__name__,
)
async def test_each_awaited_way_too(server: LLMServer, awaited: Any, mind: MemoryStore, way: Any):
    client = with_memory(awaited, mind)
    server.say(REPLY, "Still vanilla.")

    assert await way(client, ASKED) == REPLY
    assert await said_in(mind) == pair(ASKED, REPLY)
    assert values(system_of(server.asked[0].body))[-1] == FACT

    assert await way(client, AGAIN) == "Still vanilla."
    assert await said_in(mind) == [*pair(ASKED, REPLY), *pair(AGAIN, "Still vanilla.")]
    assert server.asked[1].texts[-3:] == [ASKED, REPLY, AGAIN]


# S-18.7
def test_the_callers_client_is_not_changed(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.say(REPLY, REPLY)
    create(plain, ASKED)
    assert "systemInstruction" not in server.asked[0].body
    assert said(store) == []
    assert isinstance(client, genai.Client)
    assert client.files is plain.files
    assert within(client, ASKED) == REPLY
    assert said(store) == pair(ASKED, REPLY)
    assert memory_of(client).conversation == "main"
    with pytest.raises(InputError, match="no memory"):
        memory_of(plain)
    with pytest.raises(InputError, match="memory already"):
        with_memory(client, store)
    with pytest.raises(InputError, match=r"google\.genai"):
        with_memory(object(), store)


PICTURE = {"inline_data": {"mime_type": "image/png", "data": b"\x89PNG"}}


def contents_of_every_kind() -> list[Any]:
    return [
        ASKED,
        [ASKED],
        [types.Part(text=ASKED), types.Part(**PICTURE)],
        {"role": "user", "parts": [{"text": ASKED}, PICTURE]},
        types.UserContent([ASKED, types.Part(**PICTURE)]),
        [{"text": ASKED}, PICTURE],
        [types.UserContent("Hello"), types.ModelContent("Hi."), types.UserContent(ASKED)],
        [{"role": "user", "parts": [{"text": "Hello"}]}, types.ModelContent("Hi."), ASKED],
    ]


@pytest.mark.parametrize("kind", range(8))
def test_contents_of_every_kind_go_out_as_they_are(server: LLMServer, plain: Any, kind: int):
    contents = contents_of_every_kind()[kind]
    config = {
        "system_instruction": "Be brief.",
        "temperature": 0.3,
        "tools": [{"function_declarations": [{"name": "look"}]}],
    }
    with blocking.MemoryStore(Identity.generate()) as store:
        client = with_memory(plain, store)
        server.say(REPLY, REPLY, REPLY)
        for one in (plain, client):
            one.models.generate_content(model="m", contents=contents, config=config)
        assert server.asked[0].body == server.asked[1].body
        assert said(store) == pair(ASKED, REPLY)
        store.persona_remember("people", "facts", "vergel", FACT)
        client.models.generate_content(model="m", contents=contents, config=config)
        told = server.asked[2].body
        own = server.asked[0].body
        assert told["contents"][-len(own["contents"]) :] == own["contents"]
        assert system_of(told).startswith("Be brief.\n\nMemory")
        assert {**told, "contents": 0, "systemInstruction": 0} == {
            **own,
            "contents": 0,
            "systemInstruction": 0,
        }


def systems_of_every_kind() -> list[Any]:
    return [
        "Be brief.",
        ["Be", "brief."],
        types.Part(text="Be brief."),
        types.Content(parts=[types.Part(text="Be brief.")]),
        {"parts": [{"text": "Be brief."}]},
    ]


@pytest.mark.parametrize("kind", range(5))
def test_the_callers_own_instruction_stands_first(
    server: LLMServer, plain: Any, store: Any, kind: int
):
    system = systems_of_every_kind()[kind]
    client = with_memory(plain, store)
    given = types.GenerateContentConfig(system_instruction=system, temperature=0.2)
    before = given.model_dump()
    configs = [given, {"system_instruction": system}, {"systemInstruction": system}]
    server.say(*[REPLY] * 3)
    for config in configs:
        client.models.generate_content(model="m", contents=ASKED, config=config)
        whole = system_of(server.asked[-1].body)
        assert whole.replace("\n", " ").startswith("Be brief.")
        assert values(whole)[-1] == FACT
    assert given.model_dump() == before


def test_beside_cached_content_memory_is_a_content(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.say(REPLY)
    config = {"cached_content": "cachedContents/1"}
    client.models.generate_content(model="m", contents=ASKED, config=config)
    body = server.asked[0].body
    assert "systemInstruction" not in body
    assert [one["role"] for one in body["contents"]] == ["user", "user"]
    assert FACT in body["contents"][0]["parts"][0]["text"]


# ------------------------------------------------------------------- tools and chats


CALLS = Turn(text="Let me look.", calls=[("look", {"at": "Lisbon"})])


def look(at: str) -> str:
    """Look out of the window."""
    return f"rain in {at}"


@pytest.mark.parametrize("is_streamed", [False, True])
@pytest.mark.parametrize("is_chat", [False, True])
def test_functions_that_the_sdk_calls_are_one_exchange(
    server: LLMServer, plain: Any, store: Any, is_streamed: bool, is_chat: bool
):
    client = with_memory(plain, store)
    server.then(CALLS, Turn(text="It rains."))
    config = {"tools": [look]}
    if is_chat:
        talk = client.chats.create(model="m", config=config)
        send = talk.send_message_stream if is_streamed else talk.send_message
        got = send(ASKED)
    else:
        models = client.models
        ask = models.generate_content_stream if is_streamed else models.generate_content
        got = ask(model="m", contents=ASKED, config=config)
    if is_streamed:
        list(got)
    assert len(server.asked) == 2
    whole = is_streamed or is_chat  # else the SDK gives the last reply alone
    reply = "Let me look.\n\nIt rains." if whole else "It rains."
    assert said(store) == pair(ASKED, reply)


def test_functions_that_the_caller_calls_are_too(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.then(CALLS, Turn(text="It rains."))
    declared = {"tools": [{"function_declarations": [{"name": "look"}]}]}
    contents: list[Any] = [types.UserContent(ASKED)]
    ask = client.models.generate_content
    first = ask(model="m", contents=contents, config=declared)
    assert said(store) == []
    result = types.Part.from_function_response(name="look", response={"sky": "rain"})
    contents += [first.candidates[0].content, types.Content(role="user", parts=[result])]
    ask(model="m", contents=contents, config=declared)
    assert said(store) == pair(ASKED, "Let me look.\n\nIt rains.")
    assert system_of(server.asked[0].body) == system_of(server.asked[1].body)


def test_a_chat_has_a_history_of_its_own(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    talk = client.chats.create(model="m")
    server.say("one", "two")
    talk.send_message("first")
    talk.send_message("second")
    assert said(store) == [*pair("first", "one"), *pair("second", "two")]
    parts = [one["parts"][0]["text"] for one in server.asked[1].body["contents"]]
    assert parts == ["first", "one", "second"], "nothing stands in it twice"


# ------------------------------------------------------------------------- failures


def test_what_the_sdk_sends_again_is_one_exchange(server: LLMServer, store: Any):
    retry = {"attempts": 3, "initial_delay": 0.01, "max_delay": 0.02}
    server.then(Turn(status=500, message="oops"), Turn(status=503, message="busy"))
    server.say(REPLY)
    with genai.Client(api_key=KEY, http_options=options(server, retry_options=retry)) as plain:
        assert create(with_memory(plain, store), ASKED) == REPLY
    assert len(server.asked) == 3
    assert said(store) == pair(ASKED, REPLY)


async def test_a_call_that_fails_keeps_nothing(server: LLMServer, awaited: Any, mind: MemoryStore):
    from google.genai import errors

    client = with_memory(awaited, mind)
    server.then(Turn(status=400, message="no"), Turn(text=TEXT, breaks_with="gone"))
    server.then(Turn(text="", ending="refused"), Turn(text=REPLY))
    with pytest.raises(errors.ClientError):
        await async_create(client, ASKED)
    with pytest.raises(errors.APIError, match="gone"):
        await async_streamed(client, ASKED)
    await async_create(client, ASKED)
    assert await said_in(mind) == []
    await async_create(client, ASKED)
    assert await said_in(mind) == pair(ASKED, REPLY)


async def test_streams_that_are_left(server: LLMServer, awaited: Any, mind: MemoryStore):
    client = with_memory(awaited, mind)
    server.say(TEXT, TEXT, "Yes.")
    ask = client.aio.models.generate_content_stream
    async for one in await ask(model="m", contents="a loop"):
        if one.text == "upon ":
            break
    stream = await ask(model="m", contents="closed")
    async for one in stream:
        if one.text == "upon ":
            break
    await stream.aclose()
    await async_create(client, "More?")
    assert await said_in(mind) == [
        *pair("a loop", "Once upon "),
        *pair("closed", "Once upon "),
        *pair("More?", "Yes."),
    ]


def test_synchronous_streams_that_are_left(server: LLMServer, plain: Any, store: Any):
    client = with_memory(plain, store)
    server.say(TEXT, TEXT)
    ask = client.models.generate_content_stream
    for one in ask(model="m", contents="a loop"):
        if one.text == "upon ":
            break
    stream = ask(model="m", contents="closed")
    next(stream), next(stream)
    stream.close()
    assert said(store) == [*pair("a loop", "Once upon "), *pair("closed", "Once upon ")]


async def test_many_requests_at_once_keep_whole_pairs(mind: MemoryStore):
    with LLMServer(lambda request: Turn(text=f"answer to {request.texts[-1]}")) as server:
        client = with_memory(genai.Client(api_key=KEY, http_options=options(server)), mind)
        await asyncio.gather(*(async_streamed(client, f"question {at}") for at in range(6)))
        await client.aio.aclose()
        client.close()
    turns = await said_in(mind)
    pairs = [turns[at : at + 2] for at in range(0, 12, 2)]
    assert sorted(pairs) == [pair(f"question {at}", f"answer to question {at}") for at in range(6)]
