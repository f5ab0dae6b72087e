"""What the sessions with a peer add up to."""

from ...core.errors import InputError
from ...core.rapport import Drift, Observed
from ...core.records.rapport import Layer, RapportVector, Reading
from ...mind.rapport import drift as drift_rules
from ...mind.rapport.context import Told, block
from ...mind.rapport.vector import derive, step
from ..context import Context
from . import layers
from .peers import Known, known


async def vector(context: Context, peer: str) -> RapportVector:
    """Where the seven dimensions stand; neutral for a stranger."""
    found = await known(context, peer)
    return derive(found.checkpoint, found.readings, context.config.rapport)


async def readings(context: Context, peer: str) -> list[Reading]:
    """The readings that are kept, oldest first."""
    return list((await known(context, peer)).readings)


async def course(context: Context, peer: str) -> list[Observed]:
    """What each reading moved, the oldest first, as far as it can be told."""
    found, moved = await known(context, peer), list[Observed]()
    vector = derive(found.checkpoint, (), context.config.rapport)
    folded = found.checkpoint.folded if found.checkpoint is not None else frozenset[str]()
    for reading in found.readings:
        if reading.id not in folded:
            before, vector = vector, step(vector, reading, context.config.rapport)
            moved.append(Observed(reading, before, vector))
    return moved


async def drift(context: Context, peer: str) -> list[Drift]:
    """What is far from where it used to be."""
    found = await known(context, peer)
    config = context.config.rapport
    now = derive(found.checkpoint, found.readings, config)
    return drift_rules.drifts(now, found.readings, config)


async def stuck(context: Context, peer: str) -> list[str]:
    """What does not move."""
    return drift_rules.stuck((await known(context, peer)).readings, context.config.rapport)


async def context(context: Context, peer: str, budget: int | None) -> str:
    """What an agent should know before it talks with the peer."""
    config = context.config.rapport
    most = config.context_tokens if budget is None else budget
    if isinstance(most, bool) or not isinstance(most, int):
        raise InputError(f"a budget is a whole number of tokens, got {most!r}")
    return block(await _told(context, peer, await known(context, peer)), config, most)


async def told(context: Context, peer: str) -> Told | None:
    """All that can be told of the peer; ``None`` if nobody met them here."""
    found = await known(context, peer)
    return None if found.is_stranger else await _told(context, peer, found)


async def _told(context: Context, peer: str, found: Known) -> Told:
    config = context.config.rapport
    now = derive(found.checkpoint, found.readings, config)
    return Told(
        peer,
        now,
        {one.name: _shown(one) for one in await layers.read(context, peer)},
        found.readings,
        drift_rules.in_words(drift_rules.drifts(now, found.readings, config)),
    )


def _shown(layer: Layer) -> str | None:
    """What a layer says; ``None`` if it waits to be made anew."""
    return None if layer.text is None and layer.edit is None else layer.shown
