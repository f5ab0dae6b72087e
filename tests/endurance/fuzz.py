"""Feed a client whatever a relay could send, and its codec whatever a key could open to.

    python -m tests.endurance.fuzz [--frames 1000000] [--bodies 100000] [--seed 1]

Frames go through the protocol, and from there through verification, decryption, decoding and
merging. Bodies, which only a holder of the key can write, go through decoding and merging alone;
what was merged is written and read again. Each is a sound one with something done to it. Nothing
may be raised, nothing that was written may be read otherwise, and memory may not grow.

The same seed makes the same frames and bodies. A failure is printed once, with its number and the
shortest case that fails like it.
"""

import argparse
import asyncio
import gc
import os
import random
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from .fuzz_seeds import Me, Plaintext, frames, plaintexts, rehashed
from .fuzz_target import Target
from .mutation import mutated
from .shrinking import shrunk

MAX_GROWTH: Final = 64 * 2**20
"""Bytes by which the process may have grown since it was warm."""
WARM: Final = 10
"""One in so many comes before memory is measured for the first time."""
CONNECTION: Final = 50
"""Frames after which a relay is lost and found again."""
REMEMBERED: Final = 200
"""Frames or bodies kept, in case a failure needs those before it."""
TRIES: Final = 300
SHOWN: Final = 2_000
"""Characters of a case that are printed."""


class Subject(Protocol):
    """What is fed."""

    async def frame(self, text: str, *, last: bool) -> bool:
        """Take in a frame; whether nothing was wrong with it."""
        ...

    def body(self, text: str, address: str, number: int) -> bool:
        """Take in a plaintext from an address; whether it could be used."""
        ...

    @property
    def merged(self) -> int:
        """Records and deletions that were merged so far."""
        ...


Make: TypeAlias = Callable[[Me], Subject]


@dataclass(frozen=True, slots=True)
class Case:
    """One frame, or one body and where it stands.

    Attributes:
        number: of its kind, from 0.
        text: what is fed.
        address: of a body; ``None`` for a frame.
    """

    number: int
    text: str
    address: str | None = None

    def __str__(self) -> str:
        what = "frame" if self.address is None else f"body at {self.address!a}"
        rest = f" ... and {len(self.text) - SHOWN:,} characters" if len(self.text) > SHOWN else ""
        return f"{what}: {self.text[:SHOWN]!a}{rest}"


@dataclass(frozen=True, slots=True)
class Failure:
    """One way to fail.

    Attributes:
        kind: ``frame`` or ``body``.
        number: of the first case that failed like this.
        error: what was raised, and where.
        cases: the shortest sequence found that fails like this.
        alone: whether that sequence fails with a new client; otherwise it is only the last case.
    """

    kind: str
    number: int
    error: str
    cases: tuple[Case, ...]
    alone: bool

    def __str__(self) -> str:
        cases = "\n".join(f"    {case}" for case in self.cases)
        note = "" if self.alone else "\n    (not alone: run the same seed to see it)"
        return f"{self.kind} {self.number:,}: {self.error}\n{cases}{note}"


@dataclass(slots=True)
class Report:
    """What became of it all.

    Attributes:
        frames: how many were fed.
        sound: those that nothing was wrong with, as far as the protocol and the signatures go.
        records: records and deletions that came out of frames and were merged.
        bodies: how many were fed.
        usable: those that were read.
        failures: every way to fail, once.
        failed: cases that failed.
        grown: bytes by which the process grew; ``None`` where that cannot be measured.
        frames_took: seconds.
        bodies_took: seconds.
    """

    frames: int = 0
    sound: int = 0
    records: int = 0
    bodies: int = 0
    usable: int = 0
    failures: dict[str, Failure] = field(default_factory=dict)
    failed: int = 0
    grown: int | None = None
    frames_took: float = 0.0
    bodies_took: float = 0.0

    @property
    def is_sound(self) -> bool:
        """Whether nothing went wrong."""
        return not self.failures and (self.grown is None or self.grown < MAX_GROWTH)

    def __str__(self) -> str:
        grown = "not measured" if self.grown is None else f"{self.grown / 2**20:+.1f} MiB"
        return (
            f"{self.frames:,} frames in {self.frames_took:,.0f} s "
            f"({self.frames / max(self.frames_took, 1e-9):,.0f} a second): "
            f"{self.sound:,} sound, {self.frames - self.sound:,} held against the relay, "
            f"{self.records:,} records and deletions merged\n"
            f"{self.bodies:,} bodies in {self.bodies_took:,.0f} s "
            f"({self.bodies / max(self.bodies_took, 1e-9):,.0f} a second): "
            f"{self.usable:,} usable, {self.bodies - self.usable:,} refused\n"
            f"memory: {grown}; failures: {self.failed:,} in {len(self.failures)} ways"
        )


