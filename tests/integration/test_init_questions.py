"""init at a terminal: three questions at most, each answered by Enter; none where nobody is."""

import signal
from pathlib import Path

import pytest

from sense_memory import Identity
from sense_memory.core.records.store_settings import Addressing
from sense_memory.io.keys.backup import BackupLevel, backup_state
from sense_memory.io.profile import Profile, load_profile

from .shell import NOBODY, Home
from .terminal import CTRL_C, answered

COPIES = "Keep encrypted copies on relays?"
NAMES = "Hide the names of memories"
BACKUP = "Back up the key now"
QUESTIONS = (COPIES, NAMES, BACKUP)
CTRL_D = "\x04"
PHRASE = "correct horse battery staple"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def profile(home: Home, monkeypatch: pytest.MonkeyPatch, name: str = "default") -> Profile:
    monkeypatch.setenv("SENSE_MEMORY_HOME", str(home.folder))
    return load_profile(name)


def asked(shown: str) -> tuple[str, ...]:
    return tuple(one for one in QUESTIONS if one in shown)


def test_enter_makes_a_profile_on_this_machine_alone(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, code = answered(home, ["init"], [(COPIES, "\n"), (BACKUP, "\n")])
    assert code == 0
    made = profile(home, monkeypatch)
    assert made.relays == ()
    assert made.addressing is Addressing.BLINDED
    assert backup_state(made).level is BackupLevel.NEVER
    assert "back up this key" in shown
    assert asked(shown) == (COPIES, BACKUP)  # without relays nobody is to see any names

    # what is decided is not asked again, and what was put off may be
    again, code = answered(home, ["init"], [(BACKUP, "\n")])
    assert code == 0
    assert asked(again) == (BACKUP,)
    assert profile(home, monkeypatch) == made


def test_three_answers_are_a_profile_with_relays_names_and_a_backup(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = f"{NOBODY}  wss://relay.example"
    answers = [
        (COPIES, "relay.example\n"),
        (COPIES, f"{', '.join(urls.split())}\n"),  # as people write several of anything
        (NAMES, "perhaps\n"),
        (NAMES, "n\n"),
        (BACKUP, "y\n"),
        ("passphrase for the recovery kit", f"{PHRASE}\n"),
        ("once more", f"{PHRASE}\n"),
    ]
    shown, code = answered(home, ["init"], answers)
    assert code == 0, shown
    assert "relay_url must start with wss://" in shown
    assert "type y for yes or n for no" in shown
    assert "back up this key" not in shown
    made = profile(home, monkeypatch)
    assert list(made.relays) == urls.split()
    assert made.addressing is Addressing.PLAIN
    state = backup_state(made)
    assert state.level is BackupLevel.UNPROVEN
    assert state.kit is not None
    assert PHRASE not in shown
    assert (home.folder / "sense-memory-recovery-default.txt").stat().st_mode & 0o777 == 0o600

    shown, code = answered(home, ["init"], [])  # all is decided
    assert code == 0
    assert asked(shown) == ()
    assert profile(home, monkeypatch) == made


@pytest.mark.parametrize(
    "said", [["--yes"], ["--local"], ["--relay", NOBODY]], ids=lambda said: said[0]
)
def test_what_was_said_is_not_asked(home: Home, said: list[str]) -> None:
    shown, code = answered(home, ["init", *said], [])
    assert code == 0
    assert asked(shown) == ()
    assert "back up this key" in shown


def test_relays_with_a_comma_between_them_are_not_one(home: Home) -> None:
    refused = home.run("init", "--relay", "wss://a.example,wss://b.example")
    assert refused.code == 2
    assert "without a comma" in refused.err
    assert not list(home.folder.iterdir())
    home.ok("init", "--relay", "wss://a.example/some,path")


def test_programs_are_not_asked(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, code = answered(home, ["--json", "init"], [])
    assert (code, asked(shown)) == (0, ())
    # and what is piped into it is nobody's answer
    piped = home.ok("--profile", "piped", "init", stdin="wss://relay.example\n")
    assert asked(piped.err) == ()
    assert profile(home, monkeypatch, "piped").relays == ()


@pytest.mark.parametrize("ended", [CTRL_D, CTRL_C], ids=["Ctrl-D", "Ctrl-C"])
def test_whoever_leaves_at_the_first_question_leaves_nothing(home: Home, ended: str) -> None:
    shown, code = answered(home, ["init"], [(COPIES, ended)], is_controlling=True)
    assert code not in (0, 2)
    assert "Traceback" not in shown
    assert not (home.folder / "default").exists()


def test_a_terminal_that_goes_away_is_no_answer(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, _ = answered(home, ["init"], [(COPIES, "\n"), (BACKUP, signal.SIGHUP)])
    assert BACKUP in shown
    assert profile(home, monkeypatch).exists  # what was made before stays


def test_a_key_typed_in_place_of_a_relay_is_not_repeated(home: Home) -> None:
    pasted = Identity.generate().nsec
    answers = [(COPIES, f"wss://{pasted}\n"), (COPIES, "\n"), (BACKUP, "\n")]
    shown, code = answered(home, ["init"], answers)
    assert code == 0
    assert "that is a secret key" in shown
    assert shown.count(pasted) == 1  # the terminal's own echo
