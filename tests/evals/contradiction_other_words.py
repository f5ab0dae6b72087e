"""The same kind of facts in other words than those that the rules were written with at hand.

Written after the rules. At their first run, seed 1, 241 of 500 updates were superseded and no
additive fact was retired: that is what to expect of sentences that nobody has thought of. The rules
have learnt from some of what was missed since.
"""

import random
from collections.abc import Callable, Sequence

from sense_memory import Insight

from . import contradiction_words as words
from .contradiction_facts import Relation, Update, updates as updates_of


def _person(
    name: str,
    values: Sequence[str],
    first: Sequence[str],
    later: Sequence[str],
    keys: Sequence[str],
    question: str,
) -> Relation:
    return Relation(name, "people", "facts", words.PEOPLE, values, first, later, keys, question)


def _project(
    name: str,
    values: Sequence[str],
    first: Sequence[str],
    later: Sequence[str],
    keys: Sequence[str],
    question: str,
) -> Relation:
    return Relation(name, "projects", "facts", words.PROJECTS, values, first, later, keys, question)


TEAMS = ("marketing", "sales", "research", "support", "legal", "finance")
SNACKS = ("peanuts", "yoghurt", "bananas", "cheese", "honey", "tofu")

RELATIONS = (
    _person(
        "town",
        words.CITIES,
        ("{s} lives in the centre of {v}", "{s} rents a room in {v}", "{s}, who lives in {v}"),
        (
            "{s} lives in {v} since last month",
            "{s} said goodbye to {o} and now lives in {v}",
            "{s} packed up and relocated to {v}",
        ),
        ("town", "living"),
        "which town does {s} live in",
    ),
    _person(
        "work",
        words.COMPANIES,
        ("{s} has been working at {v} for years", "{s} is on the staff of {v}"),
        (
            "{s} changed jobs and works at {v} now",
            "{s} accepted an offer from {v}",
            "{s} has left {o}",
        ),
        ("office", "firm"),
        "who does {s} work for",
    ),
    _person(
        "team",
        TEAMS,
        ("{s} is on the {v} team", "{s}'s team is {v}"),
        ("{s} switched to the {v} team", "{s}'s team is now {v}"),
        ("team", "department"),
        "which team is {s} on",
    ),
    _person(
        "film",
        ("Alien", "Amelie", "Arrival", "Brazil", "Casablanca"),
        ("{s}'s favorite film is {v}", "{s}'s best-loved film is {v}"),
        ("{s}'s favorite film is {v} now", "{s} has a new favorite film: {v}"),
        ("film", "cinema"),
        "favorite film of {s}",
    ),
    _person(
        "nickname",
        ("Sam", "Lex", "Kit", "Robin", "Max"),
        ("{s} goes by {v}", "{s}'s nickname is {v}", "Friends call {s} {v}"),
        ("{s} goes by {v} now", "{s}'s nickname is now {v}", "{s} wants to be called {v}"),
        ("nickname", "alias"),
        "nickname of {s}",
    ),
    _person(
        "birthday",
        words.DATES,
        ("{s}'s birthday is on {v}", "{s} was born on {v}"),
        ("{s}'s birthday is actually {v}", "Correction: {s}'s birthday is on {v}"),
        ("birthday", "birth"),
        "when is the birthday of {s}",
    ),
    _person(
        "snack",
        SNACKS,
        ("{s} likes {v}", "{s} adores {v}", "{s} is a fan of {v}"),
        ("{s} can't stand {o}", "{s} has gone off {o}", "{s} is not a fan of {o}"),
        ("snack", "taste"),
        "does {s} like {o}",
    ),
    _person(
        "allergy",
        SNACKS,
        ("{s} is allergic to {v}",),
        ("{s} is not allergic to {o} after all", "{s} is no longer allergic to {o}"),
        ("allergy", "health"),
        "is {s} allergic to {o}",
    ),
    _person(
        "instrument",
        words.INSTRUMENTS,
        ("{s} is learning the {v}", "{s} practises the {v}"),
        ("{s} gave up the {o}", "{s} is no longer learning the {o}"),
        ("music", "lessons"),
        "is {s} learning the {o}",
    ),
    _person(
        "phone",
        ("an iPhone", "a Pixel", "a Fairphone", "a Galaxy"),
        ("{s} has {v}", "{s}'s phone is {v}"),
        ("{s} replaced {o} with {v}", "{s}'s phone is now {v}", "{s} sold {o}"),
        ("phone", "device"),
        "which phone does {s} have",
    ),
    _person(
        "language of answers",
        words.TONGUES,
        ("{s} wants answers in {v}", "{s}'s preferred language is {v}"),
        ("{s} now wants answers in {v}", "{s}'s preferred language is {v}"),
        ("language", "answers"),
        "in which language does {s} want answers",
    ),
    _person(
        "marriage",
        ("single", "married", "divorced"),
        ("{s} is {v}", "{s} is still {v}"),
        ("{s} is {v} now", "{s} just got {v}", "{s} is {v}"),
        ("family", "status"),
        "is {s} {o}",
    ),
    _person(
        "contact",
        ("email", "phone", "Signal", "Slack"),
        ("{s} prefers {v}", "{s} would rather use {v}", "{s} prefers to be contacted by {v}"),
        ("{s} now prefers {v}", "{s} prefers {v} over {o}", "{s} prefers {v} these days"),
        ("contact", "channel"),
        "how does {s} prefer to be contacted",
    ),
    _person(
        "seat",
        ("window seats", "aisle seats"),
        ("{s} prefers {v}", "{s} always books {v}"),
        ("{s} prefers {v} now", "{s} prefers {v} to {o}"),
        ("travel", "seat"),
        "which seats does {s} prefer",
    ),
    _project(
        "due",
        words.DATES,
        ("{s} is due by {v}", "The due date of {s} is {v}", "We have until {v} to finish {s}"),
        (
            "We moved the due date of {s} to {v}",
            "The due date of {s} slipped from {o} to {v}",
            "{s} is now due by {v}",
        ),
        ("due-date", "schedule"),
        "due date of {s}",
    ),
    _project(
        "stage",
        ("planned", "in development", "in review", "approved", "rejected", "shipped"),
        ("{s} is still {v}", "{s}: {v}", "State of {s}: {v}"),
        ("{s} is {v} as of today", "{s} has been {v}", "{s} is now {v}", "State of {s}: {v}"),
        ("stage", "progress"),
        "how far is {s}",
    ),
    _project(
        "cost",
        ("€40", "€55", "€65", "€85", "€120"),
        ("{s} costs {v} a year", "A license of {s} costs {v}", "{s} is priced at {v}"),
        ("{s} is now priced at {v}", "A license of {s} costs {v} now", "{s} went up to {v}"),
        ("cost", "license-fee"),
        "what does {s} cost",
    ),
    _project(
        "chief",
        words.PEOPLE,
        ("{v} heads {s}", "{s} is headed by {v}", "{s} is run by {v}"),
        ("{v} now heads {s}", "{s} is headed by {v} now", "{v} replaced {o} as head of {s}"),
        ("head", "leadership"),
        "who heads {s}",
    ),
    _project(
        "model",
        ("Orpheus", "Kokoro", "Whisper", "Piper"),
        ("{s}'s voice model is {v}", "voice model of {s}: {v}"),
        ("{s}'s voice model is now {v}", "{s} uses {v} instead of {o}", "voice model of {s}: {v}"),
        ("voice", "tts"),
        "which voice model does {s} use",
    ),
    _project(
        "runtime",
        ("18", "20", "22", "24"),
        ("{s} runs on Node {v}", "{s} requires Node {v}"),
        ("{s} runs on Node {v} now", "{s} was upgraded to Node {v}", "{s} now requires Node {v}"),
        ("node", "runtime"),
        "which node does {s} run on",
    ),
    _project(
        "db",
        words.DATABASES,
        ("{s} stores its data in {v}", "{s}'s database is {v}"),
        ("{s} now stores its data in {v}", "{s}'s data was moved from {o} to {v}"),
        ("database", "persistence"),
        "where does {s} store its data",
    ),
    _project(
        "users",
        ("400", "650", "1,200", "3,000"),
        ("{s} has {v} users", "User count of {s}: {v}"),
        ("{s} now has {v} users", "User count of {s}: {v}", "{s} has {v} users by now"),
        ("users", "growth"),
        "how many users does {s} have",
    ),
    _project(
        "visibility",
        ("public", "private"),
        ("The {s} repository is {v}", "{s} is {v}"),
        ("The {s} repository is {v} now", "{s} was made {v}", "{s} is not {o} anymore"),
        ("visibility", "repo"),
        "is {s} public",
    ),
    _project(
        "backup",
        words.TIMES,
        ("The {s} backup runs at {v}", "Backup of {s} starts at {v}"),
        ("The {s} backup runs at {v} now", "We moved the {s} backup to {v}"),
        ("backup", "cron"),
        "when does the backup of {s} run",
    ),
    _project(
        "tracker",
        ("Jira", "Linear", "Trello", "GitHub Issues"),
        ("Tickets of {s} live in {v}", "{s}'s issue tracker is {v}"),
        ("{s}'s issue tracker is now {v}", "{s} moved its tickets from {o} to {v}"),
        ("tickets", "tracker"),
        "where are the tickets of {s}",
    ),
)


