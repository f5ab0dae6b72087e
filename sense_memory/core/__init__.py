"""What every layer may use: errors, numbers, the clock, ports, references, records."""
