"""What a relay once had and has no more."""

from sense_memory.sync.high_water import StepsBack, is_newer, steps_back

A, B, C = (30078, "a"), (30078, "b"), (5, "c")


def test_of_the_same_second_the_lowest_id_is_newer() -> None:
    assert is_newer((2, "b"), (1, "a"))
    assert is_newer((1, "a"), (1, "b"))
    assert not is_newer((1, "b"), (1, "a"))
    assert not is_newer((1, "a"), (1, "a"))


def test_a_relay_that_shows_what_it_showed_or_more_is_fine() -> None:
    seen = {A: (1, "x"), C: (3, "c")}
    held = {A: (2, "y"), B: (1, "z"), C: (3, "c")}
    assert steps_back(seen, held, {}) == StepsBack((), (), ())


def test_an_older_version_is_a_rollback_and_a_hole_is_withholding() -> None:
    seen = {A: (5, "x"), B: (5, "x"), C: (3, "c")}
    assert steps_back(seen, {A: (4, "w")}, {}) == StepsBack((A,), (B, C), ())


def test_the_loser_of_a_tie_shown_again_is_a_rollback() -> None:
    assert steps_back({A: (5, "a")}, {A: (5, "b")}, {}).rolled_back == (A,)


def test_what_we_deleted_is_not_expected_any_more() -> None:
    seen = {A: (5, "x"), B: (7, "x")}
    found = steps_back(seen, {}, {"a": 5, "b": 6})
    assert found == StepsBack((), (B,), (A,))


def test_only_the_places_that_were_asked_for_are_judged() -> None:
    seen = {A: (5, "x"), B: (5, "x")}
    assert steps_back(seen, {}, {}, [A]) == StepsBack((), (A,), ())
    assert steps_back(seen, {}, {}, [(30078, "unknown")]) == StepsBack((), (), ())
