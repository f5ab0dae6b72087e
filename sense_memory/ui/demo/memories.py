"""What the made-up mind remembers, and when it learned and used it."""
# ruff: noqa: E501 (a memory stays on its line)

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ...core.records.persona import SECONDS_PER_DAY
from ...store import MemoryStore
from .step import Step


@dataclass(frozen=True, slots=True)
class Learned:
    """A memory of the made-up past.

    Attributes:
        ago: Days since it was learned.
        name: ``domain/facet/key``.
        value: What it says.
        themes: Words to search by.
        halflife: Days in which it halves.
        used: How many days ago it was used, each time.
        linked: Names of memories that are there by then.
        source: Where it comes from.
    """

    ago: float
    name: str
    value: str
    themes: tuple[str, ...] = ()
    halflife: float = 30
    used: tuple[float, ...] = ()
    linked: tuple[str, ...] = ()
    source: str = ""


VERGEL, ADA, LIGHTHOUSE = (
    "people/facts/vergel-home",
    "people/facts/ada",
    "projects/facts/lighthouse",
)
PAST = (
    Learned(420, "people/facts/vergel", "Vergel builds websites and pays for this assistant.", ("vergel", "work"), 60, (300, 120, 40, 3)),
    Learned(418, VERGEL, "Vergel lives in Berlin.", ("vergel", "home"), 60, (200,), source="chat of the first week"),
    Learned(415, "people/facts/vergel-editor", "Vergel writes vanilla JS, in Vim, without a build step.", ("vergel", "javascript"), 45, (300, 200, 60, 9, 1)),
    Learned(410, "people/emotions/vergel-meetings", "Meetings before ten make Vergel curt; after lunch he is patient.", ("vergel", "meetings"), 40, (90, 12)),
    Learned(405, ADA, "Ada is Vergel's sister. She tunes pianos in Lisbon.", ("ada", "family"), 90, (210, 33), ("people/facts/vergel",)),
    Learned(390, "people/facts/ada-birthday", "Ada's birthday is the tenth of December.", ("ada", "birthday"), 120, (340,), (ADA,)),
    Learned(388, "people/beliefs/ada-trust", "Ada says what she thinks, also when it is unwelcome.", ("ada",), 60, (180,), (ADA,)),
    Learned(372, "people/facts/koji", "Koji runs the servers of Lighthouse and answers at night.", ("koji", "lighthouse"), 30, (210, 80, 20, 2)),
    Learned(371, "people/beliefs/koji-estimates", "Koji's estimates hold; Vergel's are half of what it takes.", ("koji", "vergel", "estimates"), 45, (50,), ("people/facts/koji",)),
    Learned(340, "people/facts/mrs-okafor", "Mrs Okafor of the museum signs what is above 5,000 euros.", ("museum", "budget"), 30, (300, 260)),
    Learned(335, "people/facts/tomas", "Tomás wrote the old shop in PHP and left in spring.", ("tomás", "php"), 20),
    Learned(140, "people/facts/priya", "Priya designs the museum's signs and thinks in grids.", ("priya", "museum", "design"), 30, (60, 14)),
    Learned(75, "people/emotions/priya-deadline", "The moved deadline upset Priya; an apology helped.", ("priya", "deadline"), 25, (70,), ("people/facts/priya",)),
    Learned(12, "people/facts/sam", "Sam starts on Monday and takes over the newsletter.", ("sam", "newsletter")),
    Learned(400, LIGHTHOUSE, "Lighthouse is a site that tells sailors about harbours.", ("lighthouse",), 90, (220, 110, 30, 4)),
    Learned(399, "projects/decisions/lighthouse-static", "Lighthouse is built as static pages; a server only for search.", ("lighthouse", "architecture"), 60, (200, 45), (LIGHTHOUSE,)),
    Learned(380, "projects/decisions/lighthouse-maps", "Tiles come from OpenStreetMap, kept in our own cache.", ("lighthouse", "maps"), 45, (190,), (LIGHTHOUSE,)),
    Learned(360, "projects/facts/lighthouse-budget", "4,200 euros are left for Lighthouse this year.", ("lighthouse", "budget"), 20, (350,)),
    Learned(300, "projects/procedures/lighthouse-release", "Release: tag, wait for the green check, then tell Koji.", ("lighthouse", "release"), 45, (250, 160, 90, 35, 8), ("people/facts/koji", LIGHTHOUSE)),
    Learned(280, "projects/beliefs/lighthouse-search", "Nobody uses the search; half of the bugs are there.", ("lighthouse", "search"), 30, (200,), (LIGHTHOUSE,)),
    Learned(150, "projects/facts/museum", "The museum wants a guide for phones, without an app.", ("museum",), 45, (90, 30, 6)),
    Learned(145, "projects/decisions/museum-offline", "The guide works offline: there is no network in the cellar.", ("museum", "offline"), 45, (88, 21), ("projects/facts/museum",)),
    Learned(120, "projects/decisions/museum-languages", "German, English, Portuguese first; Arabic in the second round.", ("museum", "languages"), 30, (31,), ("projects/facts/museum",)),
    Learned(95, "projects/procedures/museum-texts", "Texts come as a spreadsheet; check the umlauts.", ("museum", "texts"), 25, (50,), ("projects/facts/museum",)),
    Learned(58, "projects/facts/museum-beacons", "Forty beacons were ordered, eleven are broken.", ("museum", "beacons"), 15),
    Learned(22, "projects/decisions/museum-no-beacons", "Visitors type a number instead: no beacons.", ("museum", "beacons"), 45, (5,), ("projects/facts/museum",)),
    Learned(9, "projects/facts/newsletter", "The newsletter goes to 1,204 readers, each first Tuesday.", ("newsletter",), 30, (2,), ("people/facts/sam",)),
    Learned(330, "projects/facts/old-shop", "The old shop still runs on a machine under Tomás's desk.", ("shop", "php"), 15, (), ("people/facts/tomas",)),
    Learned(310, "projects/decisions/old-shop-off", "The old shop is to be switched off in April.", ("shop",), 20, (240,), ("projects/facts/old-shop",)),
    Learned(419, "self/beliefs/short", "Short answers serve him better than complete ones.", ("style",), 60, (300, 200, 100, 25, 1)),
    Learned(395, "self/procedures/ask-first", "Ask before anything is sent to somebody else.", ("care",), 120, (330, 150, 18)),
    Learned(350, "self/emotions/pride", "The harbour map was the work I was proudest of.", ("lighthouse", "maps"), 60, (120,), ("projects/decisions/lighthouse-maps",)),
    Learned(230, "self/beliefs/wrong-dates", "I mix up days of the week; count them out.", ("dates", "care"), 45, (130, 40)),
    Learned(110, "self/procedures/summaries", "A summary begins with what has to be decided.", ("style",), 45, (80, 15)),
    Learned(60, "self/beliefs/jokes", "Jokes are welcome after work, not before.", ("style", "vergel"), 30, (20,)),
    Learned(402, "world/facts/berlin-tax", "Berlin's trade tax is due on the fifteenth, four times a year.", ("tax", "berlin"), 60, (310, 220, 130, 38)),
    Learned(333, "world/facts/harbour-data", "The hydrographic office publishes depths each Thursday.", ("harbours", "data"), 30, (250, 240)),
    Learned(290, "world/facts/osm-licence", "Map data of OpenStreetMap must be credited, visibly.", ("maps", "licence"), 60, (190,)),
    Learned(215, "world/beliefs/cookies", "A page without cookies needs no banner.", ("law", "cookies"), 45, (140, 27)),
    Learned(160, "world/facts/lisbon-trains", "The night train to Lisbon is discontinued.", ("lisbon", "train"), 20, (150,)),
    Learned(90, "world/facts/arabic-fonts", "Noto Naskh reads well on small screens.", ("fonts", "languages"), 25, (44,)),
    Learned(35, "world/facts/safari-storage", "Safari deletes a site's storage after seven days of disuse.", ("safari", "offline"), 30, (11,)),
    Learned(6, "world/facts/ferry", "The ferry to Hiddensee stops in November.", ("ferry",), 10),
    Learned(408, "skills/procedures/git", "Commits are small, and say why.", ("git",), 120, (320, 200, 70, 16, 2)),
    Learned(385, "skills/procedures/css-grid", "Name the areas; numbers are forgotten within a week.", ("css",), 45, (120, 28)),
    Learned(320, "skills/facts/service-worker", "A service worker is updated when one byte of it differs.", ("offline", "javascript"), 30, (145, 34)),
    Learned(260, "skills/procedures/images", "AVIF first, JPEG as a fallback, widths 400, 800, 1600.", ("images",), 30, (100, 24)),
    Learned(185, "skills/procedures/accessibility", "Go through each page once with the keyboard alone.", ("accessibility",), 60, (90, 10)),
    Learned(130, "skills/beliefs/frameworks", "A framework pays off from the third person on.", ("javascript", "frameworks"), 45, (52,)),
    Learned(48, "skills/procedures/spreadsheets", "Read spreadsheets as UTF-8 with a BOM, or umlauts break.", ("texts", "umlauts"), 30, (13,), ("projects/procedures/museum-texts",)),
    Learned(15, "skills/facts/indexeddb", "IndexedDB survives where localStorage is cleared.", ("offline", "safari"), 30, (4,), ("world/facts/safari-storage",)),
)  # fmt: skip
MOVED = 64
"""Days ago when somebody moved house."""


