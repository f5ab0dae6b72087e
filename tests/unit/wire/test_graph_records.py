"""What is read of nodes, edges and notes, whoever wrote them, and what becomes of them."""

import json
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from sense_memory.core.errors import MalformedRecordError
from sense_memory.core.records.conversation import Turn, turn_name, turn_origin
from sense_memory.core.records.graph import (
    Digest,
    Edge,
    GraphState,
    Life,
    Node,
    Note,
    Orientation,
    TTLPolicy,
    edge_id,
    note_id,
    note_name,
)
from sense_memory.core.records.persona import SECONDS_PER_DAY
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.lifecycle import accessed, state
from sense_memory.mind.graph.notes import digested, is_dirty
from sense_memory.wire import codec, references
from sense_memory.wire.address import path_of, ref_at
from sense_memory.wire.anchors import creations_in
from sense_memory.wire.body import Body
from sense_memory.wire.merge import amended, forgotten, merge, put
from sense_memory.wire.schemas import EDGE, NODE, NOTE, schema_of
from sense_memory.wire.stamp import Dot, hlc
from sense_memory.wire.uses import Use, with_uses

NOW = 1_700_000_000.0
DAY = SECONDS_PER_DAY
ADA, BOB, ACME = "person:ada", "person:bob", "entity:acme"
ORIGIN = turn_origin("standup", "5f3a0f6f5a7f4b1f9d0c2f4f5a6b7c8d")
SAID_ON_MONDAY = Ref(Turn, turn_name("standup", "5f3a0f6f5a7f4b1f9d0c2f4f5a6b7c8d"))

KNOWN = Note(
    ADA,
    note_id(ADA, "She plays chess.", "tom", NOW),
    "She plays chess.",
    "tom",
    NOW,
    "source:monday",
    NOW + 30 * DAY,
)
PLAYS = Digest(
    "A mathematician who plays chess.",
    frozenset((note_name(ADA, KNOWN.id),)),
    "seal",
    NOW,
    "gpt-4.1",
)
MOVED = Digest("Ada moved to Lyon.", frozenset(), "seal", NOW, "rules")
PERSON = Node(
    ADA,
    "Ada",
    "A mathematician.",
    PLAYS,
    confidence=0.9,
    ttl_policy=TTLPolicy.KEEP_FOREVER,
    life=Life(0.7, 12, NOW + DAY, 3, 1.15, is_revived=True),
    created_at=NOW,
    updated_at=NOW + DAY,
)
SOURCE = Node(
    "source:monday",
    "Monday",
    at=NOW,
    origin=ORIGIN,
    mentions=frozenset((ADA, ACME)),
    produced=frozenset(("artifact:minutes",)),
    created_at=NOW,
    updated_at=NOW,
)
STORY = Node(
    "storyline:person-ada-2023-11-14",
    "Ada moves",
    digest=MOVED,
    about=frozenset((ADA,)),
    includes=frozenset((SOURCE.key, "source:tuesday")),
    created_at=NOW,
    updated_at=NOW,
)
MACRO = Node(
    "macro:person-ada",
    "Ada's years",
    digest=Digest("Ada moves often.", frozenset(), "seal", NOW, "rules"),
    ttl_policy=TTLPolicy.KEEP_FOREVER,
    rooted_in=frozenset((ADA,)),
    groups=frozenset((STORY.key,)),
    created_at=NOW,
    updated_at=NOW,
)
FORMER = edge_id(ADA, ACME, "works-for", "", NOW, NOW - DAY)
WORKS = Edge(
    edge_id(ADA, ACME, "works-at", "Ada works at Acme.", NOW, NOW),
    ADA,
    ACME,
    "works-at",
    "Ada works at Acme.",
    attitude=4,
    proximity=5,
    confidence=0.7,
    valid_from=NOW,
    valid_to=NOW + DAY,
    recorded_at=NOW,
    invalidated_at=NOW + 2 * DAY,
    recorded_by="tom",
    orientation=Orientation.BACKWARD,
    replaces=FORMER,
    ttl_policy=TTLPolicy.EPHEMERAL,
    life=Life(0.575, 1, NOW + DAY),
    created_at=NOW,
    updated_at=NOW + DAY,
)
VOID = replace(WORKS, corrected_at=NOW + 3 * DAY, updated_at=NOW + 3 * DAY)
OPEN = replace(WORKS, valid_to=None, invalidated_at=None, life=Life(), updated_at=NOW)
REMARK = replace(
    KNOWN, target=WORKS.id, id=note_id(WORKS.id, "Since May.", "", NOW), source=ORIGIN, added_by=""
)
ALL: tuple[Any, ...] = (PERSON, SOURCE, STORY, MACRO, WORKS, VOID, OPEN, KNOWN, REMARK)
NAMES = (
    "person",
    "source",
    "storyline",
    "macro",
    "edge",
    "void",
    "open",
    "note",
    "note of an edge",
)
ODD: tuple[Any, ...] = (
    *(None, True, False, 10**400, -1, 1.5, 1e300, 6, 0),
    *("", "text", "../evil", "person:ada", "person:Ada", [], [1], [None], ["x"], {}, {"a": 1}),
)


