"""The least that opening a file and reading one row can cost: PATH KEY."""

import sqlite3
import sys
import time

from .said import report

if __name__ == "__main__":
    began = time.perf_counter()
    connection = sqlite3.connect(sys.argv[1])
    found = connection.execute("SELECT value FROM memory WHERE key = ?", (sys.argv[2],)).fetchone()
    assert found
    connection.close()
    report(read_ms=(time.perf_counter() - began) * 1000)
