"""The relay `nostr-relay` of the package index, in a subprocess and an environment of its own.

A real relay, and a dirty one: what a careless client gets away with elsewhere fails here. It
runs as it comes, with its own defaults and an SQLite file.

What to know about this relay (nostr-relay 1.14):

* an older version of an addressable event is stored after a newer one, and both are served;
  so are two versions of one second;
* `until` is exclusive, `limit: 0` returns everything, ties are in no order;
* a deletion request deletes by `e` only, and what was deleted may be published again;
* content of more than 4,096 characters, and events older than a year, are refused;
* a refusal is `["OK", "", false, …]`: it does not say which event it means; after the first one
  every answer on that connection is late, by 2 seconds, then 4, then 8;
* COUNT, NEG-OPEN, and anything else it does not know, get no answer at all;
* an EVENT already stored gets OK false, `duplicate: exists`;
* what has expired and what is ephemeral is stored and served, until it is swept every 5 minutes;
* a deletion request can be deleted; a binary frame cuts the connection.

What it answers to every question of `relay_fixtures.conformance` is in `tests/conformance`;
`Quirks.nostr_relay()` answers the same, without an installation.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from relay_fixtures.environment import Environment, InstallError
from relay_fixtures.relay_process import RelayProcess, RelayStartError

__all__ = ["NostrRelay", "RelayStartError"]

# The relay pins none of what it imports. These are the versions it was seen to run with.
REQUIREMENTS = (
    "nostr-relay==1.14",
    "SQLAlchemy>=2,<2.2",
    "aiohttp>=3,<4",
    "falcon>=4,<5",
    "pydantic>=2,<3",
    "uvicorn>=0.30,<1",
    "websockets>=15,<18",
)
CHILD = Path(__file__).with_name("nostr_relay_child.py")
VALIDATORS = ("is_not_too_large", "is_signed", "is_recent", "is_not_hellthread")
"""The checks of its own example configuration, in the module `nostr_relay.validators`."""


class NostrRelay(RelayProcess):
    """The relay `nostr-relay` on loopback: a context manager, or `start()` and `stop()`.

    Also an async context manager, which waits in a thread and never blocks the loop. The first
    start on a machine installs the relay (half a minute); any other takes a second or two. Needs
    Python 3.11 to 3.13, or a C compiler: a library it uses has no wheel for 3.14.

    Args:
        port: TCP port; None picks a free one. Once known it is kept over `restart()`.
        data_dir: directory of the SQLite file, which then survives `restart()`. None: a
            temporary one, dropped with the child.
        settings: entries of the relay's configuration, such as `{"max_limit": 100}`; they
            replace its defaults. Names and meanings are the relay's own.
        environment: where the relay is installed; None is the shared one in the user's cache.
    """

    def __init__(
        self,
        port: int | None = None,
        *,
        data_dir: str | os.PathLike[str] | None = None,
        settings: Mapping[str, object] | None = None,
        environment: Environment | None = None,
    ) -> None:
        super().__init__(port)
        self._kept_in = None if data_dir is None else Path(data_dir)
        self._directory: Path | None = self._kept_in
        self._settings = dict(settings or {})
        self._installed = environment or Environment(REQUIREMENTS)

    @property
    def data_dir(self) -> Path:
        """The directory of its database, configuration and log (`relay.log`).

        Raises:
            RelayStartError: a temporary one does not exist before the first `start()`.
        """
        if self._directory is None:
            raise RelayStartError("the relay has no directory before its first start()")
        return self._directory

    def _command(self, port: int | None) -> list[str]:
        try:
            python = self._installed.python
        except InstallError as error:
            raise RelayStartError(str(error)) from error
        if self._kept_in is None:
            scratch = tempfile.TemporaryDirectory(prefix="nostr-relay-", ignore_cleanup_errors=True)
            self._directory = Path(self._belongings.enter_context(scratch))
        self.data_dir.mkdir(parents=True, exist_ok=True)
        configuration = self.data_dir / "config.yaml"
        # Its configuration is YAML, of which JSON is a part.
        configuration.write_text(json.dumps(self._configuration(), indent=2), encoding="utf-8")
        # Isolated: neither our directory (which has a module of its name) nor our variables.
        return [str(python), "-I", str(CHILD), str(configuration), str(port or 0)]

    def _configuration(self) -> dict[str, object]:
        database = self.data_dir.resolve() / "nostr.sqlite3"
        return {
            "relay_name": "nostr-relay",
            "storage": {
                "sqlalchemy.url": f"sqlite+aiosqlite:///{database.as_posix()}",
                "validators": [f"nostr_relay.validators.{name}" for name in VALIDATORS],
            },
            **self._settings,
        }

    def _log(self) -> Path:
        return self.data_dir / "relay.log"
