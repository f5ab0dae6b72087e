"""A new user, by the README alone: the wheel, a machine, and a second one that knows it all.

The README's journeys are the first block of shell lines below a heading with these words.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay

ROOT = Path(__file__).parents[2]
FIRST, SECOND = "from a script", "second device"
SHELL, PYTHON = (
    re.compile(rf"^```{language}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    for language in ("sh", "python")
)
CARRIED = "recovery-kit.txt"
"""What a person carries from the first machine to the second, and nothing else."""
PACKED = ("sense_memory", "nips", "relay_fixtures")
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "SPEC.md")
SMALL = "bech32"
"""What sense-memory needs and a folder of wheels beside pip seldom has: an index has it."""
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")


def journey(words: str) -> tuple[str, list[list[str]]]:
    """A journey: the Python before its first shell lines, and the words of each of these."""
    readme = (ROOT / "README.md").read_text("utf-8")
    heading = re.search(rf"^#+ .*{words}.*$", readme, re.MULTILINE | re.IGNORECASE)
    assert heading, f"README.md has no heading with the words {words!r}"
    block = SHELL.search(readme, heading.end())
    assert block, f"README.md has no block of shell lines below the heading with {words!r}"
    lines = [shlex.split(line, comments=True) for line in block[1].splitlines()]
    code = PYTHON.search(readme, heading.end(), block.start())
    return code[1] if code is not None else "", [line for line in lines if line]


@dataclass(frozen=True)
class Machine:
    """A person's: a home folder, and the commands of one environment."""

    home: Path
    commands: Path

    def run(self, line: Sequence[str], relay: str) -> str:
        """What a line prints; the relays that it names are the one on this machine."""
        words = [relay if word.startswith("wss://") else word for word in line]
        done = subprocess.run(
            [str(self.commands / words[0]), *words[1:]],
            cwd=self.home,
            env={
                "PATH": f"{self.commands}{os.pathsep}{os.environ['PATH']}",
                "HOME": str(self.home),
                "SENSE_MEMORY_PASSPHRASE_FILE": str(_passphrase(self.home)),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=50,
            check=False,
        )
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        return done.stdout


def _passphrase(home: Path) -> Path:
    """What a person would type."""
    path = home.parent / "passphrase"
    if not path.exists():
        path.touch(0o600)
        path.write_text("correct horse battery staple")
    return path


def _pip(*words: str) -> None:
    """Run pip; without any package index, there is nothing to be tested."""
    done = subprocess.run([*PIP, *words], capture_output=True, text=True, timeout=200, check=False)
    if done.returncode == 0:
        return
    looked = [*PIP, "install", "--dry-run", "--ignore-installed", "--no-deps", "--retries=0"]
    if subprocess.run([*looked, SMALL], capture_output=True, check=False).returncode:
        pytest.skip("pip reaches no package index: a new user's first steps are NOT tested")
    pytest.fail(f"pip {' '.join(words)}: {done.stderr}")


def _wheel(folder: Path) -> Path:
    """The wheel of what is here, built from a copy."""
    copy = folder / "copy"
    copy.mkdir()
    for name in BESIDE:
        shutil.copy2(ROOT / name, copy)
    for name in PACKED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    _pip("wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(copy))
    (wheel,) = folder.glob("sense_memory-*.whl")
    return wheel


def _installed(folder: Path, wanted: Sequence[str]) -> Path:
    """The commands of a fresh environment, in which the wheel stands for ``sense-memory``."""
    (what,) = (word for word in wanted if not word.startswith("-"))
    named = re.fullmatch(r"(?:sense-memory|\.)(\[[\w,-]+\])?", what)
    assert named, f"README.md installs {what!r}, which is not sense-memory"
    env = folder / "env"
    venv.create(env)
    python = env / ("Scripts" if os.name == "nt" else "bin") / "python"
    wheel = _wheel(folder)
    # what is imported is compiled then: all of it would take longer than the walk
    into = ("--python", str(python), "install", "--quiet", "--no-compile")
    _pip(*into, f"{wheel}{named[1] or ''}")
    return python.parent


@pytest.mark.timeout(300)  # packages are downloaded
def test_the_readme_leads_from_the_wheel_to_a_second_device_that_knows_all(
    tmp_path: Path, relay: LocalRelay
):
    code, (install, *first) = journey(FIRST)
    _, second = journey(SECOND)
    assert install[:2] == ["pip", "install"], f"the journey {FIRST!r} begins with pip install"
    if second[0][:2] == ["pip", "install"]:
        assert second.pop(0) == install
    for line in (*first, *second):
        assert line[0] == "sense-memory", f"in a journey of README.md there is {shlex.join(line)}"
    told = [line[-1] for line in first if line[1] == "remember"]
    learned = [line[2] for line in first if line[1] == "learn"]
    assert code, f"the journey {FIRST!r} shows what a script is"
    assert told, f"the journey {FIRST!r} remembers something"

    commands = _installed(tmp_path, install[2:])
    machines = []
    for name in ("laptop", "server"):
        (tmp_path / name).mkdir()
        machines.append(Machine(tmp_path / name, commands))
    laptop, server = machines
    where = laptop.run(["python", "-c", "import sense_memory; print(sense_memory.__file__)"], "")
    assert Path(where.strip()).is_relative_to(tmp_path)

    for line in (["python", "-c", code], *first):
        laptop.run(line, relay.url)
    shutil.copy2(laptop.home / CARRIED, server.home)
    shown = "".join(server.run(line, relay.url) for line in second)
    assert all(value in shown for value in told), shown
    if any(line[1] == "search" for line in second):
        assert all(text in shown for text in learned), shown
