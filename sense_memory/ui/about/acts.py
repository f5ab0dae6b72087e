"""What a page that may write asks to be done with a line about somebody."""

from ..asking import Body, Done
from ..mind import Mind


async def correct_line(mind: Mind, asked: Body) -> Done:
    """Let a line about somebody say something else; what it said stays in its history."""
    about = mind.store.about(asked.text("name"))
    await about.correct(asked.text("reference"), asked.text("text"))
    return Done()


async def forget_line(mind: Mind, asked: Body) -> Done:
    """Forget a line about somebody, here and on every relay."""
    gone = await mind.store.about(asked.text("name")).forget(asked.text("reference"))
    return Done(next((one.event_id for one in gone.forgotten), ""))
