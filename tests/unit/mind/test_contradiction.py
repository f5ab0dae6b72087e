"""Which of two memories can hold together, sentence by sentence, and the laws of comparing."""

from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory import ContradictionConfig, PersonaMemory
from sense_memory.mind.contradiction import Index, detect, read, reading_of, suggested

SURE = 0.8

REPLACED = [
    ("people", "vergel-home", "lives in Berlin", "vergel-city", "lives in Madrid"),
    ("people", "vergel-home", "Vergel lives in Berlin", "x1", "Vergel moved to Madrid"),
    ("people", "vergel-home", "Vergel lives in Berlin", "x1", "Vergel has relocated to Madrid"),
    ("people", "vergel-diet", "is vegetarian", "vergel-food", "is not vegetarian"),
    ("people", "a", "Vergel works at Acme", "b", "Vergel works for Globex now"),
    (
        "people",
        "vergel-color",
        "favourite colour is blue",
        "vergel-colour",
        "favorite color is green",
    ),
    (
        "people",
        "api-deadline",
        "The deadline is 3 May",
        "api-deadline-2",
        "deadline moved to 10 May",
    ),
    ("people", "vergel-indent", "prefers tabs", "vergel-style", "prefers spaces"),
    ("projects", "team", "The team has 5 members", "team-size", "The team has 7 members"),
    ("projects", "py", "The backend uses Python 3.11", "py2", "The backend uses Python 3.12"),
    (
        "projects",
        "price",
        "The pro plan costs $10 per month",
        "price2",
        "The pro plan costs $12 per month",
    ),
    ("projects", "st", "Orpheus is in progress", "st2", "Orpheus is done"),
    ("people", "t", "Vergel prefers dark mode", "u", "Vergel prefers light mode"),
    ("people", "t", "Vergel prefers tabs over spaces", "u", "Vergel prefers spaces over tabs"),
    ("people", "t", "Vergel likes coffee", "u", "Vergel doesn't like coffee anymore"),
    ("people", "t", "Vergel likes coffee", "u", "Vergel hates coffee"),
    ("people", "t", "Vergel smokes", "u", "Vergel quit smoking"),
    ("people", "t", "Vergel smokes", "u", "Vergel stopped smoking"),
    ("people", "t", "Vergel plays tennis", "u", "Vergel no longer plays tennis"),
    ("people", "t", "Vergel uses Jenkins", "u", "Vergel switched from Jenkins to GitHub Actions"),
    ("projects", "t", "The CI runs on Jenkins", "u", "The CI runs on GitHub Actions"),
    ("projects", "t", "The project uses npm", "u", "The project switched to pnpm"),
    ("projects", "t", "Anna leads Orpheus", "u", "Ben leads Orpheus"),
    ("projects", "t", "The lead of Orpheus is Anna", "u", "Ben is the lead of Orpheus"),
    ("people", "t", "Vergel is married to Lisa", "u", "Vergel is divorced"),
    ("people", "t", "Vergel is single", "u", "Vergel is married"),
    ("people", "vergel-timezone", "Europe/Berlin", "timezone-of-vergel", "America/Vancouver"),
    (
        "people",
        "t",
        "Vergel's timezone is Europe/Berlin",
        "u",
        "Vergel's timezone is now America/Vancouver",
    ),
    ("projects", "t", "the build is green", "u", "the build is red"),
    ("people", "t", "Vergel wohnt in Berlin", "u", "Vergel wohnt jetzt in Hamburg"),
    ("people", "t", "Vergel ist Vegetarier", "u", "Vergel ist kein Vegetarier mehr"),
    ("people", "t", "Ana vive en Madrid", "u", "Ana vive en Sevilla"),
    ("people", "t", "Ana fuma", "u", "Ana ya no fuma"),
    ("people", "t", "Paul habite à Paris", "u", "Paul habite à Lyon"),
    ("people", "t", "Paul aime le café", "u", "Paul n'aime pas le café"),
    ("people", "t", "小王住在北京", "u", "小王住在上海"),
    ("people", "t", "Vergel lives in Berlin", "u", "Vergel used to live in Berlin"),
    ("people", "t", "Vergel is 34 years old", "u", "Vergel is 35 years old"),
    ("projects", "t", "The office is in Berlin", "u", "The office is in Hamburg"),
    ("projects", "t", "The office is in Berlin", "u", "The office moved to Hamburg"),
    ("projects", "voice", "Voice model: Orpheus", "voice-2", "Voice model: Kokoro"),
    ("people", "t", "The user prefers concise answers", "u", "The user prefers detailed answers"),
    ("projects", "t", "The API listens on port 8080", "u", "The API listens on port 9090"),
    ("projects", "t", "Deploys are manual", "u", "Deploys are automated"),
    ("projects", "t", "Deploys are manual", "u", "Deploys are automatic now"),
    ("projects", "t", "the release date is June 1", "u", "the release date slipped to June 15"),
    ("people", "t", "Vergel uses Neovim as her editor", "u", "Vergel uses Zed as her editor"),
    ("people", "t", "Vergel eats meat", "u", "Vergel does not eat meat"),
    ("people", "t", "Vergel drives a Toyota", "u", "Vergel drives a Tesla"),
    ("people", "t", "Vergel's best friend is Tom", "u", "Vergel's best friend is Max"),
    ("people", "t", "Vergel's phone number is 555-1234", "u", "Vergel's phone number is 555-9876"),
    ("projects", "t", "The budget is $5,000", "u", "The budget was raised to $8,000"),
    ("projects", "t", "The meeting is on Tuesday", "u", "The meeting was rescheduled to Thursday"),
    ("people", "t", "Vergel reports to Anna", "u", "Vergel reports to Ben"),
    ("people", "t", "Vergel is happy with the new job", "u", "Vergel is unhappy with the new job"),
    ("projects", "t", "The project is written in Python", "u", "The project was rewritten in Rust"),
    (
        "people",
        "vergel-location",
        "Vergel currently resides in Lisbon with his partner",
        "vergel-location-update",
        "As of June, Vergel is living in Porto",
    ),
    (
        "people",
        "user-editor",
        "User's preferred editor is VS Code",
        "editor-change",
        "User switched from VS Code to Zed last week",
    ),
    (
        "people",
        "pref-lang",
        "The user wants answers in English",
        "pref-lang2",
        "The user wants answers in German",
    ),
    (
        "people",
        "client-contact",
        "The contact person at Globex is Maria Lopez",
        "globex-contact",
        "Maria Lopez left; the new contact person at Globex is Tom Reed",
    ),
    (
        "people",
        "site-font",
        "We use Inter for headings",
        "site-font-2",
        "Headings now use Manrope instead of Inter",
    ),
    (
        "projects",
        "repo-branch",
        "Default branch is master",
        "repo-branch-new",
        "Default branch renamed to main",
    ),
    ("people", "meds", "Lisa takes 20 mg of cetirizine", "meds2", "Lisa takes 10 mg of cetirizine"),
    (
        "projects",
        "conf",
        "The conference takes place in Vienna",
        "conf2",
        "The conference has been moved to Graz",
    ),
    ("projects", "d1", "Invoice 44 is unpaid", "d2", "Invoice 44 has been paid"),
    ("projects", "d1", "The staging server is down", "d2", "The staging server is back up"),
    (
        "projects",
        "x",
        "The API key expires on 1 March",
        "y",
        "The API key now expires on 1 September",
    ),
    ("people", "x", "User goes by Sam", "y", "User now goes by Samantha"),
    ("people", "x", "User's dog is called Rex", "y", "User's dog is called Bello"),
    ("projects", "x", "Rate limit: 100 requests/min", "y", "Rate limit: 300 requests/min"),
    ("projects", "x", "The nightly backup runs at 02:00", "y", "The nightly backup runs at 04:00"),
    ("projects", "x", "We deploy on Fridays", "y", "We no longer deploy on Fridays"),
    ("people", "x", "Vergel can't swim", "y", "Vergel can swim"),
    ("people", "x", "Vergel can swim", "y", "Vergel cannot swim"),
    ("people", "x", "Vergel doesn't drink alcohol", "y", "Vergel drinks alcohol"),
    ("projects", "x", "Orpheus supports Windows", "y", "Orpheus dropped support for Windows"),
    ("projects", "x", "Orpheus supports Windows", "y", "Orpheus no longer supports Windows"),
    ("world", "x", "The gym opens at 7:00", "y", "The gym opens at 6:00"),
    (
        "world",
        "x",
        "The president of Ruritania is Anton Vex",
        "y",
        "The president of Ruritania is Mira Holt",
    ),
    (
        "world",
        "x",
        "The capital of Ruritania is Strelsau",
        "y",
        "The capital of Ruritania was moved to Zenda",
    ),
    ("world", "x", "Population of Zenda: 40,000", "y", "Population of Zenda: 43,000"),
    ("self", "x", "My favorite season is autumn", "y", "My favorite season is winter"),
    (
        "self",
        "x",
        "I think microservices are a good idea",
        "y",
        "I no longer think microservices are a good idea",
    ),
    ("self", "x", "I trust the weather API", "y", "I don't trust the weather API anymore"),
    ("projects", "voice", "TTS voice: kokoro", "voice2", "TTS voice: orpheus-3b"),
    (
        "projects",
        "pricing-lite",
        "Lite tier is 55/month",
        "pricing-lite-v2",
        "Lite tier is 65/month",
    ),
    (
        "people",
        "x",
        "Meeting with Anna is on Monday at 10:00",
        "y",
        "Meeting with Anna moved to Wednesday at 14:00",
    ),
    ("people", "x", "Lisa studies at ETH", "y", "Lisa transferred to EPFL"),
    ("people", "x", "Hugo owns a Toyota", "y", "Hugo sold the Toyota"),
    ("people", "x", "Hugo has a cat", "y", "Hugo no longer has a cat"),
    ("people", "x", "Hugo is a member of the chess club", "y", "Hugo left the chess club"),
    ("people", "x", "Hugo's flight is at 8:20", "y", "Hugo's flight was delayed to 9:45"),
    ("projects", "x", "The team meets on Tuesdays", "y", "The team now meets on Thursdays"),
    ("people", "x", "Elena earns 4,000 euros a month", "y", "Elena earns 4,500 euros a month"),
    ("people", "x", "Elena weighs 70 kg", "y", "Elena weighs 66 kg"),
    ("people", "x", "Elena sits in room 204", "y", "Elena sits in room 310"),
    ("people", "x", "Elena's birthday is on 4 April", "y", "Elena's birthday is on 14 April"),
    ("people", "x", "Elena's shoe size is 38", "y", "Elena's shoe size is 39"),
    ("people", "x", "User is a beginner in Rust", "y", "User is an expert in Rust"),
    ("people", "x", "User wakes up at 6", "y", "User wakes up at 8 these days"),
    ("people", "x", "User prefers to be called Alex", "y", "User prefers to be called Lex"),
    (
        "people",
        "x",
        "User prefers calls in the morning",
        "y",
        "User prefers calls in the afternoon",
    ),
]

