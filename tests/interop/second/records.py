"""§3: what the fields of every record are."""

from __future__ import annotations

import re
from dataclasses import dataclass

FORGOTTEN = "sense-memory:forgotten"


@dataclass(frozen=True)
class Record:
    """The fields of one record type, by policy.

    `value` is the field that makes it stand, `renewed` are written anew with it, `rebuilt` is made
    of what `made_of` names, `versions` are written together and told apart by `versions_by`.
    """

    type: str
    root: str
    value: str
    identity: frozenset[str] = frozenset()
    register: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    greatest: frozenset[str] = frozenset()
    least: frozenset[str] = frozenset()
    counter: frozenset[str] = frozenset()
    set: frozenset[str] = frozenset()
    versions: frozenset[str] = frozenset()
    versions_by: str = ""
    cautious: frozenset[str] = frozenset()
    cached: frozenset[str] = frozenset()
    renewed: frozenset[str] = frozenset()
    rebuilt: frozenset[str] = frozenset()
    made_of: frozenset[str] = frozenset()

    @property
    def declared(self) -> frozenset[str]:
        """Return every field that §3 gives a policy by which values merge."""
        return (
            self.register
            | self.last
            | self.cautious
            | self.greatest
            | self.least
            | self.counter
            | self.set
            | self.versions
        )

    @property
    def grounds(self) -> frozenset[str]:
        """Return the fields that an edit leaves as they are unless it says them (S-4.11)."""
        return self.last & {"past", "on"} | {name for name in self.last if name.endswith("_on")}


def _record(type_: str, root: str, value: str, *, by: str = "", **fields: str) -> Record:
    policies = {policy: frozenset(names.split()) for policy, names in fields.items()}
    return Record(
        f"sense-memory:{type_}",
        re.sub(r"\{\w+\}", "[^/]+", root),
        value,
        versions_by=by,
        **policies,
    )


_USES = "salience last_accessed_at last_recall_interval decay_gradient revived"

KV = _record("kv", "sense-memory/{key}", "value", identity="key", register="value", last="ts")
JOURNAL = _record("journal", "sense-journal/{name}", "content", register="content", last="ts")
PERSONA = _record(
    "persona",
    "sense-memory/persona/{domain}/{facet}/{key}",
    "value",
    identity="domain facet key",
    register="value halflife_days superseded_by source confidence pinned due_at",
    last="relevance origin_on past",
    greatest="last_accessed last_reinforced",
    least="created_at",
    counter="access_count",
    set="connections contradicts themes",
    cached="state",
)
SETTINGS = _record(
    "settings",
    "sense-memory/v1/settings",
    "addressing",
    cautious="addressing",
    register="format",
    set="keys",
)
KEY = _record("key", "sense-memory/v1/key/{kid}", "key", register="key generation")

RECORDS = {
    record.type: record
    for record in (
        KV,
        JOURNAL,
        PERSONA,
        SETTINGS,
        KEY,
        _record(
            "device",
            "sense-memory/v1/device/{id}",
            "seen_at",
            register="name seen_at through count fingerprint touches",
        ),
        _record("moved", "sense-memory/v1/moved/(to|from)", "proof", register="from to proof"),
        _record(
            "embedding",
            "sense-memory/embed/.+",
            "embedding",
            identity="key",
            by="model",
            versions="embedding model dim text_sha256 created_at",
        ),
        _record(
            "introspection",
            "sense-memory/introspection/{timestamp}",
            "report",
            register="report",
            set="found",
        ),
        _record(
            "dismissal",
            "sense-memory/introspection/dismissed/{id}",
            "said",
            register="said",
            set="names",
        ),
        _record(
            "rapport",
            "sense-memory/rapport/{peer}/vector",
            "peer",
            register="peer",
            least="created_at",
            by="id",
            versions="values session_count last_updated resilience_type unlearned folded "
            "readings deleted at id",
        ),
        _record(
            "reading",
            "sense-memory/rapport/{peer}/reading/{session}",
            "peer",
            register="peer",
            last="timestamp signals confidence reader turns inputs on",
        ),
        _record(
            "layer",
            "sense-memory/rapport/{peer}/layer/{name}",
            "peer",
            identity="name",
            register="peer edit",
            set="inputs",
            last="text sessions updated_at on",
            rebuilt="text",
            made_of="inputs",
        ),
        _record(
            "layer-version",
            "sense-memory/rapport/{peer}/layer-version/{id}",
            "peer",
            register="peer",
            set="inputs",
            last="at label texts edited on",
        ),
        _record(
            "observation",
            "sense-memory/pyramid/obs/{id}",
            "text",
            register="text topic",
            last="timestamp origin origin_on order",
            greatest="attempts",
            least="v",
            renewed="timestamp origin order",
        ),
        _record(
            "summary",
            "sense-memory/pyramid/summary/{id}",
            "topic",
            register="topic tier",
            set="inputs",
            last="text start_timestamp end_timestamp of writer",
            least="v",
            rebuilt="text",
            made_of="inputs",
        ),
        _record(
            "topic",
            "sense-memory/pyramid/topic/{slug}",
            "name",
            register="name",
            set="inputs",
            last="description synthesized_content of synthesized_at writer",
            least="v",
            rebuilt="description synthesized_content",
            made_of="inputs",
        ),
        _record(
            "stream",
            "sense-memory/stream/{conversation}/head",
            "conversation",
            register="conversation",
            last="title origin",
            greatest="turn_counter",
            least="v",
            renewed="title origin",
        ),
        _record(
            "turn",
            "sense-memory/stream/{conversation}/turn/{id}",
            "text",
            register="conversation text",
            last="role timestamp speaker order parts turn on",
            renewed="conversation role timestamp speaker order parts turn",
        ),
        _record(
            "weights",
            "sense-memory/stream/{conversation}/weights/{window}",
            "conversation",
            register="conversation",
            set="weights",
            last="on",
        ),
        _record(
            "node",
            "sense-memory/graph/node/{key}",
            "name",
            register="name description confidence ttl_policy",
            set="mentions produced includes groups references inputs",
            last="timestamp origin origin_on about rooted_in about_on rooted_in_on digest of "
            "digested_at writer",
            counter="access_count",
            least="created_at",
            greatest="updated_at",
            by="last_accessed_at",
            versions=_USES,
            renewed="timestamp origin about rooted_in",
            rebuilt="digest",
            made_of="includes groups inputs",
        ),
        _record(
            "edge",
            "sense-memory/graph/edge/{id}",
            "relationship_type",
            register="relationship_type description attitude proximity confidence valid_to "
            "ttl_policy",
            set="inputs",
            last="from to from_on to_on valid_from recorded_at invalidated_at corrected_at "
            "recorded_by orientation replaces origin origin_on digest of digested_at writer",
            counter="access_count",
            least="created_at",
            greatest="updated_at",
            by="last_accessed_at",
            versions=_USES,
            renewed="from to orientation valid_from recorded_at recorded_by valid_to "
            "invalidated_at corrected_at replaces origin",
            rebuilt="digest",
            made_of="inputs",
        ),
        _record(
            "note",
            "sense-memory/graph/note/{target}/{id}",
            "content",
            register="content",
            last="target added_by date_added source_entity_key origin origin_on expires_at on",
            renewed="target added_by date_added source_entity_key origin expires_at",
        ),
    )
}


def record_at(path: str) -> Record | None:
    """Return the record type at a path (§2); `None` of a path that no row there has."""
    inside = re.sub("^sense-memory/scope/[^/]+/", "", path)
    return next((record for record in RECORDS.values() if re.fullmatch(record.root, inside)), None)
