"""Numbers that can be chosen: each refuses what lies outside its documented range."""

import dataclasses
import math
import re
from collections.abc import Callable
from typing import Any

import pytest

from sense_memory.core.config import (
    CompressionConfig,
    Config,
    ContradictionConfig,
    DatabaseConfig,
    EmbeddingConfig,
    IntrospectionConfig,
    LifecycleConfig,
    RecordConfig,
    RelayConfig,
    SearchConfig,
)
from sense_memory.core.errors import InputError

SECTIONS = (
    RelayConfig,
    RecordConfig,
    DatabaseConfig,
    IntrospectionConfig,
    CompressionConfig,
    SearchConfig,
    EmbeddingConfig,
)
CHOICES = {"protected", "journal_kind", "grouped"}
"""What is one of a few values, and no range."""
SECONDS = {"d": 86_400.0}
BYTES = {"KiB": 1024.0, "MiB": 1024.0 * 1024}


def _number(text: str) -> float:
    amount, _, unit = text.strip().partition(" ")
    return float(amount.replace(",", "").replace("−", "-")) * {**SECONDS, **BYTES, "": 1.0}[unit]


def documented_ranges(section: type[Any]) -> dict[str, tuple[float, float]]:
    """Field to (least, greatest), as the class's docstring gives them in brackets."""
    text = " ".join((section.__doc__ or "").split())
    found = {}
    for name in sorted({field.name for field in dataclasses.fields(section)} - CHOICES):
        described = text.split(f" {name}: ", 1)[1]
        low, high = re.search(r"\((−?[\d.,]+(?: \w+)?)–([\d.,]+(?: \w+)?)\)", described).groups()
        found[name] = (_number(low), _number(high))
    return found


RANGES = [
    (section, name, low, high)
    for section in SECTIONS
    for name, (low, high) in documented_ranges(section).items()
]
IDS = [f"{section.__name__}.{name}" for section, name, *_ in RANGES]


@pytest.mark.parametrize(("section", "name", "low", "high"), RANGES, ids=IDS)
def test_both_ends_of_a_documented_range_are_accepted(
    section: type[Any], name: str, low: float, high: float
) -> None:
    assert low == getattr(section(**{name: low}), name)
    assert high == getattr(section(**{name: high}), name)


@pytest.mark.parametrize(("section", "name", "low", "high"), RANGES, ids=IDS)
def test_a_number_outside_its_range_is_refused_with_its_name_and_range(
    section: type[Any], name: str, low: float, high: float
) -> None:
    for outside in (math.nextafter(low, -math.inf), math.nextafter(high, math.inf), math.nan):
        with pytest.raises(InputError, match=f"{section.__name__}.{name} must be between"):
            section(**{name: outside})


@pytest.mark.parametrize(("section", "name", "low", "high"), RANGES, ids=IDS)
def test_a_default_lies_in_its_range(
    section: type[Any], name: str, low: float, high: float
) -> None:
    assert low <= getattr(section(), name) <= high


def test_the_whole_configuration_is_made_of_the_defaults_of_its_rooms() -> None:
    expected = Config(relays=RelayConfig(), records=RecordConfig(), database=DatabaseConfig())
    assert expected == Config()


@pytest.mark.parametrize(
    ("section", "name"),
    [
        (LifecycleConfig, "auto_dissolve"),
        (ContradictionConfig, "enabled"),
        (CompressionConfig, "grouped"),
    ],
)
def test_a_switch_is_on_or_off(section: Callable[..., object], name: str) -> None:
    for switch in (True, False):
        section(**{name: switch})
    for value in ("no", 1, None):
        with pytest.raises(InputError, match=f"{name} is True or False"):
            section(**{name: value})
