"""Keys as people keep them: shown, exported, imported, backed up, proven, lost and brought back."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mnemonic import Mnemonic

from nips import nip49
from relay_fixtures import LocalRelay
from sense_memory import Identity, LockedKeyError, MemoryStore
from sense_memory.io.keys.backup import BackupLevel, backup_state
from sense_memory.io.profile import load_profile

from . import file_keyring
from .shell import Home
from .terminal import answered

PHRASE = "correct horse battery staple"
WORDS = "leader monkey parrot ring guide accident before fence cannon height naive bean"  # NIP-06
NOSTRKEY = {  # as nostrkey 0.3.5 wrote it
    "version": 3,
    "npub": "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",
    "salt": "WgrOgIfYtaWBSPct0PGnRg==",
    "nonce": "nflb8jI7WiJn6Irt",
    "encrypted_nsec": "tOktU2WhtQlrcdERo22ljZEFWYcuJsp95p0z5j/QzTFbMNlLPP4imANYQU5qnXYO",
}
NOSTRKEY_PHRASE = "a pass ÅΩ"
KIT = "sense-memory-recovery-default.txt"


@pytest.fixture(scope="module")
def relay() -> Iterator[str]:
    with LocalRelay() as running:
        yield running.url


@pytest.fixture
def phrase(tmp_path: Path) -> str:
    """A file with the passphrase."""
    return private(tmp_path / "phrase", PHRASE + "\n")


def private(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    path.chmod(0o600)
    return str(path)


def secret_of(home: Home, name: str = "default") -> Identity:
    return Identity.from_file(home.folder / name / "key")


def ncryptsec_of(identity: Identity, passphrase: str = PHRASE) -> str:
    """Quick to open."""
    from nips.keys import SecretKey

    secret = SecretKey.from_hex(identity.private_key_hex)
    return nip49.EncryptedKey.make(secret, passphrase, log_n=1).encode()


def in_the_shell(home: Home, line: str, folder: Path, **environment: str) -> tuple[int, str, str]:
    """Run a line as a shell does, where ``sense-memory`` is this one."""
    import subprocess

    commands = home.folder / "bin"
    commands.mkdir(exist_ok=True)
    script = commands / "sense-memory"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sense_memory "$@"\n')
    script.chmod(0o755)
    path = f"{commands}:{home.environment['PATH']}"
    result = subprocess.run(
        ["/bin/sh", "-c", line],
        input=b"",
        capture_output=True,
        env={**home.environment, "PATH": path, **environment},
        cwd=folder,
        timeout=50,
        check=False,
    )
    home.check(result.stdout.decode() + result.stderr.decode())
    return result.returncode, result.stdout.decode(), result.stderr.decode()


# -------------------------------------------------------------------------------- show


def test_show_says_whose_the_key_is_and_where_but_not_the_key(home: Home) -> None:
    made = home.ok("--json", "init").json
    shown = home.ok("--json", "keys", "show").json
    assert (shown["npub"], shown["pubkey"]) == (made["npub"], made["pubkey"])
    assert shown["kept"] == made["key_file"]
    assert shown["encrypted"] is False
    assert shown["backup"] == {
        "level": "never made",
        "kit": None,
        "made_at": None,
        "proven_at": None,
    }
    text = home.ok("keys", "show")
    assert f"{made['key_file']} (unencrypted)" in text.out
    assert "keys backup" in text.err


def test_nothing_is_made_by_looking(home: Home) -> None:
    for words in (("show",), ("export",), ("backup",), ("verify-backup", "x")):
        run = home.run("keys", *words)
        assert run.code == 1
        assert "there is no profile 'default'" in run.err
    assert not list(home.folder.iterdir())


# ----------------------------------------------------------------------- export, import


def test_an_exported_key_comes_back(home: Home, second: Home, phrase: str) -> None:
    npub = home.ok("--json", "init").json["npub"]
    text = home.ok("keys", "export", "--passphrase-file", phrase).out
    key = nip49.EncryptedKey.decode(text.strip())
    assert key.decrypt(PHRASE).public_key.hex == secret_of(home).public_key_hex
    assert (key.log_n, key.security) == (16, nip49.KeySecurity.EXPOSED)
    back = second.ok("--json", "keys", "import", "--passphrase-file", phrase, stdin=text)
    assert back.json["npub"] == npub
    assert second.key_text == home.key_text


def test_an_export_into_a_file_is_private_and_never_over_another(home: Home, phrase: str) -> None:
    home.ok("init")
    path = home.folder / "out"
    said = home.ok("--json", "keys", "export", str(path), SENSE_MEMORY_PASSPHRASE_FILE=phrase)
    assert (said.json["ncryptsec"], said.json["file"]) == (None, str(path))
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_text()
    again = home.run("keys", "export", str(path), SENSE_MEMORY_PASSPHRASE_FILE=phrase)
    assert (again.code, path.read_text()) == (1, before)
    assert "not overwritten" in again.err


FORMS: dict[str, Callable[[Identity], str]] = {
    "nsec": lambda key: key.nsec + "\n",
    "hex": lambda key: key.private_key_hex.upper(),
    "ncryptsec": ncryptsec_of,
    "words": lambda _: WORDS.replace(" ", "\n", 5),
    "nostrkey": lambda _: json.dumps(NOSTRKEY, indent=2),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("by", ["stdin", "file"])
def test_every_form_is_imported(home: Home, tmp_path: Path, form: str, by: str) -> None:
    mine = Identity.generate()
    home.know(mine)
    home.secrets |= {WORDS, PHRASE, NOSTRKEY_PHRASE}
    text = FORMS[form](mine)
    words = NOSTRKEY_PHRASE if form == "nostrkey" else PHRASE
    phrase = private(tmp_path / "phrase", words)
    expected = {
        "words": "npub1zutzeysacnf9rru6zqwmxd54mud0k44tst6l70ja5mhv8jjumytsd2x7nu",
        "nostrkey": str(NOSTRKEY["npub"]),
    }.get(form, mine.npub)
    arguments = ["--json", "keys", "import", "--passphrase-file", phrase]
    if by == "file":
        arguments.append(private(tmp_path / "key", text))
    made = home.ok(*arguments, stdin=text if by == "stdin" else None)
    assert made.json["npub"] == expected
    assert made.json["key"] == f"file:{home.folder}/default/key"
    assert secret_of(home).npub == expected
    again = home.ok(*arguments, stdin=text if by == "stdin" else None)
    assert (again.json["made_key_file"], again.json["npub"]) == (False, expected)
    assert "has this key already" in again.err


def test_new_words_of_any_length_are_keys(home: Home) -> None:
    words = Mnemonic("english").generate(256)
    npub = Identity.from_words(words).npub
    home.secrets |= {words}
    assert home.ok("--json", "init", "--import-key", stdin=words + "\n").json["npub"] == npub


def test_another_key_is_not_overwritten(home: Home) -> None:
    home.ok("init")
    before = home.key_text
    other = Identity.generate()
    home.know(other)
    refused = home.run("keys", "import", stdin=other.nsec)
    assert (refused.code, home.key_text) == (1, before)
    assert "not overwritten" in refused.err
    beside = home.ok("--json", "--profile", "other", "keys", "import", stdin=other.nsec)
    assert beside.json["npub"] == other.npub


def test_an_exposed_file_is_not_imported_but_an_encrypted_one_is(
    home: Home, tmp_path: Path, phrase: str
) -> None:
    mine = Identity.generate()
    home.know(mine)
    path = Path(private(tmp_path / "key", mine.nsec))
    path.chmod(0o644)
    refused = home.run("keys", "import", str(path))
    assert refused.code == 4
    assert "chmod 600" in refused.err
    path.write_text(ncryptsec_of(mine))
    home.ok("keys", "import", str(path), SENSE_MEMORY_PASSPHRASE_FILE=phrase)


def test_what_cannot_be_combined(home: Home, tmp_path: Path) -> None:
    mine = Identity.generate()
    home.know(mine)
    both = home.run("keys", "import", "--keyring", "--encrypted", stdin=mine.nsec)
    given = home.run("keys", "import", stdin=mine.nsec, SENSE_MEMORY_NSEC=mine.nsec)
    assert (both.code, given.code) == (2, 2)
    assert not list(home.folder.iterdir())


# ------------------------------------------------------------------ backup and recovery


def test_a_backup_is_made_then_proven(home: Home, phrase: str) -> None:
    made = home.ok("--json", "init").json
    given = ("--passphrase-file", phrase)
    backup = home.ok("--json", "keys", "backup", *given)
    kit = home.folder / KIT
    assert backup.json["kit"] == str(kit)
    assert backup.json["backup"]["level"] == "made, but never proven"
    assert "verify-backup" in backup.err
    assert kit.stat().st_mode & 0o777 == 0o600
    assert made["npub"] in kit.read_text()
    assert home.run("keys", "backup", *given).code == 1
    assert "verify-backup" in home.ok("keys", "show").err

    moved = kit.rename(home.folder / "elsewhere.txt")
    proven = home.ok("--json", "keys", "verify-backup", str(moved), *given).json["backup"]
    assert (proven["level"], proven["kit"]) == ("proven", str(moved))
    assert proven["proven_at"] >= proven["made_at"] == backup.json["backup"]["made_at"]
    shown = home.ok("keys", "show")
    assert "proven on" in shown.out
    assert shown.err == ""


def test_the_state_is_known_without_opening_the_key(home: Home, phrase: str, monkeypatch) -> None:
    monkeypatch.setenv("SENSE_MEMORY_HOME", str(home.folder))
    home.ok(
        "keys",
        "import",
        "--encrypted",
        "--passphrase-file",
        phrase,
        stdin=ncryptsec_of(Identity.generate()),
    )
    profile = load_profile("default")
    assert backup_state(profile).level is BackupLevel.NEVER
    home.ok("keys", "backup", SENSE_MEMORY_PASSPHRASE_FILE=phrase)
    state = backup_state(profile)
    assert (state.level, state.kit) == (BackupLevel.UNPROVEN, str(home.folder / KIT))


def test_what_does_not_prove_a_backup(
    home: Home, second: Home, phrase: str, tmp_path: Path
) -> None:
    home.ok("init")
    second.ok("init")
    second.ok("keys", "backup", "--passphrase-file", phrase)
    home.ok("keys", "backup", "--passphrase-file", phrase)
    kit = home.folder / KIT
    wrong = private(tmp_path / "wrong", "not " + PHRASE)
    cases = {
        4: [(kit, wrong), (tmp_path / "none", phrase), (Path(phrase), phrase)],
        1: [(second.folder / KIT, phrase), (home.folder / "default" / "key", phrase)],
    }
    for code, attempts in cases.items():
        for path, file in attempts:
            run = home.run("keys", "verify-backup", str(path), "--passphrase-file", file)
            assert (run.code, path) == (code, path), run
    damaged = home.folder / "damaged"
    damaged.write_text(kit.read_text().replace("ncryptsec1qgg", "ncryptsec1qgq"))
    assert home.run("keys", "verify-backup", str(damaged)).code == 4
    assert home.ok("--json", "keys", "show").json["backup"]["proven_at"] is None


@pytest.mark.parametrize("profile", ["default", "work.2"])
def test_the_restore_command_of_the_kit_brings_the_agent_back(
    home: Home, second: Home, phrase: str, relay: str, profile: str, tmp_path: Path
) -> None:
    name = ("--profile", profile)
    made = home.ok("--json", *name, "init", "--relay", relay).json
    home.ok(*name, "remember", "zone", "America/Vancouver")
    home.ok(*name, "journal", "before the fire")
    kit = tmp_path / "my kit's copy.txt"
    home.ok(*name, "keys", "backup", str(kit), "--passphrase-file", phrase)
    second.know(secret_of(home, profile))
    shutil.rmtree(home.folder)

    (line,) = [one.strip() for one in kit.read_text().splitlines() if "keys import" in one]
    environment = {"SENSE_MEMORY_PASSPHRASE_FILE": phrase}
    code, out, err = in_the_shell(second, line, tmp_path, **environment)
    assert (code, made["npub"] in out) == (0, True), err
    assert second.ok(*name, "recall", "zone").out == "America/Vancouver\n"
    assert [one["content"] for one in second.ok("--json", *name, "recent").jsonl] == [
        "before the fire"
    ]
    status = second.ok("--json", *name, "status").json
    assert (status["npub"], status["addressing"]) == (made["npub"], "blinded")
    (check,) = [one.strip() for one in kit.read_text().splitlines() if "verify-backup" in one]
    assert in_the_shell(second, check, tmp_path, **environment)[0] == 0


def test_a_kit_without_relays_brings_the_key_back_and_says_what_else_is_needed(
    home: Home, second: Home, phrase: str
) -> None:
    home.ok("init", "--local", "--addressing", "plain")
    home.ok("remember", "k", "v")
    said = home.ok("keys", "backup", "--passphrase-file", phrase)
    kit = (home.folder / KIT).read_text()
    assert str(home.folder / "default" / "memory.db") in kit
    assert "memory.db" in said.err
    given = ("--passphrase-file", phrase)
    restored = second.ok("--json", "keys", "import", str(home.folder / KIT), *given).json
    assert (restored["relays"], restored["addressing"]) == ([], "plain")
    shutil.copy(home.folder / "default" / "memory.db", restored["database"])
    assert second.ok("recall", "k").out == "v\n"
    # and a kit that opened there is no backup that was never made
    assert second.ok("--json", "keys", "show").json["backup"]["level"] == "proven"


def test_a_lost_key_is_never_replaced_by_a_new_one(home: Home, phrase: str, relay: str) -> None:
    npub = home.ok("--json", "init", "--relay", relay).json["npub"]
    home.ok("remember", "k", "v")
    home.ok("keys", "backup", "--passphrase-file", phrase)
    secret = secret_of(home)
    home.know(secret)
    (home.folder / "default" / "key").unlink()
    for words in (("recall", "k"), ("remember", "k", "w"), ("init",), ("keys", "show")):
        run = home.run(*words)
        assert (run.code, run.out) == (4, ""), words
        assert "keys import" in run.err
    assert not (home.folder / "default" / "key").exists()
    back = home.ok("--json", "keys", "import", KIT, "--passphrase-file", phrase).json
    assert (back["npub"], back["relays"]) == (npub, [relay])
    assert home.ok("recall", "k").out == "v\n"


def test_a_key_that_is_another_than_the_profiles_is_refused(home: Home) -> None:
    home.ok("init")
    home.know(secret_of(home))
    other = Identity.generate()
    private(home.folder / "default" / "key", other.nsec)
    run = home.run("recall", "k")
    assert run.code == 4
    assert "belongs to another key" in run.err


# ------------------------------------------------------------------------- locked keys


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A machine whose key is under a passphrase; nothing ever changes there."""
    folder = tmp_path_factory.mktemp("locked")
    home = Home(folder)
    mine = Identity.generate()
    home.know(mine)
    home.secrets |= {PHRASE}
    phrase = private(folder / "phrase", PHRASE)
    home.ok("keys", "import", "--encrypted", "--passphrase-file", phrase, stdin=ncryptsec_of(mine))
    home.ok("remember", "k", "v", SENSE_MEMORY_PASSPHRASE_FILE=phrase)
    return home


