"""What a `QuirkRelay` does differently from the relay one would like to have."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

__all__ = ["Quirks"]

OFTEN_RESTRICTED = frozenset({4, 1059, 30078})
"""Kinds that relays with `hides_auth_for_mixed_kinds` guard when no `auth_kinds` are given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quirks:
    """One field per behaviour. The defaults are a well-behaved relay.

    Times are seconds, sizes bytes unless the name says characters. The relay that was seen to
    behave so is named beside each field.
    """

    # ------------------------------------------------------------------------- reading
    filter_cap: int = 500
    """Most stored events one filter returns, whatever its `limit`; nothing tells the client."""
    until_exclusive: bool = False
    """`until` means `created_at < until` (nostr_relay)."""
    oldest_first_without_limit: bool = False
    """A filter without `limit` gets the oldest events, ascending (nostr-rs-relay, nostream)."""
    eose_hints: Literal["none", "honest", "always_finish"] = "none"
    """NIP-67: the third element of EOSE. `always_finish` lies after a capped answer."""
    no_eose: bool = False
    """Stored events are sent, EOSE never."""
    stale_snapshot: bool = False
    """REQ and COUNT see the events as of `QuirkRelay.freeze()` (relays that cache answers)."""
    answers_count: bool = True
    """False: COUNT is met with silence (nostr_relay)."""
    ignores_identical_req: bool = False
    """A REQ equal to an open one, under the same id, gets no answer (nostream)."""

    # ------------------------------------------------------------------------- storing
    keeps_all_versions: bool = False
    """Every version of a replaceable event is stored and served (nostr_relay)."""
    same_second_winner: Literal["lowest_id", "first", "both"] = "lowest_id"
    """Which of two versions of the same second stays: `first` come (nostr-rs-relay), `both`."""
    ok_for_older: Literal["replaced", "duplicate", "silent_true", "error"] = "replaced"
    """The answer to a version that loses.

    `replaced`: OK false (strfry); `duplicate`: OK true with that prefix (nostream);
    `silent_true`: OK true (khatru); `error`: OK false `error: unknown` (nostr-sdk).
    """
    max_indexed_bytes: int | None = None
    """A longer `d` counts as an empty one, and a filter with one is closed (strfry: 255)."""

    # ------------------------------------------------------------------------ deleting
    honours_a_deletion: bool = True
    """False: `a` tags of a kind 5 have no effect (nostr-rs-relay, nostream, nostr_relay)."""
    honours_e_deletion: bool = True
    """False: `e` tags of a kind 5 have no effect."""
    remembers_deletions: bool = True
    """False: a deleted event may be published again (nostr_relay)."""
    rejects_foreign_deletion: bool = False
    """A kind 5 with another author's `a` is refused as a whole (strfry)."""
    third_party_deletions: bool = False
    """Anybody's kind 5 keeps an event out that arrives after it (khatru)."""

    # --------------------------------------------------------------------- who may enter
    require_auth: Literal["none", "read", "write", "both"] = "none"
    """What needs NIP-42 authentication."""
    auth_kinds: frozenset[int] | None = None
    """The kinds `require_auth` guards; None guards all."""
    allowed_pubkeys: frozenset[str] | None = None
    """Where authentication is needed, only these pubkeys pass; others hear `restricted:`."""
    challenge_on_connect: bool = False
    """AUTH is sent at once (khatru) instead of when it is first needed (strfry)."""
    hides_auth_for_mixed_kinds: bool = False
    """An unauthenticated REQ that also asks for open kinds is answered without the guarded
    events and without a word (strfry, nostream): it looks like an empty memory."""
    one_pubkey_per_connection: bool = False
    """A second AUTH on a connection is refused (strfry)."""

    # ------------------------------------------------------------------------- refusing
    max_content_chars: int | None = None
    """Longer content is refused (nostr_relay: 4096)."""
    max_event_bytes: int | None = None
    """An event whose JSON is longer is refused (strfry, nostr-sdk: 65536)."""
    created_at_max_ahead: int | None = None
    """Seconds an event may lie in the future (strfry: 900)."""
    created_at_max_behind: int | None = None
    """Seconds an event may lie in the past (nostr_relay: one year)."""
    rate_limit_after: int | None = None
    """Events accepted per `rate_limit_seconds`, over all connections."""
    rate_limit_seconds: float = 60.0
    """The sliding window of `rate_limit_after`."""
    reject_all_with: str | None = None
    """Every EVENT is refused with this message, such as `bad msg: unparseable`."""
    empty_ok_id_on_reject: bool = False
    """A refusal is `["OK", "", false, …]` (nostr_relay)."""
    max_subs: int | None = None
    """Open subscriptions per connection (nostream: 10)."""
    notice_on_too_many_subs: bool = False
    """One subscription too many gets a NOTICE, no CLOSED (strfry)."""
    silent_on_malformed: bool = False
    """What cannot be parsed is met with silence instead of a NOTICE (nostr_relay)."""

    # --------------------------------------------------------------------- breaking down
    lie_ok: bool = False
    """Says OK true to every sound event and keeps none."""
    silent: bool = False
    """Does everything it is asked and never sends a frame."""
    answer_delay: float = 0.0
    """Seconds between a frame and its answers; the server waits, the core does not."""
    drop_connection_after_frames: int | None = None
    """Frames answered on a connection; the next one cuts it (nostr-sdk: 6000)."""

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
