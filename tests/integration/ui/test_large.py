"""Ten thousand memories in a real browser: every view, and all that can be done there, once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .browser import Browser, Looker, expect, looking, pictures
from .host import UiHost, hosted, remember
from .large import APART, MEMORIES, beside_another


@pytest.fixture(scope="module")
def host() -> Iterator[UiHost]:
    with hosted(beside_another, may_write=True) as made:
        yield made


@pytest.mark.timeout(180)
def test_every_view_of_a_large_mind(browser: Browser, host: UiHost, tmp_path: Path) -> None:
    folder = pictures(tmp_path)
    there = len(host.call(lambda store: store.persona_recall()))
    assert there > MEMORIES
    with looking(browser, host, viewport={"width": 1200, "height": 800}) as looker:
        page = looker.page
        expect(page.locator("#state")).to_have_text(f"{there:,} memories, live")
        _time_and_search(looker, host, there)
        page.screenshot(path=folder / "large-memories.png")
        _done_with_a_memory(looker, host)
        for view, seen, done in (
            ("people", "idea", _done_with_how_we_talk),
            ("topics", "Lighthouse", _done_with_an_observation),
            ("about", "What is believed", _done_with_a_line),
            ("safety", "laptop", _done_about_safety),
        ):
            page.locator(f"#views a[href='#{view}']").click()
            expect(page.locator(f"#{view}")).to_contain_text(re.compile(seen, re.IGNORECASE))
            page.screenshot(path=folder / f"large-{view}.png")
            done(looker, host)


def _time_and_search(looker: Looker, host: UiHost, there: int) -> None:
    """The slider, the search, and what happens elsewhere."""
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


def _done_with_a_memory(looker: Looker, host: UiHost) -> None:
    page, detail = looker.page, looker.page.locator("#detail")
    name = page.locator("#found ol .name").first.inner_text()

    def stands() -> tuple[str, bool, tuple[str, ...]] | None:
        found = host.call(lambda store: store.persona_named([name]))
        return (found[0].value, found[0].pinned, found[0].connections) if found else None

    was = stands()
    assert was is not None
    said, _, linked = was
    detail.get_by_role("button", name="Pin", exact=True).click()
    expect(detail.get_by_role("button", name="Unpin")).to_be_visible()
    assert stands() == (said, True, linked)
    detail.get_by_role("button", name="Correct …").click()
    detail.get_by_role("textbox").fill("It is otherwise.")
    detail.get_by_role("button", name="Save").click()
    expect(detail.locator(".value")).to_have_text("It is otherwise.")
    assert stands() == ("It is otherwise.", True, linked)
    detail.get_by_role("button", name="Undo the correction").click()
    expect(detail.locator(".value")).to_have_text(said)
    detail.get_by_role("button", name="Link …").click()
    detail.get_by_role("combobox").fill("self/facts/new")
    detail.get_by_role("button", name="Link", exact=True).click()
    expect(detail.get_by_role("button", name="self/facts/new")).to_be_visible()
    assert stands() == (said, True, tuple(sorted([*linked, "self/facts/new"])))
    detail.get_by_role("button", name="Forget …").click()
    detail.get_by_role("button", name="Forget it").click()
    expect(detail).to_contain_text("It was forgotten just now.")
    assert stands() is None
    page.get_by_role("button", name="Bring back:").click()
    expect(page.locator("#gone")).to_be_hidden()
    assert stands() == (said, True, tuple(sorted([*linked, "self/facts/new"])))


def _done_with_how_we_talk(looker: Looker, host: UiHost) -> None:
    page = looker.page
    page.get_by_label("Some of a name").fill("vergel")
    page.locator(".who-all").get_by_role("button", name="Vergel", exact=True).click()
    tone = page.locator("#talk .layer").first
    expect(tone).to_contain_text("written by a person")

    def stands() -> str:
        layers = host.call(lambda store: store.rapport("Vergel").layers.read())
        return layers[0].shown

    was = stands()
    tone.get_by_role("button", name="Edit …").click()
    tone.get_by_role("textbox").fill("Warm.")
    tone.get_by_role("button", name="Save").click()
    expect(tone.locator(".said")).to_have_text("Warm.")
    assert stands() == "Warm."
    tone.get_by_role("button", name="Take the edit back").click()
    expect(tone).to_contain_text("condensed from sessions")
    assert stands() not in ("Warm.", was)
    page.get_by_text(re.compile("What they said before")).click()
    before = page.locator("#talk .texts ol > li", has_text=was).first
    before.get_by_role("button", name="Let them say this again").click()
    expect(tone.locator(".said")).to_have_text(was)
    assert stands() == was


def _done_with_an_observation(looker: Looker, host: UiHost) -> None:
    page = looker.page
    page.get_by_role("link", name="Lighthouse", exact=True).click()
    topic = page.get_by_role("article", name="A topic")
    one = topic.locator(".observation", has_text="On round 999 ").first
    other = topic.locator(".observation", has_text="Somebody counted.").first

    def stands() -> list[tuple[str, str | None]]:
        seen = host.call(lambda store: store.pyramid.observations())
        found = [one for one in seen if one.text.startswith(("On round 999 ", "Somebody counted"))]
        return [(one.text, one.topic) for one in found]

    ((_, slug),) = stands()
    one.get_by_role("button", name="Correct …").click()
    one.get_by_role("textbox").fill("Somebody counted.")
    topic.get_by_role("button", name="Save").click()
    expect(other).to_be_visible()
    assert stands() == [("Somebody counted.", slug)]
    other.get_by_role("button", name="Forget …").click()
    other.get_by_role("button", name="Forget it").click()
    expect(other).to_have_count(0)
    assert stands() == []
    topic.get_by_role("button", name="Bring back: Somebody counted.").click()
    expect(other).to_be_visible()
    other.get_by_role("button", name="File elsewhere …").click()
    topic.get_by_label("The name of the topic").fill("Rounds")
    topic.get_by_role("button", name="File it there").click()
    expect(other).to_have_count(0)
    assert stands() == [("Somebody counted.", "rounds")]


def _done_with_a_line(looker: Looker, host: UiHost) -> None:
    page, lines = looker.page, looker.page.locator("#lines")
    page.locator("#name").fill("Lighthouse")
    more = lines.get_by_role("button", name="older ones")
    expect(more).to_be_visible()

    def stands(text: str) -> bool:
        told = host.call(lambda store: store.about("Lighthouse").lines())
        return text in [one.text for one in told]

    first, corrected = lines.locator("li").first, "The Lighthouse is dark."
    was = first.locator(".said").inner_text()
    first.get_by_role("button", name="Correct …").click()
    first.get_by_role("textbox").fill(corrected)
    first.get_by_role("button", name="Save").click()
    line = lines.locator("li", has_text=corrected)
    expect(line).to_be_visible()
    assert (stands(corrected), stands(was)) == (True, False)
    line.get_by_role("button", name="Forget …").click()
    line.get_by_role("button", name="Forget it").click()
    expect(line).to_have_count(0)
    assert not stands(corrected)
    page.locator("#about-gone").get_by_role("button", name=f"Bring back: {corrected}").click()
    expect(line).to_be_visible()
    assert stands(corrected)
    shown = lines.locator(".said").count()
    more.click()
    assert lines.locator(".said").count() > shown + 900


def _done_about_safety(looker: Looker, host: UiHost) -> None:
    page = looker.page
    apart = page.get_by_role("region", name="Written apart")
    expect(apart.locator(".values .said")).to_have_text(["green", "black", "Vancouver", "Berlin"])
    apart.get_by_role("button", name=f"Let value 2 of {APART[1]} stand").click()
    expect(apart.locator(".values .said")).to_have_text(["green", "black"])
    apart.get_by_role("button", name=f"Another text for {APART[0]} …").click()
    apart.get_by_role("textbox").fill("either")
    apart.get_by_role("button", name="Save").click()
    expect(apart).to_contain_text("No two devices wrote different things.")
    stand = host.call(lambda store: store.persona_named(APART))
    assert [one.value for one in stand] == ["either", "Berlin"]
    assert host.call(lambda store: store.conflicts()) == []
    devices = page.get_by_role("region", name="Devices")
    devices.get_by_role("button", name="Retire laptop …").click()
    devices.get_by_role("button", name="Retire it").click()
    expect(devices).not_to_contain_text("laptop")
    assert host.call(lambda store: store.devices()) == []
