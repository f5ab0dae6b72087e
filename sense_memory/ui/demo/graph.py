"""Whom and what the made-up mind knows, how they relate, and since when."""
# ruff: noqa: E501 (a relation stays on its line)

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ...core.records.persona import SECONDS_PER_DAY
from ...store import MemoryStore
from .step import Step

AFTER = 0.01
"""Days between what is told together, so that it is told in this order."""


@dataclass(frozen=True, slots=True)
class Met:
    """A person or a thing.

    Attributes:
        ago: Days since it was heard of.
        node: ``type:Name``.
        description: What it is.
        memory: A memory of the same, that is there by then.
        used: How many days ago it was looked at, each time.
    """

    ago: float
    node: str
    description: str
    memory: str = ""
    used: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Related:
    """A relation as it was told.

    Attributes:
        ago: Days since it was told.
        start: The name of a node that is there by then.
        how: What it is called.
        end: Another one.
        attitude: 1–5.
        proximity: 1–5.
        description: A sentence.
        since: Days since it is so; ``None`` is since it was told.
    """

    ago: float
    start: str
    how: str
    end: str
    attitude: int
    proximity: int
    description: str = ""
    since: float | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A relation that became another one.

    Attributes:
        ago: Days since then.
        was: What it was: start, how, end.
        how: What it is called from then on.
        attitude: 1–5.
        proximity: 1–5.
        description: A sentence.
    """

    ago: float
    was: tuple[str, str, str]
    how: str
    attitude: int
    proximity: int
    description: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A relation that is over; attributes as above."""

    ago: float
    was: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Noted:
    """A note of a node.

    Attributes:
        ago: Days since it was noted.
        node: Its name.
        content: What.
        lifetime: How long it counts.
    """

    ago: float
    node: str
    content: str
    lifetime: str = "year"


@dataclass(frozen=True, slots=True)
class Source:
    """A talk or a document.

    Attributes:
        ago: Days since then.
        name: What it is called.
        description: What it was.
        mentions: Names of nodes.
        produced: What came of it.
    """

    ago: float
    name: str
    description: str
    mentions: tuple[str, ...]
    produced: str = ""


