"""Moving in: what other programs know is taken over once, whatever happens on the way."""

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import (
    Config,
    Identity,
    ImportReport,
    InputError,
    LLMError,
    LLMUnreachableError,
    MemoryStore,
    Progress,
    PyramidConfig,
    RelayConfig,
    Role,
    Said,
    importers,
)
from sense_memory.core.change import Forget, Put
from sense_memory.core.records.conversation import ConversationHead, Turn
from sense_memory.core.records.graph import Edge, Node, Note, note_name
from sense_memory.core.records.pyramid import Observation, Topic
from sense_memory.importers import FORMATS, Item, Marked, Problem, read, read_new
from sense_memory.testing import ScriptedLLM

from . import mover
from .llm_server import KEY, Format, LLMServer, Request, Turn as Answer
from .moved import (
    SOURCES,
    START,
    TALK,
    chatgpt,
    chatgpt_conversation,
    lines,
    openclaw,
    openclaw_records,
)
from .shell import COMMAND, ROOT, Home, at_a_terminal

MUSEUM = Node("entity:museum", "Museum", created_at=START, updated_at=START)
KILLS = 3
QUICK = Config(relays=RelayConfig(close_timeout=0, read_back_delay=0))
ONE_BY_ONE = Config(pyramid=PyramidConfig(chunk_tokens=300, parallel=1))


@pytest.fixture
def identity() -> Identity:
    return Identity.generate()


async def all_of(store: MemoryStore, kind: type[Any]) -> list[Any]:
    context = await store._context()
    found = context.records.select(kind, scope=context.scope)
    return [one.record async for one in found]


async def everything(store: MemoryStore) -> list[Any]:
    """What was taken over, of every type."""
    kinds: Sequence[type[Any]] = (ConversationHead, Turn, Observation, Topic, Node, Edge, Note)
    return [timeless(one) for kind in kinds for one in await all_of(store, kind)]


def timeless(one: Any) -> Any:
    """A record without the times at which this memory learned of it."""
    match one:
        case Node():
            return replace(one, created_at=0.0, updated_at=0.0)
        case Edge():
            told = replace(one, valid_from=0.0, recorded_at=0.0)
            return replace(told, created_at=0.0, updated_at=0.0)
        case Note():
            return replace(one, added_at=0.0)
        case _:
            return one


async def events(store: MemoryStore) -> list[str]:
    return [line async for line in store.export_events()]


async def forget(store: MemoryStore, kind: type[Any], name: str) -> None:
    context = await store._context()
    await context.records.commit(Forget(context.ref(kind, name)))


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    """New messages and statements, what was known, and what had been forgotten."""
    return report.messages, report.statements, report.known, report.forgotten


def of_graph(report: ImportReport) -> tuple[int, int, int]:
    """New nodes, notes and edges."""
    return report.nodes, report.notes, report.edges


async def take(store: MemoryStore, name: str, path: Path, **how: Any) -> ImportReport:
    return await store.import_items(read(name, path), **how)


async def take_new(store: MemoryStore, path: Path, name: str = "openclaw") -> ImportReport:
    return await store.import_items(read_new(name, path, await store.import_marks(name)))


# ---------------------------------------------------------------------- every format


@pytest.mark.parametrize("name", FORMATS)
async def test_a_source_is_taken_over_once(name: str, identity: Identity, tmp_path: Path) -> None:
    source = SOURCES[name]
    path = source.write(tmp_path)
    async with MemoryStore(identity, path=tmp_path / "store.db") as store:
        first = await take(store, name, path)
        said = [turn.text for turn in await all_of(store, Turn)]
        before = await events(store)

        assert counts(first) == (source.messages, source.statements, 0, 0)
        assert len(said) == source.messages
        assert of_graph(first) == source.graph
        assert [len(await all_of(store, kind)) for kind in (Node, Note, Edge)] == [*source.graph]
        assert first.observations == len(await all_of(store, Observation))
        assert (first.observations > 0) == (name != "server-memory")
        assert first.problems == ()

        again = await take(store, name, path)
        assert counts(again) == (0, 0, source.items, 0)
        assert (again.events, again.observations, of_graph(again)) == (0, 0, (0, 0, 0))
        assert await events(store) == before


@pytest.mark.parametrize("name", FORMATS)
def test_the_command_takes_a_source_over_once(name: str, home: Home, tmp_path: Path) -> None:
    source = SOURCES[name]
    path = str(source.write(tmp_path))
    first = home.ok("--json", "import", name, path).json
    again = home.ok("--json", "import", name, path, *(["--all"] if FORMATS[name].grows else []))

    assert (first["messages"], first["statements"]) == (source.messages, source.statements)
    assert (first["nodes"], first["notes"], first["edges"]) == source.graph
    assert (first["observations"] > 0) == (name != "server-memory")
    assert again.json["known"] == source.items
    assert again.json["events"] == 0


async def test_what_was_said_stands_verbatim_in_its_order(
    identity: Identity, tmp_path: Path
) -> None:
    path = SOURCES["glenn"].write(tmp_path)
    async with MemoryStore(identity) as store:
        await take(store, "glenn", path)
        conversations = await store.conversations()
        talks = [await store.conversation(one.id).turns() for one in conversations]

    assert [one.origin for one in conversations] == ["glenn", "glenn"]
    # the rows of both conversations took turns
    for number, talk in enumerate(sorted(talks, key=lambda turns: turns[0].text), 1):
        assert [(t.role.value, t.text) for t in talk] == [
            (role, f"{text} ({number})") for role, text in TALK
        ]
        assert [t.at for t in talk] == [START + at for at in range(4)]


