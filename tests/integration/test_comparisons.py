"""Reading relays by comparison (NIP-77), relays that do it badly, and those that do not at all.

Which way a relay was read is seen in what it was asked. Nothing here measures time: a relay that
never answers is given up after the time that is configured, however busy this machine is.
"""

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nips.keys import SecretKey
from nips.messages import NegErr, NegMsg, NegOpen
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from relay_fixtures.event_book import EventBook
from relay_fixtures.peer import Peer
from relay_fixtures.quirk_relay import Outgoing
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.testing import ManualClock

HOUR, DAY = 3_600, 86_400
QUICK = RelayConfig(
    read_back_delay=0,
    close_timeout=0,
    full_load_interval=60,
    comparison_timeout=30,
    read_timeout=60,
)
CONFIG = Config(relays=QUICK)
"""Every load after a minute of the test's clock reads a relay as a whole."""
HASTY = Config(relays=replace(QUICK, comparison_timeout=0.1))
SPEAKS = Quirks(negentropy=True)
WHOLE = 100
"""Seconds after which a load reads everything again."""


class World:
    """One relay, and the devices of one identity on one clock."""

    def __init__(self, identity: Identity, folder: Path, relay: QuirkRelay, url: str) -> None:
        self.identity, self.folder, self.relay, self.url = identity, folder, relay, url
        self.clock = ManualClock()

    def device(self, name: str, config: Config = CONFIG) -> MemoryStore:
        return MemoryStore(
            self.identity,
            self.url,
            path=self.folder / f"{name}.db",
            addressing="plain",
            config=config,
            clock=self.clock,
        )

    def forget_the_talk(self) -> None:
        self.relay.received_frames.clear()

    @property
    def comparisons(self) -> int:
        return len(self.relay.received("NEG-OPEN"))

    @property
    def pages(self) -> list[Any]:
        """Questions for all records from some date on."""
        return [
            wanted
            for _, _, wanted in self.relay.received("REQ")
            if isinstance(wanted, dict)
            and wanted.get("kinds") == [30078]
            and not {"#d", "ids"} & wanted.keys()
            and wanted.get("limit") != 1
        ]

    def remembered(self, name: str) -> tuple[str | None, float | None]:
        with contextlib.closing(sqlite3.connect(self.folder / f"{name}.db")) as connection:
            query = "SELECT negentropy, negentropy_at FROM relay"
            (row,) = connection.execute(query).fetchall()
        return row[0], row[1]


@contextlib.asynccontextmanager
async def world_of(identity: Identity, folder: Path, relay: QuirkRelay) -> Any:
    async with RelayServer(relay) as server:
        world = World(identity, folder, relay, server.url)
        relay.clock = world.clock.now
        yield world


async def memories(store: MemoryStore) -> dict[str, str]:
    return {memory.key: memory.value for memory in await store.recall_all()}


def alarms(store: MemoryStore) -> dict[str, int]:
    (relay,) = store.status().relays
    return {alarm.kind: alarm.count for alarm in relay.alarms}


async def filled(store: MemoryStore, count: int, value: str = "v") -> None:
    for number in range(count):
        await store.remember(f"k{number:03}", value)
    assert (await store.sync()).is_complete


# ------------------------------------------------------------------------ what is not the same


async def test_differences_are_found_both_ways_deletions_too(
    identity: Identity, tmp_path: Path
) -> None:
    async with world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world:
        async with world.device("a") as one:
            await filled(one, 30)
            for number in range(3):
                await one.forget(f"k{number:03}")
            assert (await one.sync()).is_complete
        # one is away while the other writes and forgets, and the other way round
        async with world.device("b") as two:
            assert len(await memories(two)) == 27
            await two.sync()
        world.clock.advance(WHOLE)
        async with world.device("b") as two:
            for number in range(5):
                await two.remember(f"two {number}", "2")
            await two.forget("k010")
            assert (await two.sync()).is_complete
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        async with world.device("a") as one:
            await one.remember("one", "1")
            await one.forget("k011")
            assert (await one.sync()).is_complete
            assert world.comparisons > 0
            assert world.pages == []
            at_one = await memories(one)
        world.clock.advance(WHOLE)
        async with world.device("b") as two:
            assert (await two.sync()).is_complete
            assert await memories(two) == at_one
        assert at_one.keys() >= {"one", *(f"two {n}" for n in range(5))}
        assert not {"k000", "k010", "k011"} & at_one.keys()
        assert len(at_one) == 30 - 3 - 2 + 6
        assert world.remembered("a")[0] == "yes"


