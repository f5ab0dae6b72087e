"""What makes vectors: models on this machine, and endpoints elsewhere. None is loaded unasked."""

from .endpoints import OpenAIEncoder, WorkersAIEncoder
from .local import FastembedEncoder

__all__ = ["FastembedEncoder", "OpenAIEncoder", "WorkersAIEncoder"]
