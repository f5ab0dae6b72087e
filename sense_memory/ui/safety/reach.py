"""Why a relay cannot be reached, in words."""

_PYTHON_SAYS = "Connect call failed"


def why_not(relay: str, error: str) -> str:
    """What went wrong, where the relay is named beside it.

    Args:
        relay: Its URL.
        error: As the store says it, or what the relay answered.
    """
    said = error.removeprefix(f"{relay}: ")
    # with numbers and brackets, and once for each address of the host
    return "nobody answers there" if _PYTHON_SAYS in said else said
