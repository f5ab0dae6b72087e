"""Language models over real HTTP, in three formats: what is sent, believed, counted and told."""

import asyncio
import json
import logging
import threading
import traceback
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from typing import Any, TypeAlias

import pytest

from sense_memory import (
    LLM,
    AnthropicLLM,
    GeminiLLM,
    InputError,
    LLMAnswerError,
    LLMAuthError,
    LLMConfigError,
    LLMError,
    LLMInterruptedError,
    LLMRateLimitError,
    LLMUnreachableError,
    LLMUsage,
    Message,
    OpenAILLM,
    Role,
    Shape,
    llm_of,
)
from sense_memory.io import http_endpoint
from sense_memory.io.llm import anthropic, gemini, http_llm, openai
from sense_memory.testing import ScriptedLLM

from .llm_server import KEY, SPOKEN, Format, LLMServer, Request, Turn

Asked: TypeAlias = OpenAILLM | AnthropicLLM | GeminiLLM

TEXT = "Grüße, 名前 and 🌱: what\u2028a\x85day.\n{braces} and [brackets]."
SECRET = "Vergel's secret is 4711"
TALK = (
    Message(Role.USER, f"Hello. {SECRET}"),
    Message(Role.ASSISTANT, "Hello to you."),
    Message(Role.USER, "How was your day?"),
)


def read_person(value: object) -> tuple[str, int]:
    if not isinstance(value, Mapping) or set(value) != {"name", "age"}:
        raise ValueError("name and age are needed, and nothing else")
    if type(value["age"]) is not int or not 0 <= value["age"] <= 150:
        raise ValueError("age is a number from 0 to 150")
    return str(value["name"]), value["age"]


PERSON = Shape(
    "person",
    "Who it is about.",
    {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "In full.", "maxLength": 50},
            "age": {"type": "integer", "minimum": 0, "maximum": 150},
        },
        "required": ["name", "age"],
        "additionalProperties": False,
    },
    read_person,
)
VERGEL = {"name": 'Vergel {the "}" one}', "age": 44}
RIGHT = (VERGEL["name"], 44)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses between attempts, and no keys of whoever runs the tests."""
    monkeypatch.setattr(http_endpoint, "FIRST_PAUSE", 0.0)
    for name in (
        "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY",
        "LOCAL_LLM_URL", "LOCAL_LLM_KEY", "LOCAL_LLM_MODEL", "LOCAL_LLM_EXTRACT_MODEL",
    ):  # fmt: skip
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer() as running:
        yield running


@pytest.fixture(params=SPOKEN)
def form(request: pytest.FixtureRequest) -> Format:
    assert isinstance(request.param, Format)
    return request.param


def llm_at(server: LLMServer, form: Format, key: str = KEY, **options: Any) -> Asked:
    url = server.url(form)
    if form is Format.OPENAI:
        return OpenAILLM("m", base_url=url, api_key=key, **options)
    if form is Format.ANTHROPIC:
        return AnthropicLLM("m", base_url=url, api_key=key, **options)
    return GeminiLLM("m", base_url=url, api_key=key, **options)


async def said_by(llm: Asked) -> str:
    return "".join([piece async for piece in llm.chat("Be kind.", TALK)])


async def interrupted(llm: Asked) -> tuple[LLMError, str]:
    """What it says before it fails, and how it fails."""
    text = ""
    try:
        async for piece in llm.chat("Be kind.", TALK):
            text += piece
    except LLMError as error:
        assert_silent(error)
        return error, text
    pytest.fail(f"it did not fail, and said {text!r}")


def assert_silent(error: BaseException) -> None:
    """Neither the error nor what it comes from tells a key or a text."""
    told = "".join(traceback.format_exception(error))
    for secret in (KEY, SECRET, "secret is"):
        assert secret not in told
    assert error.__cause__ is None
    assert error.__context__ is None or error.__suppress_context__


# ---------------------------------------------------------------------- a turn


@pytest.mark.parametrize("chunk", [1, 7, None])
async def test_a_turn_comes_in_pieces_whatever_it_is_cut_into(
    server: LLMServer, form: Format, chunk: int | None
):
    # "Event streams in this format must always be encoded as UTF-8."
    kind = "text/event-stream; charset=iso-8859-1" if chunk == 7 else None
    server.then(Turn(text=TEXT, chunk=chunk, keep_alive=True, kind=kind))
    llm = llm_at(server, form)
    pieces = [piece async for piece in llm.chat("Be kind.", TALK)]
    assert "".join(pieces) == TEXT
    assert len(pieces) > 5
    assert llm.usage == LLMUsage(calls=1, input_tokens=11, output_tokens=7)


async def test_what_is_sent(server: LLMServer, form: Format):
    server.say("Fine.")
    llm = llm_at(server, form, chat_tokens=99)
    assert await said_by(llm) == "Fine."
    (asked,) = server.asked
    assert asked.texts == ["Be kind.", *(message.text for message in TALK)]
    assert asked.streams
    assert KEY not in asked.path
    body = asked.body
    limit = body.get("max_tokens") or body["generationConfig"]["maxOutputTokens"]
    assert limit == 99
    if form is Format.GEMINI:
        assert [one["role"] for one in body["contents"]] == ["user", "model", "user"]
        assert asked.path == "/v1/models/m:streamGenerateContent?alt=sse"
    else:
        roles = [one["role"] for one in body["messages"]]
        assert [role for role in roles if role != "system"] == ["user", "assistant", "user"]
        assert body["model"] == "m"
    assert llm.id == llm.extract_id == f"{form}:m"


async def test_a_system_without_words_and_messages_without_any_are_left_out(
    server: LLMServer, form: Format
):
    server.say("Fine.")
    llm = llm_at(server, form)
    told = [Message(Role.USER, " \n"), Message(Role.USER, "Hello")]
    assert [piece async for piece in llm.chat("", told)] == ["Fine."]
    assert server.asked[0].texts == ["Hello"]
    with pytest.raises(InputError, match="at least one message"):
        await anext(llm.chat("Be kind.", told[:1]))
    assert llm.usage.calls == 1


async def test_a_turn_without_words_is_one(server: LLMServer, form: Format):
    server.say("")
    assert await said_by(llm_at(server, form)) == ""


def cuts(form: Format) -> Iterator[int]:
    size = {Format.OPENAI: 2_400, Format.ANTHROPIC: 1_900, Format.GEMINI: 2_900}[form]
    yield from range(0, size, 150)


@pytest.mark.parametrize("ends_cleanly", [False, True])
async def test_a_stream_that_breaks_off_is_interrupted_with_what_came(
    server: LLMServer, form: Format, ends_cleanly: bool
):
    llm = llm_at(server, form)
    kinds = set()
    for cut in cuts(form):
        server.then(Turn(text=TEXT, cut=cut, ends_cleanly=ends_cleanly))
        error, text = await interrupted(llm)
        assert TEXT.startswith(text)
        assert text != TEXT or "broke off" in str(error)
        if isinstance(error, LLMInterruptedError):
            assert error.text == text
        else:
            assert isinstance(error, LLMUnreachableError)
            assert not text
        kinds.add(type(error))
    assert LLMInterruptedError in kinds
    assert llm.usage.failures == len(list(cuts(form)))
    assert llm.usage.calls == 0


async def test_a_stream_that_breaks_after_its_end_is_whole(server: LLMServer):
    """OpenAI's ends with a count and a mark, which not every server sends."""
    llm = llm_at(server, Format.OPENAI)
    server.say(TEXT)
    assert await said_by(llm) == TEXT
    for ends_cleanly in (False, True):
        server.then(Turn(text=TEXT, cut=-10, ends_cleanly=ends_cleanly))  # within [DONE]
        assert await said_by(llm) == TEXT


