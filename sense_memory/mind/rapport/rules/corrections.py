"""What the peer asks to be otherwise: ``too formal``, ``be shorter``, ``stop joking``.

A wish that is read the wrong way does more harm than one that is missed. So a clause must begin
with the wish, or with words that are known to ask or, for what is too much, to speak of the other
one: ``my boss says I am too formal``, ``thanks for pushing me`` and ``don't stop joking`` do not.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache

from ....core.records.rapport import Correction, Direction
from .lexicon import Found, Language, Lexicon, Quality, Wish
from .quoting import sentence_at
from .tokens import Token
from .turns import Turn, negates
from .words import LANGUAGES

_FAR = 3
"""So many words after ``too`` a quality may stand, or before ``enough`` what negates it."""
_TELLING = 8
"""Words of a turn from which on its language is not doubted."""
_LONG = 24
"""Words of a clause before or after a wish at most; one further in is not what it is about."""
_SAID_IN_FULL = 3
"""A phrase of so many words may be a question and ask nevertheless: ``may we say du?``."""

_QUOTE = re.compile(
    r'"[^"\n]{0,400}"|„[^“”"\n]{0,400}[“”"]|[“”][^“”\n]{0,400}”|«[^«»]{0,400}»|「[^」]{0,400}」'
    r"|`[^`]{0,400}`|^>.*$",
    re.MULTILINE,
)
_QUESTION = re.compile(r"[^.!?…\n。！？]*[.!…\n。！]*[?？]")


class _Part(Enum):
    """What a phrase does in a wish."""

    TOO = auto()
    TOO_AFTER = auto()
    LESS = auto()
    MORE = auto()
    TOO_LITTLE = auto()
    ENOUGH = auto()
    REQUEST = auto()
    DESCRIBING = auto()
    FILLER = auto()
    NOT_MEANT = auto()


@dataclass(frozen=True, slots=True, eq=False)
class _Named:
    """A quality that is named.

    Attributes:
        quality: Which one.
        is_compared: As what there should be more of: ``warmer``.
    """

    quality: Quality
    is_compared: bool


@dataclass(frozen=True, slots=True)
class _Degree:
    """How much of a quality there is to be.

    Attributes:
        is_more: More of it than now; else less.
        first: The index of the first token that says so.
        end: The index after the last one.
        is_judged: It is said of how the other one is: ``too``; else of how they are to be.
    """

    is_more: bool
    first: int
    end: int
    is_judged: bool = False


@dataclass(frozen=True, slots=True)
class _Asked:
    """What may be asked for, and where.

    Attributes:
        dimension: Of what.
        direction: Where it is to go.
        first: The index of the first token that says it.
        end: The index after the last one.
        is_judged: It says how the other one is.
        is_phrase: It is said by itself, and not made of a degree and a quality.
    """

    dimension: str
    direction: Direction | None
    first: int
    end: int
    is_judged: bool
    is_phrase: bool


@dataclass(slots=True)
class _Read:
    """A turn, and which of its tokens do what."""

    turn: Turn
    language: Language
    some: Sequence[Found]
    doing: dict[_Part, set[int]] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)
    not_meant: set[int] = field(default_factory=set)
    _quotes: list[tuple[int, int]] = field(default_factory=list)
    _questions: dict[int, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.doing = {part: set() for part in _Part}
        for one in self.some:
            if isinstance(one.sign, _Part):
                self.doing[one.sign].update(range(one.first, one.end))
        self.known = self.doing[_Part.FILLER] | self.doing[_Part.REQUEST]
        self.not_meant = {self.tokens[at].sentence for at in self.doing[_Part.NOT_MEANT]}
        self._quotes = [quote.span() for quote in _QUOTE.finditer(self.turn.text)]

    @property
    def tokens(self) -> Sequence[Token]:
        """Its words."""
        return self.turn.tokens

    def front(self, index: int) -> range:
        """What stands before a token in its clause; of more than ``_LONG`` words, one more."""
        clause = self.tokens[index].clause
        first = index
        while first and index - first <= _LONG and self.tokens[first - 1].clause == clause:
            first -= 1
            if first and self.tokens[first].word.folded in self.language.joining:
                before = self.tokens[first - 1]
                if before.sentence == self.tokens[first].sentence:
                    clause = before.clause  # "I want, that you …" is said in one
        return range(first, index)

    def tail(self, end: int) -> range:
        """What stands after a wish in its clause; of more than ``_LONG`` words, one more."""
        clause = self.tokens[end - 1].clause
        last = end
        while (
            last < len(self.tokens) and last - end <= _LONG and self.tokens[last].clause == clause
        ):
            last += 1
        return range(end, last)

    def is_quoted(self, index: int) -> bool:
        """Whether a token stands in a quotation."""
        start = self.tokens[index].start
        at = bisect_right(self._quotes, (start, len(self.turn.text))) - 1
        return at >= 0 and start < self._quotes[at][1]

    def is_question(self, index: int) -> bool:
        """Whether the sentence of a token ends in a question mark."""
        token = self.tokens[index]
        if token.sentence not in self._questions:
            found = _QUESTION.match(self.turn.text, token.start)
            self._questions[token.sentence] = found is not None
        return self._questions[token.sentence]

    def negates(self, index: int) -> bool:
        """Whether a token is a negation."""
        return negates(self.tokens[index], self.language)


class Corrections:
    """The wishes of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._wishes = Lexicon()
        self._words = Lexicon()
        for wish in language.wishes:
            self._wishes.add(wish, wish.phrases)
        for part, some in (
            (_Part.TOO, language.too_much),
            (_Part.TOO_AFTER, language.too_much_after),
            (_Part.LESS, language.less),
            (_Part.MORE, language.more),
            (_Part.TOO_LITTLE, language.too_little),
            (_Part.ENOUGH, language.enough),
            (_Part.REQUEST, language.requests),
            (_Part.DESCRIBING, language.describing),
            (_Part.FILLER, language.fillers),
            (_Part.NOT_MEANT, language.not_meant),
        ):
            self._words.add(part, some)
        for quality in language.qualities:
            self._words.add(_Named(quality, is_compared=False), quality.words)
            self._words.add(_Named(quality, is_compared=True), quality.compared)

    def of(self, turn: Turn) -> list[Correction] | None:
        """What a turn of the peer asks for: of each dimension, the last that is said.

        Returns:
            Nothing in it: a wish is named, but not meant. ``None``: none is named.
        """
        read = _Read(turn, self._language, self._words.find(turn.tokens))
        some = _longest([*self._said(read), *_composed(read)])
        if not some:
            return None
        meant = [one for one in some if _is_meant(one, read)]
        # "don't call me dude" says what is wrong; "don't call me that" says that something is
        if any(one.direction is not None for one in meant):
            meant = [one for one in meant if one.direction is not None]
        last: dict[str, _Asked] = {}
        for one in meant:
            before = last.pop(one.dimension, None)
            if (
                before is None
                or before.direction is one.direction
                or turn.tokens[before.first].sentence != turn.tokens[one.first].sentence
            ):
                last[one.dimension] = one
        return [
            Correction(
                one.dimension,
                one.direction,
                sentence_at(turn.text, turn.tokens[one.first].start),
            )
            for one in last.values()
        ]

    def _said(self, read: _Read) -> Iterator[_Asked]:
        """Wishes that are said by themselves."""
        for found in self._wishes.find(read.tokens):
            wish = found.sign
            if isinstance(wish, Wish):
                is_judged = found.first in read.doing[_Part.TOO]
                yield _Asked(
                    wish.dimension, wish.direction, found.first, found.end, is_judged, True
                )


