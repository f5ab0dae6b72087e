"""What a page that may write asks to be done with an observation."""

from operator import attrgetter

from ...core.found import Room
from ...store import context_of
from ...store.pyramid import known, observing
from ..asking import Body, Done
from ..forgetting import forget_as_seen
from ..mind import Mind


async def edit(mind: Mind, asked: Body) -> Done:
    """Correct an observation, as long as it says what the page showed."""
    context = await context_of(mind.store)
    name, text, seen = asked.text("observation"), asked.text("text"), asked.text("seen")
    await observing.edit(context, name, text, seen)
    return Done()


async def assign(mind: Mind, asked: Body) -> Done:
    """File an observation under a topic, which is made if it is not there; without, under none.

    As long as it is filed where the page showed it.
    """
    name, topic = asked.text("observation"), asked.text("topic") or None
    await mind.store.pyramid.assign(name, topic, expected=asked.text("seen"))
    return Done()


async def forget(mind: Mind, asked: Body) -> Done:
    """Forget an observation, as long as it says what the page showed; it is held here."""
    context, seen = await context_of(mind.store), asked.text("seen")
    ref = known.observation_ref(context, asked.text("observation"))
    return await forget_as_seen(mind, [ref], Room.OBSERVATION, seen, attrgetter("text"))
