"""Where messages are cut, with every number of it."""

import hashlib
import json
import unicodedata

import pytest

from sense_memory.mind.stacks.chunking import (
    LEAST_CHARACTERS,
    LEAST_WORDS,
    MOST_CHARACTERS,
    MOST_WORDS,
    piece_texts,
    pieces,
)

LONG = "This sentence has more than five words and thirty characters."
OTHER = "Another one of them follows here, and it stands by itself too."
CODE = "```py\nprint('a. B')\n\nx = 1, 2\n```"


def test_the_numbers_are_those_of_the_source() -> None:
    assert (LEAST_CHARACTERS, LEAST_WORDS, MOST_CHARACTERS, MOST_WORDS) == (30, 5, 400, 60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t\u3000 \n\n", []),
        ("ok", ["ok"]),
        ("  Hi!\n", ["Hi!"]),
        # sentences, and paragraphs
        (f"{LONG} {OTHER}", [LONG, OTHER]),
        (f"{LONG}\n\n{OTHER}", [LONG, OTHER]),
        (f"{LONG[:-1]}\n \t\r\n{OTHER}", [LONG[:-1], OTHER]),
        (f"{LONG[:-1]}\u2029{OTHER}", [LONG[:-1], OTHER]),
        # a line that ends is no sentence that ends
        (f"{LONG[:-1]}\nand goes on here", [f"{LONG[:-1]}\nand goes on here"]),
        # who said it follows, over blanks and lines
        *(
            (quote, [quote])
            for space in (" ", "   ", " \n ")
            for quote in [
                f'She wrote "I will not come today."{space}and then she left the house for good.'
            ]
        ),
        # what is small takes in the next one, over blank lines too; the last joins the one before
        (f"Sure.\n\n{LONG} {OTHER}", [f"Sure.\n\n{LONG}", OTHER]),
        (f"{LONG} {OTHER} Ok.", [LONG, f"{OTHER} Ok."]),
        ("One. Two. Three.", ["One. Two. Three."]),
        # code stands alone, whatever is beside it
        (f"See:\n{CODE}\nok?", ["See:", CODE, "ok?"]),
        (f"{CODE}\n{CODE}", [CODE, CODE]),
        (f"{LONG} Look:\n{CODE}", [f"{LONG} Look:", CODE]),
        (f"Use ```x = 1. Y``` here. {LONG}", ["Use", "```x = 1. Y```", f"here. {LONG}"]),
        # a block with a block in it
        (f"````md\n{CODE}\n````", [f"````md\n{CODE}\n````"]),
        # nobody closed it
        (f"```py {LONG} {OTHER}", [f"```py {LONG}", OTHER]),
    ],
)
def test_what_is_a_piece(text: str, expected: list[str]) -> None:
    assert piece_texts(text) == expected


@pytest.mark.parametrize(
    ("words", "characters", "is_small"),
    [
        ("12345 12345 12345 12345 1234.", 29, True),
        ("12345 12345 12345 12345 12345.", 30, False),
        ("123456789 123456789 123456789 a.", 32, True),
        ("123456789 123456789 1234 1 abc.", 31, False),
    ],
)
def test_small_is_less_than_thirty_characters_or_five_words(
    words: str, characters: int, is_small: bool
) -> None:
    assert len(words) == characters
    expected = [f"{words} {LONG}"] if is_small else [words, LONG]
    assert piece_texts(f"{words} {LONG}") == expected


def test_large_is_more_than_four_hundred_characters_or_sixty_words() -> None:
    for word, count in (("1234567", 50), ("ab", 60)):
        assert len(piece_texts(" ".join([word] * count))) == 1
    assert len(piece_texts(" ".join(["1234567"] * 50) + "x")) == 1  # 400
    assert len(piece_texts(" ".join(["1234567"] * 50) + "xy")) == 2
    assert len(piece_texts(" ".join(["ab"] * 61))) == 2


def test_what_lies_between_two_sentences_of_a_piece_counts_too() -> None:
    assert len(piece_texts("Yes. " + "x" * 395)) == 1
    assert len(piece_texts("Yes.\n\n" + "x" * 395)) == 2


def test_code_is_never_cut() -> None:
    block = "```\n" + "x = 1, 2\n\n" * 1_000 + "```"
    assert piece_texts(f"{LONG}\n{block}\n{OTHER}") == [LONG, block, OTHER]


