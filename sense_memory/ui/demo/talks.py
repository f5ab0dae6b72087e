"""How the made-up mind talks with two people, session by session."""
# ruff: noqa: E501 (a session stays on its line)

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from ...core.records.rapport import DIMENSIONS
from ...store import MemoryStore
from .step import Step

AFTER = 0.01
"""Days from a session to what is made of it."""
VERGEL, PRIYA = "Vergel", "Priya"


@dataclass(frozen=True, slots=True)
class Talk:
    """A session.

    Attributes:
        ago: Days since then.
        scores: In hundredths, in the order of ``DIMENSIONS``.
        about: The dimension that something was seen of.
        signal: What was seen.
        evidence: What it was seen by.
        asked: Where the peer wanted that dimension to go: ``higher``, ``lower``, or nothing.
        resilience: What the resilience shows.
        turns: How many messages it had.
    """

    ago: float
    scores: tuple[int, ...]
    about: str
    signal: str
    evidence: str = ""
    asked: str = ""
    resilience: str = "untested"
    turns: int = 20


WITH_VERGEL = (
    Talk(419, (70, 45, 30, 35, 30, 55, 50), "formality", "writes whole sentences, with a greeting", "Good morning. I would like to introduce the project.", turns=34),
    Talk(405, (68, 48, 35, 40, 30, 60, 50), "warmth", "tells of his sister", "Ada would like you."),
    Talk(390, (62, 50, 40, 45, 32, 50, 52), "depth", "asks why, not how", "Why do sailors call at all?"),
    Talk(372, (55, 52, 55, 42, 35, 70, 55), "humor", "jokes about the server", "It sleeps as badly as Koji.", turns=61),
    Talk(350, (40, 55, 50, 50, 33, 55, 55), "formality", "wants less of it", "You sound like a letter from a bank. Shorter, please.", "lower"),
    Talk(330, (38, 58, 52, 52, 38, 50, 60), "trust", "shows his numbers", "4,200 are left. Nobody else knows."),
    Talk(300, (35, 62, 60, 50, 36, 75, 62), "energy", "the release held", "It held! All night!", turns=48),
    Talk(270, (32, 60, 55, 55, 40, 45, 65), "resilience", "was told that the search is bad, and stayed", "That hurt. You are right.", "", "relationship"),
    Talk(240, (30, 64, 58, 60, 38, 50, 68), "depth", "talks of what he wants to be doing in ten years", "Boats, perhaps, instead of pages."),
    Talk(190, (28, 78, 25, 88, 46, 25, 72), "depth", "tells of Lena", "I have told nobody yet.", "", "relationship", 77),
    Talk(165, (28, 75, 40, 80, 46, 35, 74), "warmth", "thanks for the evening", "That was what I needed."),
    Talk(130, (26, 74, 62, 72, 48, 52, 76), "humor", "jokes are back, after work", "Ask me again after six."),
    Talk(110, (25, 76, 66, 74, 84, 55, 78), "trust", "lets the assistant write to Nils", "You write it. I read it tomorrow."),
    Talk(90, (24, 80, 68, 76, 88, 62, 78), "energy", "plans the move", "Which street has the better light?", turns=52),
    Talk(64, (22, 84, 70, 78, 92, 66, 80), "warmth", "is glad to live near Ada", "Inês rang the bell before I had a bell."),
    Talk(40, (20, 84, 72, 84, 94, 60, 84), "resilience", "was contradicted about the estimate", "No. Twice that. — All right, twice that.", "", "relationship"),
    Talk(18, (18, 86, 92, 86, 95, 60, 86), "humor", "wants it dry, and more of it", "You may be funnier than that.", "higher"),
    Talk(3, (18, 88, 95, 86, 96, 60, 86), "trust", "leaves the newsletter's plan to the assistant", "Do it as you think, and tell Sam."),
)  # fmt: skip
WITH_PRIYA = (
    Talk(140, (68, 60, 84, 40, 50, 65, 50), "energy", "has twelve ideas before noon", "And another thing!", turns=26),
    Talk(132, (66, 62, 88, 45, 55, 68, 50), "depth", "explains her grid", "Everything hangs on the second column."),
    Talk(120, (64, 66, 86, 48, 58, 66, 55), "warmth", "sends sketches unasked", "You are the first to see them."),
    Talk(110, (62, 66, 90, 50, 60, 66, 55), "humor", "laughs about the umlauts"),
    Talk(98, (60, 64, 84, 50, 60, 66, 58), "trust", "asks for an opinion", "Be honest: is it too much?"),
    Talk(75, (88, 18, 6, 35, 22, 66, 25), "warmth", "the deadline was moved behind her back", "You might have asked me first.", "higher", "untested", 44),
    Talk(70, (82, 30, 8, 45, 30, 66, 45), "resilience", "an apology was heard", "Thank you. It was not only you.", "", "relationship"),
    Talk(58, (78, 38, 10, 48, 38, 66, 58), "depth", "goes through the test in the cellar, point by point", "Eleven. I counted twice."),
    Talk(45, (66, 44, 8, 50, 44, 66, 62), "formality", "keeps to the agenda", "Point three."),
    Talk(31, (62, 48, 12, 52, 50, 66, 66), "trust", "shares the spreadsheet again"),
    Talk(22, (60, 52, 14, 52, 54, 66, 70), "humor", "leaves the jokes to others", "Forty paperweights, says Vergel. Can we go on?"),
    Talk(14, (18, 56, 10, 55, 58, 66, 72), "formality", "asks how the move went", "We know each other by now: no more ‘kindly’.", "lower"),
    Talk(5, (20, 58, 12, 58, 60, 66, 74), "depth", "wants Arabic done well, not soon", "No mirrored grid. Think it anew."),
)  # fmt: skip
CONDENSED = ((VERGEL, 299.0), (VERGEL, 164.0), (VERGEL, 39.0), (PRIYA, 74.0), (PRIYA, 13.0))
"""After which sessions, by days, the three texts were written anew."""


def steps() -> Iterator[Step]:
    """All of it, in no order."""
    for peer, talks in ((VERGEL, WITH_VERGEL), (PRIYA, WITH_PRIYA)):
        for number, talk in enumerate(talks, 1):
            yield Step(talk.ago, partial(_talk, peer, f"session-{number:02}", talk))
    for peer, ago in CONDENSED:
        yield Step(ago, partial(_condense, peer))
    yield Step(65, _save)
    yield Step(2, _edit)


async def _talk(peer: str, session: str, talk: Talk, store: MemoryStore, _now: float) -> None:
    scores: dict[str, dict[str, object]] = {
        name: {"value": score / 100} for name, score in zip(DIMENSIONS, talk.scores, strict=True)
    }
    scores["resilience"]["type"] = talk.resilience
    scores[talk.about].update(signal=talk.signal, evidence=talk.evidence)
    asked = {"dimension": talk.about, "direction": talk.asked, "quote": talk.evidence}
    signals = {**scores, "explicit_corrections": [asked] if talk.asked else []}
    await store.rapport(peer).record(signals, session=session, turns=talk.turns)


async def _condense(peer: str, store: MemoryStore, _now: float) -> None:
    await store.rapport(peer).condense()


async def _save(store: MemoryStore, _now: float) -> None:
    await store.rapport(VERGEL).layers.save("before the move")


async def _edit(store: MemoryStore, _now: float) -> None:
    await store.rapport(VERGEL).layers.edit(
        "base_tone",
        "Dry and short. He says what he thinks, and wants to be told the worst first; "
        "who agrees too quickly loses him.",
    )
