"""The tools of MCP's reference ``server-memory`` over the graph: what that does, this does.

``SENSE_MEMORY_SERVER_MEMORY`` names its ``dist/index.js``, for the tests that ask both.
"""

import asyncio
import io
import json
import os
import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from relay_fixtures import LocalRelay
from sense_memory import Config, EntityRelation, Identity, MemoryStore, RelayConfig
from sense_memory.adapters.mcp import Access
from sense_memory.adapters.mcp.server_memory import build_server_memory
from sense_memory.importers import read
from sense_memory.testing import ManualClock

from .mcp_host import Host, connected, text_of
from .shell import Home

QUICK = Config(relays=RelayConfig(close_timeout=5, read_back_delay=0))
TOOLS = [
    *("create_entities", "create_relations", "add_observations"),
    *("delete_entities", "delete_observations", "delete_relations"),
    *("read_graph", "search_nodes", "open_nodes"),
]
READING = TOOLS[6:]
EVERYBODY = Access(most_forgets=10_000)


@asynccontextmanager
async def serving(
    store: MemoryStore | None = None, access: Access = EVERYBODY
) -> AsyncIterator[Host]:
    """Our server in this process."""
    mind = store or MemoryStore(Identity.generate())
    async with mind, Client(build_server_memory(mind, access)) as client:
        yield Host(client, mind)


@asynccontextmanager
async def reference(folder: Path) -> AsyncIterator[Host]:
    """The other one, in a process of its own."""
    index = os.environ.get("SENSE_MEMORY_SERVER_MEMORY")
    node = shutil.which("node")
    if index is None or node is None:
        pytest.skip(
            "SENSE_MEMORY_SERVER_MEMORY does not name the dist/index.js of "
            "@modelcontextprotocol/server-memory, or there is no node to run it"
        )
    environment = {"MEMORY_FILE_PATH": str(folder / "memory.jsonl")}
    parameters = StdioServerParameters(command=node, args=[index], env=environment)
    with (folder / "reference.log").open("w") as log:
        async with Client(stdio_client(parameters, errlog=log), mode="legacy") as client:
            yield Host(client)


def entity(name: str, kind: str, *observations: str) -> dict[str, Any]:
    return {"name": name, "entityType": kind, "observations": list(observations)}


def relation(start: str, word: str, end: str) -> dict[str, str]:
    return {"from": start, "to": end, "relationType": word}


def graph(entities: list[Any], relations: list[Any]) -> dict[str, Any]:
    return {"entities": entities, "relations": relations}


def deleted(what: str) -> dict[str, Any]:
    return {"success": True, "message": f"{what} deleted successfully"}


def in_order(content: Any) -> Any:
    """The same whatever the order of entities and relations, which says nothing."""
    if not isinstance(content, dict):
        return content
    return {
        name: sorted(part, key=json.dumps) if name in ("entities", "relations") else part
        for name, part in content.items()
    }


async def seen(host: Host) -> dict[str, Any]:
    """Everything."""
    return dict(in_order(await host.ok("read_graph")))


# ------------------------------------------------------------------ as the reference server


class Step(NamedTuple):
    """A call, and what the reference server answers; ``None`` is an error."""

    tool: str
    arguments: dict[str, Any]
    answer: dict[str, Any] | None


