"""What somebody does who goes by keys, clicks twice, changes their mind, and comes back later."""

from .browser import Browser, Looker, expect, looking
from .host import UiHost, empty, hosted, remember


def test_whoever_goes_by_keys_is_never_set_back_to_the_beginning(browser: Browser) -> None:
    with hosted(empty, may_write=True) as host, looking(browser, host) as looker:
        page, detail = looker.page, looker.page.locator("#detail")
        remember(host, "people/facts/ada", "Ada lives in Oslo.")
        remember(host, "people/facts/koji", "Koji sails.")

        def press(name: str, within: str = "#detail") -> None:
            page.locator(within).get_by_role("button", name=name, exact=True).focus()
            page.keyboard.press("Enter")

        page.locator("#listed summary").click()
        page.locator("#list").get_by_text("people/facts/ada").press("Enter")
        expect(detail).to_be_focused()
        press("Pin")
        expect(detail.get_by_role("button", name="Unpin")).to_be_focused()
        press("Undo pinning")
        expect(detail.get_by_role("button", name="Pin", exact=True)).to_be_focused()
        press("Correct …")
        page.keyboard.type("no, ")
        page.keyboard.press("Escape")  # leaves the correction, and not the memory
        expect(detail.get_by_role("button", name="Correct …")).to_be_focused()
        expect(detail.locator(".value")).to_have_text("Ada lives in Oslo.")
        press("Forget …")
        press("Forget it")
        expect(detail).to_contain_text("It was forgotten just now.")
        expect(detail).to_be_focused()
        press("Bring back: Ada lives in Oslo.", "#gone")
        expect(page.locator("#gone")).to_be_hidden()
        expect(page.locator("#canvas")).to_be_focused()
        expect(detail.locator(".value")).to_have_text("Ada lives in Oslo.")

        page.goto(f"{host.own.page}/#about/Koji")
        lines = page.locator("#lines")
        press("Correct …", "#lines")
        page.keyboard.press("Escape")
        expect(lines.get_by_role("button", name="Correct …")).to_be_focused()
        press("Correct …", "#lines")
        lines.get_by_role("textbox").fill("Koji rows.")
        press("Save", "#lines")
        expect(lines.locator(".said")).to_have_text("Koji rows.")
        expect(lines.get_by_role("button", name="Correct …")).to_be_focused()


