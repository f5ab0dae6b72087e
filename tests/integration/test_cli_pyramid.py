"""The pyramid at the command line, as somebody walks through it."""

import json
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sense_memory.io import http_endpoint

from .llm_server import KEY, Format, LLMServer, Turn
from .moved import chatgpt
from .pyramid_model import Model, kind_of, material
from .shell import COMMAND, Home
from .terminal import answered

pytestmark = pytest.mark.usefixtures("nearby")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_endpoint, "FIRST_PAUSE", 0.0)


@pytest.fixture
def serve() -> Iterator[Callable[[Model], str]]:
    running = list[LLMServer]()

    def serving(model: Model) -> str:
        server = LLMServer(model)
        server.__enter__()
        running.append(server)
        return f"local:m@{server.url(Format.OPENAI)}"

    yield serving
    for server in running:
        server.__exit__()


def days(topic: str, count: int, first: int = 1) -> str:
    """Observations of a topic, one a day, as ``import jsonl`` takes them."""
    return "".join(
        json.dumps(
            {
                "type": "sense-memory:observation",
                "name": f"{first + n:032x}",
                "fields": {
                    "text": f"{topic.title()} planted tree {n}.",
                    "topic": topic,
                    "timestamp": 1_770_000_000 + 86_400 * n,
                },
            }
        )
        + "\n"
        for n in range(count)
    )


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A machine that knows 25 facts of Tom; tests work on copies."""
    home = Home(tmp_path_factory.mktemp("once"))
    home.ok("init", "--local")
    home.ok("import", "jsonl", "-", stdin=days("tom", 25))
    return home


@pytest.fixture
def walked(home: Home, once: Home) -> Home:
    """A machine that knows the same."""
    home.take_over(once)
    return home


def status(home: Home) -> dict[str, Any]:
    found: dict[str, Any] = home.ok("--json", "pyramid", "status").json
    return found


def of(home: Home, topic: str) -> dict[str, Any]:
    return next(one for one in status(home)["topics"] if one["topic"] == topic)


# ------------------------------------------------------------------------------- observing


def test_nothing_is_there_at_first(home: Home) -> None:
    home.ok("init", "--local")
    shown = home.ok("pyramid", "status")
    assert "nothing was observed yet" in shown.err
    assert [line.split("\t")[0] for line in shown.out.splitlines()] == ["assistant", "user"]
    missing = home.run("--json", "pyramid", "show", "tom")
    assert (missing.code, missing.out) == (1, "null\n")
    assert "there are assistant, user" in missing.err
    nothing = home.ok("--json", "pyramid", "search", "what?")
    assert nothing.json == {"query": "what?", "answer": None, "writer": None, "hits": []}
    assert "nothing was to be done" in home.ok("pyramid", "refresh").err
    assert "nothing is filed under user" in home.ok("pyramid", "show", "user", "--observations").err


def test_a_fact_is_kept_filed_corrected_and_forgotten(home: Home) -> None:
    done = home.ok("--json", "pyramid", "observe", "Tom moved to Prague.", "--at", "2026-05-31")
    assert (done.json["at"], done.json["topic"]) == ("2026-05-31T00:00:00Z", None)
    assert (done.json["delivery"], "Prague" in done.out + done.err) == ("local", False)
    name = done.json["observation"]
    again = home.ok(
        "--json", "pyramid", "observe", "-", "--at", "2026-05-31", stdin="Tom moved to Prague.\n"
    )
    assert again.json["observation"] == name
    assert status(home)["unassigned"] == 1
    filed = home.ok("--json", "pyramid", "assign", name[:6], "Tom Smith")
    assert (filed.json["topic"], filed.json["changed"]) == ("tom-smith", True)
    edited = home.ok("pyramid", "edit", name[:12].upper(), "Tom moved to Brno.")
    assert f"corrected {name[:12]}" in edited.err
    assert "says that already" in home.ok("pyramid", "edit", name, "Tom moved to Brno.").err
    rows = home.ok("pyramid", "show", "Tom Smith", "--observations").out
    assert rows == f"{name[:12]}\t2026-05-31\tTom moved to Brno.\n"
    home.ok("pyramid", "assign", name, "--none")
    assert status(home)["unassigned"] == 1
    gone = home.ok("--json", "pyramid", "forget", name[:8]).json
    assert (gone["observation"], len(gone["event_id"])) == (name, 64)
    assert home.run("pyramid", "forget", name).code == 1
    assert status(home)["observations"] == 0


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("edit", "00000", "x"), 2, "6 or more"),
        (("edit", "tom", "x"), 2, "show TOPIC --observations"),
        (("forget", "ffffffff"), 1, "no observation's id begins with ffffffff"),
        (("forget", "000000"), 2, "25 observations begin with 000000: "),
        (("assign", f"{1:032x}"), 2, "--none"),
        (("assign", f"{1:032x}", "tom", "--none"), 2, "not both"),
        (("assign", f"{1:032x}", "..."), 2, "letter or a digit"),
        (("observe", " "), 2, "says something"),
        (("observe", "x", "--at", "then"), 2, "then"),
        (("observe", "x", "--topic", "///"), 2, "letter or a digit"),
        (("topics", "forget", "user", "--yes"), 2, "always there"),
        (("topics", "forget", "tom"), 2, "--yes"),
        (("topics", "forget", "tim", "--yes"), 1, "did you mean tom?"),
        (("search", "x", "--limit", "0"), 2, ""),
        (("search", "x", "--time-weight", "1.5"), 2, "0 to 1"),
        (("search", "x", "--topic", "nobody"), 1, "there is no topic"),
        (("summarize", "--max-tier", "-1"), 2, "max_tier"),
        (("synthesize", "nobody"), 1, "there is no topic"),
        (("refresh", "--parallel", "0"), 2, "1 to 100"),
        (("refresh", "--source", "nowhere"), 2, "nowhere"),
        (("refresh", "--provider", "nobody"), 2, "a language model is one of"),
        (("embed",), 2, "persona embed --encoder"),
    ],
)
def test_what_cannot_be_done_says_why(
    walked: Home, words: tuple[str, ...], code: int, why: str
) -> None:
    refused = walked.run("pyramid", *words)
    assert (refused.code, refused.out) == (code, ""), refused
    assert why in refused.err
    assert status(walked)["observations"] == 25


def test_ids_that_begin_alike_are_told_apart(walked: Home) -> None:
    """By as many digits as it takes."""
    said = walked.run("pyramid", "forget", "0000000").err
    named = said.split(": ")[-1].split(" and ")[0].split(", ")
    assert len(set(named)) == len(named) == 5
    assert all(len(name) == 32 for name in named)


# ------------------------------------------------------------------------ made, shown, found


def test_from_facts_to_a_page(walked: Home) -> None:
    plan = walked.ok("--json", "pyramid", "refresh", "--dry-run")
    assert (plan.json["summaries"], plan.json["topics"], plan.json["calls"]) == ([2], 1, 0)
    assert "2 summaries to be written" in plan.err
    assert status(walked)["is_dirty"]
    done = walked.ok("--json", "pyramid", "refresh").json
    assert (done["summaries"], done["told"], done["writer"]) == ([2], ["tom"], "rules")
    assert (done["source"], done["failures"], done["delivery"]) == (None, [], "local")
    assert (status(walked)["is_dirty"], of(walked, "tom")["summaries"]) == (False, [2])
    assert "all of it is up to date" in walked.ok("pyramid", "status").err
    shown = walked.ok("pyramid", "show", "tom")
    assert shown.out.startswith("tom: 25 observations; summaries: 2 of tier 0; 5 in none\n")
    page = walked.ok("--json", "pyramid", "show", "tom").json
    assert page["content"] in shown.out
    assert (page["is_told"], page["writer"], len(page["description"]) <= 120) == (
        *(True, "rules"),
        True,
    )
    pieces = [one for some in page["sections"].values() for one in some]
    assert sum("summary" in one for one in pieces) == 2
    assert sum("observation" in one for one in pieces) == 5
    assert len(walked.ok("--json", "pyramid", "show", "tom", "--observations").jsonl) == 25


def test_what_was_corrected_is_made_anew(walked: Home) -> None:
    walked.ok("pyramid", "refresh")
    walked.ok("pyramid", "edit", f"{3:032x}", "Tom felled tree 2.")
    assert of(walked, "tom")["outdated"] == 1
    shown = walked.ok("pyramid", "status")
    assert "1 out of date" in shown.out
    assert "1 summary to be written, 1 topic to be told: sense-memory pyramid refresh" in shown.err
    assert walked.ok("--json", "pyramid", "summarize").json["summaries"] == [1]
    told = walked.ok("--json", "pyramid", "synthesize").json
    assert (told["told"], told["writer"]) == (["tom"], "rules")
    assert not status(walked)["is_dirty"]
    assert "tells what would be told now" in walked.ok("pyramid", "synthesize").err
    assert walked.ok("--json", "pyramid", "synthesize", "tom", "--force").json["told"] == ["tom"]


def test_only_so_much_is_summarised(walked: Home) -> None:
    done = walked.ok("--json", "pyramid", "summarize", "--max-obs", "15").json
    assert (done["summaries"], of(walked, "tom")["unsummarised"]) == ([1], 15)
    walked.ok("import", "jsonl", "-", stdin=days("ann", 110, first=1000))
    done = walked.ok("--json", "pyramid", "summarize", "--max-tier", "0").json
    assert done["summaries"] == [12]
    assert of(walked, "ann")["summaries"] == [11]
    assert walked.ok("--json", "pyramid", "summarize").json["summaries"] == [0, 1]


def test_what_is_found_has_a_number_a_date_and_a_topic(walked: Home) -> None:
    walked.ok("pyramid", "observe", "Ann likes tea.", "--topic", "ann", "--at", "2026-05-31")
    found = walked.ok("--json", "pyramid", "search", "tea", "--raw").json
    first = found["hits"][0]
    assert (first["source"], first["text"], first["topic"]) == (1, "Ann likes tea.", "ann")
    assert (first["at"], found["answer"]) == ("2026-05-31T00:00:00Z", None)
    assert 0 <= first["distance"] <= 1
    row = walked.ok("pyramid", "search", "tea").out.splitlines()[0]
    assert row == "[1]\t2026-05-31\tann\tAnn likes tea."
    trees = ("pyramid", "search", "tree", "--topic", "tom", "--limit", "7", "--time-weight", "0")
    assert len(walked.ok("--json", *trees).json["hits"]) == 7


def test_topics_are_listed_made_and_forgotten(walked: Home) -> None:
    made = walked.ok("--json", "pyramid", "topics", "add", "Project Orpheus").json
    assert (made["topic"], made["name"], made["is_new"]) == (
        *("project-orpheus", "Project Orpheus"),
        True,
    )
    again = walked.ok("--json", "pyramid", "topics", "add", "project orpheus").json
    assert not again["is_new"]
    walked.ok("pyramid", "refresh")
    listed = walked.ok("--json", "pyramid", "topics", "list").jsonl
    assert [one["topic"] for one in listed] == ["assistant", "user", "project-orpheus", "tom"]
    assert listed[3]["description"]
    assert walked.ok("pyramid", "topics", "list").out.splitlines()[3].startswith("tom\t25\t5\t")
    nobody = walked.run("pyramid", "topics", "forget", "nobody")
    assert (nobody.code, nobody.err.count("\n")) == (1, 1)
    assert "no topic" in nobody.err
    assert "will be gone" not in nobody.err
    shown, code = answered(walked, ["pyramid", "topics", "forget", "tom"], [("type tom", "no\n")])
    assert (code, "nothing was forgotten" in shown) == (1, True)
    shown, code = answered(walked, ["pyramid", "topics", "forget", "tom"], [("type tom", "tom\n")])
    assert code == 0
    found = status(walked)
    assert (found["unassigned"], found["observations"]) == (25, 25)
    assert "tom" not in [one["topic"] for one in found["topics"]]


def test_scopes_have_pyramids_of_their_own(walked: Home) -> None:
    there = ("--scope", "user:alice", "--json", "pyramid", "status")
    assert walked.ok(*there).json["observations"] == 0
    walked.ok("--scope", "user:alice", "pyramid", "observe", "Alice likes tea.")
    assert walked.ok(*there).json["observations"] == 1
    assert status(walked)["observations"] == 25


def test_a_profile_is_made_by_what_writes_and_by_nothing_else(home: Home) -> None:
    for words in (("status",), ("refresh",), ("show", "user"), ("search", "x")):
        assert "there is no profile" in home.run("pyramid", *words).err
    assert "made the profile" in home.ok("pyramid", "observe", "Tom likes tea.").err


# ------------------------------------------------------------------------------ with a model


def test_nothing_is_asked_of_a_model_that_nobody_named(
    walked: Home, serve: Callable[[Model], str]
) -> None:
    """A key in the environment is no request; naming a provider is one, and a variable is."""
    model = Model()
    provider = serve(model)
    keys = {"ANTHROPIC_API_KEY": "x", "LOCAL_LLM_URL": provider.partition("@")[2]}
    done = walked.ok("--json", "pyramid", "refresh", **keys)
    assert (done.json["writer"], model.prompts) == ("rules", [])
    walked.ok("pyramid", "search", "what did Tom plant?", **keys)
    assert model.prompts == []
    asked = {"SENSE_MEMORY_LLM": provider, "LOCAL_LLM_KEY": KEY}
    found = walked.ok("--json", "pyramid", "search", "what did Tom plant?", **asked).json
    assert (found["writer"], model.kinds) == ("local:m", {"answer": 1})


def test_a_model_writes_and_answers(walked: Home, serve: Callable[[Model], str]) -> None:
    model = Model()
    by = ("--provider", serve(model))
    key = {"LOCAL_LLM_KEY": KEY}
    plan = walked.ok("--json", "pyramid", "refresh", "--dry-run", *by, **key)
    assert (plan.json["calls"], plan.json["writer"], model.prompts) == (3, "local:m", [])
    assert "at most 3 requests to local:m, which take in about" in plan.err
    done = walked.ok("--json", "pyramid", "refresh", *by, **key).json
    assert (done["summaries"], done["told"], done["writer"]) == ([2], ["tom"], "local:m")
    assert walked.ok("--json", "pyramid", "show", "tom").json["content"] == "All of tom."
    shown = walked.ok("pyramid", "search", "what did Tom plant?", "-n", "3", *by, **key)
    answer, blank, *rows = shown.out.splitlines()
    assert (answer, blank, len(rows)) == ("So it is [3].", "", 3)
    assert rows[2].startswith("[3]\t")
    found = walked.ok("--json", "pyramid", "search", "what did Tom plant?", *by, **key).json
    assert found["answer"].startswith("So it is [")
    assert len(found["hits"]) == len(material(model.prompts[-1])) - 1
    walked.ok("pyramid", "search", "what did Tom plant?", "--raw", *by, **key)
    assert model.kinds["answer"] == 2


def test_what_a_model_fails_at_is_said_and_the_rest_stays(
    walked: Home, serve: Callable[[Model], str]
) -> None:
    model = Model(lambda prompt: Turn(status=500, message="no") if "tree 0." in prompt else None)
    by, key = ("--provider", serve(model)), {"LOCAL_LLM_KEY": KEY}
    failed = walked.run("--json", "pyramid", "refresh", *by, **key)
    assert (failed.code, failed.json["summaries"], len(failed.json["failures"])) == (1, [1], 2)
    assert "what was made stays; the next run tries the rest again" in failed.err
    model = Model(lambda _: Turn(status=500, message="no"))
    by = ("--provider", serve(model))
    unanswered = walked.run("--json", "pyramid", "search", "what did Tom plant?", *by, **key)
    assert (unanswered.code, unanswered.json["answer"]) == (1, None)
    assert unanswered.json["hits"]
    assert "the model could not answer" in unanswered.err


def test_much_is_asked_only_once_somebody_agreed(
    walked: Home, serve: Callable[[Model], str]
) -> None:
    walked.ok("import", "jsonl", "-", stdin=days("ann", 200, first=1000))
    model = Model()
    by = ("--provider", serve(model))
    key: dict[str, Any] = {"LOCAL_LLM_KEY": KEY}
    for words in (("pyramid", "refresh"), ("pyramid", "summarize"), ("sleep",)):
        refused = walked.run(*words, *by, **key)
        assert (refused.code, model.prompts) == (2, [])
        assert "at most 2" in refused.err
        assert "requests to local:m" in refused.err
        assert "say --yes" in refused.err
    command = ["pyramid", "refresh", *by]
    shown, code = answered(walked, command, [("type yes", "no\n")], **key)
    assert (code, model.prompts) == (1, [])
    shown, code = answered(walked, command, [("type yes", "yes\n")], **key)
    assert (code, "26 requests to local:m" in shown) == (0, True)
    assert len(model.prompts) == 26
    assert not status(walked)["is_dirty"]
    walked.ok("import", "jsonl", "-", stdin=days("bo", 250, first=5000))
    assert walked.ok("--json", "pyramid", "summarize", "--yes", *by, **key).json["summaries"] == [
        *(25, 2)
    ]


def test_much_is_asked_about_what_moves_in_only_once_somebody_agreed(
    home: Home, tmp_path: Path, serve: Callable[[Model], str]
) -> None:
    home.ok("init", "--local")
    model = Model()
    moving = ("import", "chatgpt", str(chatgpt(tmp_path, conversations=25)))
    refused = home.run(*moving, "--provider", serve(model), LOCAL_LLM_KEY=KEY)
    assert (refused.code, model.prompts) == (2, [])
    assert "at most 25 requests to local:m" in refused.err
    assert "give about" not in refused.err, "nobody has counted that"


def test_who_is_killed_asks_only_for_the_rest(walked: Home, serve: Callable[[Model], str]) -> None:
    """By a signal that nobody can catch, while answers are awaited."""
    walked.ok("import", "jsonl", "-", stdin=days("ann", 100, first=1000))
    model = Model(holding=6)
    words = ("pyramid", "refresh", "--parallel", "2", "--provider", serve(model))
    environment = {**walked.environment, "LOCAL_LLM_KEY": KEY}
    process = subprocess.Popen(
        [*COMMAND, *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert model.reached.wait(40)
    process.kill()
    process.wait()
    model.holding = None
    model.free.set()
    assert of(walked, "ann")["summaries"] or of(walked, "tom")["summaries"]
    walked.ok(*words, LOCAL_LLM_KEY=KEY)
    assert not status(walked)["is_dirty"]
    # 12 summaries of observations, one of summaries, and two topics
    asked = Counter(model.prompts)
    assert len(asked) == 15
    assert sum(asked.values()) - len(asked) <= 2


def test_a_bar_shows_how_far_it_has_come(walked: Home, serve: Callable[[Model], str]) -> None:
    walked.ok("import", "jsonl", "-", stdin=days("ann", 100, first=1000))
    provider = serve(Model(slowness=0.12))
    words = ["pyramid", "refresh", "--parallel", "1", "--provider", provider]
    shown, code = answered(walked, words, [], LOCAL_LLM_KEY=KEY)
    assert (code, "summarizing" in shown, "/13" in shown) == (0, True, True)


# -------------------------------------------------------------------------------- transcripts


def transcript(folder: Path, name: str, *texts: str) -> Path:
    """A session of OpenClaw's; given again it has grown."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / name).open("a") as file:
        for text in texts:
            message = {"role": "user", "content": text, "timestamp": 1_770_000_000_000}
            file.write(json.dumps({"type": "message", "message": message}) + "\n")
    return folder