ADA = entity("Ada Lovelace", "person", "Speaks French", "Has a cat")
ACME = entity("Acme", "organization")
EMPLOYED = relation("Ada Lovelace", "works_at", "Acme")
EMPLOYS = relation("Acme", "works_at", "Ada Lovelace")
SCRIPT = (
    Step("read_graph", {}, graph([], [])),
    Step("create_entities", {"entities": [ADA, ACME]}, {"entities": [ADA, ACME]}),
    # what exists stays as it is
    Step(
        "create_entities",
        {"entities": [entity("Acme", "person", "Is somebody"), entity("东京", "city", "人口很多")]},
        {"entities": [entity("东京", "city", "人口很多")]},
    ),
    Step("create_entities", {"entities": []}, {"entities": []}),
    Step("create_relations", {"relations": [EMPLOYED]}, {"relations": [EMPLOYED]}),
    Step("create_relations", {"relations": [EMPLOYED, EMPLOYS]}, {"relations": [EMPLOYS]}),
    Step(
        "add_observations",
        {
            "observations": [
                {"entityName": "Ada Lovelace", "contents": ["Has a cat", 'Says: "tea"\nand rests']},
                {"entityName": "Acme", "contents": []},
            ]
        },
        {
            "results": [
                {"entityName": "Ada Lovelace", "addedObservations": ['Says: "tea"\nand rests']},
                {"entityName": "Acme", "addedObservations": []},
            ]
        },
    ),
    # all or nothing
    Step(
        "add_observations",
        {
            "observations": [
                {"entityName": "Acme", "contents": ["Makes anvils"]},
                {"entityName": "Nobody", "contents": ["Is not there"]},
            ]
        },
        None,
    ),
    Step("search_nodes", {"query": "ANVIL"}, graph([], [])),
    # by name, by type, by observation
    Step("search_nodes", {"query": "acm"}, graph([ACME], [EMPLOYED, EMPLOYS])),
    Step("search_nodes", {"query": "ORGANI"}, graph([ACME], [EMPLOYED, EMPLOYS])),
    Step("search_nodes", {"query": "人口"}, graph([entity("东京", "city", "人口很多")], [])),
    Step(
        "search_nodes",
        {"query": "speaks french"},
        graph(
            [{**ADA, "observations": ["Speaks French", "Has a cat", 'Says: "tea"\nand rests']}],
            [EMPLOYED, EMPLOYS],
        ),
    ),
    Step("search_nodes", {"query": "french speaks"}, graph([], [])),
    Step("open_nodes", {"names": ["Acme", "Nobody"]}, graph([ACME], [EMPLOYED, EMPLOYS])),
    Step("open_nodes", {"names": []}, graph([], [])),
    # one way round is one relation
    Step("delete_relations", {"relations": [EMPLOYS]}, deleted("Relations")),
    Step("open_nodes", {"names": ["Acme"]}, graph([ACME], [EMPLOYED])),
    # what is not there is no error
    Step("delete_relations", {"relations": [EMPLOYS]}, deleted("Relations")),
    Step(
        "delete_relations",
        {"relations": [relation("Nobody", "knows", "Acme")]},
        deleted("Relations"),
    ),
    Step(
        "delete_observations",
        {
            "deletions": [
                {"entityName": "Ada Lovelace", "observations": ["Has a cat", "Has a dog"]},
                {"entityName": "Nobody", "observations": ["Has a dog"]},
            ]
        },
        deleted("Observations"),
    ),
    Step(
        "open_nodes",
        {"names": ["Ada Lovelace"]},
        graph(
            [entity("Ada Lovelace", "person", "Speaks French", 'Says: "tea"\nand rests')],
            [EMPLOYED],
        ),
    ),
    Step("delete_entities", {"entityNames": ["Ada Lovelace", "Nobody"]}, deleted("Entities")),
    Step("read_graph", {}, graph([ACME, entity("东京", "city", "人口很多")], [])),
    # what was deleted may be told anew, and has nothing of before
    Step("create_entities", {"entities": [ADA]}, {"entities": [ADA]}),
    Step("create_relations", {"relations": [EMPLOYED]}, {"relations": [EMPLOYED]}),
    Step("open_nodes", {"names": ["Ada Lovelace"]}, graph([ADA], [EMPLOYED])),
    # not what it takes
    Step("create_entities", {"entities": "Ada"}, None),
    Step("create_entities", {"entities": [{"name": "Bob"}]}, None),
    Step("add_observations", {"observations": [{"entityName": "Acme", "contents": [1]}]}, None),
    Step("search_nodes", {}, None),
    Step("open_nodes", {"names": ["Bob"]}, graph([], [])),
)


async def follow(host: Host, step: Step) -> None:
    """Make a call; it answers as it shall, and says the same to a model and to a program."""
    result = await host.call(step.tool, **step.arguments)
    assert bool(result.is_error) is (step.answer is None), text_of(result)
    if step.answer is None:
        return
    content = result.structured_content
    assert in_order(content) == in_order(step.answer)
    if step.tool.startswith("delete"):
        assert text_of(result) == step.answer["message"]
    elif step.tool in READING:
        assert json.loads(text_of(result)) == content
    else:
        assert content is not None
        assert [json.loads(text_of(result))] == list(content.values())


