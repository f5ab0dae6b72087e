"""A JSON schema as every provider takes it."""

from sense_memory.io.llm.portable_schema import portable


def test_what_some_providers_refuse_is_said_in_words():
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "description": "A reading.",
        "properties": {
            "value": {"type": "number", "minimum": 0, "maximum": 1, "description": "How much."},
            "minimum": {"type": ["string", "null"], "enum": ["a", None], "pattern": "^a$"},
            "marks": {
                "type": "array",
                "minItems": 1,
                "items": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]},
            },
        },
        "required": ["value", "minimum", "marks"],
        "additionalProperties": False,
    }
    assert portable(schema) == {
        "type": "object",
        "description": "A reading.",
        "properties": {
            "value": {
                "type": "number",
                "description": "How much. (minimum: 0) (maximum: 1)",
            },
            "minimum": {
                "type": ["string", "null"],
                "enum": ["a", None],
                "description": "(pattern: ^a$)",
            },
            "marks": {
                "type": "array",
                "description": "(minItems: 1)",
                "items": {
                    "anyOf": [
                        {"type": "string", "description": "(maxLength: 3)"},
                        {"type": "null"},
                    ]
                },
            },
        },
        "required": ["value", "minimum", "marks"],
        "additionalProperties": False,
    }


def test_what_all_take_stays_as_it_is():
    schema = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}
    assert portable(schema) == schema
