"""Whatever a relay sends, and whatever a key opens to, is read or refused, and nothing else."""

import random

import pytest

from tests.endurance import fuzz
from tests.endurance.fuzz import Case, Fuzzer
from tests.endurance.fuzz_seeds import Me
from tests.endurance.fuzz_target import Target
from tests.endurance.mutation import HOSTILE, mutated
from tests.endurance.shrinking import shrunk

FRAMES = 3_000
BODIES = 1_000


async def test_nothing_is_raised_nothing_is_misread_and_nothing_grows() -> None:
    report = await Fuzzer(seed=7).run(FRAMES, BODIES)

    assert [str(failure) for failure in report.failures.values()] == []
    assert report.is_sound
    # spoilt beyond recognition, or not at all, they would prove nothing
    assert FRAMES / 20 < report.sound < FRAMES / 2
    assert BODIES / 20 < report.usable < BODIES / 2
    assert report.records > FRAMES / 200


class _Breaks(Target):
    """Trips over two words in a frame, and over a body without ``_sync`` after one with it."""

    def __init__(self, me: Me) -> None:
        super().__init__(me)
        self._seen = False

    async def frame(self, text: str, *, last: bool) -> bool:
        if "slow down" in text:
            raise ZeroDivisionError("it was slow down")
        return await super().frame(text, last=last)

    def body(self, text: str, address: str, number: int) -> bool:
        if "_sync" in text:
            self._seen = True
        elif self._seen:
            raise KeyError("without, after one with it")
        return super().body(text, address, number)


async def test_a_failure_is_found_once_and_told_as_shortly_as_can_be() -> None:
    told: list[str] = []
    report = await Fuzzer(3, _Breaks, told.append).run(2_000, 400)

    assert not report.is_sound
    frame, body = report.failures.values()
    assert (frame.kind, body.kind) == ("frame", "body")
    assert report.failed > len(report.failures) == len(told) == 2
    assert [case.text for case in frame.cases] == ["slow down"]
    assert [case.text for case in body.cases] == [body.cases[0].text, ""]
    assert "_sync" in body.cases[0].text
    assert frame.alone
    assert body.alone
    assert "ZeroDivisionError" in frame.error
    assert "seed 3" in told[0]


async def test_the_same_seed_makes_the_same_cases() -> None:
    one, two, other = Fuzzer(5), Fuzzer(5), Fuzzer(6)
    cases = [[each.frame(n) for n in range(200)] for each in (one, two, other)]
    assert cases[0] == cases[1] != cases[2]
    assert [one.body(n) for n in range(200)] == [two.body(n) for n in range(200)]


def test_growth_is_a_failure_of_its_own() -> None:
    assert fuzz.Report(grown=fuzz.MAX_GROWTH - 1).is_sound
    assert not fuzz.Report(grown=fuzz.MAX_GROWTH).is_sound
    # where memory cannot be measured, nothing is held against anybody
    assert fuzz.Report(grown=None).is_sound
    resident = fuzz.resident()
    assert resident is None or resident > 2**20


async def test_a_text_shrinks_to_what_matters() -> None:
    async def fails(text: str) -> bool:
        return text.count("a") >= 2 and "b" in text

    assert await shrunk("xxaxxxbxxxxaxxxaxx", fails, 500) == "baa"
    assert await shrunk("ab" * 50, fails, 0) == "ab" * 50


def test_every_kind_of_spoiling_happens() -> None:
    sound = ['{"a":[1,"x",{"b":null}]}', '["EOSE","sub"]']
    texts = [mutated(random.Random(n), sound[n % 2], sound) for n in range(20_000)]
    assert any(text in sound for text in texts)
    assert any(text.count("[") > 10_000 for text in texts), "no deep nesting"
    assert any('["d",""]' * 2 in text.replace("],[", "][") for text in texts), "no crowd of tags"
    for value in ("NaN", "1e999", "9" * 5_000, "\\ud800", "x" * 65_001):
        assert any(value in text for text in texts), f"no {value[:10]}"
    assert any(text.count('"a":') > 1 for text in texts), "no key twice"
    assert all(text.encode() for text in texts if text)
    assert len(set(HOSTILE)) == len(HOSTILE)


@pytest.mark.parametrize("text", ["short é", "x" * 5_000])
def test_a_case_is_printed_in_ascii_and_not_at_endless_length(text: str) -> None:
    printed = str(Case(1, text, "é"))
    assert printed.isascii()
    assert len(printed) < fuzz.SHOWN + 100
