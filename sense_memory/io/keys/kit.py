"""The recovery kit: a text file for people, with all that it takes to start again elsewhere.

It holds the secret key under a passphrase only. What a program reads of it are the lines
``name: value``.
"""

import os
import re
import shlex
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ...core.errors import InputError
from ...core.records.store_settings import Addressing
from ..relay_url import check_relay_url

TITLE = "sense-memory recovery kit"
_LINE = re.compile(r"^([a-z]+):[ \t]+(\S.*?)[ \t\r]*$", re.MULTILINE)
_NONE = "none"


@dataclass(frozen=True, slots=True)
class RecoveryKit:
    """What a kit says.

    Attributes:
        profile: The profile's name.
        npub: Whose it is.
        ncryptsec: The secret key under a passphrase.
        relays: URLs.
        addressing: How the store is addressed; ``None`` if its settings say.
        database: The file with the memories, on the machine where the kit was made.
        made_at: Seconds since the epoch.
    """

    profile: str
    npub: str
    ncryptsec: str = field(repr=False)
    relays: tuple[str, ...]
    addressing: Addressing | None
    database: Path
    made_at: float

    def text(self, file_name: str) -> str:
        """The file's text.

        Args:
            file_name: What the file will be called; the commands in it name it.
        """
        made = datetime.fromtimestamp(self.made_at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        relays = " ".join(self.relays) or _NONE
        addressing = self.addressing.value if self.addressing else "as the store says"
        return f"""{TITLE}
{"=" * len(TITLE)}

With this file and its passphrase, the agent below starts again on any machine.
Without the passphrase nobody can use it, so keep the two in different places.

made:        {made}
profile:     {self.profile}
npub:        {self.npub}
ncryptsec:   {self.ncryptsec}
relays:      {relays}
addressing:  {addressing}

To start again, in the folder of this file:

    pip install sense-memory
    {restore_command(self.profile, file_name)}

It asks for the passphrase. {self._what_comes_back()}

To see that this file still does it, on the machine where the agent lives:

    {_command(self.profile, "keys", "verify-backup", file_name)}
"""

    def _what_comes_back(self) -> str:
        if self.relays:
            everything = _command(self.profile, "sync")
            return (
                "The memories then come from the relays above,\n"
                f"when they are asked for, or all of them at once with: {everything}"
            )
        return (
            "This agent has no relay: the kit brings back its key,\n"
            "not its memories. They are in this file; copy it while no program uses it, to\n"
            "the place that the command above names as the database:\n\n"
            f"    {self.database}"
        )


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a kit says that the memories are.

    Attributes:
        relays: URLs.
        addressing: How the store is addressed; ``None`` if its settings say.
    """

    relays: tuple[str, ...]
    addressing: Addressing | None


def read_whereabouts(text: str) -> Whereabouts | None:
    """What a kit says beside the key; ``None`` if the text is no kit.

    Raises:
        InputError: It is a kit without the line that names its relays.
        InvalidRelayURLError: It names one that is none.
    """
    if not text.lstrip().startswith(TITLE):
        return None
    lines = dict(_LINE.findall(text))
    if "relays" not in lines:
        raise InputError("the recovery kit has no line 'relays:'; it says 'none' if there are none")
    relays, addressing = lines["relays"], lines.get("addressing")
    return Whereabouts(
        () if relays == _NONE else tuple(check_relay_url(url) for url in relays.split()),
        Addressing(addressing) if addressing in tuple(Addressing) else None,
    )


def restore_command(profile: str, file_name: str) -> str:
    """The command that starts again from a kit, for a shell in the kit's folder."""
    return _command(profile, "keys", "import", file_name)


def _command(profile: str, *words: str) -> str:
    """A command line that a shell of this system takes."""
    file_safe = ["./" + word if word.startswith("-") else word for word in words]
    line = ["sense-memory", "--profile", profile, *file_safe]
    return subprocess.list2cmdline(line) if os.name == "nt" else shlex.join(line)
