"""Readings condensed by rules: what each text is made of, how long it becomes, what stays."""

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from sense_memory.core.config import RapportConfig
from sense_memory.core.records.rapport import (
    DIMENSIONS,
    Correction,
    Direction,
    LayerName,
    Reading,
    ResilienceType,
    Score,
)
from sense_memory.mind.rapport.condensation import (
    MOST_ANCHORS,
    MOST_PATTERNS,
    TOKENS,
    Condensation,
    Material,
    Noted,
    lines_of,
    with_standing,
)
from sense_memory.mind.rapport.extract import extracted
from sense_memory.mind.rapport.vector import derive
from sense_memory.mind.token_count import token_count

CONFIG = RapportConfig()
DAY = 86_400.0
START = 1_800_000_000.0  # 2027-01-15
HIGHER, LOWER = Direction
RELATIONSHIP, DEPENDENCY, UNTESTED = ResilienceType


def reading(
    day: int,
    value: float = 0.5,
    *,
    seen: Mapping[str, tuple[str, str]] | None = None,
    corrections: tuple[Correction, ...] = (),
    resilience_type: ResilienceType = UNTESTED,
    **others: float,
) -> Reading:
    """A session of which every dimension was the same, but for some."""
    scores = tuple(
        Score(name, others.get(name, value), *(seen or {}).get(name, ())) for name in DIMENSIONS
    )
    at = START + day * DAY
    return Reading("vergel", f"day {day}", at, scores, corrections, resilience_type, 1.0, "x", 9)


def condensed(*readings: Reading, **noted: str) -> Condensation:
    layers = {LayerName(name): Noted(text) for name, text in noted.items()}
    material = Material(derive(None, readings, CONFIG), readings, layers)
    return extracted(material, CONFIG)


def about(made: Condensation, *words: str) -> list[str]:
    """The patterns that have some words."""
    return [line for line in made.patterns if all(word in line for word in words)]


# ----------------------------------------------------------------- who they are


@pytest.mark.parametrize(
    ("dimension", "value", "words"),
    [
        ("formality", 0.0, "write as one texts a friend"),
        ("formality", 0.3, "write casually"),
        ("formality", 0.7, "keep to polite forms"),
        ("formality", 1.0, "keep a formal distance"),
        ("energy", 0.1, "say as little as they can"),
        ("energy", 0.7, "are lively"),
        ("humor", 0.0, "never joke"),
        ("humor", 0.9, "joke about nearly everything"),
        ("warmth", 0.3, "keep to the matter"),
        ("warmth", 0.9, "show much affection"),
        ("trust", 0.3, "tell little about themselves"),
        ("trust", 0.9, "lay themselves open unasked"),
        ("depth", 0.3, "seldom go below the surface"),
        ("depth", 0.9, "go to the bottom of things"),
    ],
)
def test_a_portrait_has_the_words_of_where_a_dimension_stands(dimension, value, words):
    made = condensed(*(reading(day, **{dimension: value}) for day in range(4)))
    assert made.base_tone.startswith(f"They {words}.")
    assert "neither the one nor the other" not in made.base_tone


def test_where_nothing_stands_out_the_portrait_says_so():
    made = condensed(*(reading(day) for day in range(4)))
    assert made.base_tone == (
        "They are neither the one nor the other in form, pace and closeness. How they take "
        "friction has not been seen yet. This is a rough sketch, made by rules from 4 sessions."
    )
    assert condensed(reading(0, 0.1)).base_tone.endswith("made by rules from one session.")
    assert condensed() == Condensation("")


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (RELATIONSHIP, 0.9, "can take a hard word"),
        (RELATIONSHIP, 0.5, "took it up and stayed"),
        (RELATIONSHIP, 0.1, "costs them something"),
        (DEPENDENCY, 0.9, "no sign of strength"),
        (UNTESTED, 0.9, "has not been seen yet"),
    ],
)
def test_how_they_take_friction_goes_by_its_kind(kind, value, words):
    made = condensed(reading(0, resilience=value, resilience_type=kind))
    assert words in made.base_tone


def test_what_is_new_of_late_is_told():
    before = [reading(day, trust=0.2) for day in range(5)]
    made = condensed(*before, *(reading(day, trust=0.8) for day in range(5, 8)))
    assert "; of late they opened up." in made.base_tone
    assert "of late" not in condensed(*before).base_tone


def test_the_portrait_says_what_they_asked_for_and_what_was_seen():
    said = Correction("resilience", HIGHER, "don't sugarcoat it")
    short = Correction("energy", LOWER, "kürzer")
    seen = {"humor": ("playful: dry jokes, laughter", "“it's only prod.”")}
    made = condensed(
        reading(0, humor=0.8, seen=seen, corrections=(short,)),
        reading(1, humor=0.8, seen=seen, corrections=(said,)),
    )
    assert "; they have asked you to be blunt and to be shorter." in made.base_tone
    assert made.base_tone.endswith(
        "; seen most often: dry jokes (2) and laughter (2), as in “it's only prod”."
    )


