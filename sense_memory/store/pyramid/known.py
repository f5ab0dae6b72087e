"""What this store knows of its pyramid, and where its records stand."""

from ...core.errors import UnknownMemoryError
from ...core.records.pyramid import Observation, Summary, Topic, is_id
from ...core.ref import Ref
from ...mind.views.pyramids import KnownPyramid
from ..context import Context
from ..filled import filled


async def known(context: Context, *, held: bool = False) -> KnownPyramid:
    """All that is known of the scope, brought up to date.

    Args:
        context: The world.
        held: Only what this store holds, without waiting for what relays may hold: for what writes.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    return await filled(context.records, context.views.pyramids, context.scope, held=held)


def observation_ref(context: Context, name: str) -> Ref[Observation]:
    """Where an observation stands.

    Raises:
        UnknownMemoryError: None can be called so.
    """
    if not isinstance(name, str) or not is_id(name):
        raise UnknownMemoryError(f"an observation is called by its id, got {str(name)[:64]!r}")
    return context.ref(Observation, name)


def summary_ref(context: Context, name: str) -> Ref[Summary]:
    """Where a summary stands."""
    return context.ref(Summary, name)


def topic_ref(context: Context, slug: str) -> Ref[Topic]:
    """Where a topic stands."""
    return context.ref(Topic, slug)
