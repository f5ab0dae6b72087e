"""Who has learned from the messages of a conversation, and who has not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..core.llm import Message, Role
from ..core.records.rapport import Reading
from ..core.ref import Ref
from ..mind.conversation.messages import Message as Kept
from ..mind.learning.names import turn_id
from ..mind.learning.transcript import is_learned_session
from ..mind.views.conversations import KnownConversation
from .context import Context
from .conversation.known import turn_ref


@dataclass(slots=True)
class Readers:
    """Who read what stands in one conversation.

    Attributes:
        context: The world.
        conversation: Which.
        there: What is known of it.
        about: The peer whose sessions are asked for; ``None`` asks for none.
        counted: The ids of the messages that a session of that peer was read from.
    """

    context: Context
    conversation: str
    there: KnownConversation
    about: str | None
    counted: set[str] = field(default_factory=set)
    _sessions: dict[Ref[Reading], int] = field(default_factory=dict)

    async def unread(
        self, given: Sequence[Message], turns: Sequence[str], chain: Iterable[str]
    ) -> list[bool]:
        """Of each message whether it is the user's, stands as a turn, and nobody learned from it.

        Read is what has the name that learning itself gives to a turn, and what a record names as
        what it was learned from. A session of rapport that was read elsewhere only counts.

        Args:
            given: The messages.
            turns: The ids of their turns.
            chain: Those that they have if learning kept all of them.
        """
        own = set(chain)
        found: list[bool] = []
        for place, (one, id_) in enumerate(zip(given, turns, strict=True)):
            kept = self.there.message(id_)
            if kept is None or one.role is not Role.USER or id_ in own:
                found.append(False)
                continue
            last = self.there.before(kept.turn)
            before = {"", turns[place - 1] if place else "", "" if last is None else last.id}
            is_own = id_ in {turn_id(self.conversation, other, one) for other in before}
            found.append(not is_own and not await self._is_named(id_, kept, place))
        cut = await self._last_of_cut_sessions()
        return [one and place > cut for place, one in enumerate(found)]

    async def counts(self, message: str) -> bool:
        """Whether a session of the peer was read from a message that stands as a turn."""
        kept = self.there.message(message)
        if kept is not None:
            await self._is_named(message, kept, 0)
        return message in self.counted

    async def _is_named(self, message: str, kept: Kept, place: int) -> bool:
        is_read = False
        for part in kept.kept:
            turn = turn_ref(self.context, self.conversation, part)
            for one in await self.context.records.mentions(turn):
                if one.once_forgotten != "cascade" or one.field == "name":
                    continue  # what only belongs to it, as its vectors do, was not learned from it
                if one.ref.kind is not Reading:
                    is_read = True
                    continue
                peer, _, session = one.ref.name.partition("/reading/")
                if peer == self.about:
                    self.counted.add(message)
                if is_learned_session(session):
                    is_read = True
                    self._sessions[one.ref] = max(place, self._sessions.get(one.ref, place))
        return is_read

    async def _last_of_cut_sessions(self) -> int:
        """The place of the last message of those sessions that name only the end of themselves."""
        refs = list(self._sessions)
        readings = await self.context.records.get_many(refs)
        return max(
            (
                self._sessions[ref]
                for ref, one in zip(refs, readings, strict=True)
                if one is not None and len(one.inputs) < one.turns
            ),
            default=-1,
        )
