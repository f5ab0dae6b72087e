"""The file of MCP's server-memory, and graphs that are kept as a whole."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Named, Problem, Related, Stated
from sense_memory.importers.options import Options
from sense_memory.importers.server_memory import read_server_memory

TOM = {
    "type": "entity",
    "name": "Tom",
    "entityType": "person",
    "observations": ["Speaks Spanish", "Likes tea"],
}
ACME = {"type": "entity", "name": "Acme", "entityType": "organization", "observations": []}
WORKS = {"type": "relation", "from": "Tom", "to": "Acme", "relationType": "works_at"}


def read(path: Path, options: Options | None = None) -> list[Item]:
    return list(read_server_memory(path, options or Options()))


def write(path: Path, *records: object) -> Path:
    # as the server writes it: nothing behind the last line
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return path


def test_entities_are_statements_and_relations_relations(tmp_path: Path):
    file = write(tmp_path / "memory.jsonl", TOM, ACME, WORKS)
    place = "memory.jsonl, line"
    assert read(file) == [
        Stated(
            "server-memory", "Tom", "Speaks Spanish", None, "person", f"{place} 1, observation 1"
        ),
        Stated("server-memory", "Tom", "Likes tea", None, "person", f"{place} 1, observation 2"),
        Named("server-memory", "Acme", "organization", None, f"{place} 2"),
        Related("server-memory", "Tom", "Acme", "works_at", f"{place} 3"),
    ]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_graph_as_a_whole_holds_the_same(tmp_path: Path, indent: int | None):
    lines = write(tmp_path / "memory.jsonl", TOM, ACME, WORKS)
    graph = tmp_path / "graph.json"
    whole = {"entities": [TOM, ACME], "relations": [WORKS]}
    graph.write_text(json.dumps(whole, indent=indent), encoding="utf-8")
    ids = [item.id for item in read(graph) if not isinstance(item, Problem)]
    assert ids == [item.id for item in read(lines) if not isinstance(item, Problem)]
    assert not any(isinstance(item, Problem) for item in read(graph))


def test_other_servers_write_times_and_tags(tmp_path: Path):
    entity = {
        "type": "entity",
        "name": "Tom",
        "entityType": "person",
        "observations": [{"content": "Likes tea", "timestamp": "2026-01-05T08:00:00Z"}, "Tall"],
        "lastModified": "2026-02-05T08:00:00Z",
        "tags": ["friend"],
    }
    tea, tall = read(write(tmp_path / "memory.jsonl", {"type": "_aim", "source": "x"}, entity))
    assert isinstance(tea, Stated)
    assert isinstance(tall, Stated)
    assert (tea.text, tea.at, tea.labels) == ("Likes tea", 1_767_600_000, ("friend",))
    assert (tall.text, tall.at) == ("Tall", 1_770_278_400)


def test_what_is_malformed_is_told_and_the_rest_is_read(tmp_path: Path):
    file = write(
        tmp_path / "memory.jsonl",
        {"type": "entity", "entityType": "person", "observations": ["x"]},
        {"type": "entity", "name": "Ann", "entityType": "person", "observations": "x"},
        {"type": "entity", "name": "Ann", "entityType": 5, "observations": [5, "Is tall"]},
        {"type": "relation", "from": "Tom", "to": ["Acme"], "relationType": "works_at"},
        {"type": "thing"},
        ["list"],
        WORKS,
    )
    file.write_text(file.read_text() + "\n" + json.dumps(TOM)[:-9])
    items = read(file)
    assert [item.place for item in items if isinstance(item, Problem)] == [
        "memory.jsonl, line 1",
        "memory.jsonl, line 2",
        "memory.jsonl, line 3, observation 1",
        "memory.jsonl, line 4",
        "memory.jsonl, line 5",
        "memory.jsonl, line 6",
        "memory.jsonl, line 8",
    ]
    assert [item.text for item in items if isinstance(item, Stated)] == ["Is tall"]
    assert [item.relation for item in items if isinstance(item, Related)] == ["works_at"]


def test_a_graph_that_is_cut_off_gives_what_stands_before(tmp_path: Path):
    file = tmp_path / "graph.json"
    file.write_text(json.dumps({"entities": [TOM, ACME], "relations": [WORKS]}, indent=2)[:-40])
    items = read(file)
    assert [item.text for item in items if isinstance(item, Stated)] == [
        "Speaks Spanish",
        "Likes tea",
    ]
    assert [item.name for item in items if isinstance(item, Named)] == ["Acme"]
    assert any(isinstance(item, Problem) for item in items)


def test_of_a_folder_its_memories_are_read(tmp_path: Path):
    write(tmp_path / "memory.jsonl", TOM)
    write(tmp_path / "memory.json", ACME)
    write(tmp_path / "log.jsonl", WORKS)
    items = read(tmp_path)
    assert [item.subject for item in items if isinstance(item, Stated)] == ["Tom", "Tom"]
    assert [item.name for item in items if isinstance(item, Named)] == ["Acme"]


@pytest.mark.parametrize("observations", [[], [5], ["", " "], ["x" * 1_000_001]])
def test_an_entity_that_nothing_is_stated_of_is_named(tmp_path: Path, observations: list[object]):
    for kind in ("organization", "", None):
        entity = ACME | {"entityType": kind, "observations": observations}
        items = read(write(tmp_path / "memory.jsonl", entity))
        (named,) = [item for item in items if not isinstance(item, Problem)]
        assert named == Named("server-memory", "Acme", kind or "", None, "memory.jsonl, line 1")


def test_it_knows_no_users_and_the_newest_may_be_wanted(tmp_path: Path):
    file = write(tmp_path / "memory.jsonl", TOM, WORKS)
    for options in (Options(user="x"), Options(conversation="x")):
        with pytest.raises(InputError, match="leave them out"):
            read(file, options)
    items = read(file, Options(limit=1))
    assert [type(item) for item in items] == [Related, Stated]
    write(file, TOM, WORKS, ACME)
    assert [type(item) for item in read(file, Options(limit=1))] == [Related, Named]


ODD = (
    st.none()
    | st.integers()
    | st.text(max_size=5)
    | st.lists(st.integers(), max_size=2)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.dictionaries(st.sampled_from([*TOM, *WORKS, "tags"]), ODD | st.lists(ODD)),
    st.booleans(),
    st.booleans(),
)
def test_whatever_stands_in_a_record_the_others_are_read(
    tmp_path: Path, odd: dict[str, object], is_whole: bool, is_entity: bool
):
    strange = (TOM if is_entity else WORKS) | odd
    file = tmp_path / "memory.jsonl"
    if is_whole:
        file.write_text(json.dumps({"entities": [strange, TOM], "relations": [WORKS]}))
    else:
        write(file, strange, TOM, WORKS)
    items = read(file)
    assert "Likes tea" in [item.text for item in items if isinstance(item, Stated)]
    assert ("Tom", "Acme") in [
        (item.subject, item.target) for item in items if isinstance(item, Related)
    ]
