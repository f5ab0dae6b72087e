"""What topics are called, and which observations wait for one.

A name comes from a model or a person and becomes a file's name, so nothing of it but small letters,
digits and hyphens is kept.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from ...core.errors import InputError
from ...core.records.pyramid import SLUG, STEP, Observation
from .seal import in_order

LONGEST_SLUG = 64
LONGEST_DESCRIPTION = 120
"""Characters of a description. Source: seed 003."""
UNSORTED = "unsorted"
"""The topic of what nobody finds one for: asked for ever, it would cost for ever."""
SAMPLES = 5
"""How many observations of a topic are shown to who is to assign others. Source: seed 003."""

_CUT = "..."
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
"""What no file may be called on Windows, whatever follows its dot."""


def slug_of(name: str) -> str:
    """What a topic is called by records and files: ``[a-z0-9][a-z0-9-]{0,63}``.

    ``"Gavrie's Project"`` becomes ``gavrie-s-project``, an accent goes. Where letters would be lost
    (another script, a name that is too long), eight hex digits of the name's hash keep two topics
    apart. A slug is its own.

    Raises:
        InputError: The name has neither letter nor digit.
    """
    if SLUG.fullmatch(name) and name not in _DEVICES:
        return name
    plain = letters_of(name)
    letters = unicodedata.normalize("NFKD", plain)
    if not any(char.isalnum() for char in letters):
        raise InputError("a topic's name needs a letter or a digit")
    kept = "".join(char if char.isascii() and char.isalnum() else " " for char in _bare(letters))
    slug = "-".join(kept.split())
    is_lossy = any(char.isalnum() and not char.isascii() for char in _bare(letters))
    if is_lossy or len(slug) > LONGEST_SLUG or slug in _DEVICES:
        code = hashlib.sha256(plain.encode("utf-8", "backslashreplace")).hexdigest()[:8]
        slug = f"{slug[: LONGEST_SLUG - 9].rstrip('-') or 'topic'}-{code}"
    return slug


def letters_of(name: str) -> str:
    """What two names have in common that differ in case, width and blanks around them only."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _bare(letters: str) -> str:
    """Letters without the marks that stand on them."""
    return "".join(char for char in letters if not unicodedata.combining(char))


def description_of(text: str) -> str:
    """The beginning of a text, on one line, in at most 120 characters."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_DESCRIPTION:
        return line
    return line[: LONGEST_DESCRIPTION - len(_CUT)] + _CUT


def title_of(name: str) -> str:
    """What a topic is called by people: on one line, in at most 120 characters that are seen."""
    return description_of("".join(char if char.isprintable() else " " for char in name))


@dataclass(frozen=True, slots=True)
class Unassigned:
    """The observations that belong to no topic.

    Attributes:
        batches: A few at a time, oldest first: for these a topic is looked for.
        given_up: Those for which that was done often enough.
    """

    batches: tuple[tuple[Observation, ...], ...]
    given_up: tuple[Observation, ...]


def unassigned(
    observations: Iterable[Observation], attempts: int, at_once: int = STEP
) -> Unassigned:
    """What is to be assigned.

    Args:
        observations: Those of a topic are left out.
        attempts: How often a topic is looked for.
        at_once: Observations of a batch.
    """
    waiting = in_order(one for one in observations if one.topic is None)
    tried = [one for one in waiting if one.attempts < attempts]
    return Unassigned(
        tuple(tuple(tried[first : first + at_once]) for first in range(0, len(tried), at_once)),
        tuple(one for one in waiting if one.attempts >= attempts),
    )
