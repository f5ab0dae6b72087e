"""What others may be sending is held back a random moment, and no longer."""

import pytest

from sense_memory.sync.echo import FAR, MOST_HELD_BACK, NEARBY, EchoWaits, HeldBack


@pytest.mark.parametrize("waits", [FAR, NEARBY])
def test_a_merge_goes_out_within_the_spread(waits: EchoWaits) -> None:
    held = HeldBack(waits, lambda least, most: most)
    held.add(["merged"], [], now=10)
    assert held.ids(10) == {"merged"}
    assert held.ids(10 + waits.spread) == frozenset()


@pytest.mark.parametrize("waits", [FAR, NEARBY])
def test_what_its_author_sends_is_passed_on_later(waits: EchoWaits) -> None:
    held = HeldBack(waits, lambda least, most: least)
    held.add(["merged"], ["heard"], now=10)
    assert held.ids(10) == {"heard"}
    assert held.ids(10 + waits.passing_on) == frozenset()


def test_no_more_than_so_many_are_held_back_and_room_is_made_by_time() -> None:
    held = HeldBack(FAR, lambda least, most: most)
    held.add((f"{n}" for n in range(MOST_HELD_BACK + 1)), [], now=0)
    assert len(held.ids(0)) == MOST_HELD_BACK
    held.add(["late"], [], now=1)
    assert "late" not in held.ids(1)
    held.add(["late"], [], now=FAR.spread)
    assert held.ids(FAR.spread) == {"late"}


def test_who_closes_holds_nothing_back() -> None:
    held = HeldBack(FAR, lambda least, most: most)
    held.add(["merged"], ["heard"], now=0)
    held.clear()
    assert held.ids(0) == frozenset()


def test_the_first_to_go_says_how_long_there_is_nothing_to_send() -> None:
    held = HeldBack(FAR, lambda least, most: most)
    assert held.next_release(10) == 0
    held.add([], ["heard"], now=10)
    held.add(["merged"], [], now=10)
    assert held.next_release(10) == FAR.spread
    assert held.ids(10 + FAR.spread) == {"heard"}
    assert held.next_release(10 + FAR.spread) == FAR.passing_on
    held.clear()
    assert held.next_release(10) == 0