async def test_every_tool_answers_as_the_reference_server_does() -> None:
    async with serving() as host:
        for step in SCRIPT:
            await follow(host, step)


async def test_what_these_tests_take_for_its_answers_are_its_answers(tmp_path: Path) -> None:
    async with reference(tmp_path) as host:
        for step in SCRIPT:
            await follow(host, step)


async def test_tools_are_called_and_described_as_there(tmp_path: Path) -> None:
    async with reference(tmp_path) as theirs, serving() as ours:
        one, other = [
            {tool.name: tool for tool in (await host.client.list_tools()).tools}
            for host in (ours, theirs)
        ]
    assert list(one) == list(other) == TOOLS
    for name, tool in one.items():
        assert shape(tool.input_schema) == shape(other[name].input_schema), name
        given, there = tool.output_schema, other[name].output_schema
        assert given is not None
        assert there is not None
        assert given["required"] == there["required"], name
        hints, theirs_too = tool.annotations, other[name].annotations
        assert hints is not None
        assert theirs_too is not None
        assert bool(hints.read_only_hint) == theirs_too.read_only_hint
        assert bool(hints.destructive_hint) == theirs_too.destructive_hint


def shape(schema: Any) -> Any:
    """What a schema takes, without words."""
    if schema.get("type") == "array":
        return [shape(schema["items"])]
    if schema.get("type") != "object":
        return schema["type"]
    return {name: shape(part) for name, part in schema.get("properties", {}).items()}


class Theirs:
    """What the reference server keeps in its file, and does with it; ``None`` is an error."""

    def __init__(self) -> None:
        self.entities: dict[str, dict[str, Any]] = {}
        self.relations: list[dict[str, str]] = []

    def create_entities(self, entities: list[dict[str, Any]]) -> dict[str, Any]:
        new = [one for one in entities if one["name"] not in self.entities]
        for one in new:
            self.entities[one["name"]] = {**one, "observations": [*one["observations"]]}
        return {"entities": new}

    def create_relations(self, relations: list[dict[str, str]]) -> dict[str, Any]:
        new = [one for one in relations if one not in self.relations]
        self.relations += new
        return {"relations": new}

    def add_observations(self, observations: list[dict[str, Any]]) -> dict[str, Any] | None:
        if any(one["entityName"] not in self.entities for one in observations):
            return None
        results = []
        for one in observations:
            there = self.entities[one["entityName"]]["observations"]
            new = [text for text in one["contents"] if text not in there]
            there += new
            results.append({"entityName": one["entityName"], "addedObservations": new})
        return {"results": results}

    def delete_entities(self, entityNames: list[str]) -> dict[str, Any]:  # noqa: N803
        for name in entityNames:
            self.entities.pop(name, None)
            self.relations = [one for one in self.relations if name not in (one["from"], one["to"])]
        return deleted("Entities")

    def delete_observations(self, deletions: list[dict[str, Any]]) -> dict[str, Any]:
        for one in deletions:
            there = self.entities.get(one["entityName"], {"observations": []})
            left = [text for text in there["observations"] if text not in one["observations"]]
            there["observations"] = left
        return deleted("Observations")

    def delete_relations(self, relations: list[dict[str, str]]) -> dict[str, Any]:
        self.relations = [one for one in self.relations if one not in relations]
        return deleted("Relations")

    def read_graph(self) -> dict[str, Any]:
        return self._shown(list(self.entities))

    def open_nodes(self, names: list[str]) -> dict[str, Any]:
        return self._shown([name for name in names if name in self.entities])

    def search_nodes(self, query: str) -> dict[str, Any]:
        found = []
        for name, one in self.entities.items():
            texts = (name, one["entityType"], *one["observations"])
            if any(query.lower() in text.lower() for text in texts):
                found.append(name)
        return self._shown(found)

    def _shown(self, names: list[str]) -> dict[str, Any]:
        ends = set(names)
        found = [one for one in self.relations if {one["from"], one["to"]} & ends]
        return graph([self.entities[name] for name in names], found)


NAMES = ("Ada", "Bob", "Acme", "Rust", "Lake Como", "老子")
KINDS = ("person", "organization", "concept", "lake", "programming language")
WORDS = ("knows", "works_at", "is part of")
FACTS = ("Likes tea.", "Is old", "Speaks French and German", "说中文", "{}", "- item")