class Fuzzer:
    """One run.

    Args:
        seed: what decides everything.
        make: makes what is fed.
        say: told of every new failure, and now and then of the speed.
    """

    def __init__(
        self, seed: int, make: Make = Target, say: Callable[[str], None] = lambda _: None
    ) -> None:
        self.report = Report()
        self._seed = seed
        self._make = make
        self._say = say
        self._me = Me(seed)
        self._subject = make(self._me)
        self._frames = frames(self._me, random.Random(seed))
        self._plaintexts = plaintexts(self._me)
        self._texts = [one.text for one in self._plaintexts]
        self._recent: deque[Case] = deque(maxlen=REMEMBERED)
        self._at: dict[str | None, deque[Case]] = {}

    async def run(self, frame_count: int, body_count: int) -> Report:
        """Feed so many frames and bodies; a tenth of both before memory is measured."""
        warm_frames, warm_bodies = frame_count // WARM, body_count // WARM
        await self._feed_frames(0, warm_frames)
        await self._feed_bodies(0, warm_bodies)
        before = resident()
        await self._feed_frames(warm_frames, frame_count)
        await self._feed_bodies(warm_bodies, body_count)
        after = resident()
        if before is not None and after is not None:
            self.report.grown = after - before
        return self.report

    def frame(self, number: int) -> Case:
        """The frame of that number."""
        choose = random.Random(f"{self._seed} frame {number}")
        return Case(number, mutated(choose, choose.choice(self._frames), self._frames))

    def body(self, number: int) -> Case:
        """The body of that number."""
        choose = random.Random(f"{self._seed} body {number}")
        sound: Plaintext = choose.choice(self._plaintexts)
        text = mutated(choose, sound.text, self._texts)
        return Case(number, rehashed(text) if choose.random() < 0.5 else text, sound.address)

    async def _feed_frames(self, first: int, end: int) -> None:
        started, merged = time.monotonic(), self._subject.merged
        self._recent.clear()
        for number in range(first, end):
            subject = self._subject
            self.report.sound += await self._fed(self.frame(number))
            if subject is not self._subject:
                merged -= subject.merged
            self._progress("frames", number - first, time.monotonic() - started)
        self.report.records += self._subject.merged - merged
        self.report.frames += end - first
        self.report.frames_took += time.monotonic() - started

    async def _feed_bodies(self, first: int, end: int) -> None:
        started = time.monotonic()
        self._recent.clear()
        for number in range(first, end):
            self.report.usable += await self._fed(self.body(number))
            self._progress("bodies", number - first, time.monotonic() - started)
        self.report.bodies += end - first
        self.report.bodies_took += time.monotonic() - started

    def _progress(self, what: str, done: int, took: float) -> None:
        if done and done % 100_000 == 0:
            self._say(f"{done:>9,} {what}, {done / took:,.0f} a second")

    async def _fed(self, case: Case) -> bool:
        self._recent.append(case)
        self._at.setdefault(case.address, deque(maxlen=REMEMBERED)).append(case)
        try:
            return await _feed(self._subject, case)
        except Exception as error:  # noqa: BLE001 - whatever is raised is what we look for
            await self._failed(case, error)
            return False

    async def _failed(self, case: Case, error: Exception) -> None:
        self.report.failed += 1
        key = described(error)
        if key not in self.report.failures:
            failure = await self._shortest(case, key)
            self.report.failures[key] = failure
            self._say(f"FAILED (seed {self._seed}) {failure}")
        self._subject = self._make(self._me)
        self._recent.clear()
        self._at.clear()

    async def _shortest(self, case: Case, key: str) -> Failure:
        kind = "frame" if case.address is None else "body"
        # bodies that meet are most often at one address
        for cases in ([case], list(self._at[case.address]), list(self._recent)):
            if await self._fails(cases, key):
                break
        else:
            return Failure(kind, case.number, key, (case,), alone=False)
        *others, last = await self._fewer(cases, key)

        async def fails(text: str) -> bool:
            return await self._fails([*others, Case(last.number, text, last.address)], key)

        text = await shrunk(last.text, fails, TRIES)
        found = (*others, Case(last.number, text, last.address))
        return Failure(kind, case.number, key, found, alone=True)

    async def _fewer(self, cases: list[Case], key: str) -> list[Case]:
        """Leave out what is not needed before the last."""
        numbered = {str(number): one for number, one in enumerate(cases)}

        async def fails(names: tuple[str, ...]) -> bool:
            return await self._fails([*(numbered[name] for name in names), cases[-1]], key)

        names = await shrunk(tuple(numbered)[:-1], fails, TRIES)
        return [*(numbered[name] for name in names), cases[-1]]

    async def _fails(self, cases: Sequence[Case], key: str) -> bool:
        """Whether a new client fails like this."""
        subject = self._make(self._me)
        try:
            for case in cases:
                await _feed(subject, case)
        except Exception as error:  # noqa: BLE001 - as above
            return described(error) == key
        return False


async def _feed(subject: Subject, case: Case) -> bool:
    if case.address is not None:
        return subject.body(case.text, case.address, case.number)
    return await subject.frame(case.text, last=case.number % CONNECTION == CONNECTION - 1)


def described(error: Exception) -> str:
    """What was raised and where; equal for what is probably one mistake."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    # a message may hold a text or a number of the case
    message = "".join(c for c in str(error).partition(":")[0] if not c.isdigit())[:100]
    return f"{type(error).__name__}({message!a}) in {Path(place.filename).name}, {place.name}()"


def resident() -> int | None:
    """Bytes of this process in memory; ``None`` where the system does not say."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def main() -> int:
    """Run it; 0 if nothing was raised, no law was broken, and memory did not grow."""
    parser = argparse.ArgumentParser(prog="python -m tests.endurance.fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--bodies", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"seed {options.seed}, Python {sys.version.split()[0]}", flush=True)
    fuzzer = Fuzzer(options.seed, say=lambda text: print(text, flush=True))
    report = asyncio.run(fuzzer.run(options.frames, options.bodies))
    print(report)
    return 0 if report.is_sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
