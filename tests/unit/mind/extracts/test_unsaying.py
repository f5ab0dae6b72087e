"""Who asks that something be forgotten says nothing that is to be kept."""

import pytest

from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import Turn
from sense_memory.mind.extracts.unsaying import asks_to_forget
from sense_memory.mind.learning.statements import is_statement
from sense_memory.mind.pyramid.rules.observing import observed

ASKED = [
    "Forget that I prefer tabs over spaces.",
    "Please forget that my sister Lena always calls me Ben.",
    "please, forget what I said about Rust",
    "Can you forget my address?",
    "I want you to forget everything about Ada.",
    "Now forget where I live.",
    "Please delete everything you know about Lena.",
    "Erase all you learned about me.",
    "Remove Lena from your memory.",
    "Don't remember that I smoke.",
    "Don\u2019t remember my phone number, it is 555.",
    "Vergiss, dass ich in Berlin wohne.",
    "Olvida que vivo en Madrid.",
    "Oublie que j'habite à Paris.",
    "请忘记我住在北京。",
]
SAID = [
    "Don't forget that I am allergic to nuts.",
    "Never forget that my name is Ada.",
    "Forget that, I moved to Berlin.",
    "Forget it, I'll take tea.",
    "I always forget my keys.",
    "Forget-me-nots are my favourite flowers.",
    "Forgetting names embarrasses me.",
    "I forget that people have names.",
    "Vergiss nicht, dass ich Nüsse nicht vertrage.",
    "All of my friends live in Turin.",
    "Store my bike in the cellar.",
    "Don't keep my dog waiting.",
]


@pytest.mark.parametrize("sentence", ASKED)
def test_who_asks_to_forget_is_not_taken_at_the_word(sentence: str) -> None:
    assert asks_to_forget(sentence)
    assert not is_statement(sentence)
    assert observed([Turn("c", "1", Role.USER, sentence, 0.0)]) == []


@pytest.mark.parametrize("sentence", SAID)
def test_what_only_sounds_like_it_says_something(sentence: str) -> None:
    assert not asks_to_forget(sentence)
    assert observed([Turn("c", "1", Role.USER, sentence, 0.0)])