TOGETHER = [
    ("people", "tea", "likes tea", "coffee", "likes coffee"),
    ("people", "vergel-npm", "Vergel uses npm", "vergel-docker", "Vergel uses docker"),
    ("people", "dog", "Vergel has a dog", "cat", "Vergel has a cat"),
    ("people", "dog", "Vergel lives in Berlin", "cat", "Lisa lives in Madrid"),
    ("people", "vergel", "lives in Berlin", "lisa", "lives in Madrid"),
    ("people", "t", "Vergel prefers vanilla JS", "u", "Vergel prefers conventional commits"),
    ("people", "t", "Vergel prefers tabs in Go", "u", "Vergel prefers spaces in Python"),
    ("people", "t", "Vergel visited Paris", "u", "Vergel visited Rome"),
    ("people", "t", "Vergel worked at Google from 2010 to 2015", "u", "Vergel works at Acme"),
    ("people", "t", "Vergel's sister is Anna", "u", "Vergel's sister is Clara"),
    ("people", "t", "小王喜欢茶", "u", "小王喜欢咖啡"),
    ("people", "t", "Vergel lives in Berlin", "u", "Vergel lives in Berlin, Germany"),
    ("people", "t", "Vergel lives in Germany", "u", "Vergel lives in Berlin"),
    ("people", "t", "Vergel plans to move to Madrid", "u", "Vergel lives in Berlin"),
    ("people", "t", "Vergel lives in Berlin", "u", "Vergel plans to move to Madrid"),
    ("people", "t", "Vergel lives in Berlin", "u", "Vergel used to live in Madrid"),
    ("people", "t", "Vergel speaks German", "u", "Vergel speaks Spanish"),
    ("people", "t", "Vergel lives in Berlin and works at Acme", "u", "Vergel works at Globex"),
    ("projects", "t", "Server 1 runs nginx", "u", "Server 2 runs nginx"),
    ("people", "t", "Vergel has a meeting at 10:00", "u", "Vergel has a meeting at 15:00"),
    ("people", "t", "Vergel likes hiking", "u", "Vergel likes to play tennis"),
    ("people", "t", "Vergel bought a car", "u", "Vergel bought a bike"),
    ("people", "t", "Vergel is tall", "u", "Vergel is friendly"),
    ("people", "t", "Vergel is a designer", "u", "Vergel is a father"),
    ("people", "t", "Vergel knows Rust", "u", "Vergel is learning Go"),
    ("people", "x", "User likes tea", "y", "User prefers coffee over juice"),
    ("people", "x", "User ran 5 km on Monday", "y", "User ran 8 km on Wednesday"),
    ("people", "x", "User owns a bike", "y", "User bought a car"),
    ("projects", "x", "Orpheus is a voice model", "y", "Orpheus is fast"),
    ("people", "x", "Anna is Vergel's colleague", "y", "Ben is Vergel's colleague"),
    ("people", "x", "Vergel teaches math", "y", "Vergel teaches physics"),
    ("people", "x", "Vergel is from Chile", "y", "Vergel lives in Berlin"),
    ("people", "x", "Vergel lives in Berlin", "y", "Vergel grew up in Santiago"),
    ("people", "x", "Vergel lives in Berlin", "y", "Vergel is in Madrid this week"),
    ("people", "x", "Vergel lives in Berlin", "y", "Vergel's parents live in Madrid"),
    ("people", "x", "Vergel works at Acme", "y", "Vergel volunteers at the food bank"),
    ("people", "x", "Vergel works at Acme", "y", "Vergel works on the Orpheus project"),
    ("people", "x", "Vergel works at Acme", "y", "Vergel works with Anna at Globex on weekends"),
    ("projects", "x", "The API costs $5 per month", "y", "The support plan costs $20 per month"),
    ("projects", "x", "The API returns JSON", "y", "The API returns XML when asked"),
    ("projects", "x", "The project has 3 open issues", "y", "The project has 2 open pull requests"),
    ("people", "x", "Vergel is reading Dune", "y", "Vergel is reading Emma"),
    ("people", "x", "Vergel's first book is Dawn", "y", "Vergel's second book is Dusk"),
    ("people", "x", "Vergel's favourite book is Dune", "y", "Vergel's favourite film is Alien"),
    ("people", "x", "Vergel's favourite book is Dune", "y", "Lisa's favourite book is Emma"),
    ("people", "x", "Vergel has a deadline on 3 May", "y", "Vergel has a deadline on 10 May"),
    (
        "people",
        "x",
        "Vergel has a dentist appointment on 3 May",
        "y",
        "Vergel has a doctor appointment on 10 May",
    ),
    ("people", "x", "Vergel met Anna on 3 May", "y", "Vergel met Anna on 10 May"),
    ("people", "x", "Vergel is happy", "y", "Vergel is hungry"),
    ("people", "x", "Vergel feels tired on Mondays", "y", "Vergel feels energetic on Fridays"),
    ("people", "x", "Vergel wrote a book about Rust", "y", "Vergel wrote a book about Go"),
    ("people", "x", "Vergel doesn't like olives", "y", "Vergel doesn't like mushrooms"),
    ("people", "x", "Vergel likes olives", "y", "Vergel doesn't like mushrooms"),
    ("people", "x", "Vergel likes coffee", "y", "Vergel likes coffee with milk"),
    ("people", "x", "Vergel speaks Spanish", "y", "Vergel is learning French"),
    ("people", "x", "Vergel has been to Japan", "y", "Vergel has been to Korea"),
    ("people", "x", "Vergel wants to visit Japan", "y", "Vergel wants to visit Korea"),
    ("people", "x", "Vergel lives in Berlin", "y", "Vergel is thinking about moving to Madrid"),
    ("people", "x", "Vergel lives in Berlin", "y", "Lisa said Vergel lives in Madrid"),
    ("projects", "x", "Deploy VoxRelay: npm run build", "y", "Deploy NostrKeep: docker compose up"),
    ("projects", "x", "The frontend uses React", "y", "The admin panel uses Vue"),
    (
        "projects",
        "x",
        "The frontend is written in TypeScript",
        "y",
        "The backend is written in Rust",
    ),
    ("projects", "x", "Anna leads the design team", "y", "Ben leads the backend team"),
    ("projects", "x", "Sprint 12 starts on 3 May", "y", "Sprint 13 starts on 17 May"),
    ("people", "x", "Vergel's office is in Berlin", "y", "Vergel's home is in Potsdam"),
    ("projects", "x", "Version 1.2 fixed the login bug", "y", "Version 1.3 added dark mode"),
    ("people", "x", "Vergel runs every morning", "y", "Vergel does yoga every evening"),
    ("world", "x", "The kitchen is warm", "y", "The cellar is cold"),
    ("world", "x", "The soup is hot", "y", "Vergel's hands are cold"),
    (
        "projects",
        "x",
        "Chose Orpheus over Kokoro because of warmth",
        "y",
        "Chose Postgres over MySQL because of JSON",
    ),
]


