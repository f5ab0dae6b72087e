"""What all rooms know of somebody or something, each record as lines."""

from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ...core.about import AboutLine
from ...core.found import Room
from ...core.moments import dated
from ...core.ports import Entry
from ...core.records.conversation import ConversationHead, Turn, conversation_in
from ...core.records.flat import as_persona
from ...core.records.graph import Edge, GraphState, Node, Note
from ...core.records.journal import JournalEntry
from ...core.records.kv import Memory
from ...core.records.persona import (
    STATE_DISSOLVED,
    STATE_FORGOTTEN,
    PersonaMemory,
)
from ...core.records.pyramid import Observation, Summary, Topic
from ...core.records.rapport import (
    Checkpoint,
    Layer,
    LayerName,
    LayerVersion,
    Reading,
    layer_name,
    version_name,
)
from ...core.records.reference import reference_to
from ...core.ref import Ref
from ...mind.graph.lifecycle import state
from ...mind.graph.notes import is_expired
from ...mind.pyramid.telling import still_holds
from ...mind.rapport.line import one_line
from ...mind.rapport.telling import asked_for, vector_sentence
from ...mind.rapport.vector import derive
from ...mind.text import tokens
from ...mind.told import Told, told
from ...mind.views.search_index import SearchIndex
from ..context import Context
from ..filled import indexed
from ..outage import Outage
from ..persona.naming import meant
from ..rapport import peers
from .whom import Whom

R = TypeVar("R")

_ROOMS = tuple(Room)
_OF_ANOTHER_NODE = "what is said of something else names it; correct that"
_BETWEEN_OTHERS = "what is said of a relation between others names it; correct that"


@dataclass(frozen=True, slots=True)
class Line:
    """A line, and the record behind it.

    Attributes:
        told: What is shown.
        ref: Where the record stands.
        record: It.
        former: What the record said before, where the line is that.
        kept: Why it does not go with whom is asked about, and what to do: it is about something
            else, and only names them. ``""`` of what goes.
    """

    told: AboutLine
    ref: Ref[Any]
    record: Any
    former: str | None = None
    kept: str = ""


async def everything(context: Context, who: Whom) -> list[Line]:
    """All that is known, what was believed before and what says the same too, in that order."""
    found = [one async for one in _memories(context, who)]
    found += _observed(context, who)
    found += _graph(context, who)
    found += [one async for one in _rapport(context, who)]
    chosen = dict[tuple[str, str], Line]()
    for one in found:
        # what was believed before and is again stands there once: as it is now
        chosen.setdefault((one.told.reference, one.told.text), one)
    return sorted(chosen.values(), key=_order)


def _order(line: Line) -> tuple[int, bool, bool, float, str, str]:
    one = line.told
    since = 0.0 if one.since is None else -one.since
    return (
        _ROOMS.index(one.room),
        not one.holds,
        one.since is None,
        since,
        one.reference,
        one.text,
    )


def _line(
    ref: Ref[Any], record: Any, said: Told, why_not: str = "", reference: str | None = None
) -> Line:
    return Line(
        AboutLine(
            reference_to(ref) if reference is None else reference,
            said.room,
            said.text,
            said.since,
            said.source,
            holds=not why_not,
            why_not=why_not,
        ),
        ref,
        record,
    )


def line_of(context: Context, who: Whom, ref: Ref[Any], record: Any) -> Line:
    """A record as a line, whether it would be shown or not."""
    match record:
        case Checkpoint():
            said = Told(Room.LAYER, f"How you talk with {record.peer}", record.at)
        case Reading():
            text = asked_for(record.peer, record) or f"A session with {record.peer}"
            said = Told(Room.LAYER, text, record.at, f"session {record.id}")
        case LayerVersion():
            text = " ".join(one.text for one in record.texts if one.text)
            said = Told(Room.LAYER, one_line(text), record.at, f"version {record.id}")
        case _:
            said = told(record, who.name_of, context.user)
    return _line(
        ref, record, said if said.text else replace(said, text=f"({said.room} of {who.name})")
    )


# --- memories


