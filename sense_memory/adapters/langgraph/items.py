"""Items as key-value memories of a store: written, read, listed and found."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ...core.change import Edit, Forget, Put
from ...core.errors import InvalidKeyError, ReadFailedError, TooLargeError
from ...core.records.flat import FLAT
from ...core.records.kv import Memory
from ...core.ref import Ref
from ...core.search_result import Filters
from ...store import embedding
from ...store.context import Context
from ...store.filled import indexed
from .names import Place, beginning, place_in
from .wording import read

AT_ONCE = 100
"""Memories that are read at once, of those that answer a query."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An item as the store has it.

    Attributes:
        place: Where it is.
        value: What it says; nobody else holds this dict.
        at: When it was last put, seconds since the epoch.
        score: How well it answers a query; ``None`` where none was asked, or it does not.
    """

    place: Place
    value: dict[str, Any]
    at: float
    score: float | None = None

    @property
    def date(self) -> datetime:
        """When it was last put, UTC."""
        return datetime.fromtimestamp(self.at, UTC)


async def get(context: Context, place: Place) -> Kept | None:
    """One item; ``None`` if the store knows that there is none."""
    memory = await context.records.get(context.ref(Memory, place.name))
    return None if memory is None else _kept(place, memory)


async def below(context: Context, prefix: tuple[str, ...]) -> list[Kept]:
    """All items in a namespace and in those within it, what was put last first."""
    found = list[Kept]()
    async for entry in context.records.select(Memory, beginning(prefix), context.scope):
        place = place_in(entry.ref.name)
        if place is not None and place.is_below(prefix):
            found.append(_kept(place, entry.record))
    # what was put together has one time
    return sorted(found, key=lambda one: (-one.at, one.place.namespace, one.place.key))


async def namespaces(context: Context) -> set[tuple[str, ...]]:
    """Every namespace that holds an item."""
    found = set[tuple[str, ...]]()
    async for entry in context.records.select(Memory, beginning(()), context.scope):
        if (place := place_in(entry.ref.name)) is not None:
            found.add(place.namespace)
    return found


async def answering(
    context: Context,
    query: str,
    prefix: tuple[str, ...],
    most: int,
    is_wanted: Callable[[Mapping[str, Any]], bool],
) -> list[Kept]:
    """The items in a namespace, and in those within it, that answer a query, the best first.

    As every search of the store does: by words, dates, and meaning where there is an encoder.
    Nothing of it counts as used.

    Args:
        context: The world.
        query: What is asked.
        prefix: The namespace.
        most: How many are looked for at most.
        is_wanted: Which values count.
    """
    from ...mind.search.question import Question
    from ...mind.search.ranking import rank
    from ...mind.text import query_tokens

    if not query_tokens(query):
        return []
    now = context.clock.now()
    question = Question.of(query, now)
    documents = await indexed(context.records, context.views.search_index, context.scope)
    if not len(documents):
        return []
    asked = await embedding.question(context, context.views.vectors, query)
    ranking = rank(
        documents,
        question,
        Filters(domain=FLAT),
        context.config.search,
        now,
        embedding.cosines(context, context.views.vectors, asked),
    )
    # named before anything is read: slots are others by then
    ranked = list[tuple[Ref[Any], Place, float]]()
    for one in ranking.best():
        place = place_in(one.ref.name) if one.ref.kind is Memory else None
        if place is not None and place.is_below(prefix):
            ranked.append((one.ref, place, one.score))
    found = list[Kept]()
    for first in range(0, len(ranked), AT_ONCE):
        if len(found) >= most:
            break
        page = ranked[first : first + AT_ONCE]
        memories = await context.records.get_many([ref for ref, _, _ in page])
        for (_, place, score), memory in zip(page, memories, strict=True):
            if memory is not None and is_wanted((kept := _kept(place, memory, score)).value):
                found.append(kept)
    return found[:most]


async def write(context: Context, values: Mapping[Place, str | None]) -> None:
    """Put and forget items, all or none.

    Args:
        context: The world.
        values: The text of each; ``None`` forgets it, here and on every relay.

    Raises:
        TooLargeError: The record of one is larger than relays keep; it is named.
        InvalidKeyError: A text is longer than 65,000 characters, or a name than a key can be.
    """
    now = context.clock.now()
    puts, forgets = list[Put[Memory]](), list[Edit]()
    for place, text in values.items():
        ref = context.ref(Memory, place.name)
        if text is not None:
            puts.append(Put(ref, _memory(place, text, now)))
        elif await _may_be_there(context, ref):
            forgets.append(Forget(ref))
    if not puts and not forgets:
        return
    try:
        await context.records.commit(*puts, *forgets)
    except TooLargeError:
        await _name_too_large(context, puts)
        raise
    await embedding.embed_written(context, context.views.vectors, [put.ref for put in puts])


def _memory(place: Place, text: str, now: float) -> Memory:
    try:
        return Memory(place.name, text, now)
    except InvalidKeyError as error:
        raise InvalidKeyError(f"the item {place}: {error}") from None


async def _may_be_there(context: Context, ref: Ref[Memory]) -> bool:
    """Whether there is something to forget; nobody knows where no relay could be read."""
    try:
        return await context.records.get(ref) is not None
    except ReadFailedError:
        return True


async def _name_too_large(context: Context, puts: Sequence[Put[Memory]]) -> None:
    """Say which of some memories is too large, if it is so by itself."""
    for put in puts:
        try:
            await context.records.weigh([put])
        except TooLargeError as error:
            advice = f"it is the item {place_in(put.ref.name)}: split it, or store less of it"
            raise TooLargeError(error.size_bytes, error.limit_bytes, advice) from None


def _kept(place: Place, memory: Memory, score: float | None = None) -> Kept:
    return Kept(place, read(memory.value), memory.created_at, score)