async def test_what_is_said_at_one_time_keeps_its_order(identity: Identity, tmp_path: Path) -> None:
    talk = [("user" if n % 2 == 0 else "assistant", f"I count to {n}") for n in range(40)]
    conversation = chatgpt_conversation("c", talk)
    for node in conversation["mapping"].values():
        node["message"]["create_time"] = None
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([conversation]))
    async with MemoryStore(identity) as store:
        await take(store, "chatgpt", path)
        (one,) = await store.conversations()
        turns = await store.conversation(one.id).turns()

    assert [turn.text for turn in turns] == [text for _, text in talk]


async def test_what_is_observed_at_one_time_stands_as_it_was_said(
    identity: Identity, tmp_path: Path
) -> None:
    sentences = [f"I moved to flat {number} in Berlin in {2000 + number}." for number in range(12)]
    notes = tmp_path / "notes.md"
    notes.write_text("# Berlin\n\n" + "".join(f"- {one}\n" for one in sentences))
    said = Said("test", "one", "", Role.USER, " ".join(sentences), START, "here")
    async with MemoryStore(identity) as store:
        await store.import_items([said])
        assert [one.text for one in await store.pyramid.observations("user")] == sentences
    async with MemoryStore(Identity.generate()) as store:
        await store.import_items(read("markdown", notes))
        assert [one.text for one in await store.pyramid.observations()] == sentences


