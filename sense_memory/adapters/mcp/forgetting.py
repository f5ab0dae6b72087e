"""One record less, with what was made of it."""

import asyncio
from dataclasses import dataclass, field

from ...core.errors import InputError
from ...core.mention import Mention
from ...core.receipt import Receipt
from ...core.records.graph import NODE_REFERENCE
from ...core.records.reference import reference_to
from ...mind.text import content_of, words
from ...store import MemoryStore
from . import rooms
from .arguments import Forget
from .hosted import Hosted
from .names import given_name, name_of
from .results import LONGEST, counted, listed, quoted

PATIENCE = 1.0
"""Seconds in which relays may say what they made of it; they go on after that."""
POLL = 0.02
MOST_NAMED = 20
"""Records that go along, in one answer."""


@dataclass(frozen=True, slots=True)
class AtRelay:
    """How far a deletion is at a relay."""

    relay: str
    state: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was deleted.

    Attributes:
        name: What.
        event_id: Of what stands in its place: the receipt is known by it.
        goes_along: What is deleted with it.
        made_anew: What said it too, and says it no more.
        still_said: What says the same by itself, and stays: words that somebody said, a note of it.
        relays: How far each is.
        more: So many more go along, or are made anew, than are named.
    """

    name: str
    event_id: str = ""
    goes_along: list[str] = field(default_factory=list)
    made_anew: list[str] = field(default_factory=list)
    still_said: list[str] = field(default_factory=list)
    relays: list[AtRelay] = field(default_factory=list)
    more: int = 0

    def text(self) -> str:
        """For a model."""
        said = [f"Forgot {quoted(self.name)} here, for good."]
        if self.goes_along:
            said.append(f"With it went {listed(self.goes_along)}.")
        if self.made_anew:
            said.append(f"Taken out of {listed(self.made_anew)}.")
        if self.more:
            said.append(f"{self.more} more are not named.")
        if self.still_said:
            say = "say" if len(self.still_said) > 1 else "says"
            names = listed(self.still_said)
            said.append(f"{names} still {say} it: forget that too if nobody is to know it.")
        if self.relays:
            taken = sum(one.state in ("accepted", "replicated") for one in self.relays)
            said.append(
                f"Of {counted(len(self.relays), 'relay')} {taken} took the deletion"
                + (" so far." if taken < len(self.relays) else ".")
            )
            said += [f"{one.relay}: {quoted(one.said)}." for one in self.relays if one.said]
        return " ".join(said)


async def forget(hosted: Hosted, given: Forget) -> Forgotten:
    """Delete a record here and on every relay.

    Raises:
        InputError: It is no name, or there is no such record; nothing was deleted.
    """
    name = given_name(given.name)

    async def gone() -> Forgotten:
        async with hosted.writing() as store:
            said = await _said(store, name)
            mentions = await store.references(given.name)
            event_id = await store.forget(given.name)
        return await _told(store, name, mentions, event_id, await _saying(store, said))

    try:
        return await hosted.looking(gone)
    except InputError as error:
        said = str(error)
        nothing = "" if "nothing was" in said else "; nothing was deleted"
        raise InputError(f"{said}{nothing}") from None


async def _told(
    store: MemoryStore, name: str, mentions: list[Mention], event_id: str, still: list[str]
) -> Forgotten:
    along = _named(mentions, "cascade")
    anew = _named(mentions, "rebuild")
    receipt = await _receipt(store, event_id)
    return Forgotten(
        name,
        event_id,
        along[:MOST_NAMED],
        anew[:MOST_NAMED],
        still,
        [AtRelay(one.relay, one.state, one.said) for one in receipt.relays],
        max(0, len(along) - MOST_NAMED) + max(0, len(anew) - MOST_NAMED),
    )


async def _said(store: MemoryStore, name: str) -> str:
    """What a record states; nothing for a setting or a node, which many a sentence may name."""
    if name.count("/") == 2 and (there := await store.persona_named([name])):
        return there[0].value
    if name.startswith(NODE_REFERENCE):
        return ""
    try:
        return (await rooms.read(store, name)).value
    except InputError:
        return ""


async def _saying(store: MemoryStore, said: str) -> list[str]:
    """What says all of something that was forgotten: a search had shown that in its place."""
    begins = said[:LONGEST]
    sought = set(content_of(words(begins)))
    if not sought:
        return []
    found = await store.search(begins, limit=MOST_NAMED)
    return [name_of(hit.reference) for hit in found if sought <= set(content_of(words(hit.text)))]


def _named(mentions: list[Mention], what: str) -> list[str]:
    names = [name_of(reference_to(one.ref)) for one in mentions if one.once_forgotten == what]
    return list(dict.fromkeys(names))


async def _receipt(store: MemoryStore, event_id: str) -> Receipt:
    """What the relays say within a moment."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while True:
        receipt = await store.receipt(event_id)
        if all(one.state != "waiting" for one in receipt.relays) or loop.time() >= until:
            return receipt
        await asyncio.sleep(POLL)
