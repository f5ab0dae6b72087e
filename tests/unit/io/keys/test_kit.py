"""The recovery kit: what it says, and that its commands survive any file name."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from sense_memory import InputError, InvalidRelayURLError
from sense_memory.core.records.store_settings import Addressing
from sense_memory.io.keys.forms import LockedKey, read_key
from sense_memory.io.keys.kit import RecoveryKit, Whereabouts, read_whereabouts

RELAYS = ("wss://one.example", "wss://two.example/path")


@pytest.fixture
def kit(ncryptsec: str) -> RecoveryKit:
    return RecoveryKit(
        "work", "npub1…", ncryptsec, RELAYS, Addressing.BLINDED, Path("/data/memory.db"), 1.0
    )


def commands(text: str) -> list[list[str]]:
    """The lines of a kit that are for a shell."""
    return [shlex.split(line) for line in text.splitlines() if line.startswith("    sense-memory")]


def test_what_it_says(kit: RecoveryKit, ncryptsec: str) -> None:
    text = kit.text("kit.txt")
    assert "made:        1970-01-01 00:00:01 UTC" in text
    assert read_whereabouts(text) == Whereabouts(RELAYS, Addressing.BLINDED)
    key = read_key(text)
    assert isinstance(key, LockedKey)
    assert key.text == ncryptsec
    assert commands(text) == [
        ["sense-memory", "--profile", "work", "keys", "import", "kit.txt"],
        ["sense-memory", "--profile", "work", "keys", "verify-backup", "kit.txt"],
    ]
    assert "sense-memory --profile work sync" in text
    assert "/data/memory.db" not in text
    assert all(len(line) <= 180 for line in text.splitlines())
    assert ncryptsec not in repr(kit)


def test_without_relays_it_says_that_the_memories_are_elsewhere(kit: RecoveryKit) -> None:
    text = replace(kit, relays=(), addressing=None).text("kit.txt")
    assert read_whereabouts(text) == Whereabouts((), None)
    assert "/data/memory.db" in text
    assert "not its memories" in text


@pytest.mark.parametrize("name", ["my kit.txt", "-kit", "it's.txt", "$(x).txt", 'a"b'])
def test_a_shell_takes_every_file_name(kit: RecoveryKit, name: str) -> None:
    for command in commands(kit.text(name)):
        assert command[-1] in (name, f"./{name}")


@pytest.mark.parametrize("addition", ["", "\r", "  \t"])
def test_an_editor_may_have_touched_it(kit: RecoveryKit, addition: str) -> None:
    text = "\n" + kit.text("kit.txt").replace("\n", f"{addition}\n")
    assert read_whereabouts(text) == Whereabouts(RELAYS, Addressing.BLINDED)


def test_what_is_no_kit_or_half_of_one(kit: RecoveryKit, ncryptsec: str) -> None:
    assert read_whereabouts(ncryptsec) is None
    text = kit.text("kit.txt")
    with pytest.raises(InputError, match="no line 'relays:'"):
        read_whereabouts(text.replace("relays: ", "reiays: "))
    with pytest.raises(InvalidRelayURLError):
        read_whereabouts(text.replace("wss://one", "http://one"))
