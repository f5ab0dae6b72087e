"""What real relays do to clients that take the NIPs at their word: reading, deleting, paging.

Each test is named after the number of its gotcha in the dossier of relay behaviour; 12 to 22 are in
`test_gotchas_of_connections`.
"""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from nips.errors import InvalidEventError
from nips.keys import SecretKey
from nips.messages import Eose, Ok, split_reply
from nips.nip01 import Address, Event, UnsignedEvent, sign
from nips.nip09 import covers, deletion_request
from relay_fixtures import QuirkRelay, Quirks, RelayServer
from relay_fixtures.quirk_relay import Outgoing
from sense_memory import (
    Config,
    Identity,
    MemoryStore,
    PublishFailedError,
    ReadFailedError,
    RelayConfig,
)
from sense_memory.testing import ManualClock
from tests.conformance import frames

AT_ONCE = Config(relays=RelayConfig(read_back_delay=0))
IMPATIENT = Config(
    relays=RelayConfig(
        read_back_delay=0, answer_timeout=1, ok_timeout=1, read_timeout=3, straggler_wait=1
    )
)


def secret_of(identity: Identity) -> SecretKey:
    return SecretKey.from_hex(identity.private_key_hex)


def deletion_of(event: Event, key: SecretKey, *, at: int) -> Event:
    """A request by any key that names an event and its address."""
    tags = (("e", event.id), ("a", str(event.address)), ("k", str(event.kind)))
    return sign(UnsignedEvent(key.public_key.hex, at, 5, "", tags), key)


# ------------------------------------------------------------------ 1: AUTH that hides


@pytest.mark.parametrize("kinds", [None, frozenset({4, 1059, 30078, 5})])
async def test_gotcha_01_memory_hidden_behind_auth_is_found(
    identity: Identity, kinds: frozenset[int] | None
):
    """Ask for 30078 and 5 at once, unauthenticated, and this relay answers with kind 5 alone."""
    quirks = replace(Quirks.strfry(), require_auth="both", auth_kinds=kinds)
    relay = QuirkRelay(quirks)
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url) as store:
            await store.remember("k", "v")
        relay.received_frames.clear()
        async with MemoryStore(identity, server.url) as other:
            assert (await other.recall("k")).value == "v"
            assert await other.recall("nothing") is None
    assert frames.filters(relay)
    assert all(len(frame) == 3 for frame in relay.received("REQ")), "one filter a question"
    assert all(len(wanted["kinds"]) == 1 for wanted in frames.filters(relay)), "one kind a filter"
    (proofs,) = frames.by_connection(relay).values()
    verbs = [frame[0] for frame in proofs]
    asked_again = verbs[verbs.index("AUTH") :]
    assert "REQ" in asked_again, "what was refused before the proof is asked again after it"


class Secretive(QuirkRelay):
    """Takes no proof, and shows a stranger nothing, without a word."""

    def receive_text(self, conn: int, text: str) -> Outgoing:
        verb, what, *_ = json.loads(text)
        if verb == "REQ":
            return [(conn, Eose(what).to_json())]
        if verb == "AUTH":
            return [(conn, Ok(what["id"], False, "restricted: not for you").to_json())]
        return super().receive_text(conn, text)


@pytest.mark.parametrize(
    "quirks",
    [
        Quirks(challenge_on_connect=True),
        Quirks(nip11_document={"limitation": {"auth_required": True}}),
    ],
    ids=["it challenged", "its document asks for it"],
)
async def test_gotcha_01_an_empty_answer_before_auth_is_no_empty_memory(
    identity: Identity, quirks: Quirks
):
    async with (
        RelayServer(Secretive(quirks)) as server,
        MemoryStore(identity, server.url, config=IMPATIENT) as store,
    ):
        with pytest.raises(ReadFailedError):
            await store.recall("k")
        with pytest.raises(ReadFailedError):
            await store.recall_all()


