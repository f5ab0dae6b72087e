"""The published client, in an environment of its own."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from relay_fixtures.environment import InstallError

from .client import PUBLISHED, Client


@pytest.fixture(scope="session")
def published_environment() -> None:
    """Skip, saying so, where pip reaches no package index and nothing is cached."""
    try:
        _ = PUBLISHED.python
    except InstallError as error:
        pytest.skip(str(error))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def published(published_environment: None) -> AsyncIterator[Client]:
    """The published client, running: one process, since to start it takes most of a second."""
    async with Client.published() as client:
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def theirs(published: Client) -> AsyncIterator[Client]:
    """The published client. Each test opens a store of its own."""
    yield published
    await published.thaw()
