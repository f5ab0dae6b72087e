"""Pages of topics in an agent's workspace, beside what others keep there."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from sense_memory import Identity, InputError, MemoryStore, Topic
from sense_memory.core.change import Put
from sense_memory.core.ref import Ref
from sense_memory.mind.pyramid.pages import is_as_written, pages, sealed_page

from .shell import Home

TOM = Topic("tom", "Tom", "a friend", "Tom drinks tea.")


async def put(store: MemoryStore, *topics: Topic) -> None:
    records = (await store._context()).records
    await records.commit(*(Put(Ref(Topic, one.slug), one) for one in topics))


def contents(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


# -------------------------------------------------------------------------------- pages


def test_the_pages_are_those_of_the_design() -> None:
    user = Topic("user", "user", None, "## Earlier\n\nThe user drinks tea.")
    found = pages([Topic("assistant", "assistant"), user, TOM, Topic("zoo", "The Zoo")])
    assert list(found) == ["MEMORY.md", "models/tom.md", "models/zoo.md"]
    memory, tom, zoo = found.values()
    parts = memory.split("\n\n---\n\n")
    assert parts[0].startswith("# Memory\n\n")
    assert parts[1] == "## Self\n\n*No assistant observations yet.*"
    # what is told stands below whom it is told of
    assert parts[2] == "## User\n\n### Earlier\n\nThe user drinks tea."
    assert parts[3].splitlines()[:4] == [
        "## Other Models",
        "",
        "- [models/tom.md](models/tom.md): Tom - a friend",
        "- [models/zoo.md](models/zoo.md): The Zoo",
    ]
    assert tom.startswith('---\nname: "Tom"\ndescription: "a friend"\n---\n\n# Tom\n\n')
    assert "\n\nTom drinks tea.\n\n<!--" in tom
    assert '\ndescription: ""\n' in zoo
    assert "\n*No content yet.*\n" in zoo
    assert "## Other Models" not in pages([])["MEMORY.md"]
    assert "*No user observations yet.*" in pages([])["MEMORY.md"]


@given(st.text(), st.text(), st.text())
def test_names_cannot_leave_their_line(name: str, description: str, content: str) -> None:
    found = pages([Topic("tom", f"{name}\n---\nmodel: evil", f'{description}"\n...', content)])
    assert set(found) == {"MEMORY.md", "models/tom.md"}
    for page in found.values():
        assert is_as_written(page)
        assert "model: evil" not in page.split("\n")
    lines = found["models/tom.md"].split("\n")
    assert lines[0] == lines[3] == "---"
    assert lines[1].startswith('name: "')
    assert lines[2].startswith('description: "')
    for line in lines[1:3]:
        assert isinstance(json.loads(line.partition(": ")[2]), str)
    links = [line for line in found["MEMORY.md"].split("\n") if line.startswith("- [models/")]
    assert len(links) == 1


@given(st.text())
def test_whoever_changes_a_page_is_noticed(text: str) -> None:
    page = sealed_page(text)
    assert is_as_written(page)
    assert is_as_written(page.replace("\r", "").replace("\n", "\r\n")) or "\r" in text
    assert not is_as_written(page + "mine\n")
    assert not is_as_written("mine\n" + page)
    assert not is_as_written(text)


# ---------------------------------------------------------------------------- the folder


async def test_only_what_changed_is_written_and_nothing_else_is_touched(
    identity: Identity, tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "workspace"
    async with MemoryStore(identity) as store:
        await put(store, TOM, Topic("zoo", "The Zoo"))
        written = await store.pyramid.export(folder)
        names = ["MEMORY.md", "models/tom.md", "models/zoo.md"]
        assert [str(path.relative_to(folder)) for path in written] == names
        assert [path.stat().st_mode & 0o777 for path in written] == [0o600] * 3
        assert [p.stat().st_mode & 0o777 for p in (folder, folder / "models")] == [0o700] * 2
        others = {"SOUL.md": "soul", "USER.md": "user", "models/mine.md": "mine", "a/b.md": "b"}
        for name, text in others.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)
        before = contents(folder)
        assert await store.pyramid.export(folder) == []
        await put(store, Topic("tom", "Tom", "a friend", "Tom drinks coffee."))
        assert await store.pyramid.export(str(folder)) == [folder / "models" / "tom.md"]
        after = contents(folder)
        assert {name for name in after if after[name] != before[name]} == {"models/tom.md"}
        assert set(after) == set(before)


async def test_the_page_of_a_topic_that_is_gone_goes_unless_somebody_changed_it(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await put(store, TOM, Topic("zoo", "The Zoo"), Topic("ann", "Ann"))
        await store.pyramid.export(tmp_path)
        changed = tmp_path / "models" / "zoo.md"
        changed.write_text("I wrote this.\n" + changed.read_text())
        for name in ("tom", "zoo"):
            await store.pyramid.forget_topic(name)
        assert await store.pyramid.export(tmp_path) == [tmp_path / "MEMORY.md"]
        assert sorted(one.name for one in (tmp_path / "models").iterdir()) == ["ann.md", "zoo.md"]
        assert "tom" not in (tmp_path / "MEMORY.md").read_text()


# S-15.5
async def test_what_somebody_else_wrote_is_not_replaced_unless_that_is_said(
    identity: Identity, tmp_path: Path
) -> None:
    precious = tmp_path / "MEMORY.md"
    precious.write_text("What I have learnt in a year.")
    async with MemoryStore(identity) as store:
        await put(store, TOM)
        with pytest.raises(InputError, match="somebody else"):
            await store.pyramid.export(tmp_path)
        assert contents(tmp_path) == {"MEMORY.md": "What I have learnt in a year."}
        assert len(await store.pyramid.export(tmp_path, force=True)) == 2
        assert is_as_written(precious.read_text())


async def test_no_link_is_followed(identity: Identity, tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "workspace"
    (outside / "models").mkdir(parents=True)
    folder.mkdir()
    (folder / "models").symlink_to(outside / "models")
    async with MemoryStore(identity) as store:
        await put(store, TOM)
        with pytest.raises(InputError, match="symbolic link"):
            await store.pyramid.export(folder, force=True)
        (folder / "models").unlink()
        (outside / "MEMORY.md").write_text("outside")
        (folder / "MEMORY.md").symlink_to(outside / "MEMORY.md")
        with pytest.raises(InputError, match="symbolic link"):
            await store.pyramid.export(folder)
        await store.pyramid.export(folder, force=True)
        assert (outside / "MEMORY.md").read_text() == "outside"
        assert not (folder / "MEMORY.md").is_symlink()
        (folder / "models" / "gone.md").symlink_to(outside / "gone.md")
        (outside / "gone.md").write_text(sealed_page("gone"))
        await store.pyramid.export(folder)
        assert (outside / "gone.md").exists()
        assert (folder / "models" / "gone.md").is_symlink()


async def test_what_was_forgotten_is_on_no_page(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity) as store:
        one = await store.pyramid.observe("Tom drinks absinthe.", topic="tom")
        await store.pyramid.observe("Tom lives in Rome.", topic="tom")
        await store.pyramid.refresh()
        await store.pyramid.export(tmp_path)
        assert "absinthe" in (tmp_path / "models" / "tom.md").read_text()
        await store.pyramid.forget(one.id)
        await store.pyramid.export(tmp_path)
        assert "absinthe" not in "".join(contents(tmp_path).values())
        await store.pyramid.refresh()
        await store.pyramid.export(tmp_path)
        assert "Rome" in (tmp_path / "models" / "tom.md").read_text()


def test_the_command_and_what_the_design_calls_it(home: Home, nearby: None, tmp_path: Path) -> None:
    home.ok("init")
    home.ok("pyramid", "observe", "Tom drinks tea.", "--topic", "tom")
    first = home.ok("pyramid", "export", str(tmp_path / "w"))
    assert first.out.splitlines() == [
        str(tmp_path / "w" / name) for name in ("MEMORY.md", "models/tom.md")
    ]
    assert "pyramid refresh" in first.err
    home.ok("pyramid", "refresh")
    again = home.ok("--json", "pyramid", "generate", str(tmp_path / "w")).json
    assert again["outdated"] == 0
    assert str(tmp_path / "w" / "models/tom.md") in again["files"]
    assert home.ok("--json", "pyramid", "export", str(tmp_path / "w")).json["files"] == []
    (tmp_path / "w" / "MEMORY.md").write_text("mine")
    assert home.run("pyramid", "export", str(tmp_path / "w")).code == 2
    home.ok("pyramid", "export", str(tmp_path / "w"), "--force")
