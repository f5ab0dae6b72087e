"""One file, copied or put back: two files that write as one device, until they meet."""

import asyncio
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore
from sense_memory.core.config import Config, RelayConfig
from sense_memory.core.finding import Level
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.ref import Ref
from sense_memory.io.doctor.file import look_at_file
from sense_memory.io.file_report import examine
from sense_memory.io.keys.reference import KeyReference
from sense_memory.io.profile import Profile
from sense_memory.wire.body import Body

from . import raw

QUICK = Config(relays=RelayConfig(read_back_delay=0.0, close_timeout=5.0))
NEVER_PROVEN = Config(relays=RelayConfig(read_back_delay=3_600.0, close_timeout=5.0))


class Files:
    """Files of one identity, and the relay that they share."""

    def __init__(self, identity: Identity, relay: LocalRelay, folder: Path) -> None:
        self.identity = identity
        self.relay = relay
        self._folder = folder
        self.config = QUICK

    def path(self, name: str) -> Path:
        return self._folder / f"{name}.db"

    def copy(self, source: str, target: str) -> None:
        """As people do it: the store is closed, and only the file is taken."""
        shutil.copyfile(self.path(source), self.path(target))

    def online(self, name: str) -> MemoryStore:
        return MemoryStore(
            self.identity,
            self.relay.url,
            path=self.path(name),
            addressing="plain",
            config=self.config,
        )

    def offline(self, name: str) -> MemoryStore:
        """Without relays at hand: what is written waits for those that the file knows."""
        return MemoryStore(
            self.identity, path=self.path(name), addressing="plain", config=self.config
        )

    async def remember(self, name: str, **values: str) -> None:
        async with self.offline(name) as store:
            for key, value in values.items():
                await store.remember(key, value)

    async def forget(self, name: str, key: str) -> None:
        async with self.offline(name) as store:
            await store.forget(key)

    async def sync(self, *names: str) -> None:
        for name in names:
            async with self.online(name) as store:
                await store.sync()

    async def meet(self, *names: str) -> None:
        """Until nobody has anything to say; then nothing more is published."""
        for _ in range(3):
            await self.sync(*names)
        before = await self.records_there()
        await self.sync(*names)
        assert await self.records_there() == before, "it goes on and on"

    async def records_there(self) -> set[str]:
        """The ids of the events on the relay."""
        events = await raw.ask(self.relay.url, {"kinds": [30078, 5], "limit": 500})
        return {event["id"] for event in events}

    async def bodies(self, name: str) -> dict[str, Body]:
        async with self.offline(name) as store:
            repository = await store._lifetime.opened()
            return {ref.name: body for ref, body in await repository.bodies("")}

    async def values(self, name: str, key: str) -> set[object]:
        """Every value of a key that stands, the shown one and those beside it."""
        body = (await self.bodies(name)).get(key)
        return set(body.fields.get("value", {}).values()) if body is not None else set()

    async def device(self, name: str) -> str:
        async with self.offline(name) as store:
            return store.status().device

    async def assert_equal(self, *names: str) -> None:
        first, *others = [await self.bodies(name) for name in names]
        for other in others:
            assert other == first

    async def assert_devices_differ(self, *names: str) -> None:
        found = [await self.device(name) for name in names]
        assert len(set(found)) == len(names), found


@pytest.fixture
def files(identity: Identity, relay: LocalRelay, tmp_path: Path) -> Files:
    return Files(identity, relay, tmp_path)


@pytest.fixture
async def copies(files: Files) -> Files:
    """``a`` and its copy ``b``, which hold what a relay has."""
    await files.remember("a", shared="common", both="common")
    await files.sync("a", "a")
    files.copy("a", "b")
    return files


async def test_a_file_alone_keeps_its_id(files: Files) -> None:
    await files.remember("a", k="one")
    before = await files.device("a")
    for value in ("two", "three", "four"):
        await files.sync("a")
        await files.remember("a", k=value)
    await files.forget("a", "k")
    await files.meet("a")

    assert await files.device("a") == before


