"""Whom something is about that does not say so itself: ``He lives in Berlin``."""

from ...core.records.persona import PersonaMemory
from ...core.records.pyramid import USER, Observation
from ..learning.names import key_of, names
from ..text import key_tokens, tokens

PEOPLE = "people"


def subject(record: object, text: str) -> str:
    """Whom a record is about, if its text does not name them; else ``""``.

    A memory of people is about the theme that its key begins with; without one, about whom the key
    names, where the value has no word of it. An observation is about its topic, but for what is
    told of the user, who is whom the agent talks with.

    Args:
        record: Any.
        text: What is told of it.
    """
    match record:
        case PersonaMemory(domain=domain) if domain == PEOPLE:
            found = _of_memory(record)
        case Observation(topic=str(topic)) if topic != USER:
            found = topic
        case _:
            return ""
    return "" if names(text, found) else found


def _of_memory(memory: PersonaMemory) -> str:
    for theme in memory.themes:
        slug = key_of(theme)
        if memory.key == slug or memory.key.startswith(f"{slug}-"):
            return theme
    named = key_tokens(memory.key)
    return memory.key if set(named).isdisjoint(tokens(memory.value)) else ""