# ----------------------------------------------------------- what they do when


def test_a_pattern_needs_two_sessions_or_the_peers_own_words():
    seen = {"humor": ("dry jokes", "“only prod”")}
    wish = Correction("humor", LOWER, "lass die Witze")
    once = condensed(reading(0, humor=0.8, seen=seen), reading(1))
    assert not about(once, "dry jokes")
    twice = condensed(reading(0, humor=0.8, seen=seen), reading(1, humor=0.9, seen=seen))
    assert about(twice, "If they joke → joke along; the signs: dry jokes (2 sessions; “only prod”)")
    assert about(condensed(reading(0, corrections=(wish,))), "If you joke → they object") == [
        "If you joke → they object: leave the jokes (“lass die Witze”)."
    ]


@pytest.mark.parametrize(
    ("first", "second", "is_one"),
    [
        ("dry jokes about work", "Dry jokes about the work.", True),
        ("dry joke", "dry jokes", True),
        ("dry jokes", "long silences", False),
        ("冗談が多い", "冗談が多い", True),
        ("!?", "!?", True),
        ("nothing seen", "nothing seen", False),
        ("", "", False),
    ],
)
def test_signs_that_share_half_their_words_are_one(first, second, is_one):
    made = condensed(
        reading(0, humor=0.8, seen={"humor": (first, "")}),
        reading(1, humor=0.8, seen={"humor": (second, "")}),
    )
    assert bool(about(made, "the signs")) is is_one


def test_signs_of_the_other_end_or_of_the_middle_are_no_support():
    seen = {"humor": ("jokes", "")}
    made = condensed(reading(0, humor=0.8, seen=seen), reading(1, humor=0.2, seen=seen))
    assert not about(made, "jokes")
    made = condensed(reading(0, humor=0.6, seen=seen), reading(1, humor=0.6, seen=seen))
    assert not about(made, "jokes")


def test_of_two_wishes_about_one_thing_the_last_counts():
    made = condensed(
        reading(0, corrections=(Correction("formality", LOWER, "less stiff"),)),
        reading(1, corrections=(Correction("formality", LOWER, "loosen up"),)),
        reading(2, corrections=(Correction("formality", HIGHER, "bitte siezen Sie mich"),)),
        reading(3, corrections=(Correction("style", None, "no lists"),)),
    )
    assert [line for line in made.patterns if "object" in line] == [
        "If your manner does not suit them → they object: talk otherwise (“no lists”).",
        "If you are too casual → they object: be more formal (“bitte siezen Sie mich”).",
    ]
    again = condensed(
        *(reading(day, corrections=(Correction("energy", LOWER, "shorter"),)) for day in range(3))
    )
    assert about(again, "be shorter (3 sessions; “shorter”)")


@pytest.mark.parametrize(("direction", "advice"), [(LOWER, ""), (HIGHER, "joke along; ")])
def test_nothing_is_advised_that_they_asked_not_to_do(direction, advice):
    seen = {"humor": ("dry jokes", "")}
    wish = (Correction("humor", direction, ""),)
    made = condensed(*(reading(n, humor=0.8, seen=seen, corrections=wish) for n in range(2)))
    assert about(made, f"If they joke → {advice}the signs: dry jokes (2 sessions)")


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ([UNTESTED] * 3, "begin with a question: nothing has tested yet how they take it (3 sess"),
        ([RELATIONSHIP] * 2 + [UNTESTED], "took it up and stayed (2 of 2 sessions with friction)"),
        ([DEPENDENCY] * 2 + [RELATIONSHIP], "ask what they think themselves"),
        ([RELATIONSHIP] * 2 + [DEPENDENCY] * 2, "ask what they think themselves"),
        ([DEPENDENCY] * 2 + [RELATIONSHIP] * 2, "say it: they took it up"),
        ([RELATIONSHIP, UNTESTED], None),
        ([UNTESTED], None),
    ],
)
def test_one_pattern_says_which_kind_of_resilience_they_show(kinds, words):
    made = condensed(*(reading(day, resilience_type=kind) for day, kind in enumerate(kinds)))
    lines = [line for line in made.patterns if "friction" in line or "tested" in line]
    assert len(lines) == (words is not None)
    assert not words or words in lines[0]


