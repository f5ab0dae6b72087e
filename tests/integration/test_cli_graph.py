"""The graph at the command line, as somebody walks through it."""

import json
import re
import signal
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity

from .shell import COMMAND, Home
from .terminal import answered

pytestmark = pytest.mark.usefixtures("nearby")

ADA, ACME = "person:ada-lovelace", "entity:acme"
EMPLOYED = ("ada lovelace", "works-at", "acme")
MUSASHI = "person:宮本-武蔵"


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A machine that knows whom Ada works for, and who is her friend; tests work on copies."""
    home = Home(tmp_path_factory.mktemp("once"))
    home.ok("init", "--local")
    home.ok(
        *("graph", "relate", "person:Ada Lovelace", "works-at", "entity:Acme"),
        *("--since", "2025-03-01", "--attitude", "favorable", "--proximity", "4"),
        *("--description", "Leads the compilers."),
    )
    home.ok(
        *("graph", "relate", "person:宮本 武蔵", "friend", "Ada Lovelace", "--since", "2020-01-01"),
        *("--attitude", "5", "--proximity", "known-well"),
    )
    home.ok("graph", "add", "person:Ada Lovelace", "--description", "Writes programs.")
    return home


@pytest.fixture
def met(home: Home, once: Home) -> Home:
    """A machine that knows the same."""
    home.take_over(once)
    return home


def edge(home: Home, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = home.ok("--json", "graph", "show", *words).json
    return found


def rows(home: Home, *words: str) -> list[list[str]]:
    return [line.split("\t") for line in home.ok("graph", *words).out.splitlines()]


# ------------------------------------------------------------------------------- telling


def test_nothing_is_there_at_first(home: Home) -> None:
    home.ok("init", "--local")
    for words, why in (
        (("nodes",), "to begin: sense-memory graph relate"),
        (("edges",), "no current edge is so"),
        (("at", "2025-01-10"), "nothing counted at 2025-01-10"),
        (("search", "friends"), "nothing that is known here answers that"),
    ):
        said = home.ok("graph", *words)
        assert (said.out, why in said.err) == ("", True), said
    found = home.ok("--json", "graph", "search", "friends").json
    assert found == {"query": "friends", "nodes": [], "edges": [], "warning": None}
    assert "nothing was to be done" in home.ok("graph", "consolidate").err
    missing = home.run("--json", "graph", "show", "ada")
    assert (missing.code, missing.out) == (1, "null\n")
    assert "person, concept, entity, source, artifact, storyline, macro" in missing.err


def test_a_profile_is_made_by_what_writes_and_by_nothing_else(home: Home) -> None:
    for words in (("nodes",), ("show", "ada"), ("search", "x"), ("consolidate",)):
        assert "there is no profile" in home.run("graph", *words).err
    assert "made the profile" in home.ok("graph", "add", "person:ada").err


def test_what_is_told_is_shown(met: Home) -> None:
    shown = met.ok("graph", "show", "Ada Lovelace").out.splitlines()
    assert shown[:3] == [
        f"Ada Lovelace ({ADA}): candidate 0.50, never used, 2 edges",
        "Writes programs.",
        "",
    ]
    found = {line.split("\t")[1]: line.split("\t")[2:] for line in shown[3:]}
    assert found == {
        "Ada Lovelace works-at Acme: Leads the compilers.": [
            *("favorable, involved-with", "since 2025-03-01", "candidate 0.50"),
        ],
        "宮本 武蔵 friend Ada Lovelace": [
            *("close, known-well", "since 2020-01-01", "candidate 0.50"),
        ],
    }
    again = met.ok("--json", "graph", "show", ADA).json
    assert (again["node"], again["name"], again["type"]) == (ADA, "Ada Lovelace", "person")
    assert (again["state"], again["access_count"], again["edge_count"]) == ("active", 1, 2)
    assert [one["orientation"] for one in again["edges"] if one["to"] == MUSASHI] == ["backward"]


def test_relating_makes_nodes_and_says_so_without_repeating_what_is_said(home: Home) -> None:
    home.ok("init", "--local")
    done = home.ok(
        *("--json", "graph", "relate", "person:ada", "works-at", "entity:acme"),
        *("--since", "2025-03-01", "--description", "-"),
        stdin="Leads the compilers.\n",
    )
    said = done.json
    assert (said["from"], said["to"], said["made"]) == (
        *("person:ada", "entity:acme"),
        ["person:ada", "entity:acme"],
    )
    assert (said["valid_from"], said["valid_to"]) == ("2025-03-01T00:00:00Z", None)
    assert (said["delivery"], "compilers" in done.out + done.err) == ("local", False)
    assert f"person:ada works-at entity:acme: told as {said['edge'][:12]}" in done.err
    assert edge(home, said["edge"])["description"] == "Leads the compilers."
    more = home.ok("graph", "relate", "ada", "friend", "person:bob")
    assert "with the new person:bob" in more.err
    nobody = home.run("--json", "graph", "relate", "ada", "friend", "bobby")
    assert (nobody.code, nobody.out, "person:bob" in nobody.err) == (1, "null\n", True)


def test_an_edge_is_called_by_its_id_or_by_its_nodes(met: Home) -> None:
    name = edge(met, *EMPLOYED)["edge"]
    for words in (
        (name,),
        (name[:6],),
        (name[:12].upper(),),
        (ADA, ACME),
        (ACME, ADA),
        ("ACME", "Works At", "Ada Lovelace"),
    ):
        assert edge(met, *words)["edge"] == name
    met.ok("graph", "relate", ADA, "founder-of", ACME, "--since", "2024-01-01")
    several = met.run("graph", "invalidate", ADA, ACME)
    assert (several.code, several.out) == (2, "")
    assert "A RELATION B" in several.err
    assert f"{ADA} works-at {ACME} ({name[:12]})" in several.err
    unknown = met.run("--json", "graph", "history", ADA, "owns", ACME)
    assert (unknown.code, unknown.out) == (1, "null\n")
    assert "they relate as founder-of, works-at" in unknown.err
    assert edge(met, *EMPLOYED)["is_current"]


def test_a_node_may_be_called_like_the_beginning_of_an_id(met: Home) -> None:
    met.ok("graph", "add", "concept:decade")
    assert met.ok("--json", "graph", "show", "decade").json["node"] == "concept:decade"
    met.ok("graph", "note", "decade", "Ten years.")
    assert met.ok("--json", "graph", "show", "decade").json["notes"][0]["content"] == "Ten years."
    neither = met.run("graph", "show", "facade")
    assert (neither.code, "no node is called facade, and no edge's id begins" in neither.err) == (
        *(1, True),
    )


def test_ids_that_begin_alike_are_told_apart(home: Home) -> None:
    home.ok("init", "--local")
    fields = {"from": "person:ada", "relationship_type": "friend", "valid_from": 1_740_787_200}
    lines = [
        {"type": "sense-memory:node", "name": f"person:{who}", "fields": {"name": who}}
        for who in ("ada", "bob", "cy")
    ] + [
        {
            "type": "sense-memory:edge",
            "name": f"{n + 1:032x}",
            "fields": {**fields, "to": f"person:{who}"},
        }
        for n, who in enumerate(("bob", "cy"))
    ]
    home.ok("import", "jsonl", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))
    said = home.run("graph", "show", "000000")
    assert (said.code, said.out) == (2, "")
    assert f"2 edges begin with 000000: {1:032x}, {2:032x}" in said.err


# ----------------------------------------------------------------- what was wrong, what changed


def test_what_was_wrong_is_corrected_and_stays_known(met: Home) -> None:
    before = edge(met, *EMPLOYED)
    done = met.ok("--json", "graph", "update", *EMPLOYED, "--since", "2024-11-01").json
    assert (done["changed"], done["replaces"]) == (True, before["edge"])
    assert done["valid_from"] == "2024-11-01T00:00:00Z"
    now = edge(met, *EMPLOYED)
    assert (now["edge"], now["description"]) == (done["edge"], "Leads the compilers.")
    history = met.ok("--json", "graph", "history", before["edge"]).jsonl
    assert {one["edge"]: one["is_current"] for one in history} == {
        before["edge"]: False,
        done["edge"]: True,
    }
    told = rows(met, "history", *EMPLOYED)
    assert {row[0]: row[3:5] for row in told} == {
        before["edge"][:12]: ["never so", "corrected"],
        done["edge"][:12]: ["since 2024-11-01", "current"],
    }
    again = met.ok("graph", "update", *EMPLOYED, "--since", "2024-11-01")
    assert "says that already" in again.err
    assert met.ok("--json", "graph", "update", *EMPLOYED, "--ttl", "keep_forever").json["changed"]
    assert edge(met, *EMPLOYED)["ttl_policy"] == "keep_forever"


def test_what_changed_supersedes_and_what_ended_is_over(met: Home) -> None:
    first = edge(met, *EMPLOYED)["edge"]
    done = met.ok(
        *("--json", "graph", "supersede", first[:8], "--called", "leads"),
        *("--since", "2026-01-01", "--description", "-"),
        stdin="The whole of it.",
    ).json
    assert (done["relationship_type"], done["replaces"]) == ("leads", first)
    assert [row[1] for row in rows(met, "edges", "acme")] == [
        "Ada Lovelace leads Acme: The whole of it."
    ]
    over = met.ok("--json", "graph", "invalidate", ADA, ACME, "--at", "2026-06-01").json
    assert (over["edge"], over["valid_to"]) == (done["edge"], "2026-06-01T00:00:00Z")
    assert rows(met, "edges", "acme") == []
    assert [row[3:5] for row in rows(met, "history", *EMPLOYED)] == [
        ["2025-03-01 to 2026-01-01", "superseded"],
        ["2026-01-01 to 2026-06-01", "ended"],
    ]
    # what ended is still meant by its nodes
    assert edge(met, ADA, "leads", ACME)["edge"] == done["edge"]
    ended = met.run("graph", "invalidate", ADA, "leads", ACME)
    assert (ended.code, ended.out) == (2, "")
    assert met.run("graph", "supersede", first, "--attitude", "1").code == 2


def test_what_held_when_and_as_it_was_known(met: Home) -> None:
    met.ok("graph", "supersede", *EMPLOYED, "--called", "leads", "--since", "2026-01-01")

    def at(*words: str) -> list[str]:
        return [row[1].split(":")[0] for row in rows(met, "at", *words)]

    assert at("2019-12-31") == []
    assert at("2020-01-01") == ["宮本 武蔵 friend Ada Lovelace"]
    assert sorted(at("2025-12-31T23:59")) == [
        "Ada Lovelace works-at Acme",
        "宮本 武蔵 friend Ada Lovelace",
    ]
    assert at("2026-01-01", "--node", "acme") == ["Ada Lovelace leads Acme"]
    unknown = met.ok("graph", "at", "2026-01-01", "--known-at", "2026-01-01")
    assert (unknown.out, "as it was known at 2026-01-01" in unknown.err) == ("", True)
    (one,) = met.ok("--json", "graph", "at", "2025-06-01", "--node", "acme").jsonl
    assert (one["relationship_type"], one["until"]) == ("works-at", "2026-01-01T00:00:00Z")


# -------------------------------------------------------------------------------- notes


def test_notes_are_kept_shown_and_forgotten(met: Home) -> None:
    first = met.ok("--json", "graph", "note", ADA, "-", "--lifetime", "week", stdin="Likes tea.\n")
    assert (first.json["target"], "tea" in first.out + first.err) == (ADA, False)
    assert first.json["expires_at"] > first.json["added_at"]
    said = met.ok("graph", "note", *EMPLOYED, "Thinks of leaving.", "--lifetime", "forever")
    name = edge(met, *EMPLOYED)["edge"]
    assert f"noted of {name}" in said.err
    assert "for good" in said.err
    shown = met.ok("graph", "show", *EMPLOYED).out.splitlines()
    assert shown[0] == "Ada Lovelace works-at Acme: since 2025-03-01"
    assert shown[1].startswith("associated_with: favorable, involved-with; confidence 0.8; ")
    assert shown[2:5] == [f"id {name}", "Leads the compilers.", ""]
    assert shown[5].endswith("\tfor good\tThinks of leaving.")
    (note,) = edge(met, *EMPLOYED)["notes"]
    gone = met.ok("--json", "graph", "forget", note["note"][:8]).json
    assert (gone["note"], gone["target"], len(gone["event_id"])) == (note["note"], name, 64)
    assert edge(met, *EMPLOYED)["notes"] == []
    assert met.ok("--json", "graph", "show", ADA).json["notes"][0]["content"] == "Likes tea."


def test_notes_make_a_description_anew(met: Home) -> None:
    met.ok("graph", "note", ADA, "Prefers to be asked by mail.", "--lifetime", "forever")
    assert "sense-memory graph consolidate" in met.ok("graph", "show", ADA).err
    plan = met.ok("--json", "graph", "consolidate", "--dry-run")
    assert (plan.json["descriptions"], plan.json["writer"]) == ([ADA], "rules")
    assert "1 description to be made anew, at most; by rules" in plan.err
    done = met.ok("--json", "graph", "consolidate")
    assert (done.json["described"], done.json["failures"]) == ([ADA], [])
    shown = met.ok("--json", "graph", "show", ADA)
    assert (shown.json["is_dirty"], "consolidate" in shown.err) == (False, False)
    assert "mail" in shown.json["description"]
    assert shown.json["said"] == "Writes programs."
    assert "nothing was to be done" in met.ok("graph", "consolidate").err


def test_sources_are_linked(met: Home) -> None:
    met.ok("graph", "add", "source:standup", "--at", "2025-03-01T09:30")
    linked = met.ok("--json", "graph", "link", "standup", "mentions", "acme").json
    assert (linked["node"], linked["links"]) == ("source:standup", [ACME])
    assert "mentions Acme" in met.ok("graph", "show", "standup").out.splitlines()
    assert met.ok("--json", "graph", "show", "standup").json["links"] == {"mentions": [ACME]}
    taken = met.ok("graph", "unlink", "standup", "mentions", "acme")
    assert "source:standup mentions nothing" in taken.err


def test_a_node_is_somebody_elsewhere(met: Home) -> None:
    met.ok("persona", "remember", "-d", "people", "-f", "facts", "ada", "likes tea")
    joined = met.ok("--json", "graph", "connect", ADA, "people/facts/ada").json
    assert (joined["node"], joined["references"]) == (ADA, ["persona/people/facts/ada"])
    assert "is persona/people/facts/ada" in met.ok("graph", "show", ADA).out.splitlines()
    (one,) = met.ok("--json", "references", "people/facts/ada").jsonl
    assert (one["type"], one["name"], one["once_forgotten"]) == ("node", ADA, "unlink")
    parted = met.ok("graph", "disconnect", ADA, "people/facts/ada")
    assert f"{ADA} is nothing else" in parted.err
    assert met.ok("--json", "references", "people/facts/ada").jsonl == []


# ------------------------------------------------------------------------- lists and ways


def test_lists_are_filtered(met: Home) -> None:
    met.ok("graph", "relate", ADA, "uses", "concept:C++", "--attitude", "1")
    assert [row[1:3] for row in rows(met, "nodes")] == [
        ["C++", "1"],
        ["Acme", "1"],
        ["Ada Lovelace: Writes programs.", "3"],
        ["宮本 武蔵", "1"],
    ]
    assert [row[0] for row in rows(met, "nodes", "--type", "entity")] == [ACME]
    assert rows(met, "nodes", "--state", "core") == []
    for words, count in (
        (("acme",), 1),
        (("--type", "has_relationship_with"), 1),
        (("--called", "Works At"), 1),
        (("--attitude", "4-5"), 2),
        (("--attitude", "dislikes"), 1),
        (("--proximity", "4"), 2),
        (("--state", "candidate"), 3),
        (("--state", "archived"), 0),
    ):
        assert len(rows(met, "edges", *words)) == count, words


def test_ways_lead_from_one_to_another(met: Home) -> None:
    way = met.ok("graph", "path", "宮本 武蔵", "acme")
    works = "Ada Lovelace works-at Acme: Leads the compilers."
    assert way.out.splitlines() == [
        "宮本 武蔵\tAda Lovelace\t宮本 武蔵 friend Ada Lovelace\tclose, known-well",
        f"Ada Lovelace\tAcme\t{works}\tfavorable, involved-with",
    ]
    assert "over 2 edges" in way.err
    found = met.ok("--json", "graph", "path", "acme", "宮本 武蔵").json
    assert [(hop["start"], hop["end"]) for hop in found["hops"]] == [(ACME, ADA), (ADA, MUSASHI)]
    none = met.run("--json", "graph", "path", "acme", MUSASHI, "--at", "2024-01-01")
    assert (none.code, none.out) == (1, "null\n")
    assert "no way leads from acme" in none.err
    assert met.ok("--json", "graph", "path", ADA, ADA).json == {"length": 0, "hops": []}
    near = rows(met, "neighbors", "acme", "--depth", "2")
    assert [row[:2] for row in near] == [["1", "Ada Lovelace"], ["2", "宮本 武蔵"]]
    far = met.ok("--json", "graph", "neighbors", "acme", "-d", "2").jsonl[1]
    assert (far["node"], far["depth"], far["via"]) == (MUSASHI, 2, ADA)
    assert far["over"]["relationship_type"] == "friend"
    assert rows(met, "neighbors", "acme", "--at", "2024-01-01") == []


def test_what_is_called_alike_is_told_apart(met: Home) -> None:
    met.ok("graph", "relate", ACME, "makes", "concept:Acme", "--since", "2025-01-01")
    both = met.run("graph", "show", "acme")
    assert (both.code, "concept:acme" in both.err, ACME in both.err) == (2, True, True)
    (row,) = rows(met, "edges", "concept:acme")
    assert row[1] == "Acme (entity:acme) makes Acme (concept:acme)"


def test_search_finds_by_words_for_scores(met: Home) -> None:
    met.ok("graph", "relate", "person:bo", "colleague", ADA, "--attitude", "1")
    found = met.ok("--json", "graph", "search", "close friendly relationships", "--edges", "1").json
    assert [one["relationship_type"] for one in found["edges"]] == ["friend"]
    assert set(found["edges"][0]["share"]) == {"meaning", "recency", "salience"}
    shown = met.ok("graph", "search", "close friends", "--nodes", "1", "--edges", "1").out
    assert "宮本 武蔵 friend Ada Lovelace" in shown
    none = met.ok("graph", "search", "compilers", "--type", "person", "--without", "person")
    assert (none.out, "nothing that is known" in none.err) == ("", True)


def test_what_is_more_is_said(home: Home) -> None:
    home.ok("init", "--local")
    lines = [{"type": "sense-memory:node", "name": "person:ada", "fields": {"name": "Ada"}}]
    for n in range(60):
        key = f"entity:e{n:02}"
        lines.append({"type": "sense-memory:node", "name": key, "fields": {"name": f"E{n}"}})
        fields = {"from": "person:ada", "to": key, "relationship_type": "knows"}
        lines.append({"type": "sense-memory:edge", "name": f"{n:032x}", "fields": fields})
    home.ok("import", "jsonl", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))
    for words in (("edges",), ("neighbors", "ada")):
        said = home.ok("graph", *words)
        assert (len(said.out.splitlines()), "and 10 more: --limit 60" in said.err) == (50, True)
        assert len(home.ok("--json", "graph", *words).jsonl) == 60
        assert len(home.ok("--json", "graph", *words, "--limit", "3").jsonl) == 3
    shown = home.ok("graph", "show", "ada", "--limit", "2")
    assert (shown.out.count("knows"), "and 58 more" in shown.err) == (2, True)
    assert len(home.ok("--json", "graph", "show", "ada").json["edges"]) == 60
    assert "and 11 more" in home.ok("graph", "nodes").err


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_tables_fit_the_terminal_and_lose_nothing(met: Home, columns: int) -> None:
    met.ok("graph", "note", ADA, "Έχει δίκιο; لها الحق; 彼女は正しい。" * 3)
    narrow, code = answered(met, ["graph", "show", ADA], [], COLUMNS=str(columns), NO_COLOR="1")
    assert code == 0
    lines = re.sub(r"\x1b\[\d*m", "", narrow).splitlines()
    table = lines[lines.index("") + 1 :]
    assert max(cells(line.rstrip()) for line in table if "sense-memory" not in line) <= columns
    solid = "".join(narrow.split())
    said = "Έχειδίκιο;لهاالحق;彼女は正しい。" * 3
    assert {char for char in said if solid.count(char) < said.count(char)} == set()


def cells(text: str) -> int:
    """How wide a terminal shows it."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)