async def test_an_error_in_the_middle_of_a_stream(server: LLMServer, form: Format):
    server.then(Turn(text=TEXT, breaks_with=f"no: {SECRET}"))
    llm = llm_at(server, form)
    error, text = await interrupted(llm)
    assert isinstance(error, LLMInterruptedError)
    assert 0 < len(text) < len(TEXT)
    assert error.text == text
    assert "broke its answer off" in str(error)
    if form is Format.ANTHROPIC:
        assert "overloaded_error" in str(error)
    assert llm.usage.failures == 1


@pytest.mark.parametrize(
    ("ending", "words"),
    [("length", "4096 tokens.*chat_tokens="), ("refused", "declined to"), ("none", "broke off")],
)
async def test_a_turn_that_does_not_end_by_itself(
    server: LLMServer, form: Format, ending: Any, words: str
):
    server.then(Turn(text=TEXT, ending=ending))
    llm = llm_at(server, form)
    with pytest.raises(LLMInterruptedError, match=words) as raised:
        await said_by(llm)
    assert raised.value.text == TEXT
    assert raised.value.cut_at == (Turn().tokens[1] if ending == "length" else None)
    assert ("cut off" in str(raised.value)) == (ending == "length"), "who declines is not cut off"
    assert llm.usage.calls == (ending != "none")


JUNK = {
    "no JSON": b"data: {oops\n\n",
    "a list": b"data: [1, 2]\n\n",
    "deep": b"data: " + b"[" * 100_000 + b"\n\n",
    "other types": b'data: {"type": 1, "choices": 2, "candidates": {"a": 1}}\n\n',
    "text of numbers": b'data: {"type": "content_block_delta", "delta": {"type": "text_delta", '
    b'"text": 4}, "choices": [{"delta": {"content": 4}}], '
    b'"candidates": [{"content": {"parts": [{"text": 4}]}}]}\n\n',
}


@pytest.mark.parametrize("what", JUNK)
async def test_events_that_cannot_be_read(server: LLMServer, form: Format, what: str):
    server.then(Turn(raw=JUNK[what] + SECRET.encode()))
    error, text = await interrupted(llm_at(server, form))
    assert isinstance(error, LLMInterruptedError)
    assert text == ""


