"""A real browser that looks at the page."""

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")
pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: pip install playwright"
)
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .host import UiHost

__all__ = [
    "IMAGE",
    "SCRIPT",
    "Browser",
    "Looker",
    "Page",
    "expect",
    "looking",
    "pictures",
    "started",
]
SCRIPT = "<script>document.title='taken'</script>"
IMAGE = "<img src=http://192.0.2.1/x onerror=document.title='taken'>"
PATIENCE = 20_000
"""Milliseconds until what is expected has to be seen: other tests are at work beside this one."""
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None
)


def started() -> Iterator[Browser]:
    """The browser; where there is none the test skips, and says so."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: apt-get install chromium-headless-shell")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM)
        yield launched
        launched.close()


def pictures(otherwise: Path) -> Path:
    """Where pictures of the page are kept: ``docs/pictures`` when it has changed."""
    return Path(os.environ.get("SENSE_MEMORY_PICTURES", otherwise))


class Looker:
    """Somebody who looks at the page.

    Attributes:
        page: It.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda one: self.complaints.append(one.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))

    def counts(self) -> dict[str, int]:
        """How many memories are of which state at the time that is shown."""
        rows = self.page.locator("#legend li").all_inner_texts()
        named = [re.fullmatch(r"(.*?)\s+([\d,]+)", row, re.DOTALL) for row in rows]
        return {one[1]: int(one[2].replace(",", "")) for one in named if one is not None}

    def slide(self, share: float) -> None:
        """Move the slider to a share of its way."""
        slider = self.page.locator("#now")
        box = slider.bounding_box()
        assert box is not None
        slider.click(position={"x": 8 + share * (box["width"] - 16), "y": box["height"] / 2})

    def open(self, name: str) -> None:
        """Look at one memory, by way of the list."""
        listed = self.page.locator("#listed")
        if listed.get_attribute("open") is None:
            listed.locator("summary").click()
        self.page.locator("#list").get_by_text(name, exact=True).click()
        expect(self.page.locator("#detail .room")).to_have_text(" › ".join(name.split("/")[:2]))


@contextmanager
def looking(browser: Browser, host: UiHost, **options: object) -> Iterator[Looker]:
    """The page, open; in the end nothing was wrong with it, and nothing was asked elsewhere."""
    with contextlib.closing(browser.new_context(**options)) as context:  # type: ignore[arg-type]
        looker = Looker(context.new_page())
        looker.page.goto(host.own.url)
        expect(looker.page.locator("#state")).to_have_text(re.compile("memor(y|ies), live"))
        yield looker
        assert looker.complaints == []
        assert [url for url in looker.asked if not url.startswith(f"{host.own.page}/")] == []