def ref_of(one: Any, scope: str = "") -> Ref[Any]:
    match one:
        case Node():
            return Ref(Node, one.key, scope)
        case Edge():
            return Ref(Edge, one.id, scope)
        case Note():
            return Ref(Note, note_name(one.target, one.id), scope)
        case _:
            raise TypeError(type(one).__name__)


def body_of(one: Any, at: float = 1.0, device: str = "alpha", before: Body | None = None) -> Body:
    schema = schema_of(type(one))
    return put(before, path_of(ref_of(one)), schema.encode(one), Dot(hlc(at), device), schema)


def changed(one: Any, before: Body, at: float, device: str) -> Body:
    """What says nothing new about it, as an end, a use and a digest do not."""
    schema = schema_of(type(one))
    return amended(before, schema.encode(one), Dot(hlc(at), device), schema)


def record_of(one: Any, body: Body) -> Any:
    """What a body says that stands where a record does."""
    return codec.record_of(ref_of(one), body, schema_of(type(one)))


def opened(ref: Ref[Any], **fields: Any) -> Any:
    """What is read of a body that another program wrote."""
    found = codec.opened(
        json.dumps({"type": schema_of(ref.kind).type, **fields}),
        d=path_of(ref),
        created_at=5,
        event_id="e" * 64,
        keys=[],
        public_key="f" * 64,
    )
    assert found.ref == ref
    return found.record


# --- what is read


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_it_is_read_as_it_was_written(one: Any) -> None:
    assert opened(ref_of(one), **schema_of(type(one)).encode(one)) == one
    assert ref_at(path_of(ref_of(one))) == (ref_of(one), schema_of(type(one)))
    assert record_of(one, body_of(one)) == one


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_whatever_stands_in_a_field_it_is_read_or_refused(one: Any) -> None:
    ref, whole = ref_of(one), schema_of(type(one)).encode(one)
    refused = 0
    for name in whole:
        less = {other: value for other, value in whole.items() if other != name}
        for fields in [less, *({**whole, name: odd} for odd in ODD)]:
            try:
                found = opened(ref, **fields)
            except MalformedRecordError:
                refused += 1
                continue
            assert isinstance(found, type(one))
            # what is read once can be written, and read, again
            assert opened(ref, **schema_of(type(one)).encode(found)) == found
    assert refused > 20


def test_only_what_makes_it_stand_is_needed() -> None:
    node = opened(ref_of(PERSON), name="Ada")
    assert node == Node(ADA, "Ada", created_at=5.0, updated_at=5.0)
    edge = opened(ref_of(WORKS), **{"from": ADA, "to": ACME}, relationship_type="works-at")
    times: dict[str, Any] = dict.fromkeys(
        ("valid_from", "recorded_at", "created_at", "updated_at"), 5.0
    )
    assert edge == Edge(WORKS.id, ADA, ACME, "works-at", **times)
    note = opened(ref_of(KNOWN), target=ADA, content="She plays chess.")
    assert note == Note(ADA, KNOWN.id, "She plays chess.", added_at=5.0)


