"""What people edited, carried out record by record."""

import re
from datetime import UTC, datetime

from ...core.change import Alter, Forget
from ...core.edited import AppliedEdits, EditedEntry, EditedFolder, EditKind, EditProblem
from ...core.errors import InputError
from ...core.expected import ChangedMeanwhileError, check_expected
from ...core.records.conversation import Turn
from ...core.records.graph import Note, NoteLifetime
from ...core.records.journal import JournalEntry
from ...core.records.kv import Memory
from ...core.records.names import canonical
from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import Observation
from ...core.records.rapport import Layer, LayerName
from ...core.ref import Ref
from .. import journal, kv
from ..context import Context
from ..conversation import turns
from ..graph import noting
from ..persona import memories
from ..persona.insight import Insight
from ..pyramid import observing
from ..rapport import layers

KINDS: dict[str, type] = {
    "memory": Memory,
    "persona": PersonaMemory,
    "journal": JournalEntry,
    "observation": Observation,
    "turn": Turn,
    "layer": Layer,
    "note": Note,
}


_DATED = re.compile(r"\*\*([0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-9]{2}:[0-9]{2})?)\*\*:\s+(?=\S)")
"""What stands before an observation or a note that was exported; the time is in UTC."""


async def apply(context: Context, edited: EditedFolder, *, forget_removed: bool) -> AppliedEdits:
    """Carry out what can be; conflicts and problems stay as they are.

    Args:
        context: The world.
        edited: What was changed, as ``edited`` found it.
        forget_removed: Whether what was removed is forgotten; else it stays.

    Raises:
        MovedError, StorageError, PublishFailedError: Nothing more can be written; what came before
            stays.
    """
    counts = dict.fromkeys(EditKind, 0)
    problems: list[EditProblem] = []
    todo = {EditKind.CHANGED: _change, EditKind.ADDED: _add}
    if forget_removed:
        todo[EditKind.REMOVED] = _forget
    for entry in edited.entries:
        if entry.kind not in todo:
            continue
        try:
            await todo[entry.kind](context, entry)
        except ChangedMeanwhileError:
            why = "it was changed meanwhile; compare the folder again"
            problems.append(EditProblem(entry.file, entry.line, why))
        except InputError as error:
            problems.append(EditProblem(entry.file, entry.line, str(error)))
        else:
            counts[entry.kind] += 1
    return AppliedEdits(
        counts[EditKind.CHANGED],
        counts[EditKind.ADDED],
        counts[EditKind.REMOVED],
        tuple(problems),
    )


async def _change(context: Context, entry: EditedEntry) -> None:
    text, before = entry.after or "", entry.before or ""
    match entry.type, entry.name.split("/"):
        case "memory", _:
            await _write_memory(context, entry.name, before, text)
        case "persona", [domain, facet, key] if canonical(entry.name) == entry.name:
            insight = Insight(domain, facet, key, text)
            await memories.remember(context, [insight], {entry.name: before})
        case "observation", [id_]:
            await observing.edit(context, id_, text, before)
        case "turn", [conversation, _, id_]:
            await turns.edit(context, conversation, id_, text, before)
        case "layer", [peer, _, name]:
            layer = LayerName(name)
            await layers.edit_many(context, peer, {layer: text}, {layer: before})
        case _:
            raise InputError("this cannot be changed here")


async def _write_memory(context: Context, key: str, before: str | None, text: str) -> None:
    now = context.clock.now()

    def said(standing: Memory | None) -> Memory:
        check_expected(standing.value if standing is not None else None, before)
        return Memory(key, text, now)

    await context.records.commit(Alter(context.ref(Memory, key), said))


async def _add(context: Context, entry: EditedEntry) -> None:
    text = entry.after or ""
    match entry.type, entry.name.split("/"):
        case "memory", _:
            # other clients do not normalise their names: it may stand under another one
            if await kv.recall(context, entry.name) is not None:
                raise ChangedMeanwhileError
            await _write_memory(context, canonical(entry.name), None, text)
        case "persona", [domain, facet, key]:
            insight = Insight(domain, facet, key, text)
            await memories.remember(context, [insight], {canonical(entry.name): None})
        case "observation", [topic]:
            at, text = _dated(text)
            await observing.observe(context, text, topic or None, at, "")
        case "note", [target]:
            at, text = _dated(text)
            await noting.note(context, target, text, NoteLifetime.FOREVER, "", None, at)
        case "journal", _:
            await journal.journal(context, text)
        case _:
            raise InputError("its name cannot hold a slash")


def _dated(text: str) -> tuple[float | None, str]:
    """When it was so, if the text begins as those do that were exported, and the rest of it.

    Raises:
        InputError: There is no such day.
    """
    found = _DATED.match(text)
    if found is None:
        return None, text
    try:
        at = datetime.fromisoformat(found[1]).replace(tzinfo=UTC)
    except ValueError:
        raise InputError(f"there is no such date: {found[1]}") from None
    return at.timestamp(), text[found.end() :]


async def _forget(context: Context, entry: EditedEntry) -> None:
    before = entry.before or ""
    if entry.type == "turn":
        conversation, _, id_ = entry.name.split("/")
        await turns.delete(context, conversation, id_, before)
        return
    ref: Ref[object] = context.ref(KINDS[entry.type], entry.name)

    def is_as_seen(record: object) -> bool:
        check_expected(_text_of(record), before)
        return True

    receipt = await context.records.commit(Forget(ref, only_if=is_as_seen))
    if not receipt.event_ids[0]:
        check_expected(None, before)


def _text_of(record: object) -> str | None:
    match record:
        case Memory() | PersonaMemory():
            return record.value
        case JournalEntry():
            return record.content
        case Observation():
            return record.text
        case Note():
            return record.content
    return None