# ---------------------------------------------------------------------------- forgetting


def test_a_node_is_forgotten_with_its_edges(met: Home) -> None:
    shown, code = answered(met, ["graph", "forget", "acme"], [(f"type {ACME}", "no\n")])
    assert (code, "1 current edge" in shown, "nothing was forgotten" in shown) == (1, True, True)
    shown, code = answered(met, ["graph", "forget", "acme"], [(f"type {ACME}", f"{ACME}\n")])
    assert code == 0
    assert [row[1] for row in rows(met, "edges")] == ["宮本 武蔵 friend Ada Lovelace"]
    gone = met.ok("--json", "graph", "forget", MUSASHI, "--yes").json
    assert (gone["node"], len(gone["event_id"])) == (MUSASHI, 64)
    assert [row[0] for row in rows(met, "nodes")] == [ADA]
    again = met.run("--json", "graph", "forget", MUSASHI, "--yes")
    assert (again.code, again.out) == (1, "null\n")


def test_a_version_of_an_edge_is_forgotten(met: Home) -> None:
    name = edge(met, *EMPLOYED)["edge"]
    gone = met.ok("--json", "graph", "forget", *EMPLOYED).json
    assert (gone["edge"], gone["from"]) == (name, ADA)
    missing = met.run("graph", "show", name)
    assert (missing.code, missing.out) == (1, "")
    assert [row[0] for row in rows(met, "nodes", "--type", "entity")] == [ACME]


