"""What a shell offers where a profile or a relay is to be typed, without opening a store."""

import typer

from ..core.errors import InputError


def profiles(incomplete: str) -> list[str]:
    """The profiles of this machine."""
    from ..io.profile import profile_names

    return [name for name in profile_names() if name.startswith(incomplete)]


def relays(ctx: typer.Context, incomplete: str) -> list[str]:
    """The relays of the profile that was named before."""
    from ..io.profile import load_profile

    try:
        profile = load_profile(ctx.find_root().params.get("profile") or "default")
    except InputError:
        return []  # what is wrong with it is said when the command is run
    return [url for url in profile.relays if url.startswith(incomplete)]
