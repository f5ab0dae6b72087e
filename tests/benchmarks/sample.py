"""Made-up memories of a natural size, the same in every run."""

import random
from collections.abc import Iterator

from sense_memory import Insight

SEED = 20_240_607
_TEXT = """
works lives prefers avoids coffee tea Lisbon Oslo garden guitar deadline weekly report sister
brother Rust Python release server morning evening train bicycle allergic peanuts meeting budget
quarter design review painting museum holiday winter summer project team always never sometimes
because although since until between together remote office
"""
WORDS = _TEXT.split()


def insights(count: int) -> Iterator[Insight]:
    """Persona memories of 60–300 characters with two themes each."""
    random_ = random.Random(SEED)
    for number in range(count):
        words = random_.choices(WORDS, k=random_.randint(10, 45))
        yield Insight(
            "people",
            ("facts", "beliefs", "habits")[number % 3],
            f"person-{number % 97}-{number}",
            " ".join(words).capitalize() + ".",
            themes=random_.sample(WORDS, 2),
            source=f"chat-{number // 20}",
        )


def pairs(count: int) -> Iterator[tuple[str, str]]:
    """Key-value memories of 30–150 characters."""
    random_ = random.Random(SEED + 1)
    for number in range(count):
        yield f"note_{number}", " ".join(random_.choices(WORDS, k=random_.randint(5, 22)))