async def test_gotcha_01_a_proof_that_is_refused_leaves_nothing_known(identity: Identity):
    quirks = Quirks(
        require_auth="read",
        hides_auth_for_mixed_kinds=True,
        allowed_pubkeys=frozenset({"0" * 64}),
    )
    async with (
        RelayServer(QuirkRelay(quirks)) as server,
        MemoryStore(identity, server.url, config=IMPATIENT) as store,
    ):
        with pytest.raises(ReadFailedError):
            await store.recall("k")


# --------------------------------------------------------------------- 2: long d tags


async def test_gotcha_02_long_names_do_not_overwrite_each_other(identity: Identity, tmp_path: Path):
    """At this relay every `d` of more than 255 bytes is the same one."""
    relay = QuirkRelay(Quirks.strfry())
    names = ["ж" * 200 + letter for letter in "abc"] + ["x" * 250, "short"]
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=AT_ONCE
        ) as store:
            for name in names:
                await store.remember(name, name[-1])
            assert (await store.sync()).is_complete
            await store.forget(names[0])
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url) as other:
            assert {m.key: m.value for m in await other.recall_all()} == {
                name: name[-1] for name in names[1:]
            }
    assert len(relay.events) == len({event.id for event in relay.events}) >= len(names)
    for event in frames.writes(relay, 30078):
        (d,) = frames.values(event, "d")
        assert 0 < len(d.encode()) <= 184
    (request,) = frames.writes(relay, 5)
    assert all(len(value.encode()) <= 255 for value in frames.values(request, "a"))


async def test_gotcha_02_an_event_with_two_d_tags_is_not_believed(identity: Identity):
    """nostr-rs-relay files it under both: it would stand in for a memory it is not."""
    relay = QuirkRelay(Quirks(any_d_replaces=True))
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, addressing="plain") as store:
            await store.remember("a", "1")
            await store.remember("b", "2")
        (at_a,) = (event for event in relay.events if event.d == "sense-memory/a")
        tags = (("d", "sense-memory/a"), ("d", "sense-memory/b"))
        both = UnsignedEvent(at_a.pubkey, at_a.created_at + 9, 30078, at_a.content, tags)
        keeper, clean = QuirkRelay(), QuirkRelay()
        keeper.seed(relay.events)
        keeper.inject(sign(both, secret_of(identity)).to_dict())
        async with (
            RelayServer(keeper) as second,
            RelayServer(clean) as third,
            MemoryStore(identity, [second.url, third.url], config=IMPATIENT) as store,
        ):
            await store.sync()
            assert [(m.key, m.value) for m in await store.recall_all()] == [("a", "1"), ("b", "2")]
            assert (await store.sync()).relays[1].waiting == 0
    assert len(clean.events) == 3
    assert all(len(event.tags_named("d")) == 1 for event in clean.events)


# ------------------------------------------------------------- 3 to 5: what deletes what


async def test_gotcha_03_our_deletions_name_nothing_foreign_or_malformed(
    identity: Identity, tmp_path: Path
):
    """strfry refuses a request whole for one foreign address, one short id, or one empty value."""
    relay = QuirkRelay(replace(Quirks.strfry(), rejects_foreign_deletion_by_id=True))
    async with RelayServer(relay) as server:
        for addressing, name in (("plain", "a.db"), ("blinded", "b.db")):
            me = identity if addressing == "plain" else Identity.generate()
            async with MemoryStore(
                me, server.url, path=tmp_path / name, addressing=addressing, config=AT_ONCE
            ) as store:
                await store.remember("k", "1")
                await store.sync()
                await store.remember("k", "2")
                await store.scope("user:a").remember("k", "3")
                await store.sync()
                await store.forget("k")
                await store.scope("user:a").forget("k")
                assert (await store.sync()).is_complete
    sent, kept = frames.writes(relay, 5), [event for event in relay.events if event.kind == 5]
    assert len(sent) == len(kept) == 4, "every request was taken, and none had to be sent twice"
    for request in sent:
        assert all(value for tag in request["tags"] for value in tag)
        for value in frames.values(request, "a"):
            assert Address.parse(value).pubkey == request["pubkey"]