def memory(
    domain: str,
    key: str,
    value: str,
    themes: tuple[str, ...] = (),
    at: float = 1.0,
    confidence: float = 1.0,
) -> PersonaMemory:
    return PersonaMemory(
        domain, "facts", key, value, themes=themes, created_at=at, confidence=confidence
    )


def confidence(old: PersonaMemory, new: PersonaMemory) -> float:
    found = detect(old, new)
    return 0.0 if found is None else found.confidence


@pytest.mark.parametrize(("domain", "old_key", "old", "new_key", "new"), REPLACED)
def test_a_newer_value_of_one_slot_replaces_the_older_one(
    domain: str, old_key: str, old: str, new_key: str, new: str
) -> None:
    found = detect(memory(domain, old_key, old), memory(domain, f"{new_key}-b", new))
    assert found is not None
    assert SURE <= found.confidence <= 1
    assert not {word for word in old.split() if word[0].isupper()} & set(found.reason.split())


@pytest.mark.parametrize(("domain", "old_key", "old", "new_key", "new"), TOGETHER)
def test_what_can_hold_together_is_left_alone(
    domain: str, old_key: str, old: str, new_key: str, new: str
) -> None:
    one, other = memory(domain, old_key, old), memory(domain, f"{new_key}-b", new)
    assert confidence(one, other) < SURE
    # the other way round these two are contradictions
    if "used to" not in new and " and works " not in old:
        assert confidence(other, one) < SURE


