"""The terminal application. What needs no Textual (tables, saves, history) is also used by the plain commands."""
