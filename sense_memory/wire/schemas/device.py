"""The record that each device keeps about itself."""

from collections.abc import Mapping
from typing import Any

from ...core.records.device import Device, Touch
from ..body import Policy
from ..schema import Schema, number, text
from ..stamp import is_hlc


def _encode(device: Device) -> dict[str, Any]:
    return {
        "name": device.name,
        "seen_at": device.seen_at,
        "through": dict(device.through),
        "count": device.count,
        "fingerprint": device.fingerprint,
        "touches": [[touch.place, touch.slot, touch.count, touch.at] for touch in device.touches],
    }


def _decode(name: str, fields: Mapping[str, Any], written_at: float) -> Device:
    through = fields.get("through", {})
    if not isinstance(through, dict):
        raise TypeError("a time for each relay is needed")
    return Device(
        name,
        text(fields.get("name", "")),
        number(fields.get("seen_at", written_at)),
        {url: number(at) for url, at in through.items()},
        int(number(fields.get("count", 0))),
        text(fields.get("fingerprint", "")),
        tuple(_touch(*row) for row in fields.get("touches", ())),
    )


def _touch(place: object, slot: object, count: object, at: object) -> Touch:
    if not is_hlc(slot) or type(count) is not int or count < 1:
        raise ValueError("a touch is [place, stamp, count, time]")
    return Touch(text(place), text(slot), count, number(at))


DEVICE = Schema(
    record=Device,
    type="sense-memory:device",
    root="sense-memory/v1/device/",
    fields={
        "name": Policy.REGISTER,
        "seen_at": Policy.REGISTER,
        "through": Policy.REGISTER,
        "count": Policy.REGISTER,
        "fingerprint": Policy.REGISTER,
        "touches": Policy.REGISTER,
    },
    alive="seen_at",
    encode=_encode,
    decode=_decode,
    name=lambda _fields: None,
    is_name=lambda name: 0 < len(name) <= 16 and "/" not in name,
    is_of_store=True,
)
