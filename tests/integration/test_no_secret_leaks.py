"""A secret key and the values of memories, pushed through everything, are found nowhere outside.

Every command is found in the command line itself: one that is added without a scenario fails here.
Where people are meant to see values, on the standard output of commands that show them, they do.
"""

import asyncio
import contextlib
import copy
import functools
import gc
import json
import os
import pickle
import shutil
import sqlite3
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import keyring
import pytest
import typer
from keyring.backend import KeyringBackend

from nips.keys import SecretKey
from nips.nip49 import EncryptedKey
from relay_fixtures import LocalRelay, QuirkRelay, RelayServer
from relay_fixtures.in_thread import InThread
from sense_memory import Config, DatabaseConfig, Identity, MemoryStore
from sense_memory.cli.app import app
from sense_memory.core.records.pyramid import observation_id
from sense_memory.core.records.rapport import DIMENSIONS
from sense_memory.importers import FORMATS
from sense_memory.io.identity import as_signer
from sense_memory.mind.rapport.reading_prompt import SHAPE as SESSION

from .leaks import Canary, Said, child_arguments, every_record, files_that_show, run, spawn
from .llm_server import KEY, Format, LLMServer, Request, Turn
from .shell import NOBODY, ROOT

OBSERVED, OBSERVED_AT = "2026-05-31T10:00:00Z", 1_780_221_600.0
"""When something was observed."""
BEGINNING = (
    "Ada has lived in the old house by the river since she was a child, and her friends there say"
)
"""Of a statement so long that its key does not have the end of it."""
NOWHERE = "http://127.0.0.1:1/v1"
"""Where nobody answers."""
MOVED = {
    "chatgpt": "chatgpt.json",
    "claude": "claude.json",
    "openclaw": "openclaw.jsonl",
    "glenn": "glenn.db",
    "server-memory": "memory.jsonl",
    "mem0": "mem0.json",
    "letta": "letta.af",
    "markdown": "USER.md",
    "claude-code": "claude-code.jsonl",
    "codex": "rollout-1.jsonl",
}
"""A file of every program from which people move in."""
EMPLOYED = ("person:ada", "works-at", "entity:acme")
SAID = "0123456789abcdef0123456789abcdef"
"""A turn of a conversation."""
PASSPHRASE = "canary7f3d phrase"
WORDS = "leader monkey parrot ring guide accident before fence cannon height naive bean"
"""The first test seed of NIP-06."""


@dataclass(frozen=True)
class Given:
    """What a person has at hand: files, outside of what is searched for secrets.

    Attributes:
        canary: The key, and what to look for.
        folder: Where the files are.
        relay: A relay that answers; nothing is kept on it.
        llm: A language model that answers with the canary's value.
    """

    canary: Canary
    folder: Path
    relay: str
    llm: str = ""

    def file(self, name: str) -> str:
        """The path of a file."""
        return f"{self.folder}/{name}"  # thousands of times

    @functools.cached_property
    def nsec(self) -> str:
        """The key."""
        return self.canary.identity.nsec

    @functools.cached_property
    def typo(self) -> str:
        """The key, mistyped: as secret as the key."""
        return self.nsec[:-1] + ("q" if self.nsec[-1] != "q" else "p")


@dataclass(frozen=True)
class Call:
    """One call of a command.

    Attributes:
        words: What stands behind the command.
        stdin: What is piped in.
        shows: Whether it is there to show values.
        code: How it ends where nothing is wrong.
        alone: How it ends where nothing is wrong and there is no relay, if otherwise.
        first: Whether it is the first that is ever called on this machine.
    """

    words: tuple[str, ...] = ()
    stdin: str = ""
    shows: bool = False
    code: int = 0
    alone: int | None = None
    first: bool = False


REFUSED = {"glenn": 2} | dict.fromkeys(("chatgpt", "claude", "letta", "mem0", "server-memory"), 1)
"""What a format says of a file that is something else; to the others any lines are some."""


