"""What a file notes of the stamps that it issued."""

from collections.abc import AsyncIterator

import pytest

from sense_memory.io.database import SQLiteDatabase
from sense_memory.io.database.issued import MOST_ISSUED
from sense_memory.io.rows import HeadMovedError, Issue, PutIssued, PutMeta, RequireMeta, Write


@pytest.fixture
async def database() -> AsyncIterator[SQLiteDatabase]:
    made = SQLiteDatabase(None, busy_timeout=1.0)
    await made.open("0" * 64)
    yield made
    await made.close()


async def write(database: SQLiteDatabase, *writes: Write) -> None:
    await database.commit(writes, {}, now=0.0)


def t(number: int) -> str:
    return f"{number:016x}"


async def test_the_newest_are_kept_and_the_oldest_of_them_stands_for_the_rest(
    database: SQLiteDatabase,
) -> None:
    many = [PutIssued("k", t(number), Issue.UNSENT) for number in range(MOST_ISSUED + 3)]
    await write(database, *many, PutIssued("other", t(1), Issue.UNSENT))

    rows = dict(await database.issued.at(["k"]))

    assert len(rows) == MOST_ISSUED
    assert rows.pop(t(3)) is Issue.BEFORE
    assert set(rows.values()) == {Issue.UNSENT}
    assert await database.issued.at(["other"]) == [(t(1), Issue.UNSENT)]


async def test_what_stood_there_before_notes_were_taken_counts_as_ours(
    database: SQLiteDatabase,
) -> None:
    await write(database, PutIssued("k", t(7), Issue.UNSENT, before=t(5)))
    await write(database, PutIssued("k", t(9), Issue.UNSENT, before=t(7)))

    assert dict(await database.issued.at(["k"])) == {
        t(5): Issue.BEFORE,
        t(7): Issue.UNSENT,
        t(9): Issue.UNSENT,
    }


async def test_what_is_noted_stays_unless_it_begins_anew(database: SQLiteDatabase) -> None:
    await write(database, PutIssued("k", t(1), Issue.PROVEN))
    await write(database, PutIssued("k", t(1), Issue.UNSENT))
    assert await database.issued.at(["k"]) == [(t(1), Issue.PROVEN)]

    await write(database, PutIssued("k", t(1), Issue.UNSENT, anew=True))
    assert await database.issued.unproven("", 10) == ["k"]


# S-5.5
async def test_what_is_written_under_an_id_that_the_file_gave_up_is_refused(
    database: SQLiteDatabase,
) -> None:
    await write(database, PutMeta("device", "new"))
    with pytest.raises(HeadMovedError):
        await write(database, PutIssued("k", t(1), Issue.UNSENT), RequireMeta("device", "old"))
    assert await database.issued.at(["k"]) == [], "all or nothing"