def any_call(rng: random.Random, there: list[str]) -> tuple[str, dict[str, Any]]:
    """A call that both know what to do with: ends of relations are there, and are two."""
    names = rng.sample(NAMES, 2)
    facts = rng.sample(FACTS, rng.randrange(4))
    ends = rng.sample(there, 2) if len(there) > 1 else []
    related = [relation(ends[0], rng.choice(WORDS), ends[1])] if ends else []
    tool = rng.choice(TOOLS)
    arguments: dict[str, dict[str, Any]] = {
        "create_entities": {"entities": [entity(one, rng.choice(KINDS), *facts) for one in names]},
        "create_relations": {"relations": related},
        "add_observations": {"observations": [{"entityName": names[0], "contents": facts}]},
        "delete_entities": {"entityNames": names[:1]},
        "delete_observations": {"deletions": [{"entityName": names[0], "observations": facts}]},
        "delete_relations": {"relations": related},
        "read_graph": {},
        "search_nodes": {"query": rng.choice((*NAMES, *KINDS, "tea", "MAN", "e"))},
        "open_nodes": {"names": names},
    }
    return tool, arguments[tool]


async def talk(host: Host, calls: int) -> None:
    """Any calls in any order: each is answered as by the reference server."""
    rng, theirs = random.Random(4), Theirs()
    for number in range(calls):
        tool, arguments = any_call(rng, list(theirs.entities))
        result = await host.call(tool, **arguments)
        expected = getattr(theirs, tool)(**arguments)
        assert bool(result.is_error) is (expected is None), (number, tool, arguments)
        assert in_order(result.structured_content) == in_order(expected), (number, tool, arguments)


async def test_any_talk_is_answered_as_by_the_reference_server() -> None:
    async with serving() as host:
        await talk(host, 200)


async def test_any_talk_with_the_reference_server_goes_so(tmp_path: Path) -> None:
    async with reference(tmp_path) as host:
        await talk(host, 1_000)


# ------------------------------------------------------------------ the same graph


def exported(text: str) -> dict[str, Any]:
    """What a file of that server says, as its tools would."""
    records = [json.loads(line) for line in text.splitlines()]
    parts: dict[str, list[Any]] = {"entity": [], "relation": []}
    for record in records:
        parts[record.pop("type")].append(record)
    return dict(in_order(graph(parts["entity"], parts["relation"])))


async def export(store: MemoryStore) -> dict[str, Any]:
    file = io.StringIO()
    await store.graph.export(file, "server-memory")
    return exported(file.getvalue())


