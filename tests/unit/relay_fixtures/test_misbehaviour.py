"""Relays that lie about what they hold, send junk, and never end."""

import asyncio
import dataclasses
import json

import pytest
from websockets.asyncio.client import connect as dial

from nips.errors import InvalidFrameError
from nips.messages import EventFrame, parse_relay_message
from nips.nip01 import Event, verify
from relay_fixtures import QuirkRelay, Quirks, RelayServer


def shares(connect, author, **quirks):
    """Which of 200 notes a relay with these quirks serves."""
    client = connect(**quirks)
    for n in range(200):
        assert client.publish(author.event(content=str(n)))[0]
    return {int(content) for content in client.read({"kinds": [1]})}


class TestLies:
    @pytest.mark.parametrize("quirk", ["withholds", "loses"])
    def test_a_share_is_missing_and_always_the_same(self, connect, alice, quirk):
        served = shares(connect, alice, **{quirk: 0.3})
        assert 110 <= len(served) <= 170
        assert shares(connect, alice, **{quirk: 0.3}) == served
        assert shares(connect, alice, **{quirk: 0.3}, seed=1) != served
        assert shares(connect, alice, **{quirk: 0.5}) < served
        assert shares(connect, alice, **{quirk: 1.0}) == set()

    def test_what_is_withheld_is_held(self, connect, alice):
        client = connect(withholds=1.0)
        client.publish(alice.event(content="there"))
        assert client.read() == []
        client.relay.quirks = Quirks()
        assert client.read() == ["there"]

    def test_a_rolled_back_relay_serves_the_oldest_versions(self, connect, alice, now):
        client = connect()
        for age in (3, 2, 1):
            client.publish(alice.data(content=f"{age} old", created_at=now - age))
        client.publish(alice.data("other", content="only"))
        client.publish(alice.event(content="note"))
        client.relay.quirks = Quirks(rolls_back=True)
        assert sorted(client.read()) == ["3 old", "note", "only"]

    def test_the_dead_rise(self, connect, alice):
        client = connect()
        event = alice.data(content="gone")
        client.publish(event)
        client.publish(alice.deletion(e=[event.id], a=[alice.address()]))
        assert client.read() == []
        client.relay.quirks = Quirks(resurrects=True)
        assert client.read() == ["gone"]

    def test_a_replaced_version_is_not_dead(self, connect, alice, now):
        client = connect(resurrects=True)
        client.publish(alice.data(content="old", created_at=now - 1))
        client.publish(alice.data(content="new"))
        assert client.read() == ["new"]


def frames_with(connect, author, kind, **quirks):
    """What follows the one stored event under junk of a kind, as text."""
    client = connect(junk=frozenset({kind}), junk_bytes=5000, **quirks)
    client.relay.seed([author.data(content="real"), author.event(7, "not asked for")])
    wanted = {"authors": [author.pubkey], "kinds": [30078], "#d": ["thing"]}
    sent = client.relay.receive_text(client.conn, json.dumps(["REQ", "s", wanted]))
    first, *rest, last = [text for _, text in sent]
    assert json.loads(first)[2]["content"] == "real"
    assert json.loads(last)[0] == "EOSE"
    return rest


def only_event(frames):
    [text] = frames
    frame = parse_relay_message(text)
    assert isinstance(frame, EventFrame)
    return frame.sub_id, Event.from_dict(frame.event)