async def test_what_is_no_stream_is_said_to_be_none(server: LLMServer, form: Format):
    html = f"<html>{SECRET}</html>".encode()
    server.then(
        Turn(raw=html, kind="text/html"),
        Turn(text=TEXT, headers={"Content-Encoding": "gzip"}),
    )
    for _ in range(2):
        error, _ = await interrupted(llm_at(server, form))
        assert isinstance(error, LLMAnswerError)
        assert "no stream" in str(error)


async def test_silence_in_the_middle_is_waited_out_so_long_and_no_longer(
    server: LLMServer, form: Format
):
    over = threading.Event()
    server.then(Turn(text=TEXT, pause=over))
    try:
        error, _ = await interrupted(llm_at(server, form, silence=0.2))
    finally:
        over.set()
    assert isinstance(error, LLMInterruptedError | LLMUnreachableError)
    assert "within 0.2 seconds" in str(error)


async def test_a_stream_that_only_keeps_the_connection_alive_has_an_end(
    server: LLMServer, form: Format
):
    server.then(Turn(text=TEXT, endless=True))
    error, text = await interrupted(llm_at(server, form, timeout=0.3, silence=0.25))
    assert isinstance(error, LLMInterruptedError)
    assert "within 0.3 seconds" in str(error)
    assert error.text == text != ""
    assert await asyncio.to_thread(server.left.wait, 10)


async def test_a_stream_without_end_is_left(
    server: LLMServer, form: Format, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(http_llm, "MAX_ANSWER_BYTES", 3_000)
    server.then(Turn(raw=b"data: " + b"x" * 10_000, chunk=500))
    error, _ = await interrupted(llm_at(server, form))
    assert "without end" in str(error)


async def test_who_stops_reading_closes_the_connection(server: LLMServer, form: Format):
    server.then(Turn(text=TEXT, endless=True))
    llm = llm_at(server, form)
    pieces: Any = llm.chat("Be kind.", TALK)
    async with aclosing(pieces):
        assert await anext(pieces)
    assert await asyncio.to_thread(server.left.wait, 10)
    assert (llm.usage.calls, llm.usage.failures) == (1, 0)


async def test_cancelling_closes_the_connection(server: LLMServer, form: Format):
    server.then(Turn(text=TEXT, endless=True))
    llm = llm_at(server, form)
    came = asyncio.Event()

    async def read() -> None:
        async for _ in llm.chat("Be kind.", TALK):
            came.set()

    reading = asyncio.create_task(read())
    await came.wait()
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert await asyncio.to_thread(server.left.wait, 10)


async def test_what_comes_after_the_end_is_not_waited_for(server: LLMServer):
    for form in (Format.OPENAI, Format.ANTHROPIC):  # Google's has no event that says so
        server.then(Turn(text=TEXT, lingers=True))
        assert await said_by(llm_at(server, form)) == TEXT
        assert await asyncio.to_thread(server.left.wait, 10)
        server.left.clear()


async def test_what_a_model_thinks_aloud_is_not_part_of_the_conversation(
    server: LLMServer, form: Format
):
    server.say(f"<think>\nHm, {SECRET}\n</think>\n\n{TEXT}", "<thin ice>", "<think>Hm, and")
    llm = llm_at(server, form)
    assert await said_by(llm) == TEXT
    assert await said_by(llm) == "<thin ice>"
    assert await said_by(llm) == ""


async def test_half_characters_are_no_reason_to_fail(server: LLMServer, form: Format):
    server.say("Fine.")
    llm = llm_at(server, form)
    told = [Message(Role.USER, "Half \ud83d")]
    assert [piece async for piece in llm.chat("", told)] == ["Fine."]
    assert server.asked[0].texts == ["Half ?"]


# ---------------------------------------------------------------------- an answer of a shape


@pytest.mark.parametrize(
    ("refused", "ways"),
    [
        ((), ["schema"]),
        (("schema",), ["schema", "tool"]),
        (("schema", "tool"), ["schema", "tool", "text"]),
    ],
)
async def test_a_shape_is_asked_for_as_the_endpoint_takes_it_and_that_is_remembered(
    server: LLMServer, form: Format, refused: tuple[str, ...], ways: list[str]
):
    server.refuses = set(refused)
    server.answer(VERGEL, VERGEL)
    llm = llm_at(server, form)
    assert await llm.extract("Read.", "Vergel is 44.", PERSON) == RIGHT
    assert [asked.way for asked in server.asked] == ways
    assert await llm.extract("Read.", "Vergel is 44.", PERSON) == RIGHT
    assert [asked.way for asked in server.asked[len(ways) :]] == ways[-1:]
    # what was refused on the way was answered in the end
    assert llm.usage == LLMUsage(calls=2, input_tokens=22, output_tokens=14)
    system, prompt = server.asked[-1].texts
    assert prompt == "Vergel is 44."
    assert ('"maxLength": 50' in system) == (ways[-1] == "text")


async def test_bounds_are_said_in_words_where_providers_refuse_them(
    server: LLMServer, form: Format
):
    server.answer(VERGEL)
    await llm_at(server, form).extract("Read.", "Vergel is 44.", PERSON)
    sent = json.dumps(server.asked[0].body)
    assert '"description": "In full. (maxLength: 50)"' in sent
    assert '"maximum"' not in sent


@pytest.mark.parametrize("refused", [(), ("schema",), ("schema", "tool")])
async def test_an_answer_that_does_not_fit_is_asked_for_once_more(
    server: LLMServer, form: Format, refused: tuple[str, ...]
):
    server.refuses = set(refused)
    server.answer({"name": SECRET, "age": 4711}, VERGEL)
    llm = llm_at(server, form)
    assert await llm.extract("Read.", "Vergel is 44.", PERSON) == RIGHT
    *_, prompt, said, again = server.asked[-1].texts
    assert prompt == "Vergel is 44."
    assert json.loads(said) == {"name": SECRET, "age": 4711}
    assert "age is a number from 0 to 150" in again
    assert '"additionalProperties": false' in again
    assert llm.usage.calls == 2


@pytest.mark.parametrize("refused", [(), ("schema",), ("schema", "tool")])
async def test_an_answer_that_never_fits_is_an_error(
    server: LLMServer, form: Format, refused: tuple[str, ...]
):
    server.refuses = set(refused)
    server.answer({"name": SECRET, "age": 4711}, {"name": SECRET})
    llm = llm_at(server, form)
    with pytest.raises(LLMAnswerError, match="no person, also when.*name and age are") as raised:
        await llm.extract("Read.", SECRET, PERSON)
    assert_silent(raised.value)
    assert llm.usage == LLMUsage(calls=2, input_tokens=22, output_tokens=14)


async def test_a_reason_that_might_quote_the_answer_is_not_told(server: LLMServer, form: Format):
    def read(value: object) -> object:
        assert isinstance(value, Mapping)
        return float(value["name"])  # "could not convert string to float: 'Vergel's secret …'"

    server.answer({"name": SECRET, "age": 1}, {"name": SECRET, "age": 1})
    shape = Shape("number", "A number.", PERSON.schema, read)
    with pytest.raises(LLMAnswerError, match="no number, also when it was asked again$") as raised:
        await llm_at(server, form).extract("Read.", SECRET, shape)
    assert_silent(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        'Sure, {name}! ```json\n{"name": "Vergel", "age": 44}\n``` Anything else?',
        '```{"name": "Vergel", "age": 44}```',
        '[{"name": "Vergel", "age": 44}]',
        '{"person": {"name": "Vergel", "age": 44}}',
        '<think>{"name": "Ada", "age": 36}?</think>{"name": "Vergel", "age": 44}',
        '{"name": "Ada"} {"name": "Vergel", "age": 44} {"name": "Ada", "age": 36}',
    ],
)
async def test_an_endpoint_that_ignores_the_schema_is_understood(
    server: LLMServer, form: Format, text: str
):
    server.say(text)
    assert await llm_at(server, form).extract("Read.", "Who?", PERSON) == ("Vergel", 44)