def updates(rng: random.Random, count: int) -> list[Update]:
    """Facts that replace one another, in other words."""
    return updates_of(rng, count, RELATIONS)


Facts = list[tuple[str, str]]


def additive(rng: random.Random, count: int) -> list[Insight]:
    """Facts that hold beside one another, in other words."""
    people: list[Callable[[random.Random, str], Facts]] = [
        _ties, _times, _travels, _stuff, _food, _jobs, _talk,
    ]  # fmt: skip
    projects: list[Callable[[random.Random, str], Facts]] = [
        _dates, _pieces, _counts, _ways, _people,
    ]  # fmt: skip
    groups = [(True, s, group) for s in words.OTHER_PEOPLE for group in people]
    groups += [(False, s, group) for s in words.OTHER_PROJECTS for group in projects]
    rng.shuffle(groups)
    found: list[Insight] = []
    for is_person, subject, group in groups:
        for key, value in group(rng, subject):
            themes = rng.choice((None, (subject.lower(),), ("notes", key)))
            name = f"{key}-{subject.lower()}-{len(found)}"
            domain = "people" if is_person else "projects"
            found.append(Insight(domain, "facts", name, value, themes))
        if len(found) >= count:
            break
    return found[:count]


def _two(rng: random.Random, values: Sequence[str]) -> tuple[str, str]:
    one, other = rng.sample(list(values), 2)
    return one, other