async def _memories(context: Context, who: Whom) -> AsyncIterator[Line]:
    """Persona and key-value memories whose name, themes or text name it, or that link to it."""
    worded = await _holding(context, who, context.views.search_index)
    refs = dict.fromkeys(worded)
    for key in who.nodes:
        for one in await context.records.mentions(context.ref(Node, key)):
            if one.ref.kind is PersonaMemory:
                refs[one.ref] = None
    refs |= dict.fromkeys(one for one in who.elsewhere if one.kind in (PersonaMemory, Memory))
    linked = set(refs).difference(worded)
    now = context.clock.now()
    records = await context.records.get_many(list(refs))
    for ref, record in zip(refs, records, strict=True):
        if record is None:
            continue
        memory = as_persona(record)
        if ref not in linked and not who.is_named_in(memory.key, memory.value, *memory.themes):
            continue
        line = _line(ref, record, told(record, str, context.user), _why_not(ref, memory, now))
        if ref.kind is not PersonaMemory:
            yield line
            continue
        beliefs = await context.records.beliefs(ref)
        current = next((one for one in beliefs if one.until is None), None)
        if current is not None:
            yield replace(line, told=replace(line.told, since=current.since))
        else:
            yield line
        for belief in beliefs:
            if belief.until is None or belief.value is None:
                continue
            said = told(replace(memory, value=belief.value), str, context.user)
            was = replace(said, since=belief.since)
            yield replace(_line(ref, record, was, belief.why), former=belief.value)


def _why_not(ref: Ref[Any], memory: PersonaMemory, now: float) -> str:
    if memory.superseded_by is not None:
        newer = meant(ref, memory.superseded_by)
        return f"superseded by {memory.superseded_by if newer is None else newer.name}"
    faded = memory.compute_state(now) in (STATE_FORGOTTEN, STATE_DISSOLVED)
    return "faded" if faded else ""


async def _holding(context: Context, who: Whom, index: SearchIndex) -> list[Ref[Any]]:
    """The records of an index that have all words of one of the names."""
    # that nothing is known anywhere was found out before: whom() asks
    documents = await Outage().spared(indexed(context.records, index, context.scope), None)
    if documents is None:
        return []
    found = dict[Ref[Any], None]()
    for name in who.names:
        slots: set[int] | None = None
        for word in tokens(name.folded):
            if word not in documents.postings:
                slots = set()
                break
            held = set(documents.postings.occurrences(word).slots.tolist())
            slots = held if slots is None else slots & held
        found |= dict.fromkeys(documents.ref_at(slot) for slot in sorted(slots or ()))
    return list(found)


# --- what was observed


def _observed(context: Context, who: Whom) -> Iterator[Line]:
    """What was observed of the topics of that name, and whatever observation names it."""
    for one in who.pyramid.observations:
        if one.topic in who.topics or who.is_named_in(one.text):
            yield _line(context.ref(Observation, one.id), one, told(one, str, context.user))
    for slug in who.topics:
        topic, ref = who.pyramid.topic(slug), context.ref(Topic, slug)
        said = told(topic, str, context.user)
        if said.text:
            is_so = topic.content is None or still_holds(topic, who.pyramid.inputs_of(topic))
            yield _line(ref, topic, said, "" if is_so else "what it was told from was corrected")


def summaries(context: Context, who: Whom) -> list[tuple[Ref[Any], Summary]]:
    """Summaries of the topics of that name, and those that name it, whether they count or not."""
    return [
        (context.ref(Summary, one.id), one)
        for one in who.pyramid.pieces
        if isinstance(one, Summary) and (one.topic in who.topics or who.is_named_in(one.text or ""))
    ]


# --- the graph


def _graph(context: Context, who: Whom) -> Iterator[Line]:
    """Nodes of that name, their edges both ways, notes of either, and what names it elsewhere."""
    now, graph = context.clock.now(), who.graph
    edges = {edge.id: edge for key in who.nodes for edge in graph.edges_of(key)}
    others = {one.id: one for one in graph.edges if who.is_named_in(one.shown, one.description)}
    for node in graph.nodes:
        is_own = node.key in who.nodes or any(
            key in node.about | node.rooted_in for key in who.nodes
        )
        if is_own or who.is_named_in(node.name, node.shown, node.description):
            said = replace(told(node, who.name_of, context.user), text=_described(node, who))
            faded = state(node, now) is GraphState.ARCHIVED
            line = _line(context.ref(Node, node.key), node, said, "faded" if faded else "")
            yield line if is_own else replace(line, kept=_OF_ANOTHER_NODE)
    for edge in {**others, **edges}.values():
        said = told(edge, who.name_of, context.user)
        line = _line(context.ref(Edge, edge.id), edge, said, _why_ended(edge, who, now))
        yield line if edge.id in edges else replace(line, kept=_BETWEEN_OTHERS)
    for target in graph.targets_with_notes:
        is_of_it = target in who.nodes or target in edges
        for note in graph.notes(target):
            if is_of_it or who.is_named_in(note.content):
                why_not = "expired" if is_expired(note, now) else ""
                ref = context.ref(Note, f"{note.target}/{note.id}")
                yield _line(ref, note, told(note, who.name_of, context.user), why_not)


