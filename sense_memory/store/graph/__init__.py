"""The graph: nodes, versions of edges, notes; what holds when; what is told of it."""
