"""Pure rules of memory: no Nostr, no sockets, no clock of its own."""
