"""What a relay once had and has no more.

A relay can serve an older version than it did before, or leave one out. It cannot make us believe
that nothing was there: the newest thing seen at each place is kept, and a step back is reported and
repaired.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

Version = tuple[int, str]
"""created_at and id of an event."""

Place = tuple[int, str]
"""Kind, and the address; for a kind 5 its id."""


@dataclass(frozen=True, slots=True)
class StepsBack:
    """How a relay fell behind itself.

    Attributes:
        rolled_back: Places where it serves an older version than it did.
        withheld: Places where it serves nothing any more.
        gone: Places where nothing stands because it was deleted: no longer to be expected.
    """

    rolled_back: tuple[Place, ...]
    withheld: tuple[Place, ...]
    gone: tuple[Place, ...]


def is_newer(version: Version, known: Version) -> bool:
    """Whether a version stands above another one at the same address."""
    # NIP-01: "In case of replaceable events with the same timestamp, the event with the lowest id
    # … should be retained"
    return (version[0], known[1]) > (known[0], version[1])


def steps_back(
    seen: Mapping[Place, Version],
    held: Mapping[Place, Version],
    deleted: Mapping[str, int],
    places: Collection[Place] | None = None,
) -> StepsBack:
    """Compare what a relay shows with the newest that it ever showed.

    Args:
        seen: The newest version that it showed of each place.
        held: What it shows now.
        deleted: Address to the date of our newest deletion request for it.
        places: Those it was asked for; ``None`` means that it was read to its end.
    """
    rolled_back: list[Place] = []
    withheld: list[Place] = []
    gone: list[Place] = []
    for place in seen if places is None else places:
        known = seen.get(place)
        if known is None:
            continue
        now = held.get(place)
        if now is not None:
            if is_newer(known, now):
                rolled_back.append(place)
        elif deleted.get(place[1], -1) >= known[0]:
            gone.append(place)
        else:
            withheld.append(place)
    return StepsBack(tuple(rolled_back), tuple(withheld), tuple(gone))
