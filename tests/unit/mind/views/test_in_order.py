"""Things in the order of their keys, beside a dict that is sorted anew."""

import random

import pytest

from sense_memory.mind.views.in_order import InOrder


@pytest.mark.parametrize("seed", range(30))
def test_what_is_kept_in_order_is_what_is_sorted_anew(seed: int) -> None:
    chance = random.Random(seed)
    kept: InOrder[int, str] = InOrder(2, lambda thing: (len(thing), thing.upper()))
    plain: dict[int, str] = {}
    for _ in range(200):
        for _ in range(chance.randint(1, 20)):
            key, thing = chance.randrange(40), "x" * chance.randrange(9)
            if chance.random() < 0.4:
                kept.drop(key)
                plain.pop(key, None)
            else:
                kept.put(key, thing)
                plain[key] = thing
        things = [plain[key] for key in sorted(plain)]
        assert list(kept) == list(kept.keys) == sorted(plain)
        assert kept.things == things
        assert kept.columns == [[len(one) for one in things], [one.upper() for one in things]]
        assert len(kept) == len(plain)
        assert [kept.get(key) for key in range(40)] == [plain.get(key) for key in range(40)]
        assert [key in kept for key in range(40)] == [key in plain for key in range(40)]


def test_what_was_given_to_somebody_stays_as_it_was() -> None:
    kept: InOrder[int, str] = InOrder(1, lambda thing: (len(thing),))
    for key in range(3):
        kept.put(key, str(key))
    keys, things, (column,) = kept.keys, kept.things, kept.columns
    kept.put(1, "other")
    kept.drop(0)
    kept.put(7, "seven")
    assert list(kept) == [1, 2, 7]
    assert (keys, things, column) == ([0, 1, 2], ["0", "1", "2"], [1, 1, 1])
