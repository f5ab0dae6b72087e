"""Short quotes of a turn."""

import re

QUOTED = 120
"""Characters of a quote at most."""

_END = re.compile(r"[.!?…\n。！？]")


def sentence_at(text: str, start: int) -> str:
    """The sentence that a place of a turn is in, on one line, cut to ``QUOTED`` characters."""
    near = max(0, start - QUOTED // 2)
    begin = near
    for match in _END.finditer(text, near, start):
        begin = match.end()
    is_cut = begin == near and near > 0
    if is_cut and (blank := text.find(" ", begin, start)) >= 0:
        begin = blank + 1
    end = min(len(text), begin + QUOTED)
    if match_end := _END.search(text, start, end):
        end = match_end.end()
        is_whole = True
    else:
        is_whole = end == len(text)
    said = " ".join(text[begin:end].split())
    return f"{'…' if is_cut else ''}{said}{'' if is_whole else '…'}"
