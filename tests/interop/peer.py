"""One client behind JSON lines: a command a line on standard input, its outcome on standard output.

Runs on the interpreter of any environment that has a package ``sense_memory``: the published one
(with ``nostrkey``) or this repository's. Both are driven by the same words of the published API,
and nothing else of this repository is imported. Of the published client two functions are
replaced, those that refuse relays on loopback.

    {"do": "open", "secret": hex, "relays": [url, …]}    a new store, as on a new device
    {"do": "call", "method": name, "with": [argument, …]}
    {"do": "repr"}
    {"do": "freeze", "at": seconds}                       the time of day stands still
    {"do": "thaw"}

The answer is ``{"said": value}``, ``{"raised": type, "text": message}``, or, when there is nothing
to say, ``{"said": null}``.
"""

import asyncio
import importlib
import importlib.util
import inspect
import json
import logging
import sys
import time

the_time = time.time


def published() -> bool:
    """Whether this interpreter has the published client."""
    return importlib.util.find_spec("nostrkey") is not None


def allow_loopback() -> None:
    """Let the published client talk to ``ws://127.0.0.1``."""

    def accept(_: str) -> None:
        return None

    setattr(importlib.import_module("nostrkey.relay"), "validate_relay_url", accept)  # noqa: B010
    setattr(importlib.import_module("sense_memory.store"), "_validate_relay_url", accept)  # noqa: B010


def identity_of(secret: str) -> object:
    """The identity class that belongs to the client."""
    home = importlib.import_module("nostrkey" if published() else "sense_memory")
    return home.Identity.from_hex(secret)


class Peer:
    """Holds one store at a time."""

    def __init__(self) -> None:
        self.store: object = None

    async def obey(self, command: dict[str, object]) -> object:
        """Carry out a command."""
        match command:
            case {"do": "open", "secret": str(secret), "relays": list(relays)}:
                await self.leave()
                stores = importlib.import_module("sense_memory.store")
                self.store = stores.MemoryStore(identity_of(secret), relays)
                return None
            case {"do": "call", "method": str(method), "with": list(arguments)}:
                return as_json(await getattr(self.store, method)(*arguments))
            case {"do": "repr"}:
                return repr(self.store)
            case {"do": "freeze", "at": at}:
                time.time = lambda: at  # type: ignore[assignment, return-value]
                return None
            case {"do": "thaw"}:
                time.time = the_time
                return None
        raise ValueError(f"no such command: {command}")

    async def leave(self) -> None:
        """Close a store that can be closed."""
        close = getattr(self.store, "close", None)
        if inspect.iscoroutinefunction(close):
            await close()


def as_json(value: object) -> object:
    """Records as objects, everything else as it is."""
    if isinstance(value, (list, tuple)):
        return [as_json(one) for one in value]
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is None:
        return value
    return {name: as_json(getattr(value, name)) for name in fields}


async def serve() -> None:
    """Obey until standard input ends."""
    peer = Peer()
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            answer = {"said": await peer.obey(json.loads(line))}
        except Exception as error:  # noqa: BLE001 - whatever the client raises is its answer
            answer = {"raised": type(error).__name__, "text": str(error)}
        print(json.dumps(answer), flush=True)
    await peer.leave()


if __name__ == "__main__":
    if published():
        allow_loopback()
    logging.disable()  # a scenario's relay is meant to misbehave
    asyncio.run(serve())
