"""The graph as it is read: what held when and was known when, words, ways, and what fades.

Everything goes through the public face, into real files, by a clock that is moved by hand.
"""

import math
import re
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    DeviceConfig,
    EdgeStatus,
    Graph,
    Identity,
    InputError,
    MemoryStore,
    NodeStatus,
    RelayConfig,
    UnknownMemoryError,
)
from sense_memory.core.records.graph import EdgeType, GraphState
from sense_memory.mind.graph.words import WORDS
from sense_memory.testing import ManualClock

from .meeting import meet

DAY = 86_400.0


class Desk:
    """One machine: its file, its clock."""

    def __init__(
        self, name: str, identity: Identity, folder: Path, now: float, *relays: str
    ) -> None:
        self._identity, self._relays = identity, list(relays) or None
        self._path = folder / f"{name}.db"
        self._config = Config(
            relays=RelayConfig(read_back_delay=0.1), devices=DeviceConfig(name=name, interval=60)
        )
        self.clock = ManualClock(now)

    def store(self) -> MemoryStore:
        return MemoryStore(
            self._identity, self._relays, path=self._path, clock=self.clock, config=self._config
        )

    def travel(self, to: float) -> None:
        self.clock.advance(to - self.clock.now())


def day(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


# --- what held when, and was known when

EVE, JAN_1, JAN_14, JAN_15 = map(day, ("2025-12-31", "2026-01-01", "2026-01-14", "2026-01-15"))
JAN_19, JAN_20, JAN_31 = map(day, ("2026-01-19", "2026-01-20", "2026-01-31"))
FEB_1, FEB_10, FEB_20 = map(day, ("2026-02-01", "2026-02-10", "2026-02-20"))
FEB_28, MAR_1, MAR_9 = map(day, ("2026-02-28", "2026-03-01", "2026-03-09"))
JOB = ("person:Ada", "entity:Google", "job-offer")
ACCEPTED, DECLINED = "User accepted job offer", "User declined job offer"
IN_WRITING = "User declined the job offer in writing"
LETTERS = {ACCEPTED: "a", DECLINED: "d", IN_WRITING: "w"}

SEEN_AT_ONCE = {
    # valid: known on 31 Dec, 1 Jan, 14 Jan, 15 Jan, 20 Jan, and by all that is known
    EVE: "------",
    JAN_1: "-aaaaa",
    JAN_14: "-aaaaa",
    JAN_15: "-aaddd",
    JAN_20: "-aaddd",
    MAR_9: "-aaddd",
}
KNOWN_AT_ONCE = (EVE, JAN_1, JAN_14, JAN_15, JAN_20, None)

LEARNED_LATER = {
    # valid: known on 31 Dec, 1, 19, 20, 31 Jan, 1, 28 Feb, 1 Mar, and by all that is known
    EVE: "---------",
    JAN_1: "-aaaaaaaa",
    JAN_14: "-aaaaaaaa",
    JAN_15: "-aaddwwww",
    JAN_19: "-aaddwwww",
    FEB_10: "-aaddwwww",
    FEB_20: "-aaddww--",
    MAR_1: "-aaddww--",
    MAR_9: "-aaddww--",
}
KNOWN_LATER = (EVE, JAN_1, JAN_19, JAN_20, JAN_31, FEB_1, FEB_28, MAR_1, None)


async def told(store: MemoryStore, valid: float, known: float | None) -> str:
    """What is told of the job at a moment, as it was known then."""
    found = await store.graph.at(valid, known)
    assert found == await store.graph.at(valid, known, node=JOB[0])
    assert len(found) < 2
    return LETTERS[found[0].edge.description] if found else "-"


async def table(
    store: MemoryStore, rows: dict[float, str], known: tuple[float | None, ...]
) -> dict[float, str]:
    return {valid: "".join([await told(store, valid, one) for one in known]) for valid in rows}


async def test_a_job_that_was_accepted_and_declined_at_each_date_as_of_each_date(
    identity: Identity, tmp_path: Path
) -> None:
    desk = Desk("a", identity, tmp_path, JAN_1)
    async with desk.store() as store:
        accepted = await store.graph.relate(*JOB, description=ACCEPTED)
        assert (await store.graph.at(JAN_1))[0].is_current
        desk.travel(JAN_15)
        declined = await store.graph.supersede(accepted, description=DECLINED)
        assert (accepted.recorded_at, declined.valid_from, declined.valid_to) == (
            JAN_1,
            JAN_15,
            None,
        )
        assert await table(store, SEEN_AT_ONCE, KNOWN_AT_ONCE) == SEEN_AT_ONCE
        (now,) = await store.graph.edges()
        assert (now.id, now.until, now.is_current) == (declined.id, None, True)
        # a moment before the end it still held
        assert await told(store, JAN_15 - 1e-3, None) == "a"
    desk.travel(MAR_9)
    async with desk.store() as store:
        assert await table(store, SEEN_AT_ONCE, KNOWN_AT_ONCE) == SEEN_AT_ONCE


async def test_what_was_learned_later_corrected_and_over_at_each_date_as_of_each_date(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    a, b = (Desk(name, identity, tmp_path, JAN_1, relay.url) for name in "ab")
    async with a.store() as store:
        accepted = await store.graph.relate(*JOB, description=ACCEPTED)
        a.travel(JAN_20)
        declined = await store.graph.supersede(
            accepted, description=DECLINED, valid_from="2026-01-15T00:00:00+00:00"
        )
        a.travel(FEB_1)
        in_writing = await store.graph.update(declined, description=IN_WRITING)
        (found,) = await store.graph.at(FEB_10)
        assert (found.id, found.is_current, found.until) == (in_writing.id, True, None)
        (found,) = await store.graph.at(FEB_10, JAN_31)
        # it was believed to go on; by now it is known that it never was so
        assert (found.id, found.is_current, found.until) == (declined.id, False, None)
        a.travel(MAR_1)
        await store.graph.invalidate(in_writing, datetime.fromtimestamp(FEB_20, UTC))
        assert await table(store, LEARNED_LATER, KNOWN_LATER) == LEARNED_LATER
        assert await store.graph.edges() == []
        ends = {
            (LETTERS[one.edge.description], known): one.until
            for known in (JAN_19, JAN_31, FEB_28, MAR_1)
            for valid in (JAN_14, JAN_19)
            for one in await store.graph.at(valid, known)
        }
        assert ends == {
            ("a", JAN_19): None,
            ("a", JAN_31): JAN_15,
            ("d", JAN_31): None,
            ("a", FEB_28): JAN_15,
            ("w", FEB_28): None,
            ("a", MAR_1): JAN_15,
            ("w", MAR_1): FEB_20,
        }
        versions = await store.graph.history(accepted)
        assert [(one.id, one.edge.replaces, one.until) for one in versions] == [
            (accepted.id, "", JAN_15),
            (declined.id, accepted.id, JAN_15),
            (in_writing.id, declined.id, FEB_20),
        ]
        for one in versions:
            assert await store.graph.history(one) == versions
            assert await store.graph.history(one.edge.id) == versions
    async with a.store() as here, b.store() as there:
        b.travel(MAR_9)
        a.travel(MAR_9)
        await meet(here, there)
        assert await table(there, LEARNED_LATER, KNOWN_LATER) == LEARNED_LATER
        assert await there.graph.history(in_writing.id) == await here.graph.history(accepted.id)


async def test_what_is_called_otherwise_is_of_one_history_and_no_other_relation_is(
    identity: Identity, tmp_path: Path
) -> None:
    desk = Desk("a", identity, tmp_path, JAN_1)
    async with desk.store() as store:
        graph = store.graph
        friends = await graph.relate("person:Ada", "person:Bob", "friend")
        await graph.relate("person:Ada", "person:Bob", "colleague")
        desk.travel(JAN_15)
        engaged = await graph.supersede(friends, relationship_type="engaged")
        desk.travel(FEB_1)
        married = await graph.supersede(engaged, relationship_type="spouse")
        desk.travel(FEB_10)
        shorter = await graph.invalidate(engaged, JAN_31)
        wed = await graph.update(married, relationship_type="wife", valid_from=JAN_31)
        desk.travel(MAR_1)
        await graph.invalidate(wed)
        desk.travel(MAR_9)
        again = await graph.relate("person:Ada", "person:Bob", "friend")
        line = [friends.id, engaged.id, shorter.id, wed.id, married.id, again.id]
        for one in line:
            assert [found.id for found in await graph.history(one)] == line
        assert {one.edge.relationship_type for one in await graph.edges()} == {
            "friend",
            "colleague",
        }
        everything = await graph.versions()
        assert {one.id for one in everything} > {*line}
        assert len(everything) == len(line) + 1
        for asked in (("Ada",), ("Bob", "Ada")):
            assert await graph.versions(*asked) == everything
        with pytest.raises(InputError, match="first"):
            await graph.versions(None, "Ada")


async def test_notes_are_told_as_they_were_known_and_those_of_what_was_corrected_stay(
    identity: Identity, tmp_path: Path
) -> None:
    desk = Desk("a", identity, tmp_path, JAN_1)
    async with desk.store() as store:
        graph = store.graph
        accepted = await graph.relate(*JOB, description=ACCEPTED)
        early = await graph.note(accepted, "The offer came by mail.", lifetime="forever")
        await graph.note(accepted, "They wait for an answer.", lifetime="week")
        desk.travel(JAN_14)
        again = await graph.note(accepted, "They have asked again.", lifetime="forever")
        desk.travel(JAN_15)
        declined = await graph.update(accepted, description=DECLINED)
        late = await graph.note(declined, "The answer went by mail.", lifetime="forever")
        (by_now,) = await graph.at(JAN_14)
        (then,) = await graph.at(JAN_14, JAN_1)
        (later,) = await graph.at(JAN_14, JAN_14)
        (at_last,) = await graph.at(JAN_14, JAN_15)
    assert (by_now.edge.description, by_now.notes) == (DECLINED, (early, again, late))
    # what counts no more is not told either, whenever it was known
    assert (then.edge.description, then.notes) == (ACCEPTED, (early,))
    assert (later.edge.description, later.notes) == (ACCEPTED, (early, again))
    assert at_last == by_now


async def test_a_moment_may_be_given_in_any_form_and_must_be_one(
    identity: Identity, tmp_path: Path
) -> None:
    desk = Desk("a", identity, tmp_path, JAN_1)
    async with desk.store() as store:
        await store.graph.relate(*JOB, description=ACCEPTED)
        expected = await store.graph.at(JAN_15)
        assert len(expected) == 1
        for given in ("2026-01-15T01:00:00+01:00", datetime.fromtimestamp(JAN_15, UTC)):
            assert await store.graph.at(given) == expected
            assert await store.graph.at(given, given) == expected
        assert await store.graph.at("2025-12-31T23:59:59+00:00") == []
        for wrong in ("yesterday", float("nan"), "2026-13-01"):
            for asked in (store.graph.at(wrong), store.graph.at(JAN_15, wrong)):
                with pytest.raises(InputError, match="time"):
                    await asked


# --- words and numbers

OF_EACH = {
    EdgeType.HAS_RELATIONSHIP_WITH: ("person:P", "person:Q"),
    EdgeType.ENGAGES_WITH: ("person:P", "concept:C"),
    EdgeType.ASSOCIATED_WITH: ("person:P", "entity:E"),
    EdgeType.RELATES_TO: ("concept:C", "concept:D"),
    EdgeType.INVOLVES: ("concept:C", "entity:E"),
    EdgeType.CONNECTED_TO: ("entity:E", "entity:F"),
}


async def test_edges_are_found_by_each_number_and_each_word_of_their_types(
    identity: Identity, tmp_path: Path
) -> None:
    """One edge of every type with each score, told in words of its own type."""
    async with Desk("a", identity, tmp_path, JAN_1).store() as store:
        graph = store.graph
        ids: dict[tuple[EdgeType, int], str] = {}
        for kind, ends in OF_EACH.items():
            for score in range(1, 6):
                attitude = WORDS[kind].attitude[score - 1]
                # the other way round, so that neither is taken for the other
                proximity = WORDS[kind].proximity[5 - score]
                made = await graph.relate(
                    *ends, f"r{score}", attitude=attitude, proximity=proximity.upper()
                )
                assert (made.attitude, made.proximity) == (score, 6 - score)
                ids[kind, score] = made.id

        async def found(**asked: object) -> set[str]:
            return {one.id for one in await graph.edges(**asked)}  # type: ignore[arg-type]

        for one in await graph.edges():
            table = WORDS[one.type]
            assert (one.attitude, one.proximity) == (
                table.attitude[one.edge.attitude - 1],
                table.proximity[one.edge.proximity - 1],
            )
        for score in range(1, 6):
            everywhere = {ids[kind, score] for kind in EdgeType}
            assert await found(attitude=score) == everywhere
            assert await found(proximity=6 - score) == everywhere
            assert await found(attitude=(score, 5)) == {
                ids[kind, other] for kind in EdgeType for other in range(score, 6)
            }
            assert await found(relationship_type=f" R{score}") == everywhere
        for kind in EdgeType:
            assert await found(type=kind.value) == {ids[kind, one] for one in range(1, 6)}
            for score in range(1, 6):
                word = WORDS[kind].attitude[score - 1]
                assert await found(type=kind, attitude=word) == {ids[kind, score]}
                assert await found(attitude=word.title()) == {
                    ids[other, WORDS[other].attitude.index(word) + 1]
                    for other in EdgeType
                    if word in WORDS[other].attitude
                }
                word = WORDS[kind].proximity[5 - score]
                assert await found(type=kind, proximity=word) == {ids[kind, score]}
                assert await found(proximity=word) == {
                    ids[other, 5 - WORDS[other].proximity.index(word)]
                    for other in EdgeType
                    if word in WORDS[other].proximity
                }
        assert await found(attitude="friendly", proximity="acquaintance") == {
            ids[EdgeType.HAS_RELATIONSHIP_WITH, 4]
        }
        assert await found(attitude="friendly", proximity="stranger") == set()
        assert await found(node="P", attitude="neutral") == {
            ids[kind, 3] for kind in OF_EACH if OF_EACH[kind][0] == "person:P"
        }


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"type": "loves"}, "a type of edge is one of has_relationship_with, engages_with"),
        ({"state": "asleep"}, "a state is one of candidate, active, core, archived; not 'asleep'"),
        ({"attitude": 6}, "attitude is a whole number from 1 to 5, got 6"),
        ({"proximity": (3, 1)}, "proximity is searched from the least to the greatest"),
        ({"attitude": "lovely"}, "of has_relationship_with: hostile, unfriendly, neutral"),
        ({"type": "involves", "attitude": "friendly"}, "of involves: peripheral, minor, relevant"),
        ({"relationship_type": "!"}, "relationship_type needs a letter or a digit"),
    ],
)
async def test_what_cannot_be_asked_for_is_told_what_can(
    identity: Identity, asked: dict[str, object], said: str
) -> None:
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError, match=re.escape(said)):
            await store.graph.edges(**asked)  # type: ignore[arg-type]


