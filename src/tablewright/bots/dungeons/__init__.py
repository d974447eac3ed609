"""What bots know of Dungeons & Classes."""

LEVELS = {"easy": "party:90", "normal": "party:50", "hard": "party"}
