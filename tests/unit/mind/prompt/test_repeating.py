"""What says the same is found by a few rare words as by a look at everything that is told."""

import random

import pytest

from sense_memory.mind.prompt.repeating import ALIKE, LEAST_WORDS, Rank, Told, said_by

WORDS = [f"noun{number}" for number in range(12)] + ["not", "never"]


def alike(one: tuple[str, ...], told: tuple[str, ...]) -> bool:
    """By the rules, of words none of which denies anything."""
    own, other = set(one), set(told)
    if one == told:
        return True
    if len(one) < LEAST_WORDS:
        return False
    if any(told[at : at + len(one)] == one for at in range(len(told))):
        return True
    shared = own & other
    return len(shared) == min(len(own), len(other)) and (
        len(shared) >= ALIKE * max(len(own), len(other))
    )


@pytest.mark.parametrize("seed", range(20))
def test_the_best_of_all_that_says_the_same_is_found(seed: int) -> None:
    chance = random.Random(seed)
    told = Told()
    all_of_it: dict[int, tuple[Rank, tuple[str, ...]]] = {}
    for number in range(60):
        said = tuple(chance.choices(WORDS[:12], k=chance.randint(1, 8)))
        same = [one for one, (_, other) in all_of_it.items() if alike(said, other)]
        exactly = [one for one in same if all_of_it[one][1] == said]
        best = min(exactly or same, key=lambda one: all_of_it[one][0], default=None)
        assert told.saying(said) == best
        rank = chance.random() < 0.5, chance.randint(0, 3), -len(said), number
        told.tell(number, said, rank)
        all_of_it[number] = rank, said


def test_what_denies_it_does_not_say_the_same() -> None:
    told = Told()
    told.tell(1, said_by("Ada never lived in the harbour of Lyon"), (True, 0, -4, 1))
    assert told.saying(said_by("Ada lived in the harbour of Lyon")) is None
    assert told.saying(said_by("never Ada lived in Lyon's harbour")) == 1
