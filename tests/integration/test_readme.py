"""The README's words work as they stand."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sense_memory.core.records.rapport import DIMENSIONS
from tests.integration.llm_server import KEY, Format, LLMServer
from tests.integration.moved import chatgpt
from tests.integration.shell import Home

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
ELSEWHERE = ("From a script", "On a second device")
"""Sections whose commands need two machines: test_new_user runs them from the wheel."""


def blocks(page: Path, language: str) -> list[str]:
    """What stands between fences of a language, but in what is run elsewhere."""
    sections = re.split(r"^#+ ", page.read_text("utf-8"), flags=re.MULTILINE)
    here = "".join(one for one in sections if language != "sh" or not one.startswith(ELSEWHERE))
    return re.findall(rf"^```{language}\n(.*?)^```", here, re.MULTILINE | re.DOTALL)


PYTHON = {
    f"{page.stem}-{number}": code
    for page in PAGES
    for number, code in enumerate(blocks(page, "python"))
}
COMMANDS = {
    page.stem: [
        line.split(" #")[0].strip()
        for block in blocks(page, "sh")
        for line in block.splitlines()
        if line.startswith("sense-memory ")
    ]
    for page in PAGES
}
BEFORE = (
    "init --local",
    "remember user_timezone America/Vancouver",
    "persona remember -d people -f facts vergel 'prefers vanilla JS' --theme js",
)
"""What somebody has done who reads on."""
IN_PROCESSES = 2
"""A profile is made and written to by separate programs."""


def _environment(home: Path) -> dict[str, str]:
    """A person's machine; the passphrase that a person would type comes from a file."""
    passphrase = home.parent / "passphrase"
    passphrase.write_text("correct horse battery staple")
    passphrase.chmod(0o600)
    return {
        **os.environ,
        "HOME": str(home),  # where hosts keep what install changes
        "SENSE_MEMORY_HOME": str(home),
        "SENSE_MEMORY_PASSPHRASE_FILE": str(passphrase),
        "PYTHONPATH": str(ROOT),
    }


def test_the_readme_is_short_and_there_are_blocks_to_run():
    assert len(README.read_text("utf-8").splitlines()) <= 320
    assert len(PYTHON) >= 7
    assert len(COMMANDS) >= 7
    assert all(COMMANDS[page] for page in ("README", "mind", "graph", "operations"))


def test_links_lead_to_files_that_are_there():
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


@pytest.mark.parametrize("code", PYTHON.values(), ids=PYTHON)
def test_python_blocks_run(code: str, tmp_path: Path):
    parts = code.split("print(")
    marked = parts[0] + "".join(f'print("@{n}", {part}' for n, part in enumerate(parts[1:]))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", marked],
        cwd=tmp_path,
        env=_environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    # a loop that finds nothing prints nothing, and looks as if it did not work
    assert [n for n in range(len(parts) - 1) if f"@{n} " not in done.stdout] == []


@pytest.mark.timeout(120)
@pytest.mark.parametrize("page", [page for page, commands in COMMANDS.items() if commands])
def test_shell_commands_run_in_their_order(page: str, tmp_path: Path):
    machine = _environment(tmp_path / "home")
    (tmp_path / "home").mkdir()
    # the first lines in processes, as a person's are; the others are the same code without a start
    processes = Home(tmp_path / "home", is_near=False)
    near = Home(tmp_path / "home")
    (near.folder / "talk.json").write_text('[{"role": "user", "content": "hi, nice to see you!"}]')
    chatgpt(near.folder)  # conversations.json
    with LLMServer() as server:
        server.say("Hello.")
        scores = {name: {"evidence": "", "value": 0.6, "signal": ""} for name in DIMENSIONS}
        scores["resilience"]["type"] = "untested"
        server.answer({**scores, "explicit_corrections": []})
        model = {"LOCAL_LLM_URL": server.url(Format.OPENAI), "LOCAL_LLM_KEY": KEY, "VISUAL": "true"}
        for number, command in enumerate([*BEFORE, *COMMANDS[page]]):
            words = shlex.split(command.removeprefix("sense-memory "))
            home = processes if page == "README" and number < IN_PROCESSES else near
            done = home.run(*words, stdin="hi\nbye\n", **{**machine, **model})
            assert done.code == 0, (command, done.err)


def test_the_set_up_lines_are_the_ones_that_are_known_to_work():
    readme = README.read_text("utf-8").splitlines()
    setup = [line for line in readme if line.startswith("python3 -m venv")]
    assert len(setup) == 2
    assert any(line.endswith("sense-memory demo") for line in setup)
    assert any(line.endswith("pytest") for line in setup)
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "pip install --quiet --disable-pip-version-check -e '.[dev]'" in ci
    assert ".venv/bin/pytest" in ci