@pytest.mark.parametrize("value", ["", " ", ".", "lives in Berlin", "Berlin", "not", "is", "'s"])
def test_nothing_contradicts_itself_or_nothing(value: str) -> None:
    one = memory("people", "vergel-home", value, ("a", "b"))
    other = memory("people", "vergel-city", value, ("a", "b"))
    assert detect(one, other) is None
    assert detect(one, memory("people", "vergel-city", "", ("a", "b"))) is None


SUBJECTS = [
    # keys, themes, and whether they are about the same
    (("vergel-home", ()), ("vergel-city", ()), True),
    (("vergel-home", ()), ("lisa-home", ()), False),
    (("x1", ()), ("x2", ()), False),
    (("x1", ("vergel", "home")), ("x2", ("home", "vergel")), True),
    (("x1", ("home",)), ("x2", ("home",)), False),
    (("where-he-lives", ("vergel", "home")), ("new-flat", ("vergel", "home")), True),
    (("server-1", ()), ("server-2", ()), False),
]


@pytest.mark.parametrize(("one", "other", "is_same"), SUBJECTS)
def test_subjects_come_from_keys_and_themes_where_the_value_names_none(
    one: tuple[str, tuple[str, ...]], other: tuple[str, tuple[str, ...]], is_same: bool
) -> None:
    old = memory("people", one[0], "lives in Berlin", one[1])
    new = memory("people", other[0], "lives in Madrid", other[1])
    assert (confidence(old, new) >= SURE) is is_same


