"""What the peer asks to be otherwise: ``too formal``, ``be shorter``, ``stop joking``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from ....core.records.rapport import Correction, Direction
from .lexicon import Found, Language, Lexicon, Quality, Wish
from .quoting import sentence_at
from .tokens import Token
from .turns import Turn, is_negated
from .words import LANGUAGES

_FAR = 4
"""So many words after ``too`` or ``more`` a quality may stand."""
_TELLING = 8
"""Words of a turn from which on its language is not doubted."""
_SHORT = 4
"""A clause of so many words that names a quality speaks of how the other one talks."""


class _Asking(Enum):
    LESS = auto()
    MORE = auto()
    ADDRESSED = auto()
    REQUEST = auto()


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
class _Asked:
    """What is asked for, and where: the index of the token that says it."""

    dimension: str
    direction: Direction | None
    first: int


class Corrections:
    """The wishes of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._wishes = Lexicon()
        self._words = Lexicon()
        for wish in language.wishes:
            self._wishes.add(wish, wish.phrases)
        for sign, some in (
            (_Asking.LESS, language.too_much),
            (_Asking.MORE, language.more),
            (_Asking.ADDRESSED, language.addressed),
            (_Asking.REQUEST, language.requests),
        ):
            self._words.add(sign, some)
        for quality in language.qualities:
            self._words.add(_Named(quality, is_compared=False), quality.words)
            self._words.add(_Named(quality, is_compared=True), quality.compared)

    def of(self, turn: Turn) -> list[Correction]:
        """What a turn of the peer asks for: of each dimension, the last that is said."""
        asked = [*self._said(turn), *self._composed(turn)]
        asked.sort(key=lambda one: one.first)
        last = {one.dimension: one for one in asked}
        return [
            Correction(
                one.dimension,
                one.direction,
                sentence_at(turn.text, turn.tokens[one.first].start),
            )
            for one in last.values()
        ]

    def _said(self, turn: Turn) -> Iterable[_Asked]:
        """Wishes that are said by themselves."""
        style = None
        is_named = False
        for found in self._wishes.find(turn.tokens):
            wish = found.sign
            if not isinstance(wish, Wish):
                continue
            asked = _Asked(wish.dimension, wish.direction, found.first)
            if wish.direction is None:
                style = style or asked
            else:
                is_named = True
                yield asked
        # "don't call me dude" says what is wrong; "don't call me that" says that something is
        if style is not None and not is_named:
            yield style

    def _composed(self, turn: Turn) -> Iterable[_Asked]:
        """Wishes that are made of a degree and a quality."""
        tokens = turn.tokens
        some = self._words.find(tokens)
        addressed, requested = (
            {tokens[one.first].sentence for one in some if one.sign is sign}
            for sign in (_Asking.ADDRESSED, _Asking.REQUEST)
        )
        for index, found in enumerate(some):
            named = found.sign
            if not isinstance(named, _Named):
                continue
            asking = _degree(some, index, tokens)
            if named.is_compared:
                asking = _Asking.MORE if asking is not _Asking.LESS else None
            is_more = asking is _Asking.MORE
            sentence = tokens[found.first].sentence
            if asking is None or not (
                sentence in (requested if is_more else addressed)
                or _is_short(found, tokens)
                or (is_more and _begins(some, index, tokens))
            ):
                continue
            if is_more and is_negated(found, tokens, self._language):
                is_more = False
            direction = named.quality.direction
            if not is_more:
                direction = Direction.LOWER if direction is Direction.HIGHER else Direction.HIGHER
            yield _Asked(named.quality.dimension, direction, found.first)


def _degree(some: Sequence[Found], index: int, tokens: Sequence[Token]) -> _Asking | None:
    """The degree that stands nearest before a quality, in its clause; less wins over more."""
    named = some[index]
    asking: _Asking | None = None
    for after in some[index + 1 : index + 4]:
        if after.first == named.end and after.sign is _Asking.LESS:
            return _Asking.LESS  # formal demais
    for before in reversed(some[max(0, index - 8) : index]):
        if named.first - before.first > _FAR or (
            tokens[before.first].clause != tokens[named.first].clause
        ):
            break
        if before.sign is _Asking.LESS:
            return _Asking.LESS
        if before.sign is _Asking.MORE and before.end == named.first:
            asking = _Asking.MORE
    return asking


def _begins(some: Sequence[Found], index: int, tokens: Sequence[Token]) -> bool:
    """Whether the clause of a quality begins with a word for more of it: ``be shorter``."""
    clause = tokens[some[index].first].clause
    return any(
        one.sign is _Asking.MORE
        and tokens[one.first].clause == clause
        and (one.first <= 1 or tokens[one.first - 2].clause != clause)
        for one in some[max(0, index - 8) : index]
    )


def _is_short(named: Found, tokens: Sequence[Token]) -> bool:
    """Whether the sentence that names a quality is not much longer than it."""
    sentence = tokens[named.first].sentence
    around = tokens[max(0, named.first - _SHORT) : named.end + _SHORT]
    return sum(token.sentence == sentence for token in around) <= _SHORT


@cache
def _by_language() -> dict[str, Corrections]:
    return {language.code: Corrections(language) for language in LANGUAGES}


def corrections_in(turn: Turn) -> list[Correction]:
    """What a turn of the peer asks for, in its language.

    Of a short one, which may be in another language than it seems, in the first in which it asks
    for something.
    """
    some = _by_language()
    found = some[turn.language.code].of(turn) if turn.language is not None else []
    if found or len(turn.tokens) > _TELLING:
        return found
    return next((asked for each in some.values() if (asked := each.of(turn))), [])


def last_of_each(some: Iterable[Correction]) -> tuple[Correction, ...]:
    """One a dimension, the last one: who changed their mind means what they said then."""
    return tuple({correction.dimension: correction for correction in some}.values())
