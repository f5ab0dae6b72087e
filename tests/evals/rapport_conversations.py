"""Conversations of known style: those that are made of remarks, and those written as a whole.

A text has conversations or remarks after each other, in lines: ``#`` says their style, ``>`` is
said by the peer, ``<`` by the agent, and an empty line ends one.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sense_memory.core.llm import Message, Role

from .rapport_dialogues import (
    chinese,
    english,
    french,
    german,
    italian,
    portuguese,
    spanish,
)
from .rapport_remarks import (
    chinese as chinese_remarks,
    english as english_remarks,
    french as french_remarks,
    german as german_remarks,
    italian as italian_remarks,
    portuguese as portuguese_remarks,
    spanish as spanish_remarks,
)

DIALOGUES: Mapping[str, str] = {
    "en": english.DIALOGUES,
    "de": german.DIALOGUES,
    "fr": french.DIALOGUES,
    "es": spanish.DIALOGUES,
    "it": italian.DIALOGUES,
    "pt": portuguese.DIALOGUES,
    "zh": chinese.DIALOGUES,
}
REMARKS: Mapping[str, str] = {
    "en": english_remarks.REMARKS,
    "de": german_remarks.REMARKS,
    "fr": french_remarks.REMARKS,
    "es": spanish_remarks.REMARKS,
    "it": italian_remarks.REMARKS,
    "pt": portuguese_remarks.REMARKS,
    "zh": chinese_remarks.REMARKS,
}
NEUTRAL = "neutral"
STYLED, PLAIN = 3, 3
"""Exchanges of a made conversation that have its style, and that have none."""

__all__ = ["DIALOGUES", "REMARKS", "Conversation", "made", "texts", "written"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session whose style is known.

    Attributes:
        language: ISO 639-1.
        style: ``high`` or ``low`` by dimension, as far as it has one; ``type`` is the type of its
            resilience, where it was tested.
        messages: What was said.
    """

    language: str
    style: Mapping[str, str]
    messages: tuple[Message, ...]


def written() -> list[Conversation]:
    """Those that were written as a whole."""
    return [
        Conversation(language, style, messages)
        for language, text in DIALOGUES.items()
        for style, messages in _parsed(text)
    ]


def made(seed: int, each: int) -> list[Conversation]:
    """So many of each style and language, made of remarks: of its style, among others of none."""
    chance = random.Random(seed)
    found = []
    for language, text in REMARKS.items():
        by_style: dict[str, list[tuple[Message, ...]]] = {}
        styles: dict[str, Mapping[str, str]] = {}
        for style, messages in _parsed(text):
            key = str(sorted(style.items()))
            styles[key] = style
            by_style.setdefault(key, []).append(messages)
        plain = by_style[str([])]
        for key, some in by_style.items():
            for _ in range(each):
                # nobody can score a style by its number of exchanges
                parts = chance.sample(plain, PLAIN)
                more = plain if key == str([]) else some
                parts += [chance.choice(more)] if key == str([]) else chance.sample(more, STYLED)
                chance.shuffle(parts)
                said = tuple(message for part in parts for message in part)
                found.append(Conversation(language, styles[key], said))
    return found


def _parsed(text: str) -> Iterator[tuple[Mapping[str, str], tuple[Message, ...]]]:
    style: dict[str, str] = {}
    said: list[Message] = []
    for line in (*text.strip().splitlines(), ""):
        if line.startswith("# "):
            words = line[2:].split()
            style = dict(word.split("=") for word in words if word != NEUTRAL)
        elif line:
            role = Role.USER if line.startswith("> ") else Role.ASSISTANT
            said.append(Message(role, line[2:]))
        elif said:
            yield style, tuple(said)
            said = []


def texts(messages: Sequence[Message]) -> Iterator[str]:
    """What the peer said."""
    return (message.text for message in messages if message.role is Role.USER)
