"""From events to bodies: verify, decrypt, decode; off the event loop where it is worth it."""

import asyncio
import contextlib
import hashlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from nips import nip01, nip04, nip09, nip78
from nips.errors import NipError
from nips.nip01 import Event

from ..core.errors import (
    AddressMismatchError,
    MalformedRecordError,
    RecordError,
    UndecryptableError,
    UnknownSchemaError,
)
from ..core.ports import Signer
from ..core.ref import Ref
from ..sync.conduct import Offence
from ..wire import codec, deletion, merge, references
from ..wire.address import entry_at, is_to_self, ref_at
from ..wire.body import Body
from ..wire.codec import Newer, Opened
from ..wire.deletion import Moved
from ..wire.naming import Naming
from ..wire.schema import Schema
from ..wire.stamp import MAX_DATE
from .names import Names
from .rows import Head

log = logging.getLogger("sense_memory.io.decoding")

Item: TypeAlias = Opened | Moved | RecordError
"""What an event turns out to be."""

CACHED_RECORDS = 16_384
"""Decoded records kept in memory, so that listing twice decrypts once."""
CACHED_REQUESTS = 64
"""Decoded deletion requests kept in memory: what is forgotten together goes to relays together."""
GENUINE_IDS = 65_536
"""Ids remembered as verified, so that what a relay shows again costs a hash and no signature."""
OFF_LOOP = 32
"""Events from which on decoding is worth a thread."""


_KINDS = (nip04.KIND, nip09.KIND, nip78.KIND)


@dataclass(frozen=True, slots=True)
class Offending:
    """An event that no relay should have sent.

    Attributes:
        offence: What is wrong with it.
        identity: What tells it from others of its kind.
    """

    offence: Offence
    identity: str


