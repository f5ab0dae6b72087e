"""Conversations, verbatim: what was said is kept, read, corrected, forgotten."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from ...core.change import Alter, Amend, Edit, Ensure, Forget, Put
from ...core.conversation import ConversationStatus
from ...core.errors import InputError, UnknownMemoryError
from ...core.expected import ChangedMeanwhileError, check_expected
from ...core.llm import Role
from ...core.moments import moment_of
from ...core.records.conversation import (
    ConversationHead,
    Turn,
    head_name,
    message_and_part,
    turn_name,
)
from ...core.records.names import canonical, check_encodable, check_taxonomy
from ...core.records.pyramid import Observation
from ...core.ref import Ref
from ..context import Context
from .parts import Message, bytes_of_part, messages, parts_of


def check_conversation(conversation: str) -> str:
    """The id of a conversation in normal form.

    Raises:
        InvalidKeyError: Not 1–64 characters without slash, backslash, NUL or ``..``.
    """
    check_taxonomy(conversation, "conversation")
    return canonical(conversation)


def head_ref(context: Context, conversation: str) -> Ref[ConversationHead]:
    """Where a conversation's head stands; the conversation exists while one does."""
    return context.ref(ConversationHead, head_name(conversation))


def turn_ref(context: Context, conversation: str, turn: str) -> Ref[Turn]:
    """Where a turn stands, or a part of one."""
    return context.ref(Turn, turn_name(conversation, turn))


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
    when = context.clock.now() if at is None else moment_of(at)
    known = await _held(context, conversation)
    order = max((one.turn.order + 1 for one in known if one.turn.at == when), default=0)
    parts = parts_of(
        *(conversation, secrets.token_hex(16), who, text, when, speaker, order),
        part_bytes=bytes_of_part(context.config.records),
    )
    head = ConversationHead(conversation)
    await context.records.commit(
        # the conversation exists from now on, and what is said in it hangs on this
        Ensure(head_ref(context, conversation), head),
        *(Put(turn_ref(context, conversation, part.id), part) for part in parts),
    )
    return replace(parts[0], text=text)


async def edit(
    context: Context, conversation: str, turn: str, text: str, expected: str | None = None
) -> Turn:
    """Let a turn say something else, whatever it says, or only as long as that is expected."""
    _check_text(text)
    standing = await _found(context, conversation, turn)
    old = standing.turn
    checks = _checks(context, conversation, standing, expected)
    if old.text == text:
        return old
    parts = parts_of(
        *(conversation, old.id, old.role, text, old.at, old.speaker, old.order),
        part_bytes=bytes_of_part(context.config.records),
    )

    first, *others = parts

    def said(now: Turn | None) -> Turn:
        if now is None:
            raise _unknown(conversation, turn)  # somebody forgot it meanwhile
        return first

    edits: list[Edit] = [*checks, Alter(turn_ref(context, conversation, first.id), said)]
    edits += [Put(turn_ref(context, conversation, part.id), part) for part in others]
    shown = {part.id for part in parts}
    edits += [
        Forget(turn_ref(context, conversation, one)) for one in standing.kept if one not in shown
    ]
    edits += [Forget(ref) for ref in await _observed_in(context, conversation, standing.kept)]
    await context.records.commit(*edits)
    return replace(parts[0], text=text)


async def delete(
    context: Context, conversation: str, turn: str, expected: str | None = None
) -> str:
    """Forget a turn; what was observed in it goes with it. The event id of the tombstone.

    Whatever it says, or only as long as that is expected.
    """
    standing = await _found(context, conversation, turn)
    checks = _checks(context, conversation, standing, expected)
    gone = [Forget(turn_ref(context, conversation, one)) for one in standing.kept]
    return (await context.records.commit(*checks, *gone)).event_ids[0]


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
        Amend(turn_ref(context, conversation, one.id), _unless_moved(one), ChangedMeanwhileError())
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
    ref = head_ref(context, conversation)
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
    raise NotImplementedError


async def _observed_in(
    context: Context, conversation: str, turns: Iterable[str]
) -> list[Ref[Observation]]:
    """Everything that was observed in some turns."""
    named: dict[Ref[Observation], None] = {}
    for turn in turns:
        for mention in await context.records.mentions(turn_ref(context, conversation, turn)):
            if mention.ref.kind is Observation:
                named[mention.ref] = None
    return list(named)


# ---------------------------------------------------------------------- reading


async def turns(context: Context, conversation: str) -> list[Turn]:
    """Everything that was said, oldest first."""
    found = context.records.select(Turn, turn_name(conversation, ""), context.scope)
    return [one.turn for one in messages([entry.record async for entry in found])]


async def recent(context: Context, conversation: str, count: int) -> list[Turn]:
    """The last of it, oldest first."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"how many turns is a number from 1, got {count!r}")
    return (await turns(context, conversation))[-count:]


async def status(context: Context, conversation: str) -> ConversationStatus:
    """How much was said, and when."""
    head = await context.records.get(head_ref(context, conversation))
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


async def _found(context: Context, conversation: str, turn: str) -> Message:
    """The message that a turn is, or is a part of.

    Raises:
        UnknownMemoryError: There is none.
    """
    check_encodable(turn, "the id of a turn")
    name, _ = message_and_part(turn)
    found = context.records.select(Turn, turn_name(conversation, name), context.scope)
    for one in messages([entry.record async for entry in found]):
        if one.turn.id == name:
            return one
    raise _unknown(conversation, turn)


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