async def test_the_same_over_another_implementation(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    """nostr-sdk's relay has no document that names NIP-77: it is asked all the same."""
    world = World(identity, tmp_path, QuirkRelay(), relay.url)
    async with world.device("a") as one, world.device("b") as two:
        await filled(one, 60)
        await one.forget("k000")
        for turn in range(3):
            for store, name in ((one, "one"), (two, "two")):
                assert (await store.sync()).is_complete
                await store.remember(name, str(turn))
                await store.remember(f"{name} {turn}", "new")
                await store.forget(f"k{turn * 2 + (name == 'two') + 1:03}")
                assert (await store.sync()).is_complete
            world.clock.advance(WHOLE)
        assert (await one.sync()).is_complete
        assert (await two.sync()).is_complete
        assert await memories(one) == await memories(two)
        assert len(await memories(one)) == 60 - 7 + 2 + 6
        assert alarms(one) == alarms(two) == {}
    assert world.remembered("a")[0] == "yes"


async def test_what_is_the_same_is_not_sent_again(identity: Identity, tmp_path: Path) -> None:
    async with (
        world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world,
        world.device("a") as store,
    ):
        await filled(store, 120)
        world.clock.advance(WHOLE)
        await store.sync()
        for _ in range(2):
            world.clock.advance(WHOLE)
            world.forget_the_talk()
            before = store.status().relays[0]
            assert (await store.sync()).is_complete
            after = store.status().relays[0]
            # a sample for our own peace of mind, and no more
            assert after.events_in - before.events_in <= 8
            assert world.comparisons == 1
            assert world.pages == []


async def test_an_unknown_relay_that_is_up_to_date_is_recognised(
    identity: Identity, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What stands here is what it is taken to have: nothing is downloaded to find that out."""
    relay = QuirkRelay(SPEAKS)
    async with RelayServer(QuirkRelay()) as elsewhere, world_of(identity, tmp_path, relay) as world:
        here = world.url
        world.url = elsewhere.url
        async with world.device("a") as store:
            await filled(store, 40)
        relay.seed(elsewhere.relay.events)
        world.url = here
        async with world.device("a") as store:
            assert (await store.sync()).is_complete
            assert store.status().relays[0].events_in < 20
            assert world.pages == []
            # and from now on it is known to have it
            relay._book = EventBook()
            world.clock.advance(WHOLE)
            await store.sync()
            assert re.search(rf"{here}: relay_withholds at 4\d places; it gets", caplog.text)
        async with world.device("a") as store:
            assert (await store.sync()).is_complete


async def test_the_news_of_an_hour_include_what_is_dated_before_the_last_look(
    identity: Identity, tmp_path: Path
) -> None:
    config = Config(relays=replace(QUICK, full_load_interval=DAY))
    async with world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world:
        async with world.device("a", config) as one:
            await filled(one, 20)
        async with world.device("b", config) as two:
            assert (await two.sync()).is_complete
            world.clock.advance(-HOUR // 2)
            await two.remember("late", "dated half an hour back")
            await two.sync()
        world.clock.advance(HOUR // 2 + 10)
        world.forget_the_talk()
        async with world.device("a", config) as one:
            assert (await one.sync()).is_complete
            assert (await one.recall("late")) is not None
            assert world.comparisons > 0
            assert all("since" in wanted for _, _, wanted, _ in world.relay.received("NEG-OPEN"))


# ------------------------------------------------------------------- limits of a single message


async def test_small_frames_take_several_rounds(identity: Identity, tmp_path: Path) -> None:
    """4,096 bytes hold 120 ids."""
    relay = QuirkRelay(replace(SPEAKS, negentropy_frame=4_096, filter_cap=None))
    async with world_of(identity, tmp_path, relay) as world:
        async with world.device("a") as one:
            await filled(one, 300)
        async with world.device("b") as two:
            await two.sync()
        async with world.device("a") as one:
            await filled(one, 300, "other")
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        async with world.device("b") as two:
            assert (await two.sync()).is_complete
            assert set((await memories(two)).values()) == {"other"}
            assert len(relay.received("NEG-MSG")) > 2
            assert world.pages == []


@pytest.mark.parametrize("exclusive", [False, True], ids=["until and with", "until and without"])
async def test_a_relay_that_compares_only_so_many_is_asked_for_shorter_times(
    identity: Identity, tmp_path: Path, exclusive: bool
) -> None:
    quirks = replace(SPEAKS, max_compared_events=50, filter_cap=10_000, until_exclusive=exclusive)
    async with world_of(identity, tmp_path, QuirkRelay(quirks)) as world:
        async with world.device("a") as one:
            for number in range(200):
                await one.remember(f"k{number:03}", "v")
                world.clock.advance(7)
            await one.sync()
        async with world.device("b") as two:
            await two.sync()
        async with world.device("a") as one:
            await one.remember("k007", "other")
            await one.forget("k190")
            await one.sync()
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        async with world.device("b") as two:
            assert (await two.sync()).is_complete
            assert (await two.recall("k007")).value == "other"
            assert len(await memories(two)) == 199
            assert alarms(two) == {}
            assert world.comparisons > 4
            assert world.pages == []


async def test_one_second_that_is_too_much_is_read_page_by_page(
    identity: Identity, tmp_path: Path
) -> None:
    quirks = replace(SPEAKS, max_compared_events=0)
    async with world_of(identity, tmp_path, QuirkRelay(quirks)) as world:
        async with world.device("a") as one:
            await filled(one, 10)
            world.clock.advance(WHOLE)
            assert (await one.sync()).is_complete
            assert world.pages
        assert world.remembered("a")[0] == "no"


async def test_events_that_come_a_few_at_a_time_are_asked_for_again(
    identity: Identity, tmp_path: Path
) -> None:
    """Whatever the limit of the question."""
    relay = QuirkRelay(replace(SPEAKS, nip11_document={"supported_nips": [77]}))
    config = Config(relays=replace(QUICK, full_load_interval=DAY))
    async with world_of(identity, tmp_path, relay) as world:
        async with world.device("a", config) as one, world.device("b", config) as two:
            await filled(one, 40)
            await two.sync()
        async with world.device("a", config) as one:
            for number in range(0, 40, 2):
                await one.remember(f"k{number:03}", "other")
            await one.sync()
        world.forget_the_talk()
        relay.quirks = replace(relay.quirks, filter_cap=7)
        async with world.device("b", config) as two:
            assert (await two.sync()).is_complete
            assert list((await memories(two)).values()).count("other") == 20


# --------------------------------------------------------------- relays that do not, or badly


class Lying(QuirkRelay):
    """Answers comparisons as a test tells it to; what returns ``None`` answers nothing."""

    answer: Callable[[NegOpen], NegMsg | NegErr | str | None] | None = None
    said: NegMsg | NegErr | str | None = None

    def _compare(self, conn: int, peer: Peer, opening: NegOpen) -> Outgoing:
        self.said = None
        if self.answer is None:
            return super()._compare(conn, peer, opening)
        self.said = said = self.answer(opening)
        if said is None:
            return []
        return [(conn, said if isinstance(said, str) else said.to_json())]

    def receive_text(self, conn: int, text: str) -> Outgoing:
        if text.startswith('["NEG-MSG"') and isinstance(self.said, NegMsg):
            self.received_frames.append((conn, text))
            return [(conn, self.said.to_json())]
        return super().receive_text(conn, text)


BAD = {
    "ignores it": lambda _: None,
    "is closed": lambda o: NegErr(o.sub_id, "closed: not now"),
    "blocks it": lambda o: NegErr(o.sub_id, "blocked: not here"),
    "a bare word": lambda o: NegErr(o.sub_id, "CLOSED"),
    "closes it like a question": lambda o: json.dumps(["CLOSED", o.sub_id, "error: what?"]),
    "says so to people": lambda _: json.dumps(["NOTICE", "ERROR: bad msg: negentropy disabled"]),
    "junk": lambda o: NegMsg(o.sub_id, b"\x61\xff\xff\xff"),
    "another version": lambda o: NegMsg(o.sub_id, b"\x62"),
    "no hexadecimal digits": lambda o: json.dumps(["NEG-MSG", o.sub_id, "xyz"]),
    "finds no end": lambda o: NegMsg(o.sub_id, b"\x61\0\0\1" + b"x" * 16),
}


@pytest.mark.parametrize("how", BAD)
async def test_a_relay_that_claims_what_it_cannot_do_is_read_page_by_page(
    identity: Identity, tmp_path: Path, how: str
) -> None:
    relay = Lying(SPEAKS)
    relay.answer = BAD[how]
    async with world_of(identity, tmp_path, relay) as world:
        async with world.device("a", HASTY) as one:
            await filled(one, 10)
        async with world.device("b", HASTY) as two:
            assert (await two.sync()).is_complete
            await two.remember("k003", "other")
            await two.remember("new", "other")
            await two.sync()
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        async with world.device("a", HASTY) as one:
            assert (await one.sync()).is_complete
            assert (await one.recall("new")).value == "other"
            assert (await one.recall("k003")).value == "other"
            assert world.pages
        assert world.remembered("a")[0] == "no"
        # for a day it is not asked again; then it is
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        async with world.device("a", HASTY) as one:
            assert (await one.sync()).is_complete
        assert world.comparisons == 0
        world.clock.advance(DAY)
        relay.answer = None
        async with world.device("a", HASTY) as one:
            assert (await one.sync()).is_complete
        assert world.comparisons > 0


async def test_a_relay_that_does_not_name_it_is_not_asked(
    identity: Identity, tmp_path: Path
) -> None:
    async with world_of(identity, tmp_path, QuirkRelay()) as world, world.device("a") as store:
        await filled(store, 5)
        world.clock.advance(WHOLE)
        assert (await store.sync()).is_complete
        assert world.comparisons == 0


async def test_a_relay_that_stops_in_the_middle_is_read_page_by_page(
    identity: Identity, tmp_path: Path
) -> None:
    relay = QuirkRelay(replace(SPEAKS, negentropy_idle=-1))  # it forgets each at once
    async with world_of(identity, tmp_path, relay) as world:
        async with world.device("a") as one:
            await filled(one, 100)
        async with world.device("b") as two:
            await two.sync()
        # later than all that is known: a hundred in one range, too many for one message
        world.clock.advance(HOUR)
        async with world.device("a") as one:
            await filled(one, 100, "other")
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        async with world.device("b") as two:
            assert (await two.sync()).is_complete
            assert set((await memories(two)).values()) == {"other"}
            assert relay.received("NEG-MSG")
            assert world.pages


async def test_an_empty_message_is_an_end(identity: Identity, tmp_path: Path) -> None:
    relay = Lying(SPEAKS)
    async with world_of(identity, tmp_path, relay) as world, world.device("a") as store:
        await filled(store, 20)
        relay.answer = lambda opening: NegMsg(opening.sub_id, b"")
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        assert (await store.sync()).is_complete
        assert world.pages == []
    assert world.remembered("a")[0] == "yes"


@pytest.mark.parametrize("end", [b"", b"\x61"], ids=["empty", "agrees"])
async def test_a_relay_that_says_it_has_what_it_lost_is_not_believed(
    identity: Identity, tmp_path: Path, end: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Who agrees to everything is asked for some of it, as a question."""
    relay = Lying(SPEAKS)
    async with world_of(identity, tmp_path, relay) as world, world.device("a") as store:
        await filled(store, 20)
        relay.answer = lambda opening: NegMsg(opening.sub_id, end)
        relay._book = EventBook()
        world.clock.advance(WHOLE)
        await store.sync()
        assert "relay_withholds at 2" in caplog.text
        world.clock.advance(WHOLE)
        assert (await store.sync()).is_complete
        assert alarms(store) == {}
        assert len([e for e in relay.events if e.kind == 30078]) >= 21
        assert world.remembered("a")[0] == "no"


async def test_what_is_named_and_never_comes_leaves_the_load_unproven(
    identity: Identity, tmp_path: Path
) -> None:
    relay = QuirkRelay(SPEAKS)
    async with world_of(identity, tmp_path, relay) as world:
        async with world.device("a") as one:
            await filled(one, 10)
        hidden: set[str] = set()
        async with world.device("b") as two:
            await two.sync()
            await two.remember("hidden", "v")
            await two.sync()
            hidden = {e.id for e in relay.events if e.d == "sense-memory/hidden"}

        lookup = relay._lookup

        def hiding(filters: Any) -> Any:
            found = lookup(filters)
            return replace(found, events=tuple(e for e in found.events if e.id not in hidden))

        relay._lookup = hiding  # type: ignore[method-assign]
        world.clock.advance(WHOLE)
        async with world.device("a") as one:
            report = await one.sync()
            assert not report.is_complete
            assert report.relays[0].verdict == "unproven"
            assert "hidden" not in await memories(one)
            relay._lookup = lookup  # type: ignore[method-assign]
            world.clock.advance(WHOLE)
            assert (await one.sync()).is_complete
            assert "hidden" in await memories(one)


async def test_names_of_what_does_not_exist_cost_a_relay_its_word(
    identity: Identity, tmp_path: Path
) -> None:
    relay = Lying(SPEAKS)
    async with world_of(identity, tmp_path, relay) as world, world.device("a") as store:
        await filled(store, 10)
        ids = [n.to_bytes(2) * 16 for n in range(300)]
        relay.answer = lambda o: NegMsg(o.sub_id, b"\x61\0\0\2\x82\x2c" + b"".join(ids))
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        report = await store.sync()
        assert report.relays[0].verdict in ("unproven", "complete")
        assert len(await memories(store)) == 10
        assert len(relay.received("REQ")) < 30, "each is asked for once or twice, many at a time"


# ------------------------------------------------------------------------- who may ask


@pytest.mark.parametrize("on_connect", [False, True])
async def test_a_relay_that_wants_to_know_who_asks(
    identity: Identity, tmp_path: Path, on_connect: bool
) -> None:
    quirks = replace(
        SPEAKS,
        require_auth="read",
        auth_kinds=frozenset({30078, 5}),
        challenge_on_connect=on_connect,
        hides_auth_for_mixed_kinds=True,
    )
    async with world_of(identity, tmp_path, QuirkRelay(quirks)) as world:
        world.relay.quirks = replace(quirks, auth_max_age=10**10)
        async with world.device("a") as one:
            await filled(one, 10)
        async with world.device("b") as two:
            assert (await two.sync()).is_complete
            await two.remember("new", "v")
            assert (await two.sync()).is_complete
        world.clock.advance(WHOLE)
        world.forget_the_talk()
        async with world.device("a") as one:
            assert (await one.sync()).is_complete
            assert (await one.recall("new")).value == "v"
            assert world.comparisons > 0
            assert world.pages == []


async def test_a_relay_that_shuts_us_out_is_not_taken_for_one_that_cannot(
    identity: Identity, tmp_path: Path
) -> None:
    relay = Lying(SPEAKS)
    async with world_of(identity, tmp_path, relay) as world, world.device("a") as store:
        await filled(store, 10)
        relay.answer = lambda o: NegErr(o.sub_id, "restricted: not for you")
        world.clock.advance(WHOLE)
        assert (await store.sync()).is_complete
        assert world.pages
    assert world.remembered("a")[0] != "no"


# ----------------------------------------------------------------------- relays that lose


async def test_a_loss_of_the_last_hour_is_noticed_at_once(
    identity: Identity, tmp_path: Path
) -> None:
    """Without waiting for the daily look at everything."""
    config = Config(relays=replace(QUICK, full_load_interval=DAY))
    async with (
        world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world,
        world.device("a", config) as store,
    ):
        await filled(store, 12)
        world.clock.advance(WHOLE)
        await store.sync()
        kept = [e for e in world.relay.events if e.d != "sense-memory/k004"]
        world.relay._book = EventBook()
        world.relay.seed(kept)
        world.clock.advance(WHOLE)
        await store.sync()
        assert alarms(store) == {"relay_withholds": 1}
        assert (await store.sync()).is_complete
        assert alarms(store) == {}
        assert any(e.d == "sense-memory/k004" for e in world.relay.events)


async def test_what_we_deleted_is_no_loss(identity: Identity, tmp_path: Path) -> None:
    config = Config(relays=replace(QUICK, full_load_interval=DAY))
    async with (
        world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world,
        world.device("a", config) as one,
        world.device("b", config) as two,
    ):
        await filled(one, 12)
        assert (await two.sync()).is_complete
        for number in range(4):
            await one.forget(f"k{number:03}")
        for _ in range(3):
            world.clock.advance(WHOLE)
            world.forget_the_talk()
            for store in (one, two):
                assert (await store.sync()).is_complete
                assert alarms(store) == {}
                assert len(await memories(store)) == 8
        opened = world.relay.received("NEG-OPEN")
        assert all("since" in wanted for _, _, wanted, _ in opened), "nothing looked like a loss"


async def test_what_a_relay_resurrects_is_forgotten_there_again(
    identity: Identity, tmp_path: Path
) -> None:
    async with (
        world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world,
        world.device("a") as store,
    ):
        await filled(store, 5)
        await store.forget("k002")
        assert (await store.sync()).is_complete
        old = [e for e in world.relay._book._history.values() if e.d == "sense-memory/k002"]
        book, world.relay._book = world.relay._book, EventBook()
        first = min(old, key=lambda e: e.created_at)
        world.relay.seed([first, *(e for e in book.events if e.kind != 5)])
        for _ in range(2):
            world.clock.advance(DAY + WHOLE)  # it is told once a day
            await store.sync()
        assert await store.recall("k002") is None
        assert first.id not in {e.id for e in world.relay.events}
        assert [e for e in world.relay.events if e.kind == 5]


async def test_what_nobody_here_can_read_yet_is_not_written_over(
    identity: Identity, tmp_path: Path
) -> None:
    """Nor forgotten where a comparison shows nothing new: a load permits writes for seconds."""
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = conversation_key(secret, secret.public_key)
    text = '{"type":"sense-memory:kv","key":"k","value":"v","_sync":{"v":2,"p":"sense-memory/k"}}'
    tags = (("d", "sense-memory/k"),)
    unsigned = UnsignedEvent(
        identity.public_key_hex, 1_799_999_000, 30078, encrypt(text, key), tags
    )
    newer = sign(unsigned, secret)
    async with world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world:
        async with world.device("a") as store:
            await filled(store, 5)
        world.relay.seed([newer])
        for number in range(3):
            world.clock.advance(WHOLE)
            world.forget_the_talk()
            async with world.device("a") as store:
                await store.sync()
                await store.remember("k", f"mine {number}")
                await store.sync()
                assert store.status().relays[0].parked == 1
                assert store.status().unreadable == 1
                assert world.comparisons > 0
                assert world.pages == []
            assert newer in world.relay.events


async def test_what_other_programs_keep_is_looked_at_once(
    identity: Identity, tmp_path: Path
) -> None:
    """Their data has the same kind and author; it is theirs to miss, too."""
    secret = SecretKey.from_hex(identity.private_key_hex)
    foreign = [
        sign(
            UnsignedEvent(
                identity.public_key_hex, 1_799_999_000 + n, 30078, "{}", (("d", f"game/{n}"),)
            ),
            secret,
        )
        for n in range(100)
    ]
    async with world_of(identity, tmp_path, QuirkRelay(SPEAKS)) as world:
        async with world.device("a") as store:
            await filled(store, 30)
        world.relay.seed(foreign)
        for turn in range(3):
            world.clock.advance(WHOLE)
            world.forget_the_talk()
            async with world.device("a") as store:
                assert (await store.sync()).is_complete
                received = store.status().relays[0].events_in
                assert received > 100 if turn == 0 else received < 20
                assert alarms(store) == {}
                assert world.pages == []
        for event in foreign[:50]:
            world.relay._book._remove([event.id])
        world.clock.advance(WHOLE)
        async with world.device("a") as store:
            assert (await store.sync()).is_complete
            assert alarms(store) == {}
