"""§2, §6, §7: a mind on one relay: all of it is read, and a memory is written back."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from nostr_sdk import Keys
from websockets.asyncio.client import ClientConnection, connect

from .addresses import KEY, SETTINGS, kid_of, own_address, stays_plain, write_address
from .bodies import Body, Json, body_of, canonical, is_plain_writers, plaintext_of
from .events import (
    DELETION_KIND,
    MESSAGE_KIND,
    RECORD_KIND,
    NewerError,
    Outside,
    UnreadableError,
    belongs,
    checked,
    opened,
    sealed,
)
from .merging import forgotten, merged, put
from .plain_edit import absorbed, edit_of
from .records import KEY as KEY_RECORD, SETTINGS as SETTINGS_RECORD, Record

PAGE = 500


@dataclass
class Relay:
    """One connection to one relay."""

    socket: ClientConnection

    async def asked(self, **filter_: Json) -> list[dict[str, Any]]:
        """Return what one filter brings, up to its limit (S-6.2)."""
        name, found = secrets.token_hex(4), list[dict[str, Any]]()
        await self.socket.send(json.dumps(["REQ", name, {"limit": PAGE, **filter_}]))
        while True:
            match json.loads(await self.socket.recv()):
                case ["EVENT", sub, event] if sub == name:
                    found.append(event)
                case ["EOSE", sub] if sub == name:
                    await self.socket.send(json.dumps(["CLOSE", name]))
                    return found
                case ["CLOSED", sub, why] if sub == name:
                    raise ConnectionError(why)
                case _:
                    pass

    async def all_of(self, **filter_: Json) -> list[dict[str, Any]]:
        """Return all that a filter matches, page by page, the newest first (S-6.4)."""
        found: dict[str, dict[str, Any]] = {}
        until: dict[str, int] = {}
        while page := await self.asked(**filter_, **until):
            fresh = [event for event in page if event["id"] not in found]
            found |= {event["id"]: event for event in page}
            oldest = min(event["created_at"] for event in page)
            until = {"until": oldest if fresh else oldest - 1}
            if len(page) < PAGE and not fresh:
                break
        return list(found.values())

    async def sent(self, event: dict[str, Any]) -> None:
        """Send one event; raise `ConnectionError` if the relay refuses it."""
        await self.socket.send(json.dumps(["EVENT", event]))
        while True:
            match json.loads(await self.socket.recv()):
                case ["OK", id_, taken, why] if id_ == event["id"]:
                    if not taken:
                        raise ConnectionError(why)
                    return
                case _:
                    pass


@asynccontextmanager
async def relay(url: str) -> AsyncIterator[Relay]:
    """Open a connection to a relay."""
    async with connect(url, max_size=262_144) as socket:
        yield Relay(socket)


@dataclass
class Mind:
    """What one key has on one relay, as a device without a file sees it."""

    keys: Keys
    now: Callable[[], float]
    device: str = field(
        default_factory=lambda: "m" + base64.b32encode(secrets.token_bytes(6)).decode()[:9].lower()
    )
    addressing: str = "plain"
    blinding: tuple[str, ...] = ()
    """The blinding keys: the one to write with first, then every other that is known."""
    bodies: dict[str, Body] = field(default_factory=dict)
    heads: dict[str, int] = field(default_factory=dict)
    """Address → the date of its newest version, or of its deletion."""
    kept_aside: dict[str, str] = field(default_factory=dict)
    """Event id → why it waits for a key, or for a newer release."""
    refused: dict[str, str] = field(default_factory=dict)
    """Event id → what is wrong with it."""

    @property
    def pubkey(self) -> str:
        """Return the public key, 64 hex digits."""
        return str(self.keys.public_key().to_hex())

    async def read(self, source: Relay) -> None:
        """Read a relay: settings, keys, requests, then the rest (S-2.5, S-6.4)."""
        await self._read_addressing(source)
        for event in await source.all_of(authors=[self.pubkey], kinds=[DELETION_KIND]):
            self.take(event, kind=DELETION_KIND)
        for kind in (RECORD_KIND, MESSAGE_KIND):
            for event in await source.all_of(authors=[self.pubkey], kinds=[kind]):
                self.take(event, kind=kind)

    async def remember(
        self, target: Relay, path: str, record: Record, fields: dict[str, Json]
    ) -> None:
        """Read the address, write a memory over what stands there, and send it (S-6.6)."""
        await self._refresh(target, path)
        await self.remember_unseen(target, path, record, fields)

    async def remember_unseen(
        self, target: Relay, path: str, record: Record, fields: dict[str, Json]
    ) -> None:
        """Do so from what was read before: as a device that was alone meanwhile."""
        before = self.bodies.get(path, Body(path=path, record=None))
        await self._write(target, put(before, record, fields, self._dot(before)))

    async def forget(self, target: Relay, path: str) -> None:
        """Put a tombstone where a memory stands, and ask for its deletion once it is shown."""
        await self._refresh(target, path)
        before = self.bodies[path]
        tombstone = forgotten(before, self._dot(before))
        sent = await self._send(target, tombstone)
        place = self._place(path)
        who = {"authors": [self.pubkey], "kinds": [RECORD_KIND]}
        (head,) = await target.asked(**who, **{"#d": [place]})
        if head["id"] != sent["id"]:
            return  # somebody wrote meanwhile: what is there is merged first (S-7.2)
        said = sorted([why, *dot] for dot, why in tombstone.forgettings.items())
        request = sealed(
            canonical({"path": path, "vv": tombstone.known, "del": said}),
            [["a", f"{RECORD_KIND}:{self.pubkey}:{place}"], ["k", str(RECORD_KIND)]],
            sent["created_at"],
            self.keys,
            padded=self.addressing == "blinded",
            kind=DELETION_KIND,
        )
        await target.sent(request)

    def memories(self) -> dict[str, Body]:
        """Return what stands, by path, without the store's own records."""
        return {
            path: body
            for path, body in self.bodies.items()
            if body.stands and own_address(path, self.pubkey) is None
        }

    def fingerprint(self) -> str:
        """Return what devices tell each other to see whether they hold the same (S-10.4)."""
        own = bytes.fromhex(self.blinding[0]) if self.blinding else self.pubkey.encode()
        key = hashlib.sha256(b"sense-memory/v1/fingerprint\x00" + own).digest()
        digests = {
            hmac.digest(key, path.encode() + b"\x00" + _sha256(plaintext_of(body)), "sha256")
            for path, body in self.memories().items()
        }
        return hashlib.sha256(b"".join(sorted(digests))).hexdigest()[:32]

    async def _read_addressing(self, source: Relay) -> None:
        place = own_address(SETTINGS, self.pubkey)
        for event in await source.asked(
            authors=[self.pubkey], kinds=[RECORD_KIND], **{"#d": [place]}
        ):
            self.take(event, kind=RECORD_KIND)
        settings = self.bodies.get(SETTINGS)
        if settings is None:
            return
        self.addressing = settings.shown("addressing")
        names = {kid: own_address(KEY + kid, self.pubkey) for kid in settings.elements["keys"]}
        if not names:
            return
        for event in await source.asked(
            authors=[self.pubkey], kinds=[RECORD_KIND], **{"#d": list(names.values())}
        ):
            self.take(event, kind=RECORD_KIND)
        self.use_keys()

    def use_keys(self) -> None:
        """Write with the key of the highest generation, of several the lowest kid (S-2.6)."""
        found = [body for path, body in self.bodies.items() if path.startswith(KEY)]
        found.sort(key=lambda body: (-body.shown("generation"), body.path))
        self.blinding = tuple(body.shown("key") for body in found)

    async def _refresh(self, source: Relay, path: str) -> None:
        place = self._place(path)
        who = {"authors": [self.pubkey]}
        for event in await source.asked(
            **who, kinds=[DELETION_KIND], **{"#a": [f"{RECORD_KIND}:{self.pubkey}:{place}"]}
        ):
            self.take(event, kind=DELETION_KIND)
        for event in await source.asked(**who, kinds=[RECORD_KIND], **{"#d": [place]}):
            self.take(event, kind=RECORD_KIND)

    async def _write(self, target: Relay, body: Body) -> None:
        if not stays_plain(body.path) or self.addressing == "blinded":
            await self._need_key(target)
        await self._send(target, body)

    async def _need_key(self, target: Relay) -> None:
        """Make the first blinding key, where something must be blinded (S-2.6)."""
        if self.blinding:
            return
        key = secrets.token_hex(32)
        kid = kid_of(key)
        held = self.bodies.get(SETTINGS, Body(path=SETTINGS, record=None))
        names = sorted([*held.elements.get("keys", ()), kid])
        said = {"addressing": self.addressing, "format": 1, "keys": names}
        empty = Body(path=KEY + kid, record=None)
        made = put(empty, KEY_RECORD, {"key": key, "generation": 0}, self._dot(empty))
        await self._send(target, made)
        await self._send(target, put(held, SETTINGS_RECORD, said, self._dot(held)))
        self.blinding = (key,)

    async def _send(self, target: Relay, body: Body) -> dict[str, Any]:
        place = self._place(body.path)
        date = max(int(self.now()), self.heads.get(place, 0) + 1)
        is_padded = self.addressing == "blinded"
        event = sealed(plaintext_of(body), [["d", place]], date, self.keys, padded=is_padded)
        await target.sent(event)
        self.bodies[body.path], self.heads[place] = body, date
        return event

    def _place(self, path: str) -> str:
        key = self.blinding[0] if self.blinding else ""
        return write_address(path, self.pubkey, self.addressing, key)

    def _dot(self, before: Body) -> tuple[str, str]:
        """Return a dot of this device, greater than all that the record knows (S-4.2)."""
        least = max((int(stamp, 16) + 1 for stamp in before.known.values()), default=0)
        stamp = max(int(self.now() * 1000) << 16, least)
        return f"{stamp:016x}", self.device

    def take(self, event: dict[str, Any], *, kind: int) -> None:
        """Merge one event into what is known, or note why it is not."""
        try:
            outside = checked(event, self.pubkey, kind=kind)
            if kind == DELETION_KIND:
                self._take_request(outside)
                return
            body, is_plain = self._opened(outside)
            if not belongs(body.path, outside, self.pubkey, self.blinding):
                raise NewerError("the path inside is not that of the address outside")
        except NewerError as wrong:
            self.kept_aside[str(event.get("id"))] = str(wrong)
            return
        except UnreadableError as wrong:
            self.refused[str(event.get("id"))] = str(wrong)
            return
        held = self.bodies.get(body.path)
        if is_plain and held is not None:
            body = absorbed(held, body, None)  # what it had read is not on the relay any more
        self._merge(body)
        place = outside.address
        self.heads[place] = max(self.heads.get(place, 0), outside.created_at)

    def _opened(self, outside: Outside) -> tuple[Body, bool]:
        """Return the version inside, and whether a plain writer made it."""
        shown = opened(outside, self.keys)
        if is_plain_writers(shown):
            path = outside.address
            if outside.kind == MESSAGE_KIND:
                ts = float(shown.get("ts", outside.created_at))
                path = f"sense-journal/{ts}-{outside.id[:4]}"
            at, id_ = outside.created_at, outside.id
            return edit_of(shown, address=path, created_at=at, event_id=id_), True
        return body_of(shown), False

    def _take_request(self, outside: Outside) -> None:
        inside = opened(outside, self.keys)
        for one in inside.get("forgotten", [inside]):
            if "moved" in one:
                continue  # an address was given up, no memory
            self._merge(
                Body(
                    path=one["path"],
                    record=None,
                    known=one["vv"],
                    forgettings={(stamp, device): why for why, stamp, device in one["del"]},
                )
            )
        for tag in outside.tags:
            if tag[0] == "a" and len(tag) > 1:
                place = tag[1].split(":", 2)[-1]
                self.heads[place] = max(self.heads.get(place, 0), outside.created_at)

    def _merge(self, body: Body) -> None:
        held = self.bodies.get(body.path)
        self.bodies[body.path] = body if held is None else merged(held, body)


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
