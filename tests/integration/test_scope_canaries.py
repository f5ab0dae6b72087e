"""Many scopes under one key, each with a word of its own in every room: nothing of it crosses.

``SENSE_FAULTS_SCOPES=1000`` has a thousand of them.
"""

import inspect
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sense_memory import (
    DIMENSIONS,
    About,
    Change,
    Conversation,
    Entities,
    Entity,
    EntityObservations,
    EntityRelation,
    Graph,
    Identity,
    InputError,
    Layers,
    MemoryStore,
    Pyramid,
    Rapport,
)

from .remote_signer import RemoteSigner

SCOPES = int(os.environ.get("SENSE_FAULTS_SCOPES", "30"))
pytestmark = pytest.mark.timeout(60 + SCOPES)
PATH = re.compile(r'"p":"([^"]+)"')
SCOPE = re.compile(r"/scope/user:(\d{4})/")
STORE = -1
"""Whose that is which is of no scope: settings, keys, devices."""
QUESTION = "Where is the home of Ada, and what does she like?"
CANARY = re.compile(r"canary(\d{4})")


def _whose(body: str) -> int:
    """Of which scope a record is: its path says so."""
    path = PATH.search(body)
    if path is None or path[1].startswith("sense-memory/v1/"):
        return STORE
    scope = SCOPE.search(path[1])
    return int(scope[1]) if scope is not None else 0


class CountingSigner(RemoteSigner):
    """A signer that remembers of which scope what it encrypted was, and what it decrypted."""

    def __init__(self, identity: Identity, owner: dict[str, int]) -> None:
        super().__init__(identity)
        self.owner = owner
        self.decrypted: list[str] = []

    async def encrypt(self, plaintexts: Sequence[str]) -> list[str]:
        made = await super().encrypt(plaintexts)
        self.owner |= zip(made, map(_whose, plaintexts), strict=True)
        return made

    async def decrypt_many(self, payloads: Sequence[str]) -> list[str | None]:
        self.decrypted += payloads
        return await super().decrypt_many(payloads)

    def opened(self) -> set[int]:
        """Of which scopes anything was decrypted since it was last asked."""
        found = {self.owner[one] for one in self.decrypted if one in self.owner} - {STORE}
        self.decrypted.clear()
        return found


def _name(number: int) -> str:
    return f"user:{number:04}"


def _canary(number: int, room: str) -> str:
    return f"canary{number:04} {room}"


def _of_another(number: int) -> str:
    """A question for a word of another scope; answers repeat it."""
    return f"{_canary(number + 1, 'kv')}, the home of Ada elsewhere?"


def _crossed(number: int, shown: object) -> set[str]:
    """The scopes whose words stand in what a scope was shown, but for itself."""
    text = repr(shown).replace(_of_another(number), "")
    return set(CANARY.findall(text)) - {f"{number:04}"}


async def _fill(store: MemoryStore, number: int) -> None:
    """A word in every room; names are the same in all scopes."""

    def word(room: str) -> str:
        return _canary(number, room)

    await store.remember("home", f"The home of Ada is {word('kv')}")
    await store.persona_remember(
        "people", "facts", "ada", f"Ada likes {word('persona')}", [word("theme")]
    )
    await store.journal(f"Ada came home, {word('journal')}")
    await store.pyramid.observe(f"Ada likes {word('observation')}", topic="Ada")
    await store.graph.add("person:Ada", description=f"lives at home, {word('node')}")
    edge = await store.graph.relate("person:Ada", "concept:home", "likes", description=word("edge"))
    await store.graph.note("person:Ada", f"Ada is at home, {word('note')}")
    await store.graph.note(edge, word("edge note"))
    await store.conversation("main").add("user", f"Where is the home of Ada? {word('turn')}")
    await store.rapport("Ada").layers.edit("base_tone", f"Ada is at home, {word('layer')}")


async def _filled(identity: Identity, path: Path, addressing: str, count: int) -> dict[str, int]:
    """A file with so many scopes, the root being number 0; and whose each ciphertext is."""
    owner: dict[str, int] = {}
    signer = CountingSigner(identity, owner)
    async with MemoryStore(signer, path=path, addressing=addressing) as store:
        await store.recall_all()  # what is of no scope is written first
        for number in range(count + 1):
            await _fill(store.scope(_name(number)) if number else store, number)
    return owner


