"""How often the reader of rules reads a style the right way, of conversations whose style is known.

A conversation of a high style is read right if its score is above the median of those without
style and above the median of those of the low style, of the same language and kind, both by
more than ``MARGIN``; one of a low style is read right if it is below both. Whoever scores all alike
gets nothing; whoever guesses gets a third.

Two kinds: *made* of remarks that were at hand when the words of the reader were chosen, and
*written* as a whole, which were not looked at. Beside the reader stands what the length of the
peer's turns alone would get, if one knew beforehand whether long turns are high or low.

Usage: ``python -m tests.evals.rapport [EACH]``: so many made ones of each style and language.
It ends with 1 if a dimension of either kind is below ``ENOUGH``.
"""

import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sense_memory.core.config import RapportConfig
from sense_memory.core.rapport import Signals
from sense_memory.core.records.rapport import DIMENSIONS
from sense_memory.mind.rapport import rules

from .rapport_conversations import DIALOGUES, Conversation, made, texts, written

MARGIN = 0.01
ENOUGH = 0.8
EACH = 12

Scores = Mapping[str, float]
"""What is scored, by dimension."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many were right.

    Attributes:
        right: So many.
        of: Of so many.
    """

    right: int = 0
    of: int = 0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.right + other.right, self.of + other.of)

    @property
    def part(self) -> float:
        """0–1; 1 of none."""
        return self.right / self.of if self.of else 1.0

    def __str__(self) -> str:
        return f"{self.part:4.0%} {self.right:>4}/{self.of:<4}" if self.of else " " * 14


def by_rules(conversation: Conversation) -> Scores:
    """As the reader scores it."""
    return scores_of(rules.read(conversation.messages, RapportConfig()))


def scores_of(signals: Signals) -> Scores:
    """The scores by dimension."""
    return {score.dimension: score.value for score in signals.scores}


def by_length(conversation: Conversation) -> Scores:
    """As the mean length of the peer's turns would, 0–1."""
    mean = statistics.mean(len(text) for text in texts(conversation.messages))
    return dict.fromkeys(DIMENSIONS, mean / (mean + 60))


def constant(conversation: Conversation) -> Scores:
    """All alike."""
    return dict.fromkeys(DIMENSIONS, 0.5)


def directions(
    conversations: Sequence[Conversation], score: Callable[[Conversation], Scores], sign: int = 1
) -> dict[tuple[str, str], Share]:
    """How many are read the right way, by dimension and language."""
    values: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for one in conversations:
        scored = score(one)
        for dimension in DIMENSIONS:
            pole = one.style.get(dimension, "" if one.style else "neutral")
            values[dimension, one.language, pole].append(sign * scored[dimension])
    found = {}
    for dimension in DIMENSIONS:
        for language in DIALOGUES:
            high, neutral, low = (
                values[dimension, language, pole] for pole in ("high", "neutral", "low")
            )
            if not (high and neutral and low):
                continue
            floor = max(statistics.median(neutral), statistics.median(low)) + MARGIN
            ceiling = min(statistics.median(neutral), statistics.median(high)) - MARGIN
            right = sum(v > floor for v in high) + sum(v < ceiling for v in low)
            found[dimension, language] = Share(right, len(high) + len(low))
    return found


def types(conversations: Iterable[Conversation]) -> dict[str, Share]:
    """How often the type of resilience is read right, by type."""
    found: dict[str, Share] = defaultdict(Share)
    for one in conversations:
        wanted = one.style.get("type") or ("untested" if "resilience" not in one.style else None)
        if wanted is not None:
            read = rules.read(one.messages, RapportConfig()).resilience_type
            found[wanted] += Share(read.value == wanted, 1)
    return found


def total(shares: Mapping[tuple[str, str], Share], dimension: str) -> Share:
    """Over all languages."""
    return sum((s for (name, _), s in shares.items() if name == dimension), Share())


def report(kind: str, conversations: Sequence[Conversation]) -> bool:
    """Print it; whether every dimension is read well enough."""
    reader = directions(conversations, by_rules)
    same = directions(conversations, constant)
    longer, shorter = (directions(conversations, by_length, sign) for sign in (1, -1))
    print(f"\n{kind}: {len(conversations)} conversations")
    languages = "".join(f"{language:>6}" for language in DIALOGUES)
    print(f"{'':12}{'reader':<15}{'constant':<10}{'length':<9}{languages}")
    for dimension in DIMENSIONS:
        length = max(total(longer, dimension).part, total(shorter, dimension).part)
        each = "".join(
            f"{reader[dimension, language].part:6.0%}"
            if (dimension, language) in reader
            else "     -"
            for language in DIALOGUES
        )
        print(
            f"{dimension:12}{total(reader, dimension)!s:<15}"
            f"{total(same, dimension).part:<10.0%}{length:<9.0%}{each}"
        )
    for name, share in sorted(types(conversations).items()):
        print(f"type {name:15}{share}")
    return all(total(reader, dimension).part >= ENOUGH for dimension in DIMENSIONS)


def main() -> int:
    """Print both kinds."""
    each = int(sys.argv[1]) if len(sys.argv) > 1 else EACH
    is_enough = [
        report("made of remarks", made(1, each)),
        report("written as a whole", written()),
    ]
    return 0 if all(is_enough) else 1


if __name__ == "__main__":
    sys.exit(main())
