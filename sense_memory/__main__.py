"""``python -m sense_memory`` is the command ``sense-memory``."""

from .cli import main

if __name__ == "__main__":
    main()
