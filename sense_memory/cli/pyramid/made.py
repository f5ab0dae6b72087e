"""What refreshing would do, and what it did."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from .. import delivery
from ..agreeing import estimate
from ..exits import Code
from ..output import data_json, say
from .fields import observations, summaries, topics

if TYPE_CHECKING:
    from ...core.pyramid import Refreshed, RefreshPlan
    from ..session import Session


def planned(plan: "RefreshPlan") -> str:
    """What would be done, in words."""
    written = sum(plan.summaries)
    parts = [
        *([f"{observations(plan.observations)} to be filed"] if plan.observations else []),
        *([f"{summaries(written)} to be written, at most"] if written else []),
        *([f"{topics(plan.topics)} to be told, at most"] if plan.topics else []),
    ]
    if not parts:
        return "all of it is up to date"
    asked = estimate(plan.writer, plan.calls, plan.input_tokens, plan.output_tokens)
    by = asked if plan.calls else f"by {plan.writer}"
    return f"{', '.join(parts)}; {by}"


def plan_fields(plan: "RefreshPlan") -> dict[str, Any]:
    """The same for programs."""
    return asdict(plan)


def made(done: "Refreshed") -> str:
    """What was done, in words."""
    written = sum(done.summaries)
    vectors = "1 vector made" if done.embedded == 1 else f"{done.embedded} vectors made"
    parts = [
        *([f"{observations(done.assigned)} filed"] if done.assigned else []),
        *([f"new topics: {', '.join(done.created)}"] if done.created else []),
        *([f"{summaries(written)} written"] if written else []),
        *([f"{summaries(done.deleted)} deleted"] if done.deleted else []),
        *([vectors] if done.embedded else []),
        *([f"{topics(len(done.told))} told"] if done.told else []),
    ]
    return f"{', '.join(parts)}, by {done.writer}" if parts else "nothing was to be done"


def report(
    session: "Session",
    done: "Refreshed",
    reached: "delivery.Delivery",
    more: Mapping[str, Any] | None = None,
    *,
    is_failed: bool = False,
) -> None:
    """Print what was done, and what could not be; that ends the command with an error.

    Args:
        session: The options before the command.
        done: What was done.
        reached: How far it got.
        more: What else a program is told.
        is_failed: Whether something else could not be done, which was said.
    """
    if session.as_json:
        data_json({**asdict(done), **(more or {}), **reached.to_json()})
    say(f"{made(done)}: {reached.sentence()}")
    for failure in done.failures:
        say(failure)
    if done.failures or is_failed:
        say("what was made stays; the next run tries the rest again")
        raise typer.Exit(Code.ERROR)
    if reached.code is not Code.OK:
        raise typer.Exit(reached.code)