# --- one edge, and ways


async def test_one_edge_is_asked_for_by_its_id_or_its_ends_and_only_that_is_a_use(
    identity: Identity, tmp_path: Path
) -> None:
    desk = Desk("a", identity, tmp_path, JAN_1)
    async with desk.store() as store:
        graph = store.graph
        works = await graph.relate("person:Ada", "entity:Acme", "Works at")
        ends = ("person:ada", "entity:acme")
        asked: tuple[tuple[object, ...], ...] = (
            (works.id,),
            (works,),
            (*await graph.edges(),),
            ends,
            (*reversed(ends), "works_at"),
            ("Ada", "ACME"),
            (await graph.node("Ada"), "Acme", "WORKS-AT"),
        )
        for uses, given in enumerate(asked):
            found = await graph.edge(*given)  # type: ignore[arg-type]
            assert (found.id, found.edge.life.access_count) == (works.id, uses)
        await graph.edges()
        await graph.edges("Ada")
        await graph.at(JAN_1)
        await graph.history(works)
        await graph.neighbors("Ada")
        await graph.path("Ada", "Acme")
        await graph.versions()
        (seen,) = await graph.edges()
        assert (seen.edge.life.access_count, seen.state) == (len(asked), GraphState.ACTIVE)
    async with desk.store() as store:
        assert (await store.graph.edges())[0].edge.life.access_count == len(asked)


