"""What a relay's answer to a write means for that write, word by word."""

import pytest

from sense_memory.sync.replies import (
    DISABLED,
    RETRY_LONGEST,
    Judgement,
    Verdict,
    demanded_bits,
    judge,
)

TABLE = [
    ("duplicate: already have it", Verdict.ACCEPTED),
    ("replaced: have newer event", Verdict.MERGE),
    ("deleted: user requested deletion", Verdict.MERGE),
    ("blocked: this event was deleted", Verdict.MERGE),
    ("invalid: event has been deleted by its author", Verdict.MERGE),
    ("rate-limited: slow down there", Verdict.SLOW_DOWN),
    ("auth-required: we only accept events from registered users", Verdict.REFUSED),
    ("restricted: not a member", Verdict.REFUSED),
    ("mute: you are muted", Verdict.REFUSED),
    ("pow: 28 bits needed", Verdict.WORK),
    ("blocked: you are banned", Verdict.REFUSED),
    ("blocked: event too large", Verdict.DEAD),
    ("blocked: exceeds maximum size", Verdict.DEAD),
    ("invalid: event creation date is too far off: created_at too late", Verdict.RESIGN),
    ("invalid: created_at", Verdict.RESIGN),
    ("invalid: too early", Verdict.RESIGN),
    ("invalid: bad signature", Verdict.DEAD),
    ("error: could not connect to the database", Verdict.RETRY),
    ("something: new", Verdict.RETRY),
    ("no prefix at all", Verdict.RETRY),
    ("", Verdict.RETRY),
]


@pytest.mark.parametrize(("message", "verdict"), TABLE)
def test_the_verdict_on_a_refused_write(message: str, verdict: Verdict) -> None:
    assert verdict is judge(False, message, 0).verdict


@pytest.mark.parametrize("message", ["Replaced: have newer", "REPLACED: have newer"])
def test_the_verdict_does_not_depend_on_upper_and_lower_case(message: str) -> None:
    assert judge(False, message, 0).verdict is Verdict.MERGE


@pytest.mark.parametrize("message", [message for message, _ in TABLE])
def test_yes_is_yes_whatever_the_words(message: str) -> None:
    assert judge(True, message, 3) == Judgement(Verdict.ACCEPTED, 0, message)


@pytest.mark.parametrize("verdict", [Verdict.REFUSED, Verdict.DEAD])
def test_a_relay_that_will_not_take_it_is_left_alone_for_a_day(verdict: Verdict) -> None:
    messages = [message for message, expected in TABLE if expected is verdict]
    assert {judge(False, message, 0).wait for message in messages} == {DISABLED}


def test_the_wait_doubles_with_each_attempt_up_to_five_minutes() -> None:
    waits = [judge(False, "error: busy", attempts).wait for attempts in range(12)]
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]
    assert judge(False, "error: busy", 10_000).wait == RETRY_LONGEST


def test_what_was_accepted_after_all_is_not_waited_for() -> None:
    assert judge(False, "duplicate: have it", 5).wait == 0


def test_a_refusal_without_a_word_is_given_one() -> None:
    assert judge(False, "", 0).said == "no reason given"
    assert judge(False, "blocked: no", 0).said == "blocked: no"


@pytest.mark.parametrize(
    ("said", "bits"),
    [
        ("pow: 20 bits needed", 20),
        ("pow: difficulty 25.78 is less than 30", 30),
        ("pow: difficulty 3 is less than 12", 12),
        ("pow: do some work", None),
        ("pow: 0", None),
        ("pow: 99999 is asked", None),
    ],
)
def test_the_work_that_a_relay_asks_for(said: str, bits: int | None) -> None:
    assert demanded_bits(said) == bits
