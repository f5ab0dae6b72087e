"""Where an identity keeps its data: the relay lists that it published (NIP-37, NIP-65)."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nips import nip01, nip37, nip65
from nips.errors import NipError
from nips.nip01 import Event, Filter

from ..core.errors import InvalidRelayURLError
from ..core.ports import Signer
from .relay_url import check_relay_url

log = logging.getLogger("sense_memory.io.relay_list")


def questions(public_key: str) -> tuple[Filter, ...]:
    """What to ask a relay; one kind a question."""
    return tuple(
        Filter(kinds=(kind,), authors=(public_key,), limit=2) for kind in (nip37.KIND, nip65.KIND)
    )


async def relays_in(
    raw_events: Iterable[Mapping[str, Any]], public_key: str, signer: Signer
) -> tuple[str, ...]:
    """The URLs of the newest private list, else of the newest public list's write relays.

    Lists of others, forged ones and URLs that we do not talk to are left out.
    """
    private: list[Event] = []
    public: list[Event] = []
    for raw in raw_events:
        try:
            event = Event.from_dict(raw)
        except NipError:
            continue
        if event.pubkey == public_key and nip01.verify(event):
            (private if event.kind == nip37.KIND else public).append(event)
    for event in sorted(private, key=_newest_first):
        (text,) = await signer.decrypt_many([event.content])
        try:
            return _usable(nip37.parse_plaintext(text or ""))
        except NipError:
            log.info("event %s is no relay list", event.id)
    for event in sorted(public, key=_newest_first):
        # NIP-65: "write" relays are those that the author publishes to
        return _usable([entry.url for entry in nip65.parse(event) if entry.write])
    return ()


def _newest_first(event: Event) -> tuple[int, str]:
    return (-event.created_at, event.id)


def _usable(urls: Sequence[str]) -> tuple[str, ...]:
    usable = []
    for url in urls:
        try:
            usable.append(check_relay_url(url.rstrip("/") if url.count("/") == 3 else url))
        except InvalidRelayURLError as error:
            log.info("a relay of the list is not used: %s", error)
    return tuple(dict.fromkeys(usable))
