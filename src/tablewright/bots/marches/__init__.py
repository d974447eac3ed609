"""What bots know of The Marches."""

LEVELS = {"easy": "casual:65", "normal": "casual:20", "hard": "rollout:6"}