@pytest.mark.parametrize(
    ("quote", "language"),
    [
        ("ich weiß nicht, was das soll", "German"),
        ("I do not know what this is", "English"),
        ("je ne sais pas ce que c'est", "French"),
        ("я не знаю, что это", "Russian"),
    ],
)
def test_one_pattern_says_which_language_they_talk(quote, language):
    seen = {"humor": ("jokes", quote)}
    made = condensed(*(reading(day, humor=0.8, seen=seen) for day in range(2)))
    assert about(made, f"talk {language} with them (2 sessions)")
    assert not about(condensed(reading(0, seen=seen)), "with them")


def test_what_goes_together_is_told_once():
    ways: list[dict[str, Any]] = [
        {"humor": 0.8, "trust": 0.8, "depth": 0.75},
        {"humor": 0.3, "trust": 0.4, "depth": 0.45},
    ]
    made = condensed(*(reading(day, **ways[day % 2]) for day in range(8)))
    together = about(made, "else")
    assert together == [
        "If the talk goes deep → they joke (humor 0.80, else 0.30; 4 of 8 sessions)."
    ]
    # three sessions on each side are needed, and a distance of a quarter
    assert not about(condensed(*(reading(day, **ways[day % 2]) for day in range(4))), "else")
    near: list[dict[str, Any]] = [{"humor": 0.8, "trust": 0.7}, {"humor": 0.3, "trust": 0.46}]
    assert not about(condensed(*(reading(day, **near[day % 2]) for day in range(8))), "trust 0")


def test_lines_that_nothing_supports_any_more_are_dropped_and_counted():
    seen = {"humor": ("dry jokes", "")}
    playful = [reading(day, humor=0.8, seen=seen) for day in range(3)]
    patterns = condensed(*playful).text(LayerName.PATTERNS)
    assert "dry jokes (3 sessions)" in patterns
    goes_on = condensed(*playful, reading(3, humor=0.8, seen=seen), patterns=patterns)
    assert "dry jokes (4 sessions)" in goes_on.text(LayerName.PATTERNS)
    assert goes_on.dropped_patterns == 0  # the same pattern, though it says another number
    dull = condensed(*(reading(day, humor=0.3) for day in range(9)), patterns=patterns)
    assert not about(dull, "jokes")
    assert dull.dropped_patterns == 1


# --------------------------------------------------------------------- moments


@pytest.mark.parametrize(
    ("values", "anchors"),
    [
        ([0.4, 0.6], []),  # 0.2 is no jump yet
        ([0.4, 0.601], ["2027-01-16: they opened up."]),
        ([0.8, 0.5], ["2027-01-16: they drew back."]),
        ([0.3, 0.8, 0.3], ["2027-01-17: they drew back."]),  # the first did not last
        ([0.3, 0.8, 0.3, 0.3], ["2027-01-17: they drew back."]),
        ([0.3, 0.8, 0.55, 0.8], ["2027-01-16: they opened up.", "2027-01-18: they opened up."]),
        ([0.9], []),
    ],
)
def test_a_jump_that_lasts_is_a_moment(values, anchors):
    made = condensed(*(reading(day, trust=value) for day, value in enumerate(values)))
    assert [*made.anchors] == anchors


def test_of_several_jumps_of_a_session_the_largest_is_told_with_its_words():
    seen = {"depth": ("", "„wozu das alles?“"), "trust": ("", "“my mother”")}
    made = condensed(reading(0, trust=0.4, depth=0.3), reading(1, trust=0.7, depth=0.8, seen=seen))
    assert made.anchors == ("2027-01-16: the talk went deeper (“wozu das alles?”).",)


def test_a_wish_is_a_moment_when_it_is_uttered_first():
    wish = (Correction("formality", LOWER, "sag du"),)
    made = condensed(*(reading(day, corrections=wish) for day in range(3)))
    assert made.anchors == ("2027-01-15: they asked you to be more casual (“sag du”).",)
    # and with a jump of the same session
    made = condensed(reading(0, trust=0.1), reading(1, trust=0.9, corrections=wish))
    assert made.anchors == (
        "2027-01-16: they asked you to be more casual (“sag du”); they opened up.",
    )


def test_a_moment_of_a_conversation_that_is_kept_is_told_without_its_words():
    """It outlives the reading, which goes with each message that it quotes."""
    wish = (Correction("formality", LOWER, "sag du"),)
    seen = {"trust": ("", "“my mother”")}
    last = reading(1, trust=0.9, corrections=wish, seen=seen)
    turns = frozenset(("stream/main/turn/a",))
    made = condensed(reading(0, trust=0.1), replace(last, inputs=turns))
    assert made.anchors == ("2027-01-16: they asked you to be more casual; they opened up.",)
    assert "“sag du”" in made.patterns[0], "a pattern is told anew each time"


