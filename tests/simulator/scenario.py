"""What happens in a run: data, made from a seed."""

import random
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from relay_fixtures import Quirks, presets
from relay_fixtures.fault_plan import FaultPlan

from .network import Conditions


class Act(StrEnum):
    """What can happen."""

    REMEMBER = "remember"
    FORGET = "forget"
    PERSONA = "persona"
    JOURNAL = "journal"
    RECALL = "recall"
    SYNC = "sync"
    CRASH = "crash"
    RESTART = "restart"
    DESTROY = "destroy"
    CLONE = "clone"
    BACKUP = "backup"
    RESTORE = "restore"
    REFUSE = "refuse"
    HOLE = "hole"
    OPEN = "open"
    STOP = "stop"
    START = "start"
    STEP = "step"
    PLAIN = "plain"
    LEAP = "leap"
    USE = "use"
    PRUNE = "prune"
    MALICE = "malice"
    OBSERVE = "observe"
    FOLD = "fold"
    PART = "part"
    SAY = "say"
    CORRECT = "correct"
    DROP = "drop"
    END = "end"
    SUMMARISE = "summarise"
    RELATE = "relate"
    REVISE = "revise"
    CLOSE = "close"
    NOTE = "note"
    LOOK = "look"
    ERASE = "erase"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens.

    Attributes:
        at: Seconds since the beginning.
        act: What.
        device: Who; its number.
        relay: Where; its number.
        key: Of the memory; or what a relay does that means no good from then on.
        amount: Seconds of a clock's step, or of a leap in time, or nothing.
        links: Names of persona memories to link with.
        gives_themes: Whether the themes are replaced.
    """

    at: float
    act: Act
    device: int = 0
    relay: int = 0
    key: str = ""
    amount: float = 0.0
    links: tuple[str, ...] = ()
    gives_themes: bool = False

    def __str__(self) -> str:
        parts = [f"{self.at:7.1f}s {self.act}"]
        if self.act in _OF_RELAYS:
            parts.append(f"relay {self.relay}")
        if self.act not in _OF_RELAYS or self.act in _OF_BOTH:
            parts.append(f"device {self.device}")
        parts += [part for part in (self.key, *self.links) if part]
        if self.amount:
            parts.append(f"{self.amount:+.0f}s")
        return " ".join(parts)


_OF_BOTH = {Act.REFUSE, Act.HOLE, Act.OPEN}
_OF_RELAYS = {Act.STOP, Act.START, Act.MALICE, Act.PLAIN, *_OF_BOTH}


@dataclass(frozen=True, slots=True)
class DevicePlan:
    """What a device is like.

    Attributes:
        has_file: Else it is a process without one.
        skew: Seconds by which its clock is ahead at first.
        joins_at: Seconds after which it begins.
        addressing: What its owner told it.
    """

    has_file: bool = True
    skew: float = 0.0
    joins_at: float = 0.0
    addressing: str | None = "plain"


@dataclass(frozen=True, slots=True)
class Scenario:
    """All of a run but what the network draws by chance.

    Attributes:
        seed: Of the rest.
        devices: At the beginning, or joining later.
        relays: What each is like; names of presets stand for themselves.
        conditions: The network.
        steps: In order of time.
    """

    seed: int
    devices: tuple[DevicePlan, ...]
    relays: tuple[str, ...]
    conditions: Conditions
    steps: tuple[Step, ...] = field(default=())

    def __str__(self) -> str:
        lines = [f"seed {self.seed}: relays {', '.join(self.relays)}; {self.conditions}"]
        lines += [f"  device {n}: {plan}" for n, plan in enumerate(self.devices)]
        return "\n".join([*lines, *(f"  {step}" for step in self.steps)])


# A simulated run is a few minutes long. Where a relay takes two events in three minutes, two
# rounds of synchronising say nothing; how refusals are waited out is tested elsewhere.
_UNHURRIED: dict[str, Any] = {"rate_limits": (), "req_limits": ()}

PRESETS: dict[str, Quirks] = {
    "good": Quirks(),
    "strfry": replace(presets.STRFRY, **_UNHURRIED),
    "nostr-rs-relay": replace(presets.NOSTR_RS_RELAY, **_UNHURRIED),
    "nostream": replace(presets.NOSTREAM, **_UNHURRIED),
    "khatru": replace(presets.KHATRU, **_UNHURRIED),
    "nostr-relay": replace(presets.NOSTR_RELAY, **_UNHURRIED),
    "local": presets.LOCAL_RELAY,
    "negentropy": Quirks(negentropy=True),
    "cached": Quirks(answer_cache_seconds=1.0),
}

MALICE: dict[str, dict[str, Any]] = {
    "rolls back": {"rolls_back": True},
    "withholds": {"withholds": 0.5},
    "resurrects": {"resurrects": True},
    "lies": {"lie_ok": True},
    "loses": {"loses": 0.5},
    "serves an old snapshot": {"stale_snapshot": True},
}
"""What a relay does that means no good, as quirks on top of its own."""


LATE = 0.2
"""The share of runs in which months pass."""
TALKATIVE = 0.06
"""The share of runs in which devices talk to a peer."""
CONVERSING = 0.06
"""The share of runs in which what devices do is said in a conversation instead."""
RELATING = 0.06
"""The share of the other runs in which what devices do is done to a graph instead."""


def scenario(seed: int, *, copies: bool = True) -> Scenario:
    """The scenario of a seed.

    Args:
        seed: Decides everything.
        copies: Whether files may be copied and put back while the original lives on.
    """
    chance = random.Random(f"scenario {seed}")
    return _Author(seed, chance, copies=copies).write()


class _Author:
    def __init__(self, seed: int, chance: random.Random, *, copies: bool) -> None:
        self._seed = seed
        self._chance = chance
        self._copies = copies
        self._length = chance.choice((20.0, 60.0, 150.0, 300.0))
        self._keys = [f"k{n}" for n in range(chance.randint(1, 3))]
        self._insights = [f"p{n}" for n in range(chance.randint(1, 3))]
        self._conversing = random.Random(f"said {seed}")
        self._converses = self._conversing.random() < CONVERSING
        self._relating = random.Random(f"related {seed}")
        self._relates = not self._converses and self._relating.random() < RELATING

    def write(self) -> Scenario:
        chance = self._chance
        count = chance.choice((1, 2, 2, 2, 2, 2, 3, 3, 4, 5))
        relays = tuple(
            chance.choice(list(PRESETS)) for _ in range(chance.choice((1, 1, 2, 2, 2, 3)))
        )
        addressing = chance.choice(("plain", "plain", "blinded", None))
        devices = [self._device(number, addressing) for number in range(count)]
        steps = [self._related(self._said(self._edit(count))) for _ in range(chance.randint(3, 11))]
        steps += self._troubles(count, len(relays))
        if self._copies and chance.random() < 0.5:
            steps += self._copy(chance.randrange(count))
        is_malicious = len(relays) > 1 and chance.random() < 0.3
        if is_malicious:
            what, where = chance.choice(list(MALICE)), chance.randrange(len(relays))
            steps.append(Step(self._when(), Act.MALICE, relay=where, key=what))
        has_deaths = False
        if addressing == "plain" and chance.random() < 0.2:
            # plain writers write over what they have not read: so nobody dies meanwhile
            steps += [
                Step(self._when(), Act.PLAIN, chance.randrange(count), key=self._key())
                for _ in range(chance.randint(1, 3))
            ]
        else:
            has_deaths = chance.random() < 0.5
        if has_deaths:
            for device in chance.sample(range(count), min(count, chance.choice((1, 1, 2)))):
                at = self._length * chance.uniform(0.3, 1.0)
                steps.append(Step(at, Act.DESTROY, device))
        steps += self._talks(count) + self._relations(count)
        steps.sort(key=lambda step: step.at)
        steps += self._months_later(count, len(relays))
        return Scenario(self._seed, tuple(devices), relays, self._conditions(), tuple(steps))

    def _months_later(self, count: int, relays: int) -> list[Step]:
        """In some runs so much time passes that memories dissolve, here used, there let go.

        It has its own dice, so that the rest of a scenario is the same with and without.
        """
        chance = random.Random(f"months {self._seed}")
        if chance.random() >= LATE:
            return []
        at = self._length
        steps: list[Step] = []

        def then(act: Act, wait: float, **more: Any) -> None:
            nonlocal at
            at += wait
            steps.append(Step(at, act, **more))

        def somebody() -> int:
            return chance.randrange(count)

        is_talkative = random.Random(f"talks {self._seed}").random() < TALKATIVE
        if chance.random() < 0.8:
            for relay in range(relays):
                then(Act.START, 0.1, relay=relay)
                for device in range(count):
                    then(Act.OPEN, 0.1, device=device, relay=relay)
        for days in (chance.uniform(200, 220), chance.uniform(28, 45)):
            then(Act.LEAP, 5.0, amount=days * 86_400)
            # long enough for devices to tell the others that they are there
            pause = chance.choice((30.0, 1_000.0))
            for device in range(count):
                then(Act.RESTART, 1.0, device=device)
                if chance.random() < 0.8:
                    then(Act.SYNC, 1.0, device=device)
                if is_talkative:
                    then(Act.FOLD, 15.0, device=device)
            at += pause
        kinds = (Act.PRUNE, Act.USE, Act.PERSONA, Act.REFUSE, Act.OPEN)
        acts = [Act.PRUNE, *chance.choices(kinds, (4, 4, 2, 2, 1), k=chance.randint(1, 5))]
        chance.shuffle(acts)
        if is_talkative:
            acts = [Act.FOLD, *acts, Act.FOLD]
        for act in acts:
            more: dict[str, Any] = {"device": somebody(), "relay": chance.randrange(relays)}
            if act in (Act.USE, Act.PERSONA):
                more["key"] = chance.choice(self._insights)
            then(act, chance.choice((0.05, 1.0, 20.0)), **more)
        return steps

    def _talks(self, count: int) -> list[Step]:
        """In some runs devices have sessions with a peer, fold them, and may forget the peer.

        It has its own dice, too; and its steps have, so that they come in the order of time.
        """
        chance = random.Random(f"talks {self._seed}")
        if chance.random() >= TALKATIVE:
            return []

        def some(act: Act, most: int) -> list[Step]:
            return [
                Step(chance.uniform(0.0, self._length), act, chance.randrange(count))
                for _ in range(chance.randint(0, most))
            ]

        steps = some(Act.OBSERVE, 8) + some(Act.OBSERVE, 14) + some(Act.FOLD, 6)
        return steps + (some(Act.PART, 2) if chance.random() < 0.3 else [])

    def _said(self, step: Step) -> Step:
        """In some runs most of what would be remembered is said, summarised and forgotten.

        It has its own dice, too.
        """
        chance = self._conversing
        if not self._converses or step.act is Act.SYNC or chance.random() < 0.15:
            return step
        kinds = (Act.SAY, Act.SUMMARISE, Act.CORRECT, Act.DROP, Act.END)
        (act,) = chance.choices(kinds, (10, 5, 2, 2, 2))
        return Step(step.at, act, step.device, key=chance.choice(("user", "assistant")))

    def _related(self, step: Step) -> Step:
        """In some runs most of what would be remembered is done to a graph instead.

        It has its own dice, too.
        """
        if not self._relates or step.act is Act.SYNC or self._relating.random() < 0.1:
            return step
        return self._relation(step.at, step.device)

    def _relation(self, at: float, device: int) -> Step:
        """Something is related, noted, put right, ended, used or forgotten."""
        kinds = (Act.RELATE, Act.NOTE, Act.REVISE, Act.CLOSE, Act.LOOK, Act.ERASE)
        (act,) = self._relating.choices(kinds, (8, 6, 3, 2, 5, 3))
        return Step(at, act, device, key=self._relating.choice(("knows", "knows", "works")))

    def _relations(self, count: int) -> list[Step]:
        """In these runs more is done, beginning soon: what is not there can be done little with."""
        if not self._relates:
            return []
        chance = self._relating
        first = Step(self._length * 0.1, Act.RELATE, chance.randrange(count), key="knows")
        return [
            first,
            *(
                self._relation(chance.uniform(first.at, self._length), chance.randrange(count))
                for _ in range(chance.randint(8, 16))
            ),
        ]

    def _when(self) -> float:
        return self._chance.uniform(0.0, self._length)

    def _key(self) -> str:
        # one record is hot
        return self._keys[0] if self._chance.random() < 0.5 else self._chance.choice(self._keys)

    def _device(self, number: int, addressing: str | None) -> DevicePlan:
        chance = self._chance
        return DevicePlan(
            has_file=chance.random() < 0.85,
            skew=chance.choice((0.0, chance.uniform(-5, 5), chance.uniform(-120, 120))),
            joins_at=0.0 if number == 0 or chance.random() < 0.6 else self._when(),
            addressing=addressing,
        )

    def _edit(self, count: int) -> Step:
        chance = self._chance
        at, device = self._when(), chance.randrange(count)
        act = chance.choices(
            (Act.REMEMBER, Act.FORGET, Act.PERSONA, Act.JOURNAL, Act.RECALL, Act.SYNC),
            (10, 3, 5, 2, 2, 1),
        )[0]
        if act is Act.PERSONA:
            others = [name for name in self._insights if chance.random() < 0.3]
            key = chance.choice(self._insights)
            links = tuple(name for name in others if name != key)
            return Step(at, act, device, key=key, links=links, gives_themes=chance.random() < 0.5)
        return Step(at, act, device, key=self._key())

    def _troubles(self, count: int, relays: int) -> list[Step]:
        chance = self._chance
        steps: list[Step] = []
        for _ in range(chance.choice((0, 1, 2, 3))):
            begin = self._when()
            end = min(begin + chance.expovariate(1 / 30), self._length)
            device, relay = chance.randrange(count), chance.randrange(relays)
            match chance.choice(("crash", "refuse", "refuse", "hole", "stop", "step", "apart")):
                case "crash":
                    steps += [Step(begin, Act.CRASH, device), Step(end, Act.RESTART, device)]
                case "refuse":
                    steps += [
                        Step(begin, Act.REFUSE, device, relay),
                        Step(end, Act.OPEN, device, relay),
                    ]
                case "hole":
                    steps += [
                        Step(begin, Act.HOLE, device, relay),
                        Step(end, Act.OPEN, device, relay),
                    ]
                case "stop":
                    steps += [Step(begin, Act.STOP, relay=relay), Step(end, Act.START, relay=relay)]
                case "step":
                    steps.append(Step(begin, Act.STEP, device, amount=chance.uniform(-120, 120)))
                case _:
                    for where in range(relays):
                        steps += [
                            Step(begin, Act.REFUSE, device, where),
                            Step(end, Act.OPEN, device, where),
                        ]
        return steps

    def _copy(self, device: int) -> list[Step]:
        begin = self._when()
        if self._chance.random() < 0.5:
            return [Step(begin, Act.CLONE, device)]
        end = begin + self._chance.uniform(0.0, self._length)
        return [Step(begin, Act.BACKUP, device), Step(end, Act.RESTORE, device)]

    def _conditions(self) -> Conditions:
        chance = self._chance
        plan = None
        if chance.random() < 0.5:
            plan = FaultPlan(
                seed=self._seed,
                duplicate=chance.choice((0.0, 0.02)),
                delay=chance.choice((0.0, 0.05)),
                delay_seconds=2.0,
                close_before=chance.choice((0.0, 0.004)),
                close_after=chance.choice((0.0, 0.004)),
            )
        return Conditions(latency=chance.choice((0.01, 0.05, 0.2)), plan=plan)
