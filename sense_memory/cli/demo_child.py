"""One device of the demo: a store in a process of its own, told what to do line by line.

The key comes through standard input, since arguments and environments are for everybody to see.
It ends when standard input closes, so that it never outlives the demo.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from ..core.config import Config, RelayConfig
from ..core.errors import SenseMemoryError
from ..io.identity import Identity
from ..io.llm import llm_of
from ..store import MemoryStore

READ_BACK_DELAY = 0.2
"""Seconds from an OK to the read that proves it, 10 outside of demos: this relay has one client."""

POLL = 0.002


async def obey(store: MemoryStore, order: Mapping[str, Any]) -> object:
    """Do what a line says; its result."""
    match order["do"]:
        case "connect":
            await store.sync()
            return None
        case "remember":
            return await store.remember(order["key"], order["value"])
        case "recall":
            memory = await store.recall(order["key"])
            return memory.value if memory is not None else None
        case "persona_remember":
            names = order["domain"], order["facet"], order["key"]
            return await store.persona_remember(*names, order["value"], order["themes"])
        case "persona_recall":
            found = await store.persona_recall(order["domain"], order["facet"], order["key"])
            return found[0].value if found else None
        case "forget":
            return await store.forget(order["key"])
        case "delivered":
            await _delivered(store)
            return None
        case _:
            return await _of_all(store, order)


async def _of_all(store: MemoryStore, order: Mapping[str, Any]) -> str:
    """What concerns the whole mind."""
    match order["do"]:
        case "ask":
            return await _answer(store, order["model"], order["question"], order["is_told"])
        case "learn":
            learned = await store.learn(order["text"], about=order["about"])
            return "\n".join(learned.memories)
        case "memories":
            known = [f"{one.name} = {one.value}" for one in await store.persona_recall()]
            return "\n".join(sorted(known))
        case "fingerprint":
            return await store.fingerprint()
        case other:
            raise ValueError(f"the demo knows no order {other!r}")


async def _answer(store: MemoryStore, model: str, question: str, is_told: bool) -> str:
    """What a model answers, told what memory has to say to the question, or nothing."""
    llm = llm_of(model)
    prompt = await store.prompt(question)
    system = prompt.system if is_told else ""
    return "".join([piece async for piece in llm.chat(system, prompt.messages)])


async def _delivered(store: MemoryStore) -> None:
    """Wait until every relay has accepted everything."""
    while True:
        if not any(relay.waiting for relay in store.status().relays):
            return
        await asyncio.sleep(POLL)


async def serve() -> None:
    """Open the store that the first line describes, then obey the others."""
    hello = await _read()
    if hello is None:
        return
    identity = Identity.from_nsec(hello.pop("nsec"))
    config = Config(relays=RelayConfig(read_back_delay=READ_BACK_DELAY, close_timeout=0))
    store = MemoryStore(
        identity,
        hello["relay"],
        path=hello["path"],
        # only the first device says how the store is made; the second finds it on the relay
        addressing=hello.get("addressing"),
        config=config,
    )
    async with store:
        while (order := await _read()) is not None:
            began = time.perf_counter()
            try:
                result = await obey(store, order)
            except SenseMemoryError as error:
                _write({"error": f"{type(error).__name__}: {error}"})
            else:
                _write({"result": result, "ms": (time.perf_counter() - began) * 1000})


async def _read() -> dict[str, Any] | None:
    line = await asyncio.to_thread(sys.stdin.readline)
    return dict(json.loads(line)) if line else None


def _write(reply: Mapping[str, object]) -> None:
    print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    asyncio.run(serve())
