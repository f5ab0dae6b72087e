"""What Letta's agent files become."""

import json
from pathlib import Path
from typing import Any

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Problem, Said, Stated
from sense_memory.core.llm import Role
from sense_memory.importers.letta import read_letta
from sense_memory.importers.options import Options

AT = "2024-05-01T10:00:00"
START = 1_714_557_600.0


def text(*texts: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": each} for each in texts]


def packed(kind: str, words: str) -> list[dict[str, str]]:
    return text(json.dumps({"type": kind, "message": words, "time": "today"}))


def call(name: str, arguments: object) -> dict[str, Any]:
    return {"id": "t", "type": "function", "function": {"name": name, "arguments": arguments}}


MESSAGES: list[Any] = [
    {"role": "system", "content": text("You are kind"), "created_at": AT},
    {"role": "user", "content": packed("user_message", "Hello"), "created_at": AT},
    {"role": "user", "content": packed("heartbeat", "tick"), "created_at": AT},
    {
        "role": "assistant",
        "content": text("I should greet"),
        "tool_calls": [call("memory_insert", "{}"), call("send_message", '{"message": "Hi Ada"}')],
        "created_at": AT,
    },
    {"role": "tool", "content": text("OK"), "created_at": AT},
    {"role": "user", "content": "How are you?", "created_at": AT},
    {"role": "assistant", "content": text("Well,", "thanks."), "tool_calls": None},
]
SAID = [
    (Role.USER, "Hello"),
    (Role.ASSISTANT, "Hi Ada"),
    (Role.USER, "How are you?"),
    (Role.ASSISTANT, "Well,\nthanks."),
]
BLOCK = {"label": "human", "value": "Name: Ada\n\n- Lives in Turin\n* ", "limit": 5_000}


def exported(folder: Path, value: Any) -> Path:
    path = folder / "agent.af"
    path.write_text(json.dumps(value))
    return path


def read(path: Path, **options: Any) -> list[Item]:
    return list(read_letta(path, Options(**options)))


@pytest.mark.parametrize("age", ["today", "before"])
def test_an_agent_is_its_conversation_and_its_blocks(tmp_path: Path, age: str) -> None:
    agent = {"agent_type": "memgpt_v2_agent", "messages": MESSAGES, "name": "Anna", "id": "agent-0"}
    file = {
        "today": {"agents": [agent], "blocks": [BLOCK], "tools": [{"name": "x"}]},
        "before": {"core_memory": [BLOCK], **agent, "version": "0.1.0"},
    }[age]
    found = read(exported(tmp_path, file))
    said = [item for item in found if isinstance(item, Said)]
    assert [(item.role, item.text) for item in said] == SAID
    assert {(item.conversation, item.title) for item in said} == {("Anna", "Anna")}
    assert [item.at for item in said] == [START, START, START, None]
    assert [(item.subject, item.text, item.kind) for item in found if isinstance(item, Stated)] == [
        ("human", "Name: Ada", "block"),
        ("human", "Lives in Turin", "block"),
    ]
    assert not any(isinstance(item, Problem) for item in found)


def test_passages_are_statements_with_their_tags(tmp_path: Path) -> None:
    passage: dict[str, Any] = {
        "id": "p",
        "text": "Met Grace in May",
        "tags": ["people"],
        "created_at": AT,
    }
    passage["embedding"] = [0.1] * 5
    for file in ([passage], {"passages": [passage]}, {"agents": [{"archival_memory": [passage]}]}):
        (found,) = read(exported(tmp_path, file))
        assert isinstance(found, Stated)
        assert (found.text, found.labels, found.at, found.kind) == (
            "Met Grace in May",
            ("people",),
            START,
            "passage",
        )


def test_an_agent_may_be_asked_for_by_its_name(tmp_path: Path) -> None:
    agents = [{"name": name, "messages": MESSAGES[1:2]} for name in ("Anna", "Bert")]
    path = exported(tmp_path, {"agents": agents, "blocks": [BLOCK]})
    assert [item.conversation for item in read(path, conversation="Bert")] == ["Bert"]
    with pytest.raises(InputError, match="names no users"):
        read(path, user="ada")


def test_what_is_wrong_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    wrong: list[Any] = [
        5,
        {"role": []},
        {"role": "user", "content": {"a": 1}},
        {"role": "user", "content": "{not json"},
        {"role": "assistant", "tool_calls": [5, {"function": 7}, call("send_message", "[")]},
        {"role": "assistant", "tool_calls": [call("send_message", {"message": "Hi"})]},
    ]
    agent = {"name": 5, "id": "agent-0", "messages": wrong, "memory_blocks": [{"label": "x"}, 7]}
    found = read(exported(tmp_path, {"agents": [agent, 9], "blocks": [8], "passages": "x"}))
    assert [item.text for item in found if isinstance(item, Said)] == ["{not json", "Hi"]
    places = [item.place for item in found if isinstance(item, Problem)]
    assert places == [
        "agent.af, agents 1, messages 1",
        "agent.af, agents 1, messages 2",
        "agent.af, agents 1, memory_blocks 1",
        "agent.af, agents 1, memory_blocks 2",
        "agent.af, agents 2",
        "agent.af, blocks 1",
    ]


def test_a_cut_file_keeps_whole_messages(tmp_path: Path) -> None:
    path = exported(tmp_path, {"agents": [{"name": "Anna", "messages": MESSAGES}]})
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"How are you?") + 30])
    found = read(path)
    assert [item.text for item in found if isinstance(item, Said)] == ["Hello", "Hi Ada"]
    assert any(isinstance(item, Problem) for item in found)
