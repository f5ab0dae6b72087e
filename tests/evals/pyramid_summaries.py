"""How much of what LoCoMo asks is still there when a dialogue is told in a twentieth of its tokens.

    python -m tests.evals.pyramid_summaries PATH_TO_locomo-dev.json [--share 0.05] [--json FILE]

Each dialogue is observed, assigned, summarised tier by tier and told by rules, as a store without a
model does it; its topics share the budget by how much is known of them. What is compared with it
has the same budget, by the same count of tokens.

Three measures. None can tell whether a reader would answer rightly; all are the same for everybody.

answers
    Of each question, the words of the answer that an evidence turn has (others cannot be found in
    any extract): which share of them is in the text, rare ones counting more. Questions whose
    answer has no such word are left out: dates that follow from the session's, inferences.
evidence
    Of each turn that is evidence, its three rarest words: which share of them is in the text.
verbatim
    Of each turn that is evidence, whether one of its sentences is in the text, all of it.

Words are stemmed; how rare one is, is counted over the turns of its dialogue, which only the
baselines know, and not the rules.
"""

import argparse
import json
import math
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from sense_memory import Insight
from sense_memory.core.config import PyramidConfig
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import Turn, turn_origin
from sense_memory.core.records.pyramid import (
    BASE_TOPICS,
    Observation,
    Summary,
    Topic,
    observation_id,
)
from sense_memory.mind.dates import day_of
from sense_memory.mind.pyramid.making import due
from sense_memory.mind.pyramid.noted import Noted, Sampled
from sense_memory.mind.pyramid.rules.assigning import assigned
from sense_memory.mind.pyramid.rules.observing import observed
from sense_memory.mind.pyramid.rules.summarizing import summarized
from sense_memory.mind.pyramid.rules.telling import told
from sense_memory.mind.pyramid.telling import material
from sense_memory.mind.pyramid.tiers import pyramids
from sense_memory.mind.pyramid.topics import slug_of
from sense_memory.mind.token_count import token_count

from ..benchmarks.figures import Machine
from .baselines import PlainBM25, _terms as words_of
from .locomo_facts import WHERE

SHARE = 0.05
SEED = 7
RAREST = 3
SHORTEST = 3
"""Words that a sentence must have more of for TF-IDF, which else takes cries of one rare word."""
TOP = 10
DAY = 86_400.0

_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
_DATE = "%I:%M %p on %d %B, %Y"
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question.

    Attributes:
        text: The question.
        answer: As the data set has it.
        evidence: Turns, by their number in the dialogue.
    """

    text: str
    answer: str
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A conversation of two people, and what is asked of it."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Asked, ...]

    @property
    def lines(self) -> list[str]:
        """The turns with who said them."""
        return [f"{turn.speaker}: {turn.text}" for turn in self.turns]

    @property
    def evidence(self) -> list[int]:
        """All turns that are evidence of something, once."""
        return sorted({each for one in self.questions for each in one.evidence})


@dataclass(frozen=True, slots=True)
class Scores:
    """Shares, 0–1, and what the text cost."""

    answers: float
    evidence: float
    verbatim: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Observing:
    """What observing took and gave.

    Attributes:
        turns: How many there were.
        evidence: How many of them are evidence.
        observed: Of these, how many yield an observation.
        observations: How many there are of all turns.
        turn_tokens: What the turns cost, with who said them.
        observation_tokens: What the observations cost.
        assigned: How many got a topic.
        topics: Which.
        seconds: Of CPU, observing alone.
    """

    turns: int
    evidence: int
    observed: int
    observations: int
    turn_tokens: int
    observation_tokens: int
    assigned: int
    topics: tuple[str, ...]
    seconds: float


def load(path: Path) -> list[Dialogue]:
    """The dialogues of a file.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is something else.
    """
    try:
        return [_dialogue(one) for one in json.loads(path.read_text("utf-8"))]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} does not look like LoCoMo ({error!r})") from error


def _dialogue(given: dict[str, Any]) -> Dialogue:
    said = given["conversation"]
    turns: list[Turn] = []
    place: dict[tuple[int, int], int] = {}
    sessions = sorted(int(key[8:]) for key in said if re.fullmatch(r"session_\d+", key))
    for session in sessions:
        text = said[f"session_{session}_date_time"]
        at = datetime.strptime(text, _DATE).replace(tzinfo=UTC).timestamp()
        for number, turn in enumerate(said[f"session_{session}"]):
            place[session, number + 1] = len(turns)
            caption = turn.get("blip_caption")
            turns.append(
                Turn(
                    given["sample_id"],
                    f"{len(turns):032x}",
                    Role.USER,
                    turn["text"] + (f" [photo: {caption}]" if caption else ""),
                    at + 60.0 * number,
                    turn["speaker"],
                )
            )
    questions = []
    for question in given["qa"]:
        named = _EVIDENCE.findall(" ".join(question.get("evidence", ())))
        evidence = {place.get((int(session), int(turn))) for session, turn in named} - {None}
        if question["category"] in (1, 2, 3, 4) and evidence:
            found = tuple(sorted(each for each in evidence if each is not None))
            questions.append(Asked(question["question"], str(question.get("answer", "")), found))
    return Dialogue(given["sample_id"], tuple(turns), tuple(questions))


# ------------------------------------------------------------------ what is measured


class Judge:
    """Scores texts on one dialogue."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self._words = [list(dict.fromkeys(words_of(turn.text))) for turn in dialogue.turns]
        held = Counter(word for words in self._words for word in words)
        count = len(self._words)
        self._rarity = {word: math.log(1 + count / times) for word, times in held.items()}

    def score(self, text: str) -> Scores:
        """How much of what is asked is in a text."""
        has = set(words_of(text))
        flat = " ".join(text.casefold().split())
        answers = []
        for asked in self._dialogue.questions:
            source = {word for each in asked.evidence for word in self._words[each]}
            wanted = [word for word in dict.fromkeys(words_of(asked.answer)) if word in source]
            if wanted:
                total = sum(self._rarity[word] for word in wanted)
                answers.append(sum(self._rarity[word] for word in wanted if word in has) / total)
        turns = self._dialogue.evidence
        rare = [
            sorted(self._words[each], key=lambda word: (-self._rarity[word], word))[:RAREST]
            for each in turns
        ]
        evidence = [sum(word in has for word in words) / len(words) for words in rare if words]
        whole = [
            any(
                len(sentence) > 20 and " ".join(sentence.casefold().split()) in flat
                for sentence in _SENTENCE.split(self._dialogue.turns[each].text)
            )
            for each in turns
        ]
        return Scores(_mean(answers), _mean(evidence), _mean(whole), token_count(text))