def test_what_belongs_to_nobody_is_none() -> None:
    for name in ("from", "to", "relationship_type"):
        fields = {key: value for key, value in EDGE.encode(WORKS).items() if key != name}
        with pytest.raises(MalformedRecordError):
            opened(ref_of(WORKS), **fields)
    with pytest.raises(MalformedRecordError):
        opened(ref_of(KNOWN), content="She plays chess.")
    # of whom it is, its name tells
    assert opened(ref_of(KNOWN), target=BOB, content="a").target == ADA


@pytest.mark.parametrize(
    ("first", "second"),
    [(ACME, ADA), (BOB, ADA), (ADA, ADA), (ADA, SOURCE.key), (ADA, "person:"), ("ada", ACME)],
)
def test_nodes_that_no_edge_joins_so_make_none(first: str, second: str) -> None:
    with pytest.raises(MalformedRecordError):
        opened(ref_of(WORKS), **{**EDGE.encode(WORKS), "from": first, "to": second})


@pytest.mark.parametrize(
    "name",
    [
        *("node/ada", "node/person:", "node/person:Ada", "node/alien:ada", "node/person:a/b"),
        *("edge/", "edge/a/b", "edge/person:ada", "note/", "note/person:ada", "note/a/", "note//a"),
        *("note/person:ada/a/b", "note/alien:a/b", "note/a/b:c", "other/a", ""),
    ],
)
def test_no_other_path_is_one_of_these(name: str) -> None:
    found = ref_at(f"sense-memory/graph/{name}")
    assert found is None or found[0].kind not in (Node, Edge, Note)


def test_records_are_filed_by_type_and_target() -> None:
    assert NODE.group(ADA) == NODE.group("person:") == "person"
    assert NODE.group("per") == NODE.group("") == ""
    assert NOTE.group(ref_of(KNOWN).name) == NOTE.group(note_name(ADA, "")) == ADA
    assert NOTE.group(ADA) == NOTE.group("") == ""


# --- what becomes of each when another is forgotten


def after(one: Any, *gone: Ref[Any], blank: tuple[Ref[Any], ...] = ()) -> Any:
    """What is left of a record."""
    schema, ref = schema_of(type(one)), ref_of(one)
    body = references.settled(ref, body_of(one), schema, set(gone), set(blank), {})
    return record_of(one, body) if body.is_alive else None


def test_a_node_takes_its_edges_its_notes_and_what_is_told_of_it() -> None:
    for node in (ADA, ACME):
        assert after(WORKS, Ref(Node, node)) is None
    assert after(WORKS, Ref(Node, BOB), Ref(Node, ADA, "user:alice")) == WORKS
    assert after(KNOWN, Ref(Node, ADA)) is None
    assert after(KNOWN, Ref(Node, BOB)) == KNOWN
    assert after(STORY, Ref(Node, ADA)) is None
    assert after(MACRO, Ref(Node, ADA)) is None


def test_an_edge_takes_its_notes() -> None:
    assert after(REMARK, ref_of(WORKS)) is None
    assert after(REMARK, Ref(Edge, "other"), Ref(Node, WORKS.id)) == REMARK


def test_a_forgotten_version_is_replaced_by_nothing_any_more() -> None:
    assert after(WORKS, Ref(Edge, FORMER)) == replace(WORKS, replaces="")
    assert after(WORKS, Ref(Edge, FORMER, "user:alice")) == WORKS


def test_what_was_made_of_a_former_versions_note_waits_once_that_is_forgotten() -> None:
    note = Ref(Note, note_name(FORMER, "n1"))
    of_both = replace(MOVED, inputs=frozenset((note.name, ref_of(REMARK).name)))
    left = after(replace(WORKS, digest=of_both), note)
    assert left.digest == replace(of_both, text=None, inputs=frozenset((ref_of(REMARK).name,)))


