"""Command lines as they stand in help and documents, parsed by what would parse them."""

import shlex
from collections.abc import Iterator
from typing import Any

from sense_memory.cli.app import command

PROGRAM = "sense-memory"


def walked(found: Any, name: str = PROGRAM) -> Iterator[tuple[str, Any]]:
    for word, child in getattr(found, "commands", {}).items():
        yield f"{name} {word}", child
        yield from walked(child, f"{name} {word}")


def called(line: str) -> list[str]:
    """The words after sense-memory, up to a pipe or the like; ours may come behind one."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>&;")
    lexer.whitespace_split = True
    words = list(lexer)
    words = words[words.index(PROGRAM) + 1 :]
    ends = [at for at, word in enumerate(words) if set(word) <= set("|<>&;")]
    return words[: ends[0]] if ends else words


def parsed(words: list[str]) -> str:
    """What a shell would have called, as far as the command; wrong use raises."""
    found: Any = command()
    context = found.make_context(PROGRAM, list(words))
    while hasattr(found, "commands"):
        rest = [*context._protected_args, *context.args]
        if not rest and not found.no_args_is_help:
            break
        name, found, rest = found.resolve_command(context, rest)
        context = found.make_context(name, rest, parent=context)
    return str(context.command_path)
