"""``streetai-memory`` 0.2.0 from PyPI, which conversations are compared with.

It is imported from a folder (``pip install --no-deps --target FOLDER streetai-memory faiss-cpu``).
Two things are not as it brings them. ``fastembed``, of which it wants a class to make an encoder,
is a module with nothing in it where it is missing; and ``encode`` and ``encode_many``, by which it
makes vectors, give those of the encoder that everything is measured with. Where ``faiss`` is
missing, its exact search by inner product stands here in numpy.
"""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sense_memory.mind.token_count import token_count

Row = NDArray[np.float32]


class StreetAI:
    """The package, with vectors of our own.

    Args:
        folder: Where it was installed.

    Raises:
        ImportError: It was not.
    """

    def __init__(self, folder: Path) -> None:
        self.rows: dict[str, Row] = {}
        sys.path.insert(0, str(folder))
        try:
            for name, stand_in in (("fastembed", _fastembed), ("faiss", _faiss)):
                try:
                    importlib.import_module(name)
                except ImportError:
                    sys.modules[name] = stand_in()
            self._memory = _module("streetai.memory")
            self._chunking = _module("streetai.chunking")
            self._config = _module("streetai.config")
        finally:
            sys.path.remove(str(folder))
        self._memory.encode = self.rows.__getitem__
        self._memory.encode_many = lambda texts: [self.rows[text] for text in texts]

    def pieces(self, text: str) -> list[str]:
        """What it makes of a text: what it wants vectors of."""
        pieces: list[str] = self._chunking.chunk_text(text)
        return pieces

    def know(self, rows: Mapping[str, Row]) -> None:
        """Take vectors of length 1."""
        self.rows.update(rows)

    def memory(self, path: Path, *, decays: bool = True) -> "StreetMemory":
        """A memory in a file of its own, with the defaults of the package but perhaps for decay."""
        config = self._config.Config() if decays else self._config.Config(decay_rate=0.0)
        registry = self._memory.MemoryRegistry(str(path), config)
        return StreetMemory(registry.get("eval"), self.pieces)


class StreetMemory:
    """One of its memories. Vectors of all that it is given must be known."""

    def __init__(self, memory: Any, pieces: Callable[[str], list[str]]) -> None:
        self._memory = memory
        self.pieces = pieces

    def add(self, text: str, role: str) -> None:
        """Keep a message."""
        self._memory.add_message(text, role)

    def prompt(self, message: str, budget: int | None = None) -> list[str]:
        """What ``build_prompt`` puts before a message; nothing counts as used by it.

        It knows no budget. Under one its pieces are left out from the last until it is kept, and
        if that is not enough the last messages, from the oldest; what frames them is left out with
        the last of them.

        Args:
            message: What is asked.
            budget: Tokens; ``None`` is as it comes.
        """
        used = [(signal, signal.last_used_turn) for signal in self._memory.signals]
        made = self._memory.build_prompt(message).messages[:-1]
        for signal, turn in used:
            signal.last_used_turn = turn
        return fitted([one["content"] for one in made], budget)


_HEAD = "Relevant context from earlier in the conversation:\n  ["
_TAIL = "\n\n---\n"


def fitted(texts: Sequence[str], budget: int | None) -> list[str]:
    """Its prompt, made to fit: ``StreetMemory.prompt``."""
    left = list(texts)
    if budget is None:
        return left
    while left and sum(map(token_count, left)) > budget:
        if not left[0].startswith(_HEAD):
            del left[0]
            continue
        lines, _, end = left[0].rpartition(_TAIL)
        shorter, _, _ = lines.rpartition("\n  [")
        left[0] = f"{shorter}{_TAIL}{end}"
        if not left[0].startswith(_HEAD):
            del left[:2]  # what it lets the model answer to them goes too
    return left


def _module(name: str) -> Any:
    return importlib.import_module(name)


def _fastembed() -> ModuleType:
    module = ModuleType("fastembed")
    module.TextEmbedding = None  # type: ignore[attr-defined]  # never asked for anything
    return module


def _faiss() -> ModuleType:
    module = ModuleType("faiss")
    module.IndexFlatIP = _IndexFlatIP  # type: ignore[attr-defined]
    return module


class _IndexFlatIP:
    """Exact search by inner product."""

    def __init__(self, dimension: int) -> None:
        self._rows = np.zeros((0, dimension), np.float32)

    def add(self, rows: Row) -> None:
        self._rows = np.concatenate([self._rows, rows])

    def search(self, queries: Row, count: int) -> tuple[Row, NDArray[np.int64]]:
        products = queries @ self._rows.T
        order = np.argsort(-products, axis=1, kind="stable")[:, :count]
        return np.take_along_axis(products, order, axis=1), order
