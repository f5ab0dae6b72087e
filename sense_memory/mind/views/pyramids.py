"""All observations, summaries and topics of each scope, and what they add up to."""

import heapq
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.records.pyramid import (
    BASE_TOPICS,
    Observation,
    Summary,
    Topic,
    observation_input,
    summary_input,
    summary_of,
)
from ...core.ref import Ref
from ..pyramid.seal import Piece, in_order, order
from ..pyramid.tiers import Checks, Pyramid, pyramid_of
from ..pyramid.topics import SAMPLES, letters_of, slug_of
from .scopes import Scopes


class KnownPyramid:
    """What is known of one scope; of a topic that nothing happened to nothing is found out anew.

    Attributes:
        version: Grows with every change.
    """

    def __init__(self) -> None:
        self.version = 0
        self._observed: dict[str, Observation] = {}
        self._made: dict[str, Summary] = {}
        self._observed_of: dict[str | None, dict[str, Observation]] = {}
        self._made_of: dict[str, dict[str, Summary]] = {}
        self._topics: dict[str, Topic] = {}
        self._slugs: dict[str, str] | None = None
        self._pyramids: dict[str, Pyramid] = {}
        self._samples: dict[str, tuple[Observation, ...]] = {}
        self._checks: dict[str, Checks] = {}
        self._awaited: dict[str, set[str]] = {}

    # ------------------------------------------------------------------ keeping in step

    def note(self, ref: Ref[Any], record: Observation | Summary | Topic | None) -> None:
        """This stands there now; ``None``: nothing does."""
        self.version += 1
        if ref.kind is Topic:
            self._note_topic(ref.name, record if isinstance(record, Topic) else None)
        elif ref.kind is Observation:
            self._note_observation(
                observation_input(ref.name), record if isinstance(record, Observation) else None
            )
        else:
            self._note_summary(
                summary_input(ref.name), record if isinstance(record, Summary) else None
            )

    def _note_topic(self, slug: str, topic: Topic | None) -> None:
        if topic is None:
            self._topics.pop(slug, None)
        else:
            self._topics[slug] = topic
        self._slugs = None

    def _note_observation(self, given: str, after: Observation | None) -> None:
        before = self._observed.get(given)
        if before is not None:
            self._take_out(self._observed_of, before.topic, given)
            if before.topic is not None:
                self._forget_pyramid(before.topic)
        if after is None:
            self._observed.pop(given, None)
            return
        self._observed[given] = after
        self._observed_of.setdefault(after.topic, {})[given] = after
        if after.topic is not None:
            self._forget_pyramid(after.topic)
        self._arrived(given)

    def _note_summary(self, given: str, after: Summary | None) -> None:
        before = self._made.get(given)
        if before is not None:
            self._take_out(self._made_of, before.topic, given)
            self._forget_pyramid(before.topic)
        if after is None:
            self._made.pop(given, None)
            return
        self._made[given] = after
        self._made_of.setdefault(after.topic, {})[given] = after
        self._forget_pyramid(after.topic)
        self._arrived(given)

    @staticmethod
    def _take_out(places: dict[Any, dict[str, Any]], topic: str | None, given: str) -> None:
        del places[topic][given]
        if not places[topic]:
            del places[topic]

    def _forget_pyramid(self, topic: str) -> None:
        self._pyramids.pop(topic, None)
        self._samples.pop(topic, None)

    def _arrived(self, given: str) -> None:
        """Pyramids were found out without this."""
        for topic in self._awaited.pop(given, ()):
            self._forget_pyramid(topic)

    # ------------------------------------------------------------------------ being asked

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not (self._observed or self._made or self._topics)

    @property
    def observations(self) -> Sequence[Observation]:
        """All of them, oldest first."""
        return in_order(self._observed.values())

    @property
    def unassigned(self) -> Sequence[Observation]:
        """Those that belong to no topic, oldest first."""
        return in_order(self._observed_of.get(None, {}).values())

    @property
    def unassigned_count(self) -> int:
        """How many belong to no topic."""
        return len(self._observed_of.get(None, ()))

    @property
    def slugs(self) -> list[str]:
        """The base topics first, then all others that stand or to which anything belongs."""
        used = (topic for topic in self._observed_of if topic is not None)
        others = {*self._topics, *used, *self._made_of}.difference(BASE_TOPICS)
        return [*BASE_TOPICS, *sorted(others)]

    @property
    def pieces(self) -> list[Piece]:
        """All observations and summaries, those that do not count included, in any order."""
        return [*self._observed.values(), *self._made.values()]

    def observation(self, name: str) -> Observation | None:
        """The observation of an id."""
        return self._observed.get(observation_input(name))

    def summary(self, name: str) -> Summary | None:
        """The summary of an id as it counts now; ``None`` if it does not, or says nothing true."""
        made = self._made.get(summary_input(name))
        if made is None:
            return None
        pyramid = self.pyramid(made.topic)
        counted = pyramid.pieces.get(made.input)
        if isinstance(counted, Summary) and counted.input not in pyramid.outdated:
            return counted
        return None

    def inputs_of(self, made: Summary | Topic) -> list[Piece | None]:
        """What it is made of, as that stands; ``None`` for what is gone or not true any more."""
        found = list[Piece | None]()
        for given in made.inputs:
            name = summary_of(given)
            found.append(self._observed.get(given) if name is None else self.summary(name))
        return found

    def of_topic(self, slug: str) -> Sequence[Observation]:
        """The observations of a topic, oldest first."""
        return in_order(self._observed_of.get(slug, {}).values())

    def count(self, slug: str) -> int:
        """How many observations a topic has."""
        return len(self._observed_of.get(slug, ()))

    def topic(self, slug: str) -> Topic:
        """The topic of a slug, as it is before anything is written of it if nothing stands."""
        return self._topics.get(slug) or Topic(slug, slug)

    def stands(self, slug: str) -> bool:
        """Whether a record of a topic stands."""
        return slug in self._topics

    def is_known(self, slug: str) -> bool:
        """Whether there is such a topic."""
        return (
            slug in BASE_TOPICS
            or slug in self._topics
            or slug in self._observed_of
            or slug in self._made_of
        )

    def slug_of(self, name: str) -> str:
        """What the topic of a name is called, whether it is there or not.

        A name that is one's of a topic that stands, in other letters, is that topic.

        Raises:
            InputError: The name has neither letter nor digit.
        """
        slug = slug_of(name)
        if self.is_known(slug):
            return slug
        if self._slugs is None:
            known = sorted(self._topics.values(), key=lambda one: one.slug, reverse=True)
            self._slugs = {letters_of(one.name): one.slug for one in known}
        return self._slugs.get(letters_of(name), slug)

    @property
    def told_from(self) -> set[str]:
        """What everything that says something is made of, as inputs call it."""
        made: list[Summary | Topic] = [one for one in self._made.values() if one.text is not None]
        made += [one for one in self._topics.values() if one.content is not None]
        return {given for one in made for given in one.inputs}

    def pyramid(self, slug: str) -> Pyramid:
        """What is known of a topic; the same object until something of it changes."""
        if (found := self._pyramids.get(slug)) is not None:
            return found
        found = self._pyramids[slug] = pyramid_of(
            slug,
            self._observed_of.get(slug, {}).values(),
            self._made_of.get(slug, {}).values(),
            self._observed,
            self._made,
            self._checks.setdefault(slug, Checks()),
        )
        for one in self._made_of.get(slug, {}).values():
            for given in one.inputs:
                if given not in self._observed and given not in self._made:
                    self._awaited.setdefault(given, set()).add(slug)
        return found

    def samples(self, slug: str) -> Sequence[Observation]:
        """The newest observations of a topic, oldest first."""
        if (found := self._samples.get(slug)) is None:
            own: Mapping[str, Observation] = self._observed_of.get(slug, {})
            newest = heapq.nlargest(SAMPLES, own.values(), key=order)
            found = self._samples[slug] = tuple(reversed(newest))
        return found


class Pyramids(Scopes[KnownPyramid]):
    """The pyramids of the scopes in which something was asked for."""

    def __init__(self) -> None:
        super().__init__((Topic, Observation, Summary), KnownPyramid)
