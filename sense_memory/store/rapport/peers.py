"""Who there is, what is known of them, and forgetting them."""

from collections import defaultdict
from dataclasses import dataclass

from ...core.change import Forget
from ...core.errors import ReadFailedError, UnknownMemoryError
from ...core.rapport import PeerStatus
from ...core.records.names import canonical, check_taxonomy
from ...core.records.rapport import (
    Checkpoint,
    Layer,
    Reading,
    checkpoint_name,
    reading_name,
)
from ...core.ref import Ref
from ...mind.rapport.due import is_due
from ...mind.rapport.vector import derive, in_order
from ..context import Context


@dataclass(frozen=True, slots=True)
class Known:
    """What a store knows of one peer's sessions.

    Attributes:
        checkpoint: The best one; ``None`` where none stands: nobody has met the peer, or it was
            forgotten.
        readings: Those that are kept, in the order in which they count: by (at, id).
    """

    checkpoint: Checkpoint | None
    readings: tuple[Reading, ...]

    @property
    def is_stranger(self) -> bool:
        """Whether there is nothing."""
        return self.checkpoint is None and not self.readings


def check_session(session: str) -> str:
    """The name of a session in normal form.

    Raises:
        InvalidKeyError: Not 1–64 characters without slash, backslash, NUL or ``..``.
    """
    check_taxonomy(session, "session")
    return canonical(session)


def checkpoint_ref(context: Context, peer: str) -> Ref[Checkpoint]:
    """Where a peer's checkpoint stands; the peer exists while one does."""
    return context.ref(Checkpoint, checkpoint_name(peer))


def reading_ref(context: Context, peer: str, session: str) -> Ref[Reading]:
    """Where the reading of a session stands."""
    return context.ref(Reading, reading_name(peer, session))


async def known(context: Context, peer: str, *, held: bool = False) -> Known:
    """What the sessions with a peer are derived from.

    Args:
        context: The world.
        peer: With whom, as ``check_peer`` returns it.
        held: Only what this store holds, without waiting for what relays may hold.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    at = checkpoint_ref(context, peer)
    found = context.records.select(Reading, reading_name(peer, ""), context.scope, held=held)
    readings = [entry.record async for entry in found]
    if held:
        (checkpoint,) = await context.records.get_many([at])
    else:
        checkpoint = await context.records.get(at)
    return Known(checkpoint, tuple(in_order(readings)))


async def as_far_as_known(context: Context, peer: str) -> Known:
    """The same; if no relay can be asked, what this store holds.

    For what writes: a session that was had is written down even then, as every write is.
    """
    try:
        return await known(context, peer)
    except ReadFailedError:
        return await known(context, peer, held=True)


async def peers(context: Context, *, held: bool = False) -> list[PeerStatus]:
    """Every peer of the scope, by name; with ``held`` those that this store knows of."""
    scope, config = context.scope, context.config.rapport
    # a peer exists while a checkpoint stands: where those are known, so is what belongs to them
    met = context.records.select(Checkpoint, scope=scope, held=held)
    standing = [one.record async for one in met]
    readings: defaultdict[str, list[Reading]] = defaultdict(list)
    async for one in context.records.select(Reading, scope=scope, held=True):
        readings[one.record.peer].append(one.record)
    layers: defaultdict[str, list[Layer]] = defaultdict(list)
    async for text in context.records.select(Layer, scope=scope, held=True):
        layers[text.record.peer].append(text.record)
    found = []
    for checkpoint in standing:
        peer = checkpoint.peer
        vector = derive(checkpoint, readings[peer], config)
        due = is_due(vector.session_count, layers[peer], config.condense_every)
        found.append(PeerStatus(peer, vector, len(readings[peer]), due))
    return sorted(found, key=lambda one: one.peer)


async def forget_session(context: Context, peer: str, session: str) -> str:
    """Forget one session that is kept; the event id of what stands there instead."""
    session = check_session(session)
    ref = reading_ref(context, peer, session)
    if await context.records.get(ref) is None:
        checkpoint = await context.records.get(checkpoint_ref(context, peer))
        is_folded = checkpoint is not None and session in checkpoint.folded
        raise UnknownMemoryError(
            f"of the session {session!r} with {peer!r} nothing is left but what it moved in the "
            "vector, which goes with the peer; nothing was forgotten"
            if is_folded
            else f"there is no session {session!r} with {peer!r}; nothing was forgotten"
        )
    return (await context.records.commit(Forget(ref))).event_ids[0]


async def forget(context: Context, peer: str) -> str:
    """Forget all of a peer; the event id of what stands in the checkpoint's place."""
    there = await known(context, peer)
    if there.is_stranger:
        raise UnknownMemoryError(f"nobody met {peer!r} here; nothing was forgotten")
    ref = checkpoint_ref(context, peer)
    # what names the checkpoint goes with it, on every device, whenever it arrives there; but what
    # came before its checkpoint did was written on one that nobody here has seen
    early = await context.records.mentions(ref) if there.checkpoint is None else []
    going = dict.fromkeys(one.ref for one in early if one.once_forgotten == "cascade")
    forgettings = [Forget(one) for one in going]
    receipt = await context.records.commit(Forget(ref), *forgettings)
    return receipt.event_ids[0]
