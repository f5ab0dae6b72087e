"""What is to be told, of what any program may have written."""

from sense_memory.core.records.graph import NodeType
from sense_memory.mind.graph.stories import counted, told_twice

from .small_world import World

ADA = "person:ada"


def test_what_is_no_storyline_tells_the_same_as_none() -> None:
    world = World()
    world.node(NodeType.PERSON, "Ada")
    told = {"about": frozenset({ADA}), "includes": frozenset({"source:talk"})}
    world.node(NodeType.SOURCE, "talk")
    kept = world.changed(world.node(NodeType.STORYLINE, "a"), **told)
    same = world.changed(world.node(NodeType.STORYLINE, "b"), **told)
    world.changed(world.node(NodeType.MACRO, "c"), **told)
    world.changed(world.node(NodeType.CONCEPT, "0"), **told)
    assert counted(world.known, ADA) == (kept,)
    assert list(told_twice(world.known)) == [(same, kept)]
    assert world.known.hidden == {same.key}


def test_links_that_are_none_are_taken_back() -> None:
    world = World()
    ada = world.node(NodeType.PERSON, "Ada")
    source = world.node(NodeType.SOURCE, "talk")
    for one, is_link in ((ada, False), (source, True)):
        linked = world.changed(one, mentions=frozenset({"person:bob"}))
        assert world.known.sources_mentioning("person:bob") == (linked,) * is_link
        world.changed(one)
        assert world.known.sources_mentioning("person:bob") == ()
