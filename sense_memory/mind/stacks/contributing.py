"""What a reply made of the pieces that were retrieved for it."""

from collections.abc import Iterable, Mapping

from ...core.config import ConversationConfig
from ...core.conversation import Action, Contribution, Signal
from .weights import boost, demote

SHOWN_CHARACTERS = 80
_DIGITS = 6
"""To which a cosine is compared: vectors are of singles, and 0.55 is none."""


def contributions(
    retrieved: Iterable[str],
    known: Mapping[str, Signal],
    similarities: Mapping[str, float],
    config: ConversationConfig,
) -> tuple[Contribution, ...]:
    """Which pieces helped, in the order in which they were retrieved.

    Args:
        retrieved: The ids of the pieces that were in the prompt.
        known: The pieces that there are now, by id. One that was forgotten or edited since the
            prompt was made is not among them, and does not come back.
        similarities: The cosine of a piece and the reply, by id. One without is left out.
        config: From which cosine on a piece helped, up to which it did not, and what that does.
    """
    found = []
    for name in dict.fromkeys(retrieved):
        signal, similarity = known.get(name), similarities.get(name)
        if signal is None or similarity is None:
            continue
        action, weight = _judged(signal.base_weight, round(similarity, _DIGITS), config)
        found.append(
            Contribution(
                *(name, signal.text[:SHOWN_CHARACTERS], float(similarity)),
                *(signal.base_weight, weight, action),
            )
        )
    return tuple(found)


def _judged(base: float, similarity: float, config: ConversationConfig) -> tuple[Action, float]:
    if similarity >= config.high_relevance:
        return Action.BOOST, boost(base, config)
    if similarity <= config.low_relevance:
        return Action.DEMOTE, demote(base, config)
    return Action.NONE, base