def test_a_forgotten_node_is_linked_no_more_and_what_was_told_of_it_is_told_anew() -> None:
    assert after(SOURCE, Ref(Node, ACME)) == replace(SOURCE, mentions=frozenset((ADA,)))
    artifact = Ref(Node, "artifact:minutes")
    assert after(SOURCE, artifact) == replace(SOURCE, produced=frozenset())
    assert after(KNOWN, ref_of(SOURCE)) == replace(KNOWN, source="")
    left = after(STORY, ref_of(SOURCE))
    assert left.includes == {"source:tuesday"}
    assert left.digest == replace(MOVED, text=None)
    left = after(MACRO, blank=(ref_of(STORY),))
    assert (left.groups, left.digest.text) == (MACRO.groups, None)


def test_what_was_learned_from_a_turn_goes_with_it() -> None:
    assert after(SOURCE, SAID_ON_MONDAY) is None
    assert after(REMARK, SAID_ON_MONDAY) is None
    assert after(KNOWN, SAID_ON_MONDAY) == KNOWN
    assert after(PERSON, SAID_ON_MONDAY) == PERSON


def test_a_forgotten_note_leaves_no_trace_in_what_was_made_of_it() -> None:
    left = after(PERSON, ref_of(KNOWN))
    assert left.digest == replace(PLAYS, text=None, inputs=frozenset())
    assert left.shown == "A mathematician."
    assert is_dirty(left, [])
    assert after(PERSON, Ref(Note, note_name(BOB, KNOWN.id))) == PERSON, "somebody else's"


def test_what_nobody_made_anything_of_keeps_no_story_waiting() -> None:
    silent = body_of(replace(PERSON, digest=None))
    assert not references.is_blank(silent, NODE)
    whole = body_of(PERSON)
    assert not references.is_blank(whole, NODE)
    left = references.settled(ref_of(PERSON), whole, NODE, {ref_of(KNOWN)}, set(), {})
    assert references.is_blank(left, NODE)
    assert references.made_of((NODE, EDGE, NOTE)) == {Note: {Node, Edge}, Node: {Node}}


def met_anew(node: str) -> tuple[Dot, Dot, dict[Ref[Any], references.Ground]]:
    """The creations of a node before and after it was forgotten, and what is known of it."""
    one = replace(PERSON, key=node)
    before = body_of(one)
    gone = forgotten(before, before.path, Dot(hlc(2.0), "alpha"), "forget")
    anew = body_of(one, 3.0, "alpha", gone)
    (old,), (new,) = (creations_in(body.fields, NODE) for body in (before, anew))
    return old, new, {ref_of(one): references.ground(anew, None, NODE)}


@pytest.mark.parametrize(
    ("one", "field", "node"),
    [
        (WORKS, "from_on", ADA),
        (WORKS, "to_on", ACME),
        (KNOWN, "on", ADA),
        (STORY, "about_on", ADA),
        (MACRO, "rooted_in_on", ADA),
    ],
    ids=["edge from", "edge to", "note", "storyline", "macro"],
)
def test_what_is_of_the_time_before_a_forgetting_goes_where_a_node_stands_anew(
    one: Any, field: str, node: str
) -> None:
    old, new, ground = met_anew(node)
    schema = schema_of(type(one))
    for creation, stands in ((old, False), (new, True)):
        body = references.grounded(body_of(one), Dot(hlc(1.0), "alpha"), {field: [creation]})
        left = references.settled(ref_of(one), body, schema, set(), set(), ground)
        assert left.is_alive is stands


def test_what_is_edited_creates_no_node() -> None:
    first = body_of(PERSON)
    second = body_of(replace(PERSON, description="A poet."), 2.0, "beta", first)
    assert creations_in(first.fields, NODE) == creations_in(second.fields, NODE)


# --- devices that write apart


