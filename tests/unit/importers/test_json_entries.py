"""The entries of a JSON file: all of an intact one, and of a damaged one all but the damage."""

import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from sense_memory.core.items import Problem
from sense_memory.importers import json_entries
from sense_memory.importers.json_entries import CUT, MOST, Entry, entries

KEYS = frozenset({"results", "others"})


def read(data: bytes) -> tuple[list[Entry], list[Problem]]:
    found = list(entries(io.BytesIO(data), "f.json", "memory", KEYS))
    return (
        [each for each in found if isinstance(each, Entry)],
        [each for each in found if isinstance(each, Problem)],
    )


def values(data: bytes) -> list[Any]:
    return [entry.value for entry in read(data)[0]]


class Slow(io.RawIOBase):
    """A file that gives one byte, then three, then seven, and so on."""

    def __init__(self, data: bytes) -> None:
        self.rest = data
        self.size = 1

    def read(self, size: int = -1) -> bytes:
        given, self.rest = self.rest[: self.size], self.rest[self.size :]
        self.size = self.size * 2 + 1
        return given


class TestIntactFiles:
    @pytest.mark.parametrize(
        "text",
        [
            '[{"a":1},{"a":"é\\n"},{"a":[]}]',
            '\n [ {"a" : 1} ,\n{"a":"é\\n"}, {"a":[ ]} ]\n',
            '{"a":1}\n{"a":"é\\n"}\n{"a":[]}\n',
            '[{"a":1}][{"a":"é\\n"},{"a":[]}]',
        ],
        ids=["compact", "indented", "lines", "joined"],
    )
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_every_entry_comes_in_its_place(self, text: str, encoding: str) -> None:
        found, problems = read(text.encode(encoding))
        assert [entry.value for entry in found] == [{"a": 1}, {"a": "é\n"}, {"a": []}]
        assert [entry.number for entry in found] == [1, 2, 3]
        assert all(entry.is_whole for entry in found)
        assert problems == []

    def test_arrays_within_an_object_are_streamed_and_the_rest_is_one_entry(self) -> None:
        data = b'{"count":2,"results":[{"a":1},{"a":2}],"more":null,"others":[{"b":1}]}'
        assert read(data)[0] == [
            Entry("results", 1, {"a": 1}),
            Entry("results", 2, {"a": 2}),
            Entry("others", 1, {"b": 1}),
            Entry("", 1, {"count": 2, "more": None}, is_around=True),
        ]

    def test_an_object_without_such_arrays_is_an_entry(self) -> None:
        assert read(b'{"results":{"a":1}}') == ([Entry("", 1, {"results": {"a": 1}})], [])

    def test_an_empty_file_has_nothing_and_nothing_is_wrong(self) -> None:
        assert read(b"") == read(b" \n") == read(b"[]") == ([], [])

    def test_numbers_that_are_none_cost_nothing_else(self) -> None:
        data = b'[{"a":NaN},{"a":-Infinity},{"a":1e999},{"a":' + b"9" * 5_000 + b'},{"a":1}]'
        found, problems = read(data)
        assert len(found) == 5
        assert found[-1].value == {"a": 1}
        assert problems == []

    @settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(
        st.lists(
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(st.characters()),
                lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
                max_leaves=6,
            ),
            max_size=4,
            # where an object has been an entry, a bracket in the place of the next one is a slip
        ).map(lambda written: sorted(written, key=lambda one: not isinstance(one, list)))
    )
    def test_whatever_json_writes_is_read(self, written: list[Any]) -> None:
        data = json.dumps(written).encode()
        found = list(entries(Slow(data), "f", "memory", KEYS))
        assert found == [Entry("", n, value) for n, value in enumerate(written, 1)]

    def test_an_entry_may_be_cut_at_any_place_by_what_is_read_at_once(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(json_entries, "_CHUNK", 1)
        data = b'[{"a":"\\u00e9\\"]}","b":[true,false,null,-1.5e3]},{"a":"' + b"x" * 99 + b'"}]'
        found = list(entries(io.BytesIO(data), "f", "memory", KEYS))
        assert [entry.value for entry in found if isinstance(entry, Entry)] == json.loads(data)


class TestDamagedFiles:
    @pytest.mark.parametrize(
        ("broken", "salvaged"),
        [
            (b'{"a":2,"b":x}', [{"a": 2, CUT: True}]),
            (b'{"a":2,"b":[1,2,}', [{"a": 2, "b": [1, 2], CUT: True}]),
            (b'{"a":2,"b":{"c":[{"d":1},{"d":2 3}]}}', None),
            (b'{"a":2,"b" 1}', [{"a": 2, CUT: True}]),
            (b'{"a":"2"x"}', [{CUT: True}]),
            (b"{", [{CUT: True}]),
            (b'{"a":2,"b":"x]}}]\\q"}', [{"a": 2, CUT: True}]),
            (b'{"a":"\\x"}', [{CUT: True}]),
            (b"hello", []),
            (b"'a'", []),
            (b"[" * 5_000, []),
            (b'{"a":' * 5_000, []),
        ],
        ids=lambda value: repr(value)[:14] if isinstance(value, bytes) else "",
    )
    def test_only_what_is_broken_is_lost(self, broken: bytes, salvaged: list[Any] | None) -> None:
        around = b'[{"a":1},' + broken + b"," + b" " * 70_000 + b'{"a":3},{"a":4}]'
        found, problems = read(around)
        assert found[0] == Entry("", 1, {"a": 1})
        assert [entry.value for entry in found[-2:]] == [{"a": 3}, {"a": 4}]
        assert problems[0].place.startswith("f.json, memory 2, character ")
        if salvaged is not None:
            assert [entry.value for entry in found[1:-2]] == salvaged

    def test_what_stood_before_a_mistake_is_kept_and_open_objects_say_so(self) -> None:
        found, _ = read(b'[{"a":2,"b":{"c":[{"d":1},{"d":2,"e"}]}}]')
        part = {"a": 2, "b": {"c": [{"d": 1}, {"d": 2, CUT: True}], CUT: True}, CUT: True}
        assert [entry.value for entry in found if entry.number == 1] == [part]
        assert not found[0].is_whole

    @pytest.mark.parametrize("lost", [b'"b"}', b'b"}', b'"}', b"}", b'"a"', b'a":'])
    def test_a_lost_mark_does_not_swallow_the_entries_behind_it(self, lost: bytes) -> None:
        written = [{"id": n, "a": "b"} for n in range(1, 6)]
        raw = json.dumps(written).encode()
        at = raw.index(lost, raw.index(b'"id": 2'))
        found, problems = read(raw[:at] + raw[at + len(lost) :])
        assert [entry.value for entry in found[-3:]] == written[2:]
        assert found[0].value == written[0]
        assert problems

    def test_a_problem_names_the_place_and_quotes_nothing(self) -> None:
        _, problems = read(b'[{"a":1},{"secret":hush}]')
        assert problems == [Problem("f.json, memory 2, character 20", "from there it is no JSON")]

    @pytest.mark.parametrize("size", range(1, 46))
    def test_a_file_that_ends_too_early_keeps_what_was_whole(self, size: int) -> None:
        data = b'[{"a":"b"},{"a":"c","d":[1]}, {"a":{"e":"f"}}]'
        found, problems = read(data[:size])
        assert problems
        whole = [entry.value for entry in found if entry.is_whole]
        assert whole == json.loads(data)[: len(whole)]
        assert len(whole) == (size >= 10) + (size >= 28) + (size >= 45)

    def test_bytes_that_are_no_text_cost_nothing_else(self) -> None:
        found, problems = read(b'[{"a":"\xff\xfe"},{"a":"b"}]')
        assert len(found) == 2
        assert problems == [Problem("f.json", "some bytes in it are no UTF-8 and were replaced")]

    def test_a_file_that_cannot_be_read_on_keeps_what_was_read(self) -> None:
        class Failing(io.BytesIO):
            def read(self, size: int | None = -1, /) -> bytes:
                if data := super().read(12):
                    return data
                raise OSError(5, "the disk is broken")

        found = list(entries(Failing(b'[{"a":1},{"a":2'), "f", "memory", KEYS))
        assert found[0] == Entry("", 1, {"a": 1})
        assert found[-1] == Problem("f", "it could not be read to its end: the disk is broken")

    @settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.data())
    def test_no_damage_raises_or_reaches_what_stands_before_it(self, data: st.DataObject) -> None:
        written = [{"id": n, "text": f"né {n}", "more": [{"x": "y"}] * (n % 3)} for n in range(6)]
        indent = data.draw(st.sampled_from([None, 1]))
        raw = bytearray(json.dumps(written, indent=indent).encode())
        at = data.draw(st.integers(0, len(raw) - 1))
        kind = data.draw(st.sampled_from(["replace", "delete", "insert"]))
        noise = data.draw(st.binary(min_size=1, max_size=4) | st.sampled_from(_NOISE))
        raw[at : at + (0 if kind == "insert" else len(noise))] = b"" if kind == "delete" else noise
        found, _ = read(bytes(raw))
        assert all(entry.number > 0 for entry in found)
        before = json.dumps(written, indent=indent).encode()[:at].count(b'"id"') - 1
        whole = [entry.value for entry in found if entry.is_whole]
        assert whole[: max(before, 0)] == written[: max(before, 0)]
        # and behind it, unless it is in how the first begins: then nobody knows how the others do
        if 70 < at < len(raw) // 2:
            assert written[-1] in [entry.value for entry in found]


