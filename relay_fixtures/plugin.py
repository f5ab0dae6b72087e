"""Pytest fixtures for tests that need a real relay.

Loaded in every test run of an environment that has this package: nothing but pytest is imported
before a fixture is used.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from relay_fixtures.local_relay import LocalRelay


@pytest.fixture
def nostr_relay() -> Iterator[LocalRelay]:
    """A started, empty `LocalRelay`, stopped after the test."""
    from relay_fixtures.local_relay import LocalRelay

    with LocalRelay() as relay:
        yield relay


@pytest.fixture
def nostr_relay_factory() -> Iterator[Callable[..., LocalRelay]]:
    """Makes started relays: the arguments are those of `LocalRelay`. All stop after the test."""
    from relay_fixtures.local_relay import LocalRelay

    with ExitStack() as relays:
        yield lambda *args, **options: relays.enter_context(LocalRelay(*args, **options))
