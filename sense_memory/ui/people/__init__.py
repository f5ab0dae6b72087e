"""People and things: who is known since when, and how we talk."""

from collections.abc import Mapping
from types import MappingProxyType

from ..asking import Act, Ask

ASKED: Mapping[str, Ask] = MappingProxyType({})
ACTS: Mapping[str, Act] = MappingProxyType({})
