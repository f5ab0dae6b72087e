"""Codex's sessions: what people and the agent said to each other in them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Mark, Marked, Problem, Said
from sense_memory.core.llm import Role
from sense_memory.importers import FORMATS
from sense_memory.importers.codex import read_codex, read_codex_grown
from sense_memory.importers.options import Options
from tests.unit.importers.transcript_files import (
    CODEX_ID,
    HOUR,
    append,
    codex as message,
    codex_header as header,
    iso,
    text,
    write,
)

NAME = f"2026/01/05/rollout-2026-01-05T08-00-00-{CODEX_ID}.jsonl"


def said(path: Path, options: Options | None = None) -> list[Said]:
    return [item for item in read_codex(path, options or Options()) if isinstance(item, Said)]


def problems(path: Path) -> list[Problem]:
    return [item for item in read_codex(path, Options()) if isinstance(item, Problem)]


def test_what_is_said_is_read_and_nothing_else(tmp_path: Path):
    write(
        tmp_path / NAME,
        [
            header(),
            message("developer", ["<permissions instructions>x</permissions instructions>"], 1),
            message("user", ["<environment_context>\n<cwd>/tmp</cwd>\n</environment_context>"], 1),
            {"timestamp": iso(1), "type": "turn_context", "payload": {"cwd": "/tmp"}},
            message("user", ["Does the test pass?"], 2),
            {
                "timestamp": iso(2),
                "type": "event_msg",
                "payload": {"type": "user_message", "message": "Does the test pass?"},
            },
            {
                "timestamp": iso(3),
                "type": "response_item",
                "payload": {"type": "reasoning", "summary": text("Hm."), "encrypted_content": "x"},
            },
            {
                "timestamp": iso(4),
                "type": "response_item",
                "payload": {"type": "function_call", "name": "shell", "arguments": "{}"},
            },
            message("assistant", ["It", "does."], 5),
            {
                "timestamp": iso(6),
                "type": "compacted",
                "payload": {"message": "", "replacement_history": [message("user", ["x"])]},
            },
        ],
    )
    assert [(item.conversation, item.role, item.text, item.at) for item in said(tmp_path)] == [
        (CODEX_ID, Role.USER, "Does the test pass?", HOUR + 2),
        (CODEX_ID, Role.ASSISTANT, "It\ndoes.", HOUR + 5),
    ]
    assert problems(tmp_path) == []


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("<user_instructions>x</user_instructions>", None),
        ("<environment_context>x</environment_context>\n\nHello", "Hello"),
        ("# AGENTS.md instructions for /tmp\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>", None),
        ("<turn_aborted>\nThe user interrupted.\n</turn_aborted>", None),
        ("<environment_context>cut", None),
        ("# Context from my IDE setup:\n\n## My request for Codex:\nFix it\n", "Fix it"),
        ("<skillful> people", "<skillful> people"),
        ("I like <skill>x</skill>", "I like <skill>x</skill>"),
    ],
)
def test_what_the_program_says_in_a_person_s_name_is_taken_off(
    tmp_path: Path, written: str, words: str | None
):
    file = write(tmp_path / NAME, [header(), message("user", [written])])
    assert [item.text for item in said(file)] == ([] if words is None else [words])


@pytest.mark.parametrize(
    "of_the_header",
    [
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "p"}}}},
        {"source": {"internal": "memory"}},
        {"thread_source": "subagent"},
        {"parent_thread_id": "p"},
    ],
)
def test_what_an_agent_says_to_its_own_agents_is_left_out(
    tmp_path: Path, of_the_header: dict[str, Any]
):
    file = write(tmp_path / NAME, [header(**of_the_header), message("user", ["Look for it."])])
    assert said(file) == []
    marks: dict[str, Mark] = {}
    for item in read_codex_grown(file, {}):
        if isinstance(item, Marked):
            marks[item.file] = item.mark
    append(file, [message("assistant", ["Found."], 2)])
    assert not any(isinstance(item, Said) for item in read_codex_grown(file, marks))


def test_of_a_session_that_copies_another_the_first_header_counts(tmp_path: Path):
    file = write(
        tmp_path / NAME,
        [
            header(forked_from_id="old"),
            header("old", source={"subagent": "review"}),
            message("user", ["Hello"]),
        ],
    )
    assert [item.conversation for item in said(file)] == [CODEX_ID]


def test_a_bare_session_has_the_time_of_its_beginning(tmp_path: Path):
    """As Codex wrote them before September 2025."""
    file = write(
        tmp_path / "rollout-2025-09-02T17-17-41-c3c4b301-27c8-4c70-b6e4-46b99fdf0236.jsonl",
        [
            {"id": "bare", "timestamp": iso(0), "instructions": None, "git": {}},
            {"record_type": "state"},
            message("user", ["Hello"])["payload"],
            {"type": "reasoning", "summary": []},
            message("assistant", ["Hi"])["payload"],
        ],
    )
    assert [(item.conversation, item.text, item.at) for item in said(file)] == [
        ("bare", "Hello", HOUR),
        ("bare", "Hi", HOUR),
    ]
    assert problems(file) == []


def test_a_session_without_a_header_is_known_by_its_name(tmp_path: Path):
    file = write(tmp_path / NAME, [message("user", ["Hello"])])
    assert [item.conversation for item in said(file)] == [CODEX_ID]


def test_what_is_new_goes_on_where_it_was(tmp_path: Path):
    file = write(tmp_path / NAME, [header("other"), message("user", ["one"])])
    marks = {
        item.file: item.mark for item in read_codex_grown(tmp_path, {}) if isinstance(item, Marked)
    }
    append(file, [message("assistant", ["two"], 2)])
    assert [
        (item.conversation, item.text)
        for item in read_codex_grown(tmp_path, marks)
        if isinstance(item, Said)
    ] == [("other", "two")]


def test_only_sessions_are_opened(tmp_path: Path):
    write(tmp_path / "history.jsonl", [message("user", ["x"])])
    write(tmp_path / "archived_sessions" / Path(NAME).name, [header(), message("user", ["y"])])
    assert [item.text for item in said(tmp_path)] == ["y"]
    with pytest.raises(InputError, match="leave the user out"):
        read_codex(tmp_path, Options(user="me"))


def test_a_session_that_is_packed_is_told(tmp_path: Path):
    (tmp_path / f"{Path(NAME).name}.zst").write_bytes(b"\x28\xb5\x2f\xfd\n\n\n")
    (problem,) = problems(tmp_path)
    assert (problem.place, "packed" in problem.why) == (f"{Path(NAME).name}.zst", True)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.dictionaries(
        st.sampled_from(["timestamp", "type", "payload", "id"]),
        st.none()
        | st.integers()
        | st.text(max_size=5)
        | st.lists(st.integers(), max_size=2)
        | st.dictionaries(
            st.sampled_from(["type", "role", "content", "id"]),
            st.integers() | st.sampled_from(["message", "user"]) | st.lists(st.integers()),
        ),
    ),
    st.sampled_from(["session_meta", "response_item", None]),
)
def test_whatever_stands_in_a_record_the_others_are_read(
    tmp_path: Path, odd: dict[str, object], kind: str | None
):
    strange = odd | ({"type": kind} if kind else {})
    records = [header(), message("user", ["before"]), strange, message("user", ["after"], 3)]
    texts = [item.text for item in said(write(tmp_path / NAME, records))]
    assert (texts[0], texts[-1]) == ("before", "after")


def test_the_sessions_are_where_codex_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert FORMATS["codex"].default_path == tmp_path / ".codex" / "sessions"
