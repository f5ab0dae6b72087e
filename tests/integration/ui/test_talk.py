"""How we talk in a real browser: seven bars with their course, and three texts."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from sense_memory import DIMENSIONS, Identity, MemoryStore
from sense_memory.core.ports import Clock
from sense_memory.testing import ManualClock

from .browser import Browser, Looker, Page, expect, looking
from .host import hosted, remember

DAY = 86_400.0
SCRIPT = "<img src=x onerror=alert(1)><style>*{display:none}</style>"
WISH = {"dimension": "formality", "direction": "lower", "quote": f"less of a bank {SCRIPT}"}


@asynccontextmanager
async def talked() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """Fifteen sessions with Ada, who began to joke after ten; and a node that is nobody's peer."""
    clock = ManualClock()
    async with MemoryStore(Identity.generate(), clock=clock) as store:
        ada = store.rapport("Ada")
        for number in range(1, 16):
            clock.advance(DAY)
            said: dict[str, Any] = {"humor": 0.1 if number <= 10 else 0.9, "energy": 0.5}
            if number == 5:
                said["explicit_corrections"] = [WISH]
            if number == 15:
                said["trust"] = {"value": 0.9, "signal": SCRIPT, "evidence": "you may know it"}
            await ada.record(signals(number / 20, said), session=f"s{number}", turns=8)
        await ada.layers.edit("base_tone", f"Dry and short. {SCRIPT}")
        await ada.layers.edit("patterns", "- If tired → short.\n- If asked → asks back.")
        await store.graph.add("entity:Lighthouse")
        yield store, clock


def signals(value: float, others: Mapping[str, Any]) -> dict[str, Any]:
    return {**dict.fromkeys(DIMENSIONS, value), **others}


async def talk_long(store: MemoryStore) -> None:
    """More sessions than are kept, so that the first two are one sum."""
    for _ in range(22):
        await store.rapport("Cy").record(signals(0.7, {}))
    for _ in range(2):
        await store.rapport("Cy").condense()


def talk_with(looker: Looker, peer: str) -> Page:
    page = looker.page
    page.goto(f"{page.url.partition('#')[0]}#people/{peer}")
    expect(page.locator("#talk-title")).to_have_text(f"How we talk with {peer}")
    return page


def test_where_the_seven_stand_and_how_they_came_there(browser: Browser) -> None:
    with hosted(talked) as host, looking(browser, host, reduced_motion="reduce") as looker:
        page = talk_with(looker, "Ada")
        talk = page.locator("#talk")
        rows = talk.locator(".dimensions > li")
        expect(talk).to_contain_text("15 sessions, the last")
        expect(rows.locator("b")).to_have_text(list(DIMENSIONS))
        humor = rows.nth(2)
        expect(humor).to_contain_text("serious")
        expect(humor).to_contain_text("drifted")
        expect(humor.get_by_role("img").first).to_have_attribute(
            "aria-label",
            re.compile(r"^0\.\d\d .*from serious, 0, to playful, 1; it was 0\.50"),
        )
        expect(rows.nth(5)).to_contain_text("the last sessions were all read alike")
        # what was seen, and what was asked for, is text whatever it is
        session = talk.locator(".session")
        expect(session).to_contain_text("Session 15")
        expect(session).to_contain_text("8 messages")
        expect(session.locator("dd")).to_contain_text([SCRIPT])
        expect(talk.locator(".wishes")).to_contain_text(f"more casual (“{WISH['quote']}”)")
        # with the keyboard to the start and on from there
        now = humor.locator(".value").inner_text()
        slider = talk.get_by_label("After session")
        slider.focus()
        page.keyboard.press("Home")
        expect(rows.locator(".value")).to_have_text(["0.50"] * 7)
        expect(session).to_have_text("Where everybody starts: in the middle.")
        expect(humor).not_to_contain_text("drifted")
        for _ in range(10):
            page.keyboard.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", re.compile("^10 of 15, "))
        expect(humor).to_contain_text("rather serious")
        talk.locator(".wishes").get_by_role("button").click()
        expect(session).to_contain_text("Session 5")
        # the pointer on one chart is on all of them, and leaves all as they were
        course = humor.locator(".course")
        box = course.bounding_box()
        assert box is not None
        course.hover(position={"x": box["width"] - 6, "y": 10})
        expect(session).to_contain_text("Session 15")
        expect(humor.locator(".value")).to_have_text(now)
        page.mouse.move(2, 2)
        expect(session).to_contain_text("Session 5")
        assert drawn(page) == [True] * 7
        talk.get_by_text("The numbers as a table").click()
        expect(talk.get_by_role("row")).to_have_count(17)
        expect(talk.get_by_role("row").last).to_contain_text(now)
        talk.get_by_text("What the agent is told before a session").click()
        expect(talk.locator("pre")).to_contain_text("> Dry and short.")
        patterns = talk.locator("ul.said > li")
        expect(patterns).to_have_text(["If tired → short.", "If asked → asks back."])
        assert talk.get_by_role("button", name="Edit …").count() == 0, "it only shows"
        assert talk.locator("img:not([role])").count() == 0


