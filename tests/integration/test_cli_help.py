"""What every command has: an example that works, --json, one line for what is wrong, completion."""

import dis
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from sense_memory.cli.app import command
from sense_memory.cli.exits import Code
from sense_memory.cli.output import data_json
from sense_memory.cli.parts import PARTS

from .command_lines import PROGRAM, called, parsed, walked
from .shell import COMMAND, Home
from .terminal import answered

EVERYTHING = dict(walked(command()))
COMMANDS = {name: one for name, one in EVERYTHING.items() if not hasattr(one, "commands")}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


# -------------------------------------------------------------------------- help


def test_the_first_help_has_a_whole_line_for_every_command() -> None:
    assert set(PARTS) == {name.split()[1] for name in EVERYTHING}
    for name, part in PARTS.items():
        assert bool(part.says) is not EVERYTHING[f"{PROGRAM} {name}"].hidden, name
        assert len(part.says) <= 63, name  # on one line of a terminal of eighty columns


def lines_to_copy(found: Any) -> list[str]:
    """The lines under Example, or what stands behind it in the help of a group."""
    if found.epilog:
        return [line.strip() for line in found.epilog.partition("Example:")[2].splitlines()[1:]]
    behind = found.help.partition("Example: ")[2].splitlines()
    return behind[0].split(", then ") if behind else []


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_command_has_an_example_that_is_one(name: str) -> None:
    lines = lines_to_copy(EVERYTHING[name])
    assert lines, "no example"
    # of a group, a command; of a command, itself among others
    calls = [parsed(called(line)) for line in lines if PROGRAM in line]
    assert any(call.startswith(name) for call in calls), calls
    assert len(calls) == len(lines), lines


def test_an_example_with_a_wrong_option_would_be_seen() -> None:
    from sense_memory.cli.usage import UsageError

    for wrong in (f"{PROGRAM} recall --sink", f"date | {PROGRAM} persona rememver x | cat"):
        with pytest.raises(UsageError):
            parsed(called(wrong))


# -------------------------------------------------------------------------- json

NOT_AS_JSON = {
    f"{PROGRAM} hook": "what is printed is in the words of the host that calls it",
}
"""Commands in which --json has nothing to say, and why."""


def called_in(function: FunctionType) -> Iterator[object]:
    """What the code of a function names: globals, what modules hold, what it imports itself."""
    codes: list[CodeType] = [function.__code__]
    modules: list[ModuleType] = []
    names: set[str] = set()
    package = function.__globals__.get("__package__") or ""
    while codes:
        code = codes.pop()
        codes += [one for one in code.co_consts if isinstance(one, CodeType)]
        names |= set(code.co_names)
        level: object = 0
        for step in dis.get_instructions(code):
            if step.opname == "LOAD_CONST" and isinstance(step.argval, int):
                level = step.argval
            if step.opname == "IMPORT_NAME" and level:
                assert isinstance(level, int)
                name = importlib.util.resolve_name("." * level + step.argval, package)
                if name.startswith("sense_memory.cli"):
                    modules.append(importlib.import_module(name))
    named = [function.__globals__[name] for name in names if name in function.__globals__]
    modules += [one for one in named if isinstance(one, ModuleType)]
    yield from named
    for module in modules:
        if module.__name__.startswith("sense_memory.cli"):
            yield from (vars(module)[name] for name in names if name in vars(module))


def reaches(start: Callable[..., object], goal: object) -> bool:
    """Whether some way through the code of the command line leads there."""
    seen: set[int] = set()
    ahead: list[object] = [start]
    while ahead:
        one = ahead.pop()
        if one is goal:
            return True
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, type) and one.__module__.startswith("sense_memory.cli"):
            ahead += [getattr(member, "__func__", member) for member in vars(one).values()]
        elif isinstance(one, FunctionType) and one.__module__.startswith("sense_memory.cli"):
            ahead += called_in(one)
    return False


def test_every_command_that_prints_data_prints_it_as_json_too() -> None:
    without = {
        name for name, one in COMMANDS.items() if not reaches(one.callback.__wrapped__, data_json)
    }
    assert without == set(NOT_AS_JSON)


