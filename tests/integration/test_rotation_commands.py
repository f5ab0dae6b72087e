"""``keys rotate``: the key is changed from a shell, and everything is where it says."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Identity
from sense_memory.io.keys.backup import BackupLevel, backup_state
from sense_memory.io.profile import Profile, load_profile

from . import file_keyring, raw
from .shell import NOBODY, ROOT, Home, Run

PHRASE = "correct horse battery staple"


@pytest.fixture(scope="module")
def relay() -> Iterator[str]:
    with LocalRelay() as running:
        yield running.url


@pytest.fixture
def phrase(tmp_path: Path) -> str:
    path = tmp_path / "phrase"
    path.write_text(PHRASE)
    path.chmod(0o600)
    return str(path)


def profile_of(home: Home, monkeypatch: pytest.MonkeyPatch, name: str = "default") -> Profile:
    with monkeypatch.context() as patch:
        patch.setenv("SENSE_MEMORY_HOME", str(home.folder))
        return load_profile(name)


def know_all(home: Home) -> None:
    """No output may hold a secret of any key file."""
    for path in home.folder.glob("*/key*"):
        if path.suffix != ".ncryptsec":
            home.know(Identity.from_text(path.read_text()))


def filled(home: Home, *options: str) -> str:
    """A profile with memories; its npub."""
    npub = str(home.ok("--json", "init", *options).json["npub"])
    home.ok("remember", "color", "blue")
    home.ok("--scope", "user:x", "remember", "color", "red")
    home.ok("remember", "gone", "x")
    home.ok("forget", "gone")
    return npub


def files_of(home: Home) -> dict[Path, bytes]:
    """Keys and profiles, byte by byte."""
    found = [*home.folder.glob("*.toml"), *home.folder.glob("*/key*")]
    return {path: path.read_bytes() for path in found}


def test_a_plan_changes_nothing(home: Home, nearby: None) -> None:
    npub = filled(home)
    before = files_of(home)
    plan = home.ok("--json", "keys", "rotate", "--dry-run").json
    assert (plan["memories"], plan["forgotten"], plan["relays"]) == (2, 1, [])
    text = home.ok("keys", "rotate", "--dry-run")
    assert npub in text.out
    assert "nothing was changed" in text.err
    assert files_of(home) == before
    assert not list(home.folder.glob("*/memory-*"))


def test_a_plan_names_each_relay(home: Home, nearby: None) -> None:
    home.ok("init")
    home.ok("remember", "color", "blue")
    text = (home.folder / "default.toml").read_text()
    urls = ["wss://relay.example", NOBODY]
    (home.folder / "default.toml").write_text(
        text.replace("relays = []", f"relays = {json.dumps(urls)}")
    )
    plan = home.ok("--json", "keys", "rotate", "--dry-run").json
    far, near = plan["relays"]
    assert (far["url"], near["url"]) == tuple(urls)
    assert far["events"] == near["events"] >= 2
    assert far["seconds"] == pytest.approx(far["events"] / 5)
    assert near["seconds"] == 0
    assert f"{far['events']} events" in home.ok("keys", "rotate", "--dry-run").out


def test_the_profile_goes_on_under_the_new_key_and_names_the_old(
    home: Home, nearby: None, monkeypatch: pytest.MonkeyPatch, phrase: str
) -> None:
    old_npub = filled(home)
    home.ok("keys", "backup", "kit", "--passphrase-file", phrase)
    before = profile_of(home, monkeypatch)
    said = home.ok("keys", "rotate")
    know_all(home)
    home.check(said.out + said.err)
    after = profile_of(home, monkeypatch)
    assert after.key_file.stat().st_mode & 0o777 == 0o600
    assert Identity.from_file(after.key_file).public_key_hex == after.public_key
    assert after.public_key != before.public_key
    assert after.previous is not None
    assert after.previous.is_done
    assert (after.previous.key, after.previous.database) == (before.key, before.database)
    assert after.next is None
    for where in (str(before.key), str(before.database), "keys backup"):
        assert where in said.err
    assert before.key_file.exists()
    assert before.database.exists()
    assert home.ok("recall", "color").out == "blue\n"
    assert home.ok("--scope", "user:x", "recall", "color").out == "red\n"
    assert home.run("recall", "gone").code == 1
    home.ok("remember", "color", "green")
    shown = home.ok("--json", "keys", "show").json
    assert shown["npub"] != old_npub
    assert shown["backup"]["level"] == "never made"
    assert backup_state(after).level is BackupLevel.NEVER
    # and once more
    again = home.ok("--json", "keys", "rotate").json
    assert (again["step"], again["copied"]) == ("done", 3)
    third = profile_of(home, monkeypatch)
    assert third.previous is not None
    assert third.previous.public_key == after.public_key
    assert home.ok("recall", "color").out == "green\n"


def test_a_key_that_exists_takes_over(
    home: Home, nearby: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(home)
    mine = Identity.generate()
    home.know(mine)
    assert (
        home.ok("--json", "keys", "rotate", "--key", "-", stdin=mine.nsec).json["npub"] == mine.npub
    )
    assert profile_of(home, monkeypatch).public_key == mine.public_key_hex
    refused = home.run("keys", "rotate", "--key", "-", stdin=mine.nsec)
    assert refused.code == 2
    assert "has this key already" in refused.err


@pytest.mark.parametrize("way", ["encrypted", "keyring"])
def test_the_new_key_is_kept_as_the_old_one_was(
    way: str, home: Home, second: Home, phrase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "encrypted":
        mine = Identity.generate()
        home.know(mine)
        home.environment["SENSE_MEMORY_PASSPHRASE_FILE"] = phrase
        home.ok("keys", "import", "--encrypted", stdin=mine.nsec)
    else:
        home.is_near = False  # a process chooses its keyring once
        home.environment["PYTHON_KEYRING_BACKEND"] = file_keyring.NAME
        home.environment[file_keyring.VARIABLE] = str(tmp_path / "keyring")
        home.ok("init", "--keyring")
    home.ok("remember", "color", "blue")
    before = profile_of(home, monkeypatch)
    home.ok("keys", "rotate")
    after = profile_of(home, monkeypatch)
    assert after.key.keeping is before.key.keeping
    assert after.key.where != before.key.where
    assert home.ok("recall", "color").out == "blue\n"
    assert not [p for p in home.folder.glob("*/key*") if b"nsec1" in p.read_bytes()]


def test_what_cannot_be_done_is_refused(home: Home, nearby: None) -> None:
    assert "there is no profile" in home.run("keys", "rotate").err
    filled(home)
    mine = Identity.generate()
    home.know(mine)
    for words, code, said in (
        (("--finish",), 1, "was not changed"),
        (("--vanish",), 2, "--yes"),
        (("--vanish", "--keep-old", "--yes"), 2, "exclude"),
        (("--keyring", "--encrypted"), 2, "exclude"),
        (("--dry-run", "--finish"), 2, "--dry-run plans"),
        (("--key", "nothing"), 4, "nothing"),
    ):
        refused = home.run("keys", "rotate", *words)
        assert (refused.code, said in refused.err) == (code, True), refused
    scoped = home.run("--scope", "user:x", "keys", "rotate")
    assert (scoped.code, "all scopes" in scoped.err) == (2, True), scoped
    given = home.run("keys", "rotate", SENSE_MEMORY_NSEC=mine.nsec)
    assert given.code == 2
    assert "--key-file or the environment" in given.err
    assert not list(home.folder.glob("*/key-*"))


def test_unreachable_relays_leave_it_for_later(
    home: Home, nearby: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sense_memory.cli.rotate.STEP", 0.3)
    monkeypatch.setattr("sense_memory.cli.rotate.PATIENCE", 1)
    filled(home)
    text = (home.folder / "default.toml").read_text()
    (home.folder / "default.toml").write_text(text.replace("relays = []", f'relays = ["{NOBODY}"]'))
    first = home.run("keys", "rotate")
    assert first.code == 3, first
    assert NOBODY in first.err
    assert "keys rotate" in first.err
    waiting = profile_of(home, monkeypatch)
    assert waiting.next is not None
    assert waiting.previous is None
    # both are whole: the old one is in use
    assert home.ok("recall", "color").out == "blue\n"
    home.run("remember", "color", "green")
    other = Identity.generate()
    home.know(other)
    refused = home.run("keys", "rotate", "--key", "-", stdin=other.nsec)
    assert (refused.code, "is under way" in refused.err) == (1, True)
    (home.folder / "default.toml").write_text(
        (home.folder / "default.toml").read_text().replace(f'relays = ["{NOBODY}"]', "relays = []")
    )
    assert home.ok("--json", "keys", "rotate").json["step"] == "done"
    done = profile_of(home, monkeypatch)
    assert done.public_key == waiting.next.public_key
    assert home.ok("recall", "color").out == "green\n"


@pytest.mark.timeout(150)
def test_two_machines_and_a_relay(
    home: Home,
    second: Home,
    nearby: None,
    relay: str,
    phrase: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # progress is told of what takes longer than a step
    monkeypatch.setattr("sense_memory.cli.rotate.STEP", 0.1)
    monkeypatch.setattr("sense_memory.cli.rotate.PATIENCE", 600)
    npub = filled(home, "--relay", relay)
    home.ok("keys", "export", "old", "--passphrase-file", phrase)
    old = str(home.folder / "old")
    second.ok("keys", "import", old, "--relay", relay, "--passphrase-file", phrase)
    assert second.ok("recall", "color").out == "blue\n"
    said = home.ok("keys", "rotate")
    assert "publish:" in said.err
    home.ok("keys", "backup", "kit", "--passphrase-file", phrase)
    told = second.run("sync")
    assert (told.code, "this mind moved to npub1" in told.err) == (4, True), told
    refused = second.run("remember", "k", "v")
    assert (refused.code, "keys rotate --key" in refused.err) == (4, True), refused
    assert "moved to" in second.ok("status").out
    kit = str(home.folder / "kit")
    second.ok("keys", "rotate", "--key", kit, "--passphrase-file", phrase)
    know_all(second)
    assert second.ok("recall", "color").out == "blue\n"
    second.ok("remember", "from-second", "yes")
    second.ok("sync")
    home.ok("sync")
    assert home.ok("recall", "from-second").out == "yes\n"
    finished = home.ok("--json", "keys", "rotate", "--finish").json
    assert finished["step"] == "done"
    assert finished["npub"] != npub


@pytest.mark.timeout(150)
def test_a_machine_that_was_not_first_is_told_which_key_to_bring(
    home: Home, second: Home, nearby: None, relay: str, phrase: str
) -> None:
    """It may begin a change of its own; that leads nowhere, and stands in nobody's way."""
    filled(home, "--relay", relay)
    home.ok("keys", "export", "old", "--passphrase-file", phrase)
    old = str(home.folder / "old")
    second.ok("keys", "import", old, "--relay", relay, "--passphrase-file", phrase)
    assert second.ok("recall", "color").out == "blue\n"
    npub = home.ok("--json", "keys", "rotate").json["npub"]
    home.ok("keys", "backup", "kit", "--passphrase-file", phrase)
    # the relays say so once they are read
    unaware = second.run("keys", "rotate")
    assert (unaware.code, npub in unaware.err, "--key FILE" in unaware.err) == (2, True, True)
    before = files_of(second)
    aware = second.run("keys", "rotate")
    assert (aware.code, npub in aware.err, "--key FILE" in aware.err) == (4, True, True), aware
    other = Identity.generate()
    second.know(other)
    wrong = second.run("keys", "rotate", "--key", "-", stdin=other.nsec)
    assert (wrong.code, npub in wrong.err, other.npub in wrong.err) == (4, True, True), wrong
    assert files_of(second) == before
    kit = str(home.folder / "kit")
    second.ok("keys", "rotate", "--key", kit, "--passphrase-file", phrase)
    know_all(second)
    assert second.ok("--json", "keys", "show").json["npub"] == npub
    assert second.ok("recall", "color").out == "blue\n"


