"""Servers in threads of their own."""

import threading

import pytest

from relay_fixtures import FaultProxy, QuirkRelay, RelayServer
from relay_fixtures.in_thread import InThread
from tests.unit.relay_fixtures.wire import Wire


def test_a_relay_is_served_beside_the_test(alice):
    with InThread(lambda: RelayServer(QuirkRelay())) as served, Wire(served) as wire:
        event = alice.event(content="hello")
        assert wire.publish(event) == (True, "")
        assert served.it.relay.events == (event,)
        thread = served.call(threading.current_thread)
        assert thread is not threading.current_thread()
    assert not thread.is_alive()


def test_what_fails_in_the_thread_fails_here():
    with InThread(lambda: RelayServer(QuirkRelay())) as served:
        with pytest.raises(KeyError):
            served.call({}.__getitem__, "absent")
        with (
            pytest.raises(OSError, match="in use"),
            InThread(lambda: RelayServer(QuirkRelay(), port=served.it.port)),
        ):
            pass
        with pytest.raises(ZeroDivisionError), InThread(lambda: FaultProxy(str(1 // 0))):
            pass
