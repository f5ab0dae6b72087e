"""The same graph, and the same questions, in SQLite's tables and, if it is there, in networkx."""

import json
import math
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sense_memory.core.records.graph import Edge, Node
from sense_memory.mind.graph.lifecycle import decay

from ..graph_sample import DAY, NOW, SINCE, edges, nodes

QUESTIONS = 520
COUNTED = 20
_TABLES = """
CREATE TABLE node (key TEXT PRIMARY KEY, name TEXT, description TEXT);
CREATE TABLE edge (
    id TEXT PRIMARY KEY, one TEXT, other TEXT, word TEXT, description TEXT, attitude INT,
    proximity INT, valid_from REAL, valid_to REAL, recorded_at REAL, invalidated_at REAL,
    salience REAL, rate REAL, since REAL
);
CREATE INDEX by_one ON edge (one, valid_from, valid_to);
CREATE INDEX by_other ON edge (other, valid_from, valid_to);
CREATE INDEX by_time ON edge (valid_from, valid_to);
CREATE VIEW step AS SELECT one AS here, other AS there, * FROM edge
    UNION ALL SELECT other AS here, one AS there, * FROM edge;
"""
_COUNTS = "valid_from <= :at AND (valid_to IS NULL OR valid_to > :at)"
_NEAR = f"SELECT node.*, step.* FROM step JOIN node ON key = there WHERE here = :key AND {_COUNTS}"
_FAR = f"""
WITH RECURSIVE reached (key, depth) AS (
    VALUES (:key, 0)
    UNION SELECT other, depth + 1 FROM reached JOIN edge ON one = key
    WHERE depth < 2 AND {_COUNTS}
    UNION SELECT one, depth + 1 FROM reached JOIN edge ON other = key
    WHERE depth < 2 AND {_COUNTS}
) SELECT node.*, min(depth) FROM reached JOIN node USING (key) WHERE key != :key GROUP BY key
"""
_THEN = """
SELECT * FROM edge WHERE valid_from <= :at AND recorded_at <= :known
    AND (valid_to IS NULL OR valid_to > :at OR invalidated_at > :known)
"""
_WORTH = """
SELECT id, CASE WHEN :at > since THEN salience * exp(-rate * ((:at - since) / 86400.0))
    ELSE salience END FROM edge
"""


def timed(ask: Callable[[], object]) -> float:
    """How much processor time an answer took, ms."""
    began = time.process_time()
    ask()
    return 1000 * (time.process_time() - began)


def _row(edge: Edge) -> tuple[object, ...]:
    fall = decay(edge)
    told = (edge.id, edge.from_key, edge.to_key, edge.relationship_type, edge.description)
    when = (edge.valid_from, edge.valid_to, edge.recorded_at, edge.invalidated_at)
    return *told, edge.attitude, edge.proximity, *when, fall.salience, fall.rate, fall.since


def _sqlite(path: Path, all_nodes: Sequence[Node], all_edges: Sequence[Edge]) -> dict[str, Any]:
    connection = sqlite3.connect(path)
    connection.create_function("exp", 1, math.exp, deterministic=True)
    connection.executescript(_TABLES)
    connection.executemany(
        "INSERT INTO node VALUES (?, ?, ?)", [(n.key, n.name, n.description) for n in all_nodes]
    )
    connection.commit()
    before = path.stat().st_size
    marks = ", ".join("?" * 14)
    connection.executemany(f"INSERT INTO edge VALUES ({marks})", map(_row, all_edges))
    connection.commit()
    connection.close()
    size = (path.stat().st_size - before) / len(all_edges)
    began = time.process_time()
    connection = sqlite3.connect(path)
    connection.create_function("exp", 1, math.exp, deterministic=True)
    chance = random.Random(1)

    def ask(query: str, **given: object) -> list[tuple[object, ...]]:
        return connection.execute(query, given).fetchall()

    def then() -> float:
        return NOW - chance.random() * SINCE * DAY

    keys = sorted(node.key for node in all_nodes)
    ask(_NEAR, key=keys[0], at=NOW)
    first = 1000 * (time.process_time() - began)
    some = chance.sample(keys, QUESTIONS)
    counts = [len(ask(_THEN, at=NOW, known=NOW))]
    counts += [len(ask(_FAR, key=key, at=NOW)) for key in some[:COUNTED]]
    some = some[COUNTED:]
    return {
        "sqlite_first": [first],
        "sqlite_bytes": [size],
        "sqlite_near": [timed(partial(ask, _NEAR, key=key, at=NOW)) for key in some],
        "sqlite_two_hops": [timed(partial(ask, _FAR, key=key, at=NOW)) for key in some],
        "sqlite_holding": [timed(lambda: ask(_THEN, at=then(), known=then())) for _ in range(20)],
        "sqlite_saliences": [timed(lambda: dict(ask(_WORTH, at=NOW))) for _ in range(20)],  # type: ignore[arg-type]
        "counts": counts,
    }


def _networkx(all_nodes: Sequence[Node], all_edges: Sequence[Edge]) -> dict[str, Any]:
    if find_spec("networkx") is None:
        return {}
    networkx: Any = import_module("networkx")
    whole = networkx.MultiGraph()
    whole.add_nodes_from((node.key, {"node": node}) for node in all_nodes)
    for one in all_edges:
        whole.add_edge(one.from_key, one.to_key, key=one.id, edge=one, fall=decay(one))

    def counts(edge: Edge, at: float, known: float) -> bool:
        if edge.valid_from > at or edge.recorded_at > known:
            return False
        if edge.valid_to is None or edge.valid_to > at:
            return True
        return edge.invalidated_at is not None and edge.invalidated_at > known

    current = networkx.MultiGraph(
        networkx.subgraph_view(
            whole,
            filter_edge=lambda one, other, key: counts(whole[one][other][key]["edge"], NOW, NOW),
        )
    )
    chance = random.Random(1)

    def near(key: str) -> object:
        return [(whole.nodes[other], told) for other, told in current[key].items()]

    def far(key: str) -> object:
        return networkx.single_source_shortest_path_length(current, key, cutoff=2)

    def holding(at: float, known: float) -> object:
        return [told for _, _, told in whole.edges(data="edge") if counts(told, at, known)]

    def then() -> float:
        return NOW - chance.random() * SINCE * DAY

    some = chance.sample(sorted(whole), QUESTIONS)[COUNTED:]
    return {
        "networkx_near": [timed(partial(near, key)) for key in some],
        "networkx_two_hops": [timed(partial(far, key)) for key in some],
        "networkx_holding": [timed(lambda: holding(then(), then())) for _ in range(20)],
        "networkx_saliences": [
            timed(
                lambda: {
                    told["edge"].id: told["fall"].at(NOW) for _, _, told in whole.edges(data=True)
                }
            )
            for _ in range(20)
        ],
    }


def main(path: str, node_count: str, edge_count: str) -> None:
    """Make both, and ask."""
    all_nodes = nodes(int(node_count))
    all_edges = list(edges(all_nodes, int(edge_count)))
    said = _sqlite(Path(path), all_nodes, all_edges) | _networkx(all_nodes, all_edges)
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
