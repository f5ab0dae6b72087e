"""Names and seals that follow from what is said, frozen: two devices that say the same say it once.

``ids/ids.json`` has what each is made of, as a list, and what comes of it; SPEC.md §20.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sense_memory.core.items import Named, Related, Said, Stated
from sense_memory.core.llm import Message, Role
from sense_memory.core.records.conversation import imported_conversation
from sense_memory.core.records.graph import edge_id, note_id
from sense_memory.core.records.pyramid import Observation, Summary, observation_id, summary_id
from sense_memory.mind.graph.notes import sealed as digest_seal
from sense_memory.mind.learning.names import turn_id
from sense_memory.mind.learning.transcript import session_name
from sense_memory.mind.pyramid.seal import seal_of, sealed

FROZEN = json.loads((Path(__file__).parent / "ids" / "ids.json").read_text("utf-8"))


def pieces(given: list[list[Any]]) -> list[Observation]:
    """Observations whose names, times and texts are these."""
    return [Observation(name.removeprefix("obs/"), text, at) for name, at, _end, text in given]


def summary(texts: list[str], given: list[list[Any]], span: list[float]) -> str:
    """The seal of a summary of these pieces."""
    names = frozenset(name for name, *_ in given)
    made = Summary("x", "ada", 0, names, texts[0], span[0], span[1], "", "rules")
    return seal_of(made, reversed(pieces(given)))


MADE: dict[str, Callable[..., str]] = {
    "observation": lambda _, origin, at, text: observation_id(text, at, origin),
    "observation without a time": lambda _, origin, at, text: observation_id(text, at, origin),
    "summary": lambda _, topic, tier, inputs: summary_id(topic, tier, reversed(inputs)),
    "edge": lambda _, *said: edge_id(*said),
    "note": lambda _, *said: note_id(*said),
    "learned turn": lambda _, conversation, before, role, text: turn_id(
        conversation, before, Message(Role(role), text)
    ),
    "session of learned turns": lambda _, *turns: session_name(turns),
    "imported message": lambda source, conversation, role, at, text: (
        Said(source, conversation, "", Role(role), text, at, "").id
    ),
    "imported statement": lambda source, subject, kind, text: (
        Stated(source, subject, text, None, kind, "").id
    ),
    "imported name": lambda source, name, kind: Named(source, name, kind, None, "").id,
    "imported relation": lambda source, subject, target, relation: (
        Related(source, subject, target, relation, "").id
    ),
    "imported conversation": imported_conversation,
    "seal of a digest": digest_seal,
    "seal of a story": lambda text, description, inputs, *parts: digest_seal(
        text, description, inputs, parts
    ),
    "seal of a summary": summary,
    "seal of a topic": lambda texts, given, rest: sealed(texts, pieces(given), *rest),
}


# S-20.1, S-20.2
@pytest.mark.parametrize("one", FROZEN, ids=lambda one: one["what"])
def test_it_follows_from_what_is_said(one: dict[str, Any]) -> None:
    assert MADE[one["what"]](*one["list"]) == one["id"]


# S-20.1, S-20.2
@pytest.mark.parametrize("one", FROZEN, ids=lambda one: one["what"])
def test_anybody_can_make_it_who_has_a_hash_and_json(one: dict[str, Any]) -> None:
    said = json.dumps(one["list"], separators=(",", ":"))
    digits = hashlib.sha256(said.encode("ascii")).hexdigest()[: one["digits"]]
    assert one["before"] + digits == one["id"]


def test_each_is_frozen() -> None:
    assert [one["what"] for one in FROZEN] == list(MADE)
