"""How soon the page shows a mind, and how it moves, as a browser measures it.

``python -m tests.benchmarks.looking [MEMORIES]``: needs playwright and a Chromium.
"""

import json
import shutil
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace

from playwright.sync_api import Page, expect, sync_playwright

from sense_memory import Identity, Insight, MemoryStore
from sense_memory.core.ports import Clock
from sense_memory.ui.demo_mind import DemoClock
from tests.integration.ui.host import UiHost, hosted

from .sample import insights

ROOMS = ("people", "projects", "self", "world", "skills")
BATCH = 500
PAST = 400
"""Days over which the memories are spread."""
ROUNDS = 40
_MEASURE = """async (rounds) => {
  const slider = document.getElementById("now"), query = document.getElementById("query");
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const moves = [];
  for (let i = 0; i < rounds; i++) {
    const begin = performance.now();
    slider.value = Math.round(2000 * i / rounds);
    slider.dispatchEvent(new Event("input"));
    await frame();
    moves.push(performance.now() - begin);
  }
  const searches = [];
  for (const words of ["garden", "weekly report", "sister train", "allergic peanuts"]) {
    const begin = performance.now();
    query.value = words;
    query.form.requestSubmit();
    const found = document.getElementById("found");
    found.replaceChildren();
    while (found.children.length === 0) await frame();
    searches.push(performance.now() - begin);
  }
  const details = [];
  for (let i = 0; i < 5; i++) {
    const begin = performance.now();
    document.querySelectorAll("#found .name")[i].click();
    const detail = document.getElementById("detail");
    detail.replaceChildren();
    while (detail.children.length === 0) await frame();
    details.push(performance.now() - begin);
  }
  const drawn = performance.getEntriesByName("map").map((one) => one.duration);
  return { moves, searches, details, drawn };
}"""


@dataclass(frozen=True, slots=True)
class Looks:
    """Milliseconds, but for the counts.

    Attributes:
        memories: How many.
        answer_bytes: Of the one answer that the map is made of.
        first_paint: Until something was painted.
        shown: Until all memories were on the map.
        again: The same, opened once more.
        drawing: Of the map, the median and the slowest.
        move: From the slider's move to after the next frame, the median and the slowest.
        search: From asking until it is shown, the slowest.
        detail: From a click until it is shown, the slowest.
        live: From a write elsewhere until the page says so, as far as the driver sees at once.
        burst: The same of 500 writes in one transaction.
    """

    memories: int
    answer_bytes: int
    first_paint: float
    shown: float
    again: float
    drawing: tuple[float, float]
    move: tuple[float, float]
    search: float
    detail: float
    live: float
    burst: float


def looks(memories: int) -> Looks:
    """Measure it once."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[MemoryStore, Clock]]:
        clock = DemoClock()
        async with MemoryStore(Identity.generate(), clock=clock) as store:
            there = [
                replace(one, domain=ROOMS[number % 5], halflife_days=10.0 + number % 90)
                for number, one in enumerate(insights(memories))
            ]
            for begin in range(0, memories, BATCH):
                clock.put_back(PAST * (1 - begin / memories))
                await store.persona_remember_many(there[begin : begin + BATCH])
            clock.put_back(0)
            yield store, clock

    with hosted(opened) as host, sync_playwright() as playwright:
        chromium = shutil.which("chromium-headless-shell")
        with playwright.chromium.launch(executable_path=chromium) as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(host.own.url)
            first, shown = _paint(page)
            size = page.evaluate(
                "performance.getEntriesByType('resource')"
                ".find((one) => one.name.endsWith('/api/memories')).decodedBodySize"
            )
            page.reload()
            _, again = _paint(page)
            found = page.evaluate(_MEASURE, ROUNDS)
            live = _heard(host, page, 1, memories)
            burst = _heard(host, page, BATCH, memories + 1)
            drawn, moves = sorted(found["drawn"]), sorted(found["moves"])
            return Looks(
                memories,
                size,
                first,
                shown,
                again,
                (drawn[len(drawn) // 2], drawn[-1]),
                (moves[len(moves) // 2], moves[-1]),
                max(found["searches"]),
                max(found["details"]),
                live,
                burst,
            )


def _paint(page: Page) -> tuple[float, float]:
    """When something was painted, and when everything was there."""
    expect(page.locator("#state")).to_contain_text("live", timeout=30_000)
    page.wait_for_timeout(100)
    first, shown = page.evaluate(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime,"
        " performance.getEntriesByName('shown')[0].startTime]"
    )
    return first, shown


def _heard(host: UiHost, page: Page, count: int, before: int) -> float:
    """How long it takes until the page shows so many more."""
    new = [Insight("new", "facts", f"{before}-{number}", "New.") for number in range(count)]
    begin = time.perf_counter()
    host.call(lambda store: store.persona_remember_many(new))
    written = time.perf_counter()
    expect(page.locator("#state")).to_contain_text(f"{before + count:,} memories", timeout=30_000)
    done = time.perf_counter()
    print(f"{count} written in {written - begin:.2f} s", file=sys.stderr)
    return (done - written) * 1000


if __name__ == "__main__":
    print(json.dumps(asdict(looks(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)), indent=2))
