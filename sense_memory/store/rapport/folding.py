"""Old readings are folded into the checkpoint, and go once everybody has seen that.

A checkpoint says what readings add up to, not what they were. So none is deleted before every
device that may still write builds on a checkpoint that contains it; two that folded apart keep
both their checkpoints, and the readings that the other one lacks, until they have met.
"""

from collections.abc import Sequence
from dataclasses import replace

from ...core.change import Amend, Edit, Forget
from ...core.freshness import Freshness
from ...core.records.rapport import Checkpoint, Reading
from ...mind.rapport.vector import folded
from ..context import Context
from .peers import checkpoint_ref, known, reading_ref

LATE = 1_800.0
"""Seconds: by 900 clocks may differ, and after 900 a new device says that it is there."""
TOGETHER = 40
"""Readings deleted in one commit, and by one request."""


class _MeanwhileError(Exception):
    """Somebody else wrote a checkpoint that counts more."""


async def fold(context: Context, peer: str) -> int:
    """Fold what is older than the readings that are kept; how many readings are gone.

    Nothing is asked of relays but the time. What cannot go yet goes at a later call.
    """
    try:
        gone = await _delete(context, peer)
        await _fold(context, peer)
    except _MeanwhileError:
        return 0  # what is to be folded is to be looked at anew, next time
    return gone


async def _fold(context: Context, peer: str) -> None:
    """Write a checkpoint that contains the old readings."""
    there = await known(context, peer, held=True)
    best, config = there.checkpoint, context.config.rapport
    if best is None:
        return  # nobody has met the peer, or it was forgotten meanwhile
    around = [one for one in there.readings if one.id in best.folded]
    unfolded = [one for one in there.readings if one.id not in best.folded]
    old = unfolded[: -config.kept_readings]
    new = folded(best, [*around, *old], config, context.clock.now())
    if new is not best:
        await context.records.commit(_replacing(context, peer, best, new))


async def _delete(context: Context, peer: str) -> int:
    """Let the readings go that are in the checkpoint, if everybody knows that one."""
    there = await known(context, peer, held=True)
    best = there.checkpoint
    if best is None:
        return 0
    gone = [one for one in there.readings if one.id in best.folded][:TOGETHER]
    if not gone or not await _is_known_to_all(context, peer, best):
        return 0
    # of checkpoints that were written apart the one counts that readings were deleted for
    new = replace(best, deleted=best.deleted + len(gone), others=())
    forgettings = [_letting_go(context, one) for one in gone]
    done = await context.records.commit(_replacing(context, peer, best, new), *forgettings)
    return sum(map(bool, done.event_ids[1:]))


def _replacing(context: Context, peer: str, best: Checkpoint, new: Checkpoint) -> Edit:
    """A checkpoint in the place of the one that it was made of.

    Who folds says nothing new of a peer: where somebody forgets it meanwhile, it is forgotten.
    """

    def alter(standing: Checkpoint) -> Checkpoint:
        if standing.rank != best.rank:
            raise _MeanwhileError
        return replace(new, created_at=standing.created_at)

    return Amend(checkpoint_ref(context, peer), alter, missing=_MeanwhileError())


def _letting_go(context: Context, one: Reading) -> Edit:
    return Forget(reading_ref(context, one.peer, one.id), "fold", lambda standing: standing == one)


async def _is_known_to_all(context: Context, peer: str, best: Checkpoint) -> bool:
    """Whether every device that may still write has read a checkpoint.

    When it was written says nothing of when others could read it. So it is noted when it was on
    every relay, and the others must have read theirs after that, and this device after them.
    """
    records, ref, now = context.records, checkpoint_ref(context, peer), context.clock.now()
    fresh = await records.freshness()
    if fresh.clock_doubt is not None or await records.is_on_its_way(ref):
        return False
    if not fresh.read_at and not fresh.peers:
        return True  # nobody else can know of the peer
    if not _has_read_since(fresh, best.at):
        return False
    name = ref.name
    arrived_at = await records.looked_at(Checkpoint, context.scope, name)
    if arrived_at is None or not best.at <= arrived_at <= now:
        arrived_at = now
        await records.note_look(Checkpoint, context.scope, now, name)
    synced = [other.synced_at for other in fresh.peers]
    return _all_after(synced, arrived_at + LATE) and _has_read_since(fresh, arrived_at + LATE)


def _has_read_since(fresh: Freshness, at: float) -> bool:
    """Whether every relay was read to its end since."""
    return _all_after(list(fresh.read_at.values()), at)


def _all_after(times: Sequence[float | None], at: float) -> bool:
    return all(time is not None and time >= at for time in times)