async def test_an_answer_that_is_cut_off_is_not_asked_for_again(server: LLMServer, form: Format):
    server.then(Turn(text='{"name": "Vergel", "ag', ending="length"))
    llm = llm_at(server, form, extract_tokens=77)
    with pytest.raises(LLMAnswerError, match="77 tokens.*extract_tokens="):
        await llm.extract("Read.", "Who?", PERSON)
    assert len(server.asked) == 1
    server.then(Turn(text="", ending="refused"))
    with pytest.raises(LLMAnswerError, match="declined"):
        await llm.extract("Read.", "Who?", PERSON)
    assert llm.usage == LLMUsage(calls=2, input_tokens=22, output_tokens=14)


MALFORMED = {
    "html": b"<html>" + SECRET.encode(),
    "deep": b"[" * 100_000,
    "empty": b"",
    "a list": b"[]",
    "nothing": b"{}",
    "an error": json.dumps({"error": {"message": SECRET}}).encode(),
    "numbers": b'{"choices": 1, "content": 2, "candidates": 3}',
    "no choice": b'{"choices": [], "content": 2, "candidates": []}',
}


@pytest.mark.parametrize("what", MALFORMED)
async def test_what_is_no_answer(server: LLMServer, form: Format, what: str):
    server.then(Turn(raw=MALFORMED[what]))
    llm = llm_at(server, form)
    with pytest.raises(LLMAnswerError, match="not JSON|without an answer") as raised:
        await llm.extract("Read.", SECRET, PERSON)
    assert_silent(raised.value)
    assert llm.usage == LLMUsage(failures=1)


async def test_arguments_that_are_no_object(server: LLMServer, form: Format):
    said = {
        Format.OPENAI: {"choices": [{"finish_reason": "stop", "message": {"tool_calls": [
            {"function": {"name": "person", "arguments": [SECRET]}},
        ]}}]},
        Format.ANTHROPIC: {"stop_reason": "tool_use", "content": [
            {"type": "tool_use", "name": "person", "input": [SECRET]},
        ]},
        Format.GEMINI: {"candidates": [{"finishReason": "STOP", "content": {"parts": [
            {"functionCall": {"name": "person", "args": [SECRET]}},
        ]}}]},
    }  # fmt: skip
    server.then(Turn(raw=json.dumps(said[form]).encode()))
    with pytest.raises(LLMAnswerError, match="without an answer") as raised:
        await llm_at(server, form).extract("Read.", SECRET, PERSON)
    assert_silent(raised.value)