AT = ("-d", "people", "-f", "facts")


@pytest.mark.parametrize(
    "words",
    [
        ("remember", "k", "v"),
        ("recall", "k"),
        ("recall",),
        ("forget", "k"),
        ("journal", "text"),
        ("recent",),
        ("persona", "remember", *AT, "k", "v"),
        ("persona", "recall"),
        ("persona", "domains"),
        ("persona", "facets", "people"),
        ("sync",),
        ("status",),
        ("keys", "export"),
        ("keys", "backup"),
    ],
    ids=" ".join,
)
def test_a_locked_key_without_a_terminal_ends_with_4(locked: Home, words: tuple[str, ...]) -> None:
    run = locked.run(*words)
    assert (run.code, run.out) == (4, ""), run
    assert "SENSE_MEMORY_PASSPHRASE_FILE" in run.err
    assert "key.ncryptsec is encrypted" in run.err


def test_what_needs_no_key_asks_for_no_passphrase(locked: Home) -> None:
    shown = locked.ok("--json", "keys", "show").json
    assert shown["encrypted"] is True
    assert locked.ok("--json", "init").json["npub"] == shown["npub"]


@pytest.mark.parametrize("by", ["file", "credential"])
def test_a_passphrase_that_nobody_types(locked: Home, tmp_path: Path, by: str) -> None:
    if by == "file":
        path = private(tmp_path / "phrase", PHRASE)
        environment = {"SENSE_MEMORY_PASSPHRASE_FILE": path}
    else:
        private(tmp_path / "sense-memory-passphrase", PHRASE + "\n")
        environment = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert locked.ok("recall", "k", **environment).out == "v\n"


