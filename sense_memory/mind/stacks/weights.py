"""What a piece weighs: half as much after so many turns without use; more where it helped.

Time is counted in turns, not in seconds: who comes back after weeks finds the memory as it was.
Source of every formula: seed 002.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from ...core.config import ConversationConfig
from ...core.conversation import Signal
from ...core.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def exponential_decay(
    base_weight: float, decay_per_turn: float, last_used_turn: float, turn: float
) -> float:
    """``base_weight · e^(-decay_per_turn · turns since the last use)``; those are never below 0."""
    return base_weight * math.exp(-decay_per_turn * max(0.0, turn - last_used_turn))


def effective_weight(signal: Signal, turn: int, config: ConversationConfig) -> float:
    """What a piece weighs in a turn, at least 0."""
    return exponential_decay(signal.base_weight, config.decay_per_turn, signal.last_used_turn, turn)


def effective_weights(
    base_weights: "ArrayLike", last_used_turns: "ArrayLike", turn: int, config: ConversationConfig
) -> "NDArray[np.float64]":
    """The same for many pieces at once: two rows of one length give a third."""
    import numpy as np

    unused = np.maximum(0.0, turn - np.asarray(last_used_turns, np.float64))
    weights: NDArray[np.float64] = np.asarray(base_weights, np.float64) * np.exp(
        -config.decay_per_turn * unused
    )
    return weights


def is_living(signal: Signal, turn: int, config: ConversationConfig) -> bool:
    """Whether a piece weighs at least the death threshold in a turn."""
    return effective_weight(signal, turn, config) >= config.death_threshold


def refresh(signal: Signal, turn: int) -> Signal:
    """The piece, used in a turn: its clock starts anew, and never goes back."""
    return replace(signal, last_used_turn=max(turn, signal.last_used_turn))


def boost(base_weight: float, config: ConversationConfig) -> float:
    """The base weight of a piece that helped; above the cap none grows."""
    grown = min(base_weight * config.boost, config.max_base_weight)
    return max(base_weight, grown)  # it may be above a cap that is lower here than elsewhere


def demote(base_weight: float, config: ConversationConfig) -> float:
    """The base weight of one that did not. There is no floor; the next use counts as before."""
    return base_weight * config.demote


def half_life_turns_to_decay(half_life_turns: float) -> float:
    """The rate per turn at which half the weight is left after so many turns without use.

    Raises:
        InputError: That is no number of turns above 0.
    """
    if not 0 < half_life_turns < math.inf:
        raise InputError(f"a half-life is a number of turns above 0, got {half_life_turns!r}")
    return math.log(2) / half_life_turns


def turns_to_death(base_weight: float, decay_per_turn: float, death_threshold: float) -> float:
    """After how many turns without use a weight is at the threshold.

    Returns:
        0 where it is already, infinity where it never is: nothing decays, or the threshold is 0.
    """
    if base_weight <= death_threshold:
        return 0.0
    if decay_per_turn <= 0 or death_threshold <= 0:
        return math.inf
    return math.log(base_weight / death_threshold) / decay_per_turn
