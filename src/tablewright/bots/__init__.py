"""Players made of code. ``registry.make_bot`` makes them by name; docs/bots.md says how to add one."""
