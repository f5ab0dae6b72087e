"""Which relays can be reached at this moment."""

import asyncio
from collections.abc import Sequence

from ..core.config import RelayConfig
from ..core.errors import RelayError
from ..core.ports import Clock
from ..sync.conduct import Conduct
from .repository import Repository
from .websocket import Traffic, connect

TIMEOUT = 5.0
"""Seconds for a connection."""


async def reachable(
    urls: Sequence[str], repository: Repository, clock: Clock, config: RelayConfig
) -> dict[str, bool]:
    """Whether a connection to each relay can be made, by URL; all are tried at once."""

    async def reach(url: str) -> bool:
        try:
            async with (
                asyncio.timeout(TIMEOUT),
                connect(
                    url,
                    repository.naming.public_key,
                    repository.sign,
                    clock,
                    config,
                    Traffic(),
                    Conduct(),
                ),
            ):
                return True
        except (RelayError, TimeoutError):
            return False

    return dict(zip(urls, await asyncio.gather(*map(reach, urls)), strict=True))