def test_themes_make_nobody_somebody_else() -> None:
    themes = ("travel", "home", "city")
    old = memory("people", "a", "Vergel lives in Berlin", themes)
    assert detect(old, memory("people", "b", "Lisa lives in Madrid", themes)) is None
    sister = memory("people", "b", "Vergel's sister lives in Madrid", themes)
    assert detect(old, sister) is None


def test_a_new_memory_that_says_less_surely_contradicts_less_surely() -> None:
    old = memory("people", "vergel-home", "lives in Berlin")
    sure = confidence(old, memory("people", "vergel-city", "lives in Madrid"))
    half = confidence(old, memory("people", "vergel-city", "lives in Madrid", confidence=0.5))
    assert half == pytest.approx(sure / 2, abs=1e-4)


def test_an_old_memory_that_says_more_is_not_superseded_by_itself() -> None:
    old = memory("people", "vergel", "Vergel lives in Berlin and works at Acme")
    found = detect(old, memory("people", "vergel-city", "Vergel lives in Madrid"))
    assert found is not None
    assert 0.5 <= found.confidence < SURE
    again = memory("people", "vergel-city", "Vergel lives in Madrid and works at Acme")
    assert confidence(old, again) >= SURE


def test_other_domains_and_facets_are_never_compared() -> None:
    old = memory("people", "vergel-home", "lives in Berlin")
    new = memory("self", "vergel-city", "lives in Madrid")
    assert detect(old, new) is None


