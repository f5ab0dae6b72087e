"""OpenClaw's sessions, at once and as they grow."""

import json
import os
import tracemalloc
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Mark, Marked, Problem, Said
from sense_memory.core.llm import Role
from sense_memory.importers import FORMATS
from sense_memory.importers.openclaw import read_openclaw, read_openclaw_grown
from sense_memory.importers.options import Options
from tests.unit.importers.transcript_files import (
    HOUR,
    append,
    openclaw as message,
    openclaw_header as header,
    text,
    write,
)


def said(path: Path, options: Options | None = None) -> list[Said]:
    return [item for item in read_openclaw(path, options or Options()) if isinstance(item, Said)]


def problems(path: Path) -> list[Problem]:
    return [item for item in read_openclaw(path, Options()) if isinstance(item, Problem)]


def grown(path: Path, marks: dict[str, Mark]) -> list[str]:
    """The texts that are new; the marks are moved on, as somebody would who keeps them."""
    texts = []
    for item in read_openclaw_grown(path, marks):
        if isinstance(item, Marked):
            marks[item.file] = item.mark
        elif isinstance(item, Said):
            texts.append(item.text)
    return texts


# ----------------------------------------------------------------------------------- at once


def test_what_is_said_is_read_and_nothing_else(tmp_path: Path):
    file = write(
        tmp_path / "s-1.jsonl",
        [
            header(),
            {"type": "model_change", "id": "x", "timestamp": 1, "provider": "p", "modelId": "m"},
            message("user", text("What is", "for dinner?"), 1),
            message(
                "assistant",
                [
                    {"type": "thinking", "thinking": "Hm."},
                    *text("Soup."),
                    {"type": "toolCall", "id": "t", "name": "cook", "arguments": {}},
                ],
                2,
            ),
            message("toolResult", text("cooked"), 3, toolCallId="t"),
            message("user", "Thanks!", 4),
            {"type": "compaction", "summary": "They ate.", "firstKeptEntryId": "m1"},
        ],
    )
    assert [
        (item.conversation, item.role, item.text, item.at, item.place) for item in said(file)
    ] == [
        ("s-1", Role.USER, "What is\nfor dinner?", HOUR + 1, "s-1.jsonl, line 3"),
        ("s-1", Role.ASSISTANT, "Soup.", HOUR + 2, "s-1.jsonl, line 4"),
        ("s-1", Role.USER, "Thanks!", HOUR + 4, "s-1.jsonl, line 6"),
    ]
    assert problems(file) == []


def test_a_message_without_a_time_of_its_own_has_that_of_its_record(tmp_path: Path):
    without, odd, none = (message("user", name, at) for at, name in enumerate("abc", 1))
    del without["message"]["timestamp"]
    odd["message"]["timestamp"] = "yesterday"
    none["message"]["timestamp"] = none["timestamp"] = "yesterday"
    file = write(tmp_path / "s.jsonl", [header(), without, odd, none, none | {"id": "again"}])
    assert [item.at for item in said(file)] == [HOUR + 1, HOUR + 2, None, None]
    assert [problem.place for problem in problems(file)] == ["s.jsonl, line 4"]


ABOUT = """Conversation info (untrusted metadata):
```json
{"message_id": "4542", "sender_id": "500", "sender": "Denis", "timestamp": "Sat 2026-03-28 16:12"}
```

Sender (untrusted metadata):
```json
{"label": "Denis (500)", "id": "500", "name": "Denis"}
```

"""


@pytest.mark.parametrize(
    ("written", "words", "speaker"),
    [
        (ABOUT + "Is there soup?", "Is there soup?", "Denis"),
        (ABOUT + "[message_id: om_1]\nDenis: Is there soup?", "Is there soup?", "Denis"),
        ("[Telegram Denis id:5 2026-01-15 10:00 UTC] Soup?\n[message_id: 42]", "Soup?", ""),
        ("[Sat 2026-02-14 18:49 GMT-3] Soup?", "Soup?", ""),
        ("[2026-02-14 18:49]", "[2026-02-14 18:49]", ""),
        ("Sender (untrusted metadata): is what it writes", None, ""),
        ("Info (untrusted metadata):\n```json\n[[[\n```\nSoup?", "Soup?", ""),
    ],
)
def test_what_is_written_around_a_person_s_words_is_taken_off(
    tmp_path: Path, written: str, words: str | None, speaker: str
):
    (item,) = said(write(tmp_path / "s.jsonl", [header(), message("user", text(written))]))
    assert (item.text, item.speaker) == (words or written, speaker)


