"""persona embed, and what makes vectors for every other command of a profile."""

from pathlib import Path

import pytest

from ..unit.io.endpoint import Asked, Reply, openai, serving
from .shell import Home

KEY = "sk-canary-7f3d9a"


def remember(home: Home, key: str, value: str, **environment: str) -> None:
    home.ok("persona", "remember", "-d", "people", "-f", "facts", key, value, **environment)


def saying(home: Home) -> str:
    return (home.folder / "default.toml").read_text()


def test_an_encoder_is_chosen_once_and_used_from_then_on(home: Home) -> None:
    with serving(openai) as endpoint:
        wanted = f"openai:small@{endpoint.url}/v1"
        remember(home, "vergel-likes", "vanilla JS")
        assert endpoint.asked == []
        run = home.ok("--json", "persona", "embed", "--encoder", wanted, OPENAI_API_KEY=KEY)
        assert run.json["encoder"] == "openai:small"
        assert (run.json["made"], run.json["kept"], run.json["failed"]) == (1, 0, 0)
        assert run.json["delivery"] == "local"
        assert "1 vectors made by openai:small, 0 there already" in run.err
        assert endpoint.asked[0].headers["Authorization"] == f"Bearer {KEY}"
        assert f'encoder = "{wanted}"' in saying(home)
        assert KEY not in saying(home) + run.out + run.err
        remember(home, "vergel-lives", "in Vancouver", OPENAI_API_KEY=KEY)
        assert endpoint.asked[-1].body["input"] == ["vergel lives: in Vancouver"]
        run = home.ok("--json", "persona", "embed")
        assert (run.json["made"], run.json["kept"]) == (0, 2)
        run = home.ok("--json", "persona", "embed", "--force")
        assert run.json["made"] == 2
        assert "vectors\tby openai:small; each is counted above, too" in home.ok("status").out
        status = home.ok("--json", "status").json["embedding"]
        assert (status["encoder"], status["memories"]) == ("openai:small", None)
        run = home.ok("--json", "persona", "embed", "--encoder", "none")
        assert run.json == {"encoder": None}
        assert "encoder =" not in saying(home)
        count = len(endpoint.asked)
        remember(home, "k", "v")
        assert len(endpoint.asked) == count


def test_the_environment_says_it_for_one_command(home: Home) -> None:
    with serving(openai) as endpoint:
        wanted = f"openai:small@{endpoint.url}"
        remember(home, "k", "v", SENSE_MEMORY_ENCODER=wanted)
        assert len(endpoint.asked) == 1
        run = home.ok("--json", "persona", "embed", SENSE_MEMORY_ENCODER=wanted)
        assert run.json["kept"] == 1
        assert "encoder =" not in saying(home)


def test_an_encoder_that_fails_is_not_kept(home: Home) -> None:
    remember(home, "k", "the canary")

    def answer(asked: Asked) -> Reply:
        return Reply(500, {"error": asked.body["input"][0]})

    with serving(answer) as endpoint:
        run = home.run("--json", "persona", "embed", "--encoder", f"openai:m@{endpoint.url}")
    assert run.code == 1
    assert (run.json["made"], run.json["failed"]) == (0, 1)
    assert "HTTP 500" in run.err
    assert "canary" not in run.out + run.err
    assert "encoder =" not in saying(home)


def test_nothing_makes_vectors_until_somebody_says_what(home: Home) -> None:
    run = home.run("persona", "embed")
    assert run.code == 1
    assert "there is no profile" in run.err
    remember(home, "k", "v")
    run = home.run("persona", "embed")
    assert run.code == 2
    assert "--encoder fastembed --download" in run.err


@pytest.mark.parametrize("encoder", ["minilm", "openai:m@http://example.com/v1", "openai:"])
def test_what_is_no_encoder_is_a_wrong_call(home: Home, encoder: str) -> None:
    remember(home, "k", "v")
    assert home.run("persona", "embed", "--encoder", encoder).code == 2


def test_a_folder_that_is_gone_costs_no_search_and_no_write(home: Home, tmp_path: Path) -> None:
    remember(home, "k", "v")
    profile = home.folder / "default.toml"
    profile.write_text(profile.read_text() + f'encoder = "onnx:{tmp_path}/gone"\n')
    run = home.ok("persona", "remember", "-d", "people", "-f", "facts", "l", "w")
    assert "by their words alone" in run.err
    assert home.run("persona", "embed").code == 1


def test_a_profile_that_says_nonsense_is_refused(home: Home) -> None:
    remember(home, "k", "v")
    profile = home.folder / "default.toml"
    text = profile.read_text()
    for line in ("encoder = 7", 'encoder = "minilm"'):
        profile.write_text(f"{text}{line}\n")
        assert home.run("persona", "recall").code == 2


def test_another_change_of_the_profile_keeps_it(home: Home) -> None:
    remember(home, "k", "v")
    with serving(openai) as endpoint:
        home.ok("persona", "embed", "--encoder", f"openai:m@{endpoint.url}")
    home.ok("relays", "add", "wss://relay.example")
    assert "encoder = " in saying(home)
    assert "wss://relay.example" in saying(home)
    home.ok("persona", "embed", "--encoder", "none")
    assert "wss://relay.example" in saying(home)
