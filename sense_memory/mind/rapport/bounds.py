"""How much is kept of what a session was read by: a reading is small, whatever the session was."""

import json
from collections.abc import Sequence
from dataclasses import replace

from ...core.rapport import Signals
from ..compress.phrases import CUT
from .line import one_line

SIGNAL_BYTES = 150
"""Bytes of JSON of what was seen, for each dimension."""
EVIDENCE_BYTES = 450
"""Bytes of JSON of what it was seen by, for each dimension."""
QUOTE_BYTES = 300
"""Bytes of JSON of what a peer said to be talked to otherwise."""
MOST_CORRECTIONS = 10
"""Corrections of one session that are kept, the last ones: they are what the peer came to."""
INPUTS_BYTES = 12_000
"""Bytes of JSON of the references to the turns that a session was read from."""


def within_bounds(signals: Signals) -> Signals:
    """The same with its texts cut, so that a reading fits any record: it has below 10,000 bytes."""
    return replace(
        signals,
        scores=tuple(
            replace(
                score,
                signal=cut(score.signal, SIGNAL_BYTES),
                evidence=cut(score.evidence, EVIDENCE_BYTES),
            )
            for score in signals.scores
        ),
        corrections=tuple(
            replace(one, quote=cut(one.quote, QUOTE_BYTES))
            for one in signals.corrections[-MOST_CORRECTIONS:]
        ),
    )


def named_within(inputs: Sequence[str]) -> frozenset[str]:
    """The references of so many turns, the last ones, as there is room for."""
    room, found = INPUTS_BYTES, set[str]()
    for one in reversed(inputs):
        room -= _bytes(one) + len("//")
        if room < 0:
            break
        found.add(one)
    return frozenset(found)


def without_words(signals: Signals) -> Signals:
    """What a session came to, without a word of what was said in it."""
    return replace(
        signals,
        scores=tuple(replace(score, signal="", evidence="") for score in signals.scores),
        corrections=tuple(replace(one, quote="") for one in signals.corrections),
    )


def cut(text: str, most: int) -> str:
    """A text as one line of no more bytes of JSON than ``most``."""
    line = one_line(text)
    if _bytes(line) <= most:
        return line
    room = most - _bytes(CUT)
    for end, char in enumerate(line):
        room -= _bytes(char)
        if room < 0:
            return line[:end].rstrip() + CUT
    return line


def _bytes(text: str) -> int:
    """What a text takes in a record, its quotation marks not counted."""
    return len(json.dumps(text, ensure_ascii=False).encode()) - 2
