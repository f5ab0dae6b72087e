"""The page in a real browser: what is seen, moved, found, heard, and refused."""

import json
import re
import time
from collections import Counter
from pathlib import Path

from sense_memory import MemoryStore
from sense_memory.core.records.persona import SECONDS_PER_DAY

from .browser import IMAGE, SCRIPT, Browser, expect, looking, pictures
from .host import UiHost, empty, hosted, remember

STYLE = "</style><style>*{background:url(http://192.0.2.1/y)}"


def said(host: UiHost, name: str) -> str | None:
    """What a memory says; ``None`` where there is none."""
    found = host.call(lambda store: store.persona_named([name]))
    return found[0].value if found else None


# ------------------------------------------------------------------------ what is seen


def test_the_mind_is_seen_and_fades(browser: Browser, demo_host: UiHost) -> None:
    with looking(browser, demo_host) as looker:
        page = looker.page
        expect(page.locator("#state")).to_have_text("53 memories, live")
        expect(page.locator("#where")).to_contain_text("people")
        now = looker.counts()
        there = demo_host.call(lambda store: store.persona_recall())
        assert now == {**Counter(one.state for one in there), "not yet there": 0}
        assert min(now["active"], now["fading"], now["dissolved"]) > 0
        looker.slide(1.0)
        expect(page.locator("#date")).to_contain_text("in 2 years")
        later = looker.counts()
        end = time.time() + 2 * 365.25 * SECONDS_PER_DAY
        states = Counter(one.compute_state(end) for one in there)
        assert later == {**dict.fromkeys(now, 0), **states}
        assert later["dissolved"] > 45
        assert later["active"] == 3, "what is pinned stays"
        looker.slide(0.0)
        assert looker.counts()["not yet there"] > 45
        page.get_by_role("button", name="Now").click()
        expect(page.locator("#date")).to_contain_text("now")
        assert looker.counts() == now
        assert page.url == f"{demo_host.own.page}/", "the address shows no token"


def test_a_memory_is_opened_by_a_click_on_the_map(browser: Browser, demo_host: UiHost) -> None:
    with looking(browser, demo_host) as looker:
        page = looker.page
        page.locator("#canvas").hover(position={"x": 60, "y": 60})
        pointed = page.locator("#under").inner_text()
        key = pointed.partition(",")[0]
        page.locator("#canvas").click(position={"x": 60, "y": 60})
        expect(page.locator("#detail-title")).to_have_text(key)
        expect(page.locator("#detail .why")).to_contain_text("when it was used last")
        page.get_by_role("button", name="Close").click()
        expect(page.locator("#detail")).to_be_hidden()
        expect(page.locator("#hint")).to_be_visible()


def test_what_a_memory_hangs_together_with_is_one_click_away(
    browser: Browser, demo_host: UiHost
) -> None:
    with looking(browser, demo_host) as looker:
        detail = looker.page.locator("#detail")
        looker.open("people/facts/vergel-move")
        expect(detail.locator("ol .said").first).to_have_text("Vergel lives in Berlin.")
        detail.get_by_role("button", name="people/facts/vergel-home").first.click()
        expect(detail.locator(".value")).to_have_text("Vergel lives in Berlin.")
        expect(detail).to_contain_text("superseded by")
        expect(detail.locator(".why")).to_contain_text("= 0.000: dissolved")
        assert detail.get_by_role("button", name="Forget …").count() == 0, "it only shows"
        looker.slide(0.0)
        expect(detail.locator(".why")).to_contain_text("not there yet")
        looker.page.get_by_role("button", name="Now", exact=True).click()
        looker.page.get_by_role("button", name="kept by key", exact=True).click()
        looker.page.locator("#list").get_by_text("kept by key/user_timezone").click()
        expect(detail.locator(".room")).to_have_text("kept by key › facts")
        expect(detail.locator(".value")).to_have_text("Europe/Lisbon")