def alike(one: Any, bodies: list[Body]) -> Any:
    """What comes of versions in whatever order they are heard of."""
    schema = schema_of(type(one))
    found = list[Body]()
    for order in permutations(bodies):
        met, *rest = order
        for body in rest:
            met = merge(met, body, schema)
        found.append(met)
    assert all(body == found[0] for body in found)
    return record_of(one, found[0])


def test_an_end_that_one_device_knows_of_stands_whatever_others_write() -> None:
    base = body_of(OPEN)
    ended = changed(replace(OPEN, valid_to=9.0, invalidated_at=NOW + 9), base, 2.0, "alpha")
    warmer = body_of(replace(OPEN, attitude=5), 3.0, "beta", base)
    used = changed(replace(OPEN, life=accessed(OPEN, NOW + DAY)), base, 4.0, "gamma")
    met = alike(OPEN, [base, ended, warmer, used])
    assert (met.valid_to, met.invalidated_at) == (9.0, NOW + 9)
    assert (met.attitude, met.life.access_count) == (5, 1)


def test_two_ends_stand_beside_each_other_and_each_has_its_own_time() -> None:
    base = body_of(OPEN)
    here = changed(replace(OPEN, valid_to=9.0, invalidated_at=NOW + 9), base, 2.0, "alpha")
    there = changed(replace(OPEN, valid_to=5.0, invalidated_at=NOW + 5), base, 3.0, "beta")
    met = merge(here, there, EDGE)
    assert set(met.fields["valid_to"].values()) == {9, 5}
    shown = record_of(OPEN, met)
    assert (shown.valid_to, shown.invalidated_at) == (5.0, NOW + 5)
    # nor does a use of what was merged drop the other one
    used = changed(replace(shown, life=accessed(shown, NOW + DAY)), met, 4.0, "gamma")
    assert set(used.fields["valid_to"].values()) == {9, 5}


@pytest.mark.parametrize("late_writer", ["alpha", "beta"])
def test_of_two_uses_the_later_counts_whoever_wrote_it_down_first(late_writer: str) -> None:
    base = body_of(OPEN)
    early = replace(OPEN, life=accessed(OPEN, NOW + DAY))
    late = replace(OPEN, life=replace(accessed(OPEN, NOW + 40 * DAY), decay_gradient=1.3))
    written = {"alpha": early, "beta": late}
    bodies = [
        changed(one, base, 9.0 if device == late_writer else 2.0, device)
        for device, one in written.items()
    ]
    met = alike(OPEN, [base, *bodies])
    assert met.life == replace(late.life, access_count=2)
    # who writes on top of both leaves the one that counts
    body = merge(bodies[0], bodies[1], EDGE)
    again = changed(replace(met, life=accessed(met, NOW + 41 * DAY)), body, 10.0, "gamma")
    assert len(again.fields["salience"]) == 1
    assert record_of(OPEN, again).life.access_count == 3


def test_a_correction_by_one_who_knew_of_no_use_leaves_what_uses_made() -> None:
    base = body_of(OPEN)
    used = changed(replace(OPEN, life=accessed(OPEN, NOW + DAY)), base, 2.0, "alpha")
    corrected = body_of(replace(OPEN, description="Ada owns Acme."), 3.0, "beta", base)
    met = alike(OPEN, [used, corrected])
    assert met.life == accessed(OPEN, NOW + DAY)
    assert met.description == "Ada owns Acme."


def test_a_life_that_no_release_wrote_does_not_cost_the_others() -> None:
    base = body_of(WORKS)
    fields = {**EDGE.encode(WORKS), "salience": "none", "last_accessed_at": NOW + 9 * DAY}
    there = put(base, base.path, fields, Dot(hlc(3.0), "beta"), EDGE)
    here = changed(replace(WORKS, life=accessed(WORKS, NOW + 2 * DAY)), base, 2.0, "alpha")
    assert record_of(WORKS, merge(here, there, EDGE)).life == accessed(WORKS, NOW + 2 * DAY)
    with pytest.raises(MalformedRecordError):
        record_of(WORKS, there)


