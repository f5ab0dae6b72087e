"""Files that are anything: each importer says what is wrong, and reads what stands beside it."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sense_memory.core.items import Item, Mark, Marked, Problem, Said, Stated
from sense_memory.importers.claude_code import read_claude_code, read_claude_code_grown
from sense_memory.importers.codex import read_codex, read_codex_grown
from sense_memory.importers.markdown import read_markdown
from sense_memory.importers.openclaw import read_openclaw, read_openclaw_grown
from sense_memory.importers.options import Options
from sense_memory.importers.server_memory import read_server_memory
from tests.unit.importers.transcript_files import claude_code, codex, openclaw

Read = Callable[[Path, Options], Iterator[Item]]

GOOD: dict[Read, tuple[str, str]] = {
    read_openclaw: ("b.jsonl", json.dumps(openclaw("user", "good"))),
    read_claude_code: ("b.jsonl", json.dumps(claude_code("user", "good"))),
    read_codex: ("rollout-b.jsonl", json.dumps(codex("user", ["good"]))),
    read_server_memory: (
        "memory-b.jsonl",
        '{"type":"entity","name":"a","entityType":"b","observations":["good"]}',
    ),
    read_markdown: ("b.md", "good"),
}
GROWN: dict[Read, Callable[[Path, dict[str, Mark]], Iterator[Item | Marked]]] = {
    read_openclaw: read_openclaw_grown,
    read_claude_code: read_claude_code_grown,
    read_codex: read_codex_grown,
}

LINE = '{"type":"message","message":{"role":"user","content":"x"}}\n'
HOSTILE = {
    "nothing": b"",
    "zeros": bytes(100_000),
    "noise": random.Random(1).randbytes(100_000),
    "line feeds": b"\n" * 100_000,
    "UTF-16": LINE.encode("utf-16") * 3,
    "brackets": b"[" * 200_000 + b"\n" + b'{"a":' * 100_000 + b"\n",
    "numbers": b'{"timestamp":' + b"9" * 100_000 + b"}\n" + b'{"timestamp":-1e999}\n',
    "halves": LINE[:30].encode() + b"\r" + LINE.encode()[30:] + b'{"type":"\\ud800"}\n{"\xff":1}',
    "other": b'null\ntrue\n"text"\n[{}]\n{}\n{"type":null}\n{"type":{}}\n{"type":[]}\n5\n',
    "SQLite": b"SQLite format 3\0" + bytes(84),
    "ESC": b'{"type":"\x1b[2J"}\n# \x1b[2J\n',
}


@pytest.mark.parametrize("read", GOOD, ids=lambda read: read.__name__)
@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_what_stands_beside_a_hostile_file_is_read(tmp_path: Path, read: Read, content: bytes):
    name, good = GOOD[read]
    (tmp_path / name.replace("b.", "a.")).write_bytes(content)
    (tmp_path / name).write_text(good)
    runs: list[list[Item | Marked]] = [[*read(tmp_path, Options())]]
    if read in GROWN:
        runs.append([*GROWN[read](tmp_path, {})])
    for items in runs:
        texts = [item.text for item in items if isinstance(item, Said | Stated)]
        assert texts[-1] == "good"
        for item in items:
            if isinstance(item, Problem):
                # places and reasons go to a terminal as they are
                assert (item.place + item.why).isprintable()


@pytest.mark.parametrize("read", GOOD, ids=lambda read: read.__name__)
def test_a_packed_file_is_told(tmp_path: Path, read: Read):
    (tmp_path / GOOD[read][0]).write_bytes(b"\x1f\x8b" + bytes(100))
    (problem,) = read(tmp_path, Options())
    assert isinstance(problem, Problem)
    assert "packed" in problem.why


@pytest.mark.parametrize("read", GOOD, ids=lambda read: read.__name__)
def test_what_is_read_again_has_the_same_ids(tmp_path: Path, read: Read):
    name, good = GOOD[read]
    (tmp_path / name).write_text(good)
    ids = [
        [item.id for item in read(tmp_path, Options()) if not isinstance(item, Problem)]
        for _ in range(2)
    ]
    assert ids[0] == ids[1]
    assert len(ids[0]) == 1
