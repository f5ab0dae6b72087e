"""Record to event and back: addresses, bodies, stamps, merge."""
