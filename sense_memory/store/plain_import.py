"""Records from plain text into a store: what ``plain_export`` wrote, in any store of any key.

Nothing here overwrites what stands, unless that is asked for, and nothing that was forgotten comes
back because an old file still has it: a line counts only if it was written after the forgetting.
"""

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.change import Edit, Ensure, Put
from ..core.errors import InputError, MalformedRecordError, RecordError, TooLargeError
from ..core.event_import import MOST_PROBLEMS, LineProblem
from ..core.record_import import RecordImport
from ..core.records.belief import Belief
from ..core.records.names import canonical
from ..core.ref import Ref, check_scope
from ..io.plain_records import Standing
from ..io.repository import Repository
from ..wire import past_values
from ..wire.address import path_of, ref_at
from ..wire.body import OF_ELEMENTS, Policy
from ..wire.canonical import loads_object, normalised
from ..wire.schema import Schema, number, text
from .plain_export import LEFT_OUT, fields_of, kinds
from .references import title

BATCH = 200
"""Records that are written in one commit."""

Lines = Iterable[str | bytes] | AsyncIterable[str | bytes]


@dataclass(frozen=True, slots=True)
class Given:
    """A record as a line gives it.

    Attributes:
        line: Its number, from 1.
        ref: Where it shall stand.
        schema: Its type.
        record: What shall stand.
        former: What it said before.
        written_at: When it was written there, seconds since the epoch; 0 if the line says nothing.
        unknown: Fields that this release does not know, and leaves out.
    """

    line: int
    ref: Ref[Any]
    schema: Schema[Any]
    record: Any
    former: tuple[Belief, ...]
    written_at: float
    unknown: tuple[str, ...]


