"""What a relay says, before a person sees it."""

import pytest

from nips.messages import Closed, Eose, Notice, Ok
from sense_memory.sync.words import LONGEST, harmless

EVIL = "blocked: \x1b[31mred\x1b]0;title\x07\r\nDone"


@pytest.mark.parametrize(
    "message",
    [Ok("a" * 64, False, EVIL), Closed("sub", EVIL), Notice(EVIL)],
    ids=["ok", "closed", "notice"],
)
def test_nothing_steers_a_terminal(message: Ok | Closed | Notice) -> None:
    said = harmless(message)
    assert isinstance(said, Ok | Closed | Notice)
    assert said.message.isprintable()
    assert said.message.startswith("blocked: ")


def test_a_long_speech_is_cut() -> None:
    said = harmless(Notice("x" * 5_000))
    assert isinstance(said, Notice)
    assert len(said.message) == LONGEST


def test_words_of_any_script_and_other_messages_stay() -> None:
    for message in (Notice("gesperrt: später 再试"), Eose("sub", ())):
        assert harmless(message) is message
