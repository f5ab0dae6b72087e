"""Which library of the curve each machine gets, without asking a package index.

`python -m tests.interop.wheels` asks it, and installs.
"""

import pytest
from packaging.requirements import Requirement

from nips import _secp

from .targets import TARGETS, Target, core_dependencies
from .wheels import CURVES, Resolution, table

HAS_SECP256K1 = {"Linux x86-64", "macOS 14 arm64"}


def test_the_curves_are_those_that_can_be_loaded() -> None:
    assert CURVES == _secp.NAMES


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_exactly_one_library_of_the_curve(target: Target) -> None:
    names = [requirement.name for requirement in target.holding(core_dependencies())]
    if target.python == "3.14":
        expected = "nostr-sdk"
    else:
        expected = "secp256k1" if target.system.name in HAS_SECP256K1 else "coincurve"
    assert [name for name in names if name in CURVES] == [expected]


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_nothing_that_is_known_to_come_without_a_wheel(target: Target) -> None:
    names = {requirement.name for requirement in target.holding(core_dependencies())}
    assert names.isdisjoint({"pynostr", "tlv8"}), "pynostr needs tlv8, which is source only"


def test_every_name_stands_once_on_every_machine() -> None:
    for target in TARGETS:
        names = [requirement.name for requirement in target.holding(core_dependencies())]
        assert len(set(names)) == len(names)
        assert {"cryptography", "websockets", "bech32"} <= set(names)


def test_markers_are_those_of_the_machine_that_is_meant() -> None:
    requirements = [
        "everywhere>=1",
        "windows; sys_platform == 'win32'",
        "old; python_version < '3.12'",
        "arm; platform_machine in 'aarch64 arm64'",
        "asked; extra == 'more'",
        "both; extra == 'more' and os_name == 'posix'",
    ]

    def names(python: str, system: str, *extras: str) -> list[str]:
        (target,) = [t for t in TARGETS if (t.python, t.system.name) == (python, system)]
        return [requirement.name for requirement in target.holding(requirements, extras)]

    assert names("3.11", "Windows amd64") == ["everywhere", "windows", "old"]
    assert names("3.14", "Linux aarch64") == ["everywhere", "arm"]
    assert names("3.12", "macOS 14 arm64", "more") == ["everywhere", "arm", "asked", "both"]
    assert names("3.12", "Windows amd64", "more") == ["everywhere", "windows", "asked"]


def test_a_requirement_keeps_its_versions_and_loses_its_marker() -> None:
    target = TARGETS[0]
    found = target.holding(["name[extra]>=1,<2; python_version >= '3'"])
    assert list(found) == [Requirement("name[extra]>=1,<2")]


def test_the_table() -> None:
    good, bad = TARGETS[0], TARGETS[-1]
    shown = table(
        [Resolution(good, {"secp256k1": "1", "httpx": "2"}), Resolution(bad, {}, "no wheel")]
    )
    assert shown.splitlines() == [
        "Linux x86-64, Python 3.11     ok, 2 wheels, curve: secp256k1",
        "Windows amd64, Python 3.14    FAILS: no wheel",
    ]
