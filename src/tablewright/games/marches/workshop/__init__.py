"""The workshop's pure half: what a card that is being made looks like, what can be changed about it, and how."""