# ------------------------------------------------------------------ nothing crosses

CHANGES_THE_KEY = {"rotate", "rotation", "rotation_plan", "change_addressing", "vanish"}
"""Of the whole store, and refused by a scope: asked below."""
WHOLE = CHANGES_THE_KEY | {
    *("fingerprint", "devices", "retire_device", "import_events", "exposure"),
}
MAKES = {"open", "of_profile", "scope", "local_only", "close", "embed", "persona_embed"}
"""What makes a store, ends it, or needs an encoder and says only how many vectors it made."""
HANDLES: tuple[type, ...] = (
    *(MemoryStore, Conversation, Graph, Entities),
    *(Pyramid, Rapport, Layers, About),
)


class Asked:
    """Every public call of a store and its handles, each answer looked at for others' words."""

    def __init__(self, number: int, folder: Path) -> None:
        self.number = number
        self.folder = folder
        self.called: dict[str, set[str]] = {one.__name__: set() for one in HANDLES}
        self.shown: list[str] = []

    def of(self, target: object) -> Any:
        return _Watched(self, target)

    async def look(self, owner: str, name: str, answer: Any) -> Any:
        self.called[owner].add(name)
        if inspect.isawaitable(answer):
            answer = await answer
        if isinstance(answer, AsyncIterator):
            answer = [one async for one in answer]
        crossed = _crossed(self.number, answer)
        assert not crossed, f"{owner}.{name} of {self.number} shows words of {sorted(crossed)}"
        self.shown.append(repr(answer))
        return answer


class _Watched:
    """A store or a handle, of which each method is awaited and looked at."""

    def __init__(self, asked: Asked, target: object) -> None:
        self._asked = asked
        self._target = target

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._target, name)

        async def call(*args: Any, **kwargs: Any) -> Any:
            owner = type(self._target).__name__
            return await self._asked.look(owner, name, method(*args, **kwargs))

        return call