async def test_status_and_doctor_say_that_the_file_was_copied(copies: Files) -> None:
    await copies.remember("b", of_b="b")
    async with copies.online("a") as store:
        assert store.status().copied_at is None
    await copies.sync("b", "b")
    async with copies.online("a") as store:
        await store.sync()
        assert (at := store.status().copied_at) is not None
    async with copies.offline("a") as store:
        assert store.status().copied_at == at, "it is remembered"

    assert examine(copies.path("a")).copied_at == at
    key = KeyReference.file(copies.path("key"))
    found = look_at_file(Profile("a", (), None, key, copies.path("a")), None).findings
    assert [one.level for one in found if one.check == "file.copied"] == [Level.OK]


async def test_copies_that_write_different_keys_both_keep_all(copies: Files) -> None:
    await copies.remember("a", of_a="a")
    await copies.remember("b", of_b="b")
    await copies.meet("a", "b")

    await copies.assert_devices_differ("a", "b")
    await copies.assert_equal("a", "b")
    assert await copies.values("a", "of_b") == {"b"}
    assert await copies.values("b", "of_a") == {"a"}
    # all that was unsent when the copy was met, not only what stood beside something of the copy's
    assert (await copies.bodies("a"))["of_b"].known.keys() == {await copies.device("b")}


@pytest.mark.parametrize("first", ["a", "b"])
@pytest.mark.parametrize("times", [1, 3])
async def test_copies_that_write_the_same_key_apart_both_keep_it(
    copies: Files, first: str, times: int
) -> None:
    """Whoever writes first, and whoever comes to the relay first."""
    second = "b" if first == "a" else "a"
    for number in range(times):
        await copies.remember(first, both=f"by the first {number}")
    await copies.remember(second, both="by the second")
    await copies.meet("a", "b")

    await copies.assert_devices_differ("a", "b")
    await copies.assert_equal("a", "b")
    assert await copies.values("a", "both") == {f"by the first {times - 1}", "by the second"}


async def test_copies_online_at_once_lose_nothing(copies: Files) -> None:
    async def write(store: MemoryStore, name: str) -> None:
        for number in range(10):
            await store.remember(f"of_{name}_{number}", name)
            await store.remember(f"at_once_{number}", name)

    async with copies.online("a") as a, copies.online("b") as b:
        await asyncio.gather(write(a, "a"), write(b, "b"))
        await asyncio.gather(a.sync(), b.sync())
    await copies.meet("a", "b")

    await copies.assert_equal("a", "b")
    for number in range(10):
        assert await copies.values("a", f"of_a_{number}") == {"a"}
        assert await copies.values("a", f"of_b_{number}") == {"b"}
        found = await copies.values("a", f"at_once_{number}")
        assert found, number
    # a device that had not read the other's value yet wrote beside it, one that had over it
    assert await copies.values("a", "shared") == {"common"}


async def test_what_a_copy_replaced_does_not_come_back(copies: Files) -> None:
    await copies.remember("b", both="new")
    await copies.meet("b", "a")

    assert await copies.values("a", "both") == {"new"}


async def test_what_a_copy_forgot_stays_forgotten(copies: Files) -> None:
    await copies.remember("a", of_a="a")
    await copies.forget("b", "both")
    await copies.meet("b", "a")

    await copies.assert_equal("a", "b")
    assert await copies.values("a", "both") == set()
    assert await copies.values("b", "of_a") == {"a"}


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
async def test_a_copy_forgets_what_the_other_wrote_anew(
    copies: Files, order: tuple[str, str]
) -> None:
    """The forgetting had not seen the new value."""
    await copies.remember("a", both="anew")
    await copies.forget("b", "both")
    await copies.meet(*order)

    await copies.assert_equal("a", "b")
    assert await copies.values("a", "both") == {"anew"}


