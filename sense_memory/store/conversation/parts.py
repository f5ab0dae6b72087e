"""Messages that are longer than a record: cut into parts, which ``mind.conversation`` joins."""

import json
from collections.abc import Iterator

from ...core.config import RecordConfig
from ...core.llm import Role
from ...core.records.conversation import Turn, part_id

PART_BYTES = 9_000
"""Of JSON, of a part's text: with all around it, it fits the third of four sizes to which records
are padded, and several texts of it that devices wrote apart fit one record."""
AROUND_BYTES = 1_400
"""Of JSON, of what a record of a turn says beside the text, at most, but for rare cases."""
LEAST_BYTES = 64
"""Of JSON, of a part's text where records may be very small."""
SPEAKER_CHARACTERS = 128
"""A longer name is cut: it stands in every part."""

_ENDS = ("\n\n", "\n", ". ", " ")
"""After which a text is cut, the best first."""


def parts_of(
    conversation: str,
    message: str,
    role: Role,
    text: str,
    at: float | None = None,
    speaker: str = "",
    order: int = 0,
    *,
    turn: int = 0,
    part_bytes: int = PART_BYTES,
) -> tuple[Turn, ...]:
    """A message as the records that it is kept in.

    Args:
        conversation: Of which conversation.
        message: What it is called, 32 hex digits.
        role: Who said it.
        text: What, of any length.
        at: When, seconds since the epoch; ``None`` if nobody knows.
        speaker: The name of who said it; at most 128 characters of it are kept.
        order: Where it stands among what was said at the same time.
        turn: Its number; 0 for one that was imported.
        part_bytes: How much of the text a part may have, in bytes of JSON: see ``bytes_of_part``.

    Returns:
        At least one; their texts, joined, are the text.
    """
    texts = tuple(cut(text, part_bytes))
    return tuple(
        Turn(
            *(conversation, part_id(message, number), role, some, at),
            *(speaker[:SPEAKER_CHARACTERS], order, len(texts), turn),
        )
        for number, some in enumerate(texts)
    )


def bytes_of_part(config: RecordConfig) -> int:
    """How much of a text a part may have, by how large records may be here."""
    return max(LEAST_BYTES, min(PART_BYTES, config.max_plaintext_bytes - AROUND_BYTES))


def cut(text: str, most: int) -> Iterator[str]:
    """A text in parts of at most so many bytes of JSON, cut between sentences where it has any.

    Joined they are the text.
    """
    start = 0
    while _weight(text[start : start + most]) > most or len(text) - start > most:
        end = start + _fitting(text[start : start + most], most)
        end = _good_end(text, start, end)
        yield text[start:end]
        start = end
    yield text[start:]


def _fitting(text: str, most: int) -> int:
    """How many characters of a text have so many bytes of JSON, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if _weight(text[:middle]) <= most:
            low = middle
        else:
            high = middle - 1
    return low


def _good_end(text: str, start: int, end: int) -> int:
    """Where to cut at best: in the last third, after a paragraph, a line, a sentence or a word."""
    third = end - (end - start) // 3
    for ending in _ENDS:
        found = text.rfind(ending, third, end)
        if found >= 0:
            return found + len(ending)
    return end


def _weight(text: str) -> int:
    """The bytes of a text in JSON."""
    return len(json.dumps(text, ensure_ascii=False).encode()) - 2
