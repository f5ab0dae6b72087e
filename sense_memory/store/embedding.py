"""Vectors of texts: made after a memory was written, or all at once; and asked of a query.

Whose they are says the view that is given with every call: that of memories, that of what was
observed and summarised, or that of the graph. A vector is a cache. Nobody's write fails for want of
one, and what has none is found by its words. When an encoder fails the store says so, in its status
and in the log, and goes on.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..core.change import Put
from ..core.embedding_report import EmbeddingStatus, EmbedReport
from ..core.errors import (
    EncoderError,
    InputError,
    LimitError,
    QuorumError,
    StorageError,
    TooLargeError,
)
from ..core.ports import Encoder, TextKind
from ..core.records.embedding import Embedding, Vector, embedded, embedding_name
from ..core.ref import Ref
from ..mind.embedded_text import text_sha256
from ..mind.views import Views
from ..mind.views.vectors import Cosines, Vectors
from .context import Context

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

log = logging.getLogger("sense_memory.store.embedding")

FAILURES = (EncoderError, QuorumError, StorageError, TooLargeError)
"""What may go wrong with a vector, and is no reason for anything else to fail."""


@dataclass(frozen=True, slots=True)
class Question:
    """What an encoder made of a query.

    Attributes:
        vector: Of length 1; ``None`` where no encoder is used, or it failed.
        warning: Why it failed.
    """

    vector: "NDArray[np.float32] | None" = None
    warning: str | None = None


async def question(context: Context, vectors: Vectors, query: str) -> Question:
    """Ask the encoder, if there is one, about a query; nothing else is encoded."""
    encoder = usable(context)
    if encoder is None:
        return Question()
    answer = await answer_to(context, encoder, query)
    if isinstance(answer, str):
        return _by_words_alone(vectors, answer)
    vector = answer
    await know(context, vectors, encoder)
    if not vectors.fits(context.scope, encoder.id, len(vector)):
        return _by_words_alone(
            vectors,
            f"the encoder {encoder.id} made {len(vector)} numbers of the query, and has made "
            f"another number of them before; {vectors.made_by}(force=True) makes all vectors anew",
        )
    vectors.failure = None
    return Question(vector)


def asking_once(context: Context) -> Context:
    """The same world, in which the encoder is asked once about each query, however many rooms ask.

    For as long as one call asks several rooms, one after the other.
    """
    return replace(context, answers={})


async def answer_to(context: Context, encoder: Encoder, query: str) -> "NDArray[np.float32] | str":
    """What the encoder made of a query, or why it made nothing."""
    answers = context.answers
    if answers is not None and query in answers:
        return answers[query]
    limit = context.config.embedding.query_timeout
    answer: NDArray[np.float32] | str
    try:
        async with asyncio.timeout(limit):
            (answer,) = await encoded(encoder, [query], TextKind.QUERY)
    except TimeoutError:
        answer = too_slow(encoder, limit)
    except EncoderError as error:
        answer = str(error)
    if answers is not None:
        answers[query] = answer
    return answer


def cosines(context: Context, vectors: Vectors, asked: Question) -> Cosines | None:
    """How near each text is to a query; ``None`` where no encoder could be asked.

    They hold until something is awaited.
    """
    encoder = usable(context)
    if encoder is None or asked.vector is None:
        return None
    return vectors.cosines(context.scope, encoder.id, asked.vector)


def _by_words_alone(vectors: Vectors, failure: str) -> Question:
    vectors.failure = failure
    log.warning("a search goes by words alone: %s", failure)
    return Question(warning=failure)


def too_slow(encoder: Encoder, limit: float) -> str:
    """That an encoder took too long, for people."""
    return f"the encoder {encoder.id} took longer than {limit:g} seconds"


def usable(context: Context) -> Encoder | None:
    """The encoder, unless the store's limits leave it out."""
    is_allowed = context.limits is None or context.limits.embeddings
    return context.encoder if is_allowed else None


