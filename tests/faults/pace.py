"""Numbers with which a test need not wait for what never comes."""

from sense_memory import Config, RelayConfig

QUICK = RelayConfig(
    read_back_delay=0,
    answer_timeout=2,
    ok_timeout=2,
    connect_timeout=2,
    read_timeout=8,
    straggler_wait=0.3,
    close_timeout=0.5,
    full_load_interval=60,
)
"""Every load after a minute of the test's clock reads a relay as a whole."""
SOON = Config(relays=QUICK)
