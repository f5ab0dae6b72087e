"""How frames are read that are not what they should be."""

import pytest

from nips.messages import Count, Req
from nips.nip01 import Filter
from relay_fixtures.quirks import Quirks
from relay_fixtures.reception import Misread, receive


def read(text, **quirks):
    return receive(text, Quirks(**quirks))


class TestFilters:
    def test_an_unknown_key_can_be_ignored(self):
        text = '["REQ","s",{"kinds":[1],"unheard":7}]'
        assert isinstance(read(text), Misread)
        assert read(text, unknown_filter_keys="ignored") == Req("s", (Filter(kinds=(1,)),))

    def test_an_empty_list_can_mean_all_or_nothing(self):
        text = '["COUNT","s",{"kinds":[],"limit":1},{"ids":[]}]'
        assert isinstance(read(text), Misread)
        everything = Count("s", (Filter(limit=1), Filter()))
        assert read(text, empty_lists="match_all") == everything
        assert read(text, empty_lists="match_none") == Count("s", ())

    def test_a_bad_filter_can_be_passed_over(self):
        text = '["REQ","s",{"kinds":"x"},7,{"kinds":[1]}]'
        misread = read(text)
        assert isinstance(misread, Misread)
        assert (misread.what, misread.verb, misread.sub_id) == ("filter", "REQ", "s")
        assert read(text, bad_filter="eose") == Req("s", (Filter(kinds=(1,)),))
        assert read('["REQ","s"]', bad_filter="eose") == Req("s", ())


@pytest.mark.parametrize(
    ("text", "what", "verb"),
    [
        ("", "frame", ""),
        ("[" * 100_000, "frame", ""),
        ("{}", "frame", ""),
        ("[7]", "frame", ""),
        ('["WHAT"]', "frame", "WHAT"),
        ('["REQ"]', "frame", "REQ"),
        ('["REQ",7,{}]', "frame", "REQ"),
        ('["REQ","s"]', "filter", "REQ"),
        ('["EVENT",{}]', "event", "EVENT"),
        ('["EVENT"]', "frame", "EVENT"),
    ],
)
def test_what_cannot_be_read(text, what, verb):
    misread = read(text)
    assert isinstance(misread, Misread)
    assert (misread.what, misread.verb) == (what, verb)
    assert misread.reason


class TestAnswers:
    def test_a_bad_filter_can_be_closed(self, connect):
        client = connect(bad_filter="closed")
        [answer] = client.send("REQ", "s", {"kinds": "x"})
        assert answer[:2] == ["CLOSED", "s"]
        assert answer[2].startswith("ERROR: bad req:")

    def test_a_bad_filter_can_get_eose(self, connect, alice):
        client = connect(bad_filter="eose")
        client.publish(alice.event())
        assert client.send("REQ", "s", {"kinds": "x"}) == [["EOSE", "s"]]

    def test_a_bad_event_can_be_refused_without_an_id(self, connect):
        client = connect(malformed_event="refused", silent_on_malformed=True)
        assert client.send("EVENT", {}) == [["OK", "", False, "invalid: bad event"]]
        assert client.send("WHAT") == []

    def test_the_notice_can_have_other_words(self, connect):
        notices = ("could not parse command", "ERROR: bad msg: {}")
        words = [connect(malformed_notice=text).send("WHAT")[0][1] for text in notices]
        assert words == [
            "could not parse command",
            "ERROR: bad msg: a message with an unknown verb",
        ]

    def test_binary_frames(self, connect):
        reading, telling, cutting = (
            connect(binary_frames=how) for how in ("read", "notice", "cut")
        )
        frame = b'["REQ","s",{"kinds":[1]}]'
        [(_, text)] = reading.relay.receive_bytes(reading.conn, frame)
        assert text == '["EOSE","s"]'
        [(_, text)] = telling.relay.receive_bytes(telling.conn, frame)
        assert text.startswith('["NOTICE"')
        assert cutting.relay.receive_bytes(cutting.conn, frame) == []
        assert not cutting.relay.is_open(cutting.conn)
        assert len(cutting.relay.received_frames) == 1

    def test_count_can_be_refused(self, connect):
        wanted = {"kinds": [1]}
        closing = connect(answers_count=False, refusal_of_count="closed")
        assert closing.send("COUNT", "c", wanted)[0][:2] == ["CLOSED", "c"]
        telling = connect(answers_count=False, refusal_of_count="notice")
        assert telling.send("COUNT", "c", wanted)[0][0] == "NOTICE"
