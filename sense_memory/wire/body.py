"""What stands at an address, in the form that merges.

Every field holds the dots that are still alive, each with the value it wrote. One writer leaves one
dot a field; devices that wrote without seeing each other leave several. The version vector says
which dots this body knows, so that what it lacks it lacks on purpose.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from .canonical import Json
from .stamp import Dot


class Policy(StrEnum):
    """How a field of a record merges."""

    IDENTITY = "identity"
    """Part of the path; the same on every device."""
    REGISTER = "register"
    """The greatest dot is shown, the others are kept as siblings."""
    MAX = "max"
    """The greatest value."""
    MIN = "min"
    """The least value."""
    CAUTIOUS = "cautious"
    """A register; of values that were written without seeing each other the first by name."""
    LAST = "last"
    """The greatest dot is shown; what was written beside it is nobody's loss, and no conflict."""
    VERSION = "version"
    """Part of one of several versions that stand beside each other; the newest is shown.

    All fields of this policy are written together. A new version replaces those that have the same
    value in the field ``Schema.told_apart_by``: what stands there is the last, by that value.
    """
    COUNTER = "counter"
    """The sum over the devices, or what a plain writer counted, if that is more."""
    SET = "set"
    """Elements; adding wins over a removal that had not seen it."""
    UNION = "union"
    """Elements that are only ever added; they go with the record."""
    CACHED = "cached"
    """Written for plain readers, never read, never merged."""
    DERIVED = "derived"
    """Computed when it is read; it never stands in a body."""


OF_ELEMENTS = (Policy.SET, Policy.UNION)
"""Policies of fields that hold elements, each with dots of its own."""


Values = Mapping[Dot, Json]
Elements = Mapping[str, frozenset[Dot]]
VersionVector = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Body:
    """One version of one record.

    Attributes:
        path: Where it lives, whatever its address looks like.
        known: Device to the greatest stamp of that device this body has taken in.
        fields: Field to its live values.
        sets: Field to its elements and their live dots.
        marks: The forgettings that nobody has written over, each with its reason (``forget``,
            ``dissolve``). Beside a living value stands one that had not seen it.
        anchors: Dots of edits that wrote no value, each with the dot of the creation that it was
            made on. They live no longer than that: who forgets the record without having seen
            such an edit has forgotten it all the same, whatever else is written beside.
    """

    path: str
    known: VersionVector
    fields: Mapping[str, Values]
    sets: Mapping[str, Elements]
    marks: Values = field(default_factory=dict)
    anchors: Mapping[Dot, Dot] = field(default_factory=dict)

    @property
    def is_alive(self) -> bool:
        """Whether a record stands here."""
        return bool(self.fields)

    @property
    def dots(self) -> set[Dot]:
        """Every dot that is alive."""
        living = {dot for values in self.fields.values() for dot in values}
        living.update(
            dot for elements in self.sets.values() for dots in elements.values() for dot in dots
        )
        return living | self.marks.keys()

    def covers(self, other: "Body") -> bool:
        """Whether this body knows every dot the other one knows."""
        return all(knows(self.known, Dot(t, device)) for device, t in other.known.items())


MAX_SHORT_LIVED = 16
"""How many devices without a file a version vector remembers once their dots are gone; and how
many dots of plain writers."""


def is_without_file(device: str) -> bool:
    """Whether a device was one process, which writes no more."""
    return device[0] == "m"


def is_plain_writers(device: str) -> bool:
    """Whether a device is a field of one event of a plain writer."""
    return device[0] == "~"


def pruned(body: Body) -> Body:
    """The body without the oldest of those devices that can write no more.

    Devices with a file are all kept. Of the short-lived ones (``m…`` had no file, ``~…`` is one
    field of a plain writer's event) those with a live dot are kept, and of each kind the newest
    others. Every body is kept in this form, without empty sets, so that equal content is equal
    bytes. Nothing but the content decides.
    """
    if not all(body.sets.values()):
        body = replace(body, sets={name: some for name, some in body.sets.items() if some})
    dropped: set[str] = set()
    parts = {d for d in body.known if len(d) > WHOLE and is_plain_writers(d)}
    if parts:
        # an entry of a field that the one of its event covers says nothing
        covered = {d for d in parts if body.known[d] < body.known.get(d[:WHOLE], "")}
        dropped = covered - {dot.device for dot in body.dots} if covered else covered
    for is_of_kind in (is_without_file, is_plain_writers):
        devices = [d for d in body.known if is_of_kind(d) and d not in dropped]
        if len(devices) > MAX_SHORT_LIVED:
            dropped.update(_oldest(body, devices))
    if dropped:
        known = {device: t for device, t in body.known.items() if device not in dropped}
        body = replace(body, known=known)
    return body


def _oldest(body: Body, devices: Collection[str]) -> list[str]:
    """Those without a live dot, but for the newest."""
    living = {dot.device for dot in body.dots}
    gone = [device for device in devices if device not in living]
    gone.sort(key=lambda device: (body.known[device], device), reverse=True)
    return gone[MAX_SHORT_LIVED:]


WHOLE = 17
"""Characters by which a plain writer's event is known as a device: ``~`` and 16 hex digits. Its
fields and elements have more."""


def knows(known: VersionVector, dot: Dot) -> bool:
    """Whether a version vector covers a dot."""
    device = dot.device
    if dot.t <= known.get(device, ""):
        return True
    return (
        len(device) > WHOLE and is_plain_writers(device) and dot.t < known.get(device[:WHOLE], "")
    )


def covering(device: str, t: str) -> str:
    """The entry of a version vector that covers a plain writer's event with all its fields.

    Up to the event's own stamp it says that the event was absorbed, with what was news; one more
    covers the rest, too. Entries of other devices stay as they are.
    """
    is_whole = is_plain_writers(device) and len(device) == WHOLE
    return f"{int(t, 16) | 1:016x}" if is_whole else t


def shown(values: Values, policy: Policy) -> Any:
    """The one value that a reader sees.

    Args:
        values: At least one dot and its value.
        policy: Any of a single value.
    """
    if len(values) == 1:
        return next(iter(values.values()))
    match policy:
        case Policy.MAX:
            return max(_numbers(values))
        case Policy.MIN:
            return min(_numbers(values))
        case Policy.COUNTER:
            # A plain writer says a total, in which the slots that it had seen are counted already.
            slots = {dot: n for dot, n in values.items() if not is_plain_writers(dot.device)}
            totals = {dot: n for dot, n in values.items() if is_plain_writers(dot.device)}
            return max(sum(_numbers(slots)), *_numbers(totals))
        case Policy.CAUTIOUS:
            return min(values.values(), key=str)
        case _:
            return values[max(values)]


def _numbers(values: Values) -> list[float]:
    return [value for value in values.values() if isinstance(value, (int, float))] or [0]
