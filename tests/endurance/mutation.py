"""JSON texts, spoiled: by bits, by characters, by pieces of others, by values nobody expects."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

__all__ = ["HOSTILE", "mutated"]

MAX_PIECES: Final = 100_000
"""Brackets, tags or characters of what is too much."""

HOSTILE: Final = (
    *("null", "true", "false", '""', '"x"', "[]", "{}", "[[]]", '{"":null}', "[null]", '[""]'),
    *("0", "-0", "-1", "1", "-0.0", "0.0", "1.0", "1.5", "1e3", "1E-400", "4.9e-324"),
    *("1e308", "1e999", "-1e999", "NaN", "Infinity", "-Infinity", "nan", "0x10", "01", "+1", "1_0"),
    *(str(2**n + k) for n in (31, 32, 33, 48, 53, 63, 64) for k in (-1, 0)),
    *(str(-(2**63)), "9" * 400, "-" + "9" * 4_299, "9" * 5_000, "0." + "3" * 5_000),
    *(
        '"\\ud800"',
        '"\\udfff\\ud800"',
        '"\\ud83e\\udd84"',
        '"\\u0000"',
        '"\x00"',
        '"\x7f"',
        '"\\u2028"',
    ),
    *('"𝒳"', '"é"', '"e\u0301"', '"ﬁ"', '"\u202e"', '"\ufeff"', '"İ"', '"ß"', '"1"', '"-"', '"~"'),
    *('"٣"', '"0000000000000000"', '"018bcfe568000000"', '"018bcfe568000000.0"'),
    *('"018bcfe568000000.٣"', '"018bcfe568000000.9999"', '"018bcfe568000000."', '".0"'),
    *('"sense-memory/"', '"sense-memory/scope/"', '"sense-memory/scope/a/b"', '"sense-memory/v1/"'),
    *(f'"{letter * 64}"' for letter in "0afFgé"),
    '"' + "\\" * 2 + '"',
    '"' + "x" * 300 + '"',
    '"' + "x" * 65_001 + '"',
)
"""Texts of values, some of which are none."""

_ALPHABET: Final = '[]{}",:\\0123456789eE+-.truefalsnNIy \x00\n\t\uffff\U0001f984é_'
_KEYS: Final = (
    *("id", "pubkey", "created_at", "kind", "tags", "content", "sig", "count", "", "é", "\x00"),
    *("_sync", "v", "p", "dv", "vv", "f", "s", "c", "x", "del", "h", "*", "path", "moved"),
    *("type", "key", "value", "ts", "domain", "facet", "themes", "connections", "access_count"),
    *("relevance", "halflife_days", "confidence", "state", "addressing", "keys", "generation"),
)

_RAW: Final = "@raw@"
"""Stands for text that is put in once the rest has been written."""

Path = tuple[int | str, ...]


def mutated(choose: random.Random, text: str, others: Sequence[str]) -> str:
    """The text with one to four things done to it; sometimes with none.

    Args:
        choose: what decides.
        text: a JSON text.
        others: more of them, to take pieces from.
    """
    done = choose.choices((0, 1, 2, 3, 4), (10, 55, 20, 10, 5))[0]
    for _ in range(done):
        if choose.random() < 0.6:
            text = _spoil_value(choose, text, others)
        else:
            text = _spoil_text(choose, text, others)
    # what comes over a wire or out of a ciphertext is UTF-8: half a character only as an escape
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


# --------------------------------------------------------------------------------- as text


def _spoil_text(choose: random.Random, text: str, others: Sequence[str]) -> str:
    if not text:
        return choose.choice(others)
    return choose.choice(_TEXT_SPOILERS)(choose, text, others)


def _flip_bit(choose: random.Random, text: str, _others: Sequence[str]) -> str:
    at = choose.randrange(len(text))
    return text[:at] + chr(ord(text[at]) ^ 1 << choose.randrange(7)) + text[at + 1 :]


def _flip_byte(choose: random.Random, text: str, _others: Sequence[str]) -> str:
    data = bytearray(text.encode(errors="replace"))
    data[choose.randrange(len(data))] = choose.randrange(256)
    return data.decode(errors="replace")


def _truncate(choose: random.Random, text: str, _others: Sequence[str]) -> str:
    return text[: choose.randrange(len(text))]


def _cut(choose: random.Random, text: str, _others: Sequence[str]) -> str:
    at = choose.randrange(len(text))
    return text[:at] + text[at + choose.choice((1, 2, 8, 64)) :]


def _repeat(choose: random.Random, text: str, _others: Sequence[str]) -> str:
    at = choose.randrange(len(text))
    end = at + choose.choice((1, 2, 8, 64, len(text)))
    return text[:end] + text[at:]


def _insert(choose: random.Random, text: str, _others: Sequence[str]) -> str:
    at = choose.randrange(len(text) + 1)
    return text[:at] + "".join(choose.choices(_ALPHABET, k=choose.randrange(1, 4))) + text[at:]


def _splice(choose: random.Random, text: str, others: Sequence[str]) -> str:
    other = choose.choice(others)
    return text[: choose.randrange(len(text))] + other[choose.randrange(len(other) + 1) :]


def _nest(choose: random.Random, text: str, _others: Sequence[str]) -> str:
    """Anywhere, so many brackets that whoever follows them runs out of stack."""
    depth = _much(choose)
    opening, closing = choose.choice((("[", "]"), ('{"a":', "}"), ("[{", "}]"), ("[", "")))
    at = choose.randrange(len(text) + 1)
    return text[:at] + opening * depth + closing * depth + text[at:]


_TEXT_SPOILERS: Final[tuple[Callable[[random.Random, str, Sequence[str]], str], ...]] = (
    *(_flip_bit, _flip_bit, _flip_byte, _truncate, _cut, _cut, _repeat, _insert, _insert),
    *(_splice, _splice, _splice, _nest),
)


def _much(choose: random.Random) -> int:
    """A number of pieces: mostly few, often near what an interpreter follows, rarely enormous."""
    draw = choose.random()
    if draw < 0.7:
        return choose.randrange(1, 40)
    if draw < 0.97:
        return choose.randrange(900, 1_100)
    return choose.randrange(MAX_PIECES // 10, MAX_PIECES + 1)


# --------------------------------------------------------------------------------- as value


def _spoil_value(choose: random.Random, text: str, others: Sequence[str]) -> str:
    """Change one value inside; a text that is no JSON any more is changed as text."""
    try:
        tree = json.loads(text)
        path = _chosen_path(choose, tree)
        raw = choose.choice(_VALUE_SPOILERS)(choose, _at(tree, path), others)
        return _dump(_replaced(tree, path, _RAW)).replace(f'"{_RAW}"', raw, 1)
    except (ValueError, RecursionError):
        return _spoil_text(choose, text, others)


def _chosen_path(choose: random.Random, tree: Any) -> Path:
    path: list[int | str] = []
    node = tree
    while isinstance(node, (list, dict)) and node and choose.random() < 0.85:
        step = choose.choice(list(node)) if isinstance(node, dict) else choose.randrange(len(node))
        path.append(step)
        node = node[step]
    return tuple(path)


def _at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _replaced(tree: Any, path: Path, value: object) -> Any:
    """The tree with another value at a path; what is beside it is shared."""
    if not path:
        return value
    copy = tree.copy()
    copy[path[0]] = _replaced(tree[path[0]], path[1:], value)
    return copy


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _hostile(choose: random.Random, _node: Any, _others: Sequence[str]) -> str:
    return choose.choice(HOSTILE)


def _off_by_one(choose: random.Random, node: Any, _others: Sequence[str]) -> str:
    if isinstance(node, (int, float)):
        return _dump(node + choose.choice((-1, 1)))
    if isinstance(node, str) and node:
        at = choose.randrange(len(node))
        return _dump(node[:at] + choose.choice("0f~/.\x00é") + node[at + 1 :])
    return "[]"


def _wrapped(choose: random.Random, node: Any, _others: Sequence[str]) -> str:
    depth = _much(choose)
    return "[" * depth + _dump(node) + "]" * depth


def _many(choose: random.Random, node: Any, _others: Sequence[str]) -> str:
    """The same thing again and again, in a list; strings also in one."""
    count = _much(choose)
    if isinstance(node, str) and choose.random() < 0.5:
        return _dump(node[:4] * count)
    piece = _dump(node)
    return "[" + ",".join([piece] * max(1, min(count, 2 * MAX_PIECES // len(piece)))) + "]"


def _tags(choose: random.Random, _node: Any, _others: Sequence[str]) -> str:
    tag = choose.choice(('["d",""]', '["a","x"]', '["e"]', "[]", '["-"]', '[""]', '["d",1]'))
    return "[" + ",".join([tag] * _much(choose)) + "]"


def _from_elsewhere(choose: random.Random, _node: Any, others: Sequence[str]) -> str:
    try:
        tree = json.loads(choose.choice(others))
    except (ValueError, RecursionError):
        return "null"
    return _dump(_at(tree, _chosen_path(choose, tree)))


def _more_keys(choose: random.Random, node: Any, others: Sequence[str]) -> str:
    """One more member, or the same key twice; of lists, one more element."""
    extra = choose.choice((_hostile, _from_elsewhere))(choose, node, others)
    inside = _dump(node)
    if isinstance(node, dict):
        known = list(node) if node and choose.random() < 0.6 else list(_KEYS)
        member = f"{_dump(choose.choice(known))}:{extra}"
        return (
            f"{{{member},{inside[1:]}"
            if node and choose.random() < 0.3
            else (f"{inside[:-1]}{',' if node else ''}{member}}}")
        )
    if isinstance(node, list):
        return f"{inside[:-1]}{',' if node else ''}{extra}]"
    return f"[{inside},{extra}]"


def _fewer_keys(choose: random.Random, node: Any, _others: Sequence[str]) -> str:
    if isinstance(node, dict) and node:
        gone = choose.choice(list(node))
        return _dump({key: value for key, value in node.items() if key != gone})
    if isinstance(node, list) and node:
        gone = choose.randrange(len(node))
        return _dump([value for number, value in enumerate(node) if number != gone])
    return "null"


def _reordered(choose: random.Random, node: Any, _others: Sequence[str]) -> str:
    if isinstance(node, list):
        return _dump(choose.sample(node, len(node)))
    if isinstance(node, dict):
        values = list(node.values())
        return _dump(dict(zip(node, choose.sample(values, len(values)), strict=True)))
    return _dump([node])


_VALUE_SPOILERS: Final[tuple[Callable[[random.Random, Any, Sequence[str]], str], ...]] = (
    *(_hostile, _hostile, _hostile, _hostile, _off_by_one, _off_by_one, _from_elsewhere),
    *(_from_elsewhere, _more_keys, _more_keys, _fewer_keys, _fewer_keys, _reordered),
    *(_wrapped, _many, _tags),
)
