"""One hash for a set of memories, whatever way it came together."""

from sense_memory.core.records.kv import Memory
from sense_memory.core.records.store_settings import BlindingKey
from sense_memory.core.ref import Ref
from sense_memory.wire import merge
from sense_memory.wire.body import Body
from sense_memory.wire.fingerprint import digest, digest_key, fingerprint
from sense_memory.wire.naming import Naming
from sense_memory.wire.schemas import KV
from sense_memory.wire.stamp import Dot, hlc

REF = Ref(Memory, "k")
FILE = BlindingKey(b"f" * 32)
NAMING = Naming("a" * 64, FILE, None, {})


def _body(value: str, device: str, at: float) -> Body:
    fields = KV.encode(Memory("k", value, at))
    return merge.put(None, "sense-memory/k", fields, Dot(hlc(at), device), KV)


def test_versions_merged_in_either_order_have_one_digest():
    a, b = _body("one", "alpha", 1.0), _body("two", "beta", 2.0)
    ab, ba = merge.merge(a, b, KV), merge.merge(b, a, KV)
    key = digest_key(NAMING)
    assert digest(REF, ab, key) == digest(REF, ba, key)
    assert len({digest(REF, body, key) for body in (a, b, ab)}) == 3


def test_order_and_copies_do_not_matter_and_members_do():
    one, two = b"1" * 32, b"2" * 32
    assert fingerprint([one, two]) == fingerprint([two, one, one])
    assert fingerprint([one]) != fingerprint([two])
    assert fingerprint([]) != fingerprint([one])
    assert len(fingerprint([])) == 32


def test_devices_key_it_alike_and_identities_do_not():
    """The file's own key is no secret that devices share."""
    key = BlindingKey(b"k" * 32, 3)
    mine = Naming("a" * 64, FILE, None, {}).with_key(key)
    other = Naming("a" * 64, BlindingKey(b"g" * 32), None, {}).with_key(key)
    assert digest_key(mine) == digest_key(other)
    assert digest_key(NAMING) == digest_key(Naming("a" * 64, key, None, {}))
    assert digest_key(NAMING) != digest_key(Naming("b" * 64, FILE, None, {}))
    assert digest_key(NAMING) != digest_key(mine)
