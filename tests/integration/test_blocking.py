"""``sense_memory.blocking``: the same memory for synchronous code, on one background loop."""

import asyncio
import gc
import inspect
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from pathlib import Path
from typing import assert_type

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Change,
    Identity,
    Insight,
    InvalidKeyError,
    Layer,
    Memory,
    RotationReport,
    SearchedMind,
    StoreClosedError,
    Turn,
    blocking,
    store as asynchronous,
)
from sense_memory.core.items import Said
from sense_memory.core.llm import Role
from tests.blocking_stub import CLASSES, STUB, stub

REQUEST: ContextVar[str] = ContextVar("request", default="none")


@pytest.fixture
def store(identity: Identity, tmp_path: Path) -> Iterator[blocking.MemoryStore]:
    with blocking.MemoryStore(identity, path=tmp_path / "agent.db") as opened:
        yield opened


def _run(script: str, *arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


# ----------------------------------------------------------------------- the face


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_a_blocking_class_has_every_public_name_with_the_same_arguments_and_words(cls: type):
    made = getattr(blocking, cls.__name__)
    public = {name for name in dir(cls) if not name.startswith("_")}
    assert public == {name for name in dir(made) if not name.startswith("_")}
    for name in public:
        ours, theirs = inspect.getattr_static(made, name), inspect.getattr_static(cls, name)
        assert ours.__doc__ == theirs.__doc__
        if inspect.isfunction(theirs):
            assert not inspect.iscoroutinefunction(ours)
            assert inspect.signature(ours) == inspect.signature(theirs)


def test_the_types_are_written_down_as_they_are():
    assert STUB.read_text(encoding="utf-8") == stub(), (
        "the asynchronous classes have changed; write the types of the blocking ones anew: "
        "python -m tests.blocking_stub"
    )


def _without_await(store: blocking.MemoryStore, identity: Identity) -> None:
    """What type checkers see: mypy reads this, as CI runs it, and nobody calls it."""
    assert_type(store.recall("a"), Memory | None)
    assert_type(store.scope("a"), blocking.MemoryStore)
    assert_type(store.conversation("a").turns(), list[Turn])
    assert_type(store.search("a", explain=True), SearchedMind)
    assert_type(next(store.export_events()), str)
    assert_type(next(store.changes()), Change[object])
    assert_type(store.rapport("a").layers.read(), tuple[Layer, ...])
    with store.rotation(identity, "b") as rotation:
        assert_type(rotation.advance(1), RotationReport)
    store.recall(1)  # type: ignore[arg-type]  # strict: it fails where this is no error


def test_the_package_finds_it_when_asked():
    done = _run("import sense_memory; print(sense_memory.blocking.MemoryStore)")
    assert done.stdout.strip() == "<class 'sense_memory.blocking.MemoryStore'>", done.stderr


# ----------------------------------------------------------------------- at work


def test_what_is_kept_comes_back_through_every_handle(store: blocking.MemoryStore):
    store.remember("timezone", "America/Vancouver")
    memory = store.recall("timezone")
    assert memory is not None
    assert memory.value == "America/Vancouver"
    store.graph.relate("person:Ada", "concept:Rust", "studies")
    assert [one.edge.relationship_type for one in store.graph.edges()] == ["studies"]
    store.pyramid.observe("Ada prefers dark mode")
    assert [one.text for one in store.pyramid.observations()] == ["Ada prefers dark mode"]
    store.conversation("ada").add("user", "hello there")
    assert [turn.text for turn in store.conversation("ada").turns()] == ["hello there"]
    store.rapport("ada").layers.edit("base_tone", "Calm.")
    assert store.rapport("ada").layers.read()[0].shown == "Calm."
    assert store.about("ada").name == "ada"


def test_scopes_are_apart_and_of_the_same_kind(store: blocking.MemoryStore):
    alice = store.scope("user:alice")
    assert isinstance(alice, blocking.MemoryStore)
    alice.remember("secret", "hers")
    assert store.recall("secret") is None
    assert alice.local_only().is_local_only
    assert alice.local_only().recall("secret") is None
    assert repr(alice).startswith("blocking.MemoryStore(pubkey=")


def test_errors_are_those_of_the_asynchronous_store(store: blocking.MemoryStore):
    with pytest.raises(InvalidKeyError, match="contains invalid characters"):
        store.remember("a/b", "c")
    with pytest.raises(TypeError, match="got from a store"):
        blocking.Graph()
    store.close()
    with pytest.raises(StoreClosedError, match="make a new MemoryStore"):
        store.recall("a")


def test_a_profile_is_opened_and_another_key_taken_step_by_step(tmp_path: Path):
    with blocking.MemoryStore.open("agent") as store:
        assert isinstance(store, blocking.MemoryStore)
        store.remember("a", "b")
    with blocking.MemoryStore.open("agent") as store:
        memory = store.recall("a")
        assert memory is not None
        new = Identity.generate()
        with store.rotation(new, tmp_path / "new.db") as rotation:
            assert isinstance(rotation, blocking.Rotation)
            assert rotation.advance(30).is_done


def test_exports_are_plain_iterators_and_feed_another_store(
    store: blocking.MemoryStore, tmp_path: Path
):
    for number in range(5):
        store.remember(f"key-{number}", "value")
    lines = store.export_jsonl()
    assert iter(lines) is lines
    assert "sense-memory" in next(lines)
    lines.close()
    assert list(lines) == []
    other = blocking.MemoryStore(Identity.generate(), path=tmp_path / "other.db")
    with other:
        assert other.import_jsonl(store.export_jsonl()).taken == 5
        # its own generator, which asks the other store meanwhile
        assert other.import_jsonl(line for line in store.export_jsonl()).known == 5


def test_what_runs_among_the_arguments_runs_in_the_calling_thread(store: blocking.MemoryStore):
    threads, keys = [], []

    def insights() -> Iterator[Insight]:
        for number in range(3):
            threads.append(threading.current_thread())
            keys.append(store.recall(f"key-{number}"))
            yield Insight("people", "facts", f"key-{number}", "value")

    def items() -> Iterator[Said]:
        for number in range(3):
            yield Said(
                source="chatgpt",
                title="",
                conversation="c",
                role=Role.USER,
                text=f"My cat number {number} is called Mia.",
                at=1_700_000_000.0 + number,
                place="here",
            )

    def watch(_progress: object) -> None:
        threads.append(threading.current_thread())
        store.recall("key")

    assert len(store.persona_remember_many(insights())) == 3
    assert keys == [None] * 3
    store.import_items(items(), watch=watch)
    assert set(threads) == {threading.current_thread()}
    assert len(threads) > 3


def test_an_asynchronous_iterable_is_read_on_the_loop(
    store: blocking.MemoryStore, identity: Identity, tmp_path: Path
):
    store.remember("a", "b")
    lines = list(store.export_events())

    async def slowly() -> AsyncIterator[str]:
        for line in lines:
            await asyncio.sleep(0)
            yield line

    with blocking.MemoryStore(
        Identity.from_hex(identity.private_key_hex), path=tmp_path / "copy.db"
    ) as copy:
        copy.import_events(slowly())
        assert copy.recall("a") is not None


def test_a_generator_that_fails_is_heard_by_who_gave_it(
    store: blocking.MemoryStore,
):
    def lines() -> Iterator[str]:
        store.remember("a", "b")
        yield next(store.export_jsonl())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.import_jsonl(lines())
    store.remember("still", "here")


def test_changes_come_to_a_thread_that_watches_until_the_store_is_closed(
    identity: Identity, tmp_path: Path
):
    store = blocking.MemoryStore(identity, path=tmp_path / "agent.db")
    changes = store.changes()
    seen: list[str] = []
    watching = threading.Thread(target=lambda: seen.extend(one.ref.name for one in changes))
    watching.start()
    for number in range(3):
        store.remember(f"key-{number}", "value")
    store.close()
    watching.join(20)
    assert not watching.is_alive()
    assert seen == ["key-0", "key-1", "key-2"]


def test_many_threads_use_one_store(store: blocking.MemoryStore):
    def work(number: int) -> str:
        scope = store.scope(f"user:{number}")
        for key in ("a", "b", "c"):
            scope.remember(key, f"{number}-{key}")
        memory = scope.recall("b")
        assert memory is not None
        return memory.value

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(work, range(24))) == [f"{n}-b" for n in range(24)]
    assert sum(one.name == "blocking sense-memory" for one in threading.enumerate()) == 1