@dataclass(slots=True)
class _Tally:
    """Counts, while lines come."""

    report: RecordImport = field(default_factory=RecordImport)
    problems: list[LineProblem] = field(default_factory=list)
    differences: list[LineProblem] = field(default_factory=list)

    def count(self, name: str, by: int = 1) -> None:
        self.report = replace(self.report, **{name: getattr(self.report, name) + by})

    def problem(self, line: int, why: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(LineProblem(line, why))

    def reject(self, line: int, why: str) -> None:
        self.count("rejected")
        self.problem(line, why)

    def differ(self, line: int, why: str) -> None:
        self.count("differing")
        if len(self.differences) < MOST_PROBLEMS:
            self.differences.append(LineProblem(line, why))


async def import_(
    repository: Repository, scope: str, lines: Lines, now: float, *, overwrite: bool
) -> RecordImport:
    """Let records stand here as the lines say.

    Args:
        repository: Where.
        scope: What the store is restricted to; ``""`` takes records of every scope.
        lines: A JSON object each; empty ones are passed over.
        now: When a record was written whose line does not say so, seconds since the epoch.
        overwrite: Whether the file counts where a record says something else here.

    Raises:
        MovedError, StorageError, PublishFailedError: Nothing more can be written; what came before
            stays.
    """
    tally = _Tally()
    await repository.heard()
    batch: dict[Ref[Any], Given] = {}
    line_number = 0
    async for line in _each(lines):
        line_number += 1
        if not line.strip():
            continue
        try:
            given = _given(line_number, line, scope, now)
        except _UnusableLineError as error:
            tally.reject(line_number, str(error))
            continue
        if isinstance(given, int):
            tally.count("left_out", given)
            continue
        if given.ref in batch or len(batch) == BATCH:
            await _take(repository, list(batch.values()), tally, overwrite=overwrite)
            batch = {}
        batch[given.ref] = given
    await _take(repository, list(batch.values()), tally, overwrite=overwrite)
    return replace(
        tally.report, problems=tuple(tally.problems), differences=tuple(tally.differences)
    )


async def _each(lines: Lines) -> AsyncIterator[str | bytes]:
    if isinstance(lines, AsyncIterable):
        async for line in lines:
            yield line
    else:
        for line in lines:
            yield line


# ------------------------------------------------------------------------- one line


class _UnusableLineError(Exception):
    """A line that comes to nothing; it says why, and quotes nothing."""


def _given(line_number: int, line: str | bytes, scope: str, now: float) -> Given | int:
    """What a line says; of the last line, how many records it says were left out.

    Raises:
        _UnusableLineError: It says nothing.
    """
    said = _object(line)
    type_ = said.get("type")
    if type_ == LEFT_OUT:
        counts = (said.get("unreadable"), said.get("in_part"))
        return sum(count for count in counts if type(count) is int and count > 0)
    schema = next((one for one in kinds() if one.type == type_), None)
    if schema is None:
        raise _UnusableLineError("it is of no record type that this release imports")
    ref = _ref(said, schema, scope)
    fields = said.get("fields")
    if not isinstance(fields, dict):
        raise _UnusableLineError("'fields' is no JSON object")
    try:
        written_at = number(said.get("written_at", 0.0))
        former = _former(fields, schema, ref)
        # what the name says is not said twice
        known = {
            name: value
            for name, value in fields.items()
            if schema.fields.get(name, Policy.IDENTITY) is not Policy.IDENTITY
        }
        record = schema.decode(ref.name, _shaped(known, schema), written_at or now)
    except (InputError, RecordError, KeyError, TypeError, ValueError) as error:
        raise _UnusableLineError(_why(error, schema)) from None
    unknown = tuple(sorted(fields.keys() - schema.fields.keys()))
    return Given(line_number, ref, schema, record, former, written_at, unknown)


def _object(line: str | bytes) -> dict[str, Any]:
    try:
        return loads_object(line.decode("utf-8-sig") if isinstance(line, bytes) else line)
    except UnicodeDecodeError:
        raise _UnusableLineError("this is not UTF-8 text") from None
    except MalformedRecordError as error:
        raise _UnusableLineError(str(error).replace("the plaintext", "the line")) from None


def _ref(said: dict[str, Any], schema: Schema[Any], restricted_to: str) -> Ref[Any]:
    """Where the record shall stand.

    Raises:
        _UnusableLineError: No record of its type can stand there, or it is of another scope.
    """
    name, scope = said.get("name"), said.get("scope", "")
    if not isinstance(name, str) or not isinstance(scope, str):
        raise _UnusableLineError("'name' or 'scope' is no text")
    name = canonical(name)
    try:
        if scope:
            scope = check_scope(scope)
    except InputError:
        raise _UnusableLineError("its scope cannot be one") from None
    ref: Ref[Any] = Ref(schema.record, name, scope)
    if "\x00" in name or ref_at(path_of(ref)) != (ref, schema):
        raise _UnusableLineError(f"no record of the type {schema.type} can have its name")
    if restricted_to and scope != restricted_to:
        raise _UnusableLineError("it is of another scope than this store is restricted to")
    return ref


def _former(fields: dict[str, Any], schema: Schema[Any], ref: Ref[Any]) -> tuple[Belief, ...]:
    if schema.past is None or schema.past not in fields:
        return ()
    return tuple(past_values.read(ref.name, fields.pop(schema.past)))


def _shaped(fields: dict[str, Any], schema: Schema[Any]) -> dict[str, Any]:
    """Fields as a schema decodes them: elements are tuples of texts."""
    shaped = dict(fields)
    for name, policy in schema.fields.items():
        if policy in OF_ELEMENTS and name in fields:
            if not isinstance(fields[name], list):
                raise TypeError("a list is needed")
            shaped[name] = tuple(dict.fromkeys(text(one) for one in fields[name]))
    return shaped


def _why(error: Exception, schema: Schema[Any]) -> str:
    """What is wrong with the fields, without a word of what they say."""
    if isinstance(error, KeyError):
        return f"a {schema.type} record lacks a field: {error.args[0]}"
    return f"its fields make no {schema.type} record ({type(error).__name__})"


# ---------------------------------------------------------------------- many records


async def _take(
    repository: Repository, batch: Sequence[Given], tally: _Tally, *, overwrite: bool
) -> None:
    """Write what is new of some records in one commit."""
    standing = await repository.standing([one.ref for one in batch])
    todo: list[tuple[Given, Edit, str]] = []
    for one in batch:
        if one.ref not in standing:
            tally.reject(one.line, "what stands there cannot be read by this release")
            continue
        there = standing[one.ref]
        if there.record is None:
            if there.forgotten_at is not None and one.written_at <= there.forgotten_at:
                tally.count("forgotten")
            else:
                todo.append((one, Ensure(one.ref, one.record, one.former), "taken"))
        elif says_the_same(there, one):
            tally.count("known")
        elif overwrite:
            todo.append((one, Put(one.ref, one.record), "overwritten"))
        else:
            tally.differ(one.line, f"the {title(one.ref)} says something else here, and stays so")
    try:
        if todo:
            await repository.commit(*(edit for _, edit, _ in todo))
    except (InputError, RecordError):
        await _take_each(repository, todo, tally)
        return
    for one, _, became in todo:
        _took(one, became, tally)


async def _take_each(
    repository: Repository, todo: Sequence[tuple[Given, Edit, str]], tally: _Tally
) -> None:
    """Write some records one by one, since one of them cannot be written."""
    for one, edit, became in todo:
        try:
            await repository.commit(edit)
        except TooLargeError as error:
            tally.reject(one.line, f"{error.size_bytes} bytes are too many ({error.limit_bytes})")
        except (InputError, RecordError) as error:
            tally.reject(one.line, f"it makes no record here ({type(error).__name__})")
        else:
            _took(one, became, tally)


def _took(one: Given, became: str, tally: _Tally) -> None:
    tally.count(became)
    if one.unknown:
        names = len(one.unknown)
        tally.problem(one.line, f"taken without {names} fields that this release does not know")


def says_the_same(standing: Standing, given: Given) -> bool:
    """Whether what stands differs from what is given by no more than how often it was used."""
    schema = given.schema
    mine, theirs = fields_of(standing.record, schema), fields_of(given.record, schema)
    by_use = schema.moved_by_use(standing.record) | schema.moved_by_use(given.record)
    return all(
        _comparable(mine, name, schema) == _comparable(theirs, name, schema)
        for name in (mine.keys() | theirs.keys()) - by_use
    )


def _comparable(fields: dict[str, Any], name: str, schema: Schema[Any]) -> Any:
    value = normalised(fields.get(name))
    # elements have no order
    return sorted(value) if schema.fields.get(name) in OF_ELEMENTS and value else value