async def test_what_was_imported_is_seen_and_what_is_told_is_exported(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    ada = {"type": "entity", **entity("Ada", "person", "Speaks French", "Has a cat")}
    lines = [ada, {"type": "relation", **relation("Ada", "works/at", "Acme")}]
    file.write_text("\n".join(map(json.dumps, lines)))
    async with serving() as host:
        await host.store.import_items(read("server-memory", file))
        assert await seen(host) == graph(
            [entity("Acme", "entity"), entity("Ada", "person", "Speaks French", "Has a cat")],
            [relation("Ada", "works/at", "Acme")],
        )
        added = {"entityName": "Ada", "contents": ["Has a cat", "Plays chess"]}
        await host.ok("add_observations", observations=[added])
        await host.ok("create_entities", entities=[entity("Bob", "Person", "Is tall.")])
        await host.ok("create_relations", relations=[relation("Bob", "knows", "Ada")])
        # whoever told it first, it is not told twice
        again = await host.ok("create_relations", relations=[relation("Ada", "works/at", "Acme")])
        assert again == {"relations": []}
        assert await export(host.store) == await seen(host)
        # and a file with the same brings nothing
        told = tmp_path / "told.jsonl"
        await host.store.graph.export(told, "server-memory")
        report = await host.store.import_items(read("server-memory", told))
        assert (report.nodes, report.notes, report.edges, report.problem_count) == (0, 0, 0, 0)
        await host.ok("delete_entities", entityNames=["Acme"])
        deletion = {"entityName": "Ada", "observations": ["Plays chess", "Speaks French"]}
        await host.ok("delete_observations", deletions=[deletion])
        await host.ok("delete_relations", relations=[relation("Bob", "knows", "Ada")])
        # nothing of it comes back by an old file
        report = await host.store.import_items(read("server-memory", told))
        assert (report.nodes, report.notes, report.edges) == (0, 0, 0)
        assert report.forgotten == 5
        assert await seen(host) == graph(
            [entity("Ada", "person", "Has a cat"), entity("Bob", "person", "Is tall.")], []
        )
        # but by somebody who says it again
        await host.ok("add_observations", observations=[added])
        await host.ok("create_relations", relations=[relation("Bob", "knows", "Ada")])
        assert await seen(host) == graph(
            [
                entity("Ada", "person", "Has a cat", "Plays chess"),
                entity("Bob", "person", "Is tall."),
            ],
            [relation("Bob", "knows", "Ada")],
        )


async def test_what_only_our_graph_knows_stays_and_what_is_over_is_not_shown() -> None:
    async with serving() as host:
        memory = host.store.graph
        friends = await memory.relate(
            "person:Ada", "person:Bob", "friend", attitude="close", valid_from="2010-01-01"
        )
        await memory.supersede(friends, relationship_type="colleague", valid_from="2020-01-01")
        over = await memory.relate("person:Ada", "entity:Acme", "works_at", valid_from="2015-01-01")
        await memory.invalidate(over, at="2019-01-01")
        await memory.add("source:Monday")
        await memory.link("source:Monday", "mentions", "person:Ada")
        await memory.note("person:Ada", "Has a cold", lifetime="week", at="2020-01-01")
        await memory.note("person:Ada", "Is here", lifetime="week")
        assert await seen(host) == graph(
            [entity("Acme", "entity"), entity("Ada", "person", "Is here"), entity("Bob", "person")],
            [relation("Ada", "colleague", "Bob")],
        )
        # told again, it stays as it is; what is over begins anew, and was before
        told = [relation("Ada", "Colleague", "Bob"), relation("Ada", "works_at", "Acme")]
        new = await host.ok("create_relations", relations=told)
        assert new == {"relations": told[1:]}
        (colleague,) = await memory.edges("person:Ada", relationship_type="colleague")
        assert colleague.attitude == "close"
        (then,) = await memory.at("2017-01-01", node="entity:Acme")
        assert then.id == over.id
        (now,) = await memory.edges("entity:Acme")
        assert now.id != over.id


# S-16.12
async def test_a_relation_that_is_deleted_is_in_no_history() -> None:
    async with serving() as host:
        memory = host.store.graph
        first = await memory.relate(
            "person:Ada", "person:Bob", "friend", valid_from="2010-01-01", description="at school"
        )
        met = await memory.supersede(first, description="at work", valid_from="2015-01-01")
        await memory.note(met, "They row", lifetime="forever")
        await memory.update(met, description="at the river")
        misspelt = await memory.relate("person:Ada", "person:Cid", "freind")
        await memory.update(misspelt, relationship_type="friend")
        other = await memory.relate("person:Ada", "person:Bob", "neighbour")
        friends = [relation("Ada", "friend", name) for name in ("Bob", "Cid")]
        await host.ok("delete_relations", relations=friends)
        assert [one.id for one in await memory.versions()] == [other.id]
        everything = io.StringIO()
        await memory.export(everything)
        for word in ("school", "work", "river", "row"):
            assert f"at {word}" not in everything.getvalue()
            assert "They row" not in everything.getvalue()


async def test_an_observation_that_was_a_description_can_be_deleted() -> None:
    async with serving() as host:
        said = "Counts things, and checks them."
        await host.store.graph.add("person:Ada", description=said)
        await host.store.graph.note("person:Ada", "Plays chess", lifetime="forever")
        await host.store.graph.note("person:Ada", "Plays chess", lifetime="week", at="2020-01-01")
        await host.store.graph.consolidate()
        assert await seen(host) == graph([entity("Ada", "person", said, "Plays chess")], [])
        for text in (said, "Plays chess"):
            deletion = {"entityName": "Ada", "observations": [text]}
            await host.ok("delete_observations", deletions=[deletion])
            everything = io.StringIO()
            await host.store.graph.export(everything)
            assert text.rstrip(".") not in everything.getvalue()
        assert await seen(host) == graph([entity("Ada", "person")], [])


async def test_a_name_means_the_same_whatever_its_case_and_blanks() -> None:
    async with serving() as host:
        await host.ok("create_entities", entities=[entity("  Lake \n Como", "Lake", " Is deep ")])
        again = entity("LAKE COMO", "person", "Is somebody")
        assert await host.ok("create_entities", entities=[again]) == {"entities": []}
        added = {"entityName": "lake como", "contents": ["Is deep", "Is long"]}
        assert await host.ok("add_observations", observations=[added]) == {
            "results": [{"entityName": "Lake Como", "addedObservations": ["Is long"]}]
        }
        opened = await host.ok("open_nodes", names=["lake COMO"])
        assert opened["entities"] == [entity("Lake Como", "Lake", "Is deep", "Is long")]


async def test_of_names_that_several_have_each_is_told_apart() -> None:
    async with serving() as host:
        await host.store.graph.add("concept:Rust")
        await host.store.graph.add("entity:Rust", description="game")
        two = [entity("concept:Rust", "concept"), entity("entity:Rust", "game")]
        assert await seen(host) == graph(two, [])
        assert in_order(await host.ok("open_nodes", names=["Rust"])) == graph(two, [])
        added = {"entityName": "Rust", "contents": ["Is red"]}
        error = await host.refused("add_observations", observations=[added])
        assert "concept:Rust, entity:Rust" in error
        assert "say which" in await host.refused("delete_entities", entityNames=["Rust"])
        assert await seen(host) == graph(two, [])
        await host.ok("delete_entities", entityNames=["entity:Rust"])
        assert await seen(host) == graph([entity("Rust", "concept")], [])


async def test_an_end_that_does_not_exist_is_made() -> None:
    async with serving() as host:
        told = [relation("Ada", "knows", "Bob"), relation("bob", "likes", "Ada")]
        new = await host.ok("create_relations", relations=told)
        assert new["relations"] == [told[0], relation("Bob", "likes", "Ada")]
        assert (await seen(host))["entities"] == [entity("Ada", "entity"), entity("Bob", "entity")]


SAYING = ("person: of note", "entity:Rust", "concept:entity:Rust")
"""What says a type, or seems to: each is met with several."""
KINDS_OF_ODD = ("person", "game", "", "concept", "organization")
ODD = (
    *SAYING,
    *("C++", "C#", "🦜", "]]>1", '"hi"'),
    *("e\u0301", "عمر الخيام", "a\u200bb", "tab\tand\nline", "\u202eabc", "x" * 200, "__proto__"),
    *("constructor", "graph/node/person:ada", "../../1", "0"),
)


async def test_whatever_is_called_somehow_is_found_and_deleted_by_that() -> None:
    async with serving() as host:
        for number, name in enumerate((*ODD, *SAYING, *SAYING)):
            kind = KINDS_OF_ODD[number % len(KINDS_OF_ODD)]
            made = await host.ok("create_entities", entities=[entity(name, kind, "Is odd")])
            (found,) = made["entities"]
            again = [entity(one, kind) for one in (name, found["name"])]
            assert await host.ok("create_entities", entities=again) == {"entities": []}
            for one in (name, found["name"]):
                opened = await host.ok("open_nodes", names=[one])
                assert opened == graph([found], [])
            told = [relation(name, "is beside", "Home"), relation("Home", "has", name)]
            related = await host.ok("create_relations", relations=told)
            assert len(related["relations"]) == 2
            await host.ok("delete_relations", relations=told)
            added = {"entityName": name, "contents": ["Is odd", "Is here"]}
            (result,) = (await host.ok("add_observations", observations=[added]))["results"]
            assert result == {"entityName": found["name"], "addedObservations": ["Is here"]}
            assert await seen(host) == await export(host.store)
            await host.ok("delete_entities", entityNames=[name, "Home"])
            assert await seen(host) == graph([], [])


async def test_what_nobody_sees_is_shown_to_a_model() -> None:
    # letters of Unicode's tags, a blank without width, an end of a line, another direction, DEL
    unseen = "\U000e0041\u200b\u2028\u202e\x7f"
    async with serving() as host:
        await host.ok("create_entities", entities=[entity("Ada", "person", f"Is{unseen} here")])
        said = text_of(await host.call("read_graph"))
        assert all(line.isprintable() for line in said.split("\n"))
        assert json.loads(said) == await host.ok("read_graph")


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("create_entities", {"entities": [entity("Bob", "x"), entity(" ", "x")]}, "name is empty"),
        ("create_entities", {"entities": [entity("Bob", "x", "fine", "  ")]}, "2 of 'Bob' is empt"),
        ("create_entities", {"entities": [entity("B" * 201, "x")]}, "at most 200 characters"),
        ("create_entities", {"entities": [entity("...", "x")]}, "a letter, a digit"),
        ("create_entities", {"entities": [entity("Bob", "x", "y" * 60_000)]}, "at most 40960"),
        ("create_relations", {"relations": [relation("Bob", "is", "Bob")]}, "with itself"),
        ("create_relations", {"relations": [relation("Bob", "//", "Ada")]}, "letter"),
        ("create_relations", {"relations": [{"from": "Bob", "to": "Ada"}]}, "relationType"),
        ("delete_entities", {"entityNames": "Ada"}, "entityNames"),
        ("open_nodes", {"names": [{}]}, "names.0"),
    ],
)
async def test_what_cannot_be_so_is_named_and_nothing_is_written(
    tool: str, arguments: dict[str, Any], why: str
) -> None:
    async with serving() as host:
        await host.ok("create_entities", entities=[entity("Ada", "person", "Is here")])
        assert why in await host.refused(tool, **arguments)
        assert await seen(host) == graph([entity("Ada", "person", "Is here")], [])


