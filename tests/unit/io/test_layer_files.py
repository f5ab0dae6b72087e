"""Layers as markdown files: what is written, what is read, and what is refused."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sense_memory import InputError, StorageError
from sense_memory.core.records.rapport import LayerName
from sense_memory.io import layer_files

TONE, PATTERNS, ANCHORS = LayerName
THREE = {TONE: "Calm.\nDry.", PATTERNS: "", ANCHORS: "- one"}


def test_what_is_written_is_private_and_reads_back(tmp_path: Path):
    folder = tmp_path / "a" / "b"
    before = os.umask(0)
    try:
        paths = layer_files.write(folder, THREE)
    finally:
        os.umask(before)
    assert paths == [folder / "base_tone.md", folder / "patterns.md", folder / "anchors.md"]
    assert [path.read_text("utf-8") for path in paths] == ["Calm.\nDry.\n", "", "- one\n"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert layer_files.read(folder) == THREE
    assert sorted(path.name for path in folder.iterdir()) == [
        "anchors.md",
        "base_tone.md",
        "patterns.md",
    ]


def test_what_was_there_is_replaced_and_not_what_a_link_leads_to(tmp_path: Path):
    folder, elsewhere = tmp_path / "notes", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.write_text("theirs", "utf-8")
    (folder / "anchors.md").symlink_to(elsewhere)
    (folder / "patterns.md").write_text("old", "utf-8")
    (folder / "patterns.md").chmod(0o644)
    layer_files.write(folder, THREE)
    assert elsewhere.read_text("utf-8") == "theirs"
    assert not (folder / "anchors.md").is_symlink()
    assert stat.S_IMODE((folder / "patterns.md").stat().st_mode) == 0o600
    assert layer_files.read(folder) == THREE


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"one\n", "one"),
        (b"one", "one"),
        (b"one\n\n\n", "one"),
        (b"one\r\ntwo\r\n", "one\ntwo"),
        (b"\xef\xbb\xbfone\n", "one"),
        (b"", ""),
        (b"\n", ""),
        (b"  - one\n    two", "  - one\n    two"),
    ],
)
def test_ends_of_lines_are_nobodys_words(tmp_path: Path, data: bytes, text: str):
    (tmp_path / "patterns.md").write_bytes(data)
    assert layer_files.read(tmp_path) == {PATTERNS: text}


def test_what_is_not_there_is_left_out_and_nothing_at_all_is_an_error(tmp_path: Path):
    with pytest.raises(InputError, match=r"none of base_tone.md, patterns.md, anchors.md in "):
        layer_files.read(tmp_path)
    with pytest.raises(InputError, match="none of"):
        layer_files.read(tmp_path / "nowhere")
    (tmp_path / "anchors.md").write_text("- one\n", "utf-8")
    (tmp_path / "notes.md").write_text("other", "utf-8")
    assert layer_files.read(tmp_path) == {ANCHORS: "- one"}


def _link(path: Path) -> None:
    target = path.with_name("secret")
    target.write_text("secret", "utf-8")
    path.symlink_to(target)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_link, "symbolic link"),
        (lambda path: path.symlink_to(path.with_name("nowhere")), "symbolic link"),
        (lambda path: path.mkdir(), "no ordinary file|Is a directory"),
        (os.mkfifo, "no ordinary file"),
        (lambda path: path.write_bytes(b"caf\xe9"), r"not UTF-8 text \(byte 3\)"),
        (lambda path: path.write_bytes(b"x" * 65_537), "too long"),
    ],
)
def test_what_is_no_text_is_refused_by_name(
    tmp_path: Path, make: Callable[[Path], object], why: str
):
    (tmp_path / "anchors.md").write_text("- one\n", "utf-8")
    make(tmp_path / "patterns.md")
    with pytest.raises(InputError, match=why) as error:
        layer_files.read(tmp_path)
    assert "patterns.md" in str(error.value)
    assert "secret" not in str(error.value)


def test_the_longest_file_is_read(tmp_path: Path):
    (tmp_path / "anchors.md").write_bytes(b"x" * 65_536)
    assert layer_files.read(tmp_path) == {ANCHORS: "x" * 65_536}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StorageError, match="base_tone.md") as error:
        layer_files.write(tmp_path / "file" / "notes", THREE)
    assert "Calm" not in str(error.value)
