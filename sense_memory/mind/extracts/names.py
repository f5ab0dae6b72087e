"""What those who speak with one another call each other."""

import re
from collections.abc import Collection, Iterable

from ..text import fold
from .vocabulary import CALENDAR, COMMON, FILLERS, STOP

_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 3
"""Letters that a short form has at least."""
_GREETINGS = (
    *(
        "hi",
        "hey",
        "hello",
        "hiya",
        "yo",
        "dear",
        "bye",
        "goodbye",
        "good (?:morning|evening|night)",
    ),
    *("thanks", "thank you", "thx", "cheers", "congrats", "sorry", "welcome"),
    *("hallo", "moin", "servus", "danke", "tschüss", "guten (?:morgen|tag|abend)"),
    *("bonjour", "salut", "merci", "bonsoir", "au revoir", "hola", "gracias", "adiós", "ciao"),
    *("grazie", "buongiorno", "olá", "oi", "obrigad[oa]", "tchau", "hoi", "dank je", "bedankt"),
    *("привет", "спасибо", "пока"),
)
_ADDRESSED = re.compile(
    rf"(?:^|[.!?…,]\s)\s*(?:{'|'.join(_GREETINGS)})(?: (?:again|so much|a lot|a ton|a bunch))?"
    r",? ([^\W\d_]{2,}(?:-[^\W\d_]+)?)",
    re.IGNORECASE | re.MULTILINE,
)
"""How somebody is spoken to, and by which name."""


def called(speakers: Iterable[str]) -> frozenset[str]:
    """The words of the names of those who speak, folded, and what they may be cut to.

    ``Melanie`` is ``mel``, too, and ``melan``.
    """
    words = {word for speaker in set(speakers) for word in _WORD.findall(fold(speaker))}
    return frozenset(
        word[:end] for word in words for end in range(min(_SHORTEST, len(word)), len(word) + 1)
    )


def is_called(word: str, names: Collection[str]) -> bool:
    """Whether a folded word is one of such names, perhaps with an ending or a letter twice."""
    return word in names or word.rstrip("sy") in names or word[:-1] in names


def addressed(texts: Iterable[str]) -> frozenset[str]:
    """The names by which those who speak are greeted and thanked: ``Hey Ann``, ``Thanks, Ben!``.

    Where a source does not name its speakers, that is how they are known.
    """
    return frozenset(
        name
        for text in texts
        for name in _ADDRESSED.findall(text)
        if name[0].isupper() and not _says_something(fold(name))
    )


def _says_something(word: str) -> bool:
    return any(word in words for words in (CALENDAR, COMMON, FILLERS, STOP))