def steps() -> Iterator[Step]:
    """All of it, in no order."""
    for one in PAST:
        yield Step(one.ago, partial(_learn, one))
        for ago in one.used:
            yield Step(ago, partial(_use, one.name))
    yield Step(250, _spend)
    yield Step(MOVED, _move)
    yield Step(200, _confide)
    yield Step(100, _hush)
    yield Step(20, _drop_beacons)
    yield Step(1, _pin)
    yield Step(0, _await_birthday)


async def _learn(one: Learned, store: MemoryStore, _now: float) -> None:
    domain, facet, key = one.name.split("/")
    await store.persona_remember(
        domain,
        facet,
        key,
        one.value,
        one.themes,
        one.linked,
        source=one.source or None,
        halflife_days=one.halflife,
    )


async def _use(name: str, store: MemoryStore, _now: float) -> None:
    await store.persona_recall(*name.split("/"))


async def _spend(store: MemoryStore, _now: float) -> None:
    await _correct(store, "projects/facts/lighthouse-budget", "900 euros are left for Lighthouse.")


async def _move(store: MemoryStore, _now: float) -> None:
    await store.persona_remember(
        "people", "facts", "vergel-move", "Vergel moved to Lisbon, near Ada."
    )
    await store.persona_contradict(VERGEL, "people/facts/vergel-move")
    await store.persona_connect("people/facts/vergel-move", ADA)


async def _confide(store: MemoryStore, _now: float) -> None:
    await store.persona_remember(
        "people", "facts", "lena-address", "Lena lives on the third floor."
    )
    await store.remember("door_code", "it was 4711")


async def _hush(store: MemoryStore, _now: float) -> None:
    await store.persona_forget("people", "facts", "lena-address")
    await store.forget("door_code")


async def _drop_beacons(store: MemoryStore, _now: float) -> None:
    await _correct(store, "projects/facts/museum-beacons", "No beacon is used any more.")
    await store.persona_contradict(
        "projects/facts/museum-beacons", "projects/decisions/museum-no-beacons"
    )


async def _pin(store: MemoryStore, _now: float) -> None:
    for name in ("self/procedures/ask-first", "people/facts/vergel"):
        await store.persona_pin(name)
    await store.remember("user_timezone", "Europe/Lisbon")


async def _await_birthday(store: MemoryStore, now: float) -> None:
    await store.persona_due("people/facts/ada-birthday", now + 60 * SECONDS_PER_DAY)


async def _correct(store: MemoryStore, name: str, value: str) -> None:
    domain, facet, key = name.split("/")
    await store.persona_remember(domain, facet, key, value)
