"""What the page is to do was decided by what it showed, and somebody writes while it is done."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra ui is not installed")
pytest.importorskip("uvicorn", reason="the extra ui is not installed")

from sense_memory import Identity, MemoryStore

from ..slow_signer import SlowSigner
from .host import serving
from .requests import browser_of

HOME = ("people", "facts", "ada-home")


# S-22.5
async def test_what_another_process_writes_while_it_is_done_stays(
    tmp_path: Path, identity: Identity
) -> None:
    signer, path = SlowSigner(identity), tmp_path / "a.db"
    async with (
        MemoryStore(signer, path=path) as store,
        MemoryStore(identity, path=path) as elsewhere,
        serving(store, may_write=True) as own,
        browser_of(own) as browser,
    ):
        await browser.let_in()
        await store.persona_remember(*HOME, "lives in Oslo")
        said = await store.pyramid.observe("Boats came.", topic="Harbour")
        layers = elsewhere.rapport("Ada").layers
        await layers.edit("base_tone", "Calm.")
        await layers.edit("base_tone", "Dry.")
        version, *_ = await layers.versions()
        line = {"name": "Ada", "reference": f"persona/{'/'.join(HOME)}", "holds": True}

        async def told() -> list[str | None]:
            (home,) = await elsewhere.persona_named(["/".join(HOME)])
            (one,) = await elsewhere.pyramid.observations()
            return [home.value, one.topic, (await layers.read())[0].shown]

        meanwhile: list[tuple[str, dict[str, Any], Callable[[], Awaitable[object]]]] = [
            (
                "about/correct",
                {**line, "seen": "lives in Oslo", "text": "lives in Bergen"},
                lambda: elsewhere.persona_remember(*HOME, "lives in Porto"),
            ),
            (
                "about/forget",
                {**line, "seen": "lives in Porto"},
                lambda: elsewhere.persona_remember(*HOME, "lives in Faro"),
            ),
            (
                "topic/assign",
                {"observation": said.id, "topic": "Quay", "seen": "harbour"},
                lambda: elsewhere.pyramid.assign(said.id, "Sea"),
            ),
            (
                "rapport/restore",
                {
                    "peer": "Ada",
                    "version": version.id,
                    "base_tone": "Dry.",
                    "patterns": "",
                    "anchors": "",
                },
                lambda: layers.edit("base_tone", "Curt."),
            ),
        ]
        for act, asked, write in meanwhile:
            signer.meanwhile = write
            answer = await browser.act(f"/api/{act}", asked)
            assert signer.is_done, "nobody wrote"
            assert (answer.status_code, "by now" in answer.text) == (409, True), act
        assert await told() == ["lives in Faro", "sea", "Curt."]

        # and it is done once that was seen
        for act, asked in (
            ("about/correct", {**line, "seen": "lives in Faro", "text": "lives in Bergen"}),
            ("topic/assign", {"observation": said.id, "topic": "", "seen": "sea"}),
            ("topic/assign", {"observation": said.id, "topic": "Quay", "seen": ""}),
            ("rapport/restore", {**meanwhile[-1][1], "base_tone": "Curt."}),
        ):
            assert (await browser.act(f"/api/{act}", asked)).status_code == 200, act
        assert await told() == ["lives in Bergen", "quay", "Calm."]
