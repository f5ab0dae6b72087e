"""What ChatGPT's export becomes, intact and otherwise."""

import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Problem, Said
from sense_memory.core.llm import Role
from sense_memory.importers.chatgpt import read_chatgpt
from sense_memory.importers.options import Options

START = 1_714_557_600.0


def node(
    name: str, parent: str | None, role: str, *parts: object, at: float | None = START, **more: Any
) -> dict[str, Any]:
    """A node of a conversation as the export has it."""
    content = {"content_type": more.pop("content_type", "text"), "parts": list(parts)}
    author = {"role": role, "name": more.pop("name", None), "metadata": {}}
    message = {"id": name, "author": author, "create_time": at, "content": content, **more}
    message = {"recipient": "all", "metadata": {}, **message}
    return {"id": name, "message": message, "parent": parent, "children": []}


def conversation(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A conversation whose last node was seen last."""
    root: dict[str, Any] = {"id": "root", "message": None, "parent": None, "children": []}
    return {
        "title": "Plans",
        "create_time": START,
        "mapping": {each["id"]: each for each in (root, *nodes)},
        "current_node": nodes[-1]["id"],
        "conversation_id": "c-1",
        "id": "c-1",
        **more,
    }


def exported(folder: Path, *conversations: Any, name: str = "conversations.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(conversations))
    return path


def read(path: Path, **options: Any) -> list[Item]:
    return list(read_chatgpt(path, Options(**options)))


def texts(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, Said)]


TALK = conversation(
    node("s", "root", "system", "You are a helpful assistant"),
    node("u", "s", "user", "Where does Ada live?"),
    node("a", "u", "assistant", "In Turin.", at=START + 5),
)


class TestWhatWasSaid:
    def test_a_conversation_becomes_its_messages(self, tmp_path: Path) -> None:
        assert read(exported(tmp_path, TALK)) == [
            Said(
                "chatgpt",
                "c-1",
                "Plans",
                Role.USER,
                "Where does Ada live?",
                START,
                "conversations.json, conversation 1, message 3",
            ),
            Said(
                "chatgpt",
                "c-1",
                "Plans",
                Role.ASSISTANT,
                "In Turin.",
                START + 5,
                "conversations.json, conversation 1, message 4",
            ),
        ]

    def test_only_the_branch_that_was_seen_last_is_read(self, tmp_path: Path) -> None:
        talk = conversation(
            node("u1", "root", "user", "first wording"),
            node("a1", "u1", "assistant", "first answer"),
            node("u2", "root", "user", "second wording"),
            node("a2", "u2", "assistant", "second answer"),
        )
        assert texts(read(exported(tmp_path, talk))) == ["second wording", "second answer"]

    def test_without_a_mark_the_branch_ends_with_the_newest_message(self, tmp_path: Path) -> None:
        talk = conversation(
            node("u1", "root", "user", "new", at=START + 9),
            node("u2", "root", "user", "old", at=START),
            current_node=None,
        )
        assert texts(read(exported(tmp_path, talk))) == ["new"]

    @pytest.mark.parametrize(
        "unsaid",
        [
            node("x", "u", "tool", "search result"),
            node("x", "u", "assistant", "search('x')", recipient="browser"),
            node("x", "u", "assistant", "print(1)", content_type="code"),
            node("x", "u", "assistant", "hm", content_type="thoughts"),
            node("x", "u", "user", "about me", content_type="user_editable_context"),
            node("x", "u", "user", "y", metadata={"is_visually_hidden_from_conversation": True}),
            node("x", "u", "user", "", " \n"),
            node("x", "u", "user", {"content_type": "image_asset_pointer"}),
        ],
        ids=["tool", "call", "code", "thoughts", "context", "hidden", "empty", "picture"],
    )
    def test_what_the_two_did_not_say_is_left_out(
        self, tmp_path: Path, unsaid: dict[str, Any]
    ) -> None:
        talk = conversation(
            node("u", "root", "user", "Hello"), unsaid, node("a", "x", "assistant", "Hi")
        )
        assert texts(read(exported(tmp_path, talk))) == ["Hello", "Hi"]
        assert not any(isinstance(item, Problem) for item in read(exported(tmp_path, talk)))

    def test_pictures_and_recordings_leave_their_words(self, tmp_path: Path) -> None:
        spoken = {"content_type": "audio_transcription", "text": "what is this?"}
        parts = [{"content_type": "image_asset_pointer"}, "Look,", spoken]
        talk = conversation(node("u", "root", "user", *parts, content_type="multimodal_text"))
        assert texts(read(exported(tmp_path, talk))) == ["Look,\nwhat is this?"]

    def test_marks_of_citations_go_and_names_stay(self, tmp_path: Path) -> None:
        text = "Turin\ue200cite\ue202turn0search1\ue201 is \ue200entity\ue202Torino\ue201."
        talk = conversation(node("u", "root", "assistant", text))
        assert texts(read(exported(tmp_path, talk))) == ["Turin is \ue200entity\ue202Torino\ue201."]


class TestWhereItIs:
    def test_a_zip_file_a_folder_and_a_single_conversation_read_alike(self, tmp_path: Path) -> None:
        (tmp_path / "export" / "deep").mkdir(parents=True)
        exported(tmp_path / "export" / "deep", TALK)
        (tmp_path / "export" / "user.json").write_text('{"email":"a@b.c"}')
        single = tmp_path / "one.json"
        single.write_text(json.dumps(TALK))
        packed = tmp_path / "export.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("x/conversations.json", json.dumps([TALK]))
            archive.writestr("__MACOSX/x/conversations.json", "junk")
            archive.writestr("user.json", "{}")
            archive.writestr("../../evil.json", "[]")
        found = [read(path) for path in (tmp_path / "export", single, packed)]
        assert [texts(items) for items in found] == [["Where does Ada live?", "In Turin."]] * 3
        ids = {tuple(item.id for item in items if isinstance(item, Said)) for items in found}
        assert len(ids) == 1
        assert not any(isinstance(item, Problem) for items in found for item in items)
        assert isinstance(found[2][0], Said)
        assert found[2][0].place == "export.zip, x/conversations.json, conversation 1, message 3"

    def test_an_export_in_several_files_is_read_in_their_order(self, tmp_path: Path) -> None:
        for number in (1, 0):
            talk = conversation(node("u", "root", "user", f"part {number}"), id=f"c-{number}")
            exported(tmp_path, talk, name=f"conversations-00{number}.json")
        assert texts(read(tmp_path)) == ["part 0", "part 1"]

    def test_one_conversation_may_be_asked_for_by_id_or_title(self, tmp_path: Path) -> None:
        other = conversation(node("u", "root", "user", "Other"), conversation_id="c-2", title="Two")
        path = exported(tmp_path, TALK, other)
        for wanted in ("c-2", "Two"):
            assert texts(read(path, conversation=wanted)) == ["Other"]
        assert texts(read(path, limit=1)) == ["In Turin."]

    def test_a_user_cannot_be_asked_for(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="of one user"):
            read(exported(tmp_path, TALK), user="ada")


class TestWhatIsWrong:
    def test_a_time_that_is_none_is_said_once_and_the_words_are_taken(self, tmp_path: Path) -> None:
        talk = conversation(
            node("u", "root", "user", "one", at=-1e9), node("a", "u", "assistant", "two", at=1e300)
        )
        items = read(exported(tmp_path, talk))
        assert [item.at for item in items if isinstance(item, Said)] == [None, None]
        place = "conversations.json, conversation 1, message 2"
        assert [item for item in items if isinstance(item, Problem)] == [
            Problem(place, "its time is none, so it has no time")
        ]

    def test_messages_that_run_in_a_circle_are_read_once(self, tmp_path: Path) -> None:
        talk = conversation(node("u", "a", "user", "one"), node("a", "u", "assistant", "two"))
        assert texts(read(exported(tmp_path, talk))) == ["one", "two"]

    def test_another_file_says_so(self, tmp_path: Path) -> None:
        path = exported(tmp_path, {"uuid": "u", "chat_messages": []}, 5)
        assert [item for item in read(path) if not isinstance(item, Problem)] == []
        assert len(read(path)) == 2

    def test_a_long_message_is_named_and_left_out(self, tmp_path: Path) -> None:
        talk = conversation(
            node("u", "root", "user", "x" * 1_000_001), node("a", "u", "assistant", "Hi")
        )
        items = read(exported(tmp_path, talk))
        assert texts(items) == ["Hi"]
        assert isinstance(items[0], Problem)
        assert "1,000,000 characters" in items[0].why

    def test_a_file_that_ends_too_early_keeps_the_messages_before(self, tmp_path: Path) -> None:
        path = exported(tmp_path, TALK, conversation(node("u", "root", "user", "Later"), id="c-2"))
        whole = path.read_bytes()
        path.write_bytes(whole[: whole.index(b'"In Turin."') + 40])
        items = read(path)
        assert texts(items) == ["Where does Ada live?"]
        assert any(isinstance(item, Problem) for item in items)

    @settings(
        max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(st.data())
    def test_wrong_types_anywhere_raise_nothing_and_spare_the_others(
        self, tmp_path: Path, data: st.DataObject
    ) -> None:
        first = json.loads(json.dumps(TALK))
        holder: Any = first
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = data.draw(st.sampled_from(keys))
            if isinstance(holder[key], dict | list) and holder[key] and data.draw(st.booleans()):
                holder = holder[key]
                continue
            holder[key] = data.draw(st.sampled_from(_WRONG))
            break
        other = conversation(node("u", "root", "user", "Other"), conversation_id="c-2")
        items = read(exported(tmp_path, first, other))
        assert "Other" in texts(items)
        for item in items:
            if isinstance(item, Said):
                item.text.encode()
                assert item.conversation
                assert len(item.id) == 32


_WRONG: list[Any] = [
    None,
    True,
    -1,
    10**30,
    float("nan"),
    float("inf"),
    "",
    "\ud800\x00",
    "root",
    [],
    [[]],
    [None, 5, {}],
    {},
    {"role": []},
    {"parts": "x"},
]


def test_memory_is_flat_for_a_large_export(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    talk = json.dumps(
        conversation(
            *(
                node(f"n{number}", f"n{number - 1}", "user", f"{number} " + "word " * 3_000)
                for number in range(20)
            )
        )
    )
    with path.open("w") as file:
        file.write("[" + talk)
        for _ in range(100):
            file.write("," + talk)
        file.write("]")
    assert path.stat().st_size > 30_000_000
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_chatgpt(path, Options()))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 101 * 20
    assert peak < 12_000_000
