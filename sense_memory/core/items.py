"""What a source holds, whatever its format: words that were said, statements, names, relations.

An item has an id that follows from what it is and from nothing else, so that the same export read
twice, an export of last month and one of today, or a run that was killed half-way and its
repetition, give each item under one id, and importing twice is importing once.

Nothing here has read a clock or written a file, and no item holds more than one message: a source
of hundreds of megabytes passes through item by item.
"""

import hashlib
import json
from dataclasses import dataclass

from .llm import Role

MOST_CHARACTERS = 1_000_000
"""The longest text of one item; what is longer is a ``Problem``, not a message."""


def _identity(*parts: str | float | None) -> str:
    """32 hex digits that follow from the parts. JSON, so that no two lists run together."""
    text = json.dumps(parts, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a conversation.

    Attributes:
        source: The format it comes from: ``chatgpt``. Part of its id.
        conversation: Which conversation, as the source names it; never empty.
        title: What the source calls the conversation, or nothing. It may change, so no part of
            the id.
        role: Who said it.
        text: What; some of it is no space.
        at: When, seconds since the epoch, or ``None`` where the source does not say.
        place: Where it stands, for messages to people: ``conversations.json, conversation 3,
            message 7``. Nothing in it is quoted.
        speaker: The name of who said it, where the source has one.
    """

    source: str
    conversation: str
    title: str
    role: Role
    text: str
    at: float | None
    place: str
    speaker: str = ""

    @property
    def id(self) -> str:
        """32 hex digits: SHA-256 over source, conversation, role, time and text.

        The same words of the same one at the same moment are one message, however often they stand
        in a source.
        """
        return _identity(self.source, self.conversation, self.role.value, self.at, self.text)


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement that somebody wrote down, or a program.

    Attributes:
        source: The format it comes from: ``mem0``. Part of its id.
        subject: What it is about, as the source says it, or nothing.
        text: The statement; some of it is no space.
        at: When it was written, seconds since the epoch, or ``None``. No part of the id: what a
            source says again later is the same statement.
        kind: What the source calls such a thing, or its subject: ``person``, ``block``.
        place: Where it stands, as in ``Said``.
        labels: What else the source files it under.
    """

    source: str
    subject: str
    text: str
    at: float | None
    kind: str
    place: str
    labels: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """32 hex digits: SHA-256 over source, subject, kind and text."""
        return _identity(self.source, self.subject, self.kind, self.text)


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or something that a source knows, and states nothing about.

    Attributes:
        source: The format it comes from. Part of its id.
        name: What the source calls it.
        kind: What it is, as the source says it, or nothing: ``person``, ``organization``.
        at: When it was written, seconds since the epoch, or ``None``. No part of the id.
        place: Where it stands, as in ``Said``.
    """

    source: str
    name: str
    kind: str
    at: float | None
    place: str

    @property
    def id(self) -> str:
        """32 hex digits: SHA-256 over source, name and kind."""
        return _identity(self.source, self.name, self.kind)


@dataclass(frozen=True, slots=True)
class Related:
    """Two subjects and what joins them.

    Attributes:
        source: The format it comes from. Part of its id.
        subject: From whom.
        target: To whom.
        relation: How: ``works at``.
        place: Where it stands, as in ``Said``.
    """

    source: str
    subject: str
    target: str
    relation: str
    place: str

    @property
    def id(self) -> str:
        """32 hex digits: SHA-256 over source, both subjects and the relation."""
        return _identity(self.source, self.subject, self.target, self.relation)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be taken; what stands around it was.

    Attributes:
        place: Where it stands, as in ``Said``.
        why: What is wrong with it, without an end stop. It quotes nothing of the source.
    """

    place: str
    why: str


Item = Said | Stated | Named | Related | Problem


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a file was read.

    Attributes:
        offset: Bytes; behind the last line that was ended.
        lines: How many lines that were.
        size: The file's, in bytes, when it was read to its end; else ``offset``.
        mtime_ns: When it was changed, as the file system says, nanoseconds since the epoch.
        seal: 64 hex digits, by which it is known whether what was read still stands there.
        state: For the session that goes on. There may be the title of a conversation in it, so it
            is as secret as an item.
    """

    offset: int
    lines: int
    size: int
    mtime_ns: int
    seal: str
    state: str


@dataclass(frozen=True, slots=True)
class Marked:
    """Everything up to here was read.

    Attributes:
        source: The format it is read as.
        file: The absolute path.
        mark: How far.
    """

    source: str
    file: str
    mark: Mark
