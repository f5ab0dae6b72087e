"""receipt, status --outbox, sync --refused: what became of writes, in the shell."""

import pytest

from relay_fixtures import QuirkRelay, Quirks, RelayServer
from relay_fixtures.in_thread import InThread

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
        assert found["ref"] == {"type": "Memory", "name": "zone", "scope": ""}
        assert found["is_forgotten"] is True
        (relay,) = found["relays"]
        assert relay["overwritten_at"] is not None
        assert relay["deleted_at"] is not None
        said = home.ok("receipt", event_id)
        assert "Memory zone, forgotten" in said.out
    said = home.ok("receipt", event_id)  # needs no relay
    assert server.url in said.out


def test_forget_says_how_to_ask(home: Home) -> None:
    home.ok("init")
    home.ok("remember", "zone", "UTC")
    assert "sense-memory receipt --sync " in home.ok("forget", "zone").err


def test_what_replaced_a_write_is_named(home: Home) -> None:
    home.ok("init")
    old = home.ok("--json", "remember", "zone", "UTC").json["event_id"]
    new = home.ok("--json", "remember", "zone", "CET").json["event_id"]
    assert new in home.ok("receipt", old).out


def test_an_unknown_write_is_an_error(home: Home) -> None:
    home.ok("init")
    done = home.run("receipt", "0" * 64)
    assert done.code == 2
    assert "knows no write" in done.err


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
