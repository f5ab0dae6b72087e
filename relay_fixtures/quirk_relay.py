"""A relay without a socket: text in, text out.

Rules:

1. `receive_text` never raises on what a client sends.
2. The relay behaves well but for its `Quirks`; `quirks` may be replaced at any time.
3. Nothing here waits. `Quirks.answer_delay` is for whoever carries the frames.
"""

import json
import random  # noqa: TID251 - seeded by the quirks
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from nips.messages import (
    Auth,
    Challenge,
    ClientMessage,
    Close,
    Closed,
    Count,
    CountReply,
    Eose,
    NegClose,
    NegErr,
    NegMsg,
    NegOpen,
    Notice,
    Ok,
    Publish,
    RelayMessage,
    Req,
)
from nips.nip01 import Event, Filter
from relay_fixtures.access import (
    ACCEPT,
    AUTH_FIRST,
    auth_refusal,
    may_read,
    read_bar,
    write_bar,
)
from relay_fixtures.admission import objection
from relay_fixtures.comparison import begin, go_on
from relay_fixtures.event_book import Answer, EventBook
from relay_fixtures.flood import flood_frame
from relay_fixtures.information import information
from relay_fixtures.junk import Scene, junk
from relay_fixtures.misbehaviour import is_lost
from relay_fixtures.peer import Peer
from relay_fixtures.quirks import Quirks
from relay_fixtures.rates import RateMeter
from relay_fixtures.reception import Misread, receive

__all__ = ["Outgoing", "QuirkRelay"]

Outgoing: TypeAlias = list[tuple[int, str]]
"""Frames to send: connection and text, in order."""


