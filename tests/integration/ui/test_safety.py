"""Safety in a real browser: on real relays, of which some are gone, refuse, or come back."""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, DeviceConfig, Identity, MemoryStore, RelayConfig
from sense_memory.core.clock import SystemClock
from sense_memory.core.ports import Clock
from sense_memory.core.status import Alarm, RelayStatus, Status
from sense_memory.io.keys.backup import backup_state, note_made, note_proven
from sense_memory.io.profile import load_profile
from sense_memory.testing import ManualClock
from sense_memory.ui.safety.backup import backup_told
from sense_memory.ui.safety.outbox import outbox_shown
from sense_memory.ui.safety.overall import overall
from sense_memory.ui.safety.relays import relay_shown

from ..http_host import NO_TLS
from .browser import Browser, expect, looking
from .host import UiHost, empty, hosted, remember

if TYPE_CHECKING:
    from playwright.sync_api import Response, Route

SOON = RelayConfig(read_back_delay=0.2, close_timeout=1)
SHOES = "<img src=x onerror=alert(1)>"


class Desk:
    """A device on two relays, one of which is gone by now, with another device beside it.

    Attributes:
        here: The relay that is there.
        gone: The one that is not.
    """

    def __init__(self, folder: Path, here: LocalRelay, gone: LocalRelay) -> None:
        self.here, self.gone = here, gone
        self._folder = folder
        # relays may know it: it was not made a moment ago
        self._identity = Identity.from_hex(Identity.generate().private_key_hex)

    def _store(self, name: str, *urls: str) -> MemoryStore:
        return MemoryStore(
            self._identity,
            list(urls) or None,
            path=self._folder / f"{name}.db",
            addressing="blinded",
            config=Config(relays=SOON, devices=DeviceConfig(name=name)),
        )

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[tuple[MemoryStore, Clock]]:
        """It, once it has met what the other one wrote in a train, and has forgotten something."""
        here, gone = self.here.url, self.gone.url
        async with self._store("desk", here, gone) as desk:
            await desk.persona_remember("user", "facts", "zone", "Europe/Lisbon")
            await desk.persona_remember("user", "facts", SHOES, "They are red.")
            await desk.sync()
        async with self._store("laptop", here, gone) as laptop:
            await laptop.sync()
        self.gone.stop()
        async with self._store("laptop") as laptop:
            await laptop.persona_remember("user", "facts", "zone", "Europe/Berlin")
            await laptop.persona_remember("user", "facts", "tea", "black")
        async with self._store("desk") as desk:
            await desk.persona_remember("user", "facts", "tea", "green")
            await desk.persona_remember("user", "facts", "zone", "America/Vancouver")
        async with self._store("laptop", here) as laptop:
            await laptop.sync()
        async with self._store("desk", here, gone) as desk:
            await desk.persona_forget("user", "facts", SHOES)
            await desk.sync()
            yield desk, SystemClock()


@pytest.fixture
def desk(tmp_path: Path, relays: Callable[[int], list[LocalRelay]]) -> Desk:
    return Desk(tmp_path, *relays(2))


def _value(host: UiHost, key: str) -> str:
    return host.call(lambda store: store.persona_named([f"user/facts/{key}"]))[0].value


