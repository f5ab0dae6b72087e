"""What the mind does when nobody needs it, once and at intervals."""

import asyncio
import contextlib
import resource
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    DatabaseConfig,
    Identity,
    InputError,
    IntrospectionConfig,
    LifecycleConfig,
    MemoryStore,
    Outcome,
    RecordConfig,
    RelayConfig,
    RunReport,
    SleepReport,
)
from sense_memory.store import schedule, sleep as sleeping
from sense_memory.store.persona.review import ReviewedMeanwhileError
from sense_memory.testing import ManualClock

from .meeting import meet
from .shell import NOBODY

DAY = 86_400.0


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(time.time())


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the clock more often than a machine that does it for days."""
    monkeypatch.setattr(schedule, "LOOK", 0.01)


async def soon(reports: AsyncIterator[RunReport]) -> RunReport:
    """The next thing that is done."""
    async with asyncio.timeout(20):
        return await anext(reports)


async def nothing(reports: AsyncIterator[RunReport]) -> None:
    """Nothing is done now. The iterator is at its end afterwards."""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            raise AssertionError(await anext(reports))


@asynccontextmanager
async def running(
    store: MemoryStore, **every: float | None
) -> AsyncIterator[AsyncIterator[RunReport]]:
    """What the store does at intervals, ended in the end."""
    reports = store.run(**every)  # type: ignore[arg-type]
    async with aclosing(reports):  # type: ignore[type-var]
        yield reports


@contextlib.contextmanager
def full(path: Path) -> Iterator[None]:
    """No file of this process may grow beyond the size that the log has."""
    log = path.with_name(path.name + "-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


# ----------------------------------------------------------------------- once


async def test_a_sleep_reviews_and_keeps_what_it_found(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember("people", "facts", "tea", "likes tea")
        report = await store.sleep()
        assert (report.at, report.is_dry_run, report.is_whole) == (clock.now(), False, True)
        first = report.steps[0]
        assert (first.name, first.outcome) == ("introspection", Outcome.DONE)
        assert "1 memories: 1 active" in first.summary
        assert report.introspection.slept
        assert [report.introspection] == await store.persona_introspections()


async def test_a_dry_run_writes_nothing(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember("people", "facts", "tea", "likes tea")
        before = await store.fingerprint()
        report = await store.sleep(dry_run=True)
        assert report.is_dry_run
        assert {step.outcome for step in report.steps} == {Outcome.PLANNED}
        assert report.introspection.total_memories == 1
        assert await store.fingerprint() == before
        assert await store.persona_introspections() == []


async def test_a_step_that_fails_does_not_stop_the_others(
    identity: Identity, clock: ManualClock
) -> None:
    config = Config(
        records=RecordConfig(max_plaintext_bytes=1_024),
        introspection=IntrospectionConfig(report_bytes=2_048),
    )
    async with MemoryStore(identity, clock=clock, config=config) as store:
        for n in range(60):
            await store.persona_remember("people", "facts", f"key-{n}", "…")
        report = await store.sleep()
        outcomes = {step.name: step.outcome for step in report.steps}
        assert outcomes.pop("introspection") is Outcome.FAILED
        assert outcomes
        assert Outcome.FAILED not in outcomes.values()
        assert not report.is_whole
        assert "too long" in report.steps[0].summary


async def test_one_of_two_sleeps_of_a_night_gives_way(
    identity: Identity, clock: ManualClock, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with (
        MemoryStore(identity, path=path, clock=clock) as one,
        MemoryStore(identity, path=path, clock=clock) as other,
    ):
        await one.persona_remember("people", "facts", "tea", "likes tea")
        contexts = [await store._context() for store in (one, other)]
        for night in range(5):
            done = await asyncio.gather(
                *(sleeping.sleep(context, report_name=f"night {night}") for context in contexts),
                return_exceptions=True,
            )
            assert {type(result) for result in done} == {SleepReport, ReviewedMeanwhileError}
            assert len(await one.persona_introspections()) == night + 1


@pytest.mark.parametrize("allowed", [True, False])
async def test_only_a_store_that_is_set_to_deletes_anything(
    identity: Identity, clock: ManualClock, tmp_path: Path, allowed: bool
) -> None:
    config = Config(lifecycle=LifecycleConfig(auto_dissolve=allowed))
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, config=config) as store:
        await store.persona_remember("people", "facts", "old", "…")
        clock.advance(200 * DAY)
        await store.persona_remember("people", "facts", "new", "…")
        assert (await store.prune_plan()).deletes == ()
        clock.advance(31 * DAY)
        await store.sleep(dry_run=True)
        clock.advance(DAY)  # after a long absence a day passes before the date is believed
        await store.sleep(dry_run=True)
        async with running(store) as reports:
            report = await soon(reports)
        step = report.sleep.steps[1]
        assert step.name == "dissolution"
        assert step.summary.startswith("1 memories")
        assert step.outcome is (Outcome.DONE if allowed else Outcome.PLANNED)
        assert len(await store.persona_recall()) == (1 if allowed else 2)
        assert report.sleep.introspection.pruned_count == int(allowed)
        (kept,) = await store.persona_introspections()
        assert (kept.pruned_count, kept.dissolved) == (int(allowed), 1)
        assert ("people/facts/old" in kept.names) is not allowed


# --------------------------------------------------------------- at intervals


async def test_a_local_mind_sleeps_once_a_day(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember("people", "facts", "tea", "likes tea")
        started = clock.now()
        async with running(store) as reports:
            for day in range(3):
                report = await soon(reports)
                assert (report.at, report.sync, report.error) == (started + day * DAY, None, None)
                assert report.sleep.is_whole
                clock.advance(DAY)
            await soon(reports)
            clock.advance(DAY - 1)
            await nothing(reports)
        assert len(await store.persona_introspections()) == 4


async def test_it_counts_from_the_last_sleep(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await store.sleep()
        clock.advance(DAY / 2)
        await store.persona_introspect()  # which is no sleep
        async with running(store) as reports:
            await nothing(reports)
        clock.advance(DAY / 2)
        async with running(store) as reports:
            assert (await soon(reports)).sleep is not None


@pytest.mark.parametrize("apart", [0.0, 120.0], ids=["at once", "two minutes apart"])
async def test_of_several_that_watch_one_file_one_sleeps(
    identity: Identity, tmp_path: Path, apart: float
) -> None:
    path, now = tmp_path / "a.db", time.time()
    clocks = [ManualClock(now + n * apart) for n in range(3)]
    slept: list[tuple[float, int]] = []

    async def watch(store: MemoryStore, who: int) -> None:
        async for report in store.run():
            assert report.sleep is not None
            slept.append((report.at, who))

    config = Config(database=DatabaseConfig(poll_interval=0.02))
    async with contextlib.AsyncExitStack() as stack:
        stores = [
            await stack.enter_async_context(
                MemoryStore(identity, path=path, clock=clock, config=config)
            )
            for clock in clocks
        ]
        await stores[0].persona_remember("people", "facts", "tea", "likes tea")
        tasks = [asyncio.ensure_future(watch(store, n)) for n, store in enumerate(stores)]
        for night in range(4):
            async with asyncio.timeout(20):
                while len(slept) <= night:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)  # the others have had time to do it, too
            assert len(slept) == night + 1
            for clock in clocks:
                clock.advance(DAY + 500)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert len(await stores[0].persona_introspections()) in (4, 5)


async def test_a_device_that_is_in_touch_does_not_sleep_again(
    identity: Identity, relay: LocalRelay, clock: ManualClock, tmp_path: Path
) -> None:
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db", clock=clock)
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db", clock=clock)
    async with first, second:
        async with running(first, sync_every=None) as reports:
            assert (await soon(reports)).sleep.is_whole
        await meet(first, second)
        async with running(second, sync_every=None) as reports:
            await nothing(reports)
        clock.advance(DAY)
        async with running(second, sync_every=None) as reports:
            assert (await soon(reports)).sleep.is_whole


async def test_somebodys_wrong_clock_keeps_nobody_awake(
    identity: Identity, clock: ManualClock, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    ahead = ManualClock(clock.now() + 365 * DAY)
    async with MemoryStore(identity, path=path, clock=ahead) as store:
        await store.sleep()
    async with MemoryStore(identity, path=path, clock=clock) as store:
        async with running(store) as reports:
            assert (await soon(reports)).at == clock.now()
            await nothing(reports)
        clock.advance(DAY)
        async with running(store) as reports:
            assert (await soon(reports)).at == clock.now()


async def test_a_clock_that_is_put_back_does_not_stop_it(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store, running(store) as reports:
        await soon(reports)
        clock.advance(-30 * DAY)
        assert (await soon(reports)).at == clock.now()


async def test_relays_that_fail_are_named_and_asked_again(
    identity: Identity, relay: LocalRelay, clock: ManualClock, tmp_path: Path
) -> None:
    config = Config(relays=RelayConfig(connect_timeout=1, read_timeout=1, straggler_wait=0))
    path = tmp_path / "a.db"
    store = MemoryStore(identity, [relay.url, NOBODY], path=path, clock=clock, config=config)
    async with store, running(store, sync_every=60, sleep_every=None) as reports:
        by_url = {one.url: one for one in (await soon(reports)).sync.relays}
        assert by_url[relay.url].error is None
        assert by_url[NOBODY].error is not None
        relay.stop()
        clock.advance(60)
        assert all(one.error is not None for one in (await soon(reports)).sync.relays)
        await store.remember("k", "v")
        relay.start()
        clock.advance(60)
        by_url = {one.url: one for one in (await soon(reports)).sync.relays}
        assert (by_url[relay.url].error, by_url[relay.url].waiting) == (None, 0)


async def test_a_full_disk_is_told_and_tried_again(
    identity: Identity, clock: ManualClock, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path, clock=clock) as store:
        await store.persona_remember("people", "facts", "tea", "likes tea")
        async with running(store) as reports:
            with full(path):
                failed = await soon(reports)
            assert failed.sleep.steps[0].outcome is Outcome.FAILED
            assert "full" in failed.sleep.steps[0].summary
            clock.advance(schedule.RETRY - 1)
            assert await store.persona_introspections() == []
            clock.advance(1)
            again = await soon(reports)
            assert again.sleep.is_whole
            assert again.at == clock.now()


async def test_nothing_can_be_read_is_told_and_tried_again(
    identity: Identity, clock: ManualClock, tmp_path: Path
) -> None:
    """A new device whose relay is down knows nothing, and says so; it makes no report of that."""
    config = Config(relays=RelayConfig(connect_timeout=0.5, read_timeout=0.5, straggler_wait=0))
    store = MemoryStore(identity, NOBODY, path=tmp_path / "a.db", clock=clock, config=config)
    async with store, running(store, sync_every=None) as reports:
        for _ in range(2):
            step = (await soon(reports)).sleep.steps[0]
            assert (step.name, step.outcome) == ("introspection", Outcome.FAILED)
            assert "Failed to read" in step.summary
            clock.advance(schedule.RETRY)


async def test_a_device_that_knows_something_sleeps_without_its_relays(
    identity: Identity, clock: ManualClock, tmp_path: Path
) -> None:
    config = Config(relays=RelayConfig(connect_timeout=0.5, read_timeout=0.5, straggler_wait=0))
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path, clock=clock) as store:
        await store.persona_remember("people", "facts", "tea", "likes tea")
    store = MemoryStore(identity, NOBODY, path=path, clock=clock, config=config)
    async with store, running(store, sync_every=None) as reports:
        for _ in range(2):
            assert (await soon(reports)).sleep.steps[0].outcome is Outcome.DONE
            clock.advance(DAY)


async def test_it_stops_where_it_is_and_loses_nothing(
    identity: Identity, relay: LocalRelay, clock: ManualClock, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, relay.url, path=path, clock=clock) as store:
        for pause in (0.0, 0.001, 0.01, 0.05, 0.2):

            async def watch() -> None:
                async for _ in store.run(sync_every=1, sleep_every=1):
                    clock.advance(2)

            task = asyncio.ensure_future(watch())
            await asyncio.sleep(pause)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await store.remember("after", str(pause))
            assert (await store.recall("after")).value == str(pause)
    async with MemoryStore(identity, path=path, clock=clock) as store:
        assert (await store.recall("after")).value == "0.2"


async def test_it_ends_when_the_store_is_closed(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        reports = store.run()
        await soon(reports)
        waiting = asyncio.ensure_future(anext(reports, None))
        await asyncio.sleep(0.05)
    async with asyncio.timeout(5):
        assert await waiting is None


async def test_once_is_what_is_due_now(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        for due in (True, False):
            reports = [report async for report in store.run(once=True)]
            assert bool(reports) is due


@pytest.mark.parametrize(
    "every",
    [
        {"sync_every": 0.5},
        {"sleep_every": 366 * DAY},
        {"sync_every": float("nan")},
        {"sync_every": None, "sleep_every": None},
    ],
)
async def test_what_is_no_interval_is_refused(
    identity: Identity, every: dict[str, float | None]
) -> None:
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError):
            store.run(**every)  # type: ignore[arg-type]
