"""The figures of the eval of prompts, without its data: what counts as found, and what it costs."""

import json
from collections.abc import Sequence

import pytest

from sense_memory import Insight
from sense_memory.core.items import Said
from sense_memory.core.llm import Role
from sense_memory.mind.token_count import token_count
from tests.evals.locomo_turns import Asked, Session
from tests.evals.prompt_ways import ByBM25, EverySaid, LastSaid, cost, fitting, holds, line
from tests.evals.prompting import AT, BUDGETS, Cost, Evidence, Share, cost_of, missed, slope
from tests.evals.pyramid import Dialogue
from tests.evals.streetai_memory import fitted


def said(text: str, speaker: str = "Ann") -> Said:
    return Said("", "", "", Role.USER, text, 0.0, text, speaker)


SEVERAL = ["the cat sleeps on the red sofa", "rain all day", "a train to Lyon at noon", "soup"]


async def filled(way: EverySaid) -> EverySaid:
    for text in SEVERAL:
        await way.add(said(text))
    return way


def test_a_message_is_found_whole_and_as_json_writes_it() -> None:
    text = 'He said "no",\nand left'
    assert holds([json.dumps({"day": text})], text)
    assert holds([f"before {text} after"], text)
    assert not holds([json.dumps({"day": text[:-1]})], text)
    assert not holds([text[:10], text[10:]], text)


def test_what_does_not_fit_makes_room_for_what_does() -> None:
    words = ["one two three", "one two three four five six", "one two"]
    assert fitting(words, 5) == ["one two three", "one two"]
    assert fitting(words, 11) == words
    assert fitting(words, 0) == []


async def test_the_last_lines_stand_in_their_order() -> None:
    way = await filled(EverySaid())
    lines = [line(said(text)) for text in SEVERAL]
    assert await way.prompt("", None) == lines
    two = cost(lines[-2:])
    assert await way.prompt("", two) == lines[-2:]
    assert await (await filled(LastSaid(3))).prompt("", None) == lines[-3:]


async def test_bm25_puts_what_answers_first() -> None:
    way = await filled(ByBM25())
    (first, *_) = await way.prompt("which train goes to Lyon?", None)
    assert first == "Ann: a train to Lyon at noon"
    assert way.has([first], said(SEVERAL[2]))
    assert not way.has([first], said(SEVERAL[0]))


def test_a_slope_is_that_of_the_line_through_the_points() -> None:
    assert slope([(50, 100), (60, 120), (70, 140)]) == pytest.approx(2)
    assert slope([(50, 7), (60, 7)]) == 0
    assert slope([(50, 7)]) == 0


def test_costs_are_compared_with_the_full_history() -> None:
    full = [{at: 10 * at for at in (*AT, 60)}, {at: 30 * at for at in (*AT, 60)}]
    flat = [dict.fromkeys((*AT, 60), 200)] * 2
    found = cost_of("flat", flat, full)
    assert found.tokens == dict.fromkeys(AT, 200)
    assert found.slope == pytest.approx(0)
    assert found.saved[100] == pytest.approx(90)
    assert found.saved[16] == pytest.approx(37.5)
    assert cost_of("full", full, full).slope == pytest.approx(20)


class Fixed(EverySaid):
    """Gives the last line of which all else follows: what was found is known beforehand."""

    async def prompt(self, message: str, budget: int | None) -> Sequence[str]:
        return (await super().prompt(message, None))[: 1 if budget == BUDGETS[0] else 2]


async def test_evidence_is_the_share_of_the_turns_named() -> None:
    turns = tuple(Insight("chat", "turns", f"D1:{n}", f"Ann: {t}") for n, t in enumerate(SEVERAL))
    questions = [
        Asked("one", "what sleeps?", 4, frozenset({"D1:0"})),
        Asked("one", "and then?", 1, frozenset({"D1:1", "D1:3"})),
    ]
    dialogue = Dialogue([Session("one", 0.0, turns)], questions)
    way = Fixed()
    for item in dialogue.items:
        await way.add(item)
    evidence = Evidence("fixed")
    await evidence.ask(way, dialogue)
    share = evidence.share()
    assert share.within == {500: 50.0, 1_000: 75.0, 2_000: 75.0}
    assert share.by_category == {1: 50.0, 4: 100.0}
    assert share.tokens[500] == token_count("Ann: the cat sleeps on the red sofa")


def test_an_aim_that_is_not_reached_is_said() -> None:
    flat = Cost("ours", {}, 0.99, {})
    steep = Cost("ours", {}, 1.0, {})
    enough = Share("ours", {1_000: 85.0}, {}, {}, 0.0)
    little = Share("ours", {1_000: 84.9}, {}, {}, 0.0)
    other = Share("another", {1_000: 1.0}, {}, {}, 0.0)
    assert missed([flat], [enough, other], "ours") == []
    assert len(missed([steep], [little, other], "ours")) == 2


STREET = [
    (
        "Relevant context from earlier in the conversation:\n  [user | weight 1.00] one piece\n"
        "  [user | weight 0.90] another piece\n\n---\n(The recent turns follow.)"
    ),
    "Understood. I'll use that context.",
    "an older message",
    "the last message",
]


def test_the_prompt_of_the_peer_loses_its_last_pieces_first() -> None:
    assert fitted(STREET, None) == STREET
    whole = cost(STREET)
    assert fitted(STREET, whole) == STREET
    shorter = fitted(STREET, whole - 1)
    assert "one piece" in shorter[0]
    assert "another piece" not in shorter[0]
    assert shorter[0].endswith("(The recent turns follow.)")
    assert shorter[1:] == STREET[1:]
    assert fitted(STREET, cost(STREET[2:])) == STREET[2:]
    assert fitted(STREET, cost(STREET[3:])) == STREET[3:]
    assert fitted(STREET, 0) == []
