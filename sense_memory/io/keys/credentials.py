"""Credentials that systemd hands to a service: files in a folder that only the service can read.

Their mode may show read permission for a group: systemd grants access by an access list, whose mask
stands there. The folder is what protects them.
"""

import os
from pathlib import Path

FOLDER_VARIABLE = "CREDENTIALS_DIRECTORY"


def credential(name: str) -> Path | None:
    """The file of a credential, or ``None`` if the service was given none of that name."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return None
    path = Path(folder) / name
    return path if path.exists() else None
