"""The demo: three devices, a crash, an edit, a forgetting, two models, over a real relay here.

It checks itself: what does not hold ends it with an error.
"""

import asyncio
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import demo_witness
from .demo_device import DemoError, Device
from .demo_models import NOTHING, DemoModels
from .demo_page import Page
from .demo_relay import can_run_relay, demo_relay
from .exits import Code, CommandError

if TYPE_CHECKING:
    from ..io.identity import Identity

KEY = "user_timezone"
VALUE = "America/Vancouver"
EDITED = "Europe/Lisbon, since the move"
DOMAIN, FACET, PERSONA_KEY = "people", "facts", "vergel-editor"
PERSONA_VALUE = "Vergel writes vanilla JS, in Vim"
THEME = "javascript"
WHO = "Vergel"
QUESTION = "Which editor does Vergel write in?"
TOLD = "Vergel is learning Portuguese."
OTHER_QUESTION = "Which language is Vergel learning?"
SECRETS = (KEY, VALUE, EDITED, DOMAIN, FACET, PERSONA_KEY, PERSONA_VALUE, THEME, WHO, TOLD)
"""What no relay may see."""
RECORD_KIND = 30078
DELETION_KIND = 5
PATIENCE = 15.0
"""Seconds for a change to arrive."""
POLL = 0.01


@dataclass(slots=True)
class Stage:
    """What the steps share.

    Attributes:
        page: Where the story is printed.
        url: The relay.
        identity: The agent of all devices.
        folder: Where the devices keep their files.
        devices: Every process that was started.
        address: The ``d`` tag of the memory that the story is about.
    """

    page: Page
    url: str
    identity: "Identity"
    folder: Path
    devices: list[Device]
    address: str = ""

    async def device(self, name: str, *, addressing: str | None = None) -> Device:
        """Start a device, on the file of its name."""
        device = await Device.start(
            name,
            self.identity.nsec,
            self.url,
            self.folder / f"{name}.db",
            addressing=addressing,
        )
        self.devices.append(device)
        return device

    async def relay_holds(self, kind: int = RECORD_KIND) -> list[demo_witness.Seen]:
        """What the relay serves, in which nothing may be readable."""
        found = await demo_witness.stored(self.url, self.identity.public_key_hex, kind)
        for seen in found:
            for secret in SECRETS:
                require(secret not in seen.text, f"the relay can read {secret!r}")
        return found

    async def relay_event(self, event_id: str | None) -> demo_witness.Seen:
        """One event of the relay."""
        for seen in await self.relay_holds():
            if seen.id == event_id:
                return seen
        raise DemoError(f"the relay does not hold event {event_id}")


def require(holds: bool, otherwise: str) -> None:
    """End the demo if something does not hold."""
    if not holds:
        raise DemoError(otherwise)


