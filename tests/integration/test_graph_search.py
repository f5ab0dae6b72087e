"""The graph is searched: by words and by meaning, in files, on two devices, and forgotten.

Everything goes through the public face, by a clock that is moved by hand.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    DeviceConfig,
    EncoderError,
    GraphConfig,
    GraphFound,
    Identity,
    InputError,
    LimitError,
    Limits,
    MemoryStore,
    RelayConfig,
    TextKind,
)
from sense_memory.core.records.embedding import Embedding
from sense_memory.core.records.graph import GraphState
from sense_memory.testing import HashEncoder, ManualClock

from .meeting import meet, texts

NOW = 1_767_225_600.0
DAY = 86_400.0
MEANINGS = ("friend pal buddy mate", "music cello violin orchestra", "money debt loan owes")
"""Words of which each line means one thing."""


class Meanings:
    """An encoder that knows what some words mean, and can be told to fail; others mean nothing."""

    id = "meanings:1"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_broken = False

    async def encode(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        if self.is_broken:
            raise EncoderError("meanings:1 has lost its dictionary")
        self.asked += texts if kind is TextKind.DOCUMENT else ()
        return np.array([self._vector(text) for text in texts], np.float32)

    def _vector(self, text: str) -> list[float]:
        said = set(re.findall(r"\w+", text.casefold()))
        numbers = [float(bool(said.intersection(line.split()))) for line in MEANINGS]
        whole = [*numbers, 0.0 if any(numbers) else 1.0]
        length = sum(number * number for number in whole) ** 0.5
        return [number / length for number in whole]


class Machine:
    """One machine: its file, its clock, its encoder."""

    def __init__(self, name: str, identity: Identity, folder: Path, *relays: str) -> None:
        self._identity, self._relays = identity, list(relays) or None
        self._path = folder / f"{name}.db"
        self._config = Config(
            relays=RelayConfig(read_back_delay=0.1), devices=DeviceConfig(name=name, interval=60)
        )
        self.clock = ManualClock(NOW)
        self.encoder: Any = None

    def store(self, **more: Any) -> MemoryStore:
        options = {"config": self._config, "encoder": self.encoder, **more}
        return MemoryStore(
            self._identity, self._relays, path=self._path, clock=self.clock, **options
        )

    def pass_days(self, days: float) -> None:
        self.clock.advance(days * DAY)


@pytest.fixture
def machine(identity: Identity, tmp_path: Path) -> Machine:
    return Machine("one", identity, tmp_path)


async def tell(mind: MemoryStore) -> None:
    """What most of these tests are about."""
    relate = mind.graph.relate
    await relate(
        *("person:Ada", "person:Bob", "friend"),
        attitude="close",
        proximity="known-well",
        description="They hike every Sunday",
    )
    await relate("person:Ada", "person:Carol", "colleague", attitude=4, proximity=3)
    await relate("person:Bob", "person:Dan", "friend", attitude=4, proximity=3)
    await relate("person:Bob", "person:Eve", "rival", attitude="hostile", proximity=4)
    await relate("person:Ada", "entity:Acme", "works-at", attitude=4, proximity=4)
    await relate("person:Vergel", "concept:Rust", "studies", attitude=5, proximity=4)
    await relate("person:Vergel", "concept:C++", "uses", attitude=2, proximity=5)


def edges(found: GraphFound) -> list[str]:
    """How people would name the edges that were found."""
    return [
        f"{one.from_key.partition(':')[2]} {one.relationship_type} {one.to_key.partition(':')[2]}"
        for one in (hit.found.edge for hit in found.edges)
    ]


def nodes(found: GraphFound) -> list[str]:
    return [hit.found.key for hit in found.nodes]


# --- by words


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("close friendly relationships", "ada friend bob"),
        ("who does Ada work with?", "ada works-at acme"),
        ("what is Vergel passionate about?", "vergel studies rust"),
        ("friends of Dan", "bob friend dan"),
        ("Sunday hikes", "ada friend bob"),
    ],
)
async def test_what_people_ask_is_answered(machine: Machine, query: str, best: str) -> None:
    async with machine.store() as mind:
        await tell(mind)
        found = await mind.graph.search(query)
        assert edges(found)[0] == best
        assert found.warning is None
    async with machine.store() as mind:
        assert edges(await mind.graph.search(query))[0] == best


async def test_what_is_found_is_told_as_it_stands_and_no_use_of_it_is_counted(
    machine: Machine,
) -> None:
    async with machine.store() as mind:
        await tell(mind)
        await mind.graph.note("person:Bob", "plays the cello")
        machine.pass_days(3)
        await mind.graph.search("friends of Bob")
        found = await mind.graph.search("friends of Bob")
        (bob,) = found.nodes
        best = found.edges[0]
        assert bob.found == next(one for one in await mind.graph.nodes() if one.key == "person:bob")
        assert best.found in await mind.graph.edges("Bob")
        assert (best.found.state, best.found.edge.life.access_count) == (GraphState.CANDIDATE, 0)
        share = best.share
        assert (share.meaning, share.salience) == (1.0, 0.5)
        assert best.score == pytest.approx(0.3 + 0.3 * share.recency + 0.4 * 0.5, abs=1e-6)
        assert share.recency == pytest.approx(2.718281828 ** (-0.02 * 3))


async def test_a_note_is_found_until_it_expires(machine: Machine) -> None:
    async with machine.store() as mind:
        await tell(mind)
        edge = await mind.graph.edge("Ada", "Bob")
        await mind.graph.note(edge, "lent him a lawnmower", lifetime="week")
        await mind.graph.note("Rust", "the lawnmower runs on it", lifetime="month")
        found: dict[int, tuple[list[str], list[str]]] = {}
        for day in (0, 6, 7, 29, 30):
            machine.pass_days(day - max(found, default=0))
            answer = await mind.graph.search("lawnmowers")
            found[day] = (edges(answer), nodes(answer))
        here, there = ["ada friend bob"], ["concept:rust"]
        assert found == {
            0: (here, there),
            6: (here, there),
            7: ([], there),
            29: ([], there),
            30: ([], []),
        }


async def test_what_ended_was_corrected_or_superseded_is_found_no_more(machine: Machine) -> None:
    async with machine.store() as mind:
        await tell(mind)
        rival = await mind.graph.edge("Bob", "Eve")
        assert edges(await mind.graph.search("hostile rivals")) == ["bob rival eve"]
        await mind.graph.note(rival, "they fought about a trombone")
        machine.pass_days(1)
        put_right = await mind.graph.update(rival, relationship_type="competitor", attitude=2)
        assert edges(await mind.graph.search("hostile rivals")) == []
        found = await mind.graph.search("trombone")
        assert [hit.found.id for hit in found.edges] == [put_right.id], "it has the notes"
        machine.pass_days(1)
        await mind.graph.supersede(put_right, relationship_type="ally", attitude=4)
        assert edges(await mind.graph.search("competitor of Eve"))[0] == "bob ally eve"
        assert edges(await mind.graph.search("trombone")) == []
        machine.pass_days(1)
        await mind.graph.invalidate(await mind.graph.edge("Bob", "Eve"))
        assert edges(await mind.graph.search("allies")) == []
    async with machine.store() as mind:
        assert edges(await mind.graph.search("ally competitor hostile trombone")) == []


async def test_what_was_archived_is_found_again_once_it_was_used(machine: Machine) -> None:
    async with machine.store() as mind:
        edge = await mind.graph.relate("person:Ada", "person:Olga", "mentor", confidence=0.4)
        machine.pass_days(88)
        assert edges(await mind.graph.search("mentors")) == ["ada mentor olga"]
        machine.pass_days(1)
        assert edges(await mind.graph.search("mentors")) == []
        await mind.graph.edge(edge.id)
        assert edges(await mind.graph.search("mentors")) == ["ada mentor olga"]


async def test_filters_and_numbers(machine: Machine) -> None:
    async with machine.store() as mind:
        await tell(mind)
        search, everything = mind.graph.search, "Ada Bob Vergel Rust"
        found = await search(everything, types=("engages_with", "person"))
        assert set(edges(found)) == {"vergel studies rust", "vergel uses c-cedb1bac"}
        assert {hit.found.node.type for hit in found.nodes} == {"person"}
        found = await search(everything, without=("friend", "concept"))
        assert "ada friend bob" not in edges(found)
        assert "concept:rust" not in nodes(found)
        assert edges(await search(everything, attitude="passionate")) == ["vergel studies rust"]
        assert edges(await search(everything, proximity=5)) == ["vergel uses c-cedb1bac"]
        found = await search(everything, nodes=1, edges=0)
        assert (len(found.nodes), len(found.edges)) == (1, 0)
        for wrong, says in (
            ({"nodes": -1}, "nodes is a whole number"),
            ({"edges": 1001}, "edges is a whole number"),
            ({"attitude": 6}, "1 to 5"),
            ({"proximity": "chummy"}, "known-well"),
            ({"types": ("a/b",)}, "relationship_type"),
        ):
            with pytest.raises(InputError, match=says):
                await search(everything, **wrong)
        with pytest.raises(InputError, match="word to look for"):
            await search("?!")
    few = Config(graph=GraphConfig(nodes=1, edges=2))
    async with machine.store(config=few) as mind:
        found = await mind.graph.search(everything)
        assert (len(found.nodes), len(found.edges)) == (1, 2)


async def test_an_empty_graph_answers_nothing_and_a_scope_only_of_itself(machine: Machine) -> None:
    async with machine.store() as mind:
        assert await mind.graph.search("Ada") == GraphFound((), ())
        await tell(mind.scope("user:alice"))
        assert await mind.graph.search("Ada") == GraphFound((), ())
        assert nodes(await mind.scope("user:alice").graph.search("Ada")) == ["person:ada"]


# --- by meaning


async def test_with_an_encoder_other_words_find_it_too(machine: Machine) -> None:
    machine.encoder = Meanings()
    async with machine.store() as mind:
        await tell(mind)
        await mind.graph.add("person:Yo-Yo", description="plays the cello")
        await mind.graph.note(await mind.graph.edge("Bob", "Eve"), "she owes him a fortune")
        assert edges(await mind.graph.search("pals")) == []
        report = await mind.graph.embed()
        assert (report.encoder, report.made, report.kept, report.failed) == ("meanings:1", 18, 0, 0)
        assert "friend close known-well: They hike every Sunday" in machine.encoder.asked
        assert "she owes him a fortune" in machine.encoder.asked
        assert set(edges(await mind.graph.search("a pal"))) == {"ada friend bob", "bob friend dan"}
        assert nodes(await mind.graph.search("violin")) == ["person:yo-yo"]
        assert edges(await mind.graph.search("debt")) == ["bob rival eve"]
        assert edges(await mind.graph.search("a buddy of Dan"))[0] == "bob friend dan"
        found = await mind.graph.search("the loan")
        assert (nodes(found), edges(found)) == ([], ["bob rival eve"])
        assert (await mind.graph.embed()).kept == 18
    machine.encoder = Meanings()
    async with machine.store() as mind:
        assert edges(await mind.graph.search("debt")) == ["bob rival eve"], "they are in the file"
        assert machine.encoder.asked == []


async def test_an_encoder_that_fails_leaves_words_and_says_so(machine: Machine) -> None:
    machine.encoder = Meanings()
    async with machine.store() as mind:
        await tell(mind)
        await mind.graph.embed()
        machine.encoder.is_broken = True
        found = await mind.graph.search("a friend and pal of Dan")
        assert edges(found)[0] == "bob friend dan"
        assert found.warning == "meanings:1 has lost its dictionary"
        status = mind.status().embedding
        assert status is not None
        assert status.failure == found.warning
        machine.encoder.is_broken = False
        assert (await mind.graph.search("pal")).warning is None
        status = mind.status().embedding
        assert status is not None
        assert (status.graph, status.graph_lacking, status.failure) == (16, 0, None)
        assert (status.memories, status.pieces) == (None, None)
        assert status.bytes > 0


async def test_what_changes_lacks_a_vector_of_itself_alone(machine: Machine) -> None:
    machine.encoder = Meanings()
    async with machine.store() as mind:
        await tell(mind)
        edge = await mind.graph.edge("Ada", "Bob")
        await mind.graph.note(edge, "they owe each other money")
        await mind.graph.embed()
        machine.encoder.asked.clear()
        await mind.graph.note(edge, "and a violin")
        await mind.graph.add("person:Bob", description="a carpenter")
        await mind.graph.node("Eve")
        report = await mind.graph.embed()
        assert (report.made, report.kept) == (2, 16)
        assert sorted(machine.encoder.asked) == ["Bob: a carpenter", "and a violin"]
        machine.encoder.asked.clear()
        machine.pass_days(1)
        await mind.graph.invalidate(edge)
        report = await mind.graph.embed()
        assert (report.made, report.kept) == (0, 17), "what is over is not searched"


async def test_no_encoder_no_vectors(machine: Machine) -> None:
    async with machine.store() as mind:
        await tell(mind)
        with pytest.raises(InputError, match="vectors need an encoder"):
            await mind.graph.embed()
    machine.encoder = Meanings()
    async with machine.store(limits=Limits(embeddings=False)) as mind:
        with pytest.raises(LimitError):
            await mind.graph.embed()
        assert edges(await mind.graph.search("pals")) == []


# --- two devices


async def test_two_devices_find_the_same_in_the_same_order(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    one, other = (Machine(name, identity, tmp_path, relay.url) for name in ("one", "other"))
    one.encoder, other.encoder = HashEncoder(), HashEncoder()
    async with one.store() as here, other.store() as there:
        await meet(here, there)
        await tell(here)
        await there.graph.relate("person:Eve", "person:Frank", "friend", attitude=4)
        await there.graph.search("what is there before the other's arrives")
        await meet(here, there)
        note = await there.graph.note(await there.graph.edge("Ada", "Bob"), "borrowed a lawnmower")
        for _ in range(3):
            await here.graph.edge("Bob", "Dan")
        await meet(here, there)
        await here.graph.embed()
        await meet(here, there)
        assert (await there.graph.embed()).made == 0, "no device computes what one has"
    for machine in (one, other):
        machine.pass_days(5)
    for machine in (one, other, one):
        async with machine.store() as mind:  # what was used here is told at the end at the latest
            await mind.sync()
    async with one.store() as here, other.store() as there:
        await meet(here, there)
        for query in ("friends", "Bob's friends", "who has a lawnmower?", "Ada Eve", "people"):
            found = await here.graph.search(query, nodes=50, edges=50)
            assert found.edges or found.nodes, query
            assert await there.graph.search(query, nodes=50, edges=50) == found, query
        assert edges(await here.graph.search("lawnmower"))[0] == "ada friend bob"
        await here.graph.forget(note)
        await meet(here, there)
        for mind in (here, there):
            found = await mind.graph.search("lawnmower")
            assert "borrowed" not in repr(found)
            assert all(hit.share.meaning > 0 for hit in found.edges)


# --- forgetting


async def test_what_is_forgotten_is_not_found_and_its_vectors_go_with_it(
    identity: Identity, tmp_path: Path, relay: LocalRelay
) -> None:
    one, other = (Machine(name, identity, tmp_path, relay.url) for name in ("one", "other"))
    one.encoder, other.encoder = Meanings(), Meanings()
    async with one.store() as here, other.store() as there:
        await tell(here)
        rival = await here.graph.edge("Bob", "Eve")
        first = await here.graph.note(rival, "she owes him a fortune")
        await here.graph.note(rival, "she sold his cello")
        await here.graph.note("Eve", "plays in an orchestra")
        await here.graph.embed()
        await meet(here, there)
        for mind in (here, there):
            assert edges(await mind.graph.search("debt")) == ["bob rival eve"]
        assert _embeddings(await texts(relay.url, identity)) == 19

        await here.graph.forget(first)
        await meet(here, there)
        for mind in (here, there):
            assert edges(await mind.graph.search("debt")) == []
            assert edges(await mind.graph.search("violin")) == ["bob rival eve"]
        assert _embeddings(await texts(relay.url, identity)) == 18, "one vector, of one note"

        # with a node go its edges, with those their notes, and the vectors of all of them
        await there.graph.forget("Eve")
        await meet(here, there)
        for mind in (here, there):
            found = await mind.graph.search("rival Eve orchestra cello violin fortune hostile")
            assert (nodes(found), edges(found)) == ([], [])
        said = await texts(relay.url, identity)
        assert _embeddings(said) == 14
        assert not [one for one in said if "person:eve" in one or rival.id in one]


def _embeddings(said: Sequence[str]) -> int:
    return sum('"type":"sense-memory:embedding"' in one for one in said)


async def test_nothing_of_a_forgotten_note_is_left_here(machine: Machine) -> None:
    """Before anybody searches again."""
    machine.encoder = Meanings()
    async with machine.store() as mind:
        await tell(mind)
        note = await mind.graph.note("Bob", "xylophonist")
        await mind.graph.embed()
        assert nodes(await mind.graph.search("xylophonist"))[0] == "person:bob"
        context = await mind.graph._context()
        index, vectors = context.views.graph_index, context.views.graph_vectors
        assert "xylophonist" in set(index.of("").documents.postings.words())
        assert vectors.counts("", "meanings:1") == (17, 0)
        names = [entry.ref.name async for entry in context.records.select(Embedding)]
        assert f"graph/note/person:bob/{note.id}" in names
        await mind.graph.forget(note)
        names = [entry.ref.name async for entry in context.records.select(Embedding)]
        assert (len(names), [name for name in names if "/note/" in name]) == (16, [])
        assert "xylophonist" not in set(index.of("").documents.postings.words())
        assert vectors.counts("", "meanings:1") == (16, 0)
