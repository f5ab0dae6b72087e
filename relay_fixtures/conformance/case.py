"""What a case of the examination is: a question put to a relay, and the relay's answer."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from relay_fixtures.conformance.author import Author
from relay_fixtures.conformance.probe import Probe

__all__ = ["Case", "Examination", "Finding", "Suite"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a relay was seen to do.

    Attributes:
        case: the name of the case.
        answer: a few words, the same for all relays that do the same.
    """

    case: str
    answer: str


@dataclass(frozen=True, slots=True)
class Examination:
    """What a case works with: a relay's address, and patience.

    Attributes:
        url: the relay, `ws://` or `wss://`.
        patience: seconds after which a relay that says nothing at all counts as silent.
    """

    url: str
    patience: float = 10.0

    @contextlib.asynccontextmanager
    async def visit(self, author: Author | None = None) -> AsyncIterator[Probe]:
        """A new connection, on which `author` authenticates if the relay asks."""
        async with Probe.open(self.url, author, patience=self.patience) as probe:
            yield probe


@dataclass(frozen=True, slots=True)
class Case:
    """A question.

    Attributes:
        name: `snake_case`.
        question: for people.
        ask: puts it to a relay and returns the answer.
        heavy: publishes hundreds of events or spends the relay's patience with us; for relays
            one may treat so.
    """

    name: str
    question: str
    ask: Callable[[Examination], Awaitable[str]]
    heavy: bool = False

    async def __call__(self, url: str, *, patience: float = 10.0) -> Finding:
        """Put the question to the relay at `url`.

        Raises:
            OSError: the relay cannot be reached.
        """
        return Finding(self.name, await self.ask(Examination(url, patience)))


class Suite:
    """Collects the cases of a module, in the order they are written."""

    def __init__(self) -> None:
        self.cases: list[Case] = []

    def case(
        self, question: str, *, heavy: bool = False
    ) -> Callable[
        [Callable[[Examination], Awaitable[str]]], Callable[[Examination], Awaitable[str]]
    ]:
        """Take the decorated coroutine function as a case; its name is the case's."""

        def register(
            ask: Callable[[Examination], Awaitable[str]],
        ) -> Callable[[Examination], Awaitable[str]]:
            self.cases.append(Case(ask.__name__, question, ask, heavy))
            return ask

        return register
