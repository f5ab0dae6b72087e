"""What is noted of a conversation, in many languages, and what is not."""

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import Turn
from sense_memory.mind.pyramid.noted import Noted
from sense_memory.mind.pyramid.rules.observing import (
    MOST_OF_ASSISTANT,
    MOST_OF_USER,
    observed,
)
from sense_memory.mind.search.dialogue import speaker_of


def user(text: str, speaker: str = "") -> Turn:
    return Turn("c", "t", Role.USER, text, 0.0, speaker)


def agent(text: str, speaker: str = "") -> Turn:
    return Turn("c", "t", Role.ASSISTANT, text, 0.0, speaker)


def texts(*turns: Turn) -> list[str]:
    return [one.text for one in observed(turns)]


@pytest.mark.parametrize(
    "text",
    [
        "Hi!", "Thanks a lot!", "Ok, sounds good.", "Yes.", "Wow, that is so cool!", "Haha", "lol",
        "How are you?", "What do you think?", "Can you help me?", "And then?", "No worries!",
        "Danke!", "Guten Morgen!", "Wie geht es dir?", "Merci beaucoup !", "Ça va ?", "¡Hola!",
        "Gracias.", "Grazie!", "Obrigado!", "Спасибо!", "谢谢！", "好的。", "你呢？",
        "ありがとう！", "そうですね。", "감사합니다.", "धन्यवाद।", "شكرا!", "😀👍", "...",
        "?!", "<3",
    ],
)  # fmt: skip
def test_small_talk_is_left_out(text: str) -> None:
    assert texts(user(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm a nurse.", "Blue.", "In 2019.", "At 5pm.", "My wife left me.", "He left his job.",
        "I don't smoke.", "We fly to Rome on 5 June.", "I love you.", "Tomorrow is my birthday!",
        "I moved to Berlin last month, remember?", "Should I tell my boss that I'm pregnant?",
        "Is the meeting with Anna at 3pm?", "Great, see you on Friday!", "She has two kids.",
        "Ich wohne in Köln.", "Meine Frau heißt Anna.", "J'habite à Lyon.", "Vivo en Madrid.",
        "Abito a Roma.", "Moro em Lisboa.", "Ik woon in Gent.", "Я живу в Москве.", "我叫王伟。",
        "私は東京に住んでいます。", "나는 서울에 살아요.", "मैं दिल्ली में रहता हूँ।",
        "أنا أعيش في القاهرة.", "אני גר בחיפה.", "ผมอยู่กรุงเทพ", "Ben Ankara'da yaşıyorum.",
        "Μένω στην Αθήνα.",
    ],
)  # fmt: skip
def test_what_says_something_stays_as_it_was_said(text: str) -> None:
    assert texts(user(text)) == [text]


def test_what_users_say_of_themselves_is_of_them_and_no_other() -> None:
    given = [
        user("I have a dog. He is called Rex. Paris is large."),
        agent("Your dog sounds lovely. I made a mistake. I can send you more."),
        user('My boss said "I quit". She said "I am ill".'),
    ]
    assert observed(given) == [
        Noted("I have a dog.", 0, "user"),
        Noted("He is called Rex.", 0, "user"),
        Noted("Paris is large.", 0, None),
        Noted("Your dog sounds lovely.", 1, None),
        Noted("I made a mistake.", 1, "assistant"),
        Noted("I can send you more.", 1, None),
        Noted('My boss said "I quit".', 2, "user"),
        Noted('She said "I am ill".', 2, "user"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Ich wohne in Köln.", "Mon frère s'appelle Luc.", "Mi hermana se llama Ana.",
        "Mio fratello si chiama Luca.", "Meu gato é preto.", "Mijn hond heet Rex.",
        "Мою собаку зовут Шарик.", "我叫王伟。", "私は医者です。", "제가 의사예요.",
        "제 딸은 민지예요.", "मुझे क्रिकेट पसंद है।", "أنا طبيب.", "אני רופא.", "ผมเป็นหมอ",
        "Ben doktorum.", "Είμαι ο γιος μου.",
    ],
)  # fmt: skip
def test_first_persons_of_many_languages(text: str) -> None:
    assert [one.topic for one in observed([user(text)])] == ["user"]


def test_names_stand_before_what_is_said_so_that_it_reads_as_a_line() -> None:
    given = [
        user("I moved to Rome.", "Anna"),
        user("I stayed.", "Ben  Li"),
        user("I am Tom.", "x:y"),
    ]
    found = observed(given)
    assert [one.text for one in found] == [
        "Anna: I moved to Rome.",
        "Ben Li: I stayed.",
        "I am Tom.",
    ]
    assert [speaker_of(one.text) for one in found] == ["Anna", "Ben Li", None]
    # of several users nobody is the user
    assert {one.topic for one in found} == {None}
    assert observed(given[:1])[0].topic == "user"


def test_who_is_called_by_a_name_is_not_told_of() -> None:
    assert texts(user("No doubt!", "Ben"), user("Thanks, Mel! Wow, Ben!", "Melanie")) == []


