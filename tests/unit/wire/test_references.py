"""What becomes of a body when records that it names are forgotten."""

from dataclasses import replace
from typing import Any

from sense_memory.core.records.conversation import ConversationHead, Turn
from sense_memory.core.records.graph import Edge, Node
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.rapport import Checkpoint, Reading
from sense_memory.core.records.reference import REFERABLE
from sense_memory.core.ref import Ref
from sense_memory.wire import merge, references
from sense_memory.wire.body import Body, Policy
from sense_memory.wire.schema import OnceForgotten, Reference, Schema
from sense_memory.wire.schemas import CHECKPOINT, KV, PERSONA, READING
from sense_memory.wire.stamp import Dot


class Leaf:
    """A record that others name."""


class Digest:
    """A record that is made of leaves and other digests, and hangs on a tree."""


def _target(kind: type) -> Any:
    return lambda ref, text: Ref(kind, text, ref.scope) if text.isalpha() else None


DIGEST: Schema[Any] = Schema(
    record=Digest,
    type="test:digest",
    root="test/digest/",
    fields={
        "made": Policy.REGISTER,
        "text": Policy.REGISTER,
        "leaves": Policy.SET,
        "parts": Policy.SET,
        "tree": Policy.REGISTER,
        "see": Policy.SET,
    },
    alive="made",
    encode=lambda record: record,
    decode=lambda _name, fields, _at: dict(fields),
    name=lambda _fields: None,
    is_name=lambda _name: True,
    references={
        "leaves": Reference((Leaf,), OnceForgotten.REBUILD, _target(Leaf)),
        "parts": Reference((Digest,), OnceForgotten.REBUILD, _target(Digest)),
        "tree": Reference((Leaf,), OnceForgotten.CASCADE, _target(Leaf)),
        "see": Reference((Leaf,), OnceForgotten.UNLINK, _target(Leaf)),
    },
    rebuilt=("text",),
)
HERE: Ref[Any] = Ref(Digest, "here", "user:alice")


def leaf(name: str) -> Ref[Any]:
    return Ref(Leaf, name, "user:alice")


def dot(number: int, device: str = "aaaaaaaaaa") -> Dot:
    return Dot(f"{number:016x}", device)


def made(at: Dot | None = None, before: Body | None = None, **fields: Any) -> Body:
    new = {"made": 1, "leaves": (), "parts": (), "see": (), **fields}
    return merge.put(before, "test/digest/here", new, at or dot(1), DIGEST)


def settled(body: Body, *forgotten: Ref[Any], blank: tuple[Ref[Any], ...] = ()) -> Body:
    return references.settled(HERE, body, DIGEST, set(forgotten), set(blank), {})


def test_whose_blanking_concerns_whom() -> None:
    assert references.made_of((DIGEST, READING, PERSONA)) == {
        Leaf: frozenset((Digest,)),
        Digest: frozenset((Digest,)),
    }


def test_targets_are_in_the_same_scope_and_say_what_they_are_to_the_record() -> None:
    body = made(leaves=("oak",), see=("oak", "fir", "no name"), tree="ash")
    assert references.targets(HERE, body, DIGEST) == {
        leaf("oak"): {OnceForgotten.REBUILD, OnceForgotten.UNLINK},
        leaf("fir"): {OnceForgotten.UNLINK},
        leaf("ash"): {OnceForgotten.CASCADE},
    }
    fields = {"leaves": ["oak"], "see": ("fir", "no name"), "tree": "ash", "text": "elm"}
    assert references.named(HERE, fields, DIGEST) == {leaf("oak"), leaf("fir"), leaf("ash")}


def test_unlinking_takes_the_name_out_and_writes_nothing() -> None:
    body = made(text="t", see=("fir", "oak"), leaves=("elm",))
    left = settled(body, leaf("fir"))
    assert left.sets["see"].keys() == {"oak"}
    assert (left.known, left.fields) == (body.known, body.fields)
    assert merge.merge(left, body, DIGEST) == merge.merge(body, left, DIGEST) == left
    assert settled(left, leaf("fir")) is left
    assert settled(body, leaf("larch")) is body


def test_who_unlinks_leaves_what_another_wrote_meanwhile() -> None:
    body = made(text="t", see=("fir",))
    elsewhere = made(dot(2, "bbbbbbbbbb"), body, text="t", see=("fir", "oak"))
    again = merge.put(
        settled(body, leaf("fir")),
        body.path,
        {"made": 1, "text": "t", "see": ("fir",)},
        dot(3, "cccccccccc"),
        DIGEST,
    )
    assert merge.merge(settled(body, leaf("fir")), elsewhere, DIGEST).sets["see"].keys() == {"oak"}
    assert merge.merge(settled(body, leaf("fir")), again, DIGEST).sets["see"].keys() == {"fir"}


