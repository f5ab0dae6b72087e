"""A second implementation of the wire format, written from SPEC.md alone.

It imports nothing of this project. Its cryptography is `nostr_sdk` (events, signatures, NIP-44)
and hashlib with `cryptography` (HMAC, HKDF); all else is in these few files, in the order of the
specification: events (§1), addresses (§2), records (§3), bodies, merging and plain edits (§4), a
mind on a relay (§2, §6, §7), and vectors (§19). Where it and the package disagree, one of the two
or SPEC.md is wrong.
"""
