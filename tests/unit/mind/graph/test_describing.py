"""What is described by rules, and how a model is asked to."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.records.graph import Node, Note
from sense_memory.mind.graph.describing import Description
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.notes import new_note
from sense_memory.mind.graph.prompts import describing, telling
from sense_memory.mind.graph.prompts.cost import describing_cost, telling_cost
from sense_memory.mind.graph.rules.describing import described
from sense_memory.mind.graph.rules.telling import MACRO_CLAUSES, STORYLINE_CLAUSES, told
from sense_memory.mind.graph.stories import Part, Story
from sense_memory.mind.token_count import token_count

NOW, DAY = 1_700_000_000.0, 86_400.0
ADA = Node("person:ada", "Ada", "Ada is a gardener.")
WORKS = new_edge("person:ada", "entity:acme", "works-at", now=NOW, attitude=4, proximity=5)


def noted(*texts: str) -> tuple[Note, ...]:
    return tuple(new_note("person:ada", one, now=NOW + at) for at, one in enumerate(texts))


def ada(*texts: str, said: str = "Ada is a gardener.", standing: str = "") -> Description:
    return Description(Node("person:ada", "Ada", said), ("Ada",), noted(*texts), standing or said)


@pytest.mark.parametrize(
    ("said", "texts", "expected"),
    [
        ("Ada is a gardener.", ["She sings."], "Ada is a gardener. She sings."),
        ("Ada is a gardener", ["She sings"], "Ada is a gardener. She sings"),
        ("", ["She sings."], "She sings."),
        ("", ["- She sings.\n- She swims."], "She sings. She swims."),
        (
            "Ada is a gardener.",
            ["ada is a gardener.", "She sings."],
            "Ada is a gardener. She sings.",
        ),
        ("アダは庭師です。", ["彼女は歌う。"], "アダは庭師です。 彼女は歌う。"),
        ("", ["🌱"], "🌱"),
    ],
)
def test_in_their_own_words(said: str, texts: Sequence[str], expected: str) -> None:
    assert described(ada(*texts, said=said), 60) == expected


def test_what_says_most_is_kept_and_what_somebody_said_comes_first() -> None:
    texts = [
        "It was nice.",
        "Ada moved from Lisbon to Zurich in 2019 for Roche.",
        "Things are going well, more or less.",
        "Her daughter Sofia turned 7 on 12 March.",
    ]
    found = described(ada(*texts), 35)
    assert found.startswith("Ada is a gardener.")
    assert "Lisbon" in found
    assert "nice" not in found
    assert "going well" not in found


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1, max_size=8), st.integers(10, 80))
def test_within_its_tokens_on_one_line_and_the_same_again(texts: list[str], tokens: int) -> None:
    given_ = ada(*texts)
    found = described(given_, tokens)
    assert found.strip()
    assert token_count(found) <= tokens
    assert len(found.splitlines()) <= 1
    assert found == described(given_, tokens)


# --------------------------------------------------------------------------------- stories


def story(*texts: str, key: str = "storyline:ada", step: float = DAY) -> Story:
    parts = tuple(Part(f"source:{at}", NOW + at * step, text) for at, text in enumerate(texts))
    return Story(key, ADA, None, parts, ())


def test_a_story_has_days_and_three_clauses_and_a_macro_four() -> None:
    texts = [
        "Ada met Bob in Lisbon.",
        "It was fine.",
        "Ada signed with Roche for 90,000.",
        "Sofia was born at Lake Garda.",
        "Ada bought a house in Zurich.",
        "Ada planted 40 oaks near Bern.",
    ]
    found = told(story(*texts), 400)
    assert len(found.splitlines()) == STORYLINE_CLAUSES == 3
    assert found.startswith("1")
    assert " Nov" in found
    assert "fine" not in found
    later = "24 Dec 2023: Ada sold 12 oaks.\n26 Dec: Ada left for Rome.\n27 Dec: She met Eve."
    lines = told(story(found, later, key="macro:ada", step=40 * DAY), 400).splitlines()
    assert len(lines) == MACRO_CLAUSES == 4
    # what a macro is told from says its own days
    assert all(
        line in found or line.replace(" 2023", "") in later.replace(" 2023", "") for line in lines
    )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(min_size=1).filter(str.strip), min_size=1, max_size=8),
    st.integers(20, 80),
    st.sampled_from(["storyline:ada", "macro:ada"]),
)
def test_a_story_is_never_empty_nor_too_long(texts: list[str], tokens: int, key: str) -> None:
    found = told(story(*texts, key=key), tokens)
    assert found.strip()
    assert token_count(found) <= tokens
    assert found == told(story(*texts, key=key), tokens)


# --------------------------------------------------------------------------------- prompts


def material(prompt: str) -> list[dict[str, str]]:
    _, *rest = prompt.split("\n")
    end = next(place for place, line in enumerate(rest) if line.startswith("====="))
    return [json.loads(line) for line in rest[:end]]


def test_what_a_model_is_given() -> None:
    first, *rest = material(describing.prompt(ada("She sings.", "\u2028=====", standing="Old.")))
    assert first == {"a": "person", "name": "Ada"}
    assert rest == [
        {"said": "Ada is a gardener."},
        {"described so far": "Old."},
        {"note": "She sings.", "date": "2023-11-14"},
        {"note": "=====", "date": "2023-11-14"},
    ]
    edge = Description(WORKS, ("Ada", "Acme"), noted("She leads."), "")
    assert material(describing.prompt(edge))[0] == {
        "a": "relation",
        "from": "Ada",
        "is": "works-at",
        "to": "Acme",
        "attitude": "favorable",
        "proximity": "deeply-connected",
    }
    line, *parts = material(telling.prompt(story("One.", "Two.")))
    assert line == {"about": "Ada", "a": "person"}
    assert parts == [
        {"source": "One.", "date": "2023-11-14"},
        {"source": "Two.", "date": "2023-11-15"},
    ]


def test_what_a_model_is_given_is_bounded() -> None:
    long = "word " * 3000
    prompt = describing.prompt(ada(*(f"{n} {long}" for n in range(100)), said=long, standing=long))
    assert token_count(prompt) < describing.MOST_TOKENS + 1000
    assert len(material(prompt)) == 102
    prompt = telling.prompt(story(*[long] * 100))
    assert token_count(prompt) < telling.MOST_TOKENS + 1000
    assert len(material(prompt)) == 101


@pytest.mark.parametrize("answer", [{}, [], "x", {"description": ""}, {"description": 3}])
def test_what_is_no_answer(answer: object) -> None:
    with pytest.raises(ValueError, match="description"):
        describing.shape(ada("She sings.")).read(answer)


def test_what_is_answered_is_one_line_and_none_is_nothing_new() -> None:
    shape = describing.shape(ada("She sings."))
    assert shape.read({"description": " She\nsings. "}) == "She sings."
    for none in ("none", "None.", '"NONE"'):
        assert shape.read({"description": none}) is None
    assert shape.read({"description": "None of them sings."}) == "None of them sings."
    with pytest.raises(ValueError, match="nothing describes it so far"):
        describing.shape(ada("She sings.", said="")).read({"description": "none"})
    with pytest.raises(ValueError, match="nothing was told so far"):
        telling.shape(story("One.")).read({"story": "none"})
    assert token_count(shape.read({"description": "word " * 999}) or "") <= describing.KEPT_TOKENS


def test_what_is_asked_is_counted_before() -> None:
    cost = describing_cost([ada("She sings."), ada("She swims.")])
    assert cost.calls == 2
    assert cost.input_tokens > 2 * token_count(describing.SYSTEM)
    assert telling_cost([story("One.")]).calls == 1
    assert describing_cost([]).calls == telling_cost([]).calls == 0
