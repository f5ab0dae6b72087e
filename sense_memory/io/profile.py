"""Profiles: a key, a file and relays under a name."""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import InputError, InvalidIdentityError
from ..core.records.store_settings import Addressing
from .identity import Identity
from .relay_url import check_relay_url

if TYPE_CHECKING:
    from .keys.reference import KeyReference

HOME_VARIABLE = "SENSE_MEMORY_HOME"
"""Environment variable that puts configuration and data of all profiles into one folder."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class KeyedFile:
    """A key and the memories under it, beside those that a profile uses.

    Attributes:
        key: Where the secret key is kept.
        database: The file.
        public_key: Whose they are, 64 hex digits.
        is_done: Nothing more is to be done with it.
    """

    key: "KeyReference"
    database: Path
    public_key: str
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """What belongs to one agent on this machine.

    Attributes:
        name: 1–64 letters, digits, ``.``, ``_``, ``-``.
        relays: URLs; none means that the store is local.
        addressing: How the store was made; ``None`` for an imported key, which may have a store
            already: then its settings say, and a new one is blinded.
        key: Where the secret key is kept.
        database: The memories, as ciphertext.
        public_key: Whose profile it is, 64 hex digits; ``None`` until that was written down.
        next: The key that is to take over, while the key is being changed.
        previous: The key that was given up last, kept until somebody removes it.
        encoder: What makes vectors, as ``io.encoder`` reads it; ``None`` searches by words alone.
    """

    name: str
    relays: tuple[str, ...]
    addressing: Addressing | None
    key: "KeyReference"
    database: Path
    public_key: str | None = None
    next: KeyedFile | None = None
    previous: KeyedFile | None = None
    encoder: str | None = None

    @property
    def exists(self) -> bool:
        """Whether it was made before."""
        return _config_file(self.name).exists()

    @property
    def key_file(self) -> Path:
        """The file that holds the secret key, or would hold it if no keyring did."""
        return self.key.path or self.default_key_file

    @property
    def folder(self) -> Path:
        """Where what belongs to it is kept, unless something else was said."""
        return data_folder() / self.name

    @property
    def default_key_file(self) -> Path:
        """The file that a key goes into unless something else was said."""
        return self.folder / "key"

    @property
    def backup_record(self) -> Path:
        """The file that remembers whether the key was backed up."""
        return self.folder / "backup.json"

    def save(self) -> None:
        """Write the configuration, readable by its owner alone."""
        from . import private_files

        lines = [
            "# sense-memory profile",
            f"relays = [{', '.join(_quoted(url) for url in self.relays)}]",
            f"key = {_quoted(str(self.key))}",
            f"database = {_quoted(str(self.database))}",
        ]
        if self.addressing is not None:
            lines.append(f"addressing = {_quoted(self.addressing.value)}")
        if self.public_key is not None:
            lines.append(f"public_key = {_quoted(self.public_key)}")
        if self.encoder is not None:
            lines.append(f"encoder = {_quoted(self.encoder)}")
        for name, kept in (("next", self.next), ("previous", self.previous)):
            if kept is not None:
                lines += _lines(name, kept)
        private_files.replace(_config_file(self.name), "\n".join(lines) + "\n")

    def with_relays(self, relays: Sequence[str]) -> "Profile":
        """The same with other relays."""
        return replace(self, relays=tuple(check_relay_url(url) for url in relays))

    def keeping(self, *, encoder: str | None) -> "Profile":
        """The same with another encoder, as the file on the disk has it otherwise."""
        return replace(load_profile(self.name), encoder=encoder)

    def belonging_to(self, identity: Identity) -> "Profile":
        """The same, with whose it is written down."""
        return replace(self, public_key=identity.public_key_hex)

    def identity(self) -> Identity:
        """The key from the environment, else the profile's own, which is made if it has none yet.

        Asks for a passphrase at the terminal if the key needs one and no file has it.

        Raises:
            LockedKeyError: The key is encrypted, and nothing at hand opens it.
            InvalidIdentityError: The key is missing, unreadable, exposed or somebody else's.
        """
        found = Identity.from_environment()
        return found if found is not None else self.own_or_new_identity()

    def own_or_new_identity(self) -> Identity:
        """The profile's own key, which is made if it has none yet. Raises as above."""
        own = self.own_identity()
        return own if own is not None else self._new_identity()

    def own_identity(self) -> Identity | None:
        """The key that the profile keeps; ``None`` if it was not made yet. Raises as above."""
        from .keys.kept import find_kept

        kept = find_kept(self.key)
        if kept is None:
            return None
        identity = Identity(kept.open())
        if self.public_key not in (None, identity.public_key_hex):
            raise InvalidIdentityError(
                f"the profile {self.name!r} belongs to another key than the one in {kept.where}; "
                "put the right key back, or choose another name for this one: "
                "sense-memory --profile NAME keys import"
            )
        return identity

    def _new_identity(self) -> Identity:
        """Make the key of a profile that has none: neither one of its own nor one from outside."""
        if self.public_key is not None or self.database.exists():
            raise InvalidIdentityError(
                f"the profile {self.name!r} is in use, but its key is missing: nothing is at "
                f"{self.key}, and the environment gives none. Bring it back with: "
                f"sense-memory --profile {self.name} keys import"
            )
        made = Identity.generate()
        try:
            made.save(self.key_file)
        except InvalidIdentityError:
            there = self.own_identity()  # another process may have made one at this moment
            if there is None:
                raise
            return there
        return made


