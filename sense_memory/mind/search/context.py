"""What the place of a line in its conversation tells of how well it answers.

All of it was measured on conversations, and is nothing to other memories. Where there are both,
other memories get what their own words would be worth as a context, so that they can be compared
with lines, and the order among them stays as it is without any lines.
"""

import numpy as np
from numpy.typing import NDArray

from ...core.config import SearchConfig
from .bm25 import Matches
from .dialogue import is_named
from .documents import Documents
from .question import Question
from .sessions import sessions

_SECOND = 0.5
"""What the second line before or after counts, against the first."""

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]


def lines_in(documents: Documents) -> Mask | None:
    """Which slots are lines of conversations; ``None`` if there is none."""
    if not documents.conversations:
        return None
    lines, _ = documents.as_it_is("lines", _lines)
    return lines


def _lines(documents: Documents) -> tuple[Mask, Floats]:
    """Which slots are lines, and how long each is.

    That is by how much the logarithm of its length is above the mean of its conversation.
    """
    is_conversation = np.zeros(documents.source_numbers.end + 1, bool)
    is_conversation[list(documents.conversations)] = True
    # a memory without a source has the number -1, which is the last of these
    lines: Mask = is_conversation[documents.source[: documents.end]]
    sources = documents.source[: documents.end][lines]
    logs = np.log1p(documents.lengths[-1, : documents.end][lines])
    mean = np.bincount(sources, logs) / np.maximum(np.bincount(sources), 1)
    length = np.zeros(documents.end, np.float32)
    length[lines] = logs - mean[sources]
    return lines, length


def context_of(
    documents: Documents,
    question: Question,
    matches: Matches,
    lines: Mask | None,
    config: SearchConfig,
) -> dict[str, Floats]:
    """What each part of the context gives each slot; nothing where there are no lines."""
    if lines is None:
        return {}
    own = of_greatest(matches.scores)
    end = documents.end
    covered = matches.coverage[sessions(documents)]
    _, length = documents.as_it_is("lines", _lines)
    named = _by_a_named_speaker(documents, question, lines)
    around = beside(matches.scores, documents)
    neighbours = np.where(lines, of_greatest(around * lines), own)
    conversation = np.where(lines, of_greatest(covered * lines), own)
    return {
        "neighbours": neighbours * np.float32(config.neighbour_weight),
        "conversation": conversation * np.float32(config.conversation_weight),
        "speaker": named * np.float32(config.speaker_weight),
        "length": length * np.float32(config.length_weight),
        "question": (lines & documents.is_question[:end]) * np.float32(-config.question_weight),
    }


def beside(scores: Floats, documents: Documents) -> Floats:
    """What the two memories before and the two after each slot have, the second ones for half."""
    end = documents.end
    scores = np.append(scores, np.float32(0))  # nobody stands beside the first: slot -1
    before, after = documents.before[:end], documents.after[:end]
    second_before, second_after = np.append(before, -1)[before], np.append(after, -1)[after]
    first = scores[before] + scores[after]
    found: Floats = first + np.float32(_SECOND) * (scores[second_before] + scores[second_after])
    return found


def scale_of(lines: Mask | None, config: SearchConfig) -> Floats | float:
    """By what the other parts are multiplied, so that context does not outweigh them."""
    if lines is None:
        return 1.0
    context = config.neighbour_weight + config.conversation_weight
    return np.where(lines, 1.0, 1.0 + context).astype(np.float32)


def of_greatest(scores: Floats) -> Floats:
    """Scores as parts of the greatest of them."""
    greatest = scores.max(initial=0.0)
    return scores / greatest if greatest > 0 else scores


def _by_a_named_speaker(documents: Documents, question: Question, lines: Mask) -> Mask:
    """Which lines are said by somebody whom the question names, but not everybody there."""
    end = documents.end
    is_named_ = np.zeros(documents.speakers.end + 1, bool)
    for name, number in documents.speakers.items():
        is_named_[number] = is_named(name, question.text, question.names)
    named: Mask = lines & is_named_[documents.speaker[:end]]
    sources = documents.source[:end]
    said = lines & (documents.speaker[:end] >= 0)
    all_of = np.bincount(sources[said], minlength=documents.source_numbers.end)
    of_named = np.bincount(sources[named], minlength=documents.source_numbers.end)
    tells = np.append(of_named < all_of, np.False_)
    return named & tells[sources]