# --------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("add", "ada"), 1, "person, concept, entity"),
        (("add", "god:zeus"), 2, "person, concept, entity"),
        (("add", "person:..."), 2, "letter"),
        (("add", "person:x", "--confidence", "2"), 2, "0 to 1"),
        (("add", "person:x", "--ttl", "never"), 2, "keep_forever"),
        (("relate", *EMPLOYED), 2, "supersede"),
        (("relate", ADA, "friend", ADA), 2, "two nodes"),
        (("relate", ADA, "friend", "source:x"), 2, "a link joins those: mentions"),
        (("relate", ADA, "friend", "person:x", "--attitude", "6"), 2, "1 to 5"),
        (("relate", ADA, "friend", "person:x", "--attitude", "warm"), 2, "friendly"),
        (("relate", ADA, "friend", "person:x", "--since", "then"), 2, "ISO 8601"),
        (
            (
                *("relate", ADA, "friend", "person:x"),
                *("--since", "2025-01-01", "--until", "2024-01-01"),
            ),
            *(2, "after"),
        ),
        (("relate", ADA, "///", "person:x"), 2, "relationship_type"),
        (("relate", "nobody", "friend", "person:x"), 1, "TYPE:NAME"),
        (("update", *EMPLOYED), 2, "say what was wrong"),
        (("update", ADA, "--attitude", "1"), 2, "A RELATION B"),
        (("update", "00000", "--attitude", "1"), 2, "6 or more"),
        (("update", "ffffffffff", "--attitude", "1"), 1, "no edge's id begins with"),
        (("update", ADA, "a", "b", ACME, "--attitude", "1"), 2, "A RELATION B"),
        (("supersede", *EMPLOYED, "--since", "1999-01-01"), 2, ""),
        (("invalidate", *EMPLOYED, "--at", "1999-01-01"), 2, ""),
        (("invalidate", ADA, "nobody"), 1, "nobody"),
        (("note", ADA, " "), 2, "says something"),
        (("note", ADA, "x", "--lifetime", "ages"), 2, "week, month, year, forever"),
        (("note", "nobody", "x"), 1, "TYPE:NAME"),
        (("note", "ffffffffff", "x"), 1, "no edge's id begins with"),
        (("link", ADA, "mentions", ACME), 2, "mentions leads from source"),
        (("link", ADA, "knows", ACME), 2, "mentions, produced"),
        (("connect", ADA, "people/facts/nobody"), 1, "nothing was connected"),
        (("connect", "nobody", ACME), 1, "nobody"),
        (("show", "nobody"), 1, "TYPE:NAME"),
        (("show", "lovelace"), 1, "did you mean"),
        (("at", "then"), 2, "a time is ISO 8601"),
        (("relate", ADA, "entity:acme", "uses"), 2, f"relate {ADA} uses entity:acme"),
        (("at", "2025-01-01", "--known-at", "then"), 2, "ISO 8601"),
        (("at", "2025-01-01", "--node", "nobody"), 1, "nobody"),
        (("path", ADA, "nobody"), 1, "nobody"),
        (("neighbors", ADA, "--depth", "0"), 2, "1 or more"),
        (("edges", "--type", "knows"), 2, "has_relationship_with, engages_with"),
        (("edges", "--attitude", "9"), 2, "1 to 5"),
        (("edges", "--attitude", "warm"), 2, "friendly"),
        (("edges", "--state", "asleep"), 2, "candidate, active, core, archived"),
        (("nodes", "--type", "god"), 2, "person, concept, entity"),
        (("history", "nobody", "acme"), 1, "nobody"),
        (("search", "x", "--nodes", "-1"), 2, ""),
        (("search", "x", "--proximity", "warm"), 2, ""),
        (("consolidate", "--parallel", "0"), 2, "1 to 100"),
        (("consolidate", "--provider", "nobody"), 2, "a language model is one of"),
        (("embed",), 2, "persona embed --encoder"),
        (("forget", ADA), 2, "--yes"),
        (("forget", "nobody", "--yes"), 1, "nobody"),
        (("forget", "ffffffffff", "--yes"), 1, "neither an edge's nor a note's id"),
    ],
)
def test_what_cannot_be_done_says_why(
    met: Home, words: tuple[str, ...], code: int, why: str
) -> None:
    refused = met.run("graph", *words)
    assert (refused.code, refused.out) == (code, ""), refused
    assert why in refused.err
    assert (len(rows(met, "nodes")), len(rows(met, "edges"))) == (3, 2)


