"""Whether the core installs from wheels alone, on every system and Python it is meant for.

    python -m tests.interop.wheels [--system NAME] [--python 3.14] [--no-local]

For each machine pip is asked, on the package index, for wheels of exactly the requirements that
hold there, and then for those of what it found, until nothing new is asked for. At last the wheel
of this repository is built, installed from wheels alone into a fresh environment of the Python at
hand, and used. Ends with 1 if anything fails.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from .targets import PYTHONS, ROOT, SYSTEMS, TARGETS, Target, core_dependencies

ROUNDS = 12
"""More than any chain of dependencies is long."""
AT_ONCE = 4
"""Questions to the package index at a time."""
TIMEOUT = 300.0
"""Seconds for one call of pip."""
CURVES = ("secp256k1", "coincurve", "nostr-sdk")


class NoWheelError(Exception):
    """Something has no wheel for the target, or pip failed otherwise; the message is pip's."""


@dataclass(frozen=True, slots=True)
class Found:
    """A distribution that pip chose.

    Attributes:
        version: Its version.
        requires: What it needs, with markers.
    """

    version: str
    requires: tuple[str, ...]


@dataclass(slots=True)
class Wanted:
    """Everything that has been asked for under one name."""

    specifier: SpecifierSet = field(default_factory=SpecifierSet)
    extras: set[str] = field(default_factory=set)
    by: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What installing would bring.

    Attributes:
        target: Where.
        versions: By name; empty if it failed.
        failure: Why it failed, or ``""``.
    """

    target: Target
    versions: Mapping[str, str]
    failure: str = ""

    @property
    def curves(self) -> tuple[str, ...]:
        """The libraries of the curve that come along."""
        return tuple(name for name in CURVES if name in self.versions)


def resolve(target: Target, requirements: Iterable[str]) -> Resolution:
    """Ask for wheels of the requirements and of all they bring."""
    wanted: dict[str, Wanted] = {}
    _want(wanted, target.holding(requirements), "sense-memory")
    try:
        for _ in range(ROUNDS):
            found = _wheels(target, wanted)
            asked = _asked(wanted)
            for name, distribution in found.items():
                extras = wanted[name].extras
                _want(wanted, target.holding(distribution.requires, extras), name)
            if _asked(wanted) == asked:
                return Resolution(target, {n: one.version for n, one in sorted(found.items())})
    except NoWheelError as error:
        return Resolution(target, {}, str(error))
    return Resolution(target, {}, f"no end after {ROUNDS} rounds")


def _want(wanted: dict[str, Wanted], requirements: Iterable[Requirement], by: str) -> None:
    for requirement in requirements:
        one = wanted.setdefault(canonicalize_name(requirement.name), Wanted())
        one.specifier &= requirement.specifier
        one.extras |= requirement.extras
        one.by.add(by)


def _asked(wanted: Mapping[str, Wanted]) -> dict[str, tuple[str, frozenset[str]]]:
    return {n: (str(one.specifier), frozenset(one.extras)) for n, one in wanted.items()}


def _wheels(target: Target, wanted: Mapping[str, Wanted]) -> dict[str, Found]:
    """The newest wheels that fit what is wanted, without what they bring."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-wheels-") as scratch:
        report = Path(scratch) / "report.json"
        command = [sys.executable, "-m", "pip", "--isolated", "install", "--quiet", "--no-input"]
        command += ["--dry-run", "--ignore-installed", "--no-deps", "--only-binary=:all:"]
        command += ["--report", str(report), "--target", scratch]
        command += ["--implementation", "cp", "--python-version", target.python]
        for platform in target.system.platforms:
            command += ["--platform", platform]
        command += [f"{name}{one.specifier}" for name, one in sorted(wanted.items())]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if done.returncode:
            raise NoWheelError(_why(done.stderr, wanted))
        chosen = json.loads(report.read_text("utf-8"))["install"]
    return {
        canonicalize_name(one["metadata"]["name"]): Found(
            one["metadata"]["version"], tuple(one["metadata"].get("requires_dist", ()))
        )
        for one in chosen
    }


def _why(said: str, wanted: Mapping[str, Wanted]) -> str:
    """pip's last word, and who asked for what it could not find."""
    errors = [line.removeprefix("ERROR: ") for line in said.splitlines() if "ERROR" in line]
    last = errors[-1] if errors else said.strip()
    for name, one in wanted.items():
        if f" {name}" in last:
            return f"{last} (needed by {', '.join(sorted(one.by))})"
    return last


# -------------------------------------------------------------------------- on this machine


def built(directory: Path) -> Path:
    """This repository's wheel."""
    _run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(directory), str(ROOT)])
    (wheel,) = directory.glob("*.whl")
    return wheel


def used(directory: Path) -> str:
    """Install the wheel from wheels alone into a fresh environment, and remember something.

    Returns:
        What was recalled.
    """
    wheel = built(directory)
    environment = directory / "environment"
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(scripts / "python"), "-m", "pip", "--isolated", "install", "-q"]
    _run([*pip, "--only-binary=:all:", str(wheel)])
    command = str(scripts / "sense-memory")
    home = {"SENSE_MEMORY_HOME": str(directory / "home")}
    _run([command, "init", "--local"], **home)
    _run([command, "remember", "zone", "America/Vancouver"], **home)
    return _run([command, "recall", "zone"], **home).strip()


def _run(command: Sequence[str], **environment: str) -> str:
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={**kept, **environment},
        cwd=tempfile.gettempdir(),
        timeout=TIMEOUT,
        check=False,
    )
    if done.returncode:
        raise NoWheelError(f"{Path(command[0]).name} {command[1]} failed: {done.stderr[-2000:]}")
    return done.stdout


def table(resolutions: Sequence[Resolution]) -> str:
    """A line a target."""
    lines = []
    for one in resolutions:
        outcome = f"ok, {len(one.versions)} wheels, curve: {' and '.join(one.curves) or 'NONE'}"
        lines.append(f"{one.target!s:<30}{(one.failure and 'FAILS: ' + one.failure) or outcome}")
    return "\n".join(lines)


def main() -> int:
    """Run it; 0 if every combination installs."""
    parser = argparse.ArgumentParser(prog="python -m tests.interop.wheels", description=__doc__)
    parser.add_argument("--system", choices=[system.name for system in SYSTEMS])
    parser.add_argument("--python", choices=PYTHONS)
    parser.add_argument("--no-local", action="store_true", help="build and install nothing here")
    parser.add_argument("--requirement", action="append", help="instead of the project's")
    options = parser.parse_args()
    targets = [
        target
        for target in TARGETS
        if options.system in (None, target.system.name) and options.python in (None, target.python)
    ]
    requirements = options.requirement or core_dependencies()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        resolutions = list(pool.map(lambda target: resolve(target, requirements), targets))
    print(table(resolutions))
    bad = sum(bool(one.failure) or not one.curves for one in resolutions)
    print(f"\n{len(resolutions)} combinations, {bad} cannot be installed from wheels alone")
    if options.no_local:
        return 1 if bad else 0
    with tempfile.TemporaryDirectory(prefix="sense-memory-wheel-") as directory:
        try:
            print(f"the wheel, on Python {sys.version.split()[0]} here: {used(Path(directory))}")
        except NoWheelError as error:
            print(f"the wheel fails here: {error}")
            return 1
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