def test_keys_lead_past_the_search_and_back_from_somebody(
    browser: Browser, demo_host: UiHost
) -> None:
    with looking(browser, demo_host) as looker:
        host, page = demo_host, looker.page
        page.goto(f"{host.own.page}/#safety")
        page.locator("#views a[href='#safety']").focus()
        page.keyboard.press("Tab")
        expect(page.locator("#query")).to_be_focused()
        expect(page.locator("#safety")).to_be_visible()
        page.keyboard.type("koji")
        expect(page.locator("#found h2")).to_be_visible()
        page.locator("#found .name").first.press("Enter")
        expect(page.locator("#detail")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#found .name").first).to_be_focused()
        page.goto(f"{host.own.page}/#people/Koji")
        expect(page.locator(".who-detail")).to_be_focused()
        page.get_by_role("button", name="Put in the middle").press("Enter")
        far = page.get_by_label("How far around")
        far.select_option("1")
        expect(far).to_have_value("1")
        page.get_by_role("button", name="Everybody and everything").press("Enter")
        expect(page.get_by_label("People and things, and how they relate")).to_be_focused()
        page.locator(".who-detail").press("Escape")
        expect(page.locator(".who-detail")).to_be_hidden()
        expect(page.get_by_label("People and things, and how they relate")).to_be_focused()


def test_a_double_click_does_it_once_and_nothing_is_no_correction(browser: Browser) -> None:
    with hosted(empty, may_write=True) as host, looking(browser, host) as looker:
        page, detail = looker.page, looker.page.locator("#detail")
        remember(host, "people/facts/ada", "Ada lives in Oslo.")
        looker.open("people/facts/ada")
        detail.get_by_role("button", name="Correct …").click()
        detail.get_by_role("textbox").fill("  ")
        detail.get_by_role("button", name="Save").click()
        expect(detail).to_contain_text("there is nothing in this text")
        looker.complaints.clear()  # the browser tells of each 4xx that a page is answered
        detail.get_by_role("textbox").fill("Ada lives in Porto.")
        save = detail.get_by_role("button", name="Save")
        box = save.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.click(*middle)
        expect(detail.get_by_role("button", name="Undo the correction")).to_be_visible()
        under = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.textContent"
        page.mouse.move(*middle)
        page.mouse.down(click_count=2)  # by now something else stands there
        page.mouse.up(click_count=2)
        assert page.evaluate(under, middle) != "Save"
        expect(detail.locator(".value")).to_have_text("Ada lives in Porto.")
        detail.get_by_role("button", name="Undo the correction").click()
        expect(detail.locator(".value")).to_have_text("Ada lives in Oslo.")
        expect(detail.get_by_role("button", name="Pin", exact=True)).to_be_visible()


def test_one_topic_leads_to_another_and_a_name_outlasts_a_reload(
    browser: Browser, demo_host: UiHost
) -> None:
    with looking(browser, demo_host) as looker:
        host, page = demo_host, looker.page
        _to_topics(looker, host)
        page.goto(f"{host.own.page}/#about")
        page.locator("#name").fill("Koji")
        expect(page.locator("#lines")).to_contain_text("Koji's estimates hold")
        page.reload()
        expect(page.locator("#name")).to_have_value("Koji")
        expect(page.locator("#lines")).to_contain_text("Koji's estimates hold")


def _to_topics(looker: Looker, host: UiHost) -> None:
    """From one to the next by their addresses, and never by way of all of them."""
    topics = host.call(lambda store: store.pyramid.topics())
    for one in topics[:2]:
        looker.page.goto(f"{host.own.page}/#topics/{one.slug}")
        expect(looker.page.locator("#topics h2").first).to_have_text(one.name)
    expect(looker.page.locator("#topics .strip")).to_be_visible()


def test_what_is_undone_at_once_is_undone_and_what_one_writes_beside_it_stays(
    browser: Browser,
) -> None:
    with hosted(empty, may_write=True) as host, looking(browser, host) as looker:
        page, lines, topic = (
            looker.page,
            looker.page.locator("#lines"),
            looker.page.locator("#topics"),
        )
        remember(host, "people/facts/ada-home", "Ada lives in Oslo.")
        remember(host, "people/facts/ada-boat", "Ada has a boat.")
        for said in ("Boats came.", "Cranes went."):
            host.call(lambda store, said=said: store.pyramid.observe(said, topic="Harbour"))  # type: ignore[misc]

        page.goto(f"{host.own.page}/#about/Ada")
        boat, home = (lines.locator("li", has_text=one) for one in ("boat", "Oslo"))
        boat.get_by_role("button", name="Correct …").click()
        lines.get_by_role("textbox").fill("Ada has two boats.")
        home.get_by_role("button", name="Forget …").click()
        home.get_by_role("button", name="Forget it").click()
        expect(home).to_have_count(0)
        expect(lines.get_by_role("textbox")).to_have_value("Ada has two boats.")
        lines.get_by_role("button", name="Save").click()
        expect(lines.locator(".said")).to_have_text("Ada has two boats.")

        page.goto(f"{host.own.page}/#topics/harbour")
        boats, cranes = (topic.locator(".observation", has_text=one) for one in ("oats", "Cranes"))
        boats.get_by_role("button", name="Correct …").click()
        boats.get_by_role("textbox").fill("Two boats came.")
        # whoever clicks as soon as it is there
        boats.get_by_role("button", name="Save").click()
        boats.get_by_role("button", name="Undo the correction").click()
        expect(boats.locator(".said")).to_have_text("Boats came.")
        boats.get_by_role("button", name="Correct …").click()
        boats.get_by_role("textbox").fill("Ten boats came.")
        cranes.get_by_role("button", name="Forget …").click()
        cranes.get_by_role("button", name="Forget it").click()
        expect(cranes).to_have_count(0)
        expect(boats.get_by_role("textbox")).to_have_value("Ten boats came.")
        topic.locator(".all summary").click()
        topic.get_by_label("Only observations with these words").fill("ten")
        boats.first.get_by_role("button", name="Save").click()
        expect(topic.locator(".all .observation .said")).to_have_text("Ten boats came.")

        # what stood there before is not cut by undoing what changed nothing
        host.call(lambda store: store.persona_remember("people", "facts", "ada", "Ada sails."))
        host.call(lambda store: store.persona_connect("people/facts/ada", "people/facts/ada-boat"))
        page.goto(f"{host.own.page}/#memories/people/facts/ada")
        detail = page.locator("#detail")
        expect(detail).to_contain_text("Hangs together with")
        detail.get_by_role("button", name="Link …").click()
        detail.get_by_role("textbox").or_(detail.get_by_role("combobox")).fill(
            "people/facts/ada-boat"
        )
        detail.get_by_role("button", name="Link", exact=True).click()
        expect(detail.get_by_role("button", name="Link …")).to_be_enabled()
        expect(detail.get_by_role("button", name="Undo the link")).to_have_count(0)
