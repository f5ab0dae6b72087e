"""What real relays do to clients that take the NIPs at their word: connections, frames, dates.

Gotchas 12 to 22; the others, and what the names mean, are in `test_gotchas`.
"""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import nostr_sdk
import pytest

from nips import _secp
from nips.keys import PublicKey, SecretKey
from nips.nip01 import Event, Filter
from relay_fixtures import FaultPlan, LocalRelay, QuirkRelay, Quirks, RelayServer
from relay_fixtures.quirk_relay import Outgoing
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.testing import ManualClock
from tests.conformance import frames
from tests.integration import raw
from tests.unit.nips import vectors

AT_ONCE = Config(relays=RelayConfig(read_back_delay=0))
YEAR = 365 * 86_400


# ----------------------------------------------------------------------- 12 and 13: dates, turns


@pytest.mark.parametrize("years", [1, 3], ids=["nostr-relay", "strfry"])
async def test_gotcha_12_old_memories_move_to_a_relay_that_refuses_old_events(
    identity: Identity, tmp_path: Path, years: int
):
    """The date of the event is new, that of the memory is what it was."""
    clock = ManualClock()
    old = QuirkRelay(clock=clock.now)
    new = QuirkRelay(Quirks(created_at_max_behind=years * YEAR), clock=clock.now)
    async with RelayServer(old) as first, RelayServer(new) as second:
        async with MemoryStore(
            identity, first.url, path=tmp_path / "a.db", config=AT_ONCE, clock=clock
        ) as store:
            await store.remember("k", "v")
            await store.persona_remember("self", "facts", "p", "w")
            await store.forget("gone")
            assert (await store.sync()).is_complete
            remembered = (await store.recall("k")).created_at
        clock.advance((years + 1) * YEAR)
        async with MemoryStore(
            identity, second.url, path=tmp_path / "a.db", config=AT_ONCE, clock=clock
        ) as store:
            await store.sync()
            assert (await store.sync()).is_complete
            assert store.status().relays[0].dead == 0
        async with MemoryStore(identity, second.url, clock=clock) as other:
            memory = await other.recall("k")
            assert (memory.value, memory.created_at) == ("v", remembered)
            (persona,) = await other.persona_recall("self", "facts", "p")
            assert persona.created_at <= remembered + 1


async def test_gotcha_12_several_old_memories_move_to_a_relay_that_refuses_without_an_id(
    identity: Identity, tmp_path: Path
):
    """nostr-relay: older than a year is refused, and nobody is told which event that was."""
    clock = ManualClock()
    relay = QuirkRelay(replace(Quirks.nostr_relay(), throttle=0.02), clock=clock.now)
    few = Config(relays=RelayConfig(read_back_delay=0, ok_timeout=0.5))
    async with MemoryStore(
        identity, path=tmp_path / "a.db", addressing="plain", clock=clock
    ) as store:
        for number in range(4):
            await store.remember(f"k{number}", "v")
    clock.advance(2 * YEAR)
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=few, clock=clock
        ) as store:
            await store.sync()
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url, clock=clock) as other:
            assert len(await other.recall_all()) == 4


@pytest.mark.parametrize("seed", range(2))
async def test_gotcha_13_messages_that_overtake_each_other_change_nothing(
    identity: Identity, tmp_path: Path, seed: int
):
    """khatru handles every message in a goroutine of its own."""
    relay = QuirkRelay(Quirks(require_auth="both", challenge_on_connect=True))
    plan = FaultPlan(seed=seed, reorder=0.4, directions=frozenset({"to_relay"}))
    async with RelayServer(relay, plan=plan) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=AT_ONCE
        ) as store:
            for value in ("1", "2", "3"):
                await store.remember("k", value)
                await store.remember("gone", value)
            await store.forget("gone")
            await store.sync()
            await store.remember("k", "4")
            assert (await store.sync()).is_complete
        server.plan = FaultPlan()
        async with MemoryStore(identity, server.url) as other:
            assert [(m.key, m.value) for m in await other.recall_all()] == [("k", "4")]


class Slow(QuirkRelay):
    """Takes down what it was sent and what it answered, one after the other."""

    def __init__(self, quirks: Quirks) -> None:
        super().__init__(quirks)
        self.book: list[tuple[str, list[Any]]] = []

    def connect(self) -> tuple[int, Outgoing]:
        self.book.clear()
        return super().connect()

    def receive_text(self, conn: int, text: str) -> Outgoing:
        self.book.append(("in", json.loads(text)))
        return super().receive_text(conn, text)

    def answered(self, text: str) -> None:
        """A frame left."""
        self.book.append(("out", json.loads(text)))