@pytest.mark.timeout(120)
@pytest.mark.parametrize("vanishes", [True, False])
async def test_a_relay_may_be_asked_to_delete_all_else(home: Home, vanishes: bool) -> None:
    def use(url: str) -> tuple[str, Run]:
        home.ok("init", "--relay", url)
        home.ok("remember", "color", "blue")
        old = str(home.ok("--json", "keys", "show").json["pubkey"])
        return old, home.run("keys", "rotate", "--vanish", "--yes")

    quirks = Quirks(vanish="erases" if vanishes else "ignored")
    async with RelayServer(QuirkRelay(quirks)) as server:
        old, said = await asyncio.to_thread(use, server.url)
        left = await raw.ask(server.url, {"authors": [old], "kinds": [30078]})
        assert (said.code, left == []) == ((0, True) if vanishes else (1, False)), said
        assert ("was asked to delete" if vanishes else "still shows") in said.err
        assert (await asyncio.to_thread(home.ok, "recall", "color")).out == "blue\n"


# ------------------------------------------------------------------------------ broken off


@pytest.mark.parametrize("part", range(0, 8, 1 if os.environ.get("SENSE_FAULTS_WHOLE") else 3))
def test_killed_anywhere_the_next_run_ends_it(
    part: int, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before each eighth of what is done to files, of which there are about sixty."""
    filled(home)
    killed = subprocess.run(
        [sys.executable, "-m", "tests.integration.rotating", "--command", str(1 + part * 8)],
        cwd=ROOT,
        env=home.environment,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert killed.returncode in (-signal.SIGKILL, 0), killed.stderr[-2000:]
    state = profile_of(home, monkeypatch)
    if state.previous is None:
        assert home.ok("recall", "color").out == "blue\n"
    if killed.returncode:
        home.ok("keys", "rotate")
    know_all(home)
    after = profile_of(home, monkeypatch)
    assert after.next is None
    assert after.previous is not None
    assert after.previous.is_done
    if state.next is not None:
        assert after.public_key == state.next.public_key
    assert home.ok("recall", "color").out == "blue\n"
    assert home.ok("--scope", "user:x", "recall", "color").out == "red\n"
    assert home.run("recall", "gone").code == 1
