"""What the mind has to say to a message, within a budget."""

from dataclasses import dataclass
from enum import StrEnum

from .conversation import RetrievedSignal
from .llm import Message


class Section(StrEnum):
    """What a part of a prompt is about, in the order in which the parts stand."""

    RAPPORT = "rapport"
    """How to talk with somebody."""
    MEMORIES = "memories"
    """What is known: persona and key-value memories."""
    TOPICS = "topics"
    """What was observed, and what it adds up to."""
    GRAPH = "graph"
    """Who and what there is, and how they relate."""
    CONVERSATION = "conversation"
    """What was said before, in the conversation."""
    RECENT = "recent"
    """Its last messages, as they were said."""


class Trust(StrEnum):
    """How far what stands in a memory is to be believed."""

    OWN = "own"
    """The agent concluded or wrote it."""
    PEER = "peer"
    """Somebody told it."""
    IMPORTED = "imported"
    """It came from a file of another program."""
    FOREIGN = "foreign"
    """It came from a page, a tool, or somebody unknown."""


class LeftOut(StrEnum):
    """Why something that answers is not in a prompt."""

    BUDGET = "budget"
    """There was no room for it."""
    DUPLICATE = "duplicate"
    """Something that is in the prompt, or that the model is shown anyway, says the same."""
    WEAK = "weak"
    """It hardly answers."""


@dataclass(frozen=True, slots=True)
class PromptItem:
    """Something of the mind that a prompt quotes.

    Attributes:
        section: Where it stands.
        reference: What names the record: ``persona/people/facts/home``; ``""`` where it is several.
        text: What is quoted, which may be cut; ``line`` is how it stands in the prompt.
        line: The line of the prompt.
        origin: Where it comes from, in words.
        trust: How far that is to be believed.
        score: How well it answers; only the order within a section means something.
        tokens: What the line costs.
        why: Why it is there, in words.
    """

    section: Section
    reference: str
    text: str
    line: str
    origin: str
    trust: Trust
    score: float
    tokens: int
    why: str


@dataclass(frozen=True, slots=True)
class LeftOutItem:
    """Something that answers, and is not in a prompt.

    Attributes:
        section: Where it would stand.
        reference: What names the record.
        text: The beginning of what it says.
        score: As of an item.
        why: The reason.
        detail: More of it: the reference of what says the same; or nothing.
    """

    section: Section
    reference: str
    text: str
    score: float
    why: LeftOut
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SectionShare:
    """What a section was allowed to cost, and what it costs.

    Attributes:
        section: Which.
        share: Its part of the budget, 0–1, as it is configured.
        allowed: Tokens: that part, and what others left of theirs.
        tokens: What it costs.
    """

    section: Section
    share: float
    allowed: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """A message, and all that the mind has to say to it.

    Attributes:
        id: 32 hex digits; what is learned from the reply is learned once.
        message: What was asked.
        system: The memories as a block for the system prompt; ``""`` where there is nothing.
        messages: The last messages of the conversation as they were said, then the message. They
            begin with the user's, never with a reply. Where nobody replied, or several did, two of
            one role follow each other, as it was: most providers take them, or join them;
            templates of local models that want them in turn do not.
        tokens: What memory adds: the block and the last messages, counted from above. The message
            itself is not counted.
        budget: What that may cost; ``tokens`` is never more.
        items: What the block quotes, and the last messages, in their order.
        left_out: What answers and is not in it, the best first; not all of it.
        shares: What each section may cost, and costs.
        retrieved: The pieces of the conversation that are in it, for ``conversation.learn``.
        conversation: The id of the conversation; ``None`` if there is none.
        warning: Why the encoder could not be asked, if that is so.
        scope: The user, project or tenant whose mind was asked, who alone learns from it; ``""`` is
            the root.
    """

    id: str
    message: str
    system: str
    messages: tuple[Message, ...]
    tokens: int
    budget: int
    items: tuple[PromptItem, ...]
    left_out: tuple[LeftOutItem, ...]
    shares: tuple[SectionShare, ...]
    retrieved: tuple[RetrievedSignal, ...] = ()
    conversation: str | None = None
    warning: str | None = None
    scope: str = ""

    def __str__(self) -> str:
        return self.system

    def explain(self) -> str:
        """Why each item is in it, what nearly was, and what the budget left out; for people."""
        from .prompt_explained import explained

        return explained(self)
