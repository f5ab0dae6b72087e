"""What people type that is a secret, and what only sounds like one."""

import pytest

from sense_memory.core.learned import NotLearned
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import Turn
from sense_memory.mind.learning import reading
from sense_memory.mind.learning.secrets import (
    LEFT_OUT,
    holds_secret,
    shown,
    without_secrets,
    without_secrets_of,
)
from sense_memory.mind.learning.statements import statements

# Keys are put together here: as literals they would be taken for leaked ones by who scans sources.
A = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7"
"""Letters and digits, as keys have them."""
BECH32 = "0allq0gjx7fddtzef0ax00mdps9t2kmtrldkyjfs8l5xruwvh2dq0lhhkp"
WORDS = "leader monkey parrot ring guide accident before fence cannon height naive bean"
BLOCK = f"-----BEGIN RSA PRIVATE KEY-----\n{A}{A}\n{A}\n-----END RSA PRIVATE KEY-----"

FORMATS = [
    f"sk-proj-{A}",
    f"sk-ant-api03-{A}",
    f"sk-{A}",
    f"sk_live_{A}",
    f"ghp_{A}",
    f"gho_{A}",
    f"github_pat_{A}_{A}",
    f"glpat-{A}",
    "AKIA" + "IOSFODNN7EXAMPLE",
    "ASIA" + "IOSFODNN7EXAMPLE",
    f"AIza{A}{A}",
    f"xoxb-123456789012-{A}",
    f"xoxp-{A}",
    f"npm_{A}",
    f"hf_{A}",
    f"eyJ{A}.eyJ{A}.{A}",
    f"nsec1{BECH32}",
    f"NSEC1{BECH32.upper()}",
    f"ncryptsec1{BECH32}{BECH32}",
    f"{WORDS}",
    f"{WORDS} {WORDS}",
    BLOCK,
    f"-----BEGIN OPENSSH PRIVATE KEY-----\n{A}\n{A}",
    f"123456789:AA{A}{A}",
    "4111 1111 1111 1111",
    "5555555555554444",
    "378282246310005",
    "3782-822463-10005",
    "6011-1111-1111-1117",
]
"""Each is one by its form, wherever it stands."""

