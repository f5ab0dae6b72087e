"""The turns and questions of LoCoMo, as a memory and a search each.

A turn is one memory: domain ``chat``, facet ``turns``, key its id (``D8:6``), value ``Speaker: text
[photo: caption]``, source the conversation and the session, created at the session's date, in a
scope of its conversation's own. A question is a search with its words and nothing else. What it
should find are the turns that the data set names as its evidence.
"""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sense_memory import Insight

CATEGORIES = {1: "several turns", 2: "when", 3: "common sense", 4: "one turn"}
"""Number 5, questions that have no answer there, is left out."""
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
_DATE = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True)
class Session:
    """Turns of one day.

    Attributes:
        scope: The conversation: ``conv-26``.
        at: Seconds since the epoch; the data set names no time zone, so UTC.
        turns: As they are remembered.
    """

    scope: str
    at: float
    turns: tuple[Insight, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what answers it.

    Attributes:
        scope: Where it is asked.
        text: Verbatim.
        category: 1–4, or a word for a set of one's own.
        evidence: Keys.
    """

    scope: str
    text: str
    category: int | str
    evidence: frozenset[str]


def load(path: Path) -> tuple[list[Session], list[Asked]]:
    """Sessions, oldest first, and questions.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is something else.
    """
    sessions: list[Session] = []
    questions: list[Asked] = []
    try:
        for conversation in json.loads(path.read_text("utf-8")):
            found = _sessions(conversation)
            sessions += found
            keys = {turn.key for session in found for turn in session.turns}
            questions += _questions(conversation, keys)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} does not look like LoCoMo ({error!r})") from error
    return sorted(sessions, key=lambda session: session.at), questions


def _sessions(conversation: dict[str, Any]) -> list[Session]:
    scope, said = conversation["sample_id"], conversation["conversation"]
    found = []
    for name in said:
        if not re.fullmatch(r"session_\d+", name):
            continue
        at = datetime.strptime(said[f"{name}_date_time"], _DATE).replace(tzinfo=UTC).timestamp()
        source = f"{scope} {name}"
        turns = tuple(
            Insight("chat", "turns", turn["dia_id"], _value(turn), source=source)
            for turn in said[name]
        )
        found.append(Session(scope, at, turns))
    return found


def _value(turn: dict[str, Any]) -> str:
    caption = turn.get("blip_caption")
    photo = f" [photo: {caption}]" if caption else ""
    return f"{turn['speaker']}: {turn['text']}{photo}"


def _questions(conversation: dict[str, Any], keys: set[str]) -> list[Asked]:
    found = []
    for question in conversation["qa"]:
        # the ids are written in several ways, and some name turns that do not exist
        named = _EVIDENCE.findall(" ".join(question.get("evidence", ())))
        evidence = {f"D{int(session)}:{int(turn)}" for session, turn in named} & keys
        if question["category"] in CATEGORIES and evidence:
            found.append(
                Asked(
                    conversation["sample_id"],
                    question["question"],
                    question["category"],
                    frozenset(evidence),
                )
            )
    return found