# ------------------------------------------------------------------ access, scopes, machines


async def test_what_a_host_may_not_do_it_is_not_offered() -> None:
    identity = Identity.generate()

    async def offered(access: Access) -> list[str]:
        async with serving(MemoryStore(identity), access) as host:
            return [tool.name for tool in (await host.client.list_tools()).tools]

    assert await offered(Access()) == TOOLS
    assert await offered(Access(read_only=True)) == READING
    without = [name for name in TOOLS if not name.startswith("delete")]
    assert await offered(Access(may_forget=False)) == without


async def test_reading_only_leaves_no_use_and_opening_is_one(tmp_path: Path) -> None:
    identity, path = Identity.generate(), tmp_path / "agent.db"

    async def uses_after_opening(access: Access) -> int:
        async with serving(MemoryStore(identity, path=path), access) as host:
            await host.store.graph.add("person:Ada")
            await host.ok("open_nodes", names=["Ada"])
            (found,) = await host.store.graph.nodes()
            return found.node.life.access_count

    assert await uses_after_opening(Access(read_only=True)) == 0
    assert await uses_after_opening(Access()) == 1


async def test_each_thing_that_is_deleted_counts() -> None:
    async with serving(access=Access(most_forgets=3)) as host:
        names = [f"Thing {number}" for number in range(6)]
        made = [entity(name, "thing", "a", "b") for name in names]
        await host.ok("create_entities", entities=made)
        assert "--most-forgets" in await host.refused("delete_entities", entityNames=names[:4])
        await host.ok("delete_entities", entityNames=names[:1])
        deletion = {"entityName": names[1], "observations": ["a", "b"]}
        await host.ok("delete_observations", deletions=[deletion])
        refused = await host.refused(
            "delete_relations", relations=[relation(names[1], "is", names[2])]
        )
        assert "nothing was deleted" in refused
        left = [one["name"] for one in (await host.ok("read_graph"))["entities"]]
        assert left == names[1:]


