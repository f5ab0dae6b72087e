"""Readings condensed without a model: sentences are put together, none is thought up.

It is rough, and its portrait says so. What a peer is like comes from where the dimensions stand and
from signs that recur; a pattern needs two sessions that show it, or a wish that the peer uttered; a
moment counts if a dimension jumped and stayed where it had jumped to, or if the peer asked for
another manner for the first time. What is quoted stays in the peer's language, all else is English.

The same material makes the same text everywhere.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from ...core.config import RapportConfig
from ...core.records.rapport import (
    DIMENSIONS,
    Correction,
    Direction,
    LayerName,
    RapportVector,
    Reading,
    ResilienceType,
    Score,
)
from .. import text
from ..compress.phrases import cut_to
from ..dates import day_of
from ..stop_words import language_of
from ..token_count import token_count
from .condensation import BULLET, MOST_ANCHORS, MOST_PATTERNS, TOKENS, Condensation, Material
from .line import one_line
from .vector import learned

LOW, HIGH = 0.4, 0.6
"""What lies between says neither the one nor the other."""
VERY_LOW, VERY_HIGH = 0.2, 0.8
"""From here on stronger words are used."""
LEAST_SUPPORT = 2
"""Sessions that a pattern needs, unless the peer uttered it."""
LEAST_APART = 3
"""Sessions with something, and without it, that it takes to say what goes with it."""
GOES_WITH = 0.25
"""How far the scores of those two lie apart on average."""
MOST_WISHES, MOST_WISHES_TOLD = 4, 2
"""Things they asked for, as lines of patterns, and in the portrait."""
LATELY = 3
"""Sessions that are compared with those before them."""
ALIKE = 0.5
"""Part of their words that two signs share if they are one."""
QUOTE_TOKENS = 14
"""Tokens of a quote."""

_DIGITS = 9
"""Distances are compared to so many, so that 0.6 − 0.4 is 0.2."""
_NOTHING = frozenset(("nothing seen", "no signal"))
"""What readers call it if there was no sign."""
_LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "ru": "Russian",
}

_Manner = dict[str, tuple[str, str, str, str]]
_HOW: _Manner = {
    "formality": (
        "write as one texts a friend",
        "write casually",
        "keep to polite forms",
        "keep a formal distance",
    ),
    "energy": ("say as little as they can", "keep it short", "are lively", "are full of drive"),
    "humor": ("never joke", "seldom joke", "like to joke", "joke about nearly everything"),
}
_HOW_NEAR: _Manner = {
    "warmth": (
        "care for the matter alone",
        "keep to the matter",
        "are warm",
        "show much affection",
    ),
    "trust": (
        "give nothing away about themselves",
        "tell little about themselves",
        "tell of themselves",
        "lay themselves open unasked",
    ),
    "depth": (
        "stay wholly on the surface",
        "seldom go below the surface",
        "like to go deeper",
        "go to the bottom of things",
    ),
}
"""What they do, by where a dimension stands: very low, low, high, very high."""

_WHILE = {
    "formality": ("they are casual", "they are formal"),
    "warmth": ("they keep to the matter", "they are warm"),
    "humor": ("they stay serious", "they joke"),
    "depth": ("the talk stays light", "the talk goes deep"),
    "trust": ("they hold back", "they open up"),
    "energy": ("they are brief", "they are lively"),
    "resilience": ("they are easily hurt", "they can take it"),
}
"""How a session is, by a dimension that is low or high in it."""
_THEN = {
    "formality": ("drop the form, too", "keep the form, too"),
    "warmth": ("stay with the matter", "be warm, too"),
    "humor": ("leave jokes out", "joke along"),
    "depth": ("keep it light", "go there with them"),
    "trust": ("do not dig", "take good care of what they tell"),
    "energy": ("keep it short", "keep pace"),
    "resilience": ("go gently", ""),
}
"""What to do then. How frank to be is no matter of one dimension."""
_BECAME = {
    "formality": ("they grew more casual", "they grew more formal"),
    "warmth": ("it got cooler", "it got warmer"),
    "humor": ("it turned serious", "they began to joke"),
    "depth": ("the talk turned lighter", "the talk went deeper"),
    "trust": ("they drew back", "they opened up"),
    "energy": ("they grew quiet", "they came alive"),
    "resilience": ("they could take less", "they could take more"),
}
"""What a jump was, down or up."""
_WISHES = {
    "formality": (
        ("you sound stiff", "be more casual"),
        ("you are too casual", "be more formal"),
    ),
    "warmth": (
        ("you get too personal", "keep to the matter"),
        ("you stay cool", "be warmer"),
    ),
    "humor": (
        ("you joke", "leave the jokes"),
        ("you stay too serious", "allow a joke"),
    ),
    "depth": (("you go too deep", "keep it light"), ("you stay on the surface", "go deeper")),
    "trust": (("you come too close", "leave them room"), ("you hold back", "be more open")),
    "energy": (("you go on at length", "be shorter"), ("you are curt", "say more")),
    "resilience": (("you press them", "be gentler"), ("you soften things", "be blunt")),
}
"""What a peer wants lower, or higher: what brings it up, and what to do."""


@dataclass(slots=True)
class _Sign:
    """Something that several sessions show of one dimension.

    Attributes:
        dimension: Of which.
        is_high: Towards which end.
        words: What it is, as it was named last.
        seen: The sessions, by their place in the order.
        key: The words of that, by which it is known again.
        quotes: What it was seen by, in quotation marks, the last first.
    """

    dimension: str
    is_high: bool
    words: str
    key: frozenset[str]
    seen: set[int] = field(default_factory=set)
    quotes: list[str] = field(default_factory=list)

    @property
    def last(self) -> int:
        return max(self.seen)


def extracted(material: Material, config: RapportConfig) -> Condensation:
    """The three texts.

    Args:
        material: What is known. Anchors that it has stay; of the rest of what the layers say
            nothing is taken over, as every line is told from the readings again.
        config: From which step on a moment counts.
    """
    readings = material.readings
    signs = _signs(readings)
    lines = _patterns(readings, signs)
    patterns = tuple(_within(lines, MOST_PATTERNS, TOKENS[LayerName.PATTERNS][1]))
    before = {_condition(line) for line in material.lines(LayerName.PATTERNS)}
    return Condensation(
        _portrait(material.vector, readings, signs),
        patterns,
        tuple(_moments(material.lines(LayerName.ANCHORS), readings, config.anchor_jump)),
        len(before - {_condition(line) for line in patterns}),
    )


# ----------------------------------------------------------------- who they are


def _portrait(vector: RapportVector, readings: Sequence[Reading], signs: Sequence[_Sign]) -> str:
    if not readings:
        return ""
    where = {name: learned(vector, name) for name in DIMENSIONS}
    manners = [
        _listed(said)
        for words in (_HOW, _HOW_NEAR)
        if (said := [how for name, some in words.items() if (how := _degree(some, where[name]))])
    ] or ["are neither the one nor the other in form, pace and closeness"]
    manners[-1] += _lately(readings)
    sentences = [f"They {manner}." for manner in manners]
    friction = _friction(vector, where["resilience"])
    wishes = [f"to {then}" for _, then, _ in _asked(readings)][:MOST_WISHES_TOLD]
    asked = f"; they have asked you {_listed(wishes)}" if wishes else ""
    return " ".join(
        [*sentences, f"{friction}{asked}.", _sketch(readings, signs, vector.session_count)]
    )


def _lately(readings: Sequence[Reading]) -> str:
    """What differs most between the last sessions and those before, if it is much."""
    found: list[tuple[float, str]] = []
    for name in DIMENSIONS:
        values = [value for reading in readings if (value := reading.value(name)) is not None]
        before, last = values[:-LATELY], values[-LATELY:]
        if len(before) >= LATELY:
            step = math.fsum(last) / len(last) - math.fsum(before) / len(before)
            found.append((round(step, _DIGITS), name))
    step, name = max(found, key=lambda one: abs(one[0]), default=(0.0, ""))
    return f"; of late {_BECAME[name][step > 0]}" if abs(step) >= GOES_WITH else ""


def _degree(words: tuple[str, str, str, str], value: float | None) -> str:
    """The words for a value, ``""`` if it is in the middle or unknown."""
    if value is None or LOW <= value <= HIGH:
        return ""
    if value < LOW:
        return words[0] if value < VERY_LOW else words[1]
    return words[3] if value > VERY_HIGH else words[2]


def _friction(vector: RapportVector, value: float | None) -> str:
    match vector.resilience_type:
        case ResilienceType.DEPENDENCY:
            return (
                "They put up with friction because they need the other one, so it is no sign of "
                "strength"
            )
        case ResilienceType.RELATIONSHIP if value is not None and value > HIGH:
            return "They can take a hard word: friction was met, and the talk came out of it well"
        case ResilienceType.RELATIONSHIP if value is not None and value < LOW:
            return "Friction costs them something, but they have come back from it"
        case ResilienceType.RELATIONSHIP:
            return "Where there was friction, they took it up and stayed"
        case _:
            return "How they take friction has not been seen yet"


def _sketch(readings: Sequence[Reading], signs: Sequence[_Sign], sessions: int) -> str:
    """What it is made of; and what was seen most, with words of the peer's."""
    count = _times(len(readings), "session")
    if len(readings) < sessions:
        count = f"the last {len(readings)} of {sessions} sessions"
    signs = sorted(signs, key=lambda sign: (-len(sign.seen), -sign.last))[:3]
    said = f"This is a rough sketch, made by rules from {count}"
    if not signs:
        return f"{said}."
    most = _listed([f"{sign.words} ({len(sign.seen)})" for sign in signs])
    quotes = list(dict.fromkeys(quote for sign in signs for quote in sign.quotes[:1]))[:2]
    example = f", as in {_listed(quotes)}" if quotes else ""
    return f"{said}; seen most often: {most}{example}."


