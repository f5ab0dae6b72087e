"""About in a real browser: what is believed of whom, and corrected."""

import re
from typing import TYPE_CHECKING

from .browser import Browser, expect, looking
from .host import UiHost, empty, hosted, remember

if TYPE_CHECKING:
    from playwright.sync_api import Route


def test_what_is_believed_of_somebody_is_told_in_sentences(
    browser: Browser, demo_host: UiHost
) -> None:
    with looking(browser, demo_host) as looker:
        page, lines = looker.page, looker.page.locator("#lines")
        page.get_by_role("link", name="About").click()
        expect(page.locator("#name")).to_be_focused()
        page.keyboard.type("vergel")
        expect(lines).to_contain_text("Vergel moved to Lisbon, near Ada.")
        expect(lines).not_to_contain_text("Vergel lives in Berlin.")
        page.get_by_label("also what was believed before").check()
        before = lines.locator(".over .said", has_text="Vergel lives in Berlin.")
        expect(before.first).to_be_visible()
        assert lines.get_by_role("button", name="Correct …").count() == 0, "it only shows"
        lines.locator("li", has_text="in Vim").get_by_role("button", name="On the map").click()
        expect(page.locator("#detail-title")).to_have_text("vergel-editor")
        page.go_back()
        page.locator("#name").fill("zebedee")
        expect(lines).to_have_text("Nothing is known of zebedee.")
        page.locator("#name").fill("")
        page.locator("#names").get_by_role("button", name="Koji", exact=True).click()
        expect(lines).to_contain_text("Koji's estimates hold")
        expect(page.locator("#names")).to_be_hidden()


def test_a_line_about_somebody_is_corrected_and_forgotten(browser: Browser) -> None:
    with hosted(empty, may_write=True) as host, looking(browser, host) as looker:
        page, lines = looker.page, looker.page.locator("#lines")
        page.get_by_role("link", name="About").click()
        page.locator("#name").fill("ada")
        expect(lines).to_contain_text("Nothing is known")
        remember(host, "people/facts/ada", "Ada lives in Oslo.")
        expect(lines.locator(".said")).to_have_text("Ada lives in Oslo.")
        # what is told stays where it is whatever else is learned, also under a click
        page.evaluate("document.querySelector('#lines .said').dataset.same = ''")
        for bees in ("Bo keeps bees.", "Bo keeps nothing."):
            with page.expect_response(re.compile("api/about")):
                remember(host, "people/facts/bo", bees)
        expect(lines.locator("[data-same]")).to_have_count(1)
        lines.get_by_role("button", name="Correct …").click()
        lines.get_by_role("textbox").fill("Ada lives in Lisbon.")
        remember(host, "people/facts/ada", "Ada lives in Porto.")
        lines.get_by_role("button", name="Save").click()
        expect(lines.locator(".both .said")).to_have_text(
            ["Ada lives in Porto.", "Ada lives in Lisbon."]
        )
        looker.complaints.clear()  # the browser tells of each 4xx that a page is answered
        lines.get_by_role("button", name="Save mine").click()
        expect(lines.locator(".said")).to_have_text(["Ada lives in Lisbon."])
        # what it said once does not go alone
        page.get_by_label("also what was believed before").check()
        once = lines.locator(".over", has_text="Ada lives in Oslo.")
        once.get_by_role("button", name="Forget …").click()
        expect(once).to_contain_text("What it says now goes with it: “Ada lives in Lisbon.”")
        remember(host, "people/facts/ada", "Ada lives in Faro.")
        once.get_by_role("button", name="Forget it").click()
        expect(once.locator(".both .said")).to_have_text("Ada lives in Faro.")
        looker.complaints.clear()
        once.get_by_role("button", name="Do it all the same").click()
        expect(lines).to_contain_text("Nothing is known of ada.")
        expect(page.locator("#name")).to_be_focused()
        (left,) = host.call(lambda store: store.persona_recall())
        assert left.key == "bo"
        page.get_by_label("also what was believed before").uncheck()
        page.get_by_role("button", name="Bring back: Ada lives in Faro.").click()
        expect(lines.locator(".said")).to_have_text(["Ada lives in Faro."])
        expect(page.locator("#about-gone")).to_be_hidden()

        # whether the page may write is known when the memories are, which may come later
        held: list[Route] = []

        def hold(route: "Route") -> None:
            held.append(route)

        page.route("**/api/memories", hold)
        page.reload()
        expect(lines.locator(".said")).to_have_text(["Ada lives in Faro."])
        assert lines.get_by_role("button").count() == 0
        held[-1].continue_()
        expect(lines.get_by_role("button")).to_have_text(["On the map", "Correct …", "Forget …"])
