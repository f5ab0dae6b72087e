"""What mem0's answers become."""

import json
from pathlib import Path
from typing import Any

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Problem, Related, Stated
from sense_memory.importers.mem0 import read_mem0
from sense_memory.importers.options import Options

TEA = {
    "id": "7f1c",
    "memory": "Likes green tea",
    "hash": "ab",
    "metadata": {"id": "x", "memory": "inner"},
    "categories": ["food", "food", 5, "drink"],
    "created_at": "2024-04-01T10:00:00.000000-07:00",
    "updated_at": "2024-05-01T10:00:00Z",
    "user_id": "ada",
}
START = 1_714_557_600.0


def exported(folder: Path, value: Any) -> Path:
    path = folder / "memories.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def read(path: Path, **options: Any) -> list[Item]:
    return list(read_mem0(path, Options(**options)))


@pytest.mark.parametrize("shape", ["answer", "list", "lines", "older"])
def test_a_memory_is_a_statement_about_its_owner(tmp_path: Path, shape: str) -> None:
    value: Any = {
        "answer": {"results": [TEA], "count": 1},
        "list": [TEA],
        "lines": json.dumps(TEA) + "\n",
        "older": {"memories": [TEA]},
    }[shape]
    (found,) = read(exported(tmp_path, value))
    assert found == Stated(
        "mem0",
        "ada",
        "Likes green tea",
        START,
        "user",
        "memories.json, memory 1",
        ("food", "drink"),
    )


@pytest.mark.parametrize(
    ("owner", "subject", "kind"),
    [
        ({"user_id": None, "agent_id": "helper"}, "helper", "agent"),
        ({"user_id": "", "run_id": "r1"}, "r1", "run"),
        ({"user_id": 5}, "", "memory"),
        ({"agent_id": "helper"}, "ada", "user"),
    ],
)
def test_whose_memory_it_is(tmp_path: Path, owner: dict[str, Any], subject: str, kind: str) -> None:
    (found,) = read(exported(tmp_path, [{**TEA, **owner}]))
    assert isinstance(found, Stated)
    assert (found.subject, found.kind) == (subject, kind)


def test_relations_of_the_graph_are_read(tmp_path: Path) -> None:
    relations = [
        {"source": "ada", "relationship": "lives_in", "target": "turin"},
        {"source": "ada", "relationship": "knows", "destination": "grace"},
        {"source": "ada", "relationship": "", "target": "x"},
        "nonsense",
    ]
    found = read(exported(tmp_path, {"results": [], "relations": relations}))
    place = "memories.json, relation"
    assert found == [
        Related("mem0", "ada", "turin", "lives_in", f"{place} 1"),
        Related("mem0", "ada", "grace", "knows", f"{place} 2"),
        Problem(f"{place} 3", "a relation needs two names and what joins them"),
        Problem(f"{place} 4", "a relation needs two names and what joins them"),
    ]


def test_one_user_may_be_asked_for_and_no_conversation(tmp_path: Path) -> None:
    other = {**TEA, "memory": "Runs", "user_id": "Grace"}
    path = exported(tmp_path, [TEA, other, {**other, "user_id": None, "agent_id": "grace"}])
    assert [item.text for item in read(path, user="GRACE") if isinstance(item, Stated)] == ["Runs"]
    with pytest.raises(InputError, match="no conversations"):
        read(path, conversation="x")


def test_what_is_no_memory_is_named(tmp_path: Path) -> None:
    wrong: list[Any] = [{"memory": 5}, 7, {"text": "From an older one"}, {}, None, {"memory": ""}]
    found = read(exported(tmp_path, {"results": wrong}))
    assert [item.text for item in found if isinstance(item, Stated)] == ["From an older one"]
    assert [item for item in found if isinstance(item, Problem)] == [
        Problem(f"memories.json, memory {number}", "it is no memory of mem0")
        for number in (1, 2, 4, 5)
    ]


def test_a_cut_memory_is_left_out(tmp_path: Path) -> None:
    whole = json.dumps({"results": [TEA, {**TEA, "id": "8", "memory": "Runs"}]})
    found = read(exported(tmp_path, whole[: whole.index("Runs") + 20]))
    assert [item.text for item in found if isinstance(item, Stated)] == ["Likes green tea"]
    assert any(isinstance(item, Problem) for item in found)


def test_a_statement_made_again_later_is_the_same(tmp_path: Path) -> None:
    first, again = read(exported(tmp_path, [TEA, {**TEA, "updated_at": None, "id": "9"}]))
    assert isinstance(first, Stated)
    assert isinstance(again, Stated)
    assert first.id == again.id
    assert first.at != again.at
