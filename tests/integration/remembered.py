"""What a store made of the exchanges of a client with memory, and how a test looks at it."""

import importlib
import importlib.util
import json
from typing import Any

import pytest

from sense_memory import Identity, MemoryStore, blocking

FACT = "Vergel prefers vanilla js, and never a framework"
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
Said = list[tuple[str, str]]


class _Late:
    """A module that is imported when something of it is used: by the worker that runs its tests."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # pytest looks whether it wraps a fixture, in every worker
            raise AttributeError(name)
        return getattr(importlib.import_module(self._name), name)


def sdk(package: str, part: str = "") -> Any:
    """The provider's own client, or a part of it; without it nothing here can be tested."""
    top = package.partition(".")[0]
    if importlib.util.find_spec(top) is None or importlib.util.find_spec(package) is None:
        reason = f"{package} is not here: its adapter is NOT tested"
        pytest.skip(reason, allow_module_level=True)
    return _Late(f"{package}.{part}" if part else package)


def blocking_store(**options: Any) -> Any:
    """One for synchronous clients, which knows one thing."""
    store = blocking.MemoryStore(Identity.generate(), **options)
    store.persona_remember("people", "facts", "vergel", FACT)
    return store


async def awaited_store(**options: Any) -> MemoryStore:
    store = MemoryStore(Identity.generate(), **options)
    await store.persona_remember("people", "facts", "vergel", FACT)
    return store


def said(store: Any, conversation: str = "main") -> Said:
    """Who said what, oldest first."""
    return [(one.role.value, one.text) for one in store.conversation(conversation).turns()]


async def said_in(store: MemoryStore, conversation: str = "main") -> Said:
    turns = await store.conversation(conversation).turns()
    return [(one.role.value, one.text) for one in turns]


def pair(message: str, reply: str) -> Said:
    return [("user", message), ("assistant", reply)]


def quoted(system: str) -> list[Any]:
    """What the memories of a system prompt are, line by line; each but a day is JSON by itself."""
    block = system.partition("===== memory =====\n")[2]
    lines = block.partition("\n===== end of the memory")[0]
    return [json.loads(line) for line in lines.splitlines() if line[:1] in ('"', "{")]


def values(system: str) -> list[str]:
    """The texts among them; of what was said, without who said it."""
    found = list[str]()
    for line in quoted(system):
        found += [line.partition(": ")[2]] if isinstance(line, str) else line.values()
    return found


def without(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it were not installed."""
    importlib.invalidate_caches()
    monkeypatch.setitem(__import__("sys").modules, module, None)
