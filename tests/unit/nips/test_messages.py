"""Messages: round trips, leniency where relays need it, and nothing but InvalidFrameError."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from nips import messages
from nips.errors import InvalidFrameError
from nips.messages import (
    Auth,
    Challenge,
    Close,
    Closed,
    Count,
    CountReply,
    Eose,
    EventFrame,
    NegClose,
    NegErr,
    NegMsg,
    NegOpen,
    Notice,
    Ok,
    Prefix,
    Publish,
    Reply,
    Req,
    parse_client_message,
    parse_relay_message,
    split_reply,
)
from nips.nip01 import Event, Filter

EVENT = Event("a" * 64, "b" * 64, 1, 30078, (("d", "é"),), "🦄\n", "c" * 128)
FILTER = Filter(authors=("b" * 64,), kinds=(30078,), tags={"d": ("x", "y")}, limit=5)

RELAY_MESSAGES: list[messages.RelayMessage] = [
    EventFrame.of("s", EVENT),
    Ok("a" * 64, True, ""),
    Ok("", False, "invalid: no"),
    Eose("s"),
    Eose("s", ("finish",)),
    Closed("s", "error: é"),
    Notice(""),
    Challenge("c"),
    CountReply("s", 7),
    NegMsg("s", b"\x61\x00"),
    NegErr("s", "blocked: too many"),
    NegErr("s", "blocked: too many", 500),
    NegErr("s", "blocked: not here", 0),
]
CLIENT_MESSAGES: list[messages.ClientMessage] = [
    Req("s", (FILTER, Filter(limit=0))),
    Publish(EVENT),
    Close("s"),
    Auth(EVENT),
    Count("s" * 64, (FILTER,)),
    NegOpen("s", FILTER, b"\x61"),
    NegOpen("s" * 64, Filter(), b"\x61\x00\x00\x02\x00"),
    NegMsg("s", b"\x61"),
    NegClose("s"),
]


@pytest.mark.parametrize("message", RELAY_MESSAGES, ids=str)
def test_relay_messages_round_trip(message: messages.RelayMessage) -> None:
    assert message == parse_relay_message(message.to_json())


@pytest.mark.parametrize("message", CLIENT_MESSAGES, ids=str)
def test_client_messages_round_trip(message: messages.ClientMessage) -> None:
    assert message == parse_client_message(message.to_json())


def test_an_event_frame_is_not_yet_checked() -> None:
    frame = parse_relay_message('["EVENT","s",{"id":5}]')
    assert frame == EventFrame("s", {"id": 5})


def test_leniency() -> None:
    """What real relays leave out or add."""
    assert parse_relay_message('["OK","",true]') == Ok("", True, "")
    assert parse_relay_message('["CLOSED","s"]') == Closed("s", "")
    assert parse_relay_message('["EOSE","s",null]') == Eose("s")
    assert parse_relay_message('["EOSE","s",["more",1,"x"],2]') == Eose("s", ("more", "x"))
    assert parse_relay_message('["NOTICE","n",{}]') == Notice("n")
    assert parse_relay_message(' ["AUTH" , "c"]\n') == Challenge("c")
    assert parse_relay_message('["NEG-MSG","s",""]') == NegMsg("s", b"")
    assert parse_relay_message('["NEG-MSG","s","6aFF",5]') == NegMsg("s", b"\x6a\xff")
    assert parse_relay_message('["NEG-ERR","s","CLOSED"]') == NegErr("s", "CLOSED")
    assert parse_relay_message('["NEG-ERR","s"]') == NegErr("s", "")
    assert parse_relay_message('["NEG-ERR","s","blocked: x",1e3]') == NegErr("s", "blocked: x")
    assert parse_relay_message('["NEG-ERR","s","blocked: x",-1]') == NegErr("s", "blocked: x")


def test_the_messages_of_a_comparison_as_the_nip_writes_them() -> None:
    first = NegOpen("n", Filter(kinds=(1,)), b"\x61\x00\x00\x02\x00")
    assert first.to_json() == '["NEG-OPEN","n",{"kinds":[1]},"6100000200"]'
    assert NegMsg("n", b"\x61").to_json() == '["NEG-MSG","n","61"]'
    assert NegClose("n").to_json() == '["NEG-CLOSE","n"]'
    assert NegErr("n", "closed: x").to_json() == '["NEG-ERR","n","closed: x"]'
    assert NegErr("n", "blocked: x", 5).to_json() == '["NEG-ERR","n","blocked: x",5]'


MALFORMED = [
    "",
    " ",
    "\ufeff[]",
    "null",
    "{}",
    "[]",
    "[1]",
    '["ok"]',
    '["NEG-WHAT","s","00"]',
    '["NEG-MSG"]',
    '["NEG-MSG","s"]',
    '["NEG-MSG","s",5]',
    '["NEG-MSG","s",null]',
    '["NEG-MSG","s","6"]',
    '["NEG-MSG","s","61 00"]',
    '["NEG-MSG","s"," 61"]',
    '["NEG-MSG","s","6g"]',
    '["NEG-MSG","s","0x61"]',
    '["NEG-MSG","s","６1"]',
    '["NEG-MSG",["s"],"61"]',
    '["NEG-ERR"]',
    '["NEG-ERR",5,"closed: x"]',
    '["NEG-ERR","s",5]',
    '["NEG-ERR","s","\\ud800"]',
    '["EVENT"]',
    '["EVENT","s"]',
    '["EVENT","s",[]]',
    '["EVENT",5,{}]',
    '["EVENT","s",{"a":NaN}]',
    '["EVENT","s",{"a":-Infinity}]',
    '["OK"]',
    '["OK","x"]',
    '["OK","x",1]',
    '["OK","x","true"]',
    '["OK","x",true,5]',
    '["OK",null,true,""]',
    '["EOSE"]',
    '["EOSE",{}]',
    '["CLOSED"]',
    '["CLOSED","s",null]',
    '["NOTICE"]',
    '["NOTICE","\\ud800"]',
    '["AUTH"]',
    '["AUTH",{}]',
    '["COUNT","s"]',
    '["COUNT","s",5]',
    '["COUNT","s",{"count":-1}]',
    '["COUNT","s",{"count":true}]',
    '["COUNT","s",{"count":1e3}]',
    '["EVENT","s",{"created_at":' + "9" * 10_000 + "}]",
    '["EVENT","s",{"tags":' + "[" * 200_000,
    '{"a":' * 200_000,
    '["OK","x",true,""]]',
    '["OK","x",true,""',
    '["OK","x",true,"\x00"]',
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_relay_messages(text: str) -> None:
    with pytest.raises(InvalidFrameError) as caught:
        parse_relay_message(text)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


MALFORMED_REQUESTS = [
    *MALFORMED,
    '["REQ","s"]',
    '["REQ","",{}]',
    json.dumps(["REQ", "s" * 65, {}]),
    '["REQ","s",[]]',
    '["REQ","s",{},{"kinds":[]}]',
    '["CLOSE"]',
    '["CLOSE",""]',
    '["EVENT",{}]',
    '["AUTH","challenge"]',
    '["COUNT","s"]',
    '["NEG-OPEN"]',
    '["NEG-OPEN","s"]',
    '["NEG-OPEN","s",{}]',
    '["NEG-OPEN","s","61"]',
    '["NEG-OPEN","s",[],"61"]',
    '["NEG-OPEN","s",{"x":1},"61"]',
    '["NEG-OPEN","s",{},"6"]',
    '["NEG-OPEN","",{},"61"]',
    json.dumps(["NEG-MSG", "s" * 65, "61"]),
    '["NEG-CLOSE"]',
    '["NEG-CLOSE",""]',
    "[[]]",
]


@pytest.mark.parametrize("text", MALFORMED_REQUESTS, ids=range(len(MALFORMED_REQUESTS)))
def test_malformed_client_messages(text: str) -> None:
    with pytest.raises(InvalidFrameError):
        parse_client_message(text)


def _survives(text: str) -> None:
    for parse in (parse_relay_message, parse_client_message):
        try:
            parse(text)
        except InvalidFrameError:
            continue


@given(st.text())
@settings(max_examples=200)
def test_any_text(text: str) -> None:
    _survives(text)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "kinds", "#d", "since", "count", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
VERBS = st.sampled_from(
    [
        *("EVENT", "OK", "EOSE", "CLOSED", "NOTICE", "AUTH", "COUNT", "REQ", "CLOSE", ""),
        *("NEG-OPEN", "NEG-MSG", "NEG-ERR", "NEG-CLOSE"),
    ]
)


@given(VERBS, st.lists(JSON_VALUES, max_size=4))
@settings(max_examples=300)
def test_any_json_behind_any_verb(verb: str, rest: list[Any]) -> None:
    _survives(json.dumps([verb, *rest]))


def test_random_mutations() -> None:
    """Twenty thousand messages, each with a few characters changed."""
    rng = random.Random(3)
    seeds = [one.to_json() for one in RELAY_MESSAGES]
    alphabet = '[]{}",:\\0123456789eE+-.truefalsnNI \x00\n\ud800\uffff'
    read = 0
    for _ in range(20_000):
        text = list(rng.choice(seeds))
        for _ in range(rng.randrange(1, 4)):
            position = rng.randrange(len(text))
            text[position : position + rng.randrange(3)] = rng.choices(alphabet, k=rng.randrange(3))
            if not text:
                text = ["["]
        try:
            parse_relay_message("".join(text))
        except InvalidFrameError:
            continue
        read += 1
    assert 0 < read < 20_000


# ------------------------------------------------------------------------------------ replies


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("", Reply(Prefix.NONE, "", "")),
        ("duplicate: already have", Reply(Prefix.DUPLICATE, "duplicate", "already have")),
        ("blocked:no space", Reply(Prefix.BLOCKED, "blocked", "no space")),
        ("Rate-Limited: slow: down", Reply(Prefix.RATE_LIMITED, "Rate-Limited", "slow: down")),
        ("auth-required: who", Reply(Prefix.AUTH_REQUIRED, "auth-required", "who")),
        ("replaced: have newer event", Reply(Prefix.REPLACED, "replaced", "have newer event")),
        ("bad req: x", Reply(Prefix.BAD_REQ, "bad req", "x")),
        ("error:", Reply(Prefix.ERROR, "error", "")),
        ("whatever: it is", Reply(Prefix.NONE, "whatever", "it is")),
        ("event is expired", Reply(Prefix.NONE, "", "event is expired")),
        ("see https://example.com", Reply(Prefix.NONE, "", "see https://example.com")),
        ("https://example.com", Reply(Prefix.NONE, "", "https://example.com")),
        (": odd", Reply(Prefix.NONE, "", ": odd")),
    ],
)
def test_split_reply(message: str, expected: Reply) -> None:
    assert expected == split_reply(message)


@pytest.mark.parametrize("prefix", [prefix for prefix in Prefix if prefix])
def test_every_prefix_is_found(prefix: Prefix) -> None:
    assert Reply(prefix, prefix.value, "why") == split_reply(f"{prefix}: why")


@given(st.text())
def test_split_reply_takes_any_text(message: str) -> None:
    reply = split_reply(message)
    assert message.startswith(reply.raw_prefix)
    assert message.endswith(reply.text) or message.rstrip().endswith(reply.text)
