"""What a relay makes of filters."""

from relay_fixtures.conformance.author import DATA, NOTE, Author
from relay_fixtures.conformance.case import Examination, Suite
from relay_fixtures.conformance.probe import End, Probe, Reading

__all__ = ["SUITE"]

SUITE = Suite()

MANY = 550
"""Events that are more than the commonest cap of an answer (500)."""


async def _notes(probe: Probe, author: Author, count: int, *, step: int = 1) -> None:
    """Publish notes `0`, `1`, …, each `step` seconds after the one before it, up to now."""
    for n in range(count):
        await probe.publish(author.event(NOTE, str(n), after=(n - count) * step))


def _order(contents: list[object], ascending: list[str]) -> str:
    if contents == ascending:
        return "oldest first"
    if contents == ascending[::-1]:
        return "newest first"
    return "no order" if sorted(map(str, contents)) == sorted(ascending) else "incomplete"


def _refusal(reading: Reading) -> str:
    """How a REQ that was not served was turned down."""
    return "refused by CLOSED" if reading.end is End.CLOSED else str(reading.end)


@SUITE.case("In what order are events without `limit`?")
async def order_without_limit(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await _notes(probe, author, 4)
        reading = await probe.read({"authors": [author.pubkey]})
        return _order(reading.contents, ["0", "1", "2", "3"])


@SUITE.case("Which events, in what order, with `limit` 3?")
async def order_with_limit(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await _notes(probe, author, 5)
        reading = await probe.read({"authors": [author.pubkey], "limit": 3})
        return _order(reading.contents, ["2", "3", "4"])


@SUITE.case("In what order are events of one second?")
async def order_of_ties(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await _notes(probe, author, 7, step=0)
        reading = await probe.read({"authors": [author.pubkey], "limit": 10})
        return "lowest id first" if reading.ids == sorted(map(str, reading.ids)) else "no order"


@SUITE.case("Is an event of the second `until` included?")
async def until(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.event())
        wanted = {"authors": [author.pubkey], "until": author.now, "limit": 10}
        return "inclusive" if (await probe.read(wanted)).events else "exclusive"


@SUITE.case("Is an event of the second `since` included?")
async def since(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.event())
        wanted = {"authors": [author.pubkey], "since": author.now, "limit": 10}
        return "inclusive" if (await probe.read(wanted)).events else "exclusive"


@SUITE.case("What does `limit` 0 return?")
async def limit_zero(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await _notes(probe, author, 3)
        reading = await probe.read({"authors": [author.pubkey], "limit": 0})
        if reading.end is not End.EOSE:
            return _refusal(reading)
        return "everything" if reading.events else "nothing"


@SUITE.case("What does `#d` with an empty value return?")
async def empty_tag_value(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.data("x"))
        reading = await probe.read(
            {"authors": [author.pubkey], "kinds": [DATA], "#d": [""], "limit": 10}
        )
        if reading.end is not End.EOSE:
            return _refusal(reading)
        return "everything" if reading.events else "nothing"


@SUITE.case("How many of 10 events does one `#d` with 10 values find?")
async def several_tag_values(relay: Examination) -> str:
    author = Author()
    names = [f"name {n}" for n in range(10)]
    async with relay.visit(author) as probe:
        for name in names:
            await probe.publish(author.data(name))
        reading = await probe.read(
            {"authors": [author.pubkey], "kinds": [DATA], "#d": names, "limit": 100}
        )
        return "all" if len(reading.events) == len(names) else str(len(reading.events))


@SUITE.case("What does a filter with an empty list return?")
async def empty_list(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.event())
        reading = await probe.read({"authors": [author.pubkey], "kinds": [], "limit": 10})
        if reading.end is not End.EOSE:
            return _refusal(reading)
        return "everything" if reading.events else "nothing"


@SUITE.case("What of a filter with an unknown key?")
async def unknown_key(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.event())
        reading = await probe.read({"authors": [author.pubkey], "unheard_of": 1, "limit": 10})
        if reading.end is not End.EOSE:
            return _refusal(reading)
        return "ignored" if reading.events else "nothing found"


@SUITE.case("Is a REQ answered that equals an open one, under the same id?")
async def identical_req(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        wanted = {"authors": [author.pubkey], "limit": 10}
        await probe.read(wanted, sub="same")
        again = await probe.read(wanted, sub="same")
        return "answered" if again.end is End.EOSE else str(again.end)


@SUITE.case("Does a new event reach a subscription of its own author?")
async def live(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.read({"authors": [author.pubkey], "limit": 10}, sub="live")
        event = author.event()
        await probe.publish(event)
        # Whatever order the relay sends them in: the answer to this comes after both.
        await probe.read({"ids": [event.id], "limit": 1})
        echoes = [f for f in probe.heard if f[:2] == ["EVENT", "live"]]
        return "yes" if echoes else "no"


@SUITE.case("What follows EOSE when all ids asked for were found?")
async def all_ids_found(relay: Examination) -> str:
    author = Author()
    event = author.event()
    async with relay.visit(author) as probe:
        await probe.publish(event)
        await probe.read({"ids": [event.id], "limit": 1}, sub="ids")
        await probe.read({"authors": [author.pubkey], "limit": 1})
        closed = [f for f in probe.heard if f[:2] == ["CLOSED", "ids"]]
        return "CLOSED" if closed else "nothing"


@SUITE.case("Which NIP-67 hints does EOSE carry, of a whole answer and of a cut one?")
async def eose_hints(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await _notes(probe, author, 3)
        whole = await probe.read({"authors": [author.pubkey], "limit": 10})
        cut = await probe.read({"authors": [author.pubkey], "limit": 2})
        return f"{', '.join(whole.hints) or 'none'} / {', '.join(cut.hints) or 'none'}"


@SUITE.case("How many filters may a REQ hold, of 21?")
async def filters_per_req(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        wanted = [{"authors": [author.pubkey], "kinds": [n], "limit": 1} for n in range(30, 51)]
        for count in (10, 11, 20, 21):
            reading = await probe.read(*wanted[:count])
            if reading.end is not End.EOSE:
                return f"fewer than {count}: {_refusal(reading)}"
        return "21 or more"


@SUITE.case(
    f"How many of {MANY} events does one answer hold, with a high limit / with none?", heavy=True
)
async def answer_cap(relay: Examination) -> str:
    author = Author()
    events = [author.event(NOTE, str(n), after=-n) for n in range(MANY)]
    async with relay.visit(author) as probe:
        verdicts = await probe.publish_many(events)
        if sum(verdict.accepted for verdict in verdicts) < MANY:
            return "cannot tell: not all were taken"
        high = await probe.read({"authors": [author.pubkey], "limit": 5000})
        none = await probe.read({"authors": [author.pubkey]})
        return " / ".join(
            f"{MANY} or more" if len(reading.events) == MANY else str(len(reading.events))
            for reading in (high, none)
        )
