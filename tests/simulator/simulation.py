"""One run: a scenario, played to its end and judged."""

import asyncio
import contextlib
import hashlib
import logging
import os
import random
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from nips import nip09, nip78
from nips.nip01 import Event, supersedes
from sense_memory import Identity
from sense_memory.core.errors import (
    InputError,
    SenseMemoryError,
    StoreClosedError,
    UnknownMemoryError,
)
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.io.touch_writer import TELL_AFTER
from sense_memory.store.rapport import folding
from sense_memory.wire import codec
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body
from sense_memory.wire.codec import Opened

from . import conversations
from .conversations import TALK, Conversations
from .device import Device
from .loop import VirtualTimeLoop
from .network import EPOCH, Network, Way
from .oracle import CURRENT, Edit, Kind, Oracle, texts
from .plain_writer import write_plainly
from .randomness import seeded
from .relations import Relations, told
from .scenario import MALICE, PRESETS, Act, DevicePlan, Scenario, Step
from .sessions import PEER, Talk, Talks, signals, where

ROUNDS = 2
"""Rounds of synchronising after which all devices are alike."""
SETTLING = 20.0
"""Seconds that a round is given beyond ``sync``: it takes 10 until a write is read back."""
QUIET = 120.0
"""Seconds after which nothing may have been published."""
HUGE = 1_000_000
MONTH = 28 * 86_400
"""Seconds that pass at once, where any do."""


@dataclass(slots=True)
class Outcome:
    """What came of a run.

    Attributes:
        scenario: What was played.
        broken: Rules that were broken, in words; none of a good run.
        trace: What happened, line by line.
        edits: How many were acknowledged.
        published: How many record events were sent to relays.
        dissolved: How many memories were let go.
        seconds: Of simulated time.
    """

    scenario: Scenario
    broken: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    edits: int = 0
    published: int = 0
    dissolved: int = 0
    seconds: float = 0.0

    @property
    def digest(self) -> str:
        """Equal for equal runs."""
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()[:16]


def play(scenario: Scenario) -> Outcome:
    """Play a scenario from its beginning to its end; the same every time."""
    _ = Identity.generate().public_key_hex  # what is loaded on first use draws a number once
    outcome = Outcome(scenario)
    loop = VirtualTimeLoop(random.Random(f"jobs {scenario.seed}"))
    with seeded(f"secrets {scenario.seed}"), _directory() as directory:
        try:
            asyncio.set_event_loop(None)
            loop.run_until_complete(_Run(scenario, outcome, directory).main())
        finally:
            outcome.seconds = loop.time()
            loop.close()
    return outcome


@contextlib.contextmanager
def _directory() -> Iterator[Path]:
    memory = Path("/dev/shm")
    parent = memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
    directory = Path(tempfile.mkdtemp(prefix="sense-memory-simulator-", dir=parent))
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


