"""Asking a language model over HTTP: what all formats have in common.

An endpoint that refuses something it need not know (a schema, a tool, a count of tokens in a
stream) is asked without it, then and from then on.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from ...core.errors import (
    InputError,
    LLMAnswerError,
    LLMAuthError,
    LLMConfigError,
    LLMError,
    LLMInterruptedError,
    LLMRateLimitError,
    LLMUnreachableError,
)
from ...core.llm import LLMUsage, Message, Role, Shape
from ..http_endpoint import (
    EndpointError,
    HttpEndpoint,
    RefusalError,
    UnansweredError,
    checked_key,
    checked_url,
    host_of,
)
from .answer import Answer, Ending, Request, Tokens
from .json_in_text import read_first
from .spoken import Spoken, without_thoughts

if TYPE_CHECKING:
    import httpx
    from httpx_sse import ServerSentEvent

T = TypeVar("T")

CHAT_TOKENS = 4096
EXTRACT_TOKENS = 4096
"""Seven scores with evidence are some 800 tokens, half a page of them in some scripts 3,000."""
TIMEOUT = 180.0
SILENCE = 60.0
MAX_ANSWER_BYTES = 16 * 1024 * 1024
EFFORT = "low"
"""How long models may think that can be told: what they think is taken off the tokens they may
write, and whoever talks waits for it."""
_WHAT = "a language model"
KEY_VARIABLES: Mapping[str, Sequence[str]] = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "local": ("LOCAL_LLM_KEY",),
}
"""Where a provider's key is looked for, the first that is set."""


class Feature(StrEnum):
    """What an endpoint may refuse to be asked for."""

    SCHEMA = "an answer by a schema"
    TOOL = "a call of a tool"
    EFFORT = "how long to think"
    STREAM_USAGE = "a count of tokens in a stream"
    MAX_TOKENS = "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"


@dataclass(frozen=True, slots=True)
class Asking:
    """What a model is asked.

    Attributes:
        model: Which one.
        system: Who it is told to be.
        messages: What was said.
        most_tokens: What it may write.
        shape: What the answer is to be; ``None`` streams text.
        without: What this endpoint is not asked for.
    """

    model: str
    system: str
    messages: tuple[Message, ...]
    most_tokens: int
    shape: Shape[Any] | None
    without: Collection[Feature]

    def asks_for(self, feature: Feature) -> bool:
        """Whether the endpoint may be asked for it."""
        return feature not in self.without


