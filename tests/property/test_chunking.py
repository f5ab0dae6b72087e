"""Whatever somebody says, its pieces are it."""

from hypothesis import given, settings, strategies as st

from sense_memory.mind.stacks.chunking import (
    LEAST_CHARACTERS,
    MOST_CHARACTERS,
    MOST_WORDS,
    piece_texts,
    pieces,
)
from sense_memory.mind.stacks.signals import signal_id

CODE = "```py\nx = [1, 2]. Y\n\nprint('a; b')\n```"
PARTS = [
    *(
        "word",
        "I went home.",
        "i slept. ",
        "No!",
        "a, b; c",
        "1,000,000",
        "x" * 450,
        " ",
        "\n",
        "\n\n",
    ),
    *(
        "\r\n\r\n",
        "\t",
        "```",
        "`",
        CODE,
        f"\n{CODE}\n",
        "我住在北京。",
        "彼は「行く。」と言った。",
        "나는 살아요.",
    ),
    *(
        "मैं यहाँ हूँ।",
        "أنا هنا،",
        "Я тут; да.",
        "ฉันอยู่ที่นี่",
        "👨\u200d👩\u200d👧",
        "🇩🇪",
        "e\u0301",
        "\u200d",
        "\u3000",
    ),
    *(
        "\ud83d",
        "\ude00",
        '"',
        "“",
        "(",
        ")",
        "e.g. ",
        "https://a.b/c,d?e=f",
        "word " * 70,
        "字" * 200,
    ),
]
texts = st.one_of(
    st.text(alphabet=st.characters(), max_size=1_500),
    st.lists(st.sampled_from(PARTS), max_size=40).map("".join),
    st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=80)), max_size=15).map(" ".join),
)


@settings(deadline=None, max_examples=500)
@given(texts)
def test_the_pieces_and_what_lies_between_them_are_the_message(text: str) -> None:
    rebuilt, at = "", 0
    for start, end in pieces(text):
        assert at <= start < end, "in order, none empty, none in another one"
        assert not text[at:start].strip()
        assert text[start:end] == text[start:end].strip()
        rebuilt += text[at:start] + text[start:end]
        at = end
    assert not text[at:].strip()
    assert rebuilt + text[at:] == text


@settings(deadline=None, max_examples=500)
@given(texts)
def test_no_piece_is_too_large_but_for_code(text: str) -> None:
    for piece in piece_texts(text):
        if not (piece.startswith("```") and piece.endswith("```")):
            assert len(piece) <= MOST_CHARACTERS
            assert len(piece.split()) <= MOST_WORDS


@settings(deadline=None)
@given(st.lists(st.sampled_from([one for one in PARTS if "`" not in one]), max_size=20))
def test_a_block_of_code_is_a_piece(parts: list[str]) -> None:
    text = "".join(parts)
    assert piece_texts(f"{text}\n{CODE}\n{text}") == [
        *piece_texts(text),
        CODE,
        *piece_texts(text),
    ]


@settings(deadline=None)
@given(st.lists(st.text("abc de. ,;!?", min_size=1, max_size=60), max_size=15))
def test_nothing_small_is_left_alone_unless_there_is_nothing_to_join(parts: list[str]) -> None:
    found = piece_texts(" ".join(parts))
    for piece in found:
        assert len(piece) >= LEAST_CHARACTERS or len(found) == 1


@settings(deadline=None)
@given(texts)
def test_what_a_piece_is_called_follows_from_the_message(text: str) -> None:
    def names(message: str) -> list[str]:
        return [signal_id(message, at, one) for at, one in enumerate(piece_texts(text))]

    assert names("a" * 32) == names("a" * 32)
    assert len(set(names("a" * 32))) == len(pieces(text))
    assert not set(names("a" * 32)) & set(names("b" * 32))
    assert all(len(name) == 16 and int(name, 16) >= 0 for name in names("a" * 32))


@settings(deadline=None)
@given(st.text(alphabet=st.characters(), max_size=500), st.sampled_from([" ", "\n", "\n\n", "\t"]))
def test_white_space_around_a_message_changes_no_piece(text: str, space: str) -> None:
    assert piece_texts(space + text + space) == piece_texts(text)
