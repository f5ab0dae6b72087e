"""What becomes of a file, as a person is shown it: lines that change, and of these what is ours.

A host's file may hold other programs' secrets, and stand in one line with all of them. So of a line
that changes no word is shown that is not written, or taken away, by this program.
"""

import difflib
import json
import re
from collections.abc import Iterable
from pathlib import Path

from . import toml_file
from .entry import Added, Entry

_NO_END = "\n\\ No newline at end of file\n"
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\w.+-]+|\s+|.', re.DOTALL)
_LEFT_OUT = "…"


def words(ours: Iterable[Entry | Added]) -> frozenset[str]:
    """What this program writes into a file, word for word, in either format."""
    found: set[str] = set()
    for one in ours:
        texts = [json.dumps([one.value, *one.path], ensure_ascii=False)]
        if len(one.path) == 2 and isinstance(one.value, dict):
            texts.append(toml_file.table(one.path, one.value))
        for text in texts:
            found |= {token for token in _TOKEN.findall(text) if _is_word(token)}
    return frozenset(found)


def shown(path: Path, before: str | None, after: str | None, ours: frozenset[str]) -> str:
    """What changes, as ``patch`` reads it where no line is shared with others.

    Args:
        path: The file's.
        before: What it holds; ``None`` if it is not there.
        after: What it is to hold; ``None`` if it is to go.
        ours: The words that may be shown.
    """
    old, new = ("/dev/null" if text is None else str(path) for text in (before, after))
    lines = list(difflib.unified_diff(_lines(before), _lines(after), old, new, n=0))
    told = [*lines[:2], *(_told(one, ours) for one in lines[2:])]
    return "".join(one if one.endswith("\n") else f"{one}{_NO_END}" for one in told)


def _told(line: str, ours: frozenset[str]) -> str:
    """A line of a difference; what is left out between two words of ours is one sign."""
    if line.startswith("@@"):
        return line
    told, between, is_out = [line[0]], "", False
    for token in _TOKEN.findall(line[1:]):
        if not _is_word(token):
            between += token
        elif token in ours:
            told += [between, token]
            between, is_out = "", False
        else:
            told += [] if is_out else [between, _LEFT_OUT]
            between, is_out = "", True
    return "".join((*told, between))


def _is_word(token: str) -> bool:
    return (len(token) > 1 and not token.isspace()) or token.isalnum()


def _lines(text: str | None) -> list[str]:
    """The lines of a text, as files have them: other characters end none."""
    return [line for line in re.split(r"(?<=\n)", text or "") if line]