@pytest.mark.parametrize(
    ("greeting", "remarks"),
    [
        ("Hey Gina!", "Thanks, Gina! Way to go, Gina! Gina!"),
        ("Thanks so much, Bo.", "Yeah Bo! No worries, Bo!"),
        ("Hallo Anna, danke!", "Genau, Anna! Super, Anna!"),
        ("Привет, Анна!", "Спасибо, Анна!"),
    ],
)
def test_who_is_greeted_by_a_name_is_not_told_of_where_nobody_is_named(
    greeting: str, remarks: str
) -> None:
    assert texts(user(greeting), agent(remarks)) == []
    # what is said of them stays
    assert len(texts(user(greeting), agent("I met your wife in Rome on Friday."))) == 1


@pytest.mark.parametrize("text", ["Good Friday is a holiday.", "Hi, Monday is fine.", "Rome."])
def test_not_every_name_is_somebody_who_is_spoken_to(text: str) -> None:
    assert texts(user("Hello everyone! Great Britain. Thanks again."), user(text))[-1] == text


@pytest.mark.parametrize("said", ['He shouted "I quit".', "Er rief „Ich gehe“.", "他说“我走”。"])
def test_what_is_quoted_another_one_said(said: str) -> None:
    assert observed([user(said)]) == [Noted(said, 0, None)]


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Fine. Do you smoke?", "Never.", ["Do you smoke? Never."]),
        (
            "What is your dog called?",
            "Rex! He is two.",
            ["What is your dog called? Rex!", "He is two."],
        ),
        ("Are you allergic to peanuts?", "Yes, very.", ["Are you allergic to peanuts? Yes, very."]),
        ("Rauchst du Pfeife?", "Nein.", ["Rauchst du Pfeife? Nein."]),
        ("你吃花生吗？", "不。", ["你吃花生吗？ 不。"]),
        ("How are you?", "Great!", []),
        ("Do you smoke?", "Thanks!", []),
        ("Is it raining in Paris?", "Yes.", []),
        ("Do you smoke? I do.", "Never.", []),
        ("Do you smoke?", "I live in Rome with my dog.", ["I live in Rome with my dog."]),
        ("Do you smoke?", "Do you?", []),
    ],
)
def test_an_answer_of_a_word_stands_with_its_question(
    question: str, answer: str, expected: list[str]
) -> None:
    found = [one for one in observed([agent(question), user(answer)]) if one.turn == 1]
    assert [one.text for one in found] == expected
    assert all(one.topic == "user" for one in found)
    # nobody answers themselves
    assert texts(user("Do you smoke?"), user("Never.")) == []


def test_code_is_left_out_and_a_list_stands_with_what_announces_it() -> None:
    text = "I need:\n- tea\n- milk\n\n```\nx = 'I am code.'\n```"
    assert texts(user(text)) == ["I need: tea; milk"]


def test_a_turn_yields_no_more_than_its_weightiest_sentences_in_their_order() -> None:
    said = [f"The street number {n} is near Lake {chr(65 + n % 26)}orth." for n in range(60)]
    said[30] = "Rain falls."
    found = texts(user(" ".join(said)))
    assert len(found) == MOST_OF_USER
    assert "Rain falls." not in found
    assert found == sorted(found, key=said.index)
    assert len(texts(agent(" ".join(said)))) == MOST_OF_ASSISTANT


def test_what_is_said_twice_in_a_turn_is_noted_once() -> None:
    assert texts(user("I live in Rome. I live in Rome.")) == ["I live in Rome."]


def test_what_is_noted_of_a_turn_does_not_depend_on_how_often_it_is_asked() -> None:
    given = [user("I live in Rome. It is warm.")]
    assert observed(given) == observed(given)


turn = st.builds(
    Turn,
    st.just("c"),
    st.just("t"),
    st.sampled_from(Role),
    st.text(max_size=300) | st.text("aI .!?\n-:`\"'我。 नू", max_size=300),
    st.none(),
    st.sampled_from(["", "Anna", "王伟", ":", "\n"]),
)


@settings(deadline=None)
@given(st.lists(turn, max_size=4))
def test_nothing_raises_and_every_note_names_its_turn(turns: list[Turn]) -> None:
    found = observed(turns)
    assert [one.turn for one in found] == sorted(one.turn for one in found)
    assert all(one.text.strip() and 0 <= one.turn < len(turns) for one in found)
    assert found == observed(turns)


@settings(deadline=None)
@given(st.lists(turn, max_size=4))
def test_what_was_noted_was_said(turns: list[Turn]) -> None:
    for one in observed(turns):
        nearby = turns[max(0, one.turn - 1) : one.turn + 1]
        said = "".join("".join(turn.text.split()) for turn in nearby)
        note = "".join(one.text.split(": ", 1)[-1].split())
        # items of a list stand behind one another with a mark between them
        assert all(part in said or part.rstrip(";") in said for part in note.split(";") if part)