async def test_nothing_of_another_scope_is_read_or_deleted() -> None:
    store = MemoryStore(Identity.generate())
    scopes = store.scope("user:alice"), store.scope("user:bob")
    async with store, serving(scopes[0]) as alice, serving(scopes[1]) as bob:
        await alice.ok("create_entities", entities=[entity("Ada", "person", "Is Alice's")])
        await bob.ok("create_entities", entities=[entity("Ada", "person", "Is Bob's")])
        await alice.ok("delete_entities", entityNames=["Ada"])
        assert await seen(alice) == graph([], [])
        assert await seen(bob) == graph([entity("Ada", "person", "Is Bob's")], [])
        assert await bob.ok("search_nodes", query="Alice") == graph([], [])


async def test_what_is_told_at_once_is_all_there() -> None:
    async with serving() as host:
        made = [entity("Ada", "person")]
        await asyncio.gather(
            *(host.ok("create_entities", entities=made) for _ in range(5)),
            *(
                host.ok("create_relations", relations=[relation("Ada", f"does {number}", "Acme")])
                for number in range(5)
            ),
            *(
                host.ok(
                    "add_observations",
                    observations=[{"entityName": "Ada", "contents": [f"fact {number}", "same"]}],
                )
                for number in range(5)
            ),
        )
        found = await seen(host)
        assert [one["name"] for one in found["entities"]] == ["Acme", "Ada"]
        assert len(found["relations"]) == 5
        facts = found["entities"][1]["observations"]
        assert sorted(facts) == [*(f"fact {number}" for number in range(5)), "same"]


