"""What memory has to say before anybody asks; and how memory itself is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...core.errors import InputError
from ...mind.prompting.quoted import fenced
from ...store import MemoryStore, digest as digests
from . import arguments
from .hosted import Hosted
from .names import called
from .results import HEADER, NOTHING, counted, quoted
from .topics import known as filed

_ONE = {
    "memories": "memory",
    "observations": "observation",
    "topics": "topic",
    "people and things": "person or thing",
    "relations": "relation",
    "conversations": "conversation",
    "messages": "message",
}
"""What is counted, and what one of it is called."""
_LOOKED_AT = 20
"""Writes, the oldest, of which it is told why they are refused: to open thousands takes seconds."""


@dataclass(frozen=True, slots=True)
class Block:
    """Memories as a block for a prompt.

    Attributes:
        block: Each quoted; nothing if there is nothing to say.
        tokens: What it costs, counted from above.
    """

    block: str
    tokens: int = 0

    def text(self) -> str:
        """For a model."""
        return self.block or NOTHING


@dataclass(frozen=True, slots=True)
class RelayState:
    """How a relay is, and how many writes, of any scope, wait for it or are refused by it."""

    relay: str
    state: str
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Overview:
    """How much is known, how safe it is, and what hinders.

    Attributes:
        known: How much there is of each kind.
        domains: How many memories each has.
        relays: Each; none where memory stays on this machine.
        delivery: The weakest word that holds for all writes: ``local``, ``accepted`` (a relay said
            OK), ``replicated`` (read back from two, or from the only one).
        hinders: What is wrong, in sentences.
        read_only: Nothing is written here.
    """

    known: dict[str, int]
    domains: dict[str, int] = field(default_factory=dict)
    relays: list[RelayState] = field(default_factory=list)
    delivery: str = ""
    hinders: list[str] = field(default_factory=list)
    read_only: bool = False

    def text(self) -> str:
        """For a model."""
        known = (counted(count, _ONE[name], name) for name, count in self.known.items())
        said = [f"Known: {', '.join(known)}."]
        if self.domains:
            said.append(f"Memories by domain: {quoted(self.domains)}.")
        if self.relays:
            said.append(f"Writes are {self.delivery}.")
            said += [f"{one.relay} is {one.state}, {one.waiting} wait." for one in self.relays]
        else:
            said.append("Everything is on this machine alone: there is no relay.")
        if self.read_only:
            said.append("This server only reads.")
        said += [f"Hindrance: {quoted(one)}." for one in self.hinders]
        return "\n".join(said)


async def context(hosted: Hosted, given: arguments.Context) -> Block:
    """What memory has to say to a message; or a digest of everything that is active.

    Raises:
        InputError: There is nothing in the message.
    """
    store = await hosted.reading()
    if given.message is None:
        if given.about is not None:
            raise InputError("about whom goes with a message; the tool about tells all of somebody")
        return await digest(store, given.budget)
    about = None if given.about is None else called(given.about)
    made = await store.prompt(given.message, about=about, budget=given.budget)
    return Block(made.system, made.tokens)


async def digest(store: MemoryStore, budget: int) -> Block:
    """What is active in a few lines, each quoted."""
    made = await digests.digest(store, budget, _quoted_lines)
    return Block(made.text, made.tokens)


def _quoted_lines(lines: Sequence[str]) -> str:
    return f"{HEADER}\n{fenced('memory', map(quoted, lines))}"


async def status(hosted: Hosted, _given: arguments.Status) -> Overview:
    """How much is known of this scope, how far its writes are, and what hinders."""
    store = await hosted.reading()
    stats = await store.persona_stats()
    pyramid = await store.pyramid.status()
    conversations = await store.conversations()
    known = {
        "memories": stats["total"],
        "observations": pyramid.observations,
        "topics": len(filed(pyramid.topics)),
        "people and things": len(await store.graph.nodes()),
        "relations": len(await store.graph.edges()),
        "conversations": len(conversations),
        "messages": sum(one.turns for one in conversations),
    }
    now = store.status()
    relays = [
        RelayState(one.url, one.state, one.waiting + one.parked + one.dead) for one in now.relays
    ]
    return Overview(
        known,
        dict(stats["domains"]),
        relays,
        now.delivery if relays else "",
        await _hindrances(store),
        hosted.read_only,
    )


async def _hindrances(store: MemoryStore) -> list[str]:
    now = store.status()
    found = []
    for relay in now.relays:
        if relay.error:
            found.append(f"{relay.url}: {relay.error}")
        found += [f"{relay.url}: {alarm.detail}" for alarm in relay.alarms]
    found += await _refusals(store, {one.url: one.parked + one.dead for one in now.relays})
    if now.moved_to:
        found.append("this mind goes on under another key: nothing can be written here")
    if now.held:
        found.append(f"{counted(now.held, 'write')} wait until a relay says how names are written")
    if now.salvaged:
        found.append("the file was damaged and rebuilt: sense-memory doctor says more")
    if not now.absence_known:
        found.append("not every relay was read: something may be known that is not here yet")
    conflicts = len(await store.conflicts())
    if conflicts:
        found.append(
            f"{counted(conflicts, 'memory', 'memories')} say different things on two devices: "
            "remember what is true"
        )
    return list(dict.fromkeys(found))


async def _refusals(store: MemoryStore, refused: Mapping[str, int]) -> list[str]:
    """What relays say of the writes that they refuse, as far as the oldest writes tell.

    Args:
        store: Whose writes.
        refused: How many each relay refuses, of any scope.
    """
    if not any(refused.values()):
        return []  # whatever else waits, nobody has said anything of it
    said = [one for one in await store.outbox(_LOOKED_AT) if one.state != "waiting"]
    found = [f"{one.relay} refuses a write: {one.said}; {one.advice}" for one in said]
    untold = [one for one in refused if refused[one] and one not in {each.relay for each in said}]
    found += [
        f"{one} refuses {counted(refused[one], 'write')}: sense-memory status --outbox says more"
        for one in untold
    ]
    return found