def scenarios(given: Given) -> dict[str, list[Call]]:
    """Calls of every command: the first is the one that is tried where things are broken too."""
    value, phrase = given.canary.value, ("--passphrase-file", given.file("phrase"))
    told = ("-d", "people", "-f", "facts")
    turns = f'[{{"role": "user", "content": "{value}"}}]'
    model = ("--provider", f"local:m@{given.llm}")
    seen = observation_id(value, OBSERVED_AT, "")
    friends = ("person:ada", "friend", "person:bo")
    employed = ("ada", "works-at", "acme")

    def heard(program: str) -> str:
        return json.dumps({"transcript_path": given.file(f"moved/{MOVED[program]}")})

    return {
        "init": [
            Call(("--relay", "wss://relay.example")),
            Call(("--import-key", "--local"), given.nsec),
            Call(("--import-key",), given.canary.identity.private_key_hex),
            Call(("--import-key",), given.typo, code=4),
            Call(("--import-key",), WORDS, code=1),
            Call(first=True),
            Call(("--import-key",), given.nsec, first=True),
            Call(("--import-key",), WORDS, first=True),
            Call(("--import-key",), given.typo, code=4, first=True),
            Call(("--import-key", "--keyring"), given.nsec, first=True),
            Call(("--relay", given.nsec), code=2),
            Call(("--addressing", given.nsec), code=2),
        ],
        "remember": [
            Call(("k", value)),
            Call(("k",), value),
            Call(("--jsonl", given.file("memories.jsonl"))),
            Call(("--jsonl", given.file("broken.jsonl")), code=2),
            Call(("--jsonl", "-"), f'{{"key": "k", "value": ["{value}"]}}\n', code=2),
            Call(("--jsonl", given.file("key")), code=2),
            Call(("a/b", value), code=2),
            Call(("k", value * 3000), code=2),
            Call(("k",), f"{value}\0\ufeff"),
        ],
        "recall": [Call(("zone",), shows=True), Call(shows=True), Call(("none",), code=1)],
        "forget": [
            Call(("zone",)),
            Call(("none",), code=1),
            Call(("people/facts/v",)),
            Call(("people/facts/none",), code=1),
            Call(("--type", given.nsec, "k"), code=2),
        ],
        "mcp": [
            Call(),
            Call(("--read-only",)),
            Call(("--scope", "user:alice"), first=True),
            Call(("--scope", given.nsec), code=2),
        ],
        # it goes on until it is told to end: what it says then is looked at in ui/test_server
        "ui": [Call(("--no-open", given.nsec), code=2)],
        "install": [
            Call(("claude-code", "--project", "--yes")),
            Call(("codex", "--project", "--yes")),
            Call(("cursor", "--project", "--dry-run")),
            Call(("cursor", "--project"), code=2),
            Call(("claude-code", "--project", "--undo", "--yes")),
            Call((given.nsec,), code=2),
        ],
        "hook": [
            Call(("claude-code", "stop"), heard("claude-code")),
            Call(("codex", "compact"), heard("codex")),
            Call(("codex", "start"), "{}", shows=True),
            Call(("claude-code", "end"), heard("letta")),
            Call(("cursor", "stop"), given.nsec, code=1),
            Call(("cursor", given.nsec), "{}", code=2),
        ],
        "prompt": [
            Call((value,), shows=True),
            Call((value, "--about", "ada", "--explain", "--sync"), shows=True),
            Call((value, "--conversation", "ada", "--budget", "200"), shows=True),
            Call((value, "--budget", "49"), code=2),
            Call((value, "--about", "a/b"), code=2),
        ],
        "search": [
            Call((value,), shows=True),
            Call((value, "--limit", "3", "--explain", "--sync"), shows=True),
            Call(("...",), code=2),
        ],
        "about": [
            Call((value,), shows=True),
            Call((value, "--past", "--sync"), shows=True),
            Call((value, "--correct", "people/facts/v", value), shows=True),
            Call((value, "none", "--restore"), code=1),
            Call((value, "none", "--forget"), code=1),
            Call((value, "--export"), shows=True),
            Call((value, given.file("about.md"), "--export", "--yes")),
            Call((value, "none"), code=2),
            Call(("v", "--forget", "--yes"), shows=True),
        ],
        "references": [
            Call(("people/facts/v",)),
            Call(("none", "--sync"), code=1),
            Call(("a/b",), code=2),
        ],
        "journal": [Call((value,)), Call((), value), Call((value * 3000,), code=2)],
        "forget-entry": [Call(("none",), code=1), Call(("0" * 64,), code=1)],
        "recent": [Call(shows=True), Call(("-n", "1"), shows=True)],
        "blind": [Call()],
        "sync": [Call(), Call(("--refused",))],
        "sleep": [Call(), Call(("--dry-run",)), Call(model)],
        "watch": [
            Call(("--once",)),
            Call(("--once", "--sync-every", "never")),
            Call(("--sleep-every", given.nsec), code=2),
        ],
        "status": [Call(), Call(("--outbox",))],
        "receipt": [
            Call(("0" * 64,), code=1),
            Call(("0" * 64, "--sync"), code=1),
            Call((given.nsec,), code=2),
        ],
        "forgotten": [Call(), Call(("--sync", "-n", "1")), Call(("-n", "0"), code=2)],
        "doctor": [Call(), Call(("--quiet",))],
        "log": [Call(), Call(("--values",), shows=True), Call(("--since", "then"), code=2)],
        "devices list": [Call(), Call(("--sync",))],
        "devices retire": [Call(("nobody",), code=1)],
        "conflicts list": [Call(), Call(("--sync",))],
        "conflicts resolve": [
            Call(("1f2e3d4c", "--value", value), code=1),
            Call(("1f2e3d4c", "--keep", "1"), code=1),
            Call(("1f2e3d4c",), code=2),
        ],
        "demo": [Call()],
        "keys show": [Call()],
        "keys export": [
            Call(phrase),
            Call(("exported", *phrase)),
            Call(("--passphrase-file", given.file("nothing")), code=4),
            Call((), PASSPHRASE, code=4),
        ],
        "keys import": [
            Call((given.file("key"),)),
            Call((), given.nsec),
            Call((given.file("typo"),), code=4),
            Call((given.file("words"),), code=1),
            Call((given.file("damaged words"),), code=4),
            Call((given.file("ncryptsec"), *phrase)),
            Call((given.file("key"),), first=True),
            Call((given.file("words"), "--encrypted", *phrase), first=True),
            Call((given.file("ncryptsec"), "--encrypted", *phrase), first=True),
            Call((given.file("ncryptsec"), "--keyring", *phrase), first=True),
            Call((given.file("ncryptsec"), "--passphrase-file", given.file("wrong")), code=4),
            Call((given.nsec,), code=2),
            Call(("--passphrase-file", given.nsec), code=2),
        ],
        "keys rotate": [
            Call(("--key", given.file("words"))),
            Call(("--key", "-"), WORDS),
            Call(("--dry-run",)),
            Call(("--key", given.file("words"), "--encrypted", *phrase)),
            Call(("--key", given.file("words"), "--keyring")),
            Call(("--key", given.file("ncryptsec"), *phrase), code=2),
            Call(("--key", given.file("typo")), code=4),
            Call(("--key", "-"), given.typo, code=4),
            Call(("--key", given.nsec), code=2),
            Call(code=2),  # here every new key is the old one
        ],
        "keys backup": [Call(("kit", *phrase)), Call((given.file("key"), *phrase), code=1)],
        "keys verify-backup": [
            Call((given.file("ncryptsec"), *phrase)),
            Call((given.file("ncryptsec"), "--passphrase-file", given.file("wrong")), code=4),
            Call((given.file("key"), *phrase), code=1),
            Call((given.file("memories.jsonl"), *phrase), code=4),
        ],
        "persona remember": [
            Call((*told, "k", value, "--theme", value, "--source", value)),
            Call((*told, "k"), value),
            Call(("--jsonl", given.file("insights.jsonl"))),
            Call(("--jsonl", given.file("broken.jsonl")), code=2),
            Call((*told, "k", value, "--confidence", "2"), code=2),
            Call((*told, "k", value, "--link", "a/b"), code=2),
        ],
        "persona recall": [Call(("-d", "people"), shows=True), Call(shows=True)],
        "persona search": [
            Call((value,), shows=True),
            Call((value, "--explain", "--state", "active"), shows=True),
            Call((value, "--theme", value, "--source", value, "--sync")),
            Call(("...",), code=2),
            Call(("v", "--state", given.nsec), code=2),
            Call(("v", "--since", given.nsec), code=2),
        ],
        "persona domains": [Call()],
        "persona introspect": [
            Call(),
            Call(("--no-keep", "--sync")),
            Call(("--past", "3")),
            Call(("--past", "0"), code=2),
        ],
        "persona suggestions": [Call(), Call(("--sync",))],
        "persona accept": [Call(("0123456789abcdef",), code=1), Call((given.nsec,), code=2)],
        "persona dismiss": [Call(("0123456789abcdef",), code=1), Call((given.nsec,), code=2)],
        "persona stats": [Call(), Call(("--sync",))],
        "persona compress": [
            Call(shows=True),
            Call(("-d", "people", "-b", "50"), shows=True),
            Call(("--budget", "-1"), code=2),
        ],
        "persona tree": [Call(shows=True), Call(("--all",), shows=True)],
        "persona prune": [Call(), Call(("--plan",))],
        "persona history": [
            Call(("people/facts/v",), shows=True),
            Call(("v", "--sync"), shows=True),
            Call(("none",), code=1),
        ],
        "persona pin": [Call(("v",)), Call(("none",), code=1)],
        "persona unpin": [Call(("v",))],
        "persona due": [
            Call(("v", "30d")),
            Call(("v", "never")),
            Call(("v", given.nsec), code=2),
        ],
        "persona forecast": [Call(), Call(("--days", "3650")), Call(("--days", "0"), code=2)],
        "persona embed": [
            Call(("--encoder", "none")),
            Call(("--encoder", f"openai:small@{NOWHERE}"), code=1),
            Call(code=2),
            Call(("--encoder", given.nsec), code=2),
            Call(("--encoder", f"openai:small@https://user:{given.nsec}@h/v1"), code=2),
        ],
        "chat": [
            Call(("--peer", "vergel", *model), f"{value}\nbye\n", shows=True),
            Call(("--peer", "vergel", *model, "--mode", "flat"), value, shows=True),
            Call(("--peer", "vergel", *model, "--conversation", "standup"), value, shows=True),
            Call(("--peer", "vergel", *model), value, shows=True, first=True),
            Call(("--peer", "vergel", "--provider", f"local:m@{NOWHERE}"), value, code=1),
            Call(("--peer", "vergel", "--provider", value), value, code=2),
            Call(("--peer", "vergel", "--provider", f"local:m@https://{given.typo}@h"), code=2),
            Call(("--peer", "a/b", *model), value, code=2),
        ],
        "rapport list": [Call(), Call(("--sync",))],
        "rapport show": [
            Call(("vergel",), shows=True),
            Call(("vergel", "--sessions")),
            Call(("vergel", "--sync"), shows=True),
            Call(("nobody",), code=1),
            Call(("a/b",), code=2),
        ],
        "rapport layers": [
            Call(("vergel",), shows=True),
            Call(("vergel", "--edit", "patterns", "--text", value)),
            Call(("vergel", "--edit", "patterns", "--text", "-"), value),
            Call(("vergel", "--edit", "patterns", "--text", value * 3000), code=2),
            Call(("vergel", "--edit", value, "--text", value), code=2),
            Call(("vergel", "--take-back", "base_tone")),
            Call(("vergel", "--import", given.file("layers"))),
            Call(("vergel", "--import", given.file("nothing")), code=2),
            Call(("vergel", "--save", "mine")),
            Call(("vergel", "--versions")),
            Call(("vergel", "--restore", "none"), code=1),
            Call(("nobody",), code=1),
        ],
        "rapport context": [
            Call(("vergel",), shows=True),
            Call(("nobody",)),
            Call(("vergel", "--budget", "1"), code=2),
        ],
        "learn": [
            # a key says how a statement begins, and the names of a plain store are seen
            Call((f"{BEGINNING} {value}", "--about", "ada")),
            Call(("--source", "notes"), f"{BEGINNING} {value}\n"),
            Call(("--messages", given.file("turns.json"), "--about", "vergel")),
            Call(("--messages", given.file("turns.json"), "--about", "ada", *model)),
            Call(("--messages", given.file("broken.jsonl")), code=2),
            Call((value, "--messages", given.file("turns.json")), code=2),
            Call(("--messages", "-", "--about", "a/b"), turns, code=2),
            Call((f"{BEGINNING} and {value}", "--provider", f"openai:m@{NOWHERE}")),
            Call((value, "--provider", f"openai:m@https://user:{given.typo}@h"), code=2),
        ],
        "rapport observe": [
            Call(("vergel", given.file("turns.json"))),
            Call(("vergel", given.file("turns.json"), *model)),
            Call(
                ("vergel", "-", "--session", "one"), f'{{"role": "user", "content": "{value}"}}\n'
            ),
            Call(("vergel", given.file("broken.jsonl")), code=2),
            Call(("vergel", given.file("memories.jsonl")), code=2),
            Call(("vergel", "-", "--provider", f"openai:m@{NOWHERE}"), turns, code=1),
            Call(("vergel", "-", "--provider", f"openai:m@https://user:{given.typo}@h"), code=2),
        ],
        "rapport condense": [
            Call(("vergel",)),
            Call(("vergel", *model)),
            Call(("vergel", "--provider", f"local:m@{NOWHERE}"), code=1),
            Call(("nobody",), code=1),
        ],
        "rapport forget": [
            Call(("vergel", "--yes")),
            Call(("vergel", "--session", "one", "--yes")),
            Call(("vergel", "--session", "none", "--yes"), code=1),
            Call(("vergel",), code=2),
            Call(("nobody", "--yes"), code=1),
        ],
        "conversations list": [Call(shows=True), Call(("--sync",), shows=True)],
        "conversations show": [
            Call(("standup",), shows=True),
            Call(("standup", "--last", "1", "--sync"), shows=True),
            Call(("standup", "--last", "0"), code=2),
            Call(("nobody",), code=1),
            Call(("a/b",), code=2),
        ],
        "conversations forget": [
            Call(("standup", "--yes")),
            Call(("standup", "--turn", SAID, "--yes")),
            Call(("standup", "--turn", "none", "--yes"), code=1),
            Call(("standup",), code=2),
            Call(("nobody", "--yes"), code=1),
        ],
        "persona connect": [Call(("v", "w")), Call(("v", "none"), code=1)],
        "persona disconnect": [Call(("v", "people/facts/w"))],
        "persona contradict": [Call(("v", "w")), Call(("v", "none"), code=1)],
        "persona reconcile": [Call(("v", "w"))],
        "persona forget": [Call((*told, "v")), Call((*told, "none"), code=1)],
        "persona facets": [Call(("people",))],
        "relays list": [Call()],
        "relays add": [
            Call(("wss://relay.example",)),
            Call(("http://relay.example",), code=2),
        ],
        "relays rm": [Call((given.relay, "--yes"), alone=2)],
        "relays release-local": [Call(("--yes",)), Call()],
        "relays exposure": [
            Call((given.relay,), code=1),
            Call((given.relay, "--sync"), code=1),
            Call((given.nsec,), code=2),
        ],
        "relays test": [Call((given.relay,)), Call((NOBODY,), code=1)],
        "vanish": [Call((given.relay, "--yes")), Call((given.relay,), code=2)],
        "export events": [Call((), shows=False), Call(("events.jsonl",))],
        "export jsonl": [
            Call(("--yes",), shows=True),
            Call(("-", "--yes", "--all-scopes"), shows=True),
            Call(("records.jsonl",), code=2),
        ],
        "import jsonl": [
            Call((given.file("records.jsonl"),)),
            Call((given.file("records.jsonl"), "--overwrite")),
            Call((given.file("memories.jsonl"),), code=1),
            Call((given.file("key"),), code=1),
        ],
        **{
            f"import {one}": [
                Call((given.file(f"moved/{name}"), "--yes")),
                Call((given.file(f"moved/{name}"), "--dry-run")),
                Call((given.file("moved"), "--yes"), code=2 if one == "glenn" else 0),
                Call((given.file("key"), "--yes"), code=REFUSED.get(one, 0)),
                Call((given.file("none"),), code=2),
                # a program that goes on writing has a place, and this machine may have that program
                *([] if FORMATS[one].grows else [Call(code=2)]),
            ]
            for one, name in MOVED.items()
        },
        "pyramid observe": [
            Call((value, "--topic", "user")),
            Call(("-", "--origin", value), value),
            Call((value, "--at", "then"), code=2),
            Call((value * 3000,), code=2),
            Call((value, "--topic", "..."), code=2),
        ],
        "pyramid edit": [
            Call((seen, f"{value} and more")),
            Call((seen[:6], "-"), value),
            Call((seen, value * 3000), code=2),
            Call(("0" * 32, value), code=1),
            Call((value, value), code=2),
        ],
        "pyramid assign": [
            Call((seen, "tom")),
            Call((seen[:8], "--none")),
            Call((seen,), code=2),
            Call(("0" * 32, "tom"), code=1),
        ],
        "pyramid forget": [Call((seen,)), Call(("0" * 32,), code=1), Call((value,), code=2)],
        "pyramid refresh": [
            Call(),
            Call(model),
            Call(("--dry-run", *model)),
            Call(("--source", given.file(f"moved/{MOVED['openclaw']}"), *model, "--yes")),
            Call(("--source", given.file(f"moved/{MOVED['openclaw']}"), "--dry-run")),
            Call(("--source", given.file("none")), code=2),
            Call(("--provider", f"local:m@{NOWHERE}"), code=1),
            Call(("--parallel", "0"), code=2),
        ],
        "pyramid summarize": [Call(), Call(("-n", "5", *model)), Call(("-T", "-1"), code=2)],
        "pyramid synthesize": [
            Call(),
            Call(("user", "--force", *model)),
            Call(("--provider", f"local:m@{NOWHERE}"), code=1),
            Call(("nobody",), code=1),
        ],
        "pyramid embed": [Call(code=2), Call(("--force",), code=2)],
        "pyramid search": [
            Call((value, "--raw"), shows=True),
            Call((value, *model), shows=True),
            Call((value, "--topic", "user", "--sync"), shows=True),
            Call((value, "--provider", f"local:m@{NOWHERE}"), shows=True, code=1),
            Call((value, "--topic", "nobody"), code=1),
            Call((value, "--limit", "0"), code=2),
        ],
        "pyramid show": [
            Call(("user",), shows=True),
            Call(("user", "--observations", "--sync"), shows=True),
            Call(("assistant",)),
            Call(("nobody",), code=1),
        ],
        "pyramid status": [Call(), Call(("--sync",))],
        "pyramid topics list": [Call(), Call(("--sync",))],
        "pyramid topics add": [Call(("tom",)), Call(("...",), code=2)],
        "pyramid topics forget": [
            Call(("user", "--yes"), code=2),
            Call(("tom", "--yes"), code=1),
            Call(("tom",), code=1),
        ],
        "graph add": [
            Call(("person:bo", "--description", value)),
            Call(("person:ada", "--description", "-"), value),
            Call(("person:bo", "--description", value * 3000), code=2),
            Call(("god:bo", "--description", value), code=2),
        ],
        "graph relate": [
            Call((*friends, "--description", value)),
            Call((*friends, "--description", "-", "--attitude", "close"), value),
            Call((*friends, "--description", value * 3000), code=2),
            Call((*friends, "--description", value, "--attitude", "6"), code=2),
            Call((*friends, "--description", value, "--since", "then"), code=2),
            Call((*employed, "--description", value), code=2),
            Call(("nobody", "friend", "ada", "--description", value), code=1),
            Call((*friends, "--description", value), first=True),
        ],
        "graph update": [
            Call((*employed, "--description", f"{value} and more")),
            Call((*employed, "--description", "-"), value),
            Call((*employed, "--description", value * 3000), code=2),
            Call((*employed, "--description", value, "--confidence", "2"), code=2),
            Call(employed, code=2),
            Call(("0" * 32, "--description", value), code=1),
        ],
        "graph supersede": [
            Call((*employed, "--description", value)),
            Call(("ada", "acme", "--called", "leads", "--description", "-"), value),
            Call((*employed, "--description", value * 3000), code=2),
            Call((*employed, "--description", value, "--since", "1999-01-01"), code=2),
            Call(("ada", "ada", "--description", value), code=1),
        ],
        "graph invalidate": [
            Call(employed),
            Call(("ada", "acme", "--at", "2025-06-01")),
            Call(("ada", "acme", "--at", "1999-01-01"), code=2),
            Call(("0" * 32,), code=1),
        ],
        "graph note": [
            Call(("ada", value)),
            Call(("ada", "-", "--lifetime", "week"), value),
            Call((*employed, value, "--by", value)),
            Call(("ada", value * 3000), code=2),
            Call(("ada", value, "--lifetime", "ages"), code=2),
            Call(("nobody", value), code=1),
            Call(("0" * 32, value), code=1),
        ],
        "graph link": [
            Call(("source:standup", "mentions", "ada")),
            Call(("source:standup", "produced", "ada"), code=2),
            Call(("nobody", "mentions", "ada"), code=1),
        ],
        "graph unlink": [Call(("source:standup", "mentions", "acme"))],
        "graph connect": [
            Call(("ada", "people/facts/v")),
            Call(("ada", "rapport/vergel/vector")),
            Call(("ada", "people/facts/none"), code=1),
            Call(("nobody", "people/facts/v"), code=1),
        ],
        "graph disconnect": [
            Call(("ada", "people/facts/v")),
            Call(("ada", "people/facts/none"), code=1),
        ],
        "graph show": [
            Call(("person:ada",), shows=True),
            Call((*employed, "--sync"), shows=True),
            Call(("entity:acme", "-n", "1"), shows=True),
            Call(("nobody",), code=1),
            Call(("0" * 32,), code=1),
            Call(("ada", "a", "b", "acme"), code=2),
        ],
        "graph at": [
            Call(("2025-06-01",), shows=True),
            Call(("2025-06-01", "--node", "ada", "--sync"), shows=True),
            Call(("2025-06-01", "--known-at", "2025-06-01")),
            Call(("then",), code=2),
        ],
        "graph path": [
            Call(("ada", "acme"), shows=True),
            Call(("ada", "acme", "--at", "1999-01-01"), code=1),
            Call(("ada", "nobody"), code=1),
        ],
        "graph edges": [
            Call(shows=True),
            Call(("ada", "--called", "works-at", "--sync"), shows=True),
            Call(("--attitude", "1")),
            Call(("--state", given.nsec), code=2),
            Call(("nobody",), code=1),
        ],
        "graph nodes": [
            Call(shows=True),
            Call(("--type", "entity", "--sync")),
            Call(("--type", "god"), code=2),
        ],
        "graph neighbors": [
            Call(("ada",), shows=True),
            Call(("acme", "--depth", "2"), shows=True),
            Call(("ada", "--depth", "0"), code=2),
            Call(("nobody",), code=1),
        ],
        "graph history": [
            Call(employed, shows=True),
            Call(("ada", "acme", "--sync"), shows=True),
            Call(("0" * 32,), code=1),
            Call(("ada",), code=2),
        ],
        "graph search": [
            Call((value,), shows=True),
            Call(("favorable works-at", "--edges", "1", "--sync"), shows=True),
            Call((value, "--attitude", "9"), code=2),
            Call((value, "--nodes", "-1"), code=2),
        ],
        "graph consolidate": [
            Call(),
            Call(model),
            Call(("--dry-run", *model)),
            Call(("--provider", f"local:m@{NOWHERE}"), code=1),
            Call(("--parallel", "0"), code=2),
        ],
        "graph embed": [Call(code=2), Call(("--force",), code=2)],
        "graph export": [
            Call((given.file("graph.json"), "--force")),
            Call((given.file("graph.xml"), "--format", "graphml", "--force", "--sync")),
            Call((given.file("graph.jsonl"), "--format", "server-memory", "--force")),
            Call((given.file("key"),), code=2),
            Call((given.file("graph.json"), "--format", given.nsec, "--force"), code=2),
        ],
        "graph forget": [
            Call(("ada", "--yes")),
            Call(employed),
            Call(("ada",), code=2),
            Call(("nobody", "--yes"), code=1),
            Call(("0" * 32,), code=1),
        ],
        "export markdown": [
            Call((given.file("mind"), "--yes", "--force")),
            Call((given.file("mind"),), code=2),
            Call((given.file("key"), "--yes"), code=2),
        ],
        "import edited": [
            Call((given.file("edited"), "--yes"), shows=True),
            Call((given.file("edited"), "--dry-run", "--forget-removed"), shows=True),
            Call((given.file("nothing"),), code=2),
        ],
        "pyramid export": [
            Call((given.file("workspace"),)),
            Call((given.file("workspace"), "--force", "--sync")),
            Call((given.file("key"),), code=2),
        ],
        "pyramid generate": [Call((given.file("workspace"),))],
        "import events": [
            Call((given.file("events.jsonl"),)),
            Call((given.file("memories.jsonl"),), code=1),
            Call((given.file("key"),), code=1),
        ],
    }


