"""persona tree: what is known by domain and facet, and how fresh it is."""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.records.persona import (
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
)
from ..examples import examples
from ..freshness import refreshed
from ..output import data_json, data_table, printable, say
from ..session import Session, run, session_of
from .app import commands
from .state import state_of

if TYPE_CHECKING:
    from rich.text import Text

    from ...core.records.persona import PersonaMemory

SHOWN = (STATE_ACTIVE, STATE_FADING)
"""States of what is shown by itself."""
BAR = 10
"""Cells of the bar of a memory at full relevance."""
SIGNS = ("█", "░", "├─ ", "└─ ", "│  ")
ASCII_SIGNS = ("#", ".", "|- ", "`- ", "|  ")
LONGEST_KEY = 40
"""Cells of a key, of which the rest is left out."""
STYLES = {
    STATE_ACTIVE: "green",
    STATE_FADING: "yellow",
    STATE_FORGOTTEN: "red",
    STATE_DISSOLVED: "bright_black",
}


@commands.command(
    epilog=examples(
        "sense-memory persona tree",
        "sense-memory persona tree --domain people --all",
        "sense-memory --json persona tree --all | jq -r 'select(.state == \"forgotten\") | .key'",
    )
)
def tree(
    context: typer.Context,
    domain: Annotated[
        str | None, typer.Option("-d", "--domain", help="Only this domain.", show_default=False)
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="What is forgotten or dissolved, too.")
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what is known as a tree, with its relevance.

    Looking at a memory counts as no use of it.
    """
    run(_tree(session_of(context), domain, everything, sync))


async def _tree(session: Session, domain: str | None, everything: bool, sync: bool) -> None:
    from ...core.clock import system_now

    async with session.opened() as store:
        if sync:
            await refreshed(store)
        found = await store.persona_recall(domain)
    now = system_now()
    shown = [each for each in found if everything or each.state in SHOWN]
    shown.sort(key=lambda each: (each.domain, each.facet, -each.current_relevance(now), each.key))
    if session.as_json:
        for memory in shown:
            data_json(
                {
                    "domain": memory.domain,
                    "facet": memory.facet,
                    "key": memory.key,
                    "value": memory.value,
                    "relevance": round(memory.current_relevance(now), 6),
                    "state": memory.state,
                    "superseded_by": memory.superseded_by,
                    "pinned": memory.pinned,
                }
            )
    elif sys.stdout.isatty():
        _draw(shown, now)
    else:
        data_table(
            ["memory", "relevance", "state", "value"],
            [
                (
                    memory.name,
                    f"{memory.current_relevance(now):.2f}",
                    state_of(memory),
                    memory.value,
                )
                for memory in shown
            ],
        )
    if not found:
        say("nothing is known here")
    elif hidden := len(found) - len(shown):
        say(f"{hidden} more forgotten or dissolved: --all shows them")


def _draw(memories: Sequence["PersonaMemory"], now: float) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    is_unicode = console.encoding.startswith("utf")
    for line in _lines(memories, now, console.width, is_unicode):
        console.print(line, no_wrap=True, overflow="ellipsis" if is_unicode else "crop")


def _lines(
    memories: Sequence["PersonaMemory"], now: float, width: int, is_unicode: bool
) -> Iterator["Text"]:
    from rich.cells import cell_len
    from rich.text import Text

    full, empty, fork, last, through = SIGNS if is_unicode else ASCII_SIGNS
    wide = width >= 80
    bar = BAR if wide else BAR // 2
    longest = max((cell_len(_one_line(each.key)) for each in memories), default=0)
    keys = min(longest, max(12, min(width // 3, LONGEST_KEY)))
    states = max((len(state_of(each)) for each in memories), default=0)
    for domain, of_domain in groupby(memories, key=lambda each: each.domain):
        yield Text(_one_line(domain), style="bold")
        facets = [(facet, list(some)) for facet, some in groupby(of_domain, lambda m: m.facet)]
        for facet, some in facets:
            is_last = facet == facets[-1][0]
            branch = last if is_last else fork
            yield Text.assemble((branch, "bright_black"), _one_line(facet), f"  {len(some)}")
            trunk = "   " if is_last else through
            for memory in some:
                score = memory.current_relevance(now)
                filled = min(bar, max(round(score * bar), score > 0))
                style = STYLES[memory.state]
                said = state_of(memory)
                yield Text.assemble(
                    (trunk + (last if memory is some[-1] else fork), "bright_black"),
                    _fitted(_one_line(memory.key), keys),
                    "  ",
                    (full * filled, style),
                    (empty * (bar - filled), "bright_black"),
                    f" {score:4.2f}  ",
                    (said.ljust(states), style),
                    "  ",
                    _one_line(memory.value) if wide else "",
                )


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def _fitted(text: str, cells: int) -> str:
    """The text in exactly so many cells."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= cells:
        return set_cell_size(text, cells)
    return set_cell_size(set_cell_size(text, cells - 1) + "…", cells)
