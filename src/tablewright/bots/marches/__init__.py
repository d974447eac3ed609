"""What bots know of The Marches."""

LEVELS = {"easy": "casual:80", "normal": "casual:50", "hard": "rollout:12"}