async def know(
    context: Context,
    vectors: Vectors,
    encoder: Encoder,
    held: Callable[[], Iterable[tuple[Ref[Any], object]]] | None = None,
) -> None:
    """Read the vectors of the scope by an encoder, once, and bring them up to date.

    Args:
        context: The world.
        vectors: Whose.
        encoder: By which.
        held: All records of the scope that may have one, where another view has them; else they
            are read.
    """
    scope = context.scope
    await context.records.follow()
    if vectors.has(scope, encoder.id):
        return
    filling = vectors.begin(scope, encoder.id)
    try:
        texts: dict[Ref[Any], str] = {}
        for ref, record in held() if held is not None else ():
            if (text := vectors.text_of(record)) is not None:
                texts[ref] = text_sha256(text)
        for kind in vectors.kinds if held is None else ():
            async for one in context.records.select(kind, scope=scope):
                if (text := vectors.text_of(one.record)) is not None:
                    texts[one.ref] = text_sha256(text)
        found: dict[Ref[Any], Vector] = {}
        async for entry in context.records.select(Embedding, scope=scope):
            owner, name = embedded(entry.ref.name)
            if owner in vectors.kinds and (vector := entry.record.of(encoder.id)) is not None:
                found[Ref(owner, name, scope)] = vector
        vectors.fill(filling, texts, found)
    finally:
        vectors.abandon(filling)


async def embed(context: Context, vectors: Vectors, *, force: bool = False) -> EmbedReport:
    """Make the vectors that are missing or outdated, or all; what was made stays if it fails."""
    encoder = usable(context)
    if encoder is None and context.encoder is not None:
        raise LimitError(
            "embeddings", False, "the limits of this store leave out vectors; search goes by words"
        )
    if encoder is None:
        raise InputError("vectors need an encoder: give the store one, MemoryStore(…, encoder=…)")
    await know(context, vectors, encoder)
    scope = context.scope
    known = vectors.memories(scope)
    wanted = known if force else vectors.lacking(scope, encoder.id)
    report = EmbedReport(encoder.id, kept=len(known) - len(wanted))
    for batch in _batches(context, wanted):
        try:
            made, failure = await _make(context, vectors, encoder, batch)
        except FAILURES as error:
            # whatever is wrong now is wrong with the rest, too
            rest = len(wanted) - report.made - report.failed
            report = replace(report, failed=report.failed + rest, failure=str(error))
            break
        report = replace(
            report,
            made=report.made + made,
            failed=report.failed + len(batch) - made,
            failure=failure or report.failure,
        )
    vectors.failure = report.failure
    return report


async def embed_written(context: Context, vectors: Vectors, refs: Sequence[Ref[Any]]) -> None:
    """Make the vectors of records that were just written; they are safe, whatever comes of it."""
    encoder, limit = usable(context), context.config.embedding.remember_timeout
    if encoder is None or not limit:
        return
    failure: str | None = None
    try:
        async with asyncio.timeout(limit):
            for batch in _batches(context, refs):
                lacking = await _lacking(context, vectors, encoder, batch)
                _, failure = await _make(context, vectors, encoder, lacking)
    except TimeoutError:
        failure = too_slow(encoder, limit)
    except FAILURES as error:
        failure = str(error)
    vectors.failure = failure
    if failure is not None:
        log.warning(
            "what was remembered is safe, and has no vector yet (%s makes it): %s",
            vectors.made_by,
            failure,
        )


def _batches(context: Context, refs: Sequence[Ref[Any]]) -> list[Sequence[Ref[Any]]]:
    size = context.config.embedding.batch
    return [refs[first : first + size] for first in range(0, len(refs), size)]


async def _lacking(
    context: Context, vectors: Vectors, encoder: Encoder, refs: Sequence[Ref[Any]]
) -> list[Ref[Any]]:
    """Those of some records that have no vector of their text: the same text has the same one."""
    names = [context.ref(Embedding, embedding_name(ref.kind, ref.name)) for ref in refs]
    embeddings = await context.records.get_many(names)
    texts = await _texts(context, vectors, refs)
    made = dict(zip(refs, embeddings, strict=True))
    return [ref for ref, text in texts.items() if not _is_current(text, made[ref], encoder)]


