"""Words of any script, and what is left of them."""

import pytest

from sense_memory.mind.stemming import stem
from sense_memory.mind.stop_words import NEGATIONS, STOP_WORDS, language_of
from sense_memory.mind.text import content_of, fold, key_tokens, query_tokens, tokens, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Quick brown fox", ["the", "quick", "brown", "fox"]),
        ("user_timezone, under-score", ["user", "timezone", "under", "score"]),
        ("Caroline's don't it's I'll", ["caroline", "don", "it", "i"]),
        ("l'amour O’Brien rock'n'roll", ["amour", "brien", "rock", "roll"]),
        ("STRASSE Straße ﬁne", ["strasse", "strasse", "fine"]),
        ("naïve Ærø Łódź İstanbul", ["naive", "aero", "lodz", "istanbul"]),
        ("1,000,000 3.14 2023-07-15", ["1000000", "3.14", "2023", "07", "15"]),
        ("C++ or C# 2", ["c++", "or", "c#", "2"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("猫", ["猫"]),
        ("がか", ["がか"]),
        ("한국어는 집", ["한국", "국어", "어는", "집"]),
        ("กินข้าว", ["กิน", "นข้", "ข้า", "าว"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("Ёлка ёжик", ["елка", "ежик"]),
        ("ΑΘΗΝΑΣ Αθήνας", ["αθηνασ", "αθηνασ"]),
        ("שָׁלוֹם مُحَمَّد", ["שלום", "محمد"]),
        ("", []),
        ("… — !?", []),
    ],
)
def test_words_of_scripts(text: str, expected: list[str]):
    assert words(text) == expected


def test_one_spelling_of_what_looks_the_same():
    assert fold("é") == fold("é") == "e"
    assert fold("Ｆｕｌｌ") == "full"


def test_a_document_is_found_by_one_of_its_characters_too():
    assert {"猫", "黒猫"} <= set(tokens("黒猫が好き"))
    assert query_tokens("黒猫") == ["黒猫"]
    assert set(query_tokens("猫")) <= set(tokens("黒猫が好き"))


@pytest.mark.parametrize(
    "forms",
    [
        ("plan", "plans", "planned", "planning"),
        ("favourite", "favorite", "favourites"),
        ("colours", "color", "coloured"),
        ("city", "cities"),
        ("box", "boxes"),
        ("paint", "paints", "painted", "painting"),
        ("organization", "organizations"),
        ("happy", "happily"),
        ("gato", "gatos", "gata", "gatas"),
        ("домами", "домов", "домах"),
        tuple(map(fold, ("новый", "новая", "новой", "новые"))),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: tuple[str, ...]):
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize("word", ["bus", "this", "glass", "sing", "red", "猫", "2023", "js", "c++"])
def test_short_words_and_other_signs_stay(word: str):
    assert stem(word) == word


def test_a_question_is_asked_by_the_words_of_its_language():
    assert query_tokens("What does Vergel prefer?") == ["vergel", "prefer"]
    assert query_tokens("Wo wohnt der Hund?") == ["wohnt", "hund"]
    assert query_tokens("¿Dónde vive el perro?") == ["viv", "perr"]
    assert query_tokens("Где живёт собака?") == ["жив", "собак"]


def test_a_word_of_another_language_is_no_stop_word():
    """``son`` and ``war`` are on nobody's list; ``die`` is German and stays in an English line."""
    assert query_tokens("my son") == ["son"]
    assert query_tokens("the war") == ["war"]
    assert "die" in query_tokens("when did he die")


def test_nothing_but_stop_words_is_asked_for_as_it_is():
    assert query_tokens("who am i") == ["who", "am", "i"]


def test_negations_are_no_stop_words():
    assert content_of(words("she does not like the sea")) == ["not", "like", "sea"]
    assert content_of(words("she doesn't like the sea")) == ["doesn", "like", "sea"]
    assert content_of(words("она не любит море")) == ["не", "любит", "море"]


def test_a_key_is_found_by_its_parts_and_as_a_whole():
    assert key_tokens("vergel-prefers-vanilla-js") == ["vergel", "prefer", "vanill", "js"]
    assert {"usertimezon", "user", "timezon"} <= set(key_tokens("userTimezone"))


def test_the_language_is_that_of_most_stop_words_and_english_wins_a_tie():
    assert language_of(["the", "cat", "is"]) == "en"
    assert language_of(["der", "hund", "ist"]) == "de"
    assert language_of(["in"]) == "en"
    assert language_of(["qwerty"]) is None


def test_stop_words_are_spelt_as_they_are_looked_up():
    for name, some in STOP_WORDS.items():
        assert {fold(word) for word in some} == set(some), name
    assert {fold(word) for word in NEGATIONS} == set(NEGATIONS)
