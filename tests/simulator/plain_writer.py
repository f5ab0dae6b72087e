"""A program that writes as the published client does: it reads the newest, and replaces it."""

import asyncio
import json
from collections.abc import Sequence

from websockets.exceptions import ConnectionClosed

from nips import nip44, nip78
from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from sense_memory import Identity
from sense_memory.core.config import RelayConfig
from sense_memory.core.errors import RelayError

from .network import Network, SimulatedSocket

PATIENCE = 10.0
"""Seconds that it waits for an answer."""


async def write_plainly(
    network: Network, urls: Sequence[str], identity: Identity, key: str, text: str
) -> bool:
    """Write a value to every relay, whole and without ``_sync``; whether one said OK."""
    secret = SecretKey.from_hex(identity.private_key_hex)
    transport = network.transport("plain")
    d = f"sense-memory/{key}"
    newest = 0
    accepted = False
    sockets: list[SimulatedSocket] = []
    try:
        for url in urls:
            try:
                sockets.append(await transport.dial(url, RelayConfig()))
            except RelayError:
                continue
        for socket in sockets:
            question = {"kinds": [nip78.KIND], "authors": [secret.public_key.hex], "#d": [d]}
            await socket.send(json.dumps(["REQ", "r", question]))
            events = [
                Event.from_dict(frame[2])
                for frame in await _until(socket, ("EOSE", "CLOSED"))
                if frame[0] == "EVENT"
            ]
            newest = max([newest, *(event.created_at for event in events)])
        now = max(int(network.now()), newest)
        body = {"type": "sense-memory:kv", "key": key, "value": text, "ts": network.now()}
        payload = nip44.encrypt(json.dumps(body), nip44.conversation_key(secret, secret.public_key))
        event = sign(
            UnsignedEvent(secret.public_key.hex, now, nip78.KIND, payload, (("d", d),)), secret
        )
        for socket in sockets:
            await socket.send(json.dumps(["EVENT", event.to_dict()]))
            frames = await _until(socket, ("OK",))
            accepted |= any(frame[0] == "OK" and frame[2] is True for frame in frames)
    except ConnectionClosed:
        pass  # it gives up, as that client does
    finally:
        for socket in sockets:
            await socket.close()
    return accepted


async def _until(socket: SimulatedSocket, words: tuple[str, ...]) -> list[list[object]]:
    """The frames up to one of some words, or as far as they came in time."""
    frames: list[list[object]] = []
    try:
        async with asyncio.timeout(PATIENCE):
            async for text in socket:
                frames.append(json.loads(text))
                if frames[-1][0] in words:
                    break
    except (TimeoutError, ConnectionClosed):
        pass
    return frames
