"""``changes()``: whoever watches sees what became of every memory, wherever it was changed."""

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Cause,
    Change,
    Identity,
    JournalEntry,
    Memory,
    MemoryStore,
    PersonaMemory,
    Ref,
    StoreClosedError,
)
from sense_memory.io.database import SQLiteDatabase
from sense_memory.io.rows import Head
from sense_memory.store.changes import Changes


async def following(changes: Changes) -> Change[object]:
    """The next change, which comes soon or never."""
    async with asyncio.timeout(10):
        return await anext(changes)


async def rest_of(changes: Changes) -> list[Change[object]]:
    """What comes until it ends."""
    async with asyncio.timeout(10):
        return [change async for change in changes]


def said(change: Change[object]) -> tuple[str, str | None, str | None, Cause]:
    """A change of key-value memories, in short."""
    before, after = (one.value if isinstance(one, Memory) else None for one in _sides(change))
    return change.ref.name, before, after, change.cause


def _sides(change: Change[object]) -> tuple[object, object]:
    return change.before, change.after


async def test_what_is_written_here_is_seen_here(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        changes = store.changes()
        await store.remember("k", "1")
        assert said(await following(changes)) == ("k", None, "1", Cause.LOCAL)
        await store.remember("k", "2")
        assert said(await following(changes)) == ("k", "1", "2", Cause.LOCAL)
        await store.forget("k")
        assert said(await following(changes)) == ("k", "2", None, Cause.LOCAL)
        await store.journal("a day")
        await store.persona_remember("people", "facts", "vergel", "likes tea")
        entry, memory = await following(changes), await following(changes)
    assert isinstance(entry.after, JournalEntry)
    assert isinstance(memory.after, PersonaMemory)
    assert memory.ref == Ref(PersonaMemory, "people/facts/vergel")
    assert await rest_of(changes) == []


@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_a_change_of_one_device_is_seen_by_another(
    identity: Identity, relay: LocalRelay, tmp_path: Path, addressing: str
) -> None:
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db", addressing=addressing)
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db")
    async with first, second:
        await first.remember("k", "1")
        await first.sync()
        await second.sync()
        changes = second.changes()
        await first.remember("k", "2")
        assert said(await following(changes)) == ("k", "1", "2", Cause.RELAY)
        await first.forget("k")
        assert said(await following(changes)) == ("k", "2", None, Cause.RELAY)
    assert await rest_of(changes) == [], "the settings and keys of a store are no memories"


async def test_of_another_process_only_the_outcome_is_seen(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await store.remember("k", "1")
        changes = store.changes()
        await twin.remember("k", "2")
        first = await following(changes)
        assert said(first) == ("k", None, "2", Cause.PROCESS)
        assert not first.is_before_known
        await twin.forget("k")
        assert said(await following(changes)) == ("k", None, None, Cause.PROCESS)


async def test_who_waits_hears_of_another_process_without_asking(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await store.recall_all()
        waiting = asyncio.create_task(following(store.changes()))
        await asyncio.sleep(0.01)
        await twin.remember("k", "v")
        assert said(await waiting) == ("k", None, "v", Cause.PROCESS)


async def test_what_was_written_here_between_anothers_commits_is_no_news(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await store.recall_all()
        changes = store.changes()
        # both write before either looks
        await asyncio.gather(
            *(
                one.remember(f"{name}{i}", "v")
                for i in range(10)
                for name, one in (("ours ", store), ("theirs ", twin))
            )
        )
        await store.recall_all()
    seen = [(change.ref.name, change.cause) for change in await rest_of(changes)]
    ours = [(f"ours {i}", Cause.LOCAL) for i in range(10)]
    theirs = [(f"theirs {i}", Cause.PROCESS) for i in range(10)]
    assert sorted(seen) == sorted(ours + theirs)


async def test_a_look_at_the_file_that_another_one_overtakes_tells_nothing_twice(
    identity: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.db"
    look = SQLiteDatabase.news
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await store.recall_all()
        changes = store.changes()

        async def overtaken(
            self: SQLiteDatabase, seq: int, uses: str | None
        ) -> tuple[int, list[Head], str | None]:
            found = await look(self, seq, uses)
            monkeypatch.setattr(SQLiteDatabase, "news", look)
            await twin.remember("second", "v")
            assert [(await following(changes)).ref.name for _ in range(2)] == ["first", "second"]
            return found

        await twin.remember("first", "v")
        monkeypatch.setattr(SQLiteDatabase, "news", overtaken)
        assert len(await store.recall_all()) == 2
    assert await rest_of(changes) == []


class Told:
    """What views are told, each change by itself."""

    def __init__(self) -> None:
        self.causes: list[tuple[str, Cause]] = []

    def apply(self, change: Change[object]) -> None:
        """Note it."""
        self.causes.append((change.ref.name, change.cause))


async def test_a_look_at_the_file_during_our_own_commit_takes_it_for_ours(
    identity: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = SQLiteDatabase.commit
    path = tmp_path / "a.db"
    told = Told()
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as other:
        repository = await store._lifetime.opened()
        repository.attach(told)
        database = store._lifetime.database

        async def looked_upon(self: SQLiteDatabase, *plan: Any, **more: Any) -> tuple[int, int]:
            done = await commit(self, *plan, **more)
            if self is database:
                await other.remember("theirs", "1")  # so that there is something to look at
                look = asyncio.ensure_future(repository.follow())
                # it reads what both wrote, before those who wrote ours are told that it is written
                await asyncio.wait([look], timeout=0.3)
            return done

        monkeypatch.setattr(SQLiteDatabase, "commit", looked_upon)
        await store.remember("ours", "1")
        await repository.follow()
    assert sorted(told.causes) == [("ours", Cause.LOCAL), ("theirs", Cause.PROCESS)]


async def test_a_scope_sees_its_own(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        alice, bob = store.scope("user:alice"), store.scope("user:bob")
        watched = {"": store.changes(), "user:alice": alice.changes(), "user:bob": bob.changes()}
        await store.remember("k", "root")
        await alice.remember("k", "alice's")
    seen = {scope: [c.ref.scope for c in await rest_of(one)] for scope, one in watched.items()}
    assert seen == {"": [""], "user:alice": ["user:alice"], "user:bob": []}


async def test_who_is_slow_gets_one_change_for_each_memory(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.remember("k", "0")
        slow, quick = store.changes(), store.changes()
        for i in range(1, 50):
            await store.remember("k", str(i))
            assert said(await following(quick)) == ("k", str(i - 1), str(i), Cause.LOCAL)
        await store.remember("passing", "by")
        await store.forget("passing")
        await store.remember("last", "one")
    assert [said(change) for change in await rest_of(slow)] == [
        ("k", "0", "49", Cause.LOCAL),
        ("last", None, "one", Cause.LOCAL),
    ]


async def test_what_is_not_known_stays_unknown_when_changes_are_joined(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await store.remember("k", "0")
        changes = store.changes()
        await twin.remember("k", "1")
        await store.remember("k", "2")
        change = await following(changes)
    assert (said(change), change.is_before_known) == (("k", None, "2", Cause.LOCAL), False)


async def test_closing_ends_it_and_hands_out_the_rest(identity: Identity) -> None:
    store = MemoryStore(identity)
    waiting, late = store.changes(), store.changes()
    task = asyncio.create_task(rest_of(waiting))
    await store.remember("k", "v")
    await store.close()
    assert [change.ref.name for change in await task] == ["k"]
    assert [change.ref.name for change in await rest_of(late)] == ["k"]
    assert await rest_of(late) == []
    with pytest.raises(StoreClosedError):
        store.changes()


async def test_one_that_is_dropped_is_gone(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        changes = store.changes()
        await store.remember("k", "v")
        async for _ in changes:
            break
        dropped = weakref.ref(changes)
        del changes
        gc.collect()
        assert dropped() is None
        await store.remember("k", "w")


async def test_who_gives_up_waiting_misses_nothing(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        changes = store.changes()
        waiting = asyncio.create_task(following(changes))
        await asyncio.sleep(0)
        waiting.cancel()
        for i in range(3):
            await store.remember("k", str(i))
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert said(await following(changes)) == ("k", None, "2", Cause.LOCAL)
        await changes.aclose()
        await store.remember("k", "3")
        assert await rest_of(changes) == []


def test_a_store_used_from_another_loop_goes_on(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    store = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
    changes = store.changes()

    async def write_and_see(value: str) -> tuple[str, str | None, str | None, Cause]:
        task = asyncio.create_task(following(changes))
        await asyncio.sleep(0)
        await store.remember("k", value)
        return said(await task)

    async def see_another(value: str) -> tuple[str, str | None, str | None, Cause]:
        async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as other:
            await other.sync()
            await other.remember("k", value)
            return said(await following(changes))

    assert asyncio.run(write_and_see("1")) == ("k", None, "1", Cause.LOCAL)
    assert asyncio.run(see_another("2")) == ("k", "1", "2", Cause.RELAY)
    asyncio.run(store.close())
    assert asyncio.run(rest_of(changes)) == []


def test_a_loop_that_was_closed_with_somebody_waiting_disturbs_nobody(identity: Identity) -> None:
    store = MemoryStore(identity)
    changes = store.changes()
    loop = asyncio.new_event_loop()
    left = following(changes)
    waiting = loop.create_task(left)
    loop.run_until_complete(store.recall_all())  # it is open: nothing is left but to wait
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()

    async def go_on() -> str | None:
        await store.remember("k", "v")
        async with asyncio.timeout(10):
            found = said(await anext(changes))
        await store.close()
        return found[2]

    assert asyncio.run(go_on()) == "v"
    assert not waiting.done()
    left.close()
