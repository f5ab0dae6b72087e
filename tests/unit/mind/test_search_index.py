"""The index follows every change, and what is gone leaves nothing there."""

import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from sense_memory import Cause, Change, Memory, PersonaMemory, SearchConfig
from sense_memory.core.records.device import Device
from sense_memory.core.records.persona import VALID_STATES
from sense_memory.core.ref import Ref
from sense_memory.core.search_result import Filters
from sense_memory.mind.search.documents import Documents
from sense_memory.mind.search.postings import Postings
from sense_memory.mind.search.question import Question
from sense_memory.mind.search.ranking import rank
from sense_memory.mind.views.search_index import SearchIndex

NOW = 1_800_000_000.0
DAY = 86_400.0
WORDS = [
    "otter",
    "swims",
    "river",
    "Ann",
    "Bob",
    "tea",
    "late",
    "early",
    "red",
    "bicycle",
    "猫",
    "Haus",
    "2024",
]


def ref(name: str, scope: str = "") -> Ref[PersonaMemory]:
    return Ref(PersonaMemory, name, scope)


def memory(name: str, value: str = "otters", **fields: Any) -> PersonaMemory:
    domain, facet, key = name.split("/")
    times = {"created_at": NOW, "last_accessed": NOW, "last_reinforced": NOW}
    return PersonaMemory(domain, facet, key, value, **{**times, **fields})


def change(name: str, after: PersonaMemory | None, cause: Cause = Cause.LOCAL, scope: str = ""):
    return Change(ref(name, scope), None, after, cause, is_before_known=False)


def filled(*memories: PersonaMemory) -> SearchIndex:
    index = SearchIndex()
    filling = index.begin("")
    for one in memories:
        filling.add(ref(f"{one.domain}/{one.facet}/{one.key}"), one)
    index.finish("", filling)
    return index


def found(documents: Documents | None, question: str) -> list[tuple[str, float]]:
    assert documents is not None
    ranking = rank(
        documents,
        Question.of(question, NOW),
        Filters(states=VALID_STATES),
        SearchConfig(),
        NOW,
    )
    return [(one.ref.name, round(one.score, 5)) for one in ranking.best()]


def names(index: SearchIndex, question: str, scope: str = "") -> list[str]:
    return [name for name, _ in found(index.documents(scope), question)]


@pytest.mark.parametrize("cause", list(Cause))
def test_changes_of_every_cause_are_followed(cause: Cause):
    index = filled(memory("people/facts/a"))
    index.apply(change("people/facts/b", memory("people/facts/b", "an otter"), cause))
    assert sorted(names(index, "otter")) == ["people/facts/a", "people/facts/b"]
    index.apply(change("people/facts/a", memory("people/facts/a", "a seal"), cause))
    assert names(index, "otter") == ["people/facts/b"]
    index.apply(change("people/facts/b", None, cause))
    assert names(index, "otter") == []
    assert names(index, "seal") == ["people/facts/a"]


def test_a_scope_that_nobody_searched_costs_nothing():
    index = SearchIndex()
    index.apply(change("people/facts/a", memory("people/facts/a")))
    assert index.documents("") is None
    index = filled()
    index.apply(change("people/facts/a", memory("people/facts/a"), scope="user:alice"))
    assert names(index, "otter") == []
    assert index.documents("user:alice") is None


def test_key_value_memories_are_of_the_domain_flat():
    index = filled()
    flat: Ref[Any] = Ref(Memory, "user_timezone")
    value = Memory("user_timezone", "America/Vancouver", NOW)
    index.apply(Change(flat, None, value, Cause.LOCAL))
    assert names(index, "vancouver") == names(index, "timezone") == ["user_timezone"]
    index.apply(Change(flat, value, None, Cause.LOCAL))
    assert names(index, "vancouver") == []


def test_what_changes_while_a_scope_is_filled_counts_more_than_what_was_read():
    index = SearchIndex()
    filling = index.begin("")
    filling.add(ref("people/facts/a"), memory("people/facts/a", "otter"))
    index.apply(change("people/facts/a", None))
    index.apply(change("people/facts/b", memory("people/facts/b", "otter today")))
    index.apply(change("people/facts/c", None))
    filling.add(ref("people/facts/b"), memory("people/facts/b", "seal before"))
    filling.add(ref("people/facts/c"), memory("people/facts/c", "otter"))
    index.finish("", filling)
    assert names(index, "otter") == ["people/facts/b"]
    assert names(index, "seal") == []


def test_of_two_that_fill_a_scope_at_once_one_stays_and_both_are_right():
    index = SearchIndex()
    first, second = index.begin(""), index.begin("")
    first.add(ref("people/facts/a"), memory("people/facts/a"))
    kept = index.finish("", first)
    index.apply(change("people/facts/b", memory("people/facts/b")))
    second.add(ref("people/facts/a"), memory("people/facts/a"))
    assert index.finish("", second) is kept
    assert sorted(names(index, "otter")) == ["people/facts/a", "people/facts/b"]


def test_a_filling_that_failed_leaves_the_scope_to_the_next():
    index = SearchIndex()
    filling = index.begin("")
    index.give_up("", filling)
    assert index.documents("") is None
    index.apply(change("people/facts/a", memory("people/facts/a")))
    assert not len(filling.known.documents)


def _some(random_: random.Random, name: str) -> PersonaMemory:
    value = " ".join(random_.choices(WORDS, k=random_.randint(1, 12)))
    if random_.random() < 0.5:
        value = f"{random_.choice(('Ann', 'Bob'))}: {value}"
    return memory(
        name,
        value,
        themes=tuple(random_.sample(WORDS, random_.randint(0, 2))),
        source=random_.choice(("", "talk", "talk", "other")),
        created_at=NOW - random_.randint(0, 40) * 3_600.0,
        superseded_by=random_.choice((None, None, None, "k1")),
    )


