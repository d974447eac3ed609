"""The terminal application: screens and boards around the tables of ``tablewright.table``."""
