"""A relay without a socket: text in, text out.

Rules:

1. `receive_text` never raises on what a client sends.
2. The relay behaves well but for its `Quirks`; `quirks` may be replaced at any time.
3. Nothing here waits. `Quirks.answer_delay` is for whoever carries the frames.
"""

import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from nips.errors import InvalidFrameError
from nips.messages import (
    Auth,
    Challenge,
    ClientMessage,
    Close,
    Closed,
    Count,
    CountReply,
    Eose,
    Notice,
    Ok,
    Publish,
    RelayMessage,
    Req,
    parse_client_message,
)
from nips.nip01 import Event, Filter, verify
from nips.nip42 import check_auth
from relay_fixtures.event_book import EventBook
from relay_fixtures.information import information
from relay_fixtures.quirks import Quirks

__all__ = ["Outgoing", "QuirkRelay"]

Outgoing: TypeAlias = list[tuple[int, str]]
"""Frames to send: connection and text, in order."""

AUTH_FIRST = "auth-required: authenticate first"
RESTRICTED = "restricted: not for this pubkey"
ACCEPT = ""


@dataclass(slots=True)
class _Connection:
    """What the relay knows of one client."""

    challenge: str
    challenged: bool = False
    open: bool = True
    frames: int = 0
    pubkeys: set[str] = field(default_factory=set)
    subs: dict[str, tuple[Filter, ...]] = field(default_factory=dict)


