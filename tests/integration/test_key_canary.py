"""No secret key and no passphrase in any output, log, error, repr or file that is not theirs."""

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from mnemonic import Mnemonic

from nips.keys import SecretKey
from nips.nip49 import EncryptedKey
from sense_memory import Identity, InputError
from sense_memory.io.keys.forms import read_key
from sense_memory.io.keys.found import FoundKey, unlock
from sense_memory.io.keys.given import find_given, find_in_file
from sense_memory.io.keys.passphrase import Passphrase, configured
from sense_memory.io.profile import load_profile

from .shell import Home

PASSPHRASE = "canary passphrase 4711"
WINDOW = 12
"""Characters; so long a piece of a secret gives it away."""


@dataclass(frozen=True)
class Canary:
    """A secret in all its forms, none of which is ever to be seen."""

    words: str
    identity: Identity
    ncryptsec: str

    @classmethod
    def new(cls) -> "Canary":
        words = Mnemonic("english").generate()
        identity = Identity.from_words(words)
        secret = SecretKey.from_hex(identity.private_key_hex)
        return cls(words, identity, EncryptedKey.make(secret, PASSPHRASE, log_n=1).encode())

    @property
    def forms(self) -> dict[str, str]:
        """What can be typed, piped or pasted."""
        identity = self.identity
        return {
            "nsec": identity.nsec,
            "NSEC": identity.nsec.upper(),
            "hex": identity.private_key_hex,
            "words": self.words,
            "damaged nsec": identity.nsec[:-1] + ("q" if identity.nsec[-1] != "q" else "p"),
            "short hex": identity.private_key_hex[:-1],
            "word too many": f"{self.words} zoo zoo",
            "two words less": self.words.rsplit(" ", 2)[0],
            "misspelt": self.words.replace(" ", " x", 1),
        }

    def pieces(self) -> Iterator[str]:
        """All that must not be seen."""
        for text in (self.identity.nsec[5:], self.identity.private_key_hex):
            yield from (text[at : at + WINDOW] for at in range(len(text) - WINDOW + 1))
        words = self.words.split()
        yield from (" ".join(words[at : at + 2]) for at in range(len(words) - 1))
        yield PASSPHRASE
        yield "4711"

    def check(self, shown: str) -> None:
        """Nothing of it is there."""
        lowered = shown.lower()
        assert not [piece for piece in self.pieces() if piece in lowered]


