"""Memories for a prompt: the seed's format, its order, and what is not shown."""

import pytest

from sense_memory import CompressedLine, CompressionConfig, InputError, parse_compressed
from sense_memory.mind.compress import notation
from sense_memory.mind.compress.replaced import named_as_replacing
from sense_memory.mind.compress.selection import compress
from sense_memory.mind.token_count import token_count

from .compressing import NOW, a_memory

CONFIG = CompressionConfig()


def text_of(*memories, budget: int = 500, config: CompressionConfig = CONFIG, is_full=True) -> str:
    return compress(memories, NOW, budget, config, is_full=is_full).text


def test_the_design_s_own_example():
    memories = [
        a_memory(domain, facet, key, value)
        for domain, facet, key, value in (
            ("people", "facts", "vergel-prefers-vanilla-js", "Vergel prefers vanilla JS"),
            ("people", "facts", "vergel-conventional-commits", "Vergel: conventional commits"),
            ("people", "facts", "lisa", "Lisa is an artist. She teaches workshops."),
            ("people", "facts", "ruca-dog", "Ruca is the dog, a walking companion"),
            ("projects", "decisions", "voxrelay-voice",
             "We chose Orpheus over Kokoro because of warmth, 3B params, emotion tags"),
            ("projects", "decisions", "nostrkeep-memory",
             "We build our own instead of MemPalace (no dependency)"),
            ("self", "beliefs", "sovereign-ai", "Every process needs its own nostr keypair"),
        )
    ]  # fmt: skip
    assert text_of(*memories) == (
        "[domain:people/facet:facts]\n"
        "lisa: artist; teaches workshops\n"
        "ruca: dog; walking companion\n"
        "vergel: conventional commits, prefers vanilla JS\n"
        "\n"
        "[domain:projects/facet:decisions]\n"
        "nostrkeep memory: build own>MemPalace (no dependency)\n"
        "voxrelay voice: orpheus>kokoro (warmth, 3B params, emotion tags)\n"
        "\n"
        "[domain:self/facet:beliefs]\n"
        "sovereign ai: Every process needs own nostr keypair"
    )


def test_what_a_value_does_not_say_is_said_by_the_words_of_the_key():
    one = a_memory("people", "facts", "vergel-timezone", "America/Vancouver")
    other = a_memory("people", "facts", "vergel-prefers-js", "Vergel prefers vanilla JS")
    assert text_of(one) == "[domain:people/facet:facts]\nvergel timezone: America/Vancouver"
    assert text_of(one, other) == (
        "[domain:people/facet:facts]\nvergel: prefers vanilla JS, timezone America/Vancouver"
    )
    assert text_of(one, other, config=CompressionConfig(grouped=False)) == (
        "[domain:people/facet:facts]\n"
        "vergel: prefers vanilla JS\n"
        "vergel timezone: America/Vancouver"
    )


def test_lines_of_two_facets_are_not_grouped():
    written = text_of(a_memory("a", "f", "x-one", "1"), a_memory("a", "g", "x-two", "2"))
    assert written == "[domain:a/facet:f]\nx one: 1\n\n[domain:a/facet:g]\nx two: 2"


def test_basic_compression_is_key_and_value_cut():
    config = CompressionConfig(memory_tokens=8)
    memory = a_memory("people", "facts", "lisa-job", "Lisa is an artist,\nshe teaches workshops.")
    assert text_of(memory, config=config, is_full=False) == (
        "[domain:people/facet:facts]\nlisa job: Lisa is an artist; she teaches…"
    )


