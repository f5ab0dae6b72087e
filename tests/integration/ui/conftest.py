"""What the tests of the page share: a browser, and a server of the made-up mind.

Imported where the extra ui and playwright are missing too, so both are asked for within.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .browser import Browser
    from .host import UiHost


# Not for the whole session: while it runs, no other event loop can in this thread.
@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    from .browser import started

    yield from started()


@pytest.fixture(scope="session")
def demo_host() -> "Iterator[UiHost]":
    """Nobody may write to it, so that all can look at the same."""
    from .host import demo, hosted

    with hosted(demo) as host:
        yield host