def test_every_word_of_a_register_goes_that_names_it() -> None:
    base = made(text="t", tree="ash")
    one = made(dot(2, "bbbbbbbbbb"), base, text="t", tree="fir")
    other = made(dot(3, "cccccccccc"), base, text="t", tree="oak")
    both = merge.merge(one, other, DIGEST)
    assert len(both.fields["tree"]) == 2
    left = references.without(HERE, both, DIGEST, {leaf("fir")})
    assert list(left.fields["tree"].values()) == ["oak"]
    left = references.without(HERE, left, DIGEST, {leaf("oak")})
    assert "tree" not in left.fields
    assert left.is_alive


def test_only_the_fields_that_are_asked_for() -> None:
    body = made(text="t", see=("fir",), leaves=("fir",))
    left = references.without(HERE, body, DIGEST, {leaf("fir")}, {"see"})
    assert "see" not in left.sets
    assert left.sets["leaves"].keys() == {"fir"}


def test_cascading_makes_the_same_tombstone_everywhere() -> None:
    body = made(text="t", tree="ash", see=("fir",))
    left = settled(body, leaf("ash"), leaf("fir"))
    assert not left.is_alive
    assert left.known == body.known
    assert merge.merge(left, body, DIGEST) == left
    newer = made(dot(2, "bbbbbbbbbb"), body, text="new", tree="ash")
    survivor = merge.merge(left, newer, DIGEST)
    assert survivor.is_alive, "what was written without having seen it stands"


def test_rebuilding_takes_out_what_was_made_of_it() -> None:
    body = made(text="of oak and elm", leaves=("oak", "elm"))
    assert not references.is_blank(body, DIGEST)
    left = settled(body, leaf("oak"))
    assert references.is_blank(left, DIGEST)
    assert left.is_alive
    assert left.sets["leaves"].keys() == {"elm"}
    assert "of oak" not in repr(left)
    assert merge.merge(left, body, DIGEST) == left
    rebuilt = made(dot(2), left, text="of elm", leaves=("elm",))
    assert not references.is_blank(rebuilt, DIGEST)
    assert merge.merge(rebuilt, body, DIGEST) == rebuilt


def test_what_is_made_of_a_blank_one_is_blank_and_names_it_still() -> None:
    part = Ref(Digest, "part", "user:alice")
    body = made(text="t", parts=("part",), see=("fir",))
    left = settled(body, blank=(part,))
    assert references.is_blank(left, DIGEST)
    assert left.sets == body.sets
    assert settled(left, blank=(part,)) is left


def test_a_text_says_anew_what_it_is_made_of() -> None:
    """Else one who forgot a part of it, unseen, would be left with the text alone."""
    first = made(dot(1), text="of oak and elm", leaves=("oak", "elm"))
    here = settled(first, leaf("oak"))
    there = made(dot(2, "bbbbbbbbbb"), first, text="of elm and oak", leaves=("oak", "elm"))
    met = merge.merge(here, there, DIGEST)
    assert met.sets["leaves"].keys() == {"oak", "elm"}
    left = settled(met, leaf("oak"))
    assert references.is_blank(left, DIGEST)
    assert left.sets["leaves"].keys() == {"elm"}
    assert merge.merge(left, there, DIGEST) == left
    # who says the same again has made nothing, and names nothing anew
    again = made(dot(2, "bbbbbbbbbb"), first, text="of oak and elm", leaves=("oak", "elm"))
    assert again.sets == first.sets
    assert references.is_blank(merge.merge(here, again, DIGEST), DIGEST)


def test_a_tombstone_is_not_blank() -> None:
    assert not references.is_blank(merge.forgotten(made(), "test/digest/here", dot(2), "x"), DIGEST)


def test_memories_name_memories() -> None:
    ref = Ref(PersonaMemory, "people/facts/vergel", "user:alice")
    memory = PersonaMemory(
        "people",
        "facts",
        "vergel",
        "v",
        connections=("near", "projects/decisions/far", "a/b"),
        contradicts=("old",),
        superseded_by="people/facts/newer",
    )
    assert references.named(ref, memory, PERSONA) == {
        Ref(PersonaMemory, f"people/facts/{key}", "user:alice") for key in ("near", "old", "newer")
    } | {Ref(PersonaMemory, "projects/decisions/far", "user:alice")}
    # what one was learned from is of any type that has a name
    assert references.nameable([PERSONA, KV, DIGEST]) == {Leaf, Digest, *REFERABLE}
    looked_for = references.listed([PERSONA, KV, DIGEST])
    assert looked_for >= {PersonaMemory, Leaf, Digest, Node, Edge, Turn}
    assert not looked_for & {Checkpoint, Reading, ConversationHead}


