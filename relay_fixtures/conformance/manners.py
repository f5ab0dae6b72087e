"""How a relay answers what it does not know, does not like, or wants a name for."""

import json
import secrets

from relay_fixtures.conformance.author import Author
from relay_fixtures.conformance.case import Examination, Suite
from relay_fixtures.conformance.probe import End, Frame
from relay_fixtures.document import fetch

__all__ = ["SUITE"]

SUITE = Suite()

GREETING = 1.0
"""Seconds in which a relay that greets with a challenge has done so."""
GUARDED = 4
"""The kind relays most often show to its author only."""
EMPTY_NEGENTROPY = "6100000200"
"""A first message of NIP-77 that offers no events."""


def _first(frames: list[Frame]) -> str:
    """The first answer in a word. A challenge, which may come at any time, is none."""
    answers = [frame for frame in frames if frame[0] != "AUTH"]
    if not answers:
        return "silence"
    return "connection cut" if answers[0] == ["CUT"] else str(answers[0][0])


@SUITE.case("Is COUNT answered (NIP-45)?")
async def count(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        await probe.publish(author.event())
        frames = await probe.ask(
            "COUNT",
            "c",
            {"authors": [author.pubkey]},
            done=lambda f: f[0] in {"COUNT", "CLOSED"},
        )
        if frames and frames[-1][0] == "COUNT":
            return "yes" if frames[-1][2] == {"count": 1} else f"wrongly: {frames[-1][2]}"
        return _first(frames)


@SUITE.case("Is negentropy spoken (NIP-77)?")
async def negentropy(relay: Examination) -> str:
    author = Author()
    async with relay.visit(author) as probe:
        frames = await probe.ask(
            "NEG-OPEN",
            "n",
            {"authors": [author.pubkey]},
            EMPTY_NEGENTROPY,
            done=lambda f: str(f[0]).startswith("NEG-"),
        )
        return "yes" if frames and frames[-1][0] == "NEG-MSG" else _first(frames)


@SUITE.case("What of a word no relay knows?")
async def unknown_verb(relay: Examination) -> str:
    async with relay.visit() as probe:
        return _first(await probe.ask_text('["UNHEARD-OF","x"]'))


@SUITE.case("What of text that is not JSON?")
async def not_json(relay: Examination) -> str:
    async with relay.visit() as probe:
        return _first(await probe.ask_text('["REQ",'))


@SUITE.case("What of a filter that is none?")
async def bad_filter(relay: Examination) -> str:
    async with relay.visit() as probe:
        return _first(await probe.ask_text('["REQ","bad",{"kinds":"many"}]'))


@SUITE.case("What of a binary frame?")
async def binary_frame(relay: Examination) -> str:
    async with relay.visit() as probe:
        return _first(await probe.ask_text(b'["CLOSE","x"]'))


@SUITE.case("When does the relay ask who is there (NIP-42)?")
async def challenge(relay: Examination) -> str:
    author = Author()
    async with relay.visit() as probe:
        await probe.listen(GREETING)
        if probe.is_challenged():
            return "at once"
        await probe.read({"ids": [secrets.token_hex(32)], "limit": 1})
        if probe.is_challenged():
            return "before reading"
        await probe.publish(author.event())
        return "before writing" if probe.is_challenged() else "never seen"


@SUITE.case("What does a stranger hear who asks for private messages / for others as well?")
async def guarded_kinds(relay: Examination) -> str:
    author, other = Author(), Author()
    event = author.event(GUARDED, tags=[("p", other.pubkey)])
    async with relay.visit(author) as probe:
        verdict = await probe.publish(event)
        if not verdict.accepted:
            return f"cannot tell: {verdict.word}"
    answers = []
    async with relay.visit() as stranger:
        for kinds in ([GUARDED], [GUARDED, 1]):
            reading = await stranger.read({"authors": [author.pubkey], "kinds": kinds, "limit": 10})
            if reading.end is End.EOSE:
                answers.append("the event" if reading.events else "nothing")
            else:
                answers.append(reading.message.partition(":")[0] or str(reading.end))
    return " / ".join(answers)


@SUITE.case("Is there a document about the relay (NIP-11)?")
async def information(relay: Examination) -> str:
    document = await _document(relay)
    if document is None:
        return "no"
    limitation = document.get("limitation")
    most = limitation.get("max_limit") if isinstance(limitation, dict) else None
    return "yes, without max_limit" if most is None else f"yes, max_limit {most}"


async def _document(relay: Examination) -> dict[str, object] | None:
    body = await fetch(relay.url, relay.patience)
    try:
        document = None if body is None else json.loads(body)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None
