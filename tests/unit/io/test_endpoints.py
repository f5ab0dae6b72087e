"""Encoders elsewhere, over real HTTP: what is sent, what is believed, and what an error tells."""

import asyncio
import base64
import logging
import re
import threading
import traceback

import numpy as np
import pytest
from numpy.typing import NDArray

from sense_memory import EncoderError, InputError, OpenAIEncoder, TextKind, WorkersAIEncoder
from sense_memory.io import http_endpoint
from sense_memory.io.encoders import endpoints

from .endpoint import Answer, Asked, Reply, openai, serving, vector_of, workers_ai

KEY = "sk-canary-7f3d9a"
SECRET = "Vergel's secret is 4711"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_endpoint, "FIRST_PAUSE", 0.0)


def encoder_at(url: str, **options: object) -> OpenAIEncoder:
    return OpenAIEncoder("small", f"{url}/v1", KEY, **options)  # type: ignore[arg-type]


def unit(rows: list[list[float]]) -> NDArray[np.float64]:
    found = np.array(rows, np.float64)
    directions: NDArray[np.float64] = found / np.linalg.norm(found, axis=1, keepdims=True)
    return directions


async def failure(answer: Answer, **options: object) -> EncoderError:
    """What an encoder says of an endpoint that answers like this."""
    with serving(answer) as endpoint, pytest.raises(EncoderError) as raised:
        await encoder_at(endpoint.url, **options).encode([SECRET, "b"], TextKind.DOCUMENT)
    return raised.value


async def test_texts_become_rows_of_length_one_in_their_order() -> None:
    def shuffled(asked: Asked) -> Reply:
        reply = openai(asked)
        reply.body["data"].reverse()
        return reply

    texts = ["a", "bb", "cccc"]
    with serving(shuffled) as endpoint:
        found = await encoder_at(endpoint.url).encode(texts, TextKind.DOCUMENT)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, unit([vector_of(text, 3) for text in texts]), rtol=1e-6)
    (asked,) = endpoint.asked
    assert asked.path == "/v1/embeddings"
    assert asked.body == {"model": "small", "input": texts, "encoding_format": "float"}
    assert asked.headers["Authorization"] == f"Bearer {KEY}"


async def test_many_texts_go_in_batches_and_long_ones_are_cut() -> None:
    texts = [f"{number}" for number in range(10)] + ["x" * 20_000, ""]
    with serving(openai) as endpoint:
        found = await encoder_at(endpoint.url, batch=4).encode(texts, TextKind.DOCUMENT)
    assert len(found) == 12
    assert [len(asked.body["input"]) for asked in endpoint.asked] == [4, 4, 4]
    assert len(endpoint.asked[-1].body["input"][2]) == endpoints.MAX_CHARACTERS
    assert endpoint.asked[-1].body["input"][3] == " "  # some endpoints refuse an empty text
    with serving(openai) as endpoint:
        await encoder_at(endpoint.url).encode(["y" * 8_000] * 30, TextKind.DOCUMENT)
    assert [len(asked.body["input"]) for asked in endpoint.asked] == [25, 5]


async def test_nothing_is_asked_about_nothing() -> None:
    with serving(openai) as endpoint:
        found = await encoder_at(endpoint.url).encode([], TextKind.DOCUMENT)
    assert (len(found), endpoint.asked) == (0, [])


async def test_a_dimension_can_be_chosen_and_is_part_of_the_id() -> None:
    with serving(lambda asked: openai(asked, asked.body["dimensions"])) as endpoint:
        encoder = encoder_at(endpoint.url, dimensions=5)
        found = await encoder.encode(["a"], TextKind.QUERY)
    assert found.shape == (1, 5)
    assert (encoder.id, encoder_at(endpoint.url).id) == ("openai:small:5", "openai:small")
    assert encoder_at(endpoint.url, id="mine").id == "mine"


async def test_base64_is_read_too() -> None:
    def packed(asked: Asked) -> Reply:
        reply = openai(asked)
        for row in reply.body["data"]:
            numbers = np.array(row["embedding"], "<f4")
            row["embedding"] = base64.b64encode(numbers.tobytes()).decode()
        return reply

    with serving(packed) as endpoint:
        found = await encoder_at(endpoint.url).encode(["a"], TextKind.QUERY)
    np.testing.assert_allclose(found, unit([vector_of("a", 3)]), rtol=1e-6)


async def test_workers_ai_is_asked_as_it_wants_to_be() -> None:
    with serving(workers_ai) as endpoint:
        encoder = WorkersAIEncoder(
            account="acc0unt", api_token=KEY, pooling="mean", base_url=endpoint.url
        )
        found = await encoder.encode([str(number) for number in range(150)], TextKind.DOCUMENT)
    assert found.shape == (150, 3)
    first, second = endpoint.asked
    assert first.path == "/accounts/acc0unt/ai/run/@cf/baai/bge-base-en-v1.5"
    assert first.headers["Authorization"] == f"Bearer {KEY}"
    assert first.body["pooling"] == "mean"
    assert [len(asked.body["text"]) for asked in (first, second)] == [100, 50]
    assert encoder.id == "workers-ai:@cf/baai/bge-base-en-v1.5:mean"


