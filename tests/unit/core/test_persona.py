"""Persona memories: their fields, how they fade, and their form as a dictionary."""

import dataclasses
from typing import Any

import pytest

from sense_memory.core.errors import InputError, InvalidKeyError
from sense_memory.core.records.persona import (
    DEFAULT_DOMAINS,
    DEFAULT_FACETS,
    PersonaMemory,
)

T0 = 1_700_000_000.0
DAY = 86_400.0


def persona(**fields: Any) -> PersonaMemory:
    """A memory last accessed at T0, with the given fields changed."""
    usual = {
        "domain": "people",
        "facet": "facts",
        "key": "vergel-prefers-vanilla-js",
        "value": "Vergel prefers vanilla JS",
        "last_accessed": T0,
        "last_reinforced": T0,
        "created_at": T0,
    }
    return PersonaMemory(**{**usual, **fields})


def test_the_published_names_of_domains_and_facets() -> None:
    assert DEFAULT_DOMAINS == ("self", "people", "projects", "world", "skills")
    assert DEFAULT_FACETS == ("facts", "beliefs", "decisions", "procedures", "emotions")


def test_the_defaults_are_those_of_the_published_client() -> None:
    memory = persona()
    assert memory.relevance == 1.0
    assert memory.halflife_days == 30.0
    assert memory.access_count == 0
    assert memory.connections == memory.contradicts == memory.themes == ()
    assert memory.superseded_by is None
    assert memory.source == ""
    assert memory.confidence == 1.0
    assert memory.state == "active"


