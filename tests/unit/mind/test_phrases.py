"""A value in few words: what goes, what stays, and what becomes a sign."""

import pytest

from sense_memory.mind.compress.phrases import cut_to, shorthand, unsaid
from sense_memory.mind.token_count import token_count

CHOICES = [
    ("We chose Orpheus over Kokoro because it is warmer.", "orpheus>kokoro (warmer)"),
    ("I picked Rust over Go due to its types", "rust>go (types)"),
    ("Selected Postgres instead of MySQL", "postgres>MySQL"),
    ("We went with SQLite rather than Postgres since it needs no server",
     "SQLite>postgres since needs no server"),
    ("Bob trinkt lieber Tee als Kaffee", "Bob trinkt tee>kaffee"),
    ("They opted for tea over coffee", "tea>coffee"),
    ("We settled on uv over pip for speed", "uv>pip for speed"),
    ("Orpheus was chosen over Kokoro because of warmth, 3B params, emotion tags",
     "orpheus>kokoro (warmth, 3B params, emotion tags)"),
    ("Prefers tea to coffee", "tea>coffee"),
    ("We prefer vanilla JS over React", "vanilla JS>react"),
    ("Because it is cheap, we picked Postgres over MySQL.", "postgres>MySQL (cheap)"),
    ("Use uv instead of pip", "Use uv>pip"),
    ("We did not choose tea over coffee", "not tea>coffee"),
    ("Wir haben Orpheus statt Kokoro gewählt, weil es wärmer ist.", "orpheus>kokoro (wärmer)"),
    ("Bob mag Hunde lieber als Katzen", "Bob mag Hunde>Katzen"),
    ("Nous avons choisi Orpheus plutôt que Kokoro parce que sa voix est plus chaude",
     "orpheus>kokoro (voix plus chaude)"),
    ("Elegimos Orpheus en vez de Kokoro porque es más cálido.", "orpheus>kokoro (más cálido)"),
    ("Escolhemos o Orpheus em vez do Kokoro porque é mais quente",
     "orpheus>kokoro (mais quente)"),
    ("Ho scelto la bici invece dell'auto perché è lenta", "bici>auto (lenta)"),
    ("We kozen Orpheus in plaats van Kokoro omdat het warmer is", "orpheus>kokoro (warmer)"),
    ("We chose plan A over plan B because it is cheap", "plan A>plan B (cheap)"),
    ("Picked vitamin C over vitamin D", "vitamin C>vitamin D"),
    ("Мы выбрали Postgres вместо MySQL, потому что он проще", "postgres>MySQL (проще)"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "expected"), CHOICES)
def test_a_choice_and_its_reason_are_signs(value: str, expected: str):
    assert shorthand(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        "He prefers people to call first",
        "She prefers to work from home over the weekend shift"[:29],
        "The sky is over us",
        "Over the hill",
        "We chose Orpheus over",
        "He is over 30 years old",
        "instead of",
        "But instead of giving up, he laughed",
        "Keep pushing for your dreams and not give up",
        "because",
        "She picked up the kids over the weekend",
        "We decided on Friday over lunch",
        "They prefer to talk over the phone",
        "He picked apples over 3 hours",
        "Er bevorzugt ihn als Freund",
        "Sie nahm ihn als Freund",
        "Eligió un libro sobre historia",
        "Kaffee vor der Arbeit bevorzugt er",
    ],
)
def test_what_compares_nothing_gets_no_sign(value: str):
    assert ">" not in shorthand(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Vergel lives in America/Vancouver and doesn't like frameworks.",
         "Vergel lives America/Vancouver and not like frameworks"),
        ("It is late because the train was slow.", "late (train was slow)"),
        ("Mirror the user's journey, never make them feel small",
         "Mirror user's journey, never make them feel small"),
        ("She moved from Berlin to Paris in 2019.", "moved from Berlin to Paris 2019"),
        ("He has to leave at 9 am. The IT department is in the US.",
         "has to leave 9 am; IT department US"),
        ("She used to smoke", "used to smoke"),
        ("Anna hates her", "Anna hates her"),
        ("Works as a nurse since 2020", "Works as nurse since 2020"),
        ("He was a vegetarian", "was vegetarian"),
        ("Works without the cloud until at least Friday",
         "Works without cloud until at least Friday"),
        ("Loves \"The Lord of the Rings\" and The Who.",
         'Loves "The Lord of the Rings" and The Who'),
        ("Has an account at the Bank of America", "account Bank of America"),
        ("Deploy: `npm run the build`, then push", "Deploy: npm run the build, then push"),
        ("# Notes\n- **one** thing\n2. the other\n\n> quoted", "Notes; one thing; other; quoted"),
        ("Anna likes tea, and coffee", "Anna likes tea, coffee"),
        ("Voice - warm * 2 > cold # 1", "Voice - warm * 2 > cold # 1"),
        ("Is it on the 3.5 or the 4.0 branch? Dr. Who knows.",
         "on 3.5 or 4.0 branch?; Dr. Who knows"),
        ("Plan A is fine", "Plan A fine"),
        ("Die Katze ist nicht im Haus", "Katze nicht Haus"),
        ("L'ordinateur de Marie n'est pas à l'école", "ordinateur Marie pas à école"),
        ("No come carne sin sal", "No come carne sin sal"),
        ("今天天气很好，我们去公园。", "今天天气很好，我们去公园"),
        ("It is what it is", "what"),
        ("to be or not to be", "to be or not to be"),
        ("the", "the"),
        ("", ""),
        (" \n\t ", ""),
        ("...", "..."),
    ],
)  # fmt: skip
def test_words_that_say_little_go_and_others_stay(value: str, expected: str):
    assert shorthand(value) == expected


