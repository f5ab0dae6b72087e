"""What was observed, filed, summarised and told, as somebody meets it who uses the store."""

import asyncio
import contextlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sense_memory import (
    Config,
    Identity,
    InputError,
    LLMAnswerError,
    LLMAuthError,
    LLMError,
    LLMUnreachableError,
    MemoryStore,
    Message,
    Observation,
    Progress,
    PyramidConfig,
    ReadFailedError,
    RelayConfig,
    Shape,
    Summary,
    TooLargeError,
    UnknownMemoryError,
)
from sense_memory.core.llm import LLMUsage, T
from sense_memory.core.sleep_report import Outcome
from sense_memory.testing import ManualClock

NOW = 1_800_000_000.0
DAY = 86_400.0
DEAD = "ws://127.0.0.1:9"


def at(number: int) -> float:
    """An hour of the last months, one after the other."""
    return NOW - 100 * DAY + number * 3_600


async def observe(store: MemoryStore, *numbers: int, topic: str | None = "user") -> list[str]:
    """Facts, one an hour; their ids."""
    made = [
        await store.pyramid.observe(f"fact{number} is so.", topic=topic, at=at(number))
        for number in numbers
    ]
    return [one.id for one in made]


def facts(pieces: Sequence[Observation | Summary]) -> set[int]:
    """The facts that pieces speak of."""
    said = " ".join(one.text or "" for one in pieces).split()
    return {int(word.strip("fact.…")) for word in said if word.startswith("fact")}


async def told(store: MemoryStore, topic: str = "user") -> set[int]:
    """The facts that the whole of a topic speaks of: what of all of it is read again."""
    return facts(await store.pyramid.cover(topic))


class Model:
    """Summarises by saying all that it is given, and files by the first word.

    Args:
        fails: What it says instead, by a word that stands in what it is asked.
    """

    id = extract_id = "model:m"

    def __init__(self, fails: dict[str, LLMError] | None = None) -> None:
        self.fails = fails or {}
        self.asked: list[tuple[str, str]] = []
        self.under_way = self.most = 0
        self.answers: dict[str, Any] = {"assign_topics": {"assignments": []}}

    @property
    def usage(self) -> LLMUsage:
        return LLMUsage(len(self.asked))

    def chat(self, system: str, messages: Sequence[Message]) -> Any:
        raise AssertionError(messages)

    async def extract(self, system: str, prompt: str, shape: Shape[T]) -> T:
        self.asked.append((shape.name, prompt))
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0)
        self.under_way -= 1
        for word, error in self.fails.items():
            if word in prompt:
                raise error
        said = " ".join(sorted({w for w in prompt.replace('"', " ").split() if w[:4] == "fact"}))
        answer = self.answers.get(
            shape.name, {"summary": said, "description": "d", "content": said or "-"}
        )
        return shape.read(answer)

    def count(self, name: str) -> int:
        return sum(asked == name for asked, _ in self.asked)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


# ------------------------------------------------------------------------- observations


