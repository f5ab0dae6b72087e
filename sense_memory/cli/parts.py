"""Which file has which command. A call imports the file of its own command, help all of them."""

import functools
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

MODULES = {
    "init": "init",
    "remember": "memories",
    "recall": "memories",
    "forget": "memories",
    "learn": "learn",
    "search": "search",
    "about": "about",
    "prompt": "prompt",
    "references": "references",
    "journal": "journal",
    "recent": "journal",
    "forget-entry": "journal",
    "chat": "chat",
    "mcp": "mcp",
    "blind": "blind",
    "sync": "relays",
    "status": "relays",
    "sleep": "watch",
    "watch": "watch",
    "vanish": "vanish",
    "receipt": "receipt",
    "log": "log",
    "doctor": "doctor",
    "demo": "demo_command",
    "keys": "keys",
    "persona": "persona.group",
    "rapport": "rapport.group",
    "conversations": "conversations",
    "pyramid": "pyramid.group",
    "graph": "graph.group",
    "relays": "relay_commands",
    "devices": "devices",
    "conflicts": "conflicts",
    "export": "forms",
    "import": "forms",
}
"""Each command, in the order of the help, to the module whose ``add_to`` adds it."""


class Parts(Mapping[str, Any]):
    """The commands by name, each imported when it is looked at."""

    def __getitem__(self, name: str) -> Any:
        """The command, or the group of commands."""
        return _commands_of(MODULES[name])[name]

    def __iter__(self) -> Iterator[str]:
        """The names, which takes no import."""
        return iter(MODULES)

    def __len__(self) -> int:
        """How many there are."""
        return len(MODULES)


@functools.cache
def _commands_of(module: str) -> Mapping[str, Any]:
    """What a module adds, put together once in a process."""
    part = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    import_module(f".{module}", __package__).add_to(part)
    return typer.main.get_group(part).commands


class PartsGroup(TyperGroup):
    """The group of them all."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**{**attributes, "commands": Parts()})
