"""Notes in Markdown: what is a statement, what it is about, and what is none."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.items import Item, Problem, Stated
from sense_memory.importers import markdown_lines
from sense_memory.importers.markdown import read_markdown
from sense_memory.importers.options import Options


def read(path: Path, options: Options | None = None) -> list[Item]:
    return list(read_markdown(path, options or Options()))


def stated(tmp_path: Path, text: str, name: str = "MEMORY.md") -> list[tuple[str, str]]:
    """What is stated of what; nothing may be wrong."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    items = read(tmp_path / name)
    assert not any(isinstance(item, Problem) for item in items)
    return [(item.subject, item.text) for item in items if isinstance(item, Stated)]


def test_bullets_and_paragraphs_are_statements_about_their_headings(tmp_path: Path):
    text = """# Memory

Written by hand,
over two lines.

## People

- Ann is **tall**
  and `kind`.
* [ ] Call Tom

### Tom
1. Was born in 1990.

## Places
Setext
------
Rome\\
is warm.
"""
    assert stated(tmp_path, text) == [
        ("Memory", "Written by hand, over two lines."),
        ("Memory / People", "Ann is **tall** and `kind`."),
        ("Memory / People", "[ ] Call Tom"),
        ("Memory / People / Tom", "Was born in 1990."),
        ("Memory / Setext", "Rome\\\nis warm."),
    ]


def test_a_bullet_is_what_those_under_it_are_about(tmp_path: Path):
    text = """- Tom:
  - likes tea
  - was born
    - in Rome
- Ann is tall

Her dog:

- is old

A paragraph before a list.

- is nothing that the list is about
"""
    assert stated(tmp_path, text) == [
        ("Tom", "likes tea"),
        ("Tom", "was born"),
        ("Tom / was born", "in Rome"),
        ("", "Ann is tall"),
        ("Her dog", "is old"),
        ("", "A paragraph before a list."),
        ("", "is nothing that the list is about"),
    ]


def test_code_is_one_statement_with_what_announces_it(tmp_path: Path):
    text = """# Commands
Run the tests:

```bash
# no heading
- no bullet

pytest  -q
```

It is quick.

~~~
<!-- no comment -->
~~~
"""
    assert stated(tmp_path, text) == [
        ("Commands", "Run the tests:\n```bash\n# no heading\n- no bullet\n\npytest  -q\n```"),
        ("Commands", "It is quick."),
        ("Commands", "~~~\n<!-- no comment -->\n~~~"),
    ]


def test_a_row_of_a_table_is_a_statement(tmp_path: Path):
    text = """Ages:

| name | age |
|------|-----|
| Tom  | 36  |
| Ann  |     |

End.
"""
    assert stated(tmp_path, text) == [
        ("Ages", "name: Tom; age: 36"),
        ("Ages", "name: Ann"),
        ("", "End."),
    ]


def test_what_is_for_no_reader_is_left_out(tmp_path: Path):
    text = """<!-- a comment -->
<rules>
- use <!-- no --> tabs
</rules>

---

> quoted

<!--
- over lines
--> Behind it

[1]: https://example.com
"""
    assert stated(tmp_path, text) == [
        ("", "use tabs"),
        ("", "quoted"),
        ("", "Behind it"),
        ("", "[1]: https://example.com"),
    ]


def test_front_matter_says_what_a_note_is(tmp_path: Path):
    (tmp_path / "note.md").write_text(
        """---
name: "Tea"
description: what is known of it
metadata:
  type: feedback
tags: [drinks, 'hot']
labels:
  - green
updated: 2026-01-05T08:00:00Z
---
# tea
Is hot.
"""
    )
    (item,) = read(tmp_path / "note.md")
    assert item == Stated(
        "markdown",
        "Tea",
        "Is hot.",
        1_767_600_000,
        "feedback",
        "note.md, line 12",
        ("drinks", "hot", "green"),
    )


def test_a_rule_at_the_beginning_is_no_front_matter(tmp_path: Path):
    text = "---\n" + "- a: b\n" * 300
    assert len(stated(tmp_path, text)) == 300
    (tmp_path / "a.md").write_text("---\nx: y\n# Title\n\nText\n")
    (*_, last) = read(tmp_path / "a.md")
    assert isinstance(last, Stated)
    assert (last.subject, last.text, last.place) == ("Title", "Text", "a.md, line 5")


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("2026-01-05.md", "a", 1_767_571_200),
        ("2026-01-05-monday.md", "# 2026-01-06 x\n## y\na", 1_767_657_600),
        ("a.md", "## 2026-01-05\n# Other\na", None),
        ("a.md", "a", None),
    ],
)
def test_a_daily_note_has_its_date(tmp_path: Path, name: str, text: str, at: float | None):
    (tmp_path / name).write_text(text)
    (item,) = read(tmp_path / name)
    assert isinstance(item, Stated)
    assert item.at == at