def test_the_library_says_locked_too(
    locked: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio

    async def recalled() -> str | None:
        async with MemoryStore.open("default") as store:
            found = await store.recall("k")
        return found.value if found is not None else None

    monkeypatch.setenv("SENSE_MEMORY_HOME", str(locked.folder))
    with pytest.raises(LockedKeyError, match="SENSE_MEMORY_PASSPHRASE_FILE"):
        asyncio.run(recalled())
    monkeypatch.setenv("SENSE_MEMORY_PASSPHRASE_FILE", private(tmp_path / "phrase", PHRASE))
    assert asyncio.run(recalled()) == "v"


def test_a_passphrase_is_asked_for_once_and_not_shown(locked: Home) -> None:
    shown, code = answered(locked, ["recall", "k"], [("passphrase for", PHRASE + "\n")])
    assert (code, shown.splitlines()[-1]) == (0, "v")
    assert shown.count("passphrase for") == 1


def test_a_misspelt_passphrase_is_asked_for_again(locked: Home) -> None:
    wrong = ("passphrase for", "wrong\n")
    shown, code = answered(locked, ["recall", "k"], [wrong, ("passphrase for", PHRASE + "\n")])
    assert (code, shown.splitlines()[-1]) == (0, "v")
    assert shown.count("that one does not open it; passphrase for") == 1
    shown, code = answered(locked, ["recall", "k"], [wrong] * 3)
    assert code == 4
    assert "no passphrase of 3" in shown


def test_nothing_typed_is_no_passphrase(locked: Home) -> None:
    for nothing in ("\n", "\x04"):
        shown, code = answered(locked, ["recall", "k"], [("passphrase for", nothing)])
        assert code == 4
        assert "no passphrase was typed" in shown


def test_the_terminal_is_asked_although_the_value_is_piped(locked: Home, tmp_path: Path) -> None:
    home = Home(tmp_path / "copy")
    home.secrets = set(locked.secrets)
    shutil.copytree(locked.folder, home.folder)
    toml = home.folder / "default.toml"
    toml.write_text(toml.read_text().replace(str(locked.folder), str(home.folder)))
    ask = [("passphrase for", PHRASE + "\n")]
    _, code = answered(home, ["remember", "piped"], ask, piped=b"from a pipe\n")
    assert code == 0
    phrase = private(tmp_path / "phrase", PHRASE)
    assert home.ok("recall", "piped", SENSE_MEMORY_PASSPHRASE_FILE=phrase).out == "from a pipe\n"


def test_new_passphrases_are_typed_twice(home: Home) -> None:
    home.ok("init")
    home.secrets |= {PHRASE}
    first, second = ("new passphrase for the recovery kit", PHRASE), ("once more", PHRASE)
    answers = [(first[0], first[1] + "\n"), (second[0], "another\n")]
    shown, code = answered(home, ["keys", "backup"], answers)
    assert code == 4
    assert "differ" in shown
    assert not (home.folder / KIT).exists()
    answers = [(first[0], first[1] + "\n"), (second[0], second[1] + "\n")]
    assert answered(home, ["keys", "backup"], answers)[1] == 0
    ask = [("passphrase for", PHRASE + "\n")]
    assert answered(home, ["keys", "verify-backup", KIT], ask)[1] == 0
    assert home.ok("--json", "keys", "show").json["backup"]["level"] == "proven"


def test_a_short_passphrase_is_remarked_upon(home: Home, tmp_path: Path) -> None:
    home.ok("init")
    short = private(tmp_path / "short", "sesame")
    assert "can be guessed" in home.ok("keys", "export", "--passphrase-file", short).err


def test_keys_typed_at_a_terminal_are_not_shown(home: Home) -> None:
    home.secrets |= {WORDS}
    shown, code = answered(home, ["keys", "import"], [("secret key", WORDS + "\n")])
    assert code == 0
    assert "monkey" not in shown


# ------------------------------------------------------- from outside, and from a keyring


def test_the_environment_comes_before_the_profile(home: Home, tmp_path: Path) -> None:
    own = home.ok("--json", "init").json["npub"]
    named, service, plain = (Identity.generate() for _ in range(3))
    for one in (named, service, plain):
        home.know(one)
    file = private(tmp_path / "key", named.nsec)
    private(tmp_path / "sense-memory", service.nsec)

    def shown(**environment: str) -> tuple[str, str]:
        found = home.ok("--json", "keys", "show", **environment).json
        return found["npub"], found["kept"]

    everything = {"NOSTR_NSEC": plain.nsec}
    assert shown()[0] == own
    assert shown(**everything) == (plain.npub, "$NOSTR_NSEC")
    everything |= {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert shown(**everything)[0] == service.npub
    everything |= {"SENSE_MEMORY_NSEC_FILE": file}
    assert shown(**everything) == (named.npub, file)
    own_file = str(home.folder / "default" / "key")
    run = home.ok("--json", "--key-file", own_file, "keys", "show", **everything)
    assert run.json["npub"] == own


def test_a_key_that_children_inherit_is_warned_of(home: Home, tmp_path: Path) -> None:
    mine = Identity.generate()
    home.know(mine)
    warned = home.ok("remember", "k", "v", SENSE_MEMORY_NSEC=mine.nsec)
    assert "every program started from here inherits" in warned.err
    assert warned.err.count("inherits") == 1
    file = private(tmp_path / "key", mine.nsec)
    quiet = home.ok("recall", "k", SENSE_MEMORY_NSEC_FILE=file)
    assert (quiet.out, quiet.err) == ("v\n", "")
    # without the variable its key is missing, and no other takes its place
    assert home.run("recall", "k").code == 4


@pytest.mark.skipif(shutil.which("bash") is None, reason="sh has no process substitution")
def test_a_key_file_may_be_a_pipe(home: Home) -> None:
    mine = Identity.generate()
    home.know(mine)
    file = private(home.folder / "mine", mine.nsec)
    line = f"bash -c 'sense-memory --key-file <(cat {file}) "
    code, out, _ = in_the_shell(home, f"{line} --json keys show'", home.folder)
    assert (code, json.loads(out)["npub"]) == (0, mine.npub)
    assert in_the_shell(home, f"{line} remember k v'", home.folder)[0] == 0


@pytest.fixture
def keyring(home: Home, processes: None, tmp_path: Path) -> Path:
    """Give the machine a keyring, which a process chooses once."""
    kept = tmp_path / "keyring.json"
    home.environment["PYTHON_KEYRING_BACKEND"] = file_keyring.NAME
    home.environment[file_keyring.VARIABLE] = str(kept)
    return kept


def test_a_key_in_the_keyring_is_in_no_file(home: Home, keyring: Path, phrase: str) -> None:
    made = home.ok("--json", "init", "--keyring").json
    assert (made["key"], made["key_file"]) == (f"keyring:{made['npub']}", None)
    (nsec,) = json.loads(keyring.read_text()).values()
    home.secrets |= {nsec}
    home.ok("remember", "k", "v")
    assert home.ok("recall", "k").out == "v\n"
    for path in home.folder.rglob("*"):
        assert not path.is_file() or nsec.encode() not in path.read_bytes()
    shown = home.ok("--json", "keys", "show").json
    assert (shown["encrypted"], "keyring" in shown["kept"]) == (True, True)
    text = home.ok("keys", "export", "--passphrase-file", phrase).out.strip()
    assert nip49.EncryptedKey.decode(text).security is nip49.KeySecurity.PROTECTED
    assert home.run("init", "--keyring").code == 2

    headless = home.run("recall", "k", PYTHON_KEYRING_BACKEND="keyring.backends.fail.Keyring")
    assert headless.code == 4
    assert "headless" in headless.err
    keyring.unlink()
    assert home.run("recall", "k").code == 4


def test_without_a_keyring_the_key_goes_into_a_file_and_it_is_said(
    home: Home, processes: None
) -> None:
    headless = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    made = home.ok("--json", "init", "--keyring", **headless)
    assert made.json["key_file"] == str(home.folder / "default" / "key")
    assert "headless" in made.err
    mine = Identity.generate()
    home.know(mine)
    name = ("--profile", "imported")
    imported = home.ok("--json", *name, "keys", "import", "--keyring", stdin=mine.nsec, **headless)
    assert imported.json["key_file"] == str(home.folder / "imported" / "key")


def test_an_imported_key_may_live_in_the_keyring(home: Home, keyring: Path) -> None:
    mine = Identity.generate()
    home.know(mine)
    made = home.ok("--json", "keys", "import", "--keyring", stdin=mine.nsec).json
    assert made["key"] == f"keyring:{mine.npub}"
    again = home.ok("--json", "keys", "import", "--keyring", stdin=mine.nsec)
    assert again.json["made_key_file"] is False