def test_transcripts_are_read_as_they_grow(home: Home, serve: Callable[[Model], str]) -> None:
    usual = home.folder / ".openclaw" / "agents" / "main" / "sessions"
    assert "openclaw" in home.run("pyramid", "refresh", "--source", "openclaw").err
    transcript(usual, "s.jsonl", "Tom moved to Prague last May.", "My sister Ann likes tea.")
    model = Model()
    by, key = ("--provider", serve(model), "--source", "openclaw"), {"LOCAL_LLM_KEY": KEY}
    home.ok("init", "--local")
    plan = home.ok("--json", "pyramid", "refresh", "--dry-run", *by, **key).json
    assert (plan["source"]["messages"], plan["source"]["calls"], model.prompts) == (2, 1, [])
    done = home.ok("--json", "pyramid", "refresh", *by, **key).json
    assert (done["source"]["messages"], done["source"]["observations"]) == (2, 2)
    assert (done["assigned"], sorted(done["created"])) == (2, ["my", "tom"])
    asked = len(model.prompts)
    again = home.ok("--json", "pyramid", "refresh", *by, **key).json
    assert (again["source"]["messages"], len(model.prompts)) == (0, asked)
    transcript(usual, "s.jsonl", "Tom bought a boat.")
    more = home.ok("--json", "pyramid", "refresh", *by, **key).json
    assert more["source"]["messages"] == 1
    assert [kind_of(prompt) for prompt in model.prompts[asked:]] == ["observe", "assign", "tell"]


