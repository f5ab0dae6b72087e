"""Secrets that are known by how they are written: keys of providers, seeds, cards, URLs."""

import functools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from mnemonic import Mnemonic

Span: TypeAlias = tuple[int, int]
"""Where in a text something stands."""

_BLOCK = re.compile(
    r"-----BEGIN (?P<of>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----"
    r".*?(?:-----END (?P=of)-----|\Z)",
    re.DOTALL,
)
_HINT = re.compile(
    r"sk-|[srw]k_|whsec_|gh[opsur]_|github_pat_|glpat-|A[KS]IA[A-Z2-7]|AIza|xox|xapp-|npm_|hf_|"
    r"pypi-|gsk_|r8_|dop_v1_|eyJ|SG\.|nsec1|NSEC1|xprv|AGE-SECRET-KEY-1|:AA"
)
"""What one of the keys begins with; a text without it is not searched further."""
_KEY = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:ant|proj|or|svcacct|admin|lf)-[\w-]{6,}|sk-[A-Za-z0-9]{20,}|"
    r"[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[\w+/=-]{16,}|"
    r"gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|glpat-[\w.-]{16,}|"
    r"A[KS]IA[A-Z2-7][A-Z0-9]{15}(?![A-Za-z0-9])|AIza[\w-]{30,}|"
    r"xox[a-z]-[\w-]{10,}|xapp-[\w-]{16,}|npm_[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{20,}|"
    r"pypi-[\w-]{40,}|gsk_[A-Za-z0-9]{20,}|r8_[A-Za-z0-9]{20,}|dop_v1_[0-9a-f]{20,}|"
    r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|SG\.[\w-]{16,}\.[\w-]{16,}|"
    r"n(?:crypt)?sec1[02-9ac-hj-np-z]{50,}|N(?:CRYPT)?SEC1[02-9AC-HJ-NP-Z]{50,}|"
    r"xprv[1-9A-HJ-NP-Za-km-z]{80,}|AGE-SECRET-KEY-1[A-Z0-9]{40,}|"
    r"\d{8,10}:AA[\w-]{30,}"
    r")"
)
"""OpenAI, Anthropic and who took their form; Stripe; GitHub; GitLab; AWS; Google; Slack; npm;
Hugging Face; PyPI; Groq; Replicate; DigitalOcean; a JWT; SendGrid; Nostr; BIP-32; age; Telegram."""
_CRYPTED = re.compile(r"(?i)(?<![a-z0-9])ncryptsec1[02-9ac-hj-np-z]{50,}")
_URL = re.compile(r"(?i)(?<![a-z0-9])[a-z][a-z0-9+.-]{1,20}://[^\s/:@?#]{0,100}:([^\s/@]{1,200})@")
_BLANK = re.compile(
    r"(?i)[\W_]*(?:pass(?:word|wd)?|pwd|secret|token|\*+|x+|\.+|…)?[\W_]*|\$.*|<.*|\{.*"
)
"""What stands in a URL of a manual in place of a password."""
_DIGITS = re.compile(
    r"(?<![\w+.,/:#-])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|"
    r"\d{4}([ -])\d{6}\2\d{4,5})(?![\w/]|[.,:-]\d)"
)
_CARDS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|"
    r"3[47]\d{13}|(?:6011|65\d\d|64[4-9]\d)\d{12,15}|3(?:0[0-5]|[68]\d)\d{11,16}|35\d{14,17}|"
    r"62\d{14,17}|(?:50|5[6-9]|6[0-9])\d{11,17}"
)
"""Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay, Maestro."""
_RUN = re.compile(
    r"(?i)(?<![a-z])(?:[a-z]{3,8}(?:[\s,;|>\"'`-]|\d{1,2}[.):])+){11,}[a-z]{3,8}(?![a-z])"
)
_WORD = re.compile(r"[A-Za-z]+")
_SEED_WORDS = (24, 21, 18, 15, 12)
_MOST_WORDS = 48
"""More of them in a row are no seed, and are not looked through."""


def formats(text: str) -> Iterator[Span]:
    """Where in a text a secret stands that is known by its form; some may lie in others."""
    if "-----BEGIN " in text:
        yield from (one.span() for one in _BLOCK.finditer(text))
    if _HINT.search(text):
        yield from (one.span() for one in _KEY.finditer(text))
    if "ncryptsec1" in text.casefold():
        yield from (one.span() for one in _CRYPTED.finditer(text))
    if "://" in text:
        yield from (one.span(1) for one in _URL.finditer(text) if not _BLANK.fullmatch(one[1]))
    yield from (one.span() for one in _DIGITS.finditer(text) if _is_card(one[0]))
    for run in _RUN.finditer(text):
        yield from _seeds(run)


def _is_card(said: str) -> bool:
    digits = said.replace(" ", "").replace("-", "")
    if _CARDS.fullmatch(digits) is None or len(set(digits)) < 2:
        return False
    doubled = (int(one) * 2 for one in digits[-2::-2])
    others = sum(int(one) for one in digits[::-2])
    return (others + sum(one - 9 if one > 9 else one for one in doubled)) % 10 == 0


def _seeds(run: re.Match[str]) -> Iterator[Span]:
    """Words of the list of BIP-39, one after the other, whose checksum is right.

    Of words that only happen to stand in the list one run of twelve in sixteen passes that.
    """
    known: list[re.Match[str]] = []
    for word in (*_WORD.finditer(run[0]), None):
        if word is not None and word[0].casefold() in _seed_words():
            known.append(word)
            continue
        if len(known) <= _MOST_WORDS:
            for size in _SEED_WORDS:
                for start in range(len(known) - size + 1):
                    phrase = known[start : start + size]
                    if _is_seed(" ".join(one[0].casefold() for one in phrase)):
                        yield run.start() + phrase[0].start(), run.start() + phrase[-1].end()
        known.clear()


@functools.cache
def _seed_words() -> frozenset[str]:
    return frozenset(_english().wordlist)


def _is_seed(phrase: str) -> bool:
    return bool(_english().check(phrase))


@functools.cache
def _english() -> "Mnemonic":
    from mnemonic import Mnemonic

    return Mnemonic("english")
