"""What stands at an address, in the form that merges.

Every field holds the dots that are still alive, each with the value it wrote. One writer leaves one
dot a field; devices that wrote without seeing each other leave several. The version vector says
which dots this body knows, so that what it lacks it lacks on purpose.
"""

from collections.abc import Mapping
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
    COUNTER = "counter"
    """The sum over the devices."""
    SET = "set"
    """Elements; adding wins over a removal that had not seen it."""
    CACHED = "cached"
    """Written for plain readers, never read, never merged."""


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
    """

    path: str
    known: VersionVector
    fields: Mapping[str, Values]
    sets: Mapping[str, Elements]
    marks: Values = field(default_factory=dict)

    @property
    def is_alive(self) -> bool:
        """Whether a record stands here."""
        return bool(self.fields)

    @property
    def why_forgotten(self) -> str | None:
        """Why nothing stands here, or ``None`` if something does."""
        return None if self.fields else str(self.marks[max(self.marks)])

    def covers(self, other: "Body") -> bool:
        """Whether this body knows every dot the other one knows."""
        return all(t <= self.known.get(device, "") for device, t in other.known.items())


MAX_SHORT_LIVED = 16
"""How many devices without a file a version vector remembers once their dots are gone."""


def is_short_lived(device: str) -> bool:
    """Whether a device can write no more: it had no file, or is one event of a plain writer."""
    return device[0] in "m~"


def pruned(body: Body) -> Body:
    """The body without the oldest of those devices that can write no more.

    Devices with a file are all kept. Of the short-lived ones (``m…`` had no file, ``~…`` is one
    plain writer's event) those with a live dot are kept, and the newest others. Every body is kept
    in this form, without empty sets, so that equal content is equal bytes.
    """
    if not all(body.sets.values()):
        body = replace(body, sets={name: some for name, some in body.sets.items() if some})
    short_lived = [device for device in body.known if is_short_lived(device)]
    if len(short_lived) <= MAX_SHORT_LIVED:
        return body
    living = {dot.device for values in body.fields.values() for dot in values}
    living |= {
        dot.device for elements in body.sets.values() for dots in elements.values() for dot in dots
    }
    living |= {dot.device for dot in body.marks}
    gone = [device for device in short_lived if device not in living]
    gone.sort(key=lambda device: (body.known[device], device), reverse=True)
    dropped = set(gone[MAX_SHORT_LIVED:])
    known = {device: t for device, t in body.known.items() if device not in dropped}
    return replace(body, known=known)


def knows(known: VersionVector, dot: Dot) -> bool:
    """Whether a version vector covers a dot."""
    return dot.t <= known.get(dot.device, "")


def shown(values: Values, policy: Policy) -> Any:
    """The one value that a reader sees.

    Args:
        values: At least one dot and its value.
        policy: Any but ``SET``.
    """
    if len(values) == 1:
        return next(iter(values.values()))
    match policy:
        case Policy.MAX:
            return max(_numbers(values))
        case Policy.MIN:
            return min(_numbers(values))
        case Policy.COUNTER:
            return sum(_numbers(values))
        case Policy.CAUTIOUS:
            return min(values.values(), key=str)
        case _:
            return values[max(values)]


def _numbers(values: Values) -> list[float]:
    return [value for value in values.values() if isinstance(value, (int, float))] or [0]
