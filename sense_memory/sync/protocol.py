"""One connection to a relay, as seen by the client, without the connection.

Rule 1: bytes, sockets and clocks are the caller's. Give ``receive_text`` what came, send what
``data_to_send`` returns, act on ``events``, call ``expire`` when ``next_deadline`` has passed.
Rule 2: a question has exactly one end: ``Answered`` or ``Unanswered``; so has a comparison:
``Compared`` or ``Unanswered``.
Rule 3: an answer that a relay gave before the client proved who it is counts for nothing once the
relay has asked for that proof; it is asked again.
"""

import secrets
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nips.errors import InvalidFrameError, ReconciliationError
from nips.messages import (
    Auth,
    Challenge,
    Close,
    Closed,
    Eose,
    EventFrame,
    NegClose,
    NegErr,
    NegMsg,
    NegOpen,
    Notice,
    Ok,
    Prefix,
    Publish,
    Req,
    parse_relay_message,
    split_reply,
)
from nips.negentropy import Negentropy, Storage
from nips.nip01 import Event, Filter

from .conduct import Conduct, Offence
from .reconcile import Difference, is_incomprehension
from .words import harmless

MAX_ANSWER_BYTES = 32 * 1024 * 1024
MAX_OPEN_BYTES = 64 * 1024 * 1024
"""What all open questions together may hold."""
MAX_FRAME_CHARS = 262_144
"""The largest frame that is worth reading; only those of NIP-77 may be larger."""
MAX_EVENT_CHARS = 196_608
"""An event of ours has at most 65,408 bytes of plaintext, 87,472 characters of payload."""
MAX_CHALLENGE_LENGTH = 256
CHALLENGES_PER_MINUTE = 3
MAX_NEWS = 5_000
"""What may arrive on a new subscription before the relay says that it has shown what it had."""

MAX_COMPARISON_BYTES = 64 * 1024 * 1024
"""What a relay may say in one comparison: a million ids in hexadecimal digits."""
MAX_NEED = 250_000
"""Ids that a relay may say it has and we do not."""

RawEvent = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answered:
    """All stored events of a question.

    Attributes:
        number: Which question.
        events: Unverified JSON objects.
        hints: NIP-67 hints of the EOSE.
    """

    number: int
    events: tuple[RawEvent, ...]
    hints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that the relay closed, or left open too long.

    Attributes:
        number: Which question.
        reason: What the relay said, or ``"timeout"``.
        events: What came before.
    """

    number: int
    reason: str
    events: tuple[RawEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison came to its end.

    Attributes:
        number: Which.
        difference: What it found.
    """

    number: int
    difference: Difference


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The relay's OK to a write; ``accepted`` is ``None`` when none came in time.

    Attributes:
        event_id: Which.
        accepted: Its third element.
        message: Its fourth.
        again: The relay wanted to know who writes, and knows by now; the write may be sent again.
    """

    event_id: str
    accepted: bool | None
    message: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Arrived:
    """An event on a live subscription, unverified."""

    event: RawEvent


@dataclass(frozen=True, slots=True)
class AuthWanted:
    """The relay sent a challenge; answer with ``authenticate``."""

    challenge: str


@dataclass(frozen=True, slots=True)
class AuthDone:
    """The relay's OK to our proof."""

    accepted: bool
    message: str


@dataclass(frozen=True, slots=True)
class LiveEnded:
    """The relay closed a live question that it had answered; nothing more comes of it.

    Attributes:
        number: Which question.
        reason: What the relay said.
    """

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """A word to people."""

    message: str


@dataclass(frozen=True, slots=True)
class Misbehaved:
    """The relay went too far; leave it alone for a while."""

    offence: Offence


ProtocolEvent = (
    Answered
    | Unanswered
    | Compared
    | Acknowledged
    | Arrived
    | LiveEnded
    | AuthWanted
    | AuthDone
    | Noticed
    | Misbehaved
)


@dataclass(slots=True)
class _Question:
    number: int
    filter: Filter
    deadline: float
    live: bool
    ends: float
    repeated: bool = False
    waits_for_auth: bool = False
    size: int = 0
    events: list[RawEvent] = field(default_factory=list)


@dataclass(slots=True)
class _Comparison:
    number: int
    filter: Filter
    storage: Storage
    frame_limit: int
    side: Negentropy
    deadline: float
    ends: float
    repeated: bool = False
    waits_for_auth: bool = False
    is_answered: bool = False
    size: int = 0
    have: list[bytes] = field(default_factory=list)
    need: list[bytes] = field(default_factory=list)


