"""What a `QuirkRelay` does differently from the relay one would like to have."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from relay_fixtures.rates import RateLimit

__all__ = ["Deleted", "Flood", "Junk", "Quirks"]

OFTEN_RESTRICTED = frozenset({4, 1059, 30078})
"""Kinds that relays with `hides_auth_for_mixed_kinds` guard when no `auth_kinds` are given."""

Deleted: TypeAlias = Literal["deleted", "blocked", "hidden", "error"]
"""The answer to an event that was deleted.

`deleted`: OK false `deleted:` (strfry); `blocked`: OK false `blocked:` (khatru, nostr-sdk);
`hidden`: OK true `duplicate:`, and not served (nostr-rs-relay, nostream); `error`: OK false
`error: unknown` (nostr-sdk).
"""

Junk: TypeAlias = Literal[
    "forged", "foreign", "wrong_id", "unasked", "other_sub", "malformed", "oversized", "nested"
]
"""What is no answer: see `relay_fixtures.junk`."""

Flood: TypeAlias = Literal["none", "forged", "foreign", "replays", "notices", "closed", "auth"]
"""What never ends: see `relay_fixtures.flood`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quirks:
    """One field per behaviour. The defaults are a well-behaved relay.

    Times are seconds, sizes bytes unless the name says characters. The relay that was seen to
    behave so is named beside each field. `Quirks.strfry()` and the other class methods are what
    the relays of that name do.
    """

    # ------------------------------------------------------------------------- reading
    filter_cap: int | None = 500
    """Most stored events one filter returns, whatever its `limit`; nothing tells the client.
    None is any number (nostr-rs-relay)."""
    default_limit: int | None = None
    """What a filter without `limit` gets; None is the cap (nostream: 500 of 5000)."""
    limit_zero_means_all: bool = False
    """`limit: 0` is no limit (nostr_relay)."""
    until_exclusive: bool = False
    """`until` means `created_at < until` (nostr_relay)."""
    oldest_first_without_limit: bool = False
    """A filter without `limit` gets the oldest events, ascending (nostr-rs-relay, nostream)."""
    ties_unordered: bool = False
    """Events of one second come as they were stored, not by id (nostr_relay)."""
    ignores_empty_tag_values: bool = False
    """`#d: [""]` is no condition (nostr_relay)."""
    first_tag_value_only: bool = False
    """Of several values of a tag only the first counts, beside kinds and authors (nostr-sdk)."""
    unknown_filter_keys: Literal["refused", "ignored"] = "refused"
    """What of a key in a filter that is none (ignored: nostr_relay, nostr-sdk)."""
    empty_lists: Literal["refused", "match_all", "match_none"] = "refused"
    """What of an empty list in a filter: `match_all`, no condition (nostr-sdk); `match_none`,
    the filter finds nothing (strfry, nostr_relay)."""
    bad_filter: Literal["notice", "closed", "eose"] = "notice"
    """The answer to a filter that is none: `closed` (strfry), `eose` (nostr_relay)."""
    max_filters: int | None = None
    """Filters of one REQ; more get CLOSED (nostream: 10, nostr-sdk: 20, strfry: 200)."""
    max_tag_filters: int | None = None
    """Tags in one filter; more get CLOSED (strfry: 3)."""
    eose_hints: Literal["none", "honest", "always_finish"] = "none"
    """NIP-67: the third element of EOSE. `always_finish` lies after a capped answer."""
    no_eose: bool = False
    """Stored events are sent, EOSE never."""
    closes_found_ids: bool = False
    """CLOSED follows EOSE when all the ids a REQ asks for were found (nostr-sdk)."""
    stale_snapshot: bool = False
    """REQ and COUNT see the events as of `QuirkRelay.freeze()` (relays that cache answers)."""
    answer_cache_seconds: float = 0.0
    """A REQ gets the stored answer of an equal one of that long ago (npm nostr-relay: 1)."""
    answers_count: bool = True
    """False: COUNT is met with `refusal_of_count`."""
    refusal_of_count: Literal["silence", "closed", "notice"] = "silence"
    """`silence` (nostr_relay), `closed` as NIP-45 has it, `notice` as for an unknown word."""
    ignores_identical_req: bool = False
    """A REQ equal to an open one, under the same id, gets no answer (nostream)."""

    # ------------------------------------------------------------------------- storing
    keeps_all_versions: bool = False
    """Every version of a replaceable event is stored and served."""
    stores_older_beside: bool = False
    """A version older than a stored one is stored beside it, and a newer one replaces only the
    first stored of several older (nostr_relay)."""
    same_second_winner: Literal["lowest_id", "first", "both"] = "lowest_id"
    """Which of two versions of the same second stays: `first` come (nostr-rs-relay), `both`."""
    ok_for_older: Literal["replaced", "duplicate", "silent_true", "error"] = "replaced"
    """The answer to a version that loses.

    `replaced`: OK false (strfry); `duplicate`: OK true with that prefix (nostream);
    `silent_true`: OK true (khatru); `error`: OK false `error: unknown` (nostr-sdk).
    """
    any_d_replaces: bool = False
    """Every `d` tag of an event counts, not only the first (nostr-rs-relay)."""
    max_indexed_bytes: int | None = None
    """A longer `d` counts as an empty one, and a filter with one is closed (strfry: 255)."""
    refuses_duplicates: bool = False
    """An event stored already gets OK false `duplicate: exists` (nostr_relay)."""
    keeps_ephemeral: bool = False
    """Ephemeral events are stored and served (nostr_relay)."""
    refuses_expired: bool = True
    """NIP-40: an event that has expired is not taken (False: nostr_relay)."""
    serves_expired: bool = False
    """NIP-40: an event is served after it has expired (strfry for a while, nostr_relay)."""
    counts_expired: bool = False
    """COUNT counts what has expired, served or not (nostr-sdk)."""

    # ------------------------------------------------------------------------ deleting
    honours_a_deletion: bool = True
    """False: `a` tags of a kind 5 have no effect (nostr-rs-relay, nostream, nostr_relay)."""
    a_deletes_addressable_only: bool = False
    """`a` tags have no effect on replaceable kinds without a `d` (strfry)."""
    honours_e_deletion: bool = True
    """False: `e` tags of a kind 5 have no effect."""
    remembers_deletions: bool = True
    """False: a deleted event may be published again (nostr_relay)."""
    remembers_early_deletions: bool = True
    """False: a kind 5 has no effect by `e` on events that come after it (nostr-sdk)."""
    ok_for_deleted: Deleted = "deleted"
    """The answer to an event that a kind 5 names by `e`."""
    ok_for_deleted_address: Deleted | None = None
    """The answer to a version that a kind 5 covers by `a`; None is `ok_for_deleted`."""
    deletes_deletions: bool = False
    """A kind 5 can be deleted, which undoes nothing (strfry, nostr-sdk, nostr_relay)."""
    rejects_foreign_deletion: bool = False
    """A kind 5 with another author's `a`, or a malformed one, is refused whole (strfry)."""
    rejects_foreign_deletion_by_id: bool = False
    """A kind 5 with the `e` of another author's stored event is refused whole (nostr-sdk)."""
    foreign_deletion_message: str = "invalid: can't delete other user's events"
    """What such a refusal says (nostr-sdk: `error: unknown`)."""
    third_party_deletions: bool = False
    """Anybody's kind 5 keeps an event out that arrives after it (khatru)."""
    vanish: Literal["ignored", "erases", "bars"] = "ignored"
    """NIP-62: `erases` what the author published before the request; `bars` the author for
    ever as well (nostream, nostr-sdk)."""
    vanishes_for_all_relays_only: bool = False
    """A request to vanish that names this relay's URL has no effect (nostr-sdk)."""

    # --------------------------------------------------------------------- who may enter
    require_auth: Literal["none", "read", "write", "both"] = "none"
    """What needs NIP-42 authentication."""
    auth_kinds: frozenset[int] | None = None
    """The kinds `require_auth` guards; None guards all."""
    allowed_pubkeys: frozenset[str] | None = None
    """Where authentication is needed, only these pubkeys pass; others hear `restricted:`."""
    owner_kinds: frozenset[int] = frozenset()
    """Kinds that only their authenticated author may write or read, as NIP-78 asks for 30078;
    who asks for these alone, unauthenticated, hears `auth-required:` (relay.ditto.pub)."""
    challenge_on_connect: bool = False
    """AUTH is sent at once (khatru) instead of when it is first needed (strfry)."""
    hides_auth_for_mixed_kinds: bool = False
    """An unauthenticated REQ that also asks for open kinds is answered without the guarded
    events and without a word (strfry, nostream): it looks like an empty memory."""
    one_pubkey_per_connection: bool = False
    """A second AUTH on a connection is refused (strfry)."""
    auth_max_age: int = 600
    """Seconds by which an AUTH may be too old (strfry: 60)."""
    protected: Literal["author", "refused", "anybody"] = "author"
    """NIP-70: who may publish a protected event: its authenticated author, nobody (strfry
    without a URL of its own), anybody (nostr_relay)."""

    # ------------------------------------------------------------------------- refusing
    max_content_chars: int | None = None
    """Longer content is refused (nostr_relay: 4096)."""
    max_event_bytes: int | None = None
    """An event whose JSON is longer is refused (strfry, nostr-sdk: 65536)."""
    max_frame_bytes: int | None = None
    """A longer frame cuts the connection (strfry: 131072)."""
    max_tags: int | None = None
    """An event with more tags is refused (strfry: 2000)."""
    strict_hex_tags: bool = False
    """An event with an `e` or `p` that is not 64 hexadecimal digits is refused (strfry)."""
    rejects_del_character: bool = False
    """An event that holds the character 7F hexadecimal is `invalid: bad event id` (strfry)."""
    created_at_max_ahead: int | None = None
    """Seconds an event may lie in the future (strfry: 900)."""
    created_at_max_behind: int | None = None
    """Seconds an event may lie in the past (nostr_relay: one year)."""
    ephemeral_max_behind: int | None = None
    """Seconds an ephemeral event may lie in the past (strfry: 60)."""
    rate_limit_after: int | None = None
    """Events accepted per `rate_limit_seconds`, over all connections."""
    rate_limit_seconds: float = 60.0
    """The sliding window of `rate_limit_after`."""
    rate_limits: tuple[RateLimit, ...] = ()
    """More limits of events, such as by kind (nostream)."""
    req_limits: tuple[RateLimit, ...] = ()
    """Limits of REQ messages; one too many gets CLOSED `rate-limited:` (khatru)."""
    throttle: float = 0.0
    """After a refusal, all answers on that connection are late by twice that many seconds,
    after the next by four times, and so on (nostr_relay: 1)."""
    reject_all_with: str | None = None
    """Every EVENT is refused with this message, such as `bad msg: unparseable`."""
    refused_kinds: frozenset[int] = frozenset()
    """Events of these kinds are refused (relays that take what is on a list)."""
    empty_ok_id_on_reject: bool = False
    """A refusal is `["OK", "", false, …]` (nostr_relay)."""
    max_subs: int | None = None
    """Open subscriptions per connection (nostream: 10)."""
    notice_on_too_many_subs: bool = False
    """One subscription too many gets a NOTICE, no CLOSED (strfry)."""
    silent_on_malformed: bool = False
    """What cannot be parsed is met with silence instead of a NOTICE (nostr_relay)."""
    malformed_notice: str = "error: {}"
    """The NOTICE for what cannot be parsed; `{}` is replaced by the reason."""
    malformed_event: Literal["notice", "refused"] = "notice"
    """An EVENT whose event is none: `refused` is OK false, without an id (nostr_relay)."""
    binary_frames: Literal["read", "notice", "cut"] = "read"
    """A binary frame is read as text, or answered by NOTICE (nostr-sdk), or cuts the connection
    (nostr_relay)."""
    negentropy: bool = False
    """NIP-77 is spoken (strfry, nostr-sdk)."""
    negentropy_frame: int = 60_000
    """Bytes of one NEG-MSG, half its hexadecimal digits (strfry: 500,000)."""
    negentropy_idle: float | None = None
    """Seconds after which a comparison nobody goes on with is forgotten (khatru: 7)."""
    max_comparisons: int | None = None
    """Open comparisons per connection (nostr-sdk: 10)."""
    max_compared_events: int | None = None
    """More matching events get NEG-ERR `blocked:` (strfry: 1,000,000)."""

    # --------------------------------------------------------------------- breaking down
    silent: bool = False
    """Does everything it is asked and never sends a frame."""
    answer_delay: float = 0.0
    """Seconds between a frame and its answers; the server waits, the core does not."""
    drop_connection_after_frames: int | None = None
    """Frames answered on a connection; the next one cuts it (nostr-sdk: 6000)."""

    # ----------------------------------------------------------------- lying and flooding
    lie_ok: bool = False
    """Says OK true to every sound event and keeps none."""
    loses: float = 0.0
    """The share of accepted events that is not kept, 0 to 1. Which ones, `seed` decides."""
    withholds: float = 0.0
    """The share of stored events that is not served, 0 to 1. Which ones, `seed` decides."""
    rolls_back: bool = False
    """Of every address the oldest version it ever had is served."""
    resurrects: bool = False
    """What was deleted is served again."""
    junk: frozenset[Junk] = frozenset()
    """What is mixed into every answer."""
    junk_bytes: int = 1_000_000
    """The size of `oversized` junk, and the depth of `nested`."""
    flood: Flood = "none"
    """What a client with an open subscription is sent without end."""
    seed: int = 0
    """Decides what is lost and withheld, and what junk looks like."""

    # ------------------------------------------------------------------------ describing
    nip11_document: Mapping[str, object] | Literal["honest"] | None = "honest"
    """NIP-11: `honest` is made from the fields above, a mapping is served as it is, None is
    answered with 404."""

    def guards(self, kind: int) -> bool:
        """Whether `require_auth` applies to events of this kind."""
        if self.auth_kinds is not None:
            return kind in self.auth_kinds
        return kind in OFTEN_RESTRICTED if self.hides_auth_for_mixed_kinds else True

    @property
    def guards_everything(self) -> bool:
        """Whether no kind is open where authentication is needed."""
        return self.auth_kinds is None and not self.hides_auth_for_mixed_kinds

    @property
    def event_limits(self) -> tuple[RateLimit, ...]:
        """Every limit of events."""
        if self.rate_limit_after is None:
            return self.rate_limits
        return (RateLimit(self.rate_limit_after, self.rate_limit_seconds), *self.rate_limits)

    # -------------------------------------------------------------------- what relays do

    @classmethod
    def strfry(cls) -> "Quirks":
        """The relay strfry as it is installed."""
        from relay_fixtures import presets

        return presets.STRFRY

    @classmethod
    def nostr_rs_relay(cls) -> "Quirks":
        """The relay nostr-rs-relay with SQLite."""
        from relay_fixtures import presets

        return presets.NOSTR_RS_RELAY

    @classmethod
    def nostream(cls) -> "Quirks":
        """The relay nostream, rate limits included."""
        from relay_fixtures import presets

        return presets.NOSTREAM

    @classmethod
    def khatru(cls) -> "Quirks":
        """A relay made with khatru and eventstore, with khatru's own rate limits."""
        from relay_fixtures import presets

        return presets.KHATRU

    @classmethod
    def nostr_relay(cls) -> "Quirks":
        """The relay nostr-relay with SQLite, which `NostrRelay` runs."""
        from relay_fixtures import presets

        return presets.NOSTR_RELAY

    @classmethod
    def local_relay(cls) -> "Quirks":
        """nostr-sdk's relay, which `LocalRelay` runs."""
        from relay_fixtures import presets

        return presets.LOCAL_RELAY
