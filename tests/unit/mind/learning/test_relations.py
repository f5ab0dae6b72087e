"""How two are related, read from sentences: what is read, and what is better not."""

import pytest

from sense_memory.core.records.graph import NodeType
from sense_memory.mind.learning.relation import Party
from sense_memory.mind.learning.relations import relations


def told(sentence: str, about: str | None = None) -> list[str]:
    """What is read: ``I works-at Acme``; with ``?`` behind a name that is not sure, ``-`` before
    what is so no longer."""

    def named(party: Party) -> str:
        return "I" if party.is_speaker else party.name + "?" * (not party.is_sure)

    return [
        f"{'-' * one.is_ended}{named(one.start)} {one.relation} {named(one.end)}"
        for one in relations(sentence, about)
    ]


READ = [
    ("I live in Berlin.", ["I lives-in Berlin"]),
    ("I live in Berlin, Germany.", ["I lives-in Berlin"]),
    ("I moved to Madrid last year.", ["I lives-in Madrid"]),
    ("I've recently moved to New York City.", ["I lives-in New York City"]),
    (
        "I'm a software engineer at Acme and live in San Francisco.",
        ["I works-at Acme", "I lives-in San Francisco"],
    ),
    ("Vergel works at Acme Corp.", ["Vergel works-at Acme Corp"]),
    ("Vergel prefers vanilla JS", ["Vergel? prefers vanilla JS"]),
    ("My sister Anna lives in Rome.", ["I sibling-of Anna", "Anna lives-in Rome"]),
    ("My wife's name is Anna.", ["I married-to Anna"]),
    ("My boss is Dana.", ["Dana manages I"]),
    ("Ben's wife is Clara.", ["Ben married-to Clara"]),
    ("Anna is my sister.", ["I sibling-of Anna"]),
    ("Anna is the sister of Ben.", ["Ben sibling-of Anna"]),
    ("I have a daughter named Mia.", ["I parent-of Mia"]),
    ("My mother Maria comes from Spain.", ["Maria parent-of I", "Maria from Spain"]),
    ("Anna has a dog called Rex.", ["Anna owns Rex"]),
    ("John Smith is married to me.", ["John Smith married-to I"]),
    (
        "My best friend Tom, who works at Google, is coming.",
        ["I friend-of Tom", "Tom works-at Google"],
    ),
    (
        "I speak German, French and English.",
        ["I speaks German", "I speaks French", "I speaks English"],
    ),
    ("I study computer science at TU Berlin.", ["I studies computer science"]),
    ("I use pnpm and Vim.", ["I uses pnpm", "I uses Vim"]),
    ("I am a member of the Chess Club of Berlin.", ["I member-of Chess Club of Berlin"]),
    ("I founded Acme in 2019.", ["I founded Acme"]),
    ("I own a Tesla Model 3.", ["I owns Tesla Model 3"]),
    ("I no longer work at Acme.", ["-I works-at Acme"]),
    ("Ich wohne in München.", ["I lives-in München"]),
    ("Meine Schwester heißt Anna.", ["I sibling-of Anna"]),
    ("Vivo en Madrid.", ["I lives-in Madrid"]),
    ("Mi hermana se llama Ana.", ["I sibling-of Ana"]),
    ("J'habite à Paris.", ["I lives-in Paris"]),
    ("Je travaille chez Renault.", ["I works-at Renault"]),
    # what a name means must be known from elsewhere
    ("I love Anna.", ["I likes Anna?"]),
    ("I know Python.", ["I knows Python?"]),
    ("Acme uses Postgres.", ["Acme? uses Postgres"]),
]


@pytest.mark.parametrize(("sentence", "expected"), READ, ids=[one for one, _ in READ])
def test_what_is_read(sentence: str, expected: list[str]) -> None:
    assert told(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "I don't live in Berlin.",
        "I never lived in Berlin.",
        "I would live in Berlin if I could.",
        "I used to live in Berlin.",
        "Do you live in Berlin?",
        "Maybe Anna works at Acme.",
        "I want to live in Berlin.",
        "If I lived in Berlin I'd be happy.",
        "I almost moved to Paris.",
        "Imagine I live in Paris.",
        "I live in Berlin or Potsdam.",
        "Anna said she lives in Rome.",
        'He wrote "I live in Berlin" on the wall.',
        "Anna thinks Ben works at Acme.",
        "In the novel Anna lives in Rome.",
        "I might join Acme.",
        "I'm going to study physics.",
        "We moved to Slack.",
        "I moved to Slack.",
        "I live in a small flat.",
        "I work for Anna's bakery.",
        "My boss is Dana's friend.",
        "My boss is on holiday.",
        "I love you.",
        "I like it when people are nice.",
        "I play it by ear.",
        "She works at SAP.",
        "Paris is nice.",
        "Everyone lives in Rome.",
        "Use tabs, not spaces",
        "Call me Ben.",
        "Ich wohne nicht in Berlin.",
        "No vivo en Madrid.",
        "Je n'habite pas à Paris.",
        "",
        "…",
    ],
)
def test_what_is_not_read(sentence: str) -> None:
    assert told(sentence) == []


def test_whom_it_is_about_is_who_is_meant() -> None:
    assert told("She works at SAP.", "vergel") == ["vergel works-at SAP"]
    assert told("Lives in Berlin", "vergel") == ["vergel lives-in Berlin"]
    assert told("prefers dark mode", "vergel") == ["vergel prefers dark mode"]
    assert told("vergel likes tea", "vergel") == ["vergel? likes tea"]
    assert told("His wife is called Clara.", "vergel") == ["vergel married-to Clara"]


def test_what_they_are() -> None:
    (lives,) = relations("I live in Berlin.")
    assert (lives.end.node, lives.proximity) == (NodeType.ENTITY, 4)
    (studies,) = relations("I study computer science.")
    assert studies.end.node is NodeType.CONCEPT
    (married,) = relations("I am married to Anna.")
    assert (married.end.node, married.attitude, married.proximity) == (NodeType.PERSON, 5, 5)


def test_a_long_sentence_says_no_more_than_so_much() -> None:
    names = " and ".join(f"Pnpm{number}" for number in range(40))
    assert len(relations(f"I use {names}.")) == 8
