"""SPEC.md is held to: what it demands is tested somewhere, and what it lists is what the code has.

A test cites a rule by its number, in a comment or docstring beside what would fail without it.
"""

import re
from collections import Counter
from pathlib import Path

from sense_memory.core.records.reference import REFERABLE
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import SCHEMAS

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "SPEC.md").read_text("utf-8")
CITED = re.compile(r"\bS-\d+\.\d+\b")
RULE = re.compile(r"^- (S-\d+\.\d+) ", re.MULTILINE)
DEMANDS = re.compile(r"\bMUST\b")


def rules() -> dict[str, str]:
    """Every rule by its number, up to the next one or the next section."""
    found: dict[str, str] = {}
    for part in re.split(r"^(?=- S-|## )", SPEC, flags=re.MULTILINE):
        if named := RULE.match(part):
            found[named[1]] = part
    return found


def citations() -> Counter[str]:
    """How often tests cite each rule."""
    found: Counter[str] = Counter()
    for file in (ROOT / "tests").rglob("*.py"):
        # the second implementation names what it was made from; it is no test of itself
        if file.name != Path(__file__).name and "second" not in file.parts:
            found.update(CITED.findall(file.read_text("utf-8")))
    return found


def test_no_number_is_given_twice() -> None:
    twice = [number for number, times in Counter(RULE.findall(SPEC)).items() if times > 1]
    assert twice == []


def test_rules_stand_in_the_section_of_their_number() -> None:
    section = ""
    for line in SPEC.splitlines():
        if heading := re.match(r"## (\d+)\. ", line):
            section = heading[1]
        elif rule := RULE.match(line):
            assert rule[1].startswith(f"S-{section}.")


def test_every_rule_that_demands_something_is_cited_by_a_test() -> None:
    """As often as it demands something, by one test or by several."""
    cited = citations()
    demands = {number: len(DEMANDS.findall(text)) for number, text in rules().items()}
    assert sum(map(bool, demands.values())) > 60
    lacking = [number for number, times in demands.items() if cited[number] < times]
    assert sorted(lacking, key=_order) == []


def test_nothing_is_cited_that_is_no_rule() -> None:
    assert sorted(citations().keys() - rules().keys()) == []
    assert sorted({*CITED.findall(SPEC)} - rules().keys()) == []


def test_every_demand_stands_in_a_rule() -> None:
    inside = sum(len(DEMANDS.findall(text)) for text in rules().values())
    assert len(DEMANDS.findall(SPEC)) == inside + 2, "the preamble alone speaks of MUST otherwise"


def _order(number: str) -> tuple[int, ...]:
    return tuple(map(int, number[2:].split(".")))


# --- the tables of §3


def names_in(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def rows(after: str) -> list[list[str]]:
    """The cells of the table whose head begins so."""
    table = SPEC[SPEC.index(after) :].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split(" |")] for row in table]


def schemas() -> dict[str, Schema[object]]:
    """The record types, as SPEC.md calls them."""
    types = {name: names_in(type_)[0] for name, type_, *_ in rows("| record | `type` |")}
    by_type = {schema.type: schema for schema in SCHEMAS}
    assert sorted(types.values()) == sorted(by_type)
    return {name: by_type[type_] for name, type_ in types.items()}


def test_the_fields_merge_as_the_table_says() -> None:
    said: dict[str, dict[str, str]] = {name: {} for name in schemas()}
    for cells in rows("| field | policy |"):
        records, _, groups = cells[0].partition(": ")
        for group, policy in zip(groups.split(" / "), cells[1].split(" / "), strict=True):
            fields = names_in(re.sub(r"\([^)]*\)", "", group))
            word = re.match(r"\w+", policy)
            assert word is not None
            for record in records.split(", "):
                said[record] |= dict.fromkeys(fields, word[0])
    merged = {name: {f: str(p) for f, p in one.fields.items()} for name, one in schemas().items()}
    assert said == merged


def test_what_a_record_stands_by_and_is_made_of_is_what_the_table_says() -> None:
    for name, _type, value, renewed, made in rows("| record | `type` |"):
        schema = schemas()[name]
        rebuilt, _, of = made.partition(" of ")
        assert names_in(value) == [schema.alive], name
        assert set(names_in(renewed)) == set(schema.renewed), name
        assert set(names_in(rebuilt)) == set(schema.rebuilt), name
        assert set(names_in(of)) == (set(schema.made_of) if schema.rebuilt else set()), name


def test_what_names_others_is_what_the_table_says() -> None:
    kinds = {schema.record: name for name, schema in schemas().items()}
    said: dict[tuple[str, str], tuple[object, ...]] = {}
    for record, fields, names, _how, once, grounds in rows("| record | field | names |"):
        for field in names_in(fields):
            ground = names_in(grounds)[0] if grounds else None
            said[record, field] = (frozenset(names.split(", ")), once, ground)
    done = {
        (name, field): (
            frozenset({"any"} if len(one.kinds) == len(REFERABLE) else map(kinds.get, one.kinds)),
            one.once_forgotten.value,
            one.grounds,
        )
        for name, schema in schemas().items()
        for field, one in schema.references.items()
    }
    assert said == done
