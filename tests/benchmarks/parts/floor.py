"""What a restore costs if it were nothing but arithmetic: URL KEY_FILE.

The same events, fetched first; then, on one core, frame to JSON, JSON to event, id and signature
checked, decrypted, and the plaintext to JSON.
"""

import asyncio
import json
import sys
import time

from nips import nip01, nip44, nip78
from nips.keys import SecretKey
from nips.messages import EventFrame, parse_relay_message
from nips.nip01 import Event
from sense_memory import Identity

from .pages import frames
from .said import report


async def _main(url: str, key_file: str) -> None:
    secret = SecretKey.from_hex(Identity.from_file(key_file).private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    began, used = time.perf_counter(), time.process_time()
    texts = [frame async for frame in frames(url, secret.public_key.hex, nip78.KIND)]
    fetched = time.perf_counter()
    seen: dict[str, object] = {}
    for text in texts:
        message = parse_relay_message(text)
        assert isinstance(message, EventFrame)
        if message.event["id"] in seen:
            continue
        event = Event.from_dict(message.event)
        assert nip01.verify(event)
        seen[event.id] = json.loads(nip44.decrypt(event.content, key))
    ended = time.perf_counter()
    report(
        fetch_s=fetched - began,
        floor_s=ended - fetched,
        cpu_s=time.process_time() - used,
        events=len(seen),
    )


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
