"""What a part tells the process that started it."""

import json
import resource
import sys
from pathlib import Path


def report(**numbers: float) -> None:
    """Say some numbers, and the largest memory of this process, on the last line."""
    print(json.dumps({**numbers, "peak_mib": peak_mib()}), flush=True)


def peak_mib() -> float:
    """The most memory that this process ever held, MiB.

    Linux hands ``ru_maxrss`` down from the process that forked us, large as it may be; the kernel's
    own mark of this address space is not inherited.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)
