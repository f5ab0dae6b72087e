"""Which files of a folder are opened, and which never."""

import os
import re
from pathlib import Path

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.items import Problem
from sense_memory.importers.source_files import SourceFile, source_files

WANTED = re.compile(r".+\.txt")


def names(path: Path) -> list[str]:
    return [found.name for found in source_files(path, WANTED) if isinstance(found, SourceFile)]


def problems(path: Path) -> list[Problem]:
    return [found for found in source_files(path, WANTED) if isinstance(found, Problem)]


def test_the_files_of_a_folder_come_by_name(tmp_path: Path):
    for name in ("b/two.txt", "b/one.txt", "a.txt", "c.md", "node_modules/x.txt", ".git/y.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert names(tmp_path) == ["a.txt", "b/one.txt", "b/two.txt"]
    assert problems(tmp_path) == []


def test_a_file_that_is_named_may_have_any_name_and_be_a_link(tmp_path: Path):
    (tmp_path / "notes").write_text("x")
    (tmp_path / "link").symlink_to("notes")
    (found,) = source_files(tmp_path / "link", WANTED)
    assert isinstance(found, SourceFile)
    assert (tmp_path / "link", "link") == (found.path, found.name)


def test_no_link_in_a_folder_is_followed(tmp_path: Path):
    (tmp_path / "secret").write_text("x")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.txt").symlink_to(tmp_path / "secret")
    (inside / "gone.txt").symlink_to(tmp_path / "nowhere")
    (inside / "circle").symlink_to(inside)
    (inside / "b.txt").write_text("x")
    assert names(inside) == ["b.txt"]
    assert [problem.place for problem in problems(inside)] == ["circle", "a.txt", "gone.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_nothing_is_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.txt")
    assert [Problem("pipe.txt", "it is a link, or no file, and was not opened")] == problems(
        tmp_path
    )
    with pytest.raises(InputError, match="neither a file nor a folder"):
        list(source_files(tmp_path / "pipe.txt", WANTED))


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(InputError, match="No such file"):
        list(source_files(tmp_path / "nowhere", WANTED))
    with pytest.raises(InputError, match="no such name"):
        list(source_files(Path("a\0b"), WANTED))


def test_a_folder_without_such_files_says_so(tmp_path: Path):
    assert [found.why for found in problems(tmp_path)] == ["there is no file of this format in it"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read_is_a_problem(tmp_path: Path):
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "a.txt").chmod(0)
    (tmp_path / "b").mkdir(0)
    assert [problem.place for problem in problems(tmp_path)] == ["a.txt", "b"]
    with pytest.raises(InputError, match="cannot be read"):
        list(source_files(tmp_path / "a.txt", WANTED))


def test_a_name_of_another_script_and_one_that_is_no_text(tmp_path: Path):
    (tmp_path / "メモ.txt").write_text("x")
    assert names(tmp_path) == ["メモ.txt"]
    if os.name == "posix":
        Path(os.fsdecode(bytes(tmp_path) + b"/\xff.txt")).write_text("x")
        assert sorted(names(tmp_path), reverse=True) == ["�.txt", "メモ.txt"]


def test_folders_in_folders_end_somewhere(tmp_path: Path):
    deep = tmp_path
    for _ in range(20):
        deep /= "d"
        deep.mkdir()
    (deep / "a.txt").write_text("x")
    (tmp_path / "b.txt").write_text("x")
    assert names(tmp_path) == ["b.txt"]
    assert "nested too deeply" in problems(tmp_path)[0].why
