"""Which topic an observation is filed under."""

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.records.pyramid import BASE_TOPICS, Observation, Topic
from sense_memory.mind.pyramid.noted import Sampled
from sense_memory.mind.pyramid.rules.assigning import NAMES_FROM, SPEAKERS_FROM, assigned

BASE = [Sampled(Topic(slug, slug), ()) for slug in BASE_TOPICS]


def seen(*texts: str) -> list[Observation]:
    return [Observation(f"{n:032x}", text) for n, text in enumerate(texts)]


def known(name: str, *samples: str) -> Sampled:
    return Sampled(Topic(name.lower().replace(" ", "-"), name), seen(*samples))


def topics_of(texts: list[str], *topics: Sampled, waiting: list[str] | None = None) -> list[str]:
    """The topic of each text, or ``-``."""
    given = seen(*texts)
    found = assigned(given, [*BASE, *topics], given if waiting is None else seen(*waiting))
    return [found.get(one.id, "-") for one in given]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("User prefers dark mode", "user"),
        ("The user's dog is called Rex.", "user"),
        ("The assistant made a mistake.", "assistant"),
        ("The agent learned to wait.", "assistant"),
        ("The user interface is slow.", "-"),
        ("Orpheus ships on Friday.", "Orpheus"),
        ("Deadline of orpheus moved.", "Orpheus"),
        ("Morpheus is another one.", "-"),
        ("Anna Schmidt and Orpheus are fine.", "Anna Schmidt"),
        ("Anna Schmidt: Orpheus is fine.", "Anna Schmidt"),
        ("Anna is somebody.", "Anna"),
        ("Anna's cat is somebody.", "Anna"),
        ("王伟住在北京。", "-"),
        ("It rains.", "-"),
    ],
)
def test_a_topic_that_is_named_is_known(text: str, topic: str) -> None:
    given = [known("Orpheus"), known("Anna"), known("Anna Schmidt")]
    assert topics_of([text], *given) == [topic]


def test_a_speaker_of_several_observations_becomes_a_topic() -> None:
    lines = [f"Zoe: Thing {n} broke." for n in range(SPEAKERS_FROM)]
    assert topics_of(lines) == ["Zoe"] * SPEAKERS_FROM
    assert topics_of(lines[1:]) == ["-"] * (SPEAKERS_FROM - 1)


def test_a_name_that_several_observations_share_becomes_a_topic() -> None:
    lines = [f"Yesterday the server of Orpheus {verb}." for verb in ("fell", "rose", "sat", "ran")]
    assert topics_of([*lines, "We like Orpheus."]) == ["Orpheus"] * NAMES_FROM
    assert topics_of(lines) == ["-"] * 4


def test_a_name_at_the_beginning_counts_where_nobody_writes_it_small() -> None:
    assert topics_of([f"Orpheus is {n} today." for n in range(5)]) == ["Orpheus"] * 5
    small = [*(f"Gardens are {n} today." for n in range(5)), "The gardens are old."]
    assert topics_of(small) == ["-"] * 6


@pytest.mark.parametrize(
    "texts",
    [
        [f"We meet on Monday {n}." for n in range(9)],
        [f"Das Auto von {n} ist neu und der Hund ist alt." for n in range(9)],
        [f"My Big List Of Things {n}" for n in range(9)],
        [f"So I said that I am {n}." for n in range(9)],
    ],
)
def test_capitals_that_name_nobody_make_no_topic(texts: list[str]) -> None:
    assert set(topics_of(texts)) == {"-"}


def test_words_that_a_topic_uses_lead_to_it_if_they_are_several_and_rare() -> None:
    garden = known("garden", "The tomatoes need compost.", "Aphids ate the cucumbers.")
    kitchen = known("kitchen", "The oven needs a new thermostat.")
    found = topics_of(
        ["Compost made the tomatoes grow.", "Tomatoes are red.", "It needs a new one."],
        garden,
        kitchen,
    )
    assert found == ["garden", "-", "-"]


def test_how_it_is_cut_into_batches_changes_nothing() -> None:
    texts = [f"Zoe: {n} of Orpheus is done." for n in range(6)] + [
        f"{n} for Kilo." for n in range(9)
    ]
    given = seen(*texts)
    whole = assigned(given, BASE, given)
    parts: dict[str, str] = {}
    for first, end in pairwise((0, 4, 5, 11, len(given))):
        parts |= assigned(given[first:end], BASE, given)
    assert parts == whole
    assert set(whole.values()) == {"Zoe", "Kilo"}


@settings(deadline=None)
@given(st.lists(st.text(max_size=60) | st.sampled_from(["Zoe: a b", "In Rome I am", "王伟: 好"])))
def test_nothing_raises_and_only_names_come_of_it(texts: list[str]) -> None:
    given = seen(*texts)
    found = assigned(given, [*BASE, known("Rome", *texts[:5])], given)
    assert set(found) <= {one.id for one in given}
    assert all(any(char.isalnum() for char in name) for name in found.values())
    assert found == assigned(given, [*BASE, known("Rome", *texts[:5])], given)
    assert found == assigned(given[::-1], [*BASE, known("Rome", *texts[:5])], given[::-1])
