"""The server that stands for the providers in tests, held against the providers' own clients.

They are not among what this package needs, and come with another HTTP library; where they are
installed (pip install openai anthropic google-genai), they are asked.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from sense_memory import AnthropicLLM, GeminiLLM, Message, Role, Shape
from sense_memory.io.llm import anthropic as anthropic_module, gemini as gemini_module

from .llm_server import KEY, Format, LLMServer, Turn

TEXT = "Grüße, 名前 and 🌱: what a day."
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}},
    "required": ["name"],
    "additionalProperties": False,
}
USER = [{"role": "user", "content": "Hello"}]


def client_of(package: str) -> Any:
    return pytest.importorskip(package, reason=f"{package}, the provider's own client, is not here")


@pytest.fixture
def server() -> Iterator[LLMServer]:
    with LLMServer() as running:
        yield running


async def test_openais_client_takes_what_it_says(server: LLMServer):
    openai = client_of("openai")
    url = server.url(Format.OPENAI)
    async with openai.AsyncOpenAI(api_key=KEY, base_url=url, max_retries=0) as client:
        create = client.chat.completions.create
        server.say(TEXT)
        answered = await create(model="m", messages=USER)
        assert answered.choices[0].message.content == TEXT
        assert (answered.usage.prompt_tokens, answered.usage.completion_tokens) == (11, 7)

        schema = {"name": "person", "schema": SCHEMA, "strict": True}
        formatted = {"type": "json_schema", "json_schema": schema}
        server.answer({"name": "Vergel"})
        answered = await create(model="m", messages=USER, response_format=formatted)
        assert answered.choices[0].message.content == '{"name": "Vergel"}'

        function = {"name": "person", "parameters": SCHEMA}
        server.answer({"name": "Vergel"})
        answered = await create(
            model="m",
            messages=USER,
            tools=[{"type": "function", "function": function}],
            tool_choice={"type": "function", "function": {"name": "person"}},
        )
        (call,) = answered.choices[0].message.tool_calls
        assert (call.function.name, call.function.arguments) == ("person", '{"name": "Vergel"}')

        server.then(Turn(text=TEXT, keep_alive=True, chunk=3))
        stream = await create(
            model="m", messages=USER, stream=True, stream_options={"include_usage": True}
        )
        chunks = [chunk async for chunk in stream]
        assert "".join(c.choices[0].delta.content or "" for c in chunks if c.choices) == TEXT
        assert [c.choices[0].finish_reason for c in chunks if c.choices][-1] == "stop"
        assert [c.usage.completion_tokens for c in chunks if c.usage] == [7]

        server.then(Turn(status=429, message="slow down", code="rate_limit_exceeded"))
        with pytest.raises(openai.RateLimitError, match="slow down"):
            await create(model="m", messages=USER)
        server.then(Turn(text=TEXT, breaks_with="something failed"))
        with pytest.raises(openai.APIError, match="something failed"):
            [chunk async for chunk in await create(model="m", messages=USER, stream=True)]
        server.then(Turn(text=TEXT, cut=300))
        with pytest.raises(openai.APIConnectionError):
            [chunk async for chunk in await create(model="m", messages=USER, stream=True)]
    async with openai.AsyncOpenAI(api_key="sk-other", base_url=url, max_retries=0) as client:
        with pytest.raises(openai.AuthenticationError):
            await client.chat.completions.create(model="m", messages=USER)


async def test_anthropics_client_takes_what_it_says(server: LLMServer):
    anthropic = client_of("anthropic")
    url = server.url(Format.ANTHROPIC)
    asked = {"model": "m", "max_tokens": 10, "messages": USER}
    async with anthropic.AsyncAnthropic(api_key=KEY, base_url=url, max_retries=0) as client:
        server.say(TEXT)
        answered = await client.messages.create(**asked)
        assert (answered.content[0].text, answered.stop_reason) == (TEXT, "end_turn")
        assert (answered.usage.input_tokens, answered.usage.output_tokens) == (10, 7)

        server.answer({"name": "Vergel"})
        output = {"format": {"type": "json_schema", "schema": SCHEMA}, "effort": "low"}
        answered = await client.messages.create(**asked, output_config=output)
        assert answered.content[0].text == '{"name": "Vergel"}'

        server.answer({"name": "Vergel"})
        answered = await client.messages.create(
            **asked,
            tools=[{"name": "person", "input_schema": SCHEMA}],
            tool_choice={"type": "tool", "name": "person"},
        )
        assert (answered.content[0].input, answered.stop_reason) == ({"name": "Vergel"}, "tool_use")

        server.then(Turn(text=TEXT, keep_alive=True, chunk=3))
        async with client.messages.stream(**asked) as stream:
            assert "".join([text async for text in stream.text_stream]) == TEXT
            final = await stream.get_final_message()
        assert (final.stop_reason, final.usage.output_tokens) == ("end_turn", 7)

        server.then(Turn(status=529, message="Overloaded"))
        with pytest.raises(anthropic.APIStatusError, match="Overloaded") as raised:
            await client.messages.create(**asked)
        assert raised.value.body["error"]["type"] == "overloaded_error"
        server.then(Turn(text=TEXT, breaks_with="Overloaded"))
        with pytest.raises(anthropic.APIStatusError, match="overloaded_error"):
            [event async for event in await client.messages.create(**asked, stream=True)]
    async with anthropic.AsyncAnthropic(api_key="sk-o", base_url=url, max_retries=0) as client:
        with pytest.raises(anthropic.AuthenticationError):
            await client.messages.create(**asked)


async def test_googles_client_takes_what_it_says(server: LLMServer):
    genai = client_of("google.genai")
    types = genai.types
    url = server.url(Format.GEMINI).removesuffix("/v1")

    def client_with(key: str) -> Any:
        options = types.HttpOptions(base_url=url, retry_options=types.HttpRetryOptions(attempts=1))
        return genai.Client(api_key=key, http_options=options)

    client = client_with(KEY)
    async with client.aio as gemini:
        server.say(TEXT)
        config = types.GenerateContentConfig(system_instruction="Be kind.", max_output_tokens=9)
        answered = await gemini.models.generate_content(model="m", contents="Hello", config=config)
        assert answered.text == TEXT
        assert answered.candidates[0].finish_reason == types.FinishReason.STOP
        counted = answered.usage_metadata
        assert counted.prompt_token_count == 11
        assert counted.candidates_token_count + counted.thoughts_token_count == 7
        body = server.asked[-1].body
        assert body["systemInstruction"]["parts"] == [{"text": "Be kind."}]
        assert body["generationConfig"] == {"maxOutputTokens": 9}

        server.answer({"name": "Vergel"})
        config = types.GenerateContentConfig(
            response_mime_type="application/json", response_json_schema=SCHEMA
        )
        answered = await gemini.models.generate_content(model="m", contents="Hello", config=config)
        assert answered.text == '{"name": "Vergel"}'
        assert server.asked[-1].way == "schema"

        server.answer({"name": "Vergel"})
        function = types.FunctionDeclaration(name="person", parameters_json_schema=SCHEMA)
        calling = types.FunctionCallingConfig(mode="ANY", allowed_function_names=["person"])
        config = types.GenerateContentConfig(
            tools=[types.Tool(function_declarations=[function])],
            tool_config=types.ToolConfig(function_calling_config=calling),
        )
        answered = await gemini.models.generate_content(model="m", contents="Hello", config=config)
        assert [call.args for call in answered.function_calls] == [{"name": "Vergel"}]
        assert server.asked[-1].way == "tool"

        server.then(Turn(text=TEXT, chunk=3))
        stream = await gemini.models.generate_content_stream(model="m", contents="Hello")
        chunks = [chunk async for chunk in stream]
        assert "".join(chunk.text for chunk in chunks) == TEXT
        assert chunks[-1].candidates[0].finish_reason == types.FinishReason.STOP

        server.then(Turn(status=429, message="Resource has been exhausted"))
        with pytest.raises(genai.errors.ClientError, match="RESOURCE_EXHAUSTED"):
            await gemini.models.generate_content(model="m", contents="Hello")
    async with client_with("other").aio as gemini:
        with pytest.raises(genai.errors.ClientError, match="API key not valid"):
            await gemini.models.generate_content(model="m", contents="Hello")


PERSON = Shape("person", "Who.", SCHEMA, lambda value: value)
TALK = (
    Message(Role.USER, "Hello"),
    Message(Role.ASSISTANT, "Hello to you."),
    Message(Role.USER, "How are you?"),
)


async def test_google_is_asked_as_its_own_client_asks(
    server: LLMServer, monkeypatch: pytest.MonkeyPatch
):
    genai = client_of("google.genai")
    types = genai.types
    url = server.url(Format.GEMINI)
    monkeypatch.setattr(gemini_module, "GEMINI_URL", url)  # it is told to think little there
    ours = GeminiLLM(
        "m", base_url=url, api_key=KEY, extract_model="m", chat_tokens=9, extract_tokens=9
    )
    common = {
        "system_instruction": "Be kind.",
        "max_output_tokens": 9,
        "thinking_config": types.ThinkingConfig(thinking_level="LOW"),
    }
    contents = [
        types.Content(
            role="user" if one.role is Role.USER else "model", parts=[types.Part(text=one.text)]
        )
        for one in TALK
    ]
    options = types.HttpOptions(base_url=url.removesuffix("/v1"))
    async with genai.Client(api_key=KEY, http_options=options).aio as theirs:
        server.then(*[Turn(text=TEXT)] * 2, *[Turn(value={"name": "Vergel"})] * 4)
        assert "".join([piece async for piece in ours.chat("Be kind.", TALK)]) == TEXT
        config = types.GenerateContentConfig(**common)
        stream = await theirs.models.generate_content_stream(
            model="m", contents=contents, config=config
        )
        assert "".join([chunk.text async for chunk in stream]) == TEXT

        assert await ours.extract("Be kind.", "Hello", PERSON) == {"name": "Vergel"}
        config = types.GenerateContentConfig(
            **common, response_mime_type="application/json", response_json_schema=SCHEMA
        )
        await theirs.models.generate_content(model="m", contents=contents[:1], config=config)

        server.refuses = {"schema"}
        assert await ours.extract("Be kind.", "Hello", PERSON) == {"name": "Vergel"}
        function = types.FunctionDeclaration(
            name="person", description="Who.", parameters_json_schema=SCHEMA
        )
        calling = types.FunctionCallingConfig(mode="ANY", allowed_function_names=["person"])
        config = types.GenerateContentConfig(
            **common,
            tools=[types.Tool(function_declarations=[function])],
            tool_config=types.ToolConfig(function_calling_config=calling),
        )
        await theirs.models.generate_content(model="m", contents=contents[:1], config=config)
    # the fifth was refused, and asked in another way
    for one, other in (server.asked[:2], server.asked[2:4], server.asked[5:]):
        assert one.path == other.path
        body = _spelled_as_ours(other.body)
        body["systemInstruction"].pop("role", None)  # theirs says that it is a user's
        assert one.body == body


def _spelled_as_ours(body: Any) -> Any:
    """Their client spells some names in two ways, as the API takes them."""
    if isinstance(body, list):
        return [_spelled_as_ours(one) for one in body]
    if not isinstance(body, dict):
        return body
    words = [(name.split("_"), value) for name, value in body.items()]
    return {
        first + "".join(word.title() for word in others): _spelled_as_ours(value)
        for (first, *others), value in words
    }


async def test_anthropic_is_asked_as_its_own_client_asks(
    server: LLMServer, monkeypatch: pytest.MonkeyPatch
):
    anthropic = client_of("anthropic")
    url = server.url(Format.ANTHROPIC)
    monkeypatch.setattr(anthropic_module, "ANTHROPIC_URL", url)
    ours = AnthropicLLM(
        "m", base_url=url, api_key=KEY, extract_model="m", chat_tokens=9, extract_tokens=9
    )
    common: dict[str, Any] = {"model": "m", "max_tokens": 9, "system": "Be kind."}
    messages = [{"role": one.role.value, "content": one.text} for one in TALK]
    async with anthropic.AsyncAnthropic(api_key=KEY, base_url=url, max_retries=0) as theirs:
        server.then(*[Turn(text=TEXT)] * 2, *[Turn(value={"name": "Vergel"})] * 2)
        assert "".join([piece async for piece in ours.chat("Be kind.", TALK)]) == TEXT
        asked = {**common, "messages": messages, "output_config": {"effort": "low"}}
        async with theirs.messages.stream(**asked) as stream:
            assert "".join([text async for text in stream.text_stream]) == TEXT
        assert await ours.extract("Be kind.", "Hello", PERSON) == {"name": "Vergel"}
        output = {"effort": "low", "format": {"type": "json_schema", "schema": SCHEMA}}
        await theirs.messages.create(**common, messages=messages[:1], output_config=output)
    for one, other in (server.asked[:2], server.asked[2:]):
        assert one.path == other.path
        assert one.body == other.body
        for name in ("authorization", "anthropic-version"):
            assert one.headers[name] == other.headers[name]
        assert "x-api-key" not in {**one.headers, **other.headers}
