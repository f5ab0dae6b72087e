"""Flip one bit of a file: no memory may change, vanish or change its name without a word.

    python -m tests.endurance.bitflips [--flips 1000] [--seed 1] [--structure]

Three files hold memories of every kind, tombstones, and writes that wait for relays: one was
closed, one was left behind by a killed process, with a write-ahead log, and one waits to learn how
its store addresses. A copy gets one flipped bit, anywhere in the file or its log, and is opened and
read as a program would. What it then says is compared with what it said before:

* ``unchanged``: everything is there and nothing is said;
* ``rebuilt``: damage was noticed, and a new file holds all that was there;
* ``rebuilt, with losses``: the same, and what is missing is known to be missing;
* ``refused``: it cannot be opened, and says why;
* ``SILENT``: something differs, and nobody said so. There must be none.

Every tenth file belongs to a store with a relay that holds everything: there nothing may be lost.
With ``--structure`` the bits are those that hold a file together rather than any: the first page,
the beginnings of the others, and of the frames of a log.
"""

import argparse
import asyncio
import contextlib
import logging
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    Identity,
    MemoryStore,
    ReadFailedError,
    RelayConfig,
    SenseMemoryError,
)

NOWHERE = "ws://127.0.0.1:9"
"""A relay that never answers: the discard port."""
WITH_RELAY = 10
"""Every so many flips the store has a relay that holds everything."""
LOGS = ("", "-wal")
PAGE, FRAME = 4096, 24
HEAD_BYTES = 64
"""Bytes at the beginning of a page where its structure is."""
CONFIG = Config(relays=RelayConfig(read_back_delay=0.0))
"""Deletions follow at once: nothing here is about the time that takes."""


class Outcome(StrEnum):
    """What became of a flip."""

    UNCHANGED = "unchanged"
    REBUILT = "rebuilt"
    LOSSES = "rebuilt, with losses"
    REFUSED = "refused"
    SILENT = "SILENT"


@dataclass(frozen=True, slots=True)
class Flip:
    """One flipped bit.

    Attributes:
        number: Of the flip, from 0.
        file: Which file it was.
        place: ``main`` or ``log``, the byte and the bit.
        outcome: What became of it.
        notes: What differs, or what was said.
    """

    number: int
    file: str
    place: str
    outcome: Outcome
    notes: tuple[str, ...]

    def __str__(self) -> str:
        notes = "; ".join(self.notes)
        return f"flip {self.number:>4}  {self.file:<8} {self.place:<16} {self.outcome}  {notes}"


@dataclass(frozen=True, slots=True)
class Original:
    """A file before it is damaged.

    Attributes:
        name: What it is called here.
        path: The file; its log, if any, is beside it.
        relays: The relays its store has.
        says: Everything that can be read from it.
    """

    name: str
    path: Path
    relays: tuple[str, ...]
    says: dict[str, str]


@dataclass(slots=True)
class Reading:
    """What a store said when everything was asked for.

    Attributes:
        says: Name to what stands there; absent names have ``"None"``.
        unknown: Names that it could not speak of.
        salvaged: Whether it says that its file was rebuilt.
    """

    says: dict[str, str] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    salvaged: bool = False