@given(st.integers(0, 2**32))
@settings(deadline=None)
def test_after_any_changes_it_is_as_if_it_had_just_been_filled(seed: int):
    random_ = random.Random(seed)
    index = filled()
    standing: dict[str, PersonaMemory] = {}
    for _ in range(random_.randint(1, 60)):
        name = f"{random_.choice(('people', 'world'))}/facts/k{random_.randint(0, 14)}"
        after = None if random_.random() < 0.35 else _some(random_, name)
        index.apply(change(name, after))
        standing.pop(name, None)
        if after is not None:
            standing[name] = after
    fresh = filled(*standing.values())
    for question in (*WORDS, "did Ann drink tea in the red river", "Bob bicycle otter 2027-01-14"):
        assert found(index.documents(""), question) == found(fresh.documents(""), question)


def test_what_is_gone_leaves_no_word_no_name_and_no_number():
    index = filled(memory("people/facts/a", "plain otter", source="chat", themes=("sea",)))
    documents = index.documents("")
    assert documents is not None
    before = _everything(documents)
    secret = memory(
        "secretdomain/secretfacet/secretkey",
        "Secretspeaker: secretvalue",
        themes=("secrettheme",),
        source="secretsource",
        superseded_by="secretnewer",
    )
    index.apply(change("secretdomain/secretfacet/secretkey", secret))
    assert b"secret" in pickle.dumps(vars(documents))
    index.apply(change("secretdomain/secretfacet/secretkey", None))
    assert b"ecret" not in pickle.dumps(vars(documents)).lower()
    assert before == _everything(documents)


def _everything(documents: Documents) -> list[Any]:
    columns = [
        value[: documents.end][documents.is_here[: documents.end]].tolist()
        for value in vars(documents).values()
        if isinstance(value, np.ndarray) and value.ndim == 1
    ]
    rest = (documents.slots, sorted(documents.postings.words()), sorted(documents.sources))
    return [str(columns), *rest, documents.mean_lengths().tolist(), len(documents)]


def test_slots_of_what_is_gone_are_used_again():
    documents = Documents()
    for round_ in range(20):
        for number in range(50):
            name = f"people/facts/{round_}-{number}"
            documents.put(ref(name), memory(name))
        for number in range(50):
            documents.take_out(ref(f"people/facts/{round_}-{number}"))
    assert documents.end == 50
    assert not len(documents.postings)


def test_another_memory_touches_no_other_posting():
    postings = Postings()
    for slot in range(100):
        postings.add(slot, (["k"], [], ["otter", f"own{slot}"]))
    kept = postings._lists[postings._ids["own7"]]
    ids = postings.add(100, (["k"], [], ["otter", "otter", "more"]))
    assert postings._lists[postings._ids["own7"]] is kept
    assert postings.counts_in(100, "otter") == (0, 0, 2)
    assert postings.frequency("otter") == 101
    postings.remove(100, ids)
    assert "more" not in postings
    assert postings.frequency("otter") == 100
    assert postings.counts_in(100, "otter") is None
    assert postings.counts_in(5, "nothing") is None


def test_counts_that_do_not_fit_are_the_most_that_does():
    postings = Postings()
    postings.add(3, (["a"] * 300, ["a"] * 300, ["a"] * 70_000))
    assert postings.counts_in(3, "a") == (255, 255, 65_535)
    assert postings.occurrences("a").slots.tolist() == [3]


@given(
    st.floats(0, 2),
    st.floats(0.1, 400),
    st.integers(0, 5),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
    st.one_of(st.none(), st.floats(-50, 50)),
    st.floats(-20, 900),
)
def test_its_relevance_is_that_of_the_record(
    relevance: float,
    halflife: float,
    links: int,
    contradictions: int,
    superseded: bool,
    pinned: bool,
    due_in: float | None,
    days: float,
):
    one = memory(
        "people/facts/a",
        relevance=relevance,
        halflife_days=halflife,
        connections=tuple(f"l{n}" for n in range(links)),
        contradicts=tuple(f"c{n}" for n in range(contradictions)),
        superseded_by="b" if superseded else None,
        pinned=pinned,
        due_at=None if due_in is None else NOW + due_in * DAY,
    )
    documents = Documents()
    documents.put(ref("people/facts/a"), one)
    now = NOW + days * DAY
    assert documents.relevance(now)[0] == pytest.approx(one.current_relevance(now), rel=1e-9)


def test_a_use_makes_a_memory_as_relevant_as_its_links_let_it_be():
    one = memory("people/facts/a", relevance=0.4, connections=("b",))
    index = filled(one)
    documents = index.documents("")
    assert documents is not None
    index.use(ref("people/facts/a"), NOW + 90 * DAY)
    index.use(ref("people/facts/unknown"), NOW)
    index.use(ref("people/facts/a", "elsewhere"), NOW)
    assert documents.relevance(NOW + 90 * DAY)[0] == pytest.approx(1.1)


def test_what_another_device_used_must_be_read_before_it_is_taken_for_forgotten():
    old = memory("people/facts/a", last_accessed=NOW - 150 * DAY)
    index = filled(old)
    documents = index.documents("")
    assert documents is not None

    def shown() -> list[str]:
        ranking = rank(documents, Question.of("otters", NOW), Filters(), SearchConfig(), NOW)
        return [one.ref.name for one in ranking.best()]

    assert shown() == []
    device: Ref[Any] = Ref(Device, "b")
    index.apply(Change(device, None, None, Cause.LOCAL))
    assert shown() == []
    index.apply(Change(device, None, None, Cause.RELAY))
    assert shown() == ["people/facts/a"]
    documents.live(ref("people/facts/a"), old)
    assert shown() == []
