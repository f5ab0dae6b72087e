"""One look at the small columns finds what would hide a row, lead to another one, or change it."""

import contextlib
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from sense_memory.io import tables
from sense_memory.io.integrity import quick_look
from sense_memory.io.sqlite_pages import Pages

OWNER = "a" * 64
PAGE = 4096
SIZES = (1_400, 3_700, 4_020, 4_100, 14_000)
"""Bytes of events: two a page, one a page, a few bytes too many for one, several pages each."""


def _fill(connection: sqlite3.Connection, count: int) -> None:
    choose = random.Random(count)
    tables.make(connection, OWNER)
    for number in range(count):
        name, id_ = (choose.randbytes(32).hex() for _ in range(2))
        text = f"event {number} ".ljust(SIZES[number % len(SIZES)], "x")
        values = (name, id_, number, f"bucket {number % 3}", 1, 0, number + 1)
        connection.execute(
            "INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, tables.text_sum(text), text),
        )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "store.db"
    with contextlib.closing(sqlite3.connect(made, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        _fill(connection, 1_200)
        connection.execute("COMMIT")
    return made


def _look(path: Path) -> str | None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return quick_look(connection)


def _flipped(path: Path, places: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each place, a byte and a bit, while the bit there is another one."""
    for byte, bit in places:
        with path.open("r+b") as file:
            file.seek(byte)
            (before,) = file.read(1)
            file.seek(byte)
            file.write(bytes([before ^ 1 << bit]))
            file.flush()
            yield byte, bit
            file.seek(byte)
            file.write(bytes([before]))


def _cells(data: bytes, number: int) -> list[int]:
    """Where the cells of a page begin (https://www.sqlite.org/fileformat2.html §1.6)."""
    page = data[(number - 1) * PAGE : number * PAGE]
    begin = 12 if page[0] in (2, 5) else 8
    count = int.from_bytes(page[3:5])
    return [
        (number - 1) * PAGE + int.from_bytes(page[at : at + 2])
        for at in range(begin, begin + 2 * count, 2)
    ]


def _pages(data: bytes, kind: int) -> list[int]:
    return [n for n in range(2, len(data) // PAGE + 1) if data[(n - 1) * PAGE] == kind]


def test_a_whole_file_is_sound(path: Path) -> None:
    assert _look(path) is None


def test_names_with_the_characters_that_texts_are_put_together_by() -> None:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        tables.make(connection, OWNER)
        for number, name in enumerate(["a", "a\1b", "a\2", "a\0", "b\2\1", "\1"]):
            connection.execute(
                "INSERT INTO head VALUES (?, 'i', 1, ?, 1, 0, ?, 7, '{}')", (name, name, number)
            )
        assert quick_look(connection) is None


def test_a_number_on_the_way_to_a_row(path: Path) -> None:
    """It is read only when somebody looks for the row: inside the tree, beside a page's number."""
    data = path.read_bytes()
    inner = _pages(data, 5)
    assert inner
    # behind the number of the page; the last byte of a number, of up to three bytes here
    cells = [cell + 4 for page in inner for cell in _cells(data, page)]
    ends = [next(at for at in range(cell, cell + 9) if data[at] < 0x80) for cell in cells]
    # with a greater number the page before would still be the right one for every row that it has;
    # of a lesser one, some are looked for on the next page
    lesser = [(end, bit) for end in ends for bit in range(7) if data[end] >> bit & 1]
    assert len(lesser) > 100
    for place in _flipped(path, iter(random.Random(1).sample(lesser, 60))):
        assert _look(path), place


def _memories(path: Path) -> list[str]:
    """What can be read by name, by bucket and all at once, but for events that show damage."""
    said: list[str] = []
    columns = "address, id, created_at, bucket, own, deleted, seq, sum"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for where in ("INDEXED BY head_address", "INDEXED BY head_bucket", "NOT INDEXED"):
            key = "bucket" if where.endswith("bucket") else "address"
            query = f"SELECT {columns} FROM head {where} WHERE {key} >= '' ORDER BY address"
            said += [repr(row) for row in connection.execute(query)]
    return said


def test_a_number_in_an_index_or_in_the_table(path: Path) -> None:
    """Unless a look finds the flip, everything is there by every way that leads to it."""
    data = path.read_bytes()
    whole = _memories(path)
    choose = random.Random(2)
    places: list[tuple[int, int]] = []
    for page in [*_pages(data, 10), *_pages(data, 13)]:
        for cell in _cells(data, page):
            places += [(at, choose.randrange(8)) for at in range(cell, cell + 12)]
            places.append((cell + choose.randrange(12, 60), choose.randrange(8)))
    for place in _flipped(path, iter(choose.sample(places, 150))):
        if _look(path) is None:
            assert _memories(path) == whole, place


def test_every_row_is_read_by_hand_too(path: Path) -> None:
    pages = Pages(path.read_bytes())
    found = {
        row.values[0]: row.values[-1]
        for number in pages.numbers()
        for row in pages.rows(pages.page(number), number)
        if len(row.values) == 9
    }
    with contextlib.closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT address, event FROM head").fetchall()
    assert found == {address.encode(): text.encode() for address, text in rows}