def test_what_is_large_is_cut_at_the_comma_nearest_to_its_middle() -> None:
    words = ["word"] * 100  # 499 characters
    words[20] += ","  # 105
    words[46] += ";"  # 236
    words[60] += ","  # 307
    found = piece_texts(" ".join(words))
    assert [len(one.split()) for one in found] == [47, 53]
    assert found[0].endswith("word;")


def test_of_two_commas_as_near_it_is_the_first() -> None:
    text = "a" * 195 + "," + "b" * 19 + "," + "c" * 194
    assert len(text) // 2 - text.index(",") == text.rindex(",") - len(text) // 2 == 10
    assert piece_texts(text) == ["a" * 195 + ",", "b" * 19 + "," + "c" * 194]


@pytest.mark.parametrize("mark", list(",;，、；،؛"))
def test_the_commas_of_every_script_are_places_to_cut(mark: str) -> None:
    text = "x" * 250 + mark + "y" * 240
    assert piece_texts(text) == ["x" * 250 + mark, "y" * 240]


def test_a_comma_that_leaves_too_little_on_a_side_is_none() -> None:
    rest = " ".join(["word"] * 80)
    assert piece_texts("x" * 29 + ", " + rest)[0] != "x" * 29 + ","  # 30 with the comma
    assert piece_texts("x" * 30 + ", " + rest)[0] == "x" * 30 + ","
    assert piece_texts(rest + ", " + "x" * 30)[-1] != "x" * 30
    assert piece_texts(rest + ", " + "x" * 31)[-1] == "x" * 31
    # white space is nothing that is left
    assert piece_texts("x, " + " " * 40 + rest)[0] != "x,"


def test_without_a_comma_it_is_cut_at_the_middle_word_and_again() -> None:
    found = piece_texts(" ".join(f"{n:03}" for n in range(150)))
    assert [len(one.split()) for one in found] == [37, 38, 37, 38]


def test_where_a_line_ends_is_better_than_a_comma() -> None:
    items = [f"- item {n}, which is said to be of some use, if any at all" for n in range(10)]
    for piece in piece_texts("\n".join(items)):
        assert all(line in items for line in piece.splitlines())


# ------------------------------------------------------------------ defects of the source


@pytest.mark.parametrize("amount", ["1,000,000", "12,50", "٣،٥", "2，5"])
def test_defect_10_a_number_is_never_cut(amount: str) -> None:
    text = " ".join(["word"] * 48) + f" {amount} " + " ".join(["word"] * 48)
    found = piece_texts(text)
    assert len(found) == 2
    assert sum(amount in one for one in found) == 1


def test_defect_10_a_comma_behind_a_number_is_a_place_to_cut() -> None:
    text = " ".join(["word"] * 48) + " in 2019, then " + " ".join(["word"] * 48)
    assert piece_texts(text)[0].endswith("in 2019,")


@pytest.mark.parametrize(
    "sentences",
    [
        (
            "i moved to berlin in the spring of last year.",
            "my sister lives in hamburg with her two kids.",
        ),
        (
            "Я переехал в Берлин весной прошлого года.",
            "моя сестра живёт в Гамбурге с двумя детьми.",
        ),
        ("मैं पिछले साल बर्लिन चला गया था यार।", "मेरी बहन हैम्बर्ग में अपने बच्चों के साथ रहती है।"),
        ("انتقلت إلى برلين في ربيع العام الماضي.", "هل تعيش أختك في هامبورغ مع طفليها؟"),
    ],
)
def test_defect_10_sentences_end_in_lower_case_and_every_script(
    sentences: tuple[str, str],
) -> None:
    assert piece_texts(" ".join(sentences)) == list(sentences)


def test_defect_10_sentences_end_where_a_script_has_no_spaces() -> None:
    sentences = [
        "我住在北京，但是我的父母住在上海。",
        "我妹妹去年春天一个人搬到了广州！",
        "你的家人现在都住在什么地方呢？",
    ]
    assert piece_texts("".join(sentences)) == sentences


def test_words_of_a_script_without_spaces_are_about_as_long_as_words() -> None:
    assert len(piece_texts("我" * 120)) == 1
    assert [len(one) for one in piece_texts("我" * 121)] == [60, 61]
    assert len(piece_texts("ก" * 240)) == 1
    assert [len(one) for one in piece_texts("ก" * 241)] == [120, 121]
    # Korean has spaces, and characters that are wide
    assert len(piece_texts("가나다라 " * 44)) == 1  # 395
    assert len(piece_texts("가나다라 " * 45)) == 2


def test_the_marks_behind_a_word_stay_there() -> None:
    for piece in piece_texts("我在北京住。" * 2 + "我们「在」北京、" * 30)[1:]:
        assert unicodedata.category(piece[0]) != "Po"


