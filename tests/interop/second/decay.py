"""S-3.2: how much of a persona memory is left at a time, and what that is called."""

from __future__ import annotations

from typing import Any

DAY = 86_400.0


def state_at(at: float, written: float, memory: dict[str, Any]) -> str:
    """Return the state of a memory.

    Args:
        at: When, seconds since the epoch.
        written: The time of the living value's dot, which stands for times that nobody said.
        memory: Its fields.
    """
    since = memory.get("last_accessed", written)
    if memory.get("due_at") is not None:
        since = max(since, memory["due_at"])
    days = 0.0 if memory.get("pinned") else max(0.0, (at - since) / DAY)
    decay = 0.5 ** (days / memory.get("halflife_days", 30))
    if memory.get("superseded_by"):
        decay **= 4
    links = 1 + 0.1 * len(memory.get("connections", ()))
    doubts = 0.5 ** len(memory.get("contradicts", ()))
    score = memory.get("relevance", 1) * decay * links * doubts
    for least, name in ((0.3, "active"), (0.1, "fading"), (0.01, "forgotten")):
        if score >= least:
            return name
    return "dissolved"
