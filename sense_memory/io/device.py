"""The id of a device: of a file, or of a process that has none."""

import base64
import secrets

RANDOM_BYTES = 7


def new_device(*, has_file: bool) -> str:
    """10 characters of base32; the first one is ``m`` for a device that ends with its process."""
    device = base64.b32encode(secrets.token_bytes(RANDOM_BYTES)).decode().lower()[:10]
    if not has_file:
        return "m" + device[1:]
    return "a" + device[1:] if device[0] == "m" else device