class Noting(RelayServer):
    """Takes its time, and notes when answers really leave."""

    def deliver(self, frames: Outgoing) -> None:
        asyncio.get_running_loop().call_later(0.05, self._leave, frames)

    def _leave(self, frames: Outgoing) -> None:
        super().deliver(frames)
        for _, text in frames:
            self.relay.answered(text)  # type: ignore[attr-defined]


async def test_gotcha_13_a_write_waits_for_the_ok_to_the_one_before(
    identity: Identity, tmp_path: Path
):
    """Before the next version of an address, and before its deletion; AUTH before what counts."""
    quirks = Quirks(require_auth="both", challenge_on_connect=True)
    relay = Slow(quirks)
    async with (
        Noting(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=AT_ONCE
        ) as store,
    ):
        for value in ("1", "2", "3"):
            await store.remember("k", value)
            await store.sync()
        await store.forget("k")
        assert (await store.sync()).is_complete
    open_: set[str] = set()
    address = f"30078:{identity.public_key_hex}:sense-memory/k"
    proven = False
    early: list[dict[str, Any]] = []
    asked: list[dict[str, Any]] = []
    for way, frame in relay.book:
        match way, frame:
            case "out", ["OK", str(id_), *_]:
                proven = True  # the first OK answers AUTH
                open_.discard(id_)
            case "in", ["EVENT", {"id": str(id_), "tags": tags}]:
                if ["d", "sense-memory/k"] in tags or ["a", address] in tags:
                    assert not open_, "the one before has no OK yet"
                    open_.add(id_)
            case "in", ["REQ", _, wanted]:
                (asked if proven else early).append(wanted)
            case _:
                pass
    assert frames.writes(relay, 5)
    assert asked
    assert all(wanted in asked for wanted in early), "asked before AUTH was acknowledged: again"


# ---------------------------------------------------------------- 14, 15: words and large frames

NO_COMPARING = [
    "ERROR: bad msg: negentropy disabled",
    "ERROR: bad msg: negentropy query missing elements",
    "could not parse command",
    'invalid message: "NEG-OPEN" does not match any of the allowed types',
    "error: bad message",
    "bad message type",
    "Command unrecognized",
]


class Complaining(QuirkRelay):
    """Adds a word to people to each of its answers."""

    words = ""

    def receive_text(self, conn: int, text: str) -> Outgoing:
        answers = super().receive_text(conn, text)
        return [(conn, json.dumps(["NOTICE", self.words])), *answers]


@pytest.mark.parametrize("words", NO_COMPARING)
async def test_gotcha_14_a_relay_without_negentropy_is_read_all_the_same(
    identity: Identity, tmp_path: Path, words: str
):
    """A NOTICE is no answer: it ends neither a question nor the connection."""
    relay = Complaining(Quirks(malformed_notice=words))
    relay.words = words
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=AT_ONCE
        ) as store:
            for number in range(8):
                await store.remember(f"k{number}", "v")
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url) as other:
            assert len(await other.recall_all()) == 8
            assert other.status().relays[0].verdict == "complete"
    assert len(frames.by_connection(relay)) == 2, "one connection each"


async def test_gotcha_14_a_relay_that_meets_negentropy_with_silence_is_read_all_the_same(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(silent_on_malformed=True, negentropy=False))
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=AT_ONCE
        ) as store:
            await store.remember("k", "v")
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url) as other:
            assert (await other.recall("k")).value == "v"


class Bulky(QuirkRelay):
    """Says something large before each answer to a question."""

    bulk = ""

    def receive_text(self, conn: int, text: str) -> Outgoing:
        answers = super().receive_text(conn, text)
        return [(conn, self.bulk), *answers] if text.startswith('["REQ"') else answers


async def test_gotcha_15_a_frame_of_two_megabytes_does_not_end_the_connection(identity: Identity):
    """As large as a NEG-MSG of khatru; the usual limit of a client is one."""
    relay = Bulky()
    relay.bulk = json.dumps(["NEG-MSG", "n", "61" * 1_048_576])
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url) as store:
            await store.remember("k", "v")
        async with MemoryStore(identity, server.url) as other:
            assert (await other.recall("k")).value == "v"
            assert not other.status().relays[0].alarms
    assert len(frames.by_connection(relay)) == 2


async def test_gotcha_15_no_frame_of_ours_is_too_large_for_strfry(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks.strfry())
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="blinded", config=AT_ONCE
        ) as store:
            for number in range(6):
                # the last bytes of the 40,960 are ours
                await store.remember("k", f"{number}" + "\\" * 19_000)
                await store.sync()
            await store.forget("k")
            await store.remember("large", "名" * 13_000)
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url) as other:
            assert (await other.recall("large")).value == "名" * 13_000
    sizes = [len(text.encode()) for _, text in relay.received_frames]
    assert 50_000 < max(sizes) <= 120_000


# ------------------------------------------------------------- 16 to 18: connections, questions