async def test_workers_ai_that_pools_otherwise_or_fails_is_not_believed() -> None:
    def otherwise(asked: Asked) -> Reply:
        return workers_ai(Asked(asked.path, asked.headers, {**asked.body, "pooling": "cls"}))

    def failed(asked: Asked) -> Reply:
        body = {"success": False, "errors": [{"message": asked.body["text"][0]}], "result": None}
        return Reply(body=body)

    for answer in (otherwise, failed):
        with serving(answer) as endpoint:
            encoder = WorkersAIEncoder(
                account="a", api_token=KEY, pooling="mean", base_url=endpoint.url
            )
            with pytest.raises(EncoderError, match="Workers AI at 127.0.0.1") as raised:
                await encoder.encode([SECRET], TextKind.DOCUMENT)
        assert_silent(raised.value)


def busy(times: int, headers: dict[str, str], status: int = 429) -> Answer:
    """It refuses a few times, and answers then."""
    left = iter(range(times))
    return lambda asked: (
        Reply(status, headers=headers) if next(left, None) is not None else openai(asked)
    )


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
async def test_a_busy_endpoint_is_asked_again_when_it_says(status: int) -> None:
    with serving(busy(1, {"Retry-After": "0"}, status)) as endpoint:
        found = await encoder_at(endpoint.url).encode(["a"], TextKind.QUERY)
    assert len(found) == 1
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "Retry-After": "1"}, 0.25),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-1"}, None),
        ({"Retry-After": "nan"}, None),
        ({}, None),
        (
            {
                "Date": "Fri, 01 Jan 2038 00:00:00 GMT",
                "Retry-After": "Fri, 01 Jan 2038 00:00:09 GMT",
            },
            9.0,
        ),
        (
            {
                "Date": "Fri, 01 Jan 2038 00:00:09 GMT",
                "Retry-After": "Fri, 01 Jan 2038 00:00:00 GMT",
            },
            0.0,
        ),
        ({"Retry-After": "Fri, 01 Jan 2038 00:00:09 GMT"}, None),
    ],
)
def test_how_long_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert http_endpoint.pause_asked_for(headers) == seconds


async def test_an_endpoint_that_stays_busy_or_asks_for_too_long_has_failed() -> None:
    with (
        serving(busy(99, {"Retry-After": "0"})) as endpoint,
        pytest.raises(EncoderError, match="HTTP 429, too many requests"),
    ):
        await encoder_at(endpoint.url).encode(["a"], TextKind.QUERY)
    assert len(endpoint.asked) == http_endpoint.ATTEMPTS
    with serving(busy(99, {"Retry-After": "3600"})) as endpoint, pytest.raises(EncoderError):
        await encoder_at(endpoint.url).encode(["a"], TextKind.QUERY)
    assert len(endpoint.asked) == 1


def said(body: object, **more: object) -> Answer:
    return lambda _: Reply(body=body, **more)  # type: ignore[arg-type]


def rows(*vectors: object) -> dict[str, object]:
    return {"data": [{"index": at, "embedding": one} for at, one in enumerate(vectors)]}


