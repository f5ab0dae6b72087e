"""A text that is longer than there is room for."""


def shortened(text: str, longest: int) -> str:
    """It, or how it begins, in so many characters at most."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
