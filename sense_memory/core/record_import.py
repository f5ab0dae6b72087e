"""What became of records that were written down as plain text."""

from dataclasses import dataclass

from .event_import import LineProblem


@dataclass(frozen=True, slots=True)
class RecordImport:
    """What became of the lines; empty ones are not counted.

    Attributes:
        taken: Records that stand here now and did not before.
        overwritten: Records that said something else here, and say what the file says now.
        known: Records that say here what the file says.
        differing: Records that say something else here, and were left as they are.
        forgotten: Records that were forgotten here after they were written there, and stay so.
        rejected: Lines that came to nothing: no record, of an unknown type, too large.
        left_out: Records that whoever wrote the file could not read, in whole or in part.
        problems: The rejected lines, and what was not taken of others, the first thousand.
        differences: The lines of records that say something else here, the first thousand.
    """

    taken: int = 0
    overwritten: int = 0
    known: int = 0
    differing: int = 0
    forgotten: int = 0
    rejected: int = 0
    left_out: int = 0
    problems: tuple[LineProblem, ...] = ()
    differences: tuple[LineProblem, ...] = ()

    @property
    def lines(self) -> int:
        """How many records there were."""
        return (
            self.taken
            + self.overwritten
            + self.known
            + self.differing
            + self.forgotten
            + self.rejected
        )
