"""How soon the page shows a large mind, and how it moves, as a browser measures it.

``python -m tests.benchmarks.looking [MEMORIES]``: needs playwright and a Chromium. Says what took
longer than it may, and then ends with 1. What others do on the machine shows in what was waited
for, and not in the processor's time, which stands beside it: the page's, and the server's.
"""

import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Page, expect, sync_playwright

from sense_memory import Insight, MemoryStore
from tests.integration.ui.browser import CHROMIUM
from tests.integration.ui.host import UiHost, hosted
from tests.integration.ui.large import APART, MEMORIES, beside_another

BURST = 500
ROUNDS = 40
TOPICS = 100
FIRST = 1000.0
"""Milliseconds in which the page shows itself, and whatever it is led to the first time."""
INTERACTION = 100.0
"""Milliseconds from what somebody does until it is seen."""
WRITTEN = 1000.0
"""The same of what is written by it: as for any change, until it is on disk and was asked anew."""
WRITES = frozenset(
    f"{view}: {act}"
    for view, acts in {
        "memories": ("pin", "correct", "undo", "link", "forget", "bring back"),
        "people": ("edit", "take back", "restore"),
        "topics": ("correct", "forget", "bring back", "file"),
        "about": ("correct", "forget", "bring back"),
        "safety": ("let stand", "settle", "retire"),
    }.items()
    for act in acts
)
TYPING = 200.0
"""Milliseconds for which who types is let go on, before it is looked for."""

