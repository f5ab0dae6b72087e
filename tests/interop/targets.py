"""The machines a wheel-only install has to work on, and which requirements hold on each.

pip evaluates environment markers with the interpreter that runs it, whatever ``--platform`` says;
so they are evaluated here, for the machine that is meant.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]

PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True, slots=True)
class System:
    """An operating system on a processor.

    Attributes:
        name: For people.
        platforms: The tags of wheels that run there, best first, as pip's ``--platform``.
        sys_platform: ``sys.platform``.
        machine: ``platform.machine()``.
        system: ``platform.system()``.
        os_name: ``os.name``.
    """

    name: str
    platforms: tuple[str, ...]
    sys_platform: str
    machine: str
    system: str
    os_name: str


def _manylinux(machine: str) -> tuple[str, ...]:
    """Tags for glibc 2.28 (Debian 10, RHEL 8) and whatever is older."""
    newest_first = [f"manylinux_2_{minor}_{machine}" for minor in range(28, 16, -1)]
    return (*newest_first, f"manylinux2014_{machine}")


SYSTEMS = (
    System(
        "Linux x86-64",
        (*_manylinux("x86_64"), "manylinux2010_x86_64", "manylinux1_x86_64"),
        "linux",
        "x86_64",
        "Linux",
        "posix",
    ),
    System("Linux aarch64", _manylinux("aarch64"), "linux", "aarch64", "Linux", "posix"),
    System("macOS 14 arm64", ("macosx_14_0_arm64",), "darwin", "arm64", "Darwin", "posix"),
    System("Windows amd64", ("win_amd64",), "win32", "AMD64", "Windows", "nt"),
)


@dataclass(frozen=True, slots=True)
class Target:
    """One Python on one system."""

    python: str
    system: System

    def __str__(self) -> str:
        return f"{self.system.name}, Python {self.python}"

    def environment(self, extra: str = "") -> dict[str, str]:
        """The variables of environment markers there."""
        return {
            "implementation_name": "cpython",
            "implementation_version": f"{self.python}.0",
            "os_name": self.system.os_name,
            "platform_machine": self.system.machine,
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_system": self.system.system,
            "platform_version": "",
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": self.system.sys_platform,
            "extra": extra,
        }

    def holding(
        self, requirements: Iterable[str], extras: Iterable[str] = ()
    ) -> Iterator[Requirement]:
        """The requirements that hold there, their markers taken off."""
        wanted = ("", *extras)
        for text in requirements:
            requirement = Requirement(text)
            marker, requirement.marker = requirement.marker, None
            if marker is None or any(marker.evaluate(self.environment(one)) for one in wanted):
                yield requirement


TARGETS = tuple(Target(python, system) for python in PYTHONS for system in SYSTEMS)


def core_dependencies() -> tuple[str, ...]:
    """What ``pip install sense-memory`` brings, with its markers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return tuple(project["dependencies"])
