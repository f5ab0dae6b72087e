"""What a mind knows as Markdown for people, and what they edited taken back."""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from sense_memory import (
    EditedFolder,
    EditKind,
    Identity,
    InputError,
    MemoryStore,
)
from sense_memory.core.records.conversation import Turn
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.names import is_visible
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.pyramid import Observation
from sense_memory.core.records.rapport import DIMENSIONS, Layer
from sense_memory.store.conversation.parts import PART_BYTES

from ..unit.mind.markdown.test_pages import TEXTS
from .slow_signer import SlowSigner
from .test_plain_records import all_of


async def filled(store: MemoryStore) -> None:
    await store.remember("zone", "UTC")
    await store.remember("poem", "roses are red\n\n- violets\n# are blue")
    await store.persona_remember("people", "facts", "ada", "writes C", ["code"])
    await store.persona_remember("people", "beliefs", "tea", "tea is good")
    await store.persona_remember("Über uns", "facts", "we", "two")
    await store.pyramid.observe("Tom drinks tea.", topic="tom", at=1_700_000_000.0)
    await store.pyramid.observe("Nobody knows where this belongs.", at=1_700_000_001.0)
    await store.pyramid.refresh(max_observations=1)
    await store.journal("first day")
    await store.conversation("monday").add("user", "hello\nthere", at=1_700_000_000.0)
    await store.conversation("monday").add("assistant", "hi", at=1_700_000_001.0)
    await store.rapport("vergel").record(dict.fromkeys(DIMENSIONS, 0.5), session="one")
    await store.rapport("vergel").layers.edit("patterns", "- asks twice\n- sleeps late")


async def met(store: MemoryStore) -> None:
    graph = store.graph
    edge = await graph.relate(
        "entity:Acme", "person:Ada", "employs", valid_from=1_700_000_000.0, description="Full time."
    )
    await graph.note(edge, "Has a key.", at=1_700_000_000.0, lifetime="forever")
    await graph.add("person:Ada", description="Counts.\nAnd checks.")
    await graph.note("person:Ada", "Plays\nthe cello.", at=1_700_000_000.0, lifetime="forever")
    await graph.note("person:Ada", "Had a cold.", at=1_700_000_000.0, lifetime="week")
    await graph.add("source:Monday")
    await graph.link("source:Monday", "mentions", "person:Ada")