class _Listener(logging.Handler):
    """Hears every warning of the library."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(record.getMessage())


@contextlib.contextmanager
def _listening(heard: list[str]) -> Iterator[None]:
    listener = _Listener(heard)
    logging.getLogger("sense_memory").addHandler(listener)
    try:
        yield
    finally:
        logging.getLogger("sense_memory").removeHandler(listener)


# ------------------------------------------------------------------------------------ originals


LONG_KEY = "a key that no relay indexes, " * 7
KEYS = [*(f"key_{number}" for number in range(24)), LONG_KEY]
GONE = ["gone_1", "gone_2"]
NEVER = "never was"
SCOPE = "user:alice"
EXTRA = "written later"


async def _fill(store: MemoryStore) -> None:
    """Memories of every kind, with texts from a word to several pages."""
    for number, key in enumerate(KEYS):
        await store.remember(key, f"value {number} " + "x" * (number * number * 3))
    for key in GONE:
        await store.remember(key, "this is forgotten")
        await store.forget(key)
    await store.remember("key_1", "a second value")
    await store.forget("key_2")
    await store.remember("key_2", "remembered again")
    for number in range(4):
        await store.journal(f"entry {number}")
        await store.persona_remember(
            "people", "facts", f"person-{number}", f"likes {number}", themes=["tea"]
        )
    await store.persona_remember("people", "facts", "friend", "of both", connections=["person-1"])
    await store.scope(SCOPE).remember("key_0", "in a scope")


async def originals(identity: Identity, home: Path, relay: str) -> list[Original]:
    """The files that are going to be damaged."""
    plans = [
        ("closed", (NOWHERE,), "plain"),
        ("killed", (NOWHERE,), "blinded"),
        ("waiting", (NOWHERE,), None),
        ("relay", (relay,), "plain"),
    ]
    made: list[Original] = []
    for name, relays, addressing in plans:
        folder = home / name
        folder.mkdir(parents=True)
        path = folder / "store.db"
        living = home / f"{name}-living.db"
        async with _store(identity, living, relays, addressing) as store:
            await _fill(store)
            if name == "relay":
                await store.sync()
            if name == "killed":
                _copy(living, path)  # as a killed process leaves it
        if name != "killed":
            _copy(living, path)
        probe = home / f"{name}-probe.db"
        _copy(path, probe)
        reading = await _read(identity, probe, relays if name == "relay" else ())
        if reading.unknown or reading.salvaged:
            raise RuntimeError(f"the undamaged file {name} is not sound: {reading}")
        made.append(Original(name, path, relays if name == "relay" else (), reading.says))
    return made


def _store(
    identity: Identity, path: Path, relays: tuple[str, ...], addressing: str | None = None
) -> MemoryStore:
    return MemoryStore(
        identity, list(relays) or None, path=path, addressing=addressing, config=CONFIG
    )


def _copy(path: Path, target: Path) -> None:
    for ending in LOGS:
        source = path.with_name(path.name + ending)
        if source.exists():
            shutil.copyfile(source, target.with_name(target.name + ending))


# -------------------------------------------------------------------------------------- reading


async def _read(identity: Identity, path: Path, relays: tuple[str, ...]) -> Reading:
    """Ask a store for everything, one by one and in lists.

    Raises:
        SenseMemoryError: It cannot be opened, or it found damage.
    """
    reading = Reading()
    async with _store(identity, path, relays) as store:
        if relays:
            await store.sync()
        await _ask(store, reading)
        status = store.status()
        reading.says["records"] = str(status.records)
        reading.salvaged = status.salvaged is not None
    return reading


async def _ask(store: MemoryStore, reading: Reading) -> None:
    scoped = store.scope(SCOPE)
    for key in [*KEYS, *GONE, NEVER]:
        try:
            memory = await store.recall(key)
        except ReadFailedError:
            reading.unknown.add(key)
        else:
            reading.says[key] = repr(memory)
    try:
        reading.says["scoped"] = repr(await scoped.recall("key_0"))
    except ReadFailedError:
        reading.unknown.add("scoped")
    for memory in await store.recall_all():
        reading.says[f"listed {memory.key}"] = repr(memory)
    for memory in await scoped.recall_all():
        reading.says[f"listed in scope {memory.key}"] = repr(memory)
    for insight in await store.persona_recall():
        name = f"persona {insight.domain}/{insight.facet}/{insight.key}"
        reading.says[name] = insight.value + repr(sorted(insight.themes))
    for number, entry in enumerate(sorted(await store.recent(100), key=lambda e: e.content)):
        reading.says[f"journal {number}"] = entry.content


# ------------------------------------------------------------------------------------- flipping


def flips(count: int, seed: int, home: Path, *, structure: bool = False) -> Iterator[Flip]:
    """Flip so many bits, each in a fresh copy of one of the files.

    Args:
        count: How many.
        seed: For the same places again; texts in the files are random in any case.
        home: An empty folder to work in.
        structure: Only where the structure of the file is.
    """
    choose = random.Random(seed)
    identity = Identity.from_hex(Identity.generate().private_key_hex)
    with LocalRelay() as relay:
        *files, with_relay = asyncio.run(originals(identity, home / "originals", relay.url))
        for number in range(count):
            is_with_relay = number % WITH_RELAY == WITH_RELAY - 1
            original = with_relay if is_with_relay else files[number % len(files)]
            folder = home / f"flip-{number}"
            folder.mkdir()
            flip = asyncio.run(_flip(number, original, choose, identity, folder, structure))
            if flip.outcome is not Outcome.SILENT:
                shutil.rmtree(folder)
            yield flip


async def _flip(
    number: int,
    original: Original,
    choose: random.Random,
    identity: Identity,
    folder: Path,
    structure: bool,
) -> Flip:
    path = folder / "store.db"
    _copy(original.path, path)
    ends = [e for e in LOGS if path.with_name(path.name + e).exists()]
    sizes = [path.with_name(path.name + ending).stat().st_size for ending in ends]
    (ending,) = choose.choices(ends, weights=sizes)
    place = path.with_name(path.name + ending)
    data = bytearray(place.read_bytes())
    byte, bit = choose.randrange(len(data)), choose.randrange(8)
    if structure:
        unit, start = (PAGE + FRAME, 32) if ending else (PAGE, 0)
        byte = min(start + (byte // unit) * unit + choose.randrange(HEAD_BYTES), len(data) - 1)
        if choose.random() < 0.2:
            byte = choose.randrange(min(PAGE, len(data)))
    data[byte] ^= 1 << bit
    place.write_bytes(data)
    outcome, notes = await _judged(original, identity, path)
    return Flip(
        number, original.name, f"{'log' if ending else 'main'} {byte}.{bit}", outcome, tuple(notes)
    )


async def _judged(original: Original, identity: Identity, path: Path) -> tuple[Outcome, list[str]]:
    """Open the file, and again if it says so; then write, and read once more."""
    said: list[str] = []
    with _listening(said):
        reading = await _read_twice(original, identity, path, said)
    if reading is None:
        return Outcome.REFUSED, said[-1:]
    outcome, notes = _compared(original.says, reading, said, has_relay=bool(original.relays))
    if outcome is Outcome.SILENT:
        return outcome, notes
    complaints: list[str] = []
    with _listening(complaints):
        try:
            await _write_on(identity, path, original.relays)
        except SenseMemoryError as error:
            complaints.append(f"{type(error).__name__}: {error}")
        again = await _read_twice(original, identity, path, complaints)
    if again is None:
        return Outcome.REFUSED, complaints[-1:]
    for name in [name for name in again.says if EXTRA in name]:
        del again.says[name]  # where the writing broke off
    again.says["records"] = reading.says["records"]
    again.salvaged = again.salvaged and not reading.salvaged
    then, later = _compared(reading.says, again, complaints, has_relay=bool(original.relays))
    return max(outcome, then, key=list(Outcome).index), [*notes, *later]


async def _read_twice(
    original: Original, identity: Identity, path: Path, said: list[str]
) -> Reading | None:
    """Read everything, and again after a complaint; ``None`` if both were in vain."""
    for _ in range(2):
        try:
            return await _read(identity, path, original.relays)
        except SenseMemoryError as error:
            said.append(f"{type(error).__name__}: {error}")
    return None


def _compared(
    before: dict[str, str], reading: Reading, said: list[str], *, has_relay: bool
) -> tuple[Outcome, list[str]]:
    differs = _differences(before, reading)
    if not reading.salvaged:
        return (Outcome.SILENT if differs else Outcome.UNCHANGED), [*said, *differs]
    if differs and has_relay:
        return Outcome.SILENT, ["lost although a relay holds it", *differs]
    if not said:
        return Outcome.SILENT, ["rebuilt without a word", *differs]
    return (Outcome.LOSSES if differs else Outcome.REBUILT), [*said, *differs]


def _differences(before: dict[str, str], reading: Reading) -> list[str]:
    """What a store says otherwise than before."""
    after = reading.says
    names = [*before, *(name for name in after if name not in before)]
    return [
        f"{name[:40]}: {before.get(name, 'nothing')[:60]} -> "
        f"{'not known' if name in reading.unknown else after.get(name, 'nothing')[:60]}"
        for name in names
        if before.get(name) != after.get(name)
    ]


async def _write_on(identity: Identity, path: Path, relays: tuple[str, ...]) -> None:
    """Use the file as if nothing had been: pages that were free are taken, and given back."""
    async with _store(identity, path, relays) as store:
        for number in range(10):
            await store.remember(f"{EXTRA} {number}", "y" * 2_000)
        for number in range(10):
            await store.forget(f"{EXTRA} {number}")


def main() -> int:
    """Run it; 0 if nothing changed without a word."""
    parser = argparse.ArgumentParser(prog="python -m tests.endurance.bitflips", description=__doc__)
    parser.add_argument("--flips", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--structure", action="store_true", help="only where the structure is")
    parser.add_argument("--keep", type=Path, help="where to work, and to leave what went wrong")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sense-memory-bitflips-") as scratch:
        done: Counter[Outcome] = Counter()
        home = options.keep or Path(scratch)
        for flip in flips(options.flips, options.seed, home, structure=options.structure):
            done[flip.outcome] += 1
            if flip.outcome is not Outcome.UNCHANGED:
                print(flip, flush=True)
    print(", ".join(f"{done[outcome]} {outcome}" for outcome in Outcome))
    return 1 if done[Outcome.SILENT] else 0


if __name__ == "__main__":
    raise SystemExit(main())