# -------------------------------------------------------------------- wrong calls


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("recal mood", "Did you mean 'recall'?"),
        ("persona serch tea", "Did you mean 'search'?"),
        ("keys shw", "Did you mean 'sense-memory keys show'?"),
        ("recall --synk", "--sync"),
        ("recent -n many", "valid integer"),
        ("recent -n 500", "100"),
        ("status --json", "--json stands before the command: sense-memory --json status"),
        ("persona tree --profile me", "sense-memory --profile … persona tree"),
        ("keys show -v", "sense-memory -v keys show"),
        ("receipt", "missing argument"),
        ("remember a b c", "unexpected extra argument"),
        ("--scope ../x recall", "scope"),
    ],
)
def test_a_wrong_call_is_one_line_that_says_what_to_do(home: Home, typed: str, said: str) -> None:
    run = home.run(*typed.split())
    assert run.code == Code.USAGE
    assert run.out == ""
    assert run.err.startswith("sense-memory: ")
    assert run.err.count("\n") == 1
    assert said in run.err
    if "scope" not in typed:
        assert f"See: {PROGRAM}" in run.err


def test_a_group_without_a_command_prints_what_it_has(home: Home) -> None:
    for words in ((), ("persona",), ("keys",)):
        run = home.run(*words)
        assert (run.code, run.out) == (Code.USAGE, "")
        assert run.err.startswith(f"Usage: {shlex.join((PROGRAM, *words))} ")
        assert "Commands:" in run.err


def test_the_exit_codes_are_those_that_the_help_names(home: Home) -> None:
    shown = " ".join(home.ok("--help").out.split())
    named = re.findall(r"(\d) ([a-z ]+?)(?:,|\.|$)", shown.partition("Exit codes: ")[2])
    assert [int(number) for number, _ in named] == sorted(Code)


# ------------------------------------------------------------------------- colours

ESCAPE = "\x1b["
COLOUR = re.compile(r"\x1b\[[0-9;]*(?<![0-9])(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


def test_colours_are_for_terminals_that_want_them(home: Home) -> None:
    home.ok("remember", "mood", "curious")
    assert ESCAPE in answered(home, ["recall"], [])[0]
    assert ESCAPE not in answered(home, ["recall"], [], TERM="dumb")[0]
    assert not COLOUR.search(answered(home, ["recall"], [], NO_COLOR="1")[0])
    assert ESCAPE not in home.ok("recall").out
    assert ESCAPE not in home.ok("recall", FORCE_COLOR="1").out  # a pipe gets tabs


# ---------------------------------------------------------------------- completion


def offered(home: Home, typed: str, shell: str = "bash") -> list[str]:
    """What a shell is told about the last, unfinished word."""
    run = home.run(
        _SENSE_MEMORY_COMPLETE=f"complete_{shell}",
        COMP_WORDS=typed,
        COMP_CWORD=str(typed.count(" ")),
        _TYPER_COMPLETE_ARGS=typed,
        _TYPER_COMPLETE_FISH_ACTION="get-args",
    )
    assert run.code == 0
    assert run.err == ""
    return [line for line in run.out.splitlines() if line]


def test_shells_complete_commands_options_profiles_and_relays(home: Home) -> None:
    home.ok("--profile", "work", "init", "--relay", "wss://one.example")
    assert offered(home, f"{PROGRAM} rec") == ["recall", "recent", "receipt"]
    assert offered(home, f"{PROGRAM} hoo") == []  # for hosts, and hidden
    assert offered(home, f"{PROGRAM} persona se") == ["search"]
    assert offered(home, f"{PROGRAM} pyramid topics l") == ["list"]
    assert offered(home, f"{PROGRAM} recall --s") == ["--sync"]
    assert offered(home, f"{PROGRAM} --pro") == ["--profile"]
    assert offered(home, f"{PROGRAM} --profile w") == ["work"]
    for words in ("relays rm", "relays test", "relays exposure", "vanish"):
        assert offered(home, f"{PROGRAM} --profile work {words} w") == ["wss://one.example"]
        assert offered(home, f"{PROGRAM} {words} w") == []
    assert '"recall":"Print the value' in offered(home, f"{PROGRAM} reca", "zsh")[0]
    assert offered(home, f"{PROGRAM} reca", "fish")[0].startswith("recall\t")


def test_bash_takes_the_script_that_it_is_given(home: Home) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")
    folder = home.folder / "bin"
    folder.mkdir()
    script = folder / PROGRAM
    script.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    script.chmod(0o700)
    typed = (
        f'eval "$({PROGRAM} --show-completion)"; COMP_WORDS=({PROGRAM} reca); COMP_CWORD=1; '
        f'_sense_memory_completion {PROGRAM}; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(
        [bash, "--norc", "-c", typed],
        env={**home.environment, "PATH": f"{folder}:{home.environment['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )
    assert (done.stdout, done.stderr) == ("recall\n", "")


def test_completion_opens_no_store() -> None:
    code = (
        "import sys; from sense_memory.cli import completing\n"
        "import sense_memory.io.profile\n"
        "print(sorted({'sense_memory.store', 'sqlite3', 'pydantic'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"[]\n"
