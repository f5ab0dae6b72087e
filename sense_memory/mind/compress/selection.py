"""Which memories are written down for a prompt, and as what.

Only active ones, the most relevant first, until the budget is spent: the cut drops the least
relevant. What the text of a memory is does not depend on the budget or on the cut.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from ...core.compression import CompressedMemory, Compression
from ...core.config import CompressionConfig
from ...core.errors import InputError
from ...core.records.persona import STATE_ACTIVE, PersonaMemory
from .. import text
from ..token_count import token_count
from . import notation
from .phrases import CUT, cut_to, shorthand, unsaid
from .replaced import replaced

CHARACTERS_PER_TOKEN = 64
"""How much of a value is looked at for each token that it may take: what stands behind that would
be cut off, were every second word dropped and every word as long as they are in no language."""


def compress(
    memories: Iterable[PersonaMemory],
    now: float,
    budget: int,
    config: CompressionConfig,
    *,
    unseen: Iterable[PersonaMemory] = (),
    is_full: bool = True,
) -> Compression:
    """Write down the active memories in at most so many tokens.

    The same memories and time give the same bytes on every device.

    Args:
        memories: In any order.
        now: Seconds since the epoch.
        budget: Tokens, 0 or more.
        config: The numbers.
        unseen: Memories that are not to be shown, but may have replaced one that would be.
        is_full: Whether sentences are taken apart and lines grouped by subject; otherwise a line
            is a key and its value, cut.

    Raises:
        InputError: The budget is no such number.
    """
    check_budget(budget)
    active = _active(memories, now)
    hidden = replaced(_active(unseen, now) | active) & active.keys()
    shown = sorted(
        (each for name, each in active.items() if name not in hidden),
        key=lambda each: (-_score(each, now), -each.created_at, each.name),
    )
    wording = _Full(shown, config) if is_full else _Basic(config)
    included = _fitting(shown, wording, now, budget)
    names = {each.name for each in included}
    left_out = tuple(each.name for each in shown if each.name not in names)
    written = _written(included, len(left_out), budget)
    return Compression(
        written, token_count(written), budget, included, left_out, tuple(sorted(hidden))
    )


def check_budget(budget: object) -> None:
    """Refuse what is no number of tokens.

    Raises:
        InputError: It is no whole number, or below 0.
    """
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 0:
        raise InputError(f"budget is a number of tokens, 0 or more, got {budget!r}")


def _active(memories: Iterable[PersonaMemory], now: float) -> dict[str, PersonaMemory]:
    return {each.name: each for each in memories if each.compute_state(now) == STATE_ACTIVE}


def _score(memory: PersonaMemory, now: float) -> float:
    """Relevance in steps of a few minutes of fading, so that of one session the newest is first.

    The last digits of a power differ between C libraries, too.
    """
    return round(memory.current_relevance(now), 4)


class _Basic:
    """A line is a key and its value, cut."""

    def __init__(self, config: CompressionConfig) -> None:
        self._tokens = config.memory_tokens

    def of(self, memory: PersonaMemory) -> tuple[str, str]:
        """Subject and text of a memory."""
        value, is_cut = _beginning(memory.value, self._tokens)
        return memory.key, _part(notation.visible(value), self._tokens, is_cut=is_cut)


class _Full:
    """Sentences are taken apart, and the lines of a facet grouped by the first word of their keys.

    What the words of a key say stands on the line once: where the value says them all, the first is
    enough; else the others stand before the value, or the key stands there in full.
    """

    def __init__(self, shown: Sequence[PersonaMemory], config: CompressionConfig) -> None:
        self._tokens = config.memory_tokens
        self._sharing = (
            Counter((each.domain, each.facet, _first_word(each.key)) for each in shown)
            if config.grouped
            else Counter()
        )

    def of(self, memory: PersonaMemory) -> tuple[str, str]:
        """Subject and text of a memory."""
        first = _first_word(memory.key)
        rest = memory.key.removeprefix(first).split("-")[1:]
        value, is_cut = _beginning(memory.value, self._tokens)
        missing = unsaid(value, rest)
        if missing and self._sharing[memory.domain, memory.facet, first] < 2:
            said = shorthand(value, frozenset(text.words(memory.key.replace("-", " "))))
            return memory.key, _part(said, self._tokens, is_cut=is_cut)
        said = " ".join((*missing, shorthand(value, frozenset(text.words(first)))))
        return first, _part(said, self._tokens, is_cut=is_cut)


def _first_word(key: str) -> str:
    """The first word of a key with hyphens; any other key is one word."""
    return key.partition("-")[0] if notation.is_plain(key) else key


def _beginning(value: str, tokens: int) -> tuple[str, bool]:
    """As much of a value as is looked at, and whether that is not all of it."""
    length = CHARACTERS_PER_TOKEN * tokens
    return value[:length], len(value) > length


def _part(said: str, tokens: int, *, is_cut: bool) -> str:
    if is_cut:
        said = cut_to(said, tokens - 1)
        said += "" if said.endswith((CUT, CUT + ")")) else CUT
    return notation.part(cut_to(said, tokens))


def _fitting(
    shown: Sequence[PersonaMemory], wording: _Basic | _Full, now: float, budget: int
) -> tuple[CompressedMemory, ...]:
    """As many of the memories as fit, from the first on.

    One that would not fit if it were alone, beside the line that says that others are missing,
    keeps none that follow it out.
    """
    written: list[CompressedMemory] = []
    costs = _Costs()
    for memory in shown:
        written.append(_compressed(memory, wording, now))
        if costs.with_another(written[-1]) > budget:
            break
    else:
        return tuple(written)
    rest = (_compressed(memory, wording, now) for memory in shown[len(written) :])
    most = _cost_of_more(len(shown), written)
    costs = _Costs()
    added: list[CompressedMemory] = []
    fitting = 0
    for each in chain(written, rest):
        if _Costs().with_another(each) + most > budget:
            continue
        if costs.with_another(each) > budget:
            break
        added.append(each)
        if costs.total + _cost_of_more(len(shown) - len(added), added) <= budget:
            fitting = len(added)
    return tuple(added[:fitting])


def _compressed(memory: PersonaMemory, wording: _Basic | _Full, now: float) -> CompressedMemory:
    subject, said = wording.of(memory)
    score = _score(memory, now)
    return CompressedMemory(memory.domain, memory.facet, memory.key, subject, said, score)


class _Costs:
    """What the lines cost so far, kept while they grow."""

    def __init__(self) -> None:
        self.total = 0
        self._groups: set[tuple[str, str]] = set()
        self._lines: set[tuple[str, str, str]] = set()

    def with_another(self, each: CompressedMemory) -> int:
        """Add what a memory costs, and give the total."""
        group = (each.domain, each.facet)
        if group not in self._groups:
            # an empty line stands before every header but the first
            self.total += token_count(notation.header(*group)) + bool(self._groups)
            self._groups.add(group)
        line = (*group, each.subject)
        if line in self._lines:
            # a comma, and the text
            self.total += 1 + token_count(each.text)
        else:
            self.total += 1 + token_count(notation.line(each.subject, (each.text,)))
            self._lines.add(line)
        return self.total


def _cost_of_more(count: int, added: Sequence[object]) -> int:
    return token_count(notation.more(count)) + bool(added) if count else 0


def _written(included: Sequence[CompressedMemory], left_out: int, budget: int) -> str:
    """The text: facets, lines and parts each in the order of their most relevant memory."""
    groups: dict[tuple[str, str], dict[str, list[str]]] = {}
    for each in included:
        lines = groups.setdefault((each.domain, each.facet), {})
        lines.setdefault(each.subject, []).append(each.text)
    written = "\n\n".join(
        "\n".join(
            (
                notation.header(domain, facet),
                *(notation.line(subject, parts) for subject, parts in lines.items()),
            )
        )
        for (domain, facet), lines in groups.items()
    )
    if not left_out or token_count(written) + _cost_of_more(left_out, included) > budget:
        return written
    return "\n".join(filter(None, (written, notation.more(left_out))))
