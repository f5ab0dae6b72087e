"""Which lines are larger than a record may be, found before anything is stored."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..core.errors import TooLargeError
from .jsonl import Lines, NumberedInsight, NumberedMemory

if TYPE_CHECKING:
    from ..store import MemoryStore

ENVELOPE_BYTES = 4_096
"""What a record's body may add to the text given, links aside."""


async def check_sizes(lines: Lines, found: Sequence[NumberedInsight | NumberedMemory]) -> None:
    """Refuse what no relay would keep.

    Raises:
        CommandError: A line is too large; it is named.
    """
    from ..core.config import RecordConfig
    from ..io.identity import Identity
    from ..store import MemoryStore

    limit = RecordConfig().max_plaintext_bytes
    large = [numbered for numbered in found if _text_bytes(numbered) + ENVELOPE_BYTES > limit]
    if not large:
        return
    # only a store knows the size of a record; this one has neither file nor relay
    async with MemoryStore(Identity.generate()) as scratch:
        for numbered in large:
            try:
                await _remember(scratch, numbered)
            except TooLargeError as error:
                raise lines.bad(numbered.line, str(error)) from None


async def _remember(scratch: "MemoryStore", numbered: NumberedInsight | NumberedMemory) -> None:
    if isinstance(numbered, NumberedMemory):
        await scratch.remember(numbered.memory.key, numbered.memory.value)
    else:
        # what it links with is not there, and adds little
        await scratch.persona_remember_many([replace(numbered.insight, connections=None)])


def _text_bytes(numbered: NumberedInsight | NumberedMemory) -> int:
    if isinstance(numbered, NumberedMemory):
        texts = [numbered.memory.key, numbered.memory.value]
    else:
        insight = numbered.insight
        texts = [insight.key, insight.value, insight.source or "", *(insight.themes or ())]
    # a control character takes up to six bytes of JSON, a quote or backslash two
    return sum(
        len(text.encode()) + 5 * sum(c < " " for c in text) + text.count('"') + text.count("\\")
        for text in texts
    )
