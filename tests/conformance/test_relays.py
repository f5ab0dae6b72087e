"""What relays really do: every one is put the same questions, and the answers are held fast.

The tables are differences from a relay as one would like it. Where a preset of the quirk relay
is named after a relay that runs here, both share one table: that is what makes the preset one.
Where they are named after others, the table is what the source of those relays says.
"""

import asyncio
import dataclasses
import platform
from typing import TypeAlias

import pytest

from relay_fixtures import LocalRelay, NostrRelay, QuirkRelay, Quirks, RelayServer
from relay_fixtures.conformance import CASES, Case, examine

Table: TypeAlias = dict[str, str]

CAN_INSTALL = platform.python_version_tuple() < ("3", "14")
"""nostr-relay needs coincurve, of which there is no wheel for Python 3.14."""

WELL_BEHAVED: Table = {
    "order_without_limit": "newest first",
    "order_with_limit": "newest first",
    "order_of_ties": "lowest id first",
    "until": "inclusive",
    "since": "inclusive",
    "limit_zero": "nothing",
    "empty_tag_value": "nothing",
    "several_tag_values": "all",
    "empty_list": "NOTICE",
    "unknown_key": "NOTICE",
    "identical_req": "answered",
    "live": "yes",
    "all_ids_found": "nothing",
    "eose_hints": "none / none",
    "filters_per_req": "21 or more",
    "answer_cap": "500 / 500",
    "newer_version": "replaced",
    "older_version": "OK false replaced:, dropped",
    "same_second": "lowest id",
    "plain_replaceable": "replaced",
    "duplicate": "OK true duplicate:",
    "long_identifier": "apart",
    "delete_character": "OK true",
    "ephemeral": "OK true, passed on, not kept",
    "forged": "OK false invalid:",
    "negative_time": "NOTICE",
    "protected": "its author, authenticated",
    "expired": "OK false blocked:, not served",
    "deletion_by_id": "yes",
    "deletion_by_address": "yes",
    "deletion_of_replaceable": "yes",
    "again_after_id": "refused: deleted:",
    "older_after_id": "accepted",
    "same_second_after_address": "refused: deleted:",
    "newer_after_address": "accepted",
    "late_deletion": "yes",
    "deletion_before_event": "yes",
    "deletion_served": "yes",
    "deletion_of_deletion": "no",
    "foreign_deletion_by_id": "spared, OK true",
    "foreign_deletion_by_address": "spared, OK true",
    "foreign_deletion_before_event": "no",
    "vanish": "nothing",
    "content_length": "270000 or more",
    "oldest": "30 years or more",
    "newest": "a year or more",
    "after_refusal": "no",
    "served_after_expiry": "not served, not counted",
    "subscriptions": "520 or more",
    "frames_per_connection": "yes",
    "burst": "80 or more",
    "count": "yes",
    "negentropy": "NOTICE",
    "unknown_verb": "NOTICE",
    "not_json": "NOTICE",
    "bad_filter": "NOTICE",
    "binary_frame": "silence",
    "challenge": "never seen",
    "guarded_kinds": "the event / the event",
    "information": "yes, max_limit 500",
}

NOSTR_SDK: Table = {
    "several_tag_values": "1",
    "empty_list": "everything",
    "unknown_key": "ignored",
    "all_ids_found": "CLOSED",
    "filters_per_req": "fewer than 21: refused by CLOSED",
    "older_version": "OK false error:, dropped",
    "again_after_id": "refused: blocked:",
    "same_second_after_address": "refused: error:",
    "deletion_before_event": "no",
    "deletion_of_deletion": "yes",
    "foreign_deletion_by_id": "spared, refused: error:",
    "foreign_deletion_by_address": "spared, refused: error:",
    "vanish": "erases, and bars the author for ever",
    "content_length": "65000, then blocked:",
    "served_after_expiry": "not served, counted",
    "subscriptions": "500, then CLOSED",
    "frames_per_connection": "no: connection cut",
    "negentropy": "yes",
    "binary_frame": "NOTICE",
    "information": "no",
}

NOSTR_RELAY: Table = {
    "order_of_ties": "no order",
    "until": "exclusive",
    "limit_zero": "everything",
    "empty_tag_value": "everything",
    "empty_list": "nothing",
    "unknown_key": "ignored",
    "answer_cap": "550 or more / 550 or more",
    "older_version": "OK true, kept too",
    "same_second": "both",
    "duplicate": "OK false duplicate:",
    "ephemeral": "OK true, passed on, kept",
    "forged": "OK false invalid:, without its id",
    "negative_time": "OK false",
    "protected": "anybody",
    "expired": "OK true, served",
    "deletion_by_address": "no",
    "deletion_of_replaceable": "no",
    "again_after_id": "accepted",
    "same_second_after_address": "accepted",
    "deletion_before_event": "no",
    "deletion_of_deletion": "yes",
    "content_length": "4096, then invalid:",
    "oldest": "a year, then invalid:",
    "newest": "half an hour, then invalid:",
    "after_refusal": "yes",
    "served_after_expiry": "served",
    "subscriptions": "32, then NOTICE",
    "count": "silence",
    "negentropy": "silence",
    "unknown_verb": "silence",
    "not_json": "silence",
    "bad_filter": "EOSE",
    "binary_frame": "connection cut",
    "information": "yes, without max_limit",
}

