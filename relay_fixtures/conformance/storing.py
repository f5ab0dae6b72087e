"""What a relay keeps of what it is sent, and what it says of it."""

from relay_fixtures.conformance.author import DATA, Author
from relay_fixtures.conformance.case import Examination, Suite
from relay_fixtures.conformance.probe import Probe, Verdict

__all__ = ["SUITE"]

SUITE = Suite()

EPHEMERAL = 20001
REPLACEABLE = 10777
"""A replaceable kind of no meaning."""


async def _kept(probe: Probe, author: Author, kind: int = DATA) -> list[object]:
    reading = await probe.read({"authors": [author.pubkey], "kinds": [kind], "limit": 100})
    return reading.contents


def _said(verdict: Verdict) -> str:
    """OK's verdict and the prefix of its message."""
    if not verdict.word:
        return "OK true" if verdict.accepted else "OK false"
    if verdict.message or verdict.event_id:
        return f"OK {'true' if verdict.accepted else 'false'} {verdict.word}"
    return verdict.word


@SUITE.case("Does a newer version replace an older one?")
async def newer_version(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.data(content="old", after=-1))
        await probe.publish(author.data(content="new"))
        return "replaced" if await _kept(probe, author) == ["new"] else "both kept"


@SUITE.case("What of a version older than the one stored?")
async def older_version(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.data(content="new"))
        verdict = await probe.publish(author.data(content="old", after=-1))
        kept = await _kept(probe, author)
        fate = {("new",): "dropped", ("new", "old"): "kept too"}.get(
            tuple(map(str, kept)), str(kept)
        )
        return f"{_said(verdict)}, {fate}"


@SUITE.case("Which of two versions of one second stays?")
async def same_second(relay: Examination) -> str:
    outcomes = []
    async with relay.visit() as probe:
        for lowest_first in (True, False):
            author = Author()
            pair = sorted((author.data(content=word) for word in "ab"), key=lambda e: e.id)
            low = pair[0].content
            for event in pair if lowest_first else reversed(pair):
                await probe.publish(event)
            kept = await _kept(probe, author)
            outcomes.append("both" if len(kept) > 1 else "low" if kept == [low] else "high")
    names = {("low", "low"): "lowest id", ("low", "high"): "first", ("high", "low"): "last"}
    one, two = outcomes
    return "both" if {one, two} == {"both"} else names.get((one, two), f"{one} / {two}")


@SUITE.case("Are replaceable kinds without `d` replaced whatever their tags?")
async def plain_replaceable(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.event(REPLACEABLE, "old", [("d", "x")], after=-1))
        await probe.publish(author.event(REPLACEABLE, "new", [("d", "y")]))
        return "replaced" if await _kept(probe, author, REPLACEABLE) == ["new"] else "both kept"


@SUITE.case("What of an event that is stored already?")
async def duplicate(relay: Examination) -> str:
    author = Author()
    event = author.event()
    async with relay.visit(author) as probe:
        await probe.publish(event)
        return _said(await probe.publish(event))


@SUITE.case("Are two addresses apart whose `d` differ in the 256th byte?")
async def long_identifier(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        for n in range(2):
            verdict = await probe.publish(author.data("x" * 255 + str(n), str(n), after=n - 1))
            if not verdict.accepted:
                return f"refused: {_said(verdict)}"
        return "apart" if len(await _kept(probe, author)) == 2 else "one replaced the other"


@SUITE.case("Is a character that some relays write otherwise (DEL) accepted?")
async def delete_character(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        return _said(await probe.publish(author.event(content="a\x7fb")))


@SUITE.case("Does an ephemeral event pass, and is it kept?")
async def ephemeral(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.read({"authors": [author.pubkey], "limit": 1}, sub="live")
        event = author.event(EPHEMERAL)
        verdict = await probe.publish(event)
        kept = await probe.read({"ids": [event.id], "limit": 1})
        passed = any(f[:2] == ["EVENT", "live"] for f in probe.heard)
        return (
            f"{_said(verdict)}, {'passed on' if passed else 'not passed on'}, "
            f"{'kept' if kept.events else 'not kept'}"
        )


@SUITE.case("What of an event with a signature of zeros?")
async def forged(relay: Examination) -> str:
    author = Author()
    raw = author.event().to_dict() | {"sig": "0" * 128}
    async with relay.visit(author) as probe:
        frames = await probe.ask("EVENT", raw, done=lambda f: f[0] == "OK")
        last = frames[-1] if frames else ["silence"]
        if last[0] != "OK":
            return str(last[0])
        told = "" if last[1] == raw["id"] else ", without its id"
        prefix = str(last[3]).partition(":")[0] if len(last) > 3 else ""
        return f"OK {'true' if last[2] else 'false'} {prefix}:{told}"


@SUITE.case("What of a negative created_at?")
async def negative_time(relay: Examination) -> str:
    author = Author()
    raw = author.event().to_dict() | {"created_at": -1}
    async with relay.visit(author) as probe:
        frames = await probe.ask("EVENT", raw, done=lambda f: f[0] == "OK")
        last = frames[-1] if frames else ["silence"]
        return f"OK {'true' if last[2] else 'false'}" if last[0] == "OK" else str(last[0])


@SUITE.case("Who may publish a protected event (NIP-70)?")
async def protected(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        verdict = await probe.publish(author.event(tags=[["-"]]))
        if not verdict.accepted:
            return f"nobody: {_said(verdict)}"
        challenged = probe.is_challenged()
    if not challenged:
        return "anybody"
    async with relay.visit() as stranger:
        verdict = await stranger.publish(author.event(tags=[["-"]]))
        return "anybody" if verdict.accepted else "its author, authenticated"


@SUITE.case("Is an event published that has expired?")
async def expired(relay: Examination) -> str:
    author = Author()
    event = author.event(tags=[("expiration", str(author.now - 60))])
    async with relay.visit(author) as probe:
        verdict = await probe.publish(event)
        reading = await probe.read({"ids": [event.id], "limit": 1})
        return f"{_said(verdict)}, {'served' if reading.events else 'not served'}"
