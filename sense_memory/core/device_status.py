"""The devices that share a mind, as one of them sees it."""

from dataclasses import dataclass

from .records.device import Device


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """One device that holds the key and keeps a file.

    Attributes:
        device: What it last said of itself; of this one, how much it holds now.
        is_this: It is this one.
        is_silent: It has not been heard of for ``DeviceConfig.silent_after``. Its last writes may
            be on it alone; retire it only if it is gone for good.
        agrees: Whether it held the same memories as this one does now when it last spoke; this
            one does.
    """

    device: Device
    is_this: bool
    is_silent: bool
    agrees: bool
