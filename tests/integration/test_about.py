"""What is believed of somebody, from all rooms: read, put right, taken back, forgotten."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    AboutLine,
    Identity,
    InputError,
    MemoryStore,
    Message,
    Role,
    Room,
    UnknownMemoryError,
)
from sense_memory.testing import HashEncoder, ManualClock

from .slow_signer import SlowSigner

NOW = 1_800_000_000.0
CASUAL = (
    {"role": "user", "content": "please be more casual with me, you are so formal"},
    {"role": "assistant", "content": "sure"},
)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


def store(clock: ManualClock, path: Path | None = None, **means: object) -> MemoryStore:
    return MemoryStore(Identity.generate(), path=path, clock=clock, **means)  # type: ignore[arg-type]


async def fill(there: MemoryStore, clock: ManualClock) -> None:
    """Something of Ada in every room, and something of Bo beside it."""
    await there.persona_remember("people", "facts", "ada-home", "lives in Paris", source="Ada")
    clock.advance(10)
    await there.persona_remember("people", "facts", "ada-home", "lives in Rome", source="Ada")
    await there.persona_remember("people", "facts", "tea", "prefers tea", themes=["Ada"])
    await there.persona_remember("people", "facts", "bo-home", "Bo lives in Oslo")
    await there.remember("ada_timezone", "Europe/Rome")
    await there.remember("bo_timezone", "Europe/Oslo")
    await there.pyramid.observe("She repairs clocks", topic="Ada")
    await there.pyramid.observe("Bo met Ada at the fair")
    await there.pyramid.observe("Bo sells boats", topic="Bo")
    await there.graph.add("person:Ada", description="a clockmaker")
    await there.graph.relate("person:Ada", "entity:Acme", "works-at")
    edge = await there.graph.relate("person:Bo", "person:Ada", "neighbour-of")
    await there.graph.note(edge, "since the flood", lifetime="forever")
    await there.graph.note("person:Ada", "is allergic to nuts", lifetime="forever")
    await there.graph.relate("person:Bo", "entity:Boatyard", "works-at")
    await there.rapport("ada").observe(CASUAL, session="first")
    await there.rapport("ada").layers.edit("base_tone", "dry and quick")
    await there.rapport("bo").layers.edit("base_tone", "loud")
    await there.conversation("main").add("user", "Did Ada call?", speaker="Bo")
    await there.journal("Ada was here today")
    await there.journal("It rained")


def texts(lines: list[AboutLine]) -> list[str]:
    return [one.text for one in lines]


async def line(there: MemoryStore, text: str, name: str = "Ada") -> AboutLine:
    return next(one for one in await there.about(name).lines(past=True) if one.text == text)


# --- what is believed


async def test_it_is_collected_from_all_rooms(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        found = await there.about("Ada").lines()
        assert set(texts(found)) == {
            "lives in Rome",
            "prefers tea",
            "ada_timezone: Europe/Rome",
            "She repairs clocks",
            "Bo met Ada at the fair",
            "Ada: a clockmaker",
            "is allergic to nuts",
            "Ada works at Acme",
            "Bo neighbour of Ada",
            "since the flood",
            "ada asked for more casual (“please be more casual with me, you are so formal”)",
            "dry and quick",
            *(one.text for one in found if one.text.startswith("How you talk with ada: ")),
        }
        assert all(one.holds and not one.why_not for one in found)
        rooms = [one.room for one in found]
        assert rooms == sorted(rooms, key=list(Room).index)
        home = next(one for one in found if one.text == "lives in Rome")
        assert (home.reference, home.source) == ("persona/people/facts/ada-home", "Ada")
        assert home.since == pytest.approx(NOW + 10, abs=1)


@pytest.mark.parametrize("name", ["ada", "ADA", "Àda", " Ada ", "person:ada", "person:Ada"])
async def test_the_name_is_found_whatever_its_capitals_and_accents(
    clock: ManualClock, name: str
) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        assert await there.about(name).lines() == await there.about("Ada").lines()


async def test_several_of_one_name_are_all_told_and_told_apart(clock: ManualClock) -> None:
    async with store(clock) as there:
        await there.graph.relate("person:Mercury", "concept:Singing", "loves")
        await there.graph.relate("entity:Mercury", "entity:Sun", "circles")
        told = texts(await there.about("mercury").lines())
        assert "Mercury (person:mercury) loves Singing" in told
        assert "Mercury (entity:mercury) circles Sun" in told
        alone = texts(await there.about("person:Mercury").lines())
        assert "Mercury loves Singing" in alone
        assert "circles" not in " ".join(alone)


async def test_a_first_name_means_who_has_it_unless_somebody_is_called_so(
    clock: ManualClock,
) -> None:
    async with store(clock) as there:
        await there.graph.add("person:Ada Lovelace", description="wrote programs")
        assert "Ada Lovelace: wrote programs" in texts(await there.about("Ada").lines())
        await there.graph.add("person:Ada", description="a clockmaker")
        assert "Ada: a clockmaker" in texts(await there.about("Ada").lines())


async def test_the_user_is_a_topic(clock: ManualClock) -> None:
    async with store(clock) as there:
        await there.pyramid.observe("Prefers dark mode", topic="user")
        for name in ("user", "me"):
            assert texts(await there.about(name).lines()) == ["Prefers dark mode"]


async def test_who_is_the_same_elsewhere(clock: ManualClock) -> None:
    async with store(clock) as there:
        await there.graph.add("person:Ada")
        await there.persona_remember("people", "facts", "boss", "signs the cheques")
        await there.persona_connect("people/facts/boss", "graph/node/person:ada")
        assert "boss" in " ".join(one.reference for one in await there.about("Ada").lines())


async def test_nobody_knows_a_stranger(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        zed = there.about("Zed")
        assert await zed.lines(past=True) == []
        assert (await zed.forget()).forgotten == ()
        assert "Nothing is known" in await zed.export()
        for name in ("  ", None, 5):
            with pytest.raises(InputError):
                there.about(name)  # type: ignore[arg-type]


async def test_nothing_of_another_scope(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there.scope("user:eve"), clock)
        assert await there.about("Ada").lines(past=True) == []
        gone = await there.about("Ada").forget()
        assert (gone.forgotten, gone.kept) == ((), ())
        assert await there.scope("user:eve").about("Ada").lines()


async def test_with_the_past_it_says_what_was_and_why_no_more(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        await there.persona_remember("people", "facts", "ada-drink", "Ada drinks coffee")
        await there.persona_contradict("people/facts/ada-drink", "people/facts/tea")
        (edge,) = [
            one
            for one in await there.graph.edges("person:ada")
            if "works" in one.edge.relationship_type
        ]
        clock.advance(86_400)
        await there.graph.invalidate(edge)
        await there.persona_remember(
            "people", "facts", "ada-cold", "Ada has a cold", halflife_days=0.1
        )
        clock.advance(86_400)
        past = {
            one.text: one.why_not
            for one in await there.about("Ada").lines(past=True)
            if not one.holds
        }
        assert past["lives in Paris"] == "replaced"
        assert past["Ada drinks coffee"] == "superseded by people/facts/tea"
        assert past["Ada works at Acme"].startswith("ended 2027-01-1")
        assert past["Ada has a cold"] == "faded"
        assert not set(past) & set(texts(await there.about("Ada").lines()))


# --- corrected, and taken back


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        ("lives in Rome", "lives in Bari", "lives in Bari"),
        ("prefers tea", "tea: prefers coffee", "tea: prefers coffee"),
        ("ada_timezone: Europe/Rome", "Europe/Bari", "ada_timezone: Europe/Bari"),
        ("She repairs clocks", "She repairs watches", "She repairs watches"),
        ("Ada: a clockmaker", "Ada: a watchmaker", "Ada: a watchmaker"),
        ("is allergic to nuts", "is allergic to milk", "is allergic to milk"),
        ("Ada works at Acme", "Ada owns Acme", "Ada owns Acme"),
        ("Ada works at Acme", "Ada leads Acme: since May", "Ada leads Acme: since May"),
        ("Ada works at Acme", "Acme pays Ada well", "Acme pays Ada well"),
        ("Bo neighbour of Ada", "Bo friend of Ada", "Bo friend of Ada"),
        ("dry and quick", "dry and slow", "dry and slow"),
    ],
)
async def test_a_line_is_corrected(clock: ManualClock, before: str, said: str, after: str) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        clock.advance(10)
        given = await line(there, before)
        found = await there.about("Ada").correct(given, said)
        assert (found.text, found.holds) == (after, True)
        now = await there.about("Ada").lines()
        assert found in now
        assert before not in texts(now)


async def test_scores_of_a_relation_are_corrected(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        given = await line(there, "Ada works at Acme")
        await there.about("Ada").correct(given, "attitude: 5")
        (edge,) = [
            one
            for one in await there.graph.edges("person:ada")
            if one.edge.relationship_type == "works-at"
        ]
        assert edge.edge.attitude == 5


async def test_a_text_that_was_told_of_what_was_corrected_is_not_believed(
    clock: ManualClock,
) -> None:
    async with store(clock) as there:
        await there.learn("Ada lives in Paris.", about="ada")
        await there.pyramid.refresh()
        ada = there.about("ada")
        told = "ada: 15 Jan 2027: Ada lives in Paris."
        assert told in {one.text for one in await ada.lines()}
        await ada.correct("persona/people/facts/ada-lives-in-paris", "Ada lives in Rome.")
        assert not any("Paris" in one.text for one in await ada.lines())
        assert told in {one.text for one in await ada.lines(past=True)}
        await there.pyramid.refresh()
        assert any("Jan 2027: Ada lives in Rome." in one.text for one in await ada.lines())


async def test_what_cannot_be_corrected_says_what_to_do(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        for number in range(10):
            await there.pyramid.observe(f"Ada built clock {number}", topic="Ada")
        await there.pyramid.refresh()
        ada = there.about("Ada")
        found = await ada.lines()
        topic = next(one for one in found if one.room is Room.TOPIC)
        with pytest.raises(InputError, match=r"made of what was observed.*pyramid/obs/"):
            await ada.correct(topic, "something else")
        vector = next(one for one in found if one.text.startswith("How you talk with ada"))
        with pytest.raises(InputError, match="sessions"):
            await ada.correct(vector, "warm")
        with pytest.raises(InputError, match="a relation is between two"):
            await ada.correct(await line(there, "Ada works at Acme"), "she left")
        with pytest.raises(InputError, match="nothing in this text"):
            await ada.correct(topic, "  ")
        for unknown in ("persona/people/facts/bo-home", "nonsense"):
            with pytest.raises(UnknownMemoryError, match="no line here"):
                await ada.correct(unknown, "x")
        assert await ada.lines() == found


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("lives in Rome", "lives in Bari"),
        ("Ada works at Acme", "Ada owns Acme"),
        ("dry and quick", "dry and slow"),
    ],
)
async def test_a_correction_is_taken_back(clock: ManualClock, before: str, said: str) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        clock.advance(10)
        ada = there.about("Ada")
        corrected = await ada.correct(await line(there, before), said)
        clock.advance(10)
        restored = await ada.restore(corrected.reference)
        assert (restored.text, restored.holds) == (before, True)
        assert before in texts(await ada.lines())
        assert said not in texts(await ada.lines())


async def test_a_former_value_is_chosen_by_its_line(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        clock.advance(10)
        await there.about("Ada").correct("persona/people/facts/ada-home", "lives in Bari")
        restored = await there.about("Ada").restore(await line(there, "lives in Paris"))
        assert restored.text == "lives in Paris"


async def test_what_was_superseded_or_ended_is_believed_again(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        await there.persona_remember("people", "facts", "ada-drink", "Ada drinks coffee")
        await there.persona_contradict("people/facts/ada-drink", "people/facts/tea")
        ada = there.about("Ada")
        assert "Ada drinks coffee" not in texts(await ada.lines())
        restored = await ada.restore(await line(there, "Ada drinks coffee"))
        assert restored.holds
        clock.advance(86_400)
        await there.graph.invalidate(
            (await line(there, "Ada works at Acme")).reference.rpartition("/")[2]
        )
        clock.advance(86_400)
        assert "Ada works at Acme" not in texts(await ada.lines())
        restored = await ada.restore(await line(there, "Ada works at Acme"))
        assert (restored.text, restored.holds) == ("Ada works at Acme", True)
        assert "Ada works at Acme" in texts(await ada.lines())


async def test_nothing_is_restored_that_nothing_was_before(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        for text in ("prefers tea", "She repairs clocks", "Ada works at Acme"):
            with pytest.raises(UnknownMemoryError):
                await there.about("Ada").restore(await line(there, text))


# --- forgotten, with receipts


async def test_one_line_is_forgotten_and_put_back(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        ada = there.about("Ada")
        for text in (
            "lives in Rome",
            "She repairs clocks",
            "is allergic to nuts",
            "Ada works at Acme",
        ):
            given = await line(there, text)
            gone = await ada.forget(given)
            (one,) = gone.forgotten
            assert (one.line, gone.kept) == (given, ())
            assert (await there.receipt(one.event_id)).is_forgotten
            assert text not in texts(await ada.lines(past=True))
            clock.advance(5)
            assert (await ada.restore(one)).text == text
            assert text in texts(await ada.lines())
        with pytest.raises(UnknownMemoryError):
            await ada.forget("persona/people/facts/bo-home")


async def test_everything_is_forgotten_and_what_only_names_it_is_told(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        of_bo = texts(await there.about("Bo").lines(past=True))
        await there.rapport("ada").layers.edit("base_tone", "dry and warm")
        ada = there.about("Ada")
        before = await ada.lines(past=True)
        gone = await ada.forget()
        assert {one.reference for one in before} <= {one.line.reference for one in gone.forgotten}
        # what the layer said before is no line, and goes with a receipt of its own, too
        assert [one for one in gone.forgotten if "/layer-version/" in one.line.reference]
        for one in gone.forgotten:
            assert (await there.receipt(one.event_id)).is_forgotten
        assert await ada.lines(past=True) == []
        assert not [one for one in await there.rapports() if one.peer == "ada"]
        left = texts(await there.about("Bo").lines(past=True))
        assert set(of_bo) - set(left) == {
            "Bo met Ada at the fair",
            "Bo neighbour of Ada",
            "since the flood",
        }
        kept = {one.text: why for one, why in gone.kept}
        assert set(kept) == {"Bo: Did Ada call?", "Ada was here today"}
        assert "store.conversation('main').delete(" in kept["Bo: Did Ada call?"]
        assert "forget_entry" in kept["Ada was here today"]
        # again: nothing is left to forget
        assert (await ada.forget()).forgotten == ()


async def test_what_is_something_else_and_only_names_it_stays(clock: ManualClock) -> None:
    async with store(clock) as there:
        await there.graph.relate(
            "person:Bo", "entity:Boatyard", "works-at", description="Ada asked"
        )
        await there.graph.add("person:Bo", description="met Ada at sea")
        await there.graph.add("person:Ada")
        await there.graph.note("person:Bo", "owes Ada a boat", lifetime="forever")
        ada = there.about("Ada")
        of_bo = await line(there, "Bo: met Ada at sea")
        with pytest.raises(InputError, match="only names it"):
            await ada.forget(of_bo)
        gone = await ada.forget()
        assert {one.line.text for one in gone.forgotten} == {"Ada, a person", "owes Ada a boat"}
        assert {one.text for one, _ in gone.kept} == {
            "Bo: met Ada at sea",
            "Bo works at Boatyard: Ada asked",
        }
        assert [one.edge.relationship_type for one in await there.graph.edges("person:bo")] == [
            "works-at"
        ]
        await ada.correct(of_bo, "met somebody at sea")
        assert "Bo: met Ada at sea" not in texts(await ada.lines())


async def test_everything_can_be_put_back_in_the_order_in_which_it_went(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        ada = there.about("Ada")
        before = texts(await ada.lines())
        gone = await ada.forget()
        clock.advance(5)
        edge = next(one for one in gone.forgotten if one.line.room is Room.EDGE)
        with pytest.raises(InputError, match="restore that first"):
            await ada.restore(edge)
        for one in gone.forgotten:
            await ada.restore(one)
        assert sorted(texts(await ada.lines())) == sorted(before)


async def test_a_summary_goes_with_what_it_was_made_of(clock: ManualClock) -> None:
    async with store(clock) as there:
        for number in range(10):
            clock.advance(60)
            await there.pyramid.observe(f"Ada built clock {number}", topic="clocks")
        await there.pyramid.refresh()
        assert await there.pyramid.summaries("clocks")
        await there.about("Ada").forget()
        assert await there.pyramid.summaries("clocks") == []
        assert await there.search("Ada built a clock") == []
        status = await there.pyramid.topic("clocks")
        assert "Ada" not in f"{status.topic.content} {status.topic.description}"


async def test_what_the_encoder_made_goes_too(clock: ManualClock) -> None:
    async with store(clock, encoder=HashEncoder()) as there:
        await fill(there, clock)
        await there.about("Ada").forget()
        left = [one.text for one in await there.search("Ada", limit=50)]
        assert {text for text in left if "Ada" in text} <= {
            "Bo: Did Ada call?",
            "Ada was here today",
        }


# --- two devices


async def test_nothing_of_it_can_be_read_on_another_device(
    tmp_path: Path, clock: ManualClock
) -> None:
    identity = Identity.generate()
    with LocalRelay() as relay:
        one = MemoryStore(identity, relay.url, path=tmp_path / "1.db", clock=clock)
        two = MemoryStore(identity, relay.url, path=tmp_path / "2.db", clock=clock)
        async with one, two:
            await fill(one, clock)
            await one.sync()
            await two.sync()
            there = texts(await two.about("Ada").lines(past=True))
            assert sorted(there) == sorted(texts(await one.about("Ada").lines(past=True)))
            # the other one learns something offline that hangs on what is forgotten here
            await two.graph.note("person:Ada", "hums at work")
            clock.advance(60)
            gone = await one.about("Ada").forget()
            await one.sync()
            await two.sync()
            await one.sync()
            for store_ in (one, two):
                assert await store_.about("Ada").lines(past=True) == []
                found = {
                    hit.text for hit in await store_.search("Ada Rome clocks nuts hums", limit=50)
                }
                assert found <= {"Bo: Did Ada call?", "Ada was here today", "Bo: loud"}, found
            for each in gone.forgotten:
                receipt = await one.receipt(each.event_id)
                assert receipt.is_forgotten
                assert receipt.level in ("accepted", "replicated")
                with pytest.raises(UnknownMemoryError):
                    await two.forget(each.line.reference)


# --- carried away


async def test_the_export_says_since_when_and_from_where(clock: ManualClock) -> None:
    async with store(clock) as there:
        await fill(there, clock)
        await there.persona_remember(
            "people", "facts", "ada-x", "Ada likes *stars* <!-- x --> and\n# heads"
        )
        page = await there.about("Ada").export()
        assert page.startswith("# Ada\n\n## Memories\n\n- ")
        assert (
            "- lives in Rome (since 2027-01-15; from Ada) <!-- persona/people/facts/ada-home -->"
            in page
        )
        past = page.partition("## Believed no more")[2]
        assert "- lives in Paris (since 2027-01-15; from Ada; replaced)" in past
        assert r"\*stars\* \<!-- x --\> and \# heads" in page
        assert [one for one in page.splitlines() if one.startswith("# ")] == ["# Ada"]
        assert "Oslo" not in page


# --- what was learned from a memory follows it


HOME = "Vergel prefers vanilla JS. He lives in Berlin."


async def learned(there: MemoryStore) -> str:
    """A memory, and an observation and a relation that were learned from it."""
    await there.persona_remember("people", "facts", "ada-job", "Ada works at Acme")
    reference = "persona/people/facts/ada-job"
    await there.pyramid.observe("Ada works at Acme", topic="Ada", origin=reference)
    return reference


async def test_what_says_the_same_and_was_learned_from_it_is_one_line(clock: ManualClock) -> None:
    async with store(clock) as there:
        reference = await learned(there)
        ada = there.about("Ada")
        assert [one.reference for one in await ada.lines()] == [reference]
        await ada.correct(reference, "Ada works at Globex")
        assert texts(await ada.lines()) == ["Ada works at Globex"]
        assert [one.text for one in await there.search("Acme")] == []
        (seen,) = await there.pyramid.observations()
        assert seen.text == "Ada works at Globex"
        await ada.restore(reference)
        (seen,) = await there.pyramid.observations()
        assert seen.text == "Ada works at Acme"
        gone = await ada.forget()
        assert len({one.line.reference for one in gone.forgotten}) == 3  # and the topic
        assert await there.pyramid.observations() == []


@pytest.mark.parametrize("is_spoken", [False, True], ids=["text", "messages"])
async def test_what_was_learned_at_once_is_one_line_and_goes_as_one(
    clock: ManualClock, is_spoken: bool
) -> None:
    text = "I prefer vanilla JS. I live in Berlin." if is_spoken else HOME
    async with store(clock) as there:
        said: list[Message] | str = [Message(Role.USER, text)] if is_spoken else text
        learned = await there.learn(said, about="vergel")
        assert (len(learned.memories), len(learned.observations), len(learned.edges)) == (2, 2, 2)
        vergel = there.about("vergel")
        sentences = text.split(". ")
        for past in (False, True):
            shown = [one for one in await vergel.lines(past=past) if one.room is not Room.LAYER]
            told = [one.text.rstrip(".") for one in shown if one.room is not Room.NODE]
            assert sorted(told) == sorted(one.rstrip(".") for one in sentences)
        assert (await vergel.export()).count("in Berlin") == 1
        (home,) = [one for one in await vergel.lines() if "Berlin" in one.text]
        # what stands behind it follows it
        clock.advance(60)
        moved = await vergel.correct(home, home.text.replace("Berlin", "Paris"))
        assert "Berlin" not in " ".join(texts(await vergel.lines()))
        assert all("Berlin" not in one.text for one in await there.pyramid.observations())
        clock.advance(60)
        await vergel.restore(moved)
        assert "Paris" not in " ".join(texts(await vergel.lines()))
        (again,) = [one for one in await vergel.lines() if "Berlin" in one.text]
        gone = await vergel.forget(again)
        assert gone.forgotten[0].line.reference == home.reference
        assert "Berlin" not in " ".join(texts(await vergel.lines(past=True)))
        assert [one.text for one in await there.pyramid.observations()] == [
            sentences[0].rstrip(".") + "."
        ]
        await vergel.forget()
        assert [one for one in await vergel.lines(past=True) if one.room is not Room.LAYER] == []


async def test_what_was_read_of_a_superseded_memory_is_believed_no_more(
    clock: ManualClock,
) -> None:
    async with store(clock) as there:
        for text in ("I live in Berlin.", "I live in Paris."):
            clock.advance(60)
            await there.learn([Message(Role.USER, text)], about="vergel")
        vergel = there.about("vergel")
        assert not [one.text for one in await vergel.lines() if "Berlin" in one.text]
        (was,) = [one for one in await vergel.lines(past=True) if "Berlin" in one.text]
        assert (was.room, was.holds) == (Room.MEMORY, False)


async def test_what_another_one_says_in_these_words_is_a_line_of_its_own(
    clock: ManualClock,
) -> None:
    async with store(clock) as there:
        await there.persona_remember("people", "facts", "ada-diet", "Ada is vegan")
        await there.pyramid.observe("Ada is vegan", topic="Ada", origin="a page")
        assert texts(await there.about("Ada").lines()) == ["Ada is vegan", "Ada is vegan"]


async def test_a_relation_is_told_once_and_put_right_without_what_it_no_more_says(
    clock: ManualClock,
) -> None:
    async with store(clock) as there:
        await there.graph.relate(
            *("person:Ada", "entity:Rome"),
            relationship_type="lives-in",
            description="She lives in Rome.",
        )
        ada = there.about("person:ada")
        (line,) = [one for one in await ada.lines() if one.room is Room.EDGE]
        assert line.text == "Ada lives in Rome"
        assert "She lives" not in (await there.prompt("Where does Ada live?", about="Ada")).system
        assert [one.text for one in await there.search("Rome") if one.room is Room.EDGE] == [
            "Ada lives in Rome"
        ]
        assert (await ada.correct(line, "Ada works in Rome")).text == "Ada works in Rome"


async def test_a_relation_that_was_learned_from_it_ends_and_goes_on(clock: ManualClock) -> None:
    async with store(clock) as there:
        result = await there.learn("Ada works at Acme", about="ada")
        assert (len(result.memories), len(result.edges)) == (1, 1)
        (reference,) = result.memories
        ada = there.about("Ada")
        clock.advance(60)
        await ada.correct(reference, "Ada works at Globex")
        assert "Acme" not in " ".join(texts(await ada.lines()))
        clock.advance(60)
        await ada.restore(reference)
        (again,) = await there.graph.edges("person:ada")
        assert (again.edge.to_key, again.is_current) == ("entity:acme", True)
        corrected = await there.graph.update(again, relationship_type="owns")
        await ada.forget(reference)
        with pytest.raises(UnknownMemoryError):
            await there.graph.edge(corrected.id)


async def test_a_message_that_names_it_can_be_put_right_and_forgotten_by_its_reference(
    clock: ManualClock,
) -> None:
    async with store(clock) as there:
        await there.persona_remember("people", "facts", "ada-home", "Ada lives in Rome")
        turn = await there.conversation("main").add("user", "Ada lives in Paris", speaker="Bo")
        ada, reference = there.about("Ada"), f"stream/main/turn/{turn.id}"
        found = await ada.correct(reference, "Bo: Ada lives in Rome now")
        assert found.text == "Bo: Ada lives in Rome now"
        (said,) = await there.conversation("main").turns()
        assert said.text == "Ada lives in Rome now"
        await ada.forget(reference)
        assert await there.conversation("main").turns() == []
        entry = await there.journal("Ada called")
        (kept,) = (await ada.forget()).kept
        with pytest.raises(InputError, match="never changed"):
            await ada.correct(kept[0], "Ada did not call")
        await ada.forget(kept[0])
        assert await there.recent() == []
        assert len(entry) == 64


async def test_a_message_of_many_parts_comes_back_whole(clock: ManualClock) -> None:
    async with store(clock) as there:
        talk = there.conversation("main")
        text = " ".join(f"Ada repaired clock number {n}." for n in range(900))
        turn = await talk.add("user", text, speaker="Bo")
        ada = there.about("Ada")
        (gone,) = (await ada.forget(f"stream/main/turn/{turn.id}")).forgotten
        assert await talk.turns() == []
        await ada.restore(gone)
        (back,) = await talk.turns()
        assert (back.text, back.speaker, back.turn) == (text, "Bo", turn.turn)


# --- as it was seen


async def test_what_somebody_writes_meanwhile_is_neither_written_over_nor_forgotten(
    clock: ManualClock, tmp_path: Path
) -> None:
    """By another process, between the look at what stands there and the write."""
    identity, path = Identity.generate(), tmp_path / "a.db"
    signer = SlowSigner(identity)
    async with (
        MemoryStore(signer, path=path, clock=clock) as there,
        MemoryStore(identity, path=path, clock=clock) as other,
    ):
        await fill(there, clock)
        one, *_ = await there.pyramid.observations("Ada")
        turn, *_ = await there.conversation("main").turns()
        home, layers = ("people", "facts", "ada-home"), other.rapport("ada").layers
        writes: dict[str, tuple[str, Callable[[str], Awaitable[object]]]] = {
            "persona/people/facts/ada-home": ("", partial(other.persona_remember, *home)),
            "persona/flat/facts/ada_timezone": ("", partial(other.remember, "ada_timezone")),
            f"pyramid/obs/{one.id}": ("", partial(other.pyramid.edit, one.id)),
            "graph/node/person:ada": (
                "Ada: ",
                lambda text: other.graph.add("person:Ada", description=text),
            ),
            "rapport/ada/layer/base_tone": ("", partial(layers.edit, "base_tone")),
            f"stream/main/turn/{turn.id}": (
                "Bo: ",
                partial(other.conversation("main").edit, turn.id),
            ),
        }
        ada = there.about("Ada")
        for reference, (name, write) in writes.items():
            shown = ["Ada is seen here", "Ada is far away", "Ada is not there"]
            await write(shown[0])
            for act in (partial(ada.correct, text="Ada is unheard of"), ada.forget):
                seen = f"{name}{shown.pop(0)}"
                signer.meanwhile = partial(write, shown[0])
                for _ in range(2):  # while it is done, and when it is tried again with that
                    with pytest.raises(InputError, match="by now; nothing was written"):
                        await act(reference, expected=seen)
                    assert signer.is_done, "nobody wrote"
            again = await ada.correct(reference, "Ada is here", expected=f"{name}{shown[0]}")
            assert again.text == f"{name}Ada is here"
            (gone,) = (await ada.forget(reference, expected=again.text)).forgotten
            if reference.startswith("persona/"):  # the others cannot be written anew
                signer.meanwhile = partial(write, "Ada is heard of")
                for _ in range(2):
                    with pytest.raises(InputError, match="by now; nothing was written"):
                        await ada.restore(gone)
                assert (await ada.forget(reference)).forgotten[0].line.text == "Ada is heard of"
                await ada.restore(gone)
        assert "unheard of" not in await ada.export()
        with pytest.raises(InputError, match="one line"):
            await ada.forget(expected="Ada")
