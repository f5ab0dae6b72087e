"""A process that reads one good relay and one that sends too much, and says what that weighed.

KEY_FILE GOOD EVIL. Says, as a JSON object, what it recalled from the good one, and by how many
bytes its greatest size in memory grew while it read the other.
"""

import asyncio
import json
import resource
import sys
from pathlib import Path

from sense_memory import Config, Identity, MemoryStore, RelayConfig

CONFIG = Config(
    relays=RelayConfig(answer_timeout=3, connect_timeout=3, read_timeout=20, close_timeout=0)
)


def _greatest() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


async def _main(key_file: Path, good: str, evil: str) -> None:
    identity = Identity.from_file(key_file)
    async with MemoryStore(identity, good, config=CONFIG) as store:
        await store.recall("k")
    before = _greatest()
    async with MemoryStore(identity, [good, evil], config=CONFIG) as store:
        await store.sync()
        memory = await store.recall("k")
        status = store.status().relays[1]
        said = {
            "value": memory.value if memory else None,
            "grown": _greatest() - before,
            "verdict": status.verdict,
            "bytes_in": status.bytes_in,
        }
    print(json.dumps(said))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