def drawn(page: Page) -> list[bool]:
    """Of each chart whether there is anything on it."""
    found: list[bool] = page.locator("#talk canvas").evaluate_all(
        "all => all.map(one => one.getContext('2d')"
        ".getImageData(0, 0, one.width, one.height).data.some(part => part !== 0))"
    )
    return found


def test_it_is_live_and_fits_a_phone(browser: Browser) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
    with hosted(talked) as host, looking(browser, host, **phone) as looker:
        page = talk_with(looker, "Ada")
        when = page.locator("#talk output")
        expect(when).to_contain_text("15 of 15")
        host.call(lambda store: store.rapport("Ada").record(signals(0.9, {}), session="s16"))
        expect(when).to_contain_text("16 of 16")
        page.get_by_label("After session").fill("3")
        host.call(lambda store: store.rapport("Ada").record(signals(0.9, {}), session="s17"))
        expect(page.locator("#talk")).to_contain_text("17 sessions")
        expect(when).to_contain_text("3 of 17")
        # also what happened while something else was looked at
        page.get_by_role("link", name="About").click()
        page.locator("#name").fill("ada")
        expect(page.locator("#lines")).to_contain_text("How you talk with Ada")
        host.call(lambda store: store.rapport("Ada").record(signals(0.9, {}), session="s18"))
        remember(host, "people/facts/ada", "Ada lives in Oslo.")
        expect(page.locator("#lines")).to_contain_text("Oslo")
        page.go_back()
        expect(when).to_contain_text("3 of 18")
        page.get_by_text("The numbers as a table").click()
        for part in (
            page.locator("html"),
            page.locator("#talk"),
            page.locator("#talk >> xpath=.."),
        ):
            assert part.evaluate("one => one.scrollWidth <= one.clientWidth")
        # of many sessions the first are one sum, and of nobody's there is no course
        host.call(talk_long)
        talk_with(looker, "Cy")
        expect(page.locator("#talk")).to_contain_text("the first 2 are kept as one sum")
        expect(when).to_contain_text("22 of 22")
        page.get_by_label("After session").fill("0")
        expect(when).to_have_text("2 of 22")
        expect(page.locator("#talk .session")).to_have_text("What 2 earlier sessions add up to.")
        host.call(lambda store: store.rapport("Ben").layers.edit("anchors", "- met"))
        talk_with(looker, "Ben")
        expect(page.locator("#talk")).to_contain_text("No session was held yet")
        expect(page.locator("#talk .dimensions")).to_be_hidden()
        # a thing is nobody to talk with, and neither is who was forgotten
        page.goto(f"{page.url.partition('#')[0]}#people/Lighthouse")
        expect(page.locator("#talk")).to_be_hidden()
        talk_with(looker, "Ada")
        host.call(lambda store: store.rapport("Ada").forget())
        expect(page.locator("#talk")).to_be_hidden()
        assert all("404" in one for one in looker.complaints)  # nobody of that name is known
        looker.complaints.clear()


