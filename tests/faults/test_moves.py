"""What is broken off in the middle: a call, a change of all addresses, a change of key."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, RelayServer
from sense_memory import Identity, MemoryStore
from tests.faults import by_hand, mortal
from tests.faults.pace import SOON
from tests.integration import raw

ROOT = Path(__file__).resolve().parents[2]
STEPS = int(os.environ.get("SENSE_FAULTS_STEPS", "2"))
"""At how many places each move is broken off."""
AWAITS = 1 if "SENSE_FAULTS_WHOLE" in os.environ else 9
"""Every so many awaits a call is cancelled."""
A_WHILE = 50


# --------------------------------------------------------------------------- cancelled


class _Cancelled(Awaitable[None]):
    """Runs a coroutine inside this task and cancels the task at its nth await.

    Attributes:
        is_done: Whether it came to its end before.
    """

    def __init__(self, work: Coroutine[Any, Any, object], step: int) -> None:
        self._work = work
        self._left = step
        self.is_done = False

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        resume: Callable[[], Any] = partial(steps.send, None)
        while True:
            try:
                waited_for = resume()
            except StopIteration:
                self.is_done = True
                return
            self._left -= 1
            if not self._left:
                task = asyncio.current_task()
                assert task is not None
                task.cancel()  # before the future is handed over: it is what gets cancelled
            try:
                resume = partial(steps.send, (yield waited_for))
            except BaseException as error:  # noqa: BLE001 - it belongs to the work
                resume = partial(steps.throw, error)


async def _broken_off(work: Coroutine[Any, Any, object], step: int) -> bool:
    """Whether the work was done before its nth await."""
    cancelled = _Cancelled(work, step)

    async def run() -> None:
        await cancelled

    task = asyncio.ensure_future(run())
    await asyncio.wait([task])
    assert task.cancelled() or task.exception() is None
    return cancelled.is_done and not task.cancelled()


CALLS: dict[str, Callable[[MemoryStore, str], Coroutine[Any, Any, object]]] = {
    "remember": lambda store, key: store.remember(key, "v"),
    "journal": lambda store, key: store.journal(key),
    "forget": lambda store, key: store.forget(key),
    "recall": lambda store, key: store.recall(key),
    "sync": lambda store, key: store.sync(),
}


@pytest.mark.parametrize("name", CALLS)
async def test_26_a_call_cancelled_at_any_await_leaves_a_store_that_works(
    identity: Identity, tmp_path: Path, name: str
):
    """From opening on: each time a new store. By turns of the loop: `test_cancelling`."""
    call = CALLS[name]
    path = tmp_path / "a.db"
    relay = QuirkRelay()
    async with RelayServer(relay) as server, asyncio.timeout(A_WHILE):
        step, is_done, safe = 1, False, set()
        while not is_done:
            store = MemoryStore(identity, server.url, path=path, addressing="plain", config=SOON)
            is_done = await _broken_off(call(store, f"k{step}"), step)
            if is_done and name == "remember":
                safe.add(f"k{step}")
            await store.remember(f"after {step}", "v")
            safe.add(f"after {step}")
            assert safe <= {memory.key for memory in await store.recall_all()}
            async with asyncio.timeout(8):
                await store.close()
            step += AWAITS
        assert step > AWAITS + 1, "it was never cancelled"
        async with MemoryStore(identity, server.url, path=path, config=SOON) as store:
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.02)
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            assert safe <= {memory.key for memory in await fresh.recall_all()}


# ------------------------------------------------------------------------ moved, and killed


async def _fill(identity: Identity, url: str, path: Path) -> dict[str, object]:
    async with MemoryStore(identity, url, path=path, addressing="plain", config=SOON) as store:
        for number in range(4):
            await store.remember(f"k{number}", f"value {number}")
        await store.persona_remember("self", "facts", "p", "v", ["theme"])
        await store.remember("gone", "v")
        await store.forget("gone")
        assert (await store.sync()).is_complete
        return await by_hand.everything(store)


async def _killed(what: str, folder: Path, url: str) -> None:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", mortal.__name__, what, str(folder), str(STEPS), url),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    output, errors = await child.communicate()
    assert child.returncode == 0, errors.decode()[-2_000:]
    steps = [json.loads(line)["step"] for line in output.splitlines()]
    assert len(set(steps)) == STEPS


async def test_28_a_change_to_blinded_addresses_killed_at_any_step_goes_on(
    relay: LocalRelay, tmp_path: Path
):
    keys = [Identity.from_hex(Identity.generate().private_key_hex) for _ in range(STEPS + 1)]
    expected = []
    for number, key in enumerate(keys):
        key.save(tmp_path / f"key-{number}")
        expected.append(await _fill(key, relay.url, tmp_path / f"{number}.db"))
    await _killed("blinds", tmp_path, relay.url)
    for number, key in enumerate(keys):
        path = tmp_path / f"{number}.db"
        async with MemoryStore(key, relay.url, path=path, config=SOON) as store:
            assert await by_hand.everything(store) == expected[number]
            async with asyncio.timeout(A_WHILE):
                while (await store.change_addressing("blinded")).waiting:
                    await asyncio.sleep(0.05)
            await store.sync()
            assert await by_hand.everything(store) == expected[number]
            ours = await store.fingerprint()
        shown = await raw.ask(
            relay.url, {"kinds": [30078], "authors": [key.public_key_hex], "limit": 100}
        )
        assert not [event for event in shown if "/" in raw.d_of(event)], "a name in the clear"
        async with MemoryStore(
            key, relay.url, path=tmp_path / f"fresh-{number}.db", config=SOON
        ) as fresh:
            assert await by_hand.everything(fresh) == expected[number]
            assert await fresh.fingerprint() == ours


@pytest.mark.timeout(180)
async def test_28_a_change_of_key_killed_at_any_step_goes_on(relay: LocalRelay, tmp_path: Path):
    """At ten more places, and with two relays: `tests/integration/test_rotation.py`."""
    keys = [Identity.from_hex(Identity.generate().private_key_hex) for _ in range(STEPS + 1)]
    new = [Identity.from_hex(Identity.generate().private_key_hex) for _ in range(STEPS + 1)]
    expected = []
    for number, key in enumerate(keys):
        key.save(tmp_path / f"key-{number}")
        new[number].save(tmp_path / f"new-{number}")
        expected.append(await _fill(key, relay.url, tmp_path / f"{number}.db"))
    await _killed("rotates", tmp_path, relay.url)
    for number, key in enumerate(keys):
        path, moved = tmp_path / f"{number}.db", tmp_path / f"new-{number}.db"
        async with MemoryStore(key, relay.url, path=path, config=SOON) as store:
            assert await by_hand.everything(store) == expected[number]
            if number:
                async with asyncio.timeout(A_WHILE):
                    while not (await store.rotate(new[number], moved)).is_new_in_use:
                        await asyncio.sleep(0.05)
        async with MemoryStore(new[number], relay.url, path=moved, config=SOON) as store:
            await store.sync()
            assert await by_hand.everything(store) == expected[number]
        async with MemoryStore(new[number], relay.url, config=SOON) as fresh:
            assert await by_hand.everything(fresh) == expected[number]
