"""How devices come to agree: decisions only, no sockets, no clock."""
