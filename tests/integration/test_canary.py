"""A word that only the agent knows, sent through every method, is found in no byte outside."""

import logging
from pathlib import Path

import pytest

from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import Identity, MemoryStore

VALUE = "canary7f3dvalue"
NAME = "canary7f3dname"


# S-5.1
@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_no_canary_in_file_wire_or_log(
    identity: Identity, tmp_path: Path, caplog: pytest.LogCaptureFixture, addressing: str
):
    caplog.set_level(logging.DEBUG)
    relay = QuirkRelay()
    files: list[bytes] = []
    async with RelayServer(relay) as server:
        for device in ("a", "b"):
            async with MemoryStore(
                identity, server.url, path=tmp_path / f"{device}.db", addressing=addressing
            ) as store:
                await _every_method(store)
                await _every_method(store.scope(NAME))
                await store.sync()
                files += [path.read_bytes() for path in tmp_path.iterdir()]
            files += [path.read_bytes() for path in tmp_path.iterdir()]
    received = [frame for _, frame in relay.received_frames]
    wire = "\n".join([*received, *(event.to_json() for event in relay.events)])
    outside = {"file": b"\n".join(files), "wire": wire.encode(), "log": caplog.text.encode()}
    for where, data in outside.items():
        assert len(data) > 0, where
        assert VALUE.encode() not in data, where
        assert identity.private_key_hex.encode() not in data, where
        assert identity.nsec.encode() not in data, where
    assert NAME not in caplog.text
    if addressing == "blinded":
        assert NAME.encode() not in outside["wire"]
        assert NAME.encode() not in outside["file"]
    else:
        assert NAME.encode() in outside["wire"]  # plain names are plain: the README says so


async def _every_method(store: MemoryStore) -> None:
    await store.remember(NAME, VALUE)
    await store.recall(NAME)
    await store.recall_all()
    await store.journal(VALUE)
    await store.recent()
    await store.persona_remember(NAME, NAME, NAME, VALUE, [VALUE], source=VALUE)
    await store.persona_remember(NAME, NAME, NAME + "2", VALUE, connections=[NAME])
    await store.persona_recall(NAME, NAME, NAME)
    await store.persona_recall()
    await store.persona_domains()
    await store.persona_facets(NAME)
    await store.persona_remember(NAME, "beliefs", NAME, VALUE, [VALUE, NAME], confidence=0.1)
    await store.persona_remember(NAME, "beliefs", NAME + "3", VALUE, [VALUE, NAME])
    await store.persona_named((await store.persona_introspect()).names)
    for number, suggestion in enumerate(await store.persona_suggestions()):
        await (store.persona_dismiss if number % 2 else store.persona_accept)(suggestion.id)
    await store.persona_stats()
    await store.sleep()
    await store.check()
    repr(store)
    repr(store.status())
    await store.forget(NAME)