def test_what_stood_on_a_creation_goes_with_its_dots() -> None:
    """An anchor of a dot that is gone would make the body unreadable."""
    memory = PersonaMemory("people", "facts", "vergel", "v", created_at=1.0)
    path = "sense-memory/persona/people/facts/vergel"
    first = merge.put(None, path, PERSONA.encode(memory), dot(1), PERSONA)
    linked = PERSONA.encode(replace(memory, connections=("a",)))
    body = merge.amended(first, linked, dot(2), PERSONA)
    assert body.anchors
    ref = Ref(PersonaMemory, "people/facts/vergel")
    target = Ref(PersonaMemory, "people/facts/a")
    left = references.without(ref, body, PERSONA, {target})
    assert left.dots.issuperset(left.anchors)


PEER: Ref[Any] = Ref(Checkpoint, "vergel/vector")
SESSION: Ref[Any] = Ref(Reading, "vergel/reading/monday")
PATH = "sense-memory/rapport/vergel/vector"


def met(at: Dot, before: Body | None = None) -> Body:
    """A checkpoint, created by one write."""
    new = CHECKPOINT.encode(Checkpoint("vergel", at=float(int(at.t, 16))))
    return merge.put(before, PATH, new, at, CHECKPOINT)


def read(*on: Dot) -> Body:
    """A reading that was written on some creations of the checkpoint."""
    new = {"peer": "vergel", "timestamp": 1, "signals": {}}
    body = merge.put(None, "sense-memory/rapport/vergel/reading/monday", new, dot(9), READING)
    return references.grounded(body, dot(9), {"on": on} if on else {})


def is_gone(reading: Body, there: Body, before: Body | None = None) -> bool:
    """Whether a reading goes, seeing what became of the checkpoint."""
    forgotten = {PEER} if references.is_forgotten(there) else set[Ref[Any]]()
    ground = {PEER: references.ground(there, before, CHECKPOINT)}
    left = references.settled(SESSION, reading, READING, forgotten, set(), ground)
    assert left is reading or not left.is_alive
    return not left.is_alive


# S-3.10
def test_a_record_goes_with_the_creation_that_it_was_written_on() -> None:
    first = met(dot(1))
    gone = merge.forgotten(first, PATH, dot(2, "bbbbbbbbbb"), "forget")
    anew = met(dot(3), gone)
    assert not is_gone(read(dot(1)), first)
    assert is_gone(read(dot(1)), gone)
    assert is_gone(read(dot(1)), anew), "though the peer was met again meanwhile"
    assert not is_gone(read(dot(3)), anew)
    assert not is_gone(read(dot(3)), gone), "the tombstone is older, and arrived before the rest"
    assert is_gone(read(), gone), "what says nothing goes with any"
    assert not is_gone(read(), anew)


def test_a_record_that_was_written_on_two_creations_goes_with_both() -> None:
    one, other = met(dot(1)), met(dot(1, "bbbbbbbbbb"))
    on = read(dot(1), dot(1, "bbbbbbbbbb"))
    left = merge.merge(merge.forgotten(one, PATH, dot(2), "forget"), other, CHECKPOINT)
    assert not is_gone(on, left)
    assert is_gone(
        read(dot(1, "cccccccccc")), merge.forgotten(met(dot(1, "cccccccccc")), PATH, dot(2), "x")
    )
    assert is_gone(on, merge.forgotten(left, PATH, dot(3), "forget"))


def test_a_creation_that_another_id_tells_is_the_same() -> None:
    """A file that turns out to be copied tells its creations under another device's name."""
    renamed = met(dot(1, "bbbbbbbbbb"))
    assert not is_gone(read(dot(1)), renamed)
    gone = merge.forgotten(renamed, PATH, dot(2, "bbbbbbbbbb"), "forget")
    assert is_gone(read(dot(1)), gone, before=renamed)


def test_a_hostile_ground_is_none() -> None:
    gone = merge.forgotten(met(dot(1)), PATH, dot(2), "forget")
    for said in ("text", 1, [], [1], ["no.dot"], ["0" * 16], {"a": 1}):
        odd = read()
        odd = replace(odd, fields={**odd.fields, "on": {dot(9): said}})
        assert is_gone(odd, gone)


def test_what_was_folded_is_not_forgotten() -> None:
    body = made()
    folded = merge.forgotten(body, body.path, dot(2), references.FOLD)
    forgotten = merge.forgotten(body, body.path, dot(2, "bbbbbbbbbb"), "forget")
    assert not references.is_forgotten(body)
    assert not references.is_forgotten(folded)
    assert references.is_forgotten(forgotten)
    assert references.is_forgotten(merge.merge(folded, forgotten, DIGEST)), "somebody wanted it"
    assert not references.is_forgotten(merge.merge(folded, body, DIGEST))


def test_an_edit_leaves_alone_on_what_a_record_was_written() -> None:
    before = read(dot(1))
    new = {"peer": "vergel", "timestamp": 2, "signals": {}}
    after = merge.put(before, before.path, new, dot(10), READING)
    assert after.fields["on"] == before.fields["on"]
    assert is_gone(after, merge.forgotten(met(dot(1)), PATH, dot(2), "forget"))
