"""Scenarios in which the published client 0.3.1 loses, mixes up or hides something.

Each drives any client of that API, and says what it saw and whether that is a fault.
"""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .client import Client, Pair, RaisedError
from .stage import Stage

PATIENCE = 12.0
"""Seconds after which an operation that a living relay could have served counts as stuck: more than
one unanswered question may cost."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a client did.

    Attributes:
        is_fault: Whether it should not have.
        saw: In a few words.
    """

    is_fault: bool
    saw: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One scenario.

    Attributes:
        name: What happens to the client.
        play: Lets it happen.
        is_slow: Takes the published client 15 seconds or more.
    """

    name: str
    play: Callable[[Client, Stage], Awaitable[Outcome]]
    is_slow: bool


FAULTS: list[Fault] = []


def fault(
    name: str, *, is_slow: bool = False
) -> Callable[[Callable[[Client, Stage], Awaitable[Outcome]]], None]:
    """Put a scenario on the list."""

    def add(play: Callable[[Client, Stage], Awaitable[Outcome]]) -> None:
        FAULTS.append(Fault(name, play, is_slow))

    return add


async def said(call: Awaitable[object]) -> str:
    """The outcome of a call in a few words: its result, or the exception's name."""
    try:
        result = await call
    except RaisedError as error:
        return error.kind
    if isinstance(result, list):
        return f"{len(result)} memories"
    return "None" if result is None else f"'{result}'"


async def wants(call: Awaitable[object], *good: str) -> Outcome:
    """A fault unless the call's outcome is one of these."""
    outcome = await said(call)
    return Outcome(outcome not in good, outcome)


# ------------------------------------------------------------------------------ reading


@fault("a relay sends at most 20 events at a time, 30 memories are there: recall_all")
async def _(client: Client, stage: Stage) -> Outcome:
    stored = [stage.memory(f"key {n}", "value", age=n) for n in range(30)]
    await client.open(stage.identity, await stage.relay(*stored, filter_cap=20))
    return await wants(client.recall_all(), "30 memories")


@fault("a real relay's cap of 500, 510 memories are there: recall_all", is_slow=True)
async def _(client: Client, stage: Stage) -> Outcome:
    url = await stage.real_relay()
    await stage.publish(url, *(stage.memory(f"key {n}", "value", age=n) for n in range(510)))
    await client.open(stage.identity, url)
    return await wants(client.recall_all(), "510 memories")


