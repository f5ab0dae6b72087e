"""Language models, asked over HTTP."""
