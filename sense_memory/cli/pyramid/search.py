"""pyramid search: observations and summaries that answer a question, and an answer."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.errors import LLMError
from ..examples import examples
from ..exits import Code, CommandError
from ..freshness import found_somewhere, refreshed
from ..language_model import ProviderOption, ReaderOption, asked_llm
from ..output import data, data_json, data_table, say
from ..session import Session, run, session_of
from .app import SyncOption, commands
from .fields import days, piece_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...core.llm import LLM
    from ...core.pyramid import Answer, PyramidHit


@commands.command(
    epilog=examples(
        "sense-memory pyramid search 'where does Tom live?'",
        "sense-memory pyramid search 'where does Tom live?' --provider anthropic",
        "sense-memory --json pyramid search tea --raw | jq -r '.hits[].text'",
    )
)
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What is asked.", show_default=False)],
    limit: Annotated[int, typer.Option("--limit", "-n", help="At most so many.")] = 20,
    raw: Annotated[
        bool, typer.Option("--raw", help="What is found, and no answer of a model.")
    ] = False,
    time_weight: Annotated[
        float,
        typer.Option("--time-weight", "-t", help="How much what is recent is preferred, 0 to 1."),
    ] = 0.3,
    topic: Annotated[
        str | None, typer.Option(help="Only in this topic.", show_default=False)
    ] = None,
    provider: ProviderOption = None,
    model: ReaderOption = None,
    sync: SyncOption = False,
) -> None:
    """Find what was observed; with a provider, a model answers, and names its sources by number."""
    llm = None if raw else asked_llm(provider, model)
    run(_search(session_of(context), query, limit, time_weight, topic, llm, sync))


async def _search(
    session: Session,
    query: str,
    limit: int,
    time_weight: float,
    topic: str | None,
    llm: "LLM | None",
    sync: bool,
) -> None:
    async with session.opened(llm=llm) as store:
        if sync:
            await refreshed(store)

        async def find() -> "tuple[Answer | None, Sequence[PyramidHit], str | None]":
            failure = None
            if llm is not None:
                try:
                    said = await store.pyramid.ask(
                        query, limit, time_weight=time_weight, topic=topic
                    )
                except LLMError as error:
                    failure = f"the model could not answer: {error}"
                else:
                    return said, said.hits, None
            found = await store.pyramid.search(query, limit, time_weight=time_weight, topic=topic)
            return None, found, failure

        answer, hits, failure = await found_somewhere(session, store, find)
    if session.as_json:
        data_json(
            {
                "query": query,
                "answer": answer.text if answer is not None else None,
                "writer": answer.writer if answer is not None else None,
                "hits": [_fields(place, hit) for place, hit in enumerate(hits, start=1)],
            }
        )
    else:
        if answer is not None:
            data(answer.text)
            data("")
        columns = ["", "when", "topic", "what"]
        data_table(columns, [_row(place, hit) for place, hit in enumerate(hits, start=1)])
    if failure is not None:
        raise CommandError(Code.ERROR, failure)
    if not hits:
        say("nothing was observed that has to do with this")


def _row(place: int, hit: "PyramidHit") -> tuple[str, ...]:
    one = hit.found
    return f"[{place}]", days(one), one.topic or "", " ".join((one.text or "").split())


def _fields(place: int, hit: "PyramidHit") -> dict[str, Any]:
    return {
        "source": place,
        **piece_fields(hit.found),
        "score": round(hit.score, 6),
        "distance": round(hit.distance, 6),
        "penalty": round(hit.penalty, 6),
    }
