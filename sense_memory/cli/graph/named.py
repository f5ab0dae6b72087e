"""Which node or which edge somebody means at the command line."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.errors import UnknownMemoryError
from ..exits import Code, CommandError
from .app import EDGE_FORMS
from .sentences import SHOWN_ID, told

if TYPE_CHECKING:
    from ...core.graph import EdgeStatus
    from ...core.records.graph import Note
    from ...store import MemoryStore

_BEGINNING = re.compile(r"[0-9a-f]{6,32}")
MOST_NAMED = 5


async def edge_named(store: "MemoryStore", words: Sequence[str]) -> "EdgeStatus":
    """The version of an edge that some words mean: an id, ``A B`` or ``A RELATION B``.

    Of two nodes it is the current one; where none is current, the one that counted last.

    Raises:
        UnknownMemoryError: There is none; it says which there are between the two.
        CommandError: Several are meant, or the words are none of that.
    """
    if len(words) == 1:
        return await _by_id(store, words[0])
    if len(words) > 3:
        raise CommandError(Code.USAGE, f"an edge is called by {EDGE_FORMS}; not by {len(words)}")
    relation = words[1] if len(words) == 3 else None
    return await _between(store, words[0], words[-1], relation)


async def target_named(store: "MemoryStore", words: Sequence[str]) -> str:
    """What the store calls the node or the edge that some words mean.

    A word that may be an id is one unless a node is called so.

    Raises:
        UnknownMemoryError: There is none.
        InputError: Several nodes are called so.
        CommandError: Several edges are meant, or the words are none of that.
    """
    if len(words) == 1 and not may_be_id(words[0]):
        return words[0]
    if len(words) == 1:
        try:
            # the cheapest question that counts as no use
            await store.graph.notes(words[0])
        except UnknownMemoryError:
            pass
        else:
            return words[0]
    return (await edge_named(store, words)).id


async def notes_named(store: "MemoryStore", word: str) -> "list[Note]":
    """The notes whose ids begin so, of anything."""
    if not may_be_id(word):
        return []
    one_of = word.strip().lower()
    noted = [one.notes for one in await store.graph.nodes()]
    noted += [one.notes for one in await store.graph.versions()]
    # a version that corrects another one tells its notes as well
    found = {note.id: note for some in noted for note in some if note.id.startswith(one_of)}
    return [found[name] for name in sorted(found)]


def may_be_id(word: str) -> bool:
    """Whether it could be an id or the beginning of one."""
    return _BEGINNING.fullmatch(word.strip().lower()) is not None


async def _by_id(store: "MemoryStore", word: str) -> "EdgeStatus":
    if not may_be_id(word):
        raise CommandError(
            Code.USAGE,
            f"an edge is called by {EDGE_FORMS}; `graph edges` and `graph history` print ids",
        )
    wanted = word.strip().lower()
    found = [one for one in await store.graph.versions() if one.id.startswith(wanted)]
    if not found:
        raise UnknownMemoryError(
            f"no edge's id begins with {wanted}; which there are: sense-memory graph edges"
        )
    if len(found) > 1:
        named = alike([one.id for one in found])
        raise CommandError(Code.USAGE, f"{len(found)} edges begin with {wanted}: {named}")
    return found[0]


async def _between(
    store: "MemoryStore", one: str, other: str, relation: str | None
) -> "EdgeStatus":
    from ...mind.graph.types import relationship_key

    found = await store.graph.versions(one, other)
    called = {relationship_key(each.edge.relationship_type) for each in found}
    if relation is not None:
        wanted = relationship_key(relation)
        found = [each for each in found if relationship_key(each.edge.relationship_type) == wanted]
    if not found:
        there = f"; they relate as {', '.join(sorted(called))}" if called else ""
        so = "" if relation is None else f" as {relation}"
        raise UnknownMemoryError(
            f"nothing was ever told of how {one} and {other} relate{so}{there}"
        )
    current = [each for each in found if each.is_current]
    if len(current) == 1:
        return current[0]
    if len({relationship_key(each.edge.relationship_type) for each in current or found}) > 1:
        named = ", ".join(
            f"{told(each.edge)} ({each.id[:SHOWN_ID]})" for each in (current or found)[:MOST_NAMED]
        )
        raise CommandError(
            Code.USAGE, f"they relate in several ways; say A RELATION B, or the id: {named}"
        )
    return max(current or found, key=_recency)


def _recency(one: "EdgeStatus") -> tuple[bool, float, float, str]:
    """What counted at all before what was corrected, the last of it first."""
    edge = one.edge
    counted = one.until is None or one.until > edge.valid_from
    return counted, edge.valid_from, edge.recorded_at, one.id


def alike(ids: Sequence[str]) -> str:
    """Some ids for people, with as many digits as tell them apart."""
    digits = next((n for n in range(SHOWN_ID, 32) if len({one[:n] for one in ids}) == len(ids)), 32)
    more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return ", ".join(one[:digits] for one in ids[:MOST_NAMED]) + more