def test_the_address_is_made_of_domain_facet_and_key() -> None:
    assert persona().d_tag == "sense-memory/persona/people/facts/vergel-prefers-vanilla-js"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"domain": ""}, "Domain.*non-empty"),
        ({"domain": "a/b"}, "Domain.*invalid"),
        ({"facet": ".."}, "Facet.*path traversal"),
        ({"facet": "f" * 65}, "Facet.*too long"),
        ({"key": ""}, "key.*non-empty"),
        ({"value": None}, "must be a string"),
        ({"value": "x" * 65_001}, "too long"),
        ({"state": "asleep"}, "state"),
        ({"confidence": 1.01}, "confidence"),
        ({"confidence": -0.01}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"halflife_days": 0}, "halflife_days"),
        ({"halflife_days": -1}, "halflife_days"),
        ({"halflife_days": float("nan")}, "halflife_days"),
    ],
)
def test_a_field_out_of_range_is_refused_by_name(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        persona(**fields)


def test_the_ends_of_a_range_belong_to_it() -> None:
    assert persona(confidence=0.0).confidence == 0.0
    assert persona(confidence=1.0).confidence == 1.0
    assert persona(halflife_days=0.001).halflife_days == 0.001


def test_a_bad_domain_is_an_invalid_key_as_well_as_bad_input() -> None:
    with pytest.raises(InvalidKeyError):
        persona(domain="a\\b")


# ----------------------------------------------------------------------------- fading


def test_relevance_halves_every_halflife() -> None:
    assert persona().current_relevance(T0) == 1.0
    assert persona().current_relevance(T0 + 30 * DAY) == 0.5
    assert persona().current_relevance(T0 + 60 * DAY) == 0.25
    assert persona(halflife_days=10.0).current_relevance(T0 + 10 * DAY) == 0.5


def test_a_memory_accessed_in_the_future_has_not_faded() -> None:
    """Another device's clock may run ahead of ours."""
    assert persona().current_relevance(T0 - 1000 * DAY) == 1.0


def test_every_connection_adds_a_tenth_even_beyond_one() -> None:
    linked = persona(connections=("a", "b", "c"))
    assert linked.current_relevance(T0) == pytest.approx(1.3)


def test_every_contradiction_halves() -> None:
    assert persona(contradicts=("a",)).current_relevance(T0) == 0.5
    assert persona(contradicts=("a", "b")).current_relevance(T0) == 0.25


def test_a_superseded_memory_fades_four_times_as_fast() -> None:
    superseded = persona(superseded_by="newer")
    assert superseded.current_relevance(T0) == 1.0
    assert superseded.current_relevance(T0 + 7.5 * DAY) == pytest.approx(0.5)


def test_the_machines_clock_is_used_when_no_time_is_given() -> None:
    assert persona(last_accessed=0.0).compute_state() == "dissolved"


@pytest.mark.parametrize(
    ("score", "state"),
    [
        (1.3, "active"),
        (0.3, "active"),
        (0.2999999, "fading"),
        (0.1, "fading"),
        (0.0999999, "forgotten"),
        (0.01, "forgotten"),
        (0.0099999, "dissolved"),
        (0.0, "dissolved"),
    ],
)
def test_a_threshold_belongs_to_the_livelier_state(score: float, state: str) -> None:
    assert persona(relevance=score).compute_state(T0) == state


CONTRADICTED = {"contradicts": ("newer",), "superseded_by": "newer"}
LINKED = {"connections": ("a", "b", "c")}


@pytest.mark.parametrize(
    ("fields", "days", "before", "after"),
    [
        ({}, 52.11, "active", "fading"),
        ({}, 99.66, "fading", "forgotten"),
        ({}, 199.32, "forgotten", "dissolved"),
        (CONTRADICTED, 5.53, "active", "fading"),
        (CONTRADICTED, 42.33, "forgotten", "dissolved"),
        (LINKED, 210.67, "forgotten", "dissolved"),
    ],
)
def test_the_published_table_of_times_to_the_hundredth_of_a_day(
    fields: dict[str, Any], days: float, before: str, after: str
) -> None:
    memory = persona(**fields)
    assert memory.compute_state(T0 + (days - 0.01) * DAY) == before
    assert memory.compute_state(T0 + (days + 0.01) * DAY) == after


def test_the_stored_state_plays_no_part_in_the_computed_one() -> None:
    assert persona(state="dissolved").compute_state(T0) == "active"


# ------------------------------------------------------------------------- dictionaries


def test_to_dict_has_the_published_eighteen_fields_with_lists_for_tuples() -> None:
    memory = persona(themes=("js", "web"), connections=("other",), access_count=3, source="chat")
    expected = {
        "type": "sense-memory:persona",
        "domain": "people",
        "facet": "facts",
        "key": "vergel-prefers-vanilla-js",
        "value": "Vergel prefers vanilla JS",
        "relevance": 1.0,
        "halflife_days": 30.0,
        "last_accessed": T0,
        "last_reinforced": T0,
        "access_count": 3,
        "connections": ["other"],
        "contradicts": [],
        "superseded_by": None,
        "themes": ["js", "web"],
        "source": "chat",
        "confidence": 1.0,
        "state": "active",
        "created_at": T0,
    }
    assert expected == memory.to_dict()


def test_from_dict_undoes_to_dict() -> None:
    memory = persona(
        relevance=0.5,
        halflife_days=7.0,
        access_count=2,
        connections=("a",),
        contradicts=("b",),
        superseded_by="b",
        themes=("t",),
        source="s",
        confidence=0.25,
        state="fading",
        last_accessed=T0 + 1,
        last_reinforced=T0 + 2,
    )
    assert memory == PersonaMemory.from_dict(memory.to_dict())


def test_from_dict_needs_only_four_fields_and_takes_the_dates_from_created_at() -> None:
    four = {"domain": "self", "facet": "facts", "key": "k", "value": "v"}
    memory = PersonaMemory.from_dict({**four, "created_at": T0})
    assert (memory.created_at, memory.last_accessed, memory.last_reinforced) == (T0, T0, T0)
    assert PersonaMemory.from_dict(four).created_at > T0


@pytest.mark.parametrize("missing", ["domain", "facet", "key", "value"])
def test_from_dict_without_one_of_the_four_is_an_error(missing: str) -> None:
    fields = persona().to_dict()
    del fields[missing]
    with pytest.raises(KeyError, match=missing):
        PersonaMemory.from_dict(fields)


def test_from_dict_checks_what_the_constructor_checks() -> None:
    with pytest.raises(InputError, match="confidence"):
        PersonaMemory.from_dict({**persona().to_dict(), "confidence": 2})


def test_a_memory_is_changed_by_making_another() -> None:
    memory = persona()
    with pytest.raises(AttributeError):
        memory.value = "other"  # type: ignore[misc]
    assert dataclasses.replace(memory, value="other").value == "other"


# ------------------------------------------------------------------ pins and due dates


def test_what_the_published_client_does_not_know_is_written_only_if_it_is_set() -> None:
    assert not {"pinned", "due_at"} & persona().to_dict().keys()
    kept = persona(pinned=True, due_at=T0 + DAY).to_dict()
    assert (kept["pinned"], kept["due_at"]) == (True, T0 + DAY)
    assert PersonaMemory.from_dict(kept).pinned


@pytest.mark.parametrize(
    "at", [float("nan"), float("inf"), -1.0, 0, True, "tomorrow", 2.0**33 + 1, 10**400]
)
def test_a_date_that_is_none_is_refused(at: Any) -> None:
    with pytest.raises(InputError, match="due_at"):
        persona(due_at=at)


@pytest.mark.parametrize("pinned", [1, "yes", None])
def test_it_is_pinned_or_not(pinned: Any) -> None:
    with pytest.raises(InputError, match="pinned"):
        persona(pinned=pinned)
