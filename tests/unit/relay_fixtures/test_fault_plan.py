"""What happens to frames on their way, before any of them is sent."""

import dataclasses
from collections import Counter

import pytest

from relay_fixtures.fault_plan import Direction, Fault, FaultPlan, corrupted
from relay_fixtures.lane import Lane

MIXED = FaultPlan(
    seed=7, drop=0.1, duplicate=0.1, delay=0.1, reorder=0.1, corrupt=0.1, close_after=0.1
)


def fates(plan, connection=0, direction="to_relay", count=2000):
    return [plan.fate(connection, direction, index) for index in range(count)]


class TestChance:
    def test_the_default_is_no_fault(self):
        assert {fate.fault for fate in fates(FaultPlan())} == {Fault.PASS}

    def test_the_shares_are_kept(self):
        seen = Counter(fate.fault for fate in fates(MIXED))
        assert seen.pop(Fault.PASS) in range(700, 900)
        assert seen.keys() == set(Fault) - {Fault.PASS, Fault.CLOSE_BEFORE}
        assert all(count in range(140, 260) for count in seen.values())

    def test_a_seed_says_it_all(self):
        assert fates(MIXED) == fates(dataclasses.replace(MIXED))
        for other in (
            fates(dataclasses.replace(MIXED, seed=8)),
            fates(MIXED, connection=1),
            fates(MIXED, direction="to_client"),
        ):
            assert other != fates(MIXED)

    def test_this_seed_says_this(self):
        """What replays from a seed today replays tomorrow."""
        faults = [fate.fault.value for fate in fates(MIXED, count=8)]
        assert faults == [
            "pass",
            "duplicate",
            "pass",
            "pass",
            "pass",
            "close_after",
            "pass",
            "delay",
        ]

    def test_delays_are_spread_and_bounded(self):
        seconds = [fate.seconds for fate in fates(FaultPlan(delay=1.0, delay_seconds=2.0))]
        assert 0 <= min(seconds) < 0.1
        assert 1.9 < max(seconds) < 2.0

    def test_some_frames_are_spared(self):
        plan = FaultPlan(drop=1.0, first=2, connections=1, directions=frozenset({"to_client"}))
        assert [f.fault.value for f in fates(plan, 0, "to_client", 3)] == ["pass", "pass", "drop"]
        assert fates(plan, 0, "to_relay", 3)[2].fault is Fault.PASS
        assert fates(plan, 1, "to_client", 3)[2].fault is Fault.PASS

    def test_given_places_need_no_chance(self):
        plan = FaultPlan(exactly={(1, "to_relay", 2): Fault.CLOSE_BEFORE}, first=99)
        assert [f.fault.value for f in fates(plan, 1, count=4)] == [
            "pass",
            "pass",
            "close_before",
            "pass",
        ]
        assert {f.fault for f in fates(plan, 0, count=4)} == {Fault.PASS}

    @pytest.mark.parametrize("shares", [{"drop": -0.1}, {"drop": 0.6, "delay": 0.6}])
    def test_shares_are_shares(self, shares):
        with pytest.raises(ValueError, match="0 to 1"):
            FaultPlan(**shares)


class TestCorruption:
    def test_it_changes_a_text_and_always_in_the_same_way(self):
        text = '["EVENT","s",{"id":"00"}]'
        damaged = {corrupted(text, salt) for salt in range(200)}
        assert text not in damaged
        assert len(damaged) > 50
        assert corrupted(text, 42) == corrupted(text, 42)

    @pytest.mark.parametrize("salt", range(6))
    def test_an_empty_text_is_no_trouble(self, salt):
        assert isinstance(corrupted("", salt), str)


class TestLane:
    @staticmethod
    def lane(*faults):
        way: Direction = "to_relay"
        exactly = {(0, way, n): Fault(fault) for n, fault in enumerate(faults)}
        return Lane(FaultPlan(exactly=exactly, delay_seconds=1.0), 0, "to_relay")

    def frames(self, *faults):
        """What comes out when a, b and c go in, and the cuts."""
        lane = self.lane(*faults)
        out = [lane.carry(name) for name in "abc"]
        out.append(lane.flush())
        return "".join(
            "".join(str(frame) for _, frame in one.frames) + "!" * one.cut for one in out
        )

    @pytest.mark.parametrize(
        ("faults", "expected"),
        [
            ([], "abc"),
            (["drop"], "bc"),
            (["pass", "duplicate"], "abbc"),
            (["reorder"], "bac"),
            (["reorder", "reorder"], "acb"),
            (["pass", "pass", "reorder"], "abc"),
            (["reorder", "drop"], "ac"),
            (["pass", "close_before"], "a!c"),
            (["pass", "close_after"], "ab!c"),
            (["reorder", "close_after"], "ba!c"),
        ],
    )
    def test_faults(self, faults, expected):
        assert self.frames(*faults) == expected

    def test_a_delay(self):
        [(seconds, frame)] = self.lane("delay").carry("a").frames
        assert frame == "a"
        assert 0 < seconds < 1

    def test_corruption_spares_binary_frames(self):
        lane = self.lane("corrupt", "corrupt")
        assert lane.carry("text").frames[0][1] != "text"
        assert lane.carry(b"bytes").frames == ((0.0, b"bytes"),)

    def test_the_fates_are_kept(self):
        lane = self.lane("drop", "pass")
        for name in "ab":
            lane.carry(name)
        assert [fate.fault for fate in lane.fates] == [Fault.DROP, Fault.PASS]
