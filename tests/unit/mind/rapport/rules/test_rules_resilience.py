"""What a peer does with discomfort, as rules read it."""

import pytest

from sense_memory.core.config import RapportConfig
from sense_memory.core.llm import Message, Role
from sense_memory.core.rapport import Signals
from sense_memory.core.records.rapport import ResilienceType
from sense_memory.mind.rapport import rules

OBJECTIONS = {
    "en": "I disagree. I think you are avoiding the real question.",
    "de": "Das sehe ich anders. Ich glaube, du weichst aus.",
    "fr": "Je ne suis pas d'accord. Tu évites la vraie question.",
    "es": "No estoy de acuerdo. Creo que evitas la verdadera pregunta.",
    "it": "Non sono d'accordo. Credo che tu eviti la vera domanda.",
    "pt": "Não concordo. Acho que você evita a verdadeira questão.",
    "zh": "我不同意，我觉得你在回避真正的问题。",
}
STAYS = {
    "en": "Fair point, that stings. I still think I'd argue it differently, but go on.",
    "de": "Guter Punkt, das tut weh. Trotzdem sehe ich es anders, aber mach weiter.",
    "fr": "Bien vu, ça pique. Mais je maintiens mon avis, continue quand même.",
    "es": "Buen punto, me duele. Aun así sigo pensando otra cosa, pero continúa.",
    "it": "Giusta osservazione, fa male. Però continuo a pensare il contrario, continua.",
    "pt": "Bom ponto, dói. Mesmo assim continuo achando outra coisa, mas continue.",
    "zh": "说得对，有点疼。不过我还是觉得不一样，你继续说。",
}
LEAVES = {
    "en": "Forget it. I don't want to talk about it.",
    "de": "Vergiss es. Ich will nicht mehr darüber reden.",
    "fr": "Laisse tomber. Je ne veux plus en parler.",
    "es": "Olvídalo. No quiero hablar más de eso.",
    "it": "Lascia perdere. Non voglio più parlarne.",
    "pt": "Esquece. Não quero mais falar disso.",
    "zh": "算了吧，我不想再说了。",
}
NEEDS = {
    "en": "I can't decide anything without you. I need you, don't leave me.",
    "de": "Ohne dich kann ich nichts entscheiden. Ich brauche dich, verlass mich nicht.",
    "fr": "Je ne peux rien décider sans toi. J'ai besoin de toi, ne me quitte pas.",
    "es": "No puedo decidir nada sin ti. Te necesito, no me dejes.",
    "it": "Non so decidere niente senza di te. Ho bisogno di te, non lasciarmi.",
    "pt": "Não sei decidir nada sem você. Preciso de você, não me abandone.",
    "zh": "没有你我什么都决定不了。我需要你，不要离开我。",
}
LANGUAGES = sorted(OBJECTIONS)
OPENING = "I have written the plan for the spring, and I would like to show it to you."


def after(language: str, *answers: str) -> Signals:
    """What is read of a session in which each answer follows an objection."""
    said = [Message(Role.USER, OPENING)]
    for answer in answers:
        said += [Message(Role.ASSISTANT, OBJECTIONS[language]), Message(Role.USER, answer)]
    return rules.read(said, RapportConfig())


def value(signals: Signals) -> float:
    return next(score.value for score in signals.scores if score.dimension == "resilience")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_stays_with_it_is_sturdy(language: str):
    signals = after(language, STAYS[language])
    assert value(signals) > 0.55
    assert signals.resilience_type is ResilienceType.RELATIONSHIP


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_withdraws_is_fragile_and_shows_no_type(language: str):
    signals = after(language, LEAVES[language])
    assert value(signals) < 0.45
    assert signals.resilience_type is ResilienceType.UNTESTED


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_bears_it_out_of_need_depends(language: str):
    signals = after(language, NEEDS[language])
    assert value(signals) < 0.45
    assert signals.resilience_type is ResilienceType.DEPENDENCY


@pytest.mark.parametrize("language", LANGUAGES)
def test_need_is_dependence_even_where_nobody_objects(language: str):
    signals = rules.read([Message(Role.USER, NEEDS[language])], RapportConfig())
    assert signals.resilience_type is ResilienceType.DEPENDENCY
    assert 0.4 <= value(signals) <= 0.5


def test_without_conflict_it_is_untested_and_a_little_below_the_middle():
    said = [
        Message(Role.USER, "Which of the two paths is shorter, and where does it begin?"),
        Message(Role.ASSISTANT, "The one by the river. It begins at the mill."),
        Message(Role.USER, "Then I will take that one tomorrow morning."),
    ]
    signals = rules.read(said, RapportConfig())
    assert signals.resilience_type is ResilienceType.UNTESTED
    assert 0.4 <= value(signals) <= 0.5


def test_to_ask_for_candour_is_not_yet_to_bear_it():
    signals = rules.read(
        [Message(Role.USER, "Be brutally honest, don't sugarcoat anything, I can take it.")] * 3,
        RapportConfig(),
    )
    assert value(signals) <= 0.5


def test_the_last_answer_outweighs_the_first():
    made_up = after("en", LEAVES["en"], STAYS["en"])
    gave_up = after("en", STAYS["en"], LEAVES["en"])
    assert value(made_up) > value(gave_up)
    assert made_up.resilience_type is ResilienceType.RELATIONSHIP
    assert gave_up.resilience_type is ResilienceType.UNTESTED


def test_a_question_after_an_objection_is_no_strength():
    signals = after("en", "What time does the shop open on the last day of the week?")
    assert signals.resilience_type is ResilienceType.UNTESTED