def test_a_folder_of_transcripts_is_read_by_rules(home: Home, tmp_path: Path) -> None:
    folder = transcript(tmp_path / "sessions", "s.jsonl", "I live in Prague with my dog Rex.")
    done = home.ok("--json", "pyramid", "refresh", "--source", str(folder)).json
    assert (done["source"]["messages"], done["writer"]) == (1, "rules")
    assert status(home)["observations"] == done["source"]["observations"] == 1
    shown = home.ok("pyramid", "show", "user").out
    assert "Prague" in shown
    again = home.ok("--json", "pyramid", "refresh", "--source", str(folder)).json
    assert again["source"]["messages"] == 0
    empty = tmp_path / "empty"
    empty.mkdir()
    assert home.run("pyramid", "refresh", "--source", str(empty)).code in (0, 2)


def test_the_sections_are_those_of_now(home: Home) -> None:
    home.ok("init", "--local")
    day = 86_400
    for age in (1, 5, 20, 60, 200, 900):
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - age * day))
        home.ok("pyramid", "observe", f"Tom is {age}.", "--topic", "tom", "--at", at)
    page = home.ok("--json", "pyramid", "show", "tom").json
    assert {name: [one["text"] for one in some] for name, some in page["sections"].items()} == {
        "Last 3 Days": ["Tom is 1."],
        "This Week": ["Tom is 5."],
        "This Month": ["Tom is 20."],
        "This Quarter": ["Tom is 60."],
        "This Year": ["Tom is 200."],
        "Earlier": ["Tom is 900."],
    }
    shown = home.ok("pyramid", "show", "tom")
    assert "Last 3 Days: 1, This Week: 1" in shown.out
    assert "to be told anew" in shown.err