def _is_current(text: str, embedding: Embedding | None, encoder: Encoder) -> bool:
    vector = embedding.of(encoder.id) if embedding is not None else None
    return vector is not None and vector.text_sha256 == text_sha256(text)


async def _texts(
    context: Context, vectors: Vectors, refs: Sequence[Ref[Any]]
) -> dict[Ref[Any], str]:
    """What some records say now; those that say nothing are left out."""
    found = zip(refs, await context.records.get_many(refs), strict=True)
    texts = ((ref, vectors.text_of(record)) for ref, record in found if record is not None)
    return {ref: text for ref, text in texts if text is not None}


async def _make(
    context: Context, vectors: Vectors, encoder: Encoder, refs: Sequence[Ref[Any]]
) -> tuple[int, str | None]:
    """Make and keep the vectors of some records.

    Returns:
        How many have one now, and what the encoder said of those that it refused.
    """
    return await _make_of(context, encoder, await _texts(context, vectors, refs))


async def _make_of(
    context: Context, encoder: Encoder, texts: Mapping[Ref[Any], str]
) -> tuple[int, str | None]:
    if not texts:
        return 0, None
    try:
        rows = await encoded(encoder, list(texts.values()), TextKind.DOCUMENT)
    except EncoderError as error:
        if not error.is_about_texts:
            raise
        if len(texts) == 1:
            return 0, str(error)
        # one text that it does not take must not keep the others from being found
        pairs, half = list(texts.items()), len(texts) // 2
        some, first = await _make_of(context, encoder, dict(pairs[:half]))
        more, second = await _make_of(context, encoder, dict(pairs[half:]))
        return some + more, second or first
    now = float(int(context.clock.now()))
    edits = []
    for (ref, text), row in zip(texts.items(), rows, strict=True):
        name = embedding_name(ref.kind, ref.name)
        vector = Vector(encoder.id, text_sha256(text), row.tobytes(), now)
        edits.append(Put(context.ref(Embedding, name), Embedding(name, (vector,))))
    await context.records.commit(*edits)
    return len(edits), None


async def encoded(encoder: Encoder, texts: Sequence[str], kind: TextKind) -> "NDArray[np.float32]":
    """The vectors as they are kept; an encoder may be anybody's.

    Raises:
        EncoderError: It failed, in whatever way.
    """
    import numpy as np

    try:
        found = np.asarray(await encoder.encode(texts, kind), "<f4")
    except (ArithmeticError, LookupError, OSError, RuntimeError, TypeError, ValueError) as error:
        # what it says may hold the texts
        raise EncoderError(f"{encoder.id} failed with {type(error).__name__}") from None
    if found.ndim != 2 or len(found) != len(texts) or not found.shape[1]:
        raise EncoderError(f"{encoder.id} made an array of {found.shape} of {len(texts)} texts")
    if not np.isfinite(found).all() or not found.any(axis=1).all():
        raise EncoderError(f"{encoder.id} made a vector without a direction (zero, NaN, infinite)")
    return found


def status(views: Views, scope: str, encoder: Encoder) -> EmbeddingStatus:
    """What is known of the vectors of a scope without reading any."""
    memories, lacking = _counts(views.vectors, scope, encoder)
    pieces, pieces_lacking = _counts(views.piece_vectors, scope, encoder)
    graph, graph_lacking = _counts(views.graph_vectors, scope, encoder)
    all_of_them = (views.vectors, views.piece_vectors, views.graph_vectors)
    return EmbeddingStatus(
        encoder.id,
        memories,
        lacking,
        sum(vectors.bytes for vectors in all_of_them),
        next((vectors.failure for vectors in all_of_them if vectors.failure), None),
        pieces,
        pieces_lacking,
        graph,
        graph_lacking,
    )


def _counts(vectors: Vectors, scope: str, encoder: Encoder) -> tuple[int, int] | tuple[None, None]:
    if not vectors.has(scope, encoder.id):
        return None, None
    return vectors.counts(scope, encoder.id)