def rewrite(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, (old, text)
    file.write_text(text.replace(old, new))


def bullet(file: Path, part: str) -> str:
    """The one line of a file that has this in it."""
    (line,) = [one for one in file.read_text().split("\n") if part in one]
    return line


async def edits_of(store: MemoryStore, folder: Path, problems: int = 0) -> EditedFolder:
    edited = await store.edited(folder)
    assert len(edited.problems) == problems, edited.problems
    return edited


# ------------------------------------------------------------------------------- writing


async def test_every_thing_has_its_file(identity: Identity, tmp_path: Path) -> None:
    folder = tmp_path / "mind"
    async with MemoryStore(identity) as store:
        await filled(store)
        written = await store.export_markdown(folder)
        files = {str(path.relative_to(folder)) for path in written.files}
        domain = next(name for name in files if name.startswith("persona/uber-uns-"))
        topics = {f"topics/{one.slug}.md" for one in await store.pyramid.topics()}
        assert {"topics/tom.md", "topics/user.md"} <= topics
        assert files == topics | {
            ".sense-memory-export.json",
            "memories.md",
            "persona/people.md",
            domain,
            "observations.md",
            "journal.md",
            "conversations/monday.md",
            "rapport/vergel.md",
        }
        assert {path.stat().st_mode & 0o777 for path in written.files} == {0o600}
        assert (folder / "persona").stat().st_mode & 0o777 == 0o700
        assert written.entries == 2 + 3 + 2 + 1 + 2 + 3
        said = {name: (folder / name).read_text() for name in files}
        assert "**zone**: UTC" in said["memories.md"]
        assert "\n  - violets\n  # are blue" in said["memories.md"]
        assert "## facts\n\n<!-- facet" in said["persona/people.md"]
        assert "**2023-11-14 22:13**: Tom drinks tea." in said["topics/tom.md"]
        assert "\n> " in said["topics/tom.md"].partition("<!-- generated")[2]
        assert "**user, 2023-11-14 22:13**:\n  hello\n  there" in said["conversations/monday.md"]
        assert "\n  - asks twice\n  - sleeps late" in said["rapport/vergel.md"]
        assert await store.edited(folder) == EditedFolder()


async def test_every_node_has_a_page_whose_notes_are_edited(
    identity: Identity, tmp_path: Path
) -> None:
    folder = tmp_path / "mind"
    async with MemoryStore(identity) as store:
        await met(store)
        written = await store.export_markdown(folder)
        assert written.entries == 1
        pages = {path.name.rpartition("-")[0]: path for path in (folder / "graph").iterdir()}
        assert pages.keys() == {"person-ada", "entity-acme", "source-monday"}
        said = pages["person-ada"].read_text()
        assert said.startswith("# Ada (person)\n")
        assert "\n> Counts.\n> And checks.\n" in said
        relation = "> Acme employs Ada (neutral, familiar-with, since 2023-11-14): Full time.\n"
        assert f"\n{relation}>   2023-11-14 22:13: Has a key.\n" in said
        assert "**2023-11-14 22:13**:\n  Plays\n  the cello.\n" in said
        assert "Had a cold." not in said
        assert "> mentions Ada\n" in pages["source-monday"].read_text()
        assert await store.edited(folder) == EditedFolder()

        rewrite(pages["person-ada"], "  the cello.", "  the viola.")
        (problem,) = (await edits_of(store, folder, problems=1)).problems
        assert "a note is never changed" in problem.why
        ours = pages["person-ada"].read_text().partition("- <!-- note")[0]
        pages["person-ada"].write_text(f"{ours}- **2025-01-02**: Plays the viola.\n- Sings.\n")
        edited = await edits_of(store, folder)
        assert [one.kind for one in edited.entries] == [
            *(EditKind.ADDED, EditKind.ADDED, EditKind.REMOVED)
        ]
        applied = await store.apply_edits(edited, forget_removed=True)
        assert (applied.added, applied.forgotten, applied.problems) == (2, 1, ())
        notes = {one.content: one for one in await store.graph.notes("person:Ada")}
        assert notes.keys() == {"Plays the viola.", "Sings."}
        assert {one.expires_at for one in notes.values()} == {None}
        assert notes["Plays the viola."].added_at == 1_735_776_000.0
        await store.graph.forget("entity:Acme")
        await store.export_markdown(folder, force=True)
        assert not pages["entity-acme"].exists()


@given(text=TEXTS, key=TEXTS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_in_a_text_is_taken_for_an_edit(
    tmp_path_factory: pytest.TempPathFactory, text: str, key: str
) -> None:
    async def check() -> None:
        folder = tmp_path_factory.mktemp("mind")
        name = "".join(c for c in key if c not in "/\\\0").replace("..", "")[:60] or "k"
        async with MemoryStore(Identity.generate()) as store:
            await store.remember(name, text)
            await store.persona_remember(name[:64], name[:64], name, text)
            await store.journal(text or "-")
            if text.strip():
                await store.pyramid.observe(text, topic="tom")
                await store.conversation(name[:64]).add("user", text, speaker=name)
                await store.pyramid.refresh()
            if any(map(is_visible, name)):
                await store.rapport(name[:64]).record(dict.fromkeys(DIMENSIONS, 0.5))
                await store.rapport(name[:64]).layers.edit("patterns", text)
            if any(map(str.isalnum, name)):
                await store.graph.add(f"person:{name}", description=text)
                await store.graph.relate(f"person:{name}", "entity:it", "knows", description=text)
                if text.strip():
                    await store.graph.note(f"person:{name}", text)
            await store.export_markdown(folder)
            assert await store.edited(folder) == EditedFolder()

    asyncio.run(check())


async def test_an_export_is_written_over_only_where_nobody_changed_it(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        (tmp_path / "mine.md").write_text("mine")
        await store.export_markdown(tmp_path)
        await store.remember("zone", "Europe/Rome")
        await store.persona_forget("Über uns", "facts", "we")
        await store.export_markdown(tmp_path)
        assert "Europe/Rome" in (tmp_path / "memories.md").read_text()
        assert [one.name for one in (tmp_path / "persona").iterdir()] == ["people.md"]
        rewrite(tmp_path / "memories.md", "Europe/Rome", "Europe/Berlin")
        with pytest.raises(InputError, match="changed since"):
            await store.export_markdown(tmp_path)
        assert "Europe/Berlin" in (tmp_path / "memories.md").read_text()
        await store.export_markdown(tmp_path, force=True)
        assert "Europe/Rome" in (tmp_path / "memories.md").read_text()
        assert (tmp_path / "mine.md").read_text() == "mine"


async def test_a_scope_is_exported_by_itself(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        alice = store.scope("user:alice")
        await alice.remember("likes", "juice")
        await alice.export_markdown(tmp_path)
        assert "juice" in (tmp_path / "memories.md").read_text()
        assert "UTC" not in (tmp_path / "memories.md").read_text()
        with pytest.raises(InputError, match="scope 'user:alice'"):
            await store.edited(tmp_path)


# ------------------------------------------------------------------------------- editing


async def test_what_was_edited_is_taken_back(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        rewrite(tmp_path / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome")
        rewrite(tmp_path / "memories.md", "  # are blue", "  # are blue\n  and sweet")
        rewrite(tmp_path / "persona" / "people.md", "writes C", "writes Rust")
        rewrite(tmp_path / "topics" / "tom.md", "**: Tom drinks tea.", "**: Tom drinks coffee.")
        rewrite(tmp_path / "conversations" / "monday.md", "  there", "  you")
        rewrite(tmp_path / "rapport" / "vergel.md", "- asks twice", "- asks once")
        edited = await edits_of(store, tmp_path)
        assert [(one.kind, one.type, one.line > 0) for one in edited.entries] == [
            (EditKind.CHANGED, type_, True)
            for type_ in ("turn", "memory", "memory", "persona", "layer", "observation")
        ]
        applied = await store.apply_edits(edited)
        assert (applied.changed, applied.problems) == (6, ())
        assert (await store.recall("zone")).value == "Europe/Rome"
        assert (await store.recall("poem")).value.endswith("# are blue\nand sweet")
        (ada,) = await store.persona_recall("people", "facts", "ada")
        assert (ada.value, ada.themes) == ("writes Rust", ("code",))
        assert (await store.persona_history("ada"))[0].value == "writes C"
        assert (await store.pyramid.observations("tom"))[0].text == "Tom drinks coffee."
        assert (await store.conversation("monday").turns())[0].text == "hello\nyou"
        layers = await store.rapport("vergel").layers.read()
        assert layers[1].shown == "- asks once\n- sleeps late"
        assert (await store.edited(tmp_path)).of_kind(EditKind.CHANGED) == ()


async def test_what_was_added_is_new(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        for file, text in {
            "memories.md": "- **editor**: vim\n- shell: zsh\n  with plugins\n",
            "persona/people.md": "## decisions\n\n- **lang**: Rust it is\n",
            "topics/tom.md": "- Tom lives in Rome.\n",
            "observations.md": "* It rains.\n",
            "journal.md": "- second day\n  was better\n",
        }.items():
            with (tmp_path / file).open("a") as out:
                out.write(text)
        edited = await edits_of(store, tmp_path)
        assert {one.kind for one in edited.entries} == {EditKind.ADDED}
        assert (await store.apply_edits(edited)).added == 6
        assert (await store.recall("editor")).value == "vim"
        assert (await store.recall("shell")).value == "zsh\nwith plugins"
        (lang,) = await store.persona_recall("people", "decisions", "lang")
        assert lang.value == "Rust it is"
        assert "Tom lives in Rome." in [o.text for o in await store.pyramid.observations("tom")]
        rain = [one for one in await store.pyramid.observations() if one.text == "It rains."]
        assert [one.topic for one in rain] == [None]
        assert [one.content for one in await store.recent()] == [
            "second day\nwas better",
            "first day",
        ]


async def test_what_was_removed_is_forgotten_only_if_that_is_said(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        for file, part in {
            "memories.md": "**zone**",
            "persona/people.md": "**ada**",
            "topics/tom.md": "**: Tom drinks tea.",
            "journal.md": "first day",
            "conversations/monday.md": "**: hi",
        }.items():
            rewrite(tmp_path / file, bullet(tmp_path / file, part), "")
        edited = await edits_of(store, tmp_path)
        assert {one.kind for one in edited.entries} == {EditKind.REMOVED}
        assert len(edited.entries) == 5
        assert (await store.apply_edits(edited)).forgotten == 0
        assert (await store.recall("zone")).value == "UTC"
        assert (await store.apply_edits(edited, forget_removed=True)).forgotten == 5
        assert await store.recall("zone") is None
        assert await store.persona_recall("people", "facts") == []
        assert await store.recent() == []
        assert await store.pyramid.observations("tom") == []
        assert [one.text for one in await store.conversation("monday").turns()] == ["hello\nthere"]
        assert await store.edited(tmp_path) == EditedFolder()


async def test_whoever_strips_the_comments_removes_nothing(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        for file in tmp_path.rglob("*.md"):
            file.write_text(re.sub(r"<!--.*?--> ?", "", file.read_text()))
        edited = await store.edited(tmp_path)
        assert not edited.entries
        gone = [one.file for one in edited.problems if "nothing of it counts as removed" in one.why]
        assert {"memories.md", "persona/people.md", "topics/tom.md", "journal.md"} <= set(gone)


async def test_what_is_added_may_have_a_day_as_the_others_have(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        with (tmp_path / "topics" / "tom.md").open("a") as out:
            out.write("- **2026-03-01**: Tom bought a kayak.\n")
            out.write("- **2026-03-01 10:30**: Tom sold it.\n  Cheaply.\n")
            out.write("- **2026-02-30**: Tom cannot count.\n")
        applied = await store.apply_edits(await edits_of(store, tmp_path))
        assert (applied.added, len(applied.problems)) == (2, 1)
        assert "2026-02-30" in applied.problems[0].why
        day = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
        assert {one.text: one.at for one in await store.pyramid.observations("tom")} == {
            "Tom drinks tea.": 1_700_000_000.0,
            "Tom bought a kayak.": day,
            "Tom sold it.\nCheaply.": day + 37_800,
        }


# ------------------------------------------------------------------------------ conflicts


async def test_what_changed_on_both_sides_is_left_to_people(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        page = tmp_path / "memories.md"
        rewrite(page, "**zone**: UTC", "**zone**: Europe/Rome")
        rewrite(
            tmp_path / "persona" / "people.md", bullet(tmp_path / "persona/people.md", "tea"), ""
        )
        rewrite(tmp_path / "journal.md", bullet(tmp_path / "journal.md", "first"), "- editor: vi\n")
        with page.open("a") as out:
            out.write("- **editor**: vim\n")
        await store.remember("zone", "Asia/Tokyo")
        await store.remember("editor", "emacs")
        await store.persona_remember("people", "beliefs", "tea", "tea is bad")
        edited = await edits_of(store, tmp_path)
        conflicts = edited.of_kind(EditKind.CONFLICT)
        assert {(one.name, one.before, one.after) for one in conflicts} == {
            ("zone", "Asia/Tokyo", "Europe/Rome"),
            ("editor", "emacs", "vim"),
            ("people/beliefs/tea", "tea is bad", None),
        }
        await store.apply_edits(edited, forget_removed=True)
        assert (await store.recall("zone")).value == "Asia/Tokyo"
        assert (await store.recall("editor")).value == "emacs"
        assert len(await store.persona_recall("people", "beliefs")) == 1


async def test_both_sides_may_say_the_same_and_only_the_store_may_move_on(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        rewrite(tmp_path / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome")
        await store.remember("zone", "Europe/Rome")
        await store.remember("poem", "roses are blue")
        await store.forget_entry((await all_names(store))[0])
        assert await store.edited(tmp_path) == EditedFolder()


async def all_names(store: MemoryStore) -> list[str]:
    return [one.name for one in await store.log() if one.type == "journal"]


async def test_what_was_forgotten_here_since_is_no_reason_to_bring_it_back(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        rewrite(tmp_path / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome")
        await store.forget("zone")
        (conflict,) = (await edits_of(store, tmp_path)).entries
        assert (conflict.kind, conflict.before) == (EditKind.CONFLICT, None)


async def test_what_changes_between_looking_and_writing_stays(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        rewrite(tmp_path / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome")
        rewrite(tmp_path / "persona" / "people.md", "writes C", "writes Rust")
        rewrite(tmp_path / "topics" / "tom.md", "**: Tom drinks tea.", "**: Tom drinks coffee.")
        with (tmp_path / "memories.md").open("a") as out:
            out.write("- **editor**: vim\n")
        edited = await edits_of(store, tmp_path)
        await store.remember("zone", "Asia/Tokyo")
        await store.remember("editor", "emacs")
        await store.persona_remember("people", "facts", "ada", "writes Ada")
        await store.pyramid.forget((await store.pyramid.observations("tom"))[0].id)
        applied = await store.apply_edits(edited)
        assert (applied.changed, applied.added, len(applied.problems)) == (0, 0, 4)
        assert all(problem.file and problem.line for problem in applied.problems)
        assert (await store.recall("zone")).value == "Asia/Tokyo"
        assert (await all_of(store, PersonaMemory))["people/facts/ada"].value == "writes Ada"
        assert len(await all_of(store, Observation)) == 1


async def test_what_was_said_told_or_observed_anew_meanwhile_stays(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(tmp_path)
        said, tom, unfiled = (
            tmp_path / name
            for name in ("conversations/monday.md", "topics/tom.md", "observations.md")
        )
        rewrite(said, "  there", "  you")
        rewrite(said, bullet(said, "**: hi"), "")
        rewrite(tom, "**: Tom drinks tea.", "**: Tom drinks coffee.")
        rewrite(unfiled, bullet(unfiled, "Nobody knows"), "")
        rewrite(tmp_path / "rapport" / "vergel.md", "- asks twice", "- asks once")
        edited = await edits_of(store, tmp_path)
        assert len(edited.entries) == 5

        monday, pyramid = store.conversation("monday"), store.pyramid
        for turn in await monday.turns():
            await monday.edit(turn.id, f"{turn.role} meant something else")
        for one in await pyramid.observations():
            await pyramid.edit(one.id, f"{one.text} Or not.")
        await store.rapport("vergel").layers.edit("patterns", "- never asks")

        applied = await store.apply_edits(edited, forget_removed=True)
        assert (applied.changed, applied.added, applied.forgotten) == (0, 0, 0)
        assert len(applied.problems) == 5
        assert {problem.why for problem in applied.problems} == {
            "it was changed meanwhile; compare the folder again"
        }
        assert [turn.text for turn in await monday.turns()] == [
            "user meant something else",
            "assistant meant something else",
        ]
        assert [one.text[-7:] for one in await pyramid.observations()] == ["Or not."] * 2
        patterns = (await store.rapport("vergel").layers.read())[1]
        assert patterns.shown == "- never asks"


FIRST = "a" * (PART_BYTES - 2) + "\n"
"""Exactly the first part of a message of several: a line end is two bytes of JSON."""
WHOLE = FIRST.replace("a", "b")
"""A message of one part."""


def added(file: Path, line: str) -> None:
    with file.open("a") as out:
        out.write(f"{line}\n")


def removed(file: Path, part: str) -> None:
    rewrite(file, bullet(file, part), "")


async def corrected(store: MemoryStore) -> None:
    for one in await store.pyramid.observations("tom"):
        await store.pyramid.edit(one.id, "Tom drinks water.")


async def unobserved(store: MemoryStore) -> None:
    for one in await store.pyramid.observations("tom"):
        await store.pyramid.forget(one.id)


async def resaid(store: MemoryStore) -> None:
    monday = store.conversation("monday")
    await monday.edit((await monday.turns())[1].id, "bye")


async def ended_otherwise(store: MemoryStore) -> None:
    long = store.conversation("long")
    await long.edit((await long.turns())[0].id, f"{FIRST}and another end")


async def went_on(store: MemoryStore) -> None:
    long = store.conversation("long")
    await long.edit((await long.turns())[1].id, f"{WHOLE}and more")


Files = Callable[[Path], None]
Theirs = Callable[[MemoryStore], Awaitable[object]]
BETWEEN: dict[str, tuple[Files, Theirs]] = {
    "memory changed": (
        lambda at: rewrite(at / "memories.md", "**zone**: UTC", "**zone**: Europe/Rome"),
        lambda store: store.remember("zone", "Asia/Tokyo"),
    ),
    "memory added": (
        lambda at: added(at / "memories.md", "- **editor**: vim"),
        lambda store: store.remember("editor", "emacs"),
    ),
    "memory removed": (
        lambda at: removed(at / "memories.md", "**zone**"),
        lambda store: store.remember("zone", "Asia/Tokyo"),
    ),
    "persona memory changed": (
        lambda at: rewrite(at / "persona" / "people.md", "writes C", "writes Rust"),
        lambda store: store.persona_remember("people", "facts", "ada", "writes Ada"),
    ),
    "persona memory changed, forgotten": (
        lambda at: rewrite(at / "persona" / "people.md", "writes C", "writes Rust"),
        lambda store: store.persona_forget("people", "facts", "ada"),
    ),
    "persona memory added": (
        lambda at: rewrite(
            at / "persona" / "people.md", "## facts\n", "## facts\n\n- **bob**: sings\n"
        ),
        lambda store: store.persona_remember("people", "facts", "bob", "dances"),
    ),
    "persona memory removed": (
        lambda at: removed(at / "persona" / "people.md", "writes C"),
        lambda store: store.persona_remember("people", "facts", "ada", "writes Ada"),
    ),
    "observation changed": (
        lambda at: rewrite(at / "topics" / "tom.md", "**: Tom drinks tea.", "**: Tom is ill."),
        corrected,
    ),
    "observation changed, forgotten": (
        lambda at: rewrite(at / "topics" / "tom.md", "**: Tom drinks tea.", "**: Tom is ill."),
        unobserved,
    ),
    "observation removed": (
        lambda at: removed(at / "topics" / "tom.md", "**: Tom drinks tea."),
        corrected,
    ),
    "turn changed": (
        lambda at: rewrite(at / "conversations" / "monday.md", "**: hi", "**: hey"),
        resaid,
    ),
    "turn removed": (
        lambda at: removed(at / "conversations" / "monday.md", "**: hi"),
        resaid,
    ),
    "end of a long turn changed": (
        lambda at: rewrite(at / "conversations" / "long.md", "and an end", "and no end"),
        ended_otherwise,
    ),
    "long turn cut": (
        lambda at: rewrite(at / "conversations" / "long.md", f"  {FIRST}  and an end", "  short"),
        ended_otherwise,
    ),
    "turn that has become longer": (
        lambda at: rewrite(at / "conversations" / "long.md", WHOLE[:-1], "short"),
        went_on,
    ),
    "layer changed": (
        lambda at: rewrite(at / "rapport" / "vergel.md", "- asks twice", "- asks once"),
        lambda store: store.rapport("vergel").layers.edit("patterns", "- never asks"),
    ),
}


@pytest.mark.parametrize(("ours", "theirs"), BETWEEN.values(), ids=BETWEEN)
async def test_what_another_process_writes_between_deciding_and_writing_stays(
    identity: Identity, tmp_path: Path, ours: Files, theirs: Theirs
) -> None:
    async def everything(store: MemoryStore) -> list[dict[str, object]]:
        kinds: tuple[type, ...] = (Memory, PersonaMemory, Observation, Turn, Layer)
        return [await all_of(store, kind) for kind in kinds]

    folder, file, signer = tmp_path / "mind", tmp_path / "a.db", SlowSigner(identity)
    async with (
        MemoryStore(signer, path=file) as store,
        MemoryStore(identity, path=file) as other,
    ):
        await filled(store)
        await store.conversation("long").add("user", f"{FIRST}and an end", at=1_700_000_002.0)
        await store.conversation("long").add("user", WHOLE, at=1_700_000_003.0)
        await store.export_markdown(folder)
        ours(folder)
        edited = await edits_of(store, folder)
        assert len(edited.entries) == 1
        written = list[list[dict[str, object]]]()

        async def meanwhile() -> None:
            written.append(await everything(other))
            await theirs(other)
            written.append(await everything(other))

        signer.meanwhile = meanwhile
        applied = await store.apply_edits(edited, forget_removed=True)
        before, after = written
        assert before != after, "they wrote nothing"
        assert (applied.changed, applied.added, applied.forgotten) == (0, 0, 0)
        (problem,) = applied.problems
        assert "meanwhile" in problem.why
        assert await everything(other) == await everything(store) == after


# ---------------------------------------------------------------------- damage, and worse


def duplicated(folder: Path) -> None:
    line = bullet(folder / "memories.md", "**zone**")
    rewrite(folder / "memories.md", line, f"{line} changed\n{line}")


def damaged_comment(folder: Path) -> None:
    rewrite(folder / "memories.md", '<!-- memory "zone"', '<!-- memory "zone')


def renamed(folder: Path) -> None:
    rewrite(folder / "memories.md", "**zone**:", "**time zone**:")


def unlabelled(folder: Path) -> None:
    rewrite(folder / "memories.md", "**zone**: ", "")


def unknown(folder: Path) -> None:
    line = bullet(folder / "memories.md", "**zone**")
    rewrite(folder / "memories.md", line, f"{line}\n{line.replace('zone', 'never')}")


def stray(folder: Path) -> None:
    line = bullet(folder / "memories.md", "**zone**")
    rewrite(folder / "memories.md", line, f"{line}\nand more")


def generated(folder: Path) -> None:
    text = (folder / "topics" / "tom.md").read_text()
    head, _, rest = text.partition("<!-- generated")
    (folder / "topics" / "tom.md").write_text(
        f"{head}<!-- generated{rest.replace('Tom drinks tea', 'Tom is a spy', 1)}"
    )


def emptied(folder: Path) -> None:
    rewrite(folder / "topics" / "tom.md", "**: Tom drinks tea.", "**:")


def rewritten_history(folder: Path) -> None:
    rewrite(folder / "journal.md", "first day", "last day")


def nameless(folder: Path) -> None:
    with (folder / "memories.md").open("a") as out:
        out.write("- what is this\n")


def said_more(folder: Path) -> None:
    with (folder / "conversations" / "monday.md").open("a") as out:
        out.write("- I never said that\n")


def without_a_layer(folder: Path) -> None:
    file = folder / "rapport" / "vergel.md"
    rewrite(file, bullet(file, "layer/base_tone"), "")


def gone(folder: Path) -> None:
    (folder / "memories.md").unlink()


def no_text(folder: Path) -> None:
    (folder / "memories.md").write_bytes(b"\xff\xfe")


def linked(folder: Path) -> None:
    outside = folder.with_name("outside.md")
    shutil.move(folder / "memories.md", outside)
    (folder / "memories.md").symlink_to(outside)


def no_file(folder: Path) -> None:
    (folder / "memories.md").unlink()
    (folder / "memories.md").mkdir()


DAMAGE = [
    (duplicated, 2),
    (damaged_comment, 2),
    (renamed, 1),
    (unlabelled, 2),
    (unknown, 1),
    (stray, 1),
    (generated, 1),
    (emptied, 1),
    (rewritten_history, 1),
    (nameless, 1),
    (said_more, 1),
    (without_a_layer, 1),
    (gone, 1),
    (no_text, 2),
    (linked, 2),
    (no_file, 2),
]


@pytest.mark.parametrize(("damage", "count"), DAMAGE, ids=lambda one: getattr(one, "__name__", ""))
async def test_what_cannot_be_understood_is_named_and_changes_nothing(
    identity: Identity, tmp_path: Path, damage: Callable[[Path], None], count: int
) -> None:
    folder = tmp_path / "mind"
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(folder)
        damage(folder)
        before = [line async for line in store.export_jsonl()]
        edited = await edits_of(store, folder, problems=count)
        assert edited.entries == ()
        assert all(problem.file for problem in edited.problems)
        assert "UTC" not in "".join(problem.why for problem in edited.problems)
        assert (await store.apply_edits(edited, forget_removed=True)).problems == ()
        assert [line async for line in store.export_jsonl()] == before


async def test_a_folder_that_is_a_link_is_not_followed(identity: Identity, tmp_path: Path) -> None:
    folder, outside = tmp_path / "mind", tmp_path / "outside"
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(folder)
        shutil.move(folder / "persona", outside)
        (folder / "persona").symlink_to(outside)
        before = (outside / "people.md").read_text()
        await store.persona_remember("people", "facts", "ada", "writes Rust")
        with pytest.raises(InputError, match="symbolic link"):
            await store.export_markdown(folder, force=True)
        with pytest.raises(InputError, match="symbolic link"):
            await store.edited(folder)
        assert (outside / "people.md").read_text() == before


@pytest.mark.parametrize(
    "said",
    [
        "",
        "[]",
        "{}",
        '{"format": 1, "scope": "", "files": {"../../evil": {"sha256": "", "entries": []}}}',
        '{"format": 1, "scope": "", "files": {"memories.md": {"sha256": 5, "entries": [[1]]}}}',
        "[" * 100_000,
    ],
)
async def test_the_list_of_what_was_exported_names_no_path(
    identity: Identity, tmp_path: Path, said: str
) -> None:
    folder = tmp_path / "a" / "mind"
    async with MemoryStore(identity) as store:
        await filled(store)
        await store.export_markdown(folder)
        (tmp_path / "evil").write_text("outside")
        (folder / ".sense-memory-export.json").write_text(said)
        edited = await store.edited(folder)
        assert edited.entries == ()
        await store.export_markdown(folder, force=True)
        assert (tmp_path / "evil").read_text() == "outside"
        assert await store.edited(folder) == EditedFolder()


async def test_a_folder_without_an_export_is_none(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity) as store:
        for folder in (tmp_path, tmp_path / "none"):
            with pytest.raises(InputError, match="no export"):
                await store.edited(folder)
