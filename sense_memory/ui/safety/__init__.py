"""Safety: how far the relays have what is known here, and what they see of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ...core.finding import Finding
from ...store import context_of, relays_told
from ..asking import Act, Ask, Query
from ..mind import Mind
from .acts import keep, retire, retry, settle, sync
from .backup import THROWN_AWAY, backup_told
from .conflicts import conflicts_shown
from .deletions import deletions_shown
from .devices import devices_shown
from .exposure import exposure_shown
from .outbox import outbox_shown
from .overall import overall
from .relays import RelayShown, relay_shown


@dataclass(frozen=True, slots=True)
class Safety:
    """How safe this mind is, without asking anybody.

    Attributes:
        overall: The word on all of it first, then what else is to be said.
        relays: Each.
        backup: Of the key.
        records: Living records of all scopes, which is what is to be safe.
        is_one_scope: Whether the page shows but one of these scopes.
    """

    overall: tuple[Finding, ...]
    relays: tuple[RelayShown, ...]
    backup: Finding
    records: int
    is_one_scope: bool


async def safety(mind: Mind, _query: Query) -> Any:
    """How safe this mind is; quick, for it is asked again and again."""
    status, told = mind.store.status(), await relays_told(mind.store)
    relays = tuple(relay_shown(one, told.get(one.url)) for one in status.relays)
    backup = THROWN_AWAY if mind.is_made_up else backup_told(mind.backup)
    is_one_scope = (await context_of(mind.store)).scope != ""
    said = overall(status, is_one_scope=is_one_scope)
    return Safety(said, relays, backup, status.records, is_one_scope)


async def outbox(mind: Mind, _query: Query) -> Any:
    """What relays have not taken."""
    return await outbox_shown(mind.store)


async def devices(mind: Mind, _query: Query) -> Any:
    """Who else holds this mind."""
    return await devices_shown(mind.store)


async def conflicts(mind: Mind, _query: Query) -> Any:
    """What devices wrote apart."""
    return await conflicts_shown(mind.store)


async def deletions(mind: Mind, _query: Query) -> Any:
    """What was forgotten."""
    return await deletions_shown(mind.store)


async def exposure(mind: Mind, query: Query) -> Any:
    """What a relay sees of this mind."""
    return await exposure_shown(mind.store, query.text("relay"))


ASKED: Mapping[str, Ask] = MappingProxyType(
    {
        "/api/safety": safety,
        "/api/outbox": outbox,
        "/api/devices": devices,
        "/api/conflicts": conflicts,
        "/api/deletions": deletions,
        "/api/exposure": exposure,
    }
)
ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "/api/safety/sync": sync,
        "/api/safety/retry": retry,
        "/api/safety/retire": retire,
        "/api/safety/keep": keep,
        "/api/safety/settle": settle,
    }
)