# ------------------------------------------------------------------------ beside the rest


def test_scopes_have_graphs_of_their_own(met: Home) -> None:
    there = ("--scope", "user:alice", "--json", "graph")
    assert met.ok(*there, "nodes").jsonl == []
    met.ok(*there, "relate", "person:alice", "friend", "person:bob")
    assert {one["user_id"] for one in met.ok(*there, "nodes").jsonl} == {"user:alice"}
    assert len(rows(met, "nodes")) == 3


def test_lists_of_everything_say_whom_an_edge_is_about(met: Home) -> None:
    met.ok("graph", "note", *EMPLOYED, "Thinks of leaving.")
    name = edge(met, *EMPLOYED)["edge"]
    said = f"({ADA} works-at {ACME})"
    logged = [row.split("\t")[3] for row in met.ok("log").out.splitlines()]
    assert f"edge {name} {said}" in logged
    assert f"edge {edge(met, ADA, MUSASHI)['edge']} ({MUSASHI} friend {ADA})" in logged
    (note,) = [one for one in logged if one.startswith(f"note {name}/")]
    assert note.endswith(said)
    assert f"node {ADA}" in logged
    assert {one["type"] for one in met.ok("--json", "log").jsonl} == {"edge", "node", "note"}
    naming = [row.split("\t")[0] for row in met.ok("references", ACME).out.splitlines()]
    assert f"edge {name} {said}" in naming