# ------------------------------------------------------------------ signs


def _signs(readings: Sequence[Reading]) -> list[_Sign]:
    """The signs that at least two sessions show, in the order in which they came up."""
    found: list[_Sign] = []
    for index, reading in enumerate(readings):
        for score in reading.scores:
            for words in _named(score):
                key = frozenset(text.tokens(words))
                sign = next((one for one in found if _is_same(one, score, words, key)), None)
                if sign is None:
                    sign = _Sign(score.dimension, score.value > HIGH, words, key)
                    found.append(sign)
                sign.words, sign.key = words, key
                sign.seen.add(index)
                if (quote := _quoted(score.evidence)) and quote not in sign.quotes:
                    sign.quotes.insert(0, quote)
    return [sign for sign in found if len(sign.seen) >= LEAST_SUPPORT]


def _named(score: Score) -> Iterator[str]:
    """What a reader says it saw; of a list, each by itself. Nothing where a score is middling."""
    if LOW <= score.value <= HIGH:
        return
    head, colon, rest = score.signal.partition(": ")
    for part in (rest if colon else head).replace(";", ",").split(","):
        words = one_line(part).rstrip(".!")
        if words and words.casefold() not in _NOTHING:
            yield cut_to(words, QUOTE_TOKENS)


def _is_same(sign: _Sign, score: Score, words: str, key: frozenset[str]) -> bool:
    if (sign.dimension, sign.is_high) != (score.dimension, score.value > HIGH):
        return False
    if not key or not sign.key:
        return sign.words.casefold() == words.casefold()
    return len(sign.key & key) >= ALIKE * len(sign.key | key)