@pytest.mark.parametrize("greets", [True, False], ids=["at connect", "on demand"])
async def test_gotcha_16_one_key_proves_itself_on_a_connection(greets: bool, tmp_path: Path):
    """A relay takes one public key on each connection; two identities need two."""
    quirks = Quirks(
        require_auth="both",
        owner_kinds=frozenset({30078}),
        one_pubkey_per_connection=True,
        challenge_on_connect=greets,
        auth_max_age=60,
    )
    relay = QuirkRelay(quirks)
    people = {str(n): Identity.from_hex(Identity.generate().private_key_hex) for n in range(2)}
    async with RelayServer(relay) as server:
        stores = {
            name: MemoryStore(one, server.url, path=tmp_path / name, config=AT_ONCE)
            for name, one in people.items()
        }
        for name, store in stores.items():
            await store.remember("whose", name)
            await store.journal("entry")
        for store in stores.values():
            assert (await store.sync()).is_complete
            await store.close()
        for name, one in people.items():
            async with MemoryStore(one, server.url) as fresh:
                assert (await fresh.recall("whose")).value == name
    for spoken in frames.by_connection(relay).values():
        proofs = [frame[1] for frame in spoken if frame[0] == "AUTH"]
        assert len({proof["pubkey"] for proof in proofs}) == 1
        assert {proof["kind"] for proof in proofs} == {22242}
        assert [frames.values(proof, "relay") for proof in proofs] == [[server.url]] * len(proofs)


@pytest.mark.parametrize("name", ["nostr_rs_relay", "nostream", "strfry"])
async def test_gotcha_17_every_question_has_a_name_of_its_own_and_is_closed(
    identity: Identity, tmp_path: Path, name: str
):
    """A question equal to an open one is never answered, and ten open ones are all there may be."""
    quirks = replace(
        getattr(Quirks, name)(), ignores_identical_req=True, max_subs=10, rate_limits=()
    )
    relay = QuirkRelay(quirks)
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=AT_ONCE
        ) as store:
            await asyncio.gather(*(store.remember(f"k{number}", "v") for number in range(30)))
            for _ in range(3):
                assert (await store.sync()).is_complete
            spoken = list(relay.received_frames)
        async with MemoryStore(identity, server.url) as other:
            assert len(await other.recall_all()) == 30
    asked = [json.loads(text)[1] for _, text in spoken if text.startswith('["REQ"')]
    closed = [json.loads(text)[1] for _, text in spoken if text.startswith('["CLOSE"')]
    assert len(asked) == len(set(asked)) > 12
    assert all(0 < len(name) <= 64 for name in asked)
    assert len(set(asked) - set(closed)) == 2, "only the subscriptions to what is new stay open"


TAGS = {"#d", "#a", "#e", "#p"}


async def test_gotcha_18_nothing_empty_is_ever_sent(identity: Identity, tmp_path: Path):
    """Of an empty list one relay makes nothing and another everything; strange keys are errors."""
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        for addressing in ("plain", "blinded"):
            me = Identity.from_hex(Identity.generate().private_key_hex)
            path = tmp_path / addressing
            async with MemoryStore(
                me, server.url, path=path, addressing=addressing, config=AT_ONCE
            ) as store:
                await store.remember("k", "")
                await store.persona_remember("self", "facts", "p", "w", themes=[], connections=[])
                await store.journal("entry")
                await store.sync()
                await store.forget("k")
                await store.scope("user:a").remember("k", "")
                await store.sync()
                await store.change_addressing("blinded" if addressing == "plain" else "plain")
                assert (await store.sync()).is_complete
            async with MemoryStore(me, server.url) as other:
                assert await other.recall("k") is None
                assert (await other.scope("user:a").recall("k")).value == ""
    asked = frames.filters(relay)
    assert asked
    for wanted in asked:
        assert wanted.keys() <= {"kinds", "authors", "ids", "since", "until", "limit"} | TAGS
        for value in wanted.values():
            assert value or isinstance(value, int)
            assert all(value) if isinstance(value, list) else True
    for event in frames.writes(relay):
        assert event["tags"]
        assert all(tag and all(tag) for tag in event["tags"])
        assert event["content"]
    verbs = {json.loads(text)[0] for _, text in relay.received_frames}
    assert verbs <= {"REQ", "CLOSE", "EVENT", "AUTH", "NEG-OPEN", "NEG-MSG", "NEG-CLOSE"}


def test_gotcha_18_a_filter_leaves_out_what_is_empty():
    empty = Filter(kinds=(), authors=(), ids=(), tags={"d": ()})
    assert empty.to_dict() == {}


