"""What a reader sees of records, with what it takes to let them stand in another store."""

from dataclasses import dataclass
from typing import Any

from ..core.records.belief import Belief
from ..core.ref import Ref


@dataclass(frozen=True, slots=True)
class Plain:
    """A living record.

    Attributes:
        ref: Where it stands.
        record: As a reader sees it, with all uses that are known.
        written_at: The newest write in it, seconds since the epoch.
        former: What it said before, the oldest first.
    """

    ref: Ref[Any]
    record: Any
    written_at: float
    former: tuple[Belief, ...] = ()


@dataclass(frozen=True, slots=True)
class Readable:
    """The living records of one type and scope.

    Attributes:
        records: By name.
        unreadable: Events among them that this release cannot read.
        in_part: Records that a newer release wrote; what this one knows of them is among those.
    """

    records: tuple[Plain, ...]
    unreadable: int
    in_part: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands at a reference.

    Attributes:
        record: As a reader sees it; ``None`` where nothing stands.
        forgotten_at: When what stood there was forgotten, seconds since the epoch; ``None`` where
            something stands, or nothing ever did.
    """

    record: Any
    forgotten_at: float | None = None
