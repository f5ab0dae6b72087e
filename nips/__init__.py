"""Nostr protocol code without input or output: one module per NIP.

Nothing here opens a socket, reads a clock or starts a task. Times are arguments, in whole
seconds since 1970. Import the module you need: ``from nips import nip01``.
"""
