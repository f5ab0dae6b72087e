"""What is known of how this store names things, kept up to date by what arrives."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from ..core.change import Alter, Edit, Put
from ..core.records.device import Device
from ..core.records.store_settings import Addressing, BlindingKey, Settings
from ..core.records.succession import Succession
from ..core.ref import Ref
from ..wire.address import key_id, writing_key
from ..wire.naming import Naming
from ..wire.schemas import KEY, SETTINGS, SUCCESSION
from ..wire.schemas.succession import FROM, TO
from ..wire.succession import is_proven


class Names:
    """The current ``Naming`` of a store.

    Attributes:
        naming: How paths become addresses now.
        settings_known: Whether the file holds the settings record.
        listed: The ids of the keys that the settings name.
        devices: What each device that holds the key says of itself, by id.
        successions: To whom, and from whom, this mind moved: those that both keys have signed.
    """

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.settings_known = False
        self.listed: frozenset[str] = frozenset()
        self.devices: dict[str, Device] = {}
        self.successions: dict[str, Succession] = {}
        self._unwritten: set[str] = set()

    def learn(self, record: object) -> None:
        """How others have named things decides how we do."""
        if isinstance(record, Settings):
            self.naming = self.naming.with_addressing(record.addressing)
            self.settings_known = True
            self.listed |= frozenset(record.keys)
        elif isinstance(record, BlindingKey):
            self.naming = self.naming.with_key(record)
            self._unwritten.discard(key_id(record))
        elif isinstance(record, Device):
            self.devices[record.id] = record
        elif isinstance(record, Succession) and is_proven(record, self.naming.public_key):
            is_left = record.predecessor == self.naming.public_key
            self.successions[TO if is_left else FROM] = record

    @property
    def moved_to(self) -> str | None:
        """The key under which this mind goes on; ``None`` if that is this one."""
        left = self.successions.get(TO)
        return left.successor if left is not None else None

    def may_send(self, address: str) -> bool:
        """Whether anything still goes to relays: of a mind that moved, only what says so."""
        if self.moved_to is None:
            return True
        said = self.naming.address(SUCCESSION.root + TO)
        return address == said or address in self.bootstrap_addresses()

    def decide(self, addressing: Addressing) -> None:
        """Nobody else has said: this is how the store addresses."""
        if self.naming.addressing is None:
            self.naming = self.naming.with_addressing(addressing)

    def bootstrap(self, paths: Iterable[str]) -> list[Edit]:
        """Before anything is named on relays, they get the settings, and the key it takes."""
        naming = self.naming
        if naming.addressing is None:
            return []
        needed: list[Edit] = []
        kid = key_id(naming.file_key)
        if any(naming.lacks_key_for(path) for path in paths):
            self.naming = naming = naming.with_key(naming.file_key)
            self._unwritten.add(kid)
        if kid in self._unwritten:
            # a commit that came to nothing, or comes after this one, writes no key for us
            needed.append(Put(Ref(BlindingKey, kid), naming.file_key))
        if not self.settings_known or not self.listed.issuperset(naming.keys):
            settings = Settings(naming.addressing or Addressing.BLINDED, keys=tuple(naming.keys))
            needed.append(Alter(Ref(Settings, ""), partial(_with_keys, settings)))
        return needed

    def move(self, addressing: Addressing) -> list[Edit]:
        """Let the store address in another way from now on."""
        known = self.naming.keys.values()
        key = writing_key(known) or self.naming.file_key
        needed: list[Edit] = []
        if addressing is Addressing.BLINDED and not known:
            needed.append(Put(Ref(BlindingKey, key_id(key)), key))
        kids = {*self.naming.keys, *([key_id(key)] if needed else [])}
        settings = Settings(addressing, keys=tuple(sorted(kids)))
        needed.append(Alter(Ref(Settings, ""), partial(_moved, settings)))
        return needed

    def missing_keys(self) -> list[str]:
        """The addresses of keys that the settings name and this file lacks."""
        lacking = self.listed - self.naming.keys.keys()
        return [self.naming.address(KEY.root + kid) for kid in sorted(lacking)]

    def bootstrap_addresses(self) -> set[str]:
        """What a relay must hold before anything else is named there."""
        paths = [SETTINGS.root, *(KEY.root + kid for kid in self.naming.keys)]
        return {self.naming.address(path) for path in paths}

    def held_address(self, path: str) -> str:
        """Where a path stands in this file while nobody has said how the store addresses."""
        naming = self.naming
        return Naming(naming.public_key, naming.file_key, None, {}).address(path)


def _with_keys(settings: Settings, old: Settings | None) -> Settings:
    """Settings that name all keys; how the store addresses stays as it was said."""
    if old is None:
        return settings
    return replace(old, keys=tuple(sorted({*old.keys, *settings.keys})))


def _moved(settings: Settings, old: Settings | None) -> Settings:
    """Settings that address anew, and name all keys."""
    return replace(_with_keys(settings, old), addressing=settings.addressing)
