"""How memories are put in order, in tables of a few of them."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import numpy as np
import pytest

from sense_memory import InputError, PersonaMemory, SearchConfig
from sense_memory.core.records.persona import VALID_STATES
from sense_memory.core.ref import Ref
from sense_memory.core.search_result import Filters
from sense_memory.mind.search.documents import Documents
from sense_memory.mind.search.explaining import parts_of
from sense_memory.mind.search.question import Question
from sense_memory.mind.search.ranking import Ranking, rank
from sense_memory.mind.views.vectors import Cosines

NOW = datetime(2024, 3, 10, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0


def memory(key: str, value: str = "x", **fields: Any) -> PersonaMemory:
    at = fields.pop("created_at", NOW)
    given = {"domain": "people", "facet": "facts", "last_accessed": at, **fields}
    return PersonaMemory(key=key, value=value, created_at=at, last_reinforced=at, **given)


def ref_of(one: PersonaMemory) -> Ref[PersonaMemory]:
    return Ref(PersonaMemory, f"{one.domain}/{one.facet}/{one.key}")


def ranked(
    memories: list[PersonaMemory],
    question: str,
    config: SearchConfig | None = None,
    filters: Filters | None = None,
    cosines: Mapping[str, float] | None = None,
    now: float = NOW,
) -> Ranking:
    documents = Documents()
    for one in memories:
        documents.put(ref_of(one), one)
    by_ref = {ref_of(one): cosines[one.key] for one in memories if cosines and one.key in cosines}
    return rank(
        documents,
        Question.of(question, now),
        filters or Filters(states=VALID_STATES),
        config or SearchConfig(),
        now,
        by_ref if cosines is not None else None,
    )


def order(memories: list[PersonaMemory], question: str, **given: Any) -> list[str]:
    return [one.ref.name.rpartition("/")[2] for one in ranked(memories, question, **given).best()]


def test_a_key_counts_more_than_a_theme_and_a_theme_more_than_a_value():
    memories = [
        memory("c", "about otters only"),
        memory("b", "about nothing only", themes=("otters",)),
        memory("otters", "about nothing only"),
        memory("d", "about nothing at all"),
    ]
    assert order(memories, "otters") == ["otters", "b", "c"]


def test_a_rare_word_counts_more_than_a_common_one():
    memories = [memory(f"k{n}", "the team likes tea") for n in range(9)]
    memories += [memory("rare", "the team likes mangoes")]
    assert order(memories, "team mangoes")[0] == "rare"


def test_a_word_counts_less_in_a_long_value():
    memories = [memory("long", "otter " + "word " * 60), memory("short", "otter swims")]
    assert order(memories, "otter") == ["short", "long"]


def test_one_word_everywhere_does_not_outweigh_all_words_once():
    memories = [
        memory("lantern-budget", "Lantern has a budget", themes=("lantern",)),
        memory("note-1", "The database of Lantern is Postgres"),
        *(memory(f"k{n}", "The database of somebody else") for n in range(2)),
    ]
    assert order(memories, "lantern database")[0] == "note-1"
    free = SearchConfig(coverage_weight=0)
    assert order(memories, "lantern database", config=free)[0] == "lantern-budget"


def test_of_two_words_the_name_tells_more():
    memories = [
        memory("kestrel-language", "Kestrel is written in Kotlin"),
        memory("note-2", "Pegasus is written in Go"),
        memory("note-3", "Pegasus has a horse"),
        memory("onyx-language", "Onyx came before"),
    ]
    assert order(memories, "which language is Pegasus written in")[0] == "note-2"
    assert order(memories, "which language is pegasus written in")[0] == "kestrel-language"
    # the first word has its capital anyway
    assert order(memories, "Pegasus is written in which language")[0] == "kestrel-language"


def test_a_line_need_not_have_all_words_of_a_question():
    question = "pottery class of the teacher"
    counted = ranked(chat(), question).parts["words"]
    free = ranked(chat(), question, SearchConfig(coverage_weight=0)).parts["words"]
    assert counted.tolist() == free.tolist()
    assert 0 < counted[3] < counted[0], "one of three words, two of them"


def test_forms_and_scripts_meet():
    memories = [memory("en", "She paints mountains"), memory("ja", "黒猫が好き")]
    assert order(memories, "painting a mountain") == ["en"]
    assert order(memories, "猫") == ["ja"]


def test_equals_come_newest_first_then_by_name_on_every_device():
    memories = [memory(key, "same words here") for key in "dbac"]
    memories += [memory("new", "same words here", created_at=NOW + 5)]
    for seed in range(5):
        random.Random(seed).shuffle(memories)
        found = order(memories, "same words", now=NOW + 5, config=SearchConfig(relevance_weight=0))
        assert found == ["new", "a", "b", "c", "d"]


def test_relevance_is_a_weak_prior_unless_the_product_is_wanted():
    old = memory("old", "otters swim in rivers", created_at=NOW - 120 * DAY)
    new = memory("new", "rivers", created_at=NOW)
    assert order([old, new], "otters swim in rivers") == ["old", "new"]
    product = SearchConfig(relevance_weight=1.0)
    assert order([old, new], "otters swim in rivers", config=product) == ["new", "old"]
    ranking = ranked([old, new], "otters", config=product)
    (best,) = ranking.best()
    assert best.score == pytest.approx(old.current_relevance(NOW), abs=1e-6)


CHAT = [
    ("D1:1", "Ann: Did you go to the pottery class?"),
    ("D1:2", "Bob: Yes, and I broke two bowls"),
    ("D1:3", "Ann: Oh no, poor you"),
    ("D1:4", "Bob: The teacher laughed a lot"),
    ("D1:5", "Ann: I bought a red bicycle"),
    ("D1:6", "Bob: Nice, where from?"),
]


def chat(source: str = "talk", start: float = NOW, lines: Any = CHAT) -> list[PersonaMemory]:
    return [memory(key, value, source=source, created_at=start) for key, value in lines]


def test_the_line_after_a_question_answers_it_too():
    found = order(chat(), "pottery class")
    assert found[0] in {"D1:1", "D1:2"}
    assert {"D1:2", "D1:3"} <= set(found)
    assert "D1:6" not in found


def test_lines_of_a_source_that_is_no_conversation_are_not_neighbours():
    facts = [memory(key, value.split(": ")[1], source="talk") for key, value in CHAT]
    assert order(facts, "pottery class") == ["D1:1"]


def test_lines_far_apart_in_time_are_not_neighbours():
    apart = [
        memory(key, value, source="talk", created_at=NOW + 7 * 3_600 * n)
        for n, (key, value) in enumerate(CHAT)
    ]
    assert order(apart, "pottery class") == ["D1:1"]


def test_of_very_many_vectors_the_nearest_and_those_of_the_best_words_count():
    count = 4_200
    some = [memory(f"k{n}", "otters" if n % 700 == 0 else "rain") for n in range(count)]
    # the memory of the last vector is gone, and every fifth one has none
    refs = [ref_of(one) for n, one in enumerate(some) if n % 5] + [ref_of(memory("gone"))] * 900
    numbers = np.linspace(-0.5, 0.9, len(refs), dtype=np.float32)
    numbers[7] = np.nan
    cosines = Cosines(refs, {ref: row for row, ref in enumerate(refs)}, numbers)
    documents = Documents()
    for one in some:
        documents.put(ref_of(one), one)
    found = rank(
        *(documents, Question.of("otters", NOW), Filters(states=VALID_STATES)),
        *(SearchConfig(), NOW, cosines),
    )
    part = found.parts["vector"]
    slots = [documents.slots[ref] for ref in refs if ref in documents.slots]
    near = {slot: float(number) for slot, number in zip(slots, numbers, strict=False)}
    assert part[slots[-1]] == part.max() > 0
    nearest, middle = part[slots[-900:]], part[slots[-2_000]]
    assert (nearest > 0).all()
    assert middle < nearest.min()
    for number in range(0, count, 700):
        slot = documents.slots[ref_of(some[number])]
        assert (part[slot] > 0) == (near.get(slot, -0.5) > -0.5), "what the words find is looked up"
    assert part[slots[7]] == 0, "a vector of another text counts as none"


def test_of_a_conversation_each_session_answers_by_itself():
    weeks = [
        [("A1", "Ann: the pottery class"), ("A2", "Bob: tea"), ("A3", "Ann: rain")],
        [("B1", "Ann: the teacher laughed"), ("B2", "Bob: snow"), ("B3", "Ann: bread")],
        [("C1", "Ann: a class"), ("C2", "Bob: soup"), ("C3", "Ann: the pottery teacher")],
    ]
    lines = [
        one
        for week, said in enumerate(weeks)
        for one in chat(start=NOW + 7 * DAY * (week - 3), lines=said)
    ]
    part = ranked(lines, "pottery class teacher").parts["conversation"]
    first, second, third = part[:3], part[3:6], part[6:]
    assert len(set(first.tolist())) == len(set(second.tolist())) == len(set(third.tolist())) == 1
    assert third[0] > first[0] > second[0] > 0, "three of the words, two of them, one"
    random.Random(2).shuffle(lines)
    slots = {one.key: slot for slot, one in enumerate(lines)}
    again = ranked(lines, "pottery class teacher").parts["conversation"]
    for at, key in enumerate(key for week in weeks for key, _ in week):
        assert again[slots[key]] == pytest.approx(part[at])


def test_who_is_named_said_it():
    lines = [
        ("1", "Ann: tea is wonderful"),
        ("2", "Cy: hm, well, all right, that is so"),
        ("3", "Cy: we shall see about all of that then"),
        ("4", "Bob: tea is wonderful"),
        ("5", "Cy: it may be, and then it may not"),
        ("6", "Ann: so then"),
        ("7", "Bob: so then"),
    ]
    assert order(chat(lines=lines), "What does Bob find wonderful?")[0] == "4"
    assert order(chat(lines=lines), "What does Ann find wonderful?")[0] == "1"


def test_to_name_everybody_tells_nothing():
    ranking = ranked(chat(), "Did Ann and Bob buy a bicycle?")
    assert not ranking.parts["speaker"].any()
    assert ranked(chat(), "Did Ann buy a bicycle?").parts["speaker"].any()


def test_a_date_finds_what_was_said_then_and_what_is_due_then():
    first = chat("one", datetime(2023, 5, 8, 12, tzinfo=UTC).timestamp())
    second = [
        memory(f"x{one.key}", one.value, source="two", created_at=one.created_at + 60 * DAY)
        for one in first
    ]
    assert order([*first, *second], "Who broke bowls on 8 May 2023?")[0] == "D1:2"
    assert order([*first, *second], "Who broke bowls on 7 July 2023?")[0] == "xD1:2"
    due = datetime(2024, 6, 5, tzinfo=UTC).timestamp()
    tax = memory("tax", "pay the tax", due_at=due)
    rent = memory("rent", "pay the rent", created_at=NOW + 1)
    assert order([tax, rent], "what is to pay", now=NOW + 2)[0] == "rent"
    assert order([tax, rent], "what is to pay on 5 June 2024", now=NOW + 2)[0] == "tax"


def test_a_date_alone_finds_what_was_stored_then():
    old = memory("old", "something", created_at=datetime(2023, 5, 8, tzinfo=UTC).timestamp())
    assert order([old, memory("new", "else")], "2023-05-08") == ["old"]
    assert order([old, memory("new", "else")], "otters on 2023-05-08") == []


def test_the_order_of_facts_is_the_same_beside_a_conversation():
    facts = [
        memory("a", "Otters swim in cold rivers", source="book"),
        memory("b", "Rivers flow", source="book"),
        memory("c", "Otters eat fish and swim", source="other"),
    ]
    alone = order(facts, "otters swim rivers")
    beside = [name for name in order([*facts, *chat()], "otters swim rivers") if name in "abc"]
    assert alone == beside
    facts.append(memory("d", "Rivers swim?", due_at=NOW + 9 * DAY))
    asked = "otters swim in rivers on 19 March 2024"
    alone = order(facts, asked)
    assert alone == [name for name in order([*facts, *chat()], asked) if name in "abcd"]
    dated, mixed = ranked(facts, asked), ranked([*facts, *chat()], asked)
    weights = SearchConfig()
    context = 1 + weights.neighbour_weight + weights.conversation_weight
    assert mixed.parts["date"][:4] == pytest.approx(dated.parts["date"] * context)
    assert dated.parts["date"][3] == weights.date_weight
    cosines = {"a": 0.1, "b": 0.9, "c": 0.3}
    alone = order(facts, "otters swim rivers", cosines=cosines)
    beside = order([*facts, *chat()], "otters swim rivers", cosines=cosines)
    assert alone == [name for name in beside if name in "abcd"]


def test_what_superseded_a_memory_stands_above_it_even_if_it_answers_less():
    old = memory("old-home", "Vergel lives in Lisbon", superseded_by="home", contradicts=("home",))
    new = memory("home", "He moved to Oslo", created_at=NOW - 3 * DAY)
    other = memory("other", "Lisa lives near Lisbon")
    found = order([old, other, new], "where does Vergel live in Lisbon")
    assert found.index("home") < found.index("old-home")
    chain = [
        memory("a", "otters swim", superseded_by="people/facts/b"),
        memory("b", "otters dive", superseded_by="c"),
        memory("c", "nothing of the kind"),
    ]
    assert order(chain, "otters swim") == ["c", "b", "a"]
    circle = [
        memory("a", "otters swim", superseded_by="b"),
        memory("b", "otters dive", superseded_by="a"),
    ]
    assert sorted(order(circle, "otters swim")) == ["a", "b"]
    gone = [memory("a", "otters swim", superseded_by="forgotten-long-ago")]
    assert order(gone, "otters swim") == ["a"]


def test_vectors_are_joined_with_words():
    memories = [
        memory("words", "otters swim"),
        memory("near", "a playful animal in a river"),
        memory("far", "tax forms"),
        memory("none", "otters of wood on a shelf in the hall"),
    ]
    cosines = {"words": 0.2, "near": 0.9, "far": -0.1}
    found = order(memories, "otters swim", cosines=cosines)
    assert found[0] == "words"
    assert found.index("near") < found.index("far")
    only = SearchConfig(vector_weight=10.0)
    assert order(memories, "otters swim", config=only, cosines=cosines)[:2] == ["near", "words"]
    assert order(memories, "otters swim", cosines={}) == ["words", "none"]


def test_a_line_is_near_by_the_lines_around_it_and_a_fact_by_itself():
    lines = chat()
    here, *rest = [line.key for line in lines]
    cosines = dict.fromkeys(rest, 0.0) | {here: 0.3, "fact": 0.9, "other": 0.6}
    facts = [memory("fact", "tax forms", source="talk-2"), memory("other", "x", source="talk-2")]
    found = ranked([*lines, *facts], "zebra crossing", cosines=cosines)
    part = {
        found.documents.ref_at(slot).name.rpartition("/")[2]: float(part)
        for slot, part in enumerate(found.parts["vector"])
    }
    weights = SearchConfig()
    context = 1 + weights.neighbour_weight + weights.conversation_weight
    assert part["fact"] == pytest.approx(weights.vector_weight * context)
    assert part["other"] == pytest.approx(part["fact"] * 2 / 3)
    third = weights.line_vector_weight * (1 / 3) ** 4
    assert [part[line.key] for line in lines[:4]] == pytest.approx(
        [third, third / 2, third / 4, 0.0], abs=1e-6
    )


def test_a_single_vector_is_the_nearest_of_all():
    memories = [memory("a", "otters"), memory("b", "seals")]
    assert set(order(memories, "otters", cosines={"b": 0.3})) == {"a", "b"}


def test_a_fading_memory_must_be_directly_relevant():
    at = NOW - 60 * DAY  # 0.25
    value = memory("v", "otters swim", created_at=at)
    key = memory("otters", "swim", created_at=at)
    theme = memory("t", "swim", themes=("otters",), created_at=at)
    near = memory("n", "swim", created_at=at)
    shown = Filters()
    found = order([value, key, theme, near], "otters", filters=shown, cosines={"n": 0.45})
    assert set(found) == {"otters", "t", "n"}
    assert "n" not in order([near, key], "otters", filters=shown, cosines={"n": 0.44})
    assert "v" in order([value], "otters", filters=Filters(states=VALID_STATES))


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(domain="people"), {"a", "b", "d"}),
        (Filters(domain="nowhere"), set()),
        (Filters(facet="beliefs"), {"b"}),
        (Filters(source="chat"), {"a"}),
        (Filters(theme="Swimming"), {"b"}),
        (Filters(theme="swim-suits"), set()),
        (Filters(since=NOW - DAY), {"a", "b", "c"}),
        (Filters(until=NOW - DAY), {"d"}),
        (Filters(since=NOW, until=NOW), set()),
        (Filters(states=("forgotten", "dissolved")), set()),
        (Filters(domain="people", facet="facts", since=NOW), {"a"}),
    ],
)
def test_filters(filters: Filters, expected: set[str]):
    memories = [
        memory("a", "otters", source="chat"),
        memory("b", "otters", facet="beliefs", themes=("swimming",)),
        memory("c", "otters", domain="projects"),
        memory("d", "otters", created_at=NOW - 9 * DAY),
    ]
    assert set(order(memories, "otters", filters=filters)) == expected


@pytest.mark.parametrize(
    ("days", "state"), [(10, "active"), (60, "fading"), (150, "forgotten"), (250, "dissolved")]
)
def test_states(days: float, state: str):
    one = memory("otters", "otters", created_at=NOW - days * DAY)
    for asked in VALID_STATES:
        found = order([one], "otters", filters=Filters(states=(asked,)))
        assert found == (["otters"] if asked == state else [])


def test_the_parts_of_a_score_add_up_to_it():
    memories = [*chat(), memory("bowls", "Bob bowls", themes=("class",), superseded_by="b")]
    memories += [memory("b", "no word of it"), memory("old", "bowls", created_at=NOW - 40 * DAY)]
    cosines = {"D1:2": 0.8, "b": 0.1, "D1:5": 0.4}
    ranking = ranked(memories, "Did Bob break bowls in March 2024?", cosines=cosines)
    found = list(islice(ranking.best(), 20))
    assert len(found) > 6
    for candidate in found:
        parts = parts_of(ranking, candidate)
        given = [getattr(parts, name) for name in parts.__slots__]
        *added, relevance, supersedes = given
        assert sum(added) * relevance + supersedes == pytest.approx(candidate.score, abs=2e-5)
    assert any(parts_of(ranking, one).supersedes for one in found)


def test_each_field_has_its_share():
    memories = [memory("k", "otters swim", themes=("sea",)), memory("otters", "swim")]
    ranking = ranked(memories, "otters swim sea", config=SearchConfig(relevance_weight=0))
    by_key = {one.ref.name: parts_of(ranking, one) for one in ranking.best()}
    first, second = by_key["people/facts/k"], by_key["people/facts/otters"]
    assert (first.key, second.themes) == (0.0, 0.0)
    assert first.themes > first.value > 0 < second.value < second.key
    assert first.themes + first.value == pytest.approx(1.0)


@pytest.mark.parametrize("text", ["", "   ", "?!…", "\n"])
def test_nothing_to_look_for_is_an_error(text: str):
    with pytest.raises(InputError, match="needs a word"):
        Question.of(text, NOW)


def test_nothing_but_stop_words_is_looked_for():
    memories = [memory("a", "who am i"), memory("b", "otters")]
    assert order(memories, "who am i") == ["a"]


def test_of_a_very_long_question_the_rarest_words_are_looked_for():
    memories = [memory(f"k{n}", f"word{n} common text") for n in range(300)]
    text = "common text " + " ".join(f"word{n}" for n in range(300))
    ranking = ranked(memories, text, config=SearchConfig(words_at_most=10))
    assert len(ranking.matches.words) == 10
    assert "common" not in ranking.matches.words
    with pytest.raises(InputError):
        Question.of("x" * 65_001, NOW)


def test_an_empty_scope_answers_nothing():
    assert order([], "otters") == []
    assert order([], "otters", cosines={}) == []