def run_demo(*, as_json: bool) -> None:
    """Run it.

    Raises:
        CommandError: A step did not hold, or nostr-sdk, which brings the relay, is not installed.
    """
    if not can_run_relay():
        raise CommandError(
            Code.ERROR, "the demo needs a relay to run: pip install 'sense-memory[nostr-sdk]'"
        )
    folder = Path(tempfile.mkdtemp(prefix="sense-memory-demo-"))
    try:
        asyncio.run(_play(Page(as_json=as_json), folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _play(page: Page, folder: Path) -> None:
    from ..io.identity import Identity

    identity = Identity.generate()
    began = time.perf_counter()
    async with demo_relay() as relay:
        page.line("One agent, three devices, two models, one relay that cannot read.", "bold")
        page.line(f"agent  {identity.npub}")
        page.line(f"relay  {relay.url}  (nostr-sdk, in a process of its own)")
        stage = Stage(page, relay.url, identity, folder, [])
        try:
            await _story(stage)
        except DemoError as error:
            page.end(ok=False, summary=f"did not hold: {error}")
            raise CommandError(Code.ERROR, f"the demo failed: {error}") from None
        finally:
            for device in stage.devices:
                await device.kill()
        seconds = time.perf_counter() - began
        page.end(
            ok=True,
            summary=f"All of it held, in {seconds:.1f} s: nothing acknowledged was lost, all "
            "devices agree, the relay read nothing, and what was forgotten is gone.",
        )


async def _story(stage: Stage) -> None:
    a = await stage.device("A", addressing="blinded")
    await _remember(stage, a)
    await _crash(stage, a)
    b = await stage.device("B")
    await _recall_on_b(stage, b)
    await _edit_on_b(stage, b)
    a = await stage.device("A")
    await _see_edit_on_a(stage, a)
    await _forget(stage, a, b)
    await _two_models(stage, a, b)
    await _lose_a(stage, a, b)


async def _remember(stage: Stage, a: Device) -> None:
    page = stage.page
    page.step("Device A remembers: a fact under a key, and something about a person")
    connected = await a.ask("connect")
    fact = await a.ask("remember", key=KEY, value=VALUE)
    names = {"domain": DOMAIN, "facet": FACET, "key": PERSONA_KEY}
    person = await a.ask("persona_remember", **names, value=PERSONA_VALUE, themes=[THEME])
    delivery = await a.ask("delivered")
    page.agent(f"{KEY} = {VALUE}")
    page.agent(f"{DOMAIN}/{FACET}/{PERSONA_KEY} = {PERSONA_VALUE}")
    for answer in (fact, person):
        page.relay(await stage.relay_event(answer.result))
    stage.address = (await stage.relay_event(fact.result)).address
    page.time("until A had read the relay, which was empty", connected.ms)
    page.time("until the first was in the file, on disk", fact.ms)
    page.time("until the second was", person.ms)
    page.time("more until the relay had accepted both", delivery.ms)


async def _crash(stage: Stage, a: Device) -> None:
    page = stage.page
    page.step("Device A dies: SIGKILL, no goodbye")
    pid = a.pid
    code = await a.kill()
    require(code != 0, f"process {pid} ended by itself")
    page.agent(f"process {pid} ended with {code}")


async def _recall_on_b(stage: Stage, b: Device) -> None:
    page = stage.page
    page.step("Device B starts with the key and the relay's URL, and nothing else")
    fact = await b.ask("recall", key=KEY)
    person = await b.ask("persona_recall", domain=DOMAIN, facet=FACET, key=PERSONA_KEY)
    page.agent(f"{KEY} = {fact.result}")
    page.agent(f"{DOMAIN}/{FACET}/{PERSONA_KEY} = {person.result}")
    page.time("until B had read the relay and knew the first", fact.ms)
    page.time("for the second, from its own file", person.ms)
    require(fact.result == VALUE, f"B recalls {fact.result!r}, not {VALUE!r}")
    require(person.result == PERSONA_VALUE, f"B recalls {person.result!r}, not {PERSONA_VALUE!r}")


async def _edit_on_b(stage: Stage, b: Device) -> None:
    page = stage.page
    page.step("Device B corrects it")
    edit = await b.ask("remember", key=KEY, value=EDITED)
    delivery = await b.ask("delivered")
    seen = await stage.relay_event(edit.result)
    page.agent(f"{KEY} = {EDITED}")
    page.relay(seen)
    page.time("until it was in B's file, on disk", edit.ms)
    page.time("more until the relay had accepted it", delivery.ms)
    require(seen.address == stage.address, "the edit went to another address")
    versions = [one for one in await stage.relay_holds() if one.address == stage.address]
    require(len(versions) == 1, f"the relay holds {len(versions)} versions")


async def _see_edit_on_a(stage: Stage, a: Device) -> None:
    page = stage.page
    page.step("Device A comes back on its old file, and sees the correction")
    person = await a.ask("persona_recall", domain=DOMAIN, facet=FACET, key=PERSONA_KEY)
    began = time.perf_counter()
    answer = await _until(a, EDITED)
    page.agent(f"{KEY} = {answer}")
    page.agent(f"{DOMAIN}/{FACET}/{PERSONA_KEY} = {person.result}")
    page.time("for what it knew before it died, from its own file", person.ms)
    page.time("more until it knew the correction", (time.perf_counter() - began) * 1000)
    require(person.result == PERSONA_VALUE, f"A recalls {person.result!r}, not {PERSONA_VALUE!r}")


async def _forget(stage: Stage, a: Device, b: Device) -> None:
    page = stage.page
    page.step("Device A forgets it, and device B no longer knows it")
    began = time.perf_counter()
    forgotten = await a.ask("forget", key=KEY)
    await _until(b, None)
    elapsed = (time.perf_counter() - began) * 1000
    request = await _deleted(stage)
    gone = (time.perf_counter() - began) * 1000
    page.agent(f"{KEY}: A knows nothing, B knows nothing")
    page.relay(request)
    page.relay_says("nothing is served at that address any more, not even as ciphertext")
    page.time("until it was forgotten in A's file, on disk", forgotten.ms)
    page.time("until B no longer knew it", elapsed)
    page.time("until the relay had deleted what it held", gone)
    for device in (a, b):
        person = await device.ask("persona_recall", domain=DOMAIN, facet=FACET, key=PERSONA_KEY)
        require(person.result == PERSONA_VALUE, f"{device.name} lost the other memory")
        value = (await device.ask("recall", key=KEY)).result
        require(value is None, f"{device.name} still recalls {value!r}")
    page.agent(f"{DOMAIN}/{FACET}/{PERSONA_KEY} = {PERSONA_VALUE}, on both as before")


async def _two_models(stage: Stage, a: Device, b: Device) -> None:
    page = stage.page
    page.step("The same mind under two models, which know what they are sent and nothing else")
    async with DemoModels.started() as models:
        bare = await a.ask("ask", model=models.openai, question=QUESTION, is_told=False)
        known = await a.ask("ask", model=models.openai, question=QUESTION, is_told=True)
        learned = await a.ask("learn", text=TOLD, about=WHO)
        await _agreed(a, b)
        told = await b.ask("ask", model=models.anthropic, question=OTHER_QUESTION, is_told=True)
        one, other = (name.partition("@")[0] for name in (models.openai, models.anthropic))
    page.agent(QUESTION)
    page.model(f"{one}, asked by A without its memory: {bare.result}")
    page.model(f"{one}, asked by A with it: {known.result}")
    page.agent(f"A learns: {TOLD}")
    page.agent(OTHER_QUESTION)
    page.model(f"{other}, asked by B: {told.result}")
    page.time("until A had the first answer", bare.ms)
    page.time("until it had the second", known.ms)
    page.time("until what it learned was in its file, on disk", learned.ms)
    page.time("until B had the answer of the other model", told.ms)
    require(bare.result == NOTHING, f"a model that was sent nothing said {bare.result!r}")
    require(known.result == f"{PERSONA_VALUE}.", f"A's model said {known.result!r}")
    require(told.result == TOLD, f"B's model said {told.result!r}")


async def _lose_a(stage: Stage, a: Device, b: Device) -> None:
    page = stage.page
    page.step("Device A is lost with its disk; a third has the key and the relay's URL, no more")
    memories = (await b.ask("memories")).result
    fingerprint = (await b.ask("fingerprint")).result
    await a.kill()
    lost = sorted(stage.folder.glob("A.db*"))
    require(bool(lost), "A had no file")
    for one in lost:
        one.unlink()
    page.agent(f"gone: {', '.join(one.name for one in lost)}")
    began = time.perf_counter()
    c = await stage.device("C")
    rebuilt = await _agreed(b, c)
    elapsed = (time.perf_counter() - began) * 1000
    found = (await c.ask("memories")).result
    for line in str(found).splitlines():
        page.agent(line)
    page.agent(f"fingerprint of B {fingerprint}, of C {rebuilt}")
    page.time("until C had started, read the relay and held the same", elapsed)
    require(found == memories, f"C knows {found!r}, not {memories!r}")
    require(rebuilt == fingerprint, f"C has {rebuilt}, not {fingerprint}")
    await stage.relay_holds()


async def _agreed(one: Device, other: Device) -> str | None:
    """Wait until two devices hold the same; their fingerprint."""
    deadline = time.perf_counter() + PATIENCE
    while time.perf_counter() < deadline:
        found = [(await device.ask("fingerprint")).result for device in (one, other)]
        if found[0] == found[1]:
            return found[0]
        await asyncio.sleep(POLL)
    raise DemoError(f"{one.name} and {other.name} do not hold the same")


async def _until(device: Device, value: str | None) -> str | None:
    """Ask a device until it knows a value."""
    answer = await device.ask("recall", key=KEY)
    deadline = time.perf_counter() + PATIENCE
    while answer.result != value:
        if time.perf_counter() > deadline:
            raise DemoError(f"{device.name} recalls {answer.result!r}, not {value!r}")
        await asyncio.sleep(POLL)
        answer = await device.ask("recall", key=KEY)
    return answer.result


async def _deleted(stage: Stage) -> demo_witness.Seen:
    """Wait until the relay serves the deletion request, and what it asks for is gone."""
    deadline = time.perf_counter() + PATIENCE
    while time.perf_counter() < deadline:
        records = await stage.relay_holds()
        requests = [
            seen
            for seen in await stage.relay_holds(DELETION_KIND)
            if any(tag[0] == "a" and tag[1].endswith(stage.address) for tag in seen.tags)
        ]
        if requests and all(seen.address != stage.address for seen in records):
            return requests[0]
        await asyncio.sleep(POLL)
    raise DemoError("the relay still serves what was forgotten")
