"""What other programs leave behind, a small file of each: two people's talk, or what is known."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

START = 1_767_600_000
"""2026-01-05T08:00:00Z, when the talking begins."""
TALK = (
    ("user", "I live in Turin and work at the Egyptian museum."),
    ("assistant", "I noted that you work at the Egyptian museum in Turin."),
    ("user", "My sister Ada moved to Berlin last year."),
    ("assistant", "I will remember that Ada lives in Berlin."),
)
"""What is said, and by whom, one minute after the other."""


@dataclass(frozen=True)
class Source:
    """A program's file, and what is in it.

    Attributes:
        write: Writes it into a folder and returns its path.
        messages: How many messages.
        statements: How many statements.
        nodes: How many people, concepts and entities.
        notes: How many observations of those.
        edges: How many relations.
        named: How many of the nodes nothing is stated of, and are named in a record of their own.
    """

    write: Callable[[Path], Path]
    messages: int = 0
    statements: int = 0
    nodes: int = 0
    notes: int = 0
    edges: int = 0
    named: int = 0

    @property
    def graph(self) -> tuple[int, int, int]:
        """Nodes, notes and edges."""
        return self.nodes, self.notes, self.edges

    @property
    def items(self) -> int:
        """How many items there are, of any kind."""
        return self.messages + self.statements + self.notes + self.edges + self.named


def _iso(minutes: int) -> str:
    return f"2026-01-05T{8 + minutes // 60:02}:{minutes % 60:02}:00Z"


def _json(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value))
    return path


def lines(path: Path, records: Sequence[object]) -> Path:
    """A file of JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def chatgpt_conversation(
    name: str, talk: Sequence[tuple[str, str]] = TALK, start: float = START
) -> dict[str, Any]:
    """A conversation of ChatGPT's export."""
    mapping: dict[str, Any] = {}
    parent = None
    for number, (role, text) in enumerate(talk):
        node = f"{name}-{number}"
        content = {"content_type": "text", "parts": [text]}
        message = {
            "id": node,
            "author": {"role": role},
            "content": content,
            "create_time": start + 60 * number,
        }
        mapping[node] = {"id": node, "parent": parent, "children": [], "message": message}
        parent = node
    return {
        "title": f"About {name}",
        "conversation_id": name,
        "mapping": mapping,
        "current_node": parent,
    }


def chatgpt(folder: Path, conversations: int = 2, messages: int = len(TALK)) -> Path:
    """An export of ChatGPT; what is said goes round and round, so each says which it is."""
    talks = [
        [
            (role, f"{text} That is note {number} of {at}.")
            for number in range(messages)
            for role, text in [TALK[number % len(TALK)]]
        ]
        for at in range(conversations)
    ]
    return _json(
        folder / "conversations.json",
        [
            chatgpt_conversation(f"c{at}", talk, START + 86_400 * at)
            for at, talk in enumerate(talks)
        ],
    )


def _claude(folder: Path) -> Path:
    messages = [
        {
            "uuid": f"m{number}",
            "sender": "human" if role == "user" else role,
            "text": text,
            "created_at": _iso(number),
        }
        for number, (role, text) in enumerate(TALK)
    ]
    value = [{"uuid": "c-1", "name": "Turin", "chat_messages": messages}]
    return _json(folder / "conversations.json", value)


def openclaw_records(talk: Sequence[tuple[str, str]], first: int = 0) -> list[dict[str, Any]]:
    """Messages of a session of OpenClaw."""
    return [
        {
            "type": "message",
            "id": f"m{number}",
            "timestamp": _iso(number),
            "message": {
                "role": role,
                "content": [{"type": "text", "text": text}],
                "timestamp": (START + 60 * number) * 1000,
            },
        }
        for number, (role, text) in enumerate(talk, first)
    ]


def openclaw(folder: Path) -> Path:
    """A folder with one session of OpenClaw."""
    header = {"type": "session", "version": 3, "id": "s-1", "timestamp": _iso(0)}
    lines(folder / "sessions" / "s-1.jsonl", [header, *openclaw_records(TALK)])
    return folder / "sessions"


