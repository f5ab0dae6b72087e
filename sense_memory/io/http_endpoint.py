"""Asking something elsewhere that takes JSON over HTTP: which URLs, how often, how long, how much.

What is sent there is what memories and people say, and a key. Neither is in a URL, a log or an
error; nor is what was answered, which may quote the one or the other.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from ..core.errors import InputError
from .certificates import trusted
from .relay_url import is_loopback

if TYPE_CHECKING:
    import httpx
    from httpx_sse import ServerSentEvent

ATTEMPTS = 3
FIRST_PAUSE = 1.0
"""Seconds before the second attempt; each further pause is twice as long."""
LONGEST_PAUSE = 20.0
"""Seconds; an endpoint that asks for a longer one has failed for now."""
CONNECT_TIMEOUT = 10.0
"""Seconds for TCP and TLS, if the whole answer may take longer."""
MAX_REFUSAL_BYTES = 64 * 1024
"""Of what a refusal says, the rest is left unread."""
_WORTH_ANOTHER_TRY = (408, 429, 500, 502, 503, 504, 529)
_REFUSED_TEXT = (400, 413, 422)
_MEANINGS = {
    401: "the key is not taken",
    402: "there is nothing left to spend",
    403: "the key may not do this",
    404: "there is no such model, or no such URL",
    429: "too many requests, or nothing left to spend",
    503: "it has too much to do",
    529: "it has too much to do",
}


class EndpointError(Exception):
    """It was asked in vain; the message names the endpoint, and no key or text."""


class UnansweredError(EndpointError):
    """It cannot be reached, or took too long."""


class UnreadableError(EndpointError):
    """It answered something that was not asked for."""


class RefusalError(EndpointError):
    """It said no, after all attempts.

    Attributes:
        status: Of HTTP.
        retry_after: Seconds to wait, as it says; ``None`` if it does not.
        said: Why, for machines: never shown, it may quote what it was sent.
    """

    def __init__(self, message: str, status: int, retry_after: float | None, said: str) -> None:
        self.status = status
        self.retry_after = retry_after
        self.said = said
        super().__init__(message)

    @property
    def is_about_texts(self) -> bool:
        """Whether it refused what it was sent, and may take something else."""
        return self.status in _REFUSED_TEXT


class HttpEndpoint:
    """Something that is posted JSON.

    Args:
        name: What errors call it, in front of "did not answer".
        headers: What every request has, the key included.
        timeout: Seconds until an answer begins, and again until it is complete, however busily
            it comes.
        max_bytes: What an answer may measure.
    """

    def __init__(
        self, name: str, headers: Mapping[str, str], *, timeout: float, max_bytes: int
    ) -> None:
        self.name = name
        self.__headers = dict(headers)
        self._timeout = timeout
        self._max_bytes = max_bytes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def client(self, url: str) -> "httpx.AsyncClient":
        """Connections for some requests to a URL's host, for the running loop, to be closed."""
        import httpx

        return httpx.AsyncClient(
            headers=self.__headers,
            verify=trusted(),
            # what goes to this machine goes to no proxy
            trust_env=not is_loopback(urlsplit(url).hostname),
        )

    async def answer(self, client: "httpx.AsyncClient", url: str, body: Mapping[str, Any]) -> Any:
        """What it answers, as JSON.

        Raises:
            EndpointError: It does not.
        """
        async with self._opened(client, url, body, {}, silence=self._timeout) as response:
            content = bytearray()
            async with asyncio.timeout(self._timeout):
                async for chunk in response.aiter_bytes():
                    content += chunk
                    if len(content) > self._max_bytes:
                        raise UnreadableError(f"{self.name} answered without end")
            try:
                return json.loads(content)
            except (ValueError, RecursionError):
                message = f"{self.name} answered something that is not JSON"
                raise UnreadableError(message) from None

    async def events(
        self, client: "httpx.AsyncClient", url: str, body: Mapping[str, Any], *, silence: float
    ) -> "AsyncGenerator[ServerSentEvent, None]":
        """What it answers, event by event (SSE); another attempt is made before the first only.

        Args:
            client: From ``client()``.
            url: Where.
            body: What is posted.
            silence: Seconds after which an answer counts as broken off; a comment that keeps the
                connection alive breaks the silence.

        Raises:
            EndpointError: It does not, or breaks off.
        """
        from httpx_sse import EventSource

        from .bounded_stream import BoundedStream, EndlessError

        accepted = {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
        async with self._opened(client, url, body, accepted, silence=silence) as response:
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            # what is compressed may be longer than it looks; httpx asks for that unless told not to
            if kind != "text/event-stream" or "Content-Encoding" in response.headers:
                raise UnreadableError(f"{self.name} answered something that is no stream")
            # "Event streams in this format must always be encoded as UTF-8."
            response.encoding = "utf-8"
            response.stream = BoundedStream(
                cast("httpx.AsyncByteStream", response.stream), self._max_bytes
            )
            left = self._timeout
            async with aclosing(EventSource(response).aiter_sse()) as source:
                while True:
                    # what whoever reads this does meanwhile is not counted
                    began = asyncio.get_running_loop().time()
                    try:
                        async with asyncio.timeout(left):
                            event = await anext(source, None)
                    except EndlessError:
                        raise UnreadableError(f"{self.name} answered without end") from None
                    left -= asyncio.get_running_loop().time() - began
                    if event is None:
                        return
                    yield event

    @asynccontextmanager
    async def _opened(
        self,
        client: "httpx.AsyncClient",
        url: str,
        body: Mapping[str, Any],
        headers: Mapping[str, str],
        *,
        silence: float,
    ) -> "AsyncIterator[httpx.Response]":
        """A response that says 200; what goes wrong before and while it is read is our error."""
        import httpx

        timeout = httpx.Timeout(silence, connect=min(CONNECT_TIMEOUT, self._timeout))
        # half a character is no reason to fail: it is sent as a question mark
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        headers = {"Content-Type": "application/json", **headers}
        asked = client.build_request("POST", url, content=content, timeout=timeout, headers=headers)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with AsyncExitStack() as stack:
                    async with asyncio.timeout(self._timeout):
                        response = await client.send(asked, stream=True)
                        stack.push_async_callback(response.aclose)
                        status = response.status_code
                        said = "" if status == 200 else await self._refusal(response)
                    if status == 200:
                        yield response
                        return
            except TimeoutError:
                raise self._too_slow(self._timeout) from None
            except httpx.ReadTimeout:
                raise self._too_slow(silence) from None
            except httpx.HTTPError as error:
                raise UnansweredError(
                    f"{self.name} cannot be reached ({type(error).__name__})"
                ) from None
            pause = pause_asked_for(response.headers)
            if attempt < ATTEMPTS and is_worth_another_try(response, said):
                seconds = FIRST_PAUSE * 2.0 ** (attempt - 1) if pause is None else pause
                if seconds <= LONGEST_PAUSE:
                    await asyncio.sleep(seconds)
                    continue
            raise RefusalError(f"{self.name} refused: {meaning(status)}", status, pause, said)

    def _too_slow(self, seconds: float) -> UnansweredError:
        return UnansweredError(f"{self.name} did not answer within {seconds:g} seconds")

    async def _refusal(self, response: "httpx.Response") -> str:
        content = bytearray()
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) > MAX_REFUSAL_BYTES:
                break
        return content[:MAX_REFUSAL_BYTES].decode("utf-8", "replace")


