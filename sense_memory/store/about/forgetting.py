"""Forgetting a line, or all that is known of somebody or something, with receipts."""

from typing import Any

from ...core.about import AboutLine, ForgottenAll, ForgottenLine
from ...core.change import Edit, Forget
from ...core.errors import InputError
from ...core.records.conversation import ConversationHead, Turn, message_and_part
from ...core.records.graph import Edge, Node
from ...core.records.pyramid import BASE_TOPICS, Topic
from ...core.records.rapport import Checkpoint
from ...core.ref import Ref
from ..context import Context
from ..conversation import known, turns
from ..graph.forgetting import forget_with_all
from .as_read import unless_moved, whole_message
from .collecting import Line, everything, line_of, naming, of_peers, summaries
from .whom import Whom


async def forget_one(context: Context, line: Line, *, as_read: bool) -> ForgottenLine:
    """Forget the record of a line, with what is nothing without it.

    Args:
        context: The world.
        line: Which.
        as_read: Only as long as it says what it said when the line was read.

    Raises:
        InputError: It is of a topic that is always there, or another node.
        ChangedMeanwhileError: It says something else; nothing was forgotten.
    """
    if isinstance(line.record, Topic):
        _check(line.record)
    record = line.record
    checks: list[Edit] = [unless_moved(line)] if as_read else []
    match record:
        case Node() if line.kept:
            raise InputError(
                f"{line.told.reference} is something else, and only names it: correct that line, "
                "or forget the node itself with store.forget"
            )
        case Node() | Edge():
            event_id = await forget_with_all(context, line.ref, checks)
        case Turn():
            message, _ = message_and_part(record.id)
            expected = await whole_message(context, record) if as_read else None
            there = await known.known(context, record.conversation)
            if (whole := there.message(message)) is not None:
                # it goes with all its parts, and comes back with them
                record = whole.turn
            event_id = await turns.delete(context, record.conversation, message, expected)
        case ConversationHead():
            event_id = await turns.forget(context, record.id)
        case _:
            event_id = (await context.records.commit(*checks, Forget(line.ref))).event_ids[-1]
    return ForgottenLine(line.told, event_id, record)


def _check(topic: Topic) -> None:
    if topic.slug in BASE_TOPICS:
        raise InputError(
            f"the topic {topic.slug} is always there; forget what was observed of it, line by line"
        )


async def forget_all(context: Context, who: Whom) -> ForgottenAll:
    """Forget every record that is a line, and what follows from them, in one commit.

    What only names them, and is about something else, stays, and is told with the reason.
    """
    there = dict[Ref[Any], Line]()
    for one in await everything(context, who):
        there.setdefault(one.ref, one)
    for ref, record in (*summaries(context, who), *await of_peers(context, who)):
        there.setdefault(ref, line_of(context, who, ref, record))
    for slug in who.topics:
        ref = context.ref(Topic, slug)
        if who.pyramid.stands(slug):
            there.setdefault(ref, line_of(context, who, ref, who.pyramid.topic(slug)))
    gone, kept = list[Line](), list[tuple[AboutLine, str]]()
    for line in there.values():
        if line.kept:
            kept.append((line.told, line.kept))
        elif isinstance(line.record, Topic) and line.record.slug in BASE_TOPICS:
            kept.append((line.told, "this topic is always there; what was observed of it went"))
        elif isinstance(line.record, Topic) and line.record.slug not in who.topics:
            continue
        else:
            gone.append(line)
    gone.sort(key=_place)
    edits: list[Edit] = [Forget(one.ref) for one in gone]
    ids = (await context.records.commit(*edits)).event_ids if edits else ()
    await _with_what_hangs_on(context, gone)
    forgotten = tuple(
        ForgottenLine(one.told, event_id, one.record)
        for one, event_id in zip(gone, ids, strict=True)
    )
    kept += [(one.told, one.kept) for one in await naming(context, who)]
    return ForgottenAll(who.name, forgotten, tuple(kept))


def _place(line: Line) -> int:
    """The order in which it can be restored: what others are nothing without comes first."""
    if isinstance(line.record, Node | Checkpoint | Topic):
        return 0
    return 1 if isinstance(line.record, Edge) else 2


async def _with_what_hangs_on(context: Context, gone: list[Line]) -> None:
    """What is nothing without them went with them; what came before its node does now."""
    left = dict[Ref[Any], None]()
    for line in gone:
        for one in await context.records.mentions(line.ref):
            if one.once_forgotten == "cascade":
                left[one.ref] = None
    if left:
        await context.records.commit(*map(Forget, left))
