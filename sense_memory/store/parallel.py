"""Many pieces of work at once, of which each is kept as it comes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..core.errors import InputError, LLMAuthError, ProviderError

MOST_PARALLEL = 100
"""How much anybody may want to be asked at once."""
NAMED = 10
"""So many pieces of one kind are named that could not be done."""

S = TypeVar("S")
T = TypeVar("T")

IN_A_ROW = 3
"""So many failures with no success between them, or one for each piece that is under way at once,
and nobody goes on asking."""


@dataclass(frozen=True, slots=True)
class Undone(Generic[S]):
    """What could not be done.

    Attributes:
        failed: Pieces, and why.
        untried: How many pieces were not begun, since too many failed in a row.
    """

    failed: tuple[tuple[S, ProviderError], ...] = ()
    untried: int = 0

    def told(self, said: Callable[[S], str]) -> list[str]:
        """The same in sentences, the first ten one by one.

        Args:
            said: What could not be done, of one piece.
        """
        found = [f"{said(piece)}: {error}" for piece, error in self.failed[:NAMED]]
        more = len(self.failed) - NAMED
        if more > 0:
            found.append(f"{more} more like the last one")
        if self.untried:
            found.append(f"{self.untried} more were not tried after that")
        return found


def checked_limit(parallel: int | None, configured: int) -> int:
    """How many pieces are worked on at once.

    Args:
        parallel: As somebody said, 1–100; ``None`` is the configured number.
        configured: That.

    Raises:
        InputError: The number is out of range.
    """
    limit = configured if parallel is None else parallel
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MOST_PARALLEL:
        raise InputError(f"parallel is a number from 1 to {MOST_PARALLEL}, not {parallel!r}")
    return limit


async def in_parallel(
    limit: int,
    pieces: Iterable[S],
    work: Callable[[S], Awaitable[T]],
    keep: Callable[[Sequence[tuple[S, T]]], Awaitable[None]],
) -> Undone[S]:
    """Work on many pieces, at most so many at once, and keep what comes of them as it comes.

    A piece that a provider fails at keeps no other from being done. Whatever else is raised, or
    whoever cancels this, ends what is under way; what was kept stays, and what was done by then is
    kept unless it was cancelled.

    Args:
        limit: At least 1.
        pieces: They are taken one by one, when there is room for them.
        work: What is done with each.
        keep: Is given pieces and what came of them, never twice at once.
    """
    source = iter(pieces)
    under_way: dict[asyncio.Task[T], S] = {}
    failed: list[tuple[S, ProviderError]] = []
    in_a_row = 0
    is_going_on = True
    try:
        while True:
            while is_going_on and len(under_way) < limit:
                try:
                    piece = next(source)
                except StopIteration:
                    is_going_on = False
                else:
                    under_way[asyncio.ensure_future(work(piece))] = piece
            if not under_way:
                break
            finished, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            done: list[tuple[S, T]] = []
            broken: BaseException | None = None
            for task in [task for task in under_way if task in finished]:
                piece = under_way.pop(task)
                error = asyncio.CancelledError() if task.cancelled() else task.exception()
                if error is None:
                    done.append((piece, task.result()))
                elif isinstance(error, ProviderError):
                    failed.append((piece, error))
                    in_a_row += 1
                    # nobody who is refused for their key is taken the next time
                    is_hopeless = isinstance(error, LLMAuthError)
                    is_going_on = is_going_on and not is_hopeless
                else:
                    broken = broken or error
            if done:
                in_a_row = 0
                await keep(done)
            if broken is not None:
                raise broken
            is_going_on = is_going_on and in_a_row < max(limit, IN_A_ROW)
    finally:
        for task in under_way:
            task.cancel()
        if under_way:
            await asyncio.gather(*under_way, return_exceptions=True)
    return Undone(tuple(failed), sum(1 for _ in source))
