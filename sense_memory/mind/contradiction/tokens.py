"""A text as words, numbers and marks, folded so that spelling does not tell two words apart."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"[{_CJK}]"  # scripts without spaces: one character, one word
    r"|[$€£¥₹]?\d+(?:[.,:/-]\d+)*(?:[^\W\d_]+|[%€$£])*"
    rf"|[^\W\d_{_CJK}][\w]*(?:[.+#&/@-][^\W_]+)*[+#]*"
    r"|'s\b|->|=>|[→;.!?(),:=\n。，；！？]"
)
_CONTRACTIONS = (
    (re.compile(r"\bcan't\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bcannot\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"\bain't\b", re.IGNORECASE), "is not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (re.compile(r"'re\b", re.IGNORECASE), " are"),
    (re.compile(r"'ve\b", re.IGNORECASE), " have"),
    (re.compile(r"'ll\b", re.IGNORECASE), " will"),
    (re.compile(r"'m\b", re.IGNORECASE), " am"),
    (re.compile(r"'d\b", re.IGNORECASE), " would"),
    (re.compile(r"\b(it|he|she|that|who|there|what|here|where)'s\b", re.IGNORECASE), r"\1 is"),
    (
        re.compile(r"'s(?= (?:a|an|not|no|now|currently|based|located|married|called|moving)\b)"),
        " is",
    ),
    (re.compile(r"\b([dlnjmtscq]|qu)'(?=\w)", re.IGNORECASE), r"\1 "),  # l'adresse, n'aime
    (re.compile(r"(\w)'s\b"), r"\1 's"),
    (re.compile(r"(\ws)'(?= )"), r"\1 's"),
)
_OBLIGED = re.compile(r"\b(?:has|have|needs?|ought|is) to be\b", re.IGNORECASE)
_BRITISH = re.compile(r"(?<=col|fav|lab|hon|hum|rum|arm|lav|ghb|avi|arb)our")
ENDS = frozenset(".;!?\n。；！？")
MARKS = frozenset(".;!?(),:=\n。，；！？→") | {"->", "=>"}


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark.

    Attributes:
        text: Folded.
        is_name: It is written with a capital letter.
    """

    text: str
    is_name: bool

    @property
    def is_number(self) -> bool:
        """It begins with a digit, perhaps after the sign of a currency."""
        return self.text[0].isdigit() or (self.text[0] in "$€£¥₹" and len(self.text) > 1)


def fold(word: str) -> str:
    """A word without case, accents and width: ``É`` and ``e`` are one."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def tokens_of(text: str) -> list[Token]:
    """The words, numbers and marks of a text, in order."""
    text = text.replace("\u2019", "'").replace("\u2014", ";").replace(" - ", " ; ")
    if " to be " in text:
        text = _OBLIGED.sub("must be", text)
    if "'" in text or "annot" in text:
        for pattern, instead in _CONTRACTIONS:
            text = pattern.sub(instead, text)
    return [Token(fold(found), found[0].isupper()) for found in _TOKEN.findall(text)]


def words_of(text: str) -> list[str]:
    """The folded words of a short phrase."""
    return [token.text for token in tokens_of(text)]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word without an English ending; of the other languages, without a plural s.

    It serves to compare words, and is no word itself.
    """
    if len(word) <= 3 or not word.isalpha():
        return word
    word = _BRITISH.sub("or", word)
    for ending, instead in (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            if ending == "s" and word.endswith(("ss", "us", "is")):
                break
            word = word[: -len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioulsz":
        return word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
