"""What a page that may write asks to be done about safety."""

from ...core.errors import InputError
from ..asking import Body, Done
from ..mind import Mind
from .conflicts import conflict_of


async def sync(mind: Mind, _asked: Body) -> Done:
    """Read every relay and send what waits there."""
    await mind.store.sync()
    return Done()


async def retry(mind: Mind, _asked: Body) -> Done:
    """Send again what relays refused, for a while or for good."""
    await mind.store.retry()
    return Done()


async def retire(mind: Mind, asked: Body) -> Done:
    """Forget a device that is gone for good; what it wrote stays."""
    return Done(await mind.store.retire_device(asked.text("device")))


async def keep(mind: Mind, asked: Body) -> Done:
    """Let one of the values of a conflict stand: by its number, from 1."""
    conflict = await conflict_of(mind.store, asked.text("id"))
    numbers = {str(number): one for number, one in enumerate(conflict.values, start=1)}
    chosen = numbers.get(asked.text("number"))
    if chosen is None:
        raise InputError(f"number is 1 to {len(numbers)}, as text")
    return Done(await mind.store.resolve(conflict, chosen))


async def settle(mind: Mind, asked: Body) -> Done:
    """Let another text stand in place of all the values of a conflict."""
    conflict = await conflict_of(mind.store, asked.text("id"))
    if not isinstance(conflict.shown.value, str):
        raise InputError(f"the field {conflict.field!r} holds no text: let one of its values stand")
    return Done(await mind.store.resolve(conflict, asked.text("text")))
