"""What a frame or a plaintext goes through in a client, without its file and its sockets."""

from dataclasses import dataclass, field
from typing import Any

from nips import negentropy, nip09, nip40, nip42, nip78
from nips.errors import ReconciliationError
from nips.messages import NegMsg, parse_relay_message
from nips.nip01 import Event, Filter
from sense_memory.core.errors import MalformedRecordError, RecordError, TooLargeError
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.io.decoding import Decoder
from sense_memory.io.identity import LocalSigner
from sense_memory.io.names import Names
from sense_memory.sync.conduct import Conduct, Offence
from sense_memory.sync.protocol import (
    Acknowledged,
    Answered,
    Arrived,
    AuthDone,
    AuthWanted,
    LiveEnded,
    Misbehaved,
    Noticed,
    ProtocolEvent,
    RelayProtocol,
    Unanswered,
)
from sense_memory.wire import codec, deletion, history, merge, plain_edit
from sense_memory.wire.address import ref_at
from sense_memory.wire.body import Body, pruned
from sense_memory.wire.codec import Opened
from sense_memory.wire.deletion import Moved
from sense_memory.wire.schema import Schema

from .fuzz_seeds import LIVE, NOW, PROOF, SUB, WRITE, Me

MAX_BYTES = 40_960
ANSWER = 10
"""Events asked for at once."""
STORED = 2_000
"""Plaintexts after which a store begins anew."""


class BrokenLawError(AssertionError):
    """Something was read and is not treated as it must be."""


@dataclass(slots=True)
class Store:
    """Bodies by path, merged as a file would hold them."""

    me: Me
    bodies: dict[str, Body] = field(default_factory=dict)
    taken: int = 0
    merged: int = 0

    def take(self, text: str, d: str, created_at: int, event_id: str) -> bool:
        """Read a plaintext that came from an address; whether it was a record or a deletion."""
        codec.path_inside(text)
        try:
            request = deletion.read(text)
        except MalformedRecordError:
            request = ()
        for tombstone in () if isinstance(request, Moved) else request:
            if (found := ref_at(tombstone.path)) is not None:
                self._keep(found[0], found[1], tombstone, None)
        self.taken += 1
        if self.taken % STORED == 0:
            self.bodies.clear()
        try:
            item = codec.opened(
                text,
                d=d,
                created_at=created_at,
                event_id=event_id,
                keys=self.me.naming.all_keys,
                public_key=self.me.pubkey,
            )
        except RecordError:
            return bool(request)
        self.keep(item)
        return True

    def keep(self, item: Opened) -> None:
        """Merge what was opened into what is here."""
        self._keep(item.ref, item.schema, item.body, item)

    def _keep(self, ref: Ref[Any], schema: Schema[Any], body: Body, item: Opened | None) -> None:
        here = self.bodies.get(body.path)
        if item is not None and item.plain_dot is not None:
            base = here if here is not None and plain_edit.agrees(here, body, schema) else None
            body = pruned(body) if here is None else plain_edit.absorbed(here, body, base, schema)
        merged = merge.merge(here, body, schema) if here is not None else pruned(body)
        if here is not None and merged != merge.merge(body, here, schema):
            raise BrokenLawError("the order of two versions matters")
        history.traces(merged, schema)
        try:
            text = codec.plaintext(ref, merged, Addressing.PLAIN, MAX_BYTES)
            if merged.is_alive:
                codec.record_of(ref, merged, schema)
        except (TooLargeError, MalformedRecordError):
            return  # such a version is kept aside
        again = codec.opened(
            text,
            d=self.me.naming.address(body.path),
            created_at=NOW,
            event_id="f" * 64,
            keys=self.me.naming.all_keys,
            public_key=self.me.pubkey,
        )
        if again.body != merged:
            raise BrokenLawError("what is written is not what is read again")
        self.bodies[body.path] = merged
        self.merged += 1


@dataclass(slots=True)
class Counted(Conduct):
    """Conduct that also says how much was held against a relay altogether."""

    charges: int = 0

    def charge(self, offence: Offence, now: float, what: Any = None) -> bool:
        self.charges += 1
        return super(Counted, self).charge(offence, now, what)