class TestJunk:
    def test_forged(self, connect, alice):
        _, event = only_event(frames_with(connect, alice, "forged"))
        assert (event.pubkey, event.kind, event.d) == (alice.pubkey, 30078, "thing")
        assert not verify(event)

    def test_foreign(self, connect, alice):
        _, event = only_event(frames_with(connect, alice, "foreign"))
        assert (event.kind, event.d) == (30078, "thing")
        assert event.pubkey != alice.pubkey
        assert verify(event)

    def test_wrong_id(self, connect, alice):
        _, event = only_event(frames_with(connect, alice, "wrong_id"))
        assert event.content == "real"
        assert not verify(event)

    def test_unasked(self, connect, alice):
        _, event = only_event(frames_with(connect, alice, "unasked"))
        assert event.content == "not asked for"
        assert verify(event)

    def test_other_sub(self, connect, alice):
        sub_id, event = only_event(frames_with(connect, alice, "other_sub"))
        assert sub_id != "s"
        assert verify(event)

    def test_malformed(self, connect, alice):
        frames = frames_with(connect, alice, "malformed")
        assert len(frames) > 30
        for text in frames:
            try:
                frame = parse_relay_message(text)
                sound = isinstance(frame, EventFrame) and verify(Event.from_dict(frame.event))
            except ValueError:
                continue
            # A key that comes twice is the one exception: the last one counts.
            assert not sound or text.count('"content"') == 2, text

    def test_oversized(self, connect, alice):
        content, tags = map(json.loads, frames_with(connect, alice, "oversized"))
        assert len(content[2]["content"]) == 5000
        assert len(tags[2]["tags"]) == 625

    def test_nested(self, connect, alice):
        for text in frames_with(connect, alice, "nested"):
            assert len(text) > 5000
            with pytest.raises(InvalidFrameError):
                parse_relay_message(text)

    def test_the_seed_decides(self, connect, alice):
        kinds = ("forged", "foreign", "wrong_id")
        first = [frames_with(connect, alice, kind) for kind in kinds]
        assert [frames_with(connect, alice, kind)[0][:60] for kind in kinds] == [
            frames[0][:60] for frames in first
        ]
        ids = {
            json.loads(frames_with(connect, alice, "wrong_id", seed=n)[0])[2]["id"] for n in (0, 1)
        }
        assert len(ids) == 2
        assert json.loads(first[2][0])[2]["id"] in ids

    def test_several_kinds_in_every_answer(self, connect, alice):
        client = connect(junk=frozenset({"forged", "foreign"}))
        for name in "ab":
            assert len(client.read({"kinds": [1]}, sub=name)) == 2


class TestFloods:
    @pytest.mark.parametrize("kind", ["forged", "foreign", "replays", "notices", "closed", "auth"])
    def test_a_flood_follows_an_open_subscription(self, connect, alice, kind):
        client = connect(flood=kind)
        client.relay.seed([alice.event()])
        assert client.relay.flood(client.conn) is None
        client.send("REQ", "s", {"kinds": [1]})
        verbs = {"notices": "NOTICE", "closed": "CLOSED", "auth": "AUTH"}
        frames = [json.loads(client.relay.flood(client.conn) or "") for _ in range(3)]
        assert {frame[0] for frame in frames} == {verbs.get(kind, "EVENT")}
        assert len({json.dumps(frame) for frame in frames}) == (1 if kind == "replays" else 3)
        client.send("CLOSE", "s")
        assert client.relay.flood(client.conn) is None

    def test_nothing_floods_by_itself(self, connect, alice):
        for quirks in ({}, {"flood": "replays"}):
            client = connect(**quirks)
            client.send("REQ", "s", {"kinds": [1]})
            assert client.relay.flood(client.conn) is None

    def test_the_latest_challenge_of_a_flood_counts(self, connect, alice):
        client = connect(flood="auth")
        client.send("REQ", "s", {"kinds": [1]})
        _, challenge = [json.loads(client.relay.flood(client.conn) or "")[1] for _ in range(2)]
        event = alice.auth(client.relay.url, challenge)
        assert client.send("AUTH", event.to_dict()) == [["OK", event.id, True, ""]]

    async def test_a_flood_does_not_drown_the_server(self, alice, now):
        relay = QuirkRelay(Quirks(flood="foreign", no_eose=True), clock=lambda: now)
        async with RelayServer(relay) as server, dial(server.url) as one, dial(server.url) as two:
            await one.send('["REQ","s",{"kinds":[1]}]')
            for _ in range(100):
                assert json.loads(await one.recv())[0] == "EVENT"
            relay.quirks = dataclasses.replace(relay.quirks, no_eose=False)
            await two.send('["REQ","t",{"kinds":[9]}]')
            async with asyncio.timeout(10):
                assert json.loads(await two.recv()) == ["EOSE", "t"]