class Decoder:
    """Opens events of this identity."""

    def __init__(self, signer: Signer, names: Names) -> None:
        self._signer = signer
        self._names = names
        self._cache: OrderedDict[str, Opened] = OrderedDict()
        self._requests: OrderedDict[str, tuple[Body, ...] | Moved | None] = OrderedDict()
        self._genuine: set[bytes] = set()

    def drop(self, event_id: str) -> None:
        """Forget the plaintext of a version that was replaced."""
        self._cache.pop(event_id, None)

    async def heads(self, heads: Iterable[Head]) -> list[tuple[Head, Item]]:
        """The same for heads of the file; what is unusable is logged."""
        heads = list(heads)
        items = await self.open([(head.address, head.event) for head in heads])
        return _logged(list(zip(heads, items, strict=True)))

    async def heads_once(self, heads: Sequence[Head]) -> list[tuple[Head, Item]]:
        """As ``heads``, for who needs them once: what is new is not kept."""
        items = await self.open([(head.address, head.event) for head in heads], keep=False)
        return _logged(list(zip(heads, items, strict=True)))

    async def open(self, events: Sequence[tuple[str, Event]], *, keep: bool = True) -> list[Item]:
        """Decrypt and decode (address, event) pairs; an error stands where one is unusable.

        Args:
            events: The pairs.
            keep: Whether what is new will be asked for again.
        """
        results: list[Item | None] = []
        for address, event in events:
            name = _kept_as(address, event)
            cached = self._cache.get(name)
            if cached is not None:
                self._cache.move_to_end(name)
            results.append(cached)
        missing = [i for i, result in enumerate(results) if result is None]
        if missing:
            texts = await self._signer.decrypt_many([events[i][1].content for i in missing])
            todo = [(*events[i], text) for i, text in zip(missing, texts, strict=True)]
            for i, item in zip(missing, await self._decoded(todo, keep=keep), strict=True):
                results[i] = item
        return cast("list[Item]", results)

    async def _decoded(
        self, todo: Sequence[tuple[str, Event, str | None]], *, keep: bool = True
    ) -> list[Item]:
        """Decode (address, event, plaintext) each, and keep the records."""
        naming = self._names.naming
        if len(todo) < OFF_LOOP:
            decoded = _decode(todo, naming)
        else:
            decoded = await asyncio.to_thread(_decode, todo, naming)
        if not keep:
            return decoded
        for (address, event, _), item in zip(todo, decoded, strict=True):
            # vectors are read once, into a view, and would push out what is read often
            if isinstance(item, Opened) and not item.schema.is_cache:
                self._cache[_kept_as(address, event)] = item
        while len(self._cache) > CACHED_RECORDS:
            self._cache.popitem(last=False)
        return decoded

    async def saying(
        self, heads: Sequence[Head], fields: Collection[str]
    ) -> list[tuple[Head, Item]]:
        """Those heads that have something in one of some fields, or siblings, or a twin.

        A twin is another head of the same memory. A look at the plaintext costs a fifth of making a
        record of it, and in most files it is enough for nearly all; what it cannot judge is among
        those returned. What is already decoded is judged by the record.
        """
        known = {
            head.address: item
            for head in heads
            if (item := self._cache.get(_kept_as(head.address, head.event)))
        }
        new = [head for head in heads if head.address not in known]
        texts = await self._signer.decrypt_many([head.event.content for head in new])
        todo, found = await asyncio.to_thread(_skimmed, new, texts, fields, known)
        made = await self._decoded([(head.address, head.event, text) for head, text in todo])
        found.update((head.address, item) for (head, _), item in zip(todo, made, strict=True))
        return _logged([(h, found[h.address]) for h in heads if h.address in found])

    async def naming(
        self, heads: Sequence[Head], schema: Schema[Any]
    ) -> list[tuple[Ref[Any], frozenset[Ref[Any]]]]:
        """The records of a type at some heads, and what each of them may name: nothing is missing.

        What no record has to be made of to tell that, which is nearly all, is not kept.
        """
        texts = await self._signer.decrypt_many([head.event.content for head in heads])
        looks = await asyncio.to_thread(_naming, heads, texts, schema, self._names.naming)
        found = [look for look in looks if look is not None]
        rest = [
            (head.address, head.event, text)
            for head, text, look in zip(heads, texts, looks, strict=True)
            if look is None
        ]
        left = [head for head, look in zip(heads, looks, strict=True) if look is None]
        made = _logged(list(zip(left, await self._decoded(rest), strict=True)))
        found += [
            (item.ref, frozenset(references.targets(item.ref, item.body, schema)))
            for _, item in made
            if isinstance(item, Opened)
        ]
        return found

    async def below(self, heads: Sequence[Head], prefix: str) -> list[tuple[Head, Item]]:
        """Those heads whose paths begin with a prefix, and some others.

        Of the others no record is made, which is most of the work. What is already decoded is among
        those returned, and so is what may be a twin of any memory.
        """
        found: dict[str, Item] = {
            head.address: item
            for head in heads
            if (item := self._cache.get(_kept_as(head.address, head.event)))
        }
        new = [head for head in heads if head.address not in found]
        texts = await self._signer.decrypt_many([head.event.content for head in new])
        todo = await asyncio.to_thread(_maybe_below, new, texts, prefix)
        made = await self._decoded([(head.address, head.event, text) for head, text in todo])
        found.update((head.address, item) for (head, _), item in zip(todo, made, strict=True))
        return _logged([(h, found[h.address]) for h in heads if h.address in found])

    async def texts(self, events: Sequence[Event]) -> list[str | None]:
        """The plaintexts of events, whatever they say; ``None`` where one does not open."""
        return await self._signer.decrypt_many([event.content for event in events])

    async def sealed(self, texts: Sequence[str]) -> list[str]:
        """Plaintexts as only this identity can read them."""
        return await self._signer.encrypt(texts)

    async def newer(self, events: Sequence[Event]) -> list[Newer]:
        """What this release can read of records that a newer one wrote."""
        texts = await self._signer.decrypt_many([event.content for event in events])
        naming = self._names.naming
        found = [
            codec.newer(
                text,
                d=event.d,
                created_at=event.created_at,
                keys=naming.all_keys,
                public_key=naming.public_key,
            )
            for event, text in zip(events, texts, strict=True)
            if text is not None and event.kind == nip78.KIND
        ]
        return [one for one in found if one is not None]

    async def open_strays(self, events: Sequence[Event]) -> list[Item]:
        """Open events of our own file by the path inside them, wherever they stand."""
        texts = await self._signer.decrypt_many([event.content for event in events])
        todo = [
            (codec.path_inside(text) or event.d, event, text)
            for event, text in zip(events, texts, strict=True)
        ]
        return await asyncio.to_thread(_decode, todo, self._names.naming)

    async def verified(
        self, raw_events: Sequence[Mapping[str, Any]], public_key: str
    ) -> tuple[list[Event], list[Offending]]:
        """The events that are really of this key, each once, and what is wrong with the others."""
        if len(raw_events) < OFF_LOOP:
            return self._verified(raw_events, public_key)
        return await asyncio.to_thread(self._verified, raw_events, public_key)

    def _verified(
        self, raw_events: Sequence[Mapping[str, Any]], public_key: str
    ) -> tuple[list[Event], list[Offending]]:
        events: dict[str, Event] = {}
        offending: list[Offending] = []
        for raw in raw_events:
            # cheap looks first: a signature costs more than all else together
            try:
                event = Event.from_dict(raw)
            except NipError:
                offending.append(Offending(Offence.MALFORMED, str(raw.get("id"))[:64]))
                continue
            if event.pubkey != public_key or event.kind not in _KINDS:
                offending.append(Offending(Offence.OFF_FILTER, event.id))
            elif not self._is_genuine(event):
                offending.append(Offending(Offence.FORGED, f"{event.id}{event.sig}"))
            elif event.created_at < MAX_DATE and (event.kind == nip09.KIND or _is_record(event)):
                events[event.id] = event
            else:
                log.debug("event %s is ours and no record", event.id)
        return list(events.values()), offending

    def _is_genuine(self, event: Event) -> bool:
        """Verify id and signature, the latter once."""
        if _fingerprint(event) in self._genuine:
            return event.id == nip01.event_id(
                event.pubkey, event.created_at, event.kind, event.tags, event.content
            )
        if not nip01.verify(event):
            return False
        self.trust(event)
        return True

    def trust(self, event: Event) -> None:
        """This id and signature were made or verified here."""
        if len(self._genuine) >= GENUINE_IDS:
            self._genuine.clear()
        self._genuine.add(_fingerprint(event))

    async def paths_in(self, request: Event) -> list[str]:
        """The paths that a kind 5 of ours forgets; none for a plain writer's, or a move."""
        found = await self._read(request)
        return [] if found is None or isinstance(found, Moved) else [one.path for one in found]

    async def _read(self, request: Event) -> tuple[Body, ...] | Moved | None:
        """What a kind 5 of ours says of all that it names, each of which is asked about apart."""
        if request.id in self._requests:
            self._requests.move_to_end(request.id)
            return self._requests[request.id]
        (text,) = await self._signer.decrypt_many([request.content])
        if text is None:
            return None
        said: tuple[Body, ...] | Moved | None = None
        with contextlib.suppress(MalformedRecordError):
            said = deletion.read(text)
        self._requests[request.id] = said
        while len(self._requests) > CACHED_REQUESTS:
            self._requests.popitem(last=False)
        return said

    async def request_in(self, request: Event, address: str) -> Body | Moved | None:
        """The tombstone or move that a kind 5 of ours stands for; ``None`` for a plain writer's."""
        found = await self._read(request)
        if found is None:
            return None
        if isinstance(found, Moved) and entry_at(address):
            return found  # a message has no address that follows from its path
        said = (found,) if isinstance(found, Moved) else found
        return next((one for one in said if self._stands_at(one.path, address)), None)

    async def tombstones_in(self, request: Event, addresses: Collection[str]) -> Mapping[str, Body]:
        """The tombstones that a kind 5 of ours stands for, of some addresses."""
        said = await self._read(request)
        found: dict[str, Body] = {}
        for one in () if said is None or isinstance(said, Moved) else said:
            if len(found) == len(addresses):
                break  # of thousands that were forgotten at once, one may be asked for
            for place in self._names.naming.candidates(one.path):
                if place in addresses:
                    found.setdefault(place, one)
        return found

    def _stands_at(self, path: str, address: str) -> bool:
        return address in self._names.naming.candidates(path)