def test_a_file_that_is_named_is_not_opened(tmp_path: Path):
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "CLAUDE.md").write_text(
        "See @secret.md for more.\n\n@secret.md\n\n- @~/secret.md\n"
    )
    items = read(tmp_path / "CLAUDE.md")
    assert [item.text for item in items if isinstance(item, Stated)] == ["See @secret.md for more."]
    assert [item.place for item in items if isinstance(item, Problem)] == [
        "CLAUDE.md, line 3",
        "CLAUDE.md, line 5",
    ]


def test_an_id_stays_where_a_note_is_moved_or_wrapped(tmp_path: Path):
    (tmp_path / "a.md").write_text("# Tom\nlikes tea and milk\n")
    (tmp_path / "b.md").write_text("text\n\n# Tom\n\nlikes tea\nand milk")
    (first,) = read(tmp_path / "a.md")
    *_, last = read(tmp_path / "b.md")
    assert isinstance(first, Stated)
    assert isinstance(last, Stated)
    assert first.id == last.id


def test_the_notes_of_a_folder_are_read_by_name(tmp_path: Path):
    for name in ("b.md", "a/C.MD", "a/x.txt", "d.markdown"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert [item.text for item in read(tmp_path) if isinstance(item, Stated)] == [
        "b.md",
        "d.markdown",
        "a/C.MD",
    ]
    (newest,) = read(tmp_path, Options(limit=1))
    assert isinstance(newest, Stated)
    for options in (Options(user="x"), Options(conversation="x")):
        with pytest.raises(InputError, match="leave them out"):
            read(tmp_path, options)


def test_what_is_wrong_with_a_file_is_told_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(markdown_lines, "_LONGEST_LINE", 100)
    (tmp_path / "a.md").write_bytes(
        b"\xef\xbb\xbf# A\r\none \xff\r\n\r\n" + b"x" * 1000 + b"\n\ntwo\n<!-- no end\nthree\n"
    )
    items = read(tmp_path / "a.md")
    assert [(item.subject, item.text) for item in items if isinstance(item, Stated)] == [
        ("A", "one �"),
        ("A", "two"),
    ]
    assert [(item.place, item.why) for item in items if isinstance(item, Problem)] == [
        ("a.md, line 2", "some bytes in it are no UTF-8 and were replaced"),
        ("a.md, line 4", "it is longer than 100 bytes"),
        ("a.md, line 7", "a comment that begins there does not end"),
    ]


def test_a_long_file_is_read_in_sections_and_none_is_lost(tmp_path: Path):
    """Some 30 MB in long lines, as the parser takes its time for each."""
    file = tmp_path / "long.md"
    block = "```\n" + ("x" * 9_999 + "\n") * 50 + "```\n\n"
    with file.open("w") as out:
        out.write("# Top\n")
        for number in range(60):
            out.write(f"## Part {number}\n{block}- bullet {number}\n")
    assert file.stat().st_size > 30_000_000
    tracemalloc.start()
    try:
        items = [
            (item.subject, item.text, item.place)
            for item in read_markdown(file, Options())
            if isinstance(item, Stated) and len(item.text) < 100
        ]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert items == [
        (f"Top / Part {number}", f"bullet {number}", f"long.md, line {55 * (number + 1) + 1}")
        for number in range(60)
    ]
    assert peak < 12 * 2**20


def test_code_is_not_cut_where_it_looks_like_a_heading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(markdown_lines, "_LONG", 10)
    monkeypatch.setattr(markdown_lines, "_LONGER", 20)
    code = "```\n" + "# no heading\n\n" * 10 + "```"
    assert stated(tmp_path, f"# A\n{code}\n\n# B\n<!--\n# no\n{'x' * 99}\n\n# no\n-->\nb\n") == [
        ("A", code.replace("\n\n```", "\n```")),
        ("B", "b"),
    ]


def test_what_stands_behind_endless_code_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(markdown_lines, "_LONG", 10)
    monkeypatch.setattr(markdown_lines, "_LONGER", 20)
    monkeypatch.setattr(markdown_lines, "_LONGEST", 100)
    (tmp_path / "a.md").write_text("before\n\n```\n" + "# code\n" * 100 + "```\nafter\n")
    items = read(tmp_path / "a.md")
    assert [item.place for item in items if isinstance(item, Problem)] == ["a.md, line 16"]
    (before, _, after) = (item for item in items if isinstance(item, Stated))
    assert (before.text, after.text, after.place) == ("before", "after", "a.md, line 105")
    with (tmp_path / "a.md").open("rb") as file:
        sections = list(markdown_lines.Sections(file, "a.md", end=10_000))
    texts = [section.text for section in sections if isinstance(section, markdown_lines.Section)]
    assert max(map(len, texts)) < 120


@pytest.mark.parametrize("line", ["x\n", "- x\n", "# h\n\nx\n", "\n"])
def test_whatever_a_file_is_made_of_its_sections_are_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
):
    monkeypatch.setattr(markdown_lines, "_LONG", 50)
    monkeypatch.setattr(markdown_lines, "_LONGER", 100)
    (tmp_path / "a.md").write_text(line * 200)
    with (tmp_path / "a.md").open("rb") as file:
        sections = list(markdown_lines.Sections(file, "a.md", end=10_000))
    assert len(sections) > 1
    texts, expected = [], 1
    for section in sections:
        assert isinstance(section, markdown_lines.Section)
        assert section.number == expected
        expected += section.text.count("\n")
        texts.append(section.text)
    assert "".join(texts) == line * 200


