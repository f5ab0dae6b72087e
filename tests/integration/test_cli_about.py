"""search and about at the command line, as somebody walks through them."""

import stat
import sys
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity

from .shell import Home
from .terminal import answered

pytestmark = pytest.mark.usefixtures("nearby")


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A machine that knows something of Ada in several rooms; tests work on copies."""
    home = Home(tmp_path_factory.mktemp("once"))
    home.ok("init", "--local")
    told = ("persona", "remember", "-d", "people", "-f", "facts")
    home.ok(*told, "ada-home", "Ada lives in Paris")
    home.ok(*told, "ada-home", "Ada lives in Rome")
    home.ok(*told, "bo-home", "Bo lives in Oslo")
    home.ok("graph", "relate", "person:Ada", "works-at", "entity:Acme")
    home.ok("pyramid", "observe", "Ada repairs clocks")
    home.ok("journal", "Ada was here")
    return home


@pytest.fixture
def met(home: Home, once: Home) -> Home:
    """A machine that knows the same."""
    home.take_over(once)
    return home


def rows(out: str) -> list[list[str]]:
    return [line.split("\t") for line in out.splitlines()]


# --- search


def test_a_search_shows_the_best_of_all_rooms(met: Home) -> None:
    first, *_ = rows(met.ok("search", "who works at Acme?").out)
    assert first[1:3] == ["edge", "Ada works at Acme"]
    assert first[4].startswith("graph/edge/")
    found = met.ok("--json", "search", "where does Ada live?", "-n", "2").json
    hit, _ = found["hits"]
    assert hit["text"] == "Ada lives in Rome"
    assert sum(hit["parts"].values()) == pytest.approx(hit["score"])
    assert "near_misses" not in found


def test_it_explains(met: Home) -> None:
    said = met.ok("search", "where does Ada live?", "-n", "1", "--explain")
    assert " + " in said.out.splitlines()[0]
    assert "not shown:" in said.err
    assert "limit" in said.out
    found = met.ok("--json", "search", "where does Ada live?", "-n", "1", "--explain").json
    assert {one["why"] for one in found["near_misses"]} == {"limit"}


def test_nothing_answers(met: Home) -> None:
    said = met.ok("search", "zebra")
    assert (said.out, said.err) == ("", "nothing that is known here answers that\n")
    assert met.run("search", "…").code == 2
    assert met.run("search", "tea", "-n", "0").code == 2


# --- about


def test_it_prints_what_is_believed(met: Home) -> None:
    told = [row[0] for row in rows(met.ok("about", "ada").out)]
    assert told == ["Ada lives in Rome", "Ada repairs clocks", "Ada, a person", "Ada works at Acme"]
    assert "Acme, an entity" in met.ok("about", "Acme").out
    past = rows(met.ok("about", "Ada", "--past").out)
    assert ["Ada lives in Paris", "replaced"] in [[row[0], row[3]] for row in past]
    lines = met.ok("--json", "about", "Ada").jsonl
    assert [one["text"] for one in lines] == told
    assert all(one["holds"] for one in lines)
    said = met.ok("about", "Zed")
    assert (said.out, said.err) == ("", "nothing is known about that\n")


def test_a_line_is_put_right_and_back(met: Home) -> None:
    said = met.ok("about", "Ada", "--correct", "people/facts/ada-home", "Ada lives in Bari")
    assert said.out.startswith("Ada lives in Bari\t")
    assert "corrected persona/people/facts/ada-home" in said.err
    assert "Ada lives in Bari" in met.ok("about", "Ada").out
    met.ok("about", "Ada", "persona/people/facts/ada-home", "--restore")
    assert "Ada lives in Rome" in met.ok("about", "Ada").out
    missing = met.run("about", "Ada", "--correct", "people/facts/bo-home", "x")
    assert (missing.code, "no line here is called" in missing.err) == (1, True)
    (edge,) = [row[3] for row in rows(met.ok("about", "Ada").out) if row[0] == "Ada works at Acme"]
    met.ok("about", "Ada", "--correct", edge, "Ada owns Acme")
    assert "Ada owns Acme" in met.ok("about", "Ada").out
    assert met.run("about", "Ada", "--correct", edge, "no").code in (1, 2)


def test_a_line_is_forgotten(met: Home) -> None:
    said = met.ok("about", "Ada", "people/facts/ada-home", "--forget")
    assert "forgot 1 record" in said.err
    assert "ada-home" not in met.ok("about", "Ada", "--past").out
    assert "ada-home" not in met.ok("persona", "recall", "-d", "people").out


def test_everything_is_forgotten_once_the_name_was_typed(met: Home) -> None:
    refused = met.run("about", "Ada", "--forget")
    assert (refused.code, "nothing was forgotten" in refused.err) == (2, True)
    assert "Ada lives in Rome" in met.ok("about", "Ada").out
    done = met.ok("--json", "about", "Ada", "--forget", "--yes")
    gone = done.json
    assert {one["text"] for one in gone["forgotten"]} == {
        "Ada lives in Rome",
        "Ada repairs clocks",
        "Ada, a person",
        "Ada works at Acme",
    }
    assert [one["text"] for one in gone["kept"]] == ["Ada was here"]
    assert "stays: journal/" in done.err
    for one in gone["forgotten"]:
        assert met.ok("--json", "receipt", one["event_id"]).json["is_forgotten"]
    assert met.ok("about", "Ada", "--past").out == ""
    assert "Bo lives in Oslo" in met.ok("about", "Bo").out


@pytest.mark.skipif(sys.platform == "win32", reason="there is no terminal to type into")
def test_it_asks_at_a_terminal(met: Home) -> None:
    shown, code = answered(met, ["about", "Ada", "--forget"], [("type Ada", "Bo\n")])
    assert (code, "Ada lives in Rome" in shown, "nothing was forgotten" in shown) == (1, True, True)
    assert "Ada lives in Rome" in met.ok("about", "Ada").out
    _, code = answered(met, ["about", "Ada", "--forget"], [("type Ada", "Ada\n")])
    assert (code, met.ok("about", "Ada").out) == (0, "")


def test_it_is_carried_away_in_a_private_file(met: Home, tmp_path: Path) -> None:
    page = met.ok("about", "Ada", "--export").out
    assert page.startswith("# Ada\n")
    file = tmp_path / "ada.md"
    met.ok("about", "Ada", str(file), "--export")
    assert file.read_text("utf-8") == page
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = met.run("about", "Ada", str(file), "--export")
    assert (again.code, "exists" in again.err) == (2, True)
    met.ok("about", "Ada", str(file), "--export", "--yes")
    nowhere = tmp_path / "nowhere" / "ada.md"
    failed = met.run("about", "Ada", str(nowhere), "--export")
    assert (failed.code, f"{nowhere}: No such file" in failed.err) == (1, True)
    folder = met.run("about", "Ada", str(tmp_path), "--export", "--yes")
    assert (folder.code, f"{tmp_path}: Is a directory" in folder.err) == (1, True)


def test_a_name_that_was_typed_wrong_is_an_error(met: Home, tmp_path: Path) -> None:
    for options in (("--forget", "--yes"), ("--forget",), ("--export",)):
        failed = met.run("about", "Adda", *options)
        assert (failed.code, failed.out) == (1, "")
        assert "nothing is known about that; nothing was" in failed.err
    file = tmp_path / "adda.md"
    assert met.run("about", "Adda", str(file), "--export").code == 1
    assert not file.exists()
    failed = met.run("--json", "about", "Adda", "--forget", "--yes")
    assert (failed.code, failed.json["forgotten"]) == (1, [])
    met.ok("journal", "Cy was here")
    failed = met.run("about", "Cy", "--forget", "--yes")
    assert (failed.code, "nothing is known" in failed.err) == (1, False)
    assert "that is all that names it; nothing was forgotten" in failed.err


def test_what_is_asked_at_once_is_refused(met: Home) -> None:
    for words in (
        ("--forget", "--export"),
        ("ref",),
        ("--restore",),
        ("--correct", "people/facts/ada-home", " "),
    ):
        assert met.run("about", "Ada", *words).code == 2, words


def test_another_machine_knows_it_from_the_relay(home: Home, second: Home) -> None:
    with LocalRelay() as relay:
        key = Identity.generate().nsec
        for machine in (home, second):
            machine.ok("init", "--import-key", "--relay", relay.url, stdin=key)
        home.ok("remember", "ada_home", "Rome")
        assert "Rome" in second.ok("about", "ada home", "--sync").out
        assert "Rome" in second.ok("search", "ada", "--sync").out


def test_what_only_another_machine_knows_is_carried_away_and_forgotten(
    home: Home, second: Home, tmp_path: Path
) -> None:
    (tmp_path / "third").mkdir()
    third = Home(tmp_path / "third")
    with LocalRelay() as relay:
        key = Identity.generate().nsec
        for machine in (home, second, third):
            machine.ok("init", "--import-key", "--relay", relay.url, stdin=key)
        for machine in (second, third):
            assert machine.run("about", "ada", "--export").code == 1
        home.ok("remember", "ada_home", "Rome")
        assert "Rome" in second.ok("about", "ada home", "--export").out
        assert "forgot 1 record" in third.ok("about", "ada home", "--forget", "--yes").err
