"""learn: one text or conversation, for every room of the mind."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import delivery
from .examples import examples
from .exits import Code, CommandError
from .language_model import ProviderOption, ReaderOption, asked_llm
from .messages import messages_of
from .output import data, say
from .session import Session, run, session_of
from .values import value_or_stdin

if TYPE_CHECKING:
    from ..core.learned import Learned, Skipped

SHOWN = 60
"""Characters of a sentence that was skipped."""
_ROOMS = (
    ("memories", "memory", "memories"),
    ("observations", "observation", "observations"),
    ("nodes", "node", "nodes"),
    ("edges", "relation", "relations"),
    ("turns", "turn", "turns"),
    ("readings", "session", "sessions"),
)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory learn 'Vergel prefers vanilla JS' --about vergel",
            "sense-memory learn --messages conversation.json --about vergel",
            "pbpaste | sense-memory learn --source 'notes of the meeting'",
        )
    )(learn)


def learn(
    context: typer.Context,
    text: Annotated[
        str | None,
        typer.Argument(help="What is to be known; left out: standard input.", show_default=False),
    ] = None,
    *,
    about: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whom it is about, or who says it.", show_default=False),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Where messages are kept; left out: under --about, or in main.",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        str,
        typer.Option(
            help="Where it comes from, in your own words; or a reference, such as "
            "graph/node/person:ada, with which it is forgotten.",
            show_default=False,
        ),
    ] = "",
    messages: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Learn from messages: a JSON list of {role, content}, or one a line; - is "
            "standard input.",
            show_default=False,
        ),
    ] = None,
    provider: ProviderOption = None,
    model: ReaderOption = None,
) -> None:
    """Let memories, topics, the graph and conversations learn from a text or from messages.

    Without a provider rules read it, on this machine. Learning the same again adds nothing; what is
    forgotten takes along what was learned from it.
    """
    if messages is not None and text is not None:
        raise CommandError(Code.USAGE, "give a text or --messages, not both")
    said: Any = (
        value_or_stdin(text, "what is to be known") if messages is None else messages_of(messages)
    )
    run(_learn(session_of(context), said, (about, conversation, source), provider, model))


async def _learn(
    session: Session,
    said: Any,
    of: tuple[str | None, str | None, str],
    provider: str | None,
    model: str | None,
) -> None:
    about, conversation, source = of
    async with session.opened(may_create=True, llm=asked_llm(provider, model)) as store:
        before = store.status()
        done = await store.learn(said, about=about, conversation=conversation, source=source)
        has_written = bool(done.references or done.superseded)
        delivery_ = await delivery.delivered(store, before, has_written=has_written)
    for failure in done.failures:
        say(failure)
    if not session.as_json:
        for sentence in sentences(done):
            data(sentence)
    delivery.report(session, _counted(done), fields(done), delivery_)


def sentences(done: "Learned") -> list[str]:
    """What was kept where, and what was not and why, a line each."""
    kept = [
        f"kept the {one} {reference}"
        for name, one, _ in _ROOMS
        for reference in getattr(done, name)
    ]
    replaced = [f"out of date since: {reference}" for reference in done.superseded]
    return [*kept, *replaced, *map(_skipped, done.skipped)]


def _skipped(one: "Skipped") -> str:
    line = " ".join(one.text.split())
    shown = line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"
    why = {
        "known": f"it is known already: {one.detail}",
        "injected": "a prompt had told it",
        "empty": "nothing that is worth keeping",
        "secret": "a secret is in it, which is not learned",
    }[one.why.value]
    return f"skipped {shown!r}: {why}"


def _counted(done: "Learned") -> str:
    """How much was kept, in words."""
    counts = ((len(getattr(done, name)), one, many) for name, one, many in _ROOMS)
    found = ", ".join(
        f"{count} {one if count == 1 else many}" for count, one, many in counts if count
    )
    return f"learned {found}" if found else "learned nothing new"


def fields(done: "Learned") -> dict[str, Any]:
    """For programs."""
    return {
        **{name: list(getattr(done, name)) for name, _, _ in _ROOMS},
        "skipped": [
            {"text": one.text, "why": one.why.value, "detail": one.detail} for one in done.skipped
        ],
        "superseded": list(done.superseded),
        "failures": list(done.failures),
    }