async def test_gotcha_18_a_memory_at_an_empty_address_is_nobodys(identity: Identity):
    """`#d: [""]` finds everything on nostr-relay; an empty name must not be asked for."""
    relay = QuirkRelay(replace(Quirks.nostr_relay(), throttle=0.0))
    async with RelayServer(relay) as server, MemoryStore(identity, server.url) as store:
        await store.remember("k", "v")
        with pytest.raises(ValueError, match="key"):
            await store.recall("")
        assert all("" not in wanted.get("#d", ()) for wanted in frames.filters(relay))


# ------------------------------------------------------------------- 19, 20: seconds, promises


@pytest.mark.parametrize("winner", ["lowest_id", "first", "both"])
async def test_gotcha_19_two_writes_in_one_second_are_no_coin_flip(
    identity: Identity, tmp_path: Path, winner: str
):
    clock = ManualClock()
    relay = QuirkRelay(Quirks(same_second_winner=winner), clock=clock.now)  # type: ignore[arg-type]
    async with RelayServer(relay) as server:
        for round_ in range(3):
            async with MemoryStore(
                identity,
                server.url,
                path=tmp_path / f"{round_ % 2}.db",
                addressing="plain",
                config=AT_ONCE,
                clock=clock,
            ) as store:
                await store.sync()
                for value in "abcd":
                    await store.remember("k", f"{round_}{value}")
                    await store.sync()
                await store.forget("k")
                await store.sync()
                await store.remember("k", f"{round_}e")
                assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url, clock=clock) as other:
            assert (await other.recall("k")).value == "2e"
    dates = [
        event["created_at"]
        for event in frames.writes(relay, 30078)
        if frames.values(event, "d") == ["sense-memory/k"]
    ]
    assert dates == sorted(set(dates)), "each later than the one before"


@pytest.mark.parametrize(
    "document",
    [
        None,
        {},
        {"supported_nips": [1, 9, 11, 40, 42, 45, 62, 67, 70, 77]},
        {"supported_nips": []},
        {"supported_nips": "all of them", "limitation": [], "software": 7},
        {"supported_nips": [1, "2", None], "limitation": {"max_limit": -5, "auth_required": "no"}},
        {"limitation": {"max_limit": 0, "max_message_length": 1, "created_at_lower_limit": "x"}},
        {"limitation": {"max_limit": 10**30, "min_pow_difficulty": "much"}},
        {"limitation": {"max_limit": 50, "max_subscriptions": 1, "auth_required": False}},
    ],
    ids=str,
)
async def test_gotcha_20_what_a_relay_says_of_itself_is_not_relied_upon(
    identity: Identity, tmp_path: Path, document: dict[str, object] | None
):
    relay = QuirkRelay(Quirks(nip11_document=document, silent_on_malformed=True))
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=AT_ONCE
        ) as store:
            for number in range(8):
                await store.remember(f"k{number}", "v")
            await store.forget("k0")
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, server.url) as other:
            assert len(await other.recall_all()) == 7
            assert other.status().relays[0].verdict == "complete"


# ------------------------------------------------------------------------ 21, 22: signatures


def test_gotcha_21_signatures_are_those_of_the_final_bip_340():
    """An earlier draft's vectors are still about; it signs the same message differently."""
    first = vectors.load_csv("bip340-test-vectors.csv")[0]
    assert first["signature"].startswith("E907831F")
    secret = SecretKey.from_hex(first["secret key"].lower())
    message = bytes.fromhex(first["message"])
    final = bytes.fromhex(first["signature"])
    assert secret.public_key.verify(message, final)
    draft = bytes.fromhex(
        "067E337AD551B2276EC705E43F0920926A9CE08AC68159F9D258C9BBA412781C"
        "9F059FCDF4824F13B3D7C1305316F956704BB3FEA2C26142E18ACD90A90C947E"
    )
    assert not secret.public_key.verify(message, draft)
    if _secp.backend().name != "nostr-sdk":  # which signs with fresh randomness
        assert secret.sign(message) == final


@pytest.mark.parametrize("name", _secp.NAMES)
async def test_gotcha_22_an_id_is_signed_as_it_is(
    name: str, monkeypatch: pytest.MonkeyPatch, relay: LocalRelay
):
    """Hashed once more, by a library that thinks it helps, no relay would take it."""
    backend = _secp.load(name)
    monkeypatch.setattr(_secp, "backend", lambda: backend)
    me = Identity.from_hex(Identity.generate().private_key_hex)
    async with MemoryStore(me, relay.url) as store:
        assert await store.remember("k", "v")
    events = await raw.ask(relay.url, {"kinds": [30078], "limit": 10})
    assert len(events) == 2
    for event in events:
        assert nostr_sdk.Event.from_json(json.dumps(event)).verify()
        id_, sig = bytes.fromhex(event["id"]), bytes.fromhex(event["sig"])
        assert PublicKey(Event.from_dict(event).pubkey).verify(id_, sig)