def test_what_was_noted_once_stays_though_its_session_is_long_gone():
    stands = "- 2026-03-01: they laughed for the first time.\n* second line"
    made = condensed(reading(0, trust=0.2), reading(1, trust=0.8), anchors=stands)
    assert made.anchors == (
        "2026-03-01: they laughed for the first time.",
        "second line",
        "2027-01-16: they opened up.",
    )
    again = condensed(
        reading(0, trust=0.2), reading(1, trust=0.8), anchors=made.text(LayerName.ANCHORS)
    )
    assert again.anchors == made.anchors


def test_ten_moments_are_kept_and_they_are_the_first():
    assert MOST_ANCHORS == 10
    values = [0.1 + 0.8 * (day // 2 % 2) for day in range(40)]
    made = condensed(*(reading(day, trust=value) for day, value in enumerate(values)))
    assert len(made.anchors) == MOST_ANCHORS
    assert made.anchors[0].startswith("2027-01-17")
    more = condensed(reading(90, trust=0.1), reading(91, trust=0.9), anchors=made.text(ANCHORS))
    assert more.anchors == made.anchors


ANCHORS = LayerName.ANCHORS


# ------------------------------------------------------------------ the text itself


def test_a_layer_stays_within_its_tokens_whatever_is_in_it():
    assert {name.value: bounds for name, bounds in TOKENS.items()} == {
        "base_tone": (100, 200),
        "patterns": (150, 300),
        "anchors": (50, 100),
    }
    assert MOST_PATTERNS == 10
    chance = random.Random(7)
    words = [
        "大変",
        "Donaudampfschifffahrt",
        "“quoted”",
        "→",
        "(",
        "a\nb",
        "😂" * 9,
        "ok",
        "\u202e",
    ]
    for _ in range(25):
        readings = []
        for day in range(chance.randint(1, 25)):
            seen: dict[str, Any] = {
                name: (
                    " ".join(chance.choices(words, k=chance.randint(0, 12))),
                    " ".join(chance.choices(words, k=chance.randint(0, 40))),
                )
                for name in DIMENSIONS
            }
            values = {name: round(chance.random(), 2) for name in DIMENSIONS}
            wishes = tuple(
                Correction(name, chance.choice([LOWER, HIGHER, None]), chance.choice(words))
                for name in chance.sample([*DIMENSIONS, "style"], chance.randint(0, 3))
            )
            kind = chance.choice(list(ResilienceType))
            readings.append(
                reading(day, seen=seen, corrections=wishes, resilience_type=kind, **values)
            )
        made = condensed(*readings)
        texts = {name: made.text(name) for name in LayerName}
        assert token_count(texts[LayerName.BASE_TONE]) <= 200
        assert token_count(texts[LayerName.PATTERNS]) <= 300
        assert token_count(texts[LayerName.ANCHORS]) <= 250
        assert len(made.patterns) <= MOST_PATTERNS
        assert len(made.anchors) <= MOST_ANCHORS
        assert 2 <= len(re.findall(r"(?<=[.!?”)])(?: (?=[A-Z])|$)", made.base_tone)) <= 6
        assert lines_of(texts[LayerName.PATTERNS]) == [*made.patterns]
        assert all(re.fullmatch(r"If .+ → .+\.", line) for line in made.patterns)
        assert all(re.fullmatch(r"\d{4}-\d\d-\d\d: .+\.", line) for line in made.anchors)
        assert "\u202e" not in "".join(texts.values())
        assert condensed(*readings) == made  # and the same again


def test_a_portrait_of_somebody_who_is_known_has_the_length_it_should():
    seen = {
        "formality": ("casual: lower case, slang", "“yo, quick one”"),
        "humor": ("dry jokes about deadlines", "“the deadline is a suggestion”"),
        "trust": ("tells of fears unasked", "“honestly i'm scared of shipping it”"),
    }
    wish = (Correction("resilience", HIGHER, "don't sugarcoat it"),)
    made = condensed(
        *(
            reading(
                day,
                0.7,
                formality=0.2,
                seen=seen,
                corrections=wish if day == 3 else (),
                resilience_type=RELATIONSHIP,
            )
            for day in range(10)
        )
    )
    assert 100 <= token_count(made.base_tone) <= 200
    assert 150 <= token_count(made.text(LayerName.PATTERNS)) <= 300
    assert len(re.findall(r"\. |\.$", made.base_tone)) == 4


def test_whoever_condenses_can_lose_no_anchor():
    assert with_standing(["a", "b"], ["b", "c"]) == ("b", "c")  # in other words, as many
    assert with_standing(["a", "b"], ["c"]) == ("a", "b", "c")
    assert with_standing(["a", "b"], []) == ("a", "b")
    assert with_standing([], ["c", "c"]) == ("c",)
    assert len(with_standing([str(n) for n in range(10)], ["new"])) == MOST_ANCHORS
