"""Talking with a peer from the command line: what is said, kept, moved, and what may go wrong."""

import json
import signal
import subprocess
import threading
from collections.abc import Iterator

import pytest

from sense_memory.cli.chat import MANNER
from sense_memory.core.records.rapport import DIMENSIONS

from .llm_server import KEY, Format, LLMServer, Request, Turn
from .shell import COMMAND, NOBODY, Home, Run
from .terminal import answered

pytestmark = pytest.mark.usefixtures("nearby")

NEUTRAL = {"evidence": "", "signal": "", "value": 0.5}
OPEN = {
    **dict.fromkeys(DIMENSIONS, NEUTRAL),
    "trust": {"evidence": "told a secret", "signal": "open", "value": 1.0},
    "resilience": {**NEUTRAL, "type": "untested"},
    "explicit_corrections": [],
}
"""A reading that moves nothing but trust, to 0.55."""
CONDENSED = {
    "base_tone": "Curious and quick, with little patience for padding.",
    "patterns": [{"text": "If it gets shallow → asks sharper", "sessions": ["s1", "s2"]}],
    "anchors": [],
}


@pytest.fixture
def llm() -> Iterator[LLMServer]:
    with LLMServer() as server:
        yield server


@pytest.fixture
def home(home: Home) -> Home:
    """A machine with the key of every provider; which is asked is said by option or variable."""
    home.environment |= {
        "OPENAI_API_KEY": KEY,
        "ANTHROPIC_API_KEY": KEY,
        "GEMINI_API_KEY": KEY,
        "TERM": "dumb",
    }
    return home


def asked(llm: LLMServer, form: Format = Format.OPENAI) -> tuple[str, ...]:
    return "--provider", f"{form.value}:m@{llm.url(form)}"


def chat(home: Home, llm: LLMServer, typed: str, *more: str, **environment: str) -> Run:
    words = ("chat", "--peer", "vergel", *asked(llm), *more)
    options = ("--json", *words) if "json" in environment else words
    environment.pop("json", None)
    return home.run(*options, stdin=typed, **environment)


def known(home: Home) -> list[dict[str, object]]:
    return home.ok("--json", "rapport", "list").jsonl


# ------------------------------------------------------------------------------ how it goes


@pytest.mark.parametrize("form", [Format.OPENAI, Format.ANTHROPIC, Format.GEMINI])
def test_a_conversation_is_held_and_then_read(home: Home, llm: LLMServer, form: Format) -> None:
    llm.say("Hello to you.", "Good to hear.")
    llm.answer(OPEN)
    words = ("chat", "--peer", "vergel", *asked(llm, form), "--extract-model", "cheap")
    run = home.ok(*words, stdin="hello\nI am fine today\nBye\nnever said\n")
    assert run.out == "Hello to you.\nGood to hear.\n"
    assert "vergel is new here" in run.err
    assert f"{form.value}:m answers, and {form.value}:cheap reads the session" in run.err
    assert f"session 1 with vergel, read by {form.value}:cheap" in run.err
    assert "session 1 with vergel" in run.err
    assert "trust 0.50 → 0.55\n" in run.err
    assert "stored on this machine" in run.err
    first, second, reading = llm.asked
    assert (first.streams, second.streams, reading.streams) == (True, True, False)
    assert "===== memory" not in first.texts[0], "nothing is known yet"
    assert first.texts[1:] == ["hello"]
    assert second.texts[1:] == ["hello", "Hello to you.", "I am fine today"]
    assert "Good to hear." in reading.texts[-1]
    assert "never said" not in reading.texts[-1]
    model = reading.path if form is Format.GEMINI else reading.body["model"]
    assert "cheap" in model
    (peer,) = known(home)
    assert (peer["peer"], peer["sessions"]) == ("vergel", 1)

    llm.say("Again?")
    llm.answer(OPEN)
    again = home.ok(*words, stdin="me again\n")
    assert "session 2 with vergel" in again.err
    assert "new here" not in again.err
    told = llm.asked[3].texts
    assert "how to talk with vergel" in told[0]
    last = ["hello", "Hello to you.", "I am fine today", "Good to hear."]
    assert told[1:] == [*last, "me again"], "what was said last, once, from a message of the user's"