def load_profile(name: str) -> Profile:
    """Read a profile, or say what a new one of that name will be; nothing is written.

    Raises:
        InputError: The name or the file is malformed.
    """
    from .keys.reference import KeyReference, looks_secret

    if isinstance(name, str) and looks_secret(name):
        raise InputError("the profile name looks like a secret key; it would become a file name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InputError(f"a profile name has 1-64 letters, digits, '.', '_', '-', got {name!r}")
    data = data_folder() / name
    new = Profile(name, (), Addressing.BLINDED, KeyReference.file(data / "key"), data / "memory.db")
    path = _config_file(name)
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return new
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"the profile {path} cannot be read: {error}") from None
    relays = values.get("relays", [])
    addressing = values.get("addressing")
    encoder = values.get("encoder")
    if not isinstance(relays, list) or addressing not in (None, *Addressing):
        raise InputError(f"the profile {path} is malformed: relays is a list, addressing a word")
    if encoder is not None and not isinstance(encoder, str):
        raise InputError(f"the profile {path} is malformed: encoder is a text")
    return Profile(
        name,
        tuple(check_relay_url(url) for url in relays),
        Addressing(addressing) if addressing else None,
        _key(path, values) or new.key,
        Path(str(values.get("database", new.database))),
        _public_key(path, values),
        _keyed_file(path, values, "next"),
        _keyed_file(path, values, "previous"),
        encoder,
    )


def _key(path: Path, values: Mapping[str, Any]) -> "KeyReference | None":
    """Where the key is: ``key``, or ``key_file`` as the first releases wrote it."""
    from .keys.reference import KeyReference

    if "key" not in values:
        return KeyReference.file(Path(str(values["key_file"]))) if "key_file" in values else None
    try:
        return KeyReference.parse(str(values["key"]), path.parent)
    except InputError as error:
        raise InputError(f"the profile {path} is malformed: {error}") from None


def _lines(name: str, kept: KeyedFile) -> list[str]:
    """A key beside the one in use, as a table of the profile."""
    return [
        f"[{name}]",
        f"key = {_quoted(str(kept.key))}",
        f"database = {_quoted(str(kept.database))}",
        f"public_key = {_quoted(kept.public_key)}",
        f"done = {'true' if kept.is_done else 'false'}",
    ]


def _keyed_file(path: Path, values: Mapping[str, Any], name: str) -> KeyedFile | None:
    if name not in values:
        return None
    table = values[name]
    key = _key(path, table) if isinstance(table, dict) else None
    public_key = _public_key(path, table) if isinstance(table, dict) else None
    if key is None or public_key is None or "database" not in table:
        raise InputError(f"the profile {path} is malformed: [{name}] lacks a key, or its file")
    return KeyedFile(key, Path(str(table["database"])), public_key, table.get("done") is True)


def _public_key(path: Path, values: Mapping[str, Any]) -> str | None:
    if "public_key" not in values:
        return None
    from nips.errors import NipError
    from nips.keys import PublicKey

    try:
        return PublicKey(values["public_key"]).hex
    except NipError as error:
        raise InputError(f"the profile {path} is malformed: {error}") from None


def profile_names() -> list[str]:
    """The names of the profiles on this machine."""
    return sorted(
        file.stem for file in _config_folder().glob("*.toml") if _NAME.fullmatch(file.stem)
    )


def _config_file(name: str) -> Path:
    return _config_folder() / f"{name}.toml"


def _config_folder() -> Path:
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home)
    import platformdirs

    return Path(platformdirs.user_config_path("sense-memory"))


def data_folder() -> Path:
    """The folder that each profile has its own in, and what is of this machine and of none."""
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home)
    import platformdirs

    return Path(platformdirs.user_data_path("sense-memory"))


def _quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