@pytest.mark.parametrize(
    "word",
    ["not", "never", "no", "without", "until", "before", "after", "from", "if", "unless", "or",
     "than", "must", "can", "will", "was", "nicht", "kein", "ohne", "pas", "jamais", "sans",
     "nunca", "sin", "mai", "senza", "não", "sem", "niet", "geen", "не", "без"],
)  # fmt: skip
def test_words_that_turn_what_is_said_around_are_in_no_list(word: str):
    from sense_memory.mind.compress.languages import LANGUAGES

    assert all(word not in language.dropped for language in LANGUAGES.values())


@pytest.mark.parametrize(
    ("value", "subject", "expected"),
    [
        ("Vergel prefers vanilla JS", {"vergel"}, "prefers vanilla JS"),
        ("Vergel's timezone is America/Vancouver", {"vergel", "timezone"}, "America/Vancouver"),
        ("The user's timezone: UTC", {"user", "timezone"}, "UTC"),
        ("Lisa is an artist. Lisa teaches.", {"lisa"}, "artist; teaches"),
        ("Lisa and Bob sing", {"lisa"}, "Lisa and Bob sing"),
        ("Bob knows Lisa", {"lisa"}, "Bob knows Lisa"),
        ("Lisa", {"lisa"}, "Lisa"),
    ],
)
def test_the_subject_goes_where_a_sentence_begins_with_it(
    value: str, subject: set[str], expected: str
):
    assert shorthand(value, subject) == expected


@pytest.mark.parametrize(
    ("value", "words", "expected"),
    [
        ("Vergel prefers vanilla JS", ["prefers", "vanilla", "js"], []),
        ("He preferred the vanilla flavour", ["prefers", "vanilla"], []),
        ("America/Vancouver", ["timezone"], ["timezone"]),
        ("green", ["favourite", "colour"], ["favourite", "colour"]),
        ("at the beach", ["likes", "the", "beach"], ["likes"]),
        ("", ["x"], ["x"]),
    ],
)
def test_what_a_value_does_not_say(value: str, words: list[str], expected: list[str]):
    assert unsaid(value, words) == expected


@pytest.mark.parametrize(
    ("text", "tokens", "expected"),
    [
        ("a b c", 3, "a b c"),
        ("a b c d", 3, "a b…"),
        ("a (b, c d e f g) h", 8, "a (b, c d…)"),
        ("a (b) (c) (d) e f g h", 13, "a (b) (c) (d) e f…"),
        ("今天天气很好我们去公园", 5, "今天天气…"),
        ("x" * 500, 5, "x" * 32 + "…"),
        ("short " + "x" * 500, 8, "short " + "x" * 48 + "…"),
    ],
)
def test_a_cut_leaves_as_many_tokens_as_are_allowed(text: str, tokens: int, expected: str):
    assert cut_to(text, tokens) == expected
    assert token_count(expected) <= tokens