# --------------------------------------------------------------------- event loops


async def test_it_works_where_an_event_loop_is_running(identity: Identity, tmp_path: Path):
    with blocking.MemoryStore(identity, path=tmp_path / "agent.db") as store:
        store.remember("a", "b")
        assert store.recall("a") is not None
        assert await asyncio.to_thread(store.recall, "c") is None


def test_from_its_own_loop_it_says_so_instead_of_waiting_for_ever(store: blocking.MemoryStore):
    async def lines() -> AsyncIterator[str]:
        store.recall("a")
        yield ""

    with pytest.raises(RuntimeError, match="called from its own event loop"):
        store.import_jsonl(lines())

    async def again() -> int:
        return blocking.run(asyncio.sleep(0, 1))

    with pytest.raises(RuntimeError, match="called from its own event loop"):
        blocking.run(again())
    store.remember("still", "here")


def test_coroutines_of_ones_own_run_beside_it(identity: Identity, tmp_path: Path):
    async def work() -> str:
        async with asynchronous.MemoryStore(identity, path=tmp_path / "agent.db") as inner:
            await inner.remember("a", "b")
            memory = await inner.recall("a")
            assert memory is not None
            return memory.value

    assert blocking.run(work()) == "b"


def test_the_callers_context_is_seen_on_the_loop():
    async def seen() -> str:
        await asyncio.sleep(0)
        return REQUEST.get()

    token = REQUEST.set("this one")
    try:
        assert blocking.run(seen()) == "this one"
    finally:
        REQUEST.reset(token)