def _mean(values: Iterable[float]) -> float:
    given = list(values)
    return sum(given) / len(given) if given else 0.0


# ------------------------------------------------------------------ what is compared


def filled(lines: Iterable[str], tokens: int) -> str:
    """Lines, in the order in which they come, as long as there is room; what is too long is cut."""
    kept = []
    for line in lines:
        cost = token_count(line) + 1
        if cost > tokens:
            words = line.split(" ")
            while words and token_count(" ".join(words)) > tokens - 1:
                words.pop()
            if words:
                kept.append(" ".join(words))
            break
        tokens -= cost
        kept.append(line)
    return "\n".join(kept)


def newest(dialogue: Dialogue, tokens: int) -> str:
    """The last turns."""
    return filled(reversed(dialogue.lines), tokens)


def leading(dialogue: Dialogue, tokens: int) -> str:
    """The first sentence of every turn, all of them cut to as many words as there is room for."""
    firsts = [_SENTENCE.split(line)[0].split() for line in dialogue.lines]
    best = ""
    for count in range(1, 40):
        text = "\n".join(" ".join(words[:count]) for words in firsts)
        if token_count(text) > tokens:
            break
        best = text
    # where one word of each is too much: as many whole ones as fit, at even distances
    if best:
        return best
    step = 1
    while True:
        text = "\n".join(" ".join(words) for words in firsts[::step])
        if token_count(text) <= tokens:
            return text
        step += 1


def sentences(dialogue: Dialogue, *, with_days: bool = False) -> list[str]:
    """All sentences, each with who said it, and when."""
    return [
        f"{day_of(turn.at or 0.0)}: {turn.speaker}: {sentence}"
        if with_days
        else f"{turn.speaker}: {sentence}"
        for turn in dialogue.turns
        for sentence in _SENTENCE.split(turn.text)
    ]


def at_random(dialogue: Dialogue, tokens: int) -> str:
    """Sentences by chance."""
    given = sentences(dialogue)
    random.Random(SEED).shuffle(given)
    return filled(given, tokens)


def _vectors(given: Sequence[str]) -> tuple[list[Counter[str]], dict[str, float]]:
    bags = [Counter(words_of(sentence)) for sentence in given]
    held = Counter(word for bag in bags for word in bag)
    return bags, {word: math.log(len(bags) / count) for word, count in held.items()}


