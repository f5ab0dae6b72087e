"""What a conversation is told of the past, and leaves to the future, turn by turn."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import TYPE_CHECKING

from ..core.errors import ReadFailedError, SenseMemoryError
from ..core.llm import Message, Role
from ..core.records.conversation import turn_origin
from .output import say
from .rapport.known import peer_or_stranger
from .session import Session

if TYPE_CHECKING:
    from ..core.prompt import Prompt
    from ..store import MemoryStore


@dataclass(frozen=True, slots=True)
class Told:
    """What a model is told beside what is being said.

    Attributes:
        system: What memory has to say to the message; ``""`` where it is nothing.
        earlier: The last messages of the conversation, as far as they were not said just now.
    """

    system: str = ""
    earlier: tuple[Message, ...] = ()


class Past:
    """The memory of one conversation, while it is held.

    The store lives on the loop in the background: relays are served while somebody thinks.

    Args:
        store: Where it is.
        peer: With whom the agent talks.
        conversation: Under which name it is kept.
    """

    def __init__(self, store: "MemoryStore", peer: str, conversation: str) -> None:
        self._store = store
        self._peer = peer
        self._conversation = conversation
        self._message = ""
        self._prompt: Prompt | None = None
        self._said: list[tuple[str, Prompt | None, str]] = []
        self._told: list[tuple[str, Prompt | None, str]] = []
        self._is_silent = False
        self._kept: list[str] = []

    @property
    def kept(self) -> tuple[str, ...]:
        """References to the turns that were kept, oldest first."""
        return tuple(self._kept)

    def told(self, message: str, shown: Sequence[Message]) -> Told:
        """What there is to say to a message; asked again for the same one, the same.

        Args:
            message: What is asked.
            shown: What the model is shown anyway.
        """
        from ..blocking import run

        if self._prompt is None or self._message != message:
            self._message, self._prompt = message, None
            try:
                self._prompt = run(
                    self._store.prompt(
                        message,
                        about=self._peer,
                        conversation=self._conversation,
                        shown=[one.text for one in shown],
                    )
                )
            except ReadFailedError as error:
                self._is_not_told(f"it cannot be known who {self._peer} is", error)
            except SenseMemoryError as error:
                self._is_not_told("memory cannot be asked", error)
        if self._prompt is None:
            return Told()
        # no model has to take an answer to something that it was not shown
        earlier = dropwhile(lambda one: one.role is Role.ASSISTANT, self._prompt.messages[:-1])
        return Told(self._prompt.system, tuple(earlier))

    def answered(self, reply: str) -> None:
        """Keep the message and its answer, and learn from it what of the past helped."""
        self._said.append((self._message, self._prompt, reply))
        self._message, self._prompt = "", None
        self._keep()

    def ended(self, unanswered: str | None) -> None:
        """Keep what is not kept yet, and what was said and not answered; learn what was told.

        Not before: what is being said needs no second telling by memory.
        """
        if unanswered is not None:
            self._said.append(
                (unanswered, self._prompt if self._message == unanswered else None, "")
            )
        self._keep()
        self._learn_all()

    def _keep(self) -> None:
        from ..blocking import run

        try:
            while self._said:
                message, prompt, reply = self._said[0]
                turn = run(self._turn(message, prompt, reply))
                del self._said[0]
                self._told.append((message, prompt, turn))
        except SenseMemoryError as error:
            say(f"what was said is not in the conversation {self._conversation!r}: {error}")

    async def _turn(self, message: str, prompt: "Prompt | None", reply: str) -> str:
        """Keep both; the id of the message's turn."""
        conversation = self._store.conversation(self._conversation)
        if prompt is not None:
            done = await conversation.learn(prompt, reply)
            self._is_kept(done.user_turn, done.assistant_turn)
            return done.user_turn
        asked = (await conversation.add(Role.USER, message)).id
        self._is_kept(asked)
        if reply:
            self._is_kept((await conversation.add(Role.ASSISTANT, reply)).id)
        return asked

    def _learn_all(self) -> None:
        """Let all rooms learn what the messages tell, by rules; they themselves are safe."""
        from ..blocking import run

        try:
            for message, prompt, turn in self._told:
                source = turn_origin(self._conversation, turn)
                run(self._store.learn(message, about=self._peer, prompt=prompt, source=source))
        except SenseMemoryError as error:
            say(f"what was said is kept, and not all that it tells was learned: {error}")

    def _is_kept(self, *turns: str | None) -> None:
        self._kept += [turn_origin(self._conversation, one) for one in turns if one is not None]

    def _is_not_told(self, why: str, error: SenseMemoryError) -> None:
        if not self._is_silent:
            self._is_silent = True  # once is enough: it will be so at every turn
            say(f"{why}, so the model is told nothing: {error}")


@contextlib.contextmanager
def past(session: Session, peer: str, conversation: str, *, sync: bool) -> Iterator[Past]:
    """The memory of a conversation, open; it says whether the peer is new.

    Args:
        session: The options before the command.
        peer: With whom the agent talks.
        conversation: Under which name it is kept.
        sync: Whether the relays are read first.
    """
    from ..blocking import run

    stack = contextlib.AsyncExitStack()
    store = run(stack.enter_async_context(session.opened(may_create=True)))
    try:
        made = Past(store, peer, conversation)
        with contextlib.suppress(ReadFailedError):  # the first prompt says so
            if run(peer_or_stranger(store, peer, sync=sync)) is None:
                say(f"{peer} is new here")
        yield made
    finally:
        run(stack.aclose())
