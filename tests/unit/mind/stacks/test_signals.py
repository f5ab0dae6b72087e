"""What pieces are called."""

from sense_memory.mind.stacks.signals import signal_id

MESSAGE = "0123456789abcdef" * 2


def test_a_name_is_the_same_on_every_device_and_for_ever() -> None:
    assert signal_id(MESSAGE, 0, "I moved to Berlin.") == "3161ce2b684d9442"


def test_message_place_and_text_tell_pieces_apart() -> None:
    names = {
        signal_id(message, index, text)
        for message in (MESSAGE, MESSAGE[::-1])
        for index in (0, 1, 10)
        for text in ("I moved to Berlin.", "i moved to Berlin.", "\0" + "1", "\ud83d")
    }
    assert len(names) == 24


def test_an_edit_makes_others_and_what_it_left_keeps_its_own() -> None:
    assert signal_id(MESSAGE, 0, "I am vegetarian") != signal_id(MESSAGE, 0, "I am vegan")
    assert signal_id(MESSAGE, 1, "And you?") == signal_id(MESSAGE, 1, "And you?")
