"""What somebody says a session was like: what is taken, what is mended, what is refused."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.rapport import Signals
from sense_memory.core.records.rapport import DIMENSIONS, Correction, ResilienceType, Score
from sense_memory.mind.rapport.signals import signals_of

from .sessions import HIGHER, LOWER

SECRET = "kumquat"
"""Stands for what somebody said: no error repeats it."""


def raw(**changed: Any) -> dict[str, Any]:
    """Six dimensions at 0.4, resilience at 0.45, but for what is named."""
    return {**dict.fromkeys(DIMENSIONS, 0.4), "resilience": 0.45, **changed}


def without(*names: str) -> dict[str, Any]:
    """The same without some dimensions."""
    return {name: value for name, value in raw().items() if name not in names}


# --- scores: "{value, signal?, evidence?} or a bare number; value to float, clamped to 0–1"


@pytest.mark.parametrize(
    ("given_one", "score"),
    [
        ({"value": 0.3, "signal": "s", "evidence": "e"}, Score("warmth", 0.3, "s", "e")),
        ({"value": 0.3}, Score("warmth", 0.3)),
        ({"value": 1, "signal": None, "evidence": 5}, Score("warmth", 1.0)),
        (0.3, Score("warmth", 0.3)),
        (1, Score("warmth", 1.0)),
        (0, Score("warmth", 0.0)),
        ("0.3", Score("warmth", 0.3)),
        ({"value": " 0.3 "}, Score("warmth", 0.3)),
        (1.7, Score("warmth", 1.0)),
        (-3, Score("warmth", 0.0)),
        ({"value": -0.1}, Score("warmth", 0.0)),
        (-0.0, Score("warmth", 0.0)),
        (5e-324, Score("warmth", 5e-324)),
        # NaN passed the clamp, and poisoned the vector for good; True was 1.0
        (math.nan, None),
        (math.inf, None),
        (-math.inf, None),
        (" nan", None),
        ("Infinity", None),
        ({"value": math.nan}, None),
        (True, None),
        (False, None),
        ({"value": True}, None),
        (10**400, None),
        ("high", None),
        ("", None),
        (None, None),
        ({}, None),
        ({"score": 0.3}, None),
        ([0.3], None),
        ({"value": [0.3]}, None),
        ({"value": {"value": 0.3}}, None),
    ],
)
def test_one_dimension(given_one: object, score: Score | None) -> None:
    found = signals_of(raw(warmth=given_one))
    assert next((one for one in found.scores if one.dimension == "warmth"), None) == score
    assert len(found.scores) == (7 if score else 6)
    for one in found.scores:
        assert type(one.value) is float
        # no minus zero either, which compares alike and is written otherwise
        assert not str(one.value).startswith("-")


def test_scores_stand_in_order_whatever_the_order_of_the_answer() -> None:
    backwards = dict(reversed(raw().items()))
    assert [one.dimension for one in signals_of(backwards).scores] == list(DIMENSIONS)
    assert signals_of(backwards) == signals_of({**raw(), "mood": 0.9, "notes": SECRET})
    assert signals_of(raw()).confidence == 1.0


# --- it is refused if "more than 2 are missing or bad"


@pytest.mark.parametrize("missing", range(8))
def test_two_dimensions_may_be_missing(missing: int) -> None:
    gone = DIMENSIONS[:missing]
    if missing <= 2:
        assert [one.dimension for one in signals_of(without(*gone)).scores] == [
            *DIMENSIONS[missing:]
        ]
        return
    with pytest.raises(InputError) as refused:
        signals_of(without(*gone))
    assert str(refused.value).endswith(f"without one are: {', '.join(gone)}")


def test_a_bad_one_is_a_missing_one() -> None:
    bad = raw(humor=True, depth=math.nan)
    assert len(signals_of(bad).scores) == 5
    with pytest.raises(InputError, match="without one are: humor, depth, trust$") as refused:
        signals_of({**bad, "trust": SECRET})
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("wrong", [None, [], "text", 5, [0.5] * 7])
def test_a_reading_is_an_object(wrong: Any) -> None:
    with pytest.raises(InputError, match="an object"):
        signals_of(wrong)


# --- "resilience.type is kept if relationship, dependency or untested; else untested"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"value": 0.5, "type": "relationship"}, ResilienceType.RELATIONSHIP),
        ({"value": 0.5, "type": "dependency"}, ResilienceType.DEPENDENCY),
        ({"value": 0.5, "type": "untested"}, ResilienceType.UNTESTED),
        ({"value": 0.5, "type": " Dependency "}, ResilienceType.DEPENDENCY),
        ({"value": 0.5, "type": "love"}, ResilienceType.UNTESTED),
        ({"value": 0.5, "type": 5}, ResilienceType.UNTESTED),
        ({"value": 0.5}, ResilienceType.UNTESTED),
        (0.5, ResilienceType.UNTESTED),
        (None, ResilienceType.UNTESTED),
        # what it shows may be told without how much there was of it
        ({"type": "dependency"}, ResilienceType.DEPENDENCY),
    ],
)
def test_what_resilience_shows(said: object, kind: ResilienceType) -> None:
    assert signals_of(raw(resilience=said)).resilience_type is kind


# --- of explicit_corrections those count "that have a dimension, as {dimension, direction, quote}"


@pytest.mark.parametrize(
    ("said", "corrections"),
    [
        (
            [{"dimension": "formality", "direction": "lower", "quote": "du, please"}],
            (Correction("formality", LOWER, "du, please"),),
        ),
        ([{"dimension": "style", "direction": "higher"}], (Correction("style", HIGHER),)),
        ([{"dimension": " Humor ", "direction": " HIGHER "}], (Correction("humor", HIGHER),)),
        ([{"dimension": "humor"}], (Correction("humor"),)),
        ([{"dimension": "humor", "direction": "unclear"}], (Correction("humor"),)),
        ([{"dimension": "humor", "direction": None, "quote": None}], (Correction("humor"),)),
        ([{"dimension": "humor", "direction": 1, "quote": ["x"]}], (Correction("humor"),)),
        # entries without a dimension are none
        ([{"direction": "lower"}, {"dimension": ""}, {"dimension": 5}, "humor", None], ()),
        (
            [{"dimension": "humor"}, {}, {"dimension": "depth", "direction": "lower"}],
            (Correction("humor"), Correction("depth", LOWER)),
        ),
        ([], ()),
        (None, ()),
        ((), ()),
    ],
)
@pytest.mark.parametrize("name", ["explicit_corrections", "_explicit_corrections"])
def test_what_was_to_be_otherwise(
    name: str, said: object, corrections: tuple[Correction, ...]
) -> None:
    assert signals_of(raw(**{name: said})).corrections == corrections


@pytest.mark.parametrize("wrong", [{"dimension": "humor"}, "humor", b"bytes", 5, True])
def test_corrections_are_a_list(wrong: object) -> None:
    with pytest.raises(InputError, match="explicit_corrections is a list"):
        signals_of(raw(explicit_corrections=wrong))


def test_a_correction_of_something_else_is_refused_by_its_place() -> None:
    wrong = [{"dimension": "humor"}, {"dimension": SECRET, "quote": SECRET}]
    with pytest.raises(
        InputError, match="correction 1 is one of formality, .*, or style"
    ) as refused:
        signals_of(raw(explicit_corrections=wrong))
    assert SECRET not in str(refused.value)


# --- whatever comes


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(("value", "type", "dimension", "dependency", "higher", "style", *DIMENSIONS)),
    lambda some: (
        st.lists(some, max_size=4)
        | st.dictionaries(st.sampled_from(("value", "type", "dimension", "direction")), some)
    ),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from((*DIMENSIONS, "explicit_corrections", "_explicit_corrections")), anything
    )
)
@settings(deadline=None, max_examples=150)
def test_whatever_is_said_is_a_reading_or_refused(said: dict[str, Any]) -> None:
    try:
        found = signals_of(said)
    except InputError:
        return
    assert isinstance(found, Signals)
    assert 5 <= len(found.scores) <= 7
    for one in found.scores:
        assert 0.0 <= one.value <= 1.0
    for told in found.corrections:
        assert told.dimension in (*DIMENSIONS, "style")
    json.dumps([one.value for one in found.scores], allow_nan=False)
