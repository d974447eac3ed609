"""What bots know of The Marches."""

LEVELS = {"easy": "greedy", "normal": "search:100", "hard": "search:1000"}