async def test_an_edge_that_is_not_there_or_not_the_only_one_is_told_the_others(
    identity: Identity, tmp_path: Path
) -> None:
    async with Desk("a", identity, tmp_path, JAN_1).store() as store:
        graph = store.graph
        works = await graph.relate("person:Ada", "entity:Acme", "works-at")
        owns = await graph.relate("person:Ada", "entity:Acme", "owns")
        await graph.add("person:Bob")
        both = re.escape(f"owns ({owns.id}), works-at ({works.id})")
        with pytest.raises(InputError, match=f"{both}; say which relationship_type"):
            await graph.edge("Ada", "Acme")
        assert (await graph.edge("Ada", "Acme", "owns")).id == owns.id
        with pytest.raises(UnknownMemoryError, match=f"called 'left'.*{both}"):
            await graph.edge("Ada", "Acme", "left")
        with pytest.raises(UnknownMemoryError, match="there is none at all"):
            await graph.edge("Bob", "Acme")
        await graph.invalidate(owns)
        with pytest.raises(UnknownMemoryError, match="called 'owns'"):
            await graph.edge("Ada", "Acme", "owns")
        assert (await graph.edge("Ada", "Acme")).id == works.id
        for asked in (("f" * 32,), ("Ada", "Nowhere"), ("Nobody", "Acme")):
            with pytest.raises(UnknownMemoryError):
                await graph.edge(*asked)
        with pytest.raises(InputError, match="name the other node too"):
            await graph.edge(works, None, "works-at")