def _glenn(folder: Path) -> Path:
    path = folder / "chat.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(
            "CREATE TABLE users (id INTEGER, username TEXT); "
            "CREATE TABLE conversations (id INTEGER, user_id INTEGER); "
            "CREATE TABLE messages (conversation_id INTEGER, role TEXT, content TEXT, timestamp)"
        )
        database.executemany("INSERT INTO users VALUES (?, ?)", [(1, "Vergel"), (2, "Glenn")])
        database.executemany("INSERT INTO conversations VALUES (?, ?)", [(1, 1), (2, 2)])
        # the two talk at the same time, so the rows of both take turns
        for number, (role, text) in enumerate(TALK):
            for conversation in (1, 2):
                row = (conversation, role, f"{text} ({conversation})", START + number)
                database.execute("INSERT INTO messages VALUES (?, ?, ?, ?)", row)
    return path


def _server_memory(folder: Path) -> Path:
    ada = {
        "type": "entity",
        "name": "Ada",
        "entityType": "person",
        "observations": ["Ada lives in Berlin.", "Ada plays the cello."],
    }
    museum = {"type": "entity", "name": "Museum", "entityType": "place", "observations": []}
    works = {"type": "relation", "from": "Ada", "to": "Museum", "relationType": "works_at"}
    return lines(folder / "memory.jsonl", [ada, museum, works])


def _mem0(folder: Path) -> Path:
    return _json(
        folder / "mem0.json",
        {
            "results": [
                {"memory": "Lives in Turin", "user_id": "vergel", "created_at": _iso(0)},
                {"memory": "Answers briefly", "agent_id": "helper", "created_at": _iso(1)},
            ],
            "relations": [{"source": "vergel", "relationship": "lives_in", "target": "turin"}],
        },
    )


def _letta(folder: Path) -> Path:
    messages = [{"role": role, "content": text, "created_at": _iso(0)} for role, text in TALK]
    blocks = [
        {"label": "human", "value": "Lives in Turin\nWorks at the museum"},
        {"label": "persona", "value": "I am brief."},
        {"label": "project", "value": "The catalogue is due in May."},
    ]
    agent = {"name": "helper", "messages": messages, "core_memory": blocks}
    return _json(folder / "helper.af", {"agents": [agent]})


def _markdown(folder: Path) -> Path:
    notes = folder / "notes"
    notes.mkdir()
    (notes / "USER.md").write_text("# Vergel\n\n- Lives in Turin\n- Works at the museum\n")
    (notes / "SOUL.md").write_text("I am brief.\n")
    (notes / "MEMORY.md").write_text("# Log\n\nThe catalogue is due in May.\n")
    return notes


def _claude_code(folder: Path) -> Path:
    records = [
        {
            "type": role,
            "sessionId": "c-1",
            "isSidechain": False,
            "uuid": f"u{number}",
            "timestamp": _iso(number),
            "message": {"role": role, "content": text},
        }
        for number, (role, text) in enumerate(TALK)
    ]
    lines(folder / "projects" / "-home-a" / "c-1.jsonl", records)
    return folder / "projects"


def _codex(folder: Path) -> Path:
    name = "019f5c5a-eb02-7ff0-90af-653b66eba9f4"
    records: list[object] = [
        {"timestamp": _iso(0), "type": "session_meta", "payload": {"id": name, "source": "cli"}}
    ]
    for number, (role, text) in enumerate(TALK):
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": text}]
        payload = {"type": "message", "role": role, "content": content}
        records.append({"timestamp": _iso(number), "type": "response_item", "payload": payload})
    lines(folder / "sessions" / f"rollout-2026-01-05T08-00-00-{name}.jsonl", records)
    return folder / "sessions"


SOURCES = {
    "chatgpt": Source(chatgpt, messages=8),
    "claude": Source(_claude, messages=4),
    "openclaw": Source(openclaw, messages=4),
    "glenn": Source(_glenn, messages=8),
    "server-memory": Source(_server_memory, nodes=2, notes=2, edges=1, named=1),
    "mem0": Source(_mem0, statements=2, nodes=2, edges=1),
    "letta": Source(_letta, messages=4, statements=4),
    "markdown": Source(_markdown, statements=4),
    "claude-code": Source(_claude_code, messages=4),
    "codex": Source(_codex, messages=4),
}
"""A source of every format."""
