"""Every number that can be chosen: unit, default, range and where it comes from."""

import math
from dataclasses import dataclass, field

from .errors import InputError


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise InputError(f"{name} must be between {low:g} and {high:g}, got {value!r}")


def _yes_or_no(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise InputError(f"{name} is True or False, not {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayConfig:
    """How relays are talked to.

    Attributes:
        connect_timeout: Seconds for TCP, TLS and the WebSocket handshake (0.1–120).
        answer_timeout: Seconds of silence after which a REQ counts as unanswered (0.1–120).
        answer_total: Seconds that an answer may take however busily it comes (1–600).
        comparison_timeout: Seconds of silence after which a relay is taken not to compare sets
            (NIP-77), for a day (0.1–120).
        ok_timeout: Seconds for the OK to an EVENT or AUTH (0.1–120).
        information_timeout: Seconds for the NIP-11 document (0.1–60).
        read_timeout: Seconds a read waits for the first complete relay, as in the published
            client (0.1–300).
        straggler_wait: Seconds a read waits for the other relays once one is complete (0–60).
        page_limit: Events asked for at a time (1–5,000); strfry caps at 500.
        page_count: Pages after which one load gives up as ``partial`` (1–10,000).
        full_load_interval: Seconds after which a relay is read as a whole again (60–30 d).
        load_overlap: Seconds by which an incremental load reaches back (1,800–86,400): more than
            a write may be dated backwards or wait before it is signed again.
        read_freshness: Seconds for which a read of an address permits a write to it (0.1–60).
        read_back_delay: Seconds from an OK to the read that proves it (0–3,600).
        open_questions: Questions open at one relay at a time (1–100), less where the relay allows
            less: some say so with a word to people and no answer.
        in_flight: Writes under way at one relay (1–100).
        ping_interval: Seconds between keep-alive pings (1–600).
        max_frame_bytes: Largest frame accepted from a relay (64 KiB–64 MiB).
        close_timeout: Seconds that closing a store may spend on delivering (0–600).
        found_relays: How many relays are used beyond those given, if the identity's own relay list
            (NIP-37, else NIP-65) names them (0–10).
        events_per_second: Rate of writes at first to a relay that is not on this machine
            (0.1–1,000); halved when the relay says ``rate-limited``.
    """

    connect_timeout: float = 10.0
    answer_timeout: float = 10.0
    answer_total: float = 60.0
    comparison_timeout: float = 2.0
    ok_timeout: float = 10.0
    information_timeout: float = 5.0
    read_timeout: float = 15.0
    straggler_wait: float = 2.0
    page_limit: int = 500
    page_count: int = 400
    full_load_interval: float = 86_400.0
    load_overlap: float = 3_600.0
    read_freshness: float = 5.0
    read_back_delay: float = 10.0
    open_questions: int = 8
    in_flight: int = 20
    ping_interval: float = 25.0
    max_frame_bytes: int = 8 * 1024 * 1024
    close_timeout: float = 5.0
    found_relays: int = 3
    events_per_second: float = 5.0

    def __post_init__(self) -> None:
        for name, low, high in (
            ("connect_timeout", 0.1, 120),
            ("answer_timeout", 0.1, 120),
            ("answer_total", 1, 600),
            ("comparison_timeout", 0.1, 120),
            ("ok_timeout", 0.1, 120),
            ("information_timeout", 0.1, 60),
            ("read_timeout", 0.1, 300),
            ("straggler_wait", 0, 60),
            ("page_limit", 1, 5_000),
            ("page_count", 1, 10_000),
            ("full_load_interval", 60, 30 * 86_400),
            ("load_overlap", 1_800, 86_400),
            ("read_freshness", 0.1, 60),
            ("read_back_delay", 0, 3_600),
            ("open_questions", 1, 100),
            ("in_flight", 1, 100),
            ("ping_interval", 1, 600),
            ("max_frame_bytes", 65_536, 64 * 1024 * 1024),
            ("close_timeout", 0, 600),
            ("found_relays", 0, 10),
            ("events_per_second", 0.1, 1_000),
        ):
            _within(f"RelayConfig.{name}", getattr(self, name), low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordConfig:
    """What a record may be.

    Attributes:
        max_plaintext_bytes: Largest plaintext (512–65,408). 40,960 bytes become a 64 KiB event,
            the most that a default strfry keeps; 65,408 is the most that every NIP-44 reader takes.
        max_ahead: Seconds that ``created_at`` may run ahead of the clock (60–86,400) where a
            relay does not say: strfry refuses beyond 15 minutes.
        hold_ahead: Seconds that ``created_at`` may run ahead before versions of one record are
            sent with pauses between (1–900). Each is dated after the one before; what is edited
            more often than once a second would otherwise run away from relays' clocks. Edits that
            are made meanwhile go out together.
        resign_after: Seconds in the outbox after which a write is dated and signed anew
            (60–86,400), so that relays which refuse old events take it.
        imports_per_second: Records that may share one second when many are written at once
            (1–50), so that no second holds more than a relay's page.
        protected: Whether events carry the tag of NIP-70, so that relays take them from their
            author alone. Every relay of the store must support that and NIP-42: others refuse
            such events.
        max_work_bits: Most work (NIP-13) that is done for a relay which asks for it (0–20); 20 bits
            are seconds of computing for each write.
        import_spread: Seconds over which many records may be dated backwards (0–1,800).
        journal_kind: The kind of new journal entries: 30078, which the published client reads, or
            4, a message to oneself. Entries of both kinds are read in any case.
    """

    max_plaintext_bytes: int = 40_960
    max_ahead: float = 900.0
    hold_ahead: float = 30.0
    resign_after: float = 1_800.0
    imports_per_second: int = 20
    import_spread: int = 1_800
    protected: bool = False
    max_work_bits: int = 20
    journal_kind: int = 30078

    def __post_init__(self) -> None:
        for name, low, high in (
            ("max_plaintext_bytes", 512, 65_408),
            ("max_ahead", 60, 86_400),
            ("hold_ahead", 1, 900),
            ("resign_after", 60, 86_400),
            ("imports_per_second", 1, 50),
            ("import_spread", 0, 1_800),
            ("max_work_bits", 0, 20),
        ):
            _within(f"RecordConfig.{name}", getattr(self, name), low, high)
        if self.journal_kind not in (30078, 4):
            raise InputError(f"RecordConfig.journal_kind is 30078 or 4, not {self.journal_kind!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseConfig:
    """How the local file is used.

    Attributes:
        busy_timeout: Seconds to wait for another process that is writing (0.1–300).
        poll_interval: Seconds between looks for another process's commits (0.01–60).
    """

    busy_timeout: float = 15.0
    poll_interval: float = 0.25

    def __post_init__(self) -> None:
        _within("DatabaseConfig.busy_timeout", self.busy_timeout, 0.1, 300)
        _within("DatabaseConfig.poll_interval", self.poll_interval, 0.01, 60)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceConfig:
    """What this device says of itself to the others that hold the key; relays cannot read it.

    Attributes:
        name: What it is called, up to 64 characters; ``""`` takes the machine's name.
        interval: Seconds between two such records at least (60–86,400).
        silent_after: Seconds unseen after which a device is asked about (1–3,650 days).
    """

    name: str = ""
    interval: float = 900.0
    silent_after: float = 90 * 86_400.0

    def __post_init__(self) -> None:
        if len(self.name) > 64:
            raise InputError(f"DeviceConfig.name has at most 64 characters, not {len(self.name)}")
        _within("DeviceConfig.interval", self.interval, 60, 86_400)
        _within("DeviceConfig.silent_after", self.silent_after, 86_400, 3_650 * 86_400)


@dataclass(frozen=True, slots=True, kw_only=True)
class LifecycleConfig:
    """How memories fade and dissolve.

    Attributes:
        auto_dissolve: Whether what is done by itself deletes memories that dissolved thirty days
            ago; else it says which those are, and ``persona_prune()`` deletes them.
    """

    auto_dissolve: bool = False

    def __post_init__(self) -> None:
        _yes_or_no("LifecycleConfig.auto_dissolve", self.auto_dissolve)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """How memories are found.

    The weights of context and dates are those at which five conversations of LoCoMo were answered
    best, four at a time and tried on the fifth; they are round because nothing between the
    neighbouring round numbers did better on all. That of coverage was chosen on generated facts.

    Attributes:
        key_weight: Of a word in a key (0–100); this and the next two are the v2 design's.
        theme_weight: Of a word in a theme (0–100).
        value_weight: Of a word in a value (0–100).
        saturation: k1 of BM25: how soon another occurrence of a word adds nothing (0.1–10).
        length_normalisation: b of BM25: how much less a word counts in a long field (0–1).
        coverage_weight: How much less a memory counts that has none of the other words of a
            question, names counting twice (0–1); lines of conversations are spared.
        words_at_most: Words of one question that are looked for, the rarest (1–1,000).
        relevance_weight: How much relevance counts (0–1). Of old memories little is left at 1,
            which is the v2 design's product of score and relevance.
        neighbour_weight: Of the two lines before and after a line of a conversation (0–10); like
            all below, against 1 for the memory whose own words answer best.
        conversation_weight: Of what its session as a whole has of the question (0–10).
        speaker_weight: Of being said by somebody whom the question names (0–10).
        date_weight: Of being said, or due, on a date that the question names (0–10).
        stored_date_weight: Of any other memory that was stored on such a date (0–10).
        length_weight: Of each unit by which the logarithm of a line's length is above the mean
            (0–10).
        question_weight: What a line loses that is itself a question (0–10).
        vector_weight: Of the memory whose vector is nearest (0–10).
        line_vector_weight: Of the line whose vector is nearest, with those of the lines around it
            (0–10).
        direct_cosine: Cosine from which on a fading memory is directly relevant (−1–1).
    """

    key_weight: float = 3.0
    theme_weight: float = 2.0
    value_weight: float = 1.0
    saturation: float = 1.2
    length_normalisation: float = 0.4
    coverage_weight: float = 0.8
    words_at_most: int = 64
    relevance_weight: float = 0.05
    neighbour_weight: float = 0.6
    conversation_weight: float = 0.6
    speaker_weight: float = 0.6
    date_weight: float = 1.0
    stored_date_weight: float = 0.2
    length_weight: float = 0.1
    question_weight: float = 0.2
    vector_weight: float = 0.6
    line_vector_weight: float = 0.8
    direct_cosine: float = 0.45

    def __post_init__(self) -> None:
        for name, low, high in (
            ("key_weight", 0, 100),
            ("theme_weight", 0, 100),
            ("value_weight", 0, 100),
            ("saturation", 0.1, 10),
            ("length_normalisation", 0, 1),
            ("coverage_weight", 0, 1),
            ("words_at_most", 1, 1_000),
            ("relevance_weight", 0, 1),
            ("neighbour_weight", 0, 10),
            ("conversation_weight", 0, 10),
            ("speaker_weight", 0, 10),
            ("date_weight", 0, 10),
            ("stored_date_weight", 0, 10),
            ("length_weight", 0, 10),
            ("question_weight", 0, 10),
            ("vector_weight", 0, 10),
            ("line_vector_weight", 0, 10),
            ("direct_cosine", -1, 1),
        ):
            _within(f"SearchConfig.{name}", getattr(self, name), low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionConfig:
    """When a newer memory supersedes an older one.

    Attributes:
        enabled: Whether contradictions are looked for at all; ``persona_contradict`` works anyway.
        supersede_above: Confidence (0–1) from which on the old memory of a pair is superseded when
            the new one is stored. 1.01 only ever suggests.
        suggest_above: Confidence (0–1) from which on a pair is suggested.
        judged_pairs: Pairs that a judge is asked about for one memory at most (1–100).
    """

    enabled: bool = True
    supersede_above: float = 0.8
    suggest_above: float = 0.5
    judged_pairs: int = 8

    def __post_init__(self) -> None:
        _yes_or_no("ContradictionConfig.enabled", self.enabled)
        _within("ContradictionConfig.supersede_above", self.supersede_above, 0, 1.01)
        _within("ContradictionConfig.suggest_above", self.suggest_above, 0, 1.01)
        _within("ContradictionConfig.judged_pairs", self.judged_pairs, 1, 100)
        if self.suggest_above > self.supersede_above:
            raise InputError(
                "ContradictionConfig.suggest_above must not be above supersede_above, got "
                f"{self.suggest_above!r} and {self.supersede_above!r}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class IntrospectionConfig:
    """What a review looks for.

    Attributes:
        overloaded_facet: A facet with more active memories than this is overloaded (1–100,000).
        stale_confidence: A belief held with less than this is doubtful (0–1) …
        stale_relevance: … and stale if it is less relevant than this, too (0–1).
        shared_themes: Memories that share so many themes are suggested to be linked (1–20).
        common_theme: Two themes that more memories than this share say nothing about which of them
            belong together (2–100,000); it also bounds the work. Of a memory with more than 12
            themes the rarest count.
        most_suggestions: Suggestions of one kind in a report (1–10,000); it says how many more
            there were.
        compared: So many memories are looked at for contradictions, the newest (2–100,000): each
            was compared with all others when it was stored. It bounds the work, and the report says
            how many were not looked at.
        compression_tokens: A domain whose compressed text has more than so many tokens is
            suggested to be compressed (1–1,000,000).
        kept_reports: Reports that are kept, the newest; older ones are forgotten (1–365). Whoever
            forgets a memory writes each report anew that names it.
        report_bytes: Bytes that the names in a kept report may take (512–32,768); it says how many
            were left out.

    Source: the v2 design where it has a number, else chosen here.
    """

    overloaded_facet: int = 20
    stale_confidence: float = 0.5
    stale_relevance: float = 0.3
    shared_themes: int = 2
    common_theme: int = 500
    most_suggestions: int = 50
    compared: int = 1_000
    compression_tokens: int = 500
    kept_reports: int = 10
    report_bytes: int = 8_192

    def __post_init__(self) -> None:
        for name, low, high in (
            ("overloaded_facet", 1, 100_000),
            ("stale_confidence", 0, 1),
            ("stale_relevance", 0, 1),
            ("shared_themes", 1, 20),
            ("common_theme", 2, 100_000),
            ("most_suggestions", 1, 10_000),
            ("compared", 2, 100_000),
            ("compression_tokens", 1, 1_000_000),
            ("kept_reports", 1, 365),
            ("report_bytes", 512, 32_768),
        ):
            _within(f"IntrospectionConfig.{name}", getattr(self, name), low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressionConfig:
    """How memories are written down for a prompt.

    Attributes:
        memory_tokens: Tokens that the text of one memory may take before it is cut (4–1,000).
        grouped: Whether memories of a facet whose keys begin with the same word share a line.
    """

    memory_tokens: int = 40
    grouped: bool = True

    def __post_init__(self) -> None:
        _within("CompressionConfig.memory_tokens", self.memory_tokens, 4, 1_000)
        _yes_or_no("CompressionConfig.grouped", self.grouped)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingConfig:
    """How vectors are made, in a store that has an encoder.

    Attributes:
        remember_timeout: Seconds that a write, which is safe by then, waits for its vector; 0
            leaves it to ``persona_embed`` (0–300).
        query_timeout: Seconds that a search waits for the vector of its query; then it goes by
            words alone (0.1–300).
        batch: Memories whose vectors are made, and committed, together (1–1,000).
    """

    remember_timeout: float = 10.0
    query_timeout: float = 5.0
    batch: int = 64

    def __post_init__(self) -> None:
        _within("EmbeddingConfig.remember_timeout", self.remember_timeout, 0, 300)
        _within("EmbeddingConfig.query_timeout", self.query_timeout, 0.1, 300)
        _within("EmbeddingConfig.batch", self.batch, 1, 1_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class RapportConfig:
    """How sessions with a peer add up, and what is made of them.

    Attributes:
        alpha: Part of a value that a reading leaves (0–0.999).
        correction_alpha: The same where the peer asked for it (0–0.999).
        strict_corrections: Whether a correction moves a dimension only the way it was asked to;
            devices that share a mind should agree about this and the two above.
        least_dimensions: So many dimensions make a session count (1–7).
        kept_readings: Readings that are kept, the newest (5–200); older ones are folded.
        stuck_readings: So many readings in a row … (2–200)
        stuck_range: … that lie closer together than this are stuck (0–1).
        drift_threshold: From this distance on a dimension has drifted (0.01–1).
        drift_readings: So many readings are needed to say so (1–200).
        drift_recent: So many of the newest are left out of the mean that it is compared with,
            where enough others are kept (0–200; 0 takes all).
        drift_warm_up: Whether the part of a value that is not learned yet is left out.
        drift_mutes_corrected: Whether what was corrected in the last session is no drift.
        condense_every: Sessions between two condensations (1–1,000).
        kept_versions: Versions of the layers that are kept, the newest (1–100).
        anchor_jump: A step of a reading that is worth remembering (0.01–1).
        push_back_resilience: Above this, push back … (0–1)
        push_back_trust: … if trust is at least this (0–1).
        gentle_below: Below this resilience, challenges become questions (0–1).
        context_tokens: Tokens of a context block where nobody says otherwise (100–100,000).
        transcript_characters: Of a session, the end of which is read (1,000–1,000,000).
        rules_confidence: How far a reading by rules is to be believed (0.05–1).

    Source: seed 000, and chosen here where it has no number.
    """

    alpha: float = 0.9
    correction_alpha: float = 0.5
    strict_corrections: bool = True
    least_dimensions: int = 5
    kept_readings: int = 20
    stuck_readings: int = 3
    stuck_range: float = 0.02
    drift_threshold: float = 0.25
    drift_readings: int = 5
    drift_recent: int = 5
    drift_warm_up: bool = True
    drift_mutes_corrected: bool = True
    condense_every: int = 5
    kept_versions: int = 10
    anchor_jump: float = 0.2
    push_back_resilience: float = 0.7
    push_back_trust: float = 0.5
    gentle_below: float = 0.3
    context_tokens: int = 600
    transcript_characters: int = 80_000
    rules_confidence: float = 0.5

    def __post_init__(self) -> None:
        for name, low, high in (
            ("alpha", 0, 0.999),
            ("correction_alpha", 0, 0.999),
            ("least_dimensions", 1, 7),
            ("kept_readings", 5, 200),
            ("stuck_readings", 2, 200),
            ("stuck_range", 0, 1),
            ("drift_threshold", 0.01, 1),
            ("drift_readings", 1, 200),
            ("drift_recent", 0, 200),
            ("condense_every", 1, 1_000),
            ("kept_versions", 1, 100),
            ("anchor_jump", 0.01, 1),
            ("push_back_resilience", 0, 1),
            ("push_back_trust", 0, 1),
            ("gentle_below", 0, 1),
            ("context_tokens", 100, 100_000),
            ("transcript_characters", 1_000, 1_000_000),
            ("rules_confidence", 0.05, 1),
        ):
            _within(f"RapportConfig.{name}", getattr(self, name), low, high)
        for name in ("strict_corrections", "drift_warm_up", "drift_mutes_corrected"):
            _yes_or_no(f"RapportConfig.{name}", getattr(self, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class PyramidConfig:
    """How observations are made, summarised and told.

    Attributes:
        chunk_tokens: Tokens of a conversation that are read at once (200–100,000).
        telling_tokens: Tokens of what a topic is told from (500–100,000).
        summary_tokens: Tokens that a summary by rules may have (20–2,000).
        content_tokens: Tokens that the text of a topic by rules may have (50–10,000).
        parallel: How much is asked of a model at once (1–100).
        attempts: How often a topic is looked for before an observation is filed under
            ``unsorted`` (1–100).

    Source: seed 003, and chosen here where it has no number. That ten pieces make a summary is
    the same for all who share a mind, and no setting.
    """

    chunk_tokens: int = 10_000
    telling_tokens: int = 10_000
    summary_tokens: int = 120
    content_tokens: int = 800
    parallel: int = 10
    attempts: int = 3

    def __post_init__(self) -> None:
        for name, low, high in (
            ("chunk_tokens", 200, 100_000),
            ("telling_tokens", 500, 100_000),
            ("summary_tokens", 20, 2_000),
            ("content_tokens", 50, 10_000),
            ("parallel", 1, 100),
            ("attempts", 1, 100),
        ):
            _within(f"PyramidConfig.{name}", getattr(self, name), low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphConfig:
    """How the graph is searched and consolidated.

    Attributes:
        nodes: Nodes that a search gives unless it is told otherwise (1–1,000).
        edges: Edges, likewise (1–1,000).
        meaning_weight: What meaning counts in a search (0–1).
        recency_weight: What recency counts, likewise.
        salience_weight: What salience counts, likewise.
        description_tokens: Tokens that a description by rules may have (10–1,000).
        story_tokens: Tokens that a storyline or a macro by rules may have (20–2,000).
        stories: Storylines and macros that are written at most in one consolidation (1–10,000).
        parallel: How much is asked of a model at once (1–100).

    Source: seed 004, and chosen here where it has no number. What makes a storyline is the same for
    all who share a mind, and no setting.
    """

    nodes: int = 5
    edges: int = 10
    meaning_weight: float = 0.3
    recency_weight: float = 0.3
    salience_weight: float = 0.4
    description_tokens: int = 60
    story_tokens: int = 120
    stories: int = 100
    parallel: int = 10

    def __post_init__(self) -> None:
        for name, low, high in (
            ("nodes", 1, 1_000),
            ("edges", 1, 1_000),
            ("meaning_weight", 0, 1),
            ("recency_weight", 0, 1),
            ("salience_weight", 0, 1),
            ("description_tokens", 10, 1_000),
            ("story_tokens", 20, 2_000),
            ("stories", 1, 10_000),
            ("parallel", 1, 100),
        ):
            _within(f"GraphConfig.{name}", getattr(self, name), low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationConfig:
    """How what was said in a conversation is cut, grouped, weighed and found again.

    Attributes:
        stack_threshold: From this cosine on a piece joins a stack; else it begins one (-1–1).
        decay_per_turn: The rate at which an unused piece loses weight (0–1); ln 2 / 50 halves it in
            50 turns.
        death_threshold: Below this effective weight a piece counts as dead (0–1).
        top_stacks: Stacks in which pieces are looked for, the nearest (1–1,000).
        activation_threshold: The score from which on a piece is retrieved (0–1).
        max_thinking_space: Pieces that are retrieved at most (1–1,000).
        revival_similarity: The cosine at which a dead piece comes back (0–1); 0 revives none.
        minimum_similarity: Below this cosine a piece is not retrieved, however heavy (0–1).
        boost: By which the base weight of a piece that helped is multiplied (1–10).
        demote: By which that of one that did not is multiplied (0–1).
        high_relevance: From this cosine with the reply on a piece helped (0–1).
        low_relevance: Up to this one it did not (0–1).
        max_base_weight: Above this no base weight grows (1–1,000).
        recency_turns: The last so many messages stand in a prompt as they were said (0–1,000).
        weight_influence: What its weight counts in how well a message answers (0–1); 1 is the
            product of the source's design, which was measured to lose what is old.

    Source: seed 002, and chosen here where it has no number.
    """

    stack_threshold: float = 0.55
    decay_per_turn: float = math.log(2) / 50
    death_threshold: float = 0.05
    top_stacks: int = 6
    activation_threshold: float = 0.15
    max_thinking_space: int = 25
    revival_similarity: float = 0.45
    minimum_similarity: float = 0.0
    boost: float = 1.10
    demote: float = 0.95
    high_relevance: float = 0.55
    low_relevance: float = 0.20
    max_base_weight: float = 8.0
    recency_turns: int = 3
    weight_influence: float = 0.1

    def __post_init__(self) -> None:
        for name, low, high in (
            ("stack_threshold", -1, 1),
            ("decay_per_turn", 0, 1),
            ("death_threshold", 0, 1),
            ("top_stacks", 1, 1_000),
            ("activation_threshold", 0, 1),
            ("max_thinking_space", 1, 1_000),
            ("revival_similarity", 0, 1),
            ("minimum_similarity", 0, 1),
            ("boost", 1, 10),
            ("demote", 0, 1),
            ("high_relevance", 0, 1),
            ("low_relevance", 0, 1),
            ("max_base_weight", 1, 1_000),
            ("recency_turns", 0, 1_000),
            ("weight_influence", 0, 1),
        ):
            _within(f"ConversationConfig.{name}", getattr(self, name), low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptConfig:
    """What a prompt from the whole mind may cost, and who gets how much of it.

    The shares are parts of one whole, whatever they add up to; what one section does not use goes
    to the others.

    Attributes:
        budget: Tokens that memory adds to a prompt where nobody says otherwise (50–1,000,000).
        rapport: The share of how to talk with somebody (0–1).
        memories: That of what is known: persona and key-value memories.
        topics: That of what was observed and summarised.
        graph: That of who and what there is, and how they relate.
        conversation: That of what was said before, in the conversation.
        recent: That of its last messages, as they were said.

    Source: chosen here.
    """

    budget: int = 1_500
    rapport: float = 0.15
    memories: float = 0.2
    topics: float = 0.15
    graph: float = 0.1
    conversation: float = 0.25
    recent: float = 0.15

    def __post_init__(self) -> None:
        _within("PromptConfig.budget", self.budget, 50, 1_000_000)
        for name in ("rapport", "memories", "topics", "graph", "conversation", "recent"):
            _within(f"PromptConfig.{name}", getattr(self, name), 0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All of it, by room."""

    relays: RelayConfig = field(default_factory=RelayConfig)
    records: RecordConfig = field(default_factory=RecordConfig)
    database: DatabaseConfig = field(default_factory=DatabaseConfig)
    devices: DeviceConfig = field(default_factory=DeviceConfig)
    lifecycle: LifecycleConfig = field(default_factory=LifecycleConfig)
    search: SearchConfig = field(default_factory=SearchConfig)
    embedding: EmbeddingConfig = field(default_factory=EmbeddingConfig)
    contradictions: ContradictionConfig = field(default_factory=ContradictionConfig)
    introspection: IntrospectionConfig = field(default_factory=IntrospectionConfig)
    compression: CompressionConfig = field(default_factory=CompressionConfig)
    rapport: RapportConfig = field(default_factory=RapportConfig)
    pyramid: PyramidConfig = field(default_factory=PyramidConfig)
    graph: GraphConfig = field(default_factory=GraphConfig)
    conversations: ConversationConfig = field(default_factory=ConversationConfig)
    prompts: PromptConfig = field(default_factory=PromptConfig)