async def test_what_is_near_and_how_one_gets_there_now_and_then(
    identity: Identity, tmp_path: Path
) -> None:
    desk = Desk("a", identity, tmp_path, JAN_1)
    async with desk.store() as store:
        graph = store.graph
        knows = await graph.relate("person:Ada", "person:Bob", "friend")
        works = await graph.relate("person:Bob", "entity:Acme", "works-at")
        await graph.relate("entity:Acme", "entity:Rome", "located-in")
        await graph.add("concept:Chess")
        desk.travel(JAN_15)
        await graph.invalidate(works)
        short = await graph.relate("person:Ada", "entity:Rome", "lives-in")
        await graph.note("Bob", "Bob sings.", lifetime="forever")

        async def near(depth: int, at: float | None = None) -> list[tuple[str, int, str]]:
            found = await graph.neighbors("Ada", depth, at=at)
            return [(one.node.key, one.depth, one.via) for one in found]

        async def way(one: str, other: str, at: float | None = None) -> list[str] | None:
            hops = await graph.path(one, other, at=at)
            return None if hops is None else [f"{hop.start} {hop.end}" for hop in hops]

        ada, bob, acme, rome = "person:ada", "person:bob", "entity:acme", "entity:rome"
        assert await near(1) == [(rome, 1, ada), (bob, 1, ada)]
        assert await near(2) == [(rome, 1, ada), (bob, 1, ada), (acme, 2, rome)]
        assert await near(9, JAN_14) == [(bob, 1, ada), (acme, 2, bob), (rome, 3, acme)]
        assert await near(1, EVE) == []
        assert await way("Ada", "Acme") == [f"{ada} {rome}", f"{rome} {acme}"]
        assert await way("Acme", "Ada", JAN_14) == [f"{acme} {bob}", f"{bob} {ada}"]
        assert await way("Ada", "Chess") is None
        assert await way("Ada", "Acme", EVE) is None
        assert await way("Ada", "Ada") == []

        first, second = await graph.neighbors("Ada")
        assert (first.edge.id, second.edge.id) == (short.id, knows.id)
        assert (second.node.edges, [one.content for one in second.node.notes]) == (
            1,
            ["Bob sings."],
        )
        assert second.node.is_dirty
        hops = await graph.path("Ada", "Bob")
        assert hops is not None
        assert [hop.edge for hop in hops] == [second.edge]
        assert {one.user_id for one in (first.node, first.edge)} == {identity.public_key_hex}
        for depth in (0, -1, True, 1.5):
            with pytest.raises(InputError, match="depth is a whole number of 1 or more"):
                await graph.neighbors("Ada", depth)  # type: ignore[arg-type]
        for asked in (graph.neighbors("Eve"), graph.path("Ada", "Eve"), graph.edges("Eve")):
            with pytest.raises(UnknownMemoryError, match="Eve"):
                await asked
        assert await store.scope("user:eve").graph.edges() == []


