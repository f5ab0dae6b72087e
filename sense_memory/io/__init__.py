"""The only sockets, files, threads and tasks."""
