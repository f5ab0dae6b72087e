"""Where what another program stated belongs."""

import pytest

from sense_memory.core.items import Stated
from sense_memory.mind.pyramid.filing import topic_of


def stated(source: str, subject: str, kind: str = "", place: str = "", text: str = "x") -> Stated:
    return Stated(source, subject, text, None, kind, place)


@pytest.mark.parametrize(
    ("item", "topic"),
    [
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
        (stated("elsewhere", "Ada", "user"), None),
    ],
)
def test_only_what_says_so_is_about_the_user_or_the_agent(item: Stated, topic: str | None) -> None:
    assert topic_of(item) == topic