def test_gotcha_03_a_request_with_a_foreign_address_is_not_even_made(identity: Identity):
    mine, other = identity.public_key_hex, Identity.generate().public_key_hex
    addresses = [Address(30078, mine, "a"), Address(30078, other, "b")]
    with pytest.raises(InvalidEventError, match="author"):
        deletion_request(mine, 1, addresses=addresses, event_ids=[])
    with pytest.raises(InvalidEventError, match="64"):
        deletion_request(mine, 1, addresses=[], event_ids=["ab"])


@pytest.mark.parametrize(
    "quirks",
    [
        Quirks.nostr_rs_relay(),
        replace(Quirks.nostream(), rate_limits=()),
        Quirks.strfry(),
        Quirks(honours_e_deletion=False),
        Quirks(honours_a_deletion=False, keeps_all_versions=True),
        replace(Quirks.nostr_relay(), throttle=0.0),
    ],
    ids=["nostr-rs-relay", "nostream", "strfry", "by a only", "hoarder", "nostr-relay"],
)
async def test_gotcha_04_deletions_name_versions_and_address(
    identity: Identity, tmp_path: Path, quirks: Quirks
):
    relay = QuirkRelay(quirks)
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=AT_ONCE
        ) as store:
            versions = []
            for value in "12":
                versions.append(await store.remember("k", value))
                await store.sync()
            tombstone = await store.forget("k")
            assert (await store.sync()).is_complete
        (request,) = frames.writes(relay, 5)
        assert frames.values(request, "a") == [f"30078:{identity.public_key_hex}:sense-memory/k"]
        assert set(frames.values(request, "e")) == set(versions), "and never the tombstone"
        assert frames.values(request, "k") == ["30078"]
        dates = {event["id"]: event["created_at"] for event in frames.writes(relay, 30078)}
        assert all(dates[id_] <= request["created_at"] for id_ in (*versions, tombstone))
        left = {event.id for event in relay.events if event.d == "sense-memory/k"}
        assert left <= {tombstone}, "no version with the value is left, whatever the relay heeds"
        async with MemoryStore(identity, server.url) as other:
            assert await other.recall("k") is None


@pytest.mark.parametrize("answer", ["deleted", "blocked", "hidden", "error"])
async def test_gotcha_04_what_is_remembered_again_is_dated_after_its_deletion(
    identity: Identity, tmp_path: Path, answer: str
):
    """A relay takes nothing at a deleted address that is not newer than the deletion."""
    clock = ManualClock()
    relay = QuirkRelay(Quirks(ok_for_deleted=answer), clock=clock.now)  # type: ignore[arg-type]
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity,
            server.url,
            path=tmp_path / "a.db",
            addressing="plain",
            config=AT_ONCE,
            clock=clock,
        ) as store:
            for value in ("1", "2"):
                await store.remember("k", value)
                await store.sync()
                await store.forget("k")
                await store.sync()
            await store.remember("k", "3")
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url, clock=clock) as other:
            assert (await other.recall("k")).value == "3"
    deletions = [event.created_at for event in relay.events if event.kind == 5]
    (head,) = (event for event in relay.events if event.d == "sense-memory/k")
    assert head.created_at > max(deletions)


