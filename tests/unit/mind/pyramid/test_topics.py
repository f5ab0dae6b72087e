"""What topics are called, whatever somebody calls them; and who waits for one."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.records.pyramid import BASE_TOPICS, SLUG
from sense_memory.mind.pyramid.topics import (
    UNSORTED,
    description_of,
    slug_of,
    unassigned,
)

from .building import days


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Project X", "project-x"),
        ("  gavrie ", "gavrie"),
        ("Gavrie's Project", "gavrie-s-project"),
        ("../../evil", "evil"),  # defect 5: it wrote outside the workspace
        ("..\\..\\evil.md", "evil-md"),
        ("/etc/passwd", "etc-passwd"),
        ("a\x00b\nc", "a-b-c"),
        ("Café Müller", "cafe-muller"),
        ("my_project", "my-project"),
        ("Straße", "strasse"),
        ("２０２５", "2025"),
        ("a" * 64, "a" * 64),
        *((name, name) for name in (*BASE_TOPICS, UNSORTED, "a-", "0")),
    ],
)
def test_slugs(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize("name", ["", " ", "..", "/", "---", "\x00", "!?", "\u0301"])
def test_a_name_of_nothing_is_none(name: str) -> None:
    with pytest.raises(InputError):
        slug_of(name)


def test_names_that_lose_letters_are_kept_apart() -> None:
    names = ["项目 A", "计划 A", "A", "Проект", "Планы", "a" * 65, "a" * 66, "日本"]
    slugs = [slug_of(name) for name in names]
    assert len(set(slugs)) == len(names)
    assert slugs[0].startswith("a-")
    assert slugs[3].startswith("topic-")
    assert slug_of("ПРОЕКТ ") == slug_of("проект")


@pytest.mark.parametrize("name", ["con", "CON", "nul", "aux", "lpt1", "com0"])
def test_no_topic_is_a_device_of_windows(name: str) -> None:
    slug = slug_of(name)
    assert slug.partition("-")[0] == name.lower()
    assert slug != name.lower()
    assert slug_of(slug) == slug


@settings(max_examples=300, deadline=None, database=None)
@given(st.text(max_size=80) | st.text("aA-. /\\é项", max_size=80))
def test_every_name_is_safe_or_refused(name: str) -> None:
    try:
        slug = slug_of(name)
    except InputError:
        return
    assert SLUG.fullmatch(slug)
    assert slug_of(slug) == slug


def test_descriptions_are_one_short_line() -> None:
    assert description_of("A\nson.  Of Vergel") == "A son. Of Vergel"
    assert description_of("x" * 120) == "x" * 120
    assert description_of("x" * 121) == "x" * 117 + "..."


def test_ten_at_a_time_wait_for_a_topic_and_not_for_ever() -> None:
    """Defect 10: what no topic was found for was asked about at every refresh."""
    waiting = days(0, 25, topic=None)
    tried = [replace(one, attempts=3) for one in days(30, 32, topic=None)]
    found = unassigned([*reversed(waiting), *tried, *days(40, 50)], 3)
    assert [len(batch) for batch in found.batches] == [10, 10, 5]
    assert [one for batch in found.batches for one in batch] == waiting
    assert list(found.given_up) == tried
    once = [replace(one, attempts=2) for one in waiting]
    assert unassigned(once, 3).given_up == ()
