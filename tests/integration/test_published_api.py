"""What scripts written for the published client use: names, words, return types."""

import ast
import dataclasses
import inspect
import pickle
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from numpy import float32
from numpy.typing import NDArray

import sense_memory
import sense_memory.store
import sense_memory.types
from relay_fixtures import LocalRelay
from sense_memory import (
    Identity,
    InvalidKeyError,
    Layers,
    Memory,
    MemoryStore,
    Rapport,
    TooLargeError,
    blocking,
    testing,
)
from sense_memory.core import results
from sense_memory.store import rooms

NAMES = [
    "Memory",
    "JournalEntry",
    "PersonaMemory",
    "IntrospectionReport",
    "MemoryStore",
    "DEFAULT_DOMAINS",
    "DEFAULT_FACETS",
    "STATE_ACTIVE",
    "STATE_FADING",
    "STATE_FORGOTTEN",
    "STATE_DISSOLVED",
]
TYPES = [
    "KIND_APP_DATA",
    "KIND_DELETION",
    "D_TAG_PREFIX",
    "JOURNAL_D_TAG_PREFIX",
    "MAX_CONTENT_LENGTH",
    "MAX_QUERY_RESULTS",
    "MAX_KEY_LENGTH",
    "RELAY_TIMEOUT",
    "Memory",
    "JournalEntry",
    "PERSONA_D_TAG_PREFIX",
    "INTROSPECTION_D_TAG_PREFIX",
    "DEFAULT_DOMAINS",
    "DEFAULT_FACETS",
    "VALID_STATES",
    "DEFAULT_HALFLIFE_DAYS",
    "THRESHOLD_FADING",
    "THRESHOLD_FORGOTTEN",
    "THRESHOLD_DISSOLVED",
    "MAX_TAXONOMY_LENGTH",
    "PersonaMemory",
    "IntrospectionReport",
]
METHODS = ["remember", "recall", "recall_all", "forget", "journal", "recent", "check"]


def test_the_names_are_where_they_were():
    assert all(hasattr(sense_memory, name) for name in NAMES)
    assert all(hasattr(sense_memory.types, name) for name in TYPES)
    assert sense_memory.store.MemoryStore is MemoryStore
    assert all(inspect.iscoroutinefunction(getattr(MemoryStore, name)) for name in METHODS)


def test_every_public_name_exists_once_and_in_order():
    assert sorted(sense_memory.__all__, key=lambda n: (not n.isupper(), n)) == sense_memory.__all__
    assert all(hasattr(sense_memory, name) for name in sense_memory.__all__)


