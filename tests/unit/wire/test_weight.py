"""What an event weighs is known before it is sealed."""

import pytest
from hypothesis import given, strategies as st

from nips import nip01, nip44, nip78
from nips.keys import SecretKey
from sense_memory.wire.weight import event_bytes, sealed_bytes

KEY = SecretKey.from_hex("1" * 64)
SHARED = nip44.conversation_key(KEY, KEY.public_key)


@given(st.text(min_size=1, max_size=3_000), st.sampled_from(["a" * 64, "sense-memory/kv/é"]))
def test_the_weight_is_that_of_the_event(text: str, address: str) -> None:
    content = nip44.encrypt(text, SHARED)
    event = nip01.sign(nip78.app_data(KEY.public_key.hex, 1_767_600_000, address, content), KEY)
    weight = len(event.to_json().encode())
    assert event_bytes(len(content), address) == weight
    assert sealed_bytes(len(text.encode()), address) == weight


@pytest.mark.parametrize("size", [1, 32, 33, 512, 2_560, 10_240, 40_960])
def test_at_every_size_of_padding(size: int) -> None:
    content = nip44.encrypt("x" * size, SHARED)
    assert sealed_bytes(size, "a") - event_bytes(0, "a") == len(content)