def test_what_is_safe_and_what_is_not_and_how_it_is_made_so(browser: Browser, desk: Desk) -> None:
    with hosted(desk.opened, may_write=True) as host, looking(browser, host) as looker:
        page = looker.page
        page.get_by_role("link", name="Safety").click()
        word = page.locator("#safety .word")
        expect(word).to_contain_text("Everything known here is on one relay only, of 2.")
        picture = page.get_by_role("img", name="This device, 2 relays, 1 other device")
        expect(picture.locator(".is-problem .said")).to_contain_text("not reached")
        here = page.get_by_role("article", name=desk.here.url)
        gone = page.get_by_role("article", name=desk.gone.url)
        expect(here).to_contain_text("It has everything, and showed it.")
        expect(gone).to_contain_text("It cannot be reached")
        expect(gone).to_contain_text(re.compile(r"It has not taken \d+ writes yet"))
        waits = page.get_by_role("region", name="Not taken yet")
        expect(waits).to_contain_text(f"{desk.gone.url.removeprefix('ws://')}waits")
        expect(waits).to_contain_text("nobody answers there")
        expect(waits).to_contain_text(re.compile(r"news of laptop \(\w+\)"))
        expect(waits).to_contain_text(f"forgetting memory user/facts/{SHOES}")
        expect(waits).to_contain_text("user/facts/zone")
        of_alice = host.call(lambda store: outbox_shown(store.scope("user:alice")))
        assert (of_alice.entries, of_alice.elsewhere > 0) == ((), True)

        # what was forgotten: followed by the one, not yet by the other; its name is text
        forgotten = page.get_by_role("region", name="Forgotten")
        expect(forgotten).to_contain_text(f"user/facts/{SHOES}")
        expect(forgotten).to_contain_text("gone from 1 of 2 relays")
        expect(forgotten).to_contain_text("it may still have it as it was")
        forgotten.get_by_text("gone from 1 of 2 relays").click()
        followed = forgotten.get_by_role("list", name=f"At {desk.here.url}")
        expect(followed.get_by_role("listitem")).to_contain_text(
            ["overwritten", "deletion taken", "seen to be gone"]
        )
        expect(forgotten.get_by_role("list", name=f"At {desk.gone.url}")).to_contain_text(
            "not seen to be gone yet"
        )

        # what a relay sees: an event as it has it, and nothing that can be read
        here.get_by_role("button", name=f"What {desk.here.url} sees").click()
        seen = page.locator("#exposure")
        expect(seen).to_contain_text("addresses are hashes")
        seen.locator("summary", has_text="record").first.click()
        event = json.loads(seen.locator("details[open] pre").inner_text())
        assert (event["kind"], event["pubkey"]) == (30078, host.call(_key))
        assert not re.search("zone|Berlin|Vancouver|onerror", seen.inner_text())
        page.keyboard.press("Enter")
        expect(seen.locator("details[open]")).to_have_count(0)
        here.get_by_role("button", name=f"What {desk.here.url} sees").click()
        expect(seen).to_be_hidden()

        # two values were written apart; somebody decides
        apart = page.get_by_role("region", name="Written apart")
        values = apart.locator(".values .said")
        expect(values).to_have_text(["green", "black", "America/Vancouver", "Europe/Berlin"])
        expect(apart).to_contain_text("by this device")
        expect(apart).to_contain_text("by laptop")
        apart.get_by_role("button", name="Another text for user/facts/tea …").click()
        apart.get_by_role("textbox").fill("either")
        apart.get_by_role("button", name="Let value 2 of user/facts/zone stand").click()
        expect(values).to_have_text(["green", "black"])
        expect(apart.get_by_role("heading")).to_be_focused()
        expect(apart.get_by_role("textbox")).to_have_value("either")
        apart.get_by_role("button", name="Save").click()
        expect(apart).to_contain_text("No two devices wrote different things.")
        assert [_value(host, key) for key in ("zone", "tea")] == ["Europe/Berlin", "either"]

        # a device that is gone for good
        devices = page.get_by_role("region", name="Devices")
        expect(devices).to_contain_text("this one")
        devices.get_by_role("button", name="Retire laptop …").click()
        expect(devices.get_by_role("button", name="Keep it")).to_be_focused()
        with page.expect_response(_tells_of(3)):  # news take nothing away
            remember(host, "user/facts/hat", "It is green.")
        expect(waits).to_contain_text("user/facts/hat")
        devices.get_by_role("button", name="Keep it").click()
        expect(devices).to_contain_text("this device; 3 records")
        devices.get_by_role("button", name="Retire laptop …").click()
        page.keyboard.press("Escape")
        devices.get_by_role("button", name="Retire laptop …").click()
        devices.get_by_role("button", name="Retire it").click()
        expect(devices).not_to_contain_text("laptop")

        # the relay comes back, gets all, and the other one goes: seen by nobody's doing
        desk.gone.start()
        page.get_by_role("button", name="Ask the relays now").click()
        expect(word).to_contain_text("on both relays, read back", timeout=15_000)
        expect(waits).to_contain_text("Every relay has taken everything.")
        expect(forgotten).to_contain_text("gone from every relay", timeout=15_000)
        desk.here.stop()
        expect(here).to_contain_text("It cannot be reached", timeout=15_000)


def _tells_of(records: int) -> "Callable[[Response], bool]":
    """What answers how many records this device has."""

    def tells(answer: "Response") -> bool:
        if not answer.url.endswith("/api/devices"):
            return False
        return any(one["is_this"] and one["count"] == records for one in answer.json()["devices"])

    return tells


async def _key(store: MemoryStore) -> str:
    return store.pubkey


