"""What the tests of keys share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nips.keys import SecretKey
from nips.nip49 import EncryptedKey
from sense_memory import Identity

PASSPHRASE = "canary-phrase"


@pytest.fixture
def secret(identity: Identity) -> SecretKey:
    return SecretKey.from_hex(identity.private_key_hex)


@pytest.fixture
def ncryptsec(secret: SecretKey) -> str:
    """The key under `PASSPHRASE`, quick to open."""
    return EncryptedKey.make(secret, PASSPHRASE, log_n=1).encode()


@pytest.fixture
def private(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a file of mode 0600."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
        path.chmod(0o600)
        return path

    return write
