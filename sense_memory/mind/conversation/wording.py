"""How near texts are by their words alone, where no encoder tells.

Nearness is a share, 0–1: how much of what the one says is in the other, where each word counts by
how rare it is in the conversation (its inverse document frequency, Spärck Jones, 1972).
"""

import math
from collections.abc import Callable, Collection, Iterable

from ..stemming import stem
from ..text import content_of, tokens, words

Rarity = Callable[[str], float]
"""How much a word tells, above 0; 0 of one that nothing holds."""


def rarity_in(count: int, frequency: Callable[[str], int]) -> Rarity:
    """The rarity of words among so many texts, as ``mind.search.bm25`` has it.

    Args:
        count: How many texts there are.
        frequency: How many of them hold a word.
    """

    def rarity(word: str) -> float:
        held = frequency(word)
        return math.log(1.0 + (count - held + 0.5) / (held + 0.5)) if held else 0.0

    return rarity


def content_words(text: str) -> frozenset[str]:
    """The stems of what a text is about; all of them where it is nothing but stop words."""
    said = words(text)
    return frozenset(stem(word) for word in (content_of(said) or said))


def share(wanted: Iterable[str], held: Collection[str], rarity: Rarity) -> float:
    """How much of some words is among others, 0–1; 0 where none of them tells anything."""
    weights = {word: rarity(word) for word in wanted}
    whole = sum(weights.values())
    return sum(w for word, w in weights.items() if word in held) / whole if whole else 0.0


def answers(question: Iterable[str], piece: str, rarity: Rarity) -> float:
    """How much of what a question asks for a piece holds.

    Args:
        question: The words of it that are looked for, as ``mind.text.query_tokens`` gives them.
        piece: What the piece says.
        rarity: Of the conversation.
    """
    return share(question, frozenset(tokens(piece)), rarity)


def used_by(reply: Collection[str], piece: str, rarity: Rarity) -> float:
    """How much of what a piece says a reply says too.

    Args:
        reply: The stems of the reply.
        piece: What the piece says.
        rarity: Of the conversation.
    """
    return share(content_words(piece), reply, rarity)
