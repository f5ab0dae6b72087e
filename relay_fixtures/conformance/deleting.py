"""What a relay makes of deletion requests and of requests to vanish."""

from relay_fixtures.conformance.author import DELETION, Author
from relay_fixtures.conformance.case import Examination, Suite
from relay_fixtures.conformance.probe import Probe, Verdict

__all__ = ["SUITE"]

SUITE = Suite()

REPLACEABLE = 10777
VANISH = 62


async def _is_served(probe: Probe, event_id: str) -> bool:
    return bool((await probe.read({"ids": [event_id], "limit": 1})).events)


async def _outcome(probe: Probe, verdict: Verdict, event_id: str) -> str:
    """What became of an event that was published though it is deleted."""
    if await _is_served(probe, event_id):
        return "accepted"
    if verdict.accepted:
        return f"OK true {verdict.word}, not served".replace("true ,", "true,")
    return f"refused: {verdict.word}"


@SUITE.case("Does a deletion request by `e` delete?")
async def deletion_by_id(relay: Examination) -> str:
    author = Author()
    event = author.data()
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(author.deletion(e=[event.id]))
        return "no" if await _is_served(probe, event.id) else "yes"


@SUITE.case("Does a deletion request by `a` delete an addressable event?")
async def deletion_by_address(relay: Examination) -> str:
    author = Author()
    event = author.data()
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(author.deletion(a=[author.address()]))
        return "no" if await _is_served(probe, event.id) else "yes"


@SUITE.case("Does a deletion request by `a` delete a replaceable event without `d`?")
async def deletion_of_replaceable(relay: Examination) -> str:
    author = Author()
    event = author.event(REPLACEABLE)
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(author.deletion(a=[f"{REPLACEABLE}:{author.pubkey}:"]))
        return "no" if await _is_served(probe, event.id) else "yes"


@SUITE.case("May an event be published again that was deleted by `e`?")
async def again_after_id(relay: Examination) -> str:
    author = Author()
    event = author.event()
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(author.deletion(e=[event.id]))
        return await _outcome(probe, await probe.publish(event), event.id)


@SUITE.case("May an older version be published of what was deleted by `e`?")
async def older_after_id(relay: Examination) -> str:
    author = Author()
    event, older = author.data(), author.data(after=-1)
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(author.deletion(e=[event.id]))
        return await _outcome(probe, await probe.publish(older), older.id)


@SUITE.case("May a version be published of the second of a deletion by `a`?")
async def same_second_after_address(relay: Examination) -> str:
    author = Author()
    event = author.data()
    async with relay.visit(author) as probe:
        await probe.publish(author.data(after=-1))
        await probe.publish(author.deletion(a=[author.address()]))
        return await _outcome(probe, await probe.publish(event), event.id)


@SUITE.case("May a version be published that is newer than its deletion by `a`?")
async def newer_after_address(relay: Examination) -> str:
    author = Author()
    event = author.data(after=1)
    async with relay.visit(author) as probe:
        await probe.publish(author.data(after=-1))
        await probe.publish(author.deletion(a=[author.address()]))
        return await _outcome(probe, await probe.publish(event), event.id)


@SUITE.case("Does a late deletion by `a` spare a version newer than itself?")
async def late_deletion(relay: Examination) -> str:
    author = Author()
    event = author.data()
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(author.deletion(a=[author.address()], after=-1))
        return "yes" if await _is_served(probe, event.id) else "no"


@SUITE.case("Is a deletion by `e` remembered that came before its event?")
async def deletion_before_event(relay: Examination) -> str:
    author = Author()
    event = author.event()
    async with relay.visit(author) as probe:
        await probe.publish(author.deletion(e=[event.id]))
        await probe.publish(event)
        return "no" if await _is_served(probe, event.id) else "yes"


@SUITE.case("Is a deletion request served?")
async def deletion_served(relay: Examination) -> str:
    author = Author()
    event = author.event()
    request = author.deletion(e=[event.id])
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(request)
        return "yes" if await _is_served(probe, request.id) else "no"


@SUITE.case("Can a deletion request be deleted?")
async def deletion_of_deletion(relay: Examination) -> str:
    author = Author()
    event = author.event()
    request = author.deletion(e=[event.id])
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(request)
        await probe.publish(author.event(DELETION, "", [("e", request.id)]))
        return "no" if await _is_served(probe, request.id) else "yes"


async def _foreign(relay: Examination, *, by: str) -> str:
    author, other = Author(), Author()
    event = author.data()
    async with relay.visit(author) as probe:
        await probe.publish(event)
        async with relay.visit(other) as stranger:
            request = (
                other.deletion(e=[event.id])
                if by == "e"
                else other.event(DELETION, "", [("a", author.address())])
            )
            verdict = await stranger.publish(request)
        kept = "spared" if await _is_served(probe, event.id) else "deleted"
        return f"{kept}, {'OK true' if verdict.accepted else f'refused: {verdict.word}'}"


@SUITE.case("What of a deletion by `e` of another's event?")
async def foreign_deletion_by_id(relay: Examination) -> str:
    return await _foreign(relay, by="e")


@SUITE.case("What of a deletion by `a` of another's address?")
async def foreign_deletion_by_address(relay: Examination) -> str:
    return await _foreign(relay, by="a")


@SUITE.case("Can another's deletion by `e` keep an event out that comes after it?")
async def foreign_deletion_before_event(relay: Examination) -> str:
    author, other = Author(), Author()
    event = author.event()
    async with relay.visit(other) as stranger:
        await stranger.publish(other.deletion(e=[event.id]))
    async with relay.visit(author) as probe:
        await probe.publish(event)
        return "no" if await _is_served(probe, event.id) else "yes"


@SUITE.case("What does a request to vanish (NIP-62) do?")
async def vanish(relay: Examination) -> str:
    author = Author()
    event, later = author.event(after=-1), author.event(after=1)
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.publish(author.event(VANISH, "", [("relay", "ALL_RELAYS")]))
        if await _is_served(probe, event.id):
            return "nothing"
        verdict = await probe.publish(event)
        again = verdict.accepted and await _is_served(probe, event.id)
        await probe.publish(later)
        newer = await _is_served(probe, later.id)
        if not newer:
            return "erases, and bars the author for ever"
        return "erases, but lets events return" if again else "erases"