def test_what_a_relay_refuses_is_told_in_its_words_and_sent_again(
    browser: Browser, tmp_path: Path
) -> None:
    relay = QuirkRelay(Quirks(reject_all_with="invalid: <b>I do not like it</b>"))

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[MemoryStore, Clock]]:
        identity = Identity.from_hex(Identity.generate().private_key_hex)
        async with (
            RelayServer(relay) as server,
            MemoryStore(
                identity,
                server.url,
                path=tmp_path / "a.db",
                config=Config(relays=SOON),
                addressing="plain",
            ) as store,
        ):
            await store.remember("mood", "curious")
            await store.sync()
            yield store, SystemClock()

    phone = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
    with hosted(opened, may_write=True) as host, looking(browser, host, **phone) as looker:
        page = looker.page
        word = page.locator("#safety .word")
        # whether the page may write is known when the memories are, which take their time
        held: list[Route] = []

        def hold(route: "Route") -> None:
            held.append(route)

        page.route("**/api/memories", hold)
        page.goto(page.url + "#safety")
        page.reload()
        expect(word).to_contain_text("some of it was refused")
        held[-1].continue_()
        expect(word).to_contain_text("some of it was refused")
        expect(page.locator("#safety .relays")).to_contain_text("for good")
        says = page.locator("#safety .says")
        expect(says).to_have_text("It says of itself: “quirk relay”; runs relay_fixtures 1.")
        waits = page.get_by_role("region", name="Not taken yet")
        expect(waits).to_contain_text("invalid: <b>I do not like it</b>")
        expect(waits).to_contain_text("use another relay")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        relay.quirks = Quirks()
        page.get_by_role("button", name="Send again what was refused").click()
        expect(word).to_contain_text("on its only relay, read back", timeout=15_000)
        expect(page.get_by_role("button", name="Send again what was refused")).to_be_hidden()
        page.get_by_role("button", name=re.compile("What .* sees")).click()
        expect(page.locator("#exposure")).to_contain_text("It can read what 1 of them is filed")
        waits.get_by_text("Every relay has taken everything.").wait_for()


SAYS = {
    "name": "<img src=x onerror=alert(1)>\u202e " + 5_000 * "n",
    "software": "git+https://example.com/relays/noisy.git",
    "version": "1.0\n",
    "limitation": {"auth_required": False, "payment_required": True, "max_message_length": 65_536},
}


def test_what_a_relay_loses_and_makes_up_is_told_and_what_it_says_of_itself(tmp_path: Path) -> None:
    relay, clock = QuirkRelay(), ManualClock()
    good = Quirks(nip11_document=SAYS)

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[MemoryStore, Clock]]:
        relay.quirks, relay.clock = good, clock.now
        async with (
            RelayServer(relay) as server,
            MemoryStore(
                Identity.from_hex(Identity.generate().private_key_hex),
                server.url,
                path=tmp_path / "a.db",
                addressing="plain",
                config=Config(relays=RelayConfig(read_back_delay=0, close_timeout=0)),
                clock=clock,
            ) as store,
        ):
            yield store, clock

    with hosted(opened) as host, httpx.Client(verify=NO_TLS) as client:
        client.get(host.own.url)

        def after_a_look(quirks: Quirks) -> Any:
            relay.quirks = quirks
            clock.advance(100)
            host.call(lambda store: store.sync())
            (told,) = client.get(f"{host.own.page}/api/safety").json()["relays"]
            return told

        remember(host, "user/facts/tea", "black")
        after_a_look(good)
        remember(host, "user/facts/tea", "green")
        told = after_a_look(good)
        assert [one["check"] for one in told["findings"] if one["level"] != "ok"] == []
        says = told["says"]
        assert says["name"].startswith("<img src=x onerror=alert(1)> nnn")
        assert len(says["name"]) == 60
        assert says["software"] == "noisy 1.0"
        assert says["wants"] == ["it wants to be paid", "a write has at most 65,536 bytes"]
        for quirks, said in (
            (replace(good, rolls_back=True), "It shows older versions of one record"),
            (replace(good, withholds=1.0), "It shows nothing of"),
            (replace(good, junk=frozenset({"forged"})), "It sent too many forged"),
        ):
            told = after_a_look(quirks)
            alarms = [one for one in told["findings"] if one["check"] == "relay.alarm"]
            assert [one for one in alarms if said in one["message"]], (said, alarms)
            assert {one["level"] for one in alarms} == {"warning"}


def test_a_mind_without_relays_and_one_scope_of_it(browser: Browser) -> None:
    @asynccontextmanager
    async def of_alice() -> AsyncIterator[tuple[MemoryStore, Clock]]:
        async with empty() as (store, clock):
            yield store.scope("user:alice"), clock

    with hosted(of_alice) as host, looking(browser, host) as looker:
        page = looker.page
        page.get_by_role("link", name="Safety").click()
        expect(page.locator("#safety .word")).to_contain_text("in the memory of one process")
        expect(page.get_by_role("region", name="Relays")).to_be_hidden()
        expect(page.get_by_role("region", name="Devices")).to_contain_text("not for one scope")
        expect(page.locator("#safety .notes").first).to_contain_text("is told here of all scopes")
        expect(page.get_by_role("region", name="Forgotten")).to_contain_text("Nothing")
        remember(host, "user/facts/hat", "It is green.")
        host.call(lambda store: store.persona_forget("user", "facts", "hat"))
        expect(page.get_by_role("region", name="Forgotten")).to_contain_text("user/facts/hat")
        assert page.locator("#safety button").count() == 0, "it only shows"