@pytest.mark.parametrize(
    "written",
    [
        "A new session was started via /new or /reset. Execute your startup sequence.",
        "Read HEARTBEAT.md if it exists. Follow it strictly.",
        "System: [2026-01-01 10:00:00] Node connected",
        "Pre-compaction memory flush. Store durable memories now.",
    ],
)
def test_what_the_program_says_in_a_person_s_name_is_nobody_s(tmp_path: Path, written: str):
    assert said(write(tmp_path / "s.jsonl", [header(), message("user", written)])) == []


def test_what_an_agent_says_to_nobody_or_twice_is_said_once(tmp_path: Path):
    mirror = {"provider": "openclaw", "model": "delivery-mirror"}
    file = write(
        tmp_path / "s.jsonl",
        [
            header(),
            message("assistant", text("HEARTBEAT_OK"), 1),
            message("assistant", text("NO_REPLY"), 2),
            message("assistant", text("[[reply_to_current]] Soup."), 3),
            message("assistant", text("Soup."), 4, **mirror),
            message("assistant", text("Sent by a tool."), 5, **mirror),
            message("assistant", text("Soup."), 6),
        ],
    )
    assert [item.text for item in said(file)] == ["Soup.", "Sent by a tool.", "Soup."]


def test_a_session_that_was_put_aside_is_read_and_a_deleted_one_is_not(tmp_path: Path):
    for name in (
        "a.jsonl",
        "b.jsonl.reset.2026-01-01T00-00-00.000Z",
        "c.jsonl.deleted.2026-01-01T00-00-00.000Z",
        "d.checkpoint.1.jsonl",
        "e.trajectory.jsonl",
        "sessions.json",
    ):
        write(tmp_path / name, [message("user", name)])
    assert [item.conversation for item in said(tmp_path)] == ["a", "b"]


def test_only_one_conversation_and_only_the_newest(tmp_path: Path):
    for name, first in (("a", 10), ("b", 1)):
        records = [message("user", f"{name}{at}", at) for at in range(first, first + 5)]
        write(tmp_path / f"{name}.jsonl", [header(name), *records])
    assert [item.text for item in said(tmp_path, Options(limit=6))] == [
        "b5",
        *(f"a{at}" for at in range(10, 15)),
    ]
    assert {item.conversation for item in said(tmp_path, Options(conversation="b"))} == {"b"}
    with pytest.raises(InputError, match="leave the user out"):
        read_openclaw(tmp_path, Options(user="Denis"))


def test_ids_stay_when_a_session_is_moved_or_read_again(tmp_path: Path):
    file = write(tmp_path / "s-1.jsonl", [header(), message("user", "a"), message("user", "b", 2)])
    first = [item.id for item in said(file)]
    moved = file.rename(tmp_path / "s-1.jsonl.reset.2026-01-02")
    assert [item.id for item in said(moved)] == first
    assert len(set(first)) == 2


@pytest.mark.parametrize(
    "record",
    [
        {"type": "message"},
        {"type": "message", "message": []},
        {"type": "message", "message": {"role": ["user"], "content": "x"}},
        {"type": "message", "message": {"role": "user", "content": 5}},
    ],
)
def test_what_is_no_message_is_told(tmp_path: Path, record: dict[str, object]):
    file = write(tmp_path / "s.jsonl", [header(), record, message("user", "after")])
    assert [problem.place for problem in problems(file)] == ["s.jsonl, line 2"]
    assert [item.text for item in said(file)] == ["after"]


def test_of_odd_parts_the_others_are_read(tmp_path: Path):
    parts = [
        {"type": ["text"], "text": "a"},
        {"type": {}},
        {"type": "text", "text": 5},
        "b",
        None,
        7,
    ]
    file = write(tmp_path / "s.jsonl", [header(), message("user", [*parts, *text("c", " ", "d")])])
    assert [item.text for item in said(file)] == ["c\nd"]


ODD: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.text(max_size=4), max_size=3),
    st.dictionaries(st.sampled_from(["type", "text", "role"]), st.integers(), max_size=2),
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_whatever_stands_in_a_record_the_others_are_read(tmp_path: Path, data: st.DataObject):
    odd = message("user", text("odd"), 2)
    for _ in range(data.draw(st.integers(1, 4))):
        # the record, the message in it, or the first part of its content, if they are still there
        within: object = odd
        for key in data.draw(st.sampled_from([(), ("message",), ("message", "content")])):
            within = within.get(key) if isinstance(within, dict) else None
        place = within[0] if isinstance(within, list) and within else within
        if isinstance(place, dict) and place:
            place[data.draw(st.sampled_from(sorted(place)))] = data.draw(ODD)
    records = [header(), message("user", "before"), odd, message("assistant", "after", 3)]
    texts = [item.text for item in said(write(tmp_path / "s.jsonl", records))]
    assert (texts[0], texts[-1]) == ("before", "after")