# --- what fades


@pytest.mark.parametrize(
    ("confidence", "uses", "days"),
    [
        (0.8, 0, None),
        (1.0, 0, None),
        (0.4, 0, 88.9),
        (0.8, 1, 405.2),
        (0.4, 1, 405.2),
    ],
)
async def test_an_edge_and_a_node_fade_by_the_clock_and_by_nothing_else(
    identity: Identity, tmp_path: Path, confidence: float, uses: int, days: float | None
) -> None:
    desk = Desk("a", identity, tmp_path, JAN_1)
    async with desk.store() as store:
        await store.graph.add("person:Ada", confidence=confidence)
        await store.graph.add("person:Bob", confidence=confidence)
        edge = await store.graph.relate("Ada", "Bob", "friend", confidence=confidence)
        for _ in range(uses):
            assert (await store.graph.edge(edge)).salience == 0.5
            await store.graph.node("Ada")
            await store.graph.node("Bob")

    async def states(after: float) -> tuple[float, GraphState]:
        """Of both nodes and the edge: it is the same."""
        desk.travel(JAN_1 + after * DAY)
        (one,) = {(seen.salience, seen.state) for seen in await all_of(store.graph)}
        return one

    begun = GraphState.ACTIVE if uses else GraphState.CANDIDATE
    async with desk.store() as store:
        assert await states(0) == (0.5 + 0.075 * uses, begun)
        if days is None:
            assert await states(36_500) == (0.5, begun)
            return
        last, state = await states(days - 0.05)
        assert (last > 0.01, state) == (True, begun)
        # looking at it over and over changed nothing
        last, state = await states(days + 0.05)
        assert (last < 0.01, state) == (True, GraphState.ARCHIVED)
        assert await store.graph.edges(state="archived") == await store.graph.edges()
        # what is used comes back: told as it was, active from then on
        assert (await store.graph.edge(edge)).state is GraphState.ARCHIVED
        (back,) = await store.graph.edges(state="active")
        assert back.salience == pytest.approx(last + 0.075)
    async with desk.store() as store:
        assert await store.graph.edges(state="active") == [back]