async def test_every_observation_has_the_time_of_its_own_message(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await take(store, "claude", SOURCES["claude"].write(tmp_path))
        at = {turn.text: turn.at for turn in await all_of(store, Turn)}
        for one in await all_of(store, Observation):
            assert one.at == at[one.text]


async def test_statements_are_filed_by_whom_they_are_about(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        for name in ("mem0", "letta", "markdown"):
            folder = tmp_path / name
            folder.mkdir()
            await take(store, name, SOURCES[name].write(folder))
        filed = {(one.topic, one.text) for one in await all_of(store, Observation)}

    assert {
        ("user", "Lives in Turin"),
        ("user", "Works at the museum"),
        ("assistant", "Answers briefly"),
        ("assistant", "I am brief."),
        (None, "The catalogue is due in May."),
    } <= filed


async def test_who_and_what_there_is_stands_in_the_graph(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        for name in ("server-memory", "mem0"):
            await take(store, name, SOURCES[name].write(tmp_path))
        nodes = {one.key: (one.name, one.description) for one in await all_of(store, Node)}
        notes = {(one.target, one.content, one.added_by) for one in await all_of(store, Note)}
        edges = {
            (one.from_key, one.relationship_type, one.to_key, one.recorded_by)
            for one in await all_of(store, Edge)
        }

    assert nodes == {
        "person:ada": ("Ada", ""),
        "entity:museum": ("Museum", "place"),
        "entity:vergel": ("vergel", ""),
        "entity:turin": ("turin", ""),
    }
    assert notes == {
        ("person:ada", "Ada lives in Berlin.", "server-memory"),
        ("person:ada", "Ada plays the cello.", "server-memory"),
    }
    assert edges == {
        ("person:ada", "works_at", "entity:museum", "server-memory"),
        ("entity:turin", "lives_in", "entity:vergel", "mem0"),
    }


async def test_a_node_that_another_program_names_at_length_has_a_name(
    identity: Identity, tmp_path: Path
) -> None:
    name = "Ada " * 2_000 + "\x1b[2J"
    graph = tmp_path / "graph.jsonl"
    lines(graph, [{"type": "entity", "name": name, "observations": ["It opens at nine."]}])
    async with MemoryStore(identity) as store:
        await take(store, "server-memory", graph)
        (node,) = await all_of(store, Node)
        assert len(node.name) <= 200
        assert node.name.isprintable()


async def test_a_statement_that_is_said_again_later_is_one(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "mem0.json"
    async with MemoryStore(identity) as store:
        for day in ("01", "02"):
            value = {"memory": "Lives in Turin", "user_id": "v", "updated_at": f"2026-01-{day}"}
            path.write_text(json.dumps({"results": [value]}))
            await take(store, "mem0", path)
        (one,) = await all_of(store, Observation)

    assert one.text == "Lives in Turin"


async def test_what_is_longer_than_a_record_is_kept_in_parts(
    identity: Identity, tmp_path: Path
) -> None:
    long = " ".join(f"I counted the room number {n} of the museum." for n in range(2_000))
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([chatgpt_conversation("c", [("user", long)])]))
    note = tmp_path / "USER.md"
    note.write_text(f"- {long}\n")
    async with MemoryStore(identity) as store:
        said = await take(store, "chatgpt", path)
        (one,) = await store.conversations()
        turns = await store.conversation(one.id).turns()
        noted = await take(store, "markdown", note)
        observed = await all_of(store, Observation)
        assert counts(await take(store, "chatgpt", path)) == (0, 0, 1, 0)
        assert counts(await take(store, "markdown", note)) == (0, 0, 1, 0)

    assert (said.messages, noted.statements) == (1, 1)
    assert [turn.text for turn in turns] == [long]
    parts = [one.text for one in observed if one.origin.startswith("markdown/")]
    assert len(parts) > 2
    # cut between sentences
    assert all(part.startswith("I counted") and part.endswith(".") for part in parts)
    assert sum(part.count("I counted") for part in parts) == 2_000


async def test_what_is_taken_into_a_scope_stays_in_it(identity: Identity, tmp_path: Path) -> None:
    path = openclaw(tmp_path)
    async with MemoryStore(identity, path=tmp_path / "store.db") as store:
        alice = store.scope("user:alice")
        assert (await take_new(alice, path)).messages == len(TALK)
        assert await store.conversations() == []
        # how far a file was read is known for each scope
        assert (await take_new(store, path)).messages == len(TALK)
        assert len(await alice.conversations()) == len(await store.conversations()) == 1


# ---------------------------------------------------------------------- once and for all


async def _all_once(path: Path, identity: Identity, whole: Sequence[Any]) -> None:
    """What stands in a file is the same as if nobody had interfered, and each event is one."""
    async with MemoryStore(identity, path=path) as store:
        assert sorted(map(repr, await everything(store))) == sorted(map(repr, whole))
        lines_ = [json.loads(line) for line in await events(store)]
    addresses = [dict(map(tuple, one["tags"])).get("d") for one in lines_ if one["kind"] == 30078]
    assert len(addresses) == len(set(addresses))


def _moves(folder: Path, name: str, source: Path, count: int, *url: str) -> Iterator[int]:
    """Let processes be killed; the step of each, and 0 once one was not."""
    command = [sys.executable, "-m", mover.__name__, str(folder), name, str(source), str(count)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LOCAL_LLM_KEY": KEY}
    with subprocess.Popen(
        [*command, *url], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        for line in parent.stdout:
            yield 0 if line == "whole\n" else int(line)
    assert parent.returncode == 0


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", ["chatgpt", "openclaw", "server-memory"])
def test_killed_and_begun_again_it_has_everything_once(
    name: str, identity: Identity, tmp_path: Path
) -> None:
    source = _large(name, tmp_path)
    identity.save(tmp_path / "key")
    assert len(list(_moves(tmp_path, name, source, KILLS))) == KILLS + 1
    wanted = asyncio.run(_stands(tmp_path / "whole.db", identity))
    between = 0
    for number in range(1, KILLS + 1):
        dead = tmp_path / f"{number}-dead.db"
        stood = asyncio.run(_stands(dead, identity)) if dead.exists() else []
        between += 0 < len(stood) < len(wanted)
        asyncio.run(_all_once(tmp_path / f"{number}.db", identity, wanted))
    # kills that all fell before the first commit, or after the last, would prove nothing
    assert between


def _large(name: str, folder: Path) -> Path:
    """A source of many commits."""
    if name == "chatgpt":
        return chatgpt(folder, conversations=15, messages=24)
    if name == "server-memory":
        entities = [
            {
                "type": "entity",
                "name": f"person {n}",
                "entityType": "person",
                "observations": [f"Person {n} has the number {n + k}." for k in range(9)],
            }
            for n in range(20)
        ]
        relations = [
            {
                "type": "relation",
                "from": f"person {n}",
                "to": f"{'person' if n % 2 else 'town'} {n * 7 % 21}",
                "relationType": "knows" if n % 2 else "lives in",
            }
            for n in range(150)
        ]
        return lines(folder / "memory.jsonl", [*relations, *entities])
    talks = [[(role, f"{text} ({n})") for role, text in TALK * 12] for n in range(8)]
    for number, talk in enumerate(talks):
        header = {"type": "session", "version": 3, "id": f"s-{number}"}
        path = folder / "sessions" / f"s-{number}.jsonl"
        lines(path, [header, *openclaw_records(talk)])
    return folder / "sessions"


async def _stands(path: Path, identity: Identity) -> list[Any]:
    async with MemoryStore(identity, path=path) as store:
        return await everything(store)


def _notes(request: Request) -> Answer:
    """A model that notes, of every message that it is shown, what it is."""
    shown = request.body["messages"][-1]["content"].splitlines()
    messages = [json.loads(line) for line in shown if line.startswith('{"message"')]
    notes = [
        {"text": f"{one['by']} said: {one['text']}", "message": one["message"]} for one in messages
    ]
    return Answer(value={"observations": notes})


@pytest.mark.timeout(240)
def test_killed_while_a_model_observes_it_asks_again_only_for_what_was_lost(
    identity: Identity, tmp_path: Path
) -> None:
    source = chatgpt(tmp_path, conversations=6, messages=20)
    identity.save(tmp_path / "key")
    asked = []
    with LLMServer(_notes) as llm:
        for _ in _moves(tmp_path, "chatgpt", source, KILLS, llm.url(Format.OPENAI)):
            asked.append(len(llm.asked))
            llm.asked.clear()
    whole, *killed = asked
    assert whole >= 12
    wanted = asyncio.run(_stands(tmp_path / "whole.db", identity))
    assert any(isinstance(one, Observation) for one in wanted)
    for number, count in enumerate(killed, 1):
        asyncio.run(_all_once(tmp_path / f"{number}.db", identity, wanted))
        # at each of two deaths no more was lost than was under way, or answered and not kept yet
        assert whole <= count <= whole + 2 * 2 * mover.CONFIG.pyramid.parallel


async def test_two_devices_that_take_over_the_same_have_it_once(
    identity: Identity, tmp_path: Path
) -> None:
    path = chatgpt(tmp_path, conversations=3)
    note = SOURCES["server-memory"].write(tmp_path)
    wanted: list[Any] = []
    with LocalRelay() as relay:
        # neither of them has met the relay, or the other one
        for name in ("a", "b"):
            async with MemoryStore(
                identity, path=tmp_path / f"{name}.db", addressing="plain"
            ) as store:
                await take(store, "chatgpt", path)
                await take(store, "server-memory", note)
                wanted = await everything(store)
        first = MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK)
        second = MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK)
        async with first, second:
            for _ in range(3):
                for store in (first, second):
                    assert (await store.sync()).is_complete
            for store in (first, second):
                assert sorted(map(repr, await everything(store))) == sorted(map(repr, wanted))
                assert await store.conflicts() == []
                report = await take(store, "chatgpt", path)
                assert counts(report) == (0, 0, 12, 0)


# ------------------------------------------------------------------------- forgetting


async def test_a_conversation_that_was_forgotten_is_not_taken_again(
    identity: Identity, tmp_path: Path
) -> None:
    path = chatgpt(tmp_path)
    async with MemoryStore(identity, path=tmp_path / "store.db") as store:
        await take(store, "chatgpt", path)
        forgotten, kept = await store.conversations()
        await store.conversation(forgotten.id).forget()
        again = await take(store, "chatgpt", path)

        assert counts(again) == (0, 0, 4, 4)
        assert [one.id for one in await store.conversations()] == [kept.id]
        assert all(
            one.origin.startswith(f"stream/{kept.id}/") for one in await all_of(store, Observation)
        )


async def test_it_is_known_as_forgotten_before_anybody_was_told(
    identity: Identity, tmp_path: Path
) -> None:
    path = chatgpt(tmp_path)
    config = Config(relays=RelayConfig(close_timeout=0, connect_timeout=0.1, read_timeout=0.1))
    # of a key that may have a store elsewhere nobody has said yet how that addresses, so nothing
    # is asked of any relay
    known = Identity.from_nsec(identity.nsec)
    async with MemoryStore(
        known, "ws://127.0.0.1:1", path=tmp_path / "store.db", config=config
    ) as store:
        await take(store, "chatgpt", path)
        first, _ = await store.conversations()
        await store.conversation(first.id).forget()
        assert store.status().addressing is None
        assert counts(await take(store, "chatgpt", path)) == (0, 0, 4, 4)


async def test_what_is_new_in_a_forgotten_conversation_is_not_taken_either(
    identity: Identity, tmp_path: Path
) -> None:
    path = openclaw(tmp_path)
    async with MemoryStore(identity) as store:
        await take_new(store, path)
        (one,) = await store.conversations()
        await store.conversation(one.id).forget()
        with (path / "s-1.jsonl").open("a") as file:
            new = openclaw_records([("user", "And I like tea.")], first=9)
            file.writelines(json.dumps(record) + "\n" for record in new)
        assert counts(await take_new(store, path)) == (0, 0, 0, 1)
        assert await store.conversations() == []


# S-15.2
async def test_turns_statements_and_topics_that_were_forgotten_stay_forgotten(
    identity: Identity, tmp_path: Path
) -> None:
    talk = chatgpt(tmp_path, conversations=1)
    graph = SOURCES["server-memory"].write(tmp_path)
    async with MemoryStore(identity) as store:
        await take(store, "chatgpt", talk)
        await take(store, "server-memory", graph)
        (conversation,) = await store.conversations()
        turn, *_ = await store.conversation(conversation.id).turns()
        await store.conversation(conversation.id).delete(turn.id)
        note, *_ = await all_of(store, Note)
        await forget(store, Note, note_name(note.target, note.id))
        await forget(store, Node, "entity:museum")

        assert counts(await take(store, "chatgpt", talk)) == (0, 0, 3, 1)
        # with the museum went what joined it to somebody
        assert counts(await take(store, "server-memory", graph)) == (0, 0, 1, 3)
        # what is new about somebody who was forgotten has nowhere to be noted
        museum = {"type": "entity", "name": "Museum", "entityType": "place"}
        near = {"type": "relation", "from": "Ada", "to": "Museum", "relationType": "lives near"}
        lines(graph, [museum | {"observations": ["It opens at nine."]}, near])
        again = await take(store, "server-memory", graph)
        assert (counts(again), of_graph(again)) == ((0, 0, 0, 2), (0, 0, 0))
        assert [one.key for one in await all_of(store, Node)] == ["person:ada"]
        assert [one.id for one in await all_of(store, Note)] != [note.id]
        # once somebody makes it anew, what is new of it is taken, and what was forgotten is not
        context = await store._context()
        await context.records.commit(Put(context.ref(Node, "entity:museum"), MUSEUM))
        again = await take(store, "server-memory", graph)
        assert (counts(again), of_graph(again)) == ((0, 0, 0, 0), (0, 1, 1))
        again = await take(store, "server-memory", SOURCES["server-memory"].write(tmp_path))
        assert (counts(again), of_graph(again)) == ((0, 0, 2, 2), (0, 0, 0))


async def test_what_another_device_forgot_is_not_taken_by_one_that_knows(
    identity: Identity, tmp_path: Path
) -> None:
    path = chatgpt(tmp_path)
    with LocalRelay() as relay:
        async with MemoryStore(
            identity, relay.url, path=tmp_path / "a.db", addressing="plain", config=QUICK
        ) as first:
            await take(first, "chatgpt", path)
            assert (await first.sync()).is_complete
            gone, _ = await first.conversations()
            await first.conversation(gone.id).forget()
            assert (await first.sync()).is_complete
        async with MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK) as second:
            # it never read the relay: it does so before it takes anything
            report = await take(second, "chatgpt", path)
            assert counts(report) == (0, 0, 4, 4)
            assert len(await second.conversations()) == 1


# ---------------------------------------------------------------------------- trouble


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "glenn"])
async def test_of_a_damaged_source_the_rest_is_taken(
    name: str, identity: Identity, tmp_path: Path
) -> None:
    path = SOURCES[name].write(tmp_path)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    for file in files:
        content = file.read_bytes()
        if file.suffix == ".md":
            continue  # whatever stands in it is text
        file.write_bytes(content[: len(content) * 4 // 5] + b'{"broken": [\x00\xff')
    async with MemoryStore(identity) as store:
        report = await take(store, name, path)
        stands = await everything(store)

    assert stands
    if name != "markdown":
        assert report.problem_count
        assert all(files[0].name in problem.place for problem in report.problems)
        source = SOURCES[name]
        new = report.messages + report.statements + sum(of_graph(report))
        assert new < source.messages + source.statements + sum(source.graph)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 1_000,
        b"[" * 100_000,
        b'{"mapping": ' * 10_000,
        b'[{"mapping": {"a": {"message": NaN}}}, {"title": 1e999}]',
        b"PK\x03\x04" + b"\xff" * 500,
        '[{"chat_messages": "\ud800"}]'.encode("utf-8", "surrogatepass"),
    ],
    ids=["empty", "nul", "deep", "deep-objects", "nan", "zip", "surrogate"],
)
@pytest.mark.parametrize("name", FORMATS)
async def test_a_hostile_file_is_a_problem_with_a_place(
    name: str, content: bytes, identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / ("notes.md" if name == "markdown" else "hostile.jsonl")
    path.write_bytes(content)
    async with MemoryStore(identity) as store:
        if name == "glenn":
            with pytest.raises(InputError, match=r"hostile\.jsonl"):
                await take(store, name, path)
            return
        report = await take(store, name, path)
        assert report.messages == 0
        assert all(path.name in problem.place for problem in report.problems)
        assert report.problem_count == len(report.problems)


async def test_of_very_many_problems_the_first_thousand_are_named(
    identity: Identity, tmp_path: Path
) -> None:
    problems: list[Item] = [Problem(f"place {n}", "it is broken") for n in range(1_500)]
    async with MemoryStore(identity) as store:
        report = await store.import_items(problems)
    assert (report.problem_count, len(report.problems)) == (1_500, 1_000)
    assert report.problems[-1].place == "place 999"


# ------------------------------------------------------------------------ what grows


async def test_of_a_session_that_has_grown_only_the_new_lines_are_read(
    identity: Identity, tmp_path: Path
) -> None:
    folder = openclaw(tmp_path)
    file, path = folder / "s-1.jsonl", tmp_path / "store.db"
    async with MemoryStore(identity, path=path) as store:
        assert counts(await take_new(store, folder)) == (4, 0, 0, 0)
        # nothing has changed
        assert counts(await take_new(store, folder)) == (0, 0, 0, 0)
    with file.open("a") as grown:
        for record in openclaw_records([("user", "I like tea."), ("assistant", "Noted.")], 9):
            grown.write(json.dumps(record) + "\n")
        grown.write('{"type": "message", "mess')
    async with MemoryStore(identity, path=path) as store:
        assert counts(await take_new(store, folder)) == (2, 0, 0, 0)
        # the rest of the line that was being written
        with file.open("a") as grown:
            last = json.dumps(openclaw_records([("user", "I like coffee, too.")], 20)[0])
            grown.write(last.removeprefix('{"type": "message", "mess') + "\n")
        assert counts(await take_new(store, folder)) == (1, 0, 0, 0)
        (one,) = await store.conversations()
        turns = await store.conversation(one.id).turns()
    assert [turn.text for turn in turns[4:]] == ["I like tea.", "Noted.", "I like coffee, too."]


async def test_a_session_that_was_begun_anew_is_read_from_its_beginning(
    identity: Identity, tmp_path: Path
) -> None:
    folder = openclaw(tmp_path)
    file = folder / "s-1.jsonl"
    async with MemoryStore(identity) as store:
        await take_new(store, folder)
        # rotated: what was there goes on under another name
        file.rename(folder / "s-1.jsonl.reset.2026-01-06T00-00-00.000Z")
        header = {"type": "session", "version": 3, "id": "s-2"}
        lines(file, [header, *openclaw_records([("user", "I begin anew.")])])
        rotated = await take_new(store, folder)
        assert (rotated.messages, rotated.known) == (1, 4)
        # cut: shorter than it was
        lines(file, [header])
        assert counts(await take_new(store, folder)) == (0, 0, 0, 0)
        # written over: as long as it was, or longer, and something else
        lines(file, [header, *openclaw_records([("user", "I am another one.")] * 3)])
        assert (await take_new(store, folder)).messages == 3
        assert len(await store.conversations()) == 2


async def test_what_is_not_kept_is_read_again(identity: Identity, tmp_path: Path) -> None:
    folder = openclaw(tmp_path)

    def broken() -> Iterator[Item | Marked]:
        for item in read_new("openclaw", folder, {}):
            yield item
            if isinstance(item, Marked):
                raise OSError("the disk has gone")

    async with MemoryStore(identity) as store:
        with pytest.raises(OSError, match="the disk has gone"):
            await store.import_items(broken())
        assert await store.import_marks("openclaw") == {}
        assert (await take_new(store, folder)).messages == 4


async def test_how_far_a_file_was_read_is_known_to_this_device_alone(
    identity: Identity, tmp_path: Path
) -> None:
    folder = openclaw(tmp_path / "secretive")
    path = tmp_path / "store.db"
    with LocalRelay() as relay:
        async with MemoryStore(
            identity, relay.url, path=path, addressing="plain", config=QUICK
        ) as store:
            await take_new(store, folder)
            before = len(await events(store))
            marks = await store.import_marks("openclaw")
            assert [Path(file).name for file in marks] == ["s-1.jsonl"]
            assert len(await events(store)) == before
            assert (await store.sync()).is_complete
            assert await store.import_marks("codex") == {}
        async with MemoryStore(identity, relay.url, config=QUICK) as other:
            assert (await other.sync()).is_complete
            assert len(await other.conversations()) == 1
            assert await other.import_marks("openclaw") == {}
    # neither where it lies nor what the session is called can be read
    for file in tmp_path.glob("store.db*"):
        content = file.read_bytes()
        assert not any(word in content for word in (b"secretive", b"s-1.jsonl", b"offset"))


async def test_a_store_in_memory_keeps_marks_as_long_as_it_lives(
    identity: Identity, tmp_path: Path
) -> None:
    folder = openclaw(tmp_path)
    async with MemoryStore(identity) as store:
        await take_new(store, folder)
        assert counts(await take_new(store, folder)) == (0, 0, 0, 0)
    async with MemoryStore(identity) as store:
        assert (await take_new(store, folder)).messages == 4


def test_the_command_reads_what_is_new(home: Home, tmp_path: Path) -> None:
    home.ok("init", "--local")
    folder = home.folder / FORMATS["openclaw"].usual
    lines(folder / "s-1.jsonl", openclaw_records(TALK))
    assert home.ok("--json", "import", "openclaw").json["messages"] == 4
    assert home.ok("--json", "import", "openclaw").json["known"] == 0
    lines(folder / "s-1.jsonl", openclaw_records([*TALK, ("user", "I like tea.")]))
    new = home.ok("--json", "import", "openclaw").json
    assert (new["messages"], new["known"]) == (1, 0)
    everything_ = home.ok("--json", "import", "openclaw", "--all").json
    assert (everything_["messages"], everything_["known"]) == (0, 5)
    one = home.ok("--json", "import", "openclaw", "--limit", "2").json
    assert (one["messages"], one["known"]) == (0, 2)


# ------------------------------------------------------------------------- dry runs


@pytest.mark.parametrize("name", FORMATS)
async def test_a_dry_run_tells_what_it_would_come_to_and_writes_nothing(
    name: str, identity: Identity, tmp_path: Path
) -> None:
    path, file = SOURCES[name].write(tmp_path), tmp_path / "store.db"
    async with MemoryStore(identity, path=file, addressing="blinded") as store:
        await store.remember("k", "v")
        before = await events(store)
        planned = await take(store, name, path, dry_run=True)
        assert await events(store) == before
        assert await everything(store) == []
        done = await take(store, name, path)

    assert planned.is_dry_run
    assert not done.is_dry_run
    same = (done.conversations, done.messages, done.statements, done.observations, done.events)
    assert of_graph(planned) == of_graph(done)
    assert same == (
        *(planned.conversations, planned.messages, planned.statements),
        *(planned.observations, planned.events),
    )
    assert planned.bytes == pytest.approx(done.bytes, rel=0.02)


async def test_a_dry_run_asks_no_model_and_moves_no_mark(
    identity: Identity, tmp_path: Path
) -> None:
    folder = openclaw(tmp_path)
    llm = ScriptedLLM(answers=[{"observations": []}])
    async with MemoryStore(identity, path=tmp_path / "store.db", llm=llm) as store:
        planned = await store.import_items(read_new("openclaw", folder, {}), dry_run=True)
        assert llm.asked == []
        assert await store.import_marks("openclaw") == {}
        done = await take_new(store, folder)

    assert len(llm.asked) == 1
    assert (planned.calls, planned.input_tokens) == (done.calls, done.input_tokens)
    assert planned.calls == 1
    assert planned.input_tokens > 100


def test_a_dry_run_says_what_would_be_asked_of_a_model(home: Home, tmp_path: Path) -> None:
    home.ok("init", "--local")
    path = str(openclaw(tmp_path))
    model = ("--provider", "local:qwen3:4b@http://127.0.0.1:1/v1")
    shown = home.ok("--json", "import", "openclaw", path, "--dry-run", *model)
    assert shown.json["calls"] == 1
    tokens = f"{shown.json['input_tokens']:,}"
    assert "it would be at most 1 request to " in shown.err
    assert f"take in about {tokens} tokens" in shown.err
    assert "request" not in home.ok("import", "openclaw", path, "--dry-run").err


async def test_what_a_relay_would_have_to_take_is_told(identity: Identity, tmp_path: Path) -> None:
    path = chatgpt(tmp_path)
    config = Config(relays=RelayConfig(close_timeout=0, connect_timeout=0.2, read_timeout=0.2))
    urls = ["ws://127.0.0.1:1", "wss://relay.invalid"]
    async with MemoryStore(
        identity, urls, path=tmp_path / "store.db", addressing="plain", config=config
    ) as store:
        report = await take(store, "chatgpt", path, dry_run=True)

    near, far = report.relays
    assert [near.url, far.url] == urls
    assert near.events == far.events == report.events > 0
    assert near.bytes == far.bytes == report.bytes > 300 * report.events
    assert near.seconds == 0
    assert far.seconds == report.events / config.relays.events_per_second


def test_much_is_written_only_when_somebody_agrees(home: Home, tmp_path: Path) -> None:
    path = str(chatgpt(tmp_path, conversations=30, messages=24))
    home.ok("init", "--local")
    refused = home.run("import", "chatgpt", path)
    assert refused.code == 2
    assert "events" in refused.err
    assert "--yes" in refused.err
    assert home.ok("--json", "import", "chatgpt", path, "--dry-run").json["known"] == 0
    done = home.ok("--json", "import", "chatgpt", path, "--yes").json
    assert done["messages"] == 720
    assert done["events"] > 1_000


@pytest.mark.parametrize(("answer", "code", "taken"), [("yes\n", 0, 720), ("no\n", 1, 0)])
def test_who_sits_at_a_terminal_is_asked(
    answer: str, code: int, taken: int, home: Home, tmp_path: Path
) -> None:
    path = str(chatgpt(tmp_path, conversations=30, messages=24))
    home.ok("init", "--local")
    shown, ended = at_a_terminal(home, ["import", "chatgpt", path], "to go on: ", answer)
    assert "this takes 2" in shown
    assert ended == code
    assert home.ok("--json", "import", "chatgpt", path, "--dry-run").json["known"] == taken


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chatgpt",), "say where it is"),
        (("openclaw",), "nothing at"),
        (("chatgpt", "none.zip"), "nothing at"),
        (("myspace", "x"), "no such command"),
        ((), "chatgpt"),
        (("chatgpt", "here.json", "--user", "ada"), "leave the user out"),
        (("mem0", "here.json", "--conversation", "c"), "leave the conversation out"),
        (("glenn", "here.json"), "no SQLite database"),
        (("chatgpt", "here.json", "--limit", "0"), "1 or more"),
    ],
)
def test_a_call_that_cannot_be_right_ends_with_2(
    words: tuple[str, ...], says: str, home: Home
) -> None:
    home.ok("init", "--local")
    (home.folder / "here.json").write_text("[]")
    run = home.run("import", *words)
    assert run.code == 2, run
    assert says in run.err + run.out