# ------------------------------------------------------------------------------- laws

texts = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [
                "Vergel",
                "Lisa",
                "lives",
                "in",
                "at",
                "Berlin",
                "Madrid",
                "not",
                "no",
                "longer",
                "is",
                "the",
                "deadline",
                "3",
                "May",
                "10",
                "likes",
                "prefers",
                "tabs",
                "spaces",
                "and",
                ",",
                ".",
                ":",
                "from",
                "to",
                "'s",
                "my",
                "of",
                "wohnt",
                "住",
                "在",
                "has",
                "2",
                "dogs",
                "$5",
                "->",
                "(",
            ]
        ),
        max_size=14,
    ).map(" ".join),
)
keys = st.text("abcvergel-_12 ", min_size=1, max_size=20)


@given(texts, texts, keys, keys, st.lists(st.sampled_from(["a", "b", "c"]), max_size=3))
@settings(deadline=None, max_examples=150)
def test_any_two_texts_can_be_compared(
    old: str, new: str, old_key: str, new_key: str, themes: list[str]
) -> None:
    before = read("people", "facts", old_key, old, themes)
    after = read("people", "facts", new_key, new, themes)
    one = PersonaMemory("people", "facts", "x", "old")
    assert 0.0 <= confidence(one, one) <= 1.0
    index = Index()
    index.add("old", before, 1.0)
    index.add("new", after, 2.0)
    assert set(index.candidates(after)) <= {"old", "new"}
    index.discard("old")
    index.discard("new")
    assert len(index) == 0
    assert index.candidates(after) == []
    assert before == read("people", "facts", old_key, old, themes)


@given(st.sampled_from(REPLACED + TOGETHER))
@settings(deadline=None)
def test_what_a_comparison_finds_the_index_finds(
    case: tuple[str, str, str, str, str],
) -> None:
    domain, old_key, old, new_key, new = case
    one, other = memory(domain, old_key, old), memory(domain, f"{new_key}-b", new)
    if confidence(one, other) < 0.5:
        return
    index = Index()
    index.add("old", reading_of(one), 1.0)
    assert index.candidates(reading_of(other)) == ["old"]


def test_suggestions_are_the_same_in_any_order() -> None:
    values = ["lives in Berlin", "lives in Madrid", "likes tea", "lives in Oslo"]
    memories = [
        memory("people", f"vergel-{number}-{word}", value, at=float(number % 2))
        for number, (value, word) in enumerate(zip(values, "abcd", strict=True))
    ]
    config = ContradictionConfig(suggest_above=0.5)
    found = {tuple(suggested(some, config)) for some in permutations(memories)}
    (only,) = found
    assert only
    for suggestion in only:
        old, new = (next(m for m in memories if m.name == n) for n in suggestion.names)
        assert (old.created_at, old.name) < (new.created_at, new.name)
    assert suggested(memories, ContradictionConfig(enabled=False)) == []