def test_defect_10_a_word_that_is_too_long_is_cut_in_halves() -> None:
    assert [len(one) for one in piece_texts("x" * 1_001)] == [250, 250, 250, 251]
    link = "https://example.org/" + "a/b" * 200
    assert "".join(piece_texts(link)) == link
    assert all(len(one) <= MOST_CHARACTERS for one in piece_texts(link))


@pytest.mark.parametrize(
    "character",
    [
        "👨\u200d👩\u200d👧\u200d👦",
        "🇩🇪",
        "👍\U0001f3fd",
        "❤\ufe0f",
        "e\u0301\u0323",
        "क्षि",
        "\u1112\u1161\u11ab",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\ud83d\ude00",
    ],
)
def test_defect_10_no_character_is_cut_in_two(character: str) -> None:
    for begin in ("", "x", "xx", "xxx"):
        text = begin + character * 300
        found = piece_texts(text)
        assert len(found) > 1
        assert "".join(found) == text
        for one in found[1:]:
            assert len(one) % len(character) == 0
            assert one.startswith(character)


def test_marks_without_end_are_cut_all_the_same() -> None:
    for text in ("a" + "\u0301" * 5_000, "a\u200d" * 5_000, "क्" * 5_000):
        assert all(len(one) <= MOST_CHARACTERS for one in piece_texts(text))


def test_defect_4_lines_and_indents_of_a_piece_stay_as_they_are() -> None:
    text = "A poem of some length is here:\n\n  roses\n\tare red\n\n\n   - violets,   not"
    assert piece_texts(text) == [text.partition("\n")[0], text[text.index("roses") :]]


# ------------------------------------------------------------------ for ever

CORPUS = [
    f"Sure! {LONG} {OTHER}\n\n{CODE}\nDoes it work? i think so. yes, it does; no doubt at all.",
    "Dr. Smith met Mrs. Jones at 7 a.m. in the U.S. They left, e.g. for Kyoto. (So? Who cares.)",
    'She said "I will come. Maybe tomorrow." and left. Then it rained the whole day… and then? ok.',
    "- **Passport** and a copy, in another bag\n- Adapter (type A), 100 V\n- Rain jacket\n" * 6,
    "我住在北京，但是我的父母住在上海。我妹妹去年搬到了广州！她在一家银行工作。你呢？" * 5,
    "昨日は友達と渋谷で映画を見ました。とても面白かったです。「また行こう。」と言った。" * 4,
    "저는 서울에 살아요. 제 동생은 부산에서 대학교에 다니고 있어요. 우리는 설날에 만나요!",
    "ฉันอาศัยอยู่ที่กรุงเทพฯ กับครอบครัวของฉัน เราไปเที่ยวเชียงใหม่ทุกปี " * 8,
    "Цена 1,000,000 рублей. Мы встретимся в 15:30 у г. Иванова. он сказал, что придёт. " * 7,
    "أنا هنا منذ سنة كاملة تقريبا. أين أنت الآن يا صديقي؟ حسنا، سأنتظرك هنا " * 6,
    "मैं यहाँ हूँ और काम कर रहा हूँ। तुम कहाँ हो अभी? बताओ मुझे, जल्दी " * 8,
    "word, " * 150 + "x" * 900 + " 👨\u200d👩\u200d👧" + "🇩🇪" * 300 + " end;" * 80,
]

GOLDEN = "b3a7e318ba6b3396eae3c9cf9f494cd7586b43aaf76ee1b1a93671e032fa4d1d"


def test_the_pieces_of_today_are_those_of_tomorrow() -> None:
    """What was learned of a piece hangs on where it was cut; see the docstring of ``chunking``."""
    cut = json.dumps([pieces(text) for text in CORPUS])
    assert hashlib.sha256(cut.encode()).hexdigest() == GOLDEN


HOSTILE = [
    *(
        ",",
        "`",
        "``` ",
        ".",
        "a. ",
        "a!",
        "é!",
        "One two. ",
        '."(',
        '"',
        "(",
        "“a. ",
        "1,000,",
        "; ",
    ),
    *("\n", "a\n", "a\n\n", "\r\n", "," + " " * 99, "我。", "；", "\u0301", "\u200d"),
    "👨\u200d👩\u200d👧",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_long_message_is_cut_whatever_it_is_made_of(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    found = pieces(text)
    assert sum(end - start for start, end in found) + sum(map(str.isspace, text)) >= len(text)
