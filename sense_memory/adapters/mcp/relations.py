"""How two are related: told, changed, put right, ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.errors import InputError, UnknownMemoryError
from ...core.graph import EdgeStatus
from ...core.moments import moment_of
from ...core.records.graph import EDGE_REFERENCE, Edge
from ...store import MemoryStore
from .arguments import Relate
from .hosted import Hosted
from .names import called
from .results import day, quoted


@dataclass(frozen=True, slots=True)
class Related:
    """What became of what was told.

    Attributes:
        name: Of the relation, as it is now.
        what: ``new``, ``known``, ``changed``, ``corrected`` or ``ended``.
        since: The day since which it is so.
    """

    name: str
    what: str
    since: str = ""

    def text(self) -> str:
        """For a model."""
        return f"The relation {quoted(self.name)} is {self.what}; since {self.since}."


async def relate(hosted: Hosted, given: Relate) -> Related:
    """Say how two are related; what was so before ends where this begins, and stays known.

    Raises:
        InputError: Something is out of range, or does not go together.
    """
    source, target = called(given.source), called(given.target)
    told = {
        name: value
        for name in ("attitude", "proximity", "description")
        if (value := getattr(given, name)) is not None
    }
    async with hosted.writing() as store:
        current = await _current(store, source, target, given.relation)
        if current is None:
            edge = await store.graph.relate(
                *(source, target, given.relation),
                valid_from=given.since,
                valid_to=given.until,
                **told,
            )
            what = "new"
        else:
            edge, what = await _changed(store, current, given, told)
    return Related(f"{EDGE_REFERENCE}{edge.id}", what, day(edge.valid_from))


async def _changed(
    store: MemoryStore, current: EdgeStatus, given: Relate, told: Mapping[str, Any]
) -> tuple[Edge, str]:
    """What becomes of a relation that holds when more is told of it."""
    graph, edge, what = store.graph, current.edge, "known"
    is_other = any(getattr(edge, name) != value for name, value in told.items())
    if is_other and given.until is not None:
        raise InputError(
            "say how it changed or that it ended (until), one after the other; nothing was written"
        )
    begins = None if given.since is None else moment_of(given.since)
    if begins is not None and begins < edge.valid_from:
        # it was so before anybody told it
        edge, what = await graph.update(edge, valid_from=begins, **told), "corrected"
    elif is_other:
        edge, what = await graph.supersede(edge, valid_from=begins, **told), "changed"
    if given.until is not None:
        edge, what = await graph.invalidate(edge, given.until), "ended"
    return edge, what


async def _current(
    store: MemoryStore, source: str, target: str, relation: str
) -> EdgeStatus | None:
    """The relation as it holds now; ``None`` if it does not, or one of the two is new."""
    try:
        ends: list[list[Any]] = [
            await store.graph.edges(node, relationship_type=relation) for node in (source, target)
        ]
    except UnknownMemoryError:
        return None
    others = {one.id for one in ends[1]}
    return next((one for one in ends[0] if one.id in others), None)
