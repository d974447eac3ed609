"""What bots know of Magical OOPerations."""

LEVELS = {"easy": "casual:30", "normal": "rollout:6", "hard": "search:1000"}
