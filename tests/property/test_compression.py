"""Whatever memories hold: the cap holds, the text reads back, and no value passes for a line."""

import os
import random
from collections import defaultdict
from dataclasses import replace

import pytest

from sense_memory import Compression, CompressionConfig, InputError, parse_compressed
from sense_memory.mind.compress import notation
from sense_memory.mind.compress.selection import compress
from sense_memory.mind.token_count import token_count

from ..unit.mind.compressing import NOW, a_mind

BUDGETS = int(os.environ.get("SENSE_MEMORY_BUDGETS", "3000"))
"""How many budgets are tried: ``SENSE_MEMORY_BUDGETS`` of the environment, or 3,000."""
PER_MIND = 5
SEEDS = range(0, BUDGETS // PER_MIND, 100)
AMPLE = 10**9
CONFIG = CompressionConfig()


def some_minds(seed: int):
    """A hundred minds, each with what chance decides beside it."""
    for number in range(seed, seed + 100):
        chance = random.Random(number)
        yield chance, a_mind(chance, 8)


def some_config(chance: random.Random) -> CompressionConfig:
    return CompressionConfig(
        memory_tokens=chance.choice((4, 5, 10, 40, 200)), grouped=chance.random() < 0.8
    )


def read_back(compression: Compression) -> list[tuple[str, str, str, str]]:
    return [
        (line.domain, line.facet, line.subject, part)
        for line in parse_compressed(compression.text)
        for part in line.parts
    ]


def as_lines(compression: Compression) -> list[tuple[str, str, str, str]]:
    """What must be read back: facets, lines and parts in the order of their first memory."""
    groups: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(dict)
    for each in compression.included:
        groups[each.domain, each.facet].setdefault(each.subject, []).append(each.text)
    return [
        (*group, subject, part)
        for group, lines in groups.items()
        for subject, parts in lines.items()
        for part in parts
    ]


# S-11.4
@pytest.mark.parametrize("seed", SEEDS)
def test_no_budget_is_exceeded_and_what_fits_is_read_back(seed: int):
    for chance, memories in some_minds(seed):
        config, is_full = some_config(chance), chance.random() < 0.8
        for _ in range(PER_MIND):
            budget = chance.choice((0, 1, chance.randrange(40), chance.randrange(5_001)))
            made = compress(memories, NOW, budget, config, is_full=is_full)
            assert made.tokens == token_count(made.text) <= budget
            assert read_back(made) == as_lines(made)
            assert len(made.text.encode()) <= 4 * len(made.text)  # no lone surrogate
        with pytest.raises(InputError, match="budget"):
            compress(memories, NOW, -chance.randrange(1, 5_000), config)


@pytest.mark.parametrize("seed", range(16))
def test_every_budget_up_to_what_all_of_it_costs(seed: int):
    """No budget is exceeded by a token, nor spent on nothing where a memory would fit."""
    chance = random.Random(seed)
    memories = [
        replace(memory, domain="d", key=f"{'vergel-' * (number % 2)}k{number}")
        for number, memory in enumerate(a_mind(chance, 8))
    ]
    whole = compress(memories, NOW, AMPLE, CONFIG)
    cheapest = min((_alone(each) for each in whole.included), default=0)
    most = token_count(f"\n{notation.more(len(whole.included))}")
    for budget in range(whole.tokens + 1):
        made = compress(memories, NOW, budget, CONFIG)
        assert made.tokens == token_count(made.text) <= budget
        assert made.included or budget < cheapest + most
        if made.included and made.left_out:
            assert made.text.endswith(f"\n{notation.more(len(made.left_out))}")
    assert compress(memories, NOW, whole.tokens, CONFIG).text == whole.text


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_every_active_memory_is_accounted_for_once(seed: int):
    for chance, memories in some_minds(seed):
        made = compress(memories, NOW, chance.randrange(400), some_config(chance))
        named = [*(each.name for each in made.included), *made.left_out, *made.replaced]
        active = [
            f"{each.domain}/{each.facet}/{each.key}"
            for each in memories
            if each.compute_state(NOW) == "active"
        ]
        assert sorted(named) == sorted(active)


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_the_cut_drops_the_least_relevant(seed: int):
    for chance, memories in some_minds(seed):
        whole = compress(memories, NOW, AMPLE, some_config(random.Random(seed)))
        assert whole.left_out == ()
        ranks = [each.relevance for each in whole.included]
        assert ranks == sorted(ranks, reverse=True)
        made = compress(memories, NOW, chance.randrange(200), some_config(random.Random(seed)))
        # the text of a memory does not depend on the cut, and what is left out could not stand
        assert set(made.included) <= set(whole.included)
        kept = [each for each in whole.included if each in made.included]
        assert tuple(kept) == made.included
        missing = [each for each in whole.included if each not in made.included]
        first = next((i for i, each in enumerate(whole.included) if each in missing), 0)
        for each in made.included[first:]:
            skipped = [one for one in missing if one.relevance > each.relevance]
            most = token_count(f"\n{notation.more(len(whole.included))}")
            assert all(_alone(one) + most > made.budget for one in skipped)


def _alone(one) -> int:
    header, line = notation.header(one.domain, one.facet), notation.line(one.subject, (one.text,))
    return token_count(f"{header}\n{line}")


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_order_changes_nothing(seed: int):
    for chance, memories in some_minds(seed):
        config, budget = some_config(chance), chance.randrange(300)
        made = compress(memories, NOW, budget, config)
        chance.shuffle(memories)
        assert compress(memories, NOW, budget, config) == made


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_the_text_has_as_many_lines_as_it_has_headers_and_subjects(seed: int):
    """No value brings a line of its own, whatever a reader takes for the end of a line."""
    for chance, memories in some_minds(seed):
        made = compress(memories, NOW, AMPLE, some_config(chance))
        groups = {(each.domain, each.facet) for each in made.included}
        lines = {(each.domain, each.facet, each.subject) for each in made.included}
        assert len(made.text.splitlines()) == max(0, 2 * len(groups) - 1) + len(lines)
        headers = [line for line in made.text.split("\n") if line.startswith("[")]
        assert len(headers) == len(groups)
