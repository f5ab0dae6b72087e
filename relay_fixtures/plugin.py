"""Pytest fixtures for tests that need a relay, a real one or a strange one.

Loaded in every test run of an environment that has this package: nothing but pytest is imported
before a fixture is used.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from relay_fixtures.fault_plan import FaultPlan
    from relay_fixtures.fault_proxy import FaultProxy
    from relay_fixtures.in_thread import InThread
    from relay_fixtures.local_relay import LocalRelay
    from relay_fixtures.nostr_relay import NostrRelay
    from relay_fixtures.quirks import Quirks
    from relay_fixtures.server import RelayServer


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


@pytest.fixture(scope="session")
def dirty_nostr_relay() -> Iterator[NostrRelay]:
    """A started `NostrRelay`, the same for the whole run: give every test a key of its own.

    The first run on a machine installs it, for which half a minute and the network are needed.
    """
    from relay_fixtures.nostr_relay import NostrRelay

    with NostrRelay() as relay:
        yield relay


@pytest.fixture
def quirk_relay_factory() -> Iterator[Callable[..., InThread[RelayServer]]]:
    """Makes served quirk relays, of quirks and a fault plan (both optional), in threads.

    `relay.url` is the address, `relay.it.relay` the `QuirkRelay` with all it received;
    `relay.call(relay.it.cut)` cuts every connection. All stop after the test.
    """
    from relay_fixtures.in_thread import InThread
    from relay_fixtures.quirk_relay import QuirkRelay
    from relay_fixtures.server import RelayServer

    with ExitStack() as relays:

        def make(
            quirks: Quirks | None = None, *, plan: FaultPlan | None = None
        ) -> InThread[RelayServer]:
            return relays.enter_context(
                InThread(lambda: RelayServer(QuirkRelay(quirks), plan=plan))
            )

        yield make


@pytest.fixture
def fault_proxy_factory() -> Iterator[Callable[..., InThread[FaultProxy]]]:
    """Makes proxies before any relay, of its address and a fault plan (optional), in threads.

    `proxy.url` is the address for the client; `proxy.call(proxy.it.hold)` lets nothing pass.
    All stop after the test.
    """
    from relay_fixtures.fault_proxy import FaultProxy
    from relay_fixtures.in_thread import InThread

    with ExitStack() as proxies:

        def make(upstream_url: str, plan: FaultPlan | None = None) -> InThread[FaultProxy]:
            return proxies.enter_context(InThread(lambda: FaultProxy(upstream_url, plan)))

        yield make