def tf_idf(dialogue: Dialogue, tokens: int, *, with_days: bool = False) -> str:
    """The sentences whose words are rarest on average, by the counts of the whole dialogue."""
    given = sentences(dialogue)
    shown = sentences(dialogue, with_days=with_days)
    bags, rarity = _vectors(given)
    worth = [_mean(rarity[word] for word in bag) for bag in bags]
    long = [at for at, bag in enumerate(bags) if bag.total() > SHORTEST]
    order = sorted(long, key=lambda at: (-worth[at], at))
    return filled((shown[at] for at in order), tokens)


def dated_tf_idf(dialogue: Dialogue, tokens: int) -> str:
    """The same with the day before each, as what is told has them."""
    return tf_idf(dialogue, tokens, with_days=True)


def text_rank(dialogue: Dialogue, tokens: int) -> str:
    """The sentences that are most like the others (TextRank over cosines of TF-IDF, d = 0.85)."""
    given = sentences(dialogue)
    bags, rarity = _vectors(given)
    index = {word: at for at, word in enumerate(rarity)}
    matrix = np.zeros((len(given), len(index)), np.float32)
    for row, bag in enumerate(bags):
        for word, count in bag.items():
            matrix[row, index[word]] = count * rarity[word]
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix /= np.where(norms > 0, norms, 1)
    near = matrix @ matrix.T
    np.fill_diagonal(near, 0)
    sums = near.sum(axis=1, keepdims=True)
    near /= np.where(sums > 0, sums, 1)
    rank = np.full(len(given), 1 / len(given))
    for _ in range(30):
        rank = 0.15 / len(given) + 0.85 * (near.T @ rank)
    order = sorted(range(len(given)), key=lambda at: (-float(rank[at]), at))
    return filled((given[at] for at in order), tokens)


# ------------------------------------------------------------------ what is measured of


@dataclass(frozen=True, slots=True)
class Built:
    """All that rules made of a dialogue."""

    noted: Sequence[Noted]
    observations: tuple[Observation, ...]
    summaries: tuple[Summary, ...]
    names: dict[str, str]
    seconds: float


def build(dialogue: Dialogue, config: PyramidConfig) -> Built:
    """Observe, assign, and summarise until nothing is due."""
    began = time.process_time()
    noted = observed(dialogue.turns)
    seconds = time.process_time() - began
    given = []
    for one in noted:
        turn = dialogue.turns[one.turn]
        origin = turn_origin(turn.conversation, turn.id)
        name = observation_id(one.text, turn.at, origin)
        given.append(Observation(name, one.text, turn.at, one.topic, origin))
    waiting = [one for one in given if one.topic is None]
    base = [Sampled(Topic(slug, slug), ()) for slug in BASE_TOPICS]
    found = assigned(waiting, base, waiting)
    names = {slug_of(name): name for name in [*BASE_TOPICS, *found.values()]}
    observations = tuple(
        Observation(
            one.id,
            one.text,
            one.at,
            one.topic or (slug_of(found[one.id]) if one.id in found else "unsorted"),
            one.origin,
        )
        for one in given
    )
    names["unsorted"] = "unsorted"
    summaries: list[Summary] = []
    while True:
        tasks = [task for one in pyramids(observations, summaries).values() for task in due(one)]
        if not tasks:
            break
        summaries += [
            task.done(summarized(task.parts, config.summary_tokens), "rules") for task in tasks
        ]
    return Built(noted, observations, tuple(summaries), names, seconds)


def pyramid_told(dialogue: Dialogue, built: Built, tokens: int, config: PyramidConfig) -> str:
    """The contents of all topics, which share the tokens by how much is known of each."""
    now = max(turn.at or 0.0 for turn in dialogue.turns) + DAY
    counts = Counter(one.topic for one in built.observations)
    parts = []
    for slug, one in pyramids(built.observations, built.summaries).items():
        if counts[slug]:
            share = tokens * counts[slug] // len(built.observations)
            topic = Topic(slug, built.names[slug])
            parts.append(told(topic, material(one, now, config.telling_tokens), share)[1])
    return "\n\n".join(part for part in parts if part)


def in_one_go(built: Built, tokens: int) -> str:
    """All observations summarised at once: what is lost by going tier by tier."""
    return summarized(built.observations, tokens)


BASELINES: dict[str, Callable[[Dialogue, int], str]] = {
    "newest turns": newest,
    "beginnings of turns": leading,
    "random sentences": at_random,
    "TF-IDF": tf_idf,
    "TF-IDF, with days": dated_tf_idf,
    "TextRank": text_rank,
}


def observing(dialogue: Dialogue, built: Built) -> Observing:
    """What observing gave."""
    turns = {one.turn for one in built.noted}
    evidence = dialogue.evidence
    return Observing(
        len(dialogue.turns),
        len(evidence),
        sum(each in turns for each in evidence),
        len(built.noted),
        sum(map(token_count, dialogue.lines)),
        sum(token_count(one.text) for one in built.noted),
        sum(one.topic != "unsorted" for one in built.observations),
        tuple(sorted({one.topic or "" for one in built.observations})),
        built.seconds,
    )


