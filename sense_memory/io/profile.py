"""Profiles: a key, a file and relays under a name."""

import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..core.errors import InputError, InvalidIdentityError
from ..core.records.store_settings import Addressing
from .identity import Identity
from .relay_url import check_relay_url

HOME_VARIABLE = "SENSE_MEMORY_HOME"
"""Environment variable that puts configuration and data of all profiles into one folder."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class Profile:
    """What belongs to one agent on this machine.

    Attributes:
        name: 1–64 letters, digits, ``.``, ``_``, ``-``.
        relays: URLs; none means that the store is local.
        addressing: How the store was made; ``None`` for an imported key, which may have a store
            already: then its settings say, and a new one is blinded.
        key_file: The secret key, mode 0600.
        database: The memories, as ciphertext.
    """

    name: str
    relays: tuple[str, ...]
    addressing: Addressing | None
    key_file: Path
    database: Path

    @property
    def exists(self) -> bool:
        """Whether it was made before."""
        return _config_file(self.name).exists()

    def save(self) -> None:
        """Write the configuration, readable by its owner alone."""
        path = _config_file(self.name)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lines = [
            "# sense-memory profile",
            f"relays = [{', '.join(_quoted(url) for url in self.relays)}]",
            f"key_file = {_quoted(str(self.key_file))}",
            f"database = {_quoted(str(self.database))}",
        ]
        if self.addressing is not None:
            lines.append(f"addressing = {_quoted(self.addressing.value)}")
        temporary = path.with_suffix(f".{os.getpid()}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write("\n".join(lines) + "\n")
        temporary.replace(path)

    def with_relays(self, relays: Sequence[str]) -> "Profile":
        """The same with other relays."""
        return replace(self, relays=tuple(check_relay_url(url) for url in relays))

    def identity(self) -> Identity:
        """The key from the environment, else from the key file, which is made if it is missing."""
        found = Identity.from_environment()
        if found is not None:
            return found
        if not self.key_file.exists():
            try:
                made = Identity.generate()
                made.save(self.key_file)
            except InvalidIdentityError:
                if not self.key_file.exists():
                    raise
            else:
                return made
        return Identity.from_file(self.key_file)


def load_profile(name: str) -> Profile:
    """Read a profile, or say what a new one of that name will be; nothing is written.

    Raises:
        InputError: The name or the file is malformed.
    """
    if isinstance(name, str) and "nsec1" in name.lower():
        raise InputError("the profile name looks like a secret key; it would become a file name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InputError(f"a profile name has 1-64 letters, digits, '.', '_', '-', got {name!r}")
    data = _data_folder() / name
    new = Profile(name, (), Addressing.BLINDED, data / "key", data / "memory.db")
    path = _config_file(name)
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return new
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"the profile {path} cannot be read: {error}") from None
    relays = values.get("relays", [])
    addressing = values.get("addressing")
    if not isinstance(relays, list) or addressing not in (None, *Addressing):
        raise InputError(f"the profile {path} is malformed: relays is a list, addressing a word")
    return Profile(
        name,
        tuple(check_relay_url(url) for url in relays),
        Addressing(addressing) if addressing else None,
        Path(str(values.get("key_file", new.key_file))),
        Path(str(values.get("database", new.database))),
    )


def _config_file(name: str) -> Path:
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home) / f"{name}.toml"
    import platformdirs

    return Path(platformdirs.user_config_path("sense-memory")) / f"{name}.toml"


def _data_folder() -> Path:
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home)
    import platformdirs

    return Path(platformdirs.user_data_path("sense-memory"))


def _quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