async def test_an_answer_that_breaks_off(server: LLMServer, form: Format):
    server.then(Turn(value=VERGEL, cut=20))
    with pytest.raises(LLMUnreachableError, match="cannot be reached") as raised:
        await llm_at(server, form).extract("Read.", SECRET, PERSON)
    assert_silent(raised.value)


async def test_a_silent_provider_is_waited_for_so_long_and_no_longer(
    server: LLMServer, form: Format
):
    over = threading.Event()
    server.then(Turn(value=VERGEL, pause=over))
    try:
        with pytest.raises(LLMUnreachableError, match="within 0.2 seconds"):
            await llm_at(server, form, timeout=0.2).extract("Read.", "Who?", PERSON)
    finally:
        over.set()


PERSON_JSON = json.dumps(VERGEL)
ALSO_SENT: dict[str, tuple[Format, object]] = {
    "OpenAI, a text in parts": (Format.OPENAI, {
        "choices": [{"finish_reason": "stop", "message": {"content": [
            {"type": "reasoning", "text": "{}"}, {"type": "text", "text": PERSON_JSON},
        ]}}],
    }),
    "OpenAI, thoughts beside it and no count": (Format.OPENAI, {
        "choices": [{"finish_reason": None, "message": {
            "content": PERSON_JSON, "reasoning_content": "{}", "tool_calls": None,
        }}],
        "usage": None,
    }),
    "Anthropic, thoughts before it": (Format.ANTHROPIC, {
        "content": [
            {"type": "thinking", "thinking": "{}", "signature": "s"},
            {"type": "redacted_thinking", "data": "d"},
            {"type": "text", "text": PERSON_JSON[:9]}, {"type": "text", "text": PERSON_JSON[9:]},
        ],
        "stop_reason": "end_turn", "usage": {"input_tokens": "many", "output_tokens": -1},
    }),
    "Google, thoughts before it": (Format.GEMINI, {
        "candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [
            {"text": PERSON_JSON.replace("44", "45"), "thought": True},
            {"text": PERSON_JSON, "thoughtSignature": "s"},
        ]}}],
    }),
}  # fmt: skip


@pytest.mark.parametrize("what", ALSO_SENT)
async def test_what_providers_also_send(server: LLMServer, what: str):
    form, said = ALSO_SENT[what]
    server.then(Turn(raw=json.dumps(said).encode()))
    llm = llm_at(server, form)
    assert await llm.extract("Read.", "Who?", PERSON) == RIGHT
    assert llm.usage == LLMUsage(calls=1)


DECLINED: dict[str, tuple[Format, object]] = {
    "OpenAI": (Format.OPENAI, {
        "choices": [{"finish_reason": "stop", "message": {"content": None, "refusal": SECRET}}],
    }),
    "Google, of what was asked": (Format.GEMINI, {
        "promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 3},
    }),
    "Google, of what was answered": (Format.GEMINI, {
        "candidates": [{"finishReason": "PROHIBITED_CONTENT"}],
    }),
}  # fmt: skip


@pytest.mark.parametrize("what", DECLINED)
async def test_who_declines_is_not_asked_again(server: LLMServer, what: str):
    form, said = DECLINED[what]
    raw = json.dumps(said).encode()
    server.then(Turn(raw=raw))
    with pytest.raises(LLMAnswerError, match="declined") as raised:
        await llm_at(server, form).extract("Read.", SECRET, PERSON)
    assert_silent(raised.value)
    if form is Format.GEMINI:
        server.then(Turn(raw=b"data: " + raw + b"\n\n"))
        error, text = await interrupted(llm_at(server, form))
        assert isinstance(error, LLMInterruptedError)
        assert "declined" in str(error)
        assert text == ""


async def test_events_that_are_not_known_yet_are_passed_over(server: LLMServer):
    started = {"type": "message_start", "message": {"usage": {"input_tokens": 2}}}
    delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "new_delta", "new": 1}}
    text = {"type": "text_delta", "text": TEXT}
    ended = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": None}
    events: list[dict[str, Any]] = [
        {"type": "new_event", "new": 1}, started, delta, {**delta, "delta": text}, ended,
        {"type": "error", "error": {"type": "after the end"}}, {"type": "message_stop"},
    ]  # fmt: skip
    raw = "".join(f"event: {one['type']}\r\ndata: {json.dumps(one)}\r\n\r\n" for one in events)
    server.then(Turn(raw=raw.encode(), chunk=11))
    llm = llm_at(server, Format.ANTHROPIC)
    assert await said_by(llm) == TEXT
    assert llm.usage == LLMUsage(calls=1, input_tokens=2)


# ---------------------------------------------------------------------- refusals