# --------------------------------------------------------------- what they do when


def _patterns(readings: Sequence[Reading], signs: Sequence[_Sign]) -> Iterator[str]:
    """Lines, the weightiest first."""
    yield from _wishes(readings)
    yield from _under_friction(readings)
    yield from _spoken(readings)
    yield from _recurring(readings, signs)
    yield from _companions(readings)


def _wishes(readings: Sequence[Reading]) -> Iterator[str]:
    for when, then, support in list(_asked(readings))[:MOST_WISHES]:
        yield f"If {when} → they object: {then}{support}."


def _asked(readings: Sequence[Reading]) -> Iterator[tuple[str, str, str]]:
    """What the peer asked for, the latest first: what brings it up, what to do, how often it was.

    Of one dimension what they asked for last.
    """
    last: dict[str, Correction] = {}
    for reading in readings:
        for one in reading.corrections:
            last.pop(one.dimension, None)
            last[one.dimension] = one
    for dimension, one in reversed(last.items()):
        same = (dimension, one.direction)
        count = sum(
            any((each.dimension, each.direction) == same for each in reading.corrections)
            for reading in readings
        )
        yield *_wish(one), _support(count, _quoted(one.quote))


def _wish(one: Correction) -> tuple[str, str]:
    """What brings a wish up, and what to do."""
    if one.dimension not in _WISHES or one.direction is None:
        return "your manner does not suit them", "talk otherwise"
    return _WISHES[one.dimension][one.direction is Direction.HIGHER]


