"""Every view by keyboard, by a screen reader, on a phone, in the dark, and by who sees little."""

from itertools import product
from typing import Literal

from .browser import Browser, Looker, expect, looking
from .host import UiHost

VIEWS = ("memories", "people", "topics", "about", "safety")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LEAST = 4.5
"""What WCAG 2 asks of text against its ground (AA)."""
TEXTS = ("ink", "soft", "accent", "mark")
GROUNDS = ("ground", "paper", "room")
PAIRS = (
    *product(TEXTS, GROUNDS),
    # on the map
    *product(("ink",), ("cell", "active", "fading", "forgotten")),
    ("soft", "cell"),
    ("on-accent", "accent"),
)
# What can be acted on and says nothing to who does not see it.
NAMELESS = """() => [...document.querySelectorAll("a, button, input, select, textarea")]
  .filter((one) => one.offsetParent !== null)
  .filter((one) => !(one.getAttribute("aria-label") || one.getAttribute("aria-labelledby")
    || one.textContent.trim() || [...one.labels ?? []].some((label) => label.textContent.trim())))
  .map((one) => one.outerHTML.slice(0, 120))"""


def lead(looker: Looker, view: str) -> None:
    """Into a view, once something of it is there."""
    looker.page.locator(f"#views a[href='#{view}']").click()
    heading = looker.page.locator(f"#{view}").get_by_role("heading", level=2).first
    expect(heading).to_be_attached()
    expect(looker.page.locator("main:visible")).to_have_count(1)
    expect(looker.page.locator(f"#views a[href='#{view}']")).to_have_attribute(
        "aria-current", "page"
    )


def test_every_view_fits_a_phone_and_is_named(browser: Browser, demo_host: UiHost) -> None:
    options = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "has_touch": True}
    with looking(browser, demo_host, **options) as looker:
        looker.open("people/facts/vergel")
        for view in VIEWS:
            lead(looker, view)
            looker.page.wait_for_load_state("networkidle")
            assert looker.page.evaluate("document.documentElement.scrollWidth") <= 360, view
            assert looker.page.evaluate(NAMELESS) == [], view
            headings = looker.page.get_by_role("heading", level=2)
            assert headings.count() > 0, view


def test_what_a_screen_reader_is_told(browser: Browser, demo_host: UiHost) -> None:
    with looking(browser, demo_host) as looker:
        page = looker.page
        expect(page.locator("body")).to_match_aria_snapshot("""
          - banner:
            - heading "sense-memory" [level=1]
            - navigation "Views":
              - link "Memories"
              - link "People and things"
              - link "Topics"
              - link "About"
              - link "Safety"
            - search:
              - searchbox "Search the memories"
            - status: 53 memories, live
          - main:
            - region "Memories":
              - heading "Memories" [level=2]
              - navigation "Rooms":
                - button "people"
              - application "Map of the memories"
              - list "States at the time that is shown":
                - listitem: /active \\d+/
                - listitem: /fading \\d+/
                - listitem: /forgotten \\d+/
                - listitem: /dissolved \\d+/
                - listitem: not yet there 0
              - button "Let time pass"
              - slider "The time that is shown"
              - button "Now" [disabled]
            - complementary "Details":
              - region "This is a mind":
                - heading "This is a mind" [level=2]
        """)
        looker.open("people/facts/vergel-move")
        expect(page.locator("#detail")).to_match_aria_snapshot("""
          - article "vergel-move":
            - button "Close"
            - heading "vergel-move" [level=2]
            - paragraph: people › facts
            - heading "Why it would be recalled" [level=3]
            - img "Its relevance over time; the states to come are listed below"
            - heading "Hangs together with" [level=3]
            - heading "What was believed" [level=3]
        """)


def test_it_goes_without_a_mouse_and_without_motion(browser: Browser, demo_host: UiHost) -> None:
    with looking(browser, demo_host, reduced_motion="reduce") as looker:
        page = looker.page
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Memories")).to_be_focused()
        for _ in VIEWS:
            page.keyboard.press("Tab")
        expect(page.locator("#query")).to_be_focused()
        page.keyboard.type("museum offline")
        expect(page.locator("#found ol .name").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        expect(page.locator("#found .name").first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#detail")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#detail")).to_be_hidden()
        page.locator("#now").press("Home")
        said = page.locator("#date").inner_text()
        page.locator("#play").press("Enter")
        expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#date")).not_to_have_text(said)
        page.locator("#play").press("Enter")
        # twelve pictures of it, and nothing between them
        steps = page.evaluate("12 * document.getElementById('now').value / 2000")
        assert abs(steps - round(steps)) < 0.02


def test_text_stands_out_from_its_ground(browser: Browser, demo_host: UiHost) -> None:
    names = sorted({one for pair in PAIRS for one in pair})
    with looking(browser, demo_host) as looker:
        for scheme in SCHEMES:
            looker.page.emulate_media(color_scheme=scheme)
            colours: dict[str, str] = looker.page.evaluate(
                "(names) => { const style = getComputedStyle(document.documentElement);"
                " return Object.fromEntries(names.map((one) =>"
                " [one, style.getPropertyValue(`--${one}`).trim()])) }",
                names,
            )
            light = _luminance(colours["ground"]) > _luminance(colours["ink"])
            assert light == (scheme == "light")
            ratios = {pair: _ratio(*(colours[one] for one in pair)) for pair in PAIRS}
            low = {pair: ratio for pair, ratio in ratios.items() if ratio < LEAST}
            assert low == {}, scheme


def _ratio(one: str, other: str) -> float:
    """How much two colours differ, 1–21, as WCAG 2 counts it."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
