"""What is believed of somebody or something, collected from all rooms."""

from ..core.about import AboutLine, ForgottenAll, ForgottenLine
from .context import Context


async def lines(context: Context, name: str, *, past: bool) -> list[AboutLine]:
    """What is believed."""
    raise NotImplementedError


async def correct(context: Context, name: str, line: AboutLine | str, text: str) -> AboutLine:
    """Let a line say something else."""
    raise NotImplementedError


async def restore(context: Context, name: str, line: AboutLine | ForgottenLine | str) -> AboutLine:
    """Take a correction or a forgetting back."""
    raise NotImplementedError


async def forget(context: Context, name: str, line: AboutLine | str | None) -> ForgottenAll:
    """Forget one line, or all."""
    raise NotImplementedError


async def export(context: Context, name: str) -> str:
    """Everything, as Markdown."""
    raise NotImplementedError
