"""Sessions condensed into the three texts, by a model and by rules, when it is time, at night."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    DIMENSIONS,
    Condensed,
    Config,
    Identity,
    Layer,
    LayerName,
    LLMAnswerError,
    LLMError,
    LLMRateLimitError,
    LLMUnreachableError,
    MemoryStore,
    Outcome,
    Rapport,
    RelayConfig,
    Shape,
    SleepStep,
)
from sense_memory.mind.token_count import token_count
from sense_memory.testing import ManualClock, ScriptedLLM

from .meeting import meet

T = TypeVar("T")
TONE, PATTERNS, ANCHORS = LayerName
DAY = 86_400.0
DEAD = "ws://127.0.0.1:9"
OFFLINE = Config(
    relays=RelayConfig(read_timeout=0.3, answer_timeout=0.3, straggler_wait=0.1, close_timeout=0.1)
)

PLAYFUL: dict[str, Any] = {
    **dict.fromkeys(DIMENSIONS, 0.5),
    "formality": {"value": 0.2, "signal": "slang, lower case", "evidence": "“yo, kurze frage”"},
    "humor": {"value": 0.8, "signal": "dry jokes", "evidence": "“ist ja nur prod”"},
    "trust": {"value": 0.7, "signal": "tells of fears", "evidence": "“ich hab Angst davor”"},
}
SOBER: dict[str, Any] = {
    **dict.fromkeys(DIMENSIONS, 0.5),
    "formality": {"value": 0.8, "signal": "full sentences", "evidence": "“Ich bitte darum.”"},
    "humor": {"value": 0.2, "signal": "gravity", "evidence": "“Das ist nicht zum Lachen.”"},
    "trust": {"value": 0.3, "signal": "reserve", "evidence": "“Dazu sage ich nichts.”"},
    "resilience": {"value": 0.7, "type": "relationship", "signal": "takes it up", "evidence": ""},
}


def line(text: str, *sessions: str) -> dict[str, Any]:
    return {"text": text, "sessions": list(sessions)}


def answer(number: int = 1, **others: Any) -> dict[str, Any]:
    return {
        "base_tone": f"Calm, {number}.",
        "patterns": [line(f"If tired → short, {number}.", "s1")],
        "anchors": [line(f"2027-01-15: laughed, {number}.", "s1")],
        **others,
    }


async def sessions(
    rapport: Rapport, clock: ManualClock, count: int = 5, like: dict[str, Any] = PLAYFUL
) -> None:
    """So many sessions, one a day."""
    before = (await rapport.vector()).session_count
    for number in range(count):
        await rapport.record(like, session=f"{before + number:03}")
        clock.advance(DAY)


async def shown(rapport: Rapport) -> list[str]:
    return [layer.shown for layer in await rapport.layers.read()]


async def step(store: MemoryStore, *, dry_run: bool = False) -> SleepStep:
    """What the night did about peers."""
    report = await store.sleep(dry_run=dry_run)
    return next(one for one in report.steps if one.name == "rapport")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


# ---------------------------------------------------------------------- by rules


async def test_rules_condense_where_there_is_no_model(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        assert await rapport.condense() == Condensed(
            "vergel", 5, (TONE, PATTERNS), None, 0, "rules"
        )
        tone, patterns, anchors = await rapport.layers.read()
        assert "write casually" in tone.shown
        assert "made by rules from 5 sessions" in tone.shown
        assert "talk German with them" in patterns.shown
        assert "“ist ja nur prod”" in patterns.shown
        assert anchors == Layer("vergel", ANCHORS, "", None, tone.inputs, 5, clock.now())
        assert tone.inputs == {f"{number:03}" for number in range(5)}
        assert await rapport.layers.versions() == []  # nothing stood there
        written = await store.log()
        again = await rapport.condense()
        assert again == Condensed("vergel", 5, (), None, 0, "rules")
        assert await store.log() == written
        block = await rapport.context()
        assert f"> {tone.shown}"[:40] in block


async def test_of_somebody_of_whom_nothing_is_known_nothing_is_condensed(
    identity: Identity, clock: ManualClock
):
    llm = ScriptedLLM()
    async with MemoryStore(identity, clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        assert await rapport.condense() is None
        assert await store.rapports() == []
        await rapport.layers.edit("base_tone", "Calm.")
        assert await rapport.condense() is None
        assert await shown(rapport) == ["Calm.", "", ""]
        assert llm.asked == []


# S-12.4
async def test_rules_write_over_what_was_condensed_and_never_over_a_person(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        await rapport.condense()
        before = await shown(rapport)
        await rapport.layers.edit("patterns", "- If asked → answer.")
        await rapport.layers.edit("anchors", "")
        await sessions(rapport, clock, like=SOBER)
        done = await rapport.condense()
        assert done is not None
        assert (done.written, done.version) == ((TONE,), (await rapport.layers.versions())[0].id)
        kept = (await rapport.layers.versions())[0]
        assert kept.label == "pre-condensation"
        assert [text.text for text in kept.texts] == [before[0], "- If asked → answer.", ""]
        assert (await shown(rapport))[1:] == ["- If asked → answer.", ""]
        # what was condensed behind it counts once it is taken back
        await rapport.layers.edit("anchors", None)
        (anchor,) = (await shown(rapport))[2].splitlines()
        assert anchor == "- 2027-01-20: they grew more formal (“Ich bitte darum”)."


# --------------------------------------------------------------------- by a model


async def test_a_model_writes_all_three_and_what_stood_is_kept(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = ScriptedLLM(answers=[answer(1), answer(2)])
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path, clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        assert await rapport.condense() == Condensed(
            "vergel", 5, (TONE, PATTERNS, ANCHORS), None, 0, "scripted-reader"
        )
        first = ["Calm, 1.", "- If tired → short, 1.", "- 2027-01-15: laughed, 1."]
        assert await shown(rapport) == first
        commits = store.status().records
        done = await rapport.condense()
        assert done is not None
        assert await shown(rapport) == [text.replace("1.", "2.") for text in first]
        (kept,) = await rapport.layers.versions()
        assert (kept.id, kept.label) == (done.version, "pre-condensation")
        assert [text.text for text in kept.texts] == first
        assert re.fullmatch(r"2027-01-20T08-00-00-\d+_pre-condensation", kept.id)
        assert store.status().records == commits + 1
        asked = llm.asked[1].messages[0].text
        assert "Calm, 1." in asked
        assert "“ist ja nur prod”" in asked
        assert llm.asked[1].shape == "rapport_layers"
    async with MemoryStore(identity, path=path, clock=clock) as store:
        assert (await shown(store.rapport("vergel")))[0] == "Calm, 2."


async def test_what_a_person_wrote_is_given_to_the_model_which_writes_anew(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = ScriptedLLM(answers=[answer(1), answer(2, base_tone="")])
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        await rapport.layers.edit("base_tone", "Hates being called “buddy”.")
        await rapport.condense()
        asked = llm.asked[0].messages[0].text
        assert '"text": "Hates being called “buddy”.", "written_by": "a person"' in asked
        assert await rapport.layers.read() != ()
        assert [(one.text, one.edit) for one in (await rapport.layers.read())[:1]] == [
            ("Calm, 1.", None)
        ]
        (kept,) = await rapport.layers.versions()
        assert (kept.texts[0].text, kept.texts[0].is_edited) == (
            "Hates being called “buddy”.",
            True,
        )
        # where the model has nothing to say, what stands stays
        await rapport.layers.edit("base_tone", "Mine.")
        await rapport.condense()
        assert [(one.text, one.edit) for one in (await rapport.layers.read())[:1]] == [
            ("Calm, 1.", "Mine.")
        ]


async def test_a_pattern_that_no_session_shows_is_dropped_and_an_anchor_never(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    kept = [line("If tired → short.", "s3"), line("If old → gone."), line("If x → y.", "s99")]
    llm = ScriptedLLM(answers=[answer(1), answer(2, patterns=kept, anchors=[line("new", "s1")])])
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        await rapport.layers.edit("anchors", "- 2026-03-01: met.\n- 2026-04-01: argued.")
        await rapport.condense()
        await rapport.layers.edit("anchors", "- 2026-03-01: met.\n- 2026-04-01: argued.")
        done = await rapport.condense()
        assert done is not None
        assert done.dropped_patterns == 2
        assert (await shown(rapport))[1:] == [
            "- If tired → short.",
            "- 2026-03-01: met.\n- 2026-04-01: argued.\n- new",
        ]


@pytest.mark.parametrize(
    "said",
    [
        LLMUnreachableError("nobody answers"),
        LLMRateLimitError("later", 60.0),
        LLMAnswerError("no JSON"),
        answer(base_tone=["Calm."]),  # a list for a text
        answer(patterns="If tired → short."),  # a text for a list
        answer(anchors=[{"text": "met"}]),
        {"base_tone": "Calm."},
        [],
    ],
    ids=str,
)
async def test_where_the_model_fails_nothing_is_changed(
    identity: Identity, clock: ManualClock, tmp_path: Path, said: object
):
    llm = ScriptedLLM(answers=[answer(1), said, answer(2)])
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        await rapport.condense()
        await rapport.layers.edit("patterns", "- mine")
        before = await store.fingerprint(), await rapport.layers.read(), await store.log()
        versions = await rapport.layers.versions()
        with pytest.raises(LLMError):
            await rapport.condense()
        assert (
            await store.fingerprint(),
            await rapport.layers.read(),
            await store.log(),
        ) == before
        assert await rapport.layers.versions() == versions
        assert await rapport.condense() is not None  # and it can be done later
        assert (await shown(rapport))[0] == "Calm, 2."


class Slow(ScriptedLLM):
    """A model while which thinks something else happens."""

    def __init__(self, *answers: object) -> None:
        super().__init__(answers=answers)
        self.meanwhile: list[Callable[[], Awaitable[object]]] = []

    async def extract(self, system: str, prompt: str, shape: Shape[T]) -> T:
        while self.meanwhile:
            await self.meanwhile.pop()()
        return await super().extract(system, prompt, shape)


async def test_what_a_person_writes_while_the_model_thinks_stands(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = Slow(answer(1), answer(2))
    path = tmp_path / "a.db"
    async with (
        MemoryStore(identity, path=path, clock=clock, llm=llm) as store,
        MemoryStore(identity, path=path, clock=clock) as other,
    ):
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        await rapport.layers.edit("base_tone", "An early word.")
        llm.meanwhile = [
            lambda: other.rapport("vergel").layers.edit("base_tone", "A later word."),
            lambda: other.rapport("vergel").layers.edit("patterns", "- new"),
        ]
        await rapport.condense()
        assert await shown(rapport) == ["A later word.", "- new", "- 2027-01-15: laughed, 1."]
        assert (await rapport.layers.read())[0].text == "Calm, 1."
        kept = (await rapport.layers.versions())[0]
        assert [text.text for text in kept.texts] == ["A later word.", "- new", ""]
        await rapport.condense()
        assert "A later word." in llm.asked[1].messages[0].text
        assert (await shown(rapport))[0] == "Calm, 2."


async def test_who_is_forgotten_while_the_model_thinks_stays_forgotten(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = Slow(answer(1), answer(2))
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        await rapport.condense()
        llm.meanwhile = [rapport.forget]
        await rapport.condense()
        assert await store.rapports() == []
        assert await shown(rapport) == ["", "", ""]
        assert await rapport.layers.versions() == []


async def test_who_is_met_anew_while_the_model_thinks_is_not_what_they_were(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = Slow(answer(1))
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)

        async def again() -> None:
            await rapport.forget()
            await rapport.record(SOBER, session="first")

        llm.meanwhile = [again]
        await rapport.condense()
        assert "Calm" not in "".join(await shown(rapport))
        assert [one.id for one in await rapport.readings()] == ["first"]


async def test_a_session_that_is_forgotten_while_the_model_thinks_is_in_no_text(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = Slow(answer(1), answer(2))
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock)
        llm.meanwhile = [lambda: rapport.forget_session("003")]
        await rapport.condense()
        assert await shown(rapport) == ["", "", ""]
        assert (await store.rapports())[0].is_due
        await rapport.condense()
        assert (await shown(rapport))[0] == "Calm, 2."
        assert '"s5"' not in llm.asked[1].messages[0].text


# ---------------------------------------------------------------------- forgetting


async def test_a_forgotten_session_is_condensed_away_by_the_next_night(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock, 10, SOBER)
        await rapport.condense()
        secret = {**SOBER, "depth": {"value": 0.95, "signal": "grief", "evidence": "“the funeral”"}}
        await rapport.record(secret, session="the secret")
        clock.advance(DAY)
        await sessions(rapport, clock, 1, {**SOBER, "depth": 0.9})
        await rapport.condense()
        assert "funeral" in "".join(await shown(rapport))
        await rapport.forget_session("the secret")
        assert "funeral" not in "".join(
            text.text for one in await rapport.layers.versions() for text in one.texts
        )
        assert [layer.text for layer in await rapport.layers.read()] == [None] * 3
        assert (await store.rapports())[0].is_due
        assert (await step(store)).summary == "1 of 1 peer condensed: vergel"
        assert "funeral" not in "".join(await shown(rapport))
        assert all(layer.text is not None for layer in await rapport.layers.read())
        assert not (await store.rapports())[0].is_due


async def test_anchors_of_sessions_long_gone_outlive_the_forgetting_of_another(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(
        identity, path=tmp_path / "a.db", clock=clock, addressing="plain"
    ) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock, 5)
        for _ in range(35):
            await sessions(rapport, clock, 1, SOBER)
            await step(store)
        (turned,) = {one.texts[2].text for one in await rapport.layers.versions()}
        assert "grew more formal" in turned
        assert (await shown(rapport))[2] == turned
        assert "009" not in (await rapport.layers.read())[2].inputs
        await rapport.forget_session("035")
        assert (await shown(rapport))[2] == ""
        await rapport.condense()
        assert (await shown(rapport))[2] == turned


async def test_where_the_only_session_is_forgotten_nothing_is_left_to_condense(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = ScriptedLLM(answers=[answer(1)])
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        rapport = store.rapport("vergel")
        await sessions(rapport, clock, 1)
        await rapport.condense()
        await rapport.forget_session("000")
        done = await rapport.condense()  # of which no model need be asked
        assert done == Condensed("vergel", 0, (), None, 0, "rules")
        assert [layer.text for layer in await rapport.layers.read()] == [""] * 3
        assert not (await store.rapports())[0].is_due
        assert await rapport.condense() is None


# ------------------------------------------------------------------- when it is time


async def test_peers_are_due_with_every_fifth_session(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        rapport = store.rapport("vergel")
        due = []
        for _ in range(22):
            await sessions(rapport, clock, 1)
            due.append((await store.rapports())[0].is_due)
            if due[-1]:
                await rapport.condense()
        assert [number for number, is_due in enumerate(due, 1) if is_due] == [5, 10, 15, 20]


async def test_a_multiple_that_two_devices_pass_together_is_not_missed(
    identity: Identity, relay: LocalRelay, clock: ManualClock, tmp_path: Path
):
    for file, count in (("a.db", 3), ("b.db", 4)):
        async with MemoryStore(
            identity, path=tmp_path / file, clock=clock, addressing="plain"
        ) as apart:
            for number in range(count):
                await apart.rapport("vergel").record(PLAYFUL, session=f"{file} {number}")
            assert not (await apart.rapports())[0].is_due
    first, second = (
        MemoryStore(identity, relay.url, path=tmp_path / file, clock=clock, addressing="plain")
        for file in ("a.db", "b.db")
    )
    async with first, second:
        await meet(first, second)
        assert (await first.rapport("vergel").vector()).session_count == 7
        assert (await first.rapports())[0].is_due
        await step(first)
        await meet(first, second)
        assert not (await second.rapports())[0].is_due
        assert await shown(second.rapport("vergel")) == await shown(first.rapport("vergel"))


async def test_two_devices_that_condense_apart_agree_when_they_meet(
    identity: Identity, relay: LocalRelay, clock: ManualClock, tmp_path: Path
):
    for file, like in (("a.db", PLAYFUL), ("b.db", SOBER)):
        async with MemoryStore(
            identity, path=tmp_path / file, clock=clock, addressing="plain"
        ) as apart:
            for number in range(5):
                await apart.rapport("vergel").record(like, session=f"{file} {number}")
            await apart.rapport("vergel").condense()
    first, second = (
        MemoryStore(identity, relay.url, path=tmp_path / file, clock=clock, addressing="plain")
        for file in ("a.db", "b.db")
    )
    async with first, second:
        await meet(first, second)
        layers = await first.rapport("vergel").layers.read()
        assert layers == await second.rapport("vergel").layers.read()
        assert {"a.db 0", "b.db 0"} <= layers[0].inputs  # whichever text counts
        assert await first.conflicts() == []  # it can be made anew
        await first.rapport("vergel").forget_session("a.db 0")
        await meet(first, second)
        assert (await second.rapport("vergel").layers.read())[0].text is None


async def test_old_sessions_are_folded_when_their_peer_is_condensed(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(
        identity, path=tmp_path / "a.db", clock=clock, addressing="plain"
    ) as store:
        rapport = store.rapport("vergel")
        kept, looked_at = [], []
        for day in range(1, 41):
            await sessions(rapport, clock, 1)
            await step(store)
            if not day % 5:
                kept.append(len(await rapport.readings()))
                (count,) = re.findall(r"(?:from|last) (\d+)", (await shown(rapport))[0])
                looked_at.append(int(count))
        assert looked_at == [5, 10, 15, 20, 20, 20, 20, 20]  # the last twenty
        # what is folded goes with the next condensation, when nobody can lack it any more
        assert kept == [5, 10, 15, 20, 25, 25, 25, 25]
        assert (await rapport.vector()).session_count == 40
        inputs = (await rapport.layers.read())[0].inputs
        assert inputs == {f"{number:03}" for number in range(10, 40)}  # no more than were around


# ------------------------------------------------------------------------- by night


async def test_a_night_condenses_who_is_due_and_no_one_waits_for_another(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = ScriptedLLM(answers=[answer(1), LLMUnreachableError("nobody answers"), answer(3)])
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        for peer, count in (("ada", 5), ("bob", 5), ("cleo", 4), ("dan", 6)):
            await sessions(store.rapport(peer), clock, count)
        found = await store.sleep()
        night = next(one for one in found.steps if one.name == "rapport")
        assert night == SleepStep(
            "rapport",
            Outcome.FAILED,
            "2 of 4 peers condensed: ada, dan; bob was not: nobody answers",
        )
        assert not found.is_whole
        assert [one.outcome for one in found.steps[:2]] == [Outcome.DONE, Outcome.PLANNED]
        assert [
            (await shown(store.rapport(peer)))[0] for peer in ("ada", "bob", "cleo", "dan")
        ] == [
            "Calm, 1.",
            "",
            "",
            "Calm, 3.",
        ]
        assert [one.peer for one in await store.rapports() if one.is_due] == ["bob"]


async def test_a_dry_run_asks_no_model_and_writes_nothing(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    llm = ScriptedLLM()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, llm=llm) as store:
        await sessions(store.rapport("ada"), clock)
        await sessions(store.rapport("bob"), clock, 4)
        before = await store.fingerprint(), await store.log()
        assert await step(store, dry_run=True) == SleepStep(
            "rapport", Outcome.PLANNED, "1 of 2 peers to be condensed: ada"
        )
        assert llm.asked == []
        assert (await store.fingerprint(), await store.log()) == before


async def test_a_night_with_many_peers_names_ten_and_counts_the_others(
    identity: Identity, clock: ManualClock
):
    down = [LLMUnreachableError("nobody answers")] * 11
    llm = ScriptedLLM(answers=[*(answer(number) for number in range(12)), *down])
    async with MemoryStore(identity, clock=clock, llm=llm) as store:
        for number in range(23):
            await sessions(store.rapport(f"p{number:02}"), clock)
        ten = ", ".join(f"p{number:02}" for number in range(10))
        planned = await step(store, dry_run=True)
        assert planned.summary == f"23 of 23 peers to be condensed: {ten} and 13 more"
        failed = "".join(f"; p{number} was not: nobody answers" for number in range(12, 22))
        assert (await step(store)).summary == (
            f"12 of 23 peers condensed: {ten} and 2 more{failed}; 1 more was not"
        )


async def test_a_night_with_nothing_to_do_says_so(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        assert await step(store) == SleepStep("rapport", Outcome.DONE, "0 of 0 peers condensed")
        await sessions(store.rapport("ada"), clock, 1)
        assert (await step(store)).summary == "0 of 1 peer condensed"


async def test_a_device_that_reaches_nobody_edits_condenses_and_sleeps(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    async with MemoryStore(
        identity, DEAD, path=tmp_path / "a.db", clock=clock, addressing="plain", config=OFFLINE
    ) as store:
        rapport = store.rapport("vergel")
        for number in range(5):
            await rapport.record(PLAYFUL, session=str(number))
        await rapport.layers.edit("anchors", "- mine")
        assert await step(store) == SleepStep(
            "rapport", Outcome.DONE, "1 of 1 peer condensed: vergel"
        )
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        assert "write casually" in (await shown(store.rapport("vergel")))[0]
        assert (await shown(store.rapport("vergel")))[2] == "- mine"


async def test_two_nights_at_once_leave_one_course(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    path = tmp_path / "a.db"
    async with (
        MemoryStore(identity, path=path, clock=clock) as one,
        MemoryStore(identity, path=path, clock=clock) as other,
    ):
        await sessions(one.rapport("vergel"), clock)
        done = await asyncio.gather(
            one.rapport("vergel").condense(), other.rapport("vergel").condense()
        )
        assert all(each is not None and each.readings == 5 for each in done)
        assert await shown(one.rapport("vergel")) == await shown(other.rapport("vergel"))
        assert len(await one.rapport("vergel").layers.versions()) <= 1


# --------------------------------------------------------------------- a whole month


async def test_a_month_in_which_somebody_changes_can_be_followed_in_the_layers(
    identity: Identity, clock: ManualClock, tmp_path: Path
):
    wish = {"dimension": "energy", "direction": "lower", "quote": "kürzer, bitte"}
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        rapport = store.rapport("vergel")
        tones: list[str] = []
        for day in range(30):
            like = PLAYFUL if day < 15 else SOBER
            given = {**like, "explicit_corrections": [wish]} if day == 8 else like
            await rapport.record(given, session=f"day {day}")
            clock.advance(DAY)
            night = await step(store)
            assert night.outcome is Outcome.DONE
            if night.summary.startswith("1"):
                tones.append((await shown(rapport))[0])
                for name, most in zip(LayerName, (200, 300, 200), strict=True):
                    layer = (await rapport.layers.read())[list(LayerName).index(name)]
                    assert token_count(layer.shown) <= most
        assert len(tones) == 6  # every fifth session
        assert all("write casually" in tone for tone in tones[:3])
        assert "of late they grew more formal" in tones[3]
        assert "keep to polite forms" in tones[5]
        tone, patterns, anchors = await shown(rapport)
        assert "asked you" not in tone  # 22 sessions ago
        assert "be shorter" not in patterns
        assert "full sentences (15 sessions" in patterns
        assert "lower case" in patterns  # five of the last twenty
        assert [one.partition(" (")[0] for one in anchors.splitlines()] == [
            "- 2027-01-23: they asked you to be shorter",
            "- 2027-01-30: they grew more formal",
        ]
        assert len(await rapport.layers.versions()) == 5
        for _ in range(10):
            await sessions(rapport, clock, 1, SOBER)
            await step(store)
        tone, patterns, anchors_later = await shown(rapport)
        assert "lower case" not in patterns  # none of the last twenty
        assert anchors_later == anchors