class Connection:
    """One connection to a relay that sends anything at all."""

    def __init__(self, me: Me, decoder: Decoder, store: Store) -> None:
        self._me = me
        self._decoder = decoder
        self._store = store
        self._now = 0.0
        self._conduct = Counted()
        self._protocol = RelayProtocol(15.0, 10.0, conduct=self._conduct)
        self._ids = {SUB: "", LIVE: "", WRITE: "", PROOF: ""}
        self._comparison = _comparison()
        self._asked = 1
        self.misbehaved = False
        self._ask(LIVE)
        self._protocol.receive_text(f'["EOSE","{self._ids[LIVE]}"]', self._now)
        self._ask(SUB)
        self._publish()

    async def receive(self, frame: str) -> bool:
        """Take in a frame and act on what follows; whether nothing was held against the relay."""
        for placeholder, real in self._ids.items():
            frame = frame.replace(placeholder, real)
        self._now += 0.01
        before = self._conduct.charges
        self._protocol.receive_text(frame, self._now)
        if "NEG-" in frame[:12]:
            self._compare(frame)
        for event in self._protocol.events():
            await self._act(event)
        self._sent()
        return self._conduct.charges == before

    async def end(self) -> None:
        """The connection is lost."""
        self._protocol.expire(self._now + 16.0)
        self._protocol.next_deadline()
        self._protocol.lost()
        for event in self._protocol.events():
            await self._act(event, again=False)

    # ------------------------------------------------------------------------------ acting

    async def _act(self, event: ProtocolEvent, *, again: bool = True) -> None:
        match event:
            case Answered(_, events, _) | Unanswered(_, _, events):
                await self._read(events)
                if again:
                    self._ask(SUB)
            case Arrived(event=raw):
                await self._read((raw,))
            case LiveEnded() if again:
                self._ask(LIVE)
                self._protocol.receive_text(f'["EOSE","{self._ids[LIVE]}"]', self._now)
            case Acknowledged() if again:
                self._publish()
            case AuthWanted(challenge):
                proof = nip42.auth_event(self._me.pubkey, NOW, "wss://relay.example", challenge)
                signed = _unsigned(proof.id, proof.pubkey, proof.kind, proof.tags)
                self._ids[PROOF] = signed.id
                self._protocol.authenticate(signed, self._now)
            case Misbehaved():
                self.misbehaved = True
            case AuthDone() | Noticed() | LiveEnded() | Acknowledged():
                pass

    async def _read(self, raw_events: tuple[Any, ...]) -> None:
        """From JSON objects to bodies."""
        events, offending = await self._decoder.verified(raw_events, self._me.pubkey)
        for one in offending:
            self._protocol.charge(one.offence, self._now, one.identity)
        requests = [event for event in events if event.kind == nip09.KIND]
        records = [event for event in events if event.kind == nip78.KIND]
        for event in events:
            nip40.is_expired(event, NOW)
        for request in requests:
            for address in nip09.parse(request).addresses:
                await self._decoder.request_in(request, address.d)
            for event in events:
                nip09.covers(request, event)
        pairs = [(event.d, event) for event in (*records, *requests)]
        for item in await self._decoder.open(pairs):
            if isinstance(item, Opened):
                self._store.keep(item)
                if item.schema.is_of_store:
                    Names(self._me.naming).learn(item.record)

    def _compare(self, frame: str) -> None:
        try:
            message = parse_relay_message(frame)
            if isinstance(message, NegMsg):
                self._comparison.reconcile(message.message)
        except (ValueError, ReconciliationError):
            self._comparison = _comparison()

    def _ask(self, which: str) -> None:
        # every other question is for one address, as those for the settings are
        self._asked += 1
        tags = {"d": ("sense-memory/user_timezone",)} if self._asked % 2 else {}
        kinds = (nip78.KIND, nip09.KIND)
        question = Filter(authors=(self._me.pubkey,), kinds=kinds, tags=tags, limit=ANSWER)
        self._protocol.ask(question, self._now, live=which == LIVE)
        self._sent(which)

    def _publish(self) -> None:
        event = _unsigned("e" * 64, self._me.pubkey, nip78.KIND, ())
        self._ids[WRITE] = event.id
        self._protocol.publish(event, self._now)

    def _sent(self, which: str = SUB) -> None:
        """Look at what would be sent: a repeated question has a new id."""
        for text in self._protocol.data_to_send():
            if text.startswith('["REQ","'):
                self._ids[which] = text[8:24]


def _comparison() -> negentropy.Negentropy:
    begun = negentropy.Negentropy(negentropy.Storage([(NOW, bytes(32)), (NOW, b"x" * 32)]))
    begun.initiate()
    return begun


def _unsigned(id_: str, pubkey: str, kind: int, tags: Any) -> Event:
    return Event(id_, pubkey, NOW, kind, tags, "", "0" * 128)


class Target:
    """A client's whole inside, for one frame or plaintext after the other."""

    def __init__(self, me: Me) -> None:
        self._me = me
        self._decoder = Decoder(LocalSigner(me.secret), Names(me.naming))
        self._store = Store(me)
        self._connection = Connection(me, self._decoder, self._store)

    @property
    def merged(self) -> int:
        """Records and deletions that were merged so far."""
        return self._store.merged

    async def frame(self, text: str, *, last: bool) -> bool:
        """Take in a frame; whether nothing was wrong with it.

        Args:
            text: the frame, with placeholders for ids.
            last: end the connection after it.
        """
        accepted = await self._connection.receive(text)
        if last or self._connection.misbehaved:
            await self._connection.end()
            self._connection = Connection(self._me, self._decoder, self._store)
        return accepted

    def body(self, text: str, address: str, number: int) -> bool:
        """Take in a plaintext from an address; whether it could be used."""
        return self._store.take(text, address, NOW + number % 100, f"{number:064x}")
