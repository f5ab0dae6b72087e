"""Trying relays with a throw-away key: what is found is what is known of them."""

from dataclasses import replace
from typing import Any

import pytest

from nips.messages import parse_client_message
from relay_fixtures import LocalRelay, NostrRelay, QuirkRelay, Quirks, RelayServer, presets
from sense_memory.core.clock import SystemClock
from sense_memory.core.config import RelayConfig
from sense_memory.core.relay_probe import Fitness, Protected, RelayProbe
from sense_memory.io.probe import BURST, probe

SOON = RelayConfig(connect_timeout=5, ok_timeout=1, information_timeout=2)


async def tried(url: str, config: RelayConfig = SOON) -> RelayProbe:
    return await probe(url, clock=SystemClock(), config=config, patience=0.15)


async def tried_with(quirks: Quirks) -> tuple[RelayProbe, QuirkRelay]:
    relay = QuirkRelay(quirks)
    async with RelayServer(relay) as server:
        return await tried(server.url), relay


def without(found: RelayProbe, *names: str) -> RelayProbe:
    """The same without what differs from run to run."""
    nothing: dict[str, Any] = dict.fromkeys(names)
    return replace(found, url="", latency=0, shows_after=0, **nothing)


A_GOOD_ONE = RelayProbe(
    url="",
    latency=0,
    serves_information=True,
    name="quirk relay",
    software="relay_fixtures",
    announced_nips=(1, 9, 11, 42, 45),
    page_limit=500,
    reads=True,
    writes=True,
    shows_after=0,
    replaces=True,
    newest_wins=True,
    largest_bytes=40_960,
    until_exclusive=False,
    auth="for protected events",
    auth_accepted=True,
    deletes_by_id=True,
    deletes_by_address=True,
    serves_deletions=True,
    resurrects=False,
    writes_again=True,
    burst_sent=BURST,
    burst_accepted=BURST,
    expires=True,
    protected=Protected.TAKEN,
    negotiates=False,
    left_behind=0,
)


async def test_the_relay_of_nostr_sdk(relay: LocalRelay):
    found = await tried(relay.url)
    assert without(found) == replace(
        A_GOOD_ONE,
        serves_information=False,
        name=None,
        software=None,
        announced_nips=(),
        page_limit=None,
        negotiates=True,
    )
    assert found.verdict == "good for memories"


@pytest.mark.timeout(600)  # the first test of a machine waits for the installation
async def test_the_relay_of_the_package_index():
    async with NostrRelay() as relay:
        # its disk may be slow: twenty events at once took more than a second there
        found = await tried(relay.url, replace(SOON, ok_timeout=5))
    assert without(found, "software", "announced_nips") == replace(
        A_GOOD_ONE,
        name="nostr-relay",
        software=None,
        announced_nips=None,  # type: ignore[arg-type]
        page_limit=None,
        largest_bytes=2_560,
        replaces=False,
        until_exclusive=True,
        deletes_by_address=False,
        resurrects=True,
        auth="never",
        auth_accepted=None,
        expires=False,
        protected=Protected.IGNORED,
    )
    assert found.fitness is Fitness.USABLE


@pytest.mark.parametrize(
    ("quirks", "facts", "verdict"),
    [
        (presets.STRFRY, {"deletes_by_address": True, "negotiates": True}, "good for memories"),
        (presets.NOSTR_RS_RELAY, {"deletes_by_address": False}, "good for memories"),
        (presets.NOSTREAM, {"page_limit": 5_000, "burst_accepted": 14}, "usable: took 14 of 20"),
        (
            presets.KHATRU,
            {"auth": "on connecting", "page_limit": 100, "burst_sent": 0},
            "usable: not everything could be tried (it took 10 events, then said: rate-limited",
        ),
        (
            presets.NOSTR_RELAY,
            {"until_exclusive": True, "largest_bytes": 2_560},
            "usable: holds at most 2,560 bytes; goes on showing old versions; takes back what was",
        ),
        (presets.LOCAL_RELAY, {"negotiates": True}, "good for memories"),
    ],
)
async def test_relays_as_operators_find_them(quirks: Quirks, facts: dict[str, Any], verdict: str):
    found, _ = await tried_with(quirks)
    assert found.verdict.startswith(verdict)
    assert {name: getattr(found, name) for name in facts} == facts


@pytest.mark.parametrize(("mode", "auth"), [("read", "on reading"), ("write", "on writing")])
async def test_when_a_relay_asks_who_we_are(mode: str, auth: str):
    with LocalRelay(nip42=mode) as relay:  # type: ignore[arg-type]
        found = await tried(relay.url)
    assert (found.auth, found.auth_accepted) == (auth, True)
    assert found.verdict == "good for memories"


async def test_the_few_notes_a_minute_that_nostr_sdk_takes_by_default():
    with LocalRelay(notes_per_minute=10) as relay:
        found = await tried(relay.url)
    assert 0 < found.burst_accepted < BURST
    assert found.burst_said.startswith("rate-limited")
    assert found.fitness is Fitness.USABLE


