"""What becomes of a record once its file turns out to have been copied, or put back.

Two files then write as one device. A dot of one can be older than the entry of the other's version
vector, which never saw it: merged as it is, it would be lost. So a file that meets a stamp of its
own that it never issued becomes another device. What it wrote and nobody can have seen gets the
same stamps under the new id: their order stays, and no two files say the same dot for two things.

Each copy looks after its own. What a relay has shown back is left as it is: whoever wrote there
since had read it (read, then write).
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .body import Body, Policy, VersionVector, knows, pruned
from .merge import joined, merge
from .schema import Schema
from .stamp import Dot


@dataclass(frozen=True, slots=True)
class Issued:
    """The stamps of its own that a file knows at one path.

    Attributes:
        own: Those that it issued.
        met: Those of its copies that it has seen.
        since: Up to this one every stamp counts as its own, listed or not; ``""``: none does.
        sent: The newest of its own that may have left it.
        proven: The newest of its own that a relay has shown back.
    """

    own: frozenset[str] = frozenset()
    met: frozenset[str] = frozenset()
    since: str = ""
    sent: str = ""
    proven: str = ""

    def accounts_for(self, t: str) -> bool:
        """Whether a stamp of this file's device is no news."""
        return t <= self.since or t in self.own or t in self.met


def strangers(
    theirs: Body,
    ours: Body | None,
    issued: Issued,
    devices: Collection[str],
    schema: Schema[Any],
) -> frozenset[Dot]:
    """The dots of this file's own devices that it never issued: somebody has a copy of it.

    An older version of ours is none; nor is what others made of it.

    Args:
        theirs: A version that somebody wrote.
        ours: What this file holds.
        issued: The stamps it knows there.
        devices: Its ids, the present one and former ones.
        schema: The record type.
    """
    mine = {dot for dot in theirs.dots if dot.device in devices}
    mine |= {Dot(theirs.known[device], device) for device in devices if device in theirs.known}
    found = {dot for dot in mine if not issued.accounts_for(dot.t)}
    if ours is not None:
        # two clocks that stand behind a record's newest stamp go on from it alike
        here, there = (body.fields.get(schema.alive, {}) for body in (ours, theirs))
        both = {dot for dot in here.keys() & there.keys() if dot.device in devices}
        found |= {dot for dot in both if here[dot] != there[dot]}
    return frozenset(found)


def parted(
    ours: Body,
    issued: Issued,
    devices: Collection[str],
    device: str,
    schema: Schema[Any],
    *,
    theirs: Body | None = None,
    met: Collection[Dot] = (),
) -> Body:
    """What this file holds, in which what only it can have seen is another device's.

    The entries of the old ids go back to the last point that copies may have in common with it.
    A count stays under its old dot while a copy may count under the same one: the higher is taken,
    so that nothing counts twice.

    Args:
        ours: What it holds.
        issued: The stamps it knows there.
        devices: The ids under which it has written so far.
        device: The id under which it writes from now on.
        schema: The record type.
        theirs: The version of a copy, if there is one at this path.
        met: The dots in it that this file never issued.
    """
    seen = _in_common(theirs, issued, devices, met) if theirs is not None else ""
    settled = max(seen, issued.proven, issued.since)

    def renamed(dot: Dot) -> Dot:
        is_unseen = dot.t in issued.own and (dot.t > settled or dot in met)
        return Dot(dot.t, device) if is_unseen and dot.device in devices else dot

    shared = _shared_slots(ours, theirs, schema)
    if any(renamed(dot) != dot for dot in ours.dots):
        ours = _with_dots(ours, renamed)
        back = {renamed(slot): slot for slot in shared}
        fields = dict(ours.fields)
        for name in _counters(ours, schema):
            fields[name] = {back.get(slot, slot): n for slot, n in fields[name].items()}
        anchors = {**ours.anchors, **{back.get(d, d): k for d, k in ours.anchors.items()}}
        ours = replace(ours, fields=fields, anchors={})
        ours = replace(ours, anchors={d: k for d, k in anchors.items() if d in ours.dots})
    known = _lowered(ours, issued, devices, seen)
    newest = max((dot.t for dot in ours.dots if dot.device == device), default="")
    if newest:
        known[device] = max(newest, known.get(device, ""))
    return pruned(replace(ours, known=known))


def _counters(body: Body, schema: Schema[Any]) -> list[str]:
    return [name for name in body.fields if schema.fields.get(name) is Policy.COUNTER]


def _shared_slots(ours: Body, theirs: Body | None, schema: Schema[Any]) -> set[Dot]:
    """The slots under which a copy may count, too: all but those that its living record lacks."""
    slots = {slot for name in _counters(ours, schema) for slot in ours.fields[name]}
    if theirs is None or not theirs.is_alive:
        return slots
    return slots & {slot for name in _counters(theirs, schema) for slot in theirs.fields[name]}


