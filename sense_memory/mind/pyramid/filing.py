"""Where what another program stated belongs, and how it is said in a sentence."""

import re

from ...core.items import Related, Stated
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


def topic_of(item: Stated | Related) -> str | None:
    """The name of the topic that a statement or relation belongs to, if its source tells.

    The subject of an entity is its name; of the others only what says that it is the user, or the
    agent, is believed.
    """
    if isinstance(item, Related):
        return item.subject
    match item.source:
        case "server-memory":
            return item.subject or None
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


def sentence_of(item: Stated | Related) -> str:
    """What is observed: a statement as it is, a relation as ``Ada works at Analytical Engines``.

    Of what is only said to be of a kind, its name is said, too: ``Analytical Engines: company``.
    """
    if isinstance(item, Related):
        return f"{item.subject} {item.relation.replace('_', ' ')} {item.target}"
    is_kind = item.text == item.kind and item.subject
    return f"{item.subject}: {item.text}" if is_kind else item.text