def test_the_log_is_followed(met: Home) -> None:
    follower = subprocess.Popen(
        [*COMMAND, "log", "--follow"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=met.environment,
        text=True,
    )
    assert follower.stdout is not None
    assert follower.stderr is not None
    try:
        assert "Ctrl-C" in follower.stderr.readline()
        name = met.ok("--json", "graph", "relate", ADA, "uses", "concept:go").json["edge"]
        seen = {follower.stdout.readline().rstrip("\n").split("\t")[3] for _ in range(2)}
        follower.send_signal(signal.SIGINT)
        assert follower.wait(20) == 0
    finally:
        follower.kill()
        follower.communicate()
    assert seen == {"node concept:go", f"edge {name} ({ADA} uses concept:go)"}


def test_what_is_exported_comes_back(met: Home, second: Home) -> None:
    met.ok("graph", "note", ADA, "Likes tea.", "--lifetime", "forever")
    second.ok("init", "--local")
    second.ok("import", "jsonl", "-", stdin=met.ok("export", "jsonl", "--yes").out)
    for words in (("nodes",), ("edges",), ("show", ADA)):
        theirs, ours = (home.ok("graph", *words).out for home in (second, met))
        assert theirs == ours


def test_a_graph_goes_into_a_pipe(met: Home, tmp_path: Path) -> None:
    into = tmp_path / "graph.json"
    met.ok("graph", "export", str(into))
    for form in ((), ("--json",)):
        piped = met.ok(*form, "graph", "export", "-")
        assert json.loads(piped.out)["nodes"] == json.loads(into.read_text("utf-8"))["nodes"]
        assert "to standard output, as plaintext" in piped.err


def test_two_ends_of_an_edge_are_a_conflict(tmp_path: Path, relay: LocalRelay) -> None:
    identity = Identity.generate()
    homes = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        home = Home(tmp_path / name, is_near=True)
        home.know(identity)
        home.ok("init", "--import-key", "--local", "--addressing", "plain", stdin=identity.nsec)
        home.ok("init", "--relay", relay.url)
        homes.append(home)
    first, second = homes
    told = first.ok(
        *("--json", "graph", "relate", "person:ada", "works-at", "entity:acme"),
        *("--since", "2025-03-01"),
    ).json["edge"]
    second.ok("sync")
    for home in homes:
        home.ok("init", "--local")
    first.ok("graph", "invalidate", told, "--at", "2025-06-01")
    second.ok("graph", "invalidate", told, "--at", "2025-07-01")
    for home in homes:
        home.ok("init", "--relay", relay.url)
    for home in (first, second, first):
        home.ok("sync")
    found = [line.split("\t") for line in first.ok("conflicts").out.splitlines()]
    assert [row[1:5] for row in found] == [
        [f"edge {told} (person:ada works-at entity:acme)", "valid_to", "1", "2025-07-01"],
        [f"edge {told} (person:ada works-at entity:acme)", "valid_to", "2", "2025-06-01"],
    ]
    done = first.ok("conflicts", "resolve", found[0][0], "--value", "2025-06-15")
    assert "person:ada works-at entity:acme" in done.err
    assert edge(first, told)["valid_to"] == "2025-06-15T00:00:00Z"
