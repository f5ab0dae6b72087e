"""Topics in a real browser: what was observed, what it adds up to, and what of that is not so."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sense_memory import Identity, MemoryStore
from sense_memory.core.clock import SystemClock
from sense_memory.core.ports import Clock
from sense_memory.ui.topics.overview import Overview, overview

from .browser import Browser, expect, looking
from .host import UiHost, empty, hosted

DAY = 86400.0
BEGAN = 1_700_000_000.0


async def observed(store: MemoryStore, text: str, topic: str, day: float) -> str:
    one = await store.pyramid.observe(text, topic=topic, at=BEGAN + day * DAY)
    return one.id


@asynccontextmanager
async def harbour() -> AsyncIterator[tuple[MemoryStore, Clock]]:
    """A mind that counted boats for 113 days, and summed that up but for the last three."""
    async with MemoryStore(Identity.generate()) as store:
        for day in range(113):
            await observed(store, f"On day {day} the harbour had {day + 5} boats.", "Harbour", day)
        await store.persona_remember("people", "facts", "nils", "Nils counts boats.")
        await store.pyramid.observe(
            "Nils counted.", topic="Nils", origin="persona/people/facts/nils"
        )
        await store.pyramid.refresh()
        yield store, SystemClock()


def test_topics_are_told_over_time_down_to_what_was_said(
    browser: Browser, demo_host: UiHost
) -> None:
    with looking(browser, demo_host) as looker:
        page = looker.page
        page.get_by_role("link", name="Topics").click()
        rows = page.get_by_role("list", name="Topics").get_by_role("listitem")
        museum = rows.filter(has_text="Museum")
        expect(museum).to_contain_text("1 summary to be made anew")
        expect(museum).to_contain_text("page not up to date")
        expect(museum.locator("path.outdated")).to_have_attribute("fill", "url(#hatching)")
        lighthouse = rows.filter(has=page.get_by_role("link", name="Lighthouse", exact=True))
        known = demo_host.call(lambda store: store.pyramid.topic("lighthouse"))
        expect(lighthouse).to_contain_text(
            f"{known.observations} observations, {sum(known.summaries)} summaries"
        )
        expect(lighthouse).not_to_contain_text("made anew")
        expect(lighthouse.locator("path.tier-1")).to_have_count(1)
        expect(rows.filter(has_text="In no topic yet")).to_contain_text("2 observations")
        lighthouse.locator(".strip").hover(position={"x": 300, "y": 4})
        expect(page.locator(".under")).to_contain_text(": summary of 100")

        link = page.get_by_role("link", name="Museum")
        link.focus()
        page.keyboard.press("Enter")
        topic = page.get_by_role("article", name="A topic")
        expect(topic.get_by_role("heading", name="Museum", level=2)).to_be_focused()
        expect(topic.locator(".told-page")).to_contain_text("Visitors type the number of a clock")
        expect(topic.locator(".told-page h4").first).to_have_text(re.compile("^(Last|This) "))
        expect(topic.locator(".piece.outdated")).to_contain_text("to be made anew")
        topic.get_by_role("button", name="what was said").first.press("Enter")
        expect(topic.locator(".quoted .is-meant")).to_contain_text("A number. On brass.")
        # what is out of date still leads to what stands
        topic.locator(".piece.outdated > summary").press("Enter")
        expect(topic.locator(".outdated .inside")).to_contain_text("The budget is 36,500 euros")
        assert topic.get_by_role("button", name="Correct …").count() == 0, "it only shows"

        topic.get_by_text("All observations").click()
        topic.get_by_role("searchbox").fill("cellar BEACONS")
        expect(topic.locator(".all").get_by_role("status")).to_have_text(
            re.compile(r"^\d observations$")
        )
        expect(topic.locator(".all .said").first).to_contain_text("beacons do not answer")
        page.go_back()
        expect(page.get_by_role("link", name="Museum")).to_be_focused()
        page.evaluate("location.hash = '#topics/zebedee'")
        expect(page.locator("#topics").get_by_role("alert")).to_contain_text("there is no topic")
        assert ["404" in one for one in looker.complaints] == [True]
        looker.complaints.clear()


def test_what_cannot_be_answered_is_said(browser: Browser, demo_host: UiHost) -> None:
    with looking(browser, demo_host) as looker:
        for asked, status, said in (
            ("topic/observations?name=&words=&skip=-1", 400, "skip is a number"),
            ("topic/observations?name=&words=", 400, "skip is to be given"),
            ("topic/observation?id=none", 404, "it was forgotten"),
            ("topic/parts?name=museum&summary=none", 404, "made anew"),
            ("topic/path?name=zebedee&summary=none", 404, "there is no topic 'zebedee'"),
            ("topic/turn?name=cellar", 400, "a turn is named"),
            ("topic/turn?name=cellar/turn/none", 404, "was forgotten"),
        ):
            answer = looker.page.request.get(f"{demo_host.own.page}/api/{asked}")
            assert (answer.status, said in answer.json()["error"]) == (status, True), answer.text()
        page = looker.page
        for lost, said in (("topics.js", "load the page anew"), ("api/topics", "does not answer")):
            page.route(re.compile(lost), lambda route: route.abort())
            page.get_by_role("link", name="Topics", exact=True).click()
            expect(page.locator("#topics").get_by_role("alert")).to_contain_text(said)
            page.unroute_all()
            page.reload()
        expect(page.locator(".topic-rows")).to_contain_text("Lighthouse")
        looker.complaints.clear()


def test_on_a_phone_nothing_is_beside_the_screen(browser: Browser, demo_host: UiHost) -> None:
    phone = {"width": 360, "height": 780}
    with looking(browser, demo_host, viewport=phone, color_scheme="dark") as looker:
        page = looker.page
        for address, shown in (("#topics", ".topic-rows"), ("#topics/lighthouse", ".topic")):
            page.evaluate("address => location.hash = address", address)
            expect(page.locator(f"{shown} .strip path.tier-1")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            for strip in page.locator(f"{shown} .strip").all():
                assert (strip.bounding_box() or {"width": 0})["width"] > 300


def test_observations_are_corrected_filed_elsewhere_and_forgotten(browser: Browser) -> None:
    with hosted(harbour, may_write=True) as host, looking(browser, host) as looker:
        page = looker.page
        page.evaluate("location.hash = '#topics/Harbour'")
        topic = page.get_by_role("article", name="A topic")
        # the ends of the bars, from the axis on: the hundred above the tens
        at = topic.locator(".strip").bounding_box()
        assert at is not None
        page.mouse.move(at["x"] + 20, at["y"] + 6)
        page.mouse.down()
        # news of something else comes while it is clicked
        page.evaluate("document.querySelector('.told-page h3').dataset.old = ''")
        host.call(lambda store: observed(store, "Nils counted again.", "Nils", 1))
        expect(page.locator("[data-old]")).to_have_count(0)
        page.mouse.up()
        hundred = topic.locator(".piece", has_text="of 100").first
        expect(hundred.locator("summary").first).to_be_focused()
        topic.locator(".strip").click(position={"x": 2, "y": 28})
        ten = hundred.locator(".inside .piece[open]")
        expect(ten.locator("summary")).to_be_focused()
        first = ten.locator(".observation").first
        expect(first).to_contain_text("On day 0 the harbour had 5 boats.")

        first.get_by_role("button", name="Correct …").click()
        first.get_by_role("textbox").fill("On day 0 the harbour had 6 boats.")
        # news does not take away what is being written; and what was written meanwhile stays
        host.call(lambda store: observed(store, "<img src=x onerror=alert(1)>", "Harbour", 114))
        expect(topic.get_by_text("There is news")).to_have_role("status")
        host.call(lambda store: _edit_first(store, "On day 0 nobody counted."))
        first.get_by_role("button", name="Save").click()
        expect(first.get_by_role("group")).to_contain_text("On day 0 nobody counted.")
        assert ["409" in one for one in looker.complaints] == [True]
        looker.complaints.clear()
        first.get_by_role("button", name="Save mine").click()
        expect(first.locator("> .said")).to_have_text("On day 0 the harbour had 6 boats.")
        expect(ten).to_contain_text("to be made anew")
        expect(topic.locator(".what-is-due")).to_contain_text("2 summaries to be made anew")
        expect(topic).to_contain_text("<img src=x onerror=alert(1)>")

        first.get_by_role("button", name="Undo the correction").click()
        expect(first.locator("> .said")).to_have_text("On day 0 nobody counted.")
        first.get_by_role("button", name="File elsewhere …").click()
        first.get_by_label("The name of the topic").fill("First Days")
        host.call(lambda store: _file_first(store, "Elsewhere"))
        first.get_by_role("button", name="File it there").click()
        expect(first.get_by_role("group")).to_contain_text("elsewhere")
        assert ["409" in one for one in looker.complaints] == [True]
        looker.complaints.clear()
        first.get_by_role("button", name="Do it all the same").click()
        # a summary is of one topic: those that had it count no more
        expect(topic).to_contain_text("113 observations, 10 summaries")
        expect(topic.locator(".what-is-due")).to_contain_text("13 observations to be summarised")

        topic.get_by_text("All observations").click()
        topic.get_by_role("button", name="Show more: 53 are older").click()
        everything = topic.locator(".all .observation")
        expect(everything).to_have_count(113)
        last = everything.last
        expect(last).to_contain_text("On day 1 the harbour")
        last.get_by_role("button", name="Forget …").click()
        page.keyboard.press("Escape")
        expect(last.get_by_role("button", name="Forget …")).to_be_focused()
        last.get_by_role("button", name="Forget …").click()
        last.get_by_role("button", name="Forget it").click()
        expect(topic.get_by_text("Forgotten.")).to_have_role("status")
        expect(topic).to_contain_text("112 observations")
        expect(everything).to_have_count(112)
        assert "On day 1 the harbour" not in str(host.call(lambda one: one.pyramid.observations()))
        topic.get_by_role("button", name="Bring back: On day 1").click()
        expect(topic).to_contain_text("113 observations")
        expect(everything.last).to_contain_text("On day 1 the harbour")
        expect(topic.get_by_role("button", name="Bring back")).to_have_count(0)
        everything.last.get_by_role("button", name="Forget …").click()
        everything.last.get_by_role("button", name="Forget it").click()
        expect(topic).to_contain_text("112 observations")

        # brought up to date elsewhere, it says so at once
        page.get_by_role("link", name="All topics").click()
        harbour_row = page.locator(".topic-rows > li", has_text="112 observations")
        expect(harbour_row).to_contain_text("12 observations to be summarised")
        expect(page.locator(".topic-rows")).to_contain_text("First Days")
        host.call(lambda store: store.pyramid.refresh())
        expect(harbour_row).to_contain_text("12 summaries")
        expect(harbour_row).not_to_contain_text("not up to date")

        page.get_by_role("link", name="First Days").click()
        expect(page.locator(".observation .said")).to_have_text("On day 0 nobody counted.")
        page.get_by_role("button", name="Undo the filing").first.click()
        expect(page.locator(".topic")).to_contain_text("nothing observed yet")
        host.call(lambda store: store.pyramid.forget_topic("First Days"))
        expect(page.locator(".topic > [role=alert]")).to_contain_text("there is no topic")
        looker.complaints.clear()
        page.get_by_role("link", name="All topics").click()
        page.get_by_role("link", name="Nils").click()
        page.get_by_role("button", name="people/facts/nils").click()
        expect(page.locator("#detail-title")).to_have_text("nils")


async def _file_first(store: MemoryStore, topic: str) -> None:
    (first, *_) = await store.pyramid.observations("Harbour")
    await store.pyramid.assign(first.id, topic)


async def _edit_first(store: MemoryStore, text: str) -> None:
    (first, *_) = await store.pyramid.observations("Harbour")
    await store.pyramid.edit(first.id, text)


def test_columns_hold_every_observation_once() -> None:
    async def told(store: MemoryStore) -> Overview:
        for day in (0.0, 0.0001, 500.0, 1000.0):
            await observed(store, f"Day {day}.", "days", day)
        await observed(store, "It is the end of time.", "far", 90_000)
        return await overview(store)

    with hosted(empty) as host:
        shown = host.call(told)
    days, far = (one for one in shown.topics if one.observations)
    assert (shown.span.first, shown.span.last) == (BEGAN, BEGAN + 90_000 * DAY)
    assert sum(days.course.ticks.waiting) == 4
    assert days.course.ticks.waiting[0] == 2, "what is near is one column"
    assert far.course.ticks.waiting == (1,)
    assert far.course.ticks.column == (shown.span.columns - 1,)