def every_command() -> list[str]:
    """What the command line has."""

    def below(command: Any, name: str) -> Iterator[str]:
        children = getattr(command, "commands", {})
        for word, child in children.items():
            yield from below(child, f"{name} {word}")
        if not children:
            yield name.strip()

    return sorted(below(typer.main.get_command(app), ""))


def covered(*but: str) -> list[str]:
    """The commands that have a scenario, but for some."""
    known = scenarios(Given(Canary.new(), Path(), ""))
    return [command for command in every_command() if command in known and command not in but]


# --------------------------------------------------------------------------- the worlds


@dataclass(frozen=True)
class World:
    """A machine.

    Attributes:
        home: The folder of all profiles; it is searched for secrets afterwards.
        given: What the person has at hand.
    """

    home: Path
    given: Given

    @property
    def database(self) -> Path:
        """The file of the profile."""
        return self.home / "default" / "memory.db"

    @property
    def key(self) -> Path:
        """The key file of the profile."""
        return self.home / "default" / "key"

    @property
    def profile(self) -> Path:
        """The profile."""
        return self.home / "default.toml"

    def use_relay(self, url: str) -> None:
        """Name a relay in the profile."""
        text = self.profile.read_text()
        self.profile.write_text(text.replace("relays = []", f'relays = ["{url}"]'))