def test_a_long_file_takes_no_more_memory_than_a_short_one(tmp_path: Path):
    file = tmp_path / "long.jsonl"
    line = json.dumps(message("user", text("x" * 100_000))) + "\n"
    with file.open("w") as out:
        out.write(json.dumps(header()) + "\n")
        for _ in range(320):
            out.write(line)
    assert file.stat().st_size > 30 * 2**20
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_openclaw(file, Options()))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 320
    assert peak < 4 * 2**20


def test_the_sessions_of_the_main_agent_are_where_openclaw_keeps_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert (
        FORMATS["openclaw"].default_path == tmp_path / ".openclaw" / "agents" / "main" / "sessions"
    )


# ----------------------------------------------------------------------------------- as they grow


def test_only_what_is_new_is_read(tmp_path: Path):
    marks: dict[str, Mark] = {}
    file = write(tmp_path / "s-1.jsonl", [header(), message("user", "one")])
    assert grown(tmp_path, marks) == ["one"]
    assert grown(tmp_path, marks) == []
    append(file, [message("assistant", "two", 2)])
    write(tmp_path / "s-2.jsonl", [header("s-2"), message("user", "three")])
    assert grown(tmp_path, marks) == ["two", "three"]
    assert grown(tmp_path, marks) == []


def test_a_file_that_has_not_changed_is_not_read(tmp_path: Path):
    marks: dict[str, Mark] = {}
    file = write(tmp_path / "s.jsonl", [header(), message("user", "one")])
    grown(file, marks)
    assert list(read_openclaw_grown(file, marks)) == []
    os.utime(file, ns=(1, 1))
    (marked,) = read_openclaw_grown(file, marks)
    assert isinstance(marked, Marked)
    assert marked.mark.mtime_ns == 1


def test_the_conversation_of_what_is_new_is_that_of_the_header(tmp_path: Path):
    marks: dict[str, Mark] = {}
    file = write(tmp_path / "file-name.jsonl", [header("real"), message("user", "one")])
    grown(file, marks)
    append(file, [message("user", "two", 2)])
    assert [
        item.conversation for item in read_openclaw_grown(file, marks) if isinstance(item, Said)
    ] == ["real"]