NONSENSE: dict[str, tuple[Answer, str]] = {
    "html": (said(b"<html>" + SECRET.encode()), "not JSON"),
    "deep": (said(b"[" * 100_000), "not JSON"),
    "empty": (said(b""), "not JSON"),
    "a list": (said([SECRET]), "without vectors"),
    "an error": (said({"error": SECRET}), "without vectors"),
    "words for numbers": (said(rows([1, 2], ["a", 2])), "without vectors"),
    "a mapping": (said(rows([1, 2], {"0": 1})), "without vectors"),
    "truth": (said(rows([1, 2], [True, 2])), "without vectors"),
    "no base64": (said(rows([1, 2], "###")), "without vectors"),
    "one twice": (said({"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}),
         "without vectors"),
    "none first": (said({"data": [{"index": 1, "embedding": [1]}, {"index": 2, "embedding": [1]}]}),
         "without vectors"),
    "one missing": (said(rows([1, 2])), "1 vectors"),
    "one too many": (said(rows([1, 2], [1, 2], [1, 2])), "3 vectors"),
    "different lengths": (said(rows([1, 2], [1, 2, 3])), "without vectors|not all alike"),
    "no numbers": (said(rows([], [])), "not all alike"),
    "NaN": (said(b'{"data":[{"index":0,"embedding":[NaN,1]},{"index":1,"embedding":[1,1]}]}'),
         "no direction"),
    "infinite": (said(rows([1e400, 1], [1, 1])), "no direction"),
    "zero": (said(rows([0, 0], [1, 1])), "no direction"),
    "half": (said(b'{"data": [', promised=500), "cannot be reached"),
    "500": (said(b"", status=500), "HTTP 500"),
    "401": (said(SECRET, status=401), "the key is not taken"),
    "404": (said(SECRET, status=404), "no such model"),
    "302": (said(b"", status=302, headers={"Location": "http://127.0.0.1:1/"}), "HTTP 302"),
}  # fmt: skip


@pytest.mark.parametrize("what", NONSENSE)
async def test_what_is_no_answer_is_said_without_key_or_text(what: str) -> None:
    answer, words = NONSENSE[what]
    error = await failure(answer)
    assert str(error).startswith("the embeddings endpoint at 127.0.0.1:")
    assert re.search(words, str(error)), str(error)
    assert not error.is_about_texts
    assert_silent(error)


@pytest.mark.parametrize("status", [400, 413, 422])
async def test_texts_that_are_refused_are_told_from_a_failing_endpoint(status: int) -> None:
    error = await failure(said({"error": {"message": SECRET}}, status=status))
    assert error.is_about_texts
    assert_silent(error)


async def test_vectors_that_grow_meanwhile_are_refused() -> None:
    sizes = iter((3, 4))
    with serving(lambda asked: openai(asked, next(sizes))) as endpoint:
        encoder = encoder_at(endpoint.url)
        await encoder.encode(["a"], TextKind.QUERY)
        with pytest.raises(EncoderError, match="4 numbers in place of 3"):
            await encoder.encode(["a"], TextKind.QUERY)


async def test_an_answer_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "MAX_ANSWER_BYTES", 1_000)
    assert "without end" in str(await failure(said(b" " * 2_000)))


async def test_a_silent_endpoint_is_waited_for_so_long_and_no_longer() -> None:
    over = threading.Event()
    try:
        error = await failure(said(b"", pause=over), timeout=0.3)
    finally:
        over.set()
    assert "within 0.3 seconds" in str(error) or "cannot be reached" in str(error)


async def test_nobody_there() -> None:
    with serving(openai) as endpoint:
        pass
    with pytest.raises(EncoderError, match="cannot be reached .ConnectError.") as raised:
        await encoder_at(endpoint.url).encode([SECRET], TextKind.QUERY)
    assert_silent(raised.value)


def test_it_works_in_one_loop_after_another() -> None:
    with serving(openai) as endpoint:
        encoder = encoder_at(endpoint.url)
        for _ in range(2):
            assert len(asyncio.run(encoder.encode(["a"], TextKind.QUERY))) == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/v1",
        "ftp://localhost/v1",
        "https://u:p@h/v1",
        "https://h/v1?k=1",
        "https://",
        "https://h:port/v1",
        "https://h /v1",
        "https://[::1/v1",
    ],
)
def test_a_url_to_which_no_plaintext_may_go_is_refused(url: str) -> None:
    with pytest.raises(InputError):
        OpenAIEncoder("m", url, KEY)


@pytest.mark.parametrize("options", [{"account": ""}, {"account": "a/b"}, {"pooling": "max"}])
def test_workers_ai_needs_an_account_and_a_pooling_it_knows(
    options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLOUDFLARE_ACCOUNT_ID", raising=False)
    with pytest.raises(InputError):
        WorkersAIEncoder(**{"account": "a", "api_token": KEY, **options})  # type: ignore[arg-type]


async def test_keys_come_from_the_environment_and_go_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("CLOUDFLARE_API_TOKEN", KEY)
    monkeypatch.setenv("CLOUDFLARE_ACCOUNT_ID", "acc0unt")
    with serving(lambda asked: openai(asked) if "input" in asked.body else workers_ai(asked)) as at:
        encoders = OpenAIEncoder("m", at.url), WorkersAIEncoder(base_url=at.url)
        for encoder in encoders:
            await encoder.encode([SECRET], TextKind.QUERY)
            assert KEY not in f"{encoder!r} {encoder.id} {vars(encoder).keys()}"
    assert [asked.headers["Authorization"] for asked in at.asked] == [f"Bearer {KEY}"] * 2
    assert KEY not in caplog.text
    assert SECRET not in caplog.text


async def test_a_key_that_no_header_can_hold_is_refused_unseen() -> None:
    for key in (f"{KEY} x", f"{KEY}\r\nX: 1", f"{KEY}ä"):
        with pytest.raises(InputError, match="api_key= holds no key") as raised:
            OpenAIEncoder("m", "https://h/v1", key)
        assert_silent(raised.value)
    with serving(openai) as endpoint:
        await OpenAIEncoder("m", endpoint.url, f" {KEY}\n").encode(["a"], TextKind.QUERY)
    assert endpoint.asked[0].headers["Authorization"] == f"Bearer {KEY}"


async def test_what_goes_to_this_machine_goes_through_no_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    with serving(openai) as endpoint:
        assert len(await encoder_at(endpoint.url).encode(["a"], TextKind.QUERY)) == 1


async def test_no_key_is_sent_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving(openai) as endpoint:
        await OpenAIEncoder("m", endpoint.url).encode(["a"], TextKind.QUERY)
    assert "Authorization" not in endpoint.asked[0].headers


def assert_silent(error: BaseException) -> None:
    """Neither the error nor what it comes from tells a key or a text."""
    told = "".join(traceback.format_exception(error))
    assert KEY not in told.replace(f'KEY = "{KEY}"', "")
    assert SECRET not in told.replace(f'SECRET = "{SECRET}"', "")
    assert error.__cause__ is None
    assert error.__context__ is None or error.__suppress_context__