async def test_gotcha_05_a_strangers_deletion_deletes_nothing(identity: Identity, tmp_path: Path):
    """khatru lets anybody's kind 5 keep an event out: `blocked`, though nobody forgot anything."""
    clock = ManualClock()
    good = QuirkRelay(clock=clock.now)
    poisoned = QuirkRelay(replace(Quirks.khatru(), rate_limits=(), req_limits=()), clock=clock.now)
    stranger = SecretKey.generate()
    async with RelayServer(good) as first, RelayServer(poisoned) as second:
        async with MemoryStore(
            identity, first.url, path=tmp_path / "a.db", config=AT_ONCE, clock=clock
        ) as store:
            await store.remember("k", "v")
            await store.sync()
        (event,) = (e for e in good.events if e.d == "sense-memory/k")
        poisoned.seed([deletion_of(event, stranger, at=event.created_at)])
        assert not covers(poisoned.events[0], event)
        both = [first.url, second.url]
        async with MemoryStore(
            identity, both, path=tmp_path / "a.db", config=AT_ONCE, clock=clock
        ) as store:
            report = await store.sync()
            assert (await store.recall("k")).value == "v"
            assert [relay.waiting for relay in report.relays] == [0, 1], "it is not called done"
            assert store.status().relays[1].dead == 0
            assert not [e for e in frames.writes(good) + frames.writes(poisoned) if e["kind"] == 5]
            await store.remember("k", "v2")
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, second.url, clock=clock) as other:
            assert (await other.recall("k")).value == "v2"


# ------------------------------------------------------------------- 6 to 8: what OK means


class Overtaken(QuirkRelay):
    """A relay that gets another device's version between our read and our write."""

    rivals: tuple[Event, ...] = ()

    def receive_text(self, conn: int, text: str) -> Outgoing:
        frame = json.loads(text)
        if self.rivals and frame[0] == "EVENT" and frame[1]["kind"] == 30078:
            self.seed(self.rivals)
            self.rivals = ()
        return super().receive_text(conn, text)


@pytest.mark.parametrize("answer", ["duplicate", "silent_true", "replaced", "error"])
async def test_gotcha_06_ok_is_no_proof_that_our_version_stands(
    identity: Identity, tmp_path: Path, answer: str
):
    """Two devices change one memory at once; the relay says OK and keeps only the other one's."""
    relay = Overtaken(Quirks(ok_for_older=answer))  # type: ignore[arg-type]
    ahead = ManualClock()
    clock = ManualClock()
    ahead.advance(60)
    async with RelayServer(relay) as server, RelayServer(QuirkRelay()) as elsewhere:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=AT_ONCE, clock=clock
        ) as store:
            await store.persona_remember("self", "facts", "k", "value")
            await store.sync()
            elsewhere.relay.seed(relay.events)
            async with MemoryStore(identity, elsewhere.url, clock=ahead) as rival:
                await rival.persona_remember("self", "facts", "k", "value", themes=["theirs"])
            relay.rivals = elsewhere.relay.events[:1]
            assert relay.rivals[0].d.endswith("/k")
            await store.persona_remember("self", "facts", "k", "value", themes=["ours"])
            await store.sync()
            assert not relay.rivals, "our write was overtaken"
            assert (await store.sync()).is_complete
            (memory,) = await store.persona_recall("self", "facts", "k")
            assert set(memory.themes) == {"ours", "theirs"}
        async with MemoryStore(identity, server.url, clock=clock) as other:
            (memory,) = await other.persona_recall("self", "facts", "k")
            assert set(memory.themes) == {"ours", "theirs"}


async def test_gotcha_06_what_was_accepted_and_dropped_is_not_called_replicated(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(lie_ok=True))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=AT_ONCE) as store,
    ):
        await store.remember("k", "v")
        for _ in range(2):
            assert not (await store.sync()).is_complete
            assert store.status().delivery != "replicated"
        relay.quirks = Quirks()
        assert (await store.sync()).is_complete
        assert store.status().delivery == "replicated"


async def test_gotcha_06_ok_false_duplicate_is_success(identity: Identity, tmp_path: Path):
    """The write arrived, its OK did not; the relay refuses what it has already."""

    class Forgetful(QuirkRelay):
        def receive_text(self, conn: int, text: str) -> Outgoing:
            frame = json.loads(text)
            if frame[0] == "EVENT" and frame[1]["kind"] == 30078:
                self.seed([Event.from_dict(frame[1])])
            return super().receive_text(conn, text)

    relay = Forgetful(Quirks(refuses_duplicates=True))
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url) as store:
            assert await store.remember("k", "v")
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=AT_ONCE
        ) as store:
            await store.remember("j", "w")
            assert (await store.sync()).is_complete
            assert store.status().delivery == "replicated"


