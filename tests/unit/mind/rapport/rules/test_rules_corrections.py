"""What a peer asks to be otherwise, as rules read it."""

import pytest

from sense_memory.core.config import RapportConfig
from sense_memory.core.llm import Message, Role
from sense_memory.core.records.rapport import DIMENSIONS, Correction, Direction
from sense_memory.mind.rapport import rules
from sense_memory.mind.rapport.rules.words import LANGUAGES

UP, DOWN = Direction.HIGHER, Direction.LOWER


def corrections(*said: str) -> tuple[Correction, ...]:
    return rules.read([Message(Role.USER, text) for text in said], RapportConfig()).corrections


@pytest.mark.parametrize(
    ("said", "dimension", "direction"),
    [
        ("You're way too formal with me.", "formality", DOWN),
        ("less formal please", "formality", DOWN),
        ("You don't have to be so polite.", "formality", DOWN),
        ("Don't call me buddy.", "formality", UP),
        ("No emojis please", "formality", UP),
        ("Could you be a bit warmer?", "warmth", UP),
        ("You sound like a robot.", "warmth", UP),
        ("Don't call me honey.", "warmth", DOWN),
        ("Stop joking, please.", "humor", DOWN),
        ("That's not funny.", "humor", DOWN),
        ("Lighten up a little!", "humor", UP),
        ("Could you go deeper?", "depth", UP),
        ("Please stop philosophizing.", "depth", DOWN),
        ("Please, no personal questions.", "trust", DOWN),
        ("be shorter", "energy", DOWN),
        ("Your answers are too long.", "energy", DOWN),
        ("Can you be more detailed?", "energy", UP),
        ("Don't sugarcoat it.", "resilience", UP),
        ("That's too harsh.", "resilience", DOWN),
        ("Don't call me that.", "style", None),
        ("lockerer bitte", "formality", DOWN),
        ("Sei bitte nicht so förmlich.", "formality", DOWN),
        ("Wir können uns duzen.", "formality", DOWN),
        ("Bitte siezen Sie mich.", "formality", UP),
        ("Bitte etwas kürzer.", "energy", DOWN),
        ("Du bist mir zu ernst.", "humor", UP),
        ("Hör auf mit den Witzen.", "humor", DOWN),
        ("Nenn mich nicht Schatz.", "warmth", DOWN),
        ("Tu es trop formel.", "formality", DOWN),
        ("On peut se tutoyer ?", "formality", DOWN),
        ("Sois plus direct avec moi.", "resilience", UP),
        ("Moins de blagues, s'il te plaît.", "humor", DOWN),
        ("Fais plus court.", "energy", DOWN),
        ("Eres demasiado formal.", "formality", DOWN),
        ("Deja de bromear.", "humor", DOWN),
        ("Sé más breve, por favor.", "energy", DOWN),
        ("Sei troppo serio.", "humor", UP),
        ("Dammi del tu.", "formality", DOWN),
        ("Sii più breve.", "energy", DOWN),
        ("Você é formal demais.", "formality", DOWN),
        ("Chega de piadas.", "humor", DOWN),
        ("Seja mais direto comigo.", "resilience", UP),
        ("你太正式了。", "formality", DOWN),
        ("说重点。", "energy", DOWN),
        ("别开玩笑。", "humor", DOWN),
        ("直接一点。", "resilience", UP),
    ],
)
def test_a_wish_is_read(said: str, dimension: str, direction: Direction | None):
    alone = corrections(said)
    assert [(one.dimension, one.direction, one.quote) for one in alone] == [
        (dimension, direction, said)
    ]
    # the language of a short turn is not that of those before
    other = "What did you think of the film that we saw on the first day of the week?"
    assert corrections(other, said) == alone


@pytest.mark.parametrize(
    "said",
    [
        "The dress code there is too formal for my taste, my boss said yesterday.",
        "I want a warmer coat.",
        "The film was too long.",
        "Can we talk about something serious? The weather is too cold.",
        "I felt cold and distant from my family.",
        "Would you be so kind as to look at it?",
        "You are so kind!",
        "Wären Sie so freundlich, die Angaben zu prüfen?",
        "Sei sempre così gentile con me.",
        "Muy amable.",
        "Estou tão animada com a viagem!",
        "我总觉得自己欠她一句话。",
    ],
)
def test_what_is_no_wish_is_none(said: str):
    assert corrections(said) == ()


def test_only_the_peer_asks():
    said = [Message(Role.ASSISTANT, "You are too formal, please be warmer.")]
    assert rules.read(said, RapportConfig()).corrections == ()


def test_of_each_dimension_the_last_wish_counts():
    found = corrections("You're too formal.", "Please be shorter.", "Hm, now be more formal again.")
    assert {(one.dimension, one.direction) for one in found} == {
        ("formality", UP),
        ("energy", DOWN),
    }


def test_a_quote_is_the_sentence_that_asks():
    (one,) = corrections("I read it twice. Please be a bit warmer with me. " + "And so on. " * 50)
    assert one.quote == "Please be a bit warmer with me."


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_word_lists_name_dimensions_and_have_no_empty_phrase(language):
    dimensions = {*DIMENSIONS, "style"}
    assert {wish.dimension for wish in language.wishes} == dimensions
    assert {quality.dimension for quality in language.qualities} <= set(DIMENSIONS)
    for some in (*language.cues.values(), *(wish.phrases for wish in language.wishes)):
        assert some
        assert all(phrase.strip() for phrase in some)
        assert len(set(some)) == len(some)
