"""What people type that is a secret becomes no knowledge, whoever reads it."""

from mcp import Client

from sense_memory import Identity, MemoryStore, NotLearned
from sense_memory.adapters.mcp import build_server
from sense_memory.core.llm import Role
from sense_memory.importers import Said
from sense_memory.testing import ScriptedLLM

from .mcp_host import Host, text_of
from .moved import START
from .shell import Home

KEY = "sk-proj-" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7"
PASSWORD = "hunter2"
SECRETS = (KEY, PASSWORD, "aB3dE6gH9jK2")
TEXT = (
    f"I live in Rome. My api key is {KEY}. My sister Anna lives in Oslo. {PASSWORD} is my password."
)
SAID = [
    {
        "role": "user",
        "content": f"Hi! I work at Acme. My api key is {KEY}, be more careful with it!",
    },
    {"role": "assistant", "content": "Noted. What is your wifi password?"},
    {"role": "user", "content": f"{PASSWORD}. My sister Anna lives in Oslo."},
    {"role": "user", "content": f"Please be brief, I said {PASSWORD} twice, that was wrong!"},
]


async def known(store: MemoryStore) -> str:
    """All that is knowledge, and what a model is told of it; a conversation is none."""
    turns = {one.name for one in await store.log() if "/turn/" in one.name}
    found: list[object] = [
        *(await store.persona_recall()),
        *(await store.pyramid.observations()),
        *(await store.pyramid.topics()),
        *(await store.graph.nodes()),
        *(await store.graph.edges()),
        *(await store.rapport("vergel").readings()),
        *(one.name for one in await store.log() if one.name not in turns),
    ]
    for about in ("vergel", None):
        prompt = await store.prompt("Where does Anna live?", about=about)
        found += [prompt.system, *prompt.items]
    return "\n".join(map(str, found))


def holds_none(text: str) -> bool:
    return not any(secret in text for secret in SECRETS)


async def test_a_secret_in_a_text_is_not_learned(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(TEXT, about="vergel")
        assert len(learned.memories) == 2
        assert [(one.text, one.why) for one in learned.skipped] == [
            ("My api key is …", NotLearned.SECRET),
            ("…", NotLearned.SECRET),
        ]
        assert holds_none(str(learned))
        seen = await known(store)
        assert "Oslo" in seen
        assert holds_none(seen)
        assert holds_none(str(await store.learn(TEXT, about="vergel")))
        # who stores by name means it
        await store.persona_remember("self", "facts", "wifi", f"The password is {PASSWORD}")
        assert PASSWORD in await known(store)


async def test_a_secret_in_a_conversation_stands_there_alone(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        learned = await store.learn(SAID, about="vergel")
        assert len(learned.turns) == 4
        assert len(learned.readings) == 1
        assert [one.text for one in learned.skipped if one.why is NotLearned.SECRET] == [
            "My api key is …",
            "…",
            "Please be brief, I said …",
        ]
        assert holds_none(str(learned))
        seen = await known(store)
        assert "Oslo" in seen
        assert holds_none(seen)
        # said is said
        turns = await store.conversation("vergel").turns()
        assert [one.text for one in turns] == [one["content"] for one in SAID]
        again = await store.learn(SAID, about="vergel")
        assert {one.why for one in again.skipped} == {NotLearned.KNOWN}
        assert holds_none(str(again))


async def test_a_model_is_asked_without_it_and_what_it_makes_of_it_is_dropped(
    identity: Identity,
) -> None:
    fact = {"text": "Anna lives in Oslo.", "about": "Anna", "kind": "fact", "when": ""}
    guess = {"text": f"The password is {PASSWORD}", "about": "speaker", "kind": "fact", "when": ""}
    related = {
        "from": "speaker",
        "from_type": "person",
        "relation": "uses",
        "to": KEY,
        "to_type": "concept",
        "message": 3,
    }
    answer = {
        "facts": [{**guess, "message": 1}, {**fact, "message": 3}],
        "relations": [related],
    }
    llm = ScriptedLLM(answers=[answer])
    async with MemoryStore(identity, llm=llm) as store:
        learned = await store.learn(SAID)
        assert len(learned.memories) == 1
        assert NotLearned.SECRET in {one.why for one in learned.skipped}
        assert holds_none(str(learned))
        seen = await known(store)
        assert "Oslo" in seen
        assert holds_none(seen)
    assert holds_none(str(llm.asked))
    assert "Acme" in str(llm.asked)


async def test_what_is_imported_is_observed_without_it(identity: Identity) -> None:
    said = [
        Said("chatgpt", "c", "Talk", Role(one["role"]), one["content"], START + place, f"{place}")
        for place, one in enumerate(SAID)
    ]
    noted = [{"text": f"The password is {PASSWORD}", "message": 3}, {"text": "Oslo", "message": 3}]
    llm = ScriptedLLM(answers=[{"observations": noted}])
    for model in (None, llm):
        async with MemoryStore(identity, llm=model) as store:
            report = await store.import_items(said)
            assert report.messages == 4
            assert report.observations > 0
            seen = await known(store)
            assert "Oslo" in seen
            assert holds_none(seen)
            (name,) = [one.id for one in await store.conversations()]
            turns = await store.conversation(name).turns()
            assert [one.text for one in turns] == [one["content"] for one in SAID]
    assert len(llm.asked) == 1
    assert holds_none(str(llm.asked))


async def test_a_host_is_told_why(identity: Identity) -> None:
    async with MemoryStore(identity) as store, Client(build_server(store)) as client:
        host = Host(client, store)
        told = await host.ok("learn", text=TEXT)
        assert {"value": "My api key is …", "why": "a secret is in it, which is not learned"} in (
            told["skipped"]
        )
        assert holds_none(str(told))
        assert holds_none(text_of(await host.call("learn", text=TEXT)))


def test_a_person_is_told_why(home: Home) -> None:
    home.is_near = True
    home.ok("init", "--local")
    learned = home.ok("learn", TEXT, "--about", "vergel")
    why = "a secret is in it, which is not learned"
    assert f"skipped 'My api key is …': {why}" in learned.out.splitlines()
    given = home.ok("--json", "learn", TEXT, "--about", "vergel")
    assert {"text": "My api key is …", "why": "secret", "detail": ""} in given.json["skipped"]
    recalled = home.ok("persona", "recall")
    assert "Oslo" in recalled.out
    for run in (learned, given, recalled):
        assert holds_none(run.out + run.err)
