"""How each game that ships with tablewright speaks: one module per game, its companion ``wordings``."""
