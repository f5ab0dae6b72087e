"""No scenario that harms the published client harms this one; and each does harm that one."""

from .client import Client
from .fault_list import FAULTS, Outcome
from .faults import Row, played, side_by_side, table

QUICK = [fault for fault in FAULTS if not fault.is_slow]


async def test_this_release_shows_none() -> None:
    async with Client.ours() as ours:
        outcomes = await played(ours, QUICK)
    shown = zip(QUICK, outcomes, strict=True)
    assert [(fault.name, one.saw) for fault, one in shown if one.is_fault] == []


async def test_the_published_client_shows_each(published_environment: None) -> None:
    """Otherwise the scenario would prove nothing."""
    rows = await side_by_side(QUICK)
    assert [row.name for row in rows if not row.theirs.is_fault] == []
    assert [row.name for row in rows if row.ours.is_fault] == []


def test_the_table() -> None:
    rows = [Row("a name", Outcome(is_fault=True, saw="None"), Outcome(is_fault=False, saw="'v'"))]
    assert table(rows).splitlines()[1] == "a name  FAULT None              ok    'v'"


def test_the_list_has_no_name_twice() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)
