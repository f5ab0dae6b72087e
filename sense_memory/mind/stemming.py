"""One form for the forms of a word, by cutting common endings off.

Which language a word is of cannot be told from the word, and one that is asked for must meet the
same one that was stored: so each word is stemmed by its letters alone. Latin words lose the endings
of English, and the vowels that tell gender and case in other languages; Cyrillic ones the
endings of Russian nouns, adjectives and verbs. Words of other scripts stay as they are.
"""

from functools import lru_cache

_VOWELS = frozenset("aeiouy")
_SHORTEST = 3
"""Letters that stay at least."""
_AMERICAN = 5
"""Letters up to which ``our`` is not written ``or`` in America."""

_DERIVED = (
    ("ational", "ate"),
    ("ization", "ize"),
    ("fulness", ""),
    ("iveness", "ive"),
    ("ousness", "ous"),
    ("ations", "ate"),
    ("ation", "ate"),
    ("ities", ""),
    ("ically", "ic"),
    ("ingly", ""),
    ("edly", ""),
    ("ness", ""),
    ("ment", ""),
    ("ity", ""),
    ("ful", ""),
    ("ly", ""),
)
"""English endings that make one kind of word of another, and what is left of them."""

_CYRILLIC = """
    ами ями иями ого его ому ему ыми ими ыи ии ои еи ая яя ое ее ые ие ую юю ах ях иях ам ям иям
    ов ев ом ем ешь ишь ете ите ет ит ют ут ят ат ла ло ли ть ться тся лась лось лись лся а я о
    е ы и у ю ь
"""
"""Folded, so with и for й."""
_RUSSIAN = sorted(_CYRILLIC.split(), key=lambda ending: (-len(ending), ending))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a folded word."""
    if word.isascii():
        return _latin(word) if word.isalpha() else word
    if "\u0400" <= word[0] <= "\u04ff":
        return _without_russian_ending(word)
    return word


def _latin(word: str) -> str:
    word = _singular(word)
    if "our" in word[2:] and len(word) > _AMERICAN:
        word = word.replace("our", "or")  # colour, color
    word = _without_tense(word)
    for ending, left in _DERIVED:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST + 1:
            word = word.removesuffix(ending) + left
            break
    if len(word) > _SHORTEST:
        if word[-1] == "y":
            return f"{word[:-1]}i"
        if word[-1] in "eao":
            return word[:-1]
    return word


def _singular(word: str) -> str:
    if len(word) <= _SHORTEST:
        return word
    if word.endswith("ies") and len(word) > _SHORTEST + 1:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word[-1] == "s" and word[-2] not in "sui":
        return word[:-1]
    return word


def _without_tense(word: str) -> str:
    for ending in ("ing", "ed"):
        left = word.removesuffix(ending)
        if left != word and len(left) >= _SHORTEST and not _VOWELS.isdisjoint(left):
            if left[-1] == left[-2] and left[-1] not in "lsz":
                return left[:-1]  # planned, plan
            return left
    return word


def _without_russian_ending(word: str) -> str:
    for ending in _RUSSIAN:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word