def test_a_text_is_edited_and_what_it_said_is_restored(browser: Browser) -> None:
    with hosted(talked, may_write=True) as host, looking(browser, host) as looker:
        page = talk_with(looker, "Ada")
        layers = page.locator("#talk .layer")
        tone = layers.nth(0)
        expect(tone).to_contain_text("written by a person")
        tone.get_by_role("button", name="Edit …").click()
        expect(tone.get_by_role("textbox")).to_be_focused()
        tone.get_by_role("textbox").fill("Warm.")
        # news take away neither what is being written nor what was seen when that began
        host.call(lambda store: store.rapport("Ada").record(signals(0.9, {}), session="s16"))
        expect(page.locator("#talk output")).to_contain_text("16 of 16")
        host.call(lambda store: store.rapport("Ada").layers.edit("base_tone", "Elsewhere."))
        expect(page.locator("#talk pre")).to_contain_text("Elsewhere.")
        expect(tone.get_by_role("textbox")).to_have_value("Warm.")
        tone.get_by_role("button", name="Save").click()
        both = tone.get_by_role("group", name="It was changed meanwhile")
        expect(both.locator(".said")).to_have_text(["Elsewhere.", "Warm."])
        assert ["409" in one for one in looker.complaints] == [True]
        looker.complaints.clear()
        tone.get_by_role("button", name="Save mine").click()
        expect(both).to_have_count(0)
        expect(tone.locator(".said")).to_have_text("Warm.")
        expect(tone.get_by_role("button", name="Edit …")).to_be_focused()
        # what it said before is a version each time
        page.get_by_text(re.compile("What they said before")).click()
        versions = page.locator("#talk .texts ol > li")
        expect(versions.first).to_contain_text("Elsewhere.")
        versions.first.get_by_role("button", name="Let them say this again").click()
        expect(tone.locator(".said")).to_have_text("Elsewhere.")
        expect(versions.first).to_contain_text("Warm.")
        # nobody is overruled whose news come while it is done

        async def newest(store: MemoryStore) -> None:
            await store.rapport("Ada").layers.edit("base_tone", "Newest.")

        restore = re.compile("api/rapport/restore")
        page.route(restore, lambda route: (host.call(newest), route.continue_()), times=1)
        versions.first.get_by_role("button", name="Let them say this again").click()
        both = versions.first.get_by_role("group", name="It was changed meanwhile")
        expect(both.locator(".said")).to_have_text("Who they are: Newest.")
        page.keyboard.press("Escape")
        expect(both).to_have_count(0)
        expect(tone.locator(".said")).to_have_text("Newest.")
        looker.complaints.clear()
        versions.first.get_by_role("button", name="Let them say this again").click()
        expect(tone.locator(".said")).to_have_text("Elsewhere.")
        tone.get_by_role("button", name="Take the edit back").click()
        expect(tone).to_contain_text("Nothing yet.")
        layers.nth(2).get_by_role("button", name="Edit …").click()
        layers.nth(2).get_by_role("textbox").fill("never kept")
        layers.nth(2).get_by_role("button", name="Leave it").click()
        expect(layers.nth(2)).to_contain_text("Nothing yet.")
        expect(layers.nth(2).get_by_role("button", name="Edit …")).to_be_focused()
        texts = [one.shown for one in host.call(lambda store: store.rapport("Ada").layers.read())]
        assert texts == ["", "- If tired → short.\n- If asked → asks back.", ""]
        # what is asked for in vain is said
        acts = f"{host.own.page}/api/rapport"
        seen = {"base_tone": "", "patterns": texts[1], "anchors": ""}
        for path, given, status in (
            ("edit", {"peer": "Ada", "layer": "tone", "text": "", "expected": ""}, 400),
            ("edit", {"peer": "Ada", "layer": "base_tone", "text": ""}, 400),
            ("take-back", {"peer": "Ada", "layer": "base_tone", "expected": "else"}, 409),
            ("restore", {"peer": "Ada", "version": "none"}, 400),
            ("restore", {"peer": "Ada", "version": "none", **seen}, 404),
        ):
            headers = {"origin": host.own.origin}
            answer = page.request.post(f"{acts}/{path}", data=given, headers=headers)
            assert (answer.status, bool(answer.json()["error"])) == (status, True)