def _kept_as(address: str, event: Event) -> str:
    """What an event at an address is kept under: a request says something else at each."""
    return event.id + address if event.kind == nip09.KIND else event.id


def _fingerprint(event: Event) -> bytes:
    """What tells a signed event from others, in few bytes: one id may come with a bad signature."""
    return hashlib.sha256(f"{event.id}{event.sig}".encode()).digest()


def _is_record(event: Event) -> bool:
    if event.kind == nip04.KIND:
        return is_to_self(event)
    # an address that is made for a message is no record's
    return (
        event.kind == nip78.KIND and len(event.tags_named("d")) == 1 and entry_at(event.d) is None
    )


def _logged(found: list[tuple[Head, Item]]) -> list[tuple[Head, Item]]:
    """The same; what is unusable was logged."""
    for head, item in found:
        # a plain client's request does not say what stood where it stands now
        if isinstance(item, RecordError) and head.event.kind != nip09.KIND:
            log.warning("event %s of the file is unusable: %s", head.event.id, item)
    return found


def _skimmed(
    heads: Sequence[Head],
    texts: Sequence[str | None],
    fields: Collection[str],
    known: Mapping[str, Opened],
) -> tuple[list[tuple[Head, str | None]], dict[str, Item]]:
    """What ``Decoder.saying`` has to decode, with the plaintexts; and what it has already."""
    looks: list[codec.Skimmed | None] = []
    for head, text in zip(heads, texts, strict=True):
        is_plain = text is not None and head.event.kind == nip78.KIND
        looks.append(codec.skimmed(text or "", head.address, fields) if is_plain else None)
    paths = Counter(item.body.path for item in known.values())
    paths.update(look.path for look in looks if look is not None)
    todo = [
        (head, text)
        for head, text, look in zip(heads, texts, looks, strict=True)
        if look is None or look.says or paths[look.path] > 1
    ]
    found: dict[str, Item] = {
        address: item
        for address, item in known.items()
        if paths[item.body.path] > 1
        or max(map(len, item.body.fields.values()), default=0) > 1
        or any(name in item.body.fields or name in item.body.sets for name in fields)
    }
    return todo, found