@fault("the first of two relays has an old value: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    stale = await stage.relay(stage.memory("k", "old", age=100))
    await client.open(stage.identity, stale, await stage.relay(stage.memory("k", "new")))
    return await wants(client.recall("k"), "'new'")


@fault("only the second of two relays has the key: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    empty = await stage.relay()
    await client.open(stage.identity, empty, await stage.relay(stage.memory("k", "value")))
    return await wants(client.recall("k"), "'value'")


@fault("no relay can be reached: recall (None means: there is no such memory)")
async def _(client: Client, stage: Stage) -> Outcome:
    await client.open(stage.identity, stage.dead_relay(), stage.dead_relay())
    return await wants(client.recall("k"), "ReadFailedError")


@fault("no relay can be reached: recall_all")
async def _(client: Client, stage: Stage) -> Outcome:
    await client.open(stage.identity, stage.dead_relay(), stage.dead_relay())
    return await wants(client.recall_all(), "ReadFailedError")


@fault(f"the first relay never says a word: recall in {PATIENCE:.0f} s", is_slow=True)
async def _(client: Client, stage: Stage) -> Outcome:
    mute = await stage.relay(silent=True)
    await client.open(stage.identity, mute, await stage.relay(stage.memory("k", "value")))
    return await in_time(client.recall("k"), "'value'")


@fault(f"the first relay never says a word: first remember in {PATIENCE:.0f} s", is_slow=True)
async def _(client: Client, stage: Stage) -> Outcome:
    await client.open(stage.identity, await stage.relay(silent=True), await stage.relay())
    return await in_time(client.remember("k", "value"))


@fault(f"the first relay has fallen silent: remember in {PATIENCE:.0f} s", is_slow=True)
async def _(client: Client, stage: Stage) -> Outcome:
    mute, good = await stage.relay(), await stage.relay()
    await client.open(stage.identity, mute, good)
    await client.remember("k", "before")
    await client.open(stage.identity, mute, good)
    stage.silence(mute)
    return await in_time(client.remember("k", "after"))


@fault("a relay serves its owner alone (NIP-42): what was remembered is recalled", is_slow=True)
async def _(client: Client, stage: Stage) -> Outcome:
    url = await stage.relay(require_auth="both")
    await client.open(stage.identity, url)
    await client.remember("k", "value")
    await client.open(stage.identity, url)
    return await wants(client.recall("k"), "'value'")


async def in_time(call: Awaitable[object], *good: str) -> Outcome:
    """A fault if the call takes long, or its outcome is another."""
    began = time.monotonic()
    outcome = await said(call)
    took = time.monotonic() - began
    wrong = outcome not in good if good else "Error" in outcome
    shown = outcome if good or wrong else "done"
    return Outcome(wrong or took > PATIENCE, f"{shown} after {took:.1f} s")


# -------------------------------------------------------------------- relays that cheat


@fault("an old text under a new date, its signature all zeros, served first: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    forged = {**stage.memory("k", "old").to_dict(), "sig": "0" * 128}
    right = stage.memory("k", "right", age=10)
    await client.open(stage.identity, await stage.relay(right, forged=(forged,)))
    return await wants(client.recall("k"), "'right'")


@fault("an old text in somebody else's event with a false id, served first: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    forged = {**stage.memory("k", "old").to_dict(), "id": "0" * 64, "pubkey": "f" * 64}
    right = stage.memory("k", "right", age=10)
    await client.open(stage.identity, await stage.relay(right, forged=(forged,)))
    return await wants(client.recall("k"), "'right'")


@fault("an old version served before the new one: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    old, new = stage.memory("k", "old", age=100), stage.memory("k", "new")
    await client.open(stage.identity, await stage.relay(new, forged=(old.to_dict(),)))
    return await wants(client.recall("k"), "'new'")


@fault("an old version served beside the new one: recall_all")
async def _(client: Client, stage: Stage) -> Outcome:
    old, new = stage.memory("k", "old", age=100), stage.memory("k", "new")
    await client.open(stage.identity, await stage.relay(old, new, keeps_all_versions=True))
    found = await client.recall_all()
    values = ", ".join(f"'{pair.value}'" for pair in found)
    return Outcome(found != [Pair("k", "new")], values)


@fault("another memory's event under this key's address, served first: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    swapped = {**stage.memory("other", "wrong").to_dict(), "tags": [["d", "sense-memory/k"]]}
    url = await stage.relay(stage.memory("k", "right"), forged=(swapped,))
    await client.open(stage.identity, url)
    return await wants(client.recall("k"), "'right'")


@fault("garbage for content, served first: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    right = stage.memory("k", "right")
    garbage = {**right.to_dict(), "content": "garbage"}
    await client.open(stage.identity, await stage.relay(right, forged=(garbage,)))
    return await wants(client.recall("k"), "'right'")


@fault("one forged event more in every answer, whatever was asked: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    forged = {**stage.memory("k", "old").to_dict(), "sig": "0" * 128}
    right = stage.memory("k", "right", age=10)
    await client.open(stage.identity, await stage.relay(right, forged=(forged,), heeding=False))
    return await wants(client.recall("k"), "'right'")


@fault("one event without a signature among sound ones: recall_all")
async def _(client: Client, stage: Stage) -> Outcome:
    return await one_among_sound(client, stage, lambda event: event.pop("sig"))


@fault("one event whose tags are null among sound ones: recall_all")
async def _(client: Client, stage: Stage) -> Outcome:
    return await one_among_sound(client, stage, lambda event: event.update(tags=None))


@fault("a number instead of an event among sound ones: recall_all")
async def _(client: Client, stage: Stage) -> Outcome:
    sound = stage.memory("a", "value"), stage.memory("b", "value")
    await client.open(stage.identity, await stage.relay(*sound, forged=(42,)))
    return await wants(client.recall_all(), "2 memories")


async def one_among_sound(
    client: Client, stage: Stage, spoil: Callable[[dict[str, object]], object]
) -> Outcome:
    """Two sound memories and a spoilt third."""
    sound = stage.memory("a", "value"), stage.memory("b", "value")
    spoilt = stage.memory("c", "value").to_dict()
    spoil(spoilt)
    await client.open(stage.identity, await stage.relay(*sound, forged=(spoilt,)))
    return await wants(client.recall_all(), "2 memories")


# ------------------------------------------------------------------------------ writing


@fault("the only relay refuses the write: remember says so")
async def _(client: Client, stage: Stage) -> Outcome:
    await client.open(stage.identity, await stage.relay(reject_all_with="blocked: not you"))
    outcome = await said(client.remember("k", "value"))
    return Outcome(outcome != "PublishFailedError", outcome if "Error" in outcome else "an id")


@fault("a second update in the same second, on a relay that keeps the first: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    url = await stage.relay(same_second_winner="first")
    await client.open(stage.identity, url)
    await client.freeze(stage.now)
    await client.remember("k", "first")
    await client.remember("k", "second")
    await client.thaw()
    await client.open(stage.identity, url)
    return await wants(client.recall("k"), "'second'")


@fault("forget and remember in one second, on a real relay: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    url = await stage.real_relay()
    await client.open(stage.identity, url)
    await client.freeze(stage.now)
    await client.remember("k", "first")
    await client.forget("k")
    await client.remember("k", "second")
    await client.thaw()
    await client.open(stage.identity, url)
    return await wants(client.recall("k"), "'second'")


@fault("forget, on a relay that ignores deletion by address: recall")
async def _(client: Client, stage: Stage) -> Outcome:
    url = await stage.relay(honours_a_deletion=False)
    await client.open(stage.identity, url)
    await client.remember("k", "value")
    await client.forget("k")
    await client.open(stage.identity, url)
    return await wants(client.recall("k"), "None")


@fault("repr(store)")
async def _(client: Client, stage: Stage) -> Outcome:
    await client.open(stage.identity, stage.dead_relay())
    outcome = await said(client.repr())
    return Outcome("Error" in outcome, outcome if "Error" in outcome else "a line without secrets")
