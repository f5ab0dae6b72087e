"""What was observed, the topics it is about, and summaries of it, and of summaries.

Ten observations of a topic make a summary of tier 0, ten summaries of one tier make one of the next
tier. Nothing here says of itself that it is out of date: what was made says of what it was made
(``seal``), and whoever reads it compares.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

PYRAMID_D_TAG_PREFIX = "sense-memory/pyramid/"
STEP = 10
"""How many observations, or summaries of one tier, a summary is made of. Source: seed 003."""
HIGHEST_TIER = 17
"""Above it no summary is read: tier 17 stands for 10^18 observations."""
ASSISTANT = "assistant"
"""The topic of what the agent is, thinks and did."""
USER = "user"
"""The topic of whom the agent works for."""
BASE_TOPICS = (ASSISTANT, USER)
"""The topics that are always there, whether a record of them stands or not."""
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""What a topic is called by records and by files."""

_OBSERVATION = "obs/"
_SUMMARY = "summary/"


@dataclass(frozen=True, slots=True)
class Observation:
    """One factual sentence.

    Attributes:
        id: 32 hex digits; what is observed twice in the same place at the same time is one.
        text: The sentence.
        at: When it was so, or was said; seconds since the epoch. ``None`` if nobody knows.
        topic: The slug of the topic it belongs to; ``None`` until somebody says.
        origin: What it was learned from, and is forgotten with: a reference
            (``core.records.reference``); or where it comes from in somebody's own words. ``""`` if
            nobody said.
        attempts: How often somebody looked for a topic and found none.
        order: Where it stands among what was observed at the same time.
    """

    id: str
    text: str
    at: float | None = None
    topic: str | None = None
    origin: str = ""
    attempts: int = 0
    order: int = 0

    @property
    def input(self) -> str:
        """What a summary that is made of it calls it: ``obs/{id}``."""
        return observation_input(self.id)


@dataclass(frozen=True, slots=True)
class Summary:
    """What ten observations of a topic say, or ten summaries of the tier below.

    Which summaries count follows from all of them (``mind.pyramid.tiers``): devices that summarise
    at once make several of the same things.

    Attributes:
        id: 32 hex digits that follow from topic, tier and what it was first made of.
        topic: The topic's slug.
        tier: 0 if it is made of observations, n + 1 if it is made of summaries of tier n.
        inputs: What it is made of, as ``obs/{id}`` or ``summary/{id}``. What was forgotten since is
            not among them.
        text: Prose; ``None`` where something that it was made of was forgotten, so that it waits to
            be made anew.
        start: When the first of it was, seconds since the epoch; ``None`` if nobody knows.
        end: When the last of it was.
        seal: What ``text`` was made of, exactly: see ``sealed``.
        writer: Who wrote it: a model's id, ``rules``.
    """

    id: str
    topic: str
    tier: int
    inputs: frozenset[str]
    text: str | None = None
    start: float | None = None
    end: float | None = None
    seal: str = ""
    writer: str = "rules"

    @property
    def input(self) -> str:
        """What a summary that is made of it calls it: ``summary/{id}``."""
        return summary_input(self.id)


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that is observed: the user, the agent, a person, a project.

    Attributes:
        slug: What it is called by records and files.
        name: What it is called by people.
        description: What it is, in at most 120 characters; ``None`` until it is written, and where
            something that it was made of was forgotten.
        content: All that is known, told in order of time; ``None`` as for ``description``.
        inputs: What both were made of, as ``obs/{id}`` and ``summary/{id}``.
        seal: The same exactly, as in ``Summary``.
        at: When both were written, seconds since the epoch; ``None`` if they never were.
        writer: Who wrote them, as in ``Summary``.
    """

    slug: str
    name: str
    description: str | None = None
    content: str | None = None
    inputs: frozenset[str] = frozenset()
    seal: str = ""
    at: float | None = None
    writer: str = "rules"

    @property
    def is_base(self) -> bool:
        """Whether it is one of those that are always there."""
        return self.slug in BASE_TOPICS


def observation_id(text: str, at: float | None, origin: str) -> str:
    """The id of what was observed: 32 hex digits of SHA-256."""
    return _hash(["observation", origin, None if at is None else float(at), text])


def summary_id(topic: str, tier: int, inputs: Iterable[str]) -> str:
    """The id of a summary of exactly these: 32 hex digits of SHA-256.

    Whoever summarises the same things writes the same record (SYNC §2).
    """
    return _hash(["summary", topic, tier, sorted(inputs)])


def observation_input(name: str) -> str:
    """What a summary calls the observation of an id."""
    return _OBSERVATION + name


def summary_input(name: str) -> str:
    """What a summary calls the summary of an id."""
    return _SUMMARY + name


def observation_of(given: str) -> str | None:
    """The id of the observation that an input names, if it names one."""
    return _after(_OBSERVATION, given)


def summary_of(given: str) -> str | None:
    """The id of the summary that an input names, if it names one."""
    return _after(_SUMMARY, given)


def _after(prefix: str, given: str) -> str | None:
    """What follows the prefix, where that can be a record's name."""
    name = given.removeprefix(prefix)
    return name if name != given and is_id(name) else None


def is_id(name: str) -> bool:
    """Whether observations and summaries may be called so: not empty, and without slash."""
    return bool(name) and "/" not in name


def _hash(said: list[object]) -> str:
    text = json.dumps(said, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]
