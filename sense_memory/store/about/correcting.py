"""A line that shall say something else: each room keeps what it said before as well as it can."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...core.change import Forget, Put
from ...core.errors import InputError, UnknownMemoryError
from ...core.records.conversation import Turn, message_and_part
from ...core.records.graph import Edge, Node, Note, Orientation, note_id, note_name
from ...core.records.journal import JournalEntry
from ...core.records.kv import Memory
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Observation, Summary, Topic
from ...core.records.rapport import Layer
from ...core.ref import Ref
from ...mind.graph.sentences import says_more
from ...mind.naming import Name
from ..context import Context
from ..conversation import turns
from ..forget import let_names_go
from ..graph import nodes, relating
from ..graph.relating import Changed
from ..persona import memories
from ..persona.insight import Insight
from ..pyramid import observing
from ..rapport import layers
from .as_read import unless_moved, whole_message
from .collecting import Line
from .following import follow
from .whom import Whom

_MOST = 5
"""So many of those that can be corrected an error names."""
_SCORE = re.compile(r"(attitude|proximity)\s*[:=]\s*(.+)", re.IGNORECASE)


async def correct(
    context: Context, who: Whom, line: Line, text: str, beside: Sequence[Line]
) -> Ref[Any]:
    """Let the record of a line say something else, and what stands behind it; where it stands then.

    Raises:
        InputError: It is made of others, or the text is nothing that it could say.
        ChangedMeanwhileError: It says something else than when it was read; nothing was written.
    """
    record = line.record
    match record:
        case PersonaMemory():
            value = _value(record.key, text)
            insight = Insight(record.domain, record.facet, record.key, value)
            await memories.remember(context, [insight], {line.ref.name: record.value})
            await follow(context, line, value, beside)
        case Memory():
            value = _value(record.key, text)
            written = replace(record, value=value, created_at=context.clock.now())
            await context.records.commit(unless_moved(line), Put(line.ref, written))
            await follow(context, line, value, beside)
        case Observation():
            await observing.edit(context, record.id, text, record.text)
        case Node():
            said = _after(text, who.name_of(record.key), record.name)
            await nodes.add(
                *(context, record.key, said, None, None, None, None), [unless_moved(line)]
            )
        case Edge():
            changed = change_of(who, record, text)
            found = await relating.update(context, record.id, changed)
            return context.ref(Edge, found.id)
        case Note():
            return await _noted(context, line, record, text)
        case Layer():
            await layers.edit(context, record.peer, record.name, text, record.shown)
        case Turn():
            message, _ = message_and_part(record.id)
            said = _after(text, record.speaker, record.role.value.capitalize())
            expected = await whole_message(context, record)
            await turns.edit(context, record.conversation, message, said, expected)
            await let_names_go(context)
        case JournalEntry():
            raise InputError("an entry of the diary is never changed: forget it, or write another")
        case _:
            raise InputError(_instead(line))
    return line.ref


def _value(key: str, text: str) -> str:
    """What is said of a key, without the key before it, as a line shows a short value."""
    return _after(text, key)


def _after(text: str, *names: str) -> str:
    """A text without the name and the colon that stood before it in the line."""
    for name in names:
        if name and text.startswith(f"{name}:") and (rest := text[len(name) + 1 :].strip()):
            return rest
    return text


def change_of(who: Whom, edge: Edge, text: str) -> Changed:
    """What is otherwise in a relation of which somebody says how it is.

    ``Ada works for Acme`` changes the relation's name; a sentence that names both what is said of
    it; ``attitude: devoted`` and ``proximity: close`` these.

    Raises:
        InputError: It is neither: whom it is between cannot be corrected.
    """
    nothing = Changed(None, None, None, None, None, None, None, None)
    if (score := _SCORE.fullmatch(text)) is not None:
        word = score[2].strip()
        value: int | str = int(word) if word.isdecimal() else word
        if score[1].lower() == "attitude":
            return replace(nothing, attitude=value)
        return replace(nothing, proximity=value)
    ends = [who.name_of(edge.from_key), who.name_of(edge.to_key)]
    if edge.orientation is Orientation.BACKWARD:
        ends.reverse()
    first, second = ends
    sentence, _, said = text.partition(": ")
    between = re.fullmatch(
        rf"{re.escape(first)}\s+(.+?)\s+{re.escape(second)}[.!]?", sentence, re.IGNORECASE
    )
    if between is not None:
        word = between[1].strip().replace(" ", "-")
        is_all = all(Name.of(end).is_in(edge.description) for end in ends)
        if not (said or is_all) and says_more(edge.description, edge.relationship_type, ends):
            return replace(nothing, relationship_type=word)
        # what said all of it, or no more than the former relation, would belie another one
        return replace(nothing, relationship_type=word, description=said)
    if all(Name.of(end).is_in(text) for end in ends):
        return replace(nothing, description=text)
    raise InputError(
        f"a relation is between two, and that stays: say {first!r}, how, and {second!r}, or a "
        "sentence that names both, or 'attitude: …', 'proximity: …'; where it is between others, "
        "let graph.invalidate end this one, or forget this line, and relate those"
    )


async def _noted(context: Context, line: Line, note: Note, text: str) -> Ref[Note]:
    """Another note in the place of one, which is never changed and of which nothing is kept."""
    name = note_id(note.target, text, note.added_by, note.added_at, note.source)
    ref = context.ref(Note, note_name(note.target, name))
    old = context.ref(Note, note_name(note.target, note.id))
    if ref != old:
        other = replace(note, id=name, content=text)
        await context.records.commit(unless_moved(line), Put(ref, other), Forget(old))
    if (await context.records.get_many([ref])) == [None]:
        raise UnknownMemoryError("what it was noted of was forgotten meanwhile")
    return ref


def _instead(line: Line) -> str:
    """What to do with a line that follows from others."""
    record = line.record
    if isinstance(record, Summary | Topic):
        made = sorted(record.inputs)[:_MOST]
        named = f", of it {', '.join(f'pyramid/{one}' for one in made)}" if made else ""
        return (
            f"{line.told.reference} is made of what was observed{named}: correct that, and "
            "pyramid.refresh() makes it anew"
        )
    return (
        f"{line.told.reference} follows from the sessions with a peer: forget a session, or "
        "correct a layer of theirs"
    )
