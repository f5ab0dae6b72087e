"""The published client, in an environment of its own."""

from collections.abc import AsyncIterator

import pytest

from relay_fixtures.environment import InstallError

from .client import PUBLISHED, Client


@pytest.fixture(scope="session")
def published_environment() -> None:
    """Skip, saying so, where pip reaches no package index and nothing is cached."""
    try:
        _ = PUBLISHED.python
    except InstallError as error:
        pytest.skip(str(error))


@pytest.fixture
async def theirs(published_environment: None) -> AsyncIterator[Client]:
    """The published client, running."""
    async with Client.published() as client:
        yield client
