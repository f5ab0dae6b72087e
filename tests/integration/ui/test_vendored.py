"""What of others is served is what they published, with their licence beside it."""

import hashlib
from pathlib import Path

import sense_memory.ui

VENDOR = Path(sense_memory.ui.__file__).with_name("static") / "vendor"
LIST = "THIRD_PARTY.md"


def test_files_of_others_are_listed_with_version_source_licence_and_hash() -> None:
    lines = (VENDOR / LIST).read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in one.strip("|").split("|")] for one in lines if one[:1] == "|"]
    listed = {row[0]: row for row in rows[2:]}
    licences = {row[4].rpartition(", ")[2] for row in listed.values()}
    assert {one.name for one in VENDOR.iterdir()} == {LIST, *listed, *licences}
    for name, (_, _, version, source, licence, sha256) in listed.items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == sha256, name
        assert version
        assert source.startswith("npm `")
        assert (VENDOR / licence.rpartition(", ")[2]).read_text(encoding="utf-8")
