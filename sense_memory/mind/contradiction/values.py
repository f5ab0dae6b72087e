"""Values in one form, so that the same day, time or sum is the same however it is written."""

import re
from collections.abc import Sequence

from .tokens import Token, stem

_MONTHS = {
    name: f"month{number}"
    for number, names in enumerate(
        (
            "january jan januar enero janvier",
            "february feb februar febrero fevrier",
            "march mar marz marzo mars",
            "april apr abril avril",
            "may mai mayo",
            "june jun juni junio juin",
            "july jul juli julio juillet",
            "august aug agosto aout",
            "september sep sept septiembre septembre",
            "october oct oktober okt octubre octobre",
            "november nov noviembre novembre",
            "december dec dezember dez diciembre decembre",
        ),
        start=1,
    )
    for name in names.split()
}
_DAYS = {
    name: f"day{number}"
    for number, names in enumerate(
        (
            "monday mondays mon montag montags lunes lundi",
            "tuesday tuesdays tue tues dienstag dienstags martes mardi",
            "wednesday wednesdays wed mittwoch mittwochs miercoles mercredi",
            "thursday thursdays thu thur thurs donnerstag donnerstags jueves jeudi",
            "friday fridays fri freitag freitags viernes vendredi",
            "saturday saturdays sat samstag samstags sabado samedi",
            "sunday sundays sun sonntag sonntags domingo dimanche",
        ),
        start=1,
    )
    for name in names.split()
}
_NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        (
            "zero null cero",
            "one eins uno",
            "two zwei dos deux",
            "three drei tres trois",
            "four vier cuatro quatre",
            "five funf cinco cinq",
            "six sechs seis",
            "seven sieben siete sept",
            "eight acht ocho huit",
            "nine neun nueve neuf",
            "ten zehn diez dix",
            "eleven elf once onze",
            "twelve zwolf doce douze",
        )
    )
    for word in words.split()
} | {
    "twenty": "20",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "hundred": "100",
    "dozen": "12",
    "thirteen": "13",
    "fourteen": "14",
    "fifteen": "15",
    "sixteen": "16",
    "eighteen": "18",
    "sixty": "60",
    "ninety": "90",
}
_CURRENCY = {
    "dollar": "$",
    "dollars": "$",
    "usd": "$",
    "bucks": "$",
    "euro": "€",
    "euros": "€",
    "eur": "€",
    "pound": "£",
    "pounds": "£",
    "gbp": "£",
    "yen": "¥",
    "cad": "cad",
}
_AMBIGUOUS = frozenset({"may", "mar", "mars", "march", "sun", "sat", "mon", "once", "dos", "sept"})
"""Other words as well: a month or a number only where a number or a capital says so."""
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_CLOCK = re.compile(r"^(\d{1,2})(?::(\d\d))?(am|pm|h)?$")
_ISO = re.compile(r"^(\d{4})-(\d\d)-(\d\d)$")
_VERSION = re.compile(r"^v?\d+(?:\.\d+|\.x)*[a-z]?\d*$")


def value_of(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The words of a value as stems; days, months, numbers, times and sums in one form each."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        word = token.text
        following = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if word in ("am", "pm") and found and found[-1].startswith("clock"):
            continue
        is_sure = (
            word not in _AMBIGUOUS
            or token.is_name
            or following[:1].isdigit()
            or (at > 0 and tokens[at - 1].is_number)
        )
        if is_sure and word in _MONTHS:
            found.append(_MONTHS[word])
        elif is_sure and word in _DAYS:
            found.append(_DAYS[word])
        elif is_sure and word in _NUMBERS:
            found.append(_NUMBERS[word])
        elif word in _CURRENCY:
            if found and found[-1].replace(".", "").isdigit():
                found[-1] = _CURRENCY[word] + found[-1]
            else:
                found.append(_CURRENCY[word])
        elif token.is_number:
            found.extend(_number(word, following))
        else:
            found.append(stem(word))
    return tuple(found)


def _number(word: str, following: str) -> list[str]:
    if match := _ORDINAL.match(word):
        return [match[1]]
    if match := _ISO.match(word):
        return [str(int(match[3])), f"month{int(match[2])}", match[1]]
    is_clock = ":" in word or word.endswith(("am", "pm")) or following in ("am", "pm")
    if is_clock and (match := _CLOCK.match(word)):
        hour = int(match[1])
        half = match[3] or following
        if half == "pm" and hour < 12:
            hour += 12
        if half == "am" and hour == 12:
            hour = 0
        return [f"clock{hour}:{match[2] or '00'}"]
    for sign in "€$£¥":
        if word.endswith(sign):
            word = sign + word[:-1]
    if "," in word and all(len(part) == 3 for part in word.split(",")[1:]):
        word = word.replace(",", "")
    return [word.removesuffix(".00")]


def is_number(word: str) -> bool:
    """Whether a word of a value is a number or a sum."""
    return word[0].isdigit() or (word[0] in "$€£¥₹" and len(word) > 1)


def is_when(value: Sequence[str]) -> bool:
    """Whether a value says when."""
    return any(word.startswith(("month", "clock")) or word in _DAY_NAMES for word in value)


def is_version(word: str) -> bool:
    """Whether a word may be a version: 3.12, v2, 22."""
    return bool(_VERSION.match(word))


_DAY_NAMES = frozenset(_DAYS.values()) | {"tomorrow", "tonight", "noon", "midnight"}
