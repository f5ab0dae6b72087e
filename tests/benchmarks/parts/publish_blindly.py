"""The naive way: send signed events, wait for each OK, read nothing: URL KEY_FILE COUNT."""

import asyncio
import json
import sys
import time

from websockets.asyncio.client import connect

from nips import nip44, nip78
from nips.keys import SecretKey
from nips.nip01 import sign
from sense_memory import Identity

from .said import report

IN_FLIGHT = 20
VALUE = "x" * 700


async def _main(url: str, key_file: str, count: str) -> None:
    identity = Identity.from_file(key_file)
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    now = int(time.time())
    events = [
        sign(
            nip78.app_data(
                identity.public_key_hex,
                now,
                f"blind/{n}",
                nip44.encrypt(VALUE, key, nonce=n.to_bytes(32)),
            ),
            secret,
        )
        for n in range(int(count))
    ]
    async with connect(url, compression=None, max_size=2**23) as socket:
        began = time.perf_counter()
        room = asyncio.Semaphore(IN_FLIGHT)
        oks = 0

        async def hear() -> None:
            nonlocal oks
            while oks < len(events):
                frame = json.loads(await socket.recv())
                if frame[0] == "OK":
                    assert frame[2] is True, frame
                    oks += 1
                    room.release()

        hearing = asyncio.ensure_future(hear())
        for event in events:
            await room.acquire()
            await socket.send(json.dumps(["EVENT", event.to_dict()]))
        await hearing
        report(publish_s=time.perf_counter() - began, sent=len(events))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
