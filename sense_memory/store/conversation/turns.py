"""Conversations, verbatim: what was said is kept, read, corrected, forgotten."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ...core.change import Alter, Amend, Edit, Ensure, Forget, Put, Unlearn
from ...core.conversation import ConversationStatus
from ...core.errors import InputError, UnknownMemoryError
from ...core.expected import ChangedMeanwhileError, check_expected
from ...core.llm import Role
from ...core.moments import moment_of
from ...core.records.conversation import ConversationHead, Turn, message_and_part, turn_name
from ...core.records.names import canonical, check_encodable, check_taxonomy
from ...core.ref import Ref
from ...mind.conversation.messages import Message, messages
from ...mind.views.conversations import KnownConversation
from ..context import Context
from . import known
from .parts import bytes_of_part, parts_of
from .vectors import embed_written
from .weighing import Weighing, counted, most_weights

AHEAD = 15 * 60.0
"""Seconds by which the newest turn may be ahead of this device's clock for the next one to follow
it: clocks that differ by more are wrong, and one wrong turn must not move all that come after."""


def check_conversation(conversation: str) -> str:
    """The id of a conversation in normal form.

    Raises:
        InvalidKeyError: Not 1–64 characters without slash, backslash, NUL or ``..``.
    """
    check_taxonomy(conversation, "conversation")
    return canonical(conversation)


# ---------------------------------------------------------------------- writing


async def add(
    context: Context,
    conversation: str,
    role: Role | str,
    text: str,
    at: float | datetime | str | None,
    speaker: str,
) -> Turn:
    """Keep a turn."""
    who = _role(role)
    _check_text(text)
    check_encodable(speaker, "speaker")
    when = None if at is None else moment_of(at)

    def said(there: KnownConversation) -> tuple[Turn, ...]:
        return said_next(context, conversation, there, who, text, speaker, when)

    parts = await keep(context, conversation, said)
    return replace(parts[0], text=text)


async def keep(
    context: Context,
    conversation: str,
    make: Callable[[KnownConversation], Sequence[Turn]],
    learned: Callable[[KnownConversation], Mapping[str, float]] = lambda _there: {},
) -> Sequence[Turn]:
    """Write turns, and with them all weights that wait to be written, in one commit.

    Args:
        context: The world.
        conversation: Which.
        make: The records, from what is known at the moment; asked again if somebody else wrote
            first, so that no number and no place is given twice here.
        learned: Signal to new base weight, likewise, after that.

    Returns:
        What was made of it.
    """
    there = await known.known(context, conversation, held=True)
    while True:
        version = there.version
        parts = make(there)
        weighing = Weighing(
            *(context.scope, conversation, there, most_weights(context.config.records)),
            learned=learned(there),
            at_least=max((one.turn for one in parts), default=0),
        )
        edits: list[Edit] = [
            Put(known.turn_ref(context, conversation, one.id), one) for one in parts
        ]
        if not edits and not weighing.edits:
            return parts

        def provided(version: int = version) -> None:
            if there.version != version:
                raise _SomebodyWroteError

        try:
            await context.records.commit(
                # the conversation exists from now on, and what is said in it hangs on this
                Ensure(known.head_ref(context, conversation), ConversationHead(conversation)),
                *edits,
                *weighing.edits,
                provided=provided,
            )
        except _SomebodyWroteError:
            continue
        weighing.done()
        said = dict.fromkeys(message_and_part(one.id)[0] for one in parts)
        await embed_written(context, conversation, there, said)
        return parts


class _SomebodyWroteError(Exception):
    """The conversation is another one than the turn was made for."""


def said_next(
    context: Context,
    conversation: str,
    there: KnownConversation,
    role: Role,
    text: str,
    speaker: str = "",
    at: float | None = None,
    *,
    message: str | None = None,
    after: Turn | None = None,
) -> tuple[Turn, ...]:
    """What is said next, as records.

    Args:
        context: The world.
        conversation: Which.
        there: What is known of it.
        role: Who says it.
        text: What.
        speaker: The name of who says it.
        at: When; ``None`` is now, but never before what it answers: where the newest turn is at
            most 15 minutes ahead, as with another device's clock, it is that turn's time.
        message: The id; a random one unless it is given.
        after: What is said before it by the same commit.
    """
    if at is None:
        now = context.clock.now()
        newest = there.newest(now + AHEAD) if after is None else after.at
        at = now if newest is None else max(now, newest)
    order = there.next_order(at)
    if after is not None and after.at == at:
        order = after.order + 1
    number = (there.counter if after is None else max(there.counter, after.turn)) + 1
    return parts_of(
        *(conversation, message or secrets.token_hex(16), role, text, at, speaker, order),
        turn=number,
        part_bytes=bytes_of_part(context.config.records),
    )


async def edit(
    context: Context, conversation: str, turn: str, text: str, expected: str | None = None
) -> Turn:
    """Let a turn say something else, whatever it says, or only as long as that is expected."""
    _check_text(text)
    there, standing = await _found(context, conversation, turn)
    old = standing.turn
    checks = _checks(context, conversation, standing, expected)
    if old.text == text:
        return old
    parts = parts_of(
        *(conversation, old.id, old.role, text, old.at, old.speaker, old.order),
        turn=old.turn,
        part_bytes=bytes_of_part(context.config.records),
    )

    first, *others = parts

    def said(now: Turn | None) -> Turn:
        if now is None:
            raise _unknown(conversation, turn)  # somebody forgot it meanwhile
        return first

    edits: list[Edit] = [*checks, Alter(known.turn_ref(context, conversation, first.id), said)]
    edits += [Put(known.turn_ref(context, conversation, part.id), part) for part in others]
    shown = {part.id for part in parts}
    edits += [
        Forget(known.turn_ref(context, conversation, one))
        for one in standing.kept
        if one not in shown
    ]
    sources = frozenset(known.turn_ref(context, conversation, one) for one in standing.kept)
    edits += [Unlearn(ref, sources) for ref in await _learned_from(context, sources)]
    weighing = Weighing(
        *(context.scope, conversation, there, most_weights(context.config.records)),
        gone=[signal for signal, _ in there.pieces(old.id)],
    )
    await context.records.commit(*edits, *weighing.edits)
    weighing.done()
    await embed_written(context, conversation, there, [old.id])
    return replace(parts[0], text=text)


async def delete(
    context: Context, conversation: str, turn: str, expected: str | None = None
) -> str:
    """Forget a turn; what was observed in it goes with it. The event id of the tombstone.

    Whatever it says, or only as long as that is expected.
    """
    there, standing = await _found(context, conversation, turn)
    checks = _checks(context, conversation, standing, expected)
    gone = [Forget(known.turn_ref(context, conversation, one)) for one in standing.kept]
    id_ = standing.turn.id
    weighing = Weighing(
        *(context.scope, conversation, there, most_weights(context.config.records)),
        gone=[signal for signal, _ in there.pieces(id_)],
    )
    edits = [*checks, *gone, *weighing.edits]
    if there.number_of(id_) == there.counter:
        # it stays its own, whatever comes next
        edits.append(counted(context.scope, conversation, there.counter))
    made = await context.records.commit(*edits)
    weighing.done()
    return made.event_ids[len(checks)]


def _checks(
    context: Context, conversation: str, standing: Message, expected: str | None
) -> list[Edit]:
    """What ends a commit if a message says something else by then than what is expected of it.

    Raises:
        ChangedMeanwhileError: It does so already.
    """
    if expected is None:
        return []
    check_expected(standing.turn.text, expected)
    # the text is in several records, so what was read of each is looked at again; the first also
    # says how many there are
    return [
        Amend(
            known.turn_ref(context, conversation, one.id),
            _unless_moved(one),
            ChangedMeanwhileError(),
        )
        for one in standing.records
    ]


def _unless_moved(seen: Turn) -> Callable[[Turn], Turn]:
    def alter(now: Turn) -> Turn:
        if (now.text, now.parts) != (seen.text, seen.parts):
            raise ChangedMeanwhileError
        return now

    return alter


async def forget(context: Context, conversation: str) -> str:
    """Forget a conversation; its turns go with it. The event id of the head's tombstone."""
    ref = known.head_ref(context, conversation)
    is_known = await context.records.get(ref) is not None
    if not is_known and not await _held(context, conversation):
        raise _no_conversation(conversation)
    # what names the head goes with it, on every device, whenever it arrives there; but what came
    # before its head did was written on one that nobody here has seen
    early = [] if is_known else await context.records.mentions(ref)
    going = dict.fromkeys(one.ref for one in early if one.once_forgotten == "cascade")
    forgettings = [Forget(one) for one in going]
    return (await context.records.commit(Forget(ref), *forgettings)).event_ids[0]


