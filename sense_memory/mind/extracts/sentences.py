"""The sentences of a message, verbatim, in any script.

A mark ends a sentence, and so does a line, unless the next one goes on with it. Code is left out,
the signs of lists, headings, quotations and tables go. What nobody ended and would be too long is
cut where it pauses.
"""

import re
from collections.abc import Iterator

LONGEST = 360
"""Characters of a sentence; what is longer is cut."""
_SHORTEST_CUT = 60
"""Characters that a part has at least, where there is a choice."""

_FENCE = re.compile(
    r"^[ \t>]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t>]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
_SIGN = re.compile(
    r"[ \t]*(?:>[ \t]*)*"
    r"(?P<item>(?:[-*+•‣·◦▪–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z]\))[ \t]+(?:\[[ xX]\][ \t]+)?)?"
    r"(?P<heading>\#{1,6}[ \t]+)?"
)
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{2,3})(?=\S)([^*_\n]+)(?<=\S)\1(?![\w*])")
_RULE = re.compile(r"[\s|:=*_~+#<>-]*")
_STOP = re.compile(
    r"(?:[.!?…‽؟۔։。！？｡．।॥።፧။។]|\.{2,})+"
    r"(?P<close>(?:[\"'”’»›)\]」』）】》〉]|“(?=\s|$)|\s»)*)"
)
_WIDE = frozenset("。！？｡．।॥።፧။។۔։")
"""Marks that need no space behind them."""
_OPENING = "“„«「『（(["
_CLOSING = "”»」』）)]"
_ABBREVIATIONS = """
    mr mrs ms dr prof st vs etc approx inc ltd jr sr no fig dept est gen col capt sgt rev hon mt ave
    blvd rd jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun cf al eds
    vol pp z.b bzw ca usw u.a d.h bspw evtl ggf inkl nr str tel sra sig sig.ra dott dña ud uds av
    pág ej p.ej mme mlle env éd art máx mín núm г гг ул им т.е т.д т.п др стр руб тыс млн напр
"""
_ABBREVIATED = frozenset(_ABBREVIATIONS.split())
_IDEOGRAPH = re.compile(r"[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_LETTERS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
_PAUSE = re.compile(r"[;；,，、،؛:：—–]\s*|\s+-\s+|\s+")
_STRONG = re.compile(r"[;；—–]\s*|\s+-\s+|[,，、،؛:：](?=\s|[^\x00-\x7f])\s*")


def sentences(text: str) -> list[str]:
    """The sentences of a message, in order, each on one line, none of them empty."""
    found: list[str] = []
    for line in _lines(_FENCE.sub("\n", text) if "```" in text or "~~~" in text else text):
        for sentence in _split(line):
            if len(sentence) <= LONGEST:
                found.append(sentence)
            else:
                found += cut(sentence, LONGEST)
    return found


def _lines(text: str) -> Iterator[str]:
    """The paragraphs and items, without signs; a list's short items with what announces it."""
    if "\n" not in text and "\r" not in text:
        if line := _bare(text)[0]:
            yield line
        return
    current = ""
    announced = False
    for raw in text.splitlines():
        line, is_item = _bare(raw)
        if not line:
            if current and not announced:
                yield current
                current = ""
            continue
        if current and announced and is_item and len(current) + len(line) <= LONGEST:
            current += (" " if current.endswith((":", "：")) else "; ") + line.rstrip(";,")
        elif current and not is_item and not announced and _goes_on(current, line):
            current += f" {line}"
        else:
            if current:
                yield current
            current, announced = line, line.endswith((":", "："))
    if current:
        yield current


def _bare(raw: str) -> tuple[str, bool]:
    """A line without the sign it begins with, and whether it is an item of a list."""
    if _RULE.fullmatch(raw):
        return "", False
    sign = _SIGN.match(raw)
    begin = sign.end() if sign else 0
    line = raw[begin:]
    if "*" in line or "__" in line:
        line = _EMPHASIS.sub(r"\2", line)
    if line.startswith("|") and line.rstrip().endswith("|"):
        line = "; ".join(cell for cell in map(str.strip, line.split("|")) if cell)
    return " ".join(line.split()), bool(sign and sign["item"])


def _goes_on(current: str, line: str) -> bool:
    """Whether a line was broken because it was full, and not because it was done."""
    return len(current) > 30 and line[0].islower() and not _STOP.search(current, len(current) - 2)


def sentence_ends(line: str) -> Iterator[int]:
    """Where the sentences of a line or a paragraph end but for the last, as places in it.

    What lies before the first place and between two is a sentence, and the blanks around it. The
    only white space there is are blanks; there may be several together.
    """
    begin = depth = seen = 0
    for stop in _STOP.finditer(line):
        end = stop.end()
        depth = _open(line[seen:end], depth)
        seen = end
        if not _ends(line, begin, stop) or (depth and end - begin < LONGEST):
            continue
        yield end
        begin = end
        depth = 0


def _split(line: str) -> Iterator[str]:
    """The sentences of a line."""
    begin = 0
    for end in (*sentence_ends(line), len(line)):
        if sentence := line[begin:end].strip():
            yield sentence
        begin = end


def _open(part: str, depth: int) -> int:
    """How many quotations and brackets are open behind a part."""
    for char in part:
        if char == "“" and depth:
            depth -= 1  # it closes what the German mark opens
        elif char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth = max(0, depth - 1)
        elif char == '"':
            depth += -1 if depth % 2 else 1
    return depth


def _ends(line: str, begin: int, stop: re.Match[str]) -> bool:
    """Whether a mark within a line ends a sentence."""
    mark = stop[0]
    behind = stop.end()
    while behind < len(line) and line[behind] == " ":
        behind += 1
    if behind == len(line):
        return False  # the last one ends with the line
    following = line[behind]
    if stop["close"] and (following.islower() or (mark[0] in _WIDE and line[stop.end()] != " ")):
        return False  # who said it, or what it belongs to, follows
    if mark[0] in _WIDE:
        return True
    if not line[stop.end()].isspace():
        # "so.那" and "1.5": only where a script without spaces follows
        return mark[0] in "!?…" and not following.isascii()
    if not mark.startswith("."):
        return True
    if mark.startswith(".."):
        return not following.islower()
    # of a long text that nobody ends only the last word is looked at
    return _is_last(line[max(begin, stop.start() - LONGEST) : stop.start()].rpartition(" ")[2])


def _is_last(word: str) -> bool:
    """Whether a period behind a word ends a sentence."""
    bare = word.lstrip("\"'“„«([")
    if bare.isdigit():
        return len(bare) > 2
    plain = bare.casefold()
    return not (plain in _ABBREVIATED or (_LETTERS.fullmatch(bare) and bare not in ("I", "a")))


def ended(line: str) -> str:
    """A line behind whose last sentence another one can stand, and is seen to."""
    if line.endswith((",", ";", ":")):
        return f"{line[:-1]};"
    if not line[-1:].isalnum():
        return line
    if _IDEOGRAPH.match(line[-1]):
        return f"{line}。"
    return f"{line}." if _is_last(line.rpartition(" ")[2]) else f"{line};"


def cut(sentence: str, longest: int) -> list[str]:
    """A sentence in parts of so many characters at most, cut where it pauses if it does."""
    found: list[str] = []
    rest = sentence
    while len(rest) > longest:
        at = _last(_STRONG, rest, longest) or _last(_PAUSE, rest, longest) or longest
        if part := rest[:at].strip():
            found.append(part)
        rest = rest[at:].strip()
    return [*found, rest] if rest else found


def _last(pattern: re.Pattern[str], text: str, longest: int) -> int:
    """Where the last pause ends that leaves a part of sensible length; 0 if there is none."""
    ends = (each.end() for each in pattern.finditer(text, _SHORTEST_CUT, longest))
    return max(ends, default=0)