def _ties(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, [name for name in words.PEOPLE if name != s])
    return [
        ("ties", f"{s} is {one}'s mentor"),
        ("ties", f"{s} is {other}'s mentor"),
        ("ties", f"{s}'s daughter is {one}"),
        ("ties", f"{s}'s daughter is {other}"),
        ("ties", f"{s}'s boyfriend works for {rng.choice(words.COMPANIES)}"),
        ("ties", f"{s} shares an office with {one}"),
    ]


def _times(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, words.DAYS)
    early, late = _two(rng, words.DATES)
    return [
        ("days", f"{s} works from home on {one}"),
        ("days", f"{s} works from the library on {other}"),
        ("days", f"{s} has an exam on {early}"),
        ("days", f"{s} has an exam on {late}"),
        ("days", f"{s} calls home every {one}"),
        ("days", f"{s} was sick on {other}"),
    ]


def _travels(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, words.CITIES)
    return [
        ("trip", f"{s} lives in {one}"),
        ("trip", f"{s} is on holiday in {other}"),
        ("trip", f"{s} flew to {other} in March"),
        ("trip", f"{s} hopes to move to {other}"),
        ("trip", f"{s} was born in Chile"),
        ("trip", f"{s} once lived in {rng.choice(words.CITIES)}"),
    ]


