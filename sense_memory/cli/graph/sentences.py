"""Nodes and edges for people: names, a sentence in the direction it was told, since when."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..output import iso, local_time, number_of

if TYPE_CHECKING:
    from ...core.graph import EdgeStatus, NodeStatus
    from ...core.records.graph import Edge, Note
    from ...store import MemoryStore

SHOWN_ID = 12
"""Hex digits of an id that people see: enough to tell millions apart."""
NEVER = "never so"


class Names:
    """What nodes are called, so that no two are called the same.

    Args:
        nodes: All that there are; one that is not there is called by its key.
    """

    def __init__(self, nodes: "Iterable[NodeStatus]" = ()) -> None:
        self._names = {one.key: one_line(one.node.name) for one in nodes}
        self._bearers = Counter(name.casefold() for name in self._names.values())

    def of(self, key: str) -> str:
        """The name of a node, with its key where others have that name."""
        name = self._names.get(key)
        if name is None:
            return key
        return name if self._bearers[name.casefold()] == 1 else f"{name} ({key})"


async def names_in(store: "MemoryStore") -> Names:
    """What the nodes of a store are called."""
    return Names(await store.graph.nodes())


def sentence(edge: "Edge", names: Names) -> str:
    """How two nodes relate, as it was told: ``Ada works-at Acme``."""
    from ...core.records.graph import Orientation

    ends = (edge.from_key, edge.to_key)
    first, second = ends[::-1] if edge.orientation is Orientation.BACKWARD else ends
    ways = ", and the other way round" if edge.orientation is Orientation.BOTH else ""
    return f"{names.of(first)} {edge.relationship_type} {names.of(second)}{ways}"


def told(edge: "Edge") -> str:
    """The same by keys, where only the edge is known."""
    return sentence(edge, Names())


def described(edge: "Edge", names: Names) -> str:
    """The sentence, and what else is said of it, on one line."""
    said = one_line(edge.shown)
    return f"{sentence(edge, names)}: {said}" if said else sentence(edge, names)


def words(one: "EdgeStatus") -> str:
    """Attitude and proximity."""
    return f"{one.attitude}, {one.proximity}"


def life(one: "EdgeStatus | NodeStatus") -> str:
    """State and salience."""
    return f"{one.state.value} {one.salience:.2f}"


def uses(one: "EdgeStatus | NodeStatus") -> str:
    """How often it was used, in words."""
    from ...core.graph import NodeStatus

    count = (one.node if isinstance(one, NodeStatus) else one.edge).life.access_count
    return f"used {number_of(count, 'time')}" if count else "never used"


def day(at: float) -> str:
    """A time as people here write it, without the hour where it is the first of a day."""
    try:
        whole = local_time(at)
    except (OverflowError, ValueError, OSError):
        # the first and last hours that have a date have none everywhere
        whole = iso(at) or ""
    return whole.removesuffix(" 00:00:00")


def period(one: "EdgeStatus") -> str:
    """From when to when it counts."""
    begins, ends = one.edge.valid_from, one.until
    if ends is None:
        return f"since {day(begins)}"
    return NEVER if ends <= begins else f"{day(begins)} to {day(ends)}"


def lifetime(note: "Note") -> str:
    """Until when a note counts."""
    return "for good" if note.expires_at is None else f"until {day(note.expires_at)}"


def note_row(note: "Note") -> tuple[str, ...]:
    """A note for people."""
    return note.id[:SHOWN_ID], day(note.added_at), lifetime(note), one_line(note.content)


NOTE_COLUMNS = ("note", "noted", "counts", "what")
EDGE_COLUMNS = ("edge", "who and how", "attitude, proximity", "when", "state")


def edge_row(one: "EdgeStatus", names: Names) -> tuple[str, ...]:
    """An edge for people."""
    said = described(one.edge, names)
    return one.id[:SHOWN_ID], said, words(one), period(one), life(one)


NODE_COLUMNS = ("node", "who or what", "edges", "notes", "state")


def node_row(one: "NodeStatus") -> tuple[str, ...]:
    """A node for people."""
    said = one_line(one.node.shown)
    what = f"{one_line(one.node.name)}: {said}" if said else one_line(one.node.name)
    return one.key, what, str(one.edges), str(len(one.notes)), life(one)


def one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(text.split())
