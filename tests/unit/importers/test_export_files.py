"""The files of an export: which are read, which are not, and what a hostile one can do."""

import io
import os
import re
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Problem, Said
from sense_memory.core.llm import Role
from sense_memory.importers.export_files import read_export
from sense_memory.importers.json_entries import Bytes, entries

WANTED = re.compile(r"talks.*\.json")


def texts_of(file: Bytes, name: str) -> Iterator[Item]:
    for entry in entries(file, name, "talk", frozenset()):
        if isinstance(entry, Problem):
            yield entry
        else:
            yield Said("x", "c", "", Role.USER, str(entry.value)[:100], None, name)


def read(path: Path) -> list[Item]:
    return list(read_export(path, WANTED, texts_of))


def texts(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, Said)]


def problems(items: list[Item]) -> list[str]:
    return [item.why for item in items if isinstance(item, Problem)]


def packed(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/") + ".json", content)
    return path


class TestWhichAreRead:
    def test_a_file_of_any_name(self, tmp_path: Path) -> None:
        (tmp_path / "x.bin").write_text("[1,2]")
        assert texts(read(tmp_path / "x.bin")) == ["1", "2"]

    def test_those_of_the_name_wherever_they_are_in_order(self, tmp_path: Path) -> None:
        for name in ("b/talks.json", "a/talks-2.json", "a/talks-1.json", "a/other.json"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(f'["{name}"]')
        assert texts(read(tmp_path)) == ["a/talks-1.json", "a/talks-2.json", "b/talks.json"]
        zipped = packed(tmp_path / "z.zip", b__talks='["b"]', a__talks='["a"]', other='["o"]')
        assert texts(read(zipped)) == ["a", "b"]

    def test_any_json_where_none_has_the_name(self, tmp_path: Path) -> None:
        (tmp_path / "mine.json").write_text('["mine"]')
        (tmp_path / "mine.txt").write_text('["text"]')
        assert texts(read(tmp_path)) == ["mine"]
        assert texts(read(packed(tmp_path / "z.zip", a__mine='["m"]'))) == ["m"]

    def test_zip_files_in_a_folder_without_json(self, tmp_path: Path) -> None:
        packed(tmp_path / "z.zip", talks='["z"]')
        assert texts(read(tmp_path)) == ["z"]

    def test_an_empty_place_is_no_export(self, tmp_path: Path) -> None:
        zipped = packed(tmp_path / "z.zip")
        for path in (tmp_path / "folder", zipped):
            (tmp_path / "folder").mkdir(exist_ok=True)
            assert problems(read(path)) == ["there is nothing in it that could be such an export"]


class TestWhichAreNot:
    def test_links_are_not_followed(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "talks.json").write_text('["secret"]')
        inside = tmp_path / "inside"
        inside.mkdir()
        (inside / "talks-1.json").symlink_to(outside / "talks.json")
        (inside / "loop").symlink_to(inside)
        (inside / "out").symlink_to(outside)
        (inside / "talks-2.json").write_text('["mine"]')
        os.mkfifo(inside / "talks-3.json")
        items = sorted(read(inside), key=lambda item: item.place)
        assert texts(items) == ["mine"]
        assert [item for item in items if isinstance(item, Problem)] == [
            Problem("loop", "it is a link, and was not followed"),
            Problem("out", "it is a link, and was not followed"),
            Problem("talks-1.json", "it is a link, or no file, and was not opened"),
            Problem("talks-3.json", "it is a link, or no file, and was not opened"),
        ]

    def test_folders_without_end_are_left_at_the_eighth(self, tmp_path: Path) -> None:
        deep = tmp_path.joinpath(*"abcdefghi")
        deep.mkdir(parents=True)
        (deep / "talks.json").write_text('["deep"]')
        (deep.parent / "talks.json").write_text('["less deep"]')
        items = read(tmp_path)
        assert texts(items) == ["less deep"]
        assert problems(items) == ["the folders in it are too deep, and were not read"]

    def test_a_path_that_is_no_file_is_refused(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for path in (tmp_path / "none", tmp_path / "pipe", Path("a\x00b"), Path("/dev/zero")):
            with pytest.raises(InputError):
                read(path)
        with pytest.raises(InputError, match="neither a file nor a folder"):
            read(tmp_path / "pipe")

    def test_a_name_in_a_zip_file_is_a_word_and_no_path(self, tmp_path: Path) -> None:
        path = tmp_path / "z.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("../../talks.json", '["up"]')
            archive.writestr("/etc/talks.json\x1b[2J\n" + "x" * 300 + ".json", '["root"]')
        (first,) = read(path)
        assert isinstance(first, Said)
        assert first.text == "up"
        assert not (tmp_path.parent / "talks.json").exists()


class TestHostileZipFiles:
    def test_a_bomb_ends_where_no_export_is_so_large(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sense_memory.importers.export_files._ALWAYS_FINE", 2**20)
        path = tmp_path / "z.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in ("talks-1.json", "talks-2.json"):
                with archive.open(name, "w") as file:
                    file.write(b'["first",')
                    for _ in range(40):
                        file.write(b" " * 2**20)
                    file.write(b'"last"]')
        tracemalloc.start()
        try:
            items = read(path)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert texts(items) == ["first"]
        assert any("200 times the size" in why for why in problems(items))
        assert peak < 12_000_000

    def test_a_damaged_file_keeps_what_could_be_unpacked(self, tmp_path: Path) -> None:
        path = tmp_path / "z.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("talks-1.json", '["one","two"]')
            archive.writestr("talks-2.json", '["three"]')
        path.write_bytes(path.read_bytes().replace(b'"two"]', b'"2wo"]'))
        items = read(path)
        assert texts(items)[-1] == "three"
        assert "it could not be read to its end: it is damaged" in problems(items)

    def test_other_ways_of_packing_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "z.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("talks-1.json", '["a"]', compress_type=zipfile.ZIP_LZMA)
            archive.writestr("talks-2.json", '["b"]')
        assert texts(read(path)) == ["b"]
        assert problems(read(path)) == ["it is packed in a way that exports are not"]

    def test_an_encrypted_file_says_so(self, tmp_path: Path) -> None:
        path = packed(tmp_path / "z.zip", talks='["a"]')
        raw = bytearray(path.read_bytes())
        raw[6] |= 1
        raw[raw.index(b"PK\x01\x02") + 8] |= 1
        path.write_bytes(bytes(raw))
        assert problems(read(path)) == ["it is encrypted or damaged"]

    @settings(
        max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(st.data())
    def test_no_damage_raises(self, tmp_path: Path, data: st.DataObject) -> None:
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("talks-1.json", '["one","two"]' * 20)
            archive.writestr("talks-2.json", '["three"]')
        raw = bytearray(memory.getvalue())
        for _ in range(data.draw(st.integers(1, 4))):
            at = data.draw(st.integers(4, len(raw) - 1))
            noise = data.draw(st.binary(min_size=1, max_size=4))
            raw[at : at + len(noise)] = noise
        path = tmp_path / "z.zip"
        path.write_bytes(bytes(raw[: data.draw(st.integers(4, len(raw)))]))
        read(path)