def _stuff(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, words.LANGUAGES)
    return [
        ("code", f"{s} writes {one} at work"),
        ("code", f"{s} writes {other} for fun"),
        ("code", f"{s} maintains a {one} library"),
        ("code", f"{s} maintains a {other} library"),
        ("code", f"{s} uses two monitors"),
        ("code", f"{s} uses a split keyboard"),
    ]


def _food(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, words.FOODS)
    return [
        ("food", f"{s} had {one} for breakfast"),
        ("food", f"{s} had {other} for lunch"),
        ("food", f"{s} doesn't like {one}"),
        ("food", f"{s} loves {other}"),
        ("food", f"{s} drinks tea in the evening"),
        ("food", f"{s} drinks coffee in the morning"),
    ]


def _jobs(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, words.COMPANIES)
    return [
        ("jobs", f"{s} works at {one}"),
        ("jobs", f"{s} also freelances for {other}"),
        ("jobs", f"{s} interned at {other} in 2012"),
        ("jobs", f"{s} rejected an offer from {other}"),
        ("jobs", f"{s} is a board member of {other}"),
        ("jobs", f"{s} works on {rng.choice(words.PROJECTS)}"),
    ]


def _talk(rng: random.Random, s: str) -> Facts:
    return [
        ("talk", f"{s} asked about {rng.choice(words.HOBBIES)}"),
        ("talk", f"{s} was tired after the workshop"),
        ("talk", f"{s} is curious"),
        ("talk", f"{s} is from a large family"),
        ("talk", f"{s} might buy a house"),
        ("talk", f"If it rains, {s} takes the bus"),
    ]


def _dates(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, words.DATES)
    return [
        ("dates", f"The alpha of {s} is due on {one}"),
        ("dates", f"The beta of {s} is due on {other}"),
        ("dates", f"The {s} workshop is on {one}"),
        ("dates", f"The {s} party is on {other}"),
        ("dates", f"{s} was started in 2021"),
        ("dates", f"{s} won an award in 2023"),
    ]


def _pieces(rng: random.Random, s: str) -> Facts:
    return [
        ("parts", f"The website of {s} is hosted on {rng.choice(words.HOSTS)}"),
        ("parts", f"The API of {s} is hosted on Hetzner"),
        ("parts", f"The icon of {s} is {rng.choice(words.COLORS)}"),
        ("parts", f"The logo of {s} is {rng.choice(words.COLORS)}"),
        ("parts", f"{s} depends on Redis"),
        ("parts", f"{s} depends on nginx"),
    ]


def _counts(rng: random.Random, s: str) -> Facts:
    return [
        ("count", f"{s} has {rng.randrange(3, 9)} open issues"),
        ("count", f"{s} has {rng.randrange(3, 9)} open pull requests"),
        ("count", f"In 2022 {s} had 3 outages"),
        ("count", f"In 2023 {s} had 1 outage"),
        ("count", f"Server 3 of {s} is down"),
        ("count", f"Server 4 of {s} is up"),
    ]


def _ways(rng: random.Random, s: str) -> Facts:
    return [
        ("how", f"To test {s}, run pytest"),
        ("how", f"To deploy {s}, push a tag"),
        ("how", f"{s} logs errors to Sentry"),
        ("how", f"{s} logs requests to a file"),
        ("how", f"{s} returns JSON by default"),
        ("how", f"{s} accepts CSV and XML"),
    ]


def _people(rng: random.Random, s: str) -> Facts:
    one, other = _two(rng, words.PEOPLE)
    return [
        ("who", f"{one} designed the logo of {s}"),
        ("who", f"{other} wrote the docs of {s}"),
        ("who", f"{one} reviews pull requests of {s}"),
        ("who", f"{other} reviews pull requests of {s}"),
        ("who", f"{one} is the lead of {s} support"),
        ("who", f"{other} is the lead of {s} research"),
    ]