def test_problems_are_shown_with_their_places(home: Home, tmp_path: Path) -> None:
    bad = [{"nothing": n} for n in range(25)]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([*bad, chatgpt_conversation("c")]))
    run = home.ok("--json", "import", "chatgpt", str(path))
    assert run.json["messages"] == 4
    assert run.json["problem_count"] == len(run.json["problems"]) == 25
    assert "conversations.json, conversation 20: it is no conversation of ChatGPT" in run.err
    assert "conversation 21:" not in run.err
    assert "and 5 more" in run.err


@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--yes",)])
def test_what_is_something_else_altogether_ends_with_1(
    more: tuple[str, ...], home: Home, tmp_path: Path
) -> None:
    home.ok("init", "--local")
    wrong = tmp_path / "conversations.json"
    wrong.write_text(json.dumps([{"nothing": 1}]))
    run = home.run("--json", "import", "chatgpt", str(wrong), *more)
    assert (run.code, run.json["problem_count"]) == (1, 1)
    assert "expected ChatGPT's data export" in run.err
    wrong.write_text(json.dumps([chatgpt_conversation("c")]))
    run = home.run("import", "chatgpt", str(wrong), "--conversation", "another", *more)
    assert run.code == 1
    assert "no conversation 'another'" in run.err
    wrong.write_text("[]")
    assert "nothing to take in it" in home.ok("import", "chatgpt", str(wrong), *more).err


