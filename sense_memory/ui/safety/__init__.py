"""Safety: how far the relays have what is known here, and what they see of it."""

from collections.abc import Mapping
from types import MappingProxyType

from ..asking import Act, Ask

ASKED: Mapping[str, Ask] = MappingProxyType({})
ACTS: Mapping[str, Act] = MappingProxyType({})