def _under_friction(readings: Sequence[Reading]) -> Iterator[str]:
    """What is known of how they take friction: by what most sessions show, of equals the last."""
    kinds = [reading.resilience_type for reading in readings]
    tested = Counter(kind for kind in kinds if kind is not ResilienceType.UNTESTED)
    tests = _times(sum(tested.values()), "session")
    last = {kind: index for index, kind in enumerate(kinds)}
    kind = max(tested, key=lambda one: (tested[one], last[one]), default=ResilienceType.UNTESTED)
    if kind is ResilienceType.UNTESTED:
        if len(kinds) >= LEAST_SUPPORT:
            yield (
                "If you must disagree → begin with a question: nothing has tested yet how they "
                f"take it ({_times(len(kinds), 'session')})."
            )
    elif tested[kind] < LEAST_SUPPORT:
        return
    elif kind is ResilienceType.RELATIONSHIP:
        yield (
            "If something is uncomfortable → say it: they took it up and stayed "
            f"({tested[kind]} of {tests} with friction)."
        )
    else:
        yield (
            "If they give in → ask what they think themselves: they agree because they need you "
            f"({tested[kind]} of {tests} with friction)."
        )


def _spoken(readings: Sequence[Reading]) -> Iterator[str]:
    """The language that most of what was quoted is in."""
    spoken: Counter[str] = Counter()
    for reading in readings:
        quotes = [score.evidence for score in reading.scores]
        quotes += [one.quote for one in reading.corrections]
        language = language_of(text.words(" ".join(quotes)))
        if language is not None:
            spoken[language] += 1
    if not spoken:
        return
    language, count = max(spoken.items(), key=lambda item: (item[1], item[0]))
    if count >= LEAST_SUPPORT and language in _LANGUAGES:
        name = _LANGUAGES[language]
        yield f"If nothing says otherwise → talk {name} with them ({_times(count, 'session')})."


def _recurring(readings: Sequence[Reading], signs: Sequence[_Sign]) -> Iterator[str]:
    """What sessions look like that are one way or the other: a line for each end."""
    ends: dict[tuple[str, bool], list[_Sign]] = {}
    for sign in signs:
        ends.setdefault((sign.dimension, sign.is_high), []).append(sign)
    most: list[tuple[int, int, str, bool, list[_Sign]]] = []
    for (dimension, is_high), some in ends.items():
        some.sort(key=lambda sign: (-len(sign.seen), -sign.last))
        seen = set[int]().union(*(sign.seen for sign in some[:2]))
        most.append((-len(seen), -max(seen), dimension, is_high, some[:2]))
    wishes = {one.dimension: one.direction for each in readings for one in each.corrections}
    quoted: set[str] = set()
    for count, _, dimension, is_high, some in sorted(most, key=lambda one: one[:3]):
        quotes = [quote for sign in some for quote in sign.quotes if quote not in quoted]
        quoted.update(quotes[:1])  # one quote says one thing
        signed = f"the signs: {_listed([sign.words for sign in some])}"
        # who asked for fewer jokes is not to be joked with, though they joke
        is_unwanted = wishes.get(dimension) is (Direction.LOWER if is_high else Direction.HIGHER)
        advice = "" if is_unwanted else _THEN[dimension][is_high]
        then = "; ".join(filter(None, (advice, signed)))
        support = _support(-count, "".join(quotes[:1]))
        yield f"If {_WHILE[dimension][is_high]} → {then}{support}."


def _companions(readings: Sequence[Reading]) -> Iterator[str]:
    """What goes with what: sessions that are one way, and how they are besides."""
    found: list[tuple[float, int, tuple[str, str], str]] = []
    for given, then, is_high in product(DIMENSIONS, DIMENSIONS, (False, True)):
        if given != then:
            found += _companion(readings, given, then, is_high=is_high)
    told: set[str] = set()
    for _, _, pair, line in sorted(found):
        # the same the other way round says nothing new, nor does a third of three that go together
        if not told.intersection(pair):
            told.update(pair)
            yield line


