"""The command ``sense-memory``."""

import atexit
import gc
import sys

from .standard_streams import open_closed

__all__ = ["main"]

OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""Python's 700 to 2,000 make it look for garbage 140 times in what a command imports, which all
stays: an eighth of the command's time."""


def main() -> None:
    """Run the command line and exit; what can go wrong is one line on standard error."""
    open_closed()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    # nor at the end, where it looks through everything several times: hosts that start a server
    # kill what has not ended in two seconds
    atexit.register(gc.freeze)
    import typer

    from ..core.errors import SenseMemoryError
    from .app import command
    from .discreet import refuse_pasted_keys
    from .exits import Code, CommandError, exit_code
    from .output import say
    from .usage import UsageError, asks_for_help, told

    try:
        refuse_pasted_keys(sys.argv[1:])
        code = command()(prog_name="sense-memory", standalone_mode=False)
        if isinstance(code, int):
            sys.exit(code)
    except UsageError as error:
        if asks_for_help(error):
            print(error.format_message(), file=sys.stderr)
        else:
            say(f"sense-memory: {told(error)}")
        sys.exit(Code.USAGE)
    except typer.Abort:
        say("sense-memory: broken off, since there was no answer")
        sys.exit(Code.ERROR)
    except CommandError as failure:
        say(f"sense-memory: {failure}")
        sys.exit(failure.code)
    except SenseMemoryError as error:
        say(f"sense-memory: {error}")
        sys.exit(exit_code(error))
    except UnicodeEncodeError as error:
        if error.encoding.lower().startswith("utf"):
            raise
        say(
            f"sense-memory: standard output is {error.encoding}, which lacks some of the characters"
            " to be printed; set PYTHONIOENCODING=utf-8, or ask for --json, which does without them"
        )
        sys.exit(Code.ERROR)
    except OSError as error:
        # a folder that cannot be made, a file that cannot be read: no traceback tells more
        where = f"{error.filename}: " if error.filename else ""
        say(f"sense-memory: {where}{error.strerror or str(error) or type(error).__name__}")
        sys.exit(exit_code(error))