def test_that_nothing_is_new_is_no_error(home: Home, tmp_path: Path) -> None:
    home.ok("init", "--local")
    sessions = str(lines(tmp_path / "s-1.jsonl", openclaw_records(TALK)).parent)
    codex = home.run("import", "codex", sessions)  # whose files are called otherwise
    assert codex.code == 1
    assert "expected Codex's sessions" in codex.err
    assert "new" not in home.ok("import", "openclaw", sessions).err
    assert "nothing is new since the last time" in home.ok("import", "openclaw", sessions).err
    packed = tmp_path / "s-2.jsonl"
    packed.write_bytes(b"\x1f\x8b\x08\x00")
    # what cannot be read is named each time; whoever reads what is new every hour knows it
    assert "it is packed" in home.ok("import", "openclaw", sessions).err


def test_only_what_is_wanted_is_taken(home: Home, tmp_path: Path) -> None:
    path = str(SOURCES["glenn"].write(tmp_path))
    newest = home.ok("--json", "import", "glenn", path, "--user", "vergel", "--limit", "2").json
    assert (newest["conversations"], newest["messages"]) == (1, 2)
    one = home.ok("--json", "import", "glenn", path, "--conversation", "2").json
    assert (one["conversations"], one["messages"], one["known"]) == (1, 4, 0)