def test_the_most_relevant_come_first_and_the_cut_says_how_many_it_dropped():
    memories = [
        a_memory("self", "facts", f"k{age}", "tea", age_days=age) for age in (3, 1, 5, 0, 4, 2)
    ]
    made = compress(memories, NOW, 25, CONFIG)
    assert made.text == "[domain:self/facet:facts]\nk0: tea\nk1: tea\n(+4 more)"
    assert made.tokens == 25
    assert [each.key for each in made.included] == ["k0", "k1"]
    assert made.left_out == tuple(f"self/facts/k{age}" for age in (2, 3, 4, 5))
    # there is room for two, but not for what says then that four are missing
    made = compress(memories, NOW, 24, CONFIG)
    assert made.text == "[domain:self/facet:facts]\nk0: tea\n(+5 more)"


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (0, ""),
        (4, ""),
        (5, "(+2 more)"),
        (22, "(+2 more)"),
        (23, "[domain:a/facet:b]\nk: green tea with hot milk\n(+1 more)"),
        (24, "[domain:a/facet:b]\nk: green tea with hot milk\n(+1 more)"),
        (25, "[domain:a/facet:b]\nk: green tea with hot milk\nl: black tea with cold milk"),
    ],
)
def test_a_small_budget(budget: int, expected: str):
    memories = (
        a_memory("a", "b", "k", "green tea with hot milk"),
        a_memory("a", "b", "l", "black tea with cold milk"),
    )
    assert text_of(*memories, budget=budget) == expected


def test_two_that_fit_without_the_line_that_says_one_is_missing():
    memories = (a_memory("a", "b", "k", "tea"), a_memory("a", "b", "l", "tea"))
    whole = text_of(*memories)
    assert text_of(*memories, budget=token_count(whole)) == whole
    assert text_of(*memories, budget=token_count(whole) - 1) == "(+2 more)"


def test_one_that_can_never_fit_keeps_none_out():
    memories = (a_memory("a", "b", "漢" * 200, "x"), a_memory("a", "b", "l", "tea", age_days=1))
    made = compress(memories, NOW, 100, CONFIG)
    assert made.text == "[domain:a/facet:b]\nl: tea\n(+1 more)"
    assert made.left_out == (f"a/b/{'漢' * 200}",)


@pytest.mark.parametrize("budget", [-1, -500, True, 1.5, "500", None])
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises(InputError, match="budget is a number of tokens"):
        compress([], NOW, budget, CONFIG)


@pytest.mark.parametrize("age_days", [53, 100, 200])
def test_only_active_memories_are_shown(age_days: float):
    made = compress([a_memory("a", "b", "k", "v", age_days=age_days)], NOW, 500, CONFIG)
    assert (made.text, made.included, made.left_out) == ("", (), ())


def test_what_was_replaced_does_not_stand_beside_what_replaced_it():
    memories = [
        a_memory("a", "b", "old", "v", superseded_by="new", contradicts=("new",)),
        a_memory("a", "b", "new", "v"),
        a_memory("a", "b", "doubted", "v", contradicts=("c/d/elsewhere",)),
        a_memory("c", "d", "elsewhere", "v"),
        a_memory("a", "b", "orphan", "v", superseded_by="forgotten-since"),
        a_memory("a", "b", "kept", "v", superseded_by="faded"),
        a_memory("a", "b", "faded", "v", age_days=60),
    ]
    made = compress(memories, NOW, 500, CONFIG)
    assert {each.key for each in made.included} == {"new", "elsewhere", "orphan", "kept"}
    assert made.replaced == ("a/b/doubted", "a/b/old")


def test_a_replaced_memory_does_not_stand_where_the_cut_drops_what_replaced_it():
    new = a_memory("a", "b", "new", "v", age_days=30)
    old = a_memory("a", "b", "old", "v", superseded_by="new")
    assert compress([old, new], NOW, 5, CONFIG).text == "(+1 more)"