class QuirkRelay:
    """An in-memory relay that misbehaves as told.

    Args:
        quirks: what it does differently; also an attribute that may be replaced.
        url: its own address, which a NIP-42 AUTH must name. `RelayServer` sets it.
        clock: unix time in seconds.
    """

    def __init__(
        self,
        quirks: Quirks | None = None,
        *,
        url: str = "ws://127.0.0.1",
        clock: Callable[[], float] = time.time,  # noqa: TID251 - this package has no clock port
    ) -> None:
        self.quirks = quirks or Quirks()
        self.url = url
        self.received_frames: list[tuple[int, str]] = []
        """Everything clients sent, malformed or not: connection and text, in order."""
        self._clock = clock
        self._book = EventBook()
        self._connections: dict[int, _Connection] = {}
        self._next_id = 1
        self._injected: list[object] = []
        self._accepted_at: deque[float] = deque()

    # --------------------------------------------------------------------- what tests see

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything stored, deletion requests included, newest first."""
        return self._book.events

    def received(self, verb: str) -> list[list[object]]:
        """The well-formed frames of one verb that clients sent, such as `REQ`, parsed."""
        frames = []
        for _, text in self.received_frames:
            try:
                frame = json.loads(text)
            except ValueError:
                continue
            if isinstance(frame, list) and frame[:1] == [verb]:
                frames.append(frame)
        return frames

    def seed(self, events: Iterable[Event]) -> None:
        """Store events as if published long ago: no signature check, no limits, no echo."""
        for event in events:
            self._book.add(event, self.quirks)

    def freeze(self) -> None:
        """Remember the present events; under `stale_snapshot` reads see no others."""
        self._book.freeze()

    def inject(self, event: object) -> Outgoing:
        """Serve a forged event: any JSON value, unchecked.

        It follows the stored events of every REQ it might match, whatever the limit; a part it
        lacks matches anything. The result is for the subscriptions open now; a test that wants
        them to hear it hands it to `RelayServer.deliver`.
        """
        self._injected.append(event)
        return self._muted(
            [
                (conn, _event_frame(sub_id, event))
                for conn, peer in self._connections.items()
                for sub_id, filters in peer.subs.items()
                if any(_might_match(wanted, event) for wanted in filters)
            ]
        )

    def information(self) -> dict[str, object] | None:
        """The NIP-11 document, None if there is none."""
        return information(self.quirks)

    # --------------------------------------------------------------------- the connection

    def connect(self) -> tuple[int, Outgoing]:
        """A client arrived: its connection id and the frames to greet it with."""
        conn, self._next_id = self._next_id, self._next_id + 1
        peer = self._connections[conn] = _Connection(challenge=secrets.token_hex(16))
        greeting = self._challenge(conn, peer) if self.quirks.challenge_on_connect else []
        return conn, self._muted(greeting)

    def disconnect(self, conn: int) -> None:
        """A client left, or its connection is cut."""
        self._connections.pop(conn, None)

    def is_open(self, conn: int) -> bool:
        """False once the relay wants the connection cut."""
        return conn in self._connections and self._connections[conn].open

    def receive_text(self, conn: int, text: str) -> Outgoing:
        """A frame arrived: the frames to send, to this connection and to others."""
        self.received_frames.append((conn, text))
        peer = self._connections.get(conn)
        if peer is None or not peer.open:
            return []
        peer.frames += 1
        allowed = self.quirks.drop_connection_after_frames
        if allowed is not None and peer.frames > allowed:
            peer.open = False
            return []
        try:
            message = parse_client_message(text)
        except InvalidFrameError as error:
            reply = [] if self.quirks.silent_on_malformed else _to(conn, Notice(f"error: {error}"))
            return self._muted(reply)
        return self._muted(self._answer(conn, peer, message))

    def _muted(self, frames: Outgoing) -> Outgoing:
        return [] if self.quirks.silent else frames

    def _answer(self, conn: int, peer: _Connection, message: ClientMessage) -> Outgoing:
        match message:
            case Publish(event):
                return self._publish(conn, peer, event)
            case Req(sub_id, filters):
                return self._req(conn, peer, sub_id, filters)
            case Count(sub_id, filters):
                return self._count(conn, peer, sub_id, filters)
            case Auth(event):
                return self._auth(conn, peer, event)
            case Close(sub_id):
                peer.subs.pop(sub_id, None)
                return []

    # ---------------------------------------------------------------------------- writing

    def _publish(self, conn: int, peer: _Connection, event: Event) -> Outgoing:
        barred = self._barred(peer) if self._guards_writing(event) else ACCEPT
        if barred:
            return self._demand_auth(conn, peer, barred) + self._refuse(conn, event, barred)
        objection = self._objection(event)
        if objection:
            return self._refuse(conn, event, objection)
        self._accepted_at.append(self._clock())
        if self.quirks.lie_ok:
            return _to(conn, Ok(event.id, accepted=True, message=""))
        verdict = self._book.add(event, self.quirks)
        if not verdict.accepted:
            return self._refuse(conn, event, verdict.message)
        reply = _to(conn, Ok(event.id, accepted=True, message=verdict.message))
        return reply + (self._broadcast(event) if verdict.fresh else [])

    def _objection(self, event: Event) -> str:
        """Why this relay does not take the event, empty if it does."""
        quirks, now = self.quirks, self._clock()
        if not verify(event):
            return "invalid: bad event id or signature"
        if quirks.reject_all_with is not None:
            return quirks.reject_all_with
        if quirks.max_content_chars is not None and len(event.content) > quirks.max_content_chars:
            return f"invalid: content longer than {quirks.max_content_chars} characters"
        size = len(event.to_json().encode())
        if quirks.max_event_bytes is not None and size > quirks.max_event_bytes:
            return f"blocked: event size ({size} bytes) exceeds {quirks.max_event_bytes}"
        ahead = event.created_at - now
        if quirks.created_at_max_ahead is not None and ahead > quirks.created_at_max_ahead:
            return "invalid: created_at too late"
        if quirks.created_at_max_behind is not None and -ahead > quirks.created_at_max_behind:
            return "invalid: created_at too early"
        return "rate-limited: slow down" if self._is_over_rate(now) else ACCEPT

    def _is_over_rate(self, now: float) -> bool:
        while self._accepted_at and self._accepted_at[0] <= now - self.quirks.rate_limit_seconds:
            self._accepted_at.popleft()
        allowed = self.quirks.rate_limit_after
        return allowed is not None and len(self._accepted_at) >= allowed

    def _refuse(self, conn: int, event: Event, reason: str) -> Outgoing:
        event_id = "" if self.quirks.empty_ok_id_on_reject else event.id
        return _to(conn, Ok(event_id, accepted=False, message=reason))

    def _broadcast(self, event: Event) -> Outgoing:
        """The event for every subscription that wants it, its own author's included."""
        raw = event.to_dict()
        return [
            (conn, _event_frame(sub_id, raw))
            for conn, peer in self._connections.items()
            if self._may_read(peer, event.kind)
            for sub_id, filters in peer.subs.items()
            if any(wanted.matches(event) for wanted in filters)
        ]

    # ---------------------------------------------------------------------------- reading

    def _req(
        self, conn: int, peer: _Connection, sub_id: str, filters: tuple[Filter, ...]
    ) -> Outgoing:
        if self.quirks.ignores_identical_req and peer.subs.get(sub_id) == filters:
            return []
        barred = self._barred_from_reading(peer, filters)
        if barred:
            return self._demand_auth(conn, peer, barred) + _to(conn, Closed(sub_id, barred))
        if self._indexes_none_of(filters):
            return _to(conn, Closed(sub_id, "bad req: indexed value too long"))
        most = self.quirks.max_subs
        if most is not None and sub_id not in peer.subs and len(peer.subs) >= most:
            reason = "rate-limited: too many subscriptions"
            if self.quirks.notice_on_too_many_subs:
                return _to(conn, Notice(reason))
            return _to(conn, Closed(sub_id, reason))
        peer.subs[sub_id] = filters
        answer = self._book.query(filters, self.quirks)
        stored: list[object] = [e.to_dict() for e in answer.events if self._may_read(peer, e.kind)]
        forged = [e for e in self._injected if any(_might_match(f, e) for f in filters)]
        frames = [(conn, _event_frame(sub_id, event)) for event in stored + forged]
        return frames + self._end(conn, sub_id, complete=answer.complete)

    def _end(self, conn: int, sub_id: str, *, complete: bool) -> Outgoing:
        if self.quirks.no_eose:
            return []
        if self.quirks.eose_hints == "none":
            return _to(conn, Eose(sub_id, ()))
        finished = complete or self.quirks.eose_hints == "always_finish"
        return _to(conn, Eose(sub_id, ("finish" if finished else "more",)))

    def _count(
        self, conn: int, peer: _Connection, sub_id: str, filters: tuple[Filter, ...]
    ) -> Outgoing:
        if not self.quirks.answers_count:
            return []
        barred = self._barred_from_reading(peer, filters)
        if barred:
            return self._demand_auth(conn, peer, barred) + _to(conn, Closed(sub_id, barred))
        found = self._book.matching(filters, self.quirks)
        visible = [event for event in found if self._may_read(peer, event.kind)]
        return _to(conn, CountReply(sub_id, len(visible)))

    def _indexes_none_of(self, filters: tuple[Filter, ...]) -> bool:
        longest = self.quirks.max_indexed_bytes
        if longest is None:
            return False
        values = (v for wanted in filters for vs in wanted.tags.values() for v in vs)
        return any(len(value.encode()) > longest for value in values)

    # --------------------------------------------------------------------- authentication

    def _auth(self, conn: int, peer: _Connection, event: Event) -> Outgoing:
        now = int(self._clock())
        if not check_auth(event, self.url, peer.challenge, now):
            return _to(conn, Ok(event.id, accepted=False, message="invalid: bad authentication"))
        if self.quirks.one_pubkey_per_connection and peer.pubkeys - {event.pubkey}:
            return _to(conn, Ok(event.id, accepted=False, message="error: already authenticated"))
        peer.pubkeys.add(event.pubkey)
        return _to(conn, Ok(event.id, accepted=True, message=""))

    def _challenge(self, conn: int, peer: _Connection) -> Outgoing:
        peer.challenged = True
        return _to(conn, Challenge(peer.challenge))

    def _demand_auth(self, conn: int, peer: _Connection, reason: str) -> Outgoing:
        if reason != AUTH_FIRST or peer.challenged:
            return []
        return self._challenge(conn, peer)

    def _barred(self, peer: _Connection) -> str:
        """Why this client may not do what is guarded, empty if it may."""
        if not peer.pubkeys:
            return AUTH_FIRST
        allowed = self.quirks.allowed_pubkeys
        return RESTRICTED if allowed is not None and not peer.pubkeys & allowed else ACCEPT

    def _guards_writing(self, event: Event) -> bool:
        return self.quirks.require_auth in {"write", "both"} and self.quirks.guards(event.kind)

    def _may_read(self, peer: _Connection, kind: int) -> bool:
        if self.quirks.require_auth not in {"read", "both"} or not self.quirks.guards(kind):
            return True
        return self._barred(peer) == ACCEPT

    def _barred_from_reading(self, peer: _Connection, filters: tuple[Filter, ...]) -> str:
        """Why these filters get CLOSED, empty if they get an answer.

        A relay that hides closes only what asks for nothing but guarded kinds.
        """
        if self.quirks.require_auth not in {"read", "both"}:
            return ACCEPT
        kinds = [kind for wanted in filters for kind in wanted.kinds]
        unbound = any(not wanted.kinds for wanted in filters)
        guarded = [self.quirks.guards(kind) for kind in kinds]
        if self.quirks.hides_auth_for_mixed_kinds:
            concerned = not unbound and all(guarded)
        else:
            concerned = unbound or any(guarded)
        return self._barred(peer) if concerned else ACCEPT


def _to(conn: int, message: RelayMessage) -> Outgoing:
    return [(conn, message.to_json())]


def _event_frame(sub_id: str, event: object) -> str:
    return json.dumps(["EVENT", sub_id, event], ensure_ascii=False, separators=(",", ":"))


def _might_match(wanted: Filter, event: object) -> bool:
    """Whether what can be read of a forged event fits the filter."""
    if not isinstance(event, Mapping):
        return True
    return all(
        not allowed or name not in event or event[name] in allowed
        for name, allowed in (
            ("id", wanted.ids),
            ("pubkey", wanted.authors),
            ("kind", wanted.kinds),
        )
    )
