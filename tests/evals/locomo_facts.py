"""The facts of LoCoMo's observations, as memories."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sense_memory import Insight

EXPECTED = 1_210
"""Facts in the five conversations of the development half."""

WHERE = (
    "It is five of the ten conversations of LoCoMo (github.com/snap-research/locomo, file "
    "data/locomo10.json: conv-26, conv-30, conv-41, conv-42, conv-43), CC BY-NC 4.0, and is not "
    "part of this repository: download that file and keep those conversations"
)


def load(path: Path) -> list[Insight]:
    """One memory a fact.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is something else.
    """
    try:
        return list(_facts(json.loads(path.read_text("utf-8"))))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} does not look like LoCoMo ({error!r})") from error


def _facts(conversations: list[dict[str, Any]]) -> Iterator[Insight]:
    for conversation in conversations:
        for name, speakers in conversation["observation"].items():
            session = int(name.split("_")[1])
            for speaker, facts in speakers.items():
                for number, (text, evidence) in enumerate(facts):
                    turns = [evidence] if isinstance(evidence, str) else list(evidence)
                    yield Insight(
                        "people",
                        "facts",
                        f"{conversation['sample_id']}-s{session}-{speaker.lower()}-{number}",
                        text,
                        themes=(speaker, f"session {session}"),
                        source=f"{conversation['sample_id']} {' '.join(turns)}",
                    )
