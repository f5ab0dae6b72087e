"""The key that a profile keeps."""

from ...core.errors import InvalidIdentityError
from . import os_keyring
from .forms import Form
from .found import FoundKey
from .given import find_in_file
from .reference import Keeping, KeyReference

_FORMS = {Keeping.NCRYPTSEC: Form.NCRYPTSEC, Keeping.NOSTRKEY: Form.NOSTRKEY}


def find_kept(reference: KeyReference) -> FoundKey | None:
    """The key that a profile's reference means; ``None`` for a plain file that is not there yet.

    Raises:
        LockedKeyError: The keyring is missing or locked.
        InvalidIdentityError: It cannot be used.
    """
    path = reference.path
    if path is None:
        return os_keyring.find(reference.where)
    if reference.keeping is Keeping.FILE and not path.exists():
        return None
    found = find_in_file(path)
    wanted = _FORMS.get(reference.keeping)
    if wanted is not None and found.key.form is not wanted:
        raise InvalidIdentityError(
            f"the profile says that {path} holds the key as {wanted}, but it is {found.key.form} "
            f"there; put 'file:{path}' into the profile if that is meant"
        )
    return found
