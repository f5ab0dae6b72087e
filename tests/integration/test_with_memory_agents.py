"""OpenAI's Agents SDK with a session that is a conversation of a store, over real HTTP."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from sense_memory import Identity, InvalidKeyError, MemoryStore, blocking
from sense_memory.adapters.openai_agents import MemorySession, recalling

from .llm_server import KEY, Format, LLMServer, Turn
from .remembered import FACT, awaited_store, pair, said, said_in, sdk, values

agents = sdk("agents")
openai = sdk("openai")
ASKED = "My cat is called Tom."


@pytest.fixture(autouse=True)
def no_tracing() -> None:
    agents.set_tracing_disabled(True)


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer() as running:
        yield running


@pytest.fixture(params=["responses", "chat"])
async def agent(request: pytest.FixtureRequest, server: LLMServer) -> AsyncIterator[Any]:
    """One that can look out of the window."""

    @agents.function_tool
    def look(at: str) -> str:
        """Look out of the window."""
        return f"rain in {at}"

    kinds = {
        "responses": agents.OpenAIResponsesModel,
        "chat": agents.OpenAIChatCompletionsModel,
    }
    url = server.url(Format.OPENAI)
    async with openai.AsyncOpenAI(api_key=KEY, base_url=url) as client:
        model = kinds[request.param](model="m", openai_client=client)
        yield agents.Agent(name="a", instructions="Be brief.", model=model, tools=[look])


@pytest.fixture
async def mind() -> AsyncIterator[MemoryStore]:
    async with await awaited_store() as opened:
        yield opened


async def test_runs_are_turns_and_the_next_run_knows_them(
    server: LLMServer, agent: Any, mind: MemoryStore
):
    session = MemorySession(mind, "chat")
    assert isinstance(session, agents.memory.Session)
    server.say("Noted.", "Tom.")
    await agents.Runner.run(agent, ASKED, session=session)
    assert await said_in(mind, "chat") == pair(ASKED, "Noted.")

    running = agents.Runner.run_streamed(agent, "Which cat?", session=session)
    events = [one async for one in running.stream_events()]
    assert events
    assert running.final_output == "Tom."
    assert await said_in(mind, "chat") == [*pair(ASKED, "Noted."), *pair("Which cat?", "Tom.")]
    assert server.asked[1].texts == ["Be brief.", ASKED, "Noted.", "Which cat?"]


async def test_a_run_with_tools_is_two_turns(server: LLMServer, agent: Any, mind: MemoryStore):
    session = MemorySession(mind)
    server.then(Turn(calls=[("look", {"at": "Lisbon"})]), Turn(text="It rains."))
    server.say("Yes.")
    await agents.Runner.run(agent, ASKED, session=session)
    assert await said_in(mind) == pair(ASKED, "It rains.")
    kinds = [one.get("type", one.get("role")) for one in await session.get_items()]
    assert kinds == ["user", "function_call", "function_call_output", "message"]

    await agents.Runner.run(agent, "Sure?", session=session)
    assert "Sure?" in server.asked[-1].texts
    assert "call_0" in str(server.asked[-1].body), "what was called stands in the history"
    elsewhere = await MemorySession(mind).get_items()
    assert [(one["role"], one["content"]) for one in elsewhere] == [
        *pair(ASKED, "It rains."),
        *pair("Sure?", "Yes."),
    ]


async def test_another_session_on_the_file_goes_on(server: LLMServer, agent: Any, tmp_path: Path):
    identity = Identity.generate()
    server.say("Noted.", "Tom.")
    async with MemoryStore(identity, path=tmp_path / "mind.db") as store:
        await agents.Runner.run(agent, ASKED, session=MemorySession(store))
    async with MemoryStore(identity, path=tmp_path / "mind.db") as store:
        await agents.Runner.run(agent, "Which cat?", session=MemorySession(store))
    assert server.asked[1].texts == ["Be brief.", ASKED, "Noted.", "Which cat?"]


async def test_items_come_back_as_they_were_and_can_be_taken_back(mind: MemoryStore):
    session = MemorySession(mind)
    items: list[Any] = [
        {"role": "user", "content": [{"type": "input_text", "text": "one"}]},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "message", "role": "assistant", "id": "m", "status": "completed",
         "content": [{"type": "output_text", "text": "two", "annotations": []}]},
        {"role": "user", "content": [{"type": "input_image", "image_url": "data:,"}]},
    ]  # fmt: skip
    assert await session.pop_item() is None
    await session.add_items(items)
    assert await session.get_items() == items
    assert await session.get_items(limit=2) == items[2:]
    assert await session.get_items(limit=0) == []
    limited = MemorySession(mind, session_settings=agents.SessionSettings(limit=1))
    assert await limited.get_items() == [{"role": "assistant", "content": "two"}]
    turn = (await mind.conversation("main").turns())[1]
    await mind.conversation("main").edit(turn.id, "corrected")
    assert (await session.get_items())[2] == {"role": "assistant", "content": "corrected"}
    await mind.conversation("main").edit(turn.id, "two")
    for item in reversed(items):
        assert await session.pop_item() == item
    assert await said_in(mind) == []
    await session.add_items(items)
    await session.clear_session()
    assert await session.get_items() == []
    assert await said_in(mind) == []
    with pytest.raises(InvalidKeyError):
        MemorySession(mind, "a/b")


async def test_instructions_recall_what_else_is_known(
    server: LLMServer, agent: Any, mind: MemoryStore
):
    told = agent.clone(instructions=recalling(mind, "Be brief.", conversation="main"))
    server.then(Turn(calls=[("look", {"at": "Lisbon"})]), Turn(text="Vanilla."))
    server.say("Yes.")
    session = MemorySession(mind)
    await agents.Runner.run(told, "What does Vergel prefer?", session=session)
    await agents.Runner.run(told, "And Vergel's cat?", session=session)
    for request in server.asked:
        system = request.texts[0]
        assert system.startswith("Be brief.\n\nMemory")
        assert FACT in values(system)
    assert len(await said_in(mind)) == 4


async def test_a_blocking_store_serves_too(server: LLMServer, agent: Any):
    server.say("Noted.")
    with blocking.MemoryStore(Identity.generate()) as store:
        await agents.Runner.run(agent, ASKED, session=MemorySession(store))
        assert said(store) == pair(ASKED, "Noted.")
