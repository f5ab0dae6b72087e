"""Secrets that are said to be some: "my password is …", in the languages that are read here.

English, German, Spanish and French. What is said to be a password is one if it looks like one, or
is the one word that is said of it and no word by which passwords are described.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from ..extracts.vocabulary import FILLERS, STOP
from ..text import fold
from .secret_formats import Span


class _Kind(Enum):
    """What is expected where it is said."""

    WORDS = "words"
    """Several words may be one."""
    WORD = "word"
    """One word may be one, of any letters."""
    DIGITS = "digits"
    """Some digits, or what looks random."""
    RANDOM = "random"
    """What looks random: the noun has other meanings."""
    LONG = "long"
    """What looks random and is long: the noun has many meanings."""


_NOUNS: dict[_Kind, str] = {
    _Kind.WORDS: (
        r"pass[ -]?phrases?|(?:seed|recovery|backup) (?:phrase|words?)|mnemonics?|passphrasen?|"
        r"frases? de (?:contraseña|recuperación)|frase semilla|phrase (?:secrète|de passe|"
        r"de récupération)"
    ),
    _Kind.WORD: (
        r"pass[ -]?words?|passwd|pwd|pass[ -]?codes?|(?:wifi|wi-fi|wlan|login|log-in|admin|root)"
        r" pass|passw(?:ort|örter)e?s?|[a-zäöü-]{2,20}-?passwort|kennw(?:ort|örter)|"
        r"zugangsdaten|contraseñas?|mots? de passe"
    ),
    _Kind.DIGITS: (
        r"pins?(?:[ -](?:code|number|nummer))?|[a-zäöü]{2,12}-pin|geheimzahl|geheimnummer|"
        r"pin-?code|"
        r"code pin|cvv2?|cvc2?|cvn|(?:security|access|entry|door|gate|alarm|unlock|safe|recovery|"
        r"backup|verification|login|one-time|2fa) codes?|(?:safe|lock|vault) combination|otp|"
        r"(?:zugangs|zutritts|tür|alarm|sicherheits|bestätigungs|entsperr)-?codes?|"
        r"códigos? (?:de (?:acceso|seguridad|la (?:puerta|alarma)|verificación)|pin)|"
        r"codes? (?:secret|d['’]accès|de (?:sécurité|la porte|l['’]alarme|vérification)|"
        r"confidentiel)"
    ),
    _Kind.RANDOM: (
        r"api[ _-]?(?:keys?|tokens?|secrets?|schlüssel)|"
        r"(?:secret|private|access|encryption|signing|auth|account|license|licence|ssh|wallet|"
        r"service|root|master|backup|recovery)[ _-](?:access[ _-])?keys?|"
        r"tokens?|secrets?|credentials?|log-?in|"
        r"(?:geheim|zugangs|lizenz|privater? |geheimer )-?schlüssel|zugangstoken|geheimnis|"
        r"claves?(?: (?:de |del )?(?:api|acceso|secreta|privada|wifi|wi-fi|(?:la )?red))?|"
        r"clés?(?: (?:d['’])?(?:api|accès|secrète|privée|wi-?fi|du wi-?fi))|"
        r"jetons?(?: d['’](?:accès|api|authentification))?|pw|mdp"
    ),
    _Kind.LONG: r"keys?|schlüssel|codes?|códigos?|clés?",
}
_NAMED: dict[_Kind, re.Pattern[str]] = {
    kind: re.compile(rf"(?<![^\W_])(?:{nouns})(?!\w)", re.IGNORECASE)
    for kind, nouns in _NOUNS.items()
}
_ANY = re.compile(
    r"pass|pwd|pin|code|cod|cód|key|token|secret|geheim|kennw|zugang|schlüssel|contrase|clave|clé|"
    r"jeton|mnemonic|phrase|frase|cvv|cvc|cvn|combination|otp|credential|log-?in|pw|mdp|mots? de|"
    r"seed|recovery|backup",
    re.IGNORECASE,
)
"""What is in all of the nouns; a text without any of it is not searched further."""
_MARKS = r"[*_`\"'”]{0,3}"
_OF = (
    r"(?:\s?\([^()\n]{1,40}\)|"
    r"\s(?:for|of|to|on|at|in|from|here|für|von|vom|zum|zur|zu|bei|im|am|de|del|para|du|des|"
    r"pour|d['’])\s?[^\n.:=!?;]{1,48}?)"
)
"""Of what it is the password."""
_IS = (
    r"(?:\s?(?::=|=>|->|→|=|:|：)\s?|"
    r"(?:\s(?:now|currently|still|just|jetzt|nun|aktuell|noch|ahora|actualmente|maintenant))?"
    r"(?:\s(?:is|are|was|were|equals|reads|ist|sind|war|lautet|lauten|heißt|es|son|era|est|sont|"
    r"était)|['’]s)"
    r"(?:\s(?:now|currently|still|just|simply|set to|jetzt|nun|noch|einfach|ahora|maintenant|"
    r"simplement))?\s?:?\s)"
)
_TO = r"\s(?:to|as|auf|zu|a|por|en|par)\s"
_LINKS = tuple(
    (re.compile(rf"{_MARKS}{link}(?:[*_]{{1,3}}\s)?\s{{0,3}}", re.IGNORECASE), is_said)
    for link, is_said in (
        (_IS, True),
        (_TO, False),
        (r"\s", False),
        (_OF + _IS, True),
        (_OF + _TO, False),
    )
)
"""What links what is said to be a secret, and whether it says so in so many words."""
_BEFORE = re.compile(
    r"(?P<value>[^\s\"'`“”«»]{4,128})[\"'`”»]?\s+(?:is|was|as|ist|war|als|es|era|como|est|était|comme)"
    r"\s+(?:(?:my|our|the|his|her|their|mein|meine|unser|unsere|das|die|der|mi|nuestra|la|el|mon|"
    r"ma|notre|le|su|sein|ihr|new|neues?)\s+){1,2}(?:[\w-]{1,20}\s+){0,2}?$",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"(?P<open>[\"'`“„«‘*]{1,3})\s?(?P<value>[^\n\"`“”„«»‘]{1,200}?)\s?[\"'`”“»’*]"
)
_TOKEN = re.compile(r"\S{1,400}")
_SENTENCE = re.compile(r"[.!?…]+[\"'”»)]*(?=\s|\Z)|\n|\Z")
_TRIMMED = ".,;:!?…)]}>\"'`”“»’*"
_PLACEHOLDER = re.compile(
    r"(?i)[<\[{(].*|\$.*|%.*%|[*•●x_.…?#-]+|your[-_].*|my[-_](?:password|token|key|secret).*|"
    r".*(?:_here|-here)|[\w.]+[(\[].*|os\.\w.*|process\.env.*|env\..*|https?://.*|www\..*|"
    r"[~.]?/[\w./-]*|[\w./-]+\.(?:py|js|ts|md|json|toml|txt|ya?ml|sh|env|rs|go|html|css|pdf|docx?|"
    r"pem|key|nsec|png|jpe?g)(?::\d+)?|[\w.+-]+@[\w-]+\.[\w.]+"
)
"""What stands in place of a secret, or says where it is."""
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_TECHNICAL = re.compile(
    r"(?i)1password|2fa|mfa|u2f|fido2?|oauth2?(?:\.0)?|sha-?\d+|md5|b?crypt|argon2(?:id?)?|"
    r"base\d+|utf-?\d+|x\.?509|ed25519|secp256k1|curve25519|rsa-?\d*|aes-?\d*(?:-?gcm)?|"
    r"pbkdf2|hs256|rs256|es256|h264|iso-?\d+|ipv[46]|web3|nip-?\d+|bip-?\d+|k8s|s3|ec2|"
    r"\d+(?:st|nd|rd|th|x|k|m|gb|mb|kb|b|ms|s|h|min|d|bit|bits|er|te|tes|º|ª|e)|v\d[\w.]*|"
    r"\d{4}-\d\d-\d\d|\d{1,2}:\d\d\w*|[€$£]?\d[\d.,]*[€$£%]?|[a-z]\d|q[1-4]|gpt-?[\w.]+"
)
"""Letters and digits, or digits, that are the name or the number of something."""
_CODE = re.compile(r"(?=.*\d)[\w+/=~.:-]{6,}|[A-Za-z+/=_-]{20,}")
"""Of what a key is made that a program gave."""
_UUID = re.compile(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{7,128}")
_COUNTED = re.compile(
    r"(?i)\s*(?:-\s*)?(?:characters?|chars?|digits?|letters?|bits?|bytes?|words?|days?|weeks?|"
    r"months?|years?|hours?|minutes?|times?|zeichen|stellen|stellig|buchstaben|tage|jahre|wörter|"
    r"caracteres|dígitos|letras|días|años|caractères|chiffres|lettres|jours|ans|of|per|dollars|"
    r"euros?|percent|tokens?|to|-|–)\b"
)
_DESCRIBING = """
strict weak strong secure insecure safe unsafe wrong right correct incorrect fine good bad ok okay
great long short new old same different simple complex easy hard unique random secret private public
empty blank null nil none true false unknown missing lost gone out here there important necessary
mandatory optional case-sensitive sensitive confidential valid invalid active inactive dead late
early string str text int number bool boolean object any yes no not never always everything nothing
something anything hers mine yours theirs ours his visible hidden plain plaintext ready back
available broken ridiculous annoying stupid silly terrible awful horrible funny crazy free cheap
expensive big small huge tiny too two three four five six consistency patience trust love practice
honesty simplicity time useless useful harmless dangerous enough common obvious stale fresh local
global default temporary permanent numeric alphanumeric kaputt falsch richtig neu alt lang kurz
sicher unsicher schwach stark einfach kompliziert geheim weg leer gleich anders wichtig nötig
notwendig pflicht hier da dort gut schlecht abgelaufen gesperrt vergessen erforderlich verschlüsselt
unbekannt gültig ungültig geändert segura inseguro seguro débil fuerte fácil difícil larga corta
nueva vieja incorrecta correcta correcto incorrecto secreta secreto privada importante obligatoria
igual diferente válida inválida buena mala aquí sûr sûre faible fort forte facile difficile longue
court courte nouveau nouvelle vieux faux fausse bon bonne mauvais mauvaise secrète obligatoire
nécessaire valide invalide ici compliqué
"""
_STATES = frozenset(fold(word) for word in _DESCRIBING.split())
"""What is said of a password without saying it."""
_PARTICIPLE = re.compile(
    r".*(?:ed|ing|able|ible|less|ful|ous|ally|lich|bar|ieren|iert|isch|(?:ad|id)[oa]s?|ées?|és?|"
    r"ant|mente|ment|ized|ised|ten|ost|own)|ge\w+t"
)
_PHRASE = re.compile(r"(?:[^\W\d_]+[ -]){2,}[^\W\d_]+[.!]?")
_ASKED = re.compile(r"[?？]\W*$")
_LONGEST_ANSWER = 80
_LONGEST = 400
"""Characters behind a noun that are looked at, and left out."""


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said to be a secret.

    Attributes:
        span: From the first character of it to the end of the sentence.
        value: It.
    """

    span: Span
    value: str