def _described(node: Node, who: Whom) -> str:
    name, said = who.name_of(node.key), " ".join(node.shown.split())
    kind = node.type.value
    article = "an" if kind.startswith(("a", "e")) else "a"
    return f"{name}: {said}" if said else f"{name}, {article} {kind}"


def _why_ended(edge: Edge, who: Whom, now: float) -> str:
    if edge.corrected_at is not None:
        return "corrected"
    if who.graph.is_current(edge, now):
        return "faded" if state(edge, now) is GraphState.ARCHIVED else ""
    if edge.valid_from > now:
        return f"begins {dated(edge.valid_from)}"
    until = who.graph.until(edge)
    return "ended" if until is None else f"ended {dated(until)}"


# --- how one talks with them


async def _rapport(context: Context, who: Whom) -> AsyncIterator[Line]:
    """Where a peer stands, what they asked for, and the three texts."""
    for peer in who.peers:
        there = await peers.known(context, peer)
        ref = peers.checkpoint_ref(context, peer)
        vector = derive(there.checkpoint, there.readings, context.config.rapport)
        text = vector_sentence(peer, vector)
        standing = there.checkpoint or Checkpoint(peer)
        yield _line(
            ref,
            standing,
            Told(Room.LAYER, text, vector.last_updated, _sessions(vector.session_count)),
        )
        for reading in there.readings:
            text = asked_for(peer, reading)
            if text:
                reading_ref = peers.reading_ref(context, peer, reading.id)
                yield _line(
                    reading_ref,
                    reading,
                    Told(Room.LAYER, text, reading.at, f"session {reading.id}"),
                )
        for name in LayerName:
            layer_ref = context.ref(Layer, layer_name(peer, name))
            (layer,) = await context.records.get_many([layer_ref])
            if layer is not None and (said := told(layer, str, context.user)).text:
                yield _line(layer_ref, layer, said)


def _sessions(count: int) -> str:
    return "one session" if count == 1 else f"{count} sessions" if count else ""


async def of_peers(context: Context, who: Whom) -> list[tuple[Ref[Any], Any]]:
    """All else that is kept of the peers: readings, versions of layers, texts that say nothing."""
    found = list[tuple[Ref[Any], Any]]()
    for peer in who.peers:
        kinds: Iterable[tuple[type[Any], str]] = (
            (Reading, f"{peer}/reading/"),
            (Layer, f"{peer}/layer/"),
            (LayerVersion, version_name(peer, "")),
        )
        for kind, prefix in kinds:
            there = await Outage().spared(_all_of(context, kind, prefix), [])
            found += [(one.ref, one.record) for one in there]
    return found


async def _all_of(context: Context, kind: type[R], prefix: str = "") -> list[Entry[R]]:
    return [one async for one in context.records.select(kind, prefix, context.scope)]


# --- what only names them


async def naming(context: Context, who: Whom) -> list[Line]:
    """What names it and is about something else: what was said, the diary, texts about others."""
    found = list[Line]()
    refs = await _holding(context, who, context.views.turn_index)
    refs += await _holding(context, who, context.views.text_index)
    records = await context.records.get_many(refs)
    heads = await Outage().spared(_all_of(context, ConversationHead), [])
    own = {one.record.id for one in heads if any(n.is_called(one.record.id) for n in who.names)}
    for one in heads:
        if one.record.id in own:
            said = Told(Room.TURN, f"the conversation {one.record.id}", None)
            why = f"what was said in it stays; store.conversation({one.record.id!r}).forget()"
            found.append(replace(_line(one.ref, one.record, said), kept=why))
    for ref, record in zip(refs, records, strict=True):
        if record is None or (ref.kind is Turn and conversation_in(ref.name) in own):
            continue
        said = told(record, str, context.user)
        if not who.is_named_in(said.text):
            continue
        match record:
            case Turn():
                why = (
                    "a message that names it; what was said in a conversation is forgotten by this "
                    f"reference, or store.conversation({record.conversation!r})"
                    f".delete({record.id!r})"
                )
            case JournalEntry():
                why = (
                    "an entry of the diary names it; it is forgotten by this reference, or "
                    f"store.forget_entry({ref.name!r})"
                )
            case Layer() if record.peer not in who.peers:
                why = f"a text about {record.peer} names it; correct it, or forget that layer"
            case Topic() if record.slug not in who.topics:
                why = (
                    f"the text of the topic {record.slug} names it; it is made anew where what it "
                    "was made of was forgotten"
                )
            case _:
                continue
        found.append(replace(_line(ref, record, said), kept=why))
    return sorted(found, key=_order)
