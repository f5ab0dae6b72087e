"""What was forgotten by way of the page comes back with its links, in whatever order."""

import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")
pytest.importorskip("uvicorn", reason="the extra ui is not installed")

from sense_memory import Identity, MemoryStore

from .host import serving
from .requests import browser_of

ROOM = "people/facts"


@pytest.mark.parametrize("order", ["ab", "ba"])
async def test_what_hung_together_does_again(identity: Identity, order: str) -> None:
    async with (
        MemoryStore(identity) as store,
        serving(store, may_write=True) as own,
        browser_of(own) as browser,
    ):
        await browser.let_in()
        for key in "ab":
            await store.persona_remember("people", "facts", key, f"This is {key}.")
        await store.persona_connect(f"{ROOM}/a", f"{ROOM}/b")
        for key in "ab":
            asked = {"name": f"{ROOM}/{key}", "seen": f"This is {key}."}
            assert (await browser.act("/api/forget", asked)).status_code == 200
        for key in order:
            asked = {"reference": f"persona/{ROOM}/{key}"}
            assert (await browser.act("/api/bring-back", asked)).status_code == 200
        a, b = await store.persona_named([f"{ROOM}/a", f"{ROOM}/b"])
        assert (a.connections, b.connections) == (("b",), ("a",))
        assert (await browser.json("/api/forgotten"))["gone"] == []
