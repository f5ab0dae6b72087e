"""What is believed of somebody or something, collected from all rooms."""

import contextlib
from typing import Any

from ...core.about import AboutLine, ForgottenAll, ForgottenLine
from ...core.errors import InputError, UnknownMemoryError
from ...core.expected import ChangedMeanwhileError, check_expected
from ...core.records.reference import reference_to
from ...core.ref import Ref
from ..context import Context
from . import correcting, exporting, forgetting, restoring
from .believing import believed, beside
from .collecting import Line, everything, line_of, naming
from .whom import Whom, whom

SHOWN = 80
"""So many characters of what was given an error names."""


async def lines(context: Context, name: str, *, past: bool) -> list[AboutLine]:
    """What is believed."""
    return [one.told for one in await believed(context, await whom(context, name), past=past)]


async def correct(
    context: Context, name: str, line: AboutLine | str, text: str, expected: str | None
) -> AboutLine:
    """Let a line say something else, whatever it says, or only as long as that is expected."""
    if not isinstance(text, str) or not text.strip():
        raise InputError("a correction says what is so; there is nothing in this text")
    who = await whom(context, name)
    found = await _named(context, who, line, expected)
    same = await beside(context, who, found)
    ref = await correcting.correct(context, who, found, text.strip(), same)
    return await _standing(context, name, found, ref)


async def restore(context: Context, name: str, line: AboutLine | ForgottenLine | str) -> AboutLine:
    """Take a correction or a forgetting back."""
    if isinstance(line, ForgottenLine):
        return await restoring.put_back(context, line)
    who = await whom(context, name)
    found = await _named(context, who, line)
    ref = await restoring.restore(context, who, found, await beside(context, who, found))
    return await _standing(context, name, found, ref)


async def forget(
    context: Context, name: str, line: AboutLine | str | None, expected: str | None
) -> ForgottenAll:
    """Forget one line, whatever it says, or only as long as that is expected; or all."""
    who = await whom(context, name)
    if line is None:
        if expected is not None:
            raise InputError("one line is expected to say something, and not all that is known")
        return await forgetting.forget_all(context, who)
    found = await _named(context, who, line, expected)
    same = [] if found.kept else await beside(context, who, found)
    gone = [await forgetting.forget_one(context, found, as_read=expected is not None)]
    for one in same:
        # what says something else by then is not the same
        with contextlib.suppress(ChangedMeanwhileError, UnknownMemoryError):
            gone.append(await forgetting.forget_one(context, one, as_read=True))
    return ForgottenAll(who.name, tuple(gone))


async def export(context: Context, name: str) -> str:
    """Everything, as Markdown."""
    who = await whom(context, name)
    return exporting.page(who.name, await believed(context, who, past=True))


async def _named(
    context: Context, who: Whom, given: AboutLine | str, expected: str | None = None
) -> Line:
    """The line that is meant, as it stands; of several of one record that which holds.

    Raises:
        UnknownMemoryError: There is none.
        ChangedMeanwhileError: It says something else than what is expected.
    """
    reference = given.reference if isinstance(given, AboutLine) else given
    if not isinstance(reference, str):
        raise InputError(f"a line is named by itself or its reference, got {type(given).__name__}")
    there = [*await everything(context, who), *await naming(context, who)]
    found = [one for one in there if one.told.reference == reference.strip()]
    if not found:
        raise UnknownMemoryError(
            f"no line here is called {reference[:SHOWN]!r}; a line is named by its reference, and "
            "those of the past have one, too"
        )
    if isinstance(given, AboutLine):
        meant = next((one for one in found if one.told.text == given.text), found[0])
    else:
        meant = next((one for one in found if one.former is None), found[0])
    if expected is not None:
        check_expected(meant.told.text, expected)
    return meant


async def _standing(context: Context, name: str, before: Line, ref: Ref[Any]) -> AboutLine:
    """The line as it stands after it was changed, also where it names nobody any more."""
    reference = reference_to(ref)
    who = await whom(context, name)
    for one in await everything(context, who):
        if one.told.reference == reference and one.former is None:
            return one.told
    (record,) = await context.records.get_many([ref])
    if record is None:
        raise UnknownMemoryError(f"{before.told.reference} was forgotten meanwhile")
    return line_of(context, who, ref, record).told
