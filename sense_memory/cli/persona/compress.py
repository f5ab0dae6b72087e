"""persona compress: what is known, for a prompt."""

from typing import TYPE_CHECKING, Annotated

import typer

from ..examples import examples
from ..freshness import refreshed
from ..output import counted, data, data_json, say
from ..session import Session, run, session_of
from .app import commands

if TYPE_CHECKING:
    from ...core.compression import Compression


@commands.command(
    epilog=examples(
        "sense-memory persona compress",
        "sense-memory persona compress --domain people --budget 200",
        "sense-memory --json persona compress | jq -r '.left_out[]'",
    )
)
def compress(
    context: typer.Context,
    domain: Annotated[
        str | None, typer.Option("-d", "--domain", help="Only this domain.", show_default=False)
    ] = None,
    budget: Annotated[
        int, typer.Option("-b", "--budget", help="How many tokens it may cost at most.")
    ] = 500,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what is known for a prompt, in few tokens.

    The most relevant comes first. Only active memories are in it, and printing them counts as no
    use of any.
    """
    run(_compress(session_of(context), domain, budget, sync))


async def _compress(session: Session, domain: str | None, budget: int, sync: bool) -> None:
    async with session.opened() as store:
        if sync:
            await refreshed(store)
        made = await store.persona_compression(domain, budget)
    if session.as_json:
        data_json(
            {
                "text": made.text,
                "tokens": made.tokens,
                "budget": made.budget,
                "included": [
                    {
                        "domain": each.domain,
                        "facet": each.facet,
                        "key": each.key,
                        "subject": each.subject,
                        "text": each.text,
                        "relevance": round(each.relevance, 6),
                    }
                    for each in made.included
                ],
                "left_out": list(made.left_out),
                "replaced": list(made.replaced),
            }
        )
        return
    if made.text:
        data(made.text)
    say(_summary(made))


def _summary(made: "Compression") -> str:
    """What it cost, and what is not in it."""
    if not (made.included or made.left_out):
        return "nothing is active here"
    said = f"{counted(len(made.included))} in {made.tokens} of {made.budget} tokens"
    if made.left_out:
        said += f"; the budget left out {len(made.left_out)}"
    if made.replaced:
        said += f"; {len(made.replaced)} replaced by newer ones"
    return said
