"""A value as words: what was quoted stays whole, and everything knows where a sentence ends."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .notation import visible

_TOKEN = re.compile(
    r"(?P<code>`+)(?P<inside>[^`]{1,1000})(?P=code)(?P<after>[^\s`]*)"
    r'|\(*(?:"[^"]{1,300}"|“[^”]{1,300}”|„[^“”]{1,300}[“”]|«[^»]{1,300}»)\S*'
    r"|\S+"
)
"""Quotations have bounds, so that a mark that is never closed does not make all else be read again
for every mark that follows it."""
_LEAD = "\"'“„‘«([*_"
_TRAIL = "\"'”“’»)],.;:!?…*_。！？；"
_ENDS = re.compile(r"[.!?…。！？；;]+[\"'”’»)\]*_]*")
_BULLET = re.compile(r"(?:[-*•‣·>#]+|\d{1,3}[.)])\s+")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)([^*_\n]+)(?<=\S)\1(?![\w*])")
_ABBREVIATED = "mr mrs ms dr prof st vs etc e.g i.e approx inc ltd jr sr no z.b bzw ca usw sra sig"
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word with what stands at its edges.

    Attributes:
        lead: Brackets and quotation marks before it.
        core: The word.
        trail: Marks after it.
        is_verbatim: Whether it was quoted, or is code: nothing in it may go.
        plain: The word to compare with: in lower case, one kind of apostrophe; none if verbatim.
    """

    lead: str
    core: str
    trail: str
    is_verbatim: bool = False
    plain: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        plain = "" if self.is_verbatim else self.core.replace("’", "'").casefold()
        object.__setattr__(self, "plain", plain)

    def __str__(self) -> str:
        return f"{self.lead}{self.core}{self.trail}"


def sentences(text: str) -> list[list[Word]]:
    """The sentences of a text, none of them empty."""
    found: list[list[Word]] = []
    for line in text.splitlines():
        written = visible(line)
        if bullet := _BULLET.match(written):
            written = written[bullet.end() :]
        sentence: list[Word] = []
        for word in _words(_EMPHASIS.sub(r"\2", written)):
            sentence.append(word)
            if _ends(word):
                found.append(sentence)
                sentence = []
        found.append(sentence)
    return [sentence for sentence in found if sentence]


def _words(line: str) -> Iterator[Word]:
    for token in _TOKEN.finditer(line):
        if token["code"]:
            yield Word("", token["inside"].strip() or token["inside"], token["after"], True)
        elif token[0].lstrip("(")[:1] in ('"', "“", "„", "«") and " " in token[0]:
            trail = re.search(r"[,.;:!?…)]*$", token[0])
            cut = trail.start() if trail else len(token[0])
            yield Word("", token[0][:cut], token[0][cut:], True)
        else:
            rest = token[0].lstrip(_LEAD)
            core = rest.rstrip(_TRAIL)
            yield Word(token[0][: len(token[0]) - len(rest)], core, rest[len(core) :])


def _ends(word: Word) -> bool:
    if not (ending := _ENDS.search(word.trail)):
        return False
    if ending[0][0] != "." or word.is_verbatim or "..." in word.trail:
        return True
    core = word.plain
    return not (core in _ABBREVIATIONS or (len(core) == 1 and core.isalpha()))
