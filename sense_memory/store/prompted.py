"""Whose a prompt is that something is learned from."""

from ..core.errors import InputError
from ..core.prompt import Prompt
from .context import Context


def check_scope_of(prompt: Prompt, context: Context) -> None:
    """Refuse what was asked in another scope: what one user said is no part of another's mind.

    Raises:
        InputError: It is no prompt, or was made in another scope. The error does not name that one:
            whoever reads it may have nothing to do with it.
    """
    if not isinstance(prompt, Prompt):
        raise InputError(f"a prompt is what prompt() gave, got {type(prompt).__name__}")
    if prompt.scope != context.scope:
        here = f"the scope {context.scope!r}" if context.scope else "the root"
        raise InputError(
            f"this prompt was made in another scope, and this is {here}: learn from it in the "
            "store that made it"
        )
