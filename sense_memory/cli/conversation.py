"""A conversation with a language model: what was said, what was answered, what broke off."""

import asyncio
import contextlib
import io
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TextIO

from ..core.errors import LLMAuthError, LLMConfigError, LLMError, LLMInterruptedError
from ..core.llm import Message, Role
from ..core.surrogates import joined
from .ended_from_outside import unplug
from .exits import Code, CommandError
from .output import data_json, printable, say

if TYPE_CHECKING:
    from ..core.llm import LLM
    from .past import Past

LAST_WORDS = frozenset({"bye", "quit", "exit"})
AGAIN = "an empty line asks again"


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the peer's turns come from, a line each.

    Attributes:
        source: Standard input.
        is_for_people: Whether somebody sits there.
        is_whole: Whether the terminal is also what standard output is, so that lines can be edited.
    """

    source: TextIO
    is_for_people: bool
    is_whole: bool

    @classmethod
    def of_stdin(cls, *, is_for_people: bool) -> Self:
        """Standard input.

        Args:
            is_for_people: Whether standard output is for people, if it is a terminal.

        Raises:
            CommandError: It is closed.
        """
        if sys.stdin is None:
            raise CommandError(Code.USAGE, "there is nobody to talk with: standard input is closed")
        # what is no text on either side must not cost the conversation
        _never_fail(sys.stdin, "replace")
        _never_fail(sys.stdout, "backslashreplace")
        has_terminal = sys.stdin.isatty()
        is_whole = has_terminal and is_for_people and sys.stdout.isatty()
        if is_whole:
            # lines of any length, with a history that is kept nowhere
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401
        return cls(sys.stdin, has_terminal, is_whole)

    def next(self) -> str | None:
        """The next line; ``None`` after the last."""
        if self.is_whole:
            try:
                return input("> ")
            except EOFError:
                print()
                return None
        if self.is_for_people:
            print("> ", end="", file=sys.stderr, flush=True)
        line = self.source.readline()
        return line.removesuffix("\n").removesuffix("\r") if line else None


class Conversation:
    """What was said so far, and the model that answers.

    Args:
        llm: The model.
        manner: What it is told at every turn.
        past: What is known from before, and kept for later; ``None`` is nothing.
        as_json: Whether answers are printed as JSON Lines, not piece by piece.
    """

    def __init__(self, llm: "LLM", manner: str, past: "Past | None", *, as_json: bool) -> None:
        self._llm = llm
        self._manner = manner
        self._past = past
        self._as_json = as_json
        self._turns: list[Message] = []
        self._unanswered: str | None = None

    @property
    def was_answered(self) -> bool:
        """Whether the model said anything."""
        return bool(self._turns)

    @property
    def said(self) -> tuple[Message, ...]:
        """All turns: what was answered, and at the end perhaps something that was not."""
        if self._unanswered is None:
            return tuple(self._turns)
        return (*self._turns, Message(Role.USER, self._unanswered))

    def hold(self, runner: asyncio.Runner, lines: Lines) -> Code:
        """Talk until somebody ends it.

        Args:
            runner: The loop on which the model is asked. Between two answers it stands still, so
                that Ctrl-C is what it is everywhere.
            lines: Where the peer's turns come from.

        Returns:
            Whether the last turn was answered: the conversation goes on after one that was not.
        """
        is_answered = True
        try:
            while (line := lines.next()) is not None and line.strip().lower() not in LAST_WORDS:
                if line.strip():
                    self._unanswered = line.strip()
                if self._unanswered is not None:
                    is_answered = self._turn(runner, self._unanswered)
        except KeyboardInterrupt:
            print(file=sys.stderr)
            return Code.OK
        except BrokenPipeError:
            # nobody reads the answers any more; what was said until then counts
            return Code.ERROR
        except OSError:
            unplug()
            return Code.ERROR
        except (LLMAuthError, LLMConfigError) as error:
            say(f"the conversation ends here: {error}")
            return Code.ERROR
        return Code.OK if is_answered else Code.ERROR

    def leave(self) -> None:
        """Keep for later what was said last, answered or not."""
        if self._past is not None and self.was_answered:
            self._past.ended(self._unanswered)

    def _turn(self, runner: asyncio.Runner, text: str) -> bool:
        """Let the model answer, with what memory has to say to it; whether it did."""
        from ..mind.rapport.transcript import FULL_WINDOW, truncated

        said = truncated(self.said)
        if self._past is None:
            return runner.run(self._answer(text, self._manner, said))
        told = self._past.told(text, self._turns[-FULL_WINDOW:])
        system = f"{told.system}\n\n{self._manner}".lstrip()
        is_answered = runner.run(self._answer(text, system, (*told.earlier, *said)))
        if is_answered:
            self._past.answered(self._turns[-1].text)
        return is_answered

    async def _answer(self, text: str, system: str, said: Sequence[Message]) -> bool:
        """Ask the model for the next turn, and show it as it comes.

        Returns:
            Whether it was said: all of it, or as much as a model may write at once.
        """
        pieces: list[str] = []
        cut_at: int | None = None
        try:
            async with _closed(self._llm.chat(system, said)) as answer:
                async for piece in answer:
                    pieces.append(piece)
                    self._show(piece)
        except LLMError as error:
            cut_at = error.cut_at if isinstance(error, LLMInterruptedError) else None
            # asked again it would be cut again, so what came of it is what is said
            if cut_at is None:
                self._broke_off(joined("".join(pieces)))
                if isinstance(error, LLMAuthError):
                    raise
                say(f"{error}; {AGAIN}")
                return False
        whole = joined("".join(pieces))
        if not whole.strip():
            why = "" if cut_at is None else f": its {cut_at} tokens were used up before"
            say(f"the model said nothing{why}; {AGAIN}")
            return False
        self._turns += [Message(Role.USER, text), Message(Role.ASSISTANT, whole)]
        self._unanswered = None
        if self._as_json:
            cut = {} if cut_at is None else {"cut_at": cut_at}
            data_json({"role": Role.ASSISTANT.value, "content": whole, **cut})
        else:
            print("" if cut_at is None else f" [cut at {cut_at} tokens]", flush=True)
        return True

    def _show(self, piece: str) -> None:
        """A piece of an answer: exact for a pipe, harmless for a terminal."""
        if not self._as_json:
            print(printable(piece) if sys.stdout.isatty() else piece, end="", flush=True)

    def _broke_off(self, half: str) -> None:
        """Mark what came of an answer: it does not count as said."""
        if not half:
            return
        if self._as_json:
            data_json({"role": Role.ASSISTANT.value, "content": half, "is_broken": True})
        else:
            print(" [broken off]", flush=True)


@contextlib.asynccontextmanager
async def _closed(answer: AsyncIterator[str]) -> AsyncIterator[AsyncIterator[str]]:
    """Let what an answer holds open be closed, however its reading ends."""
    try:
        yield answer
    finally:
        if isinstance(answer, AsyncGenerator):
            await answer.aclose()


def _never_fail(stream: TextIO, errors: str) -> None:
    """Let a stream replace what it cannot read or write."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=errors)
