"""What the made-up mind observed, topic by topic, and what that added up to."""
# ruff: noqa: E501 (an observation stays on its line)

from collections.abc import Iterator
from functools import partial

from ...core.records.conversation import Turn
from ...store import MemoryStore
from .step import Step

AFTER = 0.001
"""Days between what is observed on one day, so that it is observed in this order."""
MUSEUM = "Museum"
LIGHTHOUSE = "Lighthouse"
LETTER = "Harbour Letter"
OBSERVED: dict[str, tuple[tuple[float, str], ...]] = {
    MUSEUM: (
        (150, "The museum wants a guide for phones that nobody has to install."),
        (150, "The budget is 38,000 euros, in three parts."),
        (149, "There is no network in the cellar, and half of the clocks are there."),
        (146, "Visitors are asked for nothing: no account, no e-mail."),
        (140, "Priya has designed the signs since the museum was opened again."),
        (134, "The guide is read aloud on request, in the voice of a guard."),
        (120, "German, English and Portuguese come first, Arabic later."),
        (112, "The texts come as a spreadsheet with three columns too many."),
        (104, "Mrs Okafor signed the second part."),
        (95, "Forty beacons were ordered for the cellar."),
        (88, "The first offline version fits into 9 MB."),
        (80, "The opening was fixed for the end of the month."),
        (75, "The deadline was moved by three weeks, and Priya was not asked."),
        (70, "Vergel apologised to Priya; she works on it again."),
        (61, "The umlauts of the spreadsheet were broken once more."),
        (58, "Eleven of forty beacons do not answer in the cellar."),
        (50, "Twelve visitors tried the guide; nine finished the round."),
        (44, "The guard's voice is liked better than any other."),
        (31, "Arabic was begun; the grid has to be thought anew for it."),
        (22, "Visitors type the number of a clock instead of using a beacon."),
        (15, "The phone of the museum's door can show the guide, too."),
        (6, "School classes book the guide for the first time."),
        (1, "A class of nine-year-olds found every clock, and one that nobody knew."),
    ),
    LIGHTHOUSE: (
        (400, "Lighthouse tells sailors what awaits them in a harbour."),
        (399, "Lighthouse is static pages; only the search needs a server."),
        (380, "The map's tiles are kept in a cache of Lighthouse's own."),
        (300, "Lighthouse was released, and held all night."),
        (160, "Lighthouse moved to two servers that Koji rents himself."),
    ),
    "Ada": (
        (405, "Ada is Vergel's sister and tunes pianos in Lisbon."),
        (388, "Ada says what she thinks, also when it is unwelcome."),
        (340, "Ada's birthday was celebrated by telephone."),
        (300, "Ada restores a square piano that has lain in a garage for thirty years."),
        (240, "Ada was in Berlin for a week and tuned Lena's piano."),
        (210, "Ada's workshop has a second room now."),
        (150, "The square piano has all its strings again."),
        (118, "Ada teaches Vergel Portuguese on Sundays."),
        (90, "Ada looked at three flats for Vergel."),
        (64, "Ada is glad that Vergel lives near her."),
        (33, "The square piano was sold to a school."),
        (8, "Ada plans a feast for her birthday in December."),
    ),
    "user": (
        (419, "The user wants short answers, and the worst first."),
        (415, "The user writes vanilla JS in Vim."),
        (400, "The user lives in Berlin, under the roof."),
        (372, "The user works at night when the servers do not."),
        (335, "The user left the old shop to itself."),
        (250, "The user wants to be on a boat in ten years."),
        (190, "The user and Lena parted."),
        (165, "The user sleeps badly, and walks along the canal."),
        (120, "The user learns Portuguese, twenty minutes a day."),
        (90, "The user looks for a flat in Lisbon."),
        (64, "The user lives in Lisbon, with a balcony."),
        (45, "The user and Lena write to each other again."),
        (20, "The user swims before work."),
        (4, "The user gives the newsletter away, and is relieved."),
    ),
    LETTER: (
        (250, "The Harbour Letter was sent for the first time, to 212 readers."),
        (190, "Koji writes the Harbour Letter until somebody is found."),
        (130, "The Harbour Letter has 800 readers."),
        (60, "A reader sent 214 photographs of bollards."),
        (12, "Sam takes over the Harbour Letter."),
        (9, "The Harbour Letter goes to 1,204 readers, each first Tuesday."),
    ),
}
HARBOURS = ("Sandhaken", "Altwiek", "Greifmole", "Lütte Bucht", "Seezeichen 9", "Nordersund", "Krabbenloch", "Windfleth", "Kolkhafen", "Dreibaken", "Ostermole", "Wiekersand")  # fmt: skip
"""None of them is on any chart."""
FOUND = (
    "{harbour} is on the map now: {depth} m at the quay.",
    "{readers:,} sailors looked up a harbour this week, most of them {harbour}.",
    "Nils corrected the depth of {harbour} to {depth} m.",
    "The search did not find {harbour} without its umlauts; that is mended.",
)
WEEKS = 49
UNFILED = (
    (0.015, "The ferry is late whenever somebody waits for it."),
    (0.014, "The river has bollards, too."),
)
SAID: tuple[tuple[str, str], ...] = (
    ("user", "The visitors got lost again. Eleven beacons are dead."),
    ("assistant", "Then the beacons are the problem, not the visitors."),
    ("user", "Mrs Okafor paid for forty."),
    ("assistant", "She pays more if nobody finds the clocks. What is at each clock already?"),
    ("user", "A number. On brass."),
    ("assistant", "Let them type it."),
    ("user", "… That is so simple that I am ashamed."),
    ("assistant", "Be ashamed after lunch. Shall I write it up for Priya?"),
    ("user", "Yes. And be kind: the beacons were her idea."),
)
CONVERSATION = "cellar"
LEARNED = {0: "Eleven beacons are dead.", 4: "Each clock has its number, on brass."}
"""Which turns were observed, and what."""
REFRESHED = (350.0, 250.0, 130.0, 40.0, 0.02)
FOUND_WRONG_AGO, FORGOTTEN_AGO = 0.01, 0.005
WRONG, RIGHT = "The budget is 38,000 euros", "The budget is 36,500 euros, in three parts."
FORGOTTEN = "A reader sent 214 photographs"
"""What observations begin with."""


