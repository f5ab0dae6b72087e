"""The numbers that a graph is searched by, as the seed has them."""

from sense_memory.core.config import GraphConfig


def test_a_search_gives_five_nodes_and_ten_edges_and_weighs_as_the_seed_does() -> None:
    usual = GraphConfig()
    assert (usual.nodes, usual.edges) == (5, 10)
    assert (usual.meaning_weight, usual.recency_weight, usual.salience_weight) == (0.3, 0.3, 0.4)