async def test_what_is_observed_is_read_again_oldest_first(
    identity: Identity, tmp_path: Path, clock: ManualClock
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        now = await store.pyramid.observe("  Ana moved to Lisbon. ", topic="User")
        assert (now.text, now.topic, now.at) == ("Ana moved to Lisbon.", "user", NOW)
        dated = await store.pyramid.observe("She was born.", at="1990-05-03T10:00:00.5Z")
        assert dated.at == datetime(1990, 5, 3, 10, 0, 0, 500_000, UTC).timestamp()
        assert dated.topic is None
        later = datetime(2031, 1, 1, tzinfo=UTC)
        await store.pyramid.observe("She retires.", topic="user", at=later, origin="letter")
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        found = await store.pyramid.observations()
        assert [one.text for one in found] == [
            "She was born.",
            "Ana moved to Lisbon.",
            "She retires.",
        ]
        assert len(await store.pyramid.observations("USER")) == 2


async def test_what_is_said_twice_is_one(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        first = await store.pyramid.observe("It rains.", at=at(1), origin="o")
        again = await store.pyramid.observe("It rains.", at=at(1), origin="o", topic="weather")
        assert (again.id, again.topic) == (first.id, "weather")
        await store.pyramid.assign(first.id, "user")
        await store.pyramid.edit(first.id, "It poured.")
        third = await store.pyramid.observe("It rains.", at=at(1), origin="o", topic="weather")
        assert (third.text, third.topic) == ("It poured.", "user")
        assert len(await store.pyramid.observations()) == 1
        await store.pyramid.observe("It rains.", at=at(2), origin="o")
        await store.pyramid.observe("It rains.", at=at(1), origin="p")
        assert len(await store.pyramid.observations()) == 3


async def test_what_is_no_observation_is_refused_and_nothing_is_written(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        pyramid = store.pyramid
        for text in ("", " \n\t", "a\ud800"):
            with pytest.raises(InputError):
                await pyramid.observe(text)
        for when in ("yesterday", "2026-02-30", float("nan"), float("inf"), 1e300, True, [1]):
            with pytest.raises(InputError):
                await pyramid.observe("It rains.", at=when)  # type: ignore[arg-type]
        for name in ("", "…", " / "):
            with pytest.raises(InputError, match="letter"):
                await pyramid.observe("It rains.", topic=name)
        with pytest.raises(TooLargeError):
            await pyramid.observe("x" * 50_000, topic="new")
        assert await pyramid.observations() == []
        assert [one.slug for one in await pyramid.topics()] == ["assistant", "user"]


async def test_what_is_not_there_is_named(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        pyramid = store.pyramid
        await pyramid.add_topic("Gavrie's Project")
        for call in (
            pyramid.edit("0" * 32, "text"),
            pyramid.assign("0" * 32, "New Topic"),
            pyramid.forget("0" * 32),
            pyramid.forget("no/id"),
            pyramid.assign(None, "New Topic"),  # type: ignore[arg-type]
        ):
            with pytest.raises(UnknownMemoryError, match="observation"):
                await call
        with pytest.raises(UnknownMemoryError, match="did you mean gavrie-s-project"):
            await pyramid.topic("gavries project")
        with pytest.raises(UnknownMemoryError, match="assistant, user, gavrie-s-project"):
            await pyramid.observations("weather")
        with pytest.raises(UnknownMemoryError):
            await pyramid.forget_topic("…")
        # defect 12: a wrong id made a topic all the same
        assert len(await pyramid.topics()) == 3


async def test_a_topic_is_one_however_it_is_spelt(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        pyramid = store.pyramid
        made = await pyramid.add_topic("  Straße ")
        for name in ("STRASSE", "strasse", "straße"):
            assert await pyramid.add_topic(name) == made
            one = await pyramid.observe(f"{name} is long.", topic=name)
            assert one.topic == made.slug
        evil = await pyramid.add_topic("../../evil\n# x")
        # defect 5: what a model called a topic became a path
        assert (evil.slug, evil.name) == ("evil-x", "../../evil # x")
        assert {one.slug for one in await pyramid.topics()} == {
            *("assistant", "user", "evil-x"),
            made.slug,
        }


async def test_a_forgotten_topic_leaves_what_was_observed_to_others(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await observe(store, *range(25), topic="Tom")
        await store.pyramid.refresh()
        assert len(await store.pyramid.summaries("tom")) == 2
        await store.pyramid.forget_topic("TOM")
        assert (await store.pyramid.status()).unassigned == 25
        with pytest.raises(UnknownMemoryError):
            await store.pyramid.summaries("tom")
        for base in ("user", "Assistant"):
            with pytest.raises(InputError, match="always"):
                await store.pyramid.forget_topic(base)
        (one, *_) = await store.pyramid.observations()
        await store.pyramid.assign(one.id, "Tom")
        assert len(await store.pyramid.observations("tom")) == 1


# -------------------------------------------------------------------------- summaries


async def test_ten_make_a_summary_and_ten_summaries_the_next(
    identity: Identity, clock: ManualClock
) -> None:
    seen: list[Progress] = []
    async with MemoryStore(identity, clock=clock) as store:
        await observe(store, *range(114))
        plan = await store.pyramid.refresh_plan()
        assert (plan.observations, plan.summaries, plan.topics) == (0, (11, 1), 1)
        done = await store.pyramid.refresh(watch=seen.append)
        assert (done.summaries, done.told, done.failures) == ((11, 1), ("user",), ())
        assert [one.tier for one in await store.pyramid.summaries("user")] == [1] + [0] * 11
        assert len(await store.pyramid.summaries("user", 0)) == 11
        assert len(await store.pyramid.cover("user")) == 1 + 1 + 4
        status = await store.pyramid.status()
        assert not status.is_dirty
        (_, user) = status.topics
        assert (user.observations, user.summaries, user.unsummarised) == (114, (11, 1), 4)
        assert user.topic.content
        again = await store.pyramid.refresh()
        assert (again.summaries, again.told, again.deleted) == ((), (), 0)
    assert {one.stage for one in seen} == {"summarizing", "telling"}
    assert [(one.done, one.total) for one in seen if one.stage == "summarizing"][-1] == (12, 12)


async def test_defect_1_what_comes_late_is_summarised_once_and_nothing_twice(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await observe(store, *range(100, 110))
        await store.pyramid.refresh()
        before = await store.pyramid.summaries("user")
        late = await observe(store, *range(13))
        await store.pyramid.refresh()
        after = await store.pyramid.summaries("user")
        assert before[0] in after
        inputs = [given for one in after for given in one.inputs]
        assert len(inputs) == len(set(inputs)) == 20
        assert sum(f"obs/{name}" in inputs for name in late) == 10
        assert (await store.pyramid.topic("user")).unsummarised == 3


async def test_defect_2_what_shares_a_second_is_lost_to_nobody(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        for number in range(13):
            await store.pyramid.observe(f"fact{number} is so.", topic="user", at=at(0))
        await store.pyramid.refresh()
        assert (await store.pyramid.topic("user")).unsummarised == 3
        pieces = await store.pyramid.cover("user")
        assert len([one for one in pieces if isinstance(one, Observation)]) == 3
        content = (await store.pyramid.topic("user")).topic.content or ""
        for one in pieces:
            assert facts([one]) <= {
                int(word.removeprefix("fact")) for word in content.split() if word[:4] == "fact"
            }


@pytest.mark.parametrize("change", ["edited", "moved", "forgotten", "late"])
async def test_defect_3_only_what_a_change_touches_is_made_anew(
    change: str, identity: Identity, clock: ManualClock
) -> None:
    model = Model()
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        ids = await observe(store, *range(200))
        await observe(store, 300, topic="tom")
        await store.pyramid.refresh()
        before = {one.id: one for one in await store.pyramid.summaries("user")}
        assert len(before) == 20 + 2
        model.asked.clear()
        if change == "edited":
            await store.pyramid.edit(ids[42], "fact999 is so.")
        elif change == "moved":
            await store.pyramid.assign(ids[42], "tom")
        elif change == "forgotten":
            await store.pyramid.forget(ids[42])
        else:
            await store.pyramid.observe("fact999 is so.", topic="user", at=at(42) + 1)
        status = await store.pyramid.status()
        assert status.is_dirty
        # what is not so any more is read nowhere, before anything is made anew
        assert (42 in await told(store)) == (change == "late")
        assert (999 in await told(store)) == (change in ("edited", "late"))
        waiting = [one for one in await store.pyramid.summaries("user") if one.text is None]
        assert [one.tier for one in waiting] == {"edited": [1, 0], "forgotten": [1, 0]}.get(
            change, []
        )
        done = await store.pyramid.refresh()
        assert not (await store.pyramid.status()).is_dirty
        after = {one.id: one for one in await store.pyramid.summaries("user")}
        untouched = [name for name, one in before.items() if after.get(name) == one]
        # a group that lost one to another topic is dissolved, and the tier above it with it
        assert len(untouched) == {"edited": 20, "forgotten": 20, "moved": 20, "late": 22}[change]
        assert model.count("write_summary") == sum(done.summaries)
        assert sum(done.summaries) <= 2
        assert done.deleted == (2 if change == "moved" else 0)
        assert all((42 in facts([one])) is False for one in after.values()) or change == "late"


async def test_defect_9_what_ends_later_and_is_in_nothing_is_read(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model()
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        await observe(store, *range(100, 200))
        await store.pyramid.refresh()
        await observe(store, *range(15))
        await store.pyramid.refresh()
        # older than the top, and not in it
        assert await told(store) == {*range(15), *range(100, 200)}


async def test_defect_8_what_is_yet_to_come_is_told_among_the_newest(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await store.pyramid.observe("fact1 will be so.", topic="user", at=NOW + 90 * DAY)
        await store.pyramid.observe("fact2 was so.", topic="user", at=NOW - 1000 * DAY)
        await store.pyramid.refresh()
        content = (await store.pyramid.topic("user")).topic.content or ""
        assert content.index("Last 3 Days") < content.index("fact1") < content.index("fact2")


async def test_a_forgotten_observation_is_blank_in_every_tier_at_once(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model()
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        ids = await observe(store, *range(1_000))
        done = await store.pyramid.refresh()
        assert done.summaries == (100, 10, 1)
        await store.pyramid.forget(ids[555])
        blank = [one for one in await store.pyramid.summaries("user") if one.text is None]
        assert [one.tier for one in blank] == [2, 1, 0]
        status = await store.pyramid.topic("user")
        assert (status.topic.content, status.topic.description) == (None, None)
        assert (status.outdated, status.is_told) == (3, False)
        pieces = await store.pyramid.cover("user")
        assert 555 not in facts(pieces)
        assert facts(pieces) == {*range(1_000)} - {555}
        assert all(one.text for one in pieces)
        done = await store.pyramid.refresh()
        assert (done.summaries, done.told) == ((1, 1, 1), ("user",))
        assert facts(await store.pyramid.summaries("user", 1)) == {*range(1_000)} - {555}
        assert (await store.pyramid.topic("user")).is_told
        # the last of a group goes, and the group with it
        for name in ids[:10]:
            await store.pyramid.forget(name)
        await store.pyramid.refresh()
        assert facts(await store.pyramid.summaries("user", 1)) == {*range(10, 1_000)} - {555}
        assert not (await store.pyramid.status()).is_dirty


async def test_a_group_that_is_no_group_any_more_is_deleted(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        ids = await observe(store, *range(20))
        await store.pyramid.refresh()
        await store.pyramid.assign(ids[3], "assistant")
        # it is not deleted before the topic is told without it
        summarised = await store.pyramid.summarize()
        assert summarised.deleted == 0
        content = (await store.pyramid.topic("user")).topic.content
        assert content is not None
        done = await store.pyramid.refresh()
        assert done.deleted == 1
        assert await told(store) == {*range(20)} - {3}
        entries = await store.log(limit=100)
        assert sum(one.type == "summary" and one.word == "forgotten" for one in entries) == 1
        assert (await store.pyramid.refresh()).deleted == 0


async def test_no_more_than_so_many_and_no_higher_than_that(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await observe(store, *range(250))
        done = await store.pyramid.summarize(max_observations=30)
        assert done.summaries == (3,)
        assert facts(await store.pyramid.summaries("user", 0)) <= {*range(30)}
        done = await store.pyramid.summarize(max_tier=0)
        assert done.summaries == (22,)
        assert (await store.pyramid.summarize(max_observations=0)).summaries == (0, 2)
        for wrong in (-1, 1.5, True, "3"):
            with pytest.raises(InputError):
                await store.pyramid.refresh(max_observations=wrong)  # type: ignore[arg-type]
            with pytest.raises(InputError):
                await store.pyramid.summarize(max_tier=wrong)  # type: ignore[arg-type]
        with pytest.raises(InputError):
            await store.pyramid.refresh(parallel=0)
        done = await store.pyramid.refresh()
        assert done.summaries == ()
        assert done.told == ("user",)


async def test_a_topic_of_many_that_were_not_summarised_is_told(
    identity: Identity, clock: ManualClock
) -> None:
    """It names what it was told from in one record, however much that is."""
    async with MemoryStore(identity, clock=clock) as store:
        for number in range(700):
            await store.pyramid.observe(f"f{number}", topic="user", at=at(number))
        for _ in range(3):
            (topic,) = await store.pyramid.synthesize(force=True)
            assert topic.content
            assert len(topic.inputs) <= 200
        assert await store.pyramid.synthesize("user") == []
        with pytest.raises(UnknownMemoryError):
            await store.pyramid.synthesize("nobody")


async def test_a_topic_of_which_nothing_is_left_tells_nothing(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        (name,) = await observe(store, 1, topic="tom")
        await store.pyramid.refresh()
        await store.pyramid.assign(name, "user")
        assert (await store.pyramid.status()).is_dirty is True
        await store.pyramid.refresh()
        tom = await store.pyramid.topic("tom")
        assert (tom.topic.content, tom.topic.description, tom.is_told) == (None, None, True)
        assert not (await store.pyramid.status()).is_dirty


async def test_a_topic_is_told_anew_when_time_has_gone_by(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await store.pyramid.observe("fact1 is so.", topic="user")
        await store.pyramid.refresh()
        clock.advance(10 * DAY)
        status = await store.pyramid.topic("user")
        assert not status.is_told
        assert (await store.pyramid.refresh()).told == ("user",)
        assert "This Month" in ((await store.pyramid.topic("user")).topic.content or "")


# ----------------------------------------------------------------------- finding topics


async def test_defect_10_what_no_topic_is_found_for_is_not_asked_about_for_ever(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model()
    config = Config(pyramid=PyramidConfig(attempts=2))
    async with MemoryStore(identity, clock=clock, llm=model, config=config) as store:
        await observe(store, *range(12), topic=None)
        for attempt in (1, 2):
            await store.pyramid.refresh()
            assert {one.attempts for one in await store.pyramid.observations()} == {attempt}
        assert model.count("assign_topics") == 4
        done = await store.pyramid.refresh()
        assert (done.assigned, done.created) == (12, ("unsorted",))
        assert len(await store.pyramid.observations("unsorted")) == 12
        assert model.count("assign_topics") == 4


async def test_topics_that_a_model_finds_are_made_with_what_belongs_there(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model()
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        await store.pyramid.add_topic("Tom")
        await observe(store, *range(5), topic=None)
        model.answers["assign_topics"] = {
            "assignments": [
                {"observation": 1, "topic": "TOM"},
                {"observation": 2, "topic": "User"},
                {"observation": 3, "topic": "../../etc/passwd"},
                {"observation": 4, "topic": "…"},
                {"observation": 99, "topic": "Nobody"},
            ]
        }
        done = await store.pyramid.refresh()
        assert (done.assigned, done.created) == (3, ("etc-passwd",))
        found = await store.pyramid.observations()
        assert [(one.topic, one.attempts) for one in found] == [
            ("tom", 0),
            ("user", 0),
            ("etc-passwd", 0),
            (None, 1),
            (None, 1),
        ]
        with pytest.raises(UnknownMemoryError):
            await store.pyramid.topic("nobody")


async def test_what_somebody_filed_meanwhile_stays_there(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model()
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        (name,) = await observe(store, 1, topic=None)
        model.answers["assign_topics"] = {"assignments": [{"observation": 1, "topic": "Tom"}]}
        extract = model.extract

        async def slowly(system: str, prompt: str, shape: Shape[T]) -> T:
            if shape.name == "assign_topics":
                await store.pyramid.assign(name, "user")
            return await extract(system, prompt, shape)

        model.extract = slowly  # type: ignore[method-assign]
        await store.pyramid.refresh()
        assert [one.topic for one in await store.pyramid.observations()] == ["user"]


async def test_what_is_forgotten_while_a_model_writes_of_it_is_not_written(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model()
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        ids = await observe(store, *range(10))
        extract, gone = model.extract, False

        async def slowly(system: str, prompt: str, shape: Shape[T]) -> T:
            nonlocal gone
            found = await extract(system, prompt, shape)
            if not gone:
                gone = True
                await store.pyramid.forget(ids[4])
            return found

        model.extract = slowly  # type: ignore[method-assign]
        await store.pyramid.refresh()
        (summary,) = await store.pyramid.summaries("user")
        assert summary.text is None
        assert 4 not in await told(store)
        content = (await store.pyramid.topic("user")).topic.content or ""
        assert "fact4 " not in f"{content} "
        await store.pyramid.refresh()
        (summary,) = await store.pyramid.summaries("user")
        assert facts([summary]) == {*range(10)} - {4}
        assert not (await store.pyramid.status()).is_dirty


# ----------------------------------------------------------------- what goes wrong on the way


async def test_a_model_that_fails_at_one_piece_is_asked_about_the_others(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model({"fact15": LLMAnswerError("it says nothing")})
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        await observe(store, *range(40))
        done = await store.pyramid.refresh()
        assert done.summaries == (3,)
        failure, _ = done.failures
        assert failure == (
            "a summary of 10 observations of the topic user could not be written: it says nothing"
        )
        assert model.count("write_summary") == 4, "what failed is not asked about for ever"
        # what it could not say is read as it is
        assert await told(store) == {*range(40)}
        await observe(store, *range(50, 60))
        report = await store.sleep()
        (step,) = (one for one in report.steps if one.name == "pyramid")
        assert step.outcome is Outcome.FAILED
        assert step.summary.startswith("0 observations filed, 1 summary written, ")
        assert "could not be written: it says nothing" in step.summary
        model.fails.clear()
        done = await store.pyramid.refresh()
        assert (done.summaries, done.failures) == ((1,), ())
        assert not (await store.pyramid.status()).is_dirty


async def test_a_model_of_which_nothing_comes_is_an_error_and_what_was_there_stays(
    identity: Identity, clock: ManualClock
) -> None:
    model = Model({"": LLMUnreachableError("nobody there")})
    async with MemoryStore(identity, clock=clock, llm=model) as store:
        await observe(store, *range(200))
        with pytest.raises(LLMUnreachableError, match="nobody there"):
            await store.pyramid.refresh(parallel=2)
        # nobody goes on asking somebody who is not there
        assert model.count("write_summary") <= 4
        with pytest.raises(LLMError):
            await store.pyramid.synthesize()
        report = await store.sleep()
        step = next(one for one in report.steps if one.name == "pyramid")
        assert (step.outcome, step.summary) == (Outcome.FAILED, "nobody there")
        model.fails = {"": LLMAuthError("the key is not taken")}
        model.asked.clear()
        with pytest.raises(LLMAuthError):
            await store.pyramid.refresh(parallel=1)
        assert len(model.asked) == 2, "one summary, one topic"
        assert await told(store) == {*range(200)}


async def test_it_can_be_broken_off_and_goes_on_where_it_was(
    identity: Identity, tmp_path: Path, clock: ManualClock
) -> None:
    model = Model()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=model) as store:
        await observe(store, *range(100))

        def stop(progress: Progress) -> None:
            if progress.done >= 4:
                raise asyncio.CancelledError

        with contextlib.suppress(asyncio.CancelledError):
            await store.pyramid.refresh(parallel=1, watch=stop)
        assert len(await store.pyramid.summaries("user")) == 4
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=model) as store:
        done = await store.pyramid.refresh()
        assert done.summaries == (6, 1)
    assert model.count("write_summary") == 11


async def test_so_much_is_asked_at_once_and_no_more(identity: Identity, clock: ManualClock) -> None:
    model = Model()
    config = Config(pyramid=PyramidConfig(parallel=3))
    async with MemoryStore(identity, clock=clock, llm=model, config=config) as store:
        await observe(store, *range(100))
        await store.pyramid.refresh()
        assert model.most == 3
        await observe(store, *range(200, 300))
        model.most = 0
        await store.pyramid.refresh(parallel=7)
        assert model.most == 7


async def test_a_sleep_brings_it_up_to_date(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await observe(store, *range(10))
        dry = await store.sleep(dry_run=True)
        step = next(one for one in dry.steps if one.name == "pyramid")
        assert (step.outcome, step.summary) == (
            Outcome.PLANNED,
            "0 observations to be filed, 1 summary to be written, 1 topic to be told",
        )
        assert (await store.pyramid.status()).is_dirty
        done = await store.sleep()
        step = next(one for one in done.steps if one.name == "pyramid")
        assert (step.outcome, step.summary) == (
            Outcome.DONE,
            "0 observations filed, 1 summary written, 1 topic told",
        )
        assert not (await store.pyramid.status()).is_dirty


async def test_without_relays_it_is_written_and_not_said_to_be_empty(
    identity: Identity, tmp_path: Path, clock: ManualClock
) -> None:
    quick = Config(relays=RelayConfig(read_timeout=0.3, answer_timeout=0.2, close_timeout=0.2))
    async with MemoryStore(identity, DEAD, path=tmp_path / "a.db", config=quick) as store:
        for read in (
            store.pyramid.observations,
            store.pyramid.topics,
            store.pyramid.status,
            store.pyramid.refresh,
        ):
            with pytest.raises(ReadFailedError):
                await read()
        # a night waits for no relay
        night = await store.sleep()
        assert [one.outcome for one in night.steps if one.name == "pyramid"] == [Outcome.DONE]
        await store.pyramid.observe("It rains.", topic="Weather")
        assert len(await store.pyramid.observations("weather")) == 1


async def test_scopes_know_nothing_of_each_other(identity: Identity, clock: ManualClock) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        other = store.scope("work")
        await observe(store, *range(10), topic="tom")
        await observe(other, 5, topic="ann")
        await store.pyramid.refresh()
        assert [one.slug for one in await other.pyramid.topics()] == ["assistant", "user", "ann"]
        assert (await other.pyramid.refresh()).told == ("ann",)
        (name,) = [one.id for one in await other.pyramid.observations()]
        await other.pyramid.forget(name)
        assert len(await store.pyramid.observations()) == 10
        assert not (await store.pyramid.status()).is_dirty


async def test_where_machines_file_something_is_no_conflict_for_people(
    identity: Identity, tmp_path: Path, clock: ManualClock
) -> None:
    async with (
        MemoryStore(identity, path=tmp_path / "a.db", clock=clock, addressing="plain") as one,
        MemoryStore(identity, path=tmp_path / "b.db", clock=clock, addressing="plain") as two,
    ):
        (name,) = await observe(one, 1)
        await two.import_events([line async for line in one.export_events()])
        for store, topic, text in ((one, "tom", "fact1 was so."), (two, "ann", "fact1 is not so.")):
            await store.pyramid.assign(name, topic)
            await store.pyramid.edit(name, text)
        await two.import_events([line async for line in one.export_events()])
        await one.import_events([line async for line in two.export_events()])
        assert await one.pyramid.observations() == await two.pyramid.observations()
        assert [conflict.field for conflict in await one.conflicts()] == ["text"]
