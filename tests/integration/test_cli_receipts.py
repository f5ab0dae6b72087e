"""receipt, forgotten, relays exposure, status --outbox, sync --refused: what became of writes."""

import re

import pytest

from relay_fixtures import QuirkRelay, Quirks, RelayServer
from relay_fixtures.in_thread import InThread
from sense_memory import RelayConfig

from .shell import Home

pytestmark = pytest.mark.usefixtures("nearby")

REFUSING = Quirks(reject_all_with="blocked: not on my list")


def test_a_forgetting_is_followed_by_its_id(home: Home) -> None:
    with InThread(lambda: RelayServer(QuirkRelay())) as server:
        home.ok("init", "--relay", server.url)
        home.ok("remember", "zone", "UTC")
        forgot = home.ok("--json", "forget", "zone")
        event_id = forgot.json["event_id"]
        found = home.ok("--json", "receipt", "--sync", event_id).json
        assert found["ref"] == {"type": "kv", "name": "zone", "scope": ""}
        assert found["is_forgotten"] is True
        (relay,) = found["relays"]
        assert relay["overwritten_at"] is not None
        assert relay["deleted_at"] is not None
        said = home.ok("receipt", event_id)
        assert "kv zone, forgotten" in said.out
    said = home.ok("receipt", event_id)  # needs no relay
    assert server.url in said.out


def test_what_was_forgotten_and_what_a_relay_sees_are_printed(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    # nothing is seen to be gone while this looks, however long that takes
    defaults = RelayConfig.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "read_back_delay", 600)
    with InThread(lambda: RelayServer(QuirkRelay())) as server:
        home.ok("init", "--relay", server.url)
        assert "nothing was forgotten" in home.ok("forgotten").err
        assert "known are: none" in home.run("relays", "exposure", server.url).err
        for name in ("zone", "tea"):
            home.ok("remember", name, "canary")
            home.ok("forget", name)
        tea, zone = home.ok("--json", "forgotten").jsonl
        assert tea["receipt"] == home.ok("--json", "receipt", tea["receipt"]["event_id"]).json
        assert (zone["receipt"]["ref"]["name"], zone["why"]) == ("zone", "forget")
        said = home.ok("forgotten", "--sync", "-n", "1")
        (fields,) = (line.split("\t") for line in said.out.splitlines())
        assert (fields[0], fields[2], fields[4]) == (
            "kv tea",
            "asked for",
            tea["receipt"]["event_id"],
        )
        assert "1 more took the request" in fields[3]
        assert "the latest 1;" in said.err

        seen = home.ok("--json", "relays", "exposure", server.url).json
        there = {event.id for event in server.it.relay.events}
        # what it was asked to delete counts until it was seen to be gone
        assert {event["id"] for event in seen["events"]} > there
        assert (seen["count"], seen["named"]) == (len(seen["events"]), 0)
        said = home.ok("relays", "exposure", server.url, "-n", "2")
        words = {5: "deletion", 30078: "record"}
        kinds = [words[event["kind"]] for event in seen["events"]]
        assert [line.split("\t")[0] for line in said.out.splitlines()] == kinds[:2]
        assert "the newest 2;" in said.err
        for sentence in (*seen["tells"], *seen["hides"]):
            assert sentence in said.err
    unknown = home.run("--json", "relays", "exposure", "wss://relay.example")
    assert (unknown.code, unknown.json) == (1, None)
    assert server.url in unknown.err


def test_forget_says_how_to_ask(home: Home) -> None:
    with InThread(lambda: RelayServer(QuirkRelay())) as server:
        home.ok("init", "--relay", server.url)
        home.ok("--scope", "user:x", "remember", "zone", "UTC")
        home.ok("persona", "remember", "-d", "people", "-f", "facts", "vergel", "writes js")
        entry = home.ok("--json", "journal", "a day").json["event_id"]
        for words in (
            ("--scope", "user:x", "forget", "zone"),
            ("persona", "forget", "-d", "people", "-f", "facts", "vergel"),
            ("forget-entry", entry),
        ):
            said = home.ok(*words).err
            (asked,) = re.findall("sense-memory (.* receipt --sync .*)", said)
            assert "forgotten" in home.ok(*asked.split()).out


def test_what_replaced_a_write_is_named(home: Home) -> None:
    home.ok("init")
    old = home.ok("--json", "remember", "zone", "UTC").json["event_id"]
    new = home.ok("--json", "remember", "zone", "CET").json["event_id"]
    assert new in home.ok("receipt", old).out


def test_an_unknown_write_is_an_error(home: Home) -> None:
    home.ok("init")
    done = home.run("receipt", "0" * 64)
    assert done.code == 1
    assert "knows no write" in done.err
    assert home.run("--json", "receipt", "0" * 64).out == "null\n"


def test_no_device_of_that_name_is_an_error(home: Home) -> None:
    home.ok("init")
    done = home.run("--json", "devices", "retire", "nobody")
    assert (done.code, done.json) == (1, None)
    assert "no device 'nobody'" in done.err


def test_a_local_profile_has_no_outbox(home: Home) -> None:
    home.ok("init", "--local")
    home.ok("remember", "zone", "UTC")
    for options in ((), ("--json",)):
        said = home.ok(*options, "status", "--outbox")
        assert (said.out, "is local" in said.err) == ("", True)


def test_a_write_of_another_device_is_known_once_the_relays_are_asked(
    home: Home, second: Home
) -> None:
    with InThread(lambda: RelayServer(QuirkRelay())) as server:
        home.ok("init", "--relay", server.url)
        phrase = home.folder / "phrase"
        phrase.write_text("correct horse battery staple")
        phrase.chmod(0o600)
        home.ok("keys", "backup", "kit", "--passphrase-file", str(phrase))
        kit = str(home.folder / "kit")
        second.ok("keys", "import", kit, "--passphrase-file", str(phrase))
        written = home.ok("--json", "remember", "zone", "UTC").json["event_id"]
        assert second.run("receipt", written).code == 1
        assert second.ok("--json", "receipt", "--sync", written).json["ref"]["name"] == "zone"


def test_a_refused_write_is_shown_with_its_reason_and_sent_again(home: Home) -> None:
    with InThread(lambda: RelayServer(QuirkRelay(REFUSING))) as server:
        home.ok("init", "--relay", server.url)
        home.run("remember", "zone", "UTC")
        entries = home.ok("--json", "status", "--outbox").jsonl
        entry = next(e for e in entries if e["ref"]["name"] == "zone")
        assert entry["said"] == "blocked: not on my list"
        assert (entry["state"], entry["relay"]) == ("parked", server.url)
        assert "zone" in home.ok("status", "--outbox").out
        server.it.relay.quirks = Quirks()
        assert "sent again" in home.ok("sync", "--refused").err
        said = home.ok("status", "--outbox")
        assert "every relay has taken everything" in said.err
