"""A generated graph, and questions about it: in the words that edges have, and in other words.

All words here, those of the questions too, were written down before anything was searched with
them; names and who relates to whom how follow from the seed.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sense_memory.core.records.graph import EdgeType
from sense_memory.mind.graph.words import WORDS

PEOPLE, IDEAS, PLACES = 140, 90, 70
EDGES = 3_000
DESCRIBED, NOTED, USED = 0.5, 0.25, 0.3
"""The parts of edges that have a description, that have a note, and that were used since."""

_FIRST = ["ka", "mi", "lo", "ve", "ta", "ru", "si", "no", "be", "da", "pe", "zo", "li", "ha"]
_LAST = ["rin", "vel", "mar", "dok", "sen", "tal", "bor", "nic", "lan", "gar", "fen", "wick"]
_MANNER = [
    "medieval",
    "urban",
    "marine",
    "vegetarian",
    "northern",
    "experimental",
    "tropical",
    "digital",
    "baroque",
    "alpine",
]
_SUBJECT = [
    "cartography",
    "beekeeping",
    "archery",
    "cuisine",
    "poetry",
    "robotics",
    "gardening",
    "photography",
    "music",
    "sailing",
]
_SORT = [
    "bakery",
    "institute",
    "hospital",
    "orchestra",
    "shipyard",
    "museum",
    "library",
    "brewery",
    "school",
    "theatre",
]

RELATIONSHIPS: Mapping[EdgeType, Sequence[str]] = {
    EdgeType.HAS_RELATIONSHIP_WITH: (
        *("friend", "colleague", "sibling", "mentor", "neighbour", "rival"),
    ),
    EdgeType.ENGAGES_WITH: ("studies", "teaches", "practises"),
    EdgeType.ASSOCIATED_WITH: ("works-at", "founded", "visits", "supports"),
    EdgeType.RELATES_TO: ("inspired", "part-of"),
    EdgeType.INVOLVES: ("hosted-by", "taught-at"),
    EdgeType.CONNECTED_TO: ("supplies", "owns"),
}

_SHARES = {
    EdgeType.HAS_RELATIONSHIP_WITH: 0.35,
    EdgeType.ENGAGES_WITH: 0.25,
    EdgeType.ASSOCIATED_WITH: 0.2,
    EdgeType.RELATES_TO: 0.08,
    EdgeType.INVOLVES: 0.06,
    EdgeType.CONNECTED_TO: 0.06,
}

_DESCRIPTIONS = {
    EdgeType.HAS_RELATIONSHIP_WITH: (
        "They met at a wedding in the mountains.",
        "They have shared an office since the spring.",
        "They write letters to each other every month.",
        "They went to the same school as children.",
        "They do not speak about politics any more.",
        "They play chess on Thursdays.",
    ),
    EdgeType.ENGAGES_WITH: (
        "Reads everything about it on the train.",
        "Took an evening course in the old town.",
        "Has a shelf full of books about it.",
        "Wrote a long article about it last year.",
    ),
    EdgeType.ASSOCIATED_WITH: (
        "Goes there by bicycle in the morning.",
        "Signed a contract for three years.",
        "Gave a speech there at the opening.",
        "Helped to repair the roof.",
    ),
    EdgeType.RELATES_TO: ("The one grew out of the other.", "Both use the same tools."),
    EdgeType.INVOLVES: ("There is a yearly festival.", "A prize is given for it."),
    EdgeType.CONNECTED_TO: ("They share a building.", "They signed a treaty of cooperation."),
}

_NOTES = (
    ("lent the other one a large amount of money", "Who owes somebody a debt? It is about {name}."),
    ("had a bad accident while skiing together", "Did {name} get hurt in the snow?"),
    ("is planning a surprise party for June", "What is {name} secretly preparing to celebrate?"),
    ("was angry about a broken promise", "Whom did {name} disappoint, or who let {name} down?"),
    ("adopted a puppy from the shelter", "Who around {name} got a young dog?"),
    ("missed the flight because of a strike", "Whose plane left without them, around {name}?"),
    ("is learning to drive a truck", "Who around {name} wants to steer a lorry?"),
    ("cooked an enormous pot of soup", "Who made food, around {name}?"),
)
"""What is noted, and how somebody asks about it who does not know the words."""

_BY_RELATIONSHIP = {
    "friend": ("Friends of {name}", "Who is {name} on good terms with, a buddy or a pal?"),
    "colleague": ("Who are {name}'s colleagues?", "Who has the same job as {name}, a coworker?"),
    "sibling": ("Siblings of {name}", "Does {name} have brothers and sisters?"),
    "mentor": ("Who has {name} as a mentor?", "Who gives {name} guidance and advice?"),
    "neighbour": ("{name}'s neighbours", "Who lives next door to {name}?"),
    "rival": ("Rivals of {name}", "Who competes against {name}?"),
    "works-at": ("Where {name} works", "Who employs {name}?"),
    "founded": ("What has {name} founded?", "Which organisation did {name} start?"),
}
"""Edges called so, of somebody: in the words of the edge, and in others."""

_BY_ATTITUDE = {
    "passionate": ("What is {name} passionate about?", "What does {name} love most of all?"),
    "interested": ("What is {name} interested in?", "What makes {name} curious?"),
    "skeptical": ("What is {name} skeptical of?", "What does {name} have doubts about?"),
    "dislikes": ("What {name} dislikes", "What can {name} not stand?"),
}

_BY_PROXIMITY = {
    "expert": ("Experts in {name}", "Who knows all there is to know about {name}?"),
    "experienced": ("Who is experienced in {name}?", "Who has done a lot of {name} before?"),
    "unfamiliar": ("Who is unfamiliar with {name}?", "Who has no idea of {name}?"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """An edge as it is told.

    Attributes:
        number: Which.
        start: ``TYPE:NAME``.
        end: Likewise.
        type: Of the edge.
        word: What it is called.
        attitude: 1–5.
        proximity: 1–5.
        description: A sentence, or nothing.
        note: Another one, or nothing.
        days: How long ago it was told.
        uses: How long ago it was used, each time, in days.
    """

    number: int
    start: str
    end: str
    type: EdgeType
    word: str
    attitude: int
    proximity: int
    description: str
    note: str
    days: float
    uses: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question.

    Attributes:
        text: It.
        is_paraphrase: Whether it is in other words than the edges.
        answers: Numbers of the edges that answer it.
    """

    text: str
    is_paraphrase: bool
    answers: frozenset[int]


