"""How often memories are used, beyond what their records say.

A use is counted here, goes into the file after a while, from there into the record that this device
keeps about itself, and into the memory's own record when that is written anyway or would mislead.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.records.device import Device, Touch
from ..core.ref import R, Ref
from ..wire.address import path_of
from ..wire.body import Body, knows
from ..wire.schema import Schema
from ..wire.stamp import Dot
from ..wire.uses import Use, counted, place_for_others, with_uses
from .names import Names
from .rows import Touched

NOT_TOLD_YET = "f" * 16
"""A stamp that nobody has seen: a first use that has no slot before it is in the file."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """Uses that are in no file yet."""

    count: int
    at: float


@dataclass(frozen=True, slots=True)
class Place:
    """An address as device records name it (``place_for_others``)."""

    name: str


class Touches:
    """The uses that one file, and the records of the other devices, know of.

    Attributes:
        device: The id of this device.
        fresh: Uses of this process that are in no file yet.
        heard: Grows whenever something else is known of uses than before.
        restored: How often the file was asked.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self.device = ""
        self.fresh: dict[Ref[Any], Fresh] = {}
        self.heard = 0
        self.restored = 0
        self._news: dict[Ref[Any] | Place | str, int] = {}
        self._told: dict[str, Touched] = {}
        self._others: dict[str, list[Use]] = {}

    def count(self, ref: Ref[Any], now: float) -> None:
        """A memory is used once more."""
        before = self.fresh.get(ref, Fresh(0, now))
        self.fresh[ref] = Fresh(before.count + 1, max(before.at, now))
        self._hear([ref])

    def restore(self, told: Iterable[Touched]) -> None:
        """This is what the file says."""
        before, self._told = self._told, {row.address: row for row in told}
        self.restored += 1
        self._hear(_differing(before, self._told))

    def hear(self, devices: Iterable[Device]) -> None:
        """This is what all devices say of themselves."""
        before, self._others = self._others, {}
        for device in devices:
            if device.id != self.device:
                for touch in device.touches:
                    use = Use(Dot(touch.slot, device.id), touch.count, touch.at)
                    self._others.setdefault(touch.place, []).append(use)
        self._hear(Place(place) for place in _differing(before, self._others))

    def _hear(self, news: Iterable[Ref[Any] | Place | str]) -> None:
        for one in news:
            self.heard += 1
            # the newest stand last
            self._news.pop(one, None)
            self._news[one] = self.heard

    def since(self, heard: int) -> tuple[set[Ref[Any]], set[str], set[str]]:
        """Of what something else is known since then: references, addresses, places.

        Args:
            heard: What ``heard`` was then.
        """
        refs, addresses, places = set[Ref[Any]](), set[str](), set[str]()
        for one, at in reversed(self._news.items()):
            if at <= heard:
                break
            if isinstance(one, Ref):
                refs.add(one)
            elif isinstance(one, Place):
                places.add(one.name)
            else:
                addresses.add(one)
        return refs, addresses, places

    def may_know(self, ref: Ref[Any]) -> bool:
        """Whether anything may be known of uses that the record itself does not say."""
        if ref in self.fresh:
            return True
        if not self._told and not self._others:
            return False
        return any(
            address in self._told or (self._others and place_for_others(address) in self._others)
            for address in self._names.naming.candidates(path_of(ref))
        )

    def own(self, ref: Ref[Any], body: Body, schema: Schema[Any]) -> Use | None:
        """What this device knows of its own uses beyond a body."""
        if schema.counter is None:
            return None
        fresh = self.fresh.get(ref)
        told = self._living(body, schema)
        if fresh is None and told is None:
            return None
        said = counted(body, schema, self.device) or (Dot(NOT_TOLD_YET, self.device), 0)
        dot, count = said if told is None else (Dot(told.slot, self.device), told.count)
        at = max(row.at for row in (fresh, told) if row is not None)
        return Use(dot, count + (fresh.count if fresh else 0), at)

    def row_for(self, body: Body, schema: Schema[Any], stamp: str, at: float) -> Touched:
        """The row of the file to which fresh uses of a memory are added.

        Args:
            body: What its record says.
            schema: Its type, which counts uses.
            stamp: The slot to count under if this device has none yet.
            at: When it was used.
        """
        told = self._living(body, schema)
        if told is not None:
            return told
        dot, count = counted(body, schema, self.device) or (Dot(stamp, self.device), 0)
        return Touched(self._names.naming.address(body.path), dot.t, count, at)

    def true(self, record: R, ref: Ref[R], body: Body, schema: Schema[R]) -> R:
        """A record with all uses that are known here."""
        if schema.counter is None or not (self.fresh or self._told or self._others):
            return record
        own = self.own(ref, body, schema)
        uses = [own] if own is not None else []
        if self._others:
            for address in self._names.naming.candidates(body.path):
                uses += self._others.get(place_for_others(address), ())
        return with_uses(record, body, schema, uses) if uses else record

    def with_own(self, record: R, ref: Ref[R], body: Body, schema: Schema[R]) -> R:
        """A record with the uses of this device, which alone may write them there."""
        own = self.own(ref, body, schema)
        return record if own is None else with_uses(record, body, schema, [own])

    def settle(self, ref: Ref[Any], taken: Fresh | None) -> None:
        """These fresh uses are in the file now."""
        if taken is not None and (now := self.fresh.get(ref)) is not None:
            if now.count > taken.count:
                self.fresh[ref] = Fresh(now.count - taken.count, now.at)
            else:
                del self.fresh[ref]

    def drop(self, addresses: Iterable[str]) -> None:
        """A memory's own record says it all now."""
        for address in addresses:
            self._told.pop(address, None)

    @property
    def told(self) -> Collection[str]:
        """The addresses of the memories of which the file counts uses."""
        return self._told.keys()

    def for_others(self, most: int, staying: Collection[str]) -> tuple[Touch, ...]:
        """What the other devices are told, the newest uses first.

        Args:
            most: How many at most.
            staying: Addresses of memories that no other device has.
        """
        rows = [row for row in self._told.values() if row.address not in staying]
        rows = sorted(rows, key=lambda row: (-row.at, row.address))[:most]
        return tuple(
            Touch(place_for_others(row.address), row.slot, row.count, row.at) for row in rows
        )

    def _living(self, body: Body, schema: Schema[Any]) -> Touched | None:
        """What the file says of a memory, unless that was forgotten since."""
        if not self._told:
            return None
        values = body.fields.get(schema.counter or "", {})
        for address in self._names.naming.candidates(body.path):
            told = self._told.get(address)
            if told is not None:
                dot = Dot(told.slot, self.device)
                if dot in values or not knows(body.known, dot):
                    return told
        return None


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """The names under which something else stands, or nothing any more, in order."""
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