class _Run:
    def __init__(self, scenario: Scenario, outcome: Outcome, directory: Path) -> None:
        self._scenario = scenario
        self._outcome = outcome
        self._directory = directory
        self._oracle = Oracle()
        self._talks = Talks(self._oracle)
        self._conversations = Conversations(self._oracle)
        self._relations = Relations(self._oracle)
        self._devices: dict[int, Device] = {}
        self._images: dict[int, tuple[Path, int]] = {}
        self._calls: dict[asyncio.Task[None], Device | None] = {}
        self._malicious: set[str] = set()
        self._identity = Identity.generate()
        self._identity.is_new = False
        self._urls = [f"wss://relay{n}.example" for n in range(len(scenario.relays))]

    async def main(self) -> None:
        """Play, heal, compare."""
        scenario = self._scenario
        self._network = Network(str(scenario.seed), scenario.conditions, self._trace)
        self._oracle.now = self._network.now
        for url, preset in zip(self._urls, scenario.relays, strict=True):
            self._network.add_relay(url, PRESETS[preset])
        with self._oracle.listening(), _listened_to(self._oracle):
            await self._play()
            await self._end()
            for device in self._devices.values():
                if device.is_alive:
                    device.die()
            for device in self._devices.values():
                await device.buried()
        self._check_dates()
        self._outcome.broken = self._oracle.broken
        self._outcome.edits = sum(edit.is_acknowledged for edit in self._oracle.edits)
        self._outcome.dissolved = len(self._oracle.dissolutions)
        self._outcome.published = len(self._network.publications)

    def _trace(self, line: str) -> None:
        self._outcome.trace.append(f"{asyncio.get_running_loop().time():9.3f} {line}")

    # ---------------------------------------------------------------- playing

    async def _play(self) -> None:
        joins = [(plan.joins_at, number) for number, plan in enumerate(self._scenario.devices)]
        for at, number in joins:
            if not at:
                await self._join(number)
        loop = asyncio.get_running_loop()
        began = loop.time()
        timeline: list[tuple[float, int, Callable[[], Awaitable[None]]]] = [
            (at, number, lambda number=number: self._join(number))  # type: ignore[misc]
            for at, number in joins
            if at
        ]
        timeline += [
            (step.at, HUGE + number, lambda step=step: self._take(step))  # type: ignore[misc]
            for number, step in enumerate(self._scenario.steps)
        ]
        for at, _, happen in sorted(timeline, key=lambda entry: entry[:2]):
            await asyncio.sleep(max(0.0, began + at - loop.time()))
            await happen()

    async def _join(self, number: int) -> None:
        plan = self._scenario.devices[number]
        self._devices[number] = await self._new_device(f"d{number}", plan)

    async def _new_device(self, name: str, plan: DevicePlan, image: Path | None = None) -> Device:
        device = Device(
            name,
            self._directory,
            self._network,
            self._identity,
            has_file=plan.has_file,
            skew=plan.skew,
            addressing=plan.addressing,
        )
        self._trace(f"{name} joins")
        await device.start(image)
        return device

    async def _take(self, step: Step) -> None:
        self._trace(f"* {step}")
        url = self._urls[step.relay]
        device = self._devices.get(step.device)
        match step.act:
            case Act.REFUSE | Act.HOLE | Act.OPEN if device is not None and device.is_alive:
                ways = {Act.REFUSE: Way.REFUSED, Act.HOLE: Way.HOLE, Act.OPEN: Way.OPEN}
                self._network.set_way(device.who, url, ways[step.act])
            case Act.STOP:
                self._network.stop(url)
            case Act.START:
                self._network.start(url)
            case Act.MALICE:
                core = self._network.relays[url].core
                core.freeze()
                core.quirks = replace(core.quirks, seed=self._scenario.seed, **MALICE[step.key])
                self._malicious.add(url)
            case Act.PLAIN:
                self._start(self._write_plainly(step), None)
            case Act.LEAP:
                self._network.leap(step.amount)
            case _ if device is None:
                pass
            case Act.RESTART if not device.is_alive:
                await self._restart(step.device, device)
            case _ if not device.is_alive:
                pass
            case Act.CRASH | Act.DESTROY | Act.CLONE | Act.BACKUP | Act.RESTORE:
                await self._befall(step, device)
            case Act.STEP:
                device.clock.skew += step.amount
            case Act.USE:
                self._start(self._use(step, device), device)
            case Act.OBSERVE | Act.FOLD | Act.PART:
                self._start(self._talk(step, device), device)
            case Act.SAY | Act.CORRECT | Act.DROP | Act.END | Act.SUMMARISE:
                self._start(self._converse(step, device), device)
            case Act.RELATE | Act.REVISE | Act.CLOSE | Act.NOTE | Act.LOOK | Act.ERASE:
                self._start(self._relate(step, device), device)
            case _:
                self._start(self._call(step, device), device)

    def _start(self, work: Awaitable[None], device: Device | None) -> None:
        task = asyncio.ensure_future(work)
        self._calls[task] = device
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._calls.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._oracle.breaks("error", f"{type(error).__name__}: {error}")

    async def _call(self, step: Step, device: Device) -> None:
        """A call of the program that runs on a device."""
        store = device.store
        number = len(self._oracle.edits)
        text = f"v{number}"
        edit: Edit | None = None
        if step.act in (Act.REMEMBER, Act.PERSONA, Act.JOURNAL):
            edit = self._oracle.begin(Kind.WRITE, device.name, text)
        elif step.act is Act.FORGET:
            edit = self._oracle.begin(Kind.FORGET, device.name, text)
        CURRENT.set(edit)
        try:
            match step.act:
                case Act.REMEMBER:
                    await store.remember(step.key, text)
                case Act.FORGET:
                    await store.forget(step.key)
                case Act.JOURNAL:
                    await store.journal(text)
                case Act.PERSONA:
                    assert edit is not None
                    themes = [f"t{number}"] if step.gives_themes else None
                    edit.theme = f"t{number}" if step.gives_themes else None
                    standing = await store.persona_recall("self", "facts")
                    links = [link for link in step.links if link in {m.key for m in standing}]
                    await store.persona_remember("self", "facts", step.key, text, themes, links)
                    edit.links = tuple(links)
                case Act.RECALL:
                    found = await store.recall(step.key)
                    self._trace(f"{device.name} recalls {step.key}: {found and found.value}")
                case Act.SYNC:
                    await store.sync()
                case Act.PRUNE:
                    await store.sync()
                    plan = await store.prune_plan()
                    gone = await store.persona_prune()
                    self._trace(f"{device.name} prunes {plan.deletes} of {plan.total}: {gone}")
        except (ConnectionError, StoreClosedError) as error:
            self._trace(f"{device.name}: {step.act} failed: {type(error).__name__}")
        except SenseMemoryError as error:
            self._oracle.breaks("error", f"{step.act} on {device.name}: {error!r}")
        else:
            if edit is not None:
                edit.is_acknowledged = True
                self._trace(f"{device.name}: {text} acknowledged, had seen {sorted(edit.seen)}")

    async def _use(self, step: Step, device: Device) -> None:
        """Somebody has to do with a memory, and says nothing new about it."""
        ref = Ref(PersonaMemory, f"self/facts/{step.key}")
        edit = self._oracle.begin(Kind.USE, device.name, f"v{len(self._oracle.edits)}")
        edit.path = path_of(ref)
        try:
            slot = await device.repository._planner.slot(ref)
            edit.seen = texts(slot.body)
            found = await device.store.persona_recall("self", "facts", step.key)
        except (ConnectionError, StoreClosedError) as error:
            self._trace(f"{device.name}: a use failed: {type(error).__name__}")
        else:
            # what is as good as gone is told at once, all else in half a minute
            edit.is_acknowledged = bool(found)
            self._trace(f"{device.name}: uses {step.key}: {[one.state for one in found]}")

    async def _talk(self, step: Step, device: Device) -> None:
        """A session with a peer, or the end of all sessions with it."""
        rapport = device.store.rapport(PEER)
        edit: Edit | None = None
        if step.act is not Act.FOLD:
            kind = Kind.SESSION if step.act is Act.OBSERVE else Kind.PART
            edit = self._oracle.begin(kind, device.name, f"v{len(self._oracle.edits)}")
        try:
            if step.act is Act.FOLD:
                gone = await folding.fold(await device.store._context(), PEER)
                self._trace(f"{device.name} folds; {gone} are gone")
            elif edit is not None and step.act is Act.OBSERVE:
                edit.path = where(edit.text)
                edit.seen = self._talks.parts_known_to(device.name)
                await rapport.record(signals(edit.number), session=edit.text)
            elif edit is not None:
                edit.path = where()
                edit.seen = frozenset(one.id for one in await rapport.readings())
                await rapport.forget()
        except (ConnectionError, StoreClosedError, UnknownMemoryError) as error:
            self._trace(f"{device.name}: {step.act} failed: {type(error).__name__}")
        except SenseMemoryError as error:
            self._oracle.breaks("error", f"{step.act} on {device.name}: {error!r}")
        else:
            if edit is not None:
                edit.is_acknowledged = True
                self._trace(f"{device.name}: {edit.text} ({edit.kind}) acknowledged")

    async def _converse(self, step: Step, device: Device) -> None:
        """Something is said, or corrected, or forgotten, or what was observed in it summarised."""
        kinds = {
            Act.SAY: Kind.TURN,
            Act.CORRECT: Kind.CORRECT,
            Act.DROP: Kind.DROP,
            Act.END: Kind.END,
        }
        talk = device.store.conversation(TALK)
        edit: Edit | None = None
        if step.act in kinds:
            number = len(self._oracle.edits)
            edit = self._oracle.begin(kinds[step.act], device.name, f"v{number}")
        try:
            context = await device.store._context()
            if edit is None:
                count = await conversations.summarise(context, step.key)
                self._trace(f"{device.name} summarises {count}")
            elif step.act is Act.SAY:
                edit.path = path_of(conversations.turn_at(edit.text))
                edit.seen = self._conversations.ends_known_to(device.name)
                await conversations.say(context, edit.text)
            else:
                turns = [turn.id for turn in await talk.turns()]
                if step.act is not Act.END:
                    # the first one, so that several devices mean the same
                    turns = turns[:1] or ["none"]
                edit.seen = frozenset(turns)
                edit.path = path_of(
                    conversations.head() if step.act is Act.END else conversations.turn_at(turns[0])
                )
                match step.act:
                    case Act.END:
                        await talk.forget()
                    case Act.DROP:
                        await talk.delete(turns[0])
                    case _:
                        await talk.edit(turns[0], f"{turns[0]} {edit.text}")
        except (ConnectionError, StoreClosedError, UnknownMemoryError) as error:
            self._trace(f"{device.name}: {step.act} failed: {type(error).__name__}")
        except SenseMemoryError as error:
            self._oracle.breaks("error", f"{step.act} on {device.name}: {error!r}")
        else:
            if edit is not None:
                edit.is_acknowledged = True
                self._trace(f"{device.name}: {edit.text} ({edit.kind}) acknowledged")

    async def _relate(self, step: Step, device: Device) -> None:
        """Something is done to the graph."""
        kinds = {
            Act.CLOSE: Kind.CLOSE,
            Act.NOTE: Kind.NOTE,
            Act.LOOK: Kind.LOOK,
            Act.ERASE: Kind.ERASE,
        }
        relations = self._relations
        acts = {
            Act.RELATE: relations.relate,
            Act.REVISE: relations.revise,
            Act.CLOSE: relations.end,
            Act.NOTE: relations.note,
            Act.LOOK: relations.use,
            Act.ERASE: relations.erase,
        }
        kind = kinds.get(step.act, Kind.RELATE)
        edit = self._oracle.begin(kind, device.name, f"v{len(self._oracle.edits)}")
        try:
            await acts[step.act](device.store, edit, step.key)
        except (ConnectionError, StoreClosedError, InputError) as error:
            # what is not there cannot be corrected, ended, noted or forgotten; nor does what is to
            # begin now come after what a clock that is ahead has written
            self._trace(f"{device.name}: {step.act} failed: {type(error).__name__}")
        except SenseMemoryError as error:
            self._oracle.breaks("error", f"{step.act} on {device.name}: {error!r}")
        else:
            edit.is_acknowledged = True
            self._trace(f"{device.name}: {edit.text} ({edit.kind}) acknowledged")

    async def _write_plainly(self, step: Step) -> None:
        edit = self._oracle.begin(Kind.PLAIN, "plain", f"v{len(self._oracle.edits)}")
        edit.holders.clear()
        edit.path = f"sense-memory/{step.key}"
        # it is not known what it wrote over: anything that was written so far
        before = [one for one in self._oracle.edits if one.path == edit.path and one is not edit]
        edit.seen = frozenset(one.text for one in before)
        honest = [url for url in self._urls if url not in self._malicious]
        await write_plainly(self._network, honest, self._identity, step.key, edit.text)

    # -------------------------------------------------------------- misfortunes

    async def _befall(self, step: Step, device: Device) -> None:
        if step.act is Act.BACKUP:
            if device.has_file:
                self._oracle.copied(device.name, await self._standing(device, 1))
                image = device.image(f"{device.who}.backup")
                self._images[step.device] = (image, len(self._oracle.edits))
            return
        if step.act is Act.CLONE:
            if device.has_file:
                self._oracle.copied(device.name, await self._standing(device, 1))
                image = device.image(f"{device.who}.clone")
                name = f"{device.name}c{len(self._devices)}"
                for edit in self._oracle.edits:
                    if device.name in edit.holders and edit.kind is not Kind.USE:
                        edit.holders.add(name)
                plan = DevicePlan(skew=device.clock.skew, addressing=device.addressing)
                self._devices[len(self._devices) + 100] = await self._new_device(name, plan, image)
            return
        await self._note_replicated(device)
        self._oracle.lose(device.name, [e for e in self._oracle.edits if e.kind is Kind.USE])
        if step.act is Act.RESTORE:
            if step.device not in self._images:
                return
            image, count = self._images[step.device]
            self._end_calls(device)
            device.die()
            late = [e for e in self._oracle.edits if e.number >= count or not e.is_acknowledged]
            self._oracle.lose(device.name, late)
            self._oracle.forget_looks(device.name)
            await device.start(image)
            return
        if device.has_file and step.act is Act.CRASH:
            image = device.image(f"{device.who}.crash")
            self._images[~step.device] = (image, 0)
        else:
            self._oracle.lose(device.name)
            self._oracle.forget_looks(device.name)
        self._end_calls(device)
        device.die()

    async def _restart(self, number: int, device: Device) -> None:
        crashed = self._images.pop(~number, None)
        if crashed is not None:
            await device.start(crashed[0])
        elif not device.has_file:
            await device.start()

    def _end_calls(self, device: Device) -> None:
        for task, whose in list(self._calls.items()):
            if whose is device:
                task.cancel()

    async def _note_replicated(self, device: Device) -> None:
        standing = await self._standing(device, min(2, len(self._urls)))
        self._oracle.replicated(device.name, standing)
        self._trace(f"{device.name} has replicated {sorted(standing)}")

    async def _standing(self, device: Device, needed: int) -> dict[str, frozenset[str]]:
        """What stands at the paths that so many relays have shown as they are."""
        standing: dict[str, frozenset[str]] = {}
        for _, item in await device.repository._decoder.heads(device.proven(needed)):
            if isinstance(item, Opened):
                known = standing.get(item.body.path, frozenset())
                standing[item.body.path] = known | texts(item.body)
        return standing

    # ------------------------------------------------------------------ the end

    async def _end(self) -> None:
        self._trace("* healing")
        self._network.heal()
        for number, device in list(self._devices.items()):
            if not device.is_alive:
                await self._restart(number, device)
        for device in self._living():
            for url in self._urls:
                self._network.set_way(device.who, url, Way.OPEN)
        self._devices[HUGE] = await self._new_device("witness", DevicePlan(addressing=None))
        async with asyncio.timeout(600):
            if self._calls:
                await asyncio.wait(list(self._calls))
        if self._relations.was_used:
            await asyncio.sleep(TELL_AFTER)
        # a round more than it takes must change nothing: that is seen in some of the seeds
        is_thorough = self._scenario.seed % 4 == 0
        for _ in range(ROUNDS):
            await self._round()
            if not is_thorough and await self._are_alike():
                break
        await self._compare()
        quiet_since = asyncio.get_running_loop().time()
        self._trace("* quiet")
        for url in sorted(self._malicious):
            self._network.stop(url)  # it would be told again what it pretends not to hold
        await asyncio.sleep(QUIET)
        if is_thorough:
            await self._round()
        for publication in self._network.publications:
            if publication.at > quiet_since and publication.relay not in self._malicious:
                event = publication.event
                self._oracle.breaks(
                    "I4",
                    f"{publication.who} published {event.kind} {event.d[-12:]} when all was quiet",
                )

    def _living(self) -> list[Device]:
        return [device for device in self._devices.values() if device.is_alive]

    async def _round(self) -> None:
        self._trace("* round")
        async with asyncio.timeout(1_800):
            await asyncio.gather(*(device.store.sync() for device in self._living()))
        await asyncio.sleep(SETTLING)

    async def _set(self, device: Device) -> Mapping[str, str]:
        """What a device holds, in the form that is equal on equal devices."""
        return {
            path_of(ref): codec.plaintext(ref, body, Addressing.PLAIN, HUGE)
            for ref, body in await device.repository.bodies("")
            if body.is_alive  # where a relay kept but the request, there is no tombstone
        }

    async def _are_alike(self) -> bool:
        first, *others = [await self._set(device) for device in self._living()]
        return all(other == first for other in others)

    async def _compare(self) -> None:
        sets: dict[str, Mapping[str, str]] = {}
        for device in self._living():
            found = await device.repository.bodies("")
            bodies: dict[str, Body] = {path_of(ref): body for ref, body in found}
            for path, body in sorted(bodies.items()):
                self._oracle.look(device.name, path, texts(body))
            self._oracle.judge(device.name, bodies)
            self._conversations.judge(device.name, found)
            self._relations.judge(device.name, found)
            sets[device.name] = await self._set(device)
        talks = {device.name: await Talk.of(device.store) for device in self._living()}
        self._talks.judge(talks)
        now = self._network.now()
        graphs = {device.name: await told(device.store, now) for device in self._living()}
        self._relations.judge_told(graphs)
        first, *others = sets
        for name in others:
            for path in sorted(sets[first].keys() | sets[name].keys()):
                ours, theirs = sets[first].get(path), sets[name].get(path)
                if ours != theirs:
                    self._oracle.breaks("I3", f"{path} differs: {first} {ours}, {name} {theirs}")

    def _check_dates(self) -> None:
        last: dict[tuple[str, str, str], Event] = {}
        for publication in self._network.publications:
            event = publication.event
            if publication.relay in self._malicious:
                continue  # who is shown what once stood there may well answer with it
            if event.kind == nip78.KIND and publication.who != "plain":
                place = (publication.who, publication.relay, event.d)
                before = last.get(place, event)
                # what waited while months passed is signed anew, and may cross itself on the way
                has_leapt = before.created_at - event.created_at > MONTH
                if supersedes(before, event) and not has_leapt:
                    dates = [one.created_at - int(EPOCH) for one in (event, before)]
                    self._oracle.breaks("I6", f"{place} dated {dates[0]:+} after {dates[1]:+}")
                last[place] = event
            if event.kind == nip09.KIND and publication.head is not None:
                self._oracle.breaks("kind 5", f"{publication}")


class _Complaints(logging.Handler):
    """What the store logs as an error is one."""

    def __init__(self, oracle: Oracle) -> None:
        super().__init__(logging.ERROR)
        self._oracle = oracle

    def emit(self, record: logging.LogRecord) -> None:
        self._oracle.breaks("error", record.getMessage())


@contextlib.contextmanager
def _listened_to(oracle: Oracle) -> Iterator[None]:
    logger, handler = logging.getLogger("sense_memory"), _Complaints(oracle)
    before = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.ERROR)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before[0])
        logger.propagate = before[1]