def test_half_a_line_is_read_when_it_is_whole(tmp_path: Path):
    marks: dict[str, Mark] = {}
    file = write(tmp_path / "s.jsonl", [header(), message("user", "one")])
    line = json.dumps(message("user", "tw♥", 2), ensure_ascii=False).encode() + b"\n"
    for cut in (1, len(line) // 2, line.index("♥".encode()) + 1):
        before, marks = file.read_bytes(), {}
        grown(file, marks)
        file.write_bytes(before + line[:cut])
        assert [
            item for item in read_openclaw_grown(file, marks) if isinstance(item, Problem)
        ] == []
        assert grown(file, marks) == []
        with file.open("ab") as out:
            out.write(line[cut:])
        assert grown(file, marks) == ["tw♥"]
        file.write_bytes(before)


def test_a_line_whose_end_is_not_written_yet_is_not_lost(tmp_path: Path):
    marks: dict[str, Mark] = {}
    file = tmp_path / "s.jsonl"
    write(file, [header(), message("assistant", "two", 1)])
    with file.open("a") as out:
        out.write(json.dumps(message("assistant", "three", 2, model="delivery-mirror")))
    assert grown(file, marks) == ["two", "three"]
    with file.open("a") as out:
        out.write("\n" + json.dumps(message("assistant", "four", 3)) + "\n")
    # it comes again, with the id it had, and is no copy of itself
    assert grown(file, marks) == ["three", "four"]
    assert grown(file, marks) == []


def test_a_shorter_file_is_read_from_its_beginning(tmp_path: Path):
    marks: dict[str, Mark] = {}
    records = [message("user", f"message {at}", at) for at in range(1, 20)]
    file = write(tmp_path / "s.jsonl", [header(), *records])
    first = {item.text: item.id for item in said(file)}
    grown(file, marks)
    write(file, [header(), records[0], message("user", "new", 30)])
    assert grown(file, marks) == ["message 1", "new"]
    assert {item.text: item.id for item in said(file)}["message 1"] == first["message 1"]


def test_a_file_that_was_begun_anew_and_is_longer_is_read_from_its_beginning(tmp_path: Path):
    marks: dict[str, Mark] = {}
    file = write(tmp_path / "s.jsonl", [header("old"), message("user", "old")])
    grown(file, marks)
    write(file, [header("new"), *(message("user", f"new {at}", at) for at in range(1, 5))])
    assert grown(file, marks) == [f"new {at}" for at in range(1, 5)]


def test_a_file_whose_middle_was_taken_out_is_read_from_its_beginning(tmp_path: Path):
    """The beginning stays, and it grows again: neither its size nor its header tells."""
    marks: dict[str, Mark] = {}
    records = [message("user", f"{at} " + "x" * 500, at) for at in range(1, 40)]
    file = write(tmp_path / "s.jsonl", [header(), *records])
    grown(file, marks)
    kept = [*records[:20], *(message("user", f"{at} " + "y" * 600, at) for at in range(50, 80))]
    write(file, [header(), *kept])
    assert file.stat().st_size > marks[str(file)].size
    assert len(grown(file, marks)) == len(kept)


def test_what_is_appended_while_it_is_read_is_read_the_next_time(tmp_path: Path):
    marks: dict[str, Mark] = {}
    file = write(tmp_path / "s.jsonl", [header(), *(message("user", str(n), n) for n in (1, 2))])
    texts = []
    for item in read_openclaw_grown(file, marks):
        if isinstance(item, Marked):
            marks[item.file] = item.mark
        elif isinstance(item, Said):
            texts.append(item.text)
            if len(texts) < 50:  # else it would never end
                append(file, [message("user", f"late {len(texts)}", 10 + len(texts))])
    assert texts == ["1", "2"]
    assert grown(file, marks) == ["late 1", "late 2"]


def test_what_is_appended_while_a_file_is_read_as_a_whole_is_not_read(tmp_path: Path):
    file = write(tmp_path / "s.jsonl", [header(), message("user", "1")])
    texts = []
    for item in read_openclaw(file, Options()):
        assert isinstance(item, Said)
        texts.append(item.text)
        if len(texts) < 50:  # else it would never end
            append(file, [message("user", "late", 1 + len(texts))])
    assert texts == ["1"]


def kept(path: Path, ids: dict[str, str], marks: Mapping[str, Mark], stop: int) -> dict[str, Mark]:
    """Keep what is new until ``stop`` things were kept; the marks that were reached."""
    reached = dict(marks)
    for count, item in enumerate(read_openclaw_grown(path, marks)):
        if count == stop:
            break
        if isinstance(item, Marked):
            reached[item.file] = item.mark
        elif isinstance(item, Said):
            ids[item.id] = item.text
    return reached


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 900), st.sampled_from([0, 1, 2, 5, 99])),
        max_size=12,
    )
)
def test_read_as_it_grows_and_killed_at_any_time_equals_read_once(
    tmp_path: Path, steps: list[tuple[int, int, int]]
):
    """Each step appends so many bytes to one of two files and keeps so many of the new things."""
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    streams = []
    for file in files:
        file.write_bytes(b"")
        records = [header(file.stem)]
        for at in range(1, 6):
            mirrored = message("assistant", f"answer {at}", 20 + at, model="delivery-mirror")
            records += [message("assistant", f"answer {at}", 10 + at), mirrored]
        streams.append("".join(json.dumps(record) + "\n" for record in records).encode())
    ids: dict[str, str] = {}
    marks: dict[str, Mark] = {}
    for which, length, stop in [*steps, (0, 10_000, 3), (1, 10_000, 999)]:
        with files[which].open("ab") as out:
            out.write(streams[which][:length])
        streams[which] = streams[which][length:]
        marks = kept(tmp_path, ids, marks, stop)
    assert ids == {item.id: item.text for item in said(tmp_path)}
    assert len(ids) == 10


def test_a_long_file_is_marked_on_the_way(tmp_path: Path):
    file = write(tmp_path / "s.jsonl", [message("user", str(n), n % 3000) for n in range(2_500)])
    items = list(read_openclaw_grown(file, {}))
    marks = [at for at, item in enumerate(items) if isinstance(item, Marked)]
    assert len(marks) == 3
    middle = items[marks[1]]
    assert isinstance(middle, Marked)
    rest = list(read_openclaw_grown(file, {middle.file: middle.mark}))
    assert rest == items[marks[1] + 1 :]
