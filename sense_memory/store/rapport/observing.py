"""A session is read, and counts."""

import math
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from ...core.change import Ensure
from ...core.errors import InputError
from ...core.llm import Message, Role
from ...core.ports import Presence
from ...core.rapport import Observed, Signals
from ...core.records.conversation import Turn
from ...core.records.rapport import BY_CALLER, BY_RULES, Checkpoint, Reading
from ...core.records.reference import forgotten_origin, referent
from ...core.ref import Ref
from ...mind.learning.secrets import without_secrets_of
from ...mind.rapport import reading_prompt, rules, signals as signal_rules
from ...mind.rapport.bounds import cut, named_within, within_bounds, without_words
from ...mind.rapport.transcript import latest, messages_of, transcript
from ...mind.rapport.vector import derive
from ..context import Context
from .peers import (
    Known,
    as_far_as_known,
    check_session,
    checkpoint_ref,
    known,
    reading_ref,
)

READER_BYTES = 100
"""Of the name of a model."""


async def check_inputs(context: Context, inputs: Sequence[str]) -> None:
    """Whether a session can have been read from these.

    Raises:
        InputError: One of them names no turn.
        UnknownMemoryError: One of them was forgotten.
    """
    turns: list[Ref[Any]] = []
    for one in inputs:
        turn = referent(one, context.scope) if isinstance(one, str) else None
        if turn is None or turn.kind is not Turn:
            raise InputError(
                f"inputs are references to turns, stream/CONVERSATION/turn/ID, not {one!r:.80}"
            )
        turns.append(turn)
    for one, how in zip(inputs, await context.records.presence(turns), strict=True):
        if how is Presence.FORGOTTEN:
            raise forgotten_origin(one)


async def observe(
    context: Context,
    peer: str,
    messages: Sequence[Message | Mapping[str, Any]],
    session: str | None,
    inputs: Sequence[str] = (),
) -> Observed:
    """Read a session, by the model if there is one, and let it count.

    Args:
        context: The world.
        peer: With whom.
        messages: All of it.
        session: Its name; ``None`` makes a new one.
        inputs: References to the turns that the messages are kept as, oldest first.
    """
    said = messages_of(messages)
    if not any(one.role is Role.USER for one in said):
        raise InputError(
            "there is nothing to read in this session: no message of the role 'user', which is "
            f"what {peer!r} says, has any text"
        )
    name = _named(context, session)
    before = await as_far_as_known(context, peer)
    if (kept := _kept(before, peer, name)) is not None:
        return _observed(context, before, kept)
    config = context.config.rapport
    # a reading quotes what it was read from, and no secret may stand in it
    texts = without_secrets_of([one.text for one in said])
    said = tuple(Message(one.role, text) for one, text in zip(said, texts, strict=True))
    if context.llm is None:
        # as much as a model is given: while rules read, everything else waits (80,000: 0.2 s)
        end = latest(said, config.transcript_characters)
        signals, reader = rules.read(end, config), BY_RULES
    else:
        text = transcript(said, config.transcript_characters)
        signals = await context.llm.extract(
            reading_prompt.SYSTEM, reading_prompt.prompt(text), reading_prompt.SHAPE
        )
        reader = cut(context.llm.extract_id, READER_BYTES)
    return await _keep(context, peer, name, signals, reader, len(said), before, inputs)


async def record(
    context: Context, peer: str, signals: Mapping[str, Any], session: str | None, turns: int
) -> Observed:
    """Let a session count that was read elsewhere."""
    if isinstance(turns, bool) or not isinstance(turns, int) or turns < 0:
        raise InputError(f"turns is how many messages the session had, 0 or more, got {turns!r}")
    seen = signal_rules.signals_of(signals)
    name = _named(context, session)
    before = await as_far_as_known(context, peer)
    if (kept := _kept(before, peer, name)) is not None:
        return _observed(context, before, kept)
    return await _keep(context, peer, name, seen, BY_CALLER, turns, before)


def _named(context: Context, session: str | None) -> str:
    """The session's name; a new one if it has none."""
    if session is not None:
        return check_session(session)
    at = datetime.fromtimestamp(context.clock.now(), UTC)
    return f"{at:%Y%m%dT%H%M%S}-{secrets.token_hex(4)}"


def _moment(context: Context, before: Known) -> float:
    """When this is: sessions told within one tick of the clock count in the order they came."""
    now, taken = context.clock.now(), {reading.at for reading in before.readings}
    while now in taken:
        now = math.nextafter(now, math.inf)
    return now


def _kept(before: Known, peer: str, name: str) -> Reading | None:
    """The reading of a session that was read already, if any.

    Raises:
        InputError: It was, and is part of the checkpoint: there is nothing to show of it.
    """
    kept = next((one for one in before.readings if one.id == name), None)
    is_folded = before.checkpoint is not None and name in before.checkpoint.folded
    if kept is None and is_folded:
        raise InputError(
            f"the session {name!r} with {peer!r} was read long ago, and what it moved is part of "
            "the vector; it does not count twice. Another session needs another name"
        )
    return kept


async def _keep(
    context: Context,
    peer: str,
    name: str,
    signals: Signals,
    reader: str,
    turns: int,
    before: Known,
    inputs: Sequence[str] = (),
) -> Observed:
    """Write the reading, unless somebody was quicker: then theirs is the one that counts."""
    now = _moment(context, before)
    signals = within_bounds(signals)
    named = named_within(inputs)
    if len(named) < len(set(inputs)):
        # what was said in a turn that it does not name would stay when that is forgotten
        signals = without_words(signals)
    reading = Reading(
        peer,
        name,
        now,
        signals.scores,
        signals.corrections,
        signals.resilience_type,
        signals.confidence,
        reader,
        turns,
        named,
    )
    await context.records.commit(
        # the peer exists from now on, and what belongs to it hangs on this
        Ensure(checkpoint_ref(context, peer), Checkpoint(peer, at=now)),
        Ensure(reading_ref(context, peer, name), reading),
    )
    after = await known(context, peer, held=True)
    kept = next((one for one in after.readings if one.id == name), reading)
    return _observed(context, after, kept)


def _observed(context: Context, found: Known, kept: Reading) -> Observed:
    """What a reading moved among all that are known."""
    config = context.config.rapport
    others = [one for one in found.readings if one.id != kept.id]
    return Observed(
        kept,
        derive(found.checkpoint, others, config),
        derive(found.checkpoint, [*others, kept], config),
    )
