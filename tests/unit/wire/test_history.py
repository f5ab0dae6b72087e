"""What a body still knows of how it came about."""

from sense_memory.core.records.kv import Memory
from sense_memory.wire.body import Body
from sense_memory.wire.history import Trace, traces
from sense_memory.wire.merge import forgotten, merge, put
from sense_memory.wire.schemas import KV, PERSONA
from sense_memory.wire.stamp import Dot, hlc

NOW = 1_700_000_000.0
PATH = "sense-memory/k"


def at(second: float, device: str) -> Dot:
    return Dot(hlc(NOW + second), device)


def kv(before: Body | None, value: str, dot: Dot) -> Body:
    return put(before, PATH, KV.encode(Memory("k", value, NOW)), dot, KV)


def told(body: Body) -> list[tuple[float, str, str]]:
    return [(t.at - NOW, t.dot.device, t.word) for t in traces(body, KV)]


def test_one_write():
    dot = at(1, "a")
    assert traces(kv(None, "v", dot), KV) == [Trace(dot, "remembered", ("ts", "value"))]


def test_of_several_writes_of_a_device_the_last_is_known():
    body = kv(kv(None, "v", at(1, "a")), "w", at(2, "a"))
    assert told(body)[0] == (2, "a", "remembered")
    assert {device for _, device, _ in told(body)} == {"a"}


def test_what_was_written_over_is_known_by_its_time():
    first = kv(None, "v", at(1, "a"))
    second = put(first, PATH, {"key": "k", "value": "w", "ts": NOW + 2}, at(2, "b"), KV)
    assert told(second) == [(2, "b", "remembered"), (1, "a", "replaced")]


def test_values_that_did_not_see_each_other_both_stand():
    body = merge(kv(None, "v", at(1, "a")), kv(None, "w", at(2, "b")), KV)
    assert told(body) == [(2, "b", "remembered"), (1, "a", "remembered")]


def test_a_forgetting():
    body = forgotten(kv(None, "v", at(1, "a")), PATH, at(2, "b"), "forget")
    assert told(body) == [(2, "b", "forgotten"), (1, "a", "replaced")]
    assert traces(forgotten(None, PATH, at(3, "a"), "dissolve"), KV)[0].word == "dissolved"


def test_a_write_beside_a_forgetting_that_it_had_not_seen():
    base = kv(None, "v", at(0, "a"))
    body = merge(forgotten(base, PATH, at(1, "a"), "forget"), kv(base, "w", at(2, "b")), KV)
    assert told(body) == [(2, "b", "remembered"), (1, "a", "forgotten")]


def test_having_been_used_is_no_change():
    wrote, read, linked = at(1, "a"), at(2, "b"), at(3, "c")
    body = Body(
        "sense-memory/persona/d/f/k",
        {dot.device: dot.t for dot in (wrote, read, linked)},
        {
            "value": {wrote: "v"},
            "created_at": {wrote: NOW},
            "access_count": {read: 3},
            "last_accessed": {read: NOW + 2},
        },
        {"connections": {"other": frozenset((linked,))}},
    )
    assert traces(body, PERSONA) == [
        Trace(linked, "remembered", ("connections",)),
        Trace(wrote, "remembered", ("created_at", "value")),
    ]
