"""How far a memory is to be believed follows from what its record says of where it comes from."""

import pytest

from sense_memory.cli.install.hosts import HOSTS
from sense_memory.core.prompt import Trust
from sense_memory.core.records.conversation import imported_conversation
from sense_memory.importers import FORMATS
from sense_memory.mind.prompt import trust
from sense_memory.mind.prompt.trust import least, provenance, said_in, told_by


def unknown(reference: str) -> str | None:
    raise AssertionError(f"nobody was to be asked about {reference}")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", Trust.OWN),
        ("  ", Trust.OWN),
        ("reflection", Trust.OWN),
        ("Introspection", Trust.OWN),
        ("user", Trust.PEER),
        ("User: Vergel", Trust.PEER),
        ("session-12", Trust.PEER),
        ("conversation with Ada", Trust.PEER),
        ("stream/main/turn/abc", Trust.PEER),
        (f"stream/chatgpt-{'a' * 24}/turn/abc", Trust.IMPORTED),
        (f"stream/claude-code-{'0' * 24}/turn/abc", Trust.IMPORTED),
        ("stream/chatgpt-fan/turn/abc", Trust.PEER),
        ("chatgpt", Trust.IMPORTED),
        ("mem0/123", Trust.IMPORTED),
        ("https://evil.example/reflection", Trust.FOREIGN),
        ("user.example.com", Trust.FOREIGN),
        ("user:pass@https://evil.example", Trust.FOREIGN),
        ("users", Trust.FOREIGN),
        ("report.pdf", Trust.FOREIGN),
        ("own", Trust.FOREIGN),
        ("browser tool", Trust.FOREIGN),
    ],
)
def test_what_a_source_says(source: str, expected: Trust) -> None:
    assert provenance(source, unknown).trust is expected


def test_every_format_that_can_be_imported_and_every_host_is_known() -> None:
    assert frozenset((*FORMATS, *HOSTS)) == trust.FORMATS
    for name in trust.FORMATS:
        assert provenance(f"{name}/x", unknown).trust is Trust.IMPORTED
        # as far as what is read of the same program's files
        assert said_in(imported_conversation(name, "a session")).trust is Trust.IMPORTED


def test_what_was_learned_from_a_record_is_believed_as_that_is() -> None:
    sources = {
        "persona/people/facts/page": "https://evil.example",
        "persona/people/facts/own": "",
        "pyramid/obs/1": "persona/people/facts/page",
        "persona/a/b/one": "persona/a/b/other",
        "persona/a/b/other": "persona/a/b/one",
    }
    assert provenance("persona/people/facts/own", sources.get).trust is Trust.OWN
    assert provenance("persona/people/facts/page", sources.get).trust is Trust.FOREIGN
    # nothing is washed clean by being learned from again
    assert provenance("pyramid/obs/1", sources.get).trust is Trust.FOREIGN
    assert provenance("persona/a/b/gone", sources.get).trust is Trust.FOREIGN
    assert provenance("persona/a/b/one", sources.get).trust is Trust.FOREIGN


def test_who_told_an_edge() -> None:
    user = "a" * 64
    assert told_by(user, user).trust is Trust.OWN
    assert told_by("", user).trust is Trust.OWN
    assert told_by("server-memory", user).trust is Trust.IMPORTED
    assert told_by("Ada", user) == trust.Provenance(Trust.PEER, "told by Ada")


def test_what_is_made_of_several_is_believed_as_the_worst_of_them() -> None:
    assert least([Trust.OWN, Trust.IMPORTED, Trust.PEER]) is Trust.IMPORTED
    assert least([Trust.OWN, Trust.FOREIGN]) is Trust.FOREIGN
    assert least([]) is Trust.OWN
    assert said_in("main").origin == "said in the conversation main"
