"""The same seeds with whole records that replace each other, as the published client writes them.

A model, not that client: a device holds what it wrote or read last, the newer date wins, and what
could not be sent is sent again when it can be. That is more than the published client does.
"""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from .scenario import Act, Scenario, Step, scenario
from .simulation import play

COMMON = 5.0
"""Seconds between looks at the relays."""


@dataclass(frozen=True, slots=True, order=True)
class _Version:
    """A whole record: the greater one wins."""

    at: int
    tie: float
    text: str


@dataclass(slots=True)
class _Device:
    """What a device holds, and can reach."""

    has_file: bool
    skew: float
    joins_at: float
    records: dict[str, _Version] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)
    is_alive: bool = True
    is_gone: bool = False


@dataclass(slots=True)
class Loss:
    """What last-writer-wins makes of a scenario.

    Attributes:
        writes: How many values were written.
        lost: How many of them no edit replaced knowingly, and are nowhere.
        diverges: Whether devices still differ after two rounds.
    """

    writes: int = 0
    lost: int = 0
    diverges: bool = False


class _Run:
    def __init__(self, plan: Scenario) -> None:
        self._plan = plan
        self._chance = random.Random(f"last writer {plan.seed}")
        self._relays: list[dict[str, _Version]] = [{} for _ in plan.relays]
        self._down: set[int] = set()
        self._devices = [_Device(p.has_file, p.skew, p.joins_at) for p in plan.devices]
        self._written: dict[str, dict[str, set[int]]] = defaultdict(dict)
        self._covered: dict[str, set[str]] = defaultdict(set)

    def play(self) -> Loss:
        looked = 0.0
        for step in self._plan.steps:
            while looked + COMMON < step.at:
                looked += COMMON
                self._look(looked)
            self._take(step)
        self._down.clear()
        for device in self._devices:
            device.refused.clear()
            device.is_alive = not device.is_gone
        for _ in range(2):
            self._look(float("inf"))
        living = [device for device in self._devices if device.is_alive]
        sets = [{key: version.text for key, version in device.records.items()} for device in living]
        standing: dict[str, set[str]] = defaultdict(set)
        for held in [*(device.records for device in living), *self._relays]:
            for key, version in held.items():
                standing[key].add(version.text)
        writes = [
            (key, text)
            for key, by_text in self._written.items()
            for text, by in by_text.items()
            if any(not self._devices[number].is_gone for number in by)
        ]
        lost = [text for key, text in writes if text not in standing[key] | self._covered[key]]
        return Loss(len(writes), len(lost), any(one != sets[0] for one in sets))

    def _reachable(self, device: _Device) -> list[dict[str, _Version]]:
        return [
            relay
            for number, relay in enumerate(self._relays)
            if number not in self._down | device.refused
        ]

    def _look(self, now: float) -> None:
        """Every device takes the newest from its relays, and sends them what it has."""
        for device in self._chance.sample(self._devices, len(self._devices)):
            if not device.is_alive or device.joins_at > now:
                continue
            for relay in self._reachable(device):
                for key in sorted(relay.keys() | device.records.keys()):
                    newest = max(
                        version for held in (relay, device.records) if (version := held.get(key))
                    )
                    relay[key] = device.records[key] = newest

    def _take(self, step: Step) -> None:
        device = self._devices[step.device % len(self._devices)]
        match step.act:
            case Act.STOP:
                self._down.add(step.relay)
            case Act.START:
                self._down.discard(step.relay)
            case Act.REFUSE | Act.HOLE:
                device.refused.add(step.relay)
            case Act.OPEN:
                device.refused.discard(step.relay)
            case Act.STEP:
                device.skew += step.amount
            case Act.CRASH:
                device.is_alive = False
                if not device.has_file:
                    device.records.clear()
            case Act.RESTART:
                device.is_alive = not device.is_gone
            case Act.DESTROY:
                device.is_alive, device.is_gone = False, True
            case Act.REMEMBER | Act.PERSONA | Act.FORGET:
                self._write(step, device)
            case _:
                pass

    def _write(self, step: Step, device: _Device) -> None:
        if not device.is_alive or device.joins_at > step.at:
            return
        text = "" if step.act is Act.FORGET else f"{step.at}"
        before = device.records.get(step.key)
        if before is not None:
            self._covered[step.key].add(before.text)
        version = _Version(int(step.at + device.skew), self._chance.random(), text)
        device.records[step.key] = version
        if text:
            self._written[step.key].setdefault(text, set()).add(self._devices.index(device))
        for relay in self._reachable(device):
            if step.key not in relay or relay[step.key] < version:
                relay[step.key] = version


def last_writer(plan: Scenario) -> Loss:
    """Play a scenario with last-writer-wins."""
    return _Run(plan).play()


def compare(seeds: Iterable[int]) -> str:
    """What both lose on the same seeds, in words."""
    chosen = list(seeds)
    plans = [scenario(seed, copies=False) for seed in chosen]
    losses = [last_writer(plan) for plan in plans]
    ours = [play(plan) for plan in plans]
    writes = sum(loss.writes for loss in losses)
    lost = sum(loss.lost for loss in losses)
    rules = [{what.split(":")[0] for what in outcome.broken} for outcome in ours]
    losing = sum(bool(broken & {"I1", "I2"}) for broken in rules)
    ours_lost = sum(what[:2] in ("I1", "I2") for one in ours for what in one.broken)
    edits = sum(outcome.edits for outcome in ours)
    rows = (
        (f"{len(chosen)} seeds", "last writer wins", "this store"),
        ("runs that lose a write", sum(loss.lost > 0 for loss in losses), losing),
        ("writes lost", f"{lost} of {writes}", f"{ours_lost} of {edits}"),
        (
            "runs that do not converge",
            sum(loss.diverges for loss in losses),
            sum("I3" in broken for broken in rules),
        ),
    )
    return "\n".join(f"{what:28}{theirs!s:>20}{mine!s:>16}" for what, theirs, mine in rows)
