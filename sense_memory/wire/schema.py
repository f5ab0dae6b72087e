"""A record type on the wire, as one row of data."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic

from ..core.moments import EARLIEST, LATEST
from ..core.ref import R, Ref
from .body import Policy


def number(value: object) -> float:
    """A field from outside that must be a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a number is needed")
    try:
        converted = float(value)
    except OverflowError:
        converted = math.inf
    if not math.isfinite(converted):
        raise ValueError("a finite number is needed")
    return converted


def text(value: object) -> str:
    """A field from outside that must be text."""
    if not isinstance(value, str):
        raise TypeError("text is needed")
    return value


def count(value: object, most: int | None = None) -> int:
    """A field from outside that must be a whole number, 0 or more."""
    if type(value) is not int or value < 0 or (most is not None and value > most):
        raise TypeError("a count is needed")
    return value


def moment_in(fields: Mapping[str, Any], name: str) -> float | None:
    """A field that is a time which has a date, seconds since the epoch, or is not there."""
    if fields.get(name) is None:
        return None
    at = number(fields[name])
    if not EARLIEST <= at <= LATEST:
        raise ValueError("a time between the years 1 and 9999 is needed")
    return at


class OnceForgotten(StrEnum):
    """What becomes of a record when one that it names is forgotten."""

    CASCADE = "cascade"
    """It is forgotten too: without the other it is nothing."""
    UNLINK = "unlink"
    """It names the other no more."""
    REBUILD = "rebuild"
    """It names the other no more, and what was made of it is taken out and made anew."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A field, a set or a register, that names other records.

    Attributes:
        kinds: Of which classes they may be.
        once_forgotten: What becomes of the record that names one when that one is forgotten.
        target: Which record a text in the field means, in the same scope, or which several;
            ``None`` for a text that is no name.
        grounds: With ``CASCADE``, the field, of policy ``LAST``, that says on which creations of
            the other record this one was written. It is forgotten with those alone: not with what
            was forgotten before, and even where the other one was created anew meanwhile.
        is_grouped: All records that name one of these by this field are filed in its group (see
            ``Schema.group``): nobody goes through the others to find them.
        noted: Of these classes a file notes which records are named by the field: nobody goes
            through a scope to find who names one of them that nobody names.
        is_source: With ``CASCADE``, this one was learned from the other: it stays where that only
            dissolved because nobody used it. What ``grounds`` says of the classes in ``anew`` is on
            which of its values: it stays, too, where who forgot the other had seen none of them.
        anew: Of a source, the classes whose records are made anew under the same name.
    """

    kinds: tuple[type, ...]
    once_forgotten: OnceForgotten
    target: Callable[[Ref[Any], str], Ref[Any] | tuple[Ref[Any], ...] | None]
    grounds: str | None = None
    is_grouped: bool = False
    noted: frozenset[type] = frozenset()
    is_source: bool = False
    anew: frozenset[type] = frozenset()


@dataclass(frozen=True, slots=True)
class Dissolution:
    """When a record may be deleted because nobody uses it.

    Attributes:
        fields: What was written in these counts as use.
        due_at: When the record may go, seconds since the epoch, from the record and the newest
            write in those fields; ``None`` if never.
    """

    fields: frozenset[str]
    due_at: Callable[[Any, float], float | None]