def sound(world: World) -> None:
    """A profile with memories and without relays."""


def dead_relay(world: World) -> None:
    """A relay at which nobody answers."""
    world.use_relay(NOBODY)


def no_profile(world: World) -> None:
    """Nothing at all."""
    shutil.rmtree(world.home)
    world.home.mkdir()


def no_key(world: World) -> None:
    """The key file is gone."""
    world.key.unlink()


def mistyped_key(world: World) -> None:
    """The key file holds something that is nearly the key."""
    world.key.write_text(world.given.typo)


def exposed_key(world: World) -> None:
    """Others can read the key file."""
    world.key.chmod(0o644)


def key_in_profile(world: World) -> None:
    """Somebody wrote the key where its place should be named."""
    lines = world.profile.read_text().splitlines()
    lines = [line for line in lines if not line.startswith("key")]
    world.profile.write_text("\n".join([*lines, f'key = "{world.given.nsec}"']))


def damaged_profile(world: World) -> None:
    """The profile is no TOML."""
    world.profile.write_text(f"relays = [\n{world.given.nsec}")


def corrupt_database(world: World) -> None:
    """The file's pages are noise."""
    size = world.database.stat().st_size
    world.database.write_bytes(world.database.read_bytes()[:100] + os.urandom(size - 100))


