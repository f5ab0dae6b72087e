"""How a relay is reached: over WebSockets and HTTP, unless somebody says otherwise."""

from dataclasses import dataclass

from .relay_greeting import Greet, fetch_greeting
from .websocket import Dial, dial


@dataclass(frozen=True, slots=True)
class Transport:
    """The two ways to a relay.

    Attributes:
        dial: Opens a socket.
        greet: Fetches what the relay says of itself.
    """

    dial: Dial = dial
    greet: Greet = fetch_greeting