def kept(home: Home, conversation: str = "vergel") -> list[str]:
    run = home.run("--json", "conversations", "show", conversation)
    return [one["text"] for one in run.jsonl] if run.code == 0 else []


def test_what_was_read_of_a_session_goes_with_its_conversation(home: Home, llm: LLMServer) -> None:
    def readings() -> list[dict[str, object]]:
        (shown,) = home.ok("--json", "rapport", "show", "vergel").jsonl
        kept: list[dict[str, object]] = shown["kept"]
        return kept

    llm.say("Hello to you.")
    llm.answer(OPEN)
    chat(home, llm, "my secret is a parrot\n")
    assert "told a secret" in str(readings())
    home.ok("conversations", "forget", "vergel", "--yes")
    assert readings() == []


def test_what_is_said_is_kept_turn_by_turn_and_told_when_it_matters(
    home: Home, llm: LLMServer
) -> None:
    llm.say("Noted.", *(f"Word {number}." for number in range(6)))
    llm.answer(OPEN)
    chatter = "".join(f"say word {number}\n" for number in range(6))
    chat(home, llm, f"my parrot is called Ottokar\n{chatter}")
    assert kept(home)[:4] == ["my parrot is called Ottokar", "Noted.", "say word 0", "Word 0."]
    assert len(kept(home)) == 14
    llm.say("Ottokar.")
    llm.answer(OPEN)
    chat(home, llm, "what is my parrot called?\n")
    system, *said = llm.asked[-2].texts
    assert "my parrot is called Ottokar" in system
    last = ["say word 4", "Word 4.", "say word 5", "Word 5."]
    assert said == [*last, "what is my parrot called?"]
    assert not [one for one in said if one in system]
    assert kept(home)[-2:] == ["what is my parrot called?", "Ottokar."]


def test_what_the_model_is_shown_anyway_is_not_quoted(home: Home, llm: LLMServer) -> None:
    llm.say("Noted.", "Ottokar.")
    llm.answer(OPEN)
    chat(home, llm, "my parrot is called Ottokar\nwhat is my parrot called?\n")
    system, *said = llm.asked[1].texts
    assert said == ["my parrot is called Ottokar", "Noted.", "what is my parrot called?"]
    assert "parrot" not in system


def test_what_the_peer_told_is_known_elsewhere(home: Home, llm: LLMServer) -> None:
    llm.say("Nice.")
    llm.answer(OPEN)
    chat(home, llm, "I live in Lisbon\n")
    assert "I live in Lisbon" in home.ok("about", "vergel").out
    home.ok("conversations", "forget", "vergel", "--yes")
    assert "Lisbon" not in home.run("about", "vergel").out, "it goes with what it was learned from"


def test_a_conversation_of_another_name(home: Home, llm: LLMServer) -> None:
    llm.say("Hello.")
    llm.answer(OPEN)
    chat(home, llm, "hello\n", "--conversation", "standup")
    assert (kept(home), kept(home, "standup")) == ([], ["hello", "Hello."])
    assert known(home)[0]["peer"] == "vergel"
    run = chat(home, llm, "hello\n", "--conversation", "a/b")
    assert run.code != 0
    assert "a/b" in run.err


def test_scopes_are_apart(home: Home, llm: LLMServer) -> None:
    for scope, name in (("user:a", "Ottokar"), ("user:b", "Kunigunde")):
        llm.say("Noted.")
        llm.answer(OPEN)
        words = ("chat", "--peer", "vergel", *asked(llm))
        home.ok("--scope", scope, *words, stdin=f"my parrot is called {name}\n")
        llm.say("What?")
        llm.answer(OPEN)
        home.ok("--scope", scope, *words, stdin="what is my parrot called?\n")
        shown = "\n".join(llm.asked[-2].texts)
        assert name in shown
        assert "Ottokar" not in shown or name == "Ottokar"