async def _every_call(asked: Asked, store: MemoryStore) -> None:
    number, folder = asked.number, asked.folder
    other = _of_another(number)
    it = asked.of(store)
    for question in (QUESTION, other):
        await it.search(question)
        await it.search(question, explain=True)
        await it.persona_search(question)
        await it.persona_search(question, explain=True)
        await it.prompt(question, about="Ada", conversation="main")
        prompt = await store.prompt(question, about="Ada", conversation="main", budget=4_000)
        assert not _crossed(number, (prompt.explain(), str(prompt)))
    await it.recall("home")
    await it.recall_all()
    await it.references("home")
    await it.reference("home")
    await it.references("person:Ada")
    await it.recent()
    entries = await it.log()
    assert entries
    await it.conflicts()
    await it.persona_recall()
    await it.persona_recall("people", "facts", "ada")
    await it.persona_named(["people/facts/ada"])
    await it.persona_history("people/facts/ada")
    await it.persona_domains()
    await it.persona_facets("people")
    await it.persona_compress(budget=5_000)
    await it.persona_compression(budget=5_000)
    await it.persona_forecast(36_500)
    await it.persona_stats()
    await it.persona_introspect()
    await it.persona_introspections()
    await it.persona_suggestions()
    await it.prune_plan()
    await it.persona_prune()
    await it.rapports()
    await it.conversations()
    await it.import_marks("openclaw")
    await it.sync()
    await it.outbox()
    await it.retry()
    await it.check()
    await it.export_jsonl()
    await it.sleep(dry_run=True)
    await it.release_local()
    await it.export_markdown(folder)
    asked.shown += [one.read_text("utf-8") for one in folder.rglob("*") if one.is_file()]
    assert not _crossed(number, asked.shown[-20:])
    edited = await it.edited(folder)
    await it.apply_edits(edited)

    graph = asked.of(store.graph)
    await graph.node("person:Ada")
    await graph.nodes()
    (edge,) = await graph.edges()
    await graph.edge(edge)
    await graph.versions()
    await graph.held([edge.edge.id])
    await graph.history(edge)
    await graph.at("2100-01-01")
    await graph.neighbors("person:Ada", 3)
    await graph.path("person:Ada", "concept:home")
    await graph.notes("person:Ada")
    await graph.notes(edge)
    await graph.search(QUESTION)
    await graph.search(other)
    await graph.consolidation_plan()
    await graph.consolidate()
    await graph.export(folder / "graph.json")
    assert not _crossed(number, (folder / "graph.json").read_text("utf-8"))
    entities = asked.of(store.graph.entities)
    assert f"canary{number:04}" in repr(await entities.read())
    await entities.search("Ada")
    await entities.search("canary")
    await entities.open(["Ada", "home"])

    pyramid = asked.of(store.pyramid)
    assert await pyramid.observations()
    await pyramid.topics()
    await pyramid.topic("Ada")
    await pyramid.summaries("Ada")
    await pyramid.cover("Ada")
    await pyramid.status()
    await pyramid.refresh_plan()
    await pyramid.refresh()
    await pyramid.summarize()
    await pyramid.synthesize()
    await pyramid.search(QUESTION)
    await pyramid.search(other)
    await pyramid.export(folder / "pyramid")
    for page in (folder / "pyramid").rglob("*.md"):
        assert not _crossed(number, page.read_text("utf-8"))

    rapport = asked.of(store.rapport("Ada"))
    await rapport.vector()
    await rapport.readings()
    await rapport.course()
    await rapport.drift()
    await rapport.stuck()
    await rapport.context()
    await rapport.condense()
    layers = asked.of(store.rapport("Ada").layers)
    await layers.read()
    await layers.versions()
    await layers.export(folder / "layers")
    for page in (folder / "layers").iterdir():
        assert not _crossed(number, page.read_text("utf-8"))
    await layers.import_(folder / "layers")

    talk = asked.of(store.conversation("main"))
    await talk.turns()
    await talk.recent(5)
    await talk.status()
    await talk.stats()
    await talk.turn_counter()
    await talk.signals()
    await talk.retrieve(QUESTION)
    prompt = await talk.prompt(QUESTION)
    await talk.weigh(prompt.retrieved, f"It is {_canary(number, 'reply')}")
    await talk.learn(prompt, f"It is {_canary(number, 'reply')}")
    turn = await talk.add("user", _canary(number, "more"))
    await talk.edit(turn.id, _canary(number, "else"))
    await talk.delete(turn.id)

    about = asked.of(store.about("Ada"))
    lines = await about.lines(past=True)
    assert lines
    await about.export()

    await it.learn(f"Ada works at {_canary(number, 'company')}. She likes tea.", about="Ada")
    await it.learn(
        [{"role": "user", "content": f"I live in {_canary(number, 'town')}."}], about="Ada"
    )
    await it.sleep()
    await it.persona_pin("people/facts/ada")