def _composed(read: _Read) -> Iterator[_Asked]:
    """Wishes that are made of a degree and a quality."""
    for index, found in enumerate(read.some):
        named = found.sign
        if not isinstance(named, _Named):
            continue
        degree = _degree(read, index)
        if named.is_compared and (degree is None or degree.is_judged or degree.is_more):
            degree = _Degree(True, found.first if degree is None else degree.first, found.end)
        elif named.is_compared:
            continue  # "not warmer" asks for less, or for nothing
        if degree is None:
            continue
        direction = named.quality.direction
        if not degree.is_more:
            direction = Direction.LOWER if direction is Direction.HIGHER else Direction.HIGHER
        yield _Asked(
            named.quality.dimension,
            direction,
            min(degree.first, found.first),
            max(degree.end, found.end),
            degree.is_judged,
            False,
        )


def _degree(read: _Read, index: int) -> _Degree | None:
    """The degree of a quality: what stands right after it, or nearest before it in its clause."""
    named = read.some[index]
    for after in read.some[index + 1 : index + 6]:
        if after.first != named.end:
            continue
        if after.sign is _Part.TOO_AFTER:
            return _Degree(False, named.first, after.end, is_judged=True)  # formal demais
        if after.sign is _Part.ENOUGH:
            front = read.front(named.first)[-_FAR:]
            first = next((at for at in front if read.negates(at)), None)
            return None if first is None else _Degree(True, first, after.end, is_judged=True)
    found: _Degree | None = None
    for before in reversed(read.some[max(0, index - 8) : index]):
        if named.first - before.end > _FAR or (
            read.tokens[before.first].clause != read.tokens[named.first].clause
        ):
            break
        if before.end > named.first:
            continue
        is_near = read.doing[_Part.FILLER].issuperset(range(before.end, named.first))
        if before.sign in (_Part.TOO, _Part.LESS, _Part.TOO_LITTLE) and is_near:
            is_judged = before.sign is not _Part.LESS
            return _Degree(
                before.sign is _Part.TOO_LITTLE, before.first, named.end, is_judged=is_judged
            )
        if before.sign is _Part.MORE and before.end == named.first and found is None:
            found = _Degree(True, before.first, named.end)
    return found