STATUSES = {
    400: (LLMError, 1),
    401: (LLMAuthError, 1),
    402: (LLMRateLimitError, 1),
    403: (LLMAuthError, 1),
    404: (LLMError, 1),
    408: (LLMUnreachableError, 3),
    413: (LLMError, 1),
    429: (LLMRateLimitError, 3),
    500: (LLMUnreachableError, 3),
    502: (LLMUnreachableError, 3),
    503: (LLMRateLimitError, 3),
    504: (LLMUnreachableError, 3),
    529: (LLMRateLimitError, 3),
    302: (LLMError, 1),
}


@pytest.mark.parametrize("status", STATUSES)
async def test_every_refusal_has_its_error(server: LLMServer, form: Format, status: int):
    kind, attempts = STATUSES[status]
    llm = llm_at(server, form)
    headers = {"Location": server.url(form)} if status == 302 else {}
    turn = Turn(status=status, message=f"no: {SECRET}", headers=headers)
    server.then(*[turn] * attempts)
    error, text = await interrupted(llm)
    assert (type(error), text) == (kind, "")
    assert f"HTTP {status}" in str(error)
    assert str(error).startswith(f"{form} at 127.0.0.1:")
    server.then(*[turn] * attempts)
    with pytest.raises(LLMError) as raised:
        await llm.extract("Read.", SECRET, PERSON)
    assert type(raised.value) is kind
    assert_silent(raised.value)
    assert len(server.asked) == 2 * attempts
    assert llm.usage == LLMUsage(failures=2)


@pytest.mark.parametrize("status", [408, 429, 500, 503, 529])
async def test_a_busy_provider_is_asked_again(server: LLMServer, form: Format, status: int):
    llm = llm_at(server, form)
    busy = Turn(status=status, headers={"Retry-After": "0"})
    server.then(busy, busy, Turn(text=TEXT), busy, Turn(value=VERGEL))
    assert await said_by(llm) == TEXT
    assert await llm.extract("Read.", "Who?", PERSON) == RIGHT
    assert llm.usage == LLMUsage(calls=2, input_tokens=22, output_tokens=14)


async def test_a_long_wait_is_left_to_the_caller(server: LLMServer, form: Format):
    server.then(Turn(status=429, headers={"Retry-After": "3600"}))
    error, _ = await interrupted(llm_at(server, form))
    assert isinstance(error, LLMRateLimitError)
    assert error.retry_after == 3600
    assert len(server.asked) == 1


async def test_nothing_left_to_spend_is_not_asked_again(server: LLMServer):
    for turn in (
        Turn(status=429, code="insufficient_quota"),
        Turn(status=429, headers={"x-should-retry": "false"}),
    ):
        server.then(turn)
        error, _ = await interrupted(llm_at(server, Format.OPENAI))
        assert isinstance(error, LLMRateLimitError)
        assert error.retry_after is None
    assert len(server.asked) == 2


async def test_a_key_that_is_not_taken(server: LLMServer, form: Format):
    other = "sk-canary-other-9911"
    llm = llm_at(server, form, key=other)
    variable = {
        Format.OPENAI: "OPENAI_API_KEY",
        Format.ANTHROPIC: "ANTHROPIC_API_KEY",
        Format.GEMINI: "GOOGLE_API_KEY or GEMINI_API_KEY",
    }[form]
    with pytest.raises(LLMAuthError, match=f"see the key of [a-z]+, in {variable}$") as raised:
        await said_by(llm)
    assert other not in "".join(traceback.format_exception(raised.value)).replace(
        f'other = "{other}"', ""
    )


async def test_nobody_there(form: Format):
    with LLMServer() as server:
        llm = llm_at(server, form)
    error, _ = await interrupted(llm)
    assert isinstance(error, LLMUnreachableError)
    with pytest.raises(LLMUnreachableError, match="cannot be reached .ConnectError."):
        await llm.extract("Read.", SECRET, PERSON)
    assert llm.usage == LLMUsage(failures=2)


@pytest.mark.parametrize(
    ("refused", "sent"),
    [
        (set(), {"max_tokens", "stream_options"}),
        ({"stream_options"}, {"max_tokens"}),
        ({"max_tokens"}, {"max_completion_tokens", "stream_options"}),
        ({"max_tokens", "max_completion_tokens", "stream_options"}, set()),
    ],
)
async def test_what_an_endpoint_does_not_know_is_left_out(
    server: LLMServer, refused: set[str], sent: set[str]
):
    server.refuses = refused
    server.say(TEXT, TEXT)
    llm = llm_at(server, Format.OPENAI)
    assert await said_by(llm) == TEXT
    assert await said_by(llm) == TEXT
    assert len(server.asked) == 2 + len(refused)
    optional = {"max_tokens", "max_completion_tokens", "stream_options"}
    assert optional & set(server.asked[-1].body) == sent
    assert llm.usage.failures == 0


async def test_a_refusal_that_names_nothing_optional_stands(server: LLMServer, form: Format):
    server.then(Turn(status=400, message="prompt is too long"))
    with pytest.raises(LLMError, match="HTTP 400"):
        await llm_at(server, form).extract("Read.", "Who?", PERSON)
    assert len(server.asked) == 1