async def _every_write(asked: Asked, store: MemoryStore) -> None:
    """What is left: writes, each of which answers with what it wrote or forgot."""
    number, folder = asked.number, asked.folder
    it, graph, pyramid = asked.of(store), asked.of(store.graph), asked.of(store.pyramid)
    talk, rapport = asked.of(store.conversation("main")), asked.of(store.rapport("Ada"))
    layers, about = asked.of(store.rapport("Ada").layers), asked.of(store.about("Ada"))
    event = await it.remember("home", _canary(number, "again"))
    await it.receipt(event)
    await it.persona_remember("people", "facts", "bob", _canary(number, "bob"))
    await it.persona_remember_many([], explain=True)
    await it.persona_connect("people/facts/ada", "people/facts/bob")
    await it.persona_disconnect("people/facts/ada", "people/facts/bob")
    await it.persona_contradict("people/facts/ada", "people/facts/bob")
    await it.persona_reconcile("people/facts/ada", "people/facts/bob")
    await it.persona_unpin("people/facts/ada")
    await it.persona_due("people/facts/ada", None)
    for method in (it.persona_accept, it.persona_dismiss):
        with pytest.raises(InputError):
            await method("0" * 16)
    entry = await it.journal(_canary(number, "entry"))
    await it.forget_entry(entry)
    await it.import_items([])
    lines = await it.export_jsonl()
    await it.import_jsonl(lines)
    await graph.add("person:Bob", description=_canary(number, "bob"))
    await graph.add("source:note")
    await graph.link("source:note", "mentions", "person:Bob")
    await graph.unlink("source:note", "mentions", "person:Bob")
    await graph.connect("person:Ada", "home")
    await graph.disconnect("person:Ada", "home")
    edge = await graph.relate("person:Ada", "person:Bob", "knows")
    edge = await graph.update(edge, description=_canary(number, "updated"))
    edge = await graph.supersede(edge, description=_canary(number, "superseded"))
    await graph.invalidate(edge)
    await graph.note("person:Bob", _canary(number, "bob"))
    await graph.forget("person:Bob")
    entities = asked.of(store.graph.entities)
    await entities.create([Entity("Cid", "person", (_canary(number, "cid"),))])
    noted = EntityObservations("Ada", (_canary(number, "observed of Ada"),))
    await entities.observe([noted])
    await entities.forget_observations([noted])
    related = EntityRelation("Cid", "Ada", "knows")
    await entities.relate([related])
    await entities.forget_relations([related])
    await entities.forget(["Cid"])
    seen = await pyramid.observe(_canary(number, "observed"))
    await pyramid.edit(seen.id, _canary(number, "observed anew"))
    await pyramid.assign(seen.id, "Ada")
    await pyramid.forget(seen.id)
    await pyramid.add_topic("tea")
    await pyramid.forget_topic("tea")
    done = await rapport.observe([{"role": "user", "content": _canary(number, "said")}])
    await rapport.record(dict.fromkeys(DIMENSIONS, 0.5), session="one")
    await rapport.forget_session("one")
    assert done
    await layers.edit("patterns", _canary(number, "pattern"))
    saved = await layers.save("now")
    await layers.restore(saved)
    found = await about.lines()
    line = next(one for one in found if one.room.value == "memory")
    corrected = await about.correct(line, f"Ada likes {_canary(number, 'corrected')}")
    gone = await about.forget(corrected)
    await about.restore(gone.forgotten[0])
    await about.forget()
    assert await it.deletions()
    await talk.reset()
    await talk.add("user", _canary(number, "last"))
    await talk.forget()
    await rapport.observe([{"role": "user", "content": _canary(number, "said again")}])
    await rapport.forget()
    await it.persona_forget("people", "facts", "bob")
    await it.forget("home")
    assert folder.exists()


