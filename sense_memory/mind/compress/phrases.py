"""A value without sentences: words that say little go, choices and reasons get signs of their own.

``We chose Orpheus over Kokoro because it is warmer.`` becomes ``orpheus>kokoro (warmer)``.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from .. import text
from ..token_count import token_count
from .languages import BARE_VERBS, Language, Phrases, language_of
from .notation import visible
from .words import Word, sentences

CUT = "…"

_TITLE_CASE = re.compile(r"[^\W\d_]{2,}")
"""Of one letter it is a name that says nothing in lower case: plan A, vitamin C."""
_SHORTER = {
    "don't": "not", "doesn't": "not", "didn't": "not", "isn't": "not", "aren't": "not",
    "wasn't": "was not", "weren't": "were not", "hasn't": "not", "haven't": "not",
    "hadn't": "had not", "can't": "cannot", "couldn't": "could not", "won't": "will not",
    "wouldn't": "would not", "shouldn't": "should not", "mustn't": "must not",
}  # fmt: skip
"""Contractions that cost three tokens."""


def shorthand(value: str, subject: Collection[str] = ()) -> str:
    """What a value says, in few words.

    Args:
        value: A text of any script.
        subject: Words, as ``text.words`` gives them, that stand before it already: they go where a
            sentence begins with them.
    """
    language = language_of(value)
    shortened = [_sentence(sentence, language, subject) for sentence in sentences(value)]
    return "; ".join(each for each in shortened if each) or visible(value)


def unsaid(value: str, words: Iterable[str]) -> list[str]:
    """Which of some words a value does not have, be it in another form."""
    said = set(text.tokens(value))
    little = language_of(value).dropped
    return [
        word
        for word in words
        if word.lower() not in little and not said.issuperset(text.tokens(word) or [word])
    ]


def cut_to(said: str, tokens: int) -> str:
    """The text, or as much of it as costs so many tokens with the mark of a cut.

    Round brackets that the cut leaves open are closed.
    """
    if token_count(said) <= tokens:
        return said
    end = spent = depth = 0
    for word in re.finditer(r"\S+", said):
        depth = _depth_behind(word[0], depth)
        spent += token_count(word[0])
        if spent + 1 + depth > tokens:
            if token_count(said[:end]) < tokens // 2:
                # a script without spaces, or one very long word
                end = _last_that_fits(said, end, word.end(), tokens)
            break
        end = word.end()
    return _cut_off(said[:end])


def _last_that_fits(said: str, low: int, high: int, tokens: int) -> int:
    """How many characters cost so many tokens with the mark of a cut; ``low`` of them do not."""
    while low < high:
        middle = (low + high + 1) // 2
        if token_count(_cut_off(said[:middle])) <= tokens:
            low = middle
        else:
            high = middle - 1
    return low


def _cut_off(said: str) -> str:
    kept = said.rstrip(" ,;:.(>")
    return kept + CUT + ")" * _depth_behind(kept)


def _depth_behind(said: str, depth: int = 0) -> int:
    """How many round brackets are open behind a text before which so many are."""
    for char in said:
        if char == "(":
            depth += 1
        elif char == ")":
            depth = max(0, depth - 1)
    return depth


def _sentence(words: Sequence[Word], language: Language, subject: Collection[str]) -> str:
    words = _unended(_without_subject(_apart(words, language), language, subject))
    main, reason = _reason(words, language)
    said = _choice(main, language) or _plain(main, language)
    why = _plain(reason, language)
    return f"{said} ({why})" if said and why else said or why


def _apart(words: Iterable[Word], language: Language) -> list[Word]:
    """The words, with what is written together with the next one as a word of its own."""
    apart = []
    for word in words:
        elided = next((each for each in language.elisions if word.plain.startswith(each)), "")
        if elided and len(elided) < len(word.core) and not word.is_verbatim:
            apart.append(Word(word.lead, word.core[: len(elided)], ""))
            apart.append(Word("", word.core[len(elided) :], word.trail))
        else:
            apart.append(word)
    return apart


def _without_subject(
    words: Sequence[Word], language: Language, subject: Collection[str]
) -> list[Word]:
    """The sentence from behind the last of the words of the subject with which it begins."""
    begin = 0
    for at, word in enumerate(words):
        parts = text.words(word.core)
        if parts and all(part in subject for part in parts) and not word.is_verbatim:
            begin = at + 1
        elif not _says_little(word, language):
            break
    rest = words[begin:]
    # of "Anna and Bob sing" Anna cannot go
    return list(words if not rest or rest[0].plain in language.joining else rest)


def _unended(words: list[Word]) -> list[Word]:
    """The sentence without the mark that ends it, unless it asks something."""
    if not words:
        return words
    trail = words[-1].trail.rstrip(".!,;:…。！；")
    return [*words[:-1], replace(words[-1], trail=trail)]


def _reason(words: Sequence[Word], language: Language) -> tuple[Sequence[Word], Sequence[Word]]:
    """What is said, and why."""
    at, phrase = _first(words, language.because)
    if phrase is None and _first(words, language.choosing)[1] is not None:
        at, phrase = _first(words, language.because_chosen)
    if phrase is None:
        return words, ()
    if at > 0:
        return _unended(list(words[:at])), words[at + len(phrase) :]
    for end, word in enumerate(words):
        if word.trail.endswith(",") and end + 1 < len(words):
            return words[end + 1 :], _unended(list(words[len(phrase) : end + 1]))
    return words, ()


def _choice(words: Sequence[Word], language: Language) -> str:
    """``chosen>not chosen``, or nothing where the sentence says no such thing."""
    chosen_at, choosing = _first(words, language.choosing)
    at, phrase = _first(words, language.rather)
    if phrase is None and choosing is not None:
        at, phrase = _first(words, language.over)
        if phrase is not None and _is_no_choice(words[chosen_at + len(choosing) :], language):
            return ""
        if phrase is None:
            at, phrase = _compared(words, chosen_at, language)
    if phrase is None or at == 0 or at + len(phrase) == len(words):
        return ""
    before, after = words[:at], words[at + len(phrase) :]
    if before[-1].plain in language.no_choice:
        return ""
    if choosing is None or at <= chosen_at < at + len(phrase):
        left, right = _plain(before, language), _plain(after, language)
        return f"{left}>{right}" if left and right else ""
    if chosen_at < at:
        context, left_words = before[:chosen_at], before[chosen_at + len(choosing) :]
        if not left_words:
            # "Orpheus was chosen over Kokoro"
            context = ()
            left_words = [word for word in before[:-1] if word.plain not in language.auxiliary]
    else:
        context, left_words = (), before
        end = chosen_at - at - len(phrase)
        after = [*after[:end], *after[end + len(choosing) :]]
    about = next((i for i, word in enumerate(after) if i and word.plain in language.about), None)
    right_words, rest = (after, ()) if about is None else (after[:about], after[about:])
    # "mag Hunde lieber als Katzen"
    left_words = [word for word in left_words if (word.plain,) not in _known(word, language)]
    left = _plain(_lowered(_unended(left_words)), language)
    right = _plain(_lowered(_unended(list(right_words))), language)
    if not left or not right:
        return ""
    said = (_plain(context, language), f"{left}>{right}", _plain(rest, language))
    return " ".join(each for each in said if each)


def _known(word: Word, language: Language) -> tuple[tuple[str, ...], ...]:
    """The forms of to choose that begin with a word."""
    return language.choosing.get(word.plain, ())


def _is_no_choice(words: Sequence[Word], language: Language) -> bool:
    """Whether "picked" is of "picked up", or "over" of "over the weekend" or "over 30"."""
    at, phrase = _first(words, language.over)
    behind = words[at + len(phrase or ()) :]
    first = next((word for word in behind if word.plain not in language.dropped), None)
    return (
        (bool(words) and words[0].plain in language.no_choice)
        or first is None
        or first.plain in language.no_choice
        or first.core[:1].isdigit()
    )


def _compared(
    words: Sequence[Word], chosen_at: int, language: Language
) -> tuple[int, tuple[str, ...] | None]:
    """Where "to" stands between what is preferred and what is not, both of a word or two."""
    plain = [word.plain for word in words]
    between = language.compared.get(plain[chosen_at], "")
    if between in plain[chosen_at:]:
        at = plain.index(between, chosen_at)
        behind = [word for word in plain[at + 1 :] if word not in language.dropped]
        if 1 < at - chosen_at <= 3 and 0 < len(behind) <= 2 and behind[0] not in BARE_VERBS:
            return at, (between,)
    return len(words), None


def _lowered(words: Iterable[Word]) -> list[Word]:
    """The words with names in lower case, but for those that have capitals within."""
    return [
        replace(word, core=word.core.lower())
        if not word.is_verbatim and _TITLE_CASE.fullmatch(word.core) and word.core.istitle()
        else word
        for word in words
    ]


def _plain(words: Sequence[Word], language: Language) -> str:
    """The words without those that say little, which may be none."""
    kept: list[Word] = []
    opened = ""
    for word, stays in zip(words, _staying(words, language), strict=True):
        if stays:
            core = word.core if word.is_verbatim else _SHORTER.get(word.plain, word.core)
            kept.append(replace(word, lead=opened + word.lead, core=core))
            opened = ""
            continue
        opened += "".join(char for char in word.lead if char == "(")
        closed = "".join(char for char in word.trail if char in "),;:")
        if kept and closed and not kept[-1].trail.endswith(closed):
            kept[-1] = replace(kept[-1], trail=kept[-1].trail + closed)
    return " ".join(map(str, kept)).rstrip(" ,;:")


def _staying(words: Sequence[Word], language: Language) -> list[bool]:
    """Of each word, whether it stays."""
    plain = [word.plain for word in words]
    stays = [not _can_go(words, at, language) for at in range(len(words))]
    for word, others in language.beside.items():
        if others & set(plain):
            stays = [stay or each == word for stay, each in zip(stays, plain, strict=True)]
    for at in range(len(words)):
        if phrase := _begun(plain, at, language.together):
            stays[at : at + len(phrase)] = [True] * len(phrase)
    return stays


def _can_go(words: Sequence[Word], at: int, language: Language) -> bool:
    word = words[at]
    if word.plain in language.joining and at and words[at - 1].trail.endswith(","):
        return True
    if not _says_little(word, language):
        return False
    if word.plain in language.naming and at and _is_name(words[at - 1]):
        after = next((each for each in words[at:] if each.plain not in language.naming), word)
        if _is_name(after):
            return False
    # "IT", "US" and "plan A" are names; so is "The Who" within a sentence
    return word.core == "I" or word.core.islower() or at == 0


def _says_little(word: Word, language: Language) -> bool:
    return not word.is_verbatim and (
        word.plain in language.dropped or word.plain in language.elisions
    )


def _is_name(word: Word) -> bool:
    return word.is_verbatim or word.core[:1].isupper()


def _first(words: Sequence[Word], phrases: Phrases) -> tuple[int, tuple[str, ...] | None]:
    """Where the first of some phrases begins, and which it is: the longest that begins there."""
    plain = [word.plain for word in words]
    for at in range(len(plain)):
        if phrase := _begun(plain, at, phrases):
            return at, phrase
    return len(plain), None


def _begun(plain: Sequence[str], at: int, phrases: Phrases) -> tuple[str, ...] | None:
    """The longest of some phrases that begins at a word."""
    for phrase in phrases.get(plain[at], ()):
        if tuple(plain[at : at + len(phrase)]) == phrase:
            return phrase
    return None