class Hasty(RelayServer):
    """Refuses at once and accepts later, so that order does not tell which write is meant."""

    def deliver(self, frames: Outgoing) -> None:
        late = [frame for frame in frames if not frame[1].startswith('["OK","",')]
        super().deliver([frame for frame in frames if frame not in late])
        asyncio.get_running_loop().call_later(0.05, super().deliver, late)


async def test_gotcha_07_a_refusal_without_an_id_harms_no_other_write(
    identity: Identity, tmp_path: Path
):
    """nostr-relay says `["OK", "", false, …]` and then stalls: which of several writes was it?"""
    quirks = replace(Quirks.nostr_relay(), throttle=0.02)
    relay = QuirkRelay(quirks)
    async with Hasty(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=IMPATIENT
        ) as store:
            await store.sync()
            for number in range(6):
                await store.remember(f"k{number}", "x" * 5_000 if number == 2 else "v")
            report = await store.sync()
            assert report.relays[0].waiting == 1
            await store.sync()
            (status,) = store.status().relays
            assert status.waiting + status.parked + status.dead == 1
            assert len(await store.recall_all()) == 6, "what the relay refuses stays here"
        kept = {event.d for event in relay.events if event.kind == 30078}
        assert {f"sense-memory/k{n}" for n in (0, 1, 3, 4, 5)} <= kept


async def test_gotcha_07_a_refusal_without_an_id_reaches_who_wrote_it(identity: Identity):
    relay = QuirkRelay(replace(Quirks.nostr_relay(), throttle=0.02))
    async with RelayServer(relay) as server, MemoryStore(identity, server.url) as store:
        await store.remember("small", "1")
        with pytest.raises(PublishFailedError, match="4096|content|large"):
            await store.remember("big", "x" * 5_000)
        await store.remember("small", "2")
        assert (await store.recall("small")).value == "2"


@pytest.mark.parametrize(
    ("words", "prefix"),
    [
        ("replaced: have newer event", "replaced"),
        ("deleted: user requested deletion", "deleted"),
        ("saved: thank you", "saved"),
        ("info: read the terms", "info"),
        ("rejected: not here", "rejected"),
        ("bad req: unparseable", "bad req"),
        ("bad msg: unparseable", "bad msg"),
        ("count-failed: too many", "count-failed"),
        ("filter validation failed", "filter validation failed"),
        ("event is expired", ""),
        ("Who: are you", ""),
        (" ", ""),
    ],
)
async def test_gotcha_08_words_nobody_specified_lose_nothing(
    identity: Identity, tmp_path: Path, words: str, prefix: str
):
    """Whatever a relay says in refusing, the write stays and goes out when the relay takes it."""
    assert split_reply(words).prefix == prefix
    relay = QuirkRelay(Quirks(reject_all_with=words))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=AT_ONCE) as store,
    ):
        await store.remember("k", "v")
        (refused,) = (await store.sync()).relays
        assert refused.waiting
        assert store.status().delivery == "local"
        assert store.status().relays[0].dead == 0
        relay.quirks = Quirks()
        assert (await store.sync()).is_complete
        assert (await store.recall("k")).value == "v"
    assert "sense-memory/k" in {event.d for event in relay.events}


# ------------------------------------------------------------------- 9 to 11: orders and ends


