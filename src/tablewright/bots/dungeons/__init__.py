"""What bots know of Dungeons & Classes."""

LEVELS = {"easy": "greedy", "normal": "search:50", "hard": "party"}