def _longest(some: Sequence[_Asked]) -> list[_Asked]:
    """Of wishes that overlap the longest, in order: ``don't push me`` has ``push me`` in it."""
    kept: list[_Asked] = []
    taken: set[int] = set()
    for one in sorted(some, key=lambda one: (one.first - one.end, not one.is_phrase, one.first)):
        if taken.isdisjoint(range(one.first, one.end)):
            taken.update(range(one.first, one.end))
            kept.append(one)
    return sorted(kept, key=lambda one: one.first)


def _is_meant(one: _Asked, read: _Read) -> bool:
    """Whether somebody who says it asks it of the other one."""
    doing, known = read.doing, read.known
    if read.tokens[one.first].sentence in read.not_meant or read.is_quoted(one.first):
        return False
    front, tail = read.front(one.first), read.tail(one.end)
    if len(front) > _LONG:
        return False
    if any(read.negates(at) for at in tail[:_FAR]):
        return False  # "widersprich mir nicht"
    if any(
        at not in known and not (one.is_judged and at in doing[_Part.DESCRIBING]) for at in front
    ):
        return False
    is_spoken_to = any(
        at in doing[_Part.REQUEST] or at in doing[_Part.DESCRIBING]
        for at in range(front.start, one.end)
    )
    is_requested = is_spoken_to and not one.is_judged
    if read.is_question(one.first) and not is_requested:
        return one.is_phrase and not front and one.end - one.first >= _SAID_IN_FULL
    is_nothing_more = len(tail) <= _LONG and all(at in known for at in tail)
    if one.is_phrase:
        return one.end - one.first > 1 or is_requested or is_nothing_more
    return is_spoken_to or is_nothing_more


@cache
def _by_language() -> dict[str, Corrections]:
    return {language.code: Corrections(language) for language in LANGUAGES}


def corrections_in(turn: Turn) -> list[Correction]:
    """What a turn of the peer asks for, in its language.

    Of a short one, which may be in another language than it seems, in the first in which it asks
    for something.
    """
    some = _by_language()
    found = some[turn.language.code].of(turn) if turn.language is not None else None
    if found or len(turn.tokens) > _TELLING:
        return found or []
    return next((asked for each in some.values() if (asked := each.of(turn))), [])


def last_of_each(some: Iterable[Correction]) -> tuple[Correction, ...]:
    """One a dimension, the last one: who changed their mind means what they said then."""
    return tuple({correction.dimension: correction for correction in some}.values())
