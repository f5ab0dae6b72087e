"""What is done with everything that a source has: cleaned, timed, filtered, or named a problem."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..core.items import MOST_CHARACTERS, Item, Named, Problem, Related, Said, Stated
from ..core.legible import label, legible
from ..core.llm import Role
from .options import Options
from .times import ImpossibleTimeError, moment


@dataclass(slots=True)
class Reading:
    """One run over one source.

    Attributes:
        source: The format, as it stands in the items.
        options: What is wanted.
    """

    source: str
    options: Options
    _is_time_told: bool = field(default=False, init=False)

    def said(
        self,
        conversation: "Conversation",
        role: Role,
        text: str,
        time: object,
        place: str,
        *,
        speaker: object = None,
    ) -> Iterator[Item]:
        """A message, unless it is empty or of a conversation that is not wanted."""
        if not conversation.is_wanted(self.options.conversation):
            return
        if len(text) > MOST_CHARACTERS:
            yield Problem(place, f"it is longer than {MOST_CHARACTERS:,} characters")
            return
        if not (text := legible(text)):
            return
        at, problem = self._moment(time, place)
        yield from problem
        yield Said(
            self.source,
            conversation.id,
            conversation.title,
            role,
            text,
            at,
            place,
            label(speaker),
        )

    def stated(
        self,
        subject: object,
        text: str,
        time: object,
        kind: str,
        place: str,
        *,
        labels: Sequence[object] = (),
    ) -> Iterator[Item]:
        """A statement, unless it is empty, or a conversation is wanted and nothing else."""
        if self.options.conversation is not None:
            return
        if len(text) > MOST_CHARACTERS:
            yield Problem(place, f"it is longer than {MOST_CHARACTERS:,} characters")
            return
        if not (text := legible(text)):
            return
        at, problem = self._moment(time, place)
        yield from problem
        named = tuple(dict.fromkeys(name for value in labels[:100] if (name := label(value))))
        yield Stated(self.source, label(subject), text, at, kind, place, named)

    def named(self, name: object, time: object, kind: str, place: str) -> Iterator[Item]:
        """A name of which nothing is stated, unless a conversation is wanted and nothing else."""
        if self.options.conversation is not None:
            return
        at, problem = self._moment(time, place)
        yield from problem
        yield Named(self.source, label(name), kind, at, place)

    def related(
        self, subject: object, target: object, relation: object, place: str
    ) -> Iterator[Item]:
        """What joins two subjects."""
        one, other, how = label(subject), label(target), label(relation)
        if one and other and how:
            yield Related(self.source, one, other, how, place)
        else:
            yield Problem(place, "a relation needs two names and what joins them")

    def _moment(self, time: object, place: str) -> tuple[float | None, Sequence[Problem]]:
        """A time; of those that are none the first is a problem, the others only have no time."""
        try:
            return moment(time), ()
        except ImpossibleTimeError as error:
            if self._is_time_told:
                return None, ()
            self._is_time_told = True
            return None, (Problem(place, str(error)),)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Where a message belongs.

    Attributes:
        id: As the source names it, in one line; never empty.
        title: What people call it, or nothing.
    """

    id: str
    title: str = ""

    def is_wanted(self, wanted: str | None) -> bool:
        """Whether it is the one that is asked for, by its id or its title, or any is wanted."""
        return wanted is None or wanted in (self.id, self.title)