def test_the_key_is_as_safe_as_its_backup(tmp_path: Path) -> None:
    assert backup_told(None).level == "warning"
    profile = load_profile("default")
    identity = profile.identity()
    told = partial(backup_told, partial(backup_state, profile))
    assert (told().level, told().advice) == ("problem", "sense-memory keys backup recovery-kit.txt")
    kit = tmp_path / "kit.txt"
    note_made(profile, identity.public_key_hex, kit, "ncryptsec1a", 1.0)
    assert told().level == "warning"
    assert str(kit) in told().message
    note_proven(profile, identity.public_key_hex, kit, "ncryptsec1a", 2.0)
    assert told().level == "ok"
    profile.backup_record.write_text("{")
    assert "malformed" in told().message or "cannot be read" in told().message


WHOLE = RelayStatus("wss://a", "connected", "complete", 1.0, 0, 0, 0, 0, None, 0, 0, 0, 0)
LATE = replace(WHOLE, url="wss://b", state="offline", waiting=3, error="wss://b: no connection")
MIND = Status("ab" * 32, "k3f9a1c2e4", "/a.db", "blinded", 9, 0, 0, "local", True, ())


@pytest.mark.parametrize(
    ("relays", "level", "said"),
    [
        ((), "warning", "in one file on this machine, and on no relay"),
        ((WHOLE,), "ok", "on its only relay, read back"),
        ((WHOLE, WHOLE), "ok", "on both relays, read back"),
        ((WHOLE, WHOLE, LATE), "ok", "on 2 of 3 relays, read back"),
        ((WHOLE, WHOLE, WHOLE), "ok", "on all 3 relays"),
        ((WHOLE, replace(WHOLE, accepted=1)), "ok", "not all of it is read back yet"),
        ((WHOLE, LATE), "warning", "on one relay only, of 2"),
        ((replace(WHOLE, accepted=1), LATE), "warning", "on one relay only, of 2"),
        ((LATE, LATE), "problem", "No relay can be reached"),
        ((LATE,), "problem", "The only relay cannot be reached"),
        ((replace(WHOLE, dead=1), LATE), "problem", "some of it was refused"),
        ((replace(WHOLE, verdict=None),), "warning", "No relay is known to have everything yet"),
    ],
)
def test_one_word_on_the_whole(relays: tuple[RelayStatus, ...], level: str, said: str) -> None:
    first = overall(replace(MIND, relays=relays))[0]
    assert first.level == level
    assert said in first.message
    assert (first.advice is None) == (level == "ok")


def test_what_is_wrong_with_the_mind_itself_is_said_too() -> None:
    moved = overall(replace(MIND, relays=(WHOLE, WHOLE), moved_to="79" * 32))[0]
    assert (moved.level, "npub1" in moved.message) == ("problem", True)
    held = overall(replace(MIND, relays=(WHOLE,), held=2))[0]
    assert held.message.startswith("2 writes wait until a relay says")
    rest = overall(
        replace(
            MIND,
            relays=(WHOLE,),
            absence_known=False,
            salvaged="/a.db.damaged",
            unreadable=1,
            local_only=2,
        )
    )
    assert [one.check for one in rest[1:]] == [
        "relays.number",
        "file.damage",
        "relays.read",
        "file.unreadable",
        "file.local-only",
    ]


def test_what_a_relay_did_is_told_in_sentences() -> None:
    alarms = (
        Alarm("relay_rollback", 2, 1.0, "it serves older versions than it once did"),
        Alarm("relay_quarantined", 0, 9.0, "it sent too many lies and is left alone for a while"),
    )
    shown = relay_shown(replace(LATE, verdict="partial", parked=1, dead=2, alarms=alarms))
    assert shown.level == "problem"
    assert [one.message for one in shown.findings] == [
        "It cannot be reached: no connection.",
        "It was read in part: the last load broke off.",
        "It refuses 2 writes for good.",
        "It refuses one write for now.",
        "It has not taken 3 writes yet.",
        "It shows older versions of 2 records than it once did; it is sent them again.",
        "It sent too many lies and is left alone for a while.",
    ]
    unproven = relay_shown(replace(WHOLE, verdict="unproven"))
    assert "may have left something out" in unproven.findings[1].message
