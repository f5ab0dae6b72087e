"""Which memories were made in one go: a conversation may go on for years, a session for hours."""

import numpy as np
from numpy.typing import NDArray

from .documents import Documents


def sessions(documents: Documents) -> NDArray[np.int64]:
    """By slot, the slot of the memory with which its session begins.

    A session is what belongs together of one source: each memory of it is a neighbour in time of
    the one before (``dialogue.NEIGHBOURS_WITHIN``). What has no source is a session of its own.
    """
    return documents.as_it_is("sessions", _sessions)


def _sessions(documents: Documents) -> NDArray[np.int64]:
    before = documents.before[: documents.end].astype(np.int64)
    first = np.where(before < 0, np.arange(documents.end), before)
    # each step looks twice as far back, so a few do for any length
    while True:
        further = first[first]
        if np.array_equal(further, first):
            return first
        first = further