# --------------------------------------------------------------------------- a model


def _answers(count: int) -> list[object]:
    return [{"observations": [{"text": f"Fact {n}.", "message": 1}]} for n in range(count)]


async def test_what_a_model_observed_stays_when_it_fails(
    identity: Identity, tmp_path: Path
) -> None:
    path = chatgpt(tmp_path, conversations=8)
    gone = [LLMUnreachableError("nobody answers")] * 3
    llm = ScriptedLLM(answers=[*_answers(2), *gone])
    file = tmp_path / "store.db"
    async with MemoryStore(identity, path=file, config=ONE_BY_ONE, llm=llm) as store:
        with pytest.raises(LLMError, match=r"nobody answers.*8 messages .*Import the same again"):
            await take(store, "chatgpt", path)
        assert len(await all_of(store, Turn)) == 8
        assert {one.text for one in await all_of(store, Observation)} == {"Fact 0.", "Fact 1."}
    llm = ScriptedLLM(answers=_answers(6))
    async with MemoryStore(identity, path=file, config=ONE_BY_ONE, llm=llm) as store:
        report = await take(store, "chatgpt", path)
        assert counts(report) == (24, 0, 8, 0)
        assert len(llm.asked) == report.calls == 6


async def test_one_chunk_that_a_model_fails_at_keeps_no_other_from_being_taken(
    identity: Identity, tmp_path: Path
) -> None:
    folder = openclaw(tmp_path)
    for number in range(2, 5):
        header = {"type": "session", "version": 3, "id": f"s-{number}"}
        talk = [(role, f"{text} ({number})") for role, text in TALK]
        lines(folder / f"s-{number}.jsonl", [header, *openclaw_records(talk)])
    failing = LLMUnreachableError("nobody answers")
    llm = ScriptedLLM(answers=[*_answers(1), failing, *_answers(2)])
    async with MemoryStore(identity, config=ONE_BY_ONE, llm=llm) as store:
        report = await take_new(store, folder)
        assert counts(report) == (12, 0, 0, 0)
        assert report.failures == ("nobody answers",)
        # what it failed at is not behind any mark
        store._means = replace(store._means, llm=ScriptedLLM(answers=_answers(1)))
        again = await take_new(store, folder)
        assert (again.messages, again.failures) == (4, ())
        assert counts(await take_new(store, folder)) == (0, 0, 0, 0)