@pytest.mark.parametrize(
    ("quirks", "facts"),
    [
        (Quirks(), {}),
        (Quirks(nip11_document=None), {"announced_nips": (), "page_limit": None}),
        (Quirks(filter_cap=40), {"page_limit": 40}),
        (Quirks(max_content_chars=4_096), {"largest_bytes": 2_560}),
        (Quirks(max_event_bytes=16_000), {"largest_bytes": 10_240}),
        (Quirks(max_event_bytes=1_500), {"largest_bytes": 512}),
        (Quirks(until_exclusive=True), {"until_exclusive": True}),
        (Quirks(keeps_all_versions=True), {"replaces": False}),
        (Quirks(honours_a_deletion=False), {"deletes_by_address": False}),
        (Quirks(honours_e_deletion=False), {"deletes_by_id": False, "resurrects": None}),
        (Quirks(remembers_deletions=False), {"resurrects": True}),
        (Quirks(eose_hints="honest"), {"hints_completeness": True}),
        (Quirks(negentropy=True), {"negotiates": True}),
        (Quirks(refuses_expired=False, serves_expired=True), {"expires": False}),
        (Quirks(refuses_expired=False), {"expires": True}),
        (
            Quirks(protected="refused"),
            {"protected": Protected.REFUSED, "auth": "never", "auth_accepted": None},
        ),
        (
            Quirks(protected="anybody"),
            {"protected": Protected.IGNORED, "auth": "never", "auth_accepted": None},
        ),
        (
            Quirks(require_auth="both", challenge_on_connect=True),
            {"auth": "on connecting"},
        ),
        (
            Quirks(require_auth="both"),
            {"auth": "on reading"},
        ),
        (
            Quirks(require_auth="write"),
            {"auth": "on writing"},
        ),
        (Quirks(empty_ok_id_on_reject=True, max_event_bytes=16_000), {"largest_bytes": 10_240}),
        (
            Quirks(rate_limit_after=26),
            {"burst_accepted": 14, "burst_said": "rate-limited: slow down"},
        ),
    ],
)
async def test_one_thing_is_different(quirks: Quirks, facts: dict[str, Any]):
    found, _ = await tried_with(quirks)
    varying = ("software", "name", "announced_nips", "serves_information", "left_behind")
    changed: dict[str, Any] = {**dict.fromkeys(varying), **facts}
    expected = replace(A_GOOD_ONE, **changed)
    ignored = [name for name in varying if name not in facts]
    assert without(found, *ignored) == expected


@pytest.mark.parametrize(
    ("quirks", "verdict"),
    [
        (Quirks(silent=True), "not usable: no end of an answer within 1 s"),
        (Quirks(no_eose=True), "not usable: no end of an answer within 1 s"),
        (Quirks(lie_ok=True), "not usable: it says OK and does not show what it took"),
        (Quirks(reject_all_with="blocked: pay first"), "not usable: it takes nothing from a key"),
        (
            Quirks(require_auth="both", allowed_pubkeys=frozenset()),
            "not usable: it lets a key that it does not know read nothing (restricted: ",
        ),
        (Quirks(max_content_chars=4_096), "usable: holds at most 2,560 bytes"),
        (Quirks(keeps_all_versions=True), "usable: goes on showing old versions"),
        (
            Quirks(honours_a_deletion=False, honours_e_deletion=False),
            "usable: keeps what it was told to delete",
        ),
        (Quirks(drop_connection_after_frames=0), "not usable: it closed the connection"),
    ],
)
async def test_verdicts(quirks: Quirks, verdict: str):
    found, _ = await tried_with(quirks)
    assert found.verdict.startswith(verdict)


async def test_a_relay_that_shows_no_news(identity):
    relay = QuirkRelay(Quirks(stale_snapshot=True))
    relay.freeze()
    async with RelayServer(relay) as server:
        found = await tried(server.url)
    assert found.verdict == "not usable: it says OK and does not show what it took"


async def test_nobody_is_there():
    found = await tried("ws://127.0.0.1:1")
    assert found.verdict.startswith("not usable: no connection")
    assert found.latency is None


async def test_a_relay_that_stops_taking_events_is_tried_no_further():
    found, _ = await tried_with(Quirks(rate_limit_after=3))
    assert found.error == "it took 2 events, then said: rate-limited: slow down"
    assert (found.replaces, found.deletes_by_id, found.burst_sent) == (True, None, 0)
    assert found.fitness is Fitness.USABLE
    assert found.left_behind  # it takes no deletion request either


async def test_a_cut_connection_costs_one_check():
    found, _ = await tried_with(Quirks(drop_connection_after_frames=12))
    assert found.error == "it closed the connection"
    assert (found.replaces, found.protected) == (True, Protected.TAKEN)


async def test_nothing_is_left_but_deletion_requests():
    found, relay = await tried_with(Quirks())
    assert found.left_behind == 0
    assert {event.kind for event in relay.events} == {5}
    sent = [parse_client_message(text) for _, text in relay.received_frames if '"EVENT"' in text]
    dates = [message.event.created_at for message in sent]
    assert max(dates) <= SystemClock().now()
    assert len(sent) < 50


async def test_each_probe_is_somebody_else():
    pubkeys = set()
    for _ in range(2):
        _, relay = await tried_with(Quirks())
        pubkeys |= {event.pubkey for event in relay.events}
    assert len(pubkeys) == 2
