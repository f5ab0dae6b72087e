"""A line of the log: what changed when."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One write that a record remembers.

    Attributes:
        at: When, by the clock of the device that wrote; seconds since the epoch.
        device: Its id; ``~…`` is one event of a client that keeps no stamps, ``m…`` a process
            without a file.
        is_own: It was this file, or this process.
        word: ``remembered``, ``forgotten``, ``dissolved``, ``folded``: what it said is part of
            another record; or ``replaced``: something was written that another device has written
            over, or forgotten, since.
        type: ``kv``, ``persona``, ``journal``, …
        name: Of the record, within its type and scope.
        fields: What of it stands, for ``remembered``.
        text: What the record says now, or ``None`` where nothing stands. Of a session with a peer
            its scores and the number of corrections, and nothing that was said in it.
    """

    at: float
    device: str
    is_own: bool
    word: str
    type: str
    name: str
    fields: tuple[str, ...]
    text: str | None
