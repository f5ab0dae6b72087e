"""The table in the package's docstring and the tests say the same."""

import re
from collections import defaultdict
from pathlib import Path

import tests.faults

ROW = re.compile(r"^\| (\d+) \| .+ \| `(test_\w+\.py)` \|$", re.MULTILINE)
TEST = re.compile(r"^(?:async )?def test_(\d\d)_", re.MULTILINE)


def test_every_row_has_its_test_and_every_test_its_row():
    table = {int(number): file for number, file in ROW.findall(tests.faults.__doc__ or "")}
    found: dict[int, set[str]] = defaultdict(set)
    for path in Path(__file__).parent.glob("test_*.py"):
        for number in TEST.findall(path.read_text(encoding="utf-8")):
            found[int(number)].add(path.name)
    assert sorted(table) == list(range(1, 31))
    assert dict(found) == {number: {file} for number, file in table.items()}