@dataclass(frozen=True, slots=True)
class Owner:
    """Whom a record belongs to by its name alone; it is forgotten with it.

    What a name says need not be read: nobody goes through all records of a type to find the one
    that goes with another.

    Attributes:
        kinds: Of which classes owners are.
        of: The owner of a record, in the same scope; ``None`` where its name tells none.
        owned: The record that belongs to an owner, whether it stands or not.
    """

    kinds: tuple[type, ...]
    of: Callable[[Ref[Any]], Ref[Any] | None]
    owned: Callable[[Ref[Any]], Ref[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema(Generic[R]):
    """Everything the codec, the merge and the repository need to know of a record type.

    Attributes:
        record: The class.
        type: What its bodies say in ``type``.
        root: What its paths start with; the name follows.
        fields: Field to merge policy, in the seed's spelling.
        alive: The field whose live dots mean that the record stands.
        renewed: Other fields, registers or ``LAST``, that are written anew with it wherever they
            are not empty: what outlives a forgetting must say whose it is.
        encode: Record to fields (those of policy ``IDENTITY`` included, ``CACHED`` too).
        decode: Name, fields and the time of the living value (seconds since the epoch) to record.
            Fields other than ``alive`` may be absent, as plain writers and a forgetting leave
            them; their defaults follow from the time alone, so that all devices agree.
        name: Fields to name, for bodies of plain writers, which carry no path; ``None`` where
            the fields do not tell it.
        is_name: Whether a path's end can be a name of this type.
        says: The fields that people are shown as what a record says, the first that is there; else
            it is ``alive``.
        in_short: What a list of records shows of that value; all of it unless said otherwise.
        cached: The fields of policy ``CACHED``, from the record and the time of its newest write,
            so that they are the same on every device.
        told_apart_by: The field by whose value the versions of a record are told apart, if it has
            fields of policy ``VERSION``. ``decode`` gets the newest version among the other fields
            and the rest, newest first, under ``*``: no field is called so.
        outdates: Whether a new version, given first, says all that another one does, which need
            not stand beside it then.
        owner: Whom records of this type belong to.
        group: What records of this type are filed by in a file, from their name or from how it
            starts, so that those of one group are read without the others; ``""`` is all of them.
        is_cache: It can be computed again: nobody is told of it, and it is not listed.
        is_of_store: It is the store's own, not the mind's: it has no scope, and an address of its
            own kind in every store.
        counter: The field of policy ``COUNTER`` that counts uses, if uses are counted.
        used: What so many more uses, the last one at that time, make of a record.
        is_outdated: Whether a record without the latest uses, the same with them, and the time
            differ so much that the uses are worth an event of their own.
        past: The field, of policy ``LAST``, that keeps what ``alive`` said before, within bounds;
            ``encode`` and ``decode`` know nothing of it.
        dissolution: When records of this type may be deleted because nobody uses them.
        references: Which fields name other records.
        rebuilt: The fields that are made of records it names by ``REBUILD``, never ``alive``. They
            lose their values when one of those is forgotten, or is blank itself; a record that
            lacks one is blank, and is to be made anew from the bottom up.
        made_by: The field that says who made them: a record without it is not blank, since nobody
            made anything of it yet. ``None`` where they are made with the record.
    """

    record: type[R]
    type: str
    root: str
    fields: Mapping[str, Policy]
    alive: str
    encode: Callable[[R], dict[str, Any]]
    decode: Callable[[str, Mapping[str, Any], float], R]
    name: Callable[[Mapping[str, Any]], str | None]
    is_name: Callable[[str], bool]
    cached: Callable[[R, float], dict[str, Any]] = field(default=lambda _record, _at: {})
    says: tuple[str, ...] = ()
    in_short: Callable[[Any], Any] = field(default=lambda said: said)
    renewed: tuple[str, ...] = ()
    told_apart_by: str | None = None
    outdates: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] = field(
        default=lambda _new, _old: False
    )
    owner: Owner | None = None
    group: Callable[[str], str] = field(default=lambda _name: "")
    is_cache: bool = False
    is_of_store: bool = False
    counter: str | None = None
    used: Callable[[R, int, float], R] = field(default=lambda record, _count, _at: record)
    is_outdated: Callable[[R, R, float], bool] = field(default=lambda _told, _true, _now: False)
    past: str | None = None
    dissolution: "Dissolution | None" = None
    references: Mapping[str, Reference] = field(default_factory=dict)
    rebuilt: tuple[str, ...] = ()
    made_by: str | None = None

    def said(self, fields: Mapping[str, Any]) -> Any:
        """What a living record says, in short."""
        said = next((fields[name] for name in self.says if name in fields), fields[self.alive])
        return self.in_short(said)

    def moved_by_use(self, record: R) -> frozenset[str]:
        """The fields of a record that a use changes."""
        before, after = self.encode(record), self.encode(self.used(record, 1, LATEST))
        return frozenset(name for name in after if after[name] != before.get(name))

    @property
    def made_of(self) -> frozenset[str]:
        """The fields that name what ``rebuilt`` is made of."""
        return frozenset(
            name
            for name, reference in self.references.items()
            if reference.once_forgotten is OnceForgotten.REBUILD
        )

    @property
    def source_grounds(self) -> frozenset[str]:
        """The fields that say on what of its source a record was written."""
        sources = (one for one in self.references.values() if one.is_source)
        return frozenset(one.grounds for one in sources if one.grounds is not None)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """The fields that ``encode`` and ``decode`` know nothing of; edits leave them alone."""
        grounds = (one.grounds for one in self.references.values())
        return tuple(name for name in (self.past, *grounds) if name is not None)
