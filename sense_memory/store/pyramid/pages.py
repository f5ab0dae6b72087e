"""What a workspace is told of the topics."""

from collections.abc import Mapping

from ...mind.pyramid.pages import pages as pages_of
from ..context import Context
from .topics import topics


async def pages(context: Context) -> Mapping[str, str]:
    """The pages of all topics, by path in the workspace; nothing is made anew."""
    return pages_of(await topics(context))