def test_for_programs(home: Home, llm: LLMServer) -> None:
    llm.say("Hello\nto you.")
    llm.answer(OPEN)
    said, end = chat(home, llm, "hello\n", json="").jsonl
    assert said == {"role": "assistant", "content": "Hello\nto you."}
    assert end["moved"] == [{"dimension": "trust", "from": 0.5, "to": 0.55}]
    assert (end["peer"], end["sessions"], end["turns"]) == ("vergel", 1, 2)
    assert (end["condensed"], end["delivery"]) == (None, "local")


def test_where_no_relay_can_be_asked(home: Home, llm: LLMServer) -> None:
    """Whether the two have met is not known here, so nothing is said of it; the session counts."""
    home.ok("init", "--relay", NOBODY)
    llm.say("Hello.")
    llm.answer(OPEN)
    run = chat(home, llm, "hello\n")
    assert (run.code, run.out) == (3, "Hello.\n")
    assert "it cannot be known who vergel is" in run.err
    assert llm.asked[0].texts == [MANNER, "hello"]
    assert run.err.count("it cannot be known") == 1
    assert "session 1 with vergel" in run.err
    assert kept(home) == ["hello", "Hello."]
    assert "no relay has accepted it yet" in run.err
    assert known(home)[0]["sessions"] == 1, "what is here is listed"


def test_a_flat_conversation_begins_and_ends_with_nothing(home: Home, llm: LLMServer) -> None:
    llm.say("Hello.")
    run = chat(home, llm, "hello\n", "--mode", "flat")
    assert (run.code, run.out) == (0, "Hello.\n")
    assert "nothing is kept" in run.err
    (only,) = llm.asked
    assert only.texts == [MANNER, "hello"]
    assert not (home.folder / "default.toml").exists(), "a profile was made for nothing"


@pytest.mark.parametrize("typed", ["", "\n\n", "quit\n", "exit", " BYE \nhello\n"])
def test_without_an_answer_nothing_is_kept(home: Home, llm: LLMServer, typed: str) -> None:
    run = chat(home, llm, typed)
    assert (run.code, run.out, llm.asked) == (0, "", [])
    assert "nothing to keep" in run.err
    assert known(home) == []
    assert kept(home) == []


def test_a_long_conversation_is_sent_shortened_and_read_whole(home: Home, llm: LLMServer) -> None:
    llm.say(*(f"answer {number}" for number in range(14)))
    llm.answer(OPEN)
    run = chat(home, llm, "".join(f"question {number}\n" for number in range(14)))
    assert run.code == 0, run
    last, reading = llm.asked[-2:]
    assert len(last.texts) <= 22
    assert last.texts[-1] == "question 13"
    assert "question 0" in last.texts[1]
    assert all(f"question {n}" in reading.texts[-1] for n in range(14))


