"""What of a text is a statement that is worth keeping, and why the rest is not."""

import re
from collections.abc import Collection
from typing import TypeAlias

from ...core.learned import NotLearned, Skipped
from ..contradiction import Kind, read
from ..extracts.sentences import sentences
from ..extracts.words import words_of
from ..prompt.frame import RULE
from ..pyramid.rules.observing import is_first_person, tells
from ..text import content_of, words
from .secrets import LEFT_OUT, shown, without_secrets

Injected: TypeAlias = frozenset[frozenset[str]]
"""The content words of each text and sentence that a prompt told."""

_ASKS = re.compile(r"[?？؟;⁇]\W*$")
_LASTING = frozenset(("liking", "preference", "allergy", "diet", "speaking", "member"))
"""Of what can have several values, what somebody still is or likes in a month."""
_SURE = 0.8
"""From which certainty on a value is one of those that replace each other."""
_STANDING = re.compile(
    r"\b(?:always|never|from now on|in (?:the )?future|call me|address me|my name is|remember that|"
    r"immer|niemals|ab jetzt|nenn mich|merk dir|siempre|nunca|a partir de ahora|llámame|"
    r"toujours|jamais|désormais|appelle-moi)\b|请?叫我|以后|总是",
    re.IGNORECASE,
)
"""What is meant to hold from now on."""
_ORDER = re.compile(
    r"(?:please |can you |could you |would you |will you |let's |let us |hey,? |now |ok(?:ay)?,? |"
    r"then )*(?:please |write|show|send|tell me|give me|explain|help|make me|create|generate|"
    r"translate|summari[sz]e|remind me|find me|find|search|look up|look for|list|describe|compare|"
    r"calculate|convert|draw|draft|rewrite|fix|check|review|open|run|add|remove|delete|rename|"
    r"refactor|implement|proofread|suggest|recommend|schedule|book|play|set (?:a|an)|turn o|"
    r"continue|go on|try again|stop|wait|do (?:it|that|this)|bitte |schreib|zeig|gib mir|erkläre|"
    r"hilf|mach|übersetze|por favor|escribe|muestra|dame|explica|ayúda|traduce|s'il te pla|"
    r"écris|montre|donne-moi|explique|aide|traduis)(?:\b|(?<= ))",
    re.IGNORECASE,
)
"""How an order begins that is done once."""
_ALSO = re.compile(
    r"\b(?:also|too|as well|additionally|auch|zudem|außerdem|también|además|aussi|également)\b"
    r"|也|还",
    re.IGNORECASE,
)
_FENCED = re.compile(r"^={3,} .+ ={3,}$")
_END = re.compile(r"^={3,} end of .+ ={3,}$")


def statements(text: str, injected: Injected = frozenset()) -> tuple[list[str], list[Skipped]]:
    """The sentences of a text that state something, in order, and those that do not.

    Args:
        text: What somebody said or noted.
        injected: Content words of what a prompt told, as ``injected_by`` gives them.
    """
    # before it is cut into sentences: a key of several lines is none of them
    own, quoted = without_fenced(without_secrets(text))
    found: list[str] = []
    skipped = [Skipped(line, NotLearned.INJECTED) for line in quoted]
    for sentence in dict.fromkeys(sentences(own)):
        if LEFT_OUT in sentence:
            skipped.append(Skipped(shown(sentence), NotLearned.SECRET))
        elif is_injected(sentence, injected):
            skipped.append(Skipped(sentence, NotLearned.INJECTED))
        elif is_statement(sentence):
            found.append(sentence)
        else:
            skipped.append(Skipped(sentence, NotLearned.EMPTY))
    return found, skipped


def is_statement(sentence: str) -> bool:
    """Whether a sentence says something that may still be worth knowing in a month."""
    if _ASKS.search(sentence) or is_order(sentence):
        return False
    return tells(sentence, frozenset(), is_user=True)


def is_order(sentence: str) -> bool:
    """Whether it tells somebody to do something once; what is to hold from now on is none."""
    return _ORDER.match(sentence) is not None and _STANDING.search(sentence) is None


def is_lasting(sentence: str) -> bool:
    """Whether what somebody says in passing is of the kind that is still so in a month.

    What they are, have, like or want done, each as far as the words of contradictions know it; of
    all else there is an observation.
    """
    if _STANDING.search(sentence):
        return True
    if not is_first_person(sentence):
        return False
    return any(
        claim.kind is Kind.CHOICE
        or (claim.kind is Kind.SLOT and claim.certainty >= _SURE)
        or claim.slot in _LASTING
        for claim in read("people", "facts", "", sentence, ()).claims
        if claim.value != ("*",)
    )


def is_addition(sentence: str) -> bool:
    """Whether it says that something holds beside what is known."""
    return _ALSO.search(sentence) is not None


def without_fenced(text: str) -> tuple[str, list[str]]:
    """A text without the blocks that a prompt quotes memories in, and the lines of those."""
    if "===" not in text:
        return text, []
    kept: list[str] = []
    taken: list[str] = []
    is_inside = False
    for line in text.splitlines():
        bare = line.strip()
        if is_inside and _END.match(bare):
            is_inside = False
        elif not is_inside and _FENCED.match(bare):
            is_inside = True
            if kept and kept[-1].strip() == RULE:
                kept.pop()  # what is said above a block is part of it
        elif is_inside:
            taken.append(bare)
        else:
            kept.append(line)
    return "\n".join(kept), [line for line in taken if line]


def injected_by(texts: Collection[str]) -> Injected:
    """The content words of what was put into a prompt: of each text, and of each sentence."""
    said = (one for text in texts for one in (text, *sentences(text)))
    return frozenset(found for one in said if (found := _content(one)))


def is_injected(sentence: str, injected: Injected) -> bool:
    """Whether a sentence only says again what a prompt told."""
    return bool(injected) and _content(sentence) in injected


def _content(text: str) -> frozenset[str]:
    return frozenset(content_of(words(text)) or words_of(text))
