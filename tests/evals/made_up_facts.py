"""Facts that are no chat, and questions about them in other words; the same in every run.

People, projects, tools and places, in several domains and facets, each with a key and themes as an
agent would choose them. Several facts share a source, as facts from one talk do, and their order in
it means nothing. Some values begin with a label and a colon without being anybody's words; some
questions name a date that stands in the value, not that on which the fact was stored. Besides the
whole questions there are bare words: the name, two of the fact and one of another.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sense_memory import Insight

from .baselines import text_of
from .locomo_turns import Asked


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


SEED = 20_261_121
SCOPE = "facts"

_PEOPLE = _words("""Aiko Bastian Chidi Dolores Emre Farah Gunnar Hana Ivo Jolanda Kwame Leontyne
Mirela Niels Oksana Pilar Quentin Rosalind Sanjay Tove Ulrike Vikram Wanda Ximena Yusuf Zdenka""")
_PROJECTS = _words("""Albatross Basalt Cinnabar Driftwood Ember Foxglove Gantry Hollyhock Inkwell
Juniper Kestrel Lantern Marigold Nettle Obsidian Parsley Quarry Rosewood Saffron Tamarind""")
_FOODS = _words("oysters walnuts celery strawberries mustard lupins sesame mangoes lentils shrimp")
_CITIES = _words("Lisbon Oslo Tbilisi Porto Ghent Kyoto Leeds Bergen Valencia Riga Nantes Turku")
_TRADES = _words("""midwife carpenter cartographer beekeeper violinist translator geologist nurse
plumber archivist pilot welder""")
_TOOLS = _words("PostgreSQL Redis Terraform Django Svelte Kafka Grafana Rust Elixir Ansible")
_REASONS = ("it was cheaper", "the team knew it", "it starts faster", "support was better")
_MONTHS = _words("""January February March April May June July August September October November
December""")
_HOBBIES = _words("bouldering calligraphy pottery rowing chess birdwatching fencing baking")
_ASPECTS = _words("budget deadline team technology risks launch deployment customer stack")
_MATTERS = _words("allergy home job birthday hobby coffee food friends greeting work")


@dataclass(frozen=True, slots=True)
class Fact:
    """A memory, and a question that it alone answers."""

    memory: Insight
    question: str
    category: str


def _bare(random_: random.Random, fact: Fact, others: Sequence[Fact]) -> str:
    name = fact.memory.key.partition("-")[0]
    said = _content(fact.memory) - {name}
    kind = fact.memory.key.partition("-")[2]
    rest = [one for one in others if not one.memory.key.endswith(kind)]
    # a second name would ask about somebody else as much
    names = {one.lower() for one in (*_PEOPLE, *_PROJECTS)}
    other = _content(random_.choice(rest).memory) - said - names
    asked = [name, *random_.sample(sorted(said), 2), random_.choice(sorted(other))]
    random_.shuffle(asked)
    return " ".join(asked)


def _content(memory: Insight) -> set[str]:
    """The longer words of a memory's key, themes and value."""
    words = re.findall(r"[^\W_]{4,}", text_of(memory).lower())
    return set(words) - {
        "than",
        "that",
        "when",
        "with",
        "after",
        "before",
        "since",
        "instead",
        "never",
        "their",
    }


def _meetings(random_: random.Random) -> Iterator[Insight]:
    """What nobody asks about: it names the same people, projects and matters by the way."""
    for number in range(300):
        one, other, third = random_.sample(_PEOPLE, 3)
        project, city = random_.choice(_PROJECTS), random_.choice(_CITIES)
        food, hobby = random_.choice(_FOODS), random_.choice(_HOBBIES)
        value = random_.choice(
            (
                f"{one} met {other} in {city} and they talked about {hobby}",
                f"{one} told {other} that {project} is late again",
                f"{one} brought {food} to the party of {project}",
                f"{other} asked {one} what the team of {project} likes to eat in {city}",
                f"{one} asked {other} about the {random_.choice(_ASPECTS)} of {project}",
                f"{one} and {other} talked about the {random_.choice(_MATTERS)} of {third}",
            )
        )
        yield Insight("world", "facts", f"talk-{number}-{one.lower()}", value, themes=["talk"])


