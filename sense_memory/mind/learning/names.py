"""Under which names what was learned is kept: the same on every device that learns it."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence

from ...core.llm import Message
from ...core.records.graph import folded
from ...core.records.persona import PersonaMemory
from ..extracts.words import words_of
from ..text import words

LONGEST_KEY = 80
"""Characters of a key, which people type; the value says all of it."""
_CODE = 8
"""Hex digits that keep apart what a key would not."""
_ARTICLES = frozenset(("a", "an", "the"))
_THEY = frozenset(("he", "she", "they"))
_WHOM = "·"
_SEPARATORS = re.compile(r"[-_]+")
_QUOTES = "\"'“”„«»‘’`"
_ENDS = " \t.!…。！" + _QUOTES


def key_of(statement: str, about: str | None = None, *, is_seen: bool = False) -> str:
    """The key of a statement, in kebab case: ``vergel-prefers-vanilla-js``.

    Letters and digits of any script stay, small. Whom it is about stands before it where it does
    not name them. Where something is lost that tells two statements apart (``C++``, ``-5``, what
    is longer than a key), eight hex digits of the statement's hash stand behind it.

    Args:
        statement: It.
        about: Whom it is about.
        is_seen: Whether others see the key: then it says whom it is about, and not what.
    """
    whole = spelling(statement)
    if is_seen:
        return told_apart("" if about is None else _kebab(spelling(about)), whole)
    if about is not None and not names(statement, about):
        whole = f"{spelling(about)} {whole}"
    slug = "-".join(_kebab(whole).split("-"))
    is_lossy = not slug or any(_tells(char, before) for before, char in _pairs(whole))
    if not is_lossy and len(slug) <= LONGEST_KEY:
        return slug
    return told_apart(slug, whole)


def told_apart(slug: str, statement: str) -> str:
    """A key that only this statement has."""
    code = hashlib.sha256(spelling(statement).encode("utf-8", "backslashreplace")).hexdigest()
    kept = slug[: LONGEST_KEY - _CODE - 1].rstrip("-")
    return f"{kept}-{code[:_CODE]}" if kept else code[:_CODE]


def spelling(statement: str) -> str:
    """What two spellings of one statement have in common: case, blanks, the mark at the end."""
    return " ".join(folded(statement).split()).strip(_ENDS)


def wording(statement: str, about: str | None = None) -> tuple[str, ...]:
    """What statements have in common that say the same word for word.

    Articles, marks and capitals are left out. Where it is known whom it is about, he who lives in
    Berlin is that one.
    """
    whole = spelling(statement)
    said = [word for word in words(whole) if word not in _ARTICLES]
    if about is not None:
        called = words(spelling(about))
        count = len(called) if said[: len(called)] == called else 1
        if said and (said[:count] == called or said[0] in _THEY):
            said[:count] = [_WHOM]
    # C is not C#
    return (*said, *(char for before, char in _pairs(whole) if _tells(char, before)))


def is_about(memory: PersonaMemory, statement: str, about: str | None, *, is_own: bool) -> bool:
    """Whether a memory that says a statement says it of the same one.

    Args:
        memory: It.
        statement: What was said.
        about: Whom that is about; ``None`` is whom the agent works for, or whom it names.
        is_own: Whether somebody says it of themselves.
    """
    key = _SEPARATORS.sub(" ", memory.key)
    if about is not None:
        return any(names(text, about) for text in (memory.value, key, *memory.themes))
    if not is_own and not _THEY.intersection(words(statement)):
        return True
    # what is known of somebody has the name before its key: vergel-i-live-in-berlin
    said = words(key)
    whom = (words(theme) for theme in memory.themes if not names(memory.value, theme))
    return not any(one and said[: len(one)] == one and said != one for one in whom)


def names(statement: str, about: str) -> bool:
    """Whether a statement names somebody: by the whole name, or the first word of it."""
    said, called = words_of(statement), words_of(about)
    if not called:
        return False
    return called[0] in said or spelling(about) in spelling(statement)


def turn_id(conversation: str, before: str, message: Message) -> str:
    """The id of a message that nobody gave one, 32 hex digits.

    It follows from the message and from what was said before it; so a transcript that goes on with
    what is known adds only what is new.

    Args:
        conversation: In which conversation.
        before: The id of the message before it; ``""`` before the first.
        message: It.
    """
    said = ["turn", conversation, before, message.role.value, message.text]
    text = json.dumps(said, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


_HYPHENS = re.compile(r"-+")


def _kebab(text: str) -> str:
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if category[0] in "LNM":
            kept.append(char)
        elif category != "Cf" and char not in "'’":
            kept.append("-")
    return _HYPHENS.sub("-", "".join(kept)).strip("-")


def _pairs(text: str) -> Sequence[tuple[str, str]]:
    return list(zip(" " + text, text, strict=False))


def _tells(char: str, before: str) -> bool:
    """Whether a character that no key has makes another statement of it."""
    if unicodedata.category(char)[0] == "S" or char in "#%&@*/\\":
        return True
    return char in "-–−" and before.isspace()
