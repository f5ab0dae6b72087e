"""Nostr relays on loopback, well-behaved and otherwise, for tests and for the demo.

* `LocalRelay`: the relay of nostr-sdk, in a process of its own.
* `NostrRelay`: the relay nostr-relay, as dirty as it comes, in a process and an environment.
* `QuirkRelay`: a relay without a socket whose every misbehaviour is a field of `Quirks`.
* `RelayServer`: serves a `QuirkRelay` on 127.0.0.1.
* `FaultProxy`: stands between a client and any relay and loses, repeats, delays, swaps and
  spoils frames, as a seeded `FaultPlan` has it or by hand.
* `relay_fixtures.conformance`: what does this relay really do?
* `Environment`: a virtual environment for a program that cannot share ours.

The pytest plugin imports this package in every test run of an environment that has it,
so the names below are imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from relay_fixtures.environment import Environment, InstallError
    from relay_fixtures.fault_plan import FaultPlan
    from relay_fixtures.fault_proxy import FaultProxy
    from relay_fixtures.local_relay import LocalRelay
    from relay_fixtures.nostr_relay import NostrRelay
    from relay_fixtures.quirk_relay import QuirkRelay
    from relay_fixtures.quirks import Quirks
    from relay_fixtures.rates import RateLimit
    from relay_fixtures.relay_process import RelayStartError
    from relay_fixtures.server import RelayServer

__all__ = [
    "Environment",
    "FaultPlan",
    "FaultProxy",
    "InstallError",
    "LocalRelay",
    "NostrRelay",
    "QuirkRelay",
    "Quirks",
    "RateLimit",
    "RelayServer",
    "RelayStartError",
]

_HOMES = {
    "Environment": "relay_fixtures.environment",
    "FaultPlan": "relay_fixtures.fault_plan",
    "FaultProxy": "relay_fixtures.fault_proxy",
    "InstallError": "relay_fixtures.environment",
    "LocalRelay": "relay_fixtures.local_relay",
    "NostrRelay": "relay_fixtures.nostr_relay",
    "QuirkRelay": "relay_fixtures.quirk_relay",
    "Quirks": "relay_fixtures.quirks",
    "RateLimit": "relay_fixtures.rates",
    "RelayServer": "relay_fixtures.server",
    "RelayStartError": "relay_fixtures.relay_process",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
