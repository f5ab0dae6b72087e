"""What a store knows of itself, without asking anybody."""

from ..core.errors import StoreClosedError
from ..core.receipt import ACCEPTED, LOCAL, REPLICATED, level_of
from ..core.status import RelayStatus, Status
from .lifetime import Lifetime


def status_of(lifetime: Lifetime) -> Status:
    """How many records, how safe, what each relay said.

    Raises:
        StoreClosedError: The store is not open.
    """
    repository, database = lifetime.repository, lifetime.database
    if lifetime.is_closed or repository is None or database is None:
        raise StoreClosedError("the store is not open; enter it with 'async with' first")
    counts, rows = database.counts_now()
    relays = lifetime.pool.statuses(counts, rows) if lifetime.pool else ()
    naming = repository.naming
    aside, held_more = database.salvage.aside_now()
    is_whole = aside is None or not held_more
    return Status(
        naming.public_key,
        repository.device,
        str(database.path) if database.path else None,
        naming.addressing.value if naming.addressing else None,
        counts.records - repository.bootstrap_count,
        counts.held,
        counts.quarantined,
        LOCAL if counts.held else level_of(map(_level, relays)),
        repository.knows_absence if relays else is_whole,
        relays,
        str(aside) if aside else None,
        moved_to=repository.moved_to,
        copied_at=repository.copied_at,
        local_only=counts.local_only,
    )


def _level(relay: RelayStatus) -> str:
    """How far all writes are at one relay; one that was never read to its end has nothing."""
    if relay.waiting or relay.parked or relay.dead or relay.verdict is None:
        return LOCAL
    return ACCEPTED if relay.accepted else REPLICATED
