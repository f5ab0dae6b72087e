"""What describing and telling would cost, about: known before anybody is asked."""

from collections.abc import Iterable

from ...prompting.cost import Cost, around
from ...token_count import token_count
from ..describing import Description
from ..stories import Story
from . import describing, telling


def describing_cost(given: Iterable[Description]) -> Cost:
    """Of describing nodes and edges."""
    found = Cost()
    for one in given:
        said = token_count(describing.prompt(one)) + around(describing.SYSTEM)
        found += Cost(1, said, describing.WORDS * 3 // 2)
    return found


def telling_cost(stories: Iterable[Story]) -> Cost:
    """Of telling storylines and macros."""
    found = Cost()
    for story in stories:
        said = token_count(telling.prompt(story)) + around(telling.system(story))
        words = telling.MACRO_WORDS if story.is_macro else telling.STORYLINE_WORDS
        found += Cost(1, said, words * 3 // 2)
    return found
