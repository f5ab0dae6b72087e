"""How far a memory is to be believed: by what its record says of where it comes from.

The rules, in their order, of what a record was learned from (a memory's source, the origin of an
observation, a node, an edge):

1. Nothing is said: the agent wrote it, ``own``. Of an edge, who told it counts: the graph's own
   user is the agent, a format of another program is ``imported``, anybody else is a ``peer``.
2. A reference to a turn: somebody told it, ``peer``; of an imported conversation, ``imported``.
3. A reference to another record: as that one, which is looked up; one that is not there any more,
   or goes round in circles, is ``foreign``.
4. ``chatgpt``, ``chatgpt/…`` and the like, the formats that are imported: ``imported``.
5. ``self``, ``agent``, ``assistant``, ``reflection``, ``introspection``, ``rules``: ``own``.
6. ``user``, ``peer``, ``conversation``, ``chat``, ``session``, alone or with a name or a number
   behind a blank, a colon or a hyphen: ``peer``; but nothing in which there is an address.
7. Whatever else: ``foreign``. An address, a file, a tool, a name that says nothing to us.

What is made of several records is believed as far as the one that is to be believed least.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from ...core.prompt import Trust
from ...core.records.conversation import conversation_in, turn_of_origin
from ...core.records.reference import referent

FORMATS = frozenset(
    (
        *("chatgpt", "claude", "openclaw", "glenn", "server-memory", "mem0", "letta", "markdown"),
        *("claude-code", "codex", "cursor"),
    )
)
"""What imported items have as their source: the formats of ``sense_memory.importers``, and the
programs whose sessions hooks read."""

ORDER = (Trust.OWN, Trust.PEER, Trust.IMPORTED, Trust.FOREIGN)
"""What is to be believed most comes first."""

_OWN = frozenset(("self", "agent", "assistant", "reflection", "introspection", "rules"))
_PEER = re.compile(r"(?:user|peer|conversation|chat|session)(?:[\s:-][^/.]*)?")
_IMPORTED = re.compile(rf"(?P<format>{'|'.join(sorted(FORMATS, reverse=True))})-[0-9a-f]{{24}}")
_HOPS = 8


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where something comes from.

    Attributes:
        trust: How far it is to be believed.
        origin: In words, few and the same for what has it in common.
    """

    trust: Trust
    origin: str


_OF_THE_AGENT = Provenance(Trust.OWN, "kept by you")
_LOST = Provenance(Trust.FOREIGN, "learned from something that is not there any more")


def provenance(source: str, source_of: Callable[[str], str | None]) -> Provenance:
    """Where a record comes from that was learned from this.

    Args:
        source: What it says it was learned from.
        source_of: Of the record that a reference names, what that was learned from; ``None`` if
            nobody knows.
    """
    named = source
    for _ in range(_HOPS):
        found = _terminal(named)
        if found is not None:
            return found
        further = source_of(named)
        if further is None:
            return _LOST
        named = further
    return _LOST


@lru_cache(maxsize=4096)
def _terminal(source: str) -> Provenance | None:
    """Where this is by itself; ``None`` if it names another record that says it."""
    text = source.strip()
    if not text:
        return _OF_THE_AGENT
    if (turn := turn_of_origin(text)) is not None:
        return said_in(conversation_in(turn))
    if referent(text, "") is not None:
        return None
    program, _, _ = text.partition("/")
    if program in FORMATS:
        return Provenance(Trust.IMPORTED, f"imported from {program}")
    if text.casefold() in _OWN:
        return Provenance(Trust.OWN, text)
    if _PEER.fullmatch(text.casefold()) is not None:
        return Provenance(Trust.PEER, text)
    return Provenance(Trust.FOREIGN, text)


def said_in(conversation: str) -> Provenance:
    """Where something comes from that was said in a conversation."""
    if (found := _IMPORTED.fullmatch(conversation)) is not None:
        return Provenance(Trust.IMPORTED, f"imported from {found['format']}")
    return Provenance(Trust.PEER, f"said in the conversation {conversation}")


def told_by(teller: str, user: str) -> Provenance:
    """Where an edge comes from of which nothing but its teller is known.

    Args:
        teller: Who recorded it.
        user: Whose graph it is in.
    """
    if teller in ("", user):
        return _OF_THE_AGENT
    if teller in FORMATS:
        return Provenance(Trust.IMPORTED, f"imported from {teller}")
    return Provenance(Trust.PEER, f"told by {teller}")


def least(trusts: Iterable[Trust]) -> Trust:
    """How far what is made of these is to be believed; of nothing, as what the agent wrote."""
    return max(trusts, key=ORDER.index, default=Trust.OWN)
