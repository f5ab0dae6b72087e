"""Two versions of one second, on a relay that keeps the first that came and not the lowest id."""

from itertools import count
from pathlib import Path

import pytest

from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from relay_fixtures import QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.testing import ManualClock

CONFIG = Config(relays=RelayConfig(read_back_delay=0, close_timeout=0))


def _twin(event: Event, identity: Identity) -> Event:
    """The same words of the same second, with an id that should lose."""
    secret = SecretKey.from_hex(identity.private_key_hex)
    twins = (
        UnsignedEvent(
            event.pubkey,
            event.created_at,
            event.kind,
            event.content,
            (*event.tags, ("n", str(number))),
        )
        for number in count()
    )
    return sign(next(twin for twin in twins if twin.id > event.id), secret)


@pytest.mark.parametrize("showed_ours", [False, True])
async def test_a_tie_is_broken_by_a_later_date(
    identity: Identity, tmp_path: Path, showed_ours: bool
):
    """Else the version with the lowest id is sent there for ever, and never shown.

    The other relay goes on showing the earlier date meanwhile, which is no reason to go back to it.
    """
    clock = ManualClock()
    quirks = Quirks(same_second_winner="first", ok_for_older="duplicate")
    relay = QuirkRelay(quirks, clock=clock.now)
    path = tmp_path / "a.db"

    server = RelayServer(QuirkRelay(clock=clock.now))
    await server.start()
    if not showed_ours:
        await server.stop()

    async with RelayServer(QuirkRelay(clock=clock.now)) as good:
        urls = [good.url, server.url]

        def device() -> MemoryStore:
            return MemoryStore(
                identity, urls, path=path, addressing="plain", clock=clock, config=CONFIG
            )

        async with device() as store:
            await store.remember("tea", "green")
            await store.sync()
            events = [Event.from_json(line) async for line in store.export_events()]
        await server.stop()
        server.relay = relay
        relay.seed([_twin(event, identity) for event in events])
        async with server, device() as store:
            for _ in range(4):
                clock.advance(60)
                await store.sync()
            assert store.status().delivery == "replicated"
            sent = len(relay.received("EVENT"))
            assert sent <= 12, "a few for each of three records"
            clock.advance(3_600)
            assert (await store.sync()).is_complete
            assert len(relay.received("EVENT")) == sent
            (memory,) = await store.recall_all()
            assert memory.value == "green"
