"""What a page that may write asks to be done with a memory."""

from ...core.errors import InputError
from ...core.records.flat import FLAT
from ..asking import Body, Done
from ..mind import Mind


async def pin(mind: Mind, asked: Body) -> Done:
    """Let a memory fade no more, or again."""
    name, is_pinned = asked.text("name"), asked.choice("is_pinned")
    await (mind.store.persona_pin if is_pinned else mind.store.persona_unpin)(name)
    return Done()


async def link(mind: Mind, asked: Body) -> Done:
    """Link two memories, or let them be linked no more."""
    name, other, is_linked = asked.text("name"), asked.text("other"), asked.choice("is_linked")
    store = mind.store
    await (store.persona_connect if is_linked else store.persona_disconnect)(name, other)
    return Done()


async def correct(mind: Mind, asked: Body) -> Done:
    """Let a memory say something else; what it said stays in its history."""
    (domain, facet, key), value = _parts(asked), asked.text("value")
    if domain == FLAT:
        return Done(await mind.store.remember(key, value))
    return Done(await mind.store.persona_remember(domain, facet, key, value))


async def forget(mind: Mind, asked: Body) -> Done:
    """Forget a memory, here and on every relay."""
    return Done(await mind.store.forget(f"persona/{'/'.join(_parts(asked))}"))


def _parts(asked: Body) -> list[str]:
    parts = asked.text("name").split("/")
    if len(parts) != 3:
        raise InputError("a memory is named domain/facet/key")
    return parts
