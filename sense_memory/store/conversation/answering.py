"""Which messages of a conversation answer another one, and how near their pieces are to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, overload

from ...core.conversation import RetrievedSignal, Signal
from ...core.search_result import Filters
from ...mind.stacks.retrieving import floor
from ...mind.stacks.weights import effective_weight, exponential_decay
from ...mind.text import query_tokens
from ...mind.views.conversations import KnownConversation
from ..context import Context
from . import known, vectors

if TYPE_CHECKING:
    from ...mind.conversation.wording import Rarity
    from ...mind.search.ranking import Candidate, Ranking

ASKED_CHARACTERS = 20_000
"""Of a message, for what is looked for: nobody asks in more words."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message that answers.

    Attributes:
        id: Which.
        score: How well, with what its weight makes of that.
        pieces: Its pieces, with how near each is; made once somebody looks.
        words: What of the question it says.
        is_near: Whether a vector of it is near.
    """

    id: str
    score: float
    pieces: Sequence[RetrievedSignal]
    words: tuple[str, ...]
    is_near: bool


class Answering:
    """What a conversation knows of a message, as of now.

    It holds until something is awaited.

    Attributes:
        asked: What the encoder made of the message.
    """

    def __init__(
        self, context: Context, there: KnownConversation, message: str, asked: vectors.Asked
    ) -> None:
        self.asked = asked
        self._context = context
        self._there = there
        self._message = message[:ASKED_CHARACTERS]
        self._config = context.config.conversations
        self._turn = there.counter
        self._words = query_tokens(self._message)
        self._rarity = cache(rarity_of(there))
        self._signals: dict[str, list[Signal]] = {}

    @classmethod
    async def of(
        cls, context: Context, conversation: str, there: KnownConversation, message: str
    ) -> "Answering":
        """Ask the encoder, and bring all that is known up to date."""
        await known.index(there)
        asked = await vectors.asked(context, conversation, there, message)
        while there.is_outdated:
            await known.index(there)
            await known.settle(there)
        return cls(context, there, message, asked)

    def best(self) -> Iterator[Found]:
        """The messages that answer, the best first.

        A message is as good as the project's search finds it (``mind.search.ranking``), times
        ``1 - w + w · min(1, weight)``: the weight is that of its heaviest piece, and at least the
        floor that revives what lies asleep. So ``w``, ``weight_influence``, is all that forgetting
        may take; nothing old is lost.
        """
        if not self._words:
            return
        ranking = self._ranked()
        waiting: list[tuple[float, int, Candidate]] = []
        for order, one in enumerate(ranking.best()):
            # none that follows is better than this one before its weight is looked at
            while waiting and -waiting[0][0] >= max(one.score, 0.0):
                yield self._found(ranking, waiting)
            heappush(waiting, (-self._weighed(one), order, one))
        while waiting:
            yield self._found(ranking, waiting)

    def _found(self, ranking: "Ranking", waiting: list[tuple[float, int, "Candidate"]]) -> Found:
        score, _, one = heappop(waiting)
        id_ = _message_of(one)
        words = tuple(
            word
            for word in ranking.matches.words
            if self._there.documents.postings.counts_in(one.slot, word) is not None
        )
        return Found(id_, -score, _Pieces(self, id_), words, one.is_direct)

    def _ranked(self) -> "Ranking":
        from ...mind.search.question import Question
        from ...mind.search.ranking import rank

        now = self._context.clock.now()
        cosines = None
        if self.asked.vector is not None:
            cosines = self._there.vectors(self.asked.encoder).cosines(self.asked.vector)
        return rank(
            self._there.documents,
            Question.of(self._message, now),
            Filters(),
            self._context.config.search,
            now,
            cosines,
        )

    def _weighed(self, one: "Candidate") -> float:
        if one.score <= 0:
            return one.score
        influence = self._config.weight_influence
        if not influence:
            return one.score
        decay = self._config.decay_per_turn
        lives = self._there.lives(_message_of(one))
        weights = (exponential_decay(base, decay, used, self._turn) for base, used in lives)
        heaviest = max(weights, default=0.0)
        weight = min(1.0, max(heaviest, floor(self._config)))
        return one.score * (1.0 - influence + influence * weight)

    def _signals_of(self, message: str) -> list[Signal]:
        if message not in self._signals:
            self._signals[message] = self._there.signals(message)
        return self._signals[message]

    def weight(self, signal: Signal) -> float:
        """What a piece weighs in this turn."""
        return effective_weight(signal, self._turn, self._config)

    def pieces(self, message: str) -> tuple[RetrievedSignal, ...]:
        """The pieces of a message, in order, with how near each is."""
        signals = self._signals_of(message)
        near = self.similarities(message, signals)
        least = floor(self._config)
        found = list[RetrievedSignal]()
        for signal, similarity in zip(signals, near, strict=True):
            weight = self.weight(signal)
            score = max(weight, least) * max(similarity, 0.0)
            found.append(RetrievedSignal(signal, similarity, weight, score))
        return tuple(found)

    def similarities(self, message: str, signals: Sequence[Signal]) -> list[float]:
        """How near each piece is to what is asked: its cosine, or by words where it has none."""
        from ...mind.conversation.wording import answers

        near = dict[int, float]()
        if self.asked.vector is not None:
            of = self._there.vectors(self.asked.encoder)
            near = dict(of.similarities(message, self.asked.vector))
        return [
            near[one.index] if one.index in near else answers(self._words, one.text, self._rarity)
            for one in signals
        ]

    def messages_with_words(self) -> list[str]:
        """The messages that hold any word that is looked for, in no order."""
        documents = self._there.documents
        slots = set[int]()
        for word in self._words:
            if word in documents.postings:
                slots.update(documents.postings.occurrences(word).slots.tolist())
        return [documents.ref_at(slot).name.rpartition("/")[2] for slot in slots]


class _Pieces(Sequence[RetrievedSignal]):
    """The pieces of a message, made once somebody looks: most messages are not told."""

    def __init__(self, answering: Answering, message: str) -> None:
        self._answering = answering
        self._message = message

    @cached_property
    def _made(self) -> tuple[RetrievedSignal, ...]:
        return self._answering.pieces(self._message)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, at: int) -> RetrievedSignal: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[RetrievedSignal, ...]: ...

    def __getitem__(self, at: int | slice) -> RetrievedSignal | tuple[RetrievedSignal, ...]:
        return self._made[at]


def _message_of(one: "Candidate") -> str:
    return one.ref.name.rpartition("/")[2]


def rarity_of(there: KnownConversation) -> "Rarity":
    """How much words tell in a conversation that is indexed."""
    from ...mind.conversation.wording import rarity_in

    return rarity_in(len(there.documents), there.documents.postings.frequency)
