"""One prompt of everything the mind has to say to a message."""

import secrets
from collections.abc import Collection
from dataclasses import replace

from ...core.prompt import Prompt
from ...core.records.names import check_encodable
from ...core.records.rapport import check_peer
from ...mind.prompt.assembling import assemble, check_prompt
from ...mind.prompt.candidate import Candidate
from ...mind.prompt.manner import manner
from .. import embedding
from ..context import Context
from ..conversation import prompting
from ..conversation.turns import check_conversation
from ..outage import Outage
from ..rapport import telling
from . import graph, memories, pyramid
from .asking import Asking
from .offers import Offers


async def prompt(
    context: Context,
    message: str,
    about: str | None,
    conversation: str | None,
    budget: int | None,
    shown: Collection[str],
) -> Prompt:
    """Everything that this mind has to say to a message.

    The rooms are asked one after the other, the encoder once. What stands in the prompt counts as
    used only as far as it was said in the conversation; everything else was shown, and is not used
    before somebody recalls it.
    """
    config = context.config.prompts
    most = config.budget if budget is None else budget
    check_prompt(message, most, shown)
    check_encodable(message, "a message")
    about = None if about is None else check_peer(about)
    conversation = None if conversation is None else check_conversation(conversation)
    asked = embedding.asking_once(context)
    asking = Asking.of(message, about, conversation, most, config)
    outage = Outage()
    offers = [
        await outage.spared(memories.offers(asked, asking), Offers()),
        await outage.spared(pyramid.offers(asked, asking), Offers()),
        await outage.spared(graph.offers(asked, asking), Offers()),
    ]
    candidates = (await Offers.all(offers).standing(context)).candidates(context)
    warnings = [one.warning for one in offers]
    if about is not None and config.rapport:
        candidates += await outage.spared(_manner(context, about), [])
    if conversation is not None:
        said = await outage.spared(prompting.said(asked, conversation, message), prompting.Said(()))
        candidates += said.candidates
        warnings.append(said.warning)
    outage.check()
    made = assemble(
        secrets.token_hex(16),
        message,
        candidates,
        most,
        config,
        shown=shown,
        conversation=conversation,
        warning=next(filter(None, warnings), None),
    )
    made = replace(made, scope=context.scope)
    if conversation is not None:
        await prompting.use(context, conversation, made)
    return made


async def _manner(context: Context, peer: str) -> list[Candidate]:
    """How to talk with a peer; nothing of one whom nobody met."""
    told = await telling.told(context, peer)
    return [] if told is None else manner(told, context.config.rapport)