# What is done is done by the page's own means, and is over at the first frame after which it is
# seen: `seen` is asked at each. The names of what is found are those of the page.
_MEASURE = """async ([rounds, [tea, zone]]) => {
  const $ = (what) => document.querySelector(what);
  const all = (what) => [...document.querySelectorAll(what)];
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const rest = () => new Promise((done) => setTimeout(done, 300));
  const took = {};
  const until = async (name, seen) => {
    const begin = performance.now();
    do {
      await frame();
      if (performance.now() - begin > 30_000) throw new Error(`${name} is never over`);
    } while (!seen());
  };
  const time = async (name, act, seen) => {
    const before = await spent();
    const begin = performance.now();
    act();
    await until(name, seen);
    const wall = performance.now() - begin;
    const after = await spent();
    (took[name] ??= []).push([wall, after[0] - before[0], after[1] - before[1]]);
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
    await rest();
  };
  const fill = (input, text) => {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const typed = (name, input, text, seen) => time(name, () => fill(input, text), seen);
  // How long each frame took while something was done at each of them, the next one at once.
  const frames = async (name, count, act) => {
    const took_ = (took[name] ??= []);
    let before = performance.now();
    for (let i = 0; i < count; i++) {
      act(i);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      took_.push([now - before, 0, 0]);
      before = now;
    }
    await rest();
  };
  const dragged = (name, slider) => frames(name, 2 * rounds, (i) => {
    const share = i / (2 * rounds - 1);
    fill(slider, Math.round(Number(slider.min) + (slider.max - slider.min) * share));
  });
  // A letter at every third frame or so: what was looked for meanwhile is shown between two.
  const spelled = async (name, input, text) => {
    for (let i = 1; i <= text.length; i++) {
      await time(name, () => fill(input, text.slice(0, i)), () => true);
      await new Promise((done) => setTimeout(done, 150));
    }
    await rest();
  };
  const find = (within, words) => all(`${within} button`)
    .find((one) => one.textContent === words || one.getAttribute("aria-label") === words);
  const press = (within, words) => find(within, words).click();
  // What somebody writes first, and what they decide then: that is what is measured.
  const written = async (name, within, begin, text, decide, seen) => {
    await until(begin, () => find(within, begin));
    press(within, begin);
    if (text !== null) fill($(`${within} .acts :is(textarea, input)`), text);
    await rest();
    await time(name, () => press(within, decide), seen);
    await rest();
  };
  const done = async (name, within, words, seen) => {
    await until(words, () => find(within, words));
    await time(name, () => press(within, words), seen);
    await rest();
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
  await spelled("memories: typing", query, "allergic peanuts");
  await dragged("memories: dragging", $("#now"));
  await time("memories: list", () => ($("#listed").open = true),
    () => $("#list").children.length > 0);
  const room = $("#where .room");
  await time("memories: room", () => room.click(), () => !room.isConnected);
  await rest();
  $("#listed").open = false;
  $("#where button").click();
  await rest();

  const value = () => $("#detail .value")?.textContent;
  const was = value();
  await done("memories: pin", "#detail", "Pin", () => find("#detail", "Unpin"));
  await written("memories: correct", "#detail", "Correct …", "It is otherwise.", "Save",
    () => value() === "It is otherwise.");
  await done("memories: undo", "#detail", "Undo the correction", () => value() === was);
  await written("memories: link", "#detail", "Link …", tea, "Link", () => find("#detail", tea));
  await written("memories: forget", "#detail", "Forget …", null, "Forget it",
    () => $("#detail").textContent.includes("It was forgotten just now."));
  const count = $("#state").textContent;
  await time("memories: bring back", () => $("#gone button").click(),
    () => $("#gone").hidden && $("#state").textContent !== count);
  await rest();

  await led("people", () => $("#people canvas") && $("#people .who-all button"));
  await rest();
  await moved("people: slider", $("#people-now"));
  for (const one of all("#people .who-all button").slice(0, 5)) {
    await time("people: click", () => one.click(),
      () => $("#people article h2")?.textContent.includes(one.textContent));
    await rest();
    await time("people: back", () => $("#people article .close").click(),
      () => $("#people article").hidden);
    await rest();
  }
  for (const name of ["idea 017", "vergel"])
    await typed("people: search", $("#people input[aria-label='Some of a name']"), name, () => {
      const found = all("#people .who-all .name");
      return found.length > 0
        && found.every((one) => one.textContent.toLowerCase().includes(name));
    });
  await dragged("people: dragging", $("#people-now"));
  press("#people .who-all", "Vergel");
  await rest();
  const tone = "#talk .layer.base_tone";
  const said = () => $(`${tone} .said`)?.textContent;
  const before = said();
  await written("people: edit", tone, "Edit …", "Warm.", "Save", () => said() === "Warm.");
  await done("people: take back", tone, "Take the edit back",
    () => $(tone).textContent.includes("condensed from"));
  const versions = all("#talk .texts ol > li").filter((one) => one.textContent.includes(before));
  await time("people: restore", () => versions[0].querySelector("button").click(),
    () => said() === before);
  await rest();

  await led("topics", () => $("#topics .topic-rows path"));
  await rest();
  const rows = () => all("#topics .topic-rows a");
  for (const name of ["Lighthouse", rows().at(-1).textContent]) {
    await time("topics: click", () => rows().find((one) => one.textContent === name).click(),
      () => $("#topics .topic h2")?.textContent.includes(name));
    await rest();
    if (name === "Lighthouse") {
      $("#topics .all").open = true;
      await rest();
      const counted = () => $("#topics .all [role=status]").textContent;
      const before = counted();
      await typed("topics: search", $("#topics .all input"), "round 77",
        () => counted() !== before);
      const one = "#topics .all .observation";
      const known = () => $(`${one} .said`)?.textContent;
      await rest();
      await written("topics: correct", one, "Correct …", "On round 77 nobody looked.", "Save",
        () => known() === "On round 77 nobody looked.");
      await written("topics: forget", one, "Forget …", null, "Forget it",
        () => known() !== "On round 77 nobody looked.");
      await time("topics: bring back", () => $("#topics .gone button").click(),
        () => known() === "On round 77 nobody looked.");
      await rest();
      await written("topics: file", one, "File elsewhere …", "rounds", "File it there",
        () => known() !== "On round 77 nobody looked.");
    }
    await time("topics: back", () => $("#topics .to-all").click(),
      () => $("#topics .topic-rows path") && $("#topics .topic") === null);
    await rest();
  }

  await led("about", () => $("#name").offsetParent !== null);
  for (const name of ["Vergel", "Ada", "Lighthouse"])
    await time("about: a name", () => {
      $("#lines").replaceChildren();
      $("#name").value = name;
      $("#whom").requestSubmit();
    }, () => $("#lines").children.length > 0);
  const line = "#lines li:first-child";
  const first = () => $(`${line} .said`)?.textContent;
  await written("about: correct", line, "Correct …", "The Lighthouse is dark.", "Save",
    () => first() === "The Lighthouse is dark.");
  await written("about: forget", line, "Forget …", null, "Forget it",
    () => first() !== "The Lighthouse is dark.");
  await time("about: bring back", () => $("#about-gone button").click(),
    () => first() === "The Lighthouse is dark.");
  await rest();
  await time("about: the past too", () => $("#past").click(), () => $("#lines .over"));
  const older = all("#lines button").find((one) => one.textContent.endsWith("older ones"));
  await time("about: all of it", () => older.click(), () => !older.isConnected);

  await led("safety", () => $("#safety [role=status]")?.textContent);
  await rest();
  const part = $("#safety details:not([open]) > summary");
  if (part) await time("safety: click", () => part.click(), () => part.parentElement.open);
  // the first time all that is here is hashed, to be compared with what the laptop held
  await until("the devices", () => $("#safety").textContent.includes("laptop"));
  await rest();
  const stands = `Let value 2 of ${zone} stand`;
  await done("safety: let stand", "#safety", stands, () => !find("#safety", stands));
  const other = `Another text for ${tea} …`;
  await written("safety: settle", "#safety", other, "either", "Save",
    () => !$("#safety .conflict"));
  await written("safety: retire", "#safety", "Retire laptop …", null, "Retire it",
    () => !$("#safety").textContent.includes("laptop"));
  for (const view of ["people", "topics", "about", "safety", "memories"]) {
    await time(`${view}: shown again`, () => link(view).click(),
      () => $(`#${view}`).offsetWidth > 0);
    await rest();
  }
  const drawn = performance.getEntriesByName("map");
  took["memories: drawing"] = drawn.map((one) => [one.duration, 0, 0]);
  return took;
}"""


