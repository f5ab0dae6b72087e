"""Records as plain sentences."""

import pytest

from sense_memory.core.found import Room
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import Turn
from sense_memory.core.records.graph import Edge, Node, Note, Orientation
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.core.records.rapport import (
    Correction,
    Direction,
    Layer,
    LayerName,
    RapportVector,
    Reading,
)
from sense_memory.mind.rapport.telling import asked_for, vector_sentence
from sense_memory.mind.told import Telling, origins, told

NAMES = {"person:ada": "Ada", "entity:acme": "Acme"}
ME = "me"


def edge(**more: object) -> Edge:
    return Edge("e", "person:ada", "entity:acme", "works-at", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("record", "room", "text", "source"),
    [
        (
            PersonaMemory("a", "b", "home", "Ada lives in Rome"),
            Room.MEMORY,
            "Ada lives in Rome",
            "",
        ),
        (
            PersonaMemory("a", "b", "ada-home", "Rome", source="Bo"),
            Room.MEMORY,
            "ada-home: Rome",
            "Bo",
        ),
        (PersonaMemory("a", "b", "rome", "Rome"), Room.MEMORY, "Rome", ""),
        (Memory("tz", "Europe/Rome", 1.0), Room.MEMORY, "tz: Europe/Rome", ""),
        (
            Observation("i", "Ada\nsails", 1.0, None, "stream/tea/turn/1"),
            Room.OBSERVATION,
            "Ada sails",
            "conversation tea",
        ),
        (
            Observation("i", "Ada sails", None, None, "persona/a/b/c"),
            Room.OBSERVATION,
            "Ada sails",
            "the memory a/b/c",
        ),
        (
            Summary("i", "ada", 0, frozenset(("obs/1", "obs/2")), "Ada sails"),
            Room.SUMMARY,
            "Ada sails",
            "made of 2 observations and summaries",
        ),
        (Summary("i", "ada", 0, frozenset()), Room.SUMMARY, "", ""),
        (Topic("ada", "Ada", "A sailor", "Ada sails"), Room.TOPIC, "Ada: Ada sails", ""),
        (Topic("ada", "Ada"), Room.TOPIC, "", ""),
        (Node("person:ada", "Ada", "a  sailor"), Room.NODE, "Ada: a sailor", ""),
        (Node("person:ada", "Ada", origin="a letter"), Room.NODE, "Ada", "a letter"),
        (edge(), Room.EDGE, "Ada works at Acme", ""),
        (edge(recorded_by=ME), Room.EDGE, "Ada works at Acme", ""),
        (edge(recorded_by="Bo"), Room.EDGE, "Ada works at Acme", "Bo"),
        (edge(description="in sales"), Room.EDGE, "Ada works at Acme: in sales", ""),
        (edge(description="Acme pays Ada"), Room.EDGE, "Acme pays Ada", ""),
        (edge(orientation=Orientation.BACKWARD), Room.EDGE, "Acme works at Ada", ""),
        (
            edge(orientation=Orientation.BOTH),
            Room.EDGE,
            "Ada works at Acme, and the other way round",
            "",
        ),
        (Note("person:ada", "n", "hums", "Bo"), Room.NODE, "hums", "Bo"),
        (Turn("tea", "1", Role.USER, "Hi", 1.0, "Bo"), Room.TURN, "Bo: Hi", "conversation tea"),
        (Turn("tea", "1", Role.ASSISTANT, "Hi"), Room.TURN, "Assistant: Hi", "conversation tea"),
        (JournalEntry("Rain", 1.0), Room.JOURNAL, "Rain", "the journal"),
        (Layer("ada", LayerName.ANCHORS, "dry", sessions=3), Room.LAYER, "dry", "3 sessions"),
        (Layer("ada", LayerName.ANCHORS, "dry", "wet"), Room.LAYER, "wet", "written by hand"),
        (Layer("ada", LayerName.ANCHORS, None), Room.LAYER, "", "0 sessions"),
    ],
)
def test_each_is_a_sentence(record: Telling, room: Room, text: str, source: str) -> None:
    found = told(record, lambda key: NAMES[key], ME)
    assert (found.room, found.text, found.source) == (room, text, source)


@pytest.mark.parametrize(
    ("key", "value", "themes", "text"),
    [
        ("ada-smith-loves-jazz", "Loves jazz.", ("Ada Smith",), "Ada Smith: Loves jazz."),
        ("小明-我住在北京", "我住在北京。", ("小明",), "小明: 我住在北京。"),
        ("ada-drink", "tea", ("ada",), "ada-drink: tea"),
        ("loves-jazz", "Loves jazz.", ("music",), "Loves jazz."),
    ],
)
def test_a_key_that_says_it_again_is_left_out(
    key: str, value: str, themes: tuple[str, ...], text: str
) -> None:
    memory = PersonaMemory("people", "facts", key, value, created_at=1.0, themes=themes)
    assert told(memory, str, "").text == text


def test_a_text_of_a_topic_is_told_without_its_headings() -> None:
    content = "## Last 3 Days\n\n- Lives in Rome.\n* Likes tea.\n\n> quoted"
    topic = Topic("ada", "Ada", "About Ada", content)
    assert told(topic, str, "").text == "Ada: Lives in Rome. Likes tea. quoted"
    assert told(Topic("ada", "Ada", "About Ada", "# Nothing"), str, "").text == "Ada: About Ada"


def test_what_it_was_learned_from() -> None:
    assert origins(Observation("i", "x", None, None, "persona/a/b/c")) == {"persona/a/b/c"}
    assert origins(Summary("i", "ada", 0, frozenset(("obs/1",)))) == {"pyramid/obs/1"}
    assert origins(Memory("k", "v", 1.0)) == frozenset()


def test_how_one_talks_with_a_peer() -> None:
    said = vector_sentence("ada", RapportVector(humor=0.8, formality=0.2, warmth=0.55))
    assert (
        said == "How you talk with ada: rather casual (formality 0.20), rather playful (humor 0.80)"
    )
    assert vector_sentence("ada", RapportVector()).endswith("nothing stands out yet")


def test_what_a_peer_asked_for() -> None:
    wishes = (Correction("formality", Direction.LOWER, "not so\nstiff"), Correction("style"))
    said = asked_for("ada", Reading("ada", "s", 1.0, (), wishes))
    assert said == "ada asked for more casual (“not so stiff”); another manner"
    assert asked_for("ada", Reading("ada", "s", 1.0, ())) == ""