def _companion(
    readings: Sequence[Reading], given: str, then: str, *, is_high: bool
) -> Iterator[tuple[float, int, tuple[str, str], str]]:
    """Whether sessions that are one way are also another way, and the others are not."""
    groups: tuple[list[float], list[float]] = ([], [])
    for reading in readings:
        value, besides = reading.value(given), reading.value(then)
        if value is not None and besides is not None:
            groups[value > HIGH if is_high else value < LOW].append(besides)
    others, those = groups
    if min(len(others), len(those)) < LEAST_APART:
        return
    mean, usual = math.fsum(those) / len(those), math.fsum(others) / len(others)
    distance = round(abs(mean - usual), _DIGITS)
    if distance < GOES_WITH or LOW <= mean <= HIGH or (mean > HIGH) != (mean > usual):
        return
    line = (
        f"If {_WHILE[given][is_high]} → {_WHILE[then][mean > HIGH]} ({then} {mean:.2f}, else "
        f"{usual:.2f}; {len(those)} of {len(those) + len(others)} sessions)."
    )
    yield -distance, -len(those), (given, then), line


def _condition(line: str) -> str:
    """What a pattern begins with; its support changes from session to session."""
    return line.partition("→")[0].strip().casefold()


# ----------------------------------------------------------------- moments


def _moments(standing: Sequence[str], readings: Sequence[Reading], jump: float) -> list[str]:
    """The anchors that stand, and those that are new, oldest first; one a session.

    Once there are as many as there may be, they stay, and no more is noted.
    """
    lines = list(standing)
    for index, reading in enumerate(readings):
        day = day_of(reading.at)
        # told already, in whatever words
        if any(line.startswith(day) for line in standing):
            continue
        before = readings[index - 1] if index else None
        after = readings[index + 1] if index + 1 < len(readings) else None
        moments = [*_first_wish(reading, lines), *_jump(before, reading, after, jump)]
        if reading.inputs:
            # an anchor outlives its reading, and would not go with a turn that it quotes
            moments = [(what, "") for what, _ in moments]
        if not moments:
            continue
        in_full = (
            f"{day}: {'; '.join(f'{what} ({said})' if said else what for what, said in moments)}."
        )
        in_short = f"{day}: {'; '.join(what for what, _ in moments)}."
        fits = sum(map(_cost, [*lines, in_full])) <= TOKENS[LayerName.ANCHORS][1]
        lines.append(in_full if fits else in_short)
    return lines[:MOST_ANCHORS]


def _first_wish(reading: Reading, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What the peer asked for in a session and never before, with how they said it."""
    for one in reading.corrections:
        what = f"they asked you to {_wish(one)[1]}"
        if not any(what in line for line in lines):
            yield what, _quoted(one.quote)
            return


def _jump(
    before: Reading | None, reading: Reading, after: Reading | None, jump: float
) -> Iterator[tuple[str, str]]:
    """What changed most from one session to the next and did not go back in the one after it."""
    found: list[tuple[float, Score]] = []
    for score in reading.scores:
        start = before.value(score.dimension) if before is not None else None
        if start is None:
            continue
        step = round(score.value - start, _DIGITS)
        held = after.value(score.dimension) if after is not None else None
        stays = held is None or (held - start) * math.copysign(1.0, step) >= abs(step) / 2
        if abs(step) > jump and stays:
            found.append((step, score))
    if found:
        step, score = max(found, key=lambda one: abs(one[0]))
        yield _BECAME[score.dimension][step > 0], _quoted(score.evidence)


# ----------------------------------------------------------------- sentences


def _within(lines: Iterable[str], most: int, tokens: int) -> Iterator[str]:
    """So many of the lines as there is room for; one that is too long is left out."""
    for line in lines:
        if most and _cost(line) <= tokens:
            most -= 1
            tokens -= _cost(line)
            yield line


def _cost(line: str) -> int:
    """Tokens of a line in a layer, with the break that ends it."""
    return token_count(f"{BULLET}{line}\n")


def _support(sessions: int, quote: str) -> str:
    """By what a line is supported, in brackets."""
    several = _times(sessions, "session") if sessions > 1 else ""
    said = "; ".join(filter(None, (several, quote)))
    return f" ({said})" if said else ""


def _times(count: int, what: str) -> str:
    return f"one {what}" if count == 1 else f"{count} {what}s"


def _listed(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _quoted(said: str) -> str:
    """A quote in quotation marks, on one line; ``""`` for nothing."""
    line = cut_to(one_line(said).strip(" \"'“”„«»").rstrip("."), QUOTE_TOKENS)
    return f"“{line.translate(_NO_MARKS)}”" if line else ""


_NO_MARKS = str.maketrans("“”", "''")
