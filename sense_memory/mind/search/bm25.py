"""How well the words of memories answer a question.

BM25F: how often a word is in each field, weighed by the field and by the field's length against the
mean, saturates once for all fields, and counts the more the rarer the word is.

A memory that has only some of the words counts less, so that one of them in key, themes and value
does not outweigh all others. A line of a conversation is spared: the lines around it have the rest.

Source: Robertson, Zaragoza, Taylor: Simple BM25 extension to multiple weighted fields, CIKM 2004.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ...core.config import SearchConfig
from .documents import Documents
from .question import Question
from .sessions import sessions

Floats = NDArray[np.float32]

_NAME = 2
"""What a name counts among the words of a question: of somebody else, the others tell nothing."""


class Matches:
    """What the words of a question find in a scope.

    Attributes:
        words: Those that were looked for: of very many the rarest.
        scores: By slot, 0 where none of them is.
        is_direct: By slot, whether a key or a theme holds one of them.
        coverage: By the slot with which a session begins: for each word its best score in that
            session, added up. So one counts that speaks of all of it, each in its own place.
    """

    def __init__(
        self,
        documents: Documents,
        question: Question,
        lines: NDArray[np.bool_] | None,
        config: SearchConfig,
    ) -> None:
        self._documents = documents
        self._config = config
        self._weights = np.array(
            [config.key_weight, config.theme_weight, config.value_weight], np.float32
        )[:, np.newaxis]
        self._means = documents.mean_lengths()[:, np.newaxis]
        held = [word for word in question.words if word in documents.postings]
        if len(held) > config.words_at_most:
            held.sort(key=documents.postings.frequency)
            del held[config.words_at_most :]
        self.words = tuple(held)
        self.scores = np.zeros(documents.end, np.float32)
        self.is_direct = np.zeros(documents.end, bool)
        self.coverage = np.zeros(documents.end, np.float32)
        self._sessions = sessions(documents) if documents.conversations else None
        had = np.zeros(documents.end, np.float32)
        for word in self.words:
            had[self._find(word)] += _NAME if word in question.proper else 1
        if len(self.words) > 1:
            lacking = 1 - had / sum(_NAME if word in question.proper else 1 for word in self.words)
            factor = 1 - np.float32(config.coverage_weight) * lacking
            self.scores *= factor if lines is None else np.where(lines, np.float32(1), factor)

    def _find(self, word: str) -> NDArray[np.int64]:
        documents = self._documents
        found = documents.postings.occurrences(word)
        scores = self._rarity(word) * self._saturated(self._weighed(found.slots, found.counts))
        self.scores[found.slots] += scores
        self.is_direct[found.slots] |= (found.counts[0] > 0) | (found.counts[1] > 0)
        if self._sessions is not None:
            best = np.zeros_like(self.coverage)
            np.maximum.at(best, self._sessions[found.slots], scores)
            self.coverage += best
        return found.slots

    def shares(self, slot: int) -> tuple[float, float, float]:
        """What key, themes and value have in the score of one slot."""
        shares = np.zeros(len(self._weights))
        for word in self.words:
            counts = self._documents.postings.counts_in(slot, word)
            if counts is not None:
                column = np.array(counts, np.float32)[:, np.newaxis]
                weighed = self._per_field(np.array([slot]), column)[:, 0]
                score = self._rarity(word) * self._saturated(weighed.sum())
                shares += score * weighed / weighed.sum()
        key, themes, value = shares.tolist()
        return key, themes, value

    def _rarity(self, word: str) -> float:
        """Above 0 also for words that most memories hold."""
        count = len(self._documents)
        frequency = self._documents.postings.frequency(word)
        return math.log(1.0 + (count - frequency + 0.5) / (frequency + 0.5))

    def _weighed(self, slots: NDArray[np.int64], counts: Floats) -> Floats:
        weighed: Floats = self._per_field(slots, counts).sum(axis=0)
        return weighed

    def _per_field(self, slots: NDArray[np.int64], counts: Floats) -> Floats:
        b = np.float32(self._config.length_normalisation)
        length = 1 - b + b * self._documents.lengths[:, slots] / self._means
        return self._weights * counts / length

    def _saturated(self, weighed: Floats) -> Floats:
        k = np.float32(self._config.saturation)
        return weighed * (k + 1) / (weighed + k)