@pytest.mark.parametrize(
    "quirks",
    [
        Quirks(keeps_all_versions=True, ties_unordered=True),
        Quirks(stores_older_beside=True, same_second_winner="both", ties_unordered=True),
        Quirks(keeps_all_versions=True, oldest_first_without_limit=True, default_limit=2),
    ],
    ids=["hoarder", "nostr-relay", "oldest first"],
)
async def test_gotcha_09_of_several_versions_in_any_order_the_newest_counts(
    identity: Identity, tmp_path: Path, quirks: Quirks
):
    relay = QuirkRelay(quirks)
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=AT_ONCE
        ) as store:
            for value in ("1", "2", "3", "4"):
                await store.remember("k", value)
                await store.remember(f"other {value}", value)
                await store.sync()
        if quirks.keeps_all_versions:
            assert len([e for e in relay.events if e.d == "sense-memory/k"]) == 4
        relay.received_frames.clear()
        async with MemoryStore(identity, server.url) as other:
            assert (await other.recall("k")).value == "4"
            assert len(await other.recall_all()) == 5
            assert not frames.writes(relay), "several versions are nothing to repair"
    assert all(wanted["limit"] >= 1 for wanted in frames.filters(relay)), "always an explicit limit"


@pytest.mark.parametrize("unordered", [False, True], ids=["ties by id", "ties in any order"])
@pytest.mark.parametrize("exclusive", [False, True], ids=["inclusive", "exclusive"])
async def test_gotcha_10_pages_lose_nothing_whether_until_is_inclusive_or_not(
    identity: Identity, tmp_path: Path, exclusive: bool, unordered: bool
):
    clock = ManualClock()
    quirks = Quirks(until_exclusive=exclusive, filter_cap=7, ties_unordered=unordered)
    relay = QuirkRelay(quirks, clock=clock.now)
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, path=tmp_path / "a.db", addressing="plain", clock=clock
        ) as store:
            for number in range(40):
                # up to five of a second, and pages of seven that end in the middle of one
                await store.remember(f"k{number}", "v")
                clock.advance(0.4)
            exported = [Event.from_dict(json.loads(line)) async for line in store.export_events()]
        relay.seed(exported)
        async with MemoryStore(identity, server.url, clock=clock) as other:
            assert len(await other.recall_all()) == 40
            (status,) = other.status().relays
            assert status.verdict == "complete"
            assert await other.recall("nothing") is None


async def test_gotcha_11_our_own_writes_never_fill_a_second(identity: Identity, tmp_path: Path):
    clock = ManualClock()
    relay = QuirkRelay(Quirks(filter_cap=100), clock=clock.now)
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity,
            server.url,
            path=tmp_path / "a.db",
            addressing="plain",
            config=AT_ONCE,
            clock=clock,
        ) as store:
            await asyncio.gather(*(store.remember(f"k{number}", "v") for number in range(130)))
            assert (await store.sync()).is_complete
        dates = [event.created_at for event in relay.events]
        assert len(dates) in (131, 132)  # the settings, and the device's own if it has spoken
        assert max(map(dates.count, dates)) <= 20
        assert min(dates) >= clock.now() - 1_800
        assert max(dates) <= clock.now() + 1
        async with MemoryStore(identity, server.url, clock=clock) as other:
            assert len(await other.recall_all()) == 130
            assert other.status().relays[0].verdict == "complete"


async def test_gotcha_11_a_second_that_cannot_be_paged_proves_no_absence(
    identity: Identity, tmp_path: Path
):
    """Another program put more into one second than this relay shows at a time."""
    relay = QuirkRelay(Quirks(filter_cap=60))
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, addressing="plain") as store:
            await store.remember("k", "v")
        at, author = relay.events[0].created_at - 5, identity.public_key_hex
        crowd = [
            UnsignedEvent(author, at, 30078, "", (("d", f"other-program/{n}"),)) for n in range(90)
        ]
        relay.seed(sign(event, secret_of(identity)) for event in crowd)
        async with MemoryStore(identity, server.url, config=IMPATIENT) as other:
            assert (await other.recall("k")).value == "v", "what was found is found"
            assert other.status().relays[0].verdict == "unproven"
            with pytest.raises(ReadFailedError):
                await other.recall("nothing")
