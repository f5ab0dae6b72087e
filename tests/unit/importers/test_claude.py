"""What Claude's export becomes, intact and otherwise."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Problem, Said
from sense_memory.core.llm import Role
from sense_memory.importers.claude import read_claude
from sense_memory.importers.options import Options

AT = "2024-05-01T10:00:00.000000Z"
START = 1_714_557_600.0


def message(name: str, sender: str, *texts: str, **more: Any) -> dict[str, Any]:
    """A message as the export has it."""
    return {
        "uuid": name,
        "text": "\n\n".join(texts),
        "content": [{"type": "text", "text": text} for text in texts],
        "sender": sender,
        "created_at": AT,
        "updated_at": AT,
        "attachments": [],
        **more,
    }


def conversation(*messages: Any, **more: Any) -> dict[str, Any]:
    return {
        "uuid": "c-1",
        "name": "Plans",
        "created_at": AT,
        "account": {"uuid": "me"},
        "chat_messages": list(messages),
        **more,
    }


TALK = conversation(
    message("m1", "human", "Where does Ada live?"), message("m2", "assistant", "In Turin.")
)


def exported(folder: Path, *conversations: Any) -> Path:
    path = folder / "conversations.json"
    path.write_text(json.dumps(conversations))
    return path


def read(path: Path, **options: Any) -> list[Item]:
    return list(read_claude(path, Options(**options)))


def texts(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, Said)]


def problems(items: list[Item]) -> list[Problem]:
    return [item for item in items if isinstance(item, Problem)]


class TestWhatWasSaid:
    def test_a_conversation_becomes_its_messages(self, tmp_path: Path) -> None:
        place = "conversations.json, conversation 1, message"
        assert read(exported(tmp_path, TALK)) == [
            Said("claude", "c-1", "Plans", Role.USER, "Where does Ada live?", START, f"{place} 1"),
            Said("claude", "c-1", "Plans", Role.ASSISTANT, "In Turin.", START, f"{place} 2"),
        ]

    def test_thoughts_and_tools_are_left_out_and_blocks_joined(self, tmp_path: Path) -> None:
        content = [
            {"type": "thinking", "thinking": "hm", "text": "hm"},
            {"type": "text", "text": "One."},
            {"type": "tool_use", "name": "web", "input": {}},
            {"type": "tool_result", "content": [{"type": "text", "text": "page"}]},
            {"type": "text", "text": "Two."},
        ]
        talk = conversation(message("m", "assistant", content=content, text="all of it"))
        assert texts(read(exported(tmp_path, talk))) == ["One.\nTwo."]

    @pytest.mark.parametrize("content", [[], None, [{"type": "text", "text": ""}], "absent"])
    def test_without_blocks_of_text_the_text_counts(self, tmp_path: Path, content: object) -> None:
        old = message("m", "human", content=content, text="From before")
        if content == "absent":
            del old["content"]
        assert texts(read(exported(tmp_path, conversation(old)))) == ["From before"]

    def test_where_the_export_says_which_branch_was_seen_others_are_left_out(
        self, tmp_path: Path
    ) -> None:
        talk = conversation(
            message("m1", "human", "first wording", parent_message_uuid="0"),
            message("m2", "human", "second wording", parent_message_uuid="0"),
            message("m3", "assistant", "answer", parent_message_uuid="m2"),
            current_leaf_message_uuid="m3",
        )
        assert texts(read(exported(tmp_path, talk))) == ["second wording", "answer"]
        del talk["current_leaf_message_uuid"]
        assert len(texts(read(exported(tmp_path, talk)))) == 3

    def test_reading_twice_gives_the_same_ids(self, tmp_path: Path) -> None:
        path = exported(tmp_path, TALK)
        packed = tmp_path / "export.zip"
        with zipfile.ZipFile(packed, "w") as archive:
            archive.write(path, "conversations.json")
        once, again = (
            [item.id for item in read(each) if isinstance(item, Said)] for each in (path, packed)
        )
        assert once == again
        assert len(set(once)) == 2

    def test_what_surrounds_the_conversations_is_no_mistake(self, tmp_path: Path) -> None:
        path = tmp_path / "all.json"
        path.write_text(json.dumps({"account": {"uuid": "me"}, "conversations": [TALK]}))
        assert len(texts(read(path))) == 2
        assert problems(read(path)) == []

    def test_a_user_cannot_be_asked_for(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="of one user"):
            read(exported(tmp_path, TALK), user="ada")


class TestWhatIsWrong:
    def test_a_message_of_nobody_is_named_and_left_out(self, tmp_path: Path) -> None:
        talk = conversation(message("m1", "nobody", "x"), 7, message("m2", "human", "Hello"))
        items = read(exported(tmp_path, talk))
        assert texts(items) == ["Hello"]
        place = "conversations.json, conversation 1, message"
        assert problems(items) == [
            Problem(f"{place} 1", "it does not say who said it"),
            Problem(f"{place} 2", "it is no message"),
        ]

    def test_another_file_says_so(self, tmp_path: Path) -> None:
        items = read(exported(tmp_path, {"title": "x", "mapping": {}}, None))
        assert [problem.why for problem in problems(items)] == [
            "it is no conversation of Claude"
        ] * 2
        assert texts(items) == []

    def test_a_conversation_that_is_cut_off_keeps_its_whole_messages(self, tmp_path: Path) -> None:
        path = exported(tmp_path, TALK)
        whole = path.read_bytes()
        path.write_bytes(whole[: whole.index(b'"In Turin."') + 30])
        items = read(path)
        assert texts(items) == ["Where does Ada live?"]
        assert len(problems(items)) == 1

    def test_a_mistake_in_one_conversation_spares_the_others(self, tmp_path: Path) -> None:
        other = conversation(message("m9", "human", "Later"), uuid="c-2")
        path = exported(tmp_path, TALK, other, conversation(uuid="c-3"))
        for mistake in (b'"created_at": oops', b'"created_at": {{{', b'"created_at": ""x"'):
            raw = json.dumps([TALK, other]).encode()
            at = raw.rindex(b'"created_at"', 0, raw.index(b'"m2"') + 200)
            path.write_bytes(raw[:at] + mistake + raw[at + 20 :])
            items = read(path)
            assert texts(items)[0] == "Where does Ada live?", mistake
            assert texts(items)[-1] == "Later", mistake
            assert problems(items), mistake

    @settings(
        max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(st.data())
    def test_damage_anywhere_raises_nothing_and_spares_a_later_conversation(
        self, tmp_path: Path, data: st.DataObject
    ) -> None:
        first = conversation(uuid="c-0")
        later = conversation(message("m9", "human", "Later"), uuid="c-2")
        raw = bytearray(json.dumps([first, TALK, later]).encode())
        start, end = raw.index(b'"c-1"') + 30, raw.index(b'"c-2"') - 15
        at = data.draw(st.integers(start, end - 4))
        noise = data.draw(st.binary(min_size=1, max_size=4))
        raw[at : at + data.draw(st.integers(0, 4))] = noise
        path = tmp_path / "conversations.json"
        path.write_bytes(bytes(raw))
        assert "Later" in texts(read(path))