def imported_for_checkers(module: ModuleType) -> list[ast.ImportFrom]:
    """What a module says to import where nothing is run."""
    assert module.__file__ is not None
    source = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    (for_checkers,) = (
        node
        for node in source.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return [node for node in for_checkers.body if isinstance(node, ast.ImportFrom)]


def test_a_public_name_is_imported_from_where_type_checkers_find_it():
    seen = {
        node.module: tuple(alias.name for alias in node.names)
        for node in imported_for_checkers(sense_memory)
    }
    assert seen == sense_memory._NAMES
    names = [name for of_module in seen.values() for name in of_module]
    assert sorted(names) == sorted(sense_memory.__all__)


@pytest.mark.parametrize("module", [rooms, results])
def test_what_is_imported_when_asked_for_is_what_type_checkers_find(module: ModuleType):
    seen = dict[str, object]()
    for node in imported_for_checkers(module):
        package = module.__package__ or ""
        place = import_module(f"{package}.{node.module}" if node.module else package)
        for alias in node.names:
            if not hasattr(place, alias.name):
                import_module(f"{place.__name__}.{alias.name}")
            seen[alias.asname or alias.name] = getattr(place, alias.name)
    assert sorted(seen) == sorted(module.__all__)
    assert all(getattr(module, name) is what for name, what in seen.items())
    with pytest.raises(AttributeError, match="has no attribute 'Nonsense'"):
        _ = module.Nonsense


def test_the_package_alone_loads_nothing_of_its_own_and_lists_every_name():
    code = (
        "import sys, sense_memory\n"
        "assert not [m for m in sys.modules if m.startswith(('sense_memory.', 'nips'))]\n"
        "assert {'MemoryStore', 'types', '__version__'} <= set(dir(sense_memory))\n"
        "assert sense_memory.types.Memory is sense_memory.Memory\n"
        "assert 'sense_memory.store' not in sys.modules\n"
        "from sense_memory import *\n"
        "assert MemoryStore is sense_memory.store.MemoryStore\n"
        "assert set(sense_memory.__all__) <= set(globals())\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="'sense_memory' has no attribute 'Nonsense'"):
        _ = sense_memory.Nonsense  # type: ignore[attr-defined]


def test_what_was_pickled_comes_back_as_what_is_public():
    memory = Memory("k", "v", 1.0)
    assert pickle.loads(pickle.dumps(memory)) == memory
    assert isinstance(memory, sense_memory.Memory)


async def test_a_script_of_the_published_client_runs_unchanged(
    identity: Identity, relay: LocalRelay
):
    store = MemoryStore(identity, relay.url)
    assert identity.public_key_hex == store.pubkey
    assert (relay.url, [relay.url]) == (store.relay_url, store.relay_urls)
    event_id = await store.remember("user_timezone", "America/Vancouver")
    assert len(event_id) == 64
    memory = await store.recall("user_timezone")
    assert isinstance(memory, Memory)
    assert memory.value == "America/Vancouver"
    assert isinstance(memory.created_at, float)
    assert [memory] == await store.recall_all()
    assert len(await store.journal("An entry.")) == 64
    assert [entry.content for entry in await store.recent(limit=5)] == ["An entry."]
    assert {relay.url: True} == await store.check()
    assert len(await store.forget("user_timezone")) == 64
    assert await store.recall("user_timezone") is None
    await store.close()


async def test_the_newest_journal_entries_come_first_and_never_more_than_asked(
    identity: Identity,
):
    async with MemoryStore(identity) as store:
        for number in range(5):
            await store.journal(str(number))
        assert [entry.content for entry in await store.recent(2)] == ["4", "3"]
        assert len(await store.recent(0)) == 1
        assert len(await store.recent(1000)) == 5


# S-6.1
@pytest.mark.parametrize(
    ("relay_url", "words"),
    [
        ("", "wss://"),
        ("http://relay.example", "wss://"),
        ("ws://relay.example", "wss://"),
        ([], "non-empty"),
        (["wss://ok.example", "ftp://no"], "wss://"),
        ("wss://", "wss://"),
        ("wss://user:word@relay.example", "wss://"),
    ],
)
def test_relay_urls_are_refused_with_the_published_words(
    identity: Identity, relay_url: object, words: str
):
    with pytest.raises(ValueError, match=words):
        MemoryStore(identity, relay_url)  # type: ignore[arg-type]


@pytest.mark.parametrize("url", ["ws://127.0.0.1:7777", "ws://localhost:1", "ws://[::1]:80/path"])
def test_relays_on_this_machine_may_be_plain(identity: Identity, url: str):
    assert [url] == MemoryStore(identity, url).relay_urls


def test_the_constructor_touches_nothing(tmp_path: Path):
    MemoryStore(object(), "wss://relay.example", path=tmp_path / "no" / "a.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_value_that_relays_would_not_keep_is_refused_before_anything_is_written(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        await store.remember("k", "v")
        for value in ("é" * 21_000, "名" * 14_000, "x" * 41_000):
            with pytest.raises(TooLargeError, match="40960"):
                await store.remember("k", value)
        with pytest.raises(InvalidKeyError, match="too long"):
            await store.remember("k", "x" * 65_001)
        assert (await store.recall("k")).value == "v"
        await store.remember("k", "名" * 13_000)
        assert len((await store.recall("k")).value) == 13_000


def test_frameworks_can_resolve_what_every_public_function_takes_and_gives():
    """As those do that offer a method to a model: what is imported late is imported then."""

    def functions(module: ModuleType) -> Iterator[tuple[str, Callable[..., object]]]:
        for name in module.__all__:
            public = getattr(module, name)
            if inspect.isfunction(public):
                yield name, public
            if not inspect.isclass(public):
                continue
            for own, member in inspect.getmembers_static(public):
                if own.startswith("_") and own != "__init__":
                    continue
                behind = getattr(member, "__func__", getattr(member, "fget", member))
                if inspect.isfunction(behind):
                    yield f"{name}.{own}", behind

    hints = {
        name: typing.get_type_hints(function)
        for module in (blocking, testing, sense_memory)
        for name, function in functions(module)
    }
    assert len(hints) > 500
    assert hints["MemoryStore.rotation"].keys() == {"identity", "path", "keep_old", "return"}
    assert hints["HashEncoder.encode"]["return"] == NDArray[float32]


def test_what_a_caller_meets_is_exported():
    """Results, what they consist of, and errors: all can be named without a private module."""
    from sense_memory.core import errors

    def named(hint: object) -> set[type]:
        inner = {one for part in typing.get_args(hint) for one in named(part)}
        return inner | ({hint} if isinstance(hint, type) else set())

    def parts(kind: type) -> set[type]:
        hints = typing.get_type_hints(kind) if dataclasses.is_dataclass(kind) else {}
        return {one for hint in hints.values() for one in named(hint)}

    methods = [
        member
        for held in (MemoryStore, Rapport, Layers)
        for name, member in inspect.getmembers(held, inspect.isfunction)
        if not name.startswith("_") and name != "rotation"
    ]
    met = {one for m in methods for one in named(typing.get_type_hints(m)["return"])}
    while more := {part for one in met for part in parts(one)} - met:
        met |= more
    ours = {one for one in met if one.__module__.startswith("sense_memory")}
    internal = {"Touch"}
    assert {one.__name__ for one in ours} - set(sense_memory.__all__) == internal
    relays = {
        one.__name__
        for one in errors.RelayError.__subclasses__()
        if one.__module__ == errors.__name__
    }
    assert relays <= set(sense_memory.__all__)
