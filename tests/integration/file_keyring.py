"""A keyring in a file, for processes that are told so by PYTHON_KEYRING_BACKEND."""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend

NAME = f"{__name__}.FileKeyring"
VARIABLE = "TEST_KEYRING_FILE"


class FileKeyring(KeyringBackend):
    """What a desktop's keyring does, in JSON."""

    priority = 5

    def set_password(self, service: str, username: str, password: str) -> None:
        kept = self._kept()
        kept[f"{service}/{username}"] = password
        Path(os.environ[VARIABLE]).write_text(json.dumps(kept))

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept().get(f"{service}/{username}")

    def _kept(self) -> dict[str, str]:
        path = Path(os.environ[VARIABLE])
        return dict(json.loads(path.read_text())) if path.exists() else {}
