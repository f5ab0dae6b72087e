"""Text with halves of characters, as JSON escapes and streams that are cut anywhere leave it."""


def joined(text: str) -> str:
    """The text as UTF-8 can hold it.

    Two halves of a surrogate pair that follow each other become the character they are of; a half
    alone becomes U+FFFD.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
