"""One front door: a text and a conversation, learned by every room, once, and forgotten whole."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Identity,
    InputError,
    Learned,
    LimitError,
    Limits,
    LLMUnreachableError,
    MemoryStore,
    Message,
    NotLearned,
    PersonaMemory,
    Role,
    TooLargeError,
    UnknownMemoryError,
)
from sense_memory.core.config import Config, RecordConfig
from sense_memory.testing import HashEncoder, ManualClock, ScriptedLLM

from . import raw
from .meeting import meet, texts

PREFERS = "Vergel prefers vanilla JS"
NAME = "people/facts/vergel-prefers-vanilla-js"
SAID = [
    {"role": "user", "content": "Hi! I work at Acme. Can you help me with a bug?"},
    {"role": "assistant", "content": "Acme, nice! You work at Acme. Which project is it?"},
    {"role": "user", "content": "Apollo. My sister Anna lives in Rome. I'm allergic to nuts."},
]


async def memory(store: MemoryStore, name: str) -> PersonaMemory | None:
    domain, facet, key = name.removeprefix("persona/").split("/")
    found = await store.persona_recall(domain, facet, key)
    return found[0] if found else None


async def edges(store: MemoryStore) -> set[str]:
    """What relates to what by now: ``person:vergel lives-in entity:berlin``."""
    return {
        f"{one.from_key} {one.relationship_type} {one.to_key}"
        for one in [status.edge for status in await store.graph.edges()]
    }


async def observed(store: MemoryStore) -> list[str]:
    return [one.text for one in await store.pyramid.observations()]


def why(learned: Learned) -> list[tuple[str, NotLearned]]:
    return [(one.text, one.why) for one in learned.skipped]


async def everything(store: MemoryStore) -> list[str]:
    """What stands, of any type."""
    return sorted(f"{one.type} {one.name}" for one in await store.log() if one.word == "remembered")


# ---------------------------------------------------------------------- a text


async def test_the_design_s_example(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(PREFERS, about="vergel", source="a talk")
        assert learned.memories == (f"persona/{NAME}",)
        one = await memory(store, NAME)
        assert one is not None
        assert (one.value, one.themes, one.source) == (PREFERS, ("vergel",), "a talk")
        (seen,) = await store.pyramid.observations()
        assert (seen.text, seen.topic, seen.origin) == (PREFERS, "vergel", f"persona/{NAME}")
        assert learned.observations == (await store.reference(seen),)
        assert await edges(store) == {"person:vergel prefers concept:vanilla-js"}
        assert set(learned.nodes) == {"graph/node/person:vergel", "graph/node/concept:vanilla-js"}
        assert (learned.turns, learned.readings, learned.skipped) == ((), (), ())
        for reference in learned.references:
            assert await store.reference(reference) == reference
        await store.graph.note("vergel", "met at school")
        await store.forget(NAME)
        assert await memory(store, NAME) is None
        assert await observed(store) == []
        # with the last that was read of it a name goes, too; whom somebody told of stays
        assert [one.key for one in await store.graph.nodes()] == ["person:vergel"]
        assert await edges(store) == set()
        # whoever tells it again is believed again
        again = await store.learn(PREFERS, about="vergel")
        assert again.memories == (f"persona/{NAME}",)
        assert (len(await observed(store)), len(await edges(store))) == (1, 1)


async def test_the_same_again_adds_nothing(identity: Identity) -> None:
    text = "I live in Berlin. My sister Anna lives in Rome. I have a dog named Rex. I like tea."
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as store:
        first = await store.learn(text, about="vergel")
        assert len(first.memories) == 4
        before = await everything(store)
        clock.advance(3600)
        for again in (text, text.upper(), f" {text} ", "My sister Anna lives in Rome"):
            learned = await store.learn(again, about="vergel")
            assert learned.references == ()
            assert {one.why for one in learned.skipped} == {NotLearned.KNOWN}
            assert await everything(store) == before
            assert all(one.detail.startswith("persona/people/facts/") for one in learned.skipped)


async def test_the_same_at_once_is_observed_once(identity: Identity) -> None:
    said = [{"role": "user", "content": "I bought a boat in Faro."}]
    async with MemoryStore(identity) as store:
        await asyncio.gather(
            *(store.learn("Vergel likes tea.", about="vergel") for _ in range(5)),
            *(store.learn(said, about="vergel", conversation="main") for _ in range(5)),
        )
        texts = sorted(one.text for one in await store.pyramid.observations())
        assert texts == ["I bought a boat in Faro.", "Vergel likes tea."]
        await store.forget("people/facts/vergel-likes-tea")
        assert len(await store.pyramid.observations()) == 1
        await store.learn("Vergel likes tea.", about="vergel")
        assert len(await store.pyramid.observations()) == 2


async def test_whose_it_is(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        own = await store.learn("I prefer Vim.")
        other = await store.learn("The office closes at six.")
        theirs = await store.learn("I prefer Emacs.", about="Ada Lovelace")
        assert own.memories == ("persona/people/facts/i-prefer-vim",)
        assert other.memories == ("persona/general/facts/the-office-closes-at-six",)
        assert theirs.memories == ("persona/people/facts/ada-lovelace-i-prefer-emacs",)
        # what two people say of themselves in the same words is no contradiction
        assert not theirs.superseded
        assert await edges(store) == {
            "person:user prefers concept:vim",
            "person:ada-lovelace prefers concept:emacs",
        }
        topics = {one.text: one.topic for one in await store.pyramid.observations()}
        assert topics == {
            "I prefer Vim.": "user",
            "The office closes at six.": None,
            "I prefer Emacs.": "ada-lovelace",
        }


async def test_what_replaces_what(identity: Identity) -> None:
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as store:
        await store.learn("I live in Berlin.", about="vergel")
        await store.learn("I live in Oslo.", about="anna")
        (edge,) = [one for one in await store.graph.edges() if one.edge.to_key == "entity:berlin"]
        clock.advance(60)
        moved = await store.learn("I moved to Madrid.", about="vergel")
        old = "persona/people/facts/vergel-i-live-in-berlin"
        assert moved.superseded == (f"graph/edge/{edge.id}", old)
        assert await edges(store) == {
            "person:vergel lives-in entity:madrid",
            "person:anna lives-in entity:oslo",
        }
        clock.advance(60)
        also = await store.learn("I also live in Rome.", about="vergel")
        assert also.superseded == ()
        clock.advance(60)
        left = await store.learn("I no longer live in Rome.", about="vergel")
        assert len([one for one in left.superseded if one.startswith("graph/")]) == 1
        assert "person:vergel lives-in entity:rome" not in await edges(store)


KEPT = [
    # said, about whom, where the memory is, what relates
    ("Vergel works at Acme.", "vergel", "people", {"person:vergel works-at entity:acme"}),
    ("He studies law.", "vergel", "people", {"person:vergel studies concept:law"}),
    (
        "Speaks German and French",
        "vergel",
        "people",
        {"person:vergel speaks concept:german", "person:vergel speaks concept:french"},
    ),
    ("I am married to Anna.", None, "people", {"person:anna married-to person:user"}),
    (
        "My son Max studies physics.",
        None,
        "people",
        {"person:max parent-of person:user", "person:max studies concept:physics"},
    ),
    ("Anna founded Acme.", None, "general", {"person:anna founded entity:acme"}),
    ("Ich wohne in Wien.", None, "people", {"person:user lives-in entity:wien"}),
    ("Vivo en Madrid.", "ana", "people", {"person:ana lives-in entity:madrid"}),
    ("J'habite à Paris.", None, "people", {"person:user lives-in entity:paris"}),
    ("The deadline is 10 May.", None, "general", set()),
    ("Always answer in English.", None, "general", set()),
    ("I don't live in Berlin.", None, "people", set()),
    ("I would love to live in Berlin.", None, "people", set()),
    ("I love Anna.", None, "people", set()),
    ("Anna said she works at Acme.", None, "general", set()),
    ("我住在北京。", None, "people", set()),
    ("Hello there!", None, None, set()),
    ("Thanks, that was great.", None, None, set()),
    ("Where does Anna live?", None, None, set()),
    ("Do you know that Anna works at Acme?", None, None, set()),
    ("Write a poem about Berlin.", None, None, set()),
    ("Please translate this to French.", None, None, set()),
    ("```\nx = 1\n```", None, None, set()),
]


@pytest.mark.parametrize(("text", "about", "domain", "related"), KEPT, ids=[k[0] for k in KEPT])
async def test_what_is_kept_where(
    identity: Identity, text: str, about: str | None, domain: str | None, related: set[str]
) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(text, about=about)
        assert await store.persona_domains() == ([] if domain is None else [domain])
        assert len(learned.memories) == len(learned.observations) == (domain is not None)
        assert await edges(store) == related
        if domain is None:
            assert {reason for _, reason in why(learned)} <= {NotLearned.EMPTY}


# ---------------------------------------------------------------------- messages


async def test_messages_are_turns_and_what_the_peer_says_is_learned(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(SAID, about="vergel")
        turns = await store.conversation("vergel").turns()
        assert [one.text for one in turns] == [one["content"] for one in SAID]
        assert [one.speaker for one in turns] == ["vergel", "", "vergel"]
        assert [one.turn for one in turns] == [1, 2, 3]
        assert learned.turns == tuple([await store.reference(one) for one in turns])
        assert learned.memories == (
            "persona/people/facts/vergel-i-work-at-acme",
            "persona/people/facts/vergel-my-sister-anna-lives-in-rome",
            "persona/people/facts/vergel-im-allergic-to-nuts",
        )
        one = await memory(store, learned.memories[0])
        assert one is not None
        assert one.source == learned.turns[0]
        # of what the agent says nothing is learned: it is what it knows already
        seen = await observed(store)
        assert "I work at Acme." in seen
        origins = {one.origin for one in await store.pyramid.observations()}
        assert origins == {learned.turns[0], learned.turns[2]}
        assert {text for text, _ in why(learned)} == {"Hi!", "Can you help me with a bug?"}
        assert await edges(store) == {
            "person:vergel works-at entity:acme",
            "person:anna sibling-of person:vergel",
            "person:anna lives-in entity:rome",
        }
        assert len(learned.readings) == 1
        assert len(await store.rapport("vergel").readings()) == 1


async def test_messages_again_and_more_of_them(identity: Identity) -> None:
    clock = ManualClock()
    more = [
        *SAID,
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": "I live in Bonn."},
    ]
    async with MemoryStore(identity, clock=clock) as store:
        await store.learn(SAID, about="vergel")
        before = await everything(store)
        clock.advance(60)
        again = await store.learn(SAID, about="vergel")
        assert (again.references, await everything(store)) == ((), before)
        assert {one.why for one in again.skipped} == {NotLearned.KNOWN}
        clock.advance(60)
        longer = await store.learn(more, about="vergel")
        assert (len(longer.turns), len(longer.memories), len(longer.readings)) == (2, 1, 1)
        turns = await store.conversation("vergel").turns()
        assert [one.text for one in turns] == [one["content"] for one in more]
        # the end of it, as clients send it, and what follows
        window = [*more[2:], {"role": "user", "content": "I like tea."}]
        assert len((await store.learn(window, about="vergel")).turns) == 1
        assert len(await store.conversation("vergel").turns()) == 6
        # somebody else's words are theirs
        other = await store.learn(SAID, about="anna")
        assert len(other.turns) == 3


async def test_turns_that_were_said_here_are_known(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        chat = store.conversation("main")
        await chat.add("user", "I live in Bonn.")
        await chat.add("assistant", "Nice.")
        learned = await store.learn(
            [
                Message(Role.USER, "I live in Bonn."),
                Message(Role.ASSISTANT, "Nice."),
                Message(Role.USER, "I like tea."),
            ]
        )
        assert [one.text for one in await chat.turns()] == [
            "I live in Bonn.",
            "Nice.",
            "I like tea.",
        ]
        assert len(learned.turns) == 1


async def test_what_was_forgotten_is_not_learned_from_the_same_messages(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(SAID, about="vergel")
        await store.forget(learned.turns[0])
        assert [one.key for one in await store.persona_recall()] == [
            "vergel-im-allergic-to-nuts",
            "vergel-my-sister-anna-lives-in-rome",
        ]
        assert "person:vergel works-at entity:acme" not in await edges(store)
        assert not any("Acme" in text for text in await observed(store))
        again = await store.learn(SAID, about="vergel")
        assert again.references == ()
        assert len(await store.conversation("vergel").turns()) == 2
        await store.conversation("vergel").forget()
        assert await store.persona_recall() == []
        assert await edges(store) == set()
        assert await observed(store) == []


async def test_what_was_injected_is_not_learned(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.learn("Vergel lives in Berlin.", about="vergel")
        prompt = await store.prompt("Where does Vergel live?", about="vergel")
        assert any("Berlin" in item.text for item in prompt.items)
        said = [
            {"role": "user", "content": f"{prompt.system}\nWhere does Vergel live?"},
            {"role": "assistant", "content": "Vergel lives in Berlin."},
            {"role": "user", "content": "Vergel lives in Berlin! I like tea."},
        ]
        learned = await store.learn(said, about="vergel", prompt=prompt)
        assert learned.memories == ("persona/people/facts/vergel-i-like-tea",)
        assert NotLearned.INJECTED in {reason for _, reason in why(learned)}
        assert [text for text in await observed(store) if "Berlin" in text] == [
            "Vergel lives in Berlin."
        ]


# ---------------------------------------------------------------------- a model


FACT = {
    "text": "Vergel works at Acme as an engineer.",
    "message": 1,
    "about": "speaker",
    "kind": "fact",
    "when": "2026-03-01",
}
RELATED = {
    "from": "speaker",
    "from_type": "person",
    "relation": "works-at",
    "to": "Acme",
    "to_type": "entity",
    "message": 1,
}


async def test_a_model_reads_a_text(identity: Identity) -> None:
    answer = {
        "facts": [FACT, {**FACT, "text": "Vergel is happy.", "kind": "feeling"}],
        "relations": [RELATED],
    }
    llm = ScriptedLLM(answers=[answer])
    async with MemoryStore(identity, llm=llm) as store:
        text = "I started at Acme in March, as an engineer, and could not be happier."
        learned = await store.learn(text, about="vergel")
        assert len(learned.memories) == len(learned.observations) == 2
        values = {one.facet: one.value for one in await store.persona_recall()}
        assert values == {"facts": FACT["text"], "emotions": "Vergel is happy."}
        assert await edges(store) == {"person:vergel works-at entity:acme"}
        assert "data" in llm.asked[0].system
        assert text in llm.asked[0].messages[0].text
        # nobody is asked about what is known
        again = await store.learn(text, about="vergel")
        assert (again.references, len(llm.asked)) == ((), 1)
        await store.forget(learned.memories[0])
        assert (len(await observed(store)), await edges(store)) == (1, set())


async def test_a_model_reads_messages(identity: Identity) -> None:
    facts = [
        FACT,
        {
            **FACT,
            "text": "The Assistant promised to look at it.",
            "message": 2,
            "about": "Assistant",
        },
        {**FACT, "text": "Nobody said this.", "message": 9},
    ]
    llm = ScriptedLLM(
        answers=[{"facts": facts, "relations": [RELATED]}, LLMUnreachableError("gone")]
    )
    async with MemoryStore(identity, llm=llm) as store:
        learned = await store.learn(SAID, about="vergel")
        assert [one.value for one in await store.persona_recall()] == [FACT["text"]]
        origins = {one.text: one.origin for one in await store.pyramid.observations()}
        assert origins == {
            FACT["text"]: learned.turns[0],
            "The Assistant promised to look at it.": learned.turns[1],
        }
        assert len(learned.readings) == 1
        assert [one for one in learned.failures if "gone" in one]
        assert (await store.learn(SAID, about="vergel")).references == ()
        assert len(llm.asked) == 2


async def test_where_the_model_fails_rules_read(identity: Identity) -> None:
    llm = ScriptedLLM(answers=[LLMUnreachableError("nobody there"), {"facts": "none"}])
    async with MemoryStore(identity, llm=llm) as store:
        for text in (PREFERS, "Vergel lives in Berlin"):
            learned = await store.learn(text, about="vergel")
            assert len(learned.memories) == len(learned.edges) == len(learned.failures) == 1
            assert "rules read it" in learned.failures[0]


# ---------------------------------------------------------------------- limits, mistakes


async def test_what_there_is_no_room_for_is_not_kept_by_half(identity: Identity) -> None:
    async with MemoryStore(identity, limits=Limits(memories=1)) as store:
        with pytest.raises(LimitError):
            await store.learn("I live in Berlin. I like tea.", about="vergel")
        with pytest.raises(LimitError):
            await store.learn(SAID, about="vergel")
        assert await everything(store) == []
    small = Config(records=RecordConfig(max_plaintext_bytes=1_500))
    async with MemoryStore(identity, config=small) as store:
        with pytest.raises(TooLargeError):
            await store.learn(f"I live in Berlin. {'字' * 350}{'x' * 900}", about="vergel" * 10)
        assert await everything(store) == []


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("", {}),
        (" \n", {}),
        ([], {}),
        ([{"role": "user", "content": " "}], {}),
        ([{"role": "nobody", "content": "x"}], {}),
        ([{"role": "system", "content": "x"}], {}),
        ({"role": "user", "content": "x"}, {}),
        (b"x", {}),
        (3, {}),
        ("x", {"about": ""}),
        ("x", {"about": "a/b"}),
        ("x", {"about": 3}),
        ("x", {"conversation": "main"}),
        (SAID, {"conversation": "a/b"}),
        ("x\ud800", {}),
        ("x", {"source": 3}),
    ],
)
async def test_what_cannot_be_learned_from(
    identity: Identity, said: Any, more: dict[str, Any]
) -> None:
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError):
            await store.learn(said, **more)
        assert await everything(store) == []


async def test_a_text_goes_with_its_source(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        turn = await store.conversation("main").add("user", "Vergel told me something.")
        source = await store.reference(turn)
        await store.learn(PREFERS, about="vergel", source=source)
        await store.forget(source)
        assert await memory(store, NAME) is None
        assert (await observed(store), await edges(store)) == ([], set())
        with pytest.raises(UnknownMemoryError, match="was forgotten"):
            await store.learn("Vergel likes tea.", about="vergel", source=source)


async def test_what_somebody_corrects_is_not_from_there_any_more(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(SAID, about="vergel")
        key = learned.memories[0].rpartition("/")[2]
        await store.persona_remember("people", "facts", key, "I work at Apple.")
        await store.conversation("vergel").forget()
        (left,) = await store.persona_recall()
        assert (left.value, left.source) == ("I work at Apple.", "")


async def test_a_turn_that_says_something_else_takes_along_what_it_said(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(SAID, about="vergel")
        turn = learned.turns[0].rpartition("/")[2]
        await store.conversation("vergel").edit(turn, "Hi! I am between jobs.")
        assert await memory(store, learned.memories[0]) is None
        assert "person:vergel works-at entity:acme" not in await edges(store)
        assert not any("Acme" in text for text in await observed(store))


async def test_scopes_learn_apart(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        alice, bob = store.scope("user:alice"), store.scope("user:bob")
        await alice.learn(SAID, about="vergel")
        assert await bob.persona_recall() == await store.persona_recall() == []
        assert await edges(bob) == await edges(store) == set()
        assert (await bob.learn(SAID, about="vergel")).turns


async def test_vectors_are_made_of_what_is_learned(identity: Identity) -> None:
    async with MemoryStore(identity, encoder=HashEncoder()) as store:
        await store.learn(SAID, about="vergel")
        assert (await store.persona_embed()).made == 0


# ---------------------------------------------------------------------- two devices


async def test_on_every_device_it_is_learned_and_forgotten(
    identity: Identity, tmp_path: Path
) -> None:
    with LocalRelay() as relay:
        one = MemoryStore(identity, [relay.url], path=tmp_path / "one.db", addressing="blinded")
        two = MemoryStore(identity, [relay.url], path=tmp_path / "two.db", addressing="blinded")
        async with one, two:
            await one.learn(PREFERS, about="vergel")
            await meet(one, two)
            assert (await two.learn(PREFERS, about="vergel")).references == ()
            # both are given the same conversation, perhaps before they meet
            first, _ = await asyncio.gather(
                one.learn(SAID, about="vergel"), two.learn(SAID, about="vergel")
            )
            await meet(one, two)
            for store in (one, two):
                assert len(await store.conversation("vergel").turns()) == 3
                assert len(await store.persona_recall()) == 4
                assert "person:vergel works-at entity:acme" in await edges(store)
                assert len(await store.rapport("vergel").readings()) == 1
            await two.forget(NAME)
            await one.forget(first.turns[0])
            await meet(one, two)
            for store in (one, two):
                assert not any(
                    "vanilla" in text or "Acme" in text for text in await observed(store)
                )
                keys = [each.key for each in await store.persona_recall()]
                assert keys == ["vergel-im-allergic-to-nuts", "vergel-my-sister-anna-lives-in-rome"]
                assert await edges(store) == {
                    "person:anna sibling-of person:vergel",
                    "person:anna lives-in entity:rome",
                }
        left = await texts(relay.url, identity)
        assert not any("I work at Acme" in text or "vanilla JS" in text for text in left)


async def test_what_was_said_has_its_vectors_as_if_it_had_been_added(identity: Identity) -> None:
    async with MemoryStore(identity, encoder=HashEncoder()) as store:
        await store.learn(SAID, about="Vergel")
        report = await store.conversation("Vergel").embed()
        assert (report.made, report.kept) == (0, len(SAID))


@pytest.mark.parametrize("is_later", [True, False])
@pytest.mark.parametrize("how", ["reset", "edit"])
async def test_what_another_device_knew_of_itself_stays_when_the_message_is_forgotten(
    identity: Identity, tmp_path: Path, how: str, *, is_later: bool
) -> None:
    name = ("people", "facts", "vergel-i-work-at-acme")
    said = [{"role": "user", "content": "I work at Acme."}]
    one_clock, two_clock = ManualClock(1_800_000_000.0), ManualClock(1_800_000_000.0)
    (two_clock if is_later else one_clock).advance(60)
    with LocalRelay() as relay:
        means: dict[str, Any] = {"addressing": "plain"}
        paths = tmp_path / "one.db", tmp_path / "two.db"
        # apart: the one learns it of a message, the other knows it, and more, of itself
        async with MemoryStore(identity, path=paths[0], clock=one_clock, **means) as one:
            await one.learn(said, about="vergel", conversation="main")
        async with MemoryStore(identity, path=paths[1], clock=two_clock, **means) as two:
            await two.persona_remember(*name, "Vergel works at Acme in Lyon", source="Ada")
        one = MemoryStore(identity, [relay.url], path=paths[0], clock=one_clock, **means)
        two = MemoryStore(identity, [relay.url], path=paths[1], clock=two_clock, **means)
        async with one, two:
            await meet(one, two)
            talk = one.conversation("main")
            if how == "reset":
                await talk.reset()
            else:
                (turn,) = await talk.turns()
                await talk.edit(turn.id, "Nothing of that.")
            await meet(one, two)
            for store in (one, two):
                found = await memory(store, "/".join(name))
                assert found is not None
                assert (found.value, found.source) == ("Vergel works at Acme in Lyon", "Ada")
                assert await store.conflicts() == []
            stand = [json.loads(one) for one in await texts(relay.url, identity)]
            kept = [one for one in stand if one["type"] == "sense-memory:persona"]
            assert "I work at Acme." not in json.dumps(kept)


@pytest.mark.parametrize("how", ["reset", "edit"])
async def test_what_was_said_again_of_a_message_goes_with_it_too(
    identity: Identity, tmp_path: Path, how: str
) -> None:
    said = [{"role": "user", "content": "I work at Acme."}]
    with LocalRelay() as relay:
        paths = tmp_path / "one.db", tmp_path / "two.db"
        async with MemoryStore(identity, path=paths[0], addressing="plain") as one:
            learned = await one.learn(said, about="vergel", conversation="main")
            (reference,) = learned.memories
            name = ("people", "facts", reference.rpartition("/")[2])
            # the value is written anew, where it comes from is not
            await one.persona_remember(*name, "I work at Acme.", pinned=True)
        async with MemoryStore(identity, path=paths[1], addressing="plain") as two:
            await two.persona_remember(*name, "Vergel works at Acme in Lyon", source="Ada")
        one = MemoryStore(identity, [relay.url], path=paths[0], addressing="plain")
        two = MemoryStore(identity, [relay.url], path=paths[1], addressing="plain")
        async with one, two:
            await meet(one, two)
            talk = one.conversation("main")
            if how == "reset":
                await talk.reset()
            else:
                (turn,) = await talk.turns()
                await talk.edit(turn.id, "Nothing of that.")
            await meet(one, two)
            for store in (one, two):
                found = await memory(store, "/".join(name))
                assert found is not None
                assert (found.value, found.source) == ("Vergel works at Acme in Lyon", "Ada")
            stand = [json.loads(one) for one in await texts(relay.url, identity)]
            kept = [one for one in stand if one["type"] == "sense-memory:persona"]
            assert "I work at Acme." not in json.dumps(kept)


# ------------------------------------------------------------------- what is known in these words


@pytest.fixture
async def store(identity: Identity) -> AsyncIterator[MemoryStore]:
    async with MemoryStore(identity) as mind:
        yield mind


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Vergel lives in Berlin.", None),
        ("vergel lives in berlin!", "vergel"),
        ("He lives in Berlin.", "vergel"),
    ],
)
async def test_what_a_memory_of_any_name_says_word_for_word_is_known(
    store: MemoryStore, text: str, about: str | None
) -> None:
    await store.persona_remember("people", "facts", "home", "Vergel lives in Berlin", themes=["x"])
    learned = await store.learn(text, about=about)
    assert learned.memories == learned.observations == ()
    (skipped,) = learned.skipped
    assert (skipped.why, skipped.detail) == (NotLearned.KNOWN, "persona/people/facts/home")


@pytest.mark.parametrize(
    ("known", "themes", "text", "about"),
    [
        ("Vergel lives in Berlin", [], "Vergel lived in Berlin.", "vergel"),
        ("Vergel lives in Berlin", [], "He lives in Berlin.", "anna"),
        ("Vergel lives in Berlin", [], "He lives in Berlin.", None),
        ("I am vegan", [], "I am vegan.", "vergel"),
        ("I am vegan", ["diet"], "I was vegan.", None),
        ("I am vegan", ["diet"], "I am not vegan.", None),
        ("I like C++", [], "I like C.", None),
    ],
)
async def test_what_another_one_is_or_what_was_is_not_known(
    store: MemoryStore, known: str, themes: list[str], text: str, about: str | None
) -> None:
    await store.persona_remember("people", "facts", "diet", known, themes=themes)
    learned = await store.learn(text, about=about)
    assert len(learned.memories) == 1
    assert learned.skipped == ()


async def test_what_one_says_of_oneself_is_known_under_another_name_and_of_nobody_else(
    store: MemoryStore,
) -> None:
    (first,) = (await store.learn("I am vegan.", about="vergel")).memories
    (own,) = (await store.learn("I am vegan.")).memories
    assert first != own
    await store.remember("colour", "I like green most")
    said = [Message(Role.USER, "I like green most.")]
    learned = await store.learn(said)
    assert learned.memories == ()
    assert [one.detail for one in learned.skipped] == ["persona/flat/facts/colour"]


async def test_what_is_so_again_is_believed_again_if_somebody_says_so(store: MemoryStore) -> None:
    for text in ("I live in Berlin.", "I live in Paris."):
        await store.learn([Message(Role.USER, text)], about="vergel")
    berlin = "persona/people/facts/vergel-i-live-in-berlin"
    again = await store.learn("I live in Berlin.", about="vergel")
    assert again.memories == (), "a text that is given twice changes nothing"
    said = [Message(Role.USER, one) for one in ("Hello again!", "I live in Berlin.")]
    back = await store.learn(said, about="vergel")
    assert back.memories == (berlin,)
    told = [one.text for one in await store.about("vergel").lines()]
    assert "I live in Berlin." in told
    assert "I live in Paris." not in told


@pytest.mark.parametrize("how", ["delete", "edit", "correct", "forget", "reset"])
async def test_names_that_only_a_message_told_go_with_it(identity: Identity, how: str) -> None:
    async with MemoryStore(identity) as store:
        await store.graph.add("person:Ada", description="a clockmaker")
        said = [{"role": "user", "content": "My sister Anna lives in Rome. I work at Acme."}]
        learned = await store.learn(said, about="vergel", conversation="main")
        assert len(learned.nodes) >= 3
        talk = store.conversation("main")
        (turn,) = await talk.turns()
        match how:
            case "delete":
                await talk.delete(turn.id)
            case "edit":
                await talk.edit(turn.id, "Nothing of that.")
            case "correct":
                line = await store.reference(turn)
                await store.about("Anna").correct(line, "Nothing of that.")
            case "forget":
                await talk.forget()
            case _:
                await talk.reset()
        assert [one.node.key for one in await store.graph.nodes()] == ["person:ada"]


async def test_names_that_only_a_memory_told_go_with_it(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn("Vergel works at Acme.", about="vergel")
        (reference,) = learned.memories
        assert set(learned.nodes) == {"graph/node/person:vergel", "graph/node/entity:acme"}
        await store.persona_forget(*reference.removeprefix("persona/").split("/"))
        assert await store.graph.nodes() == []


async def test_where_others_see_names_no_name_says_what_was_said(
    identity: Identity, tmp_path: Path
) -> None:
    said = "Vergel never told anyone about Lyon."
    with LocalRelay() as relay:
        plain = MemoryStore(identity, [relay.url], path=tmp_path / "m.db", addressing="plain")
        async with plain as store:
            (kept,) = (await store.learn(said, about="vergel")).memories
            assert (await store.learn(said, about="vergel")).references == (), "it is known"
            await store.sync()
            addresses = [
                next(tag[1] for tag in event["tags"] if tag[0] == "d")
                for event in await raw.ask(relay.url, {"kinds": [30078]})
            ]
    assert f"sense-memory/{kept}" in addresses, "a plain store is one whose names are seen"
    assert kept.startswith("persona/people/facts/vergel-")
    assert not [one for one in addresses if "lyon" in one.lower() or "told" in one.lower()]
    async with MemoryStore(identity, path=tmp_path / "blind.db", addressing="blinded") as store:
        (kept,) = (await store.learn(said, about="vergel")).memories
        assert kept == "persona/people/facts/vergel-never-told-anyone-about-lyon"


@pytest.mark.parametrize("how", ["of the pyramid", "of the store"])
async def test_names_go_with_what_was_observed_and_learned_from(
    identity: Identity, how: str
) -> None:
    """What was learned from it goes with it, and then nothing is left that tells them."""
    async with MemoryStore(identity) as store:
        seen = await store.pyramid.observe("Vergel works at Acme.")
        source = await store.reference(seen)
        learned = await store.learn("Vergel works at Acme.", about="vergel", source=source)
        assert set(learned.nodes) == {"graph/node/person:vergel", "graph/node/entity:acme"}
        await (store.pyramid.forget(seen.id) if how == "of the pyramid" else store.forget(seen))
        assert await store.persona_recall() == []
        assert await store.graph.nodes() == []
