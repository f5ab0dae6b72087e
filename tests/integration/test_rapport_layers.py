"""The three texts about a peer in a real file: edits, versions, markdown files, two writers."""

import asyncio
import re
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    DIMENSIONS,
    Config,
    Identity,
    InputError,
    InvalidKeyError,
    Layer,
    LayerName,
    LayerVersion,
    MemoryStore,
    RapportConfig,
    RecordConfig,
    TooLargeError,
    UnknownMemoryError,
)
from sense_memory.core.change import Committed, Edit
from sense_memory.core.ports import Records
from sense_memory.store import Layers
from sense_memory.store.rapport import layers as room
from sense_memory.testing import ManualClock

from .meeting import meet

TONE, PATTERNS, ANCHORS = LayerName
DAY = 86_400.0


async def shown(layers: Layers) -> list[str]:
    return [layer.shown for layer in await layers.read()]


def said(version: LayerVersion) -> list[str]:
    return [text.text for text in version.texts]


# ------------------------------------------------------------------------ edits


async def test_a_stranger_has_three_empty_layers_and_no_version(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        layers = store.rapport("vergel").layers
        assert await layers.read() == tuple(Layer("vergel", name) for name in LayerName)
        assert [name.value for name in LayerName] == ["base_tone", "patterns", "anchors"]
        assert await layers.save() is None
        assert await layers.save("by hand") is None
        assert await layers.versions() == []
        assert await store.rapports() == []


async def test_who_writes_about_a_stranger_meets_them(identity: Identity, tmp_path: Path):
    clock = ManualClock()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        event_id = await store.rapport("vergel").layers.edit("base_tone", "Calm.")
        assert re.fullmatch(r"[0-9a-f]{64}", event_id)
        assert (await store.receipt(event_id)).event_id == event_id
        (peer,) = await store.rapports()
        assert (peer.peer, peer.readings, peer.is_due) == ("vergel", 0, False)
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        first, *others = await store.rapport("vergel").layers.read()
        assert first == Layer("vergel", TONE, "", "Calm.", updated_at=clock.now())
        assert others == [Layer("vergel", PATTERNS), Layer("vergel", ANCHORS)]


async def test_an_edit_keeps_what_it_writes_over(identity: Identity, tmp_path: Path):
    clock = ManualClock()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        layers = store.rapport("vergel").layers
        await layers.edit("base_tone", "Calm.")
        assert await layers.versions() == []  # nothing stood there
        clock.advance(60)
        await layers.edit("patterns", "- If tired → short.")
        clock.advance(60)
        await layers.edit("base_tone", "")
        newest, oldest = await layers.versions()
        assert said(oldest) == ["Calm.", "", ""]
        assert said(newest) == ["Calm.", "- If tired → short.", ""]
        assert [text.is_edited for text in newest.texts] == [True, True, False]
        assert (newest.label, newest.at) == ("pre-edit", clock.now())
        assert await shown(layers) == ["", "- If tired → short.", ""]


async def test_what_is_so_already_is_not_written(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        layers = store.rapport("vergel").layers
        assert await layers.edit("anchors", None) == ""
        assert await store.rapports() == []  # and nobody was met by that
        await layers.edit("anchors", "- one")
        written = await store.log()
        assert await layers.edit("anchors", "- one") == ""
        with pytest.raises(InputError, match="something else by now"):
            await layers.edit("anchors", "- two", expected="- none")
        assert await store.log() == written
        assert await layers.versions() == []
        await layers.edit("anchors", "- two", expected="- one")
        assert await shown(layers) == ["", "", "- two"]
        (before,) = await layers.versions()
        for wrong in ({"anchor": "- two"}, {7: "- two"}, "", "anchors", 7):
            with pytest.raises(InputError, match="base_tone, patterns, anchors"):
                await layers.restore(before.id, expected=wrong)  # type: ignore[arg-type]
        assert await shown(layers) == ["", "", "- two"]
        await layers.restore(before.id, expected={"anchors": "- two"})  # type: ignore[dict-item]
        assert await shown(layers) == ["", "", "- one"]


async def test_an_edit_is_taken_back(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        rapport = store.rapport("vergel")
        await rapport.record(dict.fromkeys(DIMENSIONS, 0.9), session="monday")
        await rapport.condense()
        condensed = await shown(rapport.layers)
        assert condensed[0]
        await rapport.layers.edit("base_tone", "I know better.")
        assert await shown(rapport.layers) == ["I know better.", *condensed[1:]]
        await rapport.layers.edit("base_tone", None)
        assert await shown(rapport.layers) == condensed
        assert "I know better." in [said(one)[0] for one in await rapport.layers.versions()]


@pytest.mark.parametrize("name", ["base-tone", "", "vector", "Base_Tone", "../base_tone"])
async def test_another_layer_is_refused(identity: Identity, name: str):
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError, match="base_tone, patterns, anchors"):
            await store.rapport("vergel").layers.edit(name, "…")
        assert await store.rapports() == []


async def test_a_text_that_is_none_or_too_long_changes_nothing(identity: Identity, tmp_path: Path):
    config = Config(records=RecordConfig(max_plaintext_bytes=2_000))
    async with MemoryStore(identity, path=tmp_path / "a.db", config=config) as store:
        layers = store.rapport("vergel").layers
        await layers.edit("base_tone", "Calm.")
        for many in (2_000, 65_001):
            with pytest.raises(TooLargeError, match="shorten the layer"):
                await layers.edit("base_tone", "x" * many)
        for wrong in (7, "\ud800"):
            with pytest.raises(InputError):
                await layers.edit("base_tone", wrong)  # type: ignore[arg-type]
        assert await shown(layers) == ["Calm.", "", ""]
        assert await layers.versions() == []


# --------------------------------------------------------------------- versions


async def test_versions_of_one_second_have_names_of_their_own(identity: Identity, tmp_path: Path):
    clock = ManualClock(1_800_000_000.4)
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        layers = store.rapport("vergel").layers
        await layers.edit("base_tone", "Calm.")
        ids = [await layers.save() for _ in range(3)] + [await layers.save("Zoë's") for _ in "abc"]
        assert len(set(ids)) == 6
        for number, made in enumerate(ids):
            assert made is not None
            label = "_Zoë's" if number > 2 else ""
            assert re.fullmatch(rf"2027-01-15T08-00-00-\d+{label}", made)
        assert [one.id for one in await layers.versions()] == ids[::-1]
        assert [one.label for one in await layers.versions()] == ["Zoë's"] * 3 + [""] * 3


async def test_two_devices_that_keep_versions_in_one_second_lose_none(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    clock = ManualClock()
    ids = set()
    for file in ("a.db", "b.db"):
        async with MemoryStore(
            identity, path=tmp_path / file, clock=clock, addressing="plain"
        ) as apart:
            await apart.rapport("vergel").layers.edit("base_tone", f"Calm, says {file}.")
            ids.add(await apart.rapport("vergel").layers.save("x"))
    assert len(ids) == 2
    first, second = (
        MemoryStore(identity, relay.url, path=tmp_path / file, clock=clock, addressing="plain")
        for file in ("a.db", "b.db")
    )
    async with first, second:
        await meet(first, second)
        for store in (first, second):
            versions = await store.rapport("vergel").layers.versions()
            assert {one.id for one in versions} == ids
            assert {said(one)[0] for one in versions} == {"Calm, says a.db.", "Calm, says b.db."}


@pytest.mark.parametrize("kept", [1, 3, None])
async def test_so_many_versions_are_kept(identity: Identity, tmp_path: Path, kept: int | None):
    config = Config(rapport=RapportConfig() if kept is None else RapportConfig(kept_versions=kept))
    assert Config().rapport.kept_versions == 10
    clock = ManualClock()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock, config=config) as store:
        layers = store.rapport("vergel").layers
        for number in range(14):
            await layers.edit("base_tone", f"text {number}")
            clock.advance(1)
        most = kept or 10
        kept_texts = [said(one)[0] for one in await layers.versions()]
        assert kept_texts == [f"text {number}" for number in range(12, 12 - most, -1)]
        # and the others are gone, not hidden
        assert len([one async for one in _all(store)]) == most
        assert await shown(layers) == ["text 13", "", ""]


async def _all(store: MemoryStore) -> AsyncIterator[LayerVersion]:
    context = await store._context()
    async for entry in context.records.select(LayerVersion, scope=context.scope):
        yield entry.record


async def test_a_label_that_cannot_be_in_a_name_is_refused(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        layers = store.rapport("vergel").layers
        await layers.edit("base_tone", "Calm.")
        for wrong in ("a/b", "a\\b", "..", "a\nb", "x" * 65, "\x1b[2J", "\ud800", 7):
            with pytest.raises(InvalidKeyError):
                await layers.save(wrong)  # type: ignore[arg-type]
        assert await layers.versions() == []


async def test_restoring_brings_all_three_back_empty_ones_too(identity: Identity, tmp_path: Path):
    clock = ManualClock()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        layers = store.rapport("vergel").layers
        await layers.edit("base_tone", "Calm.")
        first = await layers.save("first")
        assert first is not None
        clock.advance(60)
        await layers.edit("base_tone", "Wild.")
        await layers.edit("patterns", "- If a → b.")
        await layers.edit("anchors", "- 2027-01-15: met.")
        late = await shown(layers)
        clock.advance(60)
        assert await layers.restore(first) == 3
        assert await shown(layers) == ["Calm.", "", ""]
        newest = (await layers.versions())[0]
        assert (newest.label, said(newest)) == ("pre-restore", late)
        assert await layers.restore(first) == 0  # it is so already
        assert await layers.restore(newest.id) == 3
        assert await shown(layers) == late
        for wrong in ("2027-01-15T08-00-00", "first", newest.id + "x"):
            with pytest.raises(UnknownMemoryError, match="there is no version"):
                await layers.restore(wrong)
        with pytest.raises(InvalidKeyError):
            await layers.restore("../vector")


async def test_restoring_what_was_condensed_makes_it_nobodys_edit(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        rapport = store.rapport("vergel")
        for number in range(5):
            await rapport.record(dict.fromkeys(DIMENSIONS, 0.9), session=f"s{number}")
        await rapport.condense()
        before = await rapport.layers.read()
        assert before[0].text
        assert before[1].text
        kept = await rapport.layers.save()
        assert kept is not None
        await rapport.layers.edit("base_tone", "Mine.")
        await rapport.layers.restore(kept)
        after = await rapport.layers.read()
        assert [(one.text, one.edit, one.sessions) for one in after] == [
            (one.text, None, 5) for one in before
        ]
        assert after[0].inputs == before[0].inputs
        assert not (await store.rapports())[0].is_due  # or the night would write over it


async def test_a_forgotten_session_takes_its_versions_with_it(identity: Identity, tmp_path: Path):
    clock = ManualClock()
    async with MemoryStore(identity, path=tmp_path / "a.db", clock=clock) as store:
        rapport = store.rapport("vergel")
        for number in range(2):
            await rapport.record(dict.fromkeys(DIMENSIONS, 0.9), session=f"s{number}")
            await rapport.condense()
            await rapport.layers.save(f"after {number}")
            clock.advance(DAY)
        await rapport.layers.edit("anchors", "- mine")
        await rapport.forget_session("s1")
        assert [one.label for one in await rapport.layers.versions()] == [
            "pre-condensation",
            "after 0",
        ]
        assert [one.text for one in await rapport.layers.read()] == [None] * 3
        assert await shown(rapport.layers) == ["", "", "- mine"]


# -------------------------------------------------------------- several writers


class Interrupted:
    """The records of a store, to which somebody else is quicker, so many times."""

    def __init__(self, records: Records, *meanwhile: Callable[[], Awaitable[object]]) -> None:
        self._records = records
        self._meanwhile = list(meanwhile)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)

    async def commit(self, *edits: Edit) -> Committed:
        if self._meanwhile:
            await self._meanwhile.pop(0)()
        return await self._records.commit(*edits)


async def test_what_somebody_else_wrote_meanwhile_is_kept_as_a_version(
    identity: Identity, tmp_path: Path
):
    async with (
        MemoryStore(identity, path=tmp_path / "a.db") as one,
        MemoryStore(identity, path=tmp_path / "a.db") as other,
    ):
        layers = other.rapport("vergel").layers
        context = await one._context()
        records = Interrupted(
            context.records,
            partial(layers.edit, "base_tone", "first"),
            partial(layers.edit, "base_tone", "second"),
        )
        context = replace(context, records=cast("Records", records))
        await room.edit(context, "vergel", "base_tone", "third")
        assert await shown(layers) == ["third", "", ""]
        assert [said(one)[0] for one in await layers.versions()] == ["second", "first"]


async def test_many_writers_of_one_file_lose_nothing(identity: Identity, tmp_path: Path):
    config = Config(rapport=RapportConfig(kept_versions=100))
    async with (
        MemoryStore(identity, path=tmp_path / "a.db", config=config) as one,
        MemoryStore(identity, path=tmp_path / "a.db", config=config) as other,
    ):

        async def write(store: MemoryStore, who: str) -> None:
            for number in range(8):
                await store.rapport("vergel").layers.edit("base_tone", f"{who} {number}")

        await asyncio.gather(write(one, "a"), write(other, "b"), write(other, "c"))
        layers = one.rapport("vergel").layers
        ever = {said(version)[0] for version in await layers.versions()}
        ever.update(await shown(layers))
        assert ever - {""} == {f"{who} {number}" for who in "abc" for number in range(8)}


async def test_edits_of_two_devices_are_a_conflict_and_nobody_loses(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    for file, text in (("a.db", "calm"), ("b.db", "wild")):
        async with MemoryStore(identity, path=tmp_path / file, addressing="plain") as apart:
            await apart.rapport("vergel").layers.edit("base_tone", text)
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db", addressing="plain")
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db", addressing="plain")
    async with first, second:
        await meet(first, second)
        assert await first.rapport("vergel").layers.read() == (
            await second.rapport("vergel").layers.read()
        )
        (conflict,) = await first.conflicts()
        values = {conflict.shown.value, *(each.value for each in conflict.siblings)}
        assert values == {"calm", "wild"}


# ---------------------------------------------------------------- markdown files


async def test_layers_go_out_as_markdown_and_come_back(identity: Identity, tmp_path: Path):
    folder = tmp_path / "new" / "notes"
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        layers = store.rapport("vergel").layers
        await layers.edit("base_tone", "Calm.\nDry.")
        await layers.edit("anchors", "- one\n")
        paths = await layers.export(folder)
        assert [path.name for path in paths] == ["base_tone.md", "patterns.md", "anchors.md"]
        assert [path.read_bytes() for path in paths] == [b"Calm.\nDry.\n", b"", b"- one\n"]
        assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        versions = await layers.versions()
        written = await store.log()
        assert await layers.import_(folder) == []  # nothing was changed in them
        assert await store.log() == written
        paths[0].write_bytes(b"\xef\xbb\xbfCalm.\r\nVery dry.\r\n\r\n")
        paths[1].unlink()
        paths[2].write_text("", "utf-8")
        assert await layers.import_(str(folder)) == [TONE, ANCHORS]
        assert await shown(layers) == ["Calm.\nVery dry.", "", ""]
        newest, *others = await layers.versions()  # one commit, one version
        assert (said(newest), others) == (["Calm.\nDry.", "", "- one\n"], versions)


async def test_an_unchanged_file_is_no_edit_of_what_was_condensed(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        rapport = store.rapport("vergel")
        await rapport.record(dict.fromkeys(DIMENSIONS, 0.9), session="monday")
        await rapport.condense()
        await rapport.layers.export(tmp_path / "notes")
        (tmp_path / "notes" / "anchors.md").write_text("- mine\n", "utf-8")
        assert await rapport.layers.import_(tmp_path / "notes") == [ANCHORS]
        assert [one.edit for one in await rapport.layers.read()] == [None, None, "- mine"]
