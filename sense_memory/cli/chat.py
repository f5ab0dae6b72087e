"""chat: a conversation with somebody, which is read when it ends."""

import asyncio
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.records.rapport import check_peer
from .conversation import Conversation, Lines
from .ended_from_outside import like_ctrl_c
from .examples import examples
from .exits import Code
from .language_model import ProviderOption, chosen_llm
from .output import say
from .past import Past, past
from .rapport.keeping import Keeping
from .session import Session, session_of

if TYPE_CHECKING:
    from ..core.llm import LLM

MANNER = (
    "You are talking with somebody at a terminal. Write plain text, and no longer than the moment "
    "asks for."
)
"""What a model is told in either mode."""


class Mode(StrEnum):
    """What a conversation knows of the past, and leaves to the future."""

    RELATIONAL = "relational"
    """It begins with what is known of the peer, and is read when it ends."""
    FLAT = "flat"
    """It begins with nothing, and nothing is kept of it."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        epilog=examples(
            "sense-memory chat --peer vergel",
            "sense-memory chat --peer vergel --provider local --model llama4",
            "sense-memory chat --peer vergel --conversation standup",
            "sense-memory chat --peer vergel --mode flat",
        )
    )(chat)


def chat(
    context: typer.Context,
    peer: Annotated[str, typer.Option(help="With whom the agent talks.", show_default=False)],
    *,
    mode: Annotated[
        Mode, typer.Option(help="flat: without the past, and nothing is kept.")
    ] = Mode.RELATIONAL,
    provider: ProviderOption = None,
    model: Annotated[
        str | None, typer.Option(help="The model that talks.", show_default=False)
    ] = None,
    extract_model: Annotated[
        str | None,
        typer.Option(help="The model that reads the session; a cheap one.", show_default=False),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(
            help="Under which name it is kept, and goes on; the peer's, if left out.",
            show_default=False,
        ),
    ] = None,
    sync: Annotated[bool, typer.Option("--sync", help="Read the relays first.")] = False,
) -> None:
    """Talk with a model that knows how to be with a peer; bye, quit, exit or Ctrl-D ends it.

    At every turn the model is told what memory has to say to it, as sense-memory prompt prints it,
    and what was said last; each answer is kept in the conversation. When it ends, what the peer
    told is learned, by rules, and the session is read and moves where the seven dimensions stand;
    every fifth one condenses what the sessions were like. What is said goes to the provider, with
    what it is told, and what is kept is encrypted. Without --provider it is the one whose key is in
    the environment.
    """
    session = session_of(context)
    peer = check_peer(peer)
    from ..store.conversation.turns import check_conversation

    name = check_conversation(conversation or peer)
    llm = chosen_llm(provider, model, extract_model)
    lines = Lines.of_stdin(is_for_people=not session.as_json)
    with asyncio.Runner() as runner, like_ctrl_c():
        with _past(session, peer, name, mode, sync) as known:
            say(_who(llm, is_read=mode is Mode.RELATIONAL))
            held = Conversation(llm, MANNER, known, as_json=session.as_json)
            code = held.hold(runner, lines)
            held.leave()
        if mode is Mode.FLAT:
            say("nothing is kept of a flat conversation")
        elif not held.was_answered:
            say("nobody answered, so there is nothing to keep")
        else:
            kept = () if known is None else known.kept
            code = max(code, Keeping(session, peer, held.said, llm, kept).run(runner))
    if code is not Code.OK:
        raise typer.Exit(code)


def _past(
    session: Session, peer: str, conversation: str, mode: Mode, sync: bool
) -> AbstractContextManager[Past | None]:
    """What is known from before; nothing for a flat conversation."""
    if mode is Mode.FLAT:
        return nullcontext()
    return past(session, peer, conversation, sync=sync)


def _who(llm: "LLM", *, is_read: bool) -> str:
    """To whom goes what is said."""
    if not is_read:
        return f"{llm.id} answers"
    if llm.extract_id == llm.id:
        return f"{llm.id} answers, and reads the session when it ends"
    return f"{llm.id} answers, and {llm.extract_id} reads the session when it ends"
