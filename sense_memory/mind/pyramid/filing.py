"""Where what another program stated belongs."""

import re

from ...core.items import Stated
from ...core.records.pyramid import ASSISTANT, USER

_FILES = {
    "user.md": USER,
    "soul.md": ASSISTANT,
    "identity.md": ASSISTANT,
    "agents.md": ASSISTANT,
    "claude.md": ASSISTANT,
}
"""Notes whose names say whom they are about."""
_HEADINGS = {
    "user": USER,
    "the user": USER,
    "about the user": USER,
    "human": USER,
    "assistant": ASSISTANT,
    "agent": ASSISTANT,
    "persona": ASSISTANT,
    "identity": ASSISTANT,
    "soul": ASSISTANT,
}
_BLOCKS = {"human": USER, "persona": ASSISTANT}
"""Blocks that every agent of Letta has."""
_OWNERS = {"user": USER, "agent": ASSISTANT}
"""Whose memory a memory of mem0 is."""
_LINE = re.compile(r", line \d+$")


def topic_of(item: Stated) -> str | None:
    """The name of the topic that a statement belongs to, if its source tells.

    Only what says that it is the user, or the agent, is believed.
    """
    match item.source:
        case "mem0":
            return _OWNERS.get(item.kind)
        case "letta":
            return _BLOCKS.get(item.subject.casefold()) if item.kind == "block" else None
        case "markdown":
            return _of_a_note(item)
        case _:
            return None


def _of_a_note(item: Stated) -> str | None:
    """By the innermost heading that says it, else by the file's name, which its place tells."""
    for part in reversed(item.subject.split(" / ")):
        if (found := _HEADINGS.get(part.casefold())) is not None:
            return found
    return _FILES.get(_LINE.sub("", item.place).rpartition("/")[2].casefold())
