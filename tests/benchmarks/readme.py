"""What README says of speed: a few figures, each beside a peer of the same run."""

import asyncio
import contextlib
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore

from . import child, comparing, filling, sample
from .figures import Machine
from .latency import Bare
from .markdown import Page, machine_line, number
from .parts import first_answer, floor, open_one, open_sqlite, restore
from .searching import memories

RECORDS = 10_000
WRITES, READS, QUESTIONS, CHANGES = 200, 500, 150, 10
STARTS = 9
LEAST = "tests.benchmarks.parts.least_mcp"
"""Named, not imported: the SDK sets up the log of whoever imports it."""
LIMIT = 10
"""What ``search`` finds unless it is told otherwise."""
VALUE = "a value of some length, as people write them"
OFFERED = 64
"""What a room offers for a prompt at most; its peer shows as many."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is measured.

    Attributes:
        what: With sense-memory.
        peer: What does as much of it as it can, beside it.
    """

    what: str
    peer: str


WRITE = Row("`remember`: one memory more, on disk", "one fsync'd SQLite commit as large")
RECALL = Row("`recall` by key, first time", "one `SELECT` of plain text")
OPEN = Row(
    "open a file and `recall`: a whole process", "the same of a plain SQLite file, with `sqlite3`"
)
SEARCH = Row("`search` in everything", "SQLite's FTS5 in memory, ten best by `bm25`")
PROMPT = Row("`prompt()`, 1,500 tokens", "SQLite's FTS5 in memory, 64 best by `bm25`")
RESTORE = Row(
    f"restore {RECORDS:,} from a relay, into a file",
    "the least: bare pages, each event parsed, verified, decrypted",
)
SYNC = Row(f"sync {CHANGES} changes among {RECORDS:,}, from cold", "reading it all, page by page")
WIRE = Row("… bytes both ways", "reading it all, page by page")
START = Row("`sense-memory recall mood`: a whole process", "`python -c pass`")
MCP = Row("`sense-memory mcp`: its first answer", "a server of the SDK's with one tool")

ROWS = (WRITE, RECALL, OPEN, SEARCH, PROMPT, RESTORE, SYNC, WIRE, START, MCP)
"""In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A row's figures.

    Attributes:
        row: Which.
        ours: In ``unit``.
        theirs: The peer's.
        unit: ``ms``, ``s``, ``KiB``.
    """

    row: Row
    ours: float
    theirs: float
    unit: str

    @property
    def cells(self) -> tuple[str, ...]:
        """As they are shown."""
        return (
            self.row.what,
            number(self.ours, self.unit),
            number(self.theirs, self.unit),
            number(self.ours / self.theirs, "×"),
            self.row.peer,
        )


COLUMNS = ("", "sense-memory", "beside it", "ratio", "which is")


