"""Two stores that observe, correct, file, forget and refresh, and tell each other now and then.

Whatever they do in whatever order: an observation is in one summary of tier 0 that counts, or in
none; once it was refreshed every summary says what the rules make of what it names, and nothing is
left to be done; what was forgotten, or was corrected, is read nowhere; and when they have told each
other everything, both show the same.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable
from typing import TypeVar

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from sense_memory import Config, Identity, MemoryStore, Observation, PyramidConfig, Summary
from sense_memory.core.records.pyramid import STEP
from sense_memory.mind.pyramid.rules.summarizing import summarized
from sense_memory.mind.pyramid.seal import in_order, span
from sense_memory.testing import ManualClock

from .histories import EXAMPLES

T = TypeVar("T")

NOW = 1_800_000_000.0
HOUR = 3_600.0
TOKENS = PyramidConfig().summary_tokens
TOPICS = (None, "user", "Tom", "TOM", "user", "user")
DEVICES = st.integers(0, 1)
PICKED = st.integers(0, 10_000)


def words(text: str | None) -> set[str]:
    """The facts of a text; who wrote it is none."""
    spaced = (text or "").replace(".", " ")
    return {word for word in spaced.split() if word.startswith("fact")}


class TwoStores(RuleBasedStateMachine):
    """Two devices without a relay, which hand each other their events."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = ManualClock(NOW)
        self.count = 0
        self.gone: set[str] = set()
        """Facts that somebody forgot, or wrote over: what says them is not heard of again."""

    def run(self, what: Awaitable[T]) -> T:
        async def awaited() -> T:
            return await what

        return self.runner.run(awaited())

    @initialize()
    def open(self) -> None:
        identity = Identity.generate()
        self.stores = [
            MemoryStore(identity, clock=self.clock, addressing="plain", config=Config())
            for _ in range(2)
        ]
        for store in self.stores:
            self.run(store.__aenter__())

    # ------------------------------------------------------------------- what they do

    @rule(
        device=DEVICES,
        count=st.integers(1, 14),
        first=st.integers(-50, 50),
        step=st.sampled_from((0, 0, 1, -1, 7)),
        topic=st.sampled_from(TOPICS),
        long_ago=st.booleans(),
    )
    def observe(
        self, device: int, count: int, first: int, step: int, topic: str | None, long_ago: bool
    ) -> None:
        """Some facts: of one hour, of one after the other, long ago or to come."""
        for number in range(count):
            self.count += 1
            at = NOW + (first + number * step) * HOUR - long_ago * 1e9
            text = f"The fact{self.count}x is that it is so on {self.count} days."
            self.run(self.stores[device].pyramid.observe(text, topic=topic, at=at))

    def one_of(self, device: int, place: int) -> Observation | None:
        found = self.run(self.stores[device].pyramid.observations())
        return found[place % len(found)] if found else None

    @rule(device=DEVICES, place=PICKED)
    def correct(self, device: int, place: int) -> None:
        if (one := self.one_of(device, place)) is not None:
            self.count += 1
            self.gone |= words(one.text)
            text = f"The fact{self.count}x is what is so in truth."
            self.run(self.stores[device].pyramid.edit(one.id, text))

    @rule(device=DEVICES, place=PICKED, topic=st.sampled_from((*TOPICS, "New")))
    def move(self, device: int, place: int, topic: str | None) -> None:
        if (one := self.one_of(device, place)) is not None:
            self.run(self.stores[device].pyramid.assign(one.id, topic))

    @rule(device=DEVICES, place=PICKED, count=st.integers(1, 11))
    def forget(self, device: int, place: int, count: int) -> None:
        """Some that stand beside each other, or a whole group."""
        for _ in range(count):
            if (one := self.one_of(device, place)) is not None:
                self.gone |= words(one.text)
                self.run(self.stores[device].pyramid.forget(one.id))

    @rule(device=DEVICES, name=st.sampled_from(("Tom", "new", "unsorted")))
    def forget_topic(self, device: int, name: str) -> None:
        known = {one.slug for one in self.run(self.stores[device].pyramid.topics())}
        if name.lower() in known:
            self.run(self.stores[device].pyramid.forget_topic(name))

    @rule(device=DEVICES)
    def refresh(self, device: int) -> None:
        pyramid = self.stores[device].pyramid
        self.clock.advance(60)
        for _ in range(4):  # what no topic is found for waits for three more of them
            done = self.run(pyramid.refresh())
            assert done.failures == ()
        status = self.run(pyramid.status())
        assert not status.is_dirty, status
        assert sum(one.outdated for one in status.topics) == 0
        assert (again := self.run(pyramid.refresh())) == type(again)("rules"), again
        self.check_made(self.stores[device])

    @rule(device=DEVICES)
    def summarize(self, device: int) -> None:
        self.run(self.stores[device].pyramid.summarize(max_observations=20, max_tier=0))

    @rule(teller=DEVICES)
    def tell(self, teller: int) -> None:
        """One hands the other all that it has."""
        self.run(self.hand_over(self.stores[teller], self.stores[1 - teller]))

    @staticmethod
    async def hand_over(teller: MemoryStore, hearer: MemoryStore) -> None:
        await hearer.import_events([line async for line in teller.export_events()])

    # ------------------------------------------------------------------- what is so

    def check_made(self, store: MemoryStore) -> None:
        """Every summary says what the rules make of what it names, and nothing else."""
        pyramid = store.pyramid
        for topic in self.run(pyramid.topics()):
            made = self.run(pyramid.summaries(topic.slug))
            pieces: dict[str, Observation | Summary] = {
                one.input: one for one in self.run(pyramid.observations(topic.slug))
            }
            pieces |= {one.input: one for one in made}
            for one in made:
                parts = in_order(pieces[given] for given in one.inputs if given in pieces)
                assert one.text == summarized(parts, TOKENS), one
                assert (one.start, one.end) == span(parts)
                below = {Observation} if one.tier == 0 else {Summary}
                assert {type(part) for part in parts} == below
                assert len(parts) <= STEP
            cover = self.run(pyramid.cover(topic.slug))
            tiers = Counter(one.tier if isinstance(one, Summary) else -1 for one in cover)
            assert all(count < STEP for count in tiers.values()), tiers

    @invariant()
    def each_is_in_one_or_none(self) -> None:
        for store in self.stores:
            pyramid = store.pyramid
            inputs: Counter[str] = Counter()
            for topic in self.run(pyramid.topics()):
                status = self.run(pyramid.topic(topic.slug))
                own = {one.input for one in self.run(pyramid.observations(topic.slug))}
                made = self.run(pyramid.summaries(topic.slug, 0))
                named = Counter(given for one in made for given in one.inputs)
                inputs += named
                assert named.keys() <= own
                assert status.unsummarised == len(own - named.keys())
                assert status.observations == len(own)
                self.check_cover(store, topic.slug)
            assert all(count == 1 for count in inputs.values())

    def check_cover(self, store: MemoryStore, slug: str) -> None:
        """What is read of a topic says nothing that is not so any more, and leaves nothing out."""
        mine = {word for one in self.run(store.pyramid.observations()) for word in words(one.text)}
        said: set[str] = set()
        for one in self.run(store.pyramid.cover(slug)):
            assert one.text
            said |= words(one.text)
        assert said <= mine

    def teardown(self) -> None:
        for _ in range(2):  # what follows from what was heard is told, too
            self.run(self.hand_over(self.stores[0], self.stores[1]))
            self.run(self.hand_over(self.stores[1], self.stores[0]))
        self.check_alike()
        for store in self.stores:
            self.refresh(self.stores.index(store))
        self.check_alike()
        self.run(self.hand_over(self.stores[0], self.stores[1]))
        self.run(self.hand_over(self.stores[1], self.stores[0]))
        self.check_alike()
        self.refresh(0)
        for store in self.stores:
            self.run(store.__aexit__(None, None, None))
        self.runner.close()

    def check_alike(self) -> None:
        def shown(store: MemoryStore) -> list[object]:
            found: list[object] = list(self.run(store.pyramid.observations()))
            for topic in self.run(store.pyramid.topics()):
                found.append((topic.slug, topic.name, topic.description, topic.content))
                found += self.run(store.pyramid.summaries(topic.slug))
            return found

        one, two = map(shown, self.stores)
        assert one == two


TestTwoStores = TwoStores.TestCase
TestTwoStores.settings = settings(
    max_examples=max(6, EXAMPLES // 500),
    stateful_step_count=14,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
