"""A relay that hides some of what it holds, whichever ids that has."""

from dataclasses import replace
from itertools import count

from relay_fixtures import QuirkRelay, Quirks
from relay_fixtures.misbehaviour import shown


def hides_some(relay: QuirkRelay, quirks: Quirks) -> Quirks:
    """The same quirks, with the first seed by which something is hidden, and something shown.

    A coin falls for each event, by its id, and ids are random: by one seed that is given, all of a
    few events would be shown now and then.
    """
    held = {event.id: event for event in relay.events}
    tried = (replace(quirks, seed=seed) for seed in count(quirks.seed))
    return next(one for one in tried if 0 < len(shown(held, held, {}, one)) < len(held))