def sayings(text: str) -> Iterator[Said]:
    """What in a text is said to be a secret; some may lie in others."""
    if _ANY.search(text) is None:
        return
    for kind, named in _NAMED.items():
        for noun in named.finditer(text):
            if (said := _behind(text, noun, kind) or _before(text, noun, kind)) is not None:
                yield said


def answers(asked: str, text: str) -> Iterator[Said]:
    """What in a text answers somebody who asked for a secret."""
    if not _ASKED.search(asked):
        return
    question = asked[max(asked.rfind(mark, 0, -2) for mark in ".!?\n") + 1 :]
    kind = next((one for one, named in _NAMED.items() if named.search(question)), None)
    if kind is None:
        return
    end = _SENTENCE.search(text)
    answer = text[: end.start() if end else len(text)]
    if not answer or len(answer) > _LONGEST_ANSWER:
        return
    for token in _TOKEN.finditer(answer):
        value = token[0].strip(_TRIMMED)
        is_alone = token[0] == answer.strip() and fold(value) not in FILLERS
        if value and _fits(value, "", kind, is_alone=is_alone, is_said=True):
            yield Said((token.start(), len(answer)), value)
            return


def _behind(text: str, noun: re.Match[str], kind: _Kind) -> Said | None:
    """What stands behind the noun, and what links it."""
    for pattern, is_said in _LINKS:
        link = pattern.match(text, noun.end())
        if link is not None and (said := _linked(text, link.end(), kind, is_said=is_said)):
            return said
    return None