class World:
    """All that is told, and what is asked about it.

    Args:
        seed: Of all that is random.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        names = self._names()
        self._by_kind = {
            "person": [f"person:{next(names)}" for _ in range(PEOPLE)],
            "concept": self._some(
                [f"concept:{one} {other}" for one in _MANNER for other in _SUBJECT], IDEAS
            ),
            "entity": [f"entity:{next(names)} {self._one(_SORT)}" for _ in range(PLACES)],
        }
        self.edges = list(self._edges())
        self.questions = list(self._questions())

    def _one(self, given: Sequence[str]) -> str:
        return self._random.choice(given)

    def _some(self, given: list[str], count: int) -> list[str]:
        return self._random.sample(given, count)

    def _names(self) -> Iterator[str]:
        seen = set[str]()
        while True:
            first = self._one(_FIRST) + self._one(_FIRST)
            name = f"{first}{self._one(_LAST)}".capitalize()
            if name not in seen:
                seen.add(name)
                yield name

    def _edges(self) -> Iterator[Told]:
        ends = {
            EdgeType.HAS_RELATIONSHIP_WITH: ("person", "person"),
            EdgeType.ENGAGES_WITH: ("person", "concept"),
            EdgeType.ASSOCIATED_WITH: ("person", "entity"),
            EdgeType.RELATES_TO: ("concept", "concept"),
            EdgeType.INVOLVES: ("concept", "entity"),
            EdgeType.CONNECTED_TO: ("entity", "entity"),
        }
        seen = set[tuple[frozenset[str], str]]()
        number = 0
        while number < EDGES:
            (kind,) = self._random.choices(list(_SHARES), list(_SHARES.values()))
            start, end = (self._one(self._by_kind[one]) for one in ends[kind])
            word = self._one(RELATIONSHIPS[kind])
            if start == end or (frozenset((start, end)), word) in seen:
                continue
            seen.add((frozenset((start, end)), word))
            chance = self._random.random
            days = 700 * chance()
            count = self._random.randint(1, 4) if chance() < USED else 0
            yield Told(
                number,
                start,
                end,
                kind,
                word,
                self._random.randint(1, 5),
                self._random.randint(1, 5),
                self._one(_DESCRIPTIONS[kind]) if chance() < DESCRIBED else "",
                self._random.choice(_NOTES)[0] if chance() < NOTED else "",
                days,
                tuple(days * chance() for _ in range(count)),
            )
            number += 1

    def _questions(self) -> Iterator[Asked]:
        people, ideas = self._by_kind["person"], self._by_kind["concept"]
        for word, texts in _BY_RELATIONSHIP.items():
            for name in self._some(people, 12):
                yield from self._asked(name, texts, _is("word", word))
        for word, texts in _BY_ATTITUDE.items():
            score = WORDS[EdgeType.ENGAGES_WITH].attitude.index(word) + 1
            for name in self._some(people, 12):
                yield from self._asked(name, texts, _engages("attitude", score))
        for word, texts in _BY_PROXIMITY.items():
            score = WORDS[EdgeType.ENGAGES_WITH].proximity.index(word) + 1
            for name in self._some(ideas, 12):
                yield from self._asked(name, texts, _engages("proximity", score))
        for note, question in _NOTES:
            for name in self._some(people, 10):
                texts = (f"{{name}} {note}", question)
                yield from self._asked(name, texts, _is("note", note))

    def _asked(
        self, name: str, texts: Sequence[str], fits: Callable[[Told], bool]
    ) -> Iterator[Asked]:
        found = frozenset(
            told.number for told in self.edges if name in (told.start, told.end) and fits(told)
        )
        called = name.partition(":")[2]
        if found:
            for is_paraphrase, text in enumerate(texts):
                yield Asked(text.format(name=called), bool(is_paraphrase), found)


def _is(what: str, said: str) -> Callable[[Told], bool]:
    return lambda told: getattr(told, what) == said


def _engages(what: str, score: int) -> Callable[[Told], bool]:
    return lambda told: told.type is EdgeType.ENGAGES_WITH and getattr(told, what) == score