def _in_common(theirs: Body, issued: Issued, devices: Collection[str], met: Collection[Dot]) -> str:
    """The newest stamp of this file that the writer of a version is known to have seen."""
    mine = {dot for dot in theirs.dots if dot.device in devices}
    mine |= {Dot(theirs.known[device], device) for device in devices if device in theirs.known}
    return max((dot.t for dot in mine if dot.t in issued.own and dot not in met), default="")


def _lowered(ours: Body, issued: Issued, devices: Collection[str], seen: str) -> dict[str, str]:
    """The version vector without what no copy can know.

    It must not claim what a copy wrote meanwhile; and must go on covering what may have left this
    file, or an older value would come back from where it went.
    """
    known = dict(ours.known)
    for device in devices:
        newest = known.get(device)
        if newest is None or newest not in issued.own:
            continue  # it is a copy's: all up to it was taken in
        living = [dot.t for dot in ours.dots if dot.device == device]
        common = max(seen, issued.since, issued.sent, issued.proven, *living)
        if common:
            known[device] = min(newest, common)
        else:
            del known[device]
    return known


def retold(
    theirs: Body, ours: Body, former: Collection[str], device: str, schema: Schema[Any]
) -> Body:
    """A version in which what this file wrote is called as it is called here by now.

    Who has read it under a former id goes on telling it, and what hangs on it, by the old name.

    Args:
        theirs: A version that somebody wrote.
        ours: What this file holds.
        former: The ids under which it wrote before.
        device: The id under which it writes now.
        schema: The record type; counts have kept their names.
    """
    names = {
        dot: Dot(dot.t, device)
        for dot in theirs.dots
        if dot.device in former and Dot(dot.t, device) in ours.dots and knows(ours.known, dot)
    }
    if not names:
        return theirs
    retold = _with_dots(theirs, lambda dot: names.get(dot, dot))
    counts = {name: theirs.fields[name] for name in _counters(theirs, schema)}
    retold = replace(retold, fields={**retold.fields, **counts})
    # whoever tells a part of a write has seen all of it
    newest = max(names.values())
    earlier = {dot for dot in ours.dots if dot.device == device and dot <= newest}
    if earlier <= set(names.values()) and newest.t > theirs.known.get(device, ""):
        retold = replace(retold, known={**theirs.known, device: newest.t})
    return retold


def merged_with_copy(
    ours: Body, theirs: Body, met: Collection[Dot], device: str, schema: Schema[Any]
) -> Body:
    """Merge, where dots of our own that we never issued count as unseen, however old they are.

    One that what we have sent would cover, on any device, is taken over under our new id: its
    writer may be gone, as after an older file was put back.

    Args:
        ours: What this file holds, ``parted``.
        theirs: The version of a copy.
        met: The dots in it that this file never issued.
        device: The id under which this file writes from now on.
        schema: The record type.
    """
    aside = {dot: Dot(dot.t, dot.device + "'") for dot in met}
    # an entry goes with its dots: as a device of its own it covers nothing but them
    entries = _newest(aside.values())
    apart = _with_dots(theirs, lambda dot: aside.get(dot, dot))
    merged = merge(ours, replace(apart, known={**apart.known, **entries}), schema)
    covered = {dot for dot in met if knows(ours.known, dot)}
    back = {other: dot for dot, other in aside.items()}
    slots = {slot for name in _counters(merged, schema) for slot in merged.fields[name]}
    taken = {aside[dot]: Dot(dot.t, device) for dot in covered if aside[dot] in merged.dots - slots}
    merged = _with_dots(merged, lambda dot: {**back, **taken}.get(dot, dot))
    known = {name: t for name, t in merged.known.items() if name not in entries}
    known = dict(joined(joined(known, _newest(met)), _newest(taken.values())))
    return pruned(replace(merged, known=known))


def _newest(dots: Iterable[Dot]) -> VersionVector:
    """The least version vector that knows some dots."""
    newest: dict[str, str] = {}
    for dot in dots:
        newest[dot.device] = max(dot.t, newest.get(dot.device, ""))
    return newest


def _with_dots(body: Body, renamed: Callable[[Dot], Dot]) -> Body:
    """The body with other names for its dots."""

    def values(some: Mapping[Dot, Any]) -> dict[Dot, Any]:
        return {renamed(dot): value for dot, value in some.items()}

    return replace(
        body,
        fields={name: values(some) for name, some in body.fields.items()},
        sets={
            name: {one: frozenset(map(renamed, dots)) for one, dots in elements.items()}
            for name, elements in body.sets.items()
        },
        marks=values(body.marks),
        anchors={renamed(dot): renamed(creation) for dot, creation in body.anchors.items()},
    )
