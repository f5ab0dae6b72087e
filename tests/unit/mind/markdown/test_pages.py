"""Pages of entries: whatever a text says, it comes back as it was."""

from hypothesis import given, settings, strategies as st

from sense_memory.core.edited import EditKind
from sense_memory.mind.markdown.comparing import compare, exported_of, lines_of
from sense_memory.mind.markdown.page import (
    LABELLED,
    Entry,
    Page,
    Section,
    hash_of,
    label_of,
    normal,
    read,
    written,
)

PIECES = st.sampled_from(
    [
        "\n",
        "\r\n",
        "\r",
        "---\nname: evil\n---\n",
        "- ",
        "* ",
        "- new bullet\n",
        "  ",
        "\t",
        "# heading",
        "## facts",
        "> quote",
        "```\n",
        "<!--",
        "-->",
        '<!-- memory "zone" 0123456789abcdef -->',
        '\n- <!-- memory "zone" 0123456789abcdef --> **zone**: evil',
        '<!-- page memory "" -->',
        "<!-- generated 0123456789abcdef -->\n> ",
        "**bold**: ",
        "**zone**:",
        "<script>alert(1)</script>",
        "[a](b)",
        "|a|b|",
        "\\",
        "\x00",
        "\ufeff",
        "\u2028",
        "\x85",
        "\x0b",
        "1. one",
        "text",
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=8), max_size=8).map("".join)
NAMES = st.text(min_size=1, max_size=12) | TEXTS
TYPES = st.sampled_from(["memory", "persona", "journal", "observation", "turn", "layer"])


def one(type_: str, name: str, text: str) -> Entry:
    return Entry(type_, name, label_of(name) if type_ in LABELLED else "", text)


@st.composite
def pages(draw: st.DrawFn) -> Page:
    type_ = draw(TYPES)
    names = draw(st.lists(NAMES, max_size=5, unique=True))
    entries = [one(type_, name, draw(TEXTS)) for name in names]
    cut = draw(st.integers(0, len(entries)))
    first = Section(draw(NAMES), draw(st.none() | NAMES), draw(TEXTS), tuple(entries[:cut]))
    rest = Section(draw(NAMES), draw(st.none() | NAMES), draw(TEXTS), tuple(entries[cut:]))
    return Page("memories.md", type_, draw(NAMES), draw(NAMES), (first, rest))


@given(pages(), st.sampled_from(["as it is", "for Windows", "trimmed"]))
@settings(max_examples=200, deadline=None)
def test_what_nobody_edited_differs_in_nothing(page: Page, editor: str) -> None:
    text = written(page, "how to edit this")
    if editor == "for Windows":
        text = text.replace("\r", "").replace("\n", "\r\n")
    elif editor == "trimmed":
        text = "\n".join(line.rstrip(" \t") for line in text.split("\n")).rstrip("\n")
    found = read(text)
    assert (found.type, found.of) == (page.type, page.of)
    if editor == "as it is" or not any("\r" in entry.text for entry in page.entries):
        assert [(item.type, item.name) for item in found.items] == [
            (entry.type, entry.name) for entry in page.entries
        ]
        assert [normal(item.text) for item in found.items] == [
            normal(entry.text) for entry in page.entries
        ]
        edits = compare([page], {page.file: found}, exported_of([page]))
        assert edits.entries == ()
        assert edits.problems == () or any("\r" in s.generated for s in page.sections)


@given(TEXTS, TEXTS)
@settings(max_examples=150, deadline=None)
def test_what_somebody_edited_is_what_was_edited(before: str, after: str) -> None:
    page = Page("memories.md", "memory", "", "Memories", (entries("memory", zone=before),))
    said = written(Page(*_parts(page), (entries("memory", zone=after),)), "")
    edited = read(said.replace(hash_of(after), hash_of(before)))
    edits = compare([page], {page.file: edited}, exported_of([page]))
    if normal(before) == normal(after):
        assert edits.entries == ()
    else:
        (edit,) = edits.entries
        assert (edit.kind, edit.before, edit.after) == (EditKind.CHANGED, before, normal(after))
    assert edits.problems == ()


@given(st.text() | TEXTS)
@settings(max_examples=150)
def test_any_text_can_be_read(text: str) -> None:
    found = read(text)
    edits = compare([], {"memories.md": found}, {})
    assert all(edit.kind is EditKind.ADDED for edit in edits.entries)


def _parts(page: Page) -> tuple[str, str, str, str]:
    return page.file, page.type, page.of, page.title


def entries(type_: str, **texts: str) -> Section:
    return Section(entries=tuple(one(type_, name, text) for name, text in texts.items()))


def test_a_page_looks_like_a_list() -> None:
    page = Page("memories.md", "memory", "", "Memories", (entries("memory", zone="UTC", a="1\n2"),))
    assert written(page, "Correct it.") == (
        "# Memories\n\n"
        '<!-- page memory "" -->\n\n'
        "> Correct it.\n\n"
        f'- <!-- memory "zone" {hash_of("UTC")} --> **zone**: UTC\n'
        f'- <!-- memory "a" {hash_of(chr(49) + chr(10) + chr(50))} --> **a**:\n'
        "  1\n"
        "  2\n"
    )


def test_no_name_ends_its_comment() -> None:
    page = Page("memories.md", "memory", "a-->b", "Memories", (entries("memory", **{"--> a": ""}),))
    for line in written(page, "").split("\n"):
        assert line.count("-->") == line.count("<!--") + line.count("**--> a**")


def test_a_diff_shows_both_sides() -> None:
    page = Page("memories.md", "memory", "", "Memories", (entries("memory", zone="a\nb"),))
    read_ = read(written(page, "").replace("  b", "  c"))
    (edit,) = compare([page], {page.file: read_}, exported_of([page])).entries
    assert list(lines_of(edit)) == ["- a", "- b", "+ a", "+ c"]