async def test_a_relation_told_both_ways_at_once_is_two(tmp_path: Path) -> None:
    identity, path = Identity.generate(), tmp_path / "agent.db"
    async with (
        MemoryStore(identity, path=path) as one,
        MemoryStore(identity, path=path) as other,
    ):
        ways = [EntityRelation("Ada", "Bob", "knows"), EntityRelation("Bob", "Ada", "knows")]
        await asyncio.gather(
            *(store.graph.entities.relate([way]) for way in ways for store in (one, other))
        )
        for store in (one, other):
            assert sorted((await store.graph.entities.read()).relations, key=repr) == ways


async def test_what_a_clock_that_is_ahead_told_is_not_told_again(tmp_path: Path) -> None:
    identity, path = Identity.generate(), tmp_path / "agent.db"
    here, ahead = ManualClock(1_800_000_000.0), ManualClock(1_800_000_030.0)
    told = EntityRelation("Ada", "Bob", "knows")
    async with (
        MemoryStore(identity, path=path, clock=here) as one,
        MemoryStore(identity, path=path, clock=ahead) as other,
    ):
        await other.graph.entities.relate([told])
        assert await one.graph.entities.relate([told]) == []
        back = EntityRelation("Bob", "Ada", "knows")
        assert await one.graph.entities.relate([back]) == [back]
        here.advance(31)
        assert (await one.graph.entities.read()).relations == (told, back)


async def test_another_machine_sees_what_is_told_and_nothing_of_what_is_deleted() -> None:
    identity = Identity.generate()
    async with LocalRelay() as relay:

        def device() -> MemoryStore:
            return MemoryStore(identity, [relay.url], config=QUICK)

        async with serving(device()) as host:
            await host.ok("create_entities", entities=[ADA, ACME])
            await host.ok("create_relations", relations=[EMPLOYED])
            await host.store.graph.relate("person:Ada Lovelace", "entity:Acme", "owns")
        async with serving(device()) as host:
            # it is not here yet, and is deleted wherever it is
            await host.ok("delete_entities", entityNames=["Acme"])
            deletion = {"entityName": "Ada Lovelace", "observations": ["Has a cat"]}
            await host.ok("delete_observations", deletions=[deletion])
            assert await seen(host) == graph(
                [entity("Ada Lovelace", "person", "Speaks French")], []
            )
        async with device() as store:
            assert await export(store) == graph(
                [entity("Ada Lovelace", "person", "Speaks French")], []
            )
            everything = io.StringIO()
            await store.graph.export(everything)
            for word in ("cat", "Acme", "works_at", "owns"):
                assert word not in everything.getvalue()


@pytest.fixture
def local(home: Home) -> Home:
    home.is_near = True
    home.ok("init", "--local")
    return home


async def test_the_command_serves_them(local: Home) -> None:
    async with connected(local, "--compat", "server-memory", "--scope", "user:alice") as host:
        assert [tool.name for tool in (await host.client.list_tools()).tools] == TOOLS
        await host.ok("create_entities", entities=[ADA])
        assert await seen(host) == graph([ADA], [])
    export = ("graph", "export", "-", "--format", "server-memory")
    written = await asyncio.to_thread(local.ok, "--scope", "user:alice", *export)
    assert exported(written.out) == graph([ADA], [])
    assert (await asyncio.to_thread(local.ok, *export)).out == ""
