"""Ten thousand nodes and fifty thousand edges in a file: who is near, what held, what it costs.

Beside it plain tables with indices are asked the same, and networkx where it is installed.
"""

import asyncio
import contextlib
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from sense_memory import Edge, Identity, MemoryStore
from sense_memory.core.change import Put
from sense_memory.core.records.graph import Node
from sense_memory.core.ref import Ref
from sense_memory.io.identity import as_signer
from sense_memory.testing import ManualClock

from . import child, graph_sample
from .figures import Figure, Table, percentile
from .filling import PER_SECOND
from .parts import ask_graph, graph_peers

NODES, EDGES = 10_000, 50_000
AT_ONCE = 1_000
WEIGHED = 2_000
"""Edges of which the plaintext is weighed."""


def run(nodes: int = NODES, edges: int = EDGES) -> Table:
    """Make the file, ask it in a fresh process, and ask the peers in another one."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-graph-") as text:
        directory = Path(text)
        weights = asyncio.run(_fill(directory, nodes, edges))
        said: Any = child.run(
            "-m", ask_graph.__name__, str(directory / "store.db"), str(directory / "key")
        ).said
        peers: Any = child.run(
            "-m", graph_peers.__name__, str(directory / "peer.db"), str(nodes), str(edges)
        ).said
    if said["counts"] != peers["counts"]:
        raise RuntimeError("the peers answer something else")
    has_networkx = "networkx_near" in peers
    return Table(
        f"graph: {nodes:,} nodes, {edges:,} edges, in a file",
        tuple(_figures({**said, **peers}, weights)),
        (
            "ratios: to plain tables in SQLite that hold the same edges, indexed by node and time",
            "processor time, of all threads, where nothing else is said",
            "what is told has salience, state, words and notes; the peers give rows as they stand",
            "networkx: asked beside it" if has_networkx else "networkx is not installed here",
        ),
    )


def _figures(said: Mapping[str, Sequence[float]], weights: Mapping[str, float]) -> Iterable[Figure]:
    def line(name: str, what: str, peer: str = "", aim: str = "", note: str = "") -> Figure:
        times = said[what]
        ratio = None
        if peer:
            ratio = statistics.median(times) / statistics.median(said[peer])
        p99 = percentile(times, 99) if len(times) >= 100 else None
        return Figure(name, statistics.median(times), "ms", p99, len(times), ratio, aim, note)

    def peers(what: str) -> Iterable[Figure]:
        for peer in ("sqlite", "networkx"):
            if f"{peer}_{what}" in said:
                yield line(f"  {peer}", f"{peer}_{what}")

    yield Figure("write it all", weights["seconds"], "s", note=f"{AT_ONCE:,} at once")
    yield line("open it, and who is near one node", "first", note="fresh process, after imports")
    yield line("  waited", "first_waited")
    yield line("first look at all that held", "first_holding", note="puts all in order, once")
    yield line("neighbours", "near", "sqlite_near")
    near = said["near"]
    yield Figure("  p95", percentile(near, 95), "ms", runs=len(near), aim="≤ 2 ms")
    yield line("  asked again", "near_again")
    yield line("  waited, asked again", "near_waited")
    yield Figure("    p95", percentile(said["near_waited"], 95), "ms", runs=len(near))
    yield line("  of a former time", "near_then")
    yield line("  after a use", "near_used")
    yield line("  of the one who knows most", "hub", note=f"{EDGES // graph_sample.HUBS_PART:,}+")
    yield from peers("near")
    yield line("two hops", "two_hops", "sqlite_two_hops", "≤ 20 ms")
    yield from peers("two_hops")
    yield line("shortest way", "way")
    yield line("as of: one node", "at_node", aim="≤ 20 ms")
    yield line("as of: everything that held", "holding", "sqlite_holding", "≤ 20 ms")
    yield line("  after one more was told", "holding_changed")
    yield line("  and told", "at", note="with salience, state, words, notes of each")
    yield from peers("holding")
    yield line("salience of all edges", "saliences", "sqlite_saliences", "≤ 50 ms", "nodes too")
    yield line("  current ones told, the most salient first", "edges")
    yield from peers("saliences")
    yield Figure("an edge: plaintext", weights["plaintext"], "bytes")
    yield Figure("an edge: on the wire", weights["wire"], "bytes")
    yield Figure(
        "an edge: in the file",
        weights["file"],
        "bytes",
        ratio=weights["file"] / said["sqlite_bytes"][0],
    )
    yield Figure("peak memory", said["peak"][0], "MiB")


async def _fill(directory: Path, nodes: int, edges: int) -> dict[str, float]:
    """Make the file; what it took, and what an edge weighs."""
    identity, path = Identity.generate(), directory / "store.db"
    (directory / "key").touch(0o600)
    (directory / "key").write_text(identity.nsec)
    clock = ManualClock(time.time() - (nodes + edges) / PER_SECOND)
    all_nodes = graph_sample.nodes(nodes)
    began = time.perf_counter()

    async def put(records: Iterable[Node | Edge]) -> int:
        some = iter(records)
        async with MemoryStore(identity, path=path, clock=clock) as store:
            context = await store._context()
            while batch := list(islice(some, AT_ONCE)):
                clock.advance(len(batch) / PER_SECOND)
                await context.records.commit(*(Put(_ref(one), one) for one in batch))
        return path.stat().st_size

    before = await put(all_nodes)
    after = await put(graph_sample.edges(all_nodes, edges))
    seconds = time.perf_counter() - began
    with contextlib.closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT event FROM head ORDER BY seq DESC LIMIT ?", [WEIGHED])
        events = [text for (text,) in rows]
    plain = await as_signer(identity).decrypt_many([_content(text) for text in events])
    return {
        "seconds": seconds,
        "plaintext": statistics.mean(len((text or "").encode()) for text in plain),
        "wire": statistics.mean(len(text) for text in events),
        "file": (after - before) / edges,
    }


def _content(event: str) -> str:
    return str(json.loads(event)["content"])


def _ref(one: Node | Edge) -> Ref[Any]:
    return Ref(type(one), one.key if isinstance(one, Node) else one.id)
