"""Every room learns from a text or from messages.

What comes of it is kept in one transaction: turns, memories, what was observed, nodes and edges,
all of it or nothing. A transcript of more than ``AT_ONCE`` new messages takes one for each so many,
so that who breaks it off and gives it again goes on. A reading of rapport follows in one of its
own: its session is called by the turns in it, so that it counts once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.change import Edit, Ensure, Put
from ..core.errors import InputError, LLMError
from ..core.learned import Learned, NotLearned, Skipped
from ..core.llm import Message, Role
from ..core.ports import Presence
from ..core.prompt import Prompt
from ..core.records.conversation import ConversationHead, Turn, turn_origin
from ..core.records.graph import EDGE_REFERENCE, NODE_REFERENCE
from ..core.records.names import canonical, check_encodable
from ..core.records.persona import PersonaMemory
from ..core.records.pyramid import USER, Observation, observation_id
from ..core.records.rapport import Reading, check_peer, reading_name
from ..core.records.reference import forgotten_origin, reference_to, referent
from ..core.ref import Ref
from ..mind.learning import extraction, names, reading
from ..mind.learning.fact import Fact
from ..mind.learning.secrets import holds_secret, without_secrets_of
from ..mind.learning.statements import Injected, injected_by, is_addition
from ..mind.learning.transcript import aligned, ids, session_name
from ..mind.rapport.transcript import messages_of
from ..mind.views.conversations import KnownConversation
from . import knowing
from .context import Context
from .conversation import known as conversations
from .conversation.turns import check_conversation, said_next
from .conversation.vectors import embed_written
from .graph import learning as graphs
from .persona import memories
from .persona.insight import Insight
from .persona.naming import ref_of
from .prompted import check_scope_of
from .pyramid.known import known as known_pyramid, observation_ref
from .pyramid.topics import Filing
from .readers import Readers

PEOPLE, GENERAL = "people", "general"
"""Where what is about whoever speaks, or is talked about, is kept, and where all else is."""
MAIN = "main"
"""The conversation of messages with nobody in particular."""
AT_ONCE = 250
"""Messages that are read together, and kept in one transaction with all that was read of them."""
PLACES = 1_000
"""Of what is observed so much has a place in a turn, of several that were said at one time."""


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
        about = check_peer(canonical(about.strip() if isinstance(about, str) else about))
    check_encodable(source, "source")
    injected: Injected = frozenset()
    if prompt is not None:
        check_scope_of(prompt, context)
        injected = injected_by([item.text for item in prompt.items])
    if (origin := referent(source, context.scope)) is not None and (
        await context.records.forgotten_at(origin) is not None
    ):
        raise forgotten_origin(source)
    learning = _Learning(context, about, source, injected)
    if isinstance(said, str):
        check_encodable(said, "a text")
        if conversation is not None:
            raise InputError("messages are kept in a conversation, a text is not: leave it out")
        if not said.strip():
            raise InputError("there is nothing to learn from: nothing but space is in this text")
        await learning.from_text(said)
    else:
        given = messages_of(said)
        if not given:
            raise InputError("there is nothing to learn from: no message has any text")
        if conversation is None:
            conversation = MAIN if about is None else about
        await learning.from_messages(given, check_conversation(conversation))
    return learning.learned


class _MovedError(Exception):
    """Somebody wrote what this was decided by."""


@dataclass(slots=True)
class _Kept:
    """What is to be committed together, and what that is called.

    Attributes:
        insights: Memories.
        edits: What stands beside them.
        learned: What is said of it, once it is kept.
    """

    insights: list[Insight] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    learned: Learned = field(default_factory=Learned)

    def add(self, **more: tuple[Any, ...]) -> None:
        """Say more of it."""
        self.learned = _joined(self.learned, Learned(**more))


def _joined(one: Learned, other: Learned) -> Learned:
    return Learned(
        *((*getattr(one, name), *getattr(other, name)) for name in Learned.__dataclass_fields__)
    )


@dataclass(frozen=True, slots=True)
class _Said:
    """A message that is learned from.

    Attributes:
        id: That of its turn.
        message: It.
        is_kept: It is, or was, a turn already.
        is_counted: A session of rapport was read from it.
    """

    id: str
    message: Message
    is_kept: bool
    is_counted: bool = False


@dataclass(slots=True)
class _Learning:
    """One text or conversation that is being learned from."""

    context: Context
    about: str | None
    source: str
    injected: Injected
    learned: Learned = field(default_factory=Learned)

    # ------------------------------------------------------------------ a text

    async def from_text(self, text: str) -> None:
        """Learn from a text."""
        facts, skipped = reading.of_text(text, self.about, self.injected)
        self._say(Learned(skipped=tuple(skipped)))
        new, known = await self._new(facts)
        self._say(Learned(skipped=tuple(known)))
        if new and self.context.llm is not None:
            new = await self._extracted_from_text(new)
        while True:
            kept = _Kept()
            try:
                await self._keep(kept, new, [], self.context.clock.now())
            except (_MovedError, graphs.GraphMovedError):
                continue
            return

    async def _extracted_from_text(self, facts: Sequence[Fact]) -> list[Fact]:
        """What the model makes of the sentences that are new."""
        turns = [
            Turn("", str(place), Role.USER, fact.said, speaker=self.about or "")
            for place, fact in enumerate(facts)
        ]
        found = await self._asked(turns)
        if found is None:
            return list(facts)
        named = set[int]()
        told = list[Fact]()
        for one in found:
            # under the key of what was said, so that it is known when it is said again
            said = facts[one.place].said if one.place not in named else one.text
            named.add(one.place)
            topic = self.about or (USER if one.is_own else None)
            told.append(replace(one, said=said, topic=topic))
        nothing = [one.said for place, one in enumerate(facts) if place not in named]
        self._say(Learned(skipped=tuple(Skipped(one, NotLearned.EMPTY) for one in nothing)))
        return told

    # ------------------------------------------------------------------ messages

    async def from_messages(self, given: Sequence[Message], conversation: str) -> None:
        """Learn from those messages that nobody has read."""
        there = await conversations.known(self.context, conversation, held=True)
        wanted = await self._unread(conversation, given, there)
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            before = self._before(there, some[0])
            turns = [*before, *(self._turn(conversation, there, one) for one in some)]
            facts = await self._read(turns, len(before), is_new=not all(o.is_kept for o in some))
            await self._keep_messages(conversation, there, some, facts)
        told = [one for one in wanted if not one.is_counted]
        if self.about is not None and told:
            said = [one.message for one in told]
            await self._observe_session(conversation, said, [one.id for one in told])

    async def _unread(
        self, conversation: str, given: Sequence[Message], there: KnownConversation
    ) -> list[_Said]:
        """The messages that nobody has read, and has not forgotten, with the ids that they get.

        Read are those that were kept by this, and what anybody learned from; of what was kept in
        another way, what the agent said beside what is unread is given to understand that by.
        """
        names_ = ids(conversation, given)
        chain = names_
        presence = await self._presence(conversation, names_)
        if Presence.UNKNOWN in presence:
            # others were kept under ids of their own, by who said them here
            standing = [one.turn for one in there.messages]
            there_already = aligned(given, standing)
            if len(there_already) > presence.index(Presence.UNKNOWN):
                names_ = ids(conversation, given, there_already)
                presence = await self._presence(conversation, names_)
        readers = Readers(self.context, conversation, there, self.about)
        unread = await readers.unread(given, names_, chain)
        found: list[_Said] = []
        known: list[int] = []
        for place, (id_, one, how) in enumerate(zip(names_, given, presence, strict=True)):
            beside = range(max(0, place - 1), min(place + 2, len(given)))
            is_reply = one.role is Role.ASSISTANT and how is Presence.LIVING
            if how is Presence.UNKNOWN:
                found.append(_Said(id_, one, is_kept=False))
            elif unread[place]:
                counts = id_ in readers.counted
                found.append(_Said(id_, one, is_kept=True, is_counted=counts))
            elif is_reply and any(unread[other] for other in beside):
                counts = await readers.counts(id_)
                found.append(_Said(id_, one, is_kept=True, is_counted=counts))
            else:
                known.append(place)
        # what is told of them is told without the secrets in them
        texts = without_secrets_of([one.text for one in given]) if known else []
        origins = (turn_origin(conversation, names_[place]) for place in known)
        self._say(
            Learned(
                skipped=tuple(
                    Skipped(texts[place], NotLearned.KNOWN, origin)
                    for place, origin in zip(known, origins, strict=True)
                )
            )
        )
        return found

    def _before(self, there: KnownConversation, first: _Said) -> list[Turn]:
        """The two messages before one, by which it is understood."""
        kept = there.message(first.id)
        if kept is None:
            return [one.turn for one in there.messages[-2:]]
        found: list[Turn] = []
        turn = there.before(kept.turn)
        while turn is not None and len(found) < 2:
            found.insert(0, turn)
            turn = there.before(turn)
        return found

    async def _presence(self, conversation: str, turns: Sequence[str]) -> list[Presence]:
        refs = [conversations.turn_ref(self.context, conversation, one) for one in turns]
        return await self.context.records.presence(refs)

    def _turn(self, conversation: str, there: KnownConversation, said: _Said) -> Turn:
        kept, message = there.message(said.id), said.message
        if kept is not None and kept.turn.text == message.text:
            return replace(kept.turn, speaker=kept.turn.speaker or self._speaker(message))
        # without a time: nobody has kept it yet, or not in these words
        speaker = self._speaker(message)
        return Turn(conversation, said.id, message.role, message.text, speaker=speaker)

    def _speaker(self, message: Message) -> str:
        return self.about or "" if message.role is Role.USER else ""

    async def _read(self, turns: Sequence[Turn], first: int, *, is_new: bool) -> list[Fact]:
        """What of some turns is worth keeping; the places are those among the ones to be read.

        Of what nobody just said, no model is asked if rules find nothing in it: small talk leaves
        no trace, so it is read again whenever somebody gives it again.
        """
        facts, skipped = reading.of_turns(turns, self.about, self.injected, first)
        is_asked = self.context.llm is not None and (is_new or facts)
        readable = reading.read_without_secrets(turns)
        if is_asked and (found := await self._asked(readable[first:])) is not None:
            secret = (one for one in skipped if one.why is NotLearned.SECRET)
            self._say(Learned(skipped=tuple(secret)))
            told = [replace(one, topic=self._topic(one)) for one in found]
            return [one for one in told if not reading.is_told(one.text, self.injected)]
        self._say(Learned(skipped=tuple(skipped)))
        return [replace(one, place=one.place - first) for one in facts]

    def _topic(self, fact: Fact) -> str | None:
        return (self.about or USER) if fact.is_own else None

    async def _keep_messages(
        self,
        conversation: str,
        there: KnownConversation,
        some: Sequence[_Said],
        facts: Sequence[Fact],
    ) -> None:
        while True:
            version, now = there.version, self.context.clock.now()
            kept = _Kept()
            turns = self._turns(kept, conversation, there, some)
            told = await self._not_forgotten(kept, there, some, facts, turns)

            def check(version: int = version) -> None:
                if there.version != version:
                    raise _MovedError

            try:
                await self._keep(kept, told, turns, now, check)
            except (_MovedError, graphs.GraphMovedError):
                continue
            new = [one.id for one in some if not one.is_kept]
            await embed_written(self.context, conversation, there, new)
            return

    async def _not_forgotten(
        self,
        kept: _Kept,
        there: KnownConversation,
        some: Sequence[_Said],
        facts: Sequence[Fact],
        turns: Sequence[Turn],
    ) -> list[Fact]:
        """What is not of a turn that was kept before and of what somebody forgot since.

        A turn that was read may be named by nothing any more: who forgets what was learned from it
        does not want it back for its still being said there.
        """
        asked: dict[Ref[Any], list[tuple[Fact, float | None]]] = {}
        left: list[Fact] = []
        for fact in facts:
            one, turn = some[fact.place], turns[fact.place]
            if not one.is_kept:
                left.append(fact)
                continue
            now = there.message(one.id)
            if turn.role is not Role.USER or now is None or now.turn.text != one.message.text:
                continue  # somebody forgot it, or put it right, while it was read
            left.append(fact)
            insight = self._insight(fact, turns)
            for domain in (PEOPLE, GENERAL):
                named = self._ref(replace(insight, domain=domain))
                asked.setdefault(named, []).append((fact, turn.at))
            origin = turn_origin(turn.conversation, turn.id)
            seen = observation_id(fact.text, None, origin)
            asked.setdefault(observation_ref(self.context, seen), []).append((fact, None))
        if not asked:
            return left
        gone: set[Fact] = set()
        for ref, how in zip(asked, await self.context.records.presence(list(asked)), strict=True):
            if how is not Presence.FORGOTTEN:
                continue
            when = await self.context.records.forgotten_at(ref)
            for fact, at in asked[ref] if when is not None else ():
                if fact not in gone and (at is None or at <= (when or 0.0)):
                    gone.add(fact)
                    kept.add(skipped=(Skipped(fact.text, NotLearned.KNOWN, reference_to(ref)),))
        return [one for one in left if one not in gone]

    def _turns(
        self,
        kept: _Kept,
        conversation: str,
        there: KnownConversation,
        some: Sequence[_Said],
    ) -> list[Turn]:
        """What keeps messages, and they as they will stand."""
        new = [one.id for one in some if not one.is_kept]
        if new:
            head = ConversationHead(conversation, origin=self.source)
            kept.edits.append(Ensure(conversations.head_ref(self.context, conversation), head))
        found: list[Turn] = []
        after: Turn | None = None
        for one in some:
            if one.is_kept:
                found.append(self._turn(conversation, there, one))
                continue
            message = one.message
            said = (message.role, message.text, self._speaker(message))
            parts = said_next(
                *(self.context, conversation, there, *said), message=one.id, after=after
            )
            for part in parts:
                ref = conversations.turn_ref(self.context, conversation, part.id)
                kept.edits.append(Put(ref, part))
            after = parts[0]
            found.append(after)
        kept.add(turns=tuple(turn_origin(conversation, one) for one in new))
        return found

    async def _observe_session(
        self, conversation: str, said: Sequence[Message], turns: Sequence[str]
    ) -> None:
        """Let the messages count as a session with whom they were exchanged."""
        from .rapport import observing

        about = self.about
        if about is None or not any(one.role is Role.USER for one in said):
            return
        name = session_name(turns)
        ref = self.context.ref(Reading, reading_name(about, name))
        if await self.context.records.presence([ref]) != [Presence.UNKNOWN]:
            return  # it was read already; if somebody forgot that, it stays so
        # it quotes them, so it goes with each of them
        inputs = [turn_origin(conversation, one) for one in turns]
        try:
            await observing.observe(self.context, about, said, name, inputs)
        except LLMError as error:
            self._say(Learned(failures=(f"rules read the session in place of the model: {error}",)))
            await observing.observe(replace(self.context, llm=None), about, said, name, inputs)
        self._say(Learned(readings=(reference_to(ref),)))

    # ------------------------------------------------------------------ a model

    async def _asked(self, turns: Sequence[Turn]) -> list[Fact] | None:
        """What the model says; ``None`` where it could not be asked."""
        llm = self.context.llm
        if llm is None:
            return None
        found: list[Fact] = []
        try:
            for parts in extraction.pieces(turns, self.context.config.pyramid.chunk_tokens):
                answer = await llm.extract(
                    extraction.SYSTEM,
                    extraction.prompt(turns, parts),
                    extraction.shape(turns, parts, self.about),
                )
                found += answer.facts
        except LLMError as error:
            self._say(Learned(failures=(f"rules read it in place of the model: {error}",)))
            return None
        # what it makes of a secret that was left out is none, either
        return [one for one in found if not holds_secret(one.text)]

    # ------------------------------------------------------------------ keeping

    async def _keep(
        self,
        kept: _Kept,
        facts: Sequence[Fact],
        turns: Sequence[Turn],
        now: float,
        check: Any = None,
    ) -> None:
        """Commit what was read, and what stands beside it.

        Raises:
            _MovedError, GraphMovedError: It is to be decided anew; nothing was written.
            LimitError, TooLargeError: Nothing was written.
        """
        new, known = await self._named([one for one in facts if one.is_memory], turns, now)
        kept.add(skipped=tuple(known))
        filing = Filing(self.context, await known_pyramid(self.context, held=True))
        related: list[graphs.Learned] = []
        places = dict.fromkeys(range(len(turns)), 0)
        for place, fact in enumerate(facts):
            order = place
            turn = turns[fact.place] if turns else None
            insight = new.get(fact) if fact.is_memory else None
            if fact.is_memory and insight is None and turn is None:
                continue
            at = now if turn is None or turn.at is None else turn.at
            said_in = None if turn is None else turn_origin(turn.conversation, turn.id)
            memory = None if insight is None else reference_to(self._ref(insight))
            if insight is not None:
                kept.insights.append(insight)
            if fact.is_observed and (origin := said_in or memory):
                if turn is not None:
                    order = turn.order * PLACES + places[fact.place]
                    places[fact.place] += 1
                slug = None if fact.topic is None else filing.slug(fact.topic)
                when = at if fact.at is None else fact.at
                self._observe(kept, fact.text, when, slug, origin, order)
            if origin := memory or (said_in if not fact.is_memory else None):
                by = self.about or self.context.user if turn is not None else self.context.user
                related += [
                    graphs.Learned(
                        *(one, origin, fact.text, self.about, at, by), is_addition(fact.said)
                    )
                    for one in fact.relations
                ]
        graph = await graphs.read(self.context, related)
        edits = [*kept.edits, *filing.edits, *graph.edits]
        # what is observed stands on what it was learned from, so that comes first
        kept.add(
            nodes=tuple(NODE_REFERENCE + key for key in graph.nodes),
            edges=tuple(EDGE_REFERENCE + one.id for one in graph.edges.values()),
            superseded=tuple(EDGE_REFERENCE + name for name in graph.ended),
        )

        def provided() -> None:
            if check is not None:
                check()
            graph.check()

        if kept.insights:
            stored = await memories.remember(
                self.context, kept.insights, beside=edits, provided=provided
            )
            gone = [c.old for one in stored for c in one.contradictions if c.is_superseded]
            kept.add(
                memories=tuple(reference_to(self._ref(one)) for one in kept.insights),
                superseded=tuple(f"persona/{name}" for name in dict.fromkeys(gone)),
            )
        elif edits:
            await self.context.records.commit(*edits, provided=provided)
        self._say(kept.learned)

    def _observe(
        self, kept: _Kept, text: str, at: float, topic: str | None, origin: str, order: int
    ) -> None:
        # without the time: whoever learns the same from the same record, at once or on another
        # device, observes it once
        id_ = observation_id(text, None, origin)
        ref = observation_ref(self.context, id_)
        kept.edits.append(Ensure(ref, Observation(id_, text, at, topic, origin, order=order)))
        kept.add(observations=(reference_to(ref),))

    # ------------------------------------------------------------------ memories

    async def _new(self, facts: Sequence[Fact]) -> tuple[list[Fact], list[Skipped]]:
        """The facts that no memory says yet."""
        new, known = await self._named(facts, [], self.context.clock.now())
        return [one for one in facts if one in new], known

    async def _named(
        self, facts: Sequence[Fact], turns: Sequence[Turn], now: float
    ) -> tuple[dict[Fact, Insight], list[Skipped]]:
        """Those that no memory says yet, each as a memory under a key of its own."""
        insights = [self._insight(one, turns) for one in facts]
        refs = [self._ref(one) for one in insights]
        standing: list[PersonaMemory | None] = await self.context.records.get_many(refs)
        new = [fact for fact, there in zip(facts, standing, strict=True) if there is None]
        already = await knowing.known(self.context, new, self.about)
        found: dict[str, tuple[Fact, Insight]] = {}
        known: list[Skipped] = []
        for fact, insight, ref, there in zip(facts, insights, refs, standing, strict=True):
            if there is None and fact in already:
                named = reference_to(already[fact])
                known.append(Skipped(fact.text, NotLearned.KNOWN, named))
            elif there is None or (
                # what is so again somebody says anew; a text may be given twice
                turns
                and there.superseded_by is not None
                and names.spelling(there.value) == names.spelling(fact.text)
                and await self._was_superseded_before(ref, turns[fact.place], now)
            ):
                found.setdefault(ref.name, (fact, insight))
            elif (
                names.spelling(there.value) == names.spelling(fact.text)
                # what stands there was put in other words, by a model or by somebody who knows
                or self._key(there.value) != ref.name.rpartition("/")[2]
            ):
                known.append(Skipped(fact.text, NotLearned.KNOWN, reference_to(ref)))
            else:
                other = replace(insight, key=names.told_apart(insight.key, fact.said))
                found.setdefault(self._ref(other).name, (fact, other))
        return dict(found.values()), known

    async def _was_superseded_before(self, ref: Ref[PersonaMemory], turn: Turn, now: float) -> bool:
        """Whether a turn was said since something took the place of a memory."""
        at = await self.context.records.last_written(ref, ("superseded_by",))
        # another device's clock may be ahead; what is being learned was said by now
        return at is not None and (turn.at is None or turn.at >= min(at, now))

    def _insight(self, fact: Fact, turns: Sequence[Turn]) -> Insight:
        domain = PEOPLE if self.about is not None or fact.is_own else GENERAL
        source = self.source
        if turns:
            turn = turns[fact.place]
            source = turn_origin(turn.conversation, turn.id)
        return Insight(
            *(domain, fact.facet, self._key(fact.said), fact.text),
            themes=None if self.about is None else [self.about],
            source=source or None,
        )

    def _key(self, statement: str) -> str:
        # where others see names, they must not read in one what somebody said
        return names.key_of(statement, self.about, is_seen=self.context.names_are_seen)

    def _ref(self, insight: Insight) -> Ref[PersonaMemory]:
        return ref_of(self.context, insight.domain, insight.facet, insight.key)

    def _say(self, more: Learned) -> None:
        self.learned = _joined(self.learned, more)
