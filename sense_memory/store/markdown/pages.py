"""What a scope knows, as pages for people."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import partial

from ...core.errors import InputError
from ...core.records.conversation import ConversationHead, Turn, turn_name
from ...core.records.journal import JournalEntry
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Observation
from ...core.records.rapport import layer_name
from ...mind.conversation.messages import messages
from ...mind.dates import minute_of
from ...mind.markdown.page import Entry, Page, Section, label_of
from ...mind.pyramid.topics import slug_of
from ..context import Context
from ..pyramid import observing, topics
from ..rapport import layers, peers
from .graph_pages import node_pages

MEMORIES = "memories.md"
JOURNAL = "journal.md"
UNFILED = "observations.md"
PERSONA, TOPICS, CONVERSATIONS, RAPPORT = "persona", "topics", "conversations", "rapport"
GRAPH = "graph"
FOLDERS = (PERSONA, TOPICS, CONVERSATIONS, RAPPORT, GRAPH)
"""Where there is a page for each domain, topic, conversation, peer, node."""

INTROS: Mapping[str, str] = {
    "memory": "Correct what stands behind a name, remove a bullet, or add one: '- **name**: what "
    "it says'. Leave the comments as they are.",
    "persona": "Correct what stands behind a name, remove a bullet, or add one below its facet: "
    "'- **name**: what is known'. Leave the comments as they are.",
    "journal": "Remove an entry, or add one: '- what happened'. Leave the comments as they are.",
    "observation": "Correct an observation, remove it, or add one: '- what is so', or with a day: "
    "'- **2026-05-31**: what was so'. What is told is made of them. Leave the comments as "
    "they are.",
    "turn": "Correct what was said, or remove it; what was observed in it is forgotten then. Leave "
    "the comments as they are.",
    "note": "Remove a note, or add one: '- what is so', or with a day: '- **2026-05-31**: what was "
    "so'. Leave the comments as they are.",
    "layer": "Correct the text behind a comment. Leave the comments as they are.",
}
"""What whoever opens a page may do there, by the type of its entries."""


async def pages(context: Context) -> list[Page]:
    """Every page, as it would be written now.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    return [
        await _memories(context),
        *await _persona(context),
        await _journal(context),
        *await _topics(context),
        *await _conversations(context),
        *await _rapport(context),
        *await node_pages(context, partial(_files, GRAPH)),
    ]


async def _memories(context: Context) -> Page:
    found = context.records.select(Memory, scope=context.scope)
    entries = tuple(
        [
            Entry("memory", one.ref.name, label_of(one.ref.name), one.record.value)
            async for one in found
        ]
    )
    return Page(MEMORIES, "memory", "", "Memories", (Section(entries=entries),))


async def _persona(context: Context) -> list[Page]:
    by_domain: dict[str, dict[str, list[Entry]]] = defaultdict(lambda: defaultdict(list))
    async for one in context.records.select(PersonaMemory, scope=context.scope):
        domain, facet, key = one.ref.name.split("/")
        entry = Entry("persona", one.ref.name, label_of(key), one.record.value)
        by_domain[domain][facet].append(entry)
    files = _files(PERSONA, by_domain)
    return [
        Page(
            files[domain],
            "persona",
            domain,
            domain,
            tuple(Section(facet, facet, "", tuple(some)) for facet, some in facets.items()),
        )
        for domain, facets in by_domain.items()
    ]


async def _journal(context: Context) -> Page:
    found = [one async for one in context.records.select(JournalEntry, scope=context.scope)]
    found.sort(key=lambda one: (one.record.created_at, one.ref.name))
    entries = tuple(
        Entry("journal", one.ref.name, _when(one.record.created_at), one.record.content)
        for one in found
    )
    return Page(JOURNAL, "journal", "", "Journal", (Section(entries=entries),))


async def _topics(context: Context) -> list[Page]:
    known = {topic.slug: topic for topic in await topics.topics(context)}
    filed: dict[str, list[Observation]] = defaultdict(list)
    for one in await observing.observations(context, None):
        filed[one.topic if one.topic in known else ""].append(one)
    files = _files(TOPICS, known)
    found = [
        Page(
            files[slug],
            "observation",
            slug,
            topic.name,
            (
                *([Section("Told", generated=topic.content)] if topic.content else []),
                Section("Observations", entries=_observations(filed[slug])),
            ),
        )
        for slug, topic in known.items()
    ]
    rest = Section(entries=_observations(filed[""]))
    return [*found, Page(UNFILED, "observation", "", "Observations of no topic", (rest,))]


def _observations(some: Iterable[Observation]) -> tuple[Entry, ...]:
    return tuple(Entry("observation", one.id, _when(one.at), one.text) for one in some)


async def _conversations(context: Context) -> list[Page]:
    held = context.records.select(ConversationHead, scope=context.scope)
    heads = {one.record.id: one.record async for one in held}
    said: dict[str, list[Turn]] = defaultdict(list)
    async for one in context.records.select(Turn, scope=context.scope):
        said[one.record.conversation].append(one.record)
    files = _files(CONVERSATIONS, heads)
    return [
        Page(
            files[id_],
            "turn",
            id_,
            head.title or id_,
            (Section(entries=tuple(_turn(one.turn) for one in messages(said[id_]))),),
        )
        for id_, head in heads.items()
    ]


def _turn(one: Turn) -> Entry:
    when = "" if one.at is None else f", {minute_of(one.at)}"
    label = label_of(f"{one.speaker or one.role.value}{when}")
    return Entry("turn", turn_name(one.conversation, one.id), label, one.text)


async def _rapport(context: Context) -> list[Page]:
    known = [one.peer for one in await peers.peers(context)]
    files = _files(RAPPORT, known)
    found = []
    for peer in known:
        three = await layers.read(context, peer)
        sections = tuple(
            Section(
                one.name.value,
                entries=(Entry("layer", layer_name(peer, one.name), "", one.shown),),
            )
            for one in three
        )
        found.append(Page(files[peer], "layer", peer, peer, sections))
    return found


def _when(at: float | None) -> str:
    return label_of("undated" if at is None else minute_of(at))


def _files(folder: str, names: Iterable[str]) -> dict[str, str]:
    """The file of each name: no part of a name that is no letter or digit becomes one of a path."""
    return {name: f"{folder}/{_stem(name)}.md" for name in names}


def _stem(name: str) -> str:
    """A file's name without its ending; names that differ in no more than case have two."""
    try:
        slug = slug_of(name)
    except InputError:
        slug = "x"
    if slug == name:
        return slug
    return f"{slug[:48]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


__all__ = ["FOLDERS", "INTROS", "JOURNAL", "MEMORIES", "UNFILED", "pages"]