MET = (
    Met(420, "person:Vergel", "Builds websites, and pays for this assistant.", "people/facts/vergel", (400, 330, 250, 160, 90, 30, 3)),
    Met(405, "person:Ada", "Vergel's sister; she tunes pianos.", "people/facts/ada", (340, 210, 60, 33)),
    Met(372, "person:Koji", "Runs the servers of Lighthouse, and answers at night.", "people/facts/koji", (210, 80, 20, 2)),
    Met(340, "person:Mrs Okafor", "Signs what the museum spends.", "people/facts/mrs-okafor", (300, 120)),
    Met(335, "person:Tomás", "Wrote the old shop.", "people/facts/tomas"),
    Met(140, "person:Priya", "Designs the museum's signs.", "people/facts/priya", (100, 60, 14)),
    Met(12, "person:Sam", "Takes over the newsletter.", "people/facts/sam", (9,)),
    Met(410, "person:Lena", "Lived with Vergel in Berlin.", "", (300,)),
    Met(400, "person:Mateus", "Ada's husband; he repairs trams."),
    Met(396, "person:Inês", "Ada's daughter; she is nine and asks why."),
    Met(390, "person:Jonas", "The landlord in Berlin."),
    Met(333, "person:Nils", "Harbour master; he knows every sandbank.", "", (240, 110)),
    Met(60, "person:Teresa", "The neighbour in Lisbon; she has the spare key.", "", (20,)),
    Met(400, "entity:Lighthouse", "A site that tells sailors about harbours.", "projects/facts/lighthouse", (390, 300, 220, 110, 30, 4)),
    Met(150, "entity:Museum", "A museum of clocks and scales, with a cellar.", "projects/facts/museum", (120, 90, 30, 6)),
    Met(335, "entity:Old shop", "A shop in PHP that was switched off."),
    Met(420, "entity:Berlin", "Where Vergel lived."),
    Met(405, "entity:Lisbon", "Where Ada lives, and Vergel since he moved.", "", (64, 30)),
    Met(418, "entity:Studio Federweg", "The office that Vergel shared with four others."),
    Met(372, "entity:Kelpline", "The hosting company where Koji worked."),
    Met(250, "entity:Harbour Letter", "The newsletter of Lighthouse.", "", (9,)),
    Met(150, "entity:Phone guide", "The guide of the museum, without an app.", "", (100, 22)),
    Met(95, "entity:Beacons", "Forty were ordered, and nobody uses them."),
    Met(419, "concept:Vanilla JS", "Pages without a build step.", "", (200,)),
    Met(399, "concept:Static pages", "What needs no server cannot fail at night."),
    Met(145, "concept:Offline use", "It works in a cellar.", "", (60,)),
    Met(185, "concept:Accessibility", "For the keyboard, for the ear, for tired eyes."),
    Met(120, "concept:Portuguese", "The language that Vergel learns."),
    Met(334, "concept:PHP", "What the old shop is written in."),
    Met(400, "concept:Sailing", "Why Lighthouse exists.", "", (200,)),
    Met(371, "concept:Estimates", "How long something takes, and how long it takes in truth."),
)  # fmt: skip
RELATED = (
    Related(419, "Vergel", "lives in", "Berlin", 3, 5, "Vergel lives in Berlin, in two rooms under the roof.", 2200),
    Related(418, "Vergel", "works at", "Studio Federweg", 4, 4, "He has a desk there.", 1500),
    Related(415, "Vergel", "writes", "Vanilla JS", 5, 5, "He writes it without a build step.", 3000),
    Related(410, "Vergel", "partner of", "Lena", 5, 5, "They live together.", 1300),
    Related(405, "Vergel", "brother of", "Ada", 5, 5, "They speak each Sunday.", 12000),
    Related(405, "Ada", "lives in", "Lisbon", 5, 5, "Above the workshop.", 2900),
    Related(400, "Vergel", "builds", "Lighthouse", 5, 5, "His own project, since the winter in the harbour.", 700),
    Related(400, "Ada", "married to", "Mateus", 5, 5, "", 4100),
    Related(400, "Vergel", "brother-in-law of", "Mateus", 4, 3, "They talk about trams.", 4100),
    Related(396, "Ada", "mother of", "Inês", 5, 5, "", 3300),
    Related(396, "Vergel", "uncle of", "Inês", 5, 3, "He owes her an answer about eclipses.", 3300),
    Related(399, "Lighthouse", "is built as", "Static pages", 5, 4, "A server only for search."),
    Related(398, "Lighthouse", "serves", "Sailing", 5, 4),
    Related(398, "Vergel", "loves", "Sailing", 5, 3, "He never has the time.", 5000),
    Related(390, "Vergel", "tenant of", "Jonas", 2, 2, "The heating is a topic each winter.", 2200),
    Related(390, "Lena", "lives in", "Berlin", 4, 5, "", 4000),
    Related(372, "Vergel", "works with", "Koji", 4, 3, "Mostly at night.", 500),
    Related(372, "Koji", "runs the servers of", "Lighthouse", 4, 5, "", 500),
    Related(371, "Koji", "works at", "Kelpline", 3, 4, "Four days a week.", 1600),
    Related(371, "Koji", "is good at", "Estimates", 4, 5, "His hold."),
    Related(371, "Vergel", "is bad at", "Estimates", 2, 2, "His are half of what it takes."),
    Related(371, "Kelpline", "hosts", "Lighthouse", 4, 4, "", 500),
    Related(340, "Vergel", "works for", "Mrs Okafor", 3, 2, "She signs what is above 5,000 euros."),
    Related(335, "Vergel", "worked with", "Tomás", 3, 3, "Until Tomás left.", 1900),
    Related(335, "Tomás", "wrote", "Old shop", 4, 5, "", 2400),
    Related(334, "Tomás", "is expert in", "PHP", 5, 5),
    Related(334, "Old shop", "is written in", "PHP", 3, 5, "", 2400),
    Related(333, "Nils", "advises", "Lighthouse", 4, 3, "He calls when a depth is wrong."),
    Related(333, "Vergel", "knows", "Nils", 4, 3, "From a night in the harbour."),
    Related(330, "Studio Federweg", "looks after", "Old shop", 2, 3, "Reluctantly.", 900),
    Related(250, "Lighthouse", "publishes", "Harbour Letter", 4, 4),
    Related(250, "Koji", "writes", "Harbour Letter", 3, 4, "He does it until somebody is found."),
    Related(185, "Vergel", "cares for", "Accessibility", 4, 4),
    Related(150, "Vergel", "works for", "Museum", 4, 3, "A guide for phones."),
    Related(150, "Mrs Okafor", "directs", "Museum", 5, 5, "", 2600),
    Related(148, "Museum", "ordered", "Phone guide", 5, 4),
    Related(148, "Vergel", "builds", "Phone guide", 4, 5),
    Related(145, "Phone guide", "depends on", "Offline use", 5, 5, "There is no network in the cellar."),
    Related(144, "Static pages", "helps", "Offline use", 4, 4),
    Related(140, "Priya", "works at", "Museum", 4, 4, "", 800),
    Related(140, "Priya", "designs", "Phone guide", 4, 4),
    Related(140, "Vergel", "works with", "Priya", 4, 2),
    Related(139, "Priya", "reports to", "Mrs Okafor", 3, 3, "", 800),
    Related(130, "Vanilla JS", "helps", "Accessibility", 4, 3),
    Related(120, "Vergel", "learns", "Portuguese", 4, 2, "Twenty minutes a day."),
    Related(118, "Ada", "teaches", "Portuguese", 4, 5),
    Related(95, "Museum", "bought", "Beacons", 3, 3, "Forty, for the cellar."),
    Related(95, "Phone guide", "uses", "Beacons", 3, 4),
    Related(60, "Vergel", "neighbour of", "Teresa", 4, 2, "She waters the plants."),
    Related(59, "Teresa", "lives in", "Lisbon", 5, 5, "", 20000),
    Related(12, "Sam", "writes", "Harbour Letter", 4, 2, "From Monday on.", 9),
    Related(12, "Koji", "introduces", "Sam", 4, 2),
)  # fmt: skip
CHANGED = (
    Changed(300, ("Vergel", "works with", "Koji"), "friend of", 5, 4, "Since the release they cook together."),
    Changed(190, ("Vergel", "partner of", "Lena"), "separated from", 2, 5, "They parted in spring."),
    Changed(75, ("Vergel", "works with", "Priya"), "works with", 2, 3, "The moved deadline upset her."),
    Changed(58, ("Vergel", "works with", "Priya"), "works with", 5, 4, "An apology helped."),
    Changed(45, ("Vergel", "separated from", "Lena"), "friend of", 4, 5, "They write again."),
)  # fmt: skip
ENDED = (
    Ended(310, ("Studio Federweg", "looks after", "Old shop")),
    Ended(300, ("Vergel", "worked with", "Tomás")),
    Ended(160, ("Kelpline", "hosts", "Lighthouse")),
    Ended(159, ("Koji", "works at", "Kelpline")),
    Ended(64, ("Vergel", "lives in", "Berlin")),
    Ended(64, ("Vergel", "tenant of", "Jonas")),
    Ended(63, ("Vergel", "works at", "Studio Federweg")),
    Ended(22, ("Phone guide", "uses", "Beacons")),
    Ended(9, ("Koji", "writes", "Harbour Letter")),
)
USED = (
    (("Vergel", "brother of", "Ada"), (300, 210, 120, 60, 33, 8)),
    (("Vergel", "builds", "Lighthouse"), (380, 300, 220, 110, 30, 4)),
    (("Vergel", "friend of", "Koji"), (250, 160, 80, 20)),
    (("Vergel", "writes", "Vanilla JS"), (300, 150)),
    (("Vergel", "lives in", "Lisbon"), (50, 12)),
    (("Vergel", "builds", "Phone guide"), (90, 22)),
    (("Priya", "designs", "Phone guide"), (58, 14)),
    (("Vergel", "partner of", "Lena"), (330, 240)),
)
"""When relations were asked for, in days ago."""
MOVED = Related(64, "Vergel", "lives in", "Lisbon", 5, 3, "Near Ada, with a balcony.")
NOTED = (
    Noted(360, "Vergel", "Prefers to be told the worst first."),
    Noted(210, "Ada", "Was in Berlin for a week, and tuned Lena's piano.", "forever"),
    Noted(160, "Koji", "Left his company to sleep more, he says."),
    Noted(110, "Nils", "Wants depths in metres with one digit, never in feet.", "forever"),
    Noted(90, "Priya", "Sends sketches on Thursdays."),
    Noted(64, "Vergel", "Found a flat with light from both sides."),
    Noted(30, "Museum", "The cellar is closed on Mondays."),
    Noted(14, "Priya", "Laughs about the beacons by now.", "month"),
    Noted(3, "Teresa", "Asked whether Lighthouse knows the river, too.", "month"),
)
SOURCES = (
    Source(419, "First week", "The first talks with Vergel.", ("Vergel", "Berlin", "Vanilla JS")),
    Source(399, "Plan of Lighthouse", "What it is to be, and what not.", ("Vergel", "Lighthouse", "Static pages", "Sailing"), "Harbour map"),
    Source(372, "Night of the first server", "Koji and Vergel until three.", ("Vergel", "Koji", "Lighthouse", "Kelpline")),
    Source(333, "Call with Nils", "Which depths are wrong.", ("Nils", "Lighthouse", "Vergel")),
    Source(300, "First release", "It held.", ("Vergel", "Koji", "Lighthouse")),
    Source(250, "Second release", "The search is half of the bugs.", ("Vergel", "Koji", "Lighthouse", "Harbour Letter"), "Letter no. 1"),
    Source(190, "A long evening", "Vergel told of Lena.", ("Vergel", "Lena")),
    Source(150, "Kick-off at the museum", "Cellar, budget, dates.", ("Vergel", "Museum", "Mrs Okafor", "Phone guide")),
    Source(120, "Sketches", "Priya's grids.", ("Priya", "Museum", "Phone guide", "Vergel"), "Grid of signs"),
    Source(90, "Plans to move", "Which street, and when.", ("Vergel", "Ada", "Lisbon")),
    Source(75, "A hard call", "The deadline was moved.", ("Priya", "Vergel", "Museum")),
    Source(58, "Test in the cellar", "Eleven of forty answer.", ("Museum", "Beacons", "Phone guide", "Priya")),
    Source(22, "Test with visitors", "They type a number.", ("Museum", "Phone guide", "Priya", "Vergel")),
    Source(9, "Hand-over to Sam", "The newsletter changes hands.", ("Sam", "Koji", "Harbour Letter", "Lighthouse")),
)  # fmt: skip