class HttpLLM(ABC):
    """A language model that is asked over HTTP.

    Args:
        provider: In front of the model's name in ``id``.
        model: Talks.
        extract_model: Answers what is asked for by shape.
        base_url: Where.
        headers: What every request has, the key included.
        chat_tokens: What a turn of a conversation may have; thoughts count.
        extract_tokens: What an answer may have that is asked for by shape.
        timeout: Seconds until an answer begins, and again until it is complete.
        silence: Seconds without a sign of life after which a streamed answer has broken off.
        without: What is not asked for at this endpoint.

    Raises:
        InputError: The URL is not taken, or a number is out of range.
    """

    def __init__(
        self,
        provider: str,
        model: str,
        extract_model: str,
        base_url: str,
        headers: Mapping[str, str],
        *,
        chat_tokens: int,
        extract_tokens: int,
        timeout: float,
        silence: float,
        without: Collection[Feature] = (),
    ) -> None:
        self._provider = provider
        self.model = model
        self.extract_model = extract_model
        self._base_url = checked_url(base_url, _WHAT)
        for name, tokens in (("chat_tokens", chat_tokens), ("extract_tokens", extract_tokens)):
            if not 1 <= tokens <= 1_000_000:
                raise InputError(f"{name} is a number from 1 to 1,000,000, not {tokens!r}")
        self._chat_tokens = chat_tokens
        self._extract_tokens = extract_tokens
        self._silence = silence
        self._endpoint = HttpEndpoint(
            f"{provider} at {host_of(base_url)}",
            headers,
            timeout=timeout,
            max_bytes=MAX_ANSWER_BYTES,
        )
        self._without: dict[str, set[Feature]] = {
            name: set(without) for name in (model, extract_model)
        }
        self._usage = LLMUsage()

    @property
    def id(self) -> str:
        """The provider and the model that talks."""
        return f"{self._provider}:{self.model}"

    @property
    def extract_id(self) -> str:
        """The provider and the model that answers what is asked for by shape."""
        return f"{self._provider}:{self.extract_model}"

    @property
    def usage(self) -> LLMUsage:
        """What it was asked since it was made."""
        return self._usage

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {self.extract_id!r})"

    # ------------------------------------------------------------------ of each format

    @abstractmethod
    def _request(self, asking: Asking) -> Request:
        """What is posted; it streams where no shape is asked for."""

    @abstractmethod
    def _answer(self, answered: Any) -> Answer:
        """What was answered at once; raises what JSON access raises."""

    @abstractmethod
    def _piece(self, event: str, said: Any) -> Answer:
        """What an event of a stream says; raises what JSON access raises."""

    @abstractmethod
    def _named(self, request: Request) -> Mapping[Feature, str]:
        """What a request asks for, and by which words a refusal names it."""

    # ------------------------------------------------------------------ asking

    async def chat(self, system: str, messages: Sequence[Message]) -> AsyncIterator[str]:
        """The next turn of a conversation, piece by piece.

        Whoever stops before the end closes it (``contextlib.aclosing``), and the connection with
        it. A turn that does not end by itself raises, with what came until then, after the last
        piece: when it reaches the most tokens it may have, too.

        Raises:
            LLMError: While it is read; ``LLMInterruptedError`` has what came until then.
            InputError: There is nothing to answer.
        """
        told = tuple(message for message in messages if message.text.strip())
        if not told:
            raise InputError("a conversation has at least one message before it is answered")
        asking = self._asking(self.model, system, told, self._chat_tokens, None)
        text = ""
        spoken = Spoken()
        tokens = Tokens()
        ending: Ending | None = None
        word: str | None = None
        has_failed = True
        try:
            async with aclosing(self._pieces(asking)) as pieces:
                async for piece in pieces:
                    tokens = _counted(tokens, piece.tokens)
                    ending = piece.ending or ending
                    word = piece.failure or word
                    if said := spoken.take(piece.text) if piece.text else "":
                        text += said
                        yield said
            if said := spoken.rest():
                text += said
                yield said
            has_failed = ending is None
        except EndpointError as error:
            # an answer that said that it is complete is complete
            has_failed = ending is None
            if has_failed and not text:
                raise self._failure(error) from None
            if has_failed:
                message = f"the answer of {self._endpoint.name} broke off"
                raise LLMInterruptedError(f"{message} ({error})", text) from None
        except GeneratorExit:
            has_failed = False
            raise
        finally:
            self._count(tokens, has_failed=has_failed)
        if has_failed and word is not None:
            message = f"{self._endpoint.name} broke its answer off ({word})"
            raise LLMInterruptedError(message, text)
        if ending is not Ending.COMPLETE:
            # a context that is full ends an answer before the most tokens it may have
            cut_at = tokens.output or asking.most_tokens if ending is Ending.LENGTH else None
            raise LLMInterruptedError(self._cut_off(ending, "chat_tokens", asking), text, cut_at)

    async def extract(self, system: str, prompt: str, shape: Shape[T]) -> T:
        """An answer of a shape, by the model that is meant for that.

        Asked for by a schema, else as the arguments of a tool, else as JSON in text; what does
        not fit is asked for once more, with what is wrong.

        Raises:
            LLMError: There was none; ``LLMAnswerError`` if it was another one than was asked for,
                also when it was asked again.
        """
        messages: tuple[Message, ...] = (Message(Role.USER, prompt),)
        reason = ""
        # a client for each call: it belongs to the loop on which it was first used
        async with self._endpoint.client(self._base_url) as client:
            for _ in ("asked", "asked again"):
                asking = self._asking(
                    self.extract_model, system, messages, self._extract_tokens, shape
                )
                answer = await self._answered(client, asking)
                try:
                    return _read(answer, shape)
                except ValueError as error:
                    if answer.ending is not Ending.COMPLETE:
                        message = self._cut_off(answer.ending, "extract_tokens", asking)
                        raise LLMAnswerError(message) from None
                    reason = str(error)
                messages = (*messages[:1], *_repair(answer, shape, reason))
        raise LLMAnswerError(
            f"{self._endpoint.name} ({self.extract_model}) answered no {shape.name}, also when it "
            f"was asked again{_unquoted(reason)}"
        )

    async def _answered(self, client: "httpx.AsyncClient", asking: Asking) -> Answer:
        """One answer, counted."""
        tokens = Tokens()
        has_failed = True
        try:
            while True:
                request = self._request(asking)
                try:
                    answered = await self._endpoint.answer(client, request.url, request.body)
                except RefusalError as error:
                    asking = self._yielding(asking, request, error)
                    continue
                try:
                    answer = self._answer(answered)
                except (LookupError, TypeError, ValueError, AttributeError):
                    raise LLMAnswerError(
                        f"{self._endpoint.name} answered JSON without an answer"
                    ) from None
                has_failed = False
                tokens = answer.tokens or tokens
                return answer
        except EndpointError as error:
            raise self._failure(error) from None
        finally:
            self._count(tokens, has_failed=has_failed)

    async def _pieces(self, asking: Asking) -> AsyncGenerator[Answer, None]:
        """A streamed answer; what is refused is refused before its first piece."""
        async with self._endpoint.client(self._base_url) as client:
            is_refused = True
            while is_refused:
                request = self._request(asking)
                events = self._endpoint.events(
                    client, request.url, request.body, silence=self._silence
                )
                try:
                    async with aclosing(events) as source:
                        async for event in source:
                            piece = self._read_event(event)
                            yield piece
                            if piece.is_last:
                                break
                    is_refused = False
                except RefusalError as error:
                    asking = self._yielding(asking, request, error)

    def _read_event(self, event: "ServerSentEvent") -> Answer:
        # OpenAI ends with it; an event without data says nothing
        if event.data.strip() in ("", "[DONE]"):
            return Answer(is_last=bool(event.data.strip()))
        try:
            return self._piece(event.event, json.loads(event.data))
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            return Answer(failure="an event that cannot be read")

    # ------------------------------------------------------------------ what it may be asked for

    def _asking(
        self,
        model: str,
        system: str,
        messages: tuple[Message, ...],
        most_tokens: int,
        shape: Shape[Any] | None,
    ) -> Asking:
        return Asking(model, system, messages, most_tokens, shape, self._without[model])

    def _yielding(self, asking: Asking, request: Request, refusal: RefusalError) -> Asking:
        """The same without what was refused; raises the refusal if nothing of that was named."""
        if refusal.status in (400, 404, 422, 501):
            for feature, words in self._named(request).items():
                if re.search(words, refusal.said, re.IGNORECASE):
                    self._without[asking.model].add(feature)
                    return replace(asking, without=self._without[asking.model])
        raise refusal

    # ------------------------------------------------------------------ what is said of it

    def _count(self, tokens: Tokens, *, has_failed: bool) -> None:
        used = self._usage
        self._usage = LLMUsage(
            used.calls + (not has_failed),
            used.failures + has_failed,
            used.input_tokens + tokens.input,
            used.output_tokens + tokens.output,
        )

    def _cut_off(self, ending: Ending | None, option: str, asking: Asking) -> str:
        if ending is Ending.REFUSED:
            return f"{self._endpoint.name} ({asking.model}) declined to answer"
        who = f"the answer of {self._endpoint.name} ({asking.model})"
        if ending is None:
            return f"{who} broke off before its end"
        if ending is Ending.LENGTH:
            return (
                f"{who} is cut off: it reached the {asking.most_tokens} tokens it may have, or all "
                f"that the model can read; allow more with {option}="
            )
        return f"{who} is cut off: {ending.value}"

    def _failure(self, error: EndpointError) -> LLMError:
        message = str(error)
        if isinstance(error, UnansweredError):
            return LLMUnreachableError(message)
        if not isinstance(error, RefusalError):
            return LLMAnswerError(message)
        # Google says 400 of a key that it does not know
        if error.status in (401, 403) or "API_KEY_INVALID" in error.said:
            variables = KEY_VARIABLES.get(self._provider)
            where = f", in {' or '.join(variables)}" if variables else ""
            return LLMAuthError(f"{message}; see the key of {self._provider}{where}")
        if error.status in (402, 429, 503, 529):
            return LLMRateLimitError(message, error.retry_after)
        if error.status in (408, 500, 502, 504):
            return LLMUnreachableError(message)
        return LLMError(message)


