"""A response that is not read without end. Imported on first use, as httpx is."""

from collections.abc import AsyncIterator

import httpx


class EndlessError(Exception):
    """More came than was to come."""


class BoundedStream(httpx.AsyncByteStream):
    """The bytes of another stream, as long as they are not too many.

    Args:
        stream: Where they come from.
        most: How many may come.
    """

    def __init__(self, stream: httpx.AsyncByteStream, most: int) -> None:
        self._stream = stream
        self._left = most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._left -= len(chunk)
            if self._left < 0:
                raise EndlessError
            yield chunk

    async def aclose(self) -> None:
        """Close what they come from."""
        await self._stream.aclose()
