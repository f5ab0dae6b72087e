"""What a search is compared with: each ranks the memories of a scope for a question, best first."""

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from sense_memory import Insight
from sense_memory.core.ports import Encoder, TextKind

_WORD = re.compile(r"[^\W_]+")
_FREQUENT = """
    a about after all also am an and any are as at be because been before being but by can could
    did do does doing for from had has have having he her hers him his how i if in into is it its
    just me more most my no nor not of off on or other our ours out over own same she should so some
    such than that the their theirs them then there these they this those through to too under until
    up very was we were what when where which while who whom why will with would you your yours s t
    d ll re ve m don didn doesn isn wasn aren
"""
_STOP = frozenset(_FREQUENT.split())
_ENDINGS = ("ingly", "edly", "ing", "ed", "ies", "es", "s", "ly")


def _terms(text: str) -> list[str]:
    """Lower-case words without stop words, without the commonest English endings."""
    return [_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > 3 else word


class PlainBM25:
    """Okapi BM25 over one bag of words a memory: k1 = 1.2, b = 0.75."""

    def __init__(self, memories: Sequence[Insight], *, with_names: bool) -> None:
        self.keys = [memory.key for memory in memories]
        self._bags = [Counter(_terms(text_of(m) if with_names else m.value)) for m in memories]
        self._lengths = [bag.total() for bag in self._bags]
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self._held = Counter(word for bag in self._bags for word in bag)

    def rank(self, question: str) -> list[str]:
        """Keys."""
        scores = [0.0] * len(self.keys)
        for word in dict.fromkeys(_terms(question)):
            held = self._held[word]
            rarity = math.log(1 + (len(self.keys) - held + 0.5) / (held + 0.5))
            for at, bag in enumerate(self._bags):
                if count := bag[word]:
                    norm = 1.2 * (0.25 + 0.75 * self._lengths[at] / self._mean)
                    scores[at] += rarity * count * 2.2 / (count + norm)
        return _ordered(self.keys, scores)


class SeedScoring:
    """The v2 design's theme scoring: 3 for a word in the key, 2 in a theme, 1 in the value."""

    def __init__(self, memories: Sequence[Insight]) -> None:
        self.keys = [memory.key for memory in memories]
        self._fields = [
            (
                set(_terms(memory.key)),
                set(_terms(" ".join(memory.themes or ()))),
                set(_terms(memory.value)),
            )
            for memory in memories
        ]

    def rank(self, question: str) -> list[str]:
        """Keys."""
        words = set(_terms(question))
        scores = [
            3.0 * len(words & key) + 2.0 * len(words & themes) + len(words & value)
            for key, themes, value in self._fields
        ]
        return _ordered(self.keys, scores)


class VectorsAlone:
    """The cosine of an encoder's vectors of value and question."""

    def __init__(self, keys: Sequence[str], rows: np.ndarray, encoder: Encoder) -> None:
        self.keys = list(keys)
        self._rows = rows
        self._encoder = encoder

    @classmethod
    async def of(cls, memories: Sequence[Insight], encoder: Encoder) -> "VectorsAlone":
        """Encode the memories."""
        rows = await encoder.encode([memory.value for memory in memories], TextKind.DOCUMENT)
        return cls([memory.key for memory in memories], rows, encoder)

    async def rank(self, question: str) -> list[str]:
        """Keys."""
        (row,) = await self._encoder.encode([question], TextKind.QUERY)
        return _ordered(self.keys, (self._rows @ row).tolist())


def text_of(memory: Insight) -> str:
    """All that a memory says, names included."""
    return f"{memory.key} {' '.join(memory.themes or ())} {memory.value}"


def _ordered(keys: Sequence[str], scores: Sequence[float]) -> list[str]:
    order = sorted(range(len(keys)), key=lambda at: -scores[at])
    return [keys[at] for at in order]