def _linked(text: str, begin: int, kind: _Kind, *, is_said: bool) -> Said | None:
    """What stands where a secret is to be expected, if it is one."""
    if (token := _TOKEN.match(text, begin)) is None:
        return None
    end = _end(text, begin)
    quoted = _QUOTED.match(text, begin)
    if quoted is not None:
        value = quoted["value"]
        is_loose = is_said and kind in _LOOSE and _is_value(value)
        if is_loose or _fits(value, "", kind, is_alone=True, is_said=is_said):
            return Said((quoted.start("value"), max(end, quoted.end())), value)
    value = token[0].strip(_TRIMMED)
    rest = text[token.end() : end]
    is_alone = not rest.strip(_TRIMMED + " ")
    if value and _fits(value, rest, kind, is_alone=is_alone, is_said=is_said):
        return Said((begin, max(end, begin + token[0].rindex(value) + len(value))), value)
    if is_said and kind is _Kind.WORDS and _is_phrase(text[begin:end]):
        return Said((begin, end), text[begin:end].strip(_TRIMMED + " "))
    return None


_LOOSE = (_Kind.WORDS, _Kind.WORD, _Kind.DIGITS)


def _before(text: str, noun: re.Match[str], kind: _Kind) -> Said | None:
    """What stands before the noun: "hunter2 is my password"."""
    if kind is _Kind.LONG:
        return None
    found = _BEFORE.search(text, max(0, noun.start() - 200), noun.start())
    if found is None:
        return None
    value = found["value"].strip(_TRIMMED)
    if not value or not _fits(value, "", kind, is_alone=False, is_said=False):
        return None
    return Said((found.start("value"), found.end("value")), value)


