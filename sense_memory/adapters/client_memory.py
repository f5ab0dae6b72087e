"""What a client with memory does around each of its calls."""

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from ..core.conversation import Exchange as Kept
from ..core.errors import InputError, SenseMemoryError
from ..core.prompt import Prompt
from ..core.records.conversation import turn_origin
from ..mind.prompt.assembling import check_prompt
from .exchange import Answered, Asked
from .store_reach import AnyStore, StoreReach

log = logging.getLogger("sense_memory.adapters")

T = TypeVar("T")

MOST_OPEN = 64
"""Exchanges that wait for the results of tools; the oldest are dropped."""

ATTRIBUTE = "_sense_memory"
"""Where a client has its memory."""


@dataclass(eq=False, slots=True, repr=False)
class Exchange:
    """What a user asks, and what comes of it, through all calls of tools.

    Attributes:
        prompt: What memory says to it.
        said: What the assistant said before it called tools, or the beginning of its reply.
        goes_on: The reply goes on where the last of those breaks off.
        names: By which a later request may name it.
        is_continued: It is about results of tools that were called before.
        text: The reply as it was kept last; ``None`` if it was not.
        kept: The turns that are kept.
    """

    prompt: Prompt
    said: tuple[str, ...] = ()
    goes_on: bool = False
    names: tuple[str, ...] = ()
    is_continued: bool = False
    text: str | None = None
    kept: Kept | None = None

    def reply(self, text: str) -> str:
        """The whole reply of which this is the last text."""
        if self.goes_on and text:
            return "\n\n".join((*self.said[:-1], self.said[-1] + text))
        return "\n\n".join(one for one in (*self.said, text) if one.strip())


