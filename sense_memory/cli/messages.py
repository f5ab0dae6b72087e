"""A conversation that was held elsewhere, as a file or standard input has it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .exits import Code, CommandError
from .values import read_stdin


def messages_of(source: str) -> Sequence[Mapping[str, Any]]:
    """The turns of a file or of standard input.

    Raises:
        CommandError: There is no such file, or it is neither a JSON list nor JSON Lines.
    """
    if source == "-":
        content, where = read_stdin("the turns, as JSON"), "standard input"
    else:
        where = source
        try:
            content = Path(source).expanduser().read_bytes()
        except OSError as error:
            raise CommandError(Code.USAGE, f"cannot read {source}: {error.strerror}") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(Code.USAGE, f"{where} is not UTF-8 text (byte {error.start})") from None
    whole = _decoded(text)
    if isinstance(whole, list):
        turns = list(enumerate(whole, start=1))
        part = "message"
    else:
        lines = enumerate(text.split("\n"), start=1)
        turns = [(number, _decoded(line)) for number, line in lines if line.strip()]
        part = "line"
    for number, turn in turns:
        if not isinstance(turn, dict):
            raise CommandError(
                Code.USAGE,
                f"{where}, {part} {number}: this is no JSON object with role and content; nothing "
                "was stored",
            )
    return [turn for _, turn in turns]


def _decoded(text: str) -> object:
    """The JSON value; ``None`` where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
