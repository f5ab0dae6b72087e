"""People and things in a real browser: the graph, its past, and who is in it."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sense_memory import MemoryStore
from sense_memory.core.ports import Clock

from .browser import IMAGE, SCRIPT, Browser, Looker, Page, expect, looking, pictures
from .host import UiHost, empty, hosted, remember
from .life import CROWD, crowd, life

DRAWN = """const { cy } = box.querySelector(".who-drawing")._cyreg;
  const people = cy.nodes("[label]");"""
PLACES = f"""box => {{ {DRAWN}
  return Object.fromEntries(people.map(one => [one.id(), one.position()])) }}"""
SEEN = (
    f"""box => {{ {DRAWN} return people.filter(":visible").not(".past").map(one => one.id()) }}"""
)
LINES = f"""box => {{ {DRAWN} return cy.edges(":visible").map(one => one.data("word")).sort() }}"""
SPOT = f"""(box, key) => {{ {DRAWN} return cy.getElementById(key).renderedPosition() }}"""

NEAR = f"""box => {{ {DRAWN}
  const isDimmed = cy.getElementById(" veil").visible();
  return isDimmed ? people.filter(".near").map(one => one.id()) : null }}"""
# Where somebody is seen at each frame, from when they are there.
SEEN_AT = """key => {
  const seen = window.seen = new Set();
  const look = () => {
    const cy = document.querySelector(".who-drawing")?._cyreg?.cy;
    const one = cy?.getElementById(key);
    if (one?.nonempty()) {
      const { x, y } = one.renderedPosition();
      const { left, top } = cy.container().getBoundingClientRect();
      seen.add(`${Math.round(left + x)} ${Math.round(top + y)}`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
HEBREW = "\u05e2\u05d3\u05d4"
TURNED = "\u2069\u202eeliv"
"""A name that ends what isolates it, and turns what follows."""


@asynccontextmanager
async def in_scope() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """The part of a mind that is somebody's alone."""
    async with empty() as (store, clock):
        await store.remember("outside", "of the whole")
        yield store.scope(f"user:{HEBREW}"), clock


@pytest.fixture(scope="module")
def life_host() -> Iterator[UiHost]:
    with hosted(life) as host:
        yield host


def people(looker: Looker) -> Page:
    """The view, once the graph is drawn."""
    page = looker.page
    page.get_by_role("link", name="People and things").click()
    expect(page.locator(".who-under")).to_have_text(re.compile("relation"))
    return page


def seen(page: Page) -> set[str]:
    """Who is drawn, and not faintly."""
    return set(page.locator(".who-graph").evaluate(SEEN))


def press(page: Page, key: str) -> None:
    """Click somebody in the drawing."""
    graph = page.locator(".who-graph")
    spot = graph.evaluate(SPOT, key)
    graph.click(position={"x": spot["x"], "y": spot["y"]})


# ------------------------------------------------------------------------ what is seen


def test_people_and_things_come_and_go_as_time_passes(browser: Browser, life_host: UiHost) -> None:
    with looking(browser, life_host) as looker:
        looker.page.evaluate(SEEN_AT, "person:ada")
        page = people(looker)
        now = {"person:ada", "person:cy", "entity:brass-works", "entity:lisbon", "concept:tuning"}
        assert seen(page) == now
        expect(page.locator(".who-under")).to_have_text(
            "5 of 7 people and things, 4 relations; 2 with none any more"
        )
        expect(page.locator(".who-legend")).to_contain_text("places and things")
        expect(page.locator(".who-all .name").first).to_have_text("Ada")
        before = page.locator(".who-graph").evaluate(PLACES)
        back = page.get_by_role("button", name="‹ Change before")
        told = page.locator(".who-changed")
        for text in (
            "Sep 1, 2024: no longer: Ada friend Bo; Ada rival of Cy",
            "Jun 1, 2024: no longer: Ada lives in Berlin; Ada lives in Lisbon",
            "Mar 1, 2023: Ada works at Brass Works",
        ):
            while text not in told.inner_text():
                back.click()
        assert seen(page) == {"person:ada", "person:bo", "entity:berlin", "entity:brass-works"}
        assert page.evaluate("seen.size") == 1, "who is about to be clicked stays there"
        lines = page.locator(".who-graph").evaluate(LINES)
        assert lines == ["friend", "lives in", "works at"], "each at its time, and no other"
        page.locator(".who-listed summary").click()
        rows = page.locator(".who-listed tbody tr:visible")
        expect(rows).to_have_count(3)
        expect(rows.filter(has_text="works at")).to_contain_text("Jan 1, 2025")
        slider = page.get_by_role("slider", name="The time that is shown")
        slider.focus()
        page.keyboard.press("Home")
        assert seen(page) == set(), "nobody was known yet"
        expect(slider).to_have_attribute("aria-valuetext", re.compile("ago"))
        page.get_by_role("button", name="Now", exact=True).click()
        assert seen(page) == now
        assert page.locator(".who-graph").evaluate(PLACES) == before, "nobody moves with the time"
        page.get_by_label("also 1 source and story").check()
        expect(page.locator(".who-legend")).to_contain_text("sources")
        assert "source:a-letter" in seen(page)


def test_the_made_up_life_is_drawn(browser: Browser, demo_host: UiHost, tmp_path: Path) -> None:
    """Its picture is kept where ``$SENSE_MEMORY_PICTURES`` says."""
    picture = pictures(tmp_path) / "people.png"
    options = {"viewport": {"width": 1200, "height": 720}, "color_scheme": "dark"}
    with looking(browser, demo_host, **options) as looker:
        page = looker.page
        page.goto(f"{demo_host.own.page}/#people/ada")
        expect(page.locator(".who-where")).to_contain_text("Around Ada")
        expect(page.locator("#talk")).to_be_hidden()
        expect(page.locator(".who-detail")).to_contain_text("Ada lives in Lisbon")
        page.get_by_role("button", name="Everybody and everything").click()
        expect(page.locator(".who-under")).to_contain_text("44 relations")
        expect(page.locator(".who-graph")).to_have_attribute("aria-busy", "false")
        page.screenshot(path=picture)
        page.goto(f"{demo_host.own.page}/#people/vergel")
        expect(page.locator("#talk")).to_be_visible()
    assert 10_000 < picture.stat().st_size < 200_000


def test_who_is_clicked_is_told_of(browser: Browser, life_host: UiHost) -> None:
    with looking(browser, life_host) as looker:
        page, detail = people(looker), looker.page.locator(".who-detail")
        press(page, "person:ada")
        expect(detail.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
        expect(detail).to_contain_text("Ada tunes pianos, and says what she thinks.")
        expect(detail).to_contain_text("Plays the cello on Sundays.")
        leads = detail.locator("li", has_text="Ada leads Brass Works")
        expect(leads).to_contain_text("since Jan 1, 2025, favorable, involved with")
        near = {"person:ada", "person:bo", "person:cy", "entity:berlin", "entity:lisbon"}
        near |= {"entity:brass-works", "concept:tuning"}
        expect(page.locator(".who-graph")).to_have_attribute("aria-busy", "false")
        assert set(page.locator(".who-graph").evaluate(NEAR)) == near
        expect(leads).to_contain_text("She has an office of her own. (Feb 1, 2025, Bo)")
        expect(detail).not_to_contain_text(re.compile("[0-9a-f]{64}"))  # it goes without saying
        detail.locator("summary").click()
        worked = detail.locator("li.over", has_text="Ada works at Brass Works")
        expect(worked).to_contain_text("since Mar 1, 2023, until Jan 1, 2025")
        page.get_by_role("slider", name="The time that is shown").fill("0")
        expect(detail.locator("li.ahead")).to_have_count(7)
        expect(detail).to_contain_text("Nothing relates it at the time that is shown.")
        detail.get_by_role("button", name="Brass Works").first.click()
        expect(detail.get_by_role("heading", name="Brass Works", exact=True)).to_be_visible()
        detail.get_by_role("button", name="Put in the middle").click()
        where = page.get_by_role("navigation", name="Whose surroundings")
        expect(where).to_contain_text("Around Brass Works")
        where.get_by_label("How far around").select_option("1")
        expect(page.locator(".who-under")).to_contain_text("of 2 people and things")
        where.get_by_role("button", name="Everybody and everything").click()
        expect(page.locator(".who-under")).to_contain_text("of 7 people and things")
        page.go_back()
        detail.get_by_role("button", name="people/facts/ada").click()
        expect(page.locator("#detail-title")).to_have_text("ada")
        page.locator("#detail li", has_text="names this").get_by_role("button").click()
        expect(detail.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
        detail.get_by_role("button", name="What is believed of it").click()
        expect(page.locator("#name")).to_have_value("Ada")
        page.goto(f"{life_host.own.page}/#people/zebedee")
        expect(detail.get_by_role("alert")).to_have_text(
            "Nobody and nothing is called zebedee here."
        )
        page.get_by_label("Some of a name").fill("brass")
        expect(page.locator(".who-all .name")).to_have_text(["Brass Works"])


def test_the_graph_is_walked_through_by_keys(browser: Browser, life_host: UiHost) -> None:
    with looking(browser, life_host) as looker:
        page = people(looker)
        under, detail = page.locator(".who-under"), page.locator(".who-detail")
        page.get_by_role("application", name="People and things").focus()
        page.keyboard.press("ArrowRight")
        expect(under).to_have_text("Ada, a person; 4 relations")
        told = {under.inner_text()}
        for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowLeft"):
            page.keyboard.press(key)
            told.add(under.inner_text())
        assert len(told) > 2, "it goes from one to the next"
        name = under.inner_text().partition(",")[0]
        page.keyboard.press("Enter")
        expect(detail.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(detail).to_be_focused()
        page.keyboard.press("Escape")
        expect(detail).to_be_hidden()
        expect(page.locator(".who-graph")).to_have_attribute("aria-busy", "false")
        assert page.locator(".who-graph").evaluate(NEAR) is None, "nobody is dimmed any more"


# S-22.7
def test_a_relation_made_elsewhere_appears_and_nobody_moves(browser: Browser) -> None:
    with hosted(in_scope) as host, looking(browser, host) as looker:
        page = looker.page
        expect(page.locator("#scope")).to_have_text(f"only the scope \u2068user:{HEBREW}\u2069")
        expect(page.locator("#scope")).to_be_visible()
        expect(page.locator("#state")).to_have_text("0 memories, live")
        page.get_by_role("link", name="People and things").click()
        expect(page.locator(".who-empty")).to_be_visible()

        async def met(store: MemoryStore) -> None:
            await store.graph.relate(f"person:{SCRIPT}", "entity:Lisbon", "lives_in")

        async def noted(store: MemoryStore) -> None:
            await store.graph.relate("person:Bo", "entity:Lisbon", "\u202eni-sevil", attitude=1)
            await store.graph.note("person:Bo", IMAGE)

        async def befriended(store: MemoryStore) -> None:
            await store.graph.relate("person:Bo", f"person:{SCRIPT}", "friend")
            await store.graph.relate(f"person:{HEBREW}", f"person:{TURNED}", "sees")

        host.call(met)
        expect(page.locator(".who-all .name")).to_have_text([SCRIPT, "Lisbon"])
        expect(page.locator(".who-under")).to_contain_text("2 of 2 people and things, 1 relation")
        expect(page.locator(".who-empty")).to_be_hidden()
        before = page.locator(".who-graph").evaluate(PLACES)
        page.get_by_role("button", name=SCRIPT).click()
        expect(page.locator(".who-detail h2")).to_have_text(SCRIPT)
        host.call(noted)
        expect(page.locator(".who-under")).to_contain_text("3 of 3 people and things, 2 relations")
        host.call(befriended)
        expect(page.locator(".who-under")).to_contain_text("5 of 5 people and things, 4 relations")
        # whatever others are called, our own words stay in their order
        page.locator(".who-listed summary").click()
        expect(page.locator(".who-listed tbody")).to_contain_text("lives in")
        expect(page.locator(".who-changed")).to_contain_text(f"\u2068{HEBREW}\u2069 sees eliv")
        page.locator(".who-all").get_by_role("button", name=HEBREW).click()
        expect(page.locator(".who-detail h2")).to_have_text(f"\u2068{HEBREW}\u2069")
        sentence = page.locator(".who-detail .said")
        expect(sentence).to_have_text(f"\u2068{HEBREW}\u2069 sees eliv")
        # and news of something else leave what is shown as it is
        sentence.evaluate("one => (window.told = one)")
        with page.expect_response(re.compile("/api/somebody")):
            remember(host, "self/facts/other", "It was learned elsewhere.")
        expect(page.locator("#state")).to_have_text("1 memory, live")
        assert page.evaluate("told.isConnected")
        expect(page.locator(".who-legend .against")).to_be_visible()
        after = page.locator(".who-graph").evaluate(PLACES)
        assert {key: after[key] for key in before} == before
        page.locator(".who-all").get_by_role("button", name="Bo", exact=True).click()
        expect(page.locator(".who-detail")).to_contain_text(IMAGE)
        host.call(lambda store: store.graph.forget("person:Bo"))
        expect(page.locator(".who-detail").get_by_role("alert")).to_contain_text(
            "Nobody and nothing"
        )
        assert page.title() == f"sense-memory: people of \u2068user:{HEBREW}\u2069"


# ------------------------------------------------------------------------ many, and little room


def test_of_a_crowd_the_nearest_are_drawn_on_a_telephone_too(browser: Browser) -> None:
    with (
        hosted(crowd) as host,
        looking(browser, host, viewport={"width": 360, "height": 740}, locale="ar-EG") as looker,
    ):
        page = people(looker)
        under = page.locator(".who-under")
        expect(under).to_contain_text(f"{CROWD} of {CROWD} people and things")
        expect(page.locator(".who-where")).to_contain_text("30 more are not drawn")
        page.get_by_role("button", name="‹ Change before").click()
        # numbers and dates as in the sentences around them, whatever the browser's language
        expect(page.locator(".who-changed")).to_have_text(
            re.compile(r"^\d+ [A-Z][a-z]+ \d{4}: .* and \d+ more$")
        )
        slider = page.get_by_role("slider", name="The time that is shown")
        slider.fill("900")
        expect(under).not_to_contain_text(f"{CROWD} of")
        assert len(seen(page)) == int(under.inner_text().partition(" ")[0])
        expect(page.locator(".who-all")).to_contain_text("330 more: write some of a name.")
        page.get_by_label("Some of a name").fill("p529")
        page.locator(".who-all").get_by_role("button", name="P529").click()
        page.get_by_role("button", name="Put in the middle").click()
        expect(page.locator(".who-where")).to_contain_text("Around P529")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