async def all_of(graph: Graph) -> list[EdgeStatus | NodeStatus]:
    return [*await graph.edges(), *await graph.nodes()]


async def everything(store: MemoryStore) -> list[object]:
    """All that is told, of edges and nodes."""
    graph = store.graph
    versions = {one.id for valid in (0, 5, 400) for one in await graph.at(time.time() - valid)}
    return [
        await graph.edges(),
        await graph.nodes(),
        await graph.neighbors("Ada", 2),
        *[await graph.history(one) for one in sorted(versions)],
    ]


async def test_devices_that_sleep_meet_and_read_as_they_like_agree_to_the_bit(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    """One uses often and sleeps every week, the other one comes by now and then."""
    began = time.time() - 420 * DAY
    a, b = (Desk(name, identity, tmp_path, began, relay.url) for name in "ab")
    async with a.store() as store:
        for name in ("Ada", "Bob", "Cleo"):
            await store.graph.add(f"person:{name}", confidence=0.5)
        friend = await store.graph.relate("Ada", "Bob", "friend", confidence=0.4)
        rival = await store.graph.relate("Bob", "Cleo", "rival", confidence=0.4)
        unused = await store.graph.relate("Ada", "Cleo", "cousin", confidence=0.4)
        await store.sync()
    b.travel(began + 2 * DAY)
    async with b.store() as store:
        await store.sync()
    for at in range(3, 60, 7):
        a.travel(began + at * DAY)
        async with a.store() as store:
            await store.graph.edge(friend.id)
            await store.graph.edges()
            await store.sleep()
    for late, syncs in ((11.5, False), (13, True), (40, False)):
        b.travel(began + late * DAY)
        async with b.store() as store:
            if syncs:
                await store.sync()
            await store.graph.edge(friend.id)
            await store.graph.edge(rival.id)
            await store.graph.node("Cleo")
    for desk in (a, b):
        desk.travel(began + 60 * DAY)
    async with a.store() as here, b.store() as there:
        await meet(here, there)
    # what each counted by itself is told when it closes, or a quarter of an hour later
    for desk in (a, b):
        desk.travel(began + 61 * DAY)
        async with desk.store() as store:
            await store.sync()
    async with a.store() as here, b.store() as there:
        await meet(here, there)
        for days in (61, 88, 90, 200, 405, 419):
            for desk in (a, b):
                desk.travel(began + days * DAY)
            assert await everything(here) == await everything(there)
        found = {one.id: one for one in await here.graph.edges()}
        # the most salient first, and not in the order of their nodes
        assert list(found) == [friend.id, rival.id, unused.id]
        assert {name: one.edge.life.access_count for name, one in found.items()} == {
            friend.id: 9 + 3,
            rival.id: 3,
            unused.id: 0,
        }
        assert found[friend.id].state is GraphState.CORE
        assert found[unused.id].state is GraphState.ARCHIVED
        cleo = next(one for one in await here.graph.nodes() if one.key == "person:cleo")
        assert cleo.node.life.access_count == 3
    # who never read anything says the same
    c = Desk("c", identity, tmp_path, began + 419 * DAY, relay.url)
    async with c.store() as new, a.store() as here:
        await new.sync()
        assert await everything(new) == await everything(here)


async def test_what_is_read_every_night_falls_no_faster_than_what_nobody_looks_at(
    identity: Identity, tmp_path: Path
) -> None:
    """Closed form: sleeping and listing n times is as good as never."""
    watched, left = (Desk(name, identity, tmp_path, JAN_1) for name in "ab")
    last = list[EdgeStatus]()
    for desk, nights in ((watched, 30), (left, 1)):
        async with desk.store() as store:
            await store.graph.relate("person:Ada", "person:Bob", "friend", confidence=0.4)
            for night in range(1, nights + 1):
                desk.travel(JAN_1 + 60 * DAY * night / nights)
                await store.sleep()
                await store.graph.edges()
            last += await store.graph.edges()
    assert last[0].salience == last[1].salience == pytest.approx(0.5 * math.exp(-0.044 * 60))
