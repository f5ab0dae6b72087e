"""Ten thousand memories in a real browser: every view, once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .browser import Browser, Looker, expect, looking, pictures
from .host import UiHost, hosted, remember
from .large import MEMORIES, large


@pytest.fixture(scope="module")
def host() -> Iterator[UiHost]:
    with hosted(large, may_write=True) as made:
        yield made


def test_every_view_of_a_large_mind(browser: Browser, host: UiHost, tmp_path: Path) -> None:
    folder = pictures(tmp_path)
    there = len(host.call(lambda store: store.persona_recall()))
    assert there > MEMORIES
    with looking(browser, host, viewport={"width": 1200, "height": 800}) as looker:
        page = looker.page
        expect(page.locator("#state")).to_have_text(f"{there:,} memories, live")
        _memories(looker, host, there)
        page.screenshot(path=folder / "large-memories.png")
        for view, seen in (
            ("people", "idea"),
            ("topics", "Lighthouse"),
            ("about", "What is believed"),
            ("safety", "relay"),
        ):
            page.locator(f"#views a[href='#{view}']").click()
            expect(page.locator(f"#{view}")).to_contain_text(re.compile(seen, re.IGNORECASE))
            page.screenshot(path=folder / f"large-{view}.png")
        page.locator("#views a[href='#about']").click()
        page.locator("#name").fill("Lighthouse")
        more = page.locator("#lines").get_by_role("button", name="older ones")
        expect(more).to_be_visible()
        shown = page.locator("#lines .said").count()
        more.click()
        assert page.locator("#lines .said").count() > shown + 900


def _memories(looker: Looker, host: UiHost, there: int) -> None:
    """The slider, the search, what happens elsewhere, and something that is done."""
    page = looker.page
    now = looker.counts()
    assert sum(now.values()) == there
    assert min(now["active"], now["fading"], now["forgotten"], now["dissolved"]) > 100
    looker.slide(1.0)
    assert looker.counts()["dissolved"] > there - 100
    page.get_by_role("button", name="Now").click()
    page.locator("#query").fill("allergic peanuts garden")
    first = page.locator("#found ol .name").first
    name = first.inner_text()
    first.click()
    expect(page.locator("#detail-title")).to_have_text(name.rpartition("/")[2])
    remember(host, "self/facts/new", "It was learned elsewhere.")
    expect(page.locator("#state")).to_have_text(f"{there + 1:,} memories, live")
    page.locator("#detail").get_by_role("button", name="Pin", exact=True).click()
    expect(page.locator("#detail").get_by_role("button", name="Unpin")).to_be_visible()
    (pinned,) = host.call(lambda store: store.persona_named([name]))
    assert pinned.pinned
