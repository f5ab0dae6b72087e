"""Virtual environments of their own for programs that cannot share ours.

A relay or a client from the package index brings dependencies that clash with those of the code
under test. Each gets an environment that is made once and kept in the user's cache directory.

Rules:

1. An environment is found by its requirements, as given, and by the Python that made it.
2. It is built in a directory that nobody knows yet, and made known in one step. Two processes
   that build the same one do the work twice; neither ever sees half of it.
3. Nothing is moved afterwards: scripts inside name their own directory.
4. Deleting the cache directory is always safe.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

__all__ = ["Environment", "InstallError"]

INSTALL_TIMEOUT = 900.0
"""Seconds one pip may take, downloads included."""
LAST_WORDS = 2000
"""Characters of a failed command's output that its error repeats."""


class InstallError(RuntimeError):
    """An environment could not be made; the message says which, and what pip said."""


class Environment:
    """A virtual environment with some distributions installed by pip.

    Args:
        requirements: one requirement or several, as pip takes them (`nostr-relay==1.14`). Pin
            them: an environment that exists is never looked at again.
        cache_dir: where environments are kept; None is the user's cache directory.
    """

    def __init__(
        self, requirements: str | Sequence[str], *, cache_dir: str | os.PathLike[str] | None = None
    ) -> None:
        given = (requirements,) if isinstance(requirements, str) else requirements
        self.requirements = tuple(given)
        self._home = (_user_cache() if cache_dir is None else Path(cache_dir)) / self._name()

    @property
    def python(self) -> Path:
        """The interpreter of the environment, which is made first if it does not exist.

        Takes half a minute and the network the first time, a few file look-ups from then on.
        Blocks; a coroutine asks in a thread.

        Raises:
            InstallError: pip could not install the requirements, such as without a network.
        """
        return self._existing() or self._make()

    def _name(self) -> str:
        """A directory name that differs when the requirements or our Python do."""
        python = (platform.python_version(), platform.machine(), sys.base_prefix)
        digest = sha256("\n".join((*python, *self.requirements)).encode()).hexdigest()
        words = re.sub(r"[^A-Za-z0-9.]+", "-", " ".join(self.requirements))
        return f"{words[:30]}-{digest[:16]}"

    @property
    def _pointer(self) -> Path:
        """A file that holds the name of the finished environment."""
        return self._home / "current"

    def _existing(self) -> Path | None:
        try:
            name = self._pointer.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        python = _interpreter(self._home / name)
        # The base interpreter is linked to and may have been uninstalled.
        return python if python.exists() else None

    def _make(self) -> Path:
        self._home.mkdir(parents=True, exist_ok=True)
        directory = Path(tempfile.mkdtemp(prefix="env-", dir=self._home))
        try:
            self._install(directory)
            # Somebody else may have finished meanwhile: one copy is enough.
            rival = self._existing()
            if rival is None:
                self._publish(directory.name)
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            raise
        if rival is not None:
            shutil.rmtree(directory, ignore_errors=True)
        return rival or _interpreter(directory)

    def _install(self, directory: Path) -> None:
        self._run([sys.executable, "-I", "-m", "venv", str(directory)])
        pip = [str(_interpreter(directory)), "-I", "-m", "pip", "install"]
        quietly = ["--quiet", "--no-input", "--disable-pip-version-check"]
        self._run([*pip, *quietly, *self.requirements])

    def _publish(self, name: str) -> None:
        draft = self._home / f"{name}.draft"
        draft.write_text(name, encoding="utf-8")
        draft.replace(self._pointer)

    def _run(self, command: list[str]) -> None:
        what = f"cannot make an environment with {', '.join(self.requirements)}"
        try:
            done = subprocess.run(  # noqa: S603 - our own interpreter
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=INSTALL_TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise InstallError(f"{what}: no result after {INSTALL_TIMEOUT:.0f} seconds") from None
        except OSError as error:
            raise InstallError(f"{what}: {error}") from error
        if done.returncode != 0:
            said = (done.stdout + done.stderr).strip()[-LAST_WORDS:]
            raise InstallError(
                f"{what}; it takes a package index that pip can reach, and on some systems the "
                f"venv module as a package of its own. The command said:\n{said}"
            )


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("relay-fixtures", appauthor=False)


def _interpreter(directory: Path) -> Path:
    if os.name == "nt":
        return directory / "Scripts" / "python.exe"
    return directory / "bin" / "python"
