"""What a call at a relay and the file's memory of it say together."""

from dataclasses import replace

import pytest

from sense_memory.core.finding import Finding, Level, worst
from sense_memory.io.doctor.relay import Call, judge
from sense_memory.io.file_report import Refusal, RelayReport
from sense_memory.io.relay_greeting import Greeting

NOW = 1_800_000_000.0
URL = "wss://relay.example"
WELL = Call(URL, Greeting(), latency=0.05)
READ = RelayReport(
    url=URL,
    verdict="complete",
    read_at=NOW - 60,
    complete_at=NOW - 60,
    compared_at=NOW - 60,
    waiting=0,
    parked=0,
    dead=0,
    waiting_since=None,
    refusals=(),
    rolled_back=0,
    withheld=0,
    quarantined_until=None,
    offence=None,
)
DOWN = Call("wss://down.example", Greeting(), error="no connection")


def found(call: Call, report: RelayReport | None) -> dict[str, Finding]:
    second = Call("wss://second.example", Greeting(), latency=0.05)
    findings = judge([call, second], [report, replace(READ, url=second.url)], NOW)
    return {finding.check: finding for finding in findings if finding.relay == call.url}


def test_a_relay_that_is_well():
    findings = judge([WELL, replace(WELL, url="wss://two.example")], [READ, READ], NOW)
    assert {finding.level for finding in findings} == {Level.OK}
    assert "in 50 ms" in found(WELL, READ)["relay.reach"].message
    assert "1 minutes" not in found(WELL, READ)["relay.read"].message
    assert found(WELL, READ)["relay.read"].message == "it was read to its end 60 seconds ago"


@pytest.mark.parametrize(
    ("call", "check", "level", "said"),
    [
        (replace(WELL, error="no connection"), "relay.reach", Level.WARNING, "no connection"),
        (replace(WELL, refusal="restricted: no"), "relay.auth", Level.PROBLEM, "restricted: no"),
        (replace(WELL, asked_who=True, is_proven=False), "relay.auth", Level.PROBLEM, "proof"),
        (replace(WELL, asked_who=True, is_proven=True), "relay.auth", Level.OK, "took the proof"),
    ],
)
def test_calls(call: Call, check: str, level: Level, said: str):
    finding = found(call, READ)[check]
    assert (finding.level, said in finding.message) == (level, True)
    assert (finding.advice is None) == (level is Level.OK)


@pytest.mark.parametrize(
    ("report", "check", "level", "said"),
    [
        (None, "relay.read", Level.WARNING, "never read"),
        (replace(READ, verdict="partial"), "relay.read", Level.WARNING, "broke off"),
        (replace(READ, verdict="unproven"), "relay.read", Level.WARNING, "left something out"),
        (replace(READ, complete_at=NOW - 3 * 86_400), "relay.read", Level.WARNING, "3 days ago"),
        (replace(READ, complete_at=NOW - 7_200), "relay.read", Level.OK, "2 hours ago"),
        (replace(READ, waiting=2, waiting_since=NOW - 90), "relay.writes", Level.OK, "2 writes"),
        (
            replace(READ, waiting=2, waiting_since=NOW - 9_000),
            "relay.writes",
            Level.WARNING,
            "for 2 hours",
        ),
        (
            replace(READ, parked=3, refusals=(Refusal("parked", "blocked: pay first", 3),)),
            "relay.writes",
            Level.WARNING,
            "refuses 3 writes (3: blocked: pay first)",
        ),
        (
            replace(READ, dead=1, refusals=(Refusal("dead", "invalid: too large", 1),)),
            "relay.writes",
            Level.PROBLEM,
            "never take 1 writes (1: invalid: too large)",
        ),
        (replace(READ, rolled_back=4), "relay.alarm", Level.WARNING, "older versions"),
        (replace(READ, withheld=4), "relay.alarm", Level.WARNING, "at 4 places"),
        (
            replace(READ, quarantined_until=NOW + 60, offence="forged events"),
            "relay.alarm",
            Level.WARNING,
            "forged events",
        ),
    ],
)
def test_what_the_file_remembers(report: RelayReport, check: str, level: Level, said: str):
    finding = found(WELL, report)[check]
    assert (finding.level, said in finding.message) == (level, True), finding
    assert (finding.advice is None) == (level is Level.OK)


def test_a_quarantine_that_is_over_is_no_alarm():
    assert "relay.alarm" not in found(WELL, replace(READ, quarantined_until=NOW - 1))


def test_one_relay_down_of_two_is_a_warning_and_all_of_them_a_problem():
    one = judge([WELL, DOWN], [READ, READ], NOW)
    assert worst(one) is Level.WARNING
    both = judge([DOWN, DOWN], [READ, READ], NOW)
    assert [f.level for f in both if f.check == "relay.reach"] == [Level.PROBLEM] * 2


@pytest.mark.parametrize(("count", "level"), [(0, Level.OK), (1, Level.WARNING), (2, Level.OK)])
def test_how_many_relays_there_are(count: int, level: Level):
    (number, *_) = judge([WELL] * count, [READ] * count, NOW)
    assert (number.check, number.level) == ("relays.number", level)