def recall(dialogue: Dialogue, noted: Sequence[Noted], *, with_names: bool) -> float:
    """The share of evidence of which an observation is among the first ten of a plain BM25."""
    given = [
        Insight(
            "o",
            "o",
            str(at),
            one.text
            if with_names
            else one.text.removeprefix(f"{dialogue.turns[one.turn].speaker}: "),
        )
        for at, one in enumerate(noted)
    ]
    index = PlainBM25(given, with_names=False)
    found = []
    for asked in dialogue.questions:
        turns = {noted[int(key)].turn for key in index.rank(asked.text)[:TOP]}
        found.append(_mean(each in turns for each in asked.evidence))
    return _mean(found)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.evals.pyramid_summaries",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", type=Path, help="locomo-dev.json")
    parser.add_argument("--share", type=float, default=SHARE, help="of the dialogue's tokens")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--show", action="store_true", help="print what is told of each")
    options = parser.parse_args()
    try:
        dialogues = load(options.path)
    except (OSError, ValueError) as error:
        parser.error(f"{error}. {WHERE}")
    config = PyramidConfig()
    print(Machine.here(), "\n")
    table: dict[str, list[Scores]] = {}
    noting = []
    made = 0
    began = time.process_time()
    builds = [build(dialogue, config) for dialogue in dialogues]
    building = time.process_time() - began
    for dialogue, built in zip(dialogues, builds, strict=True):
        noting.append(observing(dialogue, built))
        made += len(built.summaries)
        budget = int(options.share * sum(token_count(line) + 1 for line in dialogue.lines))
        judge = Judge(dialogue)
        texts = {name: make(dialogue, budget) for name, make in BASELINES.items()}
        texts["rules, in one go"] = in_one_go(built, budget)
        texts["rules, the pyramid told"] = pyramid_told(dialogue, built, budget, config)
        for name, text in texts.items():
            assert token_count(text) <= budget, (name, token_count(text), budget)
            table.setdefault(name, []).append(judge.score(text))
        if options.show:
            print(f"=== {dialogue.name}\n{texts['rules, the pyramid told']}\n")
    for dialogue, one in zip(dialogues, noting, strict=True):
        print(
            f"{dialogue.name}: {one.turns} turns, {one.observations} observations, of "
            f"{one.observed} of {one.evidence} turns that are evidence "
            f"({one.observed / one.evidence:.1%}); {one.observation_tokens:,} of "
            f"{one.turn_tokens:,} tokens ({one.observation_tokens / one.turn_tokens:.0%}); "
            f"{one.assigned} assigned; topics {', '.join(one.topics)}"
        )
        if options.show:
            noted = {each.turn for each in builds[dialogues.index(dialogue)].noted}
            missed = [each for each in dialogue.evidence if each not in noted]
            print("  none of:", [dialogue.turns[each].text for each in missed])
    seconds = sum(one.seconds for one in noting)
    print(
        f"\nall: {sum(o.observed for o in noting) / sum(o.evidence for o in noting):.1%} of "
        f"evidence turns observed, "
        f"{sum(o.observation_tokens for o in noting) / sum(o.turn_tokens for o in noting):.0%} of "
        f"the tokens; {sum(o.turns for o in noting) / seconds:,.0f} turns a second of CPU; {made} "
        f"summaries in {building - seconds:.2f} s of CPU, with assigning\n"
    )
    for with_names in (True, False):
        found = _mean(
            recall(dialogue, built.noted, with_names=with_names)
            for dialogue, built in zip(dialogues, builds, strict=True)
        )
        print(f"recall@{TOP} of plain BM25 {'with' if with_names else 'without'} names {found:.1%}")
    print(f"\n{'in ' + format(options.share, '.0%') + ' of the tokens':<26}", end="")
    print(f"{'answers':>9}{'evidence':>10}{'verbatim':>10}{'tokens':>8}")
    for name, scores in table.items():
        print(
            f"{name:<26}{_mean(s.answers for s in scores):>9.1%}"
            f"{_mean(s.evidence for s in scores):>10.1%}"
            f"{_mean(s.verbatim for s in scores):>10.1%}{_mean(s.tokens for s in scores):>8.0f}"
        )
    if options.json:
        report = {
            "machine": asdict(Machine.here()),
            "share": options.share,
            "observing": [asdict(one) for one in noting],
            "scores": {name: [asdict(one) for one in scores] for name, scores in table.items()},
        }
        options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
