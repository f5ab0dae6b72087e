"""Environments made by pip, from a distribution written by the test: no network needed."""

import shutil
import subprocess
import sys
import textwrap
import zipfile

import pytest

from relay_fixtures.environment import Environment, InstallError


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A requirement that pip installs from a file."""
    path = tmp_path_factory.mktemp("wheel") / "tiny-1.0-py3-none-any.whl"
    info = "tiny-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tiny.py", "WHO = 'tiny'\n")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return str(path)


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


def run(python, code):
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


class Overtaken(Environment):
    """While it installs, somebody else finishes the same environment."""

    def _install(self, directory):
        super()._install(directory)
        self.rival = shutil.copytree(directory, self._home / "env-rival", symlinks=True)
        self._publish("env-rival")


@pytest.mark.timeout(180)
def test_an_environment_made_by_two_at_once(wheel, cache):
    overtaken = Overtaken(wheel, cache_dir=cache)
    python = overtaken.python
    assert overtaken.rival in python.parents
    assert list(cache.rglob("env-*")) == [overtaken.rival]
    environment = Environment([wheel], cache_dir=cache)
    before = sorted(cache.rglob("*"))
    assert environment.python == python
    assert sorted(cache.rglob("*")) == before, "what exists is made again"
    # It holds what was asked for and nothing of ours.
    assert run(python, "import tiny; print(tiny.WHO)") == "tiny"
    assert run(python, "import importlib.util as u; print(u.find_spec('websockets'))") == "None"
    # The interpreter it links to may be uninstalled: then it does not count.
    python.unlink()
    assert environment._existing() is None


def test_an_interruption_leaves_nothing(wheel, cache, monkeypatch):
    def interrupted(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _ = Environment(wheel, cache_dir=cache).python
    assert list(cache.rglob("env-*")) == []


def test_a_failure_is_an_error_and_leaves_nothing(wheel, cache, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(InstallError, match="venv module"):
        _ = Environment(wheel, cache_dir=cache).python
    assert list(cache.rglob("env-*")) == []
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(InstallError, match="/no/such/python"):
        _ = Environment(wheel, cache_dir=cache).python


def test_other_requirements_and_another_python_are_other_environments(monkeypatch, cache):
    def home(*requirements):
        return Environment(requirements, cache_dir=cache)._home

    ours = home("a==1", "b==2")
    assert home("a==1", "b==2") == ours
    assert home("a==1") != ours
    assert home("a==1", "b==3") != ours
    assert ours.parent == cache
    monkeypatch.setattr("platform.python_version", lambda: "3.99.0")
    assert home("a==1", "b==2") != ours


def test_it_is_imported_without_platformdirs():
    script = textwrap.dedent(
        """
        import sys, relay_fixtures.environment
        sys.exit("platformdirs" in sys.modules)
        """
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