def test_every_fifth_session_condenses(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    turns = json.dumps([{"role": "user", "content": "hello"}])
    for number in range(4):
        home.ok("rapport", "observe", "vergel", "-", "--session", f"{number}", stdin=turns)
    llm.say("Hello.")
    llm.answer(OPEN, CONDENSED)
    end = chat(home, llm, "hello\n", json="")
    assert "condensed 5 sessions by openai:m" in end.err
    assert end.jsonl[-1]["condensed"]["written"] == ["base_tone", "patterns"]
    assert not known(home)[0]["is_due"]
    llm.say("Hello.")
    llm.answer(OPEN)
    assert "condensed" not in chat(home, llm, "hello\n").err
    assert "little patience" in llm.asked[-2].texts[0]


def test_a_model_that_cannot_condense(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    turns = json.dumps([{"role": "user", "content": "hello"}])
    for number in range(4):
        home.ok("rapport", "observe", "vergel", "-", "--session", f"{number}", stdin=turns)
    llm.say("Hello.")
    llm.answer(OPEN, {}, {})
    run = chat(home, llm, "hello\n")
    assert run.code == 0, run
    assert "the model could not condense the sessions" in run.err
    assert "still to be condensed" in run.err
    assert (known(home)[0]["sessions"], known(home)[0]["is_due"]) == (5, True)


# ------------------------------------------------------------------------- what may go wrong


def test_half_an_answer_is_marked_and_does_not_count(home: Home, llm: LLMServer) -> None:
    llm.then(Turn(text="Half of this will be lost", breaks_with="overloaded"))
    llm.say("All of it.", "Yes.")
    llm.answer(OPEN)
    run = chat(home, llm, "hello\n\nand then?\n")
    assert run.code == 0, run
    broken, whole, then = run.out.splitlines()
    assert broken.endswith("[broken off]")
    assert broken.startswith("Half")
    assert (whole, then) == ("All of it.", "Yes.")
    assert "an empty line asks again" in run.err
    first, again, after, reading = llm.asked
    assert again.texts == first.texts
    assert after.texts[1:] == ["hello", "All of it.", "and then?"]
    assert "Half" not in reading.texts[-1]


def test_an_answer_that_was_cut_for_its_length_is_said(home: Home, llm: LLMServer) -> None:
    """Asked again it would be cut again, so that the turn could never count."""
    llm.then(Turn(text="A story without an end", ending="length", tokens=(9, 4096)))
    llm.say("The end.")
    llm.answer(OPEN)
    run = chat(home, llm, "a story\ngo on\n")
    assert run.code == 0, run
    assert run.out.splitlines() == ["A story without an end [cut at 4096 tokens]", "The end."]
    assert kept(home) == ["a story", "A story without an end", "go on", "The end."]
    assert "an empty line asks again" not in run.err
    _, after, reading = llm.asked
    assert after.texts[1:] == ["a story", "A story without an end", "go on"]
    assert "A story without an end" in reading.texts[-1]


def test_an_answer_that_was_cut_is_marked_for_programs(home: Home, llm: LLMServer) -> None:
    llm.then(Turn(text="A story", ending="length", tokens=(9, 4096)))
    llm.answer(OPEN)
    said, end = chat(home, llm, "a story\n", json="").jsonl
    assert said == {"role": "assistant", "content": "A story", "cut_at": 4096}
    assert end["sessions"] == 1


def test_an_answer_that_was_cut_before_it_began(home: Home, llm: LLMServer) -> None:
    llm.then(Turn(text="", ending="length", tokens=(9, 4096)))
    run = chat(home, llm, "a story\n")
    assert run.code == 1, run
    assert "the model said nothing: its 4096 tokens were used up before" in run.err
    assert "chat_tokens=" not in run.err


def test_who_declines_is_said_to_decline(home: Home, llm: LLMServer) -> None:
    llm.then(Turn(text="", ending="refused"))
    run = chat(home, llm, "a story\n")
    assert run.code == 1, run
    assert "declined to answer" in run.err
    assert "cut off" not in run.err


def test_a_failed_turn_can_be_put_otherwise(home: Home, llm: LLMServer) -> None:
    llm.say("Hello.")
    llm.then(Turn(status=400, message="too much"))
    llm.say("Better.")
    llm.answer(OPEN)
    run = chat(home, llm, "hello\nlong\nshort\n", json="")
    assert run.code == 0, run
    assert [one["content"] for one in run.jsonl[:-1]] == ["Hello.", "Better."]
    assert llm.asked[2].texts[1:] == ["hello", "Hello.", "short"]


def test_a_conversation_that_ends_with_a_failure_is_kept(home: Home, llm: LLMServer) -> None:
    llm.say("Hello.")
    llm.then(Turn(text="Half an answer, no more", breaks_with="overloaded"))
    llm.answer(OPEN)
    run = chat(home, llm, "hello\nthat was too formal\n", json="")
    assert run.code == 1, run
    hello, half, end = run.jsonl
    assert "is_broken" not in hello
    assert half["is_broken"]
    assert end["sessions"] == 1
    assert "that was too formal" in llm.asked[-1].texts[-1], "it was said, answered or not"
    assert kept(home) == ["hello", "Hello.", "that was too formal"]


def test_silence_is_no_answer(home: Home, llm: LLMServer) -> None:
    llm.say(" ")
    run = chat(home, llm, "hello\n")
    assert run.code == 1, run
    assert "the model said nothing" in run.err
    assert "nothing to keep" in run.err


def test_a_key_that_is_not_taken_ends_it(home: Home, llm: LLMServer) -> None:
    run = chat(home, llm, "hello\nhello?\n", OPENAI_API_KEY="sk-wrong-4711")
    assert (run.code, len(llm.asked)) == (1, 1)
    assert "the conversation ends here" in run.err
    assert "sk-wrong-4711" not in run.err
    assert known(home) == []


@pytest.mark.parametrize(
    ("words", "variables", "code", "why"),
    [
        ((), {}, 1, "OPENAI_API_KEY"),
        ((), {"OPENAI_API_KEY": KEY, "GOOGLE_API_KEY": KEY}, 1, "say which of openai, google"),
        ((), {"SENSE_MEMORY_LLM": "nobody"}, 1, "a language model is one of"),
        (("--provider", "nobody"), {}, 2, "a language model is one of"),
        (("--provider", "nobody:m@http://localhost:1"), {}, 2, "a language model is one of"),
        (("--provider", "local@ftp://x"), {}, 2, "https:// URL, or http:// to this machine"),
        (("--provider", "local@localhost:1"), {}, 2, "what follows @ is the URL"),
        (("--provider", "openai"), {}, 1, "set OPENAI_API_KEY"),
        (("--provider", "local"), {}, 1, "--model or model=, as local:MODEL, or in LOCAL_LLM_MO"),
    ],
)
def test_without_a_model_there_is_no_conversation(
    home: Home, words: tuple[str, ...], variables: dict[str, str], code: int, why: str
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        del home.environment[name]
    run = home.run("chat", "--peer", "vergel", *words, stdin="hello\n", **variables)
    assert (run.code, run.out) == (code, "")
    assert why in run.err
    assert "api_key=" not in run.err
    assert KEY not in run.err
    assert not (home.folder / "default.toml").exists(), "a profile was made for nothing"


def test_the_only_provider_that_is_set_up_is_asked(home: Home, llm: LLMServer) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        del home.environment[name]
    local = {"LOCAL_LLM_URL": llm.url(Format.OPENAI), "LOCAL_LLM_KEY": KEY, "LOCAL_LLM_MODEL": "m"}
    llm.say("Hello.")
    llm.answer(OPEN)
    run = home.ok("chat", "--peer", "vergel", stdin="hello\n", **local)
    assert "read by local:m" in run.err
    variable = {"OPENAI_API_KEY": KEY, "SENSE_MEMORY_LLM": f"openai:m@{llm.url(Format.OPENAI)}"}
    llm.say("Hello.")
    llm.answer(OPEN)
    run = home.ok("chat", "--peer", "vergel", "--model", "n", stdin="hello\n", **variable, **local)
    assert "read by openai:n" in run.err


def test_what_the_model_cannot_read_is_read_by_rules(home: Home, llm: LLMServer) -> None:
    llm.say("Hello.")
    llm.answer({}, {"trust": "much"})
    end = chat(home, llm, "hello!! I love this, haha\n", json="")
    assert end.code == 0, end
    assert "the model could not read the session" in end.err
    assert "read by rules" in end.err
    assert end.jsonl[-1]["reader"] == "rules"
    assert known(home)[0]["sessions"] == 1


def test_what_is_lost_is_said(home: Home) -> None:
    """The store breaks while the two talk; what stays is what the terminal shows."""
    home.ok("init", "--local")

    def breaking(request: Request) -> Turn:
        if request.streams:
            database = home.folder / "default" / "memory.db"
            database.write_bytes(bytes(database.stat().st_size))
        return Turn(text="Hello.", value=None if request.streams else OPEN)

    with LLMServer(breaking) as llm:
        run = chat(home, llm, "hello\n")
    assert (run.code, run.out) == (1, "Hello.\n")
    assert "the session with vergel was not kept" in run.err
    assert "nothing of it is stored" in run.err


def test_what_is_no_text_costs_no_conversation(home: Home, llm: LLMServer) -> None:
    llm.say("Größe: \x1b[2J█")
    llm.answer(OPEN)
    run = home.run(
        "chat", "--peer", "vergel", *asked(llm), stdin=b"gr\xfc\xdfe\nbye\n", PYTHONUTF8="0"
    )
    assert run.code == 0, run
    assert llm.asked[0].texts[1] == "gr��e"
    assert "\x1b" in run.out, "exact for a pipe"


def test_standard_output_of_few_characters(home: Home, llm: LLMServer) -> None:
    llm.say("Größe █")
    llm.answer(OPEN)
    process = subprocess.run(
        [*COMMAND, "chat", "--peer", "vergel", *asked(llm)],
        input=b"hello\n",
        capture_output=True,
        env={**home.environment, "PYTHONIOENCODING": "ascii"},
        timeout=50,
        check=False,
    )
    assert process.returncode == 0, process
    assert process.stdout == b"Gr\\xf6\\xdfe \\u2588\n"
    assert known(home)[0]["sessions"] == 1


def test_nobody_reads_the_answers(home: Home, llm: LLMServer) -> None:
    llm.say("Hello.", "Are you there?")
    llm.answer(OPEN)
    process = subprocess.Popen(
        [*COMMAND, "chat", "--peer", "vergel", *asked(llm)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=home.environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"hello\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"Hello.\n"
    process.stdout.close()
    process.stdin.write(b"and?\nbye\n")
    process.stdin.close()
    said = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(30) != 0
    assert "Traceback" not in said
    assert "session 1 with vergel" in said
    assert known(home)[0]["sessions"] == 1


# ------------------------------------------------------------------ other commands that may ask


def test_a_model_that_is_named_reads_condenses_and_sleeps(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    turns = json.dumps([{"role": "user", "content": "hello"}])
    told = (*asked(llm), "--model", "reader")
    llm.answer(*[OPEN] * 5)
    for _ in range(5):
        done = home.ok("--json", "rapport", "observe", "vergel", "-", *told, stdin=turns).json
        assert (done["reader"], done["moved"][0]["dimension"]) == ("openai:reader", "trust")
    home.ok("sleep", "--dry-run", *told)
    llm.answer(CONDENSED)
    slept = home.ok("sleep", *told)
    assert "vergel" in slept.out
    assert "little patience" in home.ok("rapport", "layers", "vergel").out
    llm.answer({**CONDENSED, "base_tone": "Slow and careful, and glad of a pause."})
    again = home.ok("--json", "rapport", "condense", "vergel", *told).json
    assert (again["condenser"], again["written"]) == ("openai:reader", ["base_tone"])
    assert {one.body["model"] for one in llm.asked} == {"reader"}
    assert len(llm.asked) == 7
    llm.answer({}, {})
    failed = home.run("rapport", "condense", "vergel", *told)
    assert failed.code == 1, failed
    assert "Slow and careful" in home.ok("rapport", "layers", "vergel").out


def test_what_is_due_is_done_by_whoever_watches(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    turns = json.dumps([{"role": "user", "content": "hello"}])
    for _ in range(5):
        home.ok("rapport", "observe", "vergel", "-", stdin=turns)
    llm.answer(CONDENSED)
    home.ok("watch", "--once", *asked(llm))
    assert "little patience" in home.ok("rapport", "layers", "vergel").out


# ------------------------------------------------------------------------------ at a terminal


def talk(home: Home, llm: LLMServer, *answers: tuple[str, str | signal.Signals]) -> tuple[str, int]:
    """Talk at a terminal of one's own: Ctrl-C is a signal there."""
    words = ["chat", "--peer", "vergel", *asked(llm)]
    return answered(home, words, answers, is_controlling=True)


def test_at_a_terminal(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    llm.say("Red \x1b[31malert\x1b[0m and \x9b2J.")
    llm.answer(OPEN)
    shown, code = talk(home, llm, ("> ", "hello\n"), ("> ", "bye\n"))
    assert code == 0, shown
    assert "Red \\x1b[31malert\\x1b[0m and \\x9b2J." in shown
    assert "trust 0.50 → 0.55" in shown


def test_for_programs_at_a_terminal(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    llm.say("Hello.")
    llm.answer(OPEN)
    words = ["--json", "chat", "--peer", "vergel", *asked(llm)]
    shown, code = answered(home, words, [("> ", "hello\n"), ("> ", "\x04")])
    assert code == 0, shown
    assert '{"role": "assistant", "content": "Hello."}' in shown
    assert '"sessions": 1' in shown


def test_ctrl_c_ends_the_conversation_and_it_counts(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    llm.say("Hello.")
    llm.answer(OPEN)
    shown, code = talk(home, llm, ("> ", "hello\n"), ("> ", "\x03"))
    assert code == 0, shown
    assert known(home)[0]["sessions"] == 1


def test_ctrl_c_in_the_middle_of_an_answer(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    llm.say("Hello.")
    llm.then(Turn(text="Without end, amen. ", endless=True))
    llm.answer(OPEN)
    shown, code = talk(home, llm, ("> ", "hello\n"), ("> ", "go on\n"), ("Witho", "\x03"))
    assert code == 0, shown
    assert llm.left.wait(10), "the connection was left open"
    assert known(home)[0]["sessions"] == 1
    assert "Without" not in llm.asked[-1].texts[-1]


def test_a_second_ctrl_c_leaves_at_once(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    never = threading.Event()
    llm.say("Hello.")
    llm.then(Turn(value=OPEN, pause=never))
    try:
        shown, code = talk(home, llm, ("> ", "hello\n"), ("> ", "\x03"), ("leaves at once", "\x03"))
    finally:
        never.set()
    assert code == 1, shown
    assert "the session with vergel was not kept (you left)" in shown
    assert known(home) == []


def test_ctrl_d_ends_it_in_plain_characters_too(home: Home, llm: LLMServer) -> None:
    home.ok("init", "--local")
    llm.say("Hello.")
    llm.answer(OPEN)
    home.environment["PYTHONIOENCODING"] = "ascii"
    shown, code = talk(home, llm, ("> ", "hello\n"), ("> ", "\x04"))
    assert code == 0, shown
    assert "trust 0.50 to 0.55" in shown


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_ends_the_process_ends_the_conversation(
    home: Home, llm: LLMServer, number: signal.Signals
) -> None:
    """SIGHUP is what a terminal that is closed sends; nobody reads then what moved."""
    home.ok("init", "--local")
    llm.say("Hello.")
    llm.answer(OPEN)
    shown, code = talk(home, llm, ("> ", "hello\n"), ("> ", number))
    assert ("trust 0.50 → 0.55" in shown) == (number is signal.SIGTERM), shown
    assert [one["sessions"] for one in known(home)] == [1], (shown, code)
