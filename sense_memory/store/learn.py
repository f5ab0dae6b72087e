"""Every room learns from a text or from messages.

What comes of a text, or of a conversation, is kept in one transaction: turns, memories and what was
observed, all of it or nothing. A reading of rapport follows it in one of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.change import Edit, Ensure, Put
from ..core.errors import InputError
from ..core.learned import Learned, NotLearned, Skipped
from ..core.llm import Message, Role
from ..core.ports import Presence
from ..core.prompt import Prompt
from ..core.records.conversation import ConversationHead, Turn, turn_origin
from ..core.records.names import check_encodable, check_taxonomy
from ..core.records.persona import PersonaMemory
from ..core.records.pyramid import USER, Observation, observation_id
from ..core.records.reference import reference_to
from ..mind.learning import names
from ..mind.learning.statements import injected_by, statements
from ..mind.pyramid.rules.observing import is_first_person, observed
from ..mind.rapport.transcript import messages_of
from .context import Context
from .conversation.parts import bytes_of_part, parts_of
from .conversation.turns import check_conversation, head_ref, turn_ref
from .persona import memories
from .persona.insight import Insight
from .persona.naming import ref_of
from .pyramid.known import known as known_pyramid, observation_ref
from .pyramid.topics import Filing

FACTS = "facts"
PEOPLE = "people"
GENERAL = "general"
"""Where what is about nobody that speaks or is named is kept."""
MAIN = "main"
"""The conversation of messages with nobody in particular."""


async def learn(
    context: Context,
    said: str | Sequence[Message | Mapping[str, Any]],
    about: str | None,
    conversation: str | None,
    prompt: Prompt | None,
    source: str,
) -> Learned:
    """Let every room learn."""
    if about is not None:
        about = _checked_name(about)
    check_encodable(source, "source")
    injected = frozenset[frozenset[str]]()
    if prompt is not None:
        injected = injected_by([item.text for item in prompt.items])
    learning = _Learning(context, about, source)
    if isinstance(said, str):
        if conversation is not None:
            raise InputError("messages are kept in a conversation; a text is not: leave it out")
        if not said.strip():
            raise InputError("there is nothing to learn from: nothing but space is in this text")
        await learning.of_text(said, injected)
    else:
        given = messages_of(said)
        if not given:
            raise InputError("there is nothing to learn from: no message has any text")
        kept_in = check_conversation(conversation or about or MAIN)
        await learning.of_messages(given, kept_in, injected)
    return learning.learned


def _checked_name(about: str) -> str:
    check_taxonomy(about, "about")
    if not (name := about.strip()):
        raise InputError("about is the name of somebody; this is empty")
    return name


@dataclass(slots=True)
class _Learning:
    """One text or conversation that is being learned from."""

    context: Context
    about: str | None
    source: str
    learned: Learned = field(default_factory=Learned)
    edits: list[Edit] = field(default_factory=list)
    """What is committed beside the memories."""

    async def of_text(self, text: str, injected: frozenset[frozenset[str]]) -> None:
        """Learn from a text."""
        found, skipped = statements(text, injected)
        self._add(skipped=tuple(skipped))
        insights = [(one, self._insight(one, self.source)) for one in found]
        new = await self._new(insights)
        now = self.context.clock.now()
        pyramid = await known_pyramid(self.context, held=True)
        filing = Filing(self.context, pyramid)
        for place, (statement, insight) in enumerate(new):
            origin = reference_to(self._ref(insight))
            topic = filing.slug(self.about) if self.about is not None else None
            if topic is None and is_first_person(statement):
                topic = USER
            self._observe(statement, now, topic, origin, place)
        self.edits = [*filing.edits, *self.edits]
        await self._keep([insight for _, insight in new])

    async def of_messages(
        self,
        given: Sequence[Message],
        conversation: str,
        injected: frozenset[frozenset[str]],  # noqa: ARG002
    ) -> None:
        """Learn from messages, of those that are new."""
        now = self.context.clock.now()
        turns: list[Turn] = []
        before = ""
        for one in given:
            before = names.turn_id(conversation, before, one)
            speaker = self.about or "" if one.role is Role.USER else ""
            turns.append(Turn(conversation, before, one.role, one.text, now, speaker))
        presence = await self.context.records.presence(
            [turn_ref(self.context, conversation, one.id) for one in turns]
        )
        new = [one for one, how in zip(turns, presence, strict=True) if how is Presence.UNKNOWN]
        if not new:
            return
        new = [replace(one, order=order) for order, one in enumerate(new)]
        self._turns(conversation, new)
        pyramid = await known_pyramid(self.context, held=True)
        filing = Filing(self.context, pyramid)
        for noted in observed(new):
            turn = new[noted.turn]
            origin = turn_origin(conversation, turn.id)
            topic = noted.topic
            if topic == USER and self.about is not None:
                topic = self.about
            slug = None if topic is None else filing.slug(topic)
            self._observe(noted.text, turn.at, slug, origin, turn.order)
        self.edits = [*filing.edits, *self.edits]
        await self._keep([])

    # ------------------------------------------------------------------ what is kept

    def _turns(self, conversation: str, new: Sequence[Turn]) -> None:
        head = ConversationHead(conversation)
        self.edits.append(Ensure(head_ref(self.context, conversation), head))
        room = bytes_of_part(self.context.config.records)
        for one in new:
            rest = (one.role, one.text, one.at, one.speaker, one.order)
            for part in parts_of(conversation, one.id, *rest, part_bytes=room):
                self.edits.append(Put(turn_ref(self.context, conversation, part.id), part))
        self._add(turns=tuple(turn_origin(conversation, one.id) for one in new))

    def _insight(self, statement: str, source: str) -> Insight:
        is_own = is_first_person(statement)
        domain = PEOPLE if self.about is not None or is_own else GENERAL
        themes = None if self.about is None else [self.about]
        key = names.key_of(statement, self.about)
        return Insight(domain, FACTS, key, statement, themes, source=source or None)

    def _ref(self, insight: Insight) -> Any:
        return ref_of(self.context, insight.domain, insight.facet, insight.key)

    async def _new(self, given: Sequence[tuple[str, Insight]]) -> list[tuple[str, Insight]]:
        """Those that nobody knows yet, each under a key of its own."""
        refs = [self._ref(insight) for _, insight in given]
        standing: list[PersonaMemory | None] = await self.context.records.get_many(refs)
        found: dict[str, tuple[str, Insight]] = {}
        for (statement, insight), ref, there in zip(given, refs, standing, strict=True):
            if there is None:
                found.setdefault(ref.name, (statement, insight))
            elif names.spelling(there.value) == names.spelling(statement):
                self._skip(statement, NotLearned.KNOWN, reference_to(ref))
            else:
                other = replace(insight, key=names.told_apart(insight.key, statement))
                found.setdefault(self._ref(other).name, (statement, other))
        return list(found.values())

    def _observe(
        self, text: str, at: float | None, topic: str | None, origin: str, order: int
    ) -> None:
        id_ = observation_id(text, at, origin)
        ref = observation_ref(self.context, id_)
        self.edits.append(Ensure(ref, Observation(id_, text, at, topic, origin, order=order)))
        self._add(observations=(reference_to(ref),))

    async def _keep(self, insights: Sequence[Insight]) -> None:
        """Commit all of it at once."""
        if insights:
            stored = await memories.remember(self.context, insights, beside=self.edits)
            gone = [c.old for one in stored for c in one.contradictions if c.is_superseded]
            self._add(
                memories=tuple(reference_to(self._ref(one)) for one in insights),
                superseded=tuple(f"persona/{name}" for name in dict.fromkeys(gone)),
            )
        elif self.edits:
            await self.context.records.commit(*self.edits)

    def _skip(self, text: str, why: NotLearned, detail: str = "") -> None:
        self._add(skipped=(Skipped(text, why, detail),))

    def _add(self, **more: tuple[Any, ...]) -> None:
        joined = {name: (*getattr(self.learned, name), *some) for name, some in more.items()}
        self.learned = replace(self.learned, **joined)