_NOISE = [b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\x00", b"\n", b"\xff"]


class TestHostileFiles:
    def flat(self, source: Iterator[bytes]) -> tuple[int, list[Entry | Problem], int]:
        """How many items come of a source, the last of them, and the peak of memory in bytes."""

        class File:
            rest = b""

            def read(self, size: int, /) -> bytes:
                while len(self.rest) < size and (more := next(source, b"")):
                    self.rest += more
                given, self.rest = self.rest[:size], self.rest[size:]
                return given

        last: list[Entry | Problem] = []
        count = 0
        tracemalloc.start()
        try:
            for item in entries(File(), "f", "memory", KEYS):
                last = [*last[-3:], item]
                count += 1
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return count, last, peak

    def test_a_large_file_costs_no_more_memory_than_a_small_one(self) -> None:
        def source() -> Iterator[bytes]:
            yield b"["
            for number in range(350):
                yield json.dumps({"a": number, "text": "x" * 100_000}).encode() + b","
            yield b'{"a":"last"}]'

        count, last, peak = self.flat(source())
        assert count == 351
        assert last[-1] == Entry("", 351, {"a": "last"})
        assert peak < 12_000_000

    def test_a_text_without_end_is_no_more_than_the_longest_entry(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(json_entries, "MOST", MOST // 32)

        def source() -> Iterator[bytes]:
            yield b'[{"a":1},{"a":"'
            for _ in range(60):
                yield b"x" * 500_000
            yield b'"},{"a":3}]'

        _, last, peak = self.flat(source())
        assert last[-1] == Entry("", 3, {"a": 3}, is_whole=False)
        assert any(isinstance(each, Problem) and "longer than" in each.why for each in last)
        assert peak < 12_000_000

    @pytest.mark.parametrize(
        "unit", [b"[", b'{"a":', b'{"a":[', b'[{"a":"', b'{"a":x,', b"\\", b'"']
    )
    def test_nonsense_is_read_to_its_end(self, unit: bytes) -> None:
        found, problems = read(unit * (200_000 // len(unit)))
        assert problems
        assert len(found) < 50_000
