"""How much, how old, how fast: what a relay refuses."""

import asyncio

from relay_fixtures.conformance.author import DATA, Author, clock
from relay_fixtures.conformance.case import Examination, Suite
from relay_fixtures.conformance.probe import End, Verdict

__all__ = ["SUITE"]

SUITE = Suite()

HOUR = 3600
YEAR = 365 * 86400
LENGTHS = (4096, 4097, 65_000, 66_000, 102_400, 102_401, 130_000, 140_000, 262_000, 270_000)
PAST = (
    (YEAR - HOUR, "a year"),
    (2 * YEAR, "2 years"),
    (4 * YEAR, "4 years"),
    (30 * YEAR, "30 years"),
)
FUTURE = ((600, "10 minutes"), (1800, "half an hour"), (2 * HOUR, "2 hours"), (YEAR, "a year"))
SUBSCRIPTIONS = 520
FRAMES = 6100
BURST = 80


def _limit(steps: list[tuple[str, Verdict]]) -> str:
    """The last step that was accepted, and how the next was refused."""
    taken = "none"
    for name, verdict in steps:
        if not verdict.accepted:
            return f"{taken}, then {verdict.word}"
        taken = name
    return f"{taken} or more"


@SUITE.case("How many ASCII characters of content are accepted?")
async def content_length(relay: Examination) -> str:
    author = Author()
    steps: list[tuple[str, Verdict]] = []
    async with relay.visit(author) as probe:
        for length in LENGTHS:
            verdict = await probe.publish(author.event(content="x" * length))
            steps.append((str(length), verdict))
            if not verdict.accepted:
                break
    return _limit(steps)


@SUITE.case("How old may an event be?")
async def oldest(relay: Examination) -> str:
    author = Author()
    steps: list[tuple[str, Verdict]] = []
    async with relay.visit(author) as probe:
        for age, name in PAST:
            verdict = await probe.publish(author.event(after=-age))
            steps.append((name, verdict))
            if not verdict.accepted:
                break
    return _limit(steps)


@SUITE.case("How far in the future may an event be?")
async def newest(relay: Examination) -> str:
    author = Author()
    steps: list[tuple[str, Verdict]] = []
    async with relay.visit(author) as probe:
        for ahead, name in FUTURE:
            verdict = await probe.publish(author.event(after=ahead))
            steps.append((name, verdict))
            if not verdict.accepted:
                break
    return _limit(steps)


@SUITE.case("Does a refusal slow down what follows on the connection?")
async def after_refusal(relay: Examination) -> str:
    author = Author()
    forged = author.event().to_dict() | {"sig": "0" * 128}
    loop = asyncio.get_running_loop()
    async with relay.visit(author) as probe:
        await probe.ask("EVENT", forged, done=lambda f: f[0] == "OK", hush=relay.patience)
        start = loop.time()
        await probe.publish(author.event())
        # Relays that do it wait 2 seconds and more; no machine is that slow by itself.
        return "yes" if loop.time() - start > 1.9 else "no"


@SUITE.case("Is an event served after it has expired, and counted?")
async def served_after_expiry(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        patience = 2
        while True:
            expiry = int(clock()) + patience
            event = author.event(tags=[("expiration", str(expiry))])
            verdict = await probe.publish(event)
            # what had expired before there was an answer may have been refused for that
            if verdict.accepted or clock() < expiry:
                break
            patience *= 2
        if not verdict.accepted:
            return f"refused: {verdict.word}"
        await asyncio.sleep(expiry + 1.1 - clock())
        reading = await probe.read({"ids": [event.id], "limit": 1})
        served = "served" if reading.events else "not served"
        frames = await probe.ask("COUNT", "c", {"ids": [event.id]}, done=_is_count)
        if not frames or not _is_count(frames[-1]) or frames[-1][0] != "COUNT":
            return served
        return f"{served}, {'counted' if frames[-1][2] == {'count': 1} else 'not counted'}"


def _is_count(frame: list[object]) -> bool:
    return frame[0] in {"COUNT", "CLOSED"} and frame[1:2] == ["c"]


@SUITE.case(f"How many of {SUBSCRIPTIONS} subscriptions may a connection hold?", heavy=True)
async def subscriptions(relay: Examination) -> str:
    author = Author()
    wanted = {"authors": [author.pubkey], "limit": 1}
    async with relay.visit(author) as probe:
        for n in range(SUBSCRIPTIONS):
            reading = await probe.read(wanted, sub=f"open{n}")
            if reading.end is not End.EOSE:
                return f"{n}, then {reading.end}"
    return f"{SUBSCRIPTIONS} or more"


@SUITE.case(f"Does a connection last {FRAMES} frames?", heavy=True)
async def frames_per_connection(relay: Examination) -> str:
    async with relay.visit() as probe:
        for n in range(FRAMES):
            await probe.tell("CLOSE", f"none{n % 7}")
        reading = await probe.read({"authors": [Author().pubkey], "limit": 1})
        return "yes" if reading.end is End.EOSE else f"no: {reading.end}"


@SUITE.case(f"How many of {BURST} addressable events sent at once are accepted?", heavy=True)
async def burst(relay: Examination) -> str:
    author = Author()
    events = [author.event(DATA, tags=[("d", str(n))]) for n in range(BURST)]
    async with relay.visit(author) as probe:
        verdicts = await probe.publish_many(events)
        taken = sum(verdict.accepted for verdict in verdicts)
        if taken == BURST:
            return f"{BURST} or more"
        refused = next((v.word for v in verdicts if not v.accepted), "silence")
        return f"{taken}, then {refused}"