STRFRY: Table = {
    "empty_list": "nothing",
    "unknown_key": "refused by CLOSED",
    "long_identifier": "one replaced the other",
    "delete_character": "OK false invalid:",
    "protected": "nobody: OK false blocked:",
    "deletion_of_replaceable": "no",
    "deletion_of_deletion": "yes",
    "foreign_deletion_by_address": "spared, refused: invalid:",
    "content_length": "65000, then blocked:",
    "oldest": "2 years, then invalid:",
    "newest": "10 minutes, then invalid:",
    "served_after_expiry": "served, counted",
    "subscriptions": "200, then NOTICE",
    "negentropy": "yes",
    "bad_filter": "CLOSED",
    "guarded_kinds": "auth-required / nothing",
}

NOSTR_RS_RELAY: Table = {
    "order_without_limit": "oldest first",
    "identical_req": "silence",
    "answer_cap": "550 or more / 550 or more",
    "older_version": "OK true duplicate:, dropped",
    "same_second": "first",
    "protected": "anybody",
    "deletion_by_address": "no",
    "deletion_of_replaceable": "no",
    "again_after_id": "OK true duplicate:, not served",
    "same_second_after_address": "accepted",
    "content_length": "140000, then blocked:",
    "served_after_expiry": "not served",
    "subscriptions": "32, then NOTICE",
    "count": "NOTICE",
    "information": "yes, without max_limit",
}

NOSTREAM: Table = {
    "order_without_limit": "oldest first",
    "identical_req": "silence",
    "filters_per_req": "fewer than 11: refused by CLOSED",
    "answer_cap": "550 or more / 500",
    "older_version": "OK true duplicate:, dropped",
    "deletion_by_address": "no",
    "deletion_of_replaceable": "no",
    "again_after_id": "OK true duplicate:, not served",
    "same_second_after_address": "accepted",
    "vanish": "erases, and bars the author for ever",
    "content_length": "102400, then invalid:",
    "newest": "10 minutes, then invalid:",
    "subscriptions": "10, then NOTICE",
    "information": "yes, max_limit 5000",
}

KHATRU: Table = {
    "answer_cap": "100 / 100",
    "older_version": "OK true, dropped",
    "again_after_id": "refused: blocked:",
    "same_second_after_address": "refused: blocked:",
    "foreign_deletion_before_event": "yes",
    "challenge": "at once",
    "information": "yes, max_limit 100",
}


def unlimited(quirks: Quirks) -> Quirks:
    """The same without limits of rate, which the questions themselves would run into."""
    return dataclasses.replace(quirks, rate_limits=(), req_limits=())


QUIRKS = {
    "well-behaved": (Quirks(), {}),
    "like nostr-sdk": (Quirks.local_relay(), NOSTR_SDK),
    "like nostr-relay": (Quirks.nostr_relay(), NOSTR_RELAY),
    "like strfry": (Quirks.strfry(), STRFRY),
    "like nostr-rs-relay": (Quirks.nostr_rs_relay(), NOSTR_RS_RELAY),
    "like nostream": (unlimited(Quirks.nostream()), NOSTREAM),
    "like khatru": (unlimited(Quirks.khatru()), KHATRU),
}


REAL: dict[str, tuple[type[LocalRelay | NostrRelay], Table]] = {
    "nostr-sdk": (LocalRelay, NOSTR_SDK),
    "nostr-relay": (NostrRelay, NOSTR_RELAY),
}
if not CAN_INSTALL:
    del REAL["nostr-relay"]


def asked(name: str) -> list[Case]:
    """All cases; of the heavy ones a preset gets only those it has an answer of its own for."""
    if name not in QUIRKS:
        return list(CASES)
    _, table = QUIRKS[name]
    return [case for case in CASES if not case.heavy or case.name in table]


async def examined(name: str) -> Table:
    """Start a relay and hear what it answers."""
    relay = REAL[name][0]() if name in REAL else RelayServer(QuirkRelay(QUIRKS[name][0]))
    async with relay:
        findings = await examine(relay.url, asked(name))
    return {finding.case: finding.answer for finding in findings}


async def examine_all() -> dict[str, Table | BaseException]:
    """What every relay answered, or why it did not."""
    names = [*REAL, *QUIRKS]
    answers = await asyncio.gather(*map(examined, names), return_exceptions=True)
    return dict(zip(names, answers, strict=True))


@pytest.fixture(scope="module")
def findings() -> dict[str, Table | BaseException]:
    """All relays side by side: most of the time is spent waiting."""
    return asyncio.run(examine_all())


# The first test waits for all of them, and on a new machine for an installation.
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "differences"),
    [(name, table) for name, (_, table) in (REAL | QUIRKS).items()],
)
def test_a_relay_does_what_it_was_seen_to_do(findings, name, differences):
    found = findings[name]
    if isinstance(found, BaseException):
        raise found
    assert differences.keys() <= WELL_BEHAVED.keys()
    expected = WELL_BEHAVED | differences
    assert found == {case: expected[case] for case in found}
    assert set(found) == {case.name for case in asked(name)}


def test_every_case_has_an_answer():
    assert list(WELL_BEHAVED) == [case.name for case in CASES]
    assert len({case.question for case in CASES}) == len(CASES)
