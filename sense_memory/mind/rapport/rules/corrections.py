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
_SHORT = 4
"""A clause of so many words that names a quality speaks of how the other one talks."""


class _Asking(Enum):
    LESS = auto()
    MORE = auto()
    ADDRESSED = auto()


@dataclass(frozen=True, slots=True)
class _Named:
    """A quality that is named.

    Attributes:
        quality: Which one.
        is_compared: As what there should be more of: ``warmer``.
    """

    quality: Quality
    is_compared: bool


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
        ):
            self._words.add(sign, some)
        for quality in language.qualities:
            self._words.add(_Named(quality, is_compared=False), quality.words)
            self._words.add(_Named(quality, is_compared=True), quality.compared)

    def of(self, turn: Turn) -> list[Correction]:
        """What a turn of the peer asks for, in the order in which it is said."""
        found = [*self._said(turn), *self._composed(turn)]
        found.sort(key=lambda one: one[0])
        return [correction for _, correction in found]

    def _said(self, turn: Turn) -> Iterable[tuple[int, Correction]]:
        """Wishes that are said by themselves."""
        style = None
        is_named = False
        for found in self._wishes.find(turn.tokens):
            wish = found.sign
            if not isinstance(wish, Wish):
                continue
            correction = found.first, _correction(wish.dimension, wish.direction, turn, found)
            if wish.direction is None:
                style = style or correction
            else:
                is_named = True
                yield correction
        # "don't call me dude" says what is wrong; "don't call me that" says that something is
        if style is not None and not is_named:
            yield style

    def _composed(self, turn: Turn) -> Iterable[tuple[int, Correction]]:
        """Wishes that are made of a degree and a quality."""
        some = self._words.find(turn.tokens)
        for index, found in enumerate(some):
            named = found.sign
            if not isinstance(named, _Named):
                continue
            asking = _asked(some, index, turn.tokens)
            if asking is None and named.is_compared:
                asking = _Asking.MORE
            if asking is None or not _is_addressed(some, found, turn.tokens):
                continue
            is_more = asking is _Asking.MORE
            if named.is_compared and asking is _Asking.LESS:
                continue
            if is_more and is_negated(found, turn.tokens, self._language):
                is_more = False
            direction = named.quality.direction
            if not is_more:
                direction = Direction.LOWER if direction is Direction.HIGHER else Direction.HIGHER
            yield found.first, _correction(named.quality.dimension, direction, turn, found)


def _asked(some: Sequence[Found], index: int, tokens: Sequence[Token]) -> _Asking | None:
    """The degree that stands nearest before a quality, in its clause; less wins over more."""
    named = some[index]
    asking: _Asking | None = None
    for before in reversed(some[max(0, index - 8) : index]):
        if named.first - before.first > _FAR or (
            tokens[before.first].clause != tokens[named.first].clause
        ):
            break
        if before.sign is _Asking.LESS:
            return _Asking.LESS
        if before.sign is _Asking.MORE:
            asking = _Asking.MORE
    return asking


def _is_addressed(some: Iterable[Found], named: Found, tokens: Sequence[Token]) -> bool:
    """Whether the sentence speaks to the other one, of how they talk."""
    sentence = tokens[named.first].sentence
    if any(
        one.sign is _Asking.ADDRESSED and tokens[one.first].sentence == sentence for one in some
    ):
        return True
    around = tokens[max(0, named.first - _SHORT) : named.end + _SHORT]
    return sum(token.sentence == sentence for token in around) <= _SHORT


def _correction(
    dimension: str, direction: Direction | None, turn: Turn, found: Found
) -> Correction:
    return Correction(dimension, direction, sentence_at(turn.text, turn.tokens[found.first].start))


@cache
def _by_language() -> dict[str, Corrections]:
    return {language.code: Corrections(language) for language in LANGUAGES}


def corrections_in(turn: Turn) -> list[Correction]:
    """What a turn of the peer asks for, in its language; nothing in one that is not known."""
    return _by_language()[turn.language.code].of(turn) if turn.language is not None else []


def last_of_each(some: Iterable[Correction]) -> tuple[Correction, ...]:
    """One a dimension, the last one: who changed their mind means what they said then."""
    return tuple({correction.dimension: correction for correction in some}.values())
