"""What is said and seen: learned from, observed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...core.errors import InputError
from ...core.learned import Learned, Skipped
from ...core.records.graph import EDGE_REFERENCE, NODE_REFERENCE
from ...core.records.pyramid import Observation
from ...core.records.reference import FORMS
from .arguments import Learn, Observe
from .hosted import Hosted
from .names import name_of
from .results import HEADER, counted, listed, quoted, structured

MOST_SHOWN = 50
"""Sentences that were not learned, and names, in one answer."""
LONGEST = 200
"""Characters of such a sentence."""
_MEMORY = ("memory", "memories")
_KINDS = {
    "/": _MEMORY,  # no name begins so
    FORMS[Observation].prefix: ("observation", "observations"),
    NODE_REFERENCE: ("name", "names"),
    EDGE_REFERENCE: ("relation", "relations"),
}
_WHY = {
    "known": "known already",
    "injected": "a prompt had told it",
    "empty": "nothing to keep",
    "secret": "a secret is in it, which is not learned",
}


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that was learned: a memory with what it says, all else by its name."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class NotLearned:
    """A sentence, and why it was not learned."""

    value: str
    why: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Taught:
    """What was learned, and what was not.

    Attributes:
        learned: What was kept of what was said.
        turns: How many messages were kept, word for word.
        sessions: How many sessions were read for how to talk with somebody.
        superseded: What is outdated by it.
        skipped: What was not learned.
        failures: What could not be done; the rest was.
        more: So much more was learned or skipped than is shown.
    """

    learned: list[Kept]
    turns: int = 0
    sessions: int = 0
    superseded: list[str] = field(default_factory=list)
    skipped: list[NotLearned] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    more: int = 0

    def text(self) -> str:
        """For a model."""
        kinds = Counter(_kind(one.name) for one in self.learned)
        counts = ((kind, kinds[kind]) for kind in _KINDS.values())
        kept = [counted(count, *kind) for kind, count in counts if count]
        kept += [f"kept {counted(self.turns, 'message')}"] if self.turns else []
        kept += [f"read {counted(self.sessions, 'session')}"] if self.sessions else []
        said = [f"Learned {', '.join(kept)}." if kept else "Learned nothing new."]
        if self.superseded:
            said.append(f"Outdated by it: {listed(self.superseded)}.")
        if self.failures:
            said.append(f"Could not be done: {listed(self.failures)}.")
        if self.more:
            said.append(f"{self.more} more are not shown.")
        shown = structured(self)
        # what was made of a memory goes with it, and is named in the data
        lines = [quoted(one) for one in shown["learned"] if "value" in one]
        if self.skipped:
            lines += ["Not learned:", *map(quoted, shown["skipped"])]
        return "\n".join([" ".join([*said, HEADER] if lines else said), *lines])


@dataclass(frozen=True, slots=True)
class Observed:
    """What was kept of an observation."""

    name: str
    topic: str = ""

    def text(self) -> str:
        """For a model."""
        where = f" under the topic {quoted(self.topic)}" if self.topic else ""
        return f"Observed {quoted(self.name)}{where}."


async def learn(hosted: Hosted, given: Learn) -> Taught:
    """Let every room learn.

    Raises:
        InputError: There is nothing in it, or something does not go together.
    """
    if (given.text is None) == (given.messages is None):
        raise InputError("give a text or messages, one of them; nothing was learned")
    if given.messages is not None and given.source:
        raise InputError("a text has a source; of messages it is their conversation")
    messages = [{"role": one.role, "content": one.content} for one in given.messages or ()]
    async with hosted.writing() as store:
        done = await store.learn(
            messages if given.text is None else given.text,
            about=given.about,
            conversation=given.conversation,
            source=given.source,
        )
        says = {
            f"persona/{one.name}": one.value
            for one in await store.persona_named(name_of(one) for one in done.memories)
        }
    return _taught(done, says)


async def observe(hosted: Hosted, given: Observe) -> Observed:
    """Keep what was seen to be so on a day.

    Raises:
        InputError: There is nothing in it, or no such day.
    """
    async with hosted.writing() as store:
        made = await store.pyramid.observe(given.text, topic=given.topic, at=given.at)
    return Observed(f"{FORMS[Observation].prefix}{made.id}", given.topic or "")


def _kind(name: str) -> tuple[str, str]:
    return next((kind for prefix, kind in _KINDS.items() if name.startswith(prefix)), _MEMORY)


def _taught(done: Learned, says: Mapping[str, str]) -> Taught:
    kept = [*done.memories, *done.observations, *done.nodes, *done.edges]
    return Taught(
        [Kept(name_of(one), says.get(one, "")[:LONGEST]) for one in kept[:MOST_SHOWN]],
        len(done.turns),
        len(done.readings),
        [name_of(one) for one in done.superseded],
        [_skipped(one) for one in done.skipped[:MOST_SHOWN]],
        list(done.failures),
        max(0, len(kept) - MOST_SHOWN) + max(0, len(done.skipped) - MOST_SHOWN),
    )


def _skipped(one: Skipped) -> NotLearned:
    return NotLearned(one.text[:LONGEST], _WHY[one.why.value], name_of(one.detail))