# ------------------------------------------------------------------- interruptions


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill sends no Ctrl-C there")
def test_ctrl_c_breaks_off_what_is_under_way_and_the_store_goes_on(store: blocking.MemoryStore):
    ended = threading.Event()

    async def long() -> None:
        try:
            await asyncio.sleep(3_600)
        finally:
            await asyncio.sleep(0.05)
            ended.set()

    soon = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    soon.start()
    with pytest.raises(KeyboardInterrupt):
        blocking.run(long())
    assert ended.is_set(), "what was under way has ended before the caller goes on"
    soon = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    soon.start()
    with pytest.raises(KeyboardInterrupt):
        next(store.changes())
    store.remember("a", "b")
    assert store.recall("a") is not None


WRITES_AND_ENDS = """
    import sys, threading
    from sense_memory import Config, Identity, RelayConfig, blocking
    relay, key, path, ending = sys.argv[1:]
    config = Config(relays=RelayConfig(close_timeout=10, read_back_delay=0.1))
    store = blocking.MemoryStore(Identity.from_hex(key), relay, path=path, config=config)
    store.remember("last", "words")
    if ending == "raises":
        raise SystemExit(3)
    if ending == "watched":
        threading.Thread(target=lambda: list(store.changes()), daemon=True).start()
"""


@pytest.mark.parametrize("ending", ["returns", "raises", "watched"])
def test_a_process_that_ends_delivers_what_it_wrote(
    identity: Identity, relay: LocalRelay, tmp_path: Path, ending: str
):
    done = _run(WRITES_AND_ENDS, relay.url, identity.private_key_hex, tmp_path / "agent.db", ending)
    assert done.stderr == ""
    assert done.returncode == (3 if ending == "raises" else 0)
    with blocking.MemoryStore(identity, relay.url) as elsewhere:
        memory = elsewhere.recall("last")
        assert memory is not None
        assert memory.value == "words"


def test_a_store_that_is_dropped_is_closed(identity: Identity, tmp_path: Path):
    store = blocking.MemoryStore(identity, path=tmp_path / "agent.db")
    graph = store.scope("a").graph
    store.remember("a", "b")
    behind = getattr(store, "_behind")  # noqa: B009  # no part of its face
    del store
    gc.collect()
    assert graph.nodes() == [], "a handle keeps it open"
    del graph
    gc.collect()
    while behind._lifetime._closing is None or not behind._lifetime._closing.done():
        time.sleep(0.01)
    assert behind._lifetime.is_closed


FORKS = """
    import os, sys, threading
    from sense_memory import Identity, StorageError, StoreClosedError, blocking
    folder = sys.argv[1]
    before = blocking.MemoryStore(Identity.generate(), path=folder + "/unused.db")
    unused = before.conversation("c")
    key = Identity.generate()
    with blocking.MemoryStore(key, path=folder + "/closed.db") as closed:
        closed.remember("a", "closed")
    store = blocking.MemoryStore(key, path=folder + "/parent.db")
    store.remember("a", "parent")
    lines = store.export_jsonl()
    child = os.fork()
    if not child:
        for use in (lambda: store.recall("a"), lambda: next(lines), store.close):
            try:
                use()
            except StoreClosedError as error:
                assert "forked" in str(error), error
            else:
                os._exit(1)
        try:
            blocking.MemoryStore(key, path=folder + "/parent.db").recall("a")
        except StorageError as error:
            assert "close the store before forking" in str(error), error
        else:
            os._exit(2)
        with blocking.MemoryStore(key, path=folder + "/closed.db") as again:
            assert again.recall("a").value == "closed"
        with blocking.MemoryStore(key, path=folder + "/child.db") as own:
            own.remember("a", "child")
            assert own.recall("a").value == "child"
        unused.add("user", "a store that was not used before the fork goes with whom uses it")
        assert len(unused.turns()) == 1
        sys.exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert store.recall("a").value == "parent"
    store.remember("b", "parent")
    print("done")
"""


# S-18.6
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork there")
def test_a_forked_child_has_a_loop_of_its_own_and_no_store_of_the_parent(tmp_path: Path):
    done = _run(FORKS, tmp_path, PYTHONWARNINGS="ignore::DeprecationWarning")
    assert done.stdout.strip() == "done", done.stderr
    assert done.returncode == 0, done.stderr
