"""A session read by rules: what it always gives, and what it makes of odd ones."""

import random

import pytest

from sense_memory.core.config import RapportConfig
from sense_memory.core.llm import Message, Role
from sense_memory.core.rapport import Signals
from sense_memory.core.records.rapport import DIMENSIONS, ResilienceType
from sense_memory.mind.rapport import rules
from sense_memory.mind.rapport.rules.lexicon import Cue
from sense_memory.mind.rapport.rules.quoting import QUOTED
from sense_memory.mind.rapport.rules.tally import Tally
from sense_memory.mind.rapport.rules.turns import Clue

CONFIG = RapportConfig()


def read(*said: str, config: RapportConfig = CONFIG) -> Signals:
    """What is read of turns, the peer's first, then one of each in turn; ``<`` is the agent's."""
    return rules.read(
        [
            Message(Role.ASSISTANT, text[1:].strip())
            if text.startswith("<")
            else Message(Role.USER, text)
            for text in said
        ],
        config,
    )


def values(signals: Signals) -> dict[str, float]:
    return {score.dimension: score.value for score in signals.scores}


@pytest.mark.parametrize(
    "said",
    [
        (),
        ("",),
        ("   \n\t ",),
        ("...",),
        ("\u0301\u0301\u0301",),
        ("<Hello, what can I do for you today?",),
        ("42",),
        ("\ud83d\ude00",),
        ("\ud800",),
        ("\x00\x00",),
        ("?" * 10_000,),
        ("ha" * 10_000,),
        ("a" * 100_000,),
        ("\u200d\ufe0f😂\u200d" * 1_000,),
    ],
)
def test_odd_input_gives_all_seven_and_little_confidence(said: tuple[str, ...]):
    signals = read(*said)
    assert [score.dimension for score in signals.scores] == list(DIMENSIONS)
    assert all(0.0 <= score.value <= 1.0 for score in signals.scores)
    assert 0 < signals.confidence <= CONFIG.rules_confidence
    assert signals.corrections == ()
    assert signals.resilience_type is ResilienceType.UNTESTED


def test_of_nothing_every_dimension_is_in_the_middle():
    for signals in (read(), read(""), read("", "<", "…")):
        assert all(0.4 <= value <= 0.6 for value in values(signals).values())
        assert all(score.signal == "nothing seen" for score in signals.scores)
        assert signals.confidence <= CONFIG.rules_confidence / 5


def test_what_was_not_seen_stays_in_the_middle():
    signals = read(
        "I moved the shelf to the other wall.",
        "<Good. Does it stand firmly there?",
        "It does. The second one goes next to it, I think.",
    )
    seen = values(signals)
    assert all(0.4 <= seen[name] <= 0.6 for name in ("humor", "depth", "trust", "resilience"))
    assert 0.4 <= seen["resilience"] <= 0.5


def test_scores_never_leave_zero_to_one():
    wild = "omg lol haha dude!!! 😂😂 wtf this is SOOO COOL yeah gonna wanna " * 50
    seen = values(read(*[wild] * 200))
    assert all(0 <= value <= 1 for value in seen.values())
    assert seen["formality"] < 0.15
    assert seen["energy"] > 0.85


def test_confidence_grows_with_text_and_never_beyond_what_is_configured():
    line = "I went to the market this morning and bought bread and two kinds of cheese for us."
    found = [read(*[line] * n).confidence for n in (1, 3, 10, 100)]
    assert found == sorted(found)
    assert found[0] < found[-1] <= CONFIG.rules_confidence
    for most in (0.05, 0.3, 1.0):
        config = RapportConfig(rules_confidence=most)
        assert 0 < read(*[line] * 100, config=config).confidence <= most


@pytest.mark.parametrize(
    "line",
    [
        "Сегодня утром я ходил на рынок и купил хлеб и два вида сыра для нас.",
        "今朝は市場へ行って、パンと二種類のチーズを買いました。とても楽しかったです。",
        "Dziś rano poszedłem na targ i kupiłem chleb oraz dwa rodzaje sera dla nas wszystkich.",
        "오늘 아침에 시장에 가서 빵과 치즈 두 종류를 샀습니다. 정말 좋았어요.",
        "ذهبت هذا الصباح إلى السوق واشتريت الخبز ونوعين من الجبن لنا جميعا.",
    ],
)
def test_a_language_without_words_is_read_with_less_confidence(line: str):
    known = "I went to the market this morning and bought bread and two kinds of cheese for us."
    assert read(*[line] * 30).confidence < 0.6 * read(*[known] * 30).confidence


def test_a_language_without_words_is_read_by_marks_and_lengths():
    lively = values(read("Это просто невероятно!!! 😂😂🔥", "Ура!!! Давай ещё, когда начнём?? 🎉"))
    flat = values(read("Да", "<Ещё что-нибудь?", "Нет", "<Хорошо", "Да"))
    assert lively["energy"] > 0.6
    assert flat["energy"] < 0.4
    assert lively["humor"] > 0.5
    assert lively["formality"] < 0.5


def test_contradictory_signs_lower_the_confidence():
    polite = "Dear Sir, I would be grateful if you would kindly confirm the aforementioned request."
    loose = "yeah dude that's dope lol gonna chill n stuff with my bro, wtf is this damn thing huh"
    alike = min(read(*[polite] * 6).confidence, read(*[loose] * 6).confidence)
    mixed = read(*[polite, loose] * 3).confidence
    assert mixed < alike