def _naming(
    heads: Sequence[Head], texts: Sequence[str | None], schema: Schema[Any], naming: Naming
) -> list[tuple[Ref[Any], frozenset[Ref[Any]]] | None]:
    """What ``Decoder.naming`` tells of each; ``None`` of those that it has to decode."""
    keys, public_key = naming.all_keys, naming.public_key
    return [
        codec.naming(text, d=head.address, schema=schema, keys=keys, public_key=public_key)
        if text is not None and head.event.kind == nip78.KIND
        else None
        for head, text in zip(heads, texts, strict=True)
    ]


def _maybe_below(
    heads: Sequence[Head], texts: Sequence[str | None], prefix: str
) -> list[tuple[Head, str | None]]:
    """The heads, with their plaintexts, that ``Decoder.below`` has to decode."""
    return [
        (head, text)
        for head, text in zip(heads, texts, strict=True)
        if text is None
        or head.event.kind != nip78.KIND
        or codec.may_be_below(text, head.address, prefix)
    ]


def _decode(items: Sequence[tuple[str, Event, str | None]], naming: Naming) -> list[Item]:
    """Plaintexts to bodies, checked against the address they came from."""
    keys = naming.all_keys
    decoded: list[Item] = []
    for address, event, text in items:
        try:
            if event.kind == nip09.KIND:
                decoded.append(_decode_deletion(address, event, text, naming))
            elif text is None:
                raise UndecryptableError("the ciphertext does not open with this identity")
            else:
                decoded.append(
                    codec.opened(
                        text,
                        d=address,
                        created_at=event.created_at,
                        event_id=event.id,
                        keys=keys,
                        public_key=naming.public_key,
                    )
                )
        except RecordError as error:
            decoded.append(error.with_traceback(None))
    return decoded


def _decode_deletion(
    address: str, event: Event, text: str | None, naming: Naming
) -> Opened | Moved:
    """A deletion request that stands where its tombstone, or what moved away, stood."""
    try:
        said = deletion.read(text or "")
    except MalformedRecordError:
        dot = deletion.plain_writers_dot(event.created_at)
        said = (merge.forgotten(None, address, dot, "forget"),)
    if isinstance(said, Moved):
        return said
    # of several memories in one request, the one whose place this is
    here = (one for one in said if len(said) == 1 or address in naming.candidates(one.path))
    body = next(here, None)
    if body is None:
        raise AddressMismatchError("a deletion request says nothing of this address")
    found = ref_at(body.path)
    if found is None:
        raise UnknownSchemaError("a deletion of something that this release does not know")
    return Opened(*found, body, None)
