"""The table that all games share: what a game, a state, an action and a record are.

Import the parts from their modules (``tablewright.core.state``, ``tablewright.core.dice``, ...); this package imports
nothing by itself, so that the console programs start fast.
"""