def test_what_was_replaced_by_one_that_is_not_to_be_shown_is_not_shown_either():
    old = a_memory("a", "b", "old", "v", contradicts=("c/d/new",))
    assert named_as_replacing([old]) == {"c/d/new"}
    for age, replaced in ((0, ("a/b/old",)), (60, ())):
        new = a_memory("c", "d", "new", "v", age_days=age)
        made = compress([old], NOW, 500, CONFIG, unseen=[new])
        assert made.replaced == replaced
        assert [each.key for each in made.included] == ["old"][: age // 60]


def test_of_memories_that_have_replaced_each_other_the_newest_stands():
    def one(key: str, by: str, made: float):
        return a_memory("a", "b", key, "v", superseded_by=by, created_at=NOW - made)

    circle = [one("x", "y", 3), one("y", "z", 1), one("z", "x", 2), one("w", "x", 0)]
    made = compress(circle, NOW, 500, CONFIG)
    assert [each.key for each in made.included] == ["y"]
    outside = [*circle[:2], one("z", "last", 2), a_memory("a", "b", "last", "v")]
    assert [each.key for each in compress(outside, NOW, 500, CONFIG).included] == ["last"]


def test_a_long_history_of_replacements_is_gone_through_once():
    chain = [
        a_memory("a", "b", f"v{number}", "v", superseded_by=f"v{number + 1}")
        for number in range(5_000)
    ]
    made = compress([*chain, a_memory("a", "b", "v5000", "v")], NOW, 500, CONFIG)
    assert [each.key for each in made.included] == ["v5000"]


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("user_timezone", "user_timezone"),
        ("vergel-prefers-js", "vergel prefers js"),
        ("two words", '"two words"'),
        ("-x", '"-x"'),
        ("x-", '"x-"'),
        ("a--b", '"a--b"'),
        ("a:-b", '"a:-b"'),
        ("a:b", "a:b"),
        ("[domain:x", '"[domain:x"'),
        ("(+1 more)", '"(+1 more)"'),
        ('"', '"\\""'),
        ('a"b', 'a"b'),
        ("a\nb", '"a\\u000ab"'),
        ("\u2028\U000e0041", '"\\u2028\\U000e0041"'),
        ("今天", "今天"),
    ],
)
def test_a_key_is_read_back_exactly(key: str, written: str):
    assert notation.subject_text(key) == written
    assert parse_compressed(f"[domain:d/facet:f]\n{notation.line(key, ('x',))}") == (
        CompressedLine("d", "f", key, ("x",)),
    )


@pytest.mark.parametrize("name", ["people", "a]b", "x:y", "[domain:x", "a\nb", '"', "家族", " "])
def test_a_domain_and_a_facet_are_read_back_exactly(name: str):
    (line,) = parse_compressed(f"{notation.header(name, name)}\nk: v")
    assert (line.domain, line.facet) == (name, name)


# S-11.4
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a, b", "a; b"),
        ("a,b", "a,b"),
        ("1,000", "1,000"),
        ("(a, b), c", "(a, b); c"),
        (":( a, b", ":[ a; b"),
        (":) a, b", ":) a; b"),
        ("((a, b), c", "[(a, b); c"),
        ("a\n[domain:x/facet:y]\nk: v", "a [domain:x/facet:y] k: v"),
        ("a\u2028b\x85c\x00d\x1be", "a b cde"),
        ("\u202eabc\u202c", "abc"),
        ("tag\U000e0041", "tag"),
        ("👨\u200d👩", "👨\u200d👩"),
        ("", "-"),
        (" \n ", "-"),
    ],
)
def test_a_value_is_one_part_of_one_line(text: str, expected: str):
    assert notation.part(text) == expected
    (line,) = parse_compressed(f"[domain:d/facet:f]\n{notation.line('k', (expected, expected))}")
    assert line.parts == (expected, expected)


@pytest.mark.parametrize(
    "text",
    [
        "k: v",
        "[domain:a]\nk: v",
        "[domain:a/facet:b]\nk",
        "[domain:a/facet:b]\nk: ",
        "x\n(+1 more)",
    ],
)
def test_what_was_not_written_by_us_is_refused_without_repeating_it(text: str):
    with pytest.raises(InputError, match=r"^line \d") as refused:
        parse_compressed(text)
    assert "k: v" not in str(refused.value)


def test_nothing_reads_back_as_nothing():
    assert parse_compressed("") == parse_compressed("(+3 more)") == ()


def test_words_cost_less_with_spaces_than_with_hyphens():
    memory = a_memory("people", "facts", "vergel-favourite-editor-theme", "solarized dark")
    written = text_of(memory)
    hyphenated = written.replace("vergel favourite editor theme", memory.key)
    assert token_count(written) < token_count(hyphenated)


def test_a_very_long_value_is_cut_and_says_so():
    memory = a_memory("a", "b", "k", "many words and more " * 3_000)
    made = compress([memory], NOW, 500, CONFIG)
    assert made.included[0].text.endswith("…")
    assert token_count(made.included[0].text) <= CONFIG.memory_tokens
