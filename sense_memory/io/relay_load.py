"""What many events mean for the relays that they are written to."""

from collections.abc import Iterable

from ..core.config import RelayConfig
from ..core.import_report import RelayLoad
from .relay_url import is_local


def first_rate(url: str, config: RelayConfig) -> float | None:
    """Events a second at which writing to a relay begins; ``None`` on this machine: no limit."""
    return None if is_local(url) else config.events_per_second


def loads(
    urls: Iterable[str], events: int, size: int, config: RelayConfig
) -> tuple[RelayLoad, ...]:
    """What it is to write so many events to each of some relays.

    Args:
        urls: The relays.
        events: How many.
        size: All their bytes.
        config: Says at what rate relays are written to.
    """
    found = []
    for url in urls:
        rate = first_rate(url, config)
        found.append(RelayLoad(url, events, size, events / rate if rate else 0.0))
    return tuple(found)
