"""What bots know of Dungeons & Classes."""

LEVELS = {"easy": "party:65", "normal": "party:40", "hard": "party"}
