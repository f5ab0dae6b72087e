"""What held when, and what was believed of it when.

The versions of one relation between two nodes are a chain. Each says from when to when it held in
the world; devices that did not see each other's may contradict. At any moment that version counts
which began last among those that say they hold then. So a chain's intervals never overlap, nothing
is written to make it so, and it is no matter in which order its versions arrived. What is open is
cut where the next begins; of several that are open the one that began last goes on (SYNC §2).

Every question may be asked as of a former knowledge: versions that were recorded later are left
out, and an end that was learned later is not known yet.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...core.errors import InputError
from ...core.moments import dated
from ...core.records.graph import Edge
from .types import relationship_key

Chain: TypeAlias = tuple[str, str, str]
"""Two nodes and what the relation is called; the type of the edge follows from the nodes."""


@dataclass(frozen=True, slots=True)
class Interval:
    """When a version counts; one that another one interrupts has several.

    Attributes:
        edge: Which.
        start: Seconds since the epoch.
        end: That moment left out; ``None`` if it goes on.
    """

    edge: Edge
    start: float
    end: float | None


def chain_of(edge: Edge) -> Chain:
    """The chain that a version belongs to."""
    return edge.from_key, edge.to_key, relationship_key(edge.relationship_type)


def chains(edges: Iterable[Edge]) -> dict[Chain, tuple[Edge, ...]]:
    """Versions by chain, each chain in its order, the chains too."""
    found: dict[Chain, list[Edge]] = {}
    for edge in edges:
        found.setdefault(chain_of(edge), []).append(edge)
    return {chain: tuple(sorted(found[chain], key=order)) for chain in sorted(found)}


def order(edge: Edge) -> tuple[float, str]:
    """What versions of a chain are put in order by."""
    return edge.valid_from, edge.id


def end_of(edge: Edge, known: float | None = None) -> float | None:
    """When a version ends, as it says itself; ``None`` if it goes on.

    What was corrected ends when it begins: it never was so.

    Args:
        edge: Which.
        known: As it was known then, seconds since the epoch; ``None`` is all that is known.
    """
    if edge.corrected_at is not None and (known is None or edge.corrected_at <= known):
        return edge.valid_from
    if edge.valid_to is None or known is None:
        return edge.valid_to
    learned = edge.recorded_at if edge.invalidated_at is None else edge.invalidated_at
    return edge.valid_to if learned <= known else None


def holding(versions: Iterable[Edge], valid: float, known: float | None = None) -> Edge | None:
    """The version of a chain that counts at a moment; ``None`` if none does.

    Args:
        versions: Of one chain, in any order.
        valid: When in the world, seconds since the epoch. Now: what is current.
        known: As it was known when, likewise; ``None`` is all that is known.
    """
    found: Edge | None = None
    for edge in versions:
        if edge.valid_from > valid or (known is not None and edge.recorded_at > known):
            continue
        # most go on, and are asked about by the ten thousand
        is_told = edge.valid_to is not None or edge.corrected_at is not None
        if is_told and _infinite(end_of(edge, known)) <= valid:
            continue
        if found is None or order(edge) > order(found):
            found = edge
    return found


def as_of(
    known_chains: Mapping[Chain, Sequence[Edge]], valid: float, known: float | None = None
) -> tuple[Edge, ...]:
    """What counts at a moment, of every chain at most one, in the order of the chains."""
    found = (holding(versions, valid, known) for versions in known_chains.values())
    return tuple(edge for edge in found if edge is not None)


def ending_with(edge: Edge, replaced: Edge | None) -> Edge:
    """A version as it ends, where a device ended one that another device corrected meanwhile.

    What puts a version right has its end; so it has one that was told of the other one since, by
    somebody who had not seen the correction.

    Args:
        edge: What took the place of another one.
        replaced: That one as it stands; ``None`` if it does not.
    """
    if replaced is None or replaced.corrected_at is None or replaced.valid_to is None:
        return edge
    # what superseded it begins there; and what is told takes the place of what was told before
    if (
        edge.valid_to is not None
        or edge.valid_from >= replaced.valid_to
        or edge.recorded_at <= replaced.recorded_at
    ):
        return edge
    learned = replaced.invalidated_at
    if learned is None or learned < edge.recorded_at:
        learned = edge.recorded_at
    return replace(edge, valid_to=replaced.valid_to, invalidated_at=learned)


def is_void(edge: Edge) -> bool:
    """Whether a version never was so, by all that is known: it was corrected, or taken back."""
    end = end_of(edge)
    return end is not None and end <= edge.valid_from


def intervals(versions: Iterable[Edge], known: float | None = None) -> tuple[Interval, ...]:
    """When each version of a chain counts, oldest first; none overlap.

    Args:
        versions: Of one chain, in any order.
        known: As for ``holding``.
    """
    stated = [
        (one, _infinite(end_of(one, known)))
        for one in sorted(versions, key=order)
        if known is None or one.recorded_at <= known
    ]
    # what never was so interrupts nothing
    stated = [(one, end) for one, end in stated if end > one.valid_from]
    found = list[Interval]()
    # those that began and have not ended yet, the last that began on top
    under_way = list[tuple[Edge, float]]()
    for place, (edge, end) in enumerate(stated):
        under_way.append((edge, end))
        at = edge.valid_from
        until = stated[place + 1][0].valid_from if place + 1 < len(stated) else math.inf
        while under_way and at < until:
            top, ends = under_way[-1]
            stop = min(ends, until)
            if stop > at:
                found.append(Interval(top, at, None if stop == math.inf else stop))
                at = stop
            if ends <= at:
                under_way.pop()
    return tuple(found)


def _infinite(end: float | None) -> float:
    return math.inf if end is None else end


# --- writing


def check_fits(versions: Iterable[Edge], new: Edge) -> None:
    """Refuse a version that says something else of a time than its chain does.

    Args:
        versions: Of its chain.
        new: What is to stand among them.

    Raises:
        InputError: It overlaps one of them; the message says which.
    """
    for edge in sorted(versions, key=order):
        if edge.id == new.id or not _overlap(edge, new):
            continue
        if (end := end_of(edge)) is None:
            raise InputError(
                f"{_named(edge)} is current since {dated(edge.valid_from)}: supersede it if that "
                "changed, update it if it never was quite so, or say a time that ends before it "
                "begins"
            )
        raise InputError(
            f"{_named(edge)} holds from {dated(edge.valid_from)} to {dated(end)}: say a time "
            "beside it, invalidate it at an earlier one if it ended then, or update it if it never "
            "was quite so"
        )


def _overlap(one: Edge, other: Edge) -> bool:
    """Whether there is a moment at which both say that they hold."""
    ends = (_infinite(end_of(one)), _infinite(end_of(other)))
    return max(one.valid_from, other.valid_from) < min(ends)


def invalidated(versions: Iterable[Edge], at: float, now: float) -> tuple[Edge, ...]:
    """The open versions of a chain, as they stand once it has ended.

    There are several only where devices wrote them without seeing each other's.

    Args:
        versions: Of one chain.
        at: When it ended in the world, seconds since the epoch; the time when it began says that
            it never was so.
        now: When that is learned, likewise.

    Raises:
        InputError: Nothing of it is open, or it ends before it began.
    """
    open_ones = sorted((one for one in versions if end_of(one) is None), key=order)
    if not open_ones:
        raise InputError(
            "nothing is current here that could end; what ended stays as it is, and what began "
            "anew is related anew"
        )
    last = open_ones[-1]
    if at < last.valid_from:
        raise InputError(
            f"{_named(last)} began at {dated(last.valid_from)}: it ends then or later, "
            f"not at {dated(at)}"
        )
    return tuple(replace(one, valid_to=at, invalidated_at=now, updated_at=now) for one in open_ones)


def superseded(versions: Iterable[Edge], old: Edge, new: Edge, now: float) -> tuple[Edge, ...]:
    """What is to be written where a version takes the place of the current one.

    Args:
        versions: All of the two nodes, whatever the relation is called.
        old: Which one is to end where the new one begins: the current one of its chain.
        new: What takes its place; it may be called otherwise, and belongs to another chain then.
        now: When that is learned, seconds since the epoch.

    Returns:
        What ends, as it stands then, and last the new one.

    Raises:
        InputError: The new one is of other nodes, begins before the old one or overlaps another
            one; or the old one is not what is current.
    """
    _check_same_nodes(old, new)
    versions = tuple(versions)
    known = chains(versions)
    same = known.get(chain_of(old), ())
    check_last(versions, old)
    ended = invalidated(same, new.valid_from, now)
    known[chain_of(old)] = (*(one for one in same if end_of(one) is not None), *ended)
    check_fits(known.get(chain_of(new), ()), new)
    return *ended, replace(new, replaces=old.id)


def check_last(versions: Iterable[Edge], edge: Edge) -> None:
    """Refuse a version that is not the one of its chain which goes on.

    Args:
        versions: Of its chain; others of the two nodes may be among them.
        edge: One of them.

    Raises:
        InputError: It ended, or another one began since; the message says which.
    """
    versions = tuple(versions)
    chain = [one for one in versions if chain_of(one) == chain_of(edge)]
    last = max((one for one in chain if end_of(one) is None), key=order, default=None)
    if last is not None and last.id == edge.id:
        return
    # what took its place may be called otherwise
    next_one = max((one for one in versions if one.replaces == edge.id), key=order, default=None)
    if last is not None:
        current = f"{_named(last)} is"
    elif next_one is not None:
        current = f"{_named(next_one)} took its place"
    else:
        current = "nothing is"
    raise InputError(f"{_named(edge)} is not current any more; {current}")


def corrected(versions: Iterable[Edge], old: Edge, new: Edge, now: float) -> tuple[Edge, Edge]:
    """What is to be written where a version puts another one right.

    The old one keeps what it said, its end too, and never was so: until now that was believed.

    Args:
        versions: All of the two nodes, whatever the relation is called.
        old: Which one; it may have ended.
        new: What was so in truth, since when and till when; it may be called otherwise, and belongs
            to another chain then.
        now: When that is learned, seconds since the epoch.

    Returns:
        The old one as it stands then, and the new one.

    Raises:
        InputError: The new one is of other nodes; or holds when another one of its chain does, or
            what the old one took the place of, or what took its place; or the old one never was so.
    """
    _check_same_nodes(old, new)
    check_believed(old)
    versions = tuple(versions)
    line = _line(versions, old)

    def is_in_the_way(one: Edge) -> bool:
        if chain_of(one) == chain_of(new) != chain_of(old):
            return True
        # of what devices wrote apart something may lie over the old one as it is
        return (chain_of(one) == chain_of(new) or one.id in line) and not _overlap(one, old)

    check_fits((one for one in versions if one.id != old.id and is_in_the_way(one)), new)
    return (
        replace(old, corrected_at=now, updated_at=now),
        replace(new, replaces=old.id),
    )


def _line(versions: Iterable[Edge], edge: Edge) -> frozenset[str]:
    """The ids of what a version took the place of, and of what took its place, over any number.

    They hold one after the other, whatever each of them is called.
    """
    joined = defaultdict[str, set[str]](set)
    for one in versions:
        if one.replaces:
            joined[one.id].add(one.replaces)
            joined[one.replaces].add(one.id)
    found, ahead = {edge.id}, [edge.id]
    while ahead:
        new = joined[ahead.pop()] - found
        found |= new
        ahead += new
    return frozenset(found)


def check_believed(edge: Edge) -> None:
    """Refuse a version that never was so.

    Raises:
        InputError: It was corrected, or ended when it began.
    """
    if is_void(edge):
        raise InputError(
            f"{_named(edge)} was corrected already, or never was so; its history says what holds"
        )


def _check_same_nodes(old: Edge, new: Edge) -> None:
    if (new.from_key, new.to_key) != (old.from_key, old.to_key):
        raise InputError(
            f"what takes the place of an edge joins the same nodes, {old.from_key} and "
            f"{old.to_key}; not {new.from_key} and {new.to_key}"
        )


def _named(edge: Edge) -> str:
    return f"edge {edge.id}"