@pytest.mark.parametrize(
    "text",
    [
        "> " * 5_000 + "x",
        "- " * 5_000 + "x",
        "1. " * 5_000 + "x",
        "".join("  " * depth + "- x\n" for depth in range(200)),
        "[" * 100_000,
        "*" * 100_000,
        "a`" * 50_000,
        "<!--" * 50_000,
        "|" * 100_000,
        "\\" * 100_000,
        "\0" * 10_000,
        "|a" * 2_000 + "|\n" + "|-" * 2_000 + "|\n" + "|b" * 2_000 + "|\n",
        "```" + "`" * 100_000,
    ],
)
def test_what_stands_behind_hostile_text_is_read(tmp_path: Path, text: str):
    (tmp_path / "a.md").write_text(f"before\n\n{text}\n\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("after", encoding="utf-8")
    items = [item.text for item in read(tmp_path) if isinstance(item, Stated)]
    assert (items[0], items[-1]) == ("before", "after")


def test_what_is_too_deep_is_told(tmp_path: Path):
    (tmp_path / "a.md").write_text("".join("  " * depth + f"- {depth}\n" for depth in range(200)))
    items = read(tmp_path / "a.md")
    assert sum(isinstance(item, Stated) for item in items) >= 25
    assert any(isinstance(item, Problem) and "too deeply" in item.why for item in items)


LINES = [
    "# h",
    "- b",
    "  - c",
    "p:",
    "",
    "```",
    "~~~ x",
    "---",
    "<t>",
    "> q",
    "1. n",
    "@f",
    "    code",
]
PIECES = st.sampled_from(
    [*(f"{line}\n" for line in LINES), "===\n", "<!-- ", "-->", "\r\n", "\0", "\ufeff"]
) | st.just("|a|b|\n|-|-|\n|1|2|\n")


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(PIECES | st.text(max_size=6), max_size=25))
def test_any_text_is_read(tmp_path: Path, pieces: list[str]):
    (tmp_path / "a.md").write_bytes("".join(pieces).encode("utf-8", "surrogatepass"))
    for item in read(tmp_path / "a.md"):
        if isinstance(item, Stated):
            assert item.text.strip()
            assert item.text.encode()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.text(alphabet="abc déf*_`🙂", min_size=1, max_size=20).filter(
            lambda text: (
                text.strip() == text
                and text.strip("*_` -")
                and "``" not in text
                and not text.startswith(("*", "_", "`"))
            )
        ),
        min_size=1,
        max_size=8,
    )
)
def test_every_bullet_is_stated_as_it_was_written(tmp_path: Path, bullets: list[str]):
    text = "# T\n" + "".join(f"- {bullet}\n" for bullet in bullets)
    assert stated(tmp_path, text) == [("T", " ".join(bullet.split())) for bullet in bullets]