@dataclass(slots=True)
class _Write:
    event: Event
    deadline: float
    resends: bool
    repeated: bool = False
    waits_for_auth: bool = False


@dataclass(slots=True)
class RelayProtocol:
    """The client's end of one connection.

    Attributes:
        answer_timeout: Seconds of silence after which a question counts as unanswered.
        ok_timeout: Seconds for an OK.
        answer_total: Seconds that an answer may take however busily it comes.
        comparison_timeout: Seconds of silence after which a relay is taken not to compare at all.
        conduct: What this relay did wrong so far.
    """

    answer_timeout: float
    ok_timeout: float
    answer_total: float = 60.0
    comparison_timeout: float = 2.0
    conduct: Conduct = field(default_factory=Conduct)
    challenge: str | None = None
    refuses_namelessly: bool = False
    authenticated: bool = False
    _auth_id: str | None = None
    _auth_deadline: float = 0.0
    _auth_refused: bool = False
    _out: list[str] = field(default_factory=list)
    _events: list[ProtocolEvent] = field(default_factory=list)
    _questions: dict[str, _Question] = field(default_factory=dict)
    _comparisons: dict[str, _Comparison] = field(default_factory=dict)
    _writes: dict[str, _Write] = field(default_factory=dict)
    _numbers: int = 0
    _open_bytes: int = 0
    _challenged_at: list[float] = field(default_factory=list)

    # ------------------------------------------------------------- what to do

    def ask(self, question: Filter, now: float, *, live: bool = False) -> int:
        """Ask for stored events; a live question stays open and delivers what comes later.

        Returns:
            The question's number, to recognise its end by.
        """
        self._numbers += 1
        deadline = now + self.answer_timeout
        ends = now + self.answer_total
        self._send_question(_Question(self._numbers, question, deadline, live, ends))
        return self._numbers

    def compare(self, question: Filter, storage: Storage, frame_limit: int, now: float) -> int:
        """Compare the relay's events with ours (NIP-77).

        Args:
            question: What events: those of one kind, without a limit.
            storage: Ours.
            frame_limit: Bytes of our longest message; in hexadecimal digits it is twice as long.
            now: Seconds.

        Returns:
            The comparison's number, to recognise its end by.
        """
        self._numbers += 1
        self._open_comparison(
            _Comparison(
                self._numbers,
                question,
                storage,
                frame_limit,
                Negentropy(storage, frame_limit, max_need=MAX_NEED),
                now + self.comparison_timeout,
                now + self.answer_total,
            )
        )
        return self._numbers

    def end_live(self) -> None:
        """Close every live question; nothing more arrives of them."""
        for sub_id, question in list(self._questions.items()):
            if question.deadline == float("inf"):
                self._close(sub_id)

    def publish(self, event: Event, now: float, *, resends: bool = True) -> None:
        """Send a write; ``Acknowledged`` follows.

        Args:
            event: The write.
            now: Seconds.
            resends: Whether it is sent once more when the relay knows who writes. What must be
                read before it is written is not.
        """
        self._writes[event.id] = _Write(event, now + self.ok_timeout, resends)
        self._out.append(Publish(event).to_json())

    def authenticate(self, event: Event, now: float) -> None:
        """Prove who we are with a signed event of kind 22242."""
        self._auth_id = event.id
        self._auth_deadline = now + self.ok_timeout
        self._out.append(Auth(event).to_json())

    # ---------------------------------------------------------- what happened

    def receive_text(self, text: str, now: float) -> None:
        """Take in one frame. Nothing that a relay sends raises."""
        is_comparison = text.startswith('["NEG-')
        if is_comparison and not self._comparisons:
            self.charge(Offence.STRAY, now)
            return
        if len(text) > MAX_FRAME_CHARS and not is_comparison:
            self.charge(Offence.OVERSIZED, now, text[-200:])  # the signature, if it is an event
            return
        try:
            message = harmless(parse_relay_message(text))
        except InvalidFrameError:
            self.charge(Offence.JUNK, now)
            return
        match message:
            case EventFrame():
                self._receive_event(message, len(text), now)
            case Eose():
                self._receive_end(message)
            case Closed():
                self._receive_closed(message, now)
            case Ok():
                self._receive_ok(message, now)
            case Challenge():
                self._receive_challenge(message.challenge, now)
            case Notice():
                self._receive_notice(message, now)
            case NegMsg():
                self._receive_comparison(message, len(text), now)
            case NegErr():
                self._receive_refusal(message, now)
            case _:
                pass

    def expire(self, now: float) -> None:
        """Give up on what has waited too long."""
        for sub_id, question in list(self._questions.items()):
            if question.deadline <= now:
                self._finish(sub_id, "timeout")
        for sub_id, comparison in list(self._comparisons.items()):
            if comparison.deadline <= now:
                self._give_up(sub_id, "timeout")
        for event_id, write in list(self._writes.items()):
            if write.deadline <= now:
                del self._writes[event_id]
                self._events.append(Acknowledged(event_id, None, "no OK in time"))
        if self._auth_id is not None and self._auth_deadline <= now:
            self._end_auth(False, "no OK to AUTH in time", now)

    def next_deadline(self) -> float | None:
        """When ``expire`` has something to do, in the caller's time."""
        deadlines = [question.deadline for question in self._questions.values()]
        deadlines += [comparison.deadline for comparison in self._comparisons.values()]
        deadlines += [write.deadline for write in self._writes.values()]
        if self._auth_id is not None:
            deadlines.append(self._auth_deadline)
        soonest = min(deadlines, default=None)
        return None if soonest == float("inf") else soonest

    def data_to_send(self) -> list[str]:
        """Frames to send now, in order."""
        out, self._out = self._out, []
        return out

    def events(self) -> list[ProtocolEvent]:
        """What happened since the last call, in order."""
        events, self._events = self._events, []
        return events

    def lost(self) -> None:
        """The connection is gone: everything open ends."""
        for sub_id, question in list(self._questions.items()):
            if question.deadline != float("inf"):
                self._finish(sub_id, "connection lost")
        for sub_id in list(self._comparisons):
            self._give_up(sub_id, "connection lost")
        for event_id in list(self._writes):
            del self._writes[event_id]
            self._events.append(Acknowledged(event_id, None, "connection lost"))
        if self._auth_id is not None:
            self._auth_id = None
            self._events.append(AuthDone(False, "connection lost"))

    # ----------------------------------------------------------------- inside

    def _send_question(self, question: _Question) -> None:
        # a fresh id each time: some relays ignore a REQ that repeats an open one
        sub_id = secrets.token_hex(8)
        self._questions[sub_id] = question
        self._out.append(Req(sub_id, (question.filter,)).to_json())

    def _receive_event(self, message: EventFrame, size: int, now: float) -> None:
        question = self._questions.get(message.sub_id)
        if question is None:
            self.charge(Offence.STRAY, now)  # mostly of a subscription we closed a moment ago
            return
        if size > MAX_EVENT_CHARS:
            self.charge(Offence.OVERSIZED, now, _identity(message.event))
            return
        if not _is_asked_for(question.filter, message.event):
            self.charge(Offence.OFF_FILTER, now, _identity(message.event))
            return
        if question.deadline == float("inf"):
            self._events.append(Arrived(message.event))
            return
        question.events.append(message.event)
        question.size += size
        self._open_bytes += size
        question.deadline = min(now + self.answer_timeout, question.ends)
        limit = question.filter.limit or 0
        if (
            question.size > MAX_ANSWER_BYTES
            or self._open_bytes > MAX_OPEN_BYTES
            or len(question.events) > (MAX_NEWS if question.live else limit * 1.1 + 10)
        ):
            self._finish(message.sub_id, "an answer without end")
            self.charge(Offence.ENDLESS, now)

    def _receive_end(self, message: Eose) -> None:
        question = self._questions.get(message.sub_id)
        if question is None or question.deadline == float("inf"):
            return
        if self._must_repeat(repeated=question.repeated):
            question.waits_for_auth = True
            return
        self._events.append(Answered(question.number, tuple(question.events), message.hints))
        self._empty(question)
        if question.live:
            question.deadline = float("inf")
        else:
            self._close(message.sub_id)

    def _receive_closed(self, message: Closed, now: float) -> None:
        if message.sub_id in self._comparisons:
            self._receive_refusal(NegErr(message.sub_id, message.message), now)
            return
        question = self._questions.get(message.sub_id)
        if question is None:
            self.charge(Offence.STRAY, now)
            return
        if question.deadline == float("inf"):
            del self._questions[message.sub_id]
            self._events.append(LiveEnded(question.number, message.message))
            return
        # NIP-42: "auth-required: " in CLOSED: the client is not authenticated yet
        needs_auth = split_reply(message.message).prefix is Prefix.AUTH_REQUIRED
        if needs_auth and not question.repeated and not self._auth_refused:
            question.waits_for_auth = True
            question.deadline = min(question.deadline, now + self.answer_timeout)
            if self.authenticated:
                self._repeat(message.sub_id, question, now)
            return
        del self._questions[message.sub_id]
        self._events.append(Unanswered(question.number, message.message, tuple(question.events)))
        self._empty(question)

    def _receive_comparison(self, message: NegMsg, size: int, now: float) -> None:
        comparison = self._comparisons.get(message.sub_id)
        if comparison is None:
            self.charge(Offence.STRAY, now)
            return
        if self._must_repeat(repeated=comparison.repeated):
            comparison.waits_for_auth = True
            comparison.deadline = now + self.answer_timeout
            return
        comparison.is_answered = True
        comparison.size += size
        if comparison.size > MAX_COMPARISON_BYTES:
            self._give_up(message.sub_id, "a comparison without end")
            self.charge(Offence.ENDLESS, now)
            return
        try:
            step = comparison.side.reconcile(message.message)
        except ReconciliationError as error:
            self._give_up(message.sub_id, f"invalid: {error}")
            self.charge(Offence.JUNK, now)
            return
        comparison.have += step.have
        comparison.need += step.need
        # NIP-77: "If client wishes to continue, then it constructs a new message and sends it to
        # the relay in a NEG-MSG message. [...] If client wishes to stop, then it sends a NEG-CLOSE
        # message or disconnects the websocket."
        if step.output is not None:
            comparison.deadline = min(now + self.answer_timeout, comparison.ends)
            self._out.append(NegMsg(message.sub_id, step.output).to_json())
            return
        del self._comparisons[message.sub_id]
        self._out.append(NegClose(message.sub_id).to_json())
        difference = Difference(frozenset(comparison.have), frozenset(comparison.need))
        self._events.append(Compared(comparison.number, difference))

    def _receive_refusal(self, message: NegErr, now: float) -> None:
        comparison = self._comparisons.get(message.sub_id)
        if comparison is None:
            self.charge(Offence.STRAY, now)
            return
        needs_auth = split_reply(message.message).prefix is Prefix.AUTH_REQUIRED
        if needs_auth and not comparison.repeated and not self._auth_refused:
            comparison.waits_for_auth = True
            comparison.deadline = now + self.answer_timeout
            if self.authenticated:
                self._compare_again(message.sub_id, comparison, now)
            return
        # NIP-77: "After a NEG-ERR is issued, the subscription is considered to be closed."
        del self._comparisons[message.sub_id]
        self._events.append(Unanswered(comparison.number, message.message))

    def _receive_notice(self, message: Notice, now: float) -> None:
        self.charge(Offence.NOTICE, now)
        self._events.append(Noticed(message.message))
        if not is_incomprehension(message.message):
            return
        # a relay that does not know NIP-77 says so to people, if it says anything
        for sub_id, comparison in list(self._comparisons.items()):
            if not comparison.is_answered and not comparison.waits_for_auth:
                self._give_up(sub_id, f"unsupported: {message.message}")

    def _receive_ok(self, message: Ok, now: float) -> None:
        if message.event_id == self._auth_id:
            self._end_auth(message.accepted, message.message, now)
            return
        event_id = message.event_id
        if not event_id and not message.accepted and len(self._writes) > 1:
            # a relay that refuses without saying what: what is under way is asked about again, and
            # from now on one write at a time
            self.refuses_namelessly = True
            for unknown in list(self._writes):
                del self._writes[unknown]
                self._events.append(Acknowledged(unknown, None, message.message))
            return
        if not event_id and len(self._writes) == 1:
            event_id = next(iter(self._writes))
        write = self._writes.get(event_id)
        if write is None:
            self.charge(Offence.STRAY, now)
            return
        needs_auth = split_reply(message.message).prefix is Prefix.AUTH_REQUIRED
        if not message.accepted and needs_auth and not write.repeated and not self._auth_refused:
            write.waits_for_auth = True
            write.deadline = now + self.ok_timeout
            if self.authenticated:
                self._resend(write, now)
            return
        del self._writes[event_id]
        self._events.append(Acknowledged(event_id, message.accepted, message.message))

    def _receive_challenge(self, challenge: str, now: float) -> None:
        # NIP-42: "the challenge is valid for the duration of the connection or until another
        # challenge is sent by the relay"
        if challenge and challenge == self.challenge:
            return  # said again with each refusal until the proof has arrived
        self._challenged_at = [at for at in self._challenged_at if now - at < 60]
        if (
            not challenge
            or len(challenge) > MAX_CHALLENGE_LENGTH
            or len(self._challenged_at) >= CHALLENGES_PER_MINUTE
        ):
            self.charge(Offence.CHALLENGE, now)
            return
        self._challenged_at.append(now)
        self.challenge = challenge
        self._events.append(AuthWanted(challenge))

    def _end_auth(self, accepted: bool, message: str, now: float) -> None:
        self._auth_id = None
        self.authenticated = self.authenticated or accepted
        self._auth_refused = not accepted
        self._events.append(AuthDone(accepted, message))
        for sub_id, question in list(self._questions.items()):
            if question.waits_for_auth:
                if accepted:
                    self._repeat(sub_id, question, now)
                else:
                    self._finish(sub_id, message or "AUTH was refused")
        for sub_id, comparison in list(self._comparisons.items()):
            if comparison.waits_for_auth and accepted:
                self._compare_again(sub_id, comparison, now)
            elif comparison.waits_for_auth:
                self._give_up(sub_id, f"auth-required: {message or 'AUTH was refused'}")
        for event_id, write in list(self._writes.items()):
            if write.waits_for_auth:
                if accepted:
                    self._resend(write, now)
                else:
                    del self._writes[event_id]
                    self._events.append(Acknowledged(event_id, False, message))

    def _must_repeat(self, *, repeated: bool) -> bool:
        """Whether the answer came from a relay that did not know yet who asked."""
        return (
            self.challenge is not None
            and not self.authenticated
            and not self._auth_refused
            and not repeated
        )

    def _repeat(self, sub_id: str, question: _Question, now: float) -> None:
        self._close(sub_id)
        self._empty(question)
        self._send_question(
            replace(
                question,
                deadline=now + self.answer_timeout,
                ends=now + self.answer_total,
                repeated=True,
                waits_for_auth=False,
                size=0,
                events=[],
            )
        )

    def _open_comparison(self, comparison: _Comparison) -> None:
        sub_id = secrets.token_hex(8)
        self._comparisons[sub_id] = comparison
        first = comparison.side.initiate()
        self._out.append(NegOpen(sub_id, comparison.filter, first).to_json())

    def _compare_again(self, sub_id: str, comparison: _Comparison, now: float) -> None:
        self._end_comparison(sub_id)
        side = Negentropy(comparison.storage, comparison.frame_limit, max_need=MAX_NEED)
        self._open_comparison(
            replace(
                comparison,
                side=side,
                deadline=now + self.comparison_timeout,
                ends=now + self.answer_total,
                repeated=True,
                waits_for_auth=False,
                is_answered=False,
                size=0,
                have=[],
                need=[],
            )
        )

    def _give_up(self, sub_id: str, reason: str) -> None:
        number = self._comparisons[sub_id].number
        self._end_comparison(sub_id)
        self._events.append(Unanswered(number, reason))

    def _end_comparison(self, sub_id: str) -> None:
        del self._comparisons[sub_id]
        self._out.append(NegClose(sub_id).to_json())

    def _resend(self, write: _Write, now: float) -> None:
        if not write.resends:
            del self._writes[write.event.id]
            said = "auth-required: who wrote it is known by now"
            self._events.append(Acknowledged(write.event.id, False, said, again=True))
            return
        write.repeated = True
        write.deadline = now + self.ok_timeout
        write.waits_for_auth = False
        self._out.append(Publish(write.event).to_json())

    def _finish(self, sub_id: str, reason: str) -> None:
        question = self._questions[sub_id]
        self._close(sub_id)
        self._events.append(Unanswered(question.number, reason, tuple(question.events)))
        self._empty(question)

    def _empty(self, question: _Question) -> None:
        """What a question holds was handed on, or is given up."""
        self._open_bytes -= question.size
        question.size, question.events = 0, []

    def _close(self, sub_id: str) -> None:
        del self._questions[sub_id]
        self._out.append(Close(sub_id).to_json())

    def charge(self, offence: Offence, now: float, what: Hashable | None = None) -> None:
        """Count something that the relay did wrong; ``Misbehaved`` follows if it was too much."""
        if self.conduct.charge(offence, now, what):
            self._events.append(Misbehaved(offence))


def _is_asked_for(question: Filter, event: RawEvent) -> bool:
    """Whether an event is of the ids, kind, author and address that were asked for.

    Dates are left to the reader: relays differ in whether a bound belongs to the range.
    """
    if question.ids and event.get("id") not in question.ids:
        return False
    if question.kinds and event.get("kind") not in question.kinds:
        return False
    if question.authors and event.get("pubkey") not in question.authors:
        return False
    tags = event.get("tags")
    if not isinstance(tags, list):
        return not question.tags
    return all(
        any(_has(tag, name, values) for tag in tags) for name, values in question.tags.items()
    )


def _has(tag: object, name: str, values: Sequence[str]) -> bool:
    return isinstance(tag, list) and len(tag) > 1 and tag[0] == name and tag[1] in values


def _identity(event: RawEvent) -> str:
    return str(event.get("id"))[:64]
