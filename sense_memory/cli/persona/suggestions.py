"""persona suggestions, accept, dismiss: what could be done about the memories."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.errors import InputError
from .. import delivery
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import found_somewhere, refreshed
from ..output import data_json, data_table, say
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.contradiction import Contradiction
    from ...core.records.introspection import Suggestion
    from ...store import MemoryStore

SuggestionId = Annotated[
    str, typer.Argument(metavar="ID", help="As persona suggestions prints it.", show_default=False)
]
MEANINGS = {
    "contradiction": "the second may supersede the first",
    "connection": "they may belong together",
    "revision": "it may need updating",
    "compression": "it is too large for a prompt",
}


@commands.command(
    epilog=examples(
        "sense-memory persona suggestions",
        "sense-memory --json persona suggestions | jq -r .id",
    )
)
def suggestions(
    context: typer.Context,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what could be done about the memories, and nobody has decided about."""
    run(_suggestions(session_of(context), sync))


async def _suggestions(session: Session, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.persona_suggestions()
    if session.as_json:
        for one in found:
            data_json(_fields(one))
    else:
        data_table(
            ["id", "", "memories", "sure", "why"],
            [
                (
                    one.id,
                    one.kind.value,
                    ", ".join(one.names),
                    "" if one.confidence is None else f"{one.confidence:.2f}",
                    one.reason or MEANINGS[one.kind.value],
                )
                for one in found
            ],
        )
    if not found:
        say("nothing is suggested")


@commands.command(epilog=examples("sense-memory persona accept 3f0c9a51b2d84e67"))
def accept(context: typer.Context, suggestion_id: SuggestionId) -> None:
    """Do what is suggested: link two memories, or let the newer one supersede the older one."""
    _check(suggestion_id)
    run(_decide(session_of(context), lambda store: store.persona_accept(suggestion_id), "accepted"))


@commands.command(epilog=examples("sense-memory persona dismiss 3f0c9a51b2d84e67"))
def dismiss(context: typer.Context, suggestion_id: SuggestionId) -> None:
    """Let something not be suggested again, on any machine."""
    _check(suggestion_id)
    run(
        _decide(
            session_of(context), lambda store: store.persona_dismiss(suggestion_id), "dismissed"
        )
    )


def _check(suggestion_id: str) -> None:
    # what was typed here by mistake may be a secret
    if not re.fullmatch(r"[0-9a-f]{16}", suggestion_id):
        raise CommandError(
            Code.USAGE, "ID is 16 hex digits, as sense-memory persona suggestions prints it"
        )


async def _decide(
    session: Session, work: Callable[["MemoryStore"], Awaitable["Suggestion"]], done: str
) -> None:
    async with session.opened() as store:
        before = store.status()
        suggestion = await found_somewhere(session, store, lambda: work(store), InputError)
        said = await delivery.delivered(store, before)
    names = ", ".join(suggestion.names)
    delivery.report(
        session,
        f"{done}: {suggestion.kind.value} {names}",
        {**_fields(suggestion), "decision": done},
        said,
    )


def _fields(suggestion: "Suggestion") -> dict[str, Any]:
    return {
        "id": suggestion.id,
        "kind": suggestion.kind.value,
        "memories": list(suggestion.names),
        "confidence": suggestion.confidence,
        "reason": suggestion.reason,
    }


# ---------------------------------------------------------------- after remembering


def say_contradictions(found: "Sequence[Contradiction]") -> None:
    """Tell people what was superseded by a write, and what may be."""
    for one in found:
        why = f"{one.reason}, sure to {one.confidence:.2f}"
        if one.is_superseded:
            say(
                f"{one.new} supersedes {one.old} ({why}); "
                f"to take it back: sense-memory persona reconcile {one.old} {one.new}"
            )
        else:
            say(
                f"{one.new} may supersede {one.old} ({why}); to let it: "
                f"sense-memory persona contradict {one.old} {one.new}"
            )


def contradictions_json(found: "Sequence[Contradiction]") -> dict[str, Any]:
    """What was superseded by a write, and what may be, for programs."""
    return {
        name: [
            {
                "old": one.old,
                "new": one.new,
                "confidence": one.confidence,
                "reason": one.reason,
            }
            for one in found
            if one.is_superseded is is_superseded
        ]
        for name, is_superseded in (("superseded", True), ("may_supersede", False))
    }
