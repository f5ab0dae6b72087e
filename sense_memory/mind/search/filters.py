"""Which memories a search may show."""

import numpy as np
from numpy.typing import NDArray

from ...core.records.persona import (
    STATE_ACTIVE,
    STATE_DISSOLVED,
    STATE_FADING,
    STATE_FORGOTTEN,
    THRESHOLD_DISSOLVED,
    THRESHOLD_FADING,
    THRESHOLD_FORGOTTEN,
)
from ...core.search_result import Filters
from ..text import tokens
from .documents import Documents, Numbers

Mask = NDArray[np.bool_]
_MARGIN = 1e-9
"""What is this near to a threshold is let through: the record itself says on which side it is."""


def places(filters: Filters, documents: Documents) -> Mask:
    """Which slots hold a memory of the right place and time."""
    end = documents.end
    allowed = documents.is_here[:end].copy()
    for name, numbers, column in (
        (filters.domain, documents.domains, documents.domain),
        (filters.facet, documents.facets, documents.facet),
        (filters.source, documents.source_numbers, documents.source),
    ):
        if name is not None:
            allowed &= column[:end] == _number(numbers, name)
    if filters.theme is not None:
        allowed &= _with_theme(filters.theme, documents)
    if filters.since is not None:
        allowed &= documents.created_at[:end] >= filters.since
    if filters.until is not None:
        allowed &= documents.created_at[:end] < filters.until
    return allowed


def lives(
    filters: Filters, documents: Documents, relevance: NDArray[np.float64], is_direct: Mask
) -> Mask:
    """Which slots may hold a memory of the right state.

    Uses on other devices can only have made a memory more relevant than is known here. So one
    that seems too faint is let through until it was read with all its uses.
    """
    allowed = documents.checked[: documents.end] < documents.uses_heard
    for state, low, high in (
        (STATE_ACTIVE, THRESHOLD_FADING, np.inf),
        (STATE_FADING, THRESHOLD_FORGOTTEN, THRESHOLD_FADING),
        (STATE_FORGOTTEN, THRESHOLD_DISSOLVED, THRESHOLD_FORGOTTEN),
        (STATE_DISSOLVED, -np.inf, THRESHOLD_DISSOLVED),
    ):
        if state in filters.states:
            has_state = (relevance > low - _MARGIN) & (relevance < high + _MARGIN)
            if state == STATE_FADING and filters.is_strict:
                has_state &= is_direct
            allowed |= has_state
    return allowed


def _number(numbers: Numbers, name: str) -> int:
    number = numbers.get(name)
    return -2 if number is None else number  # nothing has that one


def _with_theme(theme: str, documents: Documents) -> Mask:
    """Which slots have the words of a theme among their themes; perhaps not of one theme."""
    allowed = np.ones(documents.end, bool)
    for word in dict.fromkeys(tokens(theme)):
        has_word = np.zeros(documents.end, bool)
        if word in documents.postings:
            found = documents.postings.occurrences(word)
            has_word[found.slots] = found.counts[1] > 0
        allowed &= has_word
    return allowed
