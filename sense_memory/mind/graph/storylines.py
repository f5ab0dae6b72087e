"""Which sources tell one story, and which stories belong together; the telling is not here.

A storyline is about one node and includes the sources that mention it, as long as no more than
ninety days pass without one; what comes later is another story about it. A macro is rooted in the
same node and groups its storylines.

Source of all numbers: seed 004.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import chain, count

from ...core.records.graph import Node, NodeType, node_key
from ...core.records.persona import SECONDS_PER_DAY

LEAST_SOURCES = 5
LEAST_DAYS = 3
"""Different days (UTC) on which its sources were."""
SPAN_OVER_DAYS = 3.0
"""From the first source to the last."""
REACH_DAYS = 90.0
"""For how long a storyline goes on without a source."""
NEAR_DAYS = 30.0
"""Of several storylines those are asked that a source is so near to."""
LIKE_OVER = 0.7
"""How like one of several storylines a source must be, as the cosine of their vectors."""
MOST_SOURCES = 60
"""A storyline has enough of them, and what follows is another one: a record is bounded."""
LEAST_STORYLINES = 2
MACRO_SPAN_OVER_DAYS = 30.0
"""From the first source of its storylines to the last."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Group:
    """What a storyline or a macro is to hold.

    Attributes:
        key: The key of the storyline or the macro.
        anchor: The key of the node that it is about.
        members: The keys of its sources or storylines, oldest first.
        is_new: Whether it does not stand yet.
    """

    key: str
    anchor: str
    members: tuple[str, ...]
    is_new: bool


def moment(source: Node) -> float:
    """When a source was, seconds since the epoch."""
    return source.created_at if source.at is None else source.at