def steps() -> Iterator[Step]:
    """All of it, in no order."""
    for topic, observed in OBSERVED.items():
        for number, (ago, text) in enumerate(observed):
            yield Step(ago - number * AFTER, partial(_observe, text, topic, ""))
    for week in range(WEEKS):
        for number in range(2):
            text = FOUND[(2 * week + number) % len(FOUND)].format(
                harbour=HARBOURS[(5 * week + 3 * number) % len(HARBOURS)],
                depth=2 + (7 * week + number) % 23 / 10,
                readers=180 + 31 * week + 17 * (week % 5),
            )
            yield Step(
                398 - 8 * week - number * (1 + 5 * week % 6),
                partial(_observe, text, LIGHTHOUSE, ""),
            )
    for number, (role, text) in enumerate(SAID):
        learned = LEARNED.get(number)
        yield Step(23 - number * AFTER, partial(_say, role, text, learned))
    for ago, text in UNFILED:
        yield Step(ago, partial(_observe, text, None, "overheard"))
    for ago in REFRESHED:
        yield Step(ago, _refresh)
    yield Step(FOUND_WRONG_AGO, _correct)
    yield Step(FORGOTTEN_AGO, _forget)


async def _observe(
    text: str, topic: str | None, origin: str, store: MemoryStore, _now: float
) -> None:
    await store.pyramid.observe(text, topic=topic, origin=origin)


async def _say(role: str, text: str, learned: str | None, store: MemoryStore, _now: float) -> None:
    turn: Turn = await store.conversation(CONVERSATION).add(role, text)
    if learned is not None:
        origin = await store.reference(f"stream/{CONVERSATION}/turn/{turn.id}")
        await store.pyramid.observe(learned, topic=MUSEUM, origin=origin)


async def _refresh(store: MemoryStore, _now: float) -> None:
    await store.pyramid.refresh()


async def _correct(store: MemoryStore, _now: float) -> None:
    await store.pyramid.edit(await _found(store, MUSEUM, WRONG), RIGHT)


async def _forget(store: MemoryStore, _now: float) -> None:
    await store.pyramid.forget(await _found(store, LETTER, FORGOTTEN))


async def _found(store: MemoryStore, topic: str, beginning: str) -> str:
    """The id of the observation of a topic that begins so."""
    observed = await store.pyramid.observations(topic)
    return next(one.id for one in observed if one.text.startswith(beginning))
