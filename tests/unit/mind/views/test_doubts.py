"""Of which records all uses are to be asked for, and when an answer comes too late."""

from sense_memory.core.records.graph import Node
from sense_memory.core.ref import Ref
from sense_memory.mind.views.doubts import Doubts

ADA, BOB = Ref(Node, "person:ada"), Ref(Node, "person:bob")


def test_a_doubt_is_settled_by_what_was_read_after_it_and_nothing_else() -> None:
    doubts = Doubts()
    doubts.doubt(ADA)
    doubts.doubt(BOB)
    first = doubts.doubted
    doubts.doubt(ADA)
    assert not doubts.settled(ADA, first[ADA])
    assert doubts.settled(BOB, first[BOB])
    assert not doubts.settled(BOB, first[BOB])
    assert doubts.settled(ADA, doubts.doubted[ADA])
    assert doubts.doubted == {}


def test_a_change_is_asked_about_once_and_makes_what_was_read_before_it_useless() -> None:
    doubts = Doubts()
    doubts.doubt(ADA)
    before = doubts.doubted[ADA]
    doubts.changed(ADA)
    assert not doubts.settled(ADA, before)
    assert doubts.take_changed() == [ADA]
    assert doubts.take_changed() == []


def test_of_two_that_filled_it_the_earlier_reading_counts() -> None:
    doubts = Doubts()
    doubts.read(7)
    doubts.read(5)
    doubts.read(9)
    assert doubts.heard == 5