def makes_storyline(moments: Sequence[float]) -> bool:
    """Whether sources of these times are enough for a storyline."""
    days = {at // SECONDS_PER_DAY for at in moments}
    return (
        len(moments) >= LEAST_SOURCES
        and len(days) >= LEAST_DAYS
        and max(moments) - min(moments) > SPAN_OVER_DAYS * SECONDS_PER_DAY
    )


def storylines_due(
    anchor: str,
    sources: Iterable[Node],
    standing: Iterable[Node],
    *,
    is_awake: bool,
    likeness: Callable[[Node, str], float] | None = None,
) -> tuple[Group, ...]:
    """The storylines about a node that are to be written, the first to begin first.

    A source joins a storyline that is within reach. Of several it joins the one that it is most
    like, of those that it is near to and like enough; without vectors the nearest.

    Args:
        anchor: The key of the node.
        sources: All that mention it.
        standing: The storylines about it that count (``merged``).
        is_awake: Whether the node is active or core; nothing new is told of another one.
        likeness: How like a source is to the storyline of a key, -1 to 1.
    """
    by_key = {one.key: one for one in sources}
    held = {one.key: {key for key in one.includes if key in by_key} for one in standing}
    spans = {
        key: (min(times), max(times))
        for key, inside in held.items()
        if (times := [moment(by_key[one]) for one in inside])
    }
    taken = {key for inside in held.values() for key in inside}
    changed, free = set[str](), list[Node]()
    for source in sorted(by_key.values(), key=_order):
        if source.key in taken:
            continue
        open_ones = {key: span for key, span in spans.items() if len(held[key]) < MOST_SOURCES}
        joined = _joined(source, open_ones, likeness)
        if joined is None:
            free.append(source)
            continue
        held[joined].add(source.key)
        first, last = spans[joined]
        spans[joined] = min(first, moment(source)), max(last, moment(source))
        changed.add(joined)
    found = [
        Group(key, anchor, _keys_in_order(by_key[one] for one in held[key]), is_new=False)
        for key in sorted(changed, key=lambda one: (spans[one], one))
    ]
    if is_awake:
        found += [
            Group(
                _storyline_key(anchor, episode[0], held),
                anchor,
                _keys_in_order(episode),
                is_new=True,
            )
            for episode in _episodes(free)
            if makes_storyline([moment(one) for one in episode])
        ]
    return tuple(found)


def _joined(
    source: Node,
    spans: Mapping[str, tuple[float, float]],
    likeness: Callable[[Node, str], float] | None,
) -> str | None:
    """The storyline that a source joins."""
    at = moment(source)
    away = {key: max(0.0, first - at, at - last) for key, (first, last) in sorted(spans.items())}
    within = [key for key in away if away[key] <= REACH_DAYS * SECONDS_PER_DAY]
    if len(within) < 2 or likeness is None:
        return min(within, key=lambda key: (away[key], key), default=None)
    near = [key for key in within if away[key] <= NEAR_DAYS * SECONDS_PER_DAY]
    like = {key: likeness(source, key) for key in near}
    close = [key for key in near if like[key] > LIKE_OVER]
    return min(close, key=lambda key: (-like[key], key), default=None)


def _episodes(sources: Sequence[Node]) -> list[list[Node]]:
    """Sources, oldest first, parted where too long nothing was, or where there are enough."""
    found: list[list[Node]] = []
    for source in sources:
        if found and _goes_on(found[-1], source):
            found[-1].append(source)
        else:
            found.append([source])
    return found


def _goes_on(episode: Sequence[Node], source: Node) -> bool:
    if moment(source) - moment(episode[-1]) > REACH_DAYS * SECONDS_PER_DAY:
        return False
    return len(episode) < MOST_SOURCES or not makes_storyline([moment(one) for one in episode])


def _storyline_key(anchor: str, first: Node, standing: Container[str]) -> str:
    """Devices that tell of one episode write one record, if they know how it began."""
    day = (_EPOCH + timedelta(seconds=moment(first))).date().isoformat()
    keys = (
        node_key(NodeType.STORYLINE, f"{anchor} {day} {beside}")
        for beside in chain(("",), count(2))
    )
    return next(key for key in keys if key not in standing)


def _order(source: Node) -> tuple[float, str]:
    return moment(source), source.key


def _keys_in_order(sources: Iterable[Node]) -> tuple[str, ...]:
    return tuple(one.key for one in sorted(sources, key=_order))


def merged(storylines: Iterable[Node]) -> tuple[tuple[Node, ...], frozenset[str]]:
    """The storylines that count, and the keys of those that tell the same.

    Devices that did not see each other's may have written two of one episode. Of those that are
    about one node and share a source, the one whose key comes first counts, with all their sources.
    """
    counted: dict[str, Node] = {}
    hidden = set[str]()
    for one in sorted(storylines, key=lambda node: node.key):
        same = [
            other
            for other in counted.values()
            if other.about == one.about and other.includes & one.includes
        ]
        if not same:
            counted[one.key] = one
            continue
        first, *rest = same
        for other in rest:
            del counted[other.key]
        together = frozenset[str]().union(one.includes, *(other.includes for other in same))
        counted[first.key] = replace(first, includes=together)
        hidden |= {one.key, *(other.key for other in rest)}
    return tuple(counted.values()), frozenset(hidden)


def macro_due(
    anchor: str, storylines: Iterable[Node], sources: Mapping[str, Node], macro: Node | None
) -> Group | None:
    """The macro of a node if it is to be written; ``None`` if it stands so, or is not due.

    Args:
        anchor: The key of the node.
        storylines: Those about it that count.
        sources: All sources, by key.
        macro: The one that is rooted in it, if there is one.
    """
    began: dict[str, float] = {}
    times = list[float]()
    for one in storylines:
        inside = [moment(sources[key]) for key in one.includes if key in sources]
        times += inside
        began[one.key] = min(inside, default=one.created_at)
    if len(began) < LEAST_STORYLINES or not times:
        return None
    if max(times) - min(times) <= MACRO_SPAN_OVER_DAYS * SECONDS_PER_DAY:
        return None
    if macro is not None and macro.groups == began.keys():
        return None
    members = tuple(sorted(began, key=lambda key: (began[key], key)))
    key = node_key(NodeType.MACRO, anchor) if macro is None else macro.key
    return Group(key, anchor, members, is_new=macro is None)
