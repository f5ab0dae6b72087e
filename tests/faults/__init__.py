"""The fault matrix: thirty things that go wrong, each named, injected, and survived."""