def key_of(api_key: str | None, *variables: str, is_needed: bool = True) -> str:
    """The key that was given, or that of the first variable that is set.

    Raises:
        LLMConfigError: There is none, and one is needed; or what there is is none.
    """
    import os

    where = next((name for name in variables if os.environ.get(name)), None)
    key = os.environ.get(where or "", "") if api_key is None else api_key
    try:
        key = checked_key(key, "api_key=" if api_key is not None else where or "the environment")
    except InputError as error:
        raise LLMConfigError(str(error)) from None
    if not key and is_needed:
        raise LLMConfigError(f"no key was given to ask a model with: set {' or '.join(variables)}")
    return key


def _read(answer: Answer, shape: Shape[T]) -> T:
    if isinstance(answer.arguments, Mapping):
        return shape.read(dict(answer.arguments))
    return read_first(answer.arguments or without_thoughts(answer.text), shape.read)


def _repair(answer: Answer, shape: Shape[Any], reason: str) -> tuple[Message, ...]:
    """What an answer that does not fit is answered."""
    arguments = answer.arguments
    said = (
        json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, Mapping) else arguments
    )
    text = said or answer.text
    again = Message(
        Role.USER,
        f"That cannot be used: {reason}. Answer once more, with the whole answer. "
        + in_text(shape),
    )
    return (Message(Role.ASSISTANT, text), again) if text.strip() else (again,)


def in_text(shape: Shape[Any]) -> str:
    """How a shape is asked for in words."""
    schema = json.dumps(shape.schema, ensure_ascii=False)
    return (
        f"The answer is {shape.name}: {shape.description} It is one JSON object and nothing else, "
        f"as this JSON schema says: {schema}"
    )


def _counted(before: Tokens, now: Tokens | None) -> Tokens:
    """Providers count on: what is said last is the sum."""
    if now is None:
        return before
    return Tokens(max(before.input, now.input), max(before.output, now.output))


def _unquoted(reason: str) -> str:
    """A reason as part of an error: none that might quote what was said."""
    return "" if not reason or re.search(r"""['"“”`]""", reason) else f": {reason}"