def test_who_ends_uses_or_digests_an_edge_brings_none_back_that_somebody_forgets() -> None:
    base = body_of(OPEN)
    digest = digested(OPEN.description, [REMARK], "Ada works there.", now=NOW, writer="rules")
    done = replace(OPEN, valid_to=9.0, life=accessed(OPEN, NOW + DAY), digest=digest)
    made = changed(done, base, 3.0, "beta")
    gone = forgotten(base, base.path, Dot(hlc(2.0), "alpha"), "forget")
    assert not merge(made, gone, EDGE).is_alive
    assert record_of(OPEN, merge(made, base, EDGE)) == done


def test_what_is_corrected_while_it_is_forgotten_says_whose_it_is_and_since_when() -> None:
    base = body_of(OPEN)
    corrected = body_of(replace(OPEN, attitude=1), 3.0, "beta", base)
    gone = forgotten(base, base.path, Dot(hlc(2.0), "alpha"), "forget")
    met = merge(corrected, gone, EDGE)
    left = record_of(OPEN, met)
    assert (left.from_key, left.to_key, left.relationship_type) == (ADA, ACME, "works-at")
    assert (left.valid_from, left.recorded_at, left.recorded_by) == (NOW, NOW, "tom")
    assert (left.orientation, left.attitude) == (Orientation.BACKWARD, 1)
    # what has ended does not go on for that
    ended = body_of(WORKS)
    anew = body_of(replace(WORKS, attitude=1), 3.0, "beta", ended)
    kept = record_of(WORKS, merge(anew, gone, EDGE))
    assert (kept.valid_to, kept.invalidated_at) == (WORKS.valid_to, WORKS.invalidated_at)
    # the node may be why it was forgotten: then it goes again
    ref = ref_of(OPEN)
    assert not references.settled(ref, met, EDGE, {Ref(Node, ADA)}, set(), {}).is_alive


@pytest.mark.parametrize("one", [STORY, MACRO, SOURCE], ids=["storyline", "macro", "source"])
def test_a_story_that_is_told_while_its_anchor_is_forgotten_goes_with_it(one: Node) -> None:
    base = body_of(one)
    digest = Digest("Told anew of Ada.", frozenset(), "seal", NOW, "rules")
    told = body_of(replace(one, digest=digest), 3.0, "beta", base)
    gone = forgotten(base, base.path, Dot(hlc(2.0), "alpha"), "forget")
    met = merge(told, gone, NODE)
    assert record_of(one, met).shown == digest.text
    anchors: set[Ref[Any]] = {Ref(Node, ADA), SAID_ON_MONDAY}
    assert not references.settled(ref_of(one), met, NODE, anchors, set(), {}).is_alive


def test_a_note_that_two_write_at_once_stands_once_and_whole() -> None:
    base, twin = body_of(KNOWN), body_of(KNOWN, 2.0, "beta")
    assert alike(KNOWN, [base, twin]) == KNOWN
    gone = forgotten(base, base.path, Dot(hlc(3.0), "alpha"), "forget")
    assert alike(KNOWN, [gone, twin]) == KNOWN
    again = body_of(KNOWN, 4.0, "beta", base)
    assert record_of(KNOWN, merge(gone, again, NOTE)) == KNOWN


def test_a_digest_made_of_a_note_that_somebody_forgets_meanwhile_is_blanked_when_they_meet() -> (
    None
):
    base = body_of(PERSON)
    gone = {ref_of(KNOWN)}
    here = references.settled(ref_of(PERSON), base, NODE, gone, set(), {})
    anew = replace(PLAYS, text="A chess player.", seal="x")
    there = changed(replace(PERSON, digest=anew), base, 3.0, "beta")
    met = merge(here, there, NODE)
    left = references.settled(ref_of(PERSON), met, NODE, gone, set(), {})
    assert record_of(PERSON, left).digest == replace(anew, text=None, inputs=frozenset())