@dataclass(eq=False, slots=True)
class ClientMemory:
    """The memory of a client, and of the copies that are made of it.

    Attributes:
        store: Where its memories are.
        conversation: The conversation that is held through it.
        about: With whom.
        budget: Tokens that memory may add to a request; ``None`` is what the store says.
        learns: Whether all rooms learn from what the user says.
        last: What memory said to the last request; ``explain()`` tells why.
    """

    store: AnyStore
    conversation: str
    about: str | None
    budget: int | None
    learns: bool
    last: Prompt | None = field(default=None, repr=False)
    _open: deque[Exchange] = field(default_factory=lambda: deque(maxlen=MOST_OPEN), repr=False)
    _unkept: list[tuple[Exchange, str]] = field(default_factory=list, repr=False)
    _running: set[asyncio.Task[None]] = field(default_factory=set, repr=False)
    _reach: StoreReach = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._reach = StoreReach(self.store)
        self.store.conversation(self.conversation)  # says what is wrong with the name
        if self.about is not None:
            self.store.rapport(self.about)
        if self.budget is not None:
            check_prompt("a message", self.budget)

    # ---------------------------------------------------------------- before and after

    async def begin(self, asked: Asked) -> Exchange | None:
        """What memory says to a request; ``None`` if nobody says anything in it.

        Raises:
            SenseMemoryError: Memory could not be asked; then the model is not asked either.
        """
        await self._catch_up()
        if asked.is_continued and (found := self._taken(asked)) is not None:
            if asked.previous is not None:
                return found
            return replace(found, said=asked.said, goes_on=asked.goes_on)
        if not asked.message.strip():
            return None
        self.last = prompt = await self._reach.mind.prompt(
            asked.message,
            about=self.about,
            conversation=self.conversation,
            budget=self.budget,
            shown=asked.shown,
        )
        names = (asked.message,) if asked.previous is None else (asked.message, asked.previous)
        return Exchange(prompt, asked.said, asked.goes_on, names)

    async def end(self, exchange: Exchange, answered: Answered) -> None:
        """Keep an exchange, once, unless tools are called: then it goes on with their results.

        What is asked and what is answered are kept together, or neither is: nothing of a reply
        that says nothing.
        """
        if answered.has_failed:
            self.give_up(exchange)
        elif answered.wants_tools:
            said = (exchange.reply(answered.text),)
            names = (*exchange.names, *((answered.id,) if answered.id else ()))
            self._wait_for(Exchange(exchange.prompt, said, names=names, is_continued=True))
        elif (reply := exchange.reply(answered.text)).strip():
            await self._keep(exchange, reply)

    @contextmanager
    def given_up_on_failure(self, exchange: Exchange) -> Iterator[None]:
        """``give_up`` if the call within fails."""
        try:
            yield
        except BaseException:
            self.give_up(exchange)
            raise

    def give_up(self, exchange: Exchange) -> None:
        """Keep nothing of a call that failed; where results of tools were sent, they may be again.

        What is kept stays kept.
        """
        if exchange.is_continued and exchange.text is None:
            self._wait_for(exchange)

    def _wait_for(self, exchange: Exchange) -> None:
        # copied at once: another thread may be here, too
        for other in list(self._open):
            if other.prompt.id == exchange.prompt.id:
                with suppress(ValueError):
                    self._open.remove(other)
        self._open.append(exchange)

    def _taken(self, asked: Asked) -> Exchange | None:
        """The exchange that a request goes on with, which is no longer open."""
        name = asked.previous if asked.previous is not None else asked.message
        for exchange in reversed(list(self._open)):
            if name in exchange.names:
                self._open.remove(exchange)
                return exchange
        return None

    # ------------------------------------------------------------------------ keeping

    async def _keep(self, exchange: Exchange, reply: str) -> None:
        if exchange.text == reply:
            return
        before, exchange.text = exchange.text, reply
        chat = self._reach.mind.conversation(self.conversation)
        try:
            if before is None or exchange.kept is None:
                exchange.kept = await chat.learn(exchange.prompt, reply)
                if self.learns:
                    await self._learn(exchange.prompt, exchange.kept.user_turn)
            elif exchange.kept.assistant_turn is not None:
                # a stream that was left was read on
                await chat.edit(exchange.kept.assistant_turn, reply)
        except InputError as error:
            log.error("an exchange with a model cannot be kept: %s", error)  # noqa: TRY400
        except SenseMemoryError as error:
            # the caller has a reply, and paid for it: it is not lost for this
            exchange.text = before
            self._unkept.append((exchange, reply))
            log.error(  # noqa: TRY400  # the error says what is wrong; a trace says where we are
                "an exchange with a model could not be kept yet, and is tried again with the next: "
                "%s",
                error,
            )
        except asyncio.CancelledError:
            exchange.text = before
            self._unkept.append((exchange, reply))
            raise

    async def _learn(self, prompt: Prompt, turn: str) -> None:
        """Let all rooms learn what the user said; it is forgotten with the turn."""
        await self._reach.mind.learn(
            prompt.message,
            about=self.about,
            prompt=prompt,
            source=turn_origin(self.conversation, turn),
        )

    async def _catch_up(self) -> None:
        """Keep what could not be kept."""
        waiting, self._unkept[:] = list(self._unkept), []
        for exchange, reply in waiting:
            await self._keep(exchange, reply)

    # --------------------------------------------------------------- on which event loop

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Some work of this memory, while the thread of a synchronous client waits.

        Raises:
            InputError: An event loop runs in this thread, and the store is an asynchronous one.
        """
        return self._reach.wait(work)

    async def begun(self, asked: Asked) -> Exchange | None:
        """``begin`` for an asynchronous client, once what its last calls left is kept."""
        here = asyncio.get_running_loop()
        if left := [task for task in self._running if task.get_loop() is here]:
            await asyncio.wait(left)
        return await self._reach.there(self.begin(asked))

    async def ended(self, exchange: Exchange, answered: Answered) -> None:
        """``end`` for an asynchronous client; it goes on to its end even if that is cancelled."""
        await asyncio.shield(self.ending(exchange, answered))

    def ending(self, exchange: Exchange, answered: Answered) -> asyncio.Task[None]:
        """``end`` in a task, for which the next request waits.

        Raises:
            RuntimeError: No event loop runs in this thread.
        """
        here = asyncio.get_running_loop()
        task = here.create_task(self._reach.there(self.end(exchange, answered)))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def leave(self, exchange: Exchange, answered: Answered) -> None:
        """Keep what is left of a stream that nobody holds any more, when there is time."""
        if not answered.has_failed and not answered.wants_tools:
            reply = exchange.reply(answered.text)
            if reply.strip() and reply != exchange.text:
                self._unkept.append((exchange, reply))


def check_without_memory(client: object) -> None:
    """Refuse a client that would remember everything twice.

    Raises:
        InputError: It has a memory already.
    """
    if isinstance(getattr(client, ATTRIBUTE, None), ClientMemory):
        raise InputError(
            f"this {type(client).__name__} has a memory already; give with_memory the client that "
            "it was made of"
        )


def memory_of(client: object) -> ClientMemory:
    """The memory that ``with_memory`` gave a client.

    Raises:
        InputError: It has none.
    """
    found = getattr(client, ATTRIBUTE, None)
    if not isinstance(found, ClientMemory):
        raise InputError(f"this {type(client).__name__} has no memory; with_memory gives it one")
    return found
