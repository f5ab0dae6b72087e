"""One line of messages through a tree of them: what was edited or asked anew branches off."""

from collections.abc import Mapping


def branch(leaf: str, parents: Mapping[str, object]) -> list[str]:
    """The nodes from the root to a leaf.

    Args:
        leaf: Where the line ends.
        parents: Of every node the name of the node before it; what is not among them, or no name
            at all, is before the first. A line that runs into itself is cut there.
    """
    line: dict[str, None] = {}
    node: object = leaf
    while isinstance(node, str) and node in parents and node not in line:
        line[node] = None
        node = parents[node]
    return list(reversed(line))