@dataclass(frozen=True, slots=True)
class Took:
    """How long something took.

    Attributes:
        what: It.
        median: Milliseconds, as all here.
        slowest: Of all times.
        page: The processor's time of the page, on average.
        server: That of the server.
        limit: How long the slowest may take; ``None`` where that is not the page's doing.
    """

    what: str
    median: float
    slowest: float
    page: float | None
    server: float | None
    limit: float | None

    @classmethod
    def waited(cls, what: str, times: Iterable[float], limit: float | None) -> "Took":
        """The figures of some times that were only waited."""
        ordered = sorted(times)
        return cls(what, ordered[len(ordered) // 2], ordered[-1], None, None, limit)

    @classmethod
    def measured(cls, what: str, times: Iterable[tuple[float, float, float]]) -> "Took":
        """The figures of some times, with what the page and the server worked meanwhile."""
        walls, page, server = zip(*times, strict=True)
        limit = FIRST if what.endswith(("first", "heard")) else INTERACTION
        if what in WRITES:
            limit = WRITTEN
        if "search" in what and "memories" not in what:
            limit += TYPING
        ordered = sorted(walls)
        median, slowest = ordered[len(ordered) // 2], ordered[-1]
        return cls(what, median, slowest, sum(page) / len(page), sum(server) / len(server), limit)

    @property
    def is_slow(self) -> bool:
        """Whether it took longer than it may."""
        return self.limit is not None and self.slowest > self.limit

    def __str__(self) -> str:
        worked = "".join(
            f"{'–' if one is None else round(one):>8}" for one in (self.page, self.server)
        )
        said = f"{self.what:26} {self.median:8.1f} {self.slowest:8.1f}{worked}"
        if self.limit is None:
            return said
        said += f" {self.limit:6.0f} {self.slowest / self.limit:6.2f}"
        return f"{said}  SLOW" if self.is_slow else said


def looks(memories: int) -> Iterator[Took]:
    """Measure it once."""
    with (
        hosted(partial(beside_another, memories, topics=TOPICS), may_write=True) as host,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM) as browser,
    ):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(host.own.url)
        first, shown = _paint(page)
        page.reload()
        again, shown_again = _paint(page)
        yield Took.waited("first paint", [first, again], FIRST)
        yield Took.waited("all memories drawn", [shown, shown_again], FIRST)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable")

        def spent() -> tuple[float, float]:
            """The processor's time so far, of the page and of this process, which is the server."""
            metrics = devtools.send("Performance.getMetrics")["metrics"]
            (thread,) = (one["value"] for one in metrics if one["name"] == "ThreadTime")
            return thread * 1000, time.process_time() * 1000

        page.expose_function("spent", spent)
        for what, times in page.evaluate(_MEASURE, [ROUNDS, APART]).items():
            yield Took.measured(what, times)
        for view, place, write in _NEWS:
            page.locator(f"#views a[href='#{view}']").click()
            if view == "people":
                page.get_by_label("Some of a name").fill("newcomer")
            page.wait_for_timeout(1000)
            page.evaluate("(place) => (was = document.querySelector(place).textContent)", place)
            before, begun = spent(), time.perf_counter()
            host.call(write)
            page.wait_for_function(
                "(place) => document.querySelector(place).textContent !== was",
                arg=place,
                timeout=30_000,
            )
            wall = (time.perf_counter() - begun) * 1000
            page.wait_for_timeout(500)  # what is worked at after it is seen counts, too
            after = spent()
            yield Took.measured(
                f"{view}: heard", [(wall, after[0] - before[0], after[1] - before[1])]
            )
        page.locator("#views a[href='#memories']").click()
        there = len(host.call(lambda store: store.persona_recall()))
        # with what the writing itself takes, and the driver's own looking
        yield Took.waited("memories: heard", [_heard(host, page, 1, there)], FIRST)
        burst = _heard(host, page, BURST, there + 1)
        yield Took.waited(f"memories: {BURST} at once", [burst], None)


async def _somebody(store: MemoryStore) -> object:
    return await store.graph.add("person:Newcomer")


async def _seen(store: MemoryStore) -> object:
    return await store.pyramid.observe("Something new was seen.", topic="lighthouse")


async def _told(store: MemoryStore) -> object:
    return await store.persona_remember("people", "facts", "told", "Lighthouse is heard of again.")


async def _forgotten(store: MemoryStore) -> object:
    return await store.persona_forget("people", "facts", "told")


_NEWS: tuple[tuple[str, str, Callable[[MemoryStore], Awaitable[object]]], ...] = (
    ("people", ".who-all", _somebody),
    ("topics", ".topics .small", _seen),
    ("about", "#lines", _told),
    ("safety", "#safety [aria-label='Forgotten']", _forgotten),
)
"""Which view is looked at, what is written elsewhere meanwhile, and where that is seen."""


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
    print(f"{memories:,} memories; milliseconds")
    print(f"{'':26}   median  slowest    page  server  limit  ratio")
    is_slow = False
    for took in looks(memories):
        print(took)
        is_slow = is_slow or took.is_slow
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else MEMORIES))