def test_what_two_put_right_apart_keeps_its_end_and_one_says_when_that_was_learned() -> None:
    base = body_of(WORKS)
    here = changed(VOID, base, 2.0, "alpha")
    there = changed(replace(VOID, corrected_at=NOW + 2 * DAY), base, 3.0, "beta")
    assert alike(WORKS, [here, there]) == replace(VOID, corrected_at=NOW + 2 * DAY)
    ended_late = changed(replace(OPEN, valid_to=NOW + 9 * DAY), body_of(OPEN), 4.0, "beta")
    void = changed(replace(OPEN, corrected_at=NOW + DAY), body_of(OPEN), 3.0, "alpha")
    met = alike(OPEN, [void, ended_late])
    assert (met.corrected_at, met.valid_to) == (NOW + DAY, NOW + 9 * DAY)


def test_a_digest_that_one_drops_while_another_makes_it_anew_is_all_of_the_others() -> None:
    base = body_of(PERSON)
    dropped = changed(replace(PERSON, digest=None), base, 3.0, "alpha")
    anew = Digest("Ada sings.", frozenset((note_name(ADA, "n2"),)), "seal 2", NOW + 1, "rules")
    made = changed(replace(PERSON, digest=anew), base, 2.0, "beta")
    assert record_of(PERSON, dropped).digest is None
    assert alike(PERSON, [dropped, made]).digest == anew


def test_links_that_devices_add_apart_all_stand() -> None:
    base = body_of(SOURCE)
    here = changed(replace(SOURCE, mentions=SOURCE.mentions | {BOB}), base, 2.0, "alpha")
    there = changed(replace(SOURCE, mentions=SOURCE.mentions - {ACME}), base, 3.0, "beta")
    assert alike(SOURCE, [here, there]).mentions == {ADA, BOB}


# --- uses


def test_uses_that_no_record_says_yet_are_recalls() -> None:
    body = body_of(OPEN)
    mine, theirs = Dot(hlc(2.0), "alpha"), Dot(hlc(3.0), "beta")
    uses = [Use(mine, 1, NOW + DAY), Use(theirs, 2, NOW + 2 * DAY)]
    used = with_uses(OPEN, body, EDGE, uses)
    assert used.life == accessed(OPEN, NOW + 2 * DAY, 3)
    assert used.life.access_count == 3
    # what the record says by now is not counted again
    told = put(body, body.path, EDGE.encode(with_uses(OPEN, body, EDGE, uses[:1])), mine, EDGE)
    assert with_uses(record_of(OPEN, told), told, EDGE, uses).life.access_count == 3


def test_a_record_is_written_anew_for_its_uses_where_it_would_mislead() -> None:
    def is_outdated(told: Edge, at: float) -> bool:
        return EDGE.is_outdated(told, EDGE.used(told, 1, at), at)

    assert is_outdated(OPEN, NOW + 1), "nobody had used it, so its state is another one"
    used = replace(OPEN, life=Life(0.9, 3, NOW))
    halflife = 0.6931471805599453 / (0.02 / 4) * DAY  # of what was used three times
    assert not is_outdated(used, NOW + 0.04 * halflife)
    assert is_outdated(used, NOW + 0.06 * halflife)
    often = replace(used, life=replace(used.life, access_count=9))
    assert is_outdated(often, NOW + 1)
    assert state(EDGE.used(often, 1, NOW + 1), NOW + 1) is GraphState.CORE
    kept = replace(used, ttl_policy=TTLPolicy.KEEP_FOREVER)
    assert not is_outdated(kept, NOW + 9_999 * DAY)


def test_uses_change_nothing_that_somebody_said() -> None:
    assert EDGE.moved_by_use(OPEN) <= {
        "access_count",
        "salience",
        "last_accessed_at",
        "last_recall_interval",
        "decay_gradient",
        "revived",
    }
    assert NODE.used(PERSON, 0, NOW) == PERSON