async def test_no_more_is_asked_at_once_than_is_allowed(identity: Identity, tmp_path: Path) -> None:
    path = chatgpt(tmp_path, conversations=12)
    llm = Counting(_answers(12))
    async with MemoryStore(identity, llm=llm) as store:
        await take(store, "chatgpt", path, parallel=3)
    assert llm.most == 3


class Counting(ScriptedLLM):
    """Notices how much is asked at once."""

    def __init__(self, answers: Sequence[object]) -> None:
        super().__init__(answers=answers)
        self.now = self.most = 0

    async def extract(self, system: str, prompt: str, shape: Any) -> Any:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(0)
            return await super().extract(system, prompt, shape)
        finally:
            self.now -= 1


# --------------------------------------------------------------------------- formats


def test_a_format_that_there_is_not_names_all() -> None:
    with pytest.raises(InputError) as raised:
        read("myspace", "x")
    assert all(name in str(raised.value) for name in FORMATS)


def test_only_what_grows_can_be_read_from_where_it_was_left(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="openclaw, claude-code, codex"):
        read_new("chatgpt", chatgpt(tmp_path), {})


async def test_how_far_it_has_come_is_told(identity: Identity, tmp_path: Path) -> None:
    path = chatgpt(tmp_path, conversations=30, messages=24)
    told: list[Progress] = []
    async with MemoryStore(identity) as store:
        await take(store, "chatgpt", path, watch=told.append)
    assert all(before.done <= after.done for before, after in itertools.pairwise(told))
    assert told[-1].done == 720
    assert len(told) > 2