SAID = [
    ("my password is {}", "hunter2"),
    ("My password is {}.", "swordfish"),
    ("Password: {}", "hunter2"),
    ("**Password:** `{}`", "hunter2"),
    ("password={}", "s3cr3t!x"),
    ("DB_PASSWORD={}", "s3cr3t!x"),
    ("export OPENAI_API_KEY={}", "abcdef1234567890abcd"),
    ('my password is "{}"', "open sesame"),
    ("the wifi password is {}", "correct-horse-9"),
    ("The password for the router is {}", "hunter2"),
    ("The password to the door is {}", "Tr0ub4dor&3"),
    ("The password (for my bank) is {}", "hunter2"),
    ("I changed my password to {} yesterday", "hunter2"),
    ("Use password {} for the login", "hunter2"),
    ("{} is my password", "hunter2"),
    ("My password was {} until May", "hunter2"),
    ("The password's {}", "hunter2"),
    ("password is set to {}", "hunter2"),
    ("my bank password is {}", "Blumen!Wiese"),
    ("I set the passcode to {}", "482913"),
    ("My PIN is {}", "4711"),
    ("pin: {}", "0815"),
    ("the PIN of my card is {}.", "1234"),
    ("My door code is {}", "4711#"),
    ("the alarm code is {}", "2580"),
    ("CVV: {}", "123"),
    ("My passphrase is {}", "correct horse battery staple"),
    ("the secret key is {}", "abcDEF123456"),
    ("my client secret is {}", "XyZ-99887766"),
    ("My AWS secret access key is {}", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    ("the license key is {}", "ABCD-1234-EFGH-5678"),
    ("token = {}", "9f8e7d6c5b4a39281706f5e4"),
    ("my api key is {}", "550e8400-e29b-41d4-a716-446655440000"),
    ("login: max / password: {}", "geheim123"),
    ("postgres://admin:{}@db.example.com/app", "s3cret"),
    ("Mein Passwort ist {}", "hunter2"),
    ("Mein Passwort lautet {}", "Sommer2024!"),
    ("Das WLAN-Passwort ist {}", "gartenzwerg"),
    ("Meine PIN ist {}", "4711"),
    ("Ich habe mein Passwort auf {} geändert", "hunter2"),
    ("Der API-Schlüssel lautet {}", "ab12cd34ef56"),
    ("Mi contraseña es {}", "hunter2"),
    ("Mi contraseña es {}.", "mariposa"),
    ("La contraseña del wifi es {}", "tortuga99"),
    ("mi clave es {}", "abc123xyz"),
    ("Mon mot de passe est {}", "hunter2"),
    ("Le mot de passe du wifi est {}", "papillon"),
    ("Ma clé API est {}", "ab12cd34ef56gh78"),
    ("Mon code PIN est {}", "4711"),
]
"""Each is one because somebody says so."""

NONE = """
the password policy is strict
my favourite token is the dog in Monopoly
I forgot my password
the key is to listen
The password is strict.
My password is too weak.
My password is weak
My password is stored in 1Password
My password expired yesterday
My password is 8 characters long
My password manager is Bitwarden
My password manager is 1Password
My password is the same as before
My password is not that good
The password must be 12 characters
The password was changed in 2019
The password is my birthday
The password is required
The password is never shown
Password: required
Password: at least 8 characters
password: string
password = getpass()
password reset link
It took 2 password resets in 2024
I need a new password for Netflix
Passwords are hashed with argon2
The password hash is sha256
We keep passwords in HashiCorp Vault
What is my password?
Do you know the wifi password?
My passphrase is very long and safe
I wrote the passcode on a sticky note
The secret is patience.
The secret to a good soup is time
The secret ingredient is love
My secret is that I like ABBA
My secret santa is Anna2
The key to success is practice2
I lost the key to my flat
The song is in the key of C4
The key is B-flat minor
A node's key is `{type}:{slug}`
The API key is in the vault
The API key is stored as OPENAI_API_KEY
Set OPENAI_API_KEY=<your key>
api_key = os.environ["KEY"]
token: str
The token limit is 128000
The context has 200000 tokens
the token was revoked in May
My tokens are in the drawer
Please rotate the token
We use JWT tokens for login
The login is at https://example.com/login
I pin 3 notes to my board
My pin collection is great
The pin is gone
PIN codes have 4 digits
I have 12 pins from Rome
The dependency pins `websockets<17.0,>=14.0`
The code is in src/main.py
My code is written in Python3
signers/keys: `nip46.py` and `nip49.py`
550e8400-e29b-41d4-a716-446655440000
commit 3f2a9c1d5e7b8a6f4c2d1e0b9a8f7e6d5c4b3a29
I fixed it in 3f2a9c1
https://example.com:8080/path
postgres://user:password@localhost/db
The order number is 4711
My phone number is +49 176 12345678
1700000000000 is a timestamp
4111 1111 1111 1112 has a wrong digit
The sk-learn library is fine
The passport is in the drawer
Mein Passwort ist abgelaufen
Mein Passwort ist zu kurz
Ich habe mein Passwort vergessen
Der Schlüssel zum Erfolg ist Geduld
Mi contraseña es muy larga
La clave es escuchar
La clave del éxito es la paciencia
Mon mot de passe est expiré
Le mot de passe est trop court
La clé est sous le tapis
Vergel prefers vanilla JS
Hi! I work at Acme. Can you help me with a bug?
Apollo. My sister Anna lives in Rome. I'm allergic to nuts.
I bought a boat in Faro.
I have a dog named Rex. I like tea.
npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg is Ada's
""".strip().splitlines()
"""None of them is one: what is said of secrets, other meanings of the words, and the sentences that
other tests learn."""


@pytest.mark.parametrize("secret", FORMATS)
def test_a_key_is_known_by_its_form(secret: str) -> None:
    for sentence in (secret, f"Here it is: {secret} for the server.", f"«{secret}», Ada said"):
        assert holds_secret(sentence)
        left = without_secrets(sentence)
        assert secret not in left
        assert LEFT_OUT in left
        assert not {one for one in secret.split() if len(one) > 9} & set(left.split())


@pytest.mark.parametrize(("sentence", "secret"), SAID)
def test_what_is_said_to_be_a_secret_is_one(sentence: str, secret: str) -> None:
    whole = sentence.format(secret)
    assert holds_secret(whole)
    assert secret not in without_secrets(whole)
    assert secret not in shown(whole)
    before = sentence.partition("{}")[0].rstrip()
    assert shown(whole) == f"{before} …".lstrip()


@pytest.mark.parametrize("sentence", NONE)
def test_what_only_sounds_like_one_is_none(sentence: str) -> None:
    assert not holds_secret(sentence)
    assert without_secrets(sentence) == sentence


def test_what_is_left_out_is_left_out_once() -> None:
    left = without_secrets(f"my password is hunter2. The key is sk-proj-{A}. I like tea.")
    assert left == f"my password is {LEFT_OUT}. The key is {LEFT_OUT}. I like tea."
    assert without_secrets(left) == left
    assert holds_secret(left)


def test_a_secret_is_left_out_wherever_it_is_said_again() -> None:
    said = [
        "hunter2 is easy to type.",
        "My password is hunter2.",
        "I typed hunter2 twice, hunter22.",
    ]
    assert without_secrets_of(said) == [
        f"{LEFT_OUT} is easy to type.",
        f"My password is {LEFT_OUT}.",
        f"I typed {LEFT_OUT} twice, hunter22.",
    ]


@pytest.mark.parametrize(
    ("question", "answer", "secret"),
    [
        ("Sure. What is your wifi password?", "It is hunter2, I think. And I like tea.", "hunter2"),
        ("Which API key do you use?", "9f8e7d6c5b4a3928", "9f8e7d6c5b4a3928"),
        ("¿Cuál es tu contraseña?", "Es tortuga99", "tortuga99"),
        ("And your PIN?", "4711", "4711"),
        ("What is the password?", "swordfish.", "swordfish"),
    ],
)
def test_who_is_asked_for_a_secret_answers_with_one(
    question: str, answer: str, secret: str
) -> None:
    before, left = without_secrets_of([question, answer])
    assert before == question
    assert secret not in left
    assert LEFT_OUT in left


@pytest.mark.parametrize(
    "answer", ["I do not know it.", "No.", "Never mind, I found it.", "Sorry!"]
)
def test_who_does_not_say_it_has_said_none(answer: str) -> None:
    assert without_secrets_of(["What is your password?", answer]) == [
        "What is your password?",
        answer,
    ]


def test_a_key_of_several_lines_is_no_sentence() -> None:
    found, skipped = statements(f"I live in Rome.\n{BLOCK}\nAnna likes tea.")
    assert found == ["I live in Rome.", "Anna likes tea."]
    assert [one.why for one in skipped] == [NotLearned.SECRET]
    assert A not in str(skipped)


def test_a_question_and_a_quoted_memory_do_not_show_theirs() -> None:
    text = (
        "=== Memory ===\n- Her password is hunter2.\n=== end of Memory ===\n"
        f"What is sk-proj-{A} for?"
    )
    found, skipped = statements(text)
    assert found == []
    assert "hunter2" not in str(skipped)
    assert A not in str(skipped)
    assert {one.why for one in skipped} == {NotLearned.INJECTED, NotLearned.SECRET}


def test_turns_are_read_without_secrets() -> None:
    turns = [
        Turn("c", "1", Role.ASSISTANT, "What is your wifi password?"),
        Turn("c", "2", Role.USER, "hunter2! I moved to Rome in May."),
        Turn("c", "3", Role.USER, f"I always use sk-proj-{A} for my project Apollo."),
    ]
    facts, skipped = reading.of_turns(turns, "vergel", frozenset(), 0)
    assert [one.text for one in facts if one.is_memory] == ["I moved to Rome in May."]
    assert "Rome" in str(facts)
    for secret in ("hunter2", A):
        assert secret not in str(facts)
        assert secret not in str(skipped)
    assert [one.text for one in skipped if one.why is NotLearned.SECRET][-1] == "I always use …"
