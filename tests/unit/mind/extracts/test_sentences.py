"""Where sentences end, in many scripts."""

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.mind.extracts.sentences import LONGEST, cut, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t\n", []),
        ("I live here", ["I live here"]),
        ("| City | Year |\n|:--|--:|\n| Rome | 2019 |\n", ["City; Year", "Rome; 2019"]),
        ("|", []),
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        ("i went home. then i slept.", ["i went home.", "then i slept."]),
        ("Wait... what? Well... no.", ["Wait... what?", "Well... no."]),
        ("Dr. Smith met Mrs. Jones. They left.", ["Dr. Smith met Mrs. Jones.", "They left."]),
        ("He moved to the U.S. in May. Ok.", ["He moved to the U.S. in May.", "Ok."]),
        ("J. R. Tolkien wrote it. I read it.", ["J. R. Tolkien wrote it.", "I read it."]),
        ("It costs 3.50, e.g. at Aldi. Fine.", ["It costs 3.50, e.g. at Aldi.", "Fine."]),
        ("Mail a@b.org or see b.org/c.d. Bye.", ["Mail a@b.org or see b.org/c.d.", "Bye."]),
        ("At 7 a.m. he ran. Then not.", ["At 7 a.m. he ran.", "Then not."]),
        ("Seit dem 3. Mai da. Gut.", ["Seit dem 3. Mai da.", "Gut."]),
        ("Es sind ca. 5, z.B. hier. Gut.", ["Es sind ca. 5, z.B. hier.", "Gut."]),
        ("Live since 2019. It works.", ["Live since 2019.", "It works."]),
        (
            'He said "Stop! I am here." Then he left.',
            ['He said "Stop! I am here."', "Then he left."],
        ),
        ("Yes (really. truly.) it is. Ok.", ["Yes (really. truly.) it is.", "Ok."]),
        ("„Halt! Wer da?“ rief er. Still.", ["„Halt! Wer da?“ rief er.", "Still."]),
        ("我住在北京。我很好！你呢？", ["我住在北京。", "我很好！", "你呢？"]),
        ("彼は「行く。」と言った。私も。", ["彼は「行く。」と言った。", "私も。"]),
        ("나는 서울에 살아요. 좋아요!", ["나는 서울에 살아요.", "좋아요!"]),
        ("मैं यहाँ हूँ। तुम कहाँ हो?", ["मैं यहाँ हूँ।", "तुम कहाँ हो?"]),
        ("أنا هنا. أين أنت؟ حسنا", ["أنا هنا.", "أين أنت؟", "حسنا"]),
        ("Ես այստեղ եմ։ Դու՞ր", ["Ես այստեղ եմ։", "Դու՞ր"]),
        ("Я тут. Он в г. Омск, ул. Мира. Да.", ["Я тут.", "Он в г. Омск, ул. Мира.", "Да."]),
        ("Oui ! Je viens. « Non ! » dit-il.", ["Oui !", "Je viens.", "« Non ! » dit-il."]),
        ("one line\nanother line", ["one line", "another line"]),
        (
            "This line was broken since it was\nfull of words. Yes.",
            ["This line was broken since it was full of words.", "Yes."],
        ),
        ("# Head\n\n> quoted\n\n1) first\n2) second", ["Head", "quoted", "first", "second"]),
        ("I like:\n- tea\n- cake;\n\nBye.", ["I like: tea; cake", "Bye."]),
        ("- [x] buy milk\n* **call** Tom", ["buy milk", "call Tom"]),
        ("Look:\n```py\nprint('No. Never.')\n```\nDone.", ["Look:", "Done."]),
        ("~~~\nnever closed. at all.", []),
        ("| a | b |\n|---|---|\n---", ["a; b"]),
        ("snake_case_name and 2*3*4 stay", ["snake_case_name and 2*3*4 stay"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_what_nobody_ended_is_cut_where_it_pauses() -> None:
    clause = "he went on and on about the garden of his aunt"
    found = sentences(", ".join([clause] * 20))
    assert all(len(one) <= LONGEST for one in found)
    assert all(one.rstrip(",").endswith("aunt") for one in found)
    assert " ".join(found) == ", ".join([clause] * 20)


def test_a_word_longer_than_a_sentence_is_cut_too() -> None:
    assert cut("x" * 1_000, 360) == ["x" * 360, "x" * 360, "x" * 280]


@settings(deadline=None)
@given(st.text(alphabet=st.characters(), max_size=600))
def test_nothing_raises_and_no_sentence_is_empty_or_too_long(text: str) -> None:
    for one in sentences(text):
        assert one
        assert one == one.strip()
        assert "\n" not in one
        assert len(one) <= LONGEST


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["Anna went home.", "我住在北京。", "Is it 3.5?", "no end", "मैं हूँ।", "(x. y"]
        )
    )
)
def test_no_letter_is_lost(parts: list[str]) -> None:
    text = " ".join(parts)
    assert "".join(sentences(text)).replace(" ", "") == text.replace(" ", "")


def test_long_rows_of_marks_take_no_time() -> None:
    for hostile in ("." * 50_000, '"' * 50_000, "```\n" * 10_000, "> " * 30_000, "*" * 50_000):
        assert all(len(one) <= LONGEST for one in sentences(hostile))