def test_the_formats_are_public() -> None:
    assert list(importers.FORMATS) == [
        *("chatgpt", "claude", "openclaw", "glenn", "server-memory", "mem0", "letta", "markdown"),
        *("claude-code", "codex"),
    ]


async def test_what_a_relay_refused_for_good_is_never_called_accepted(home: Home):
    (home.folder / "notes.md").write_text("- Prefers dark mode\n")
    async with RelayServer(QuirkRelay(Quirks(max_content_chars=600))) as server:
        await asyncio.to_thread(home.ok, "init", "--relay", server.url)
        for is_known in (False, True):
            run = await asyncio.to_thread(home.run, "import", "markdown", "notes.md")
            assert run.code == 3
            assert ("1 known already" in run.err) == is_known
            assert f"no relay takes it: {server.url}" in run.err
            assert "status --outbox" in run.err
            assert "it goes out" not in run.err


async def test_what_was_taken_before_is_accepted_where_nothing_is_left(home: Home):
    (home.folder / "notes.md").write_text("- Prefers dark mode\n")
    async with RelayServer(QuirkRelay()) as server:
        await asyncio.to_thread(home.ok, "init", "--relay", server.url)
        for events in ("; 1 event, ", "; 0 events, "):
            run = await asyncio.to_thread(home.ok, "import", "markdown", "notes.md")
            assert f"accepted by {server.url}" in run.err
            assert events in run.err


def test_ctrl_c_says_that_what_was_taken_stays(home: Home):
    home.ok("init")
    lines = [f"- Tree {n} of the garden was planted by Tom\n" for n in range(4_000)]
    (home.folder / "many.md").write_text("".join(lines))
    process = subprocess.Popen(
        [*COMMAND, "import", "markdown", "many.md", "--yes"],
        env=home.environment,
        cwd=home.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    database = home.folder / "default" / "memory.db-wal"
    before = database.stat().st_size if database.exists() else 0
    deadline = time.monotonic() + 40
    while process.poll() is None and time.monotonic() < deadline:
        if database.exists() and database.stat().st_size > before + 200_000:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=40)
    assert process.returncode == 130
    assert "what was taken stays; importing the same again goes on" in said
    home.check(said)
    again = home.ok("--json", "import", "markdown", "many.md", "--yes").json
    assert again["known"] + again["statements"] == 4_000
    assert again["known"]
