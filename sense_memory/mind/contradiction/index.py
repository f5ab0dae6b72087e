"""Which memories may contradict one another, found without comparing all with all."""

from collections.abc import Iterable

from ...core.records.persona import PersonaMemory
from .claim import Claim, Kind, Reading
from .comparing import choices_in, opposites_of
from .reading import read

_Unread = tuple[tuple[str, str, str, str, tuple[str, ...]], float]

MOST = 64
"""Memories that one is compared with at most, the newest ones."""
FEW = 8
"""Up to so many are compared whomever they are about."""
UNSAID = ""
"""Stands for the subject of memories that do not say whom they are about."""


def offered(reading: Reading) -> frozenset[str]:
    """The marks under which a memory is found."""
    return frozenset(mark for claim in reading.claims for mark in _offered(claim))


def sought(reading: Reading) -> frozenset[str]:
    """The marks of those that it may contradict."""
    return frozenset(mark for claim in reading.claims for mark in _sought(claim))


def _offered(claim: Claim) -> Iterable[str]:
    if claim.slot == "?":
        yield f"?{'-' if claim.is_denied else '+'}{' '.join(claim.value)}"
        return
    sign = "-" if claim.is_denied else "+"
    for word in claim.value[:4]:
        yield sign + word
    if claim.kind is Kind.SLOT:
        yield f"={claim.slot}"
    elif claim.kind is Kind.CHOICE:
        yield from _alternatives(claim)
    elif claim.slot == "using":
        for kind in choices_in(claim.value):
            yield f"k:{kind}"
    elif claim.slot == "wanting":
        yield from _alternatives(claim)


def _sought(claim: Claim) -> Iterable[str]:
    if claim.slot == "?":
        yield f"?{'+' if claim.is_denied else '-'}{' '.join(claim.value)}"
        return
    against = "+" if claim.is_denied else "-"
    for word in claim.value[:4]:
        yield against + word
    if claim.kind is Kind.SLOT:
        yield f"={claim.slot}"
    elif claim.kind is Kind.CHOICE:
        yield from _alternatives(claim)
        for word in claim.over[:4]:
            yield f"+{word}"
    elif claim.slot == "wanting":
        yield from _alternatives(claim)
    elif claim.slot == "be":
        for word in claim.value:
            for other in opposites_of(word):
                yield f"+{other}"
    elif claim.slot == "using" and (claim.is_change or claim.is_update):
        for kind in choices_in(claim.value):
            yield f"k:{kind}"


def _alternatives(claim: Claim) -> Iterable[str]:
    for kind in choices_in(claim.value):
        yield f"p:{kind}"
    if claim.value:
        yield f"p={claim.value[-1]}"


class Index:
    """Memories by what they state and whom they are about; those that were superseded left out.

    It holds what the memories say, as stems once they were asked about, in memory only.
    """

    def __init__(self) -> None:
        self._by_mark: dict[str, set[str]] = {}
        self._by_subject: dict[str, set[str]] = {}
        self._of: dict[str, tuple[float, tuple[str, ...], tuple[str, ...]]] = {}
        self._unread: dict[str, dict[str, _Unread]] = {}

    def __len__(self) -> int:
        return len(self._of) + sum(map(len, self._unread.values()))

    def __contains__(self, name: str) -> bool:
        return name in self._of or any(name in unread for unread in self._unread.values())

    def add_later(self, memory: PersonaMemory) -> None:
        """Take a memory in, which is read when its domain and facet are asked about."""
        place = f"{memory.domain}/{memory.facet}"
        name = f"{place}/{memory.key}"
        self.discard(name)
        said = (memory.domain, memory.facet, memory.key, memory.value, memory.themes)
        self._unread.setdefault(place, {})[name] = (said, memory.created_at)

    def _read(self, place: str) -> None:
        for name, (said, created_at) in self._unread.pop(place, {}).items():
            reading = read(*said)
            if reading.claims:
                self.add(name, reading, created_at)

    def add(self, name: str, reading: Reading, created_at: float) -> None:
        """Take a memory in, in place of what stood under its name."""
        self.discard(name)
        place = reading.place
        marks = tuple(f"{place}\x00{mark}" for mark in offered(reading))
        about = (*subjects_of(reading), *_themes(reading))
        subjects = tuple(f"{place}\x00{subject}" for subject in about)
        self._of[name] = (created_at, marks, subjects)
        for mark in marks:
            self._by_mark.setdefault(mark, set()).add(name)
        for subject in subjects:
            self._by_subject.setdefault(subject, set()).add(name)

    def discard(self, name: str) -> None:
        """Let a memory be found no more."""
        self._unread.get(name.rpartition("/")[0], {}).pop(name, None)
        _, marks, subjects = self._of.pop(name, (0.0, (), ()))
        for words, found in ((marks, self._by_mark), (subjects, self._by_subject)):
            for word in words:
                found[word].discard(name)
                if not found[word]:
                    del found[word]

    def candidates(self, reading: Reading) -> list[str]:
        """The memories that one may contradict, newest first."""
        self._read(reading.place)
        none: set[str] = set()
        some = [self._by_mark.get(f"{reading.place}\x00{mark}", none) for mark in sought(reading)]
        some = [names for names in some if names]
        if not some:
            return []
        if sum(map(len, some)) > FEW:
            near = self._near(reading)
            some = [names & near for names in some]
        return self._newest(set().union(*some), MOST)

    def of_subject(self, reading: Reading, most: int) -> list[str]:
        """The newest memories about the same as one."""
        self._read(reading.place)
        found: set[str] = set()
        for subject in subjects_of(reading) - {UNSAID}:
            found |= self._by_subject.get(f"{reading.place}\x00{subject}", set())
        return self._newest(found, most)

    def _near(self, reading: Reading) -> set[str]:
        """Those that may be about the same: they name it, or name nothing and share themes."""
        near: set[str] = set()
        for subject in subjects_of(reading) | {UNSAID}:
            near |= self._by_subject.get(f"{reading.place}\x00{subject}", set())
        if any(not claim.who for claim in reading.claims):
            seen: set[str] = set()
            for theme in sorted(reading.themes):
                some = self._by_subject.get(f"{reading.place}\x00#{theme}", set())
                near |= seen & some
                seen |= some
        return near

    def _newest(self, names: set[str], most: int) -> list[str]:
        return sorted(names, key=lambda name: (-self._of[name][0], name))[:most]


def subjects_of(reading: Reading) -> frozenset[str]:
    """The stems that say whom or what a memory is about."""
    named = {word for claim in reading.claims for word in claim.who} - {"'s"}
    if not named or any(not claim.who for claim in reading.claims):
        named.update(word for word in reading.about if not word.isdigit())
    return frozenset(named or {UNSAID})


def may_be_same(one: Reading, other: Reading) -> bool:
    """Whether two memories may be about the same: whom they name, or else what their keys do."""
    named = [{word for claim in r.claims for word in claim.who} - {"'s"} for r in (one, other)]
    if all(named):
        return bool(named[0] & named[1])
    return bool((subjects_of(one) & subjects_of(other)) - {UNSAID})


def _themes(reading: Reading) -> Iterable[str]:
    """Under what those are found that may share themes with one, since they name nobody."""
    if any(not claim.who for claim in reading.claims):
        for theme in reading.themes:
            yield f"#{theme}"