def is_worth_another_try(response: "httpx.Response", said: str) -> bool:
    """Whether the same request may be answered in a while."""
    if response.headers.get("x-should-retry") == "false" or "insufficient_quota" in said:
        return False
    return response.status_code in _WORTH_ANOTHER_TRY


def pause_asked_for(headers: Mapping[str, str]) -> float | None:
    """Seconds that a refusal asks to wait, or ``None``: in milliseconds, seconds, or as a date."""
    from email.utils import parsedate_to_datetime

    milliseconds = headers.get("retry-after-ms", "")
    if re.fullmatch(r"\d{1,9}(\.\d+)?", milliseconds):
        return float(milliseconds) / 1000
    asked = headers.get("Retry-After", "")
    if re.fullmatch(r"\d{1,9}(\.\d+)?", asked):
        return float(asked)
    try:
        # a date counts from the endpoint's own clock
        until = parsedate_to_datetime(asked) - parsedate_to_datetime(headers["Date"])
        return max(0.0, until.total_seconds())
    except (KeyError, TypeError, ValueError):
        return None


def meaning(status: int) -> str:
    """A status, and what it says about the request."""
    said = _MEANINGS.get(status) or ("it takes no such text" if status in _REFUSED_TEXT else "")
    return f"HTTP {status}" + (f", {said}" if said else "")


def checked_url(url: str, what: str) -> str:
    """The URL without a slash at its end, if plaintexts may go there.

    Args:
        url: Of the endpoint.
        what: What errors call it: ``an embeddings endpoint``.

    Raises:
        InputError: They may not.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        raise InputError(f"the URL of {what} is malformed") from None
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))
    if not is_safe or not host or any(one.isspace() for one in url):
        raise InputError(
            f"{what} has an https:// URL, or http:// to this machine: it is sent what the "
            "memories say"
        )
    if parts.username is not None or parts.query or parts.fragment:
        raise InputError(f"the URL of {what} has no password, query or fragment")
    return url.rstrip("/")


def host_of(url: str) -> str:
    """Host and port, for errors."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)


def checked_key(key: str, where: str) -> str:
    """The key without what surrounds it, if a header can hold it.

    Raises:
        InputError: It cannot; the message says where it came from, and not what it is.
    """
    key = key.strip()
    if not re.fullmatch(r"[!-~]*", key):
        raise InputError(f"{where} holds no key: a key has no blanks, and letters of ASCII only")
    return key
