"""Messages that are learned from, beside those of the conversation that are known."""

import hashlib
import json
from collections.abc import Sequence

from ...core.llm import Message
from ...core.records.conversation import Turn
from .names import turn_id

_SESSION = "learned-"


def aligned(given: Sequence[Message], known: Sequence[Turn]) -> list[str]:
    """The ids of the messages that are known already: of so many from the first on.

    They are known where the conversation has them, one after the other, the same role and text
    each: as many of them as stand together anywhere, the latest such place.
    """
    said = [(one.role, one.text) for one in given]
    there = [(one.role, one.text) for one in known]
    best: tuple[int, int] = (0, 0)
    for start in range(len(there)):
        if there[start] != said[0]:
            continue
        count = 1
        while (
            count < len(said) and start + count < len(there) and there[start + count] == said[count]
        ):
            count += 1
        best = max(best, (count, start))
    count, start = best
    return [one.id for one in known[start : start + count]]


def ids(conversation: str, given: Sequence[Message], known: Sequence[str] = ()) -> list[str]:
    """The id of each message, given those of the first ones."""
    found = list(known)
    before = found[-1] if found else ""
    for one in given[len(found) :]:
        before = turn_id(conversation, before, one)
        found.append(before)
    return found


def session_name(turns: Sequence[str]) -> str:
    """What a session of rapport is called in which these turns were said."""
    text = json.dumps(["session", *turns], separators=(",", ":"))
    return f"{_SESSION}{hashlib.sha256(text.encode('ascii')).hexdigest()[:24]}"


def is_learned_session(name: str) -> bool:
    """Whether a session of rapport is one of these: all rooms learned from its turns."""
    return name.startswith(_SESSION)