def facts() -> tuple[list[Insight], list[Asked]]:
    """Memories in the order in which they are stored, and questions."""
    random_ = random.Random(SEED)
    made = [*_people(random_), *_projects(random_)]
    stored = [*(fact.memory for fact in made), *_meetings(random_)]
    random_.shuffle(stored)
    memories = [
        replace(memory, source=f"talk-{number // 6}") for number, memory in enumerate(stored)
    ]
    questions = [
        Asked(SCOPE, fact.question, fact.category, frozenset((fact.memory.key,))) for fact in made
    ]
    questions += [
        Asked(SCOPE, _bare(random_, fact, made), "words", frozenset((fact.memory.key,)))
        for fact in made
    ]
    return memories, questions


def _people(random_: random.Random) -> Iterator[Fact]:
    for name in _PEOPLE:
        low = name.lower()
        food, city, before = random_.choice(_FOODS), *random_.sample(_CITIES, 2)
        trade, hobby = random_.choice(_TRADES), random_.choice(_HOBBIES)
        day, month = random_.randint(1, 28), random_.choice(_MONTHS)
        rows = (
            (
                "facts",
                "allergy",
                f"{name} is allergic to {food} and carries a pen for it",
                ["health", "food"],
                f"Which food must {name} not eat?",
            ),
            (
                "facts",
                "home",
                f"{name} lives in {city}, and grew up in {before}",
                ["home", "places"],
                f"Which city is the home of {name}?",
            ),
            ("facts", "work", f"{name} works as a {trade}", ["job"], f"What is {name}'s job?"),
            (
                "facts",
                "birthday",
                f"{name} was born on {day} {month} 1984",
                ["birthday", "dates"],
                f"Whose birthday is on {day} {month}, {name}'s?",
            ),
            (
                "beliefs",
                "meetings",
                f"{name} thinks meetings before ten are a waste of time",
                ["meetings"],
                f"Does {name} like early meetings?",
            ),
            (
                "emotions",
                "hobby",
                f"{name} is happiest when {hobby} with friends",
                ["hobby", "friends"],
                f"What does {name} enjoy doing in spare time, {hobby}?",
            ),
            (
                "procedures",
                "greeting",
                f"Greeting: call {name} by first name, never by title",
                ["manners"],
                f"By which name should I call {name}?",
            ),
            (
                "facts",
                "coffee",
                f"{name} drinks tea, coffee only after lunch",
                ["drinks"],
                f"What would {name} like to drink?",
            ),
        )
        for facet, key, value, themes, question in rows:
            memory = Insight("people", facet, f"{low}-{key}", value, themes=themes)
            yield Fact(memory, question, "people")


def _projects(random_: random.Random) -> Iterator[Fact]:
    for name in _PROJECTS:
        low = name.lower()
        chosen, other = random_.sample(_TOOLS, 2)
        reason, lead = random_.choice(_REASONS), random_.choice(_PEOPLE)
        day, month = random_.randint(1, 28), random_.choice(_MONTHS)
        budget = random_.randint(20, 90) * 1_000
        rows = (
            (
                "decisions",
                "stack",
                f"Decision: {name} uses {chosen} instead of {other}: {reason}",
                ["technology", chosen.lower()],
                f"Why did {name} choose {chosen} over {other}?",
            ),
            (
                "facts",
                "lead",
                f"{lead} leads {name} since the reorganisation",
                ["team"],
                f"Who is in charge of the {name} team?",
            ),
            (
                "facts",
                "deadline",
                f"{name} has to be delivered on {day} {month} 2026",
                ["deadline", "dates"],
                f"What is the deadline of {name}, in {month} 2026?",
            ),
            (
                "facts",
                "budget",
                f"The budget of {name} is {budget:,} euros",
                ["money"],
                f"How much money does {name} have?",
            ),
            (
                "procedures",
                "deploy",
                f"Deploy {name}: run the tests, tag, then press release",
                ["deployment"],
                f"How is {name} deployed?",
            ),
            (
                "beliefs",
                "risk",
                f"The greatest risk for {name} is that nobody maintains {other}",
                ["risks"],
                f"Which risks does {name} run?",
            ),
            (
                "emotions",
                "launch",
                f"Everybody was relieved when {name} had its first customer",
                ["launch"],
                f"How did people feel about the first customer of {name}?",
            ),
        )
        for facet, key, value, themes, question in rows:
            memory = Insight("projects", facet, f"{low}-{key}", value, themes=themes)
            yield Fact(memory, question, "projects")
