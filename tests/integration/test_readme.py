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
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
PYTHON = [text for language, text in BLOCKS if language == "python"]
COMMANDS = [
    line.split(" #")[0].strip()
    for language, text in BLOCKS
    if language == "sh"
    for line in text.splitlines()
    if line.startswith("sense-memory ")
]
IN_PROCESSES = 4
"""A profile is made, written to and read from by separate programs."""


def _environment(home: Path) -> dict[str, str]:
    """A person's machine; the passphrase that a person would type comes from a file."""
    passphrase = home.parent / "passphrase"
    passphrase.write_text("correct horse battery staple")
    passphrase.chmod(0o600)
    return {
        **os.environ,
        "SENSE_MEMORY_HOME": str(home),
        "SENSE_MEMORY_PASSPHRASE_FILE": str(passphrase),
        "PYTHONPATH": str(ROOT),
    }


def test_the_readme_is_short_and_has_blocks_to_run():
    assert len(README.splitlines()) <= 440
    assert len(PYTHON) >= 2
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("code", PYTHON, ids=[f"block-{i}" for i in range(len(PYTHON))])
def test_python_blocks_run(code: str, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        env=_environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.timeout(180)  # some thirty commands, one after the other
def test_shell_commands_run_in_their_order(tmp_path: Path):
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
        for number, command in enumerate(COMMANDS):
            home = processes if number < IN_PROCESSES else near
            words = shlex.split(command)[1:]
            done = home.run(*words, stdin="hi\nbye\n", **{**machine, **model})
            assert done.code == 0, (command, done.err)


def test_the_set_up_lines_are_the_ones_that_are_known_to_work():
    setup = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len(setup) == 2
    assert any(line.endswith("sense-memory demo") for line in setup)
    assert any(line.endswith("pytest") for line in setup)
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "pip install --quiet --disable-pip-version-check -e '.[dev]'" in ci
    assert ".venv/bin/pytest" in ci