def _end(text: str, begin: int) -> int:
    """Where the sentence ends that goes on here."""
    most = min(len(text), begin + _LONGEST)
    end = _SENTENCE.search(text, begin, most)
    return most if end is None else end.start()


def _fits(value: str, rest: str, kind: _Kind, *, is_alone: bool, is_said: bool) -> bool:
    """Whether something is a secret of a kind.

    Args:
        value: What is said to be it.
        rest: What follows in its sentence.
        kind: Which.
        is_alone: Whether the sentence ends with it.
        is_said: Whether it is said to be it in so many words.
    """
    if not _is_value(value):
        return False
    digits = value.strip("#*-")
    if digits.isdigit():
        return not _COUNTED.match(rest) and _are_digits(
            digits, kind, is_alone=is_alone, is_said=is_said
        )
    if _TECHNICAL.fullmatch(value):
        return False
    if _UUID.fullmatch(value) and any(char.isdigit() for char in value):
        return is_said and kind is not _Kind.LONG
    if _is_random(value) or (kind is _Kind.RANDOM and is_said and _CODE.fullmatch(value)):
        return _is_key(value, kind, is_said=is_said)
    if kind is not _Kind.WORD or not is_said or not is_alone:
        return False
    plain = fold(value)
    is_described = _PARTICIPLE.fullmatch(plain) or _PARTICIPLE.fullmatch(value.casefold())
    return len(value) > 2 and plain not in _STATES and not is_described


def _are_digits(digits: str, kind: _Kind, *, is_alone: bool, is_said: bool) -> bool:
    if kind is _Kind.DIGITS:
        return len(digits) >= (3 if is_said else 4)
    if kind is _Kind.RANDOM:
        return is_said and is_alone and len(digits) >= 6
    return kind is not _Kind.LONG and len(digits) >= (4 if is_said else 6)


def _is_key(value: str, kind: _Kind, *, is_said: bool) -> bool:
    """Whether what looks random can be one of a kind."""
    if kind is _Kind.LONG:
        is_code = _CODE.fullmatch(value) is not None and sum(map(str.isdigit, value)) > 1
        return is_said and is_code and len(value) >= 16
    if kind is _Kind.RANDOM:
        return _CODE.fullmatch(value) is not None
    return is_said or kind is not _Kind.DIGITS


def _is_value(value: str) -> bool:
    if _PLACEHOLDER.fullmatch(value) or _VARIABLE.fullmatch(value):
        return False
    plain = fold(value)
    return plain not in STOP and plain not in _STATES


def _is_random(value: str) -> bool:
    """Whether it has letters and digits, or signs within, as no word has."""
    bare = value.strip("-'’")
    if len(bare) < 4 or " " in bare or _TECHNICAL.fullmatch(bare):
        return False
    has_letter = any(char.isalpha() for char in bare)
    has_digit = any(char.isdigit() for char in bare)
    has_sign = any(not char.isalnum() and char not in "-'’./,:;_()" for char in bare)
    return has_letter and (has_digit or (has_sign and not bare.isupper()))


def _is_phrase(said: str) -> bool:
    """Whether several words are only put side by side, as in no sentence."""
    bare = said.strip(_TRIMMED + " ")
    if not _PHRASE.fullmatch(bare):
        return False
    parts = [fold(one) for one in re.split(r"[ -]", bare)]
    telling = [one for one in parts if one not in _STATES]
    return len(telling) > 2 and STOP.isdisjoint(parts)
