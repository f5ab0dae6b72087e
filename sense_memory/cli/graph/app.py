"""The command group ``graph``, to which each file of this package adds its own."""

from typing import Annotated

import typer

from ...core.records.graph import GraphState, NodeType, TTLPolicy

commands = typer.Typer(
    help="Who and what there is, how they relate and since when, and what is noted of them.\n\n"
    "Example: sense-memory graph relate person:ada works-at entity:acme",
    no_args_is_help=True,
    rich_markup_mode=None,
)

EDGE_FORMS = "its id or the first 6 or more digits of it, or A B, or A RELATION B"

NodeArgument = Annotated[
    str,
    typer.Argument(
        metavar="NODE",
        help="TYPE:NAME, such as person:ada, or a name that only one node has.",
        show_default=False,
    ),
]
EdgeArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="EDGE",
        help=f"{EDGE_FORMS[0].upper()}{EDGE_FORMS[1:]}, which are the nodes.",
        show_default=False,
    ),
]
TargetArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="NODE|EDGE", help=f"A node; or an edge: {EDGE_FORMS}.", show_default=False
    ),
]
CalledOption = Annotated[
    str | None,
    typer.Option("--called", metavar="RELATION", help="What it is called.", show_default=False),
]
DescriptionOption = Annotated[
    str | None,
    typer.Option(help="The same in a sentence; - is standard input.", show_default=False),
]
AttitudeOption = Annotated[
    str | None,
    typer.Option(metavar="SCORE", help="1 to 5, or the word for it: friendly.", show_default=False),
]
ProximityOption = Annotated[
    str | None,
    typer.Option(
        metavar="SCORE", help="1 to 5, or the word for it: known-well.", show_default=False
    ),
]
ConfidenceOption = Annotated[
    float | None, typer.Option(help="0 to 1: how sure it is.", show_default=False)
]
SinceOption = Annotated[
    str | None,
    typer.Option(
        metavar="DATE",
        help="Since when it is so: 2025-03-01, 2025-03-01T12:30.",
        show_default=False,
    ),
]
ByOption = Annotated[
    str | None, typer.Option("--by", help="Who says so, if not you.", show_default=False)
]
TTLOption = Annotated[
    str | None,
    typer.Option(
        "--ttl",
        metavar="POLICY",
        help=f"What makes it fade: {', '.join(TTLPolicy)}.",
        show_default=False,
    ),
]
AttitudeFilter = Annotated[
    str | None,
    typer.Option(
        "--attitude",
        metavar="SCORE",
        help="Only this one: 4, a word for it, or 4-5.",
        show_default=False,
    ),
]
ProximityFilter = Annotated[
    str | None,
    typer.Option("--proximity", metavar="SCORE", help="Likewise.", show_default=False),
]
StateFilter = Annotated[
    str | None,
    typer.Option(
        "--state", help=f"Only in this state: {', '.join(GraphState)}.", show_default=False
    ),
]
NODE_TYPES = ", ".join(NodeType)
AtOption = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="DATE",
        help="Over the edges that counted then; else the current ones.",
        show_default=False,
    ),
]
LimitOption = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--limit",
        min=1,
        help="How many at most; left out: 50, with --json all.",
        show_default=False,
    ),
]
SyncOption = Annotated[bool, typer.Option("--sync", help="Read the relays first.")]
