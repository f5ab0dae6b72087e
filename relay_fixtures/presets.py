"""What real relays do, as quirks.

Sources: for nostr-sdk 0.45 and nostr-relay 1.14, the relays themselves: `tests/conformance`
holds them and these presets to the same findings. For the others, their source: strfry f8a56a8
(August 2026), nostr-rs-relay 64cfcaf (January 2026), nostream fd7f56a (August 2026), khatru
9f99b98 (September 2025) with eventstore 8e40a49 (June 2026). Defaults, as an operator finds
them. What source did not tell is as in a well-behaved relay.
"""

from typing import Final

from relay_fixtures.quirks import Quirks
from relay_fixtures.rates import RateLimit

__all__ = ["KHATRU", "LOCAL_RELAY", "NOSTREAM", "NOSTR_RELAY", "NOSTR_RS_RELAY", "STRFRY"]

YEAR: Final = 365 * 86400

STRFRY: Final = Quirks(
    filter_cap=500,
    empty_lists="match_none",
    bad_filter="closed",
    max_filters=200,
    max_tag_filters=3,
    max_indexed_bytes=255,
    serves_expired=True,
    a_deletes_addressable_only=True,
    deletes_deletions=True,
    rejects_foreign_deletion=True,
    require_auth="read",
    auth_kinds=frozenset({4, 1059}),
    hides_auth_for_mixed_kinds=True,
    one_pubkey_per_connection=True,
    auth_max_age=60,
    protected="refused",
    max_event_bytes=65_536,
    max_frame_bytes=131_072,
    max_tags=2000,
    strict_hex_tags=True,
    rejects_del_character=True,
    created_at_max_ahead=900,
    created_at_max_behind=94_608_000,
    ephemeral_max_behind=60,
    max_subs=200,
    notice_on_too_many_subs=True,
    malformed_notice="ERROR: bad msg: {}",
    negentropy=True,
    negentropy_frame=500_000,
    max_comparisons=200,
    max_compared_events=1_000_000,
)

NOSTR_RS_RELAY: Final = Quirks(
    filter_cap=None,
    oldest_first_without_limit=True,
    ignores_identical_req=True,
    answers_count=False,
    refusal_of_count="notice",
    same_second_winner="first",
    ok_for_older="duplicate",
    any_d_replaces=True,
    honours_a_deletion=False,
    ok_for_deleted="hidden",
    protected="anybody",
    max_event_bytes=262_144,
    max_subs=32,
    notice_on_too_many_subs=True,
    malformed_notice="could not parse command",
)

NOSTREAM: Final = Quirks(
    filter_cap=5000,
    default_limit=500,
    oldest_first_without_limit=True,
    ignores_identical_req=True,
    max_filters=10,
    ok_for_older="duplicate",
    honours_a_deletion=False,
    ok_for_deleted="hidden",
    vanish="bars",
    hides_auth_for_mixed_kinds=True,
    max_content_chars=102_400,
    max_frame_bytes=524_288,
    created_at_max_ahead=900,
    rate_limits=(
        RateLimit(24, 60.0, (range(10000, 20000), range(30000, 40000))),
        RateLimit(30, 60.0, (range(5, 8),)),
        RateLimit(720, 3600.0),
    ),
    max_subs=10,
    notice_on_too_many_subs=True,
    malformed_notice="invalid message: {}",
)

KHATRU: Final = Quirks(
    filter_cap=100,
    ok_for_older="silent_true",
    ok_for_deleted="blocked",
    third_party_deletions=True,
    challenge_on_connect=True,
    max_frame_bytes=512_000,
    rate_limits=(RateLimit(2, 180.0, burst=10),),
    req_limits=(RateLimit(20, 60.0, burst=100),),
)

NOSTR_RELAY: Final = Quirks(
    filter_cap=6000,
    limit_zero_means_all=True,
    until_exclusive=True,
    ties_unordered=True,
    ignores_empty_tag_values=True,
    unknown_filter_keys="ignored",
    empty_lists="match_none",
    bad_filter="eose",
    answers_count=False,
    stores_older_beside=True,
    same_second_winner="both",
    refuses_duplicates=True,
    keeps_ephemeral=True,
    refuses_expired=False,
    serves_expired=True,
    honours_a_deletion=False,
    remembers_deletions=False,
    deletes_deletions=True,
    protected="anybody",
    max_content_chars=4096,
    created_at_max_ahead=3600,
    created_at_max_behind=YEAR,
    throttle=1.0,
    empty_ok_id_on_reject=True,
    max_subs=32,
    notice_on_too_many_subs=True,
    silent_on_malformed=True,
    malformed_event="refused",
    binary_frames="cut",
    nip11_document={
        "name": "nostr-relay",
        "supported_nips": [1, 2, 5, 9, 11, 12, 15, 20, 26, 33, 40],
        "version": "1.14",
    },
)

LOCAL_RELAY: Final = Quirks(
    filter_cap=500,
    first_tag_value_only=True,
    unknown_filter_keys="ignored",
    empty_lists="match_all",
    max_filters=20,
    closes_found_ids=True,
    ok_for_older="error",
    counts_expired=True,
    remembers_early_deletions=False,
    ok_for_deleted="blocked",
    ok_for_deleted_address="error",
    deletes_deletions=True,
    rejects_foreign_deletion=True,
    rejects_foreign_deletion_by_id=True,
    foreign_deletion_message="error: unknown",
    vanish="bars",
    vanishes_for_all_relays_only=True,
    max_event_bytes=65_536,
    max_subs=500,
    malformed_notice="invalid client message",
    binary_frames="notice",
    negentropy=True,
    max_comparisons=10,
    drop_connection_after_frames=6000,
    nip11_document=None,
)
