"""A relay that speaks NIP-77, or does not, with the events of a file: EVENTS yes|no PORT.

Runs until its standard input closes, in a process of its own, as a relay does.
"""

import asyncio
import json
import sys
from pathlib import Path

from nips.nip01 import Event
from relay_fixtures import QuirkRelay, Quirks, RelayServer


async def _serve(relay: QuirkRelay, port: int) -> None:
    async with RelayServer(relay, port=port) as server:
        print(json.dumps({"url": server.url}), flush=True)
        await asyncio.to_thread(sys.stdin.buffer.read)


def _main(path: str, speaks: str, port: str) -> None:
    relay = QuirkRelay(Quirks(negentropy=speaks == "yes", negentropy_frame=500_000))
    with Path(path).open() as lines:
        relay.seed(map(Event.from_json, lines))
    asyncio.run(_serve(relay, int(port)))


if __name__ == "__main__":
    _main(*sys.argv[1:])
