"""A client of Google's SDK, with memory in front of its models."""

from collections.abc import Iterator
from typing import Any, Self

import wrapt
from google.genai.chats import AsyncChats, Chats

from .client_memory import ClientMemory
from .formats.gemini_contents import GeminiContents
from .tapped_streams import Reader, Tap, read

FORMAT = GeminiContents()


class _Remembering(wrapt.BaseObjectProxy):  # type: ignore[misc]
    def __init__(self, wrapped: Any, memory: ClientMemory) -> None:
        super().__init__(wrapped)
        self._self_memory = memory

    @property
    def _sense_memory(self) -> ClientMemory:
        return self._self_memory


class RememberingClient(_Remembering):
    """A client whose models remember, and its asynchronous side."""

    @property
    def models(self) -> Any:
        """Its models."""
        return _Models(self.__wrapped__.models, self._self_memory)

    @property
    def chats(self) -> Any:
        """Chats with these models."""
        return Chats(modules=self.models)

    @property
    def aio(self) -> Any:
        """Its asynchronous side."""
        return _AsyncSide(self.__wrapped__.aio, self._self_memory)

    def __enter__(self) -> Self:
        self.__wrapped__.__enter__()
        return self


class _AsyncSide(_Remembering):
    @property
    def models(self) -> Any:
        return _AsyncModels(self.__wrapped__.models, self._self_memory)

    @property
    def chats(self) -> Any:
        return AsyncChats(modules=self.models)

    async def __aenter__(self) -> Self:
        await self.__wrapped__.__aenter__()
        return self


class _Models(_Remembering):
    def generate_content(self, **given: Any) -> Any:
        memory = self._self_memory
        asked = FORMAT.asked(given)
        exchange = memory.wait(memory.begin(asked))
        if exchange is None:
            return self.__wrapped__.generate_content(**given)
        with memory.given_up_on_failure(exchange):
            response = self.__wrapped__.generate_content(
                **FORMAT.told(given, asked, exchange.prompt)
            )
        memory.wait(memory.end(exchange, FORMAT.answered(response)))
        return response

    def generate_content_stream(self, **given: Any) -> Iterator[Any]:
        memory = self._self_memory
        asked = FORMAT.asked(given)
        exchange = memory.wait(memory.begin(asked))
        if exchange is None:
            yield from self.__wrapped__.generate_content_stream(**given)
            return
        told = FORMAT.told(given, asked, exchange.prompt)
        with memory.given_up_on_failure(exchange):
            stream = self.__wrapped__.generate_content_stream(**told)
        yield from read(iter(stream), Tap(memory, exchange, FORMAT.ear()))


class _AsyncModels(_Remembering):
    async def generate_content(self, **given: Any) -> Any:
        memory = self._self_memory
        asked = FORMAT.asked(given)
        exchange = await memory.begun(asked)
        if exchange is None:
            return await self.__wrapped__.generate_content(**given)
        with memory.given_up_on_failure(exchange):
            response = await self.__wrapped__.generate_content(
                **FORMAT.told(given, asked, exchange.prompt)
            )
        await memory.ended(exchange, FORMAT.answered(response))
        return response

    async def generate_content_stream(self, **given: Any) -> Any:
        memory = self._self_memory
        asked = FORMAT.asked(given)
        exchange = await memory.begun(asked)
        if exchange is None:
            return await self.__wrapped__.generate_content_stream(**given)
        told = FORMAT.told(given, asked, exchange.prompt)
        with memory.given_up_on_failure(exchange):
            stream = await self.__wrapped__.generate_content_stream(**told)
        return Reader(aiter(stream), Tap(memory, exchange, FORMAT.ear()))
