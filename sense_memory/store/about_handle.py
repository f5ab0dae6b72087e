"""What ``store.about(name)`` gives: what is believed of somebody or something."""

from collections.abc import Awaitable, Callable

from ..core.about import AboutLine, ForgottenAll, ForgottenLine
from ..core.errors import InputError
from .context import Context


class About:
    """All that is believed of one person, thing or topic, in plain sentences.

    Raises:
        InputError: There is nothing in the name.
    """

    def __init__(self, context: Callable[[], Awaitable[Context]], name: str) -> None:
        if not isinstance(name, str) or not name.strip():
            raise InputError(f"about whom or what? that is no name: {name!r}")
        self._context = context
        self._name = name.strip()

    def __repr__(self) -> str:
        return f"About({self._name!r})"

    @property
    def name(self) -> str:
        """Whom or what it is about."""
        return self._name

    async def lines(self, *, past: bool = False) -> list[AboutLine]:
        """What is believed, room by room, the newest first within each.

        Args:
            past: Also what was believed before, was superseded, or has ended.

        Raises:
            ReadFailedError: Nothing is known here and no relay could be read to its end.
        """
        from . import about

        return await about.lines(await self._context(), self._name, past=past)

    async def correct(
        self, line: AboutLine | str, text: str, *, expected: str | None = None
    ) -> AboutLine:
        """Let a line say something else; what it said before stays in its history.

        Args:
            line: It, or its reference.
            text: What is so.
            expected: What the line says to whoever corrects it; ``None`` writes over whatever that
                is.

        Raises:
            UnknownMemoryError: There is no such line.
            InputError: There is nothing in the text, or it is made of others, which can be
                corrected: a summary, a topic; or it says something else than was expected, or
                somebody wrote at the same time, and nothing was written.
        """
        from . import about

        return await about.correct(await self._context(), self._name, line, text, expected)

    async def restore(self, line: AboutLine | ForgottenLine | str) -> AboutLine:
        """Take a correction or a forgetting back.

        Of a line that was corrected its former text is believed again, of one that was superseded
        or has ended it, and of what ``forget`` gave that which was forgotten, as long as somebody
        holds it: nothing else does.

        Raises:
            UnknownMemoryError: There is no such line, or nothing was before it.
            InputError: Somebody wrote something else since where what was forgotten stood; nothing
                was written.
        """
        from . import about

        return await about.restore(await self._context(), self._name, line)

    async def forget(
        self, line: AboutLine | str | None = None, *, expected: str | None = None
    ) -> ForgottenAll:
        """Forget one line, or everything that is known about the name, on every device.

        Args:
            line: It, or its reference; ``None`` is everything, what was believed before too.
            expected: What the line says to whoever forgets it; ``None`` forgets it whatever that
                is.

        Raises:
            UnknownMemoryError: There is no such line.
            InputError: It says something else than was expected, and nothing was forgotten.
        """
        from . import about

        return await about.forget(await self._context(), self._name, line, expected)

    async def export(self) -> str:
        """Everything that is known about the name, as Markdown, with what was believed before.

        Each line says since when it holds and from which source.
        """
        from . import about

        return await about.export(await self._context(), self._name)
