"""prompt: everything the mind has to say to a message, as a model is given it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .examples import examples
from .freshness import looked_everywhere, refreshed
from .output import data, data_json, say
from .session import Session, run, session_of
from .values import value_or_stdin

if TYPE_CHECKING:
    from ..core.prompt import LeftOutItem, Prompt, PromptItem


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory prompt 'What should I cook for Vergel?' --about vergel",
            "sense-memory prompt 'And then?' --about vergel --conversation vergel --explain",
            "sense-memory --json prompt 'Where does Vergel live?' --budget 500 | jq -r .system",
            "pbpaste | sense-memory prompt --about vergel",
        )
    )(prompt)


def prompt(
    context: typer.Context,
    message: Annotated[
        str | None,
        typer.Argument(help="What is asked next; left out: standard input.", show_default=False),
    ] = None,
    *,
    about: Annotated[
        str | None,
        typer.Option(help="With whom, or of whom; what is known of them too.", show_default=False),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(
            help="The conversation that goes on; left out: none is looked into.",
            show_default=False,
        ),
    ] = None,
    budget: Annotated[
        int | None, typer.Option(help="Tokens at most, 50 or more.", show_default="1500")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Why each line is there, and what is not.")
    ] = False,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Print what memory adds to a prompt: a block of quoted data for the system prompt.

    No model is asked. Of a conversation, what is printed counts as used; of anything else it does
    not. The last messages of it are no part of the block: --json shows them.
    """
    asked = value_or_stdin(message, "what is asked")
    run(_prompt(session_of(context), asked, (about, conversation), budget, explain, sync))


async def _prompt(
    session: Session,
    message: str,
    of: tuple[str | None, str | None],
    budget: int | None,
    explain: bool,
    sync: bool,
) -> None:
    about, conversation = of
    async with session.opened() as store:
        if sync:
            await refreshed(store)

        async def ask() -> "Prompt":
            return await store.prompt(
                message, about=about, conversation=conversation, budget=budget
            )

        made = await ask()
        if not made.items and not sync and await looked_everywhere(store):
            made = await ask()
    if made.warning is not None and not explain:
        say(f"searched by words alone: {made.warning}")
    if session.as_json:
        data_json(_fields(made))
    elif explain:
        data(made.explain())
    elif made.system:
        data(made.system)
    if not made.items:
        from ..core.prompt import LeftOut

        has_more = any(one.why is LeftOut.BUDGET for one in made.left_out)
        say(
            f"nothing that has to do with this fits into {made.budget} tokens: give it more"
            if has_more
            else "nothing that is known here has to do with this"
        )


def _fields(made: "Prompt") -> dict[str, Any]:
    return {
        "id": made.id,
        "message": made.message,
        "system": made.system,
        "messages": [{"role": one.role.value, "content": one.text} for one in made.messages],
        "tokens": made.tokens,
        "budget": made.budget,
        "items": [_item(one) for one in made.items],
        "left_out": [_left_out(one) for one in made.left_out],
        "shares": [
            {
                "section": one.section.value,
                "share": one.share,
                "allowed": one.allowed,
                "tokens": one.tokens,
            }
            for one in made.shares
        ],
        "conversation": made.conversation,
        "warning": made.warning,
        "scope": made.scope,
    }


def _item(one: "PromptItem") -> dict[str, Any]:
    return {
        "section": one.section.value,
        "reference": one.reference,
        "text": one.text,
        "line": one.line,
        "origin": one.origin,
        "trust": one.trust.value,
        "score": round(one.score, 6),
        "tokens": one.tokens,
        "why": one.why,
    }


def _left_out(one: "LeftOutItem") -> dict[str, Any]:
    return {
        "section": one.section.value,
        "reference": one.reference,
        "text": one.text,
        "score": round(one.score, 6),
        "why": one.why.value,
        "detail": one.detail,
    }
