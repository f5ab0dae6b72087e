"""Which file has which command, and what it is for. A call imports the file of its own alone."""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import CompletionItem, TyperGroup  # type: ignore[attr-defined]

from .as_typed import take_as_typed


@dataclass(frozen=True, slots=True)
class Part:
    """One command, or a group of them.

    Attributes:
        module: The module whose ``add_to`` adds it.
        says: What it is for, on one line of the help; empty where people have no use for it.
    """

    module: str
    says: str


PARTS = {
    "init": Part("init", "Make a profile: a key, a file, and the relays to use."),
    "remember": Part("memories", "Store a value under a key."),
    "recall": Part("memories", "Print the value under a key, or all of them."),
    "forget": Part("memories", "Forget a memory, here and on every relay."),
    "learn": Part("learn", "Let every room learn from text or from messages."),
    "search": Part("search", "Find what answers a question, in all that is known."),
    "about": Part("about", "What is believed of somebody: read, correct, forget."),
    "prompt": Part("prompt", "What memory has to say to a message, for a prompt."),
    "references": Part("references", "What names a memory, and what becomes of that."),
    "journal": Part("journal", "Add an entry to the journal."),
    "recent": Part("journal", "Print the newest journal entries."),
    "forget-entry": Part("journal", "Forget a journal entry, here and on every relay."),
    "chat": Part("chat", "Talk with a model that knows how to be with you."),
    "mcp": Part("mcp", "Serve agents over the Model Context Protocol."),
    "install": Part("install.command", "Give Claude Code, Codex or Cursor the memory."),
    "hook": Part("hook.command", ""),
    "ui": Part("ui", "Look into the mind, in a browser."),
    "blind": Part("blind", "Hide the names of all memories from the relays."),
    "sync": Part("relays", "Read every relay and send what waits here."),
    "status": Part("relays", "What is here, and how far it is at each relay."),
    "sleep": Part("watch", "Review what is known and sum it up, once."),
    "watch": Part("watch", "Stay in step with the relays, and sleep every day."),
    "vanish": Part("vanish", "Ask one relay to delete everything, for good."),
    "receipt": Part("receipt", "How far a write, or a forgetting, has come."),
    "forgotten": Part("forgotten", "What was forgotten, and from which relays it is gone."),
    "log": Part("log", "What changed when, on which device."),
    "doctor": Part("doctor", "What is wrong with key, file, relays, and what to do."),
    "demo": Part("demo_command", "Three devices, two models, one relay that cannot read."),
    "keys": Part("keys", "The secret key: show, back up, bring in, replace."),
    "persona": Part("persona.group", "What the agent knows, by domain, facet and key."),
    "rapport": Part("rapport.group", "How the agent talks with each peer."),
    "conversations": Part("conversations", "What was said, verbatim."),
    "pyramid": Part("pyramid.group", "What was observed, and what it adds up to."),
    "graph": Part("graph.group", "Who and what there is, how it relates, since when."),
    "relays": Part("relay_commands", "Where the encrypted copies go."),
    "devices": Part("devices", "Who shares this mind."),
    "conflicts": Part("conflicts", "What devices wrote apart, and which of it stays."),
    "export": Part("forms", "Write what the store holds to a file."),
    "import": Part("forms", "Take over what another program, or a file, knows."),
}
"""Each command, in the order of the help; what is said here is said without importing it."""


class Parts(Mapping[str, Any]):
    """The commands by name, each imported when it is looked at."""

    def __getitem__(self, name: str) -> Any:
        """The command, or the group of commands."""
        return _commands_of(PARTS[name].module)[name]

    def __iter__(self) -> Iterator[str]:
        """The names, which takes no import."""
        return iter(PARTS)

    def __len__(self) -> int:
        """How many there are."""
        return len(PARTS)


@functools.cache
def _commands_of(module: str) -> Mapping[str, Any]:
    """What a module adds, put together once in a process."""
    part = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    import_module(f".{module}", __package__).add_to(part)
    commands = typer.main.get_group(part).commands
    _take_as_typed(commands)
    return commands


def _take_as_typed(commands: Mapping[str, Any]) -> None:
    for one in commands.values():
        take_as_typed(one)
        _take_as_typed(getattr(one, "commands", {}))


class PartsGroup(TyperGroup):
    """The group of them all."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**{**attributes, "commands": Parts()})

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """The list of commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, part.says) for name, part in PARTS.items() if part.says])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[CompletionItem]:
        """What a shell offers in place of the beginning of a command, or of an option."""
        found = [
            CompletionItem(name, help=part.says)
            for name, part in PARTS.items()
            if part.says and name.startswith(incomplete)
        ]
        # TyperGroup's own would import every command to ask it
        return [*found, *super(TyperGroup, self).shell_complete(ctx, incomplete)]
