"""Generated facts: updates, of which the newer one replaces the older one, and additive ones.

The sentences here are the ones that the rules were written with at hand.
``contradiction_other_words`` has others, and its numbers are told beside these.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sense_memory import Insight

from . import contradiction_words as words


@dataclass(frozen=True, slots=True)
class Update:
    """A fact and the one that replaces it.

    Attributes:
        relation: What it is about.
        old: What was known.
        new: What is known now.
        question: What somebody would ask.
    """

    relation: str
    old: Insight
    new: Insight
    question: str


@dataclass(frozen=True, slots=True)
class Relation:
    """What can be said of somebody or something, one value at a time.

    Attributes:
        name: What it is.
        domain: Where it is remembered.
        facet: What kind of knowledge it is.
        subjects: Whom it is said of.
        values: What can be said.
        first: How it is said first: ``{s}`` is the subject, ``{v}`` the value.
        later: How it is said later: ``{o}`` is the old value.
        keys: Words for it in a key.
        question: What somebody would ask.
    """

    name: str
    domain: str
    facet: str
    subjects: Sequence[str]
    values: Sequence[str]
    first: Sequence[str]
    later: Sequence[str]
    keys: Sequence[str]
    question: str


def _person(
    name: str,
    values: Sequence[str],
    first: Sequence[str],
    later: Sequence[str],
    keys: Sequence[str],
    question: str,
    facet: str = "facts",
) -> Relation:
    return Relation(name, "people", facet, words.PEOPLE, values, first, later, keys, question)


def _project(
    name: str,
    values: Sequence[str],
    first: Sequence[str],
    later: Sequence[str],
    keys: Sequence[str],
    question: str,
    facet: str = "facts",
) -> Relation:
    return Relation(name, "projects", facet, words.PROJECTS, values, first, later, keys, question)


RELATIONS = (
    _person(
        "residence",
        words.CITIES,
        (
            "{s} lives in {v}",
            "{s} is living in {v}",
            "{s} resides in {v}",
            "lives in {v}",
            "{s}'s home is in {v}",
            "{s} is based in {v}",
        ),
        (
            "{s} now lives in {v}",
            "{s} moved to {v}",
            "{s} has relocated to {v}",
            "{s} lives in {v}",
            "lives in {v} now",
            "{s} moved from {o} to {v}",
            "{s} no longer lives in {o}, {s} lives in {v}",
            "{s} is based in {v} these days",
        ),
        ("home", "city", "residence", "lives"),
        "where does {s} live",
    ),
    _person(
        "employer",
        words.COMPANIES,
        (
            "{s} works at {v}",
            "{s} works for {v}",
            "{s} is employed at {v}",
            "works at {v}",
            "{s}'s employer is {v}",
        ),
        (
            "{s} works at {v} now",
            "{s} started working at {v}",
            "{s} took a job at {v}",
            "{s} works for {v}",
            "{s} left {o} and works at {v}",
            "{s}'s employer is now {v}",
        ),
        ("job", "employer", "work", "company"),
        "where does {s} work",
    ),
    _person(
        "occupation",
        words.JOBS,
        ("{s} works as a {v}", "{s}'s job is {v}", "{s} is employed as a {v}"),
        (
            "{s} now works as a {v}",
            "{s}'s profession is {v}",
            "{s} retrained as a {v}",
            "{s} works as a {v} instead",
        ),
        ("occupation", "profession", "job"),
        "what is the job of {s}",
    ),
    _person(
        "colour",
        words.COLORS,
        (
            "{s}'s favourite colour is {v}",
            "favourite colour is {v}",
            "The favorite color of {s} is {v}",
        ),
        (
            "{s}'s favorite color is now {v}",
            "{s}'s favourite colour changed to {v}",
            "{s}'s favourite colour is {v}",
            "{s}'s favourite colour: {v}",
        ),
        ("colour", "favourite-colour", "color"),
        "favourite colour of {s}",
        "beliefs",
    ),
    _person(
        "dish",
        words.DISHES,
        ("{s}'s favourite dish is {v}", "{s}'s favorite food is {v}"),
        (
            "{s}'s favourite dish is now {v}",
            "{s}'s favorite food is {v}",
            "{s}'s favorite food used to be {o}, it is {v} now",
        ),
        ("dish", "food", "favourite-food"),
        "favourite food of {s}",
    ),
    _person(
        "diet",
        ("vegetarian", "vegan", "pescatarian"),
        ("{s} is {v}", "is {v}", "{s} is a {v}"),
        ("{s} is not {o} anymore", "{s} is no longer {o}", "{s} became {v}", "{s} is now {v}"),
        ("diet", "eating", "food"),
        # asked by the value that was believed: whether a vegan is vegetarian is another question
        "is {s} {o}",
    ),
    _person(
        "marriage",
        ("single", "married", "divorced", "engaged"),
        ("{s} is {v}", "is {v}"),
        ("{s} is {v}", "{s} is now {v}", "{s} became {v}", "{s} is not {o} anymore"),
        ("marital-status", "relationship"),
        # whether somebody is married is answered by the facts about whom, too
        "is {s} {o}",
    ),
    _person(
        "spouse",
        words.PEOPLE,
        ("{s} is married to {v}", "{s}'s partner is {v}"),
        ("{s} is now married to {v}", "{s} divorced {o}", "{s}'s partner is {v}"),
        ("spouse", "partner", "marriage"),
        "who is the partner of {s}",
    ),
    _person(
        "manager",
        words.PEOPLE,
        ("{s} reports to {v}", "{s}'s manager is {v}", "{s}'s boss is {v}"),
        (
            "{s} now reports to {v}",
            "{s}'s manager is now {v}",
            "{s}'s boss is {v}",
            "{s} reports to {v} instead of {o}",
        ),
        ("manager", "boss", "reports"),
        "who is the manager of {s}",
    ),
    _person(
        "timezone",
        words.ZONES,
        ("{s}'s timezone is {v}", "timezone: {v}", "{s}'s time zone is {v}"),
        ("{s}'s timezone is now {v}", "timezone: {v}", "{s}'s time zone changed to {v}"),
        ("timezone", "tz", "time-zone"),
        "timezone of {s}",
    ),
    _person(
        "phone",
        ("555-1234", "555-9876", "555-4711", "555-2020", "555-3141"),
        ("{s}'s phone number is {v}", "phone number: {v}"),
        (
            "{s}'s phone number is now {v}",
            "{s}'s new phone number is {v}",
            "{s}'s phone number changed to {v}",
        ),
        ("phone", "number", "phone-number"),
        "phone number of {s}",
    ),
    _person(
        "age",
        ("31", "32", "33", "40", "41"),
        ("{s} is {v} years old", "{s}'s age is {v}"),
        ("{s} is {v} years old now", "{s} is {v} years old", "{s}'s age is {v}"),
        ("age", "years"),
        "how old is {s}",
    ),
    _person(
        "indent",
        ("tabs", "spaces"),
        ("{s} prefers {v}", "prefers {v}", "{s} prefers {v} for indentation"),
        (
            "{s} prefers {v} now",
            "{s} prefers {v} over {o}",
            "prefers {v}",
            "{s} now prefers {v} for indentation",
        ),
        ("indentation", "style", "indent"),
        "does {s} prefer tabs or spaces",
        "beliefs",
    ),
    _person(
        "theme",
        ("dark mode", "light mode"),
        ("{s} prefers {v}", "prefers {v}"),
        ("{s} prefers {v} now", "{s} now prefers {v}", "{s} prefers {v} over {o}"),
        ("theme", "ui", "display"),
        "does {s} prefer dark mode",
        "beliefs",
    ),
    _person(
        "liking",
        words.FOODS,
        ("{s} likes {v}", "likes {v}", "{s} loves {v}"),
        (
            "{s} does not like {o} anymore",
            "{s} hates {o}",
            "{s} no longer likes {o}",
            "{s} doesn't like {o}",
            "{s} dislikes {o} now",
        ),
        ("taste", "likes", "foods"),
        "does {s} like {o}",
    ),
    _person(
        "smoking",
        ("x",),
        ("{s} smokes", "smokes"),
        (
            "{s} quit smoking",
            "{s} does not smoke anymore",
            "{s} no longer smokes",
            "{s} stopped smoking",
        ),
        ("smoking", "habit"),
        "does {s} smoke",
    ),
    _person(
        "hobby ended",
        words.INSTRUMENTS,
        ("{s} plays the {v}", "plays the {v}"),
        (
            "{s} no longer plays the {o}",
            "{s} stopped playing the {o}",
            "{s} doesn't play the {o} anymore",
        ),
        ("music", "hobby"),
        "does {s} play the {o}",
    ),
    _person(
        "editor",
        words.EDITORS,
        ("{s}'s editor is {v}", "{s} uses {v} as her editor", "{s}'s main editor is {v}"),
        (
            "{s}'s editor is now {v}",
            "{s} uses {v} as her editor now",
            "{s} switched from {o} to {v}",
            "{s}'s editor: {v}",
        ),
        ("editor", "tools", "ide"),
        "which editor does {s} use",
    ),
    _person(
        "commute",
        ("train", "bike", "bus", "car"),
        ("{s} commutes by {v}", "{s} gets to work by {v}"),
        ("{s} now commutes by {v}", "{s} commutes by {v}", "{s} gets to work by {v} these days"),
        ("commute", "transport"),
        "how does {s} get to work",
    ),
    _person(
        "children",
        ("two", "three", "four", "five"),
        ("{s} has {v} children", "has {v} children"),
        ("{s} has {v} children now", "{s} now has {v} children", "{s} has {v} children"),
        ("children", "family"),
        "how many children does {s} have",
    ),
    _project(
        "deadline",
        words.DATES,
        (
            "The deadline of {s} is {v}",
            "{s}'s deadline is {v}",
            "deadline is {v}",
            "{s} is due on {v}",
        ),
        (
            "The deadline of {s} moved to {v}",
            "{s}'s deadline is now {v}",
            "deadline moved to {v}",
            "The {s} deadline was pushed to {v}",
            "{s}'s deadline changed from {o} to {v}",
            "{s} is due on {v}",
        ),
        ("deadline", "due", "due-date"),
        "deadline of {s}",
    ),
    _project(
        "launch",
        words.DATES,
        ("{s} launches on {v}", "The launch date of {s} is {v}", "{s} ships on {v}"),
        (
            "{s} now launches on {v}",
            "The launch date of {s} slipped to {v}",
            "{s}'s launch was postponed to {v}",
            "The launch date of {s} is {v}",
        ),
        ("launch", "release", "launch-date"),
        "when does {s} launch",
    ),
    _project(
        "status",
        ("in progress", "on hold", "done", "blocked", "cancelled", "shipped"),
        ("{s} is {v}", "The status of {s} is {v}", "status: {v}"),
        (
            "{s} is {v}",
            "{s} is now {v}",
            "The status of {s} changed to {v}",
            "status: {v}",
            "{s} is {v} now",
        ),
        ("status", "state", "progress"),
        "status of {s}",
    ),
    _project(
        "version",
        words.VERSIONS,
        ("{s} is on version {v}", "The current version of {s} is {v}", "{s} runs version {v}"),
        (
            "{s} is on version {v} now",
            "{s} was upgraded to {v}",
            "The current version of {s} is {v}",
            "{s} is at version {v}",
        ),
        ("version", "release"),
        "version of {s}",
    ),
    _project(
        "price",
        words.PRICES,
        ("{s} costs {v} per month", "The price of {s} is {v}", "{s} is priced at {v}"),
        (
            "{s} now costs {v} per month",
            "The price of {s} was raised to {v}",
            "The price of {s} is {v}",
            "The price of {s} went from {o} to {v}",
        ),
        ("price", "pricing", "cost"),
        "price of {s}",
    ),
    _project(
        "budget",
        ("$5,000", "$8,000", "$12,000", "$20,000"),
        ("The budget of {s} is {v}", "{s} has a budget of {v}", "{s}'s budget is {v}"),
        (
            "The budget of {s} was raised to {v}",
            "{s}'s budget is now {v}",
            "The budget of {s} is {v}",
            "{s}'s budget was cut to {v}",
        ),
        ("budget", "money"),
        "budget of {s}",
    ),
    _project(
        "lead",
        words.PEOPLE,
        ("{v} leads {s}", "{s} is led by {v}", "The lead of {s} is {v}", "{v} is the lead of {s}"),
        (
            "{v} now leads {s}",
            "{s} is led by {v}",
            "The lead of {s} is now {v}",
            "{v} leads {s} instead of {o}",
            "{v} is the lead of {s} now",
        ),
        ("lead", "owner", "head"),
        "who leads {s}",
        "decisions",
    ),
    _project(
        "hosting",
        words.HOSTS,
        ("{s} is hosted on {v}", "{s}'s hosting provider is {v}", "hosting: {v}"),
        (
            "{s} is hosted on {v} now",
            "{s} moved from {o} to {v}",
            "hosting: {v}",
            "{s} is now hosted on {v}",
        ),
        ("hosting", "provider", "host"),
        "where is {s} hosted",
        "decisions",
    ),
    _project(
        "database",
        words.DATABASES,
        ("{s}'s database is {v}", "The database of {s} is {v}"),
        (
            "{s}'s database is now {v}",
            "{s} migrated from {o} to {v}",
            "The database of {s} changed to {v}",
        ),
        ("database", "db", "storage"),
        "database of {s}",
        "decisions",
    ),
    _project(
        "language",
        words.LANGUAGES,
        ("{s} is written in {v}", "{s} is implemented in {v}"),
        ("{s} was rewritten in {v}", "{s} is written in {v} now", "{s} is now written in {v}"),
        ("language", "code", "stack"),
        "which language is {s} written in",
    ),
    _project(
        "licence",
        words.LICENSES,
        ("{s} is licensed under {v}", "The license of {s} is {v}", "license: {v}"),
        ("{s} was relicensed under {v}", "The license of {s} is now {v}", "license: {v}"),
        ("license", "licence"),
        "license of {s}",
        "decisions",
    ),
    _project(
        "ci",
        words.CI,
        ("{s}'s CI runs on {v}", "The CI of {s} is {v}", "{s} uses {v} as its CI"),
        (
            "{s}'s CI runs on {v} now",
            "The CI of {s} is now {v}",
            "{s} switched from {o} to {v}",
            "{s} uses {v} as its CI",
        ),
        ("ci", "build", "pipeline"),
        "which CI does {s} use",
        "decisions",
    ),
    _project(
        "meeting",
        words.DAYS,
        ("The {s} standup is on {v}", "The standup of {s} is on {v}"),
        (
            "The {s} standup is on {v} now",
            "The {s} standup moved to {v}",
            "The {s} standup was rescheduled to {v}",
        ),
        ("standup", "meeting"),
        "when is the {s} standup",
    ),
    _project(
        "team size",
        ("4", "5", "6", "7", "9"),
        ("{s} has {v} developers", "The {s} team has {v} developers"),
        (
            "{s} now has {v} developers",
            "The {s} team has {v} developers now",
            "{s} has {v} developers",
        ),
        ("team", "team-size", "people"),
        "how many developers does {s} have",
    ),
    _project(
        "port",
        ("8080", "9090", "3000", "5000"),
        ("{s} listens on port {v}", "{s}'s port is {v}"),
        ("{s} listens on port {v} now", "{s}'s port is now {v}", "{s} listens on port {v}"),
        ("port", "network"),
        "which port does {s} listen on",
    ),
    _project(
        "python",
        ("3.10", "3.11", "3.12", "3.13"),
        ("{s} uses Python {v}", "uses Python {v}"),
        ("{s} uses Python {v} now", "{s} uses Python {v}", "{s} now uses Python {v}"),
        ("python", "runtime"),
        "which python does {s} use",
    ),
    Relation(
        "own belief",
        "self",
        "beliefs",
        ("I",),
        ("useful", "safe", "reliable", "important", "easy"),
        ("{topic} is {v}",),
        ("{topic} is not {o}", "{topic} is no longer {o}", "{topic} is un{o}"),
        ("belief", "opinion"),
        "is {topic} {o}",
    ),
)
TOPICS = (
    "static typing",
    "pair programming",
    "code review",
    "journaling",
    "remote work",
    "caching",
    "test coverage",
    "email",
    "small talk",
    "version control",
    "documentation",
    "mentoring",
    "lunch",
    "the relay network",
    "continuous integration",
    "note taking",
    "estimation",
    "open data",
    "the staging server",
    "prompt engineering",
    "logging",
    "refactoring",
)


def updates(
    rng: random.Random, count: int, relations: Sequence[Relation] = RELATIONS
) -> list[Update]:
    """Facts that replace one another, of all relations in turn; no subject twice in a relation."""
    used: set[tuple[str, str]] = set()
    found: list[Update] = []
    attempts = 0
    while len(found) < count:
        relation = relations[attempts % len(relations)]
        attempts += 1
        subject = rng.choice(TOPICS if "{topic}" in relation.first[0] else list(relation.subjects))
        if (relation.name, subject) in used:
            if attempts > 100 * count:
                raise ValueError(f"there are only {len(found)} updates to be made")
            continue
        used.add((relation.name, subject))
        found.append(_update(rng, relation, subject))
    return found


def _update(rng: random.Random, relation: Relation, subject: str) -> Update:
    values = [value for value in relation.values if value != subject]
    old, new = rng.sample(values, 2) if len(values) > 1 else (values[0], values[0])
    first, later = rng.choice(relation.first), rng.choice(relation.later)

    def said(form: str, value: str) -> str:
        return form.format(s=subject, v=value, o=old, topic=subject.capitalize())

    keys = _keys(rng, subject, relation.keys, is_named=_names(first) and _names(later))
    themes = _themes(rng, subject, relation.name)
    question = relation.question.format(s=subject, o=old, topic=subject)
    return Update(
        relation.name,
        Insight(relation.domain, relation.facet, keys[0], said(first, old), themes),
        Insight(relation.domain, relation.facet, keys[1], said(later, new), themes),
        question,
    )


def _names(form: str) -> bool:
    return "{s}" in form or "{topic}" in form


def _keys(
    rng: random.Random, subject: str, names: Sequence[str], *, is_named: bool
) -> tuple[str, str]:
    """Two keys: with the subject in both, or, where the sentences name it, nothing in common."""
    slug = subject.lower().replace(" ", "-")
    one, other = rng.choice(names), rng.choice(names)
    number = rng.randrange(10_000)
    style = rng.randrange(4 if is_named else 2)
    if style == 0:
        return f"{slug}-{one}", f"{slug}-{other}-{number}"
    if style == 1:
        return f"{slug}-{one}-{number}", f"{other}-of-{slug}"
    if style == 2:
        return f"{slug}-{one}-{number}", f"note-{number}-{rng.randrange(100)}"
    return f"fact-{number}-{slug[:1]}", f"{other}-{rng.randrange(10_000)}-update"


def _themes(rng: random.Random, subject: str, name: str) -> tuple[str, ...] | None:
    return rng.choice((None, (), (subject.lower(),), (subject.lower(), name)))


# -------------------------------------------------------------------------- additive


def additive(rng: random.Random, count: int) -> list[Insight]:
    """Facts that hold beside one another, several about each subject, many of them traps."""
    groups: list[Callable[[random.Random, str], list[tuple[str, str, str]]]] = [
        _tastes,
        _tools,
        _belongings,
        _journeys,
        _skills,
        _family,
        _past_and_plans,
        _places,
        _conditions,
        _descriptions,
        _events,
    ]
    projects: list[Callable[[random.Random, str], list[tuple[str, str, str]]]] = [
        _parts,
        _uses,
        _measures,
        _servers,
        _choices,
        _notes,
    ]
    found: list[Insight] = []
    seen: set[tuple[str, str]] = set()
    told: set[tuple[str, str]] = set()
    number = 0
    while len(found) < count:
        number += 1
        is_person = rng.random() < 0.6
        subject = rng.choice(words.OTHER_PEOPLE if is_person else words.OTHER_PROJECTS)
        group = rng.choice(groups if is_person else projects)
        if (subject, group.__name__) in told:
            continue
        told.add((subject, group.__name__))
        if group in (_past_and_plans, _places):
            told |= {(subject, _past_and_plans.__name__), (subject, _places.__name__)}
        for facet, word, value in group(rng, subject):
            if (subject, value) in seen:
                continue
            seen.add((subject, value))
            found.append(
                Insight(
                    "people" if is_person else "projects",
                    facet,
                    f"{subject.lower()}-{word}-{number}-{len(found)}",
                    value,
                    rng.choice((None, (subject.lower(),), (subject.lower(), word))),
                )
            )
    return found[:count]


def _some(rng: random.Random, values: Sequence[str], count: int = 3) -> list[str]:
    return rng.sample(list(values), count)


def _tastes(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    verb = rng.choice(("likes", "loves", "enjoys", "is fond of"))
    return [("facts", "taste", f"{s} {verb} {food}") for food in _some(rng, words.FOODS)] + [
        ("facts", "taste", f"{s} does not like {food}") for food in ("tripe", "liver")
    ]


def _tools(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [("facts", "tools", f"{s} uses {tool}") for tool in _some(rng, words.TOOLS, 4)]


def _belongings(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [("facts", "pet", f"{s} has a {pet}") for pet in _some(rng, words.PETS)] + [
        ("facts", "pet", f"{s} has a dog named {name}") for name in ("Rex", "Bella")
    ]


def _journeys(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [("facts", "travel", f"{s} visited {city}") for city in _some(rng, words.CITIES)]


def _skills(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return (
        [("facts", "skill", f"{s} speaks {tongue}") for tongue in _some(rng, words.TONGUES)]
        + [("facts", "skill", f"{s} plays the {one}") for one in _some(rng, words.INSTRUMENTS, 2)]
        + [("facts", "hobby", f"{s} enjoys {one}") for one in _some(rng, words.HOBBIES, 2)]
    )


def _family(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    one, other, third = _some(rng, [p for p in words.PEOPLE if p != s])
    return [
        ("facts", "family", f"{s}'s sister is {one}"),
        ("facts", "family", f"{s}'s sister is {other}"),
        ("facts", "friends", f"{s} is friends with {third}"),
        ("facts", "friends", f"{s} is friends with {one}"),
        ("facts", "family", f"{s}'s brother lives in {rng.choice(words.CITIES)}"),
    ]


def _past_and_plans(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    one, other, third = _some(rng, words.CITIES)
    first, second = _some(rng, words.COMPANIES, 2)
    return [
        ("facts", "home", f"{s} lives in {one}"),
        ("facts", "past", f"{s} used to live in {other}"),
        ("facts", "plan", f"{s} plans to move to {third}"),
        ("facts", "job", f"{s} works at {first}"),
        ("facts", "past", f"{s} worked at {second} from 2010 to 2015"),
    ]


def _places(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    city = rng.choice(("Berlin", "Hamburg", "Dresden"))
    company = rng.choice(words.COMPANIES)
    return [
        ("facts", "home", f"{s} lives in {city}"),
        ("facts", "home", f"{s} lives in {city}, Germany"),
        ("facts", "country", f"{s} lives in Germany"),
        ("facts", "job", f"{s} works at {company}"),
        ("facts", "job", f"{s} works as a {rng.choice(words.JOBS)}"),
    ]


def _conditions(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [
        ("beliefs", "indent", f"{s} prefers tabs in Go"),
        ("beliefs", "indent", f"{s} prefers spaces in Python"),
        ("beliefs", "code", f"{s} prefers vanilla JS"),
        ("beliefs", "commits", f"{s} prefers conventional commits"),
        ("facts", "swim", f"{s} swims on Tuesdays"),
        ("facts", "swim", f"{s} swims on Fridays"),
    ]


def _descriptions(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    job, other = _some(rng, words.JOBS, 2)
    return [
        ("facts", "person", f"{s} is tall"),
        ("facts", "person", f"{s} is friendly"),
        ("facts", "person", f"{s} is a {job}"),
        ("facts", "person", f"{s} is interested in {rng.choice(words.HOBBIES)}"),
        ("facts", "person", f"{s} is allergic to nuts"),
        ("facts", "person", f"{s} is allergic to pollen"),
        ("facts", "person", f"{s} knows a good {other}"),
    ]


def _events(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return (
        [("facts", "meeting", f"{s} has a meeting at {time}") for time in _some(rng, words.TIMES)]
        + [("facts", "book", f"{s} read {book}") for book in _some(rng, words.BOOKS)]
        + [("emotions", "day", f"{s} was happy on {day}") for day in _some(rng, words.DAYS, 2)]
    )


def _parts(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [
        ("facts", "feature", f"{s} supports {one}")
        for one in ("dark mode", "offline use", "Python 3.11", "Python 3.12", "single sign-on")
    ] + [("facts", "team", f"{person} works on {s}") for person in _some(rng, words.PEOPLE)]


def _uses(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [("decisions", "stack", f"{s} uses {tool}") for tool in _some(rng, words.TOOLS, 4)] + [
        ("decisions", "stack", f"{s} depends on {tool}") for tool in _some(rng, words.TOOLS, 2)
    ]


def _measures(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [
        ("facts", "numbers", f"{s} has {rng.randrange(2, 9)} developers"),
        ("facts", "numbers", f"{s} has {rng.randrange(2, 9)} designers"),
        ("facts", "revenue", f"In 2023 {s} earned $5,000"),
        ("facts", "revenue", f"In 2024 {s} earned $7,000"),
        ("facts", "deadline", f"The deadline for the {s} docs is {rng.choice(words.DATES)}"),
        ("facts", "deadline", f"The deadline for the {s} API is {rng.choice(words.DATES)}"),
    ]


def _servers(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [
        ("facts", "server", f"Server 1 of {s} runs nginx"),
        ("facts", "server", f"Server 2 of {s} runs Caddy"),
        ("facts", "server", f"The {s} test server is in {rng.choice(words.CITIES)}"),
        ("facts", "server", f"The {s} backup server is in {rng.choice(words.CITIES)}"),
        ("facts", "status", f"Milestone 1 of {s} is done"),
        ("facts", "status", f"Milestone 2 of {s} is in progress"),
    ]


def _choices(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [
        ("decisions", "choice", f"We chose {one} over {other} for {s} because of speed")
        for one, other in (("Orpheus", "Kokoro"), ("Rust", "Go"))
    ] + [
        ("decisions", "plan", f"{s} might move to {rng.choice(words.HOSTS)}"),
        ("decisions", "plan", f"{s} is hosted on {rng.choice(words.HOSTS)}"),
        ("decisions", "plan", f"{s} also runs on a Raspberry Pi"),
    ]


def _notes(rng: random.Random, s: str) -> list[tuple[str, str, str]]:
    return [
        ("procedures", "deploy", f"Deploy {s}: npm run build, wrangler deploy"),
        ("procedures", "deploy", f"Roll back {s}: wrangler rollback"),
        ("beliefs", "opinion", f"The architecture of {s} is elegant"),
        ("beliefs", "opinion", f"The architecture of {s} is unusual"),
        ("facts", "users", f"{s} has users in {rng.choice(words.CITIES)}"),
        ("facts", "users", f"{s} has users in {rng.choice(words.CITIES)} and Lima"),
    ]