def run() -> Page:
    """Measure all of it; some minutes."""
    machine = Machine.here()
    with tempfile.TemporaryDirectory(prefix="sense-memory-readme-") as text:
        directory = Path(text)
        scene = asyncio.run(_Scene.made(directory))
        found = [
            *_written_and_read(scene),
            *_opened(scene),
            *asyncio.run(_asked(scene)),
            *_relayed(scene),
            *_started(directory),
        ]
    by_row = {one.row: one for one in found}
    return Page(
        "benchmarks",
        COLUMNS,
        tuple(by_row[row].cells for row in ROWS),
        f"Medians, on {machine_line(machine)}. The file holds {RECORDS:,} memories of 60–250 "
        "characters, half of them lines of conversations; relays are on the same machine. Ratios "
        "travel better than times.",
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """A device's closed file of ten thousand memories and some under keys.

    Attributes:
        directory: Where everything is.
        identity: Whose.
        file: The device's.
        key: That of its key.
    """

    directory: Path
    identity: Identity
    file: Path
    key: Path

    @classmethod
    async def made(cls, directory: Path) -> "_Scene":
        identity = Identity.generate()
        scene = cls(directory, identity, directory / "first.db", directory / "first.key")
        identity.save(scene.key)
        persona = RECORDS - READS - 1
        await filling.fill(scene.file, identity, persona, memories(persona))
        async with MemoryStore(identity, path=scene.file) as store:
            for key, value in sample.pairs(READS):
                await store.remember(key, value)
            await store.remember(open_one.KEY, "a value")
        return scene

    def copy(self, name: str) -> Path:
        """The file once more, for what changes it."""
        path = self.directory / name
        shutil.copyfile(self.file, path)
        path.chmod(0o600)
        return path

    def plain(self) -> Path:
        """The same memories as plain text in a SQLite file, for a peer."""
        path = self.directory / "plain.db"
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE IF NOT EXISTS memory (key PRIMARY KEY, value)")
            rows = [(one.key, one.value) for one in memories(RECORDS - READS - 1)]
            rows += [*sample.pairs(READS), (open_one.KEY, "a value")]
            connection.executemany("INSERT OR REPLACE INTO memory VALUES (?, ?)", rows)
        return path


# ------------------------------------------------------------------- one memory


def _written_and_read(scene: _Scene) -> Iterator[Measured]:
    path = scene.copy("written.db")
    bare = Bare(scene.directory / "bare.db", path)
    writes, commits = asyncio.run(_writes(scene.identity, path, bare))
    bare.close()
    yield Measured(WRITE, statistics.median(writes), statistics.median(commits), "ms")
    keys = [key for key, _ in sample.pairs(READS)]
    random.Random(sample.SEED).shuffle(keys)
    reads = asyncio.run(_reads(scene.identity, path, keys))
    with contextlib.closing(sqlite3.connect(scene.plain())) as connection:
        query = "SELECT value FROM memory WHERE key = ?"

        def select(key: str) -> object:
            return connection.execute(query, (key,)).fetchone()

        selects = [_spent(select, key) for key in keys]
    yield Measured(RECALL, statistics.median(reads), statistics.median(selects), "ms")


async def _writes(identity: Identity, path: Path, bare: Bare) -> tuple[list[float], list[float]]:
    writes, commits = list[float](), list[float]()
    async with MemoryStore(identity, path=path) as store:
        for at in range(WRITES):
            commits.append(_spent(bare.commit, at))
            writes.append(await _awaited(store.remember, f"new_{at}", VALUE))
    return writes, commits


async def _reads(identity: Identity, path: Path, keys: Sequence[str]) -> list[float]:
    async with MemoryStore(identity, path=path) as store:
        return [await _awaited(store.recall, key) for key in keys]


def _opened(scene: _Scene) -> Iterator[Measured]:
    ours = ("-m", open_one.__name__, str(scene.file), str(scene.key))
    theirs = ("-m", open_sqlite.__name__, str(scene.plain()), open_one.KEY)
    yield Measured(OPEN, *_in_turn(ours, theirs, scene.directory), "ms")


def _in_turn(ours: Sequence[str], theirs: Sequence[str], home: Path) -> tuple[float, float]:
    """How long two programs take from start to end, ms; each compiles its modules first."""
    found = (list[float](), list[float]())
    for at in range(STARTS + 1):
        for times, arguments in zip(found, (ours, theirs), strict=True):
            ended = child.run(*arguments, is_quiet=True, SENSE_MEMORY_HOME=str(home))
            if at:
                times.append(ended.wall * 1000)
    return statistics.median(found[0]), statistics.median(found[1])


# ---------------------------------------------------------------- all of them


async def _asked(scene: _Scene) -> list[Measured]:
    texts = [one.value for one in memories(RECORDS - READS - 1)]
    chance = random.Random(sample.SEED + 3)
    asked = list[str]()
    for text in chance.sample(texts, QUESTIONS):
        words = text.replace(".", "").replace(":", "").split()
        asked.append(" ".join(chance.sample(words, chance.randint(3, 8))))
    texts += [value for _, value in sample.pairs(READS)]
    spent: dict[str, list[float]] = {name: [] for name in ("search", "best", "prompt", "offered")}
    async with MemoryStore(scene.identity, path=scene.file) as store:
        await store.prompt(asked[0])  # fills what later ones find filled
        with contextlib.closing(_fts(texts)) as fts:
            for one in asked:
                spent["search"].append(await _awaited(store.search, one))
                spent["best"].append(_spent(_best, fts, one, LIMIT))
                spent["prompt"].append(await _awaited(store.prompt, one))
                spent["offered"].append(_spent(_best, fts, one, OFFERED))
    found = {name: statistics.median(times) for name, times in spent.items()}
    return [
        Measured(SEARCH, found["search"], found["best"], "ms"),
        Measured(PROMPT, found["prompt"], found["offered"], "ms"),
    ]


def _fts(texts: Sequence[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE m USING fts5(value, tokenize='porter')")
    connection.executemany("INSERT INTO m VALUES (?)", ((text,) for text in texts))
    return connection


def _best(fts: sqlite3.Connection, asked: str, limit: int) -> None:
    wanted = " OR ".join(f'"{word}"' for word in asked.split())
    query = "SELECT value FROM m WHERE m MATCH ? ORDER BY bm25(m) LIMIT ?"
    fts.execute(query, (wanted, limit)).fetchall()


# --------------------------------------------------------------------- relays


def _relayed(scene: _Scene) -> Iterator[Measured]:
    restored = scene.directory / "restored.db"
    with LocalRelay() as relay:
        asyncio.run(filling.push(relay.url, scene.file))
        given = (relay.url, str(scene.key))
        least = child.run("-m", floor.__name__, *given).said
        ours = child.run("-m", restore.__name__, *given, str(restored)).said
    assert least["events"] >= RECORDS, least
    yield Measured(RESTORE, ours["complete_s"], least["fetch_s"] + least["floor_s"], "s")
    changes = asyncio.run(_changed(scene, restored))
    filling.export(scene.file, scene.directory / "first.jsonl")
    found = comparing.both(scene.directory, "first", changes)
    compared, paged = found["yes"], found["no"]
    yield Measured(SYNC, compared["first_ms"], paged["first_ms"], "ms")
    yield Measured(WIRE, compared["first_kib"], paged["first_kib"], "KiB")


async def _changed(scene: _Scene, path: Path) -> Path:
    """What another device, that has restored everything, changes; as events."""
    before = set(filling.events_of(path))
    async with MemoryStore(scene.identity, path=path) as store:
        some = (await store.persona_recall("people", "facts"))[:: RECORDS // 3 // CHANGES]
        for one in some[:CHANGES]:
            await store.persona_remember(one.domain, one.facet, one.key, "changed elsewhere")
    changes = scene.directory / "changes.jsonl"
    changed = [event for event in filling.events_of(path) if event not in before]
    # the record of that device is not what is compared
    changed = [event for event in changed if "/persona/" in event]
    assert len(changed) == CHANGES, len(changed)
    changes.write_text("".join(f"{event}\n" for event in changed))
    return changes


# --------------------------------------------------------------------- starts


def _started(directory: Path) -> Iterator[Measured]:
    home = directory / "home"
    for made in (("init", "--local"), ("remember", "mood", "curious")):
        child.run("-m", "sense_memory", *made, is_quiet=True, SENSE_MEMORY_HOME=str(home))
    recall = ("-m", "sense_memory", "recall", "mood")
    yield Measured(START, *_in_turn(recall, ("-c", "pass"), home), "ms")
    servers = (("-m", "sense_memory", "mcp"), ("-m", LEAST))
    answers = (list[float](), list[float]())
    for at in range(STARTS // 2 + 1):
        for times, arguments in zip(answers, servers, strict=True):
            given = ("-m", first_answer.__name__, *arguments)
            said = child.run(*given, SENSE_MEMORY_HOME=str(home)).said
            if at:  # the first compiles what was never compiled
                times.append(said["answered_ms"])
    yield Measured(MCP, statistics.median(answers[0]), statistics.median(answers[1]), "ms")


# ---------------------------------------------------------------------- time


def _spent(do: Callable[..., object], *given: Any) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    do(*given)
    return (time.perf_counter() - began) * 1000


async def _awaited(do: Callable[..., Awaitable[object]], *given: Any) -> float:
    began = time.perf_counter()
    await do(*given)
    return (time.perf_counter() - began) * 1000