async def test_who_thinks_is_told_to_think_little_where_that_is_known(
    form: Format, monkeypatch: pytest.MonkeyPatch
):
    """Of providers themselves only; and a model that does not know the word is asked without."""
    module = {"openai": openai, "anthropic": anthropic, "google": gemini}[form]
    with LLMServer() as server:
        server.say(TEXT)
        assert await said_by(llm_at(server, form)) == TEXT
        assert '"low"' not in json.dumps(server.asked[0].body).lower()
        monkeypatch.setattr(
            module, f"{module.__name__.rpartition('.')[2].upper()}_URL", server.url(form)
        )
        server.say(TEXT)
        assert await said_by(llm_at(server, form)) == TEXT
        assert '"low"' in json.dumps(server.asked[1].body).lower()
        server.refuses = {"effort"}
        server.then(Turn(text=TEXT), Turn(value=VERGEL))
        llm = llm_at(server, form, extract_model="m")
        assert await said_by(llm) == TEXT
        assert await llm.extract("Read.", "Who?", PERSON) == RIGHT
        assert ['"low"' in json.dumps(asked.body).lower() for asked in server.asked[2:]] == [
            True, False, False,
        ]  # fmt: skip
        assert server.asked[-1].way == "schema"


# ---------------------------------------------------------------------- keys, loops, logs


# S-13.2
async def test_nothing_is_logged_and_the_key_is_nowhere_to_be_seen(
    server: LLMServer, form: Format, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    server.then(Turn(text=SECRET), Turn(value={"name": SECRET, "age": 1}))
    llm = llm_at(server, form)
    assert await said_by(llm) == SECRET
    assert await llm.extract("Read.", SECRET, PERSON) == (SECRET, 1)
    assert KEY not in f"{llm!r} {llm.id} {llm.usage} {llm._endpoint!r}"
    assert f"({llm.id!r}, {llm.extract_id!r})" in repr(llm)
    for secret in (KEY, SECRET, "secret is"):
        assert secret not in caplog.text


def test_it_works_in_one_loop_after_another(form: Format):
    with LLMServer(
        lambda asked: Turn(text=TEXT, value=None if asked.streams else VERGEL)
    ) as server:
        llm = llm_at(server, form)
        for _ in range(2):
            assert asyncio.run(said_by(llm)) == TEXT
            assert asyncio.run(llm.extract("Read.", "Who?", PERSON)) == RIGHT
    assert llm.usage.calls == 4


async def test_many_at_once(form: Format):
    def echo(asked: Request) -> Turn:
        if asked.streams:
            return Turn(text=TEXT)
        return Turn(value={"name": asked.texts[-1], "age": 1})

    with LLMServer(echo) as server:
        llm = llm_at(server, form)
        asked = [llm.extract("Read.", f"Number {number}", PERSON) for number in range(8)]
        answers = await asyncio.gather(*asked, said_by(llm))
    assert answers == [*((f"Number {number}", 1) for number in range(8)), TEXT]
    assert llm.usage == LLMUsage(calls=9, input_tokens=99, output_tokens=63)


# ---------------------------------------------------------------------- choosing


def test_a_text_means_a_model(monkeypatch: pytest.MonkeyPatch):
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    url = "https://gateway.example/v1"
    meant: dict[str, tuple[type, str, str, str]] = {
        "anthropic": (AnthropicLLM, "claude", "claude", "https://api.anthropic.com"),
        "anthropic:other": (AnthropicLLM, "other", "claude", "https://api.anthropic.com"),
        f"anthropic:other@{url}": (AnthropicLLM, "other", "other", url.removesuffix("/v1")),
        "openai": (OpenAILLM, "gpt", "gpt", "https://api.openai.com/v1"),
        " openai:gpt-x ": (OpenAILLM, "gpt-x", "gpt-6", "https://api.openai.com/v1"),
        f"openai:@cf/meta/llama@{url}": (OpenAILLM, "@cf/meta/llama", "@cf/meta/llama", url),
        "openai:llama3:8b@http://localhost:1/v1/": (
            OpenAILLM, "llama3:8b", "llama3:8b", "http://localhost:1/v1",
        ),
        "google:gemini-x": (GeminiLLM, "gemini-x", "gemini", "https://generativelanguage"),
        "local:qwen3:4b": (OpenAILLM, "qwen3:4b", "qwen3:4b", "http://localhost:11434/v1"),
        "local:q@http://127.0.0.1:8080/v1": (OpenAILLM, "q", "q", "http://127.0.0.1:8080/v1"),
    }  # fmt: skip
    for text, (kind, model, extract_model, base_url) in meant.items():
        llm = llm_of(text)
        assert type(llm) is kind, text
        assert isinstance(llm, OpenAILLM | AnthropicLLM | GeminiLLM)
        assert llm.model.startswith(model), text
        assert llm.extract_model.startswith(extract_model), text
        assert llm._base_url.startswith(base_url), text
    chosen = llm_of("openai:a", model="b", extract_model="c")
    assert isinstance(chosen, OpenAILLM)
    assert (chosen.model, chosen.extract_model, chosen.id) == ("b", "c", "openai:b")


def test_extraction_is_cheap_unless_somebody_says_otherwise(monkeypatch: pytest.MonkeyPatch):
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, KEY)
    for text in ("anthropic", "openai", "google"):
        llm = llm_of(text)
        assert isinstance(llm, OpenAILLM | AnthropicLLM | GeminiLLM)
        assert llm.model != llm.extract_model