class Acquaintances:
    """The graph's part of the past; it remembers which edge is which while it is told."""

    def __init__(self) -> None:
        self._edges: dict[tuple[str, str, str], str] = {}

    def steps(self) -> Iterator[Step]:
        """All of it, in no order."""
        for met in MET:
            yield Step(met.ago, partial(_meet, met))
            for ago in met.used:
                yield Step(ago - AFTER, partial(_look, met.node))
        for related in (*RELATED, MOVED):
            yield Step(related.ago - AFTER, partial(self._relate, related))
        for changed in CHANGED:
            yield Step(changed.ago - AFTER, partial(self._change, changed))
        for ended in ENDED:
            yield Step(ended.ago, partial(self._end, ended))
        for relation, asked in USED:
            for ago in asked:
                yield Step(ago, partial(self._ask, relation))
        for noted in NOTED:
            yield Step(noted.ago - AFTER, partial(_note, noted))
        for source in SOURCES:
            yield Step(source.ago - 2 * AFTER, partial(_tell, source))
        for ago in (200.0, 1.0):
            yield Step(ago, _consolidate)

    async def _relate(self, told: Related, store: MemoryStore, now: float) -> None:
        since = now
        if told.since is not None:
            since -= (told.since - told.ago) * SECONDS_PER_DAY
        edge = await store.graph.relate(
            told.start,
            told.end,
            told.how,
            description=told.description,
            attitude=told.attitude,
            proximity=told.proximity,
            valid_from=since,
        )
        self._edges[told.start, told.how, told.end] = edge.id

    async def _change(self, told: Changed, store: MemoryStore, _now: float) -> None:
        start, _, end = told.was
        edge = await store.graph.supersede(
            self._edges.pop(told.was),
            relationship_type=told.how,
            description=told.description,
            attitude=told.attitude,
            proximity=told.proximity,
        )
        self._edges[start, told.how, end] = edge.id

    async def _end(self, told: Ended, store: MemoryStore, _now: float) -> None:
        await store.graph.invalidate(self._edges.pop(told.was))

    async def _ask(self, relation: tuple[str, str, str], store: MemoryStore, _now: float) -> None:
        await store.graph.edge(self._edges[relation])


async def _meet(met: Met, store: MemoryStore, _now: float) -> None:
    await store.graph.add(met.node, description=met.description)
    if met.memory:
        await store.graph.connect(met.node, met.memory)


async def _look(node: str, store: MemoryStore, _now: float) -> None:
    await store.graph.node(node)


async def _note(noted: Noted, store: MemoryStore, _now: float) -> None:
    await store.graph.note(noted.node, noted.content, lifetime=noted.lifetime)


async def _tell(source: Source, store: MemoryStore, now: float) -> None:
    key = f"source:{source.name}"
    await store.graph.add(key, description=source.description, at=now)
    for name in source.mentions:
        await store.graph.link(key, "mentions", name)
    if source.produced:
        await store.graph.add(f"artifact:{source.produced}", at=now)
        await store.graph.link(key, "produced", f"artifact:{source.produced}")


async def _consolidate(store: MemoryStore, _now: float) -> None:
    await store.graph.consolidate()
