"""Whether somebody asks that something be known no more.

What such a sentence names is what is to be forgotten: kept, it would be known by the very words in
which its forgetting was asked for.
"""

import re

_ASKED = (
    r"(?:(?:please|kindly|now|ok(?:ay)?|hey|and|then|also|just|bitte|por favor)[ ,]+|"
    r"(?:can|could|would|will|can't|could not|couldn't) you (?:please )?|"
    r"(?:i|we) (?:want|need|would like|'d like) you to |i'd like you to )*"
)
_FORGET = (
    r"(?:forget|erase|unlearn) (?:that|what|whatever|everything|anything|all|my|our|the fact|where|"
    r"when|how|who|which)\b(?!\s*[,;:.!])|"
    r"(?:delete|remove|erase) (?:(?:everything|anything|all|what(?:ever)?|the fact|that) .*"
    r"\b(?:about|know|known|remember|said|told|learned)\b|.*\bfrom (?:your |the )?memory\b)|"
    r"(?:do not|don't|stop) (?:remember|memoriz|memoris)\w* (?:that|this|what|my)\b(?!\s*[,;:.!])|"
    r"vergiss,? (?:bitte,? )?(?:dass|was|alles|mein|meine|wo|wie|wer)\b|"
    r"olvida (?:por favor )?(?:que|lo que|todo|mi|mis)\b|"
    r"oublie[zs]?,? (?:que|ce que|tout|mon|ma|mes)\b"
)
_ASKS = re.compile(rf"{_ASKED}(?:{_FORGET})|请?(?:忘记|忘掉|别记住|不要记住)", re.IGNORECASE)


def asks_to_forget(sentence: str) -> bool:
    """Whether a sentence asks so, as "please forget that I live in Turin" does.

    "Forget that, I live in Turin" says something, and "don't forget that" asks for the opposite.
    """
    return _ASKS.match(sentence.replace("\u2019", "'")) is not None
