"""What a relay sees of this mind, as it sees it."""

from dataclasses import dataclass

from ...core.exposure import Exposure, SeenEvent
from ...store import MemoryStore

_SHOWN = 50
_NOTHING_IS_NAMED = (
    "It cannot tell what any of them is called or says, of what kind it is, or which belong "
    "together: names are hashes, and contents are encrypted and padded."
)


@dataclass(frozen=True, slots=True)
class ExposureShown:
    """What a relay sees.

    Attributes:
        relay: Its URL.
        tells: What it can tell from that, in sentences.
        hides: What it cannot tell, in sentences.
        times: Of all events, seconds since the epoch, the newest first; column by column, since
            there may be many.
        sizes: Of the same, in bytes.
        events: The newest of them, whole.
    """

    relay: str
    tells: tuple[str, ...]
    hides: tuple[str, ...]
    times: tuple[int, ...]
    sizes: tuple[int, ...]
    events: tuple[SeenEvent, ...]


async def exposure_shown(store: MemoryStore, relay: str) -> ExposureShown:
    """What a relay sees; nothing is asked of it.

    Raises:
        InputError: The store does not use it, or is one scope.
    """
    found = await store.exposure(relay)
    return ExposureShown(
        found.relay,
        _tells(found),
        _hides(found),
        tuple(one.created_at for one in found.events),
        tuple(one.size_bytes for one in found.events),
        found.events[:_SHOWN],
    )


def _tells(found: Exposure) -> tuple[str, ...]:
    count = len(found.events)
    if not count:
        return ("It was not seen to have anything of this mind.",)
    size = _size(found.size_bytes)
    told = [
        f"It has {_events(count)} of the key {found.pubkey[:8]}…: {size} in all.",
        "It sees when each was written, how large it is, and from where on the network it came.",
    ]
    if found.named:
        every = "each of them" if found.named == count else f"{found.named:,} of them"
        told.append(f"It can read the name of {every}, and so what they are about.")
    if found.gone:
        told.append(
            f"At {_places(found.gone)} it showed a version that has been replaced here since; "
            "it may keep that."
        )
    return tuple(told)


def _hides(found: Exposure) -> tuple[str, ...]:
    if not found.events:
        return ()
    if found.named:
        return ("It cannot tell what any of them says: contents are encrypted and padded.",)
    return (_NOTHING_IS_NAMED,)


def _events(count: int) -> str:
    return "one event" if count == 1 else f"{count:,} events"


def _places(count: int) -> str:
    return "one place" if count == 1 else f"{count:,} places"


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < 10_000 else f"{count / 1000:,.0f} kB"
