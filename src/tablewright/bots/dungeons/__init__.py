"""What bots know of Dungeons & Classes."""

LEVELS = {"easy": "party:65", "normal": "party:35", "hard": "party"}