async def test_an_older_file_put_back_gets_back_what_was_published_since(files: Files) -> None:
    await files.remember("a", k="old", other="old", gone="old")
    await files.sync("a", "a")
    files.copy("a", "backup")
    await files.remember("a", k="newer", other="newer", later="newer")
    await files.forget("a", "gone")
    await files.meet("a")
    before = await files.device("a")

    files.copy("backup", "a")
    await files.remember("a", other="after the restore")
    await files.meet("a")

    assert await files.device("a") != before
    assert await files.values("a", "k") == {"newer"}
    assert await files.values("a", "later") == {"newer"}
    assert await files.values("a", "gone") == set()
    assert await files.values("a", "other") == {"newer", "after the restore"}


async def test_an_older_file_put_back_counts_nothing_twice(files: Files) -> None:
    async def use(count: int) -> None:
        async with files.offline("a") as store:
            repository = await store._lifetime.opened()
            for _ in range(count):
                await repository.touch(COUNTED)

    async with files.offline("a") as store:
        await store.persona_remember("people", "facts", "k", "v")
    await use(3)
    async with files.offline("a") as store:
        await store.persona_remember("people", "facts", "k", "v2")
    await use(2)  # which the record does not say yet
    await files.sync("a", "a")
    files.copy("a", "backup")
    async with files.offline("a") as store:
        await store.persona_remember("people", "facts", "k", "v3")
    await files.meet("a")
    assert await _count(files, "a") == 5

    files.copy("backup", "a")
    await files.meet("a")
    assert await _count(files, "a") == 5

    await use(1)
    async with files.offline("a") as store:
        await store.persona_remember("people", "facts", "k", "v4")
    await files.meet("a")
    assert await _count(files, "a") == 6


COUNTED = Ref(PersonaMemory, "people/facts/k")


async def _count(files: Files, name: str) -> int:
    """How often it was used; to ask this way is no use."""
    async with files.offline(name) as store:
        memory = await (await store._lifetime.opened()).get(COUNTED)
        assert memory is not None
        return memory.access_count


async def test_three_copies_find_each_other_out(copies: Files) -> None:
    copies.copy("a", "c")
    for name in "abc":
        await copies.remember(name, both=f"by {name}", **{f"of_{name}": name})
    await copies.meet("c", "a", "b")

    await copies.assert_devices_differ("a", "b", "c")
    await copies.assert_equal("a", "b", "c")
    assert await copies.values("a", "both") == {"by a", "by b", "by c"}
    for name in "abc":
        assert await copies.values("a", f"of_{name}") == {name}


async def test_a_copy_of_a_copy_is_found_out_too(copies: Files) -> None:
    await copies.remember("a", both="by a")
    await copies.remember("b", both="by b")
    await copies.meet("a", "b")
    copies.copy("b", "c")
    await copies.remember("b", both="by b again")
    await copies.remember("c", both="by c")
    await copies.meet("a", "b", "c")

    await copies.assert_devices_differ("a", "b", "c")
    await copies.assert_equal("a", "b", "c")
    assert await copies.values("a", "both") == {"by b again", "by c"}


async def test_copies_of_a_file_with_unsent_writes_publish_each_once(files: Files) -> None:
    await files.sync("a")
    async with files.offline("a") as store:
        await store.remember("unsent", "value")
        await store.persona_remember("people", "facts", "k", "v", ["theme"])
    files.copy("a", "b")
    await files.remember("a", of_a="a", unsent="by a")
    await files.remember("b", of_b="b")
    await files.meet("a", "b")

    await files.assert_equal("a", "b")
    assert "by a" in await files.values("b", "unsent")
    assert await files.values("b", "of_a") == {"a"}
    assert await files.values("a", "of_b") == {"b"}
    assert await _count(files, "a") == 0


