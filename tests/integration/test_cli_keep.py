"""Pins, dates, histories and pruning from the command line."""

from .shell import Home

AT = ("-d", "people", "-f", "facts")


def test_what_is_pinned_or_has_a_date_is_shown_with_it(home: Home) -> None:
    home.ok(
        "persona", "remember", *AT, "bob", "likes tea", "--pin", "--due", "2199-12-24T00:00:00Z"
    )
    (bob,) = home.ok("--json", "persona", "recall", *AT, "bob").jsonl
    assert (bob["pinned"], bob["due_at"]) == (True, "2199-12-24T00:00:00Z")
    (done,) = home.ok("--json", "persona", "unpin", "bob").jsonl
    assert (done["memory"], done["pinned"], done["delivery"]) == ("bob", False, "local")
    assert home.ok("--json", "persona", "due", "bob", "never").jsonl[0]["due_at"] is None
    (bob,) = home.ok("--json", "persona", "recall", *AT, "bob").jsonl
    assert (bob["pinned"], bob["due_at"]) == (False, None)
    home.ok("persona", "pin", "people/facts/bob")
    home.ok("persona", "due", "bob", "30d")
    (bob,) = home.ok("--json", "persona", "recall", *AT, "bob").jsonl
    assert bob["pinned"]
    assert bob["due_at"] > bob["created_at"]
    home.ok("persona", "remember", *AT, "bob", "likes coffee", "--unpin")
    assert not home.ok("--json", "persona", "recall", *AT, "bob").jsonl[0]["pinned"]


def test_a_date_that_is_none_or_has_passed_is_refused(home: Home) -> None:
    home.ok("persona", "remember", *AT, "bob", "likes tea")
    for date in ("2020-01-01", "soon", "0d", "2999-01-01"):
        assert home.run("persona", "due", "bob", date).code == 2
    assert home.run("persona", "remember", *AT, "bob", "x", "--due", "2020-01-01").code == 2
    assert home.run("persona", "pin", "nobody").code == 1
    assert home.run("--json", "persona", "due", "nobody", "30d").jsonl == [None]


def test_lines_may_pin_and_give_dates(home: Home) -> None:
    line = (
        '{"domain": "d", "facet": "f", "key": "k", "value": "v", "pinned": true, "due_at": "30d"}'
    )
    home.ok("persona", "remember", "--jsonl", "-", stdin=line + "\n")
    assert home.ok("--json", "persona", "recall", "-d", "d").jsonl[0]["pinned"]
    for wrong in ('"pinned": 1', '"due_at": 5', '"due_at": "2020-01-01"'):
        bad = '{"domain": "d", "facet": "f", "key": "k", "value": "w", ' + wrong + "}\n"
        told = home.run("persona", "remember", "--jsonl", "-", stdin=bad)
        assert told.code == 2
        assert "line 1" in told.err
    assert home.ok("--json", "persona", "recall", "-d", "d").jsonl[0]["value"] == "v"


def test_a_history_is_told_by_whole_names_and_bare_keys(home: Home) -> None:
    for value in ("tea", "coffee", "water"):
        home.ok("persona", "remember", *AT, "bob", value, "--source", f"chat about {value}")
    home.ok("persona", "remember", *AT, "bobs-drink", "milk")
    home.ok("persona", "contradict", "bob", "bobs-drink")
    told = home.ok("--json", "persona", "history", "bobs-drink").jsonl
    assert told == home.ok("--json", "persona", "history", "people/facts/bob").jsonl
    assert [(one["value"], one["why"], one["source"]) for one in told] == [
        ("tea", "replaced", "chat about tea"),
        ("coffee", "replaced", "chat about coffee"),
        ("water", "superseded by people/facts/bobs-drink", "chat about water"),
        ("milk", "", ""),
    ]
    assert [one["until"] is None for one in told] == [False, False, False, True]
    assert len(home.ok("persona", "history", "bob").out.splitlines()) == 4
    assert home.run("--json", "persona", "history", "nobody").jsonl == [None]


def test_a_plan_says_what_there_is_and_pruning_what_it_did(home: Home) -> None:
    home.ok("persona", "remember", *AT, "bob", "likes tea", "--halflife-days", "0.0001")
    (plan,) = home.ok("--json", "persona", "prune", "--plan").jsonl
    assert (plan["total"], plan["deletes"], plan["waiting"]) == (1, [], 0)
    (done,) = home.ok("--json", "persona", "prune").jsonl
    assert (done["deleted"], done["waiting"], done["delivery"]) == ([], 0, "local")
    assert "1 memory: " in home.ok("persona", "prune", "--plan").err
    assert home.ok("persona", "prune").err.startswith("deleted 0 memories")