def test_the_map_is_walked_through_by_keys(browser: Browser, demo_host: UiHost) -> None:
    with looking(browser, demo_host) as looker:
        page = looker.page
        page.locator("#canvas").focus()
        page.keyboard.press("ArrowRight")
        first = page.locator("#under").inner_text()
        assert first.strip()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#under")).not_to_have_text(first)
        page.keyboard.press("+")
        expect(page.locator("#where b")).to_have_text(re.compile("projects|people|skills"))
        page.keyboard.press("+")
        assert page.locator("#where button").count() == 2
        page.keyboard.press("Enter")
        expect(page.locator("#detail")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#detail")).to_be_hidden()
        page.keyboard.press("/")
        expect(page.locator("#query")).to_be_focused()


def test_it_is_searched_as_it_is_typed(browser: Browser, demo_host: UiHost) -> None:
    with looking(browser, demo_host) as looker:
        page = looker.page
        page.locator("#query").press_sequentially("museum offline")
        first = page.locator("#found ol li").first
        expect(first.locator(".name")).to_have_text("projects/decisions/museum-offline")
        expect(first).to_contain_text(re.compile(r"0\.\d\d: key 0\.\d\d, themes .*relevance"))
        assert first.locator(".parts span").count() >= 3
        expect(page.locator("#under")).to_contain_text("that answer; arrow down leads to them")
        expect(page.locator("#found")).to_contain_text("not given: it is")
        first.locator(".name").click()
        expect(page.locator("#detail .value")).to_contain_text("no network in the cellar")
        page.locator("#query").fill("?!")
        expect(page.locator("#found")).to_be_hidden()


def test_the_pictures_of_the_readme(browser: Browser, demo_host: UiHost, tmp_path: Path) -> None:
    """Kept where ``$SENSE_MEMORY_PICTURES`` says: ``docs/pictures`` when the page has changed."""
    folder = pictures(tmp_path)
    with looking(browser, demo_host, viewport={"width": 1200, "height": 720}) as looker:
        looker.page.locator("#query").fill("museum offline")
        looker.page.locator("#found .name").first.click()
        expect(looker.page.locator("#detail .value")).to_be_visible()
        looker.page.screenshot(path=folder / "memories.png")
    options = {"viewport": {"width": 1200, "height": 720}, "color_scheme": "dark"}
    with looking(browser, demo_host, **options) as looker:
        looker.slide(0.5)
        expect(looker.page.locator("#date")).to_contain_text("in 5 months")
        looker.page.screenshot(path=folder / "memories-later.png")
    for name in ("memories.png", "memories-later.png"):
        assert 10_000 < (folder / name).stat().st_size < 200_000


# ------------------------------------------------------------------------ what is heard


def test_what_happens_elsewhere_appears(browser: Browser) -> None:
    with hosted(empty) as host, looking(browser, host) as looker:
        page = looker.page
        expect(page.locator("#empty")).to_be_visible()
        remember(host, "self/facts/new", "It was learned elsewhere.")
        expect(page.locator("#state")).to_have_text("1 memory, live")
        expect(page.locator("#empty")).to_be_hidden()
        looker.open("self/facts/new")
        remember(host, "self/facts/new", "It was corrected elsewhere.")
        expect(page.locator("#detail .value")).to_have_text("It was corrected elsewhere.")
        host.call(lambda store: store.persona_forget("self", "facts", "new"))
        expect(page.locator("#state")).to_have_text("0 memories, live")
        expect(page.locator("#detail")).to_contain_text("It was forgotten just now.")


def test_whatever_a_memory_says_is_text(browser: Browser) -> None:
    with hosted(empty) as host:
        for number, hostile in enumerate((SCRIPT, IMAGE, STYLE)):
            remember(host, f"self/facts/{number}", hostile)
            bare = hostile.replace("/", "")

            async def learn(store: MemoryStore, bare: str = bare, said: str = hostile) -> None:
                await store.persona_remember(bare[:60], bare[:60], bare, said, [said], source=said)

            host.call(learn)
        with looking(browser, host) as looker:
            page = looker.page
            for number, hostile in enumerate((SCRIPT, IMAGE, STYLE)):
                looker.open(f"self/facts/{number}")
                expect(page.locator("#detail .value")).to_have_text(hostile)
            bare = IMAGE.replace("/", "")
            page.locator("#list").get_by_text(f"/{bare}").click()
            expect(page.locator("#detail-title")).to_have_text(bare)
            expect(page.locator("#detail dl")).to_contain_text(IMAGE)
            page.locator("#query").fill("script document title")
            expect(page.locator("#found .said").first).to_contain_text("document.title")
            assert page.locator("body script, main img, body style").count() == 0
            assert page.title() == "sense-memory: memories"
            # even a mistake of the page's own would not make markup of it
            refused = page.evaluate(
                "() => { try { document.body.innerHTML = '<p>'; return 'taken' } "
                "catch (error) { return error.name } }"
            )
            assert refused == "TypeError"
            looker.complaints.clear()  # the browser's word on that


def test_whatever_numbers_other_clients_wrote_the_page_stands(browser: Browser) -> None:
    fields = {
        "domain": "self",
        "facet": "facts",
        "value": "v",
        "connections": ["a", "b"],
        "relevance": 1e308,
        "halflife_days": 1e-300,
        "created_at": -1e300,
    }
    lines = [
        json.dumps(
            {
                "type": "sense-memory:persona",
                "name": f"self/facts/{key}",
                "scope": "",
                "fields": {**fields, "key": key, "last_accessed": used, "last_reinforced": used},
                "written_at": 1e9,
            }
        )
        for key, used in (("past", -1e300), ("future", 1e300))
    ]

    async def taken(store: MemoryStore) -> int:
        return (await store.import_jsonl(lines)).taken

    with hosted(empty) as host:
        assert host.call(taken) == 2
        remember(host, "self/facts/plain", "of this client")
        with looking(browser, host) as looker:
            assert looker.counts() == {
                "active": 2,
                "fading": 0,
                "forgotten": 0,
                "dissolved": 1,
                "not yet there": 0,
            }
            for name in ("past", "future", "plain"):
                looker.open(f"self/facts/{name}")
                expect(looker.page.locator("#detail .why")).to_contain_text("when it was learned")
            looker.slide(1.0)
            expect(looker.page.locator("#date")).to_contain_text("in 2 years")


# ------------------------------------------------------------------------ what is done


# S-22.5
def test_a_memory_is_pinned_corrected_linked_and_forgotten(browser: Browser) -> None:
    with hosted(empty, may_write=True) as host:
        remember(host, "self/facts/k", "first")
        remember(host, "people/facts/ada", "Somebody else.")
        with looking(browser, host) as looker:
            page, detail = looker.page, looker.page.locator("#detail")
            looker.open("self/facts/k")
            detail.get_by_role("button", name="Pin", exact=True).click()
            expect(detail.get_by_role("button", name="Unpin")).to_be_visible()
            detail.get_by_role("button", name="Correct …").click()
            detail.get_by_role("textbox").fill("second")
            remember(host, "self/facts/k", "said elsewhere meanwhile")
            expect(detail.get_by_role("textbox")).to_have_value("second")
            detail.get_by_role("button", name="Save").click()
            both = detail.get_by_role("group", name="It was changed meanwhile")
            expect(both.locator(".said")).to_have_text(["said elsewhere meanwhile", "second"])
            assert said(host, "self/facts/k") == "said elsewhere meanwhile", "nobody was overruled"
            looker.complaints.clear()  # the browser tells of each 4xx that a page is answered
            detail.get_by_role("button", name="Save mine").click()
            expect(detail.locator(".value")).to_have_text("second")
            values = ["first", "said elsewhere meanwhile", "second"]
            expect(detail.locator("ol .said")).to_have_text(values)
            page.reload()
            detail.get_by_role("button", name="Undo the correction").click()
            expect(detail.locator(".value")).to_have_text("said elsewhere meanwhile")
            detail.get_by_role("button", name="Link …").click()
            detail.get_by_role("combobox").fill("nobody/facts/x")
            detail.get_by_role("button", name="Link", exact=True).click()
            expect(detail.get_by_role("alert")).to_contain_text("no memory nobody/facts/x")
            looker.complaints.clear()
            detail.get_by_role("combobox").fill("people/facts/ada")
            detail.get_by_role("combobox").press("Enter")
            expect(detail.get_by_role("button", name="people/facts/ada")).to_be_visible()
            expect(detail.locator(".why")).to_contain_text("for 1 link")
            detail.get_by_role("button", name="Undo the link").click()
            expect(detail.get_by_role("button", name="people/facts/ada")).to_be_hidden()
            host.call(lambda store: store.persona_connect("k", "ada"))
            expect(detail.get_by_role("button", name="people/facts/ada")).to_be_visible()
            detail.get_by_role("button", name="Forget …").click()
            expect(detail.get_by_role("button", name="Keep it")).to_be_focused()
            detail.get_by_role("button", name="Forget it").click()
            expect(page.locator("#state")).to_have_text("1 memory, live")
            expect(detail).to_contain_text("It was forgotten just now.")
            assert said(host, "self/facts/k") is None
            page.reload()
            page.get_by_role("button", name="Bring back: said elsewhere meanwhile").click()
            expect(page.locator("#state")).to_have_text("2 memories, live")
            expect(page.locator("#gone")).to_be_hidden()
            looker.complaints.clear()  # nothing was at the address after the reload
            looker.open("people/facts/ada")
            expect(detail.get_by_role("button", name="self/facts/k")).to_be_visible()
        assert said(host, "self/facts/k") == "said elsewhere meanwhile"
        (ada,) = host.call(lambda store: store.persona_named(["people/facts/ada"]))
        assert ada.connections == ("self/facts/k",), "either names the other"