class WatchedHome(Home):
    """A machine on which the canary lives."""

    def __init__(self, folder: Path, canary: Canary) -> None:
        super().__init__(folder)
        self.canary = canary

    def check(self, output: str) -> None:
        self.canary.check(output)
        assert "Traceback" not in output

    def check_files(self, *theirs: Path) -> None:
        """No file but those that are meant to hold it, does."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in theirs:
                self.canary.check(path.read_bytes().decode("latin-1"))


@pytest.fixture(scope="module")
def canary() -> Canary:
    return Canary.new()


@pytest.fixture
def watched(tmp_path: Path, canary: Canary) -> WatchedHome:
    folder = tmp_path / "watched"
    folder.mkdir()
    return WatchedHome(folder, canary)


def private(path: Path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o600)
    return str(path)


def test_the_check_itself_sees_a_leak(canary: Canary) -> None:
    identity = canary.identity
    two = " ".join(canary.words.split()[3:5])
    for leak in (identity.nsec, identity.private_key_hex[9:30].upper(), two, f"<{PASSPHRASE}>"):
        with pytest.raises(AssertionError):
            canary.check(f"some words {leak} and more")


def test_a_life_of_a_key(watched: WatchedHome, tmp_path: Path, canary: Canary) -> None:
    phrase = private(tmp_path / "phrase", PASSPHRASE)
    given = ("--passphrase-file", phrase)
    watched.ok("-vv", "keys", "import", stdin=canary.words)
    watched.ok("--json", "-vv", "keys", "show")
    watched.ok("-vv", "keys", "export", *given)
    watched.ok("--json", "-vv", "keys", "export", *given)
    watched.ok("-vv", "keys", "export", "exported", *given)
    watched.ok("--json", "-vv", "keys", "backup", "kit", *given)
    watched.ok("-vv", "keys", "verify-backup", "kit", *given)
    watched.ok("-vv", "remember", "k", "v")
    watched.ok("-vv", "init", "--relay", "wss://relay.example")
    watched.ok("--json", "init", "--local")
    assert watched.run("-vv", "keys", "import", stdin=Identity.generate().nsec).code == 1
    (watched.folder / "default" / "key").chmod(0o644)
    for words in (("recall", "k"), ("keys", "show"), ("keys", "export", *given), ("init",)):
        watched.run("-vv", *words)
    watched.check_files(watched.folder / "default" / "key")


def test_a_life_of_an_encrypted_key(watched: WatchedHome, tmp_path: Path, canary: Canary) -> None:
    phrase = private(tmp_path / "phrase", PASSPHRASE)
    wrong = private(tmp_path / "wrong", PASSPHRASE + "!")
    given = {"SENSE_MEMORY_PASSPHRASE_FILE": phrase}
    watched.ok("-vv", "keys", "import", "--encrypted", stdin=canary.ncryptsec, **given)
    watched.ok("-vv", "remember", "k", "v", **given)
    for environment in ({}, {"SENSE_MEMORY_PASSPHRASE_FILE": wrong}):
        assert watched.run("-vv", "recall", "k", **environment).code == 4
        assert watched.run("--json", "keys", "backup", **environment).code == 4
    Path(phrase).chmod(0o644)
    assert watched.run("-vv", "recall", "k", **given).code == 4
    Path(phrase).chmod(0o600)
    key = watched.folder / "default" / "key.ncryptsec"
    text = key.read_text()
    key.write_text(text[:-3] + "\n")
    assert watched.run("-vv", "recall", "k", **given).code == 4
    watched.check_files()


@pytest.mark.parametrize("form", Canary.new().forms)
def test_a_key_pasted_where_none_belongs(watched: WatchedHome, canary: Canary, form: str) -> None:
    """As an argument, an option, a variable: refused, and not repeated."""
    text = canary.forms[form]
    pasted = [
        ("keys", text),
        ("keys", "import", text),
        ("keys", "import", *text.split()),
        ("keys", "export", text),
        ("keys", "show", text),
        ("keys", "verify-backup", text),
        ("keys", "import", f"--passphrase-file={text}"),
        ("keys", "import", "--relay", text),
        ("init", text),
        ("init", f"--{text}"),
    ]
    if form in ("nsec", "words", "misspelt"):  # the others take the same ways
        for words in pasted:
            assert watched.run(*words).code != 0
    for variable in ("SENSE_MEMORY_NSEC", "SENSE_MEMORY_NSEC_FILE"):
        watched.run("-vv", "keys", "show", **{variable: text})
    assert not list(watched.folder.rglob("*key*"))


@pytest.mark.parametrize("form", ["damaged nsec", "short hex", "word too many", "misspelt"])
def test_a_damaged_key_is_not_repeated(watched: WatchedHome, canary: Canary, form: str) -> None:
    text = canary.forms[form]
    assert watched.run("-vv", "keys", "import", stdin=text).code == 4
    assert watched.run("-vv", "init", "--import-key", stdin=text).code == 4
    path = private(watched.folder / "mine", text)
    assert watched.run("-vv", "keys", "import", path).code == 4
    assert watched.run("-vv", "--key-file", path, "remember", "k", "v").code == 4


def _attempts(canary: Canary, folder: Path) -> list[Callable[[], object]]:
    locked = read_key(canary.ncryptsec)
    wrong = folder / "wrong"
    private(wrong, PASSPHRASE + "?")

    attempts: list[Callable[[], object]] = [
        lambda: unlock(locked, "somewhere", wrong),  # type: ignore[arg-type]
        lambda: Identity.from_ncryptsec(canary.ncryptsec, PASSPHRASE + "?"),
        lambda: Identity.from_ncryptsec(canary.ncryptsec[:-1], PASSPHRASE),
        lambda: Identity.from_ncryptsec(canary.ncryptsec, PASSPHRASE + "\ud800"),
        lambda: canary.identity.ncryptsec(PASSPHRASE + "\ud800"),
        lambda: canary.identity.ncryptsec(""),
        lambda: load_profile(canary.identity.nsec),
    ]
    for form, text in canary.forms.items():
        path = Path(private(folder / form, text))
        attempts += [
            lambda text=text: Identity.from_text(text),  # type: ignore[misc]
            lambda text=text: Identity.from_nsec(text),  # type: ignore[misc]
            lambda text=text: Identity.from_hex(text),  # type: ignore[misc]
            lambda text=text: Identity.from_words(text),  # type: ignore[misc]
            lambda text=text: Identity.from_ncryptsec(text, PASSPHRASE),  # type: ignore[misc]
            lambda text=text: Identity.from_file(text),  # type: ignore[misc]
            lambda path=path: Identity.from_file(path),  # type: ignore[misc]
        ]
    return attempts


def test_no_error_and_no_traceback_tells(
    canary: Canary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = 0
    for attempt in _attempts(canary, tmp_path):
        try:
            attempt()
        except InputError as error:
            failures += 1
            canary.check(f"{error} {error!r} {error.args}")
            canary.check("".join(traceback.format_exception(error)))
    assert failures > 30
    for text in canary.forms.values():
        monkeypatch.setenv("NOSTR_NSEC", text)
        try:
            found = find_given()
        except InputError as error:
            canary.check("".join(traceback.format_exception(error)))
        else:
            canary.check(repr(found))


def test_no_repr_tells(canary: Canary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "SENSE_MEMORY_PASSPHRASE_FILE", private(tmp_path / "phrase", PASSPHRASE + "\n")
    )
    key = read_key(canary.words)
    things = [
        canary.identity,
        key,
        read_key(canary.ncryptsec),
        FoundKey(key, "here"),
        find_in_file(Path(private(tmp_path / "key", canary.identity.nsec))),
        configured(),
        Passphrase(PASSPHRASE, "here"),
        EncryptedKey.decode(canary.ncryptsec),
        load_profile("default").belonging_to(canary.identity),
    ]
    for thing in things:
        canary.check(f"{thing} {thing!r}")
