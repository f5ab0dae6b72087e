"""In place of the operating system's randomness: a seed's."""

import contextlib
import os
import random
import secrets
from collections.abc import Iterator
from unittest import mock


@contextlib.contextmanager
def seeded(seed: str) -> Iterator[None]:
    """Let every key, nonce, name and jitter of this process follow from a seed."""
    chance = random.Random(seed)

    def token_bytes(nbytes: int | None = None) -> bytes:
        return chance.randbytes(32 if nbytes is None else nbytes)

    with contextlib.ExitStack() as stack:
        for module, name, stand_in in (
            (os, "urandom", chance.randbytes),
            (secrets, "token_bytes", token_bytes),
            (secrets, "token_hex", lambda nbytes=None: token_bytes(nbytes).hex()),
            (secrets, "randbits", chance.getrandbits),
            (secrets, "randbelow", chance.randrange),
            (secrets, "choice", chance.choice),
            (secrets, "SystemRandom", lambda: chance),
        ):
            stack.enter_context(mock.patch.object(module, name, stand_in))
        yield
