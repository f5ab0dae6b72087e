"""Vectors of the pieces of a conversation: made once something was said, and asked of a message.

As elsewhere a vector is a cache: nobody's write fails for want of one, and what has none is found
by its words.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...core.change import Edit, Put
from ...core.embedding_report import EmbedReport
from ...core.errors import EncoderError, InputError, LimitError
from ...core.ports import Encoder, TextKind
from ...core.records.conversation import Turn, part_id, turn_name
from ...core.records.embedding import Embedding, Vector, embedding_name
from ...mind.views.conversations import KnownConversation, embedded_texts
from .. import embedding
from ..context import Context
from . import known

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

log = logging.getLogger("sense_memory.store.conversation")

_PROBE = 80
"""Characters of what is encoded to see how long vectors are."""
MADE_AT_ONCE = 256
"""Pieces that no record has room for, which are encoded anew when a conversation is opened: the
newest. Others are found by their words."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an encoder made of a message.

    Attributes:
        encoder: Its id; ``""`` without one.
        vector: Of length 1; ``None`` where no encoder is used, or it failed.
        warning: Why it failed.
    """

    encoder: str = ""
    vector: "NDArray[np.float32] | None" = None
    warning: str | None = None


async def asked(
    context: Context, conversation: str, there: KnownConversation, message: str
) -> Asked:
    """Ask the encoder, if there is one, about a message, and know the vectors of what was said."""
    encoder = embedding.usable(context)
    if encoder is None:
        return Asked()
    answer = await embedding.answer_to(context, encoder, message)
    if isinstance(answer, str):
        log.warning("a conversation is searched by words alone: %s", answer)
        return Asked(warning=answer)
    await _know(context, conversation, there, encoder, len(answer))
    if there.vectors(encoder.id).dimension != len(answer):
        made = there.vectors(encoder.id).dimension
        return Asked(
            warning=f"the encoder {encoder.id} made {len(answer)} numbers of the message, and has "
            f"made {made} before"
        )
    return Asked(encoder.id, answer)


async def known_encoder(
    context: Context, conversation: str, there: KnownConversation
) -> str | None:
    """The id of the encoder whose vectors are known; ``None`` without one, or if it fails."""
    encoder = embedding.usable(context)
    if encoder is None or not len(there):
        return None
    if there.has_vectors(encoder.id):
        await _know(context, conversation, there, encoder, there.vectors(encoder.id).dimension)
        return encoder.id
    found = await asked(context, conversation, there, there.messages[-1].turn.text[:_PROBE])
    return found.encoder or None


async def _know(
    context: Context,
    conversation: str,
    there: KnownConversation,
    encoder: Encoder,
    dimension: int,
) -> None:
    """Read the vectors of a conversation by an encoder, once, and bring them up to date."""
    is_new = not there.has_vectors(encoder.id)
    if is_new:
        there.begin_vectors(encoder.id, dimension)
        prefix = embedding_name(Turn, turn_name(conversation, ""))
        async for entry in context.records.held(Embedding, context.scope, prefix):
            there.note(entry.ref, entry.record)
    await known.settle(there)
    if is_new:
        await _make_the_rest(context, there, encoder)


async def _make_the_rest(context: Context, there: KnownConversation, encoder: Encoder) -> None:
    """Encode, for this process alone, the pieces of long messages that no record has room for."""
    vectors = there.vectors(encoder.id)
    wanted: list[tuple[str, list[int]]] = []
    count = 0
    for one in reversed(there.messages):
        id_ = one.turn.id
        if not vectors.has(id_):
            continue  # nobody asked for vectors of it
        if lacking := vectors.lacking(id_, len(there.pieces(id_))):
            wanted.append((id_, lacking))
            count += len(lacking)
        if count >= MADE_AT_ONCE:
            break
    for id_, lacking in wanted:
        try:
            async with asyncio.timeout(context.config.embedding.query_timeout):
                await _encode(there, encoder, id_, lacking)
        except (TimeoutError, EncoderError):
            log.warning("a part of a long message has no vector: it is found by its words")
            return


async def _encode(
    there: KnownConversation, encoder: Encoder, message: str, indexes: Sequence[int]
) -> "NDArray[np.float32] | None":
    """Encode some pieces of a message; ``None`` if it says something else by then."""
    whole = there.message(message)
    if whole is None:
        return None
    texts = embedded_texts(whole.turn, there.pieces(message))
    rows = await embedding.encoded(encoder, [texts[n] for n in indexes], TextKind.DOCUMENT)
    now = there.message(message)
    if now is None or (now.turn.text, now.turn.speaker) != (whole.turn.text, whole.turn.speaker):
        return None
    if there.has_vectors(encoder.id) and there.vectors(encoder.id).dimension == rows.shape[1]:
        for index, row in zip(indexes, rows, strict=True):
            there.vectors(encoder.id).put(
                *(message, there.ref_of(message), index, row[None, :], [len(texts[index])])
            )
    return rows


async def reply_vector(context: Context, reply: str) -> "NDArray[np.float32] | None":
    """What the encoder makes of a reply, of length 1; ``None`` without one, or where it fails."""
    import numpy as np

    encoder, limit = embedding.usable(context), context.config.embedding.remember_timeout
    if encoder is None or not limit:
        return None
    try:
        async with asyncio.timeout(limit):
            found = await embedding.encoded(encoder, [reply], TextKind.DOCUMENT)
    except TimeoutError:
        log.warning("a reply is compared by words: %s", embedding.too_slow(encoder, limit))
    except EncoderError as error:
        log.warning("a reply is compared by words: %s", error)
    else:
        row: NDArray[np.float32] = found[0]
        return row / np.linalg.norm(row)
    return None


async def embed_written(
    context: Context, conversation: str, there: KnownConversation, messages: Collection[str]
) -> None:
    """Make the vectors of what was just said; it is safe, whatever comes of it."""
    encoder, limit = embedding.usable(context), context.config.embedding.remember_timeout
    if encoder is None or not limit or not messages:
        return
    failure: str | None = None
    try:
        async with asyncio.timeout(limit):
            for message in messages:
                await _make(context, conversation, there, encoder, message)
    except TimeoutError:
        failure = embedding.too_slow(encoder, limit)
    except embedding.FAILURES as error:
        failure = str(error)
    if failure is not None:
        log.warning(
            "what was said is safe, and has no vector yet (conversation.embed makes it): %s",
            failure,
        )


async def _make(
    context: Context,
    conversation: str,
    there: KnownConversation,
    encoder: Encoder,
    message: str,
) -> bool:
    """Make and keep the vectors of a message; whether it has them now."""
    from ...mind.conversation.piece_vectors import pieces_per_record, pieces_sha256

    whole = there.message(message)
    if whole is None:
        return False
    pieces = there.pieces(message)
    texts = embedded_texts(whole.turn, pieces)
    rows = await _encode(there, encoder, message, range(len(texts)))
    if rows is None or not len(rows):
        return False
    most = pieces_per_record(rows.shape[1])
    now = float(int(context.clock.now()))
    edits = list[Edit]()
    for part in range(min(whole.turn.parts, -(-len(texts) // most))):
        some = slice(part * most, (part + 1) * most)
        name = embedding_name(Turn, turn_name(conversation, part_id(message, part)))
        vector = Vector(encoder.id, pieces_sha256(texts[some]), rows[some].tobytes(), now)
        edits.append(Put(context.ref(Embedding, name), Embedding(name, (vector,))))
    await context.records.commit(*edits)
    return True


async def embed(context: Context, conversation: str, *, force: bool = False) -> EmbedReport:
    """Make the vectors that are missing or outdated, or all; what was made stays if it fails."""
    encoder = embedding.usable(context)
    if encoder is None and context.encoder is not None:
        raise LimitError(
            "embeddings", False, "the limits of this store leave out vectors; search goes by words"
        )
    if encoder is None:
        raise InputError("vectors need an encoder: give the store one, MemoryStore(…, encoder=…)")
    there = await known.known(context, conversation)
    report = EmbedReport(encoder.id)
    (probe,) = await embedding.encoded(encoder, ["dimension"], TextKind.DOCUMENT)
    await _know(context, conversation, there, encoder, len(probe))
    for id_ in [one.turn.id for one in there.messages]:
        count = len(there.pieces(id_))
        if not force and not there.vectors(encoder.id).lacking(id_, count):
            report = replace(report, kept=report.kept + 1)
            continue
        try:
            made = await _make(context, conversation, there, encoder, id_)
        except embedding.FAILURES as error:
            report = replace(report, failed=report.failed + 1, failure=str(error))
            if not (isinstance(error, EncoderError) and error.is_about_texts):
                break
            continue
        report = replace(report, made=report.made + made)
    return report
