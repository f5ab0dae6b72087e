"""Generated facts: those that replace one another do, those that hold together stay."""

import random

from tests.evals.contradictions import facts, run


async def test_of_generated_facts_the_newer_replaces_the_older_and_nothing_else_is_retired() -> (
    None
):
    additive, updates = facts("at hand", seed=7, count=74)
    outcome = await run(additive, updates, random.Random(7))
    assert outcome.retired == ()
    assert outcome.is_good, outcome.missed
    assert len({update.relation for update in updates}) >= 25
