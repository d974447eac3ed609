"""Standard environments: PettingZoo (``aec``), Gymnasium (``gym``) and OpenSpiel (``spiel``). Extra ``[envs]``.

All of them play a ``NumberedMatch`` in an ``Arena``: one game with one setup, numbered actions, and observations whose
layout is declared in ``observations``.
"""
