"""What a new memory means for those there are: superseded, suggested, taken back."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    ContradictionConfig,
    Identity,
    InputError,
    Insight,
    MemoryStore,
    PersonaMemory,
    ProviderError,
    Verdict,
)
from sense_memory.testing import ManualClock, ScriptedJudge

from .meeting import meet

NOW = 1_800_000_000
DAY = 86_400


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


async def told(store: MemoryStore, *facts: tuple[str, str], **more: Any) -> Sequence[str]:
    """Remember facts about people, one after another; which memories they superseded."""
    found: list[str] = []
    for key, value in facts:
        insight = Insight("people", "facts", key, value, **more)
        (stored,) = await store.persona_remember_many([insight], explain=True)
        found += [one.old for one in stored.contradictions if one.is_superseded]
    return found


async def standing(store: MemoryStore) -> dict[str, str | None]:
    """Every key, and what supersedes it."""
    return {memory.key: memory.superseded_by for memory in await store.persona_recall()}


async def memory(store: MemoryStore, key: str) -> PersonaMemory:
    return next(one for one in await store.persona_recall() if one.key == key)


HOME, CITY, PLACE = (
    ("vergel-home", "Vergel lives in Berlin"),
    ("vergel-city", "Vergel moved to Madrid"),
    ("vergel-place", "Vergel lives in Lisbon"),
)


async def test_only_the_old_side_is_written_and_in_the_commit_of_the_new(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await told(store, HOME)
        clock.advance(DAY)
        async with asyncio.timeout(30):
            changes = store.changes()
            await told(store, CITY)
            seen = [(await anext(changes)).ref.name for _ in range(2)]
        old, new = await memory(store, "vergel-home"), await memory(store, "vergel-city")
    assert sorted(seen) == ["people/facts/vergel-city", "people/facts/vergel-home"]
    assert (old.superseded_by, old.contradicts) == ("vergel-city", ("vergel-city",))
    assert (new.superseded_by, new.contradicts) == (None, ())
    assert old.last_accessed == NOW, "to be superseded is not to be used"
    assert old.current_relevance(NOW + 31 * DAY) == pytest.approx(0.5 * 0.5 ** (4 * 31 / 30))
    assert new.current_relevance(NOW + DAY) == 1.0


async def test_what_goes_together_stays(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        superseded = await told(
            store,
            ("tea", "Vergel likes tea"),
            ("coffee", "Vergel likes coffee"),
            ("npm", "Vergel uses npm"),
            ("docker", "Vergel uses docker"),
            ("dog", "Vergel has a dog"),
            ("cat", "Vergel has a cat"),
            ("lisa", "Lisa lives in Madrid"),
            HOME,
        )
        assert superseded == []
        assert set((await standing(store)).values()) == {None}
        assert await store.persona_suggestions() == []


async def test_the_same_value_under_another_key_is_no_contradiction(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        facts = [("a", "lives in Berlin"), ("b", "lives in Berlin"), ("c", ""), ("d", "")]
        assert await told(store, *facts, themes=["vergel", "home"]) == []


async def test_an_edit_of_the_same_key_is_no_contradiction(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        assert await told(store, HOME, (HOME[0], "Vergel lives in Madrid")) == []
        assert await standing(store) == {"vergel-home": None}


@pytest.mark.parametrize("facet", ["beliefs", "facts"])
async def test_other_facets_are_left_alone(identity: Identity, facet: str) -> None:
    async with MemoryStore(identity) as store:
        await told(store, HOME)
        await store.persona_remember("people", facet, *CITY)
        await store.persona_remember("world", "facts", *PLACE)
        superseded = (await standing(store))["vergel-home"]
    assert superseded == ("vergel-city" if facet == "facts" else None)


async def test_below_the_threshold_nothing_is_written_but_suggested(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        (home,) = await store.persona_remember_many(
            [Insight("people", "facts", "x1", "lives in Berlin")], explain=True
        )
        (city,) = await store.persona_remember_many(
            [Insight("people", "facts", "x2", "lives in Madrid")], explain=True
        )
        assert home.contradictions == ()
        (found,) = city.contradictions
        assert (found.old, found.new) == ("people/facts/x1", "people/facts/x2")
        assert not found.is_superseded
        assert 0.5 <= found.confidence < 0.8
        assert set((await standing(store)).values()) == {None}
        (suggestion,) = await store.persona_suggestions()
        assert suggestion.names == (found.old, found.new)
        assert suggestion.confidence == found.confidence
        assert "Berlin" not in suggestion.reason

        await store.persona_accept(suggestion.id)
        assert await standing(store) == {"x1": "x2", "x2": None}
        assert await store.persona_suggestions() == []


async def test_a_dismissed_pair_is_neither_suggested_nor_superseded(identity: Identity) -> None:
    sure = Config(contradictions=ContradictionConfig(supersede_above=1.01))
    async with MemoryStore(identity, config=sure) as store:
        assert await told(store, HOME, CITY) == []
        (suggestion,) = await store.persona_suggestions()
        await store.persona_dismiss(suggestion.id)
        assert await store.persona_suggestions() == []
    async with MemoryStore(identity) as store:
        assert await told(store, HOME, CITY) == ["people/facts/vergel-home"]


# S-11.3
async def test_what_was_taken_back_is_not_said_again(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        assert await told(store, HOME, CITY) == ["people/facts/vergel-home"]
        await store.persona_reconcile("vergel-home", "vergel-city")
        assert await told(store, CITY) == await told(store, HOME) == []
        assert await store.persona_suggestions() == []
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        assert await told(store, CITY, HOME, CITY) == []
        assert set((await standing(store)).values()) == {None}
        # of another memory it is said
        assert sorted(await told(store, PLACE)) == [
            "people/facts/vergel-city",
            "people/facts/vergel-home",
        ]


async def test_it_can_be_switched_off(identity: Identity) -> None:
    off = Config(contradictions=ContradictionConfig(enabled=False))
    async with MemoryStore(identity, config=off) as store:
        assert await told(store, HOME, CITY) == []
        assert await store.persona_suggestions() == []
        await store.persona_contradict("vergel-home", "vergel-city")
        assert (await standing(store))["vergel-home"] == "vergel-city"


def test_thresholds_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="suggest_above"):
        ContradictionConfig(suggest_above=0.9, supersede_above=0.8)
    with pytest.raises(InputError, match="supersede_above"):
        ContradictionConfig(supersede_above=2)


async def test_an_uncertain_memory_does_not_supersede_a_certain_one(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await told(store, HOME)
        assert await told(store, CITY, confidence=0.4) == []
        assert await told(store, PLACE, confidence=1.0) != []


async def test_of_memories_given_at_once_the_later_one_is_newer(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        insights = [Insight("people", "facts", *one) for one in (HOME, PLACE, CITY)]
        stored = await store.persona_remember_many(insights, explain=True)
        assert [len(one.contradictions) for one in stored] == [0, 1, 1]
        assert await standing(store) == {
            "vergel-home": "vergel-place",
            "vergel-place": "vergel-city",
            "vergel-city": None,
        }
        # the same again says the same
        await store.persona_remember_many(insights)
        assert (await standing(store))["vergel-city"] is None


async def test_in_a_chain_the_newest_ranks_first_and_what_was_believed_is_told(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        for fact in (HOME, CITY, PLACE):
            await told(store, fact)
            clock.advance(DAY)
        assert await standing(store) == {
            "vergel-home": "vergel-city",
            "vergel-city": "vergel-place",
            "vergel-place": None,
        }
        found = await store.persona_search("where does Vergel live", 3)
        assert found[0].key == "vergel-place"
        assert len(await store.persona_history("vergel-home")) >= 1


async def test_a_memory_that_is_said_anew_replaces_what_replaced_it(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await told(store, HOME, CITY, PLACE)
        assert await told(store, (HOME[0], "Vergel moved back to Berlin")) == [
            "people/facts/vergel-place"
        ]
        home = await memory(store, "vergel-home")
        assert (home.superseded_by, home.contradicts) == (None, ())
        assert await standing(store) == {
            "vergel-home": None,
            "vergel-city": "vergel-place",
            "vergel-place": "vergel-home",
        }


async def test_it_is_the_same_in_a_file_that_was_closed_and_in_a_scope(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        await told(store.scope("user:alice"), HOME)
        await told(store, ("vergel-home", "Vergel lives in Oslo"))
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        alice = store.scope("user:alice")
        assert await told(alice, CITY) == ["people/facts/vergel-home"]
        assert await standing(store) == {"vergel-home": None}


async def test_every_place_is_known_in_whatever_order_they_are_written_to(
    identity: Identity, tmp_path: Path
) -> None:
    """The first one is read by itself, of the others all."""

    def insight(place: str, key: str, value: str) -> Insight:
        domain, facet = place.split("/")
        return Insight(domain, facet, key, value)

    async def replaced(store: MemoryStore, *insights: Insight) -> set[str]:
        found = await store.persona_remember_many(insights, explain=True)
        return {one.old for stored in found for one in stored.contradictions if one.is_superseded}

    places = ("people/facts", "people/notes", "people/facts-of-old", "self/facts")
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await replaced(store, *(insight(place, *HOME) for place in places))
    async with MemoryStore(identity, path=path) as store:
        assert await replaced(store, insight(places[0], *CITY)) == {"people/facts/vergel-home"}
        lisa = insight(places[1], "lisa-home", "Lisa lives in Porto")
        assert await replaced(store, lisa) == set()
        rest = [insight(place, *CITY) for place in places[1:3]]
        assert await replaced(store, *rest) == {f"{place}/vergel-home" for place in places[1:3]}
        assert await replaced(store, insight(places[3], *CITY)) == {"self/facts/vergel-home"}
        for place in places:
            assert await replaced(store, insight(place, *PLACE)) == {f"{place}/vergel-city"}
        moved = insight(places[1], "lisa-city", "Lisa moved to Faro")
        assert await replaced(store, moved) == {"people/notes/lisa-home"}


async def test_what_is_written_elsewhere_after_the_first_place_was_read_is_known(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await told(store, HOME)
        await twin.persona_remember("people", "notes", *HOME)
        await store.persona_remember("people", "notes", *CITY)
        notes = await store.persona_recall("people", "notes")
        assert [one.key for one in notes if one.superseded_by] == ["vergel-home"]
        await twin.persona_remember("people", "facts", *CITY)
        assert await told(store, PLACE) == ["people/facts/vergel-city"]


async def test_what_another_process_wrote_is_known(identity: Identity, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await told(store, ("tea", "Vergel likes tea"))
        await told(twin, HOME)
        assert await told(store, CITY) == ["people/facts/vergel-home"]
        await twin.persona_forget("people", "facts", "vergel-city")
        assert await told(store, ("coffee", "Vergel likes coffee")) == []


async def test_what_is_forgotten_is_compared_with_no_more(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await told(store, HOME)
        await store.persona_forget("people", "facts", "vergel-home")
        assert await told(store, CITY) == []


async def test_a_link_to_nothing_supersedes_nothing(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await told(store, HOME)
        with pytest.raises(InputError):
            await told(store, CITY, connections=["ghost"])
        assert await standing(store) == {"vergel-home": None}


async def _silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(1024):
        pass
    writer.close()


async def test_writing_waits_for_no_relay(identity: Identity, tmp_path: Path) -> None:
    """A relay that never answers delays neither the write nor what it supersedes."""
    async with asyncio.timeout(10):
        server = await asyncio.start_server(_silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        url = f"ws://127.0.0.1:{port}"
        async with server:
            store = MemoryStore(identity, url, path=tmp_path / "a.db", addressing="plain")
            try:
                assert await told(store, HOME, CITY) == ["people/facts/vergel-home"]
            finally:
                await store.close()


# ------------------------------------------------------------------------------ a judge


async def test_a_judge_decides_in_place_of_the_rules(identity: Identity) -> None:
    judge = ScriptedJudge({("vergel-mood", "vergel-dream"): 0.9})
    async with MemoryStore(identity, judge=judge) as store:
        assert await told(store, HOME, CITY) == [], "the judge says that they go together"
        superseded = await told(
            store, ("vergel-mood", "Vergel hums"), ("vergel-dream", "Vergel dances")
        )
        assert superseded == ["people/facts/vergel-mood"], "no rule would say so"
        await told(store, ("anna-home", "Anna lives in Rome"))
    assert ("vergel-home", "vergel-city") in judge.asked
    assert not any("anna-home" in pair for pair in judge.asked), "she is somebody else"


async def test_without_a_judge_nobody_is_asked_and_with_one_not_about_too_many(
    identity: Identity,
) -> None:
    judge = ScriptedJudge({})
    few = Config(contradictions=ContradictionConfig(judged_pairs=2))
    async with MemoryStore(identity, judge=judge, config=few) as store:
        for number in range(5):
            await told(store, (f"vergel-likes-{number}", f"Vergel likes number {number}"))
    assert len(judge.asked) == 1 + 2 + 2 + 2


async def test_a_judge_that_fails_loses_nothing(
    identity: Identity, caplog: pytest.LogCaptureFixture
) -> None:
    failing = ScriptedJudge({("vergel-home", "vergel-city"): ProviderError("quota exceeded")})
    async with MemoryStore(identity, judge=failing) as store:
        with caplog.at_level(logging.WARNING, "sense_memory"):
            assert await told(store, HOME, CITY) == ["people/facts/vergel-home"]
    assert "the rules decide: quota exceeded" in caplog.text
    assert "Berlin" not in caplog.text


async def test_a_judge_that_says_nonsense_loses_nothing(identity: Identity) -> None:
    class Raving:
        async def judge(self, old: PersonaMemory, new: PersonaMemory) -> Verdict:
            return Verdict(float("nan"), "because")

    async with MemoryStore(identity, judge=Raving()) as store:
        assert await told(store, HOME, CITY) == ["people/facts/vergel-home"]


# ---------------------------------------------------------------------------- two devices


@pytest.fixture
async def apart(identity: Identity, relay: LocalRelay, tmp_path: Path) -> Any:
    """Two devices that know one memory and do not hear of each other."""
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    async with MemoryStore(identity, relay.url, path=paths[0], addressing="plain") as first:
        await told(first, HOME)
        await first.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as second:
        await second.sync()
    return [partial(MemoryStore, identity, path=path) for path in paths], [
        partial(MemoryStore, identity, relay.url, path=path) for path in paths
    ]


Work = Callable[[MemoryStore], Awaitable[Any]]


async def apart_then_together(apart: Any, first: Work, second: Work) -> list[dict[str, str | None]]:
    offline, online = apart
    for device, work in zip(offline, (first, second), strict=True):
        async with device() as store:
            await work(store)
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        await meet(one, other)
        found = [await standing(store) for store in (one, other)]
        suggested = [await store.persona_suggestions() for store in (one, other)]
        assert suggested[0] == suggested[1]
    return found


async def test_newer_values_learnt_apart_make_no_circle(apart: Any) -> None:
    found = await apart_then_together(
        apart, lambda store: told(store, CITY), lambda store: told(store, PLACE)
    )
    assert found[0] == found[1]
    assert found[0]["vergel-home"] in ("vergel-city", "vergel-place")
    assert found[0]["vergel-city"] is None
    assert found[0]["vergel-place"] is None


async def test_two_values_learnt_apart_in_either_order_end_as_the_last_one_said(
    apart: Any,
) -> None:
    found = await apart_then_together(
        apart, lambda store: told(store, CITY, PLACE), lambda store: told(store, PLACE, CITY)
    )
    # the second device wrote later
    assert found[0] == found[1]
    assert found[0]["vergel-place"] == "vergel-city"
    assert found[0]["vergel-city"] is None
    for device in apart[0]:
        async with device() as store:
            assert (await memory(store, "vergel-city")).contradicts == ()
            assert (await memory(store, "vergel-place")).contradicts == ("vergel-city",)


async def test_memories_said_anew_apart_do_not_supersede_each_other(apart: Any) -> None:
    _, online = apart
    off = Config(contradictions=ContradictionConfig(enabled=False))
    async with online[0](config=off) as one, online[1]() as other:
        await told(one, CITY, PLACE)
        await meet(one, other)
    found = await apart_then_together(
        apart, lambda store: told(store, CITY), lambda store: told(store, PLACE)
    )
    assert found[0] == found[1]
    assert found[0]["vergel-place"] is None, "it was said last"
    assert found[0]["vergel-city"] == "vergel-place"


async def test_what_one_device_takes_back_another_does_not_say_again(apart: Any) -> None:
    offline, online = apart
    async with offline[0]() as store:
        await told(store, CITY)
        await store.persona_reconcile("vergel-home", "vergel-city")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        assert await told(other, CITY) == []
        assert set((await standing(other)).values()) == {None}


async def test_a_new_value_is_not_superseded_by_what_replaced_the_old_one(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "home", "Vergel lives in Berlin")
        await store.persona_remember("people", "facts", "city", "Vergel lives in Lisbon")
        (home,) = await store.persona_recall("people", "facts", "home")
        assert home.superseded_by == "city"
        await store.persona_remember("people", "facts", "home", "Vergel has a garden")
        (home,) = await store.persona_recall("people", "facts", "home")
        assert (home.superseded_by, home.contradicts) == (None, ())
        (city,) = await store.persona_recall("people", "facts", "city")
        assert city.superseded_by is None
