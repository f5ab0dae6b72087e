"""Where what another program stated belongs."""

import pytest

from sense_memory.core.items import Related, Stated
from sense_memory.mind.pyramid.filing import sentence_of, topic_of


def stated(source: str, subject: str, kind: str = "", place: str = "", text: str = "x") -> Stated:
    return Stated(source, subject, text, None, kind, place)


@pytest.mark.parametrize(
    ("item", "topic"),
    [
        (stated("server-memory", "Ada", "person"), "Ada"),
        (stated("mem0", "vergel", "user"), "user"),
        (stated("mem0", "helper", "agent"), "assistant"),
        (stated("mem0", "run-1", "run"), None),
        (stated("mem0", "", "memory"), None),
        (stated("letta", "human", "block"), "user"),
        (stated("letta", "Persona", "block"), "assistant"),
        (stated("letta", "project", "block"), None),
        # an archived passage is about whatever it is about
        (stated("letta", "human", "passage"), None),
        (stated("markdown", "Vergel / Work", "note", "notes/USER.md, line 3"), "user"),
        (stated("markdown", "", "note", "SOUL.md, line 1"), "assistant"),
        (stated("markdown", "", "note", "a/b/AGENTS.md, line 12"), "assistant"),
        (stated("markdown", "", "note", "CLAUDE.md, line 12"), "assistant"),
        (stated("markdown", "Log / About the User", "note", "MEMORY.md, line 9"), "user"),
        # the heading says more than the file does
        (stated("markdown", "Rules / User", "note", "CLAUDE.md, line 2"), "user"),
        (stated("markdown", "Users", "note", "MEMORY.md, line 2"), None),
        (stated("markdown", "", "note", "not-USER.md, line 2"), None),
        (Related("server-memory", "Ada", "Museum", "works_at", "line 3"), "Ada"),
        (stated("elsewhere", "Ada", "user"), None),
    ],
)
def test_only_what_says_so_is_about_the_user_or_the_agent(
    item: Stated | Related, topic: str | None
) -> None:
    assert topic_of(item) == topic


def test_a_relation_is_a_sentence() -> None:
    item = Related("server-memory", "Ada", "Analytical Engines", "works_at", "line 3")
    assert sentence_of(item) == "Ada works at Analytical Engines"


def test_of_what_is_only_of_a_kind_the_name_is_said() -> None:
    assert sentence_of(stated("server-memory", "Museum", "place", text="place")) == "Museum: place"
    assert sentence_of(stated("server-memory", "Museum", "place", text="It is old.")) == (
        "It is old."
    )
