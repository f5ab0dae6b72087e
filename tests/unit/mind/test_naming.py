"""Whether a text names somebody."""

import pytest

from sense_memory.mind.naming import Name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ada", "I met Ada."),
        ("ada", "ADA's sister"),
        ("José", "Jose called"),
        ("jose", "JOSÉ called"),
        ("Ada Lovelace", "It was Ada Lovelace, I think"),
        ("Ada", "people/facts/ada-home"),
        ("宮本", "昨日宮本武蔵に会った"),
        ("Ада", "Я видел: Ада."),
    ],
)
def test_it_does(name: str, text: str) -> None:
    assert Name.of(name).is_in(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ada", "Adam and Nada"),
        ("Ada Lovelace", "Ada met Lovelace"),
        ("Al", "also"),
        ("Ада", "Адам"),
        ("...", "..."),
        ("Ada", ""),
    ],
)
def test_it_does_not(name: str, text: str) -> None:
    assert not Name.of(name).is_in(text)


def test_who_is_called_so() -> None:
    assert Name.of("josé  garcía").is_called("Jose Garcia")
    assert Name.of("ada-lovelace").is_called("Ada Lovelace")
    assert not Name.of("Ada").is_called("Ada Lovelace")
    assert not Name.of("🦊").is_called("🐻")
    assert Name.of("Me").is_user
    assert not Name.of("Meg").is_user