async def reset(context: Context, conversation: str) -> int:
    """Forget a conversation, if there is one; how many turns it had."""
    said = await turns(context, conversation)
    try:
        await forget(context, conversation)
    except UnknownMemoryError:
        return 0
    return len(said)


async def _learned_from(context: Context, turns: Iterable[Ref[Turn]]) -> list[Ref[Any]]:
    """Everything that was observed in some turns, or learned from them."""
    named: dict[Ref[Any], None] = {}
    for turn in turns:
        for mention in await context.records.mentions(turn):
            if mention.once_forgotten == "cascade":
                named[mention.ref] = None
    return list(named)


# ---------------------------------------------------------------------- reading


async def turns(context: Context, conversation: str) -> list[Turn]:
    """Everything that was said, oldest first."""
    there = await known.known(context, conversation)
    return [one.turn for one in there.messages]


async def recent(context: Context, conversation: str, count: int) -> list[Turn]:
    """The last of it, oldest first."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"how many turns is a number from 1, got {count!r}")
    there = await known.known(context, conversation)
    return [one.turn for one in there.messages[-count:]]


async def status(context: Context, conversation: str) -> ConversationStatus:
    """How much was said, and when."""
    head = await context.records.get(known.head_ref(context, conversation))
    if head is None:
        raise _no_conversation(conversation)
    return _status(head, await turns(context, conversation))


async def conversations(context: Context) -> list[ConversationStatus]:
    """Every conversation, the one with the newest turn first."""
    heads = context.records.select(ConversationHead, scope=context.scope)
    found = list[ConversationStatus]()
    for head in [one.record async for one in heads]:
        # where conversations are known, so is what belongs to them; one at a time is in memory
        said = await _held(context, head.id)
        found.append(_status(head, [one.turn for one in said]))
    return sorted(found, key=_newest_first)


def _newest_first(one: ConversationStatus) -> tuple[bool, float, str]:
    return one.last is None, -(one.last or 0.0), one.id


def _status(head: ConversationHead, said: list[Turn]) -> ConversationStatus:
    """What is told of a conversation, from its turns in their order."""
    dated = [one.at for one in said if one.at is not None]
    return ConversationStatus(
        *(head.id, head.title, head.origin, len(said)),
        dated[0] if dated else None,
        dated[-1] if dated else None,
    )


async def _found(
    context: Context, conversation: str, turn: str
) -> tuple[KnownConversation, Message]:
    """What is known of a conversation, and the message that a turn is, or is a part of.

    Raises:
        UnknownMemoryError: There is none.
    """
    check_encodable(turn, "the id of a turn")
    there = await known.known(context, conversation)
    found = there.message(message_and_part(turn)[0])
    if found is None:
        raise _unknown(conversation, turn)
    return there, found


async def _held(context: Context, conversation: str) -> list[Message]:
    """What this store holds of a conversation, whatever relays may hold."""
    name = turn_name(conversation, "")
    found = context.records.select(Turn, name, context.scope, held=True)
    return messages([entry.record async for entry in found])


def _role(role: Role | str) -> Role:
    try:
        return Role(role)
    except ValueError:
        said = " or ".join(Role)
        raise InputError(f"a turn is of the role {said}, got {str(role)[:40]!r}") from None


def _check_text(text: str) -> None:
    check_encodable(text, "a turn")
    if not text.strip():
        raise InputError("a turn says something: there is nothing but space in this text")


def _unknown(conversation: str, turn: str) -> UnknownMemoryError:
    return UnknownMemoryError(
        f"there is no turn {str(turn)[:64]!r} in {conversation!r}; turns() lists them"
    )


def _no_conversation(conversation: str) -> UnknownMemoryError:
    return UnknownMemoryError(
        f"there is no conversation {conversation!r}; conversations() lists them, and in a shell "
        "sense-memory conversations list"
    )