async def test_a_copy_made_while_nobody_knew_the_addressing(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    def store(name: str, *relays: str) -> MemoryStore:
        given = (list(relays),) if relays else ()
        return MemoryStore(identity, *given, path=tmp_path / name, config=QUICK)

    async with store("a") as a:
        await a.remember("k", "held")
    shutil.copyfile(tmp_path / "a", tmp_path / "b")
    for name in "ab":
        async with store(name) as one:
            await one.remember("k", f"by {name}")
            await one.remember(f"of_{name}", name)
    for name in "ababab":
        async with store(name, relay.url) as one:
            await one.sync()
    for name in "ab":
        async with store(name, relay.url) as one:
            assert {memory.key for memory in await one.recall_all()} == {"k", "of_a", "of_b"}
            repository = await one._lifetime.opened()
            (body,) = [body for ref, body in await repository.bodies("") if ref == Ref(Memory, "k")]
            assert set(body.fields["value"].values()) == {"by a", "by b"}


async def test_what_was_accepted_and_never_read_back_is_looked_after(copies: Files) -> None:
    """The copy replaces it on the relay without having seen it: both read before both wrote."""
    copies.config = NEVER_PROVEN
    async with copies.online("a") as a:
        await a.sync()
        await a.remember("both", "by a")
        await a.sync()
    (event,) = [
        e
        for e in await raw.ask(copies.relay.url, {"kinds": [30078]})
        if raw.d_of(e) == "sense-memory/both"
    ]
    theirs = event
    while theirs["created_at"] <= event["created_at"]:
        await copies.remember("b", both="by b")
        (theirs,) = await _outgoing(copies, "b", "sense-memory/both")
    await raw.publish(copies.relay.url, theirs)
    await copies.meet("a", "b")

    await copies.assert_equal("a", "b")
    assert await copies.values("a", "both") == {"by a", "by b"}


async def _outgoing(files: Files, name: str, address: str) -> list[dict[str, Any]]:
    async with files.offline(name) as store:
        database = store._lifetime.database
        assert database is not None
        return [head.event.to_dict() for head in (await database.heads.at([address])).values()]


async def test_two_processes_on_one_file_when_its_id_changes(copies: Files) -> None:
    """The one that learns of it late must not go on under the old id."""
    await copies.remember("b", both="by b")
    await copies.sync("b", "b")
    async with copies.offline("a") as late:
        old = late.status().device
        await late.remember("before", "late")
        async with copies.online("a") as early:
            await early.sync()
            new = early.status().device
        assert new != old
        await late.remember("after", "late")
        assert late.status().device == new
    await copies.meet("a", "b")

    await copies.assert_equal("a", "b")
    body = (await copies.bodies("b"))["after"]
    assert body.known.keys() == {new}
    assert await copies.values("b", "before") == {"late"}


async def test_a_store_without_a_file_is_nobodys_copy(files: Files) -> None:
    store = MemoryStore(files.identity, files.relay.url, addressing="plain", config=QUICK)
    async with store:
        device = store.status().device
        await store.remember("k", "v")
        await store.sync()
        assert store.status().device == device


async def test_events_that_are_imported_from_a_copy_tell_of_it_too(files: Files) -> None:
    """Without any relay: both files were only ever local."""
    await files.remember("a", both="common")
    files.copy("a", "b")
    await files.remember("a", both="by a")
    await files.remember("b", both="by b", of_b="b")
    lines = await _exported(files, "b")
    async with files.offline("a") as store:
        await store.import_events(lines)
    lines = await _exported(files, "a")
    async with files.offline("b") as store:
        await store.import_events(lines)

    await files.assert_devices_differ("a", "b")
    for name in "ab":
        assert await files.values(name, "both") == {"by a", "by b"}
        assert await files.values(name, "of_b") == {"b"}


async def _exported(files: Files, name: str) -> Iterable[str]:
    async with files.offline(name) as store:
        return [line async for line in store.export_events()]
