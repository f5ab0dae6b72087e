"""Where a server listens, and by which names it may be called."""

import ipaddress
import re
import socket
from dataclasses import dataclass

from ...core.errors import InputError

HOST = "127.0.0.1"
"""Where it listens unless something else is said: nobody else's machine reaches it."""

_FORM = re.compile(r"(?:(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):)?(?P<port>[0-9]{1,5})")
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port.

    Attributes:
        host: A name or an address; one of IPv6 without brackets.
        port: 0 to 65535; 0 takes any that is free.
    """

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Read ``8000``, ``0.0.0.0:8000``, ``localhost:0`` or ``[::1]:8000``.

        Raises:
            InputError: It is none of these.
        """
        found = _FORM.fullmatch(text)
        if found is None or int(found["port"]) > 65_535:
            raise InputError(
                "an address is [HOST:]PORT with a port up to 65535, such as 8000, 0.0.0.0:8000 or "
                "[::1]:8000"
            )
        return cls((found["host"] or HOST).strip("[]"), int(found["port"]))

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def url_host(self) -> str:
        """The host as a URL and a request's header ``Host`` have it."""
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        return f"{self.url_host}:{self.port}"

    def listen(self) -> socket.socket:
        """A socket that listens there.

        Raises:
            OSError: The address is taken, not of this machine, or not allowed.
        """
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        return socket.create_server((self.host, self.port), family=family, backlog=128)

    def at(self, listener: socket.socket) -> "Address":
        """The same with the port that it came to."""
        return Address(self.host, listener.getsockname()[1])


def check_name(name: str) -> str:
    """A host's name, as it is.

    Raises:
        InputError: It is none: it has a scheme, a port or a path.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            "the name of a host has letters, digits, '.' and '-', and neither https:// nor a port"
        )
    return name
