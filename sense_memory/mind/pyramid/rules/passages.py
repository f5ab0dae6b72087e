"""What pieces of a pyramid say, as it is extracted from."""

from collections.abc import Iterable

from ....core.records.pyramid import Summary
from ...extracts.extracting import Passage
from ..seal import Piece, began


def passages(pieces: Iterable[Piece]) -> list[Passage]:
    """The same in the same order; a summary may be made of extracts."""
    return [
        Passage(piece.text or "", began(piece), is_extract=isinstance(piece, Summary))
        for piece in pieces
    ]