def no_database(world: World) -> None:
    """The file is a text."""
    world.database.write_text("not a database\n" * 100)


def database_is_folder(world: World) -> None:
    """A folder stands where the file should be."""
    world.database.unlink()
    world.database.mkdir()


BROKEN = (
    no_profile,
    no_key,
    mistyped_key,
    exposed_key,
    key_in_profile,
    damaged_profile,
    corrupt_database,
    no_database,
    database_is_folder,
    dead_relay,
)
AWAY_FROM_ALL = ("demo", "relays test")
"""Commands that have nothing to do with a profile."""
SLOW = ("demo",)
"""Called once, as JSON with every detail: their words are looked at where they are a process."""
PATIENT = ("blind", "keys rotate")
"""Commands that give a relay a minute."""
ALIKE = ("conversations", "graph", "import", "persona", "pyramid", "rapport")
"""Groups of commands that find profile, key and file in one way."""


# ------------------------------------------------------------------------- what is given


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Given]:
    canary = Canary.new()
    with (
        LocalRelay() as relay,
        LLMServer(lambda request: answer(request, canary.value)) as llm,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("LOCAL_LLM_KEY", KEY)
        # a key under a passphrase is found as seldom after sixteen rounds of scrypt as after 65,536
        defaults = EncryptedKey.make.__kwdefaults__
        assert defaults is not None
        patch.setitem(defaults, "log_n", 4)
        folder = tmp_path_factory.mktemp("given")
        given = Given(canary, folder, relay.url, llm.url(Format.OPENAI))
        furnish(given)
        yield given


def answer(request: Request, value: str) -> Turn:
    """What a model says that repeats everything it was told."""
    if request.streams:
        return Turn(text=f"so you say: {value}")
    seen = {"evidence": value, "signal": value, "value": 0.9}
    score: object = seen
    reading = {
        **dict.fromkeys(DIMENSIONS, score),
        "resilience": {**seen, "type": "relationship"},
        "explicit_corrections": [{"dimension": "style", "direction": "lower", "quote": value}],
    }
    noted = [{"text": value, "sessions": ["s1"]}]
    layers = {"base_tone": value, "patterns": noted, "anchors": noted}
    said: dict[str, object] = {
        SESSION.name: reading,
        "rapport_layers": layers,
        "add_observations": {"observations": [{"text": value, "message": 1}]},
        "learn": {
            "facts": [
                {
                    "text": f"{BEGINNING} {value}",
                    "message": 1,
                    "about": "speaker",
                    "kind": "fact",
                    "when": "",
                }
            ],
            "relations": [],
        },
        "assign_topics": {"assignments": [{"observation": 1, "topic": "user"}]},
        "write_summary": {"summary": value},
        "write_topic": {"description": value, "content": value},
        "answer_question": {"answer": value},
        "write_description": {"description": value},
        "write_story": {"story": value},
    }
    return Turn(value=said[request.body["response_format"]["json_schema"]["name"]])


def move_in(folder: Path, value: str) -> None:
    """Write what other programs know."""
    folder.mkdir()
    said = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": [value]}}
    claude = {"sender": "human", "text": value, "created_at": "2025-05-01T10:00:00Z"}
    person = {"role": "user", "content": value}
    files: dict[str, Any] = {
        "chatgpt": [
            {
                "title": value,
                "conversation_id": "c",
                "mapping": {"m": {"id": "m", "parent": None, "message": said}},
                "current_node": "m",
            }
        ],
        "claude": [{"uuid": "c", "name": value, "chat_messages": [{"uuid": "m", **claude}]}],
        "openclaw": {"type": "message", "message": person},
        "server-memory": {
            "type": "entity",
            "name": "Ada",
            "entityType": "person",
            "observations": [value],
        },
        "mem0": {"results": [{"memory": value, "user_id": value}]},
        "letta": {"agents": [{"name": value, "messages": [person]}], "blocks": []},
        "claude-code": {"type": "user", "sessionId": "s", "message": person},
        "codex": {
            "type": "response_item",
            "payload": {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": value}],
            },
        },
    }
    for one, content in files.items():
        (folder / MOVED[one]).write_text(json.dumps(content) + "\n")
    (folder / MOVED["markdown"]).write_text(f"# {value}\n\n- {value} is {value}\n")
    with contextlib.closing(sqlite3.connect(folder / MOVED["glenn"])) as database, database:
        database.executescript(
            "CREATE TABLE users (id, username); CREATE TABLE conversations (id, user_id); "
            "CREATE TABLE messages (conversation_id, role, content, timestamp)"
        )
        database.execute("INSERT INTO messages VALUES (1, 'user', ?, 1700000000)", (value,))


def furnish(given: Given) -> None:
    """Write what the person has at hand."""
    canary = given.canary
    canary.know_text("mistyped nsec", given.typo)
    canary.know_text("passphrase", PASSPHRASE)
    canary.know_text("key of the model", KEY)
    canary.know_text("words", WORDS[12:40])
    canary.know("key of the words", bytes.fromhex(Identity.from_words(WORDS).private_key_hex))
    value = canary.value
    for name, text in {
        "key": given.nsec,
        "typo": given.typo,
        "words": WORDS,
        "damaged words": WORDS.replace("leader", "letter"),
        "phrase": PASSPHRASE,
        "wrong": PASSPHRASE[::-1],
        "ncryptsec": EncryptedKey.make(canary.secret_key, PASSPHRASE, log_n=1).encode(),
        "memories.jsonl": f'{{"key": "k", "value": "{value}"}}\n',
        "turns.json": f'[{{"role": "user", "content": "{value}"}}]',
        "insights.jsonl": f'{{"domain": "d", "facet": "f", "key": "k", "value": "{value}"}}\n',
        "records.jsonl": '{"type": "sense-memory:kv", "name": "zone", '
        f'"fields": {{"key": "zone", "value": "{value} and more"}}}}\n',
        "said.jsonl": "".join(
            json.dumps({"type": f"sense-memory:{kind}", "name": f"standup/{name}", "fields": said})
            + "\n"
            for kind, name, said in (
                ("stream", "head", {"conversation": "standup", "title": value}),
                (
                    "turn",
                    f"turn/{SAID}",
                    {"conversation": "standup", "role": "user", "text": value, "speaker": value},
                ),
            )
        ),
        "broken.jsonl": f'{{"key": "k", "value": "{value}", \n',
    }.items():
        path = given.folder / name
        path.write_text(text)
        path.chmod(0o600)
    move_in(given.folder / "moved", value)
    (given.folder / "layers").mkdir()
    (given.folder / "layers" / "patterns.md").write_text(value)


@pytest.fixture(scope="module")
def furnished(given: Given, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the canary's profile and memories; tests work on copies."""
    home = tmp_path_factory.mktemp("furnished")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SENSE_MEMORY_HOME", str(home))
        value = given.canary.value
        for arguments, stdin in (
            (("init", "--import-key", "--local", "--addressing", "plain"), given.nsec),
            (("remember", "zone", value), ""),
            (("persona", "remember", "-d", "people", "-f", "facts", "v", value), ""),
            (("persona", "remember", "-d", "people", "-f", "facts", "w", value), ""),
            (("journal", value), ""),
            (("rapport", "observe", "vergel", given.file("turns.json"), "--session", "one"), ""),
            (("rapport", "layers", "vergel", "--edit", "base_tone", "--text", value), ""),
            (("import", "jsonl", given.file("said.jsonl")), ""),
            (("pyramid", "observe", value, "--topic", "user", "--at", OBSERVED), ""),
            (("graph", "add", "person:ada", "--description", value), ""),
            (("graph", "add", "source:standup"), ""),
            (("graph", "relate", *EMPLOYED, "--since", "2025-03-01", "--description", value), ""),
            (("graph", "link", "source:standup", "mentions", "acme"), ""),
            (("graph", "note", "ada", value), ""),
            (("export", "events", given.file("events.jsonl")), ""),
            (("export", "markdown", given.file("edited"), "--yes"), ""),
        ):
            said = run(arguments, patch, stdin=stdin)
            assert said.code == 0, said
    page = given.folder / "edited" / "memories.md"
    page.write_text(page.read_text().replace(f": {value}", f": {value} and more"))
    return home


@pytest.fixture
def made_anew(given: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that are generated, by init or by the demo, are the canary's."""
    octets = bytes.fromhex(given.canary.identity.private_key_hex)
    monkeypatch.setattr(SecretKey, "generate", classmethod(lambda cls: cls(octets)))


class InMemory(KeyringBackend):
    """An OS keyring: the person's own stays out of this."""

    _classes: ClassVar[set[type]] = set()  # so that no other test's keyring is chosen among these
    priority = 5

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self._kept[service, username]


@pytest.fixture
def own_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(InMemory())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def enter(
    given: Given,
    furnished: Path,
    tmp_path: Path,
    made_anew: None,
    own_keyring: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[Callable[[World], None]], World]:
    """Makes a world and goes there."""
    rooms = 0

    def go(shape: Callable[[World], None]) -> World:
        nonlocal rooms
        rooms += 1
        outside = tmp_path / f"machine {rooms}"
        world = World(outside / "home", given)
        shutil.copytree(furnished, world.home)
        (outside / "tmp").mkdir()
        (outside / "work").mkdir()
        monkeypatch.setenv("SENSE_MEMORY_HOME", str(world.home))
        monkeypatch.setenv("TMPDIR", str(outside / "tmp"))
        monkeypatch.setattr(tempfile, "tempdir", str(outside / "tmp"))
        monkeypatch.chdir(outside / "work")
        text = world.profile.read_text()
        world.profile.write_text(text.replace(str(furnished), str(world.home)))
        shape(world)
        return world

    return go


# ------------------------------------------------------------------------------ commands


def examine(said: Said, call: Call, world: World) -> list[str]:
    """What escaped, and where."""
    canary, found = world.given.canary, []
    for place in ("out", "err", "log", "children"):
        text = getattr(said, place)
        found += [f"{place}: {name}" for name in canary.seen_in(text)]
        if canary.value_in(text) and not (place == "out" and call.shows):
            found.append(f"{place}: a value")
    if "Traceback" in said.err:
        found.append(f"a traceback: {said.err.splitlines()[-1]}")
    keys = {path for path in world.home.glob("*/key*") if path.suffix != ".ncryptsec"}
    kept = frozenset({*keys, world.profile})
    return found + files_that_show(canary, world.home.parent, kept)


def test_every_command_has_a_scenario() -> None:
    assert sorted(set(every_command()) - set(covered())) == []


@pytest.mark.parametrize("command", covered())
def test_where_nothing_is_wrong(
    command: str,
    given: Given,
    enter: Callable[[Callable[[World], None]], World],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ways = [("-vv", "--json")] if command in SLOW else [("-vv",), ("-v", "--json")]
    for call in scenarios(given)[command]:
        for options in ways:
            world = enter(no_profile if call.first else sound)
            said = run((*options, *command.split(), *call.words), monkeypatch, stdin=call.stdin)
            assert examine(said, call, world) == [], (call, said.err[-2000:])
            assert said.code == (call.code if call.alone is None else call.alone), (call, said)
            assert given.canary.value_in(said.out) == call.shows, (call, said)


@pytest.mark.parametrize("command", covered(*AWAY_FROM_ALL, *PATIENT))
def test_where_there_is_a_relay(
    command: str,
    given: Given,
    enter: Callable[[Callable[[World], None]], World],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An empty one each time: all these commands have the same key."""
    with InThread(lambda: RelayServer(QuirkRelay())) as relay:
        call = scenarios(replace(given, relay=relay.url))[command][0]
        world = enter(sound)
        world.use_relay(relay.url)
        said = run(("-vv", *command.split(), *call.words), monkeypatch, stdin=call.stdin)
    assert examine(said, call, world) == [], (call, said.err[-2000:])
    assert said.code == call.code, (call, said)
    assert given.canary.value_in(said.out) == call.shows, (call, said)


def tried() -> Iterator[tuple[str, Callable[[World], None]]]:
    """Which command meets what that is broken: each all of it, but for those that are alike.

    Of these each meets a third of it, in large groups a sixth, and each thing that is broken is met
    by as large a part of a group.
    """
    groups = Counter(command.split()[0] for command in covered(*AWAY_FROM_ALL))
    for number, command in enumerate(covered(*AWAY_FROM_ALL)):
        group = command.split()[0]
        part = (6 if groups[group] >= 12 else 3) if group in ALIKE else 1
        for turn, shape in enumerate(BROKEN):
            is_long = shape is dead_relay and command in PATIENT
            if not is_long and not (number + turn) % part:
                yield command, shape


def test_every_group_meets_all_that_can_be_broken() -> None:
    met = {(command.split()[0], shape) for command, shape in tried()}
    assert met >= {(group, shape) for group in ALIKE for shape in BROKEN}


@pytest.mark.parametrize("command", covered(*AWAY_FROM_ALL))
def test_where_something_is(
    command: str,
    given: Given,
    enter: Callable[[Callable[[World], None]], World],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call = scenarios(given)[command][0]
    shapes = [shape for one, shape in tried() if one == command]
    assert shapes
    for shape in shapes:
        world = enter(shape)
        said = run(("-vv", *command.split(), *call.words), monkeypatch, stdin=call.stdin)
        assert examine(said, call, world) == [], (shape, call, said.err[-2000:])


def pasted(nsec: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every place of the command line where a word can be typed, with a key typed there."""
    for option in ("--profile", "--scope", "--key-file", "--json", "--unknown"):
        yield f"{option}", (option, nsec, "recall")
    yield "the command", (nsec,)

    def below(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
        children = getattr(command, "commands", {})
        for word, child in children.items():
            yield from below(child, (*words, word))
        if children:
            if words:
                yield f"{' '.join(words)} COMMAND", (*words, nsec)
            return
        before: list[str] = []
        for parameter in command.params:
            if parameter.param_type_name == "argument":
                yield f"{' '.join(words)} {parameter.name}", (*words, *before, nsec)
                before.append("x")
            elif not parameter.is_flag:
                yield f"{' '.join(words)} {parameter.opts[0]}", (*words, parameter.opts[0], nsec)
        yield f"{' '.join(words)} too many", (*words, *before, "x", nsec)
        yield f"{' '.join(words)} --unknown", (*words, f"--unknown={nsec}")

    yield from below(typer.main.get_command(app), ())


def test_a_pasted_key_is_not_repeated(
    given: Given,
    enter: Callable[[Callable[[World], None]], World],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repeated = []
    for place, words in pasted(given.nsec):
        world = enter(sound)
        said = run(("-vv", *words), monkeypatch, stdin="x")
        if examine(said, Call(shows=True), world):
            repeated.append(place)
    assert repeated == []


@pytest.mark.parametrize("url", ["{}", "wss://user:{}@relay.example", "ws://{}"])
def test_a_key_where_a_relay_is_named(
    url: str,
    given: Given,
    enter: Callable[[Callable[[World], None]], World],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = enter(sound)
    world.use_relay(url.format(given.nsec))
    said = run(("status",), monkeypatch)
    assert examine(said, Call(), world) == []


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_no_process_shows_the_key(
    given: Given, enter: Callable[[Callable[[World], None]], World], tmp_path: Path
) -> None:
    """The demo hands its key to two devices; what it generates is the canary's here."""
    world = enter(sound)
    (tmp_path / "sitecustomize.py").write_text(
        "from nips.keys import SecretKey\n"
        f"octets = bytes.fromhex({given.canary.identity.private_key_hex!r})\n"
        "SecretKey.generate = classmethod(lambda cls: cls(octets))\n"
    )
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    seen: set[bytes] = set()
    with spawn(("demo",), environment) as process:
        while process.poll() is None:
            seen.update(child_arguments(process.pid))
            time.sleep(0.01)  # each of them lives for longer than it takes to import what it needs
        assert process.stdout is not None
        said = process.stdout.read()
    assert process.returncode == 0, said
    assert given.canary.identity.npub.encode() in said, "the demo used another key"
    assert any(b"demo_child" in line for line in seen)
    assert given.canary.seen_in(b"\n".join(seen)) == []
    assert given.canary.seen_in(said) == []
    assert files_that_show(given.canary, world.home.parent, frozenset({world.key})) == []


# ------------------------------------------------------------------------------- library


async def everything(store: MemoryStore, value: str) -> None:
    """Every method that takes or gives a value."""
    await store.remember("k", value)
    await store.recall("k")
    await store.recall_all()
    changes = store.changes()
    entry = await store.journal(value)
    await store.recent()
    await store.persona_remember("d", "f", "k", value, [value], source=value)
    await store.persona_remember("d", "f", "l", value, connections=["k"])
    await store.persona_contradict("k", "l")
    await store.persona_reconcile("k", "l")
    await store.persona_connect("k", "l")
    await store.persona_disconnect("k", "l")
    await store.persona_recall()
    await store.persona_search(value, theme=value, explain=True)
    await anext(changes)
    await store.forget_entry(entry)
    await store.persona_forget("d", "f", "k")
    await store.sync()
    await store.check()
    await store.forget("k")


def ours(found: object) -> bool:
    """Whether an object is an instance of one of our classes."""
    kind = type(found)  # asked of nothing else: it may be a reference to what is gone
    return not issubclass(kind, type) and kind.__module__.split(".")[0] in ("sense_memory", "nips")


async def test_no_object_shows_the_key(given: Given, tmp_path: Path, relay: LocalRelay) -> None:
    """Whatever lives while a store is open is printed and pickled."""
    canary = given.canary
    asyncio.get_running_loop().set_debug(True)
    gc.collect()
    earlier = [one for one in gc.get_objects() if ours(one)]  # of tests in this process
    known = set(map(id, earlier))
    with every_record() as lines:
        async with MemoryStore(canary.identity, relay.url, path=tmp_path / "a.db") as store:
            await everything(store, canary.value)
            await everything(store.scope("user:x"), canary.value)
            alive: list[object] = [canary.identity, canary.secret_key]
            alive += [one for one in gc.get_objects() if ours(one) and id(one) not in known]
            kinds = {type(one).__name__ for one in alive}
            assert {"MemoryStore", "Identity", "SecretKey", "LocalSigner", "Repository"} <= kinds
            for one in alive:
                for show in (repr, str, "{}".format, _pickled):
                    assert canary.seen_in(show(one)) == [], (type(one), show)
    log = "\n".join(lines)
    assert "sense_memory" in log
    assert canary.seen_in(log) == []
    assert not canary.value_in(log)


def _pickled(one: object) -> bytes:
    """The pickle; nothing if it refuses, as it should."""
    try:
        return pickle.dumps(one)
    except (TypeError, AttributeError, pickle.PicklingError, RuntimeError):
        return b""


@pytest.mark.parametrize("copied", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_key_is_not_copied(given: Given, copied: Callable[[object], object]) -> None:
    for one in (given.canary.secret_key, given.canary.identity):
        with pytest.raises(TypeError) as caught:
            copied(one)
        assert given.canary.seen_in(str(caught.value)) == []


@pytest.mark.parametrize("copied", [pickle.dumps, copy.deepcopy])
def test_nor_is_what_holds_it(given: Given, copied: Callable[[object], object]) -> None:
    for one in (as_signer(given.canary.identity), MemoryStore(given.canary.identity)):
        with pytest.raises(TypeError) as caught:
            copied(one)
        assert given.canary.seen_in(str(caught.value)) == []


def wrong_uses(given: Given, folder: Path) -> dict[str, Callable[[], object]]:
    """Calls that raise, each of which was given a secret."""
    identity, value = given.canary.identity, given.canary.value
    nsec, hexed, typo = identity.nsec, identity.private_key_hex, given.typo
    ncryptsec = (given.folder / "ncryptsec").read_text()

    def stored(*arguments: object, method: str = "remember") -> Callable[[], object]:
        async def use() -> None:
            async with MemoryStore(identity) as store:
                await getattr(store, method)(*arguments)

        return lambda: asyncio.run(use())

    return {
        "a mistyped nsec": lambda: Identity.from_nsec(typo),
        "an nsec in capitals and small letters": lambda: Identity.from_nsec(nsec.title()),
        "hex for an nsec": lambda: Identity.from_nsec(hexed),
        "an nsec for hex": lambda: Identity.from_hex(nsec),
        "hex, too long": lambda: Identity.from_hex(hexed + "0"),
        "hex, too short": lambda: Identity.from_hex(hexed[:-2]),
        "hex with a letter": lambda: Identity.from_hex(hexed[:-1] + "g"),
        "an nsec for a path": lambda: Identity.from_file(nsec),
        "hex for a path": lambda: Identity.from_file(hexed),
        "a mistyped word": lambda: Identity.from_words(WORDS.replace("leader", "letter")),
        "the wrong passphrase": lambda: Identity.from_ncryptsec(ncryptsec, PASSPHRASE[::-1]),
        "a passphrase for an ncryptsec": lambda: Identity.from_ncryptsec(PASSPHRASE, ncryptsec),
        "a file that exists": lambda: identity.save(given.folder / "key"),
        "an nsec for an identity": lambda: asyncio.run(MemoryStore(nsec).remember("k", "v")),
        "hex for an identity": lambda: asyncio.run(MemoryStore(hexed).remember("k", "v")),
        "an nsec for a profile": lambda: MemoryStore.open(nsec),
        "bytes for a secret key": lambda: SecretKey(bytes.fromhex(hexed) * 2),
        "a value that is too long": stored("k", value * 3000),
        "a value with half a character": stored("k", value + "\ud800"),
        "a value that is none": stored("k", [value]),
        "an entry that is too long": stored(value * 5000, method="journal"),
        "an entry that is none": stored({value: value}, method="journal"),
        "no relay": lambda: asyncio.run(MemoryStore(identity, NOBODY).remember("k", value)),
        "a file that is none": lambda: asyncio.run(
            MemoryStore(identity, path=given.folder / "key").remember("k", value)
        ),
        "a locked file": lambda: asyncio.run(_locked(identity, folder / "a.db", value)),
    }


async def _locked(identity: Identity, path: Path, value: str) -> None:
    config = Config(database=DatabaseConfig(busy_timeout=0.1))
    async with MemoryStore(identity, path=path, config=config) as store:
        await store.remember("k", "v")
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            await store.remember("k", value)


def shown_by(error: BaseException) -> Iterator[str]:
    """What tools show of an exception: text, parts, and the traceback as Python prints it."""
    yield "".join(traceback.format_exception(error))
    seen: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and at not in seen:
        seen.append(at)
        yield repr(at)
        yield repr((at.args, vars(at), getattr(at, "object", None), getattr(at, "doc", None)))
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)


def test_no_error_shows_what_it_was_given(given: Given, tmp_path: Path) -> None:
    for name, use in wrong_uses(given, tmp_path).items():
        with every_record() as lines, pytest.raises(Exception) as caught:
            use()
        for text in (*shown_by(caught.value), *lines):
            assert given.canary.seen_in(text) == [], (name, text)
            assert not given.canary.value_in(text), (name, text)
