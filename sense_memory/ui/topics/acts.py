"""What a page that may write asks to be done with an observation."""

from functools import partial

from ...core.about import AboutLine, ForgottenLine
from ...core.change import Forget
from ...core.errors import UnknownMemoryError
from ...core.expected import check_expected
from ...core.found import Room
from ...core.records.pyramid import Observation
from ...core.records.reference import reference_to
from ...store import context_of
from ...store.forget import let_names_go
from ...store.pyramid import known, observing
from ..asking import Body, Done
from ..mind import Mind

LONGEST = 120
"""Characters of an observation that the list of what was forgotten shows."""


async def edit(mind: Mind, asked: Body) -> Done:
    """Correct an observation, as long as it says what the page showed."""
    context = await context_of(mind.store)
    name, text, seen = asked.text("observation"), asked.text("text"), asked.text("seen")
    await observing.edit(context, name, text, seen)
    return Done()


async def assign(mind: Mind, asked: Body) -> Done:
    """File an observation under a topic, which is made if it is not there; without, under none."""
    await mind.store.pyramid.assign(asked.text("observation"), asked.text("topic") or None)
    return Done()


async def forget(mind: Mind, asked: Body) -> Done:
    """Forget an observation, as long as it says what the page showed; it is held here."""
    context, seen = await context_of(mind.store), asked.text("seen")
    ref = known.observation_ref(context, asked.text("observation"))
    record = await context.records.get(ref)
    (done,) = (await context.records.commit(Forget(ref, only_if=partial(_says, seen)))).event_ids
    if not done:
        raise UnknownMemoryError("it was forgotten meanwhile")
    line = AboutLine(reference_to(ref), Room.OBSERVATION, seen[:LONGEST], None, "")
    mind.forgotten.keep(ForgottenLine(line, done, record))
    await let_names_go(context)
    return Done(done)


def _says(seen: str, observation: Observation) -> bool:
    check_expected(observation.text, seen)
    return True