def test_the_end_outweighs_the_beginning():
    polite = "Dear Sir, I would be grateful if you would kindly confirm the aforementioned request."
    loose = "yeah dude that's dope lol gonna chill n stuff wtf"
    thawed = values(read(*[polite] * 4, *[loose] * 4))["formality"]
    cooled = values(read(*[loose] * 4, *[polite] * 4))["formality"]
    assert thawed < 0.5 < cooled


def test_both_sides_count_and_the_peer_counts_more():
    warm = "I am so glad you are here, my friend. Hugs!"
    plain = "The second number is larger than the first one."
    neither = values(read(plain, "<" + plain, plain, "<" + plain))["warmth"]
    agent = values(read(plain, "<" + warm, plain, "<" + warm))["warmth"]
    peer = values(read(warm, "<" + plain, warm, "<" + plain))["warmth"]
    assert neither < agent < peer


def test_a_negation_takes_a_sign_back():
    yes = values(read("The dog was very ashamed of what it did there on that day."))
    no = values(read("The dog was never ashamed of what it did there on that day."))
    assert no["trust"] < yes["trust"]


@pytest.mark.parametrize(
    ("said", "dimension"),
    [
        ("It is not mine and not yours and not theirs, is it?", "formality"),  # noted
        ("I don't talk about it much, and I don't mind that.", "warmth"),  # done
        ("Hello, it is the same one as before, is it?", "formality"),  # hell
        ("I thought about it for a while, as I have a car.", "warmth"),  # thoughtful, caring
        ("It really is the same, and the value is what you mean.", "depth"),  # reality, meaning
        ("Ich sehe es nicht wie du, und er sieht es auch nicht wie du.", "energy"),  # nichts
        ("Vou com ele e depois volto com ela para a casa dela.", "humor"),  # coma
        ("Come dici tu, ci vado come sempre con lui e con lei.", "humor"),  # coma
        ("Fui con ella a la casa y luego con su madre al mercado.", "humor"),  # coña
    ],
)
def test_a_small_word_is_no_sign_because_another_one_has_its_stem(said: str, dimension: str):
    signals = read(said)
    score = next(one for one in signals.scores if one.dimension == dimension)
    words = {cue.value for cue in Cue} - {"first person", "second person", "thanks"}
    seen = set(score.signal.partition(": ")[2].split(", "))
    assert not seen & words


def test_evidence_is_a_short_quote_of_the_turn_that_counted_most():
    long = "The list has many lines. " * 60
    signals = read(long + "I never told anyone that I am ashamed of it. " + long, "Fine.")
    trust = next(score for score in signals.scores if score.dimension == "trust")
    assert "ashamed" in trust.evidence
    assert trust.signal.startswith("open: ")
    for score in signals.scores:
        assert len(score.evidence) <= QUOTED + 2
        assert "\n" not in score.evidence


def test_what_the_agent_said_counts_and_is_not_quoted():
    warm = "I'm so sorry to hear that, my dear friend, and I'm proud of you."
    for said in (("Here is the list.", f"<{warm}"), (f"<{warm}", "thanks, that is kind of you")):
        score = next(one for one in read(*said).scores if one.dimension == "warmth")
        assert score.value > 0.5
        assert "affection" in score.signal
        assert score.evidence == ("" if said[1].startswith("<") else said[1])


def test_evidence_is_of_the_side_that_won():
    # not the strongest word of the turn, if that speaks against the others
    tally = Tally("energy")
    clues = ((0.6, "enthusiasm", 5), (0.6, "emoji", 9), (-0.7, "weariness", 40))
    tally.add(3, [Clue("energy", *clue) for clue in clues], 1.0)
    assert tally.best[True][1:] == (3, 5)


def test_languages_may_change_from_turn_to_turn():
    signals = read(
        "Sehr geehrte Frau Doktor, könnten Sie mir bitte die Unterlagen zukommen lassen?",
        "Je vous serais reconnaissant de bien vouloir me répondre, Madame.",
        "Le agradecería que me remitiera el contrato, estimado señor.",
        "尊敬的先生，烦请您提供相关说明，不胜感激。",
    )
    assert values(signals)["formality"] > 0.65


def test_spelling_in_pieces_reads_alike():
    composed = read("Ich schäme mich dafür, und ich fühle mich schuldig deswegen.")
    pieces = read("Ich scha\u0308me mich dafu\u0308r, und ich fu\u0308hle mich schuldig deswegen.")
    assert values(composed) == values(pieces)


def test_reading_is_the_same_whatever_was_read_before():
    said = ["Haha, my cat is a menace!", "<Is she?", "I'm afraid so. Please be shorter."]
    before = read(*said)
    chance = random.Random(1)
    for _ in range(50):
        read("".join(chance.choice("abc äß我!?. 😂'") for _ in range(200)))
    assert read(*said) == before


def test_many_messages_are_read_in_one_pass():
    turns = [Message(Role.USER, "ok"), Message(Role.ASSISTANT, "Shall we go on with it?")] * 5_000
    signals = rules.read(turns, CONFIG)
    assert values(signals)["energy"] < 0.4


@pytest.mark.parametrize(
    "piece",
    ["a", "a ", "ha", "haj", "e\u0301\u0327", "\u0327\u0301", "x", "k", "rs", ":-", "<3", "too ",
     "be more ", "too formal ", "push me ", "「", "我", "太", "don't ", "i don't ", "!?",
     "eheh", "\n", "_", "'"],
)  # fmt: skip
def test_no_pattern_explodes(piece: str):
    long = piece * (40_000 // len(piece))
    read(long + "\u2603", "<You said it is wrong, but it is not.", long)