async def test_no_call_shows_what_is_of_another_scope(identity: Identity, tmp_path: Path):
    path = tmp_path / "agent.db"
    await _filled(identity, path, "blinded", SCOPES)
    looked = sorted({0, 1, SCOPES // 2, SCOPES})
    async with MemoryStore(identity, path=path) as store:
        watching = {number: _scope(store, number).changes() for number in looked}
        for number in range(SCOPES + 1):
            scope = _scope(store, number)
            found = await scope.search(QUESTION, limit=30)
            prompt = await scope.prompt(QUESTION, about="Ada", conversation="main", budget=3_000)
            lines = await scope.about("Ada").lines()
            for shown in (found, (prompt, prompt.explain()), lines):
                assert not _crossed(number, shown)
                assert f"canary{number:04}" in repr(shown)
            assert {str(one.room) for one in found} >= {
                *("memory", "observation", "node", "edge", "turn", "journal", "layer")
            }
        for number in looked:
            scope = _scope(store, number)
            asked = Asked(number, tmp_path / f"folder{number}")
            await _every_call(asked, scope)
            await _every_write(asked, scope)
            assert sum(f"canary{number:04}" in one for one in asked.shown) > 60
            _nothing_left_out(asked)
        for number, changes in watching.items():
            changes.end()
            seen = [one async for one in changes]
            assert not _crossed(number, seen)
            assert f"canary{number:04}" in repr(seen)
        for number in range(1, SCOPES + 1):
            if number not in looked:
                memory = await _scope(store, number).recall("home")
                assert memory is not None
                assert _canary(number, "kv") in memory.value, "what others forgot is still here"


def _scope(store: MemoryStore, number: int) -> MemoryStore:
    return store.scope(_name(number)) if number else store


NOT_ASKED = {
    "MemoryStore": WHOLE
    | MAKES
    | {
        "pubkey",
        "relay_url",
        "relay_urls",
        "is_local_only",
        "graph",
        "pyramid",
        "rapport",
        "conversation",
        "about",
        "changes",  # watched all the while
        "resolve",  # there is no conflict
        "run",
        "status",
        "export_events",  # ciphertext of the whole store
    },
    "Conversation": {"id", "embed"},
    "Graph": {"embed", "entities"},
    "Entities": set[str](),
    "Pyramid": {"embed", "ask"},  # a model is asked
    "Rapport": {"peer", "layers"},
    "Layers": set[str](),
    "About": {"name"},
}
"""What tells nothing of what is in the store, and what is asked elsewhere."""


def _nothing_left_out(asked: Asked) -> None:
    for handle in HANDLES:
        public = {name for name in dir(handle) if not name.startswith("_")}
        missed = public - asked.called[handle.__name__] - NOT_ASKED[handle.__name__]
        assert not missed, f"nobody asks {handle.__name__}.{sorted(missed)}"


async def _next_change(scope: MemoryStore) -> Change[object]:
    changes = scope.changes()
    await scope.remember("home", "else")
    return await anext(changes)


async def test_what_is_of_the_whole_store_is_refused_to_a_scope_or_says_no_word(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "agent.db", addressing="blinded") as store:
        await _fill(store, 0)
        await _fill(store.scope("a"), 1)
        await _fill(store.scope("b"), 2)
        scope = store.scope("a")
        for work in (
            scope.fingerprint(),
            scope.devices(),
            scope.retire_device("x"),
            scope.change_addressing("plain"),
            scope.rotate(Identity.generate(), tmp_path / "new.db"),
            scope.rotation_plan(),
            scope.vanish("wss://relay.example"),
            scope.exposure("wss://relay.example"),
            scope.import_events([]),
        ):
            with pytest.raises(InputError):
                await work
        event = await store.scope("b").remember("home", "x")
        with pytest.raises(InputError, match="another scope"):
            await scope.receipt(event)
        change = await _next_change(store.scope("b"))
        for ask in (scope.forget, scope.references, scope.reference):
            with pytest.raises(InputError, match="scope"):
                await ask(change)
        assert not CANARY.search(repr(store.status()))
        assert [one async for one in scope.run(once=True)]
        told = [one async for one in scope.run(once=True)]
        assert not CANARY.search(repr(told))


# -------------------------------------------------------- nobody opens what is not asked


def _asked_at_every_turn(scope: MemoryStore) -> Iterator[Awaitable[object]]:
    """One after the other: each begins once the one before was awaited."""
    yield scope.search(QUESTION)
    yield scope.prompt(QUESTION, about="Ada", conversation="main")
    yield scope.about("Ada").lines()
    yield scope.persona_search(QUESTION)
    yield scope.learn("Ada works at Acme.", about="Ada")
    yield scope.conversations()
    yield scope.conversation("main").retrieve(QUESTION)
    yield scope.graph.edges()
    yield scope.pyramid.status()
    yield scope.rapports()
    yield scope.log()
    yield scope.persona_stats()
    yield scope.sleep()
    yield scope.sync()


@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_a_scope_that_nobody_opens_is_not_decrypted(
    identity: Identity, tmp_path: Path, addressing: str
):
    path = tmp_path / "agent.db"
    owner = await _filled(identity, path, addressing, max(20, SCOPES // 5))
    signer = CountingSigner(identity, owner)
    async with MemoryStore(signer, path=path) as store:
        await store.recall("nothing")
        assert signer.opened() - {0} == set(), "opening a file opens no scope"
        for number in (3, 7):
            scope = store.scope(_name(number))
            memory = await scope.recall("home")
            assert memory is not None
            assert signer.opened() == {number}
            for work in _asked_at_every_turn(scope):
                await work
                assert signer.opened() <= {number}
        await store.search(QUESTION)
        await store.prompt(QUESTION, about="Ada", conversation="main")
        assert signer.opened() <= {0}
    assert signer.opened() == set(), "closing opens none either"