class QuirkRelay:
    """An in-memory relay that misbehaves as told.

    Args:
        quirks: what it does differently; also an attribute that may be replaced.
        url: its own address, which a NIP-42 AUTH must name. `RelayServer` sets it.
        clock: unix time in seconds, which its HTTP answers say; also an attribute.
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
        self.clock = clock
        self._book = EventBook()
        self._connections: dict[int, Peer] = {}
        self._next_id = 1
        self._injected: list[object] = []
        self._events_taken = RateMeter()
        self._requests_taken = RateMeter()
        self._cached: dict[tuple[Filter, ...], tuple[float, Answer]] = {}

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
            self._book.add(event, self.quirks, self.url)

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
        chance = random.Random(f"{self.quirks.seed}:{conn}")  # noqa: S311 - for junk
        peer = self._connections[conn] = Peer(secrets.token_hex(16), chance)
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
        allowed, longest = self.quirks.drop_connection_after_frames, self.quirks.max_frame_bytes
        if allowed is not None and peer.frames > allowed:
            peer.open = False
        if longest is not None and len(text.encode(errors="replace")) > longest:
            peer.open = False
        if not peer.open:
            return []
        return self._muted(self._answer(conn, peer, receive(text, self.quirks)))

    def receive_bytes(self, conn: int, data: bytes) -> Outgoing:
        """A binary frame arrived: the frames to send, as by `receive_text`."""
        text = data.decode(errors="replace")
        peer = self._connections.get(conn)
        if self.quirks.binary_frames == "read" or peer is None or not peer.open:
            return self.receive_text(conn, text)
        self.received_frames.append((conn, text))
        peer.frames += 1
        if self.quirks.binary_frames == "cut":
            peer.open = False
            return []
        return self._muted(self._notice(conn, "a binary frame"))

    def throttle(self, conn: int) -> float:
        """Seconds for which the answers to this connection's latest frame are held back."""
        peer = self._connections.get(conn)
        return 0.0 if peer is None else peer.throttle

    def flood(self, conn: int) -> str | None:
        """The next frame for a client that has read all others, None if it gets no more."""
        peer = self._connections.get(conn)
        if peer is None or not peer.open or not peer.scenes or self.quirks.silent:
            return None
        scene = next(iter(peer.scenes.values()))
        text = flood_frame(self.quirks.flood, peer.flooded, scene)
        peer.flooded += 1
        if text is not None and self.quirks.flood == "auth":
            peer.challenge, peer.challenged = json.loads(text)[1], True
        return text

    def _muted(self, frames: Outgoing) -> Outgoing:
        return [] if self.quirks.silent else frames

    def _answer(self, conn: int, peer: Peer, message: ClientMessage | Misread) -> Outgoing:
        match message:
            case Publish(event):
                return self._publish(conn, peer, event)
            case Req(sub_id, filters):
                return self._req(conn, peer, sub_id, filters)
            case Count(sub_id, filters):
                return self._count(conn, peer, sub_id, filters)
            case Auth(event):
                return self._auth(conn, peer, event)
            case NegOpen():
                return self._compare(conn, peer, message)
            case NegMsg(sub_id):
                answer = go_on(peer.comparisons.get(sub_id), message, self.quirks, self.clock())
                if isinstance(answer, NegErr):
                    peer.comparisons.pop(sub_id, None)
                return _to(conn, answer)
            case Misread():
                return self._misread(conn, peer, message)
            case Close(sub_id):
                peer.subs.pop(sub_id, None)
                peer.scenes.pop(sub_id, None)
            case NegClose(sub_id):
                peer.comparisons.pop(sub_id, None)
        return []

    # ------------------------------------------------------------------------- not reading

    def _misread(self, conn: int, peer: Peer, message: Misread) -> Outgoing:
        quirks = self.quirks
        if message.what == "event" and quirks.malformed_event == "refused":
            return self._refuse(conn, peer, "", "invalid: bad event")
        if message.what == "filter" and quirks.bad_filter == "closed":
            return _to(conn, Closed(message.sub_id, f"ERROR: bad req: {message.reason}"))
        return [] if quirks.silent_on_malformed else self._notice(conn, message.reason)

    def _notice(self, conn: int, reason: str) -> Outgoing:
        return _to(conn, Notice(self.quirks.malformed_notice.replace("{}", reason)))

    # ---------------------------------------------------------------------------- writing

    def _publish(self, conn: int, peer: Peer, event: Event) -> Outgoing:
        reason = write_bar(event, peer, self.quirks) or objection(
            event, peer, self.quirks, self._events_taken, self.clock()
        )
        if reason:
            demand = self._demand_auth(conn, peer, reason)
            return demand + self._refuse(conn, peer, event.id, reason)
        if is_lost(event, self.quirks):
            return _to(conn, Ok(event.id, accepted=True, message=""))
        verdict = self._book.add(event, self.quirks, self.url)
        if not verdict.accepted:
            return self._refuse(conn, peer, event.id, verdict.message)
        reply = _to(conn, Ok(event.id, accepted=True, message=verdict.message))
        return reply + (self._broadcast(event) if verdict.fresh else [])

    def _refuse(self, conn: int, peer: Peer, event_id: str, reason: str) -> Outgoing:
        duplicate = reason.startswith("duplicate:")
        if self.quirks.throttle and not duplicate:
            peer.throttle = 2 * max(peer.throttle, self.quirks.throttle)
        if self.quirks.empty_ok_id_on_reject and not duplicate:
            event_id = ""
        return _to(conn, Ok(event_id, accepted=False, message=reason))

    def _broadcast(self, event: Event) -> Outgoing:
        """The event for every subscription that wants it, its own author's included."""
        raw = event.to_dict()
        return [
            (conn, _event_frame(sub_id, raw))
            for conn, peer in self._connections.items()
            if may_read(event, peer, self.quirks)
            for sub_id, filters in peer.subs.items()
            if any(wanted.matches(event) for wanted in filters)
        ]

    # ---------------------------------------------------------------------------- reading

    def _req(self, conn: int, peer: Peer, sub_id: str, filters: tuple[Filter, ...]) -> Outgoing:
        if self.quirks.ignores_identical_req and peer.subs.get(sub_id) == filters:
            return []
        refusal = self._refusal_of_req(conn, peer, sub_id, filters)
        if refusal:
            return refusal
        peer.subs[sub_id] = filters
        answer = self._lookup(filters)
        stored = [event for event in answer.events if may_read(event, peer, self.quirks)]
        forged = [e for e in self._injected if any(_might_match(f, e) for f in filters)]
        frames = [(conn, _event_frame(sub_id, event.to_dict())) for event in stored]
        frames += [(conn, _event_frame(sub_id, event)) for event in forged]
        frames += self._misbehave(conn, peer, sub_id, filters, stored)
        frames += self._end(conn, sub_id, complete=answer.complete)
        if self.quirks.closes_found_ids and _found_all_ids(filters, stored):
            del peer.subs[sub_id]
            frames += _to(conn, Closed(sub_id, ""))
        return frames

    def _lookup(self, filters: tuple[Filter, ...]) -> Answer:
        """The stored events, or those of an answer still in the cache."""
        wanted = (
            tuple(_without_empty_values(f) for f in filters)
            if (self.quirks.ignores_empty_tag_values)
            else filters
        )
        now, keeps = self.clock(), self.quirks.answer_cache_seconds
        if keeps and filters in self._cached and now - self._cached[filters][0] < keeps:
            return self._cached[filters][1]
        answer = self._book.query(wanted, self.quirks, int(now))
        if keeps:
            self._cached[filters] = (now, answer)
        return answer

    def _misbehave(
        self,
        conn: int,
        peer: Peer,
        sub_id: str,
        filters: tuple[Filter, ...],
        stored: list[Event],
    ) -> Outgoing:
        """Junk for this answer; remembers what a flood is to look like."""
        if not self.quirks.junk and self.quirks.flood == "none":
            return []
        scene = Scene(
            sub_id=sub_id,
            wanted=filters[0] if filters else Filter(),
            answer=stored,
            held=self._book.events,
            now=int(self.clock()),
            chance=peer.chance,
            size=self.quirks.junk_bytes,
        )
        if self.quirks.flood != "none":
            peer.scenes[sub_id] = scene
        return [(conn, text) for text in junk(self.quirks.junk, scene)]

    def _refusal_of_req(
        self, conn: int, peer: Peer, sub_id: str, filters: tuple[Filter, ...]
    ) -> Outgoing:
        """What is said to a REQ that is not served, nothing if it is."""
        barred = read_bar(filters, peer, self.quirks)
        if barred:
            return self._demand_auth(conn, peer, barred) + _to(conn, Closed(sub_id, barred))
        reason = self._objection_to_filters(filters)
        if reason:
            return _to(conn, Closed(sub_id, reason))
        if not self._requests_taken.admit(self.quirks.req_limits, self.clock()):
            return _to(conn, Closed(sub_id, "rate-limited: slow down"))
        most = self.quirks.max_subs
        if most is not None and sub_id not in peer.subs and len(peer.subs) >= most:
            reason = "rate-limited: too many subscriptions"
            if self.quirks.notice_on_too_many_subs:
                return _to(conn, Notice(reason))
            return _to(conn, Closed(sub_id, reason))
        return []

    def _objection_to_filters(self, filters: tuple[Filter, ...]) -> str:
        most, tags = self.quirks.max_filters, self.quirks.max_tag_filters
        if most is not None and len(filters) > most:
            return f"rate-limited: REQ exceeds max filter count {most}"
        if tags is not None and any(len(wanted.tags) > tags for wanted in filters):
            return "bad req: too many tags in filter"
        return "bad req: indexed value too long" if self._indexes_none_of(filters) else ACCEPT

    def _end(self, conn: int, sub_id: str, *, complete: bool) -> Outgoing:
        if self.quirks.no_eose:
            return []
        if self.quirks.eose_hints == "none":
            return _to(conn, Eose(sub_id, ()))
        finished = complete or self.quirks.eose_hints == "always_finish"
        return _to(conn, Eose(sub_id, ("finish" if finished else "more",)))

    def _count(self, conn: int, peer: Peer, sub_id: str, filters: tuple[Filter, ...]) -> Outgoing:
        if not self.quirks.answers_count:
            match self.quirks.refusal_of_count:
                case "closed":
                    return _to(conn, Closed(sub_id, "unsupported: no counting here"))
                case "notice":
                    return self._notice(conn, "a message with an unknown verb")
                case "silence":
                    return []
        barred = read_bar(filters, peer, self.quirks)
        if barred:
            return self._demand_auth(conn, peer, barred) + _to(conn, Closed(sub_id, barred))
        quirks = self.quirks
        if quirks.counts_expired:
            quirks = replace(quirks, serves_expired=True)
        found = self._book.matching(filters, quirks, int(self.clock()))
        visible = [event for event in found if may_read(event, peer, self.quirks)]
        return _to(conn, CountReply(sub_id, len(visible)))

    def _compare(self, conn: int, peer: Peer, opening: NegOpen) -> Outgoing:
        """Begin a comparison. One that is open under the name ends."""
        sub_id, filters = opening.sub_id, (opening.filter,)
        peer.comparisons.pop(sub_id, None)
        barred = read_bar(filters, peer, self.quirks)
        if barred:
            return self._demand_auth(conn, peer, barred) + _to(conn, NegErr(sub_id, barred))
        most = self.quirks.max_comparisons
        if most is not None and len(peer.comparisons) >= most:
            return _to(conn, NegErr(sub_id, "rate-limited: too many comparisons"))
        now, quirks, book = self.clock(), self.quirks, self._book

        def visible() -> list[Event]:
            found = book.matching(filters, quirks, int(now))
            return [event for event in found if may_read(event, peer, quirks)]

        storage = book.ordered.find(opening.filter, peer.pubkeys, quirks, book.changes, visible)
        comparison, answer = begin(opening, storage, quirks, now)
        if comparison is not None:
            peer.comparisons[sub_id] = comparison
        return _to(conn, answer)

    def _indexes_none_of(self, filters: tuple[Filter, ...]) -> bool:
        longest = self.quirks.max_indexed_bytes
        if longest is None:
            return False
        values = (v for wanted in filters for vs in wanted.tags.values() for v in vs)
        return any(len(value.encode()) > longest for value in values)

    # --------------------------------------------------------------------- authentication

    def _auth(self, conn: int, peer: Peer, event: Event) -> Outgoing:
        reason = auth_refusal(event, peer, self.quirks, self.url, int(self.clock()))
        if reason:
            return _to(conn, Ok(event.id, accepted=False, message=reason))
        peer.pubkeys.add(event.pubkey)
        return _to(conn, Ok(event.id, accepted=True, message=""))

    def _challenge(self, conn: int, peer: Peer) -> Outgoing:
        peer.challenged = True
        return _to(conn, Challenge(peer.challenge))

    def _demand_auth(self, conn: int, peer: Peer, reason: str) -> Outgoing:
        if reason != AUTH_FIRST or peer.challenged:
            return []
        return self._challenge(conn, peer)


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


def _without_empty_values(wanted: Filter) -> Filter:
    """The filter without the tags of which nothing but an empty value is asked."""
    tags = {name: values for name, values in wanted.tags.items() if any(values)}
    return replace(wanted, tags=tags)


def _found_all_ids(filters: tuple[Filter, ...], stored: list[Event]) -> bool:
    """Whether nothing new can match: only ids are asked for, and all are here."""
    if not filters or not all(wanted.ids for wanted in filters):
        return False
    asked = {identifier for wanted in filters for identifier in wanted.ids}
    return asked == {event.id for event in stored}
