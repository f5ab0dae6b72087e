"""How soon the page shows a large mind, and how it moves, as a browser measures it.

``python -m tests.benchmarks.looking [MEMORIES]``: needs playwright and a Chromium. Says what took
longer than it may, and then ends with 1.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Page, expect, sync_playwright

from sense_memory import Insight
from tests.integration.ui.browser import CHROMIUM
from tests.integration.ui.host import UiHost, hosted
from tests.integration.ui.large import MEMORIES, large

BURST = 500
ROUNDS = 40
FIRST = 1000.0
"""Milliseconds in which the page shows itself, and whatever it is led to the first time."""
INTERACTION = 100.0
"""Milliseconds from what somebody does until it is seen."""

# What is done is done by the page's own means, and is over at the first frame after which it is
# seen: `seen` is asked at each. The names of what is found are those of the page.
_MEASURE = """async (rounds) => {
  const $ = (what) => document.querySelector(what);
  const all = (what) => [...document.querySelectorAll(what)];
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const took = {};
  const time = async (name, act, seen) => {
    const begin = performance.now();
    act();
    do {
      await frame();
      if (performance.now() - begin > 30_000) throw new Error(`${name} is never over`);
    } while (!seen());
    (took[name] ??= []).push(performance.now() - begin);
  };
  const link = (view) => $(`#views a[href="#${view}"]`);
  const led = (view, seen) => time(`${view}: shown first`, () => link(view).click(), seen);
  const moved = async (name, slider) => {
    const span = slider.max - slider.min;
    for (let i = 0; i < rounds; i++)
      await time(name, () => {
        slider.value = Math.round(Number(slider.min) + span * i / rounds);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }, () => true);
  };

  await moved("memories: slider", $("#now"));
  const query = $("#query");
  for (const words of ["garden", "weekly report", "sister train", "allergic peanuts"])
    await time("memories: search", () => {
      $("#found").replaceChildren();
      query.value = words;
      query.form.requestSubmit();
    }, () => $("#found").children.length > 0);
  for (let i = 0; i < 5; i++)
    await time("memories: click", () => {
      $("#detail").replaceChildren();
      all("#found .name")[i].click();
    }, () => $("#detail").children.length > 0);

  await led("people", () => $("#people canvas") && $("#people .who-all button"));
  await moved("people: slider", $("#people-now"));
  for (const one of all("#people .who-all button").slice(0, 5))
    await time("people: click", () => one.click(),
      () => $("#people article h2")?.textContent.includes(one.textContent));

  await led("topics", () => $("#topics .topic-rows"));
  await time("topics: click",
    () => all("#topics .topic-rows a").find((one) => one.textContent === "Lighthouse").click(),
    () => $("#topics h2")?.textContent.includes("Lighthouse"));

  await led("about", () => $("#name").offsetParent !== null);
  for (const name of ["Vergel", "Ada", "Lighthouse"])
    await time("about: a name", () => {
      $("#lines").replaceChildren();
      $("#name").value = name;
      $("#whom").requestSubmit();
    }, () => $("#lines").children.length > 0);

  await led("safety", () => $("#safety [role=status]")?.textContent);
  await time("memories: shown again", () => link("memories").click(),
    () => $("#canvas").clientWidth > 0);
  took["memories: drawing"] = performance.getEntriesByName("map").map((one) => one.duration);
  return took;
}"""


@dataclass(frozen=True, slots=True)
class Took:
    """How long something took.

    Attributes:
        what: It.
        median: Milliseconds, as the next.
        slowest: Of all times.
        limit: How long the slowest may take; ``None`` where that is not the page's doing.
    """

    what: str
    median: float
    slowest: float
    limit: float | None

    @classmethod
    def of(cls, what: str, times: Iterable[float], limit: float | None) -> "Took":
        """The figures of some times."""
        ordered = sorted(times)
        return cls(what, ordered[len(ordered) // 2], ordered[-1], limit)

    @property
    def is_slow(self) -> bool:
        """Whether it took longer than it may."""
        return self.limit is not None and self.slowest > self.limit

    def __str__(self) -> str:
        limit = f"{self.limit:6.0f}" if self.limit is not None else "     –"
        said = f"{self.what:26} {self.median:8.1f} {self.slowest:8.1f} {limit}"
        return f"{said}  SLOW" if self.is_slow else said


def looks(memories: int) -> Iterator[Took]:
    """Measure it once."""
    with (
        hosted(partial(large, memories)) as host,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM) as browser,
    ):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(host.own.url)
        first, shown = _paint(page)
        page.reload()
        again, shown_again = _paint(page)
        yield Took.of("first paint", [first, again], FIRST)
        yield Took.of("all memories drawn", [shown, shown_again], FIRST)
        for what, times in page.evaluate(_MEASURE, ROUNDS).items():
            yield Took.of(what, times, FIRST if what.endswith("first") else INTERACTION)
        there = len(host.call(lambda store: store.persona_recall()))
        # with what the writing itself takes, and the driver's own looking
        yield Took.of("heard: one memory", [_heard(host, page, 1, there)], FIRST)
        burst = _heard(host, page, BURST, there + 1)
        yield Took.of(f"heard: {BURST} at once", [burst], None)


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
    host.call(lambda store: store.persona_remember_many(new))
    written = time.perf_counter()
    expect(page.locator("#state")).to_contain_text(f"{before + count:,} memories", timeout=30_000)
    return (time.perf_counter() - written) * 1000


def main(memories: int) -> int:
    """Print what was measured; how the process is to end."""
    print(f"{memories:,} memories; milliseconds{'median':>9} {'slowest':>8}  limit")
    is_slow = False
    for took in looks(memories):
        print(took)
        is_slow = is_slow or took.is_slow
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else MEMORIES))
