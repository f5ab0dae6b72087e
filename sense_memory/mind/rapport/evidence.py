"""How much is kept of what a session was read by: a reading is small, whatever the session was."""

import re
import unicodedata
from dataclasses import replace

from ...core.rapport import Signals

SIGNAL_BYTES = 200
"""UTF-8 bytes of what was seen, for each dimension."""
EVIDENCE_BYTES = 500
"""UTF-8 bytes of what it was seen by, for each dimension."""
QUOTE_BYTES = 300
"""UTF-8 bytes of what a peer said to be talked to otherwise."""
MOST_CORRECTIONS = 10
"""Corrections of one session that are kept, the last ones: they are what the peer came to."""

_BLANK = re.compile(r"\s+")


def within_bounds(signals: Signals) -> Signals:
    """The same with its texts cut, so that a reading fits any record: below 10,000 bytes."""
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


def cut(text: str, most: int) -> str:
    """A text on one line, without control characters, of no more UTF-8 bytes than ``most``."""
    line = _BLANK.sub(" ", text).strip()
    line = "".join(c for c in line if unicodedata.category(c) not in ("Cc", "Cs"))
    raw = line.encode()
    if len(raw) <= most:
        return line
    mark = "…"
    return raw[: most - len(mark.encode())].decode(errors="ignore").rstrip() + mark
