"""What of the memories that answer is shown, and why not."""

from typing import Any

from sense_memory import Missed, PersonaMemory
from sense_memory.core.ref import Ref
from sense_memory.core.search_result import Filters
from sense_memory.mind.search.choosing import Choice
from sense_memory.mind.search.ranking import Candidate

NOW = 1_800_000_000.0
DAY = 86_400.0


def offered(choice: Choice, key: str, value: str, *, is_direct: bool = True, **fields: Any) -> None:
    times = {"created_at": NOW, "last_accessed": NOW, "last_reinforced": NOW}
    one = PersonaMemory("people", "facts", key, value, **{**times, **fields})
    candidate = Candidate(Ref(PersonaMemory, f"people/facts/{key}"), 0, 1.0, is_direct)
    choice.offer(candidate, one)


def keys(choice: Choice) -> list[str]:
    return [one.memory.key for one in choice.chosen]


def why(choice: Choice) -> list[tuple[str, Missed, str]]:
    return [(miss.name.rpartition("/")[2], miss.why, miss.detail) for miss in choice.missed]


def test_the_limit():
    choice = Choice(1, Filters(), NOW)
    offered(choice, "a", "first thing to say")
    offered(choice, "b", "second thing to say")
    assert (keys(choice), why(choice)) == (["a"], [("b", Missed.LIMIT, "")])


def test_of_memories_that_say_the_same_the_best_is_shown():
    choice = Choice(9, Filters(), NOW)
    offered(choice, "a", "The user prefers dark mode")
    offered(choice, "b", "user prefers DARK-mode!")
    offered(choice, "c", "The user prefers light mode")
    offered(choice, "d", "The user does not prefer dark mode")
    offered(choice, "e", "dark mode prefers user")
    offered(choice, "f", "The user prefers dark mode 2")
    assert keys(choice) == ["a", "c", "d", "e", "f"]
    assert why(choice) == [("b", Missed.DUPLICATE, "people/facts/a")]


def test_short_values_may_be_equal():
    choice = Choice(9, Filters(), NOW)
    offered(choice, "lisa", "likes tea")
    offered(choice, "vergel", "likes tea")
    assert keys(choice) == ["lisa", "vergel"]


def test_a_memory_is_judged_as_it_was_read():
    choice = Choice(9, Filters(theme="Swimming"), NOW)
    offered(choice, "active", "one", themes=("swimming",))
    offered(choice, "other", "two", themes=("swim", "ing"))
    fading: dict[str, Any] = {"last_accessed": NOW - 60 * DAY, "themes": ("swimming",)}
    offered(choice, "direct", "three", **fading)
    offered(choice, "indirect", "four", is_direct=False, **fading)
    offered(choice, "old", "five", last_accessed=NOW - 150 * DAY, themes=("swimming",))
    assert keys(choice) == ["active", "direct"]
    assert why(choice) == [
        ("other", Missed.FILTER, "theme"),
        ("indirect", Missed.INDIRECT, "fading"),
        ("old", Missed.STATE, "forgotten"),
    ]
