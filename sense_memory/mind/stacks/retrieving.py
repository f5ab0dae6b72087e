"""Which pieces of a conversation answer a message: first the nearest stacks, then what is in them.

Of the nearest stacks every piece has a score, its weight times how near it is; from a threshold on
it is retrieved. What lies asleep is taken to weigh a little, so that a message that says nearly the
same wakes it. Source of every step and number: seed 002.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core.config import ConversationConfig
from ...core.conversation import Retrieval, RetrievedSignal, Signal
from .stacks import SIMILARITY_DIGITS, Stacks
from .weights import effective_weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def floor(config: ConversationConfig) -> float:
    """What a piece is taken to weigh at least: at ``revival_similarity`` it just has the threshold.

    0 where nothing is to be revived.
    """
    if not config.revival_similarity:
        return 0.0
    return config.activation_threshold / config.revival_similarity


def retrieve(
    signals: Sequence[Signal],
    stacks: Stacks,
    query: "ArrayLike",
    turn: int,
    config: ConversationConfig,
) -> Retrieval:
    """The pieces that answer a message.

    Nothing counts as used by this: who shows what it returns refreshes that, and no more.

    Args:
        signals: All pieces of the conversation, in the order in which they are in the stacks.
        stacks: These.
        query: The vector of the message, as long as theirs. One without direction finds nothing.
        turn: The number of the current turn.
        config: How many stacks and pieces, and from which score and cosine on.

    Returns:
        The best first; of equal ones the one that was said last, then by message and place. Cosines
        and scores are rounded, since their last digits differ from processor to processor.

    Raises:
        ValueError: There are more pieces than in the stacks, or fewer.
    """
    base = [one.base_weight for one in signals]
    used = [one.last_used_turn for one in signals]
    return retrieve_of(base, used, signals.__getitem__, stacks, query, turn, config)


def retrieve_of(
    base_weights: Sequence[float],
    last_used_turns: Sequence[int],
    signal_at: Callable[[int], Signal],
    stacks: Stacks,
    query: "ArrayLike",
    turn: int,
    config: ConversationConfig,
) -> Retrieval:
    """The same of pieces of which only those that answer are made.

    Args:
        base_weights: Of all pieces, in the order in which they are in the stacks.
        last_used_turns: Likewise.
        signal_at: Makes the piece of a place in that order.
        stacks: As for ``retrieve``, and so are the rest, the outcome and the errors.
        query: See there.
        turn: See there.
        config: See there.
    """
    import numpy as np

    if len(base_weights) != len(stacks):
        raise ValueError(f"{len(base_weights)} pieces, but {len(stacks)} in stacks")
    direction = _direction(query)
    if direction is None or not stacks.count:
        return Retrieval(())
    base = np.array(base_weights, np.float64)
    used = np.array(last_used_turns, np.float64)
    nearest = _nearest(stacks.centroids(base, used, turn) @ direction, config.top_stacks)
    rows = np.flatnonzero(np.isin(stacks.labels, [stack for stack, _ in nearest]))
    weights = effective_weights(base[rows], used[rows], turn, config)
    similarities = _rounded(stacks.vectors[rows] @ direction)
    scores = _rounded(np.maximum(weights, floor(config)) * np.maximum(similarities, 0.0))
    wanted = (scores >= config.activation_threshold) & (similarities >= _least(config))
    found = [
        RetrievedSignal(
            replace(signal_at(row), stack=int(stacks.labels[row])),
            *(float(similarities[at]), float(weights[at]), float(scores[at])),
        )
        for at in np.flatnonzero(wanted).tolist()
        for row in [int(rows[at])]
    ]
    found.sort(key=_best_first)
    return Retrieval(
        tuple(found[: config.max_thinking_space]), tuple(nearest), considered=len(rows)
    )


def _direction(query: "ArrayLike") -> "NDArray[np.float32] | None":
    import numpy as np

    numbers = np.asarray(query, np.float64)
    length = float(np.linalg.norm(numbers))
    if not np.isfinite(length) or length == 0:
        return None
    return (numbers / length).astype(np.float32)


def _nearest(cosines: "NDArray[np.float32]", count: int) -> list[tuple[int, float]]:
    """The nearest stacks with their cosines; of equally near ones the one that began last."""
    import numpy as np

    rounded = _rounded(cosines)
    best = np.lexsort((-np.arange(len(rounded)), -rounded))[:count]
    return [(int(stack), float(rounded[stack])) for stack in best]


def _least(config: ConversationConfig) -> float:
    """The least cosine; 0 asks for none, since what is no nearer than that has no score."""
    return config.minimum_similarity or -1.0


def _rounded(values: "NDArray[Any]") -> "NDArray[np.float64]":
    import numpy as np

    exact: NDArray[np.float64] = values.astype(np.float64)
    return exact.round(SIMILARITY_DIGITS)


def _best_first(one: RetrievedSignal) -> tuple[float, int, str, int]:
    return -one.score, -one.signal.turn, one.signal.turn_id, one.signal.index
