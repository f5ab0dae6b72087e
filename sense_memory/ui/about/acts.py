"""What a page that may write asks to be done with a line about somebody."""

from ...core.about import AboutLine
from ...core.errors import UnknownMemoryError
from ...core.expected import ChangedMeanwhileError
from ...store.about_handle import About
from ..asking import Body, Done
from ..mind import Mind


async def correct_line(mind: Mind, asked: Body) -> Done:
    """Let a line about somebody say something else; what it said stays in its history."""
    about, text = mind.store.about(asked.text("name")), asked.text("text")
    line = await _as_seen(about, asked)
    await about.correct(line, text, expected=line.text)
    return Done()


async def forget_line(mind: Mind, asked: Body) -> Done:
    """Forget a line about somebody, here and on every relay; it is held here, as long as it may."""
    about = mind.store.about(asked.text("name"))
    line = await _as_seen(about, asked)
    gone = await about.forget(line, expected=line.text)
    # the line itself is the first; the others say the same of the same source
    for one in reversed(gone.forgotten):
        mind.forgotten.keep(one)
    return Done(next((one.event_id for one in gone.forgotten), ""))


async def _as_seen(about: About, asked: Body) -> AboutLine:
    """The line, if it says what was seen of it.

    Raises:
        UnknownMemoryError: There is no such line any more.
        ChangedMeanwhileError: It says something else by now.
    """
    reference, seen = asked.text("reference"), asked.text("seen")
    there = [one for one in await about.lines(past=True) if one.reference == reference]
    if not there:
        raise UnknownMemoryError("no line here is called so; it may have been forgotten meanwhile")
    # what was written over is a line of the past, of the same reference
    holds = asked.choice("holds")
    line = next((one for one in there if (one.text, one.holds) == (seen, holds)), None)
    if line is None:
        raise ChangedMeanwhileError
    return line
