"""What of a memory goes to an encoder.

``"{themes}, {words of the key}: {value}"``, without the words that the value has already. A value
alone is often an answer without its question: ``vergel-likes`` and ``vanilla JS`` are both needed.
And who spoke, or what it is about, before what was said was measured to find 13.6 points more of
the evidence in dialogues (recall@10, all-MiniLM-L6-v2) than the text by itself. Changing anything
here makes every vector outdated: a vector is of the SHA-256 of exactly this text.
"""

import hashlib
import re

from ..core.records.kv import Memory
from ..core.records.persona import PersonaMemory

_WORDS = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]")


def embedded_text(memory: PersonaMemory | Memory) -> str:
    """The text that stands for a memory."""
    themes = memory.themes if isinstance(memory, PersonaMemory) else ()
    said = set(_WORDS.findall(memory.value.casefold()))
    about = [theme for theme in themes if not said.issuperset(_WORDS.findall(theme.casefold()))]
    key = [word for word in _WORDS.findall(memory.key) if _is_word(word)]
    if not said.issuperset(word.casefold() for word in key):
        about.append(" ".join(key))
    text = f"{', '.join(about)}: {memory.value}" if about else memory.value
    return text if text.strip() else memory.key


def _is_word(text: str) -> bool:
    """Whether a part of a key means something: ``3``, ``v2`` and ``D8`` are numbers of things."""
    letters = len(_LETTERS.findall(text))
    return letters == len(text) or letters > 1


def text_sha256(text: str) -> str:
    """Which text it is, 64 hex digits. Half of a surrogate pair, which JSON can hold, counts."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
