"""Load for a server, made in a process of its own; ``bench/server.py`` starts it and the servers."""
