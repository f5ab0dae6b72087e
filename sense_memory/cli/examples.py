"""How a command's ``--help`` ends: with lines to copy."""


def examples(*lines: str) -> str:
    """An epilog whose lines are not wrapped."""
    # \b is click's mark for a paragraph to be left as it is
    return "\b\n" + "\n".join(["Example:", *(f"  {line}" for line in lines)])
