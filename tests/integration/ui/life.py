"""People and things with a past, for the tests of the graph."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sense_memory import Identity, MemoryStore
from sense_memory.core.clock import SystemClock
from sense_memory.core.ports import Clock


@asynccontextmanager
async def life() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """Somebody who changed her job, moved, and fell out with somebody."""
    async with MemoryStore(Identity.generate()) as store:
        graph = store.graph
        await graph.add("person:Ada", description="Ada tunes pianos, and says what she thinks.")
        job = await graph.relate(
            "person:Ada",
            "entity:Brass Works",
            "works-at",
            attitude="favorable",
            proximity=4,
            valid_from="2023-03-01",
        )
        led = await graph.supersede(job, relationship_type="leads", valid_from="2025-01-01")
        office = "She has an office of her own."
        await graph.note(led, office, added_by="Bo", at="2025-02-01", lifetime="forever")
        await graph.relate(
            "person:Ada",
            "entity:Berlin",
            "lives-in",
            valid_from="2020-01-01",
            valid_to="2024-06-01",
        )
        await graph.relate("person:Ada", "entity:Lisbon", "lives-in", valid_from="2024-06-01")
        await graph.relate(
            "person:Ada",
            "person:Bo",
            "friend",
            attitude="close",
            proximity=4,
            valid_from="2021-05-01",
            valid_to="2024-09-01",
        )
        await graph.relate(
            "person:Ada", "person:Cy", "rival-of", attitude="hostile", valid_from="2024-09-01"
        )
        await graph.relate(
            "person:Ada", "concept:Tuning", "teaches", attitude="passionate", proximity="expert"
        )
        await graph.add("source:A letter", at="2024-08-15")
        await graph.link("source:A letter", "mentions", "person:Ada")
        await graph.note("person:Ada", "Plays the cello on Sundays.", added_by="Bo")
        await store.persona_remember("people", "facts", "ada", "Ada likes tea.")
        await graph.connect("person:Ada", "people/facts/ada")
        yield store, SystemClock()


CROWD = 500


@asynccontextmanager
async def crowd() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """More than can be drawn: everybody knows three others since some year."""
    async with MemoryStore(Identity.generate()) as store:
        graph, kinds = store.graph, ("person", "concept", "entity")
        names = [f"{kinds[i % 3]}:P{i}" for i in range(CROWD + 30)]
        pairs = [(i // 7, i) for i in range(1, len(names))]
        pairs += [(i, (i * i) % (i - 1)) for i in range(100, 300) if (i * i) % (i - 1) != i // 7]
        for i, j in pairs:
            await graph.relate(
                names[i], names[j], "knows", valid_from=f"{2015 + (i + j) % 10}-05-01"
            )
        yield store, SystemClock()
