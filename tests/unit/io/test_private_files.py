"""Private files: what counts as one on either kind of system, and that they are made so."""

import os
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from sense_memory import InvalidIdentityError
from sense_memory.io import private_files
from sense_memory.io.private_files import Place, exposure

WINDOWS_HOME = PureWindowsPath(r"C:\Users\ada")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_on_posix_only_the_owner_may_read(mode: int) -> None:
    assert exposure(Place(PurePosixPath("/srv/key"), mode, None)) is None


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o660, 0o601, 0o666])
def test_on_posix_any_right_of_others_exposes(mode: int) -> None:
    why = exposure(Place(PurePosixPath("/srv/key"), mode, PurePosixPath("/srv")))
    assert why is not None
    assert f"mode {mode:o}" in why
    assert "chmod 600 /srv/key" in why


@pytest.mark.parametrize(
    "path",
    [
        r"C:\Users\ada\AppData\Local\sense-memory\default\key",
        r"c:\users\ADA\key",
    ],
)
def test_on_windows_the_users_folder_is_private_whatever_the_mode(path: str) -> None:
    assert exposure(Place(PureWindowsPath(path), 0o666, WINDOWS_HOME)) is None


@pytest.mark.parametrize(
    ("path", "home"),
    [
        (r"D:\keys\key", WINDOWS_HOME),
        (r"C:\Users\Public\key", WINDOWS_HOME),
        (r"C:\Users\adam\key", WINDOWS_HOME),
        (r"\\server\share\ada\key", WINDOWS_HOME),
        (r"C:\Users\ada\key", None),
    ],
)
def test_on_windows_every_other_place_exposes(path: str, home: PureWindowsPath | None) -> None:
    why = exposure(Place(PureWindowsPath(path), 0o600, home))
    assert why is not None
    assert "outside your user folder" in why
    assert "chmod" not in why


def test_a_new_file_and_its_folder_are_private(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "key"
    private_files.create(path, "text\n")
    assert path.read_text() == "text\n"
    assert mode_of(path) == 0o600
    assert mode_of(path.parent) == 0o700
    assert private_files.read_secret(path, "key file") == "text\n"


def test_even_a_generous_umask_and_folder_leave_it_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        private_files.create(tmp_path / "key", "x")
        private_files.make_empty(tmp_path / "empty")
        private_files.replace(tmp_path / "replaced", "x")
    finally:
        os.umask(before)
    assert [mode_of(path) for path in sorted(tmp_path.iterdir())] == [0o600] * 3


def test_what_exists_is_not_overwritten_by_create(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("old")
    with pytest.raises(FileExistsError):
        private_files.create(path, "new")
    assert path.read_text() == "old"


def test_replace_leaves_one_private_file(tmp_path: Path) -> None:
    path = tmp_path / "profile.toml"
    path.write_text("old")
    path.chmod(0o644)
    private_files.replace(path, "new")
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [
        ("profile.toml", "new")
    ]
    assert mode_of(path) == 0o600


def test_what_cannot_be_replaced_leaves_nothing_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "profile.toml"
    (folder / "in the way").mkdir(parents=True)
    with pytest.raises(OSError, match="profile"):
        private_files.replace(folder, "new")
    assert list(tmp_path.iterdir()) == [folder]


def test_what_cannot_be_written_leaves_no_half_of_it(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        private_files.create(tmp_path / "key", "half\ud800")
    assert list(tmp_path.iterdir()) == []


def test_making_an_empty_file_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_text("content")
    private_files.make_empty(path)
    assert path.read_text() == "content"


def test_an_exposed_secret_is_refused_and_an_exposed_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("text")
    path.chmod(0o640)
    with pytest.raises(InvalidIdentityError, match="key file .* read by others"):
        private_files.read_secret(path, "key file")
    found = private_files.read(path, "key file")
    assert found.text == "text"
    assert "chmod 600" in (found.exposure or "")
    assert "text='text'" not in repr(found)


def test_a_link_is_judged_by_what_it_leads_to(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("text")
    target.chmod(0o644)
    (tmp_path / "link").symlink_to(target)
    with pytest.raises(InvalidIdentityError, match="read by others"):
        private_files.read_secret(tmp_path / "link", "key file")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff\xfe", "not UTF-8"),
        (b"x" * (private_files.MAX_BYTES + 1), "too long"),
        (None, "No such file"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes | None, why: str) -> None:
    path = tmp_path / "key"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidIdentityError, match=why):
        private_files.read(path, "key file")


def test_a_folder_is_no_key(tmp_path: Path) -> None:
    with pytest.raises(InvalidIdentityError, match="directory"):
        private_files.read(tmp_path, "key file")


def test_here_every_place_can_hold_a_private_file(tmp_path: Path) -> None:
    private_files.refuse_exposed_place(tmp_path / "key", "key file")
