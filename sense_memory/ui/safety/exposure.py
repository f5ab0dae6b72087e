"""What a relay sees of this mind, as it sees it."""

from dataclasses import dataclass

from ...core.errors import InputError
from ...core.exposure import SeenEvent
from ...store import MemoryStore

_SHOWN = 50


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
    """What a relay sees; nothing is asked of it. Of one scope alone it is not told, and why.

    Raises:
        InputError: The store does not use it.
    """
    try:
        found = await store.exposure(relay)
    except InputError as error:
        if relay not in {one.url for one in store.status().relays}:
            raise
        return ExposureShown(relay, (str(error),), (), (), (), ())
    return ExposureShown(
        found.relay,
        found.tells,
        found.hides,
        tuple(one.created_at for one in found.events),
        tuple(one.size_bytes for one in found.events),
        found.events[:_SHOWN],
    )
