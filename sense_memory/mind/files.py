"""Text files in the mind: key-value memories whose keys are paths.

``memories:notes:trip.md`` is the file ``notes/trip.md``. A key has no slash, no backslash and no
two dots in a row, so a path has colons there, and what a name has of these is escaped.
"""

import re
from typing import TypeAlias

from ..core.records.names import canonical

Path: TypeAlias = tuple[str, ...]
"""The names of the directories and of the file in them; the root is empty."""

PREFIX = "memories:"
"""What the key of a file begins with."""

_UNFIT = re.compile("[/\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What ends a line or turns its direction, so that a list of names could not be trusted. It is
named one by one: what prints is another matter with every release of Unicode."""
_ESCAPED = {"%": "%25", ":": "%3A", "\\": "%5C"}
_DOTS = "..", ".%2E"
_CODE = re.compile("%(25|3A|5C|2E)")


def is_name(name: str) -> bool:
    """Whether a file or directory can be called so: no dot or dots, no slash, nothing unseen.

    And no accent on what is escaped, for it would be one on the last letter of the escape.
    """
    if name in ("", ".", "..") or _UNFIT.search(name) is not None:
        return False
    return canonical(escaped := _escaped(name)) == escaped


def key_of(path: Path) -> str:
    """The key under which a file stands."""
    return PREFIX + ":".join(map(_escaped, path))


def path_at(key: str) -> Path | None:
    """The file that stands under a key; ``None`` if it is a memory like any other."""
    if not key.startswith(PREFIX):
        return None
    path = tuple(map(_plain, key.removeprefix(PREFIX).split(":")))
    return path if all(map(is_name, path)) and key_of(path) == key else None


def _escaped(name: str) -> str:
    text = "".join(_ESCAPED.get(char, char) for char in name)
    return text.replace(*_DOTS)


def _plain(name: str) -> str:
    return _CODE.sub(lambda found: chr(int(found[1], 16)), name)