async def test_a_local_server_is_described_by_its_variables(
    server: LLMServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LOCAL_LLM_URL", server.url(Format.OPENAI))
    monkeypatch.setenv("LOCAL_LLM_KEY", f"{KEY}\n")
    monkeypatch.setenv("LOCAL_LLM_MODEL", "small")
    monkeypatch.setenv("LOCAL_LLM_EXTRACT_MODEL", "smaller")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    llm = llm_of("local")
    assert (llm.id, llm.extract_id) == ("local:small", "local:smaller")
    server.then(Turn(text="Fine."), Turn(value=VERGEL))
    assert [piece async for piece in llm.chat("", TALK)] == ["Fine."]
    assert await llm.extract("", "Who?", PERSON) == RIGHT
    assert [asked.body["model"] for asked in server.asked] == ["small", "smaller"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("anthropic", "ANTHROPIC_API_KEY"),
        ("openai", "OPENAI_API_KEY"),
        ("google", "GOOGLE_API_KEY or GEMINI_API_KEY"),
        ("local", "LOCAL_LLM_MODEL"),
        ("openai@https://h/v1", "openai:MODEL@URL"),
        ("", "anthropic, openai, google or local"),
        ("gpt", "anthropic, openai, google or local"),
        ("Anthropic", "anthropic, openai, google or local"),
    ],
)
def test_what_is_missing_is_named(text: str, words: str):
    with pytest.raises(LLMConfigError, match=words):
        llm_of(text)


def test_a_key_that_is_none_is_refused_unseen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", f"{KEY} and more")
    with pytest.raises(LLMConfigError, match="ANTHROPIC_API_KEY holds no key") as raised:
        llm_of("anthropic")
    assert_silent(raised.value)


# S-13.1
@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/v1",
        "http://192.168.1.5:11434/v1",
        "https://u:p@h/v1",
        "https://h?k",
        "ftp://localhost/v1",
    ],
)
def test_a_url_to_which_no_plaintext_may_go_is_refused(url: str):
    with pytest.raises(InputError):
        OpenAILLM("m", base_url=url, api_key=KEY)
    with pytest.raises(InputError):
        llm_of(f"local:m@{url}")


@pytest.mark.parametrize("option", ["chat_tokens", "extract_tokens"])
@pytest.mark.parametrize("number", [0, 1_000_001])
def test_numbers_have_a_range(option: str, number: int):
    with pytest.raises(InputError, match=option):
        OpenAILLM("m", base_url="http://localhost/v1", **{option: number})  # type: ignore[arg-type]


# ---------------------------------------------------------------------- by script


async def test_a_scripted_model_says_what_it_was_told_to_say():
    cut_off = LLMInterruptedError("cut off", "Half of it")
    llm = ScriptedLLM(["  Hello\n\nto you. ", "", cut_off, LLMAuthError("no key")])
    asked: LLM = llm
    pieces = [piece async for piece in asked.chat("Be kind.", TALK)]
    assert "".join(pieces) == "  Hello\n\nto you. "
    assert len(pieces) == 3
    assert [piece async for piece in asked.chat("", TALK[:1])] == []
    said = ""
    with pytest.raises(LLMInterruptedError):  # noqa: PT012
        async for piece in asked.chat("", TALK):
            said += piece
    assert said == "Half of it"
    with pytest.raises(LLMAuthError):
        await anext(asked.chat("", TALK))
    assert (llm.usage.calls, llm.usage.failures) == (2, 2)
    assert [one.system for one in llm.asked] == ["Be kind.", "", "", ""]
    assert llm.asked[0].messages == TALK
    with pytest.raises(AssertionError, match="question 5"):
        await anext(asked.chat("", TALK))


async def test_a_scripted_model_answers_what_it_was_told_to_answer():
    llm = ScriptedLLM(answers=[VERGEL, {"name": SECRET}, LLMRateLimitError("later", 5.0)])
    assert await llm.extract("Read.", "Who?", PERSON) == RIGHT
    assert llm.asked[0].messages == (Message(Role.USER, "Who?"),)
    assert (llm.asked[0].system, llm.asked[0].shape) == ("Read.", "person")
    with pytest.raises(LLMAnswerError, match="no person: name and age") as raised:
        await llm.extract("Read.", "Who?", PERSON)
    assert_silent(raised.value)
    with pytest.raises(LLMRateLimitError):
        await llm.extract("Read.", "Who?", PERSON)
    with pytest.raises(AssertionError, match="question 4"):
        await llm.extract("Read.", "Who?", PERSON)
