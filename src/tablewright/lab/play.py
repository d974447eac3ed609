"""One piece of a study, played. What comes out depends on the study alone, wherever it runs."""

from __future__ import annotations

import json
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.perspective import Perspective
from tablewright.lab.observers import observe
from tablewright.lab.study import Chunk, Pairing, Study


def play_chunk(study: Study, chunk: Chunk) -> str:
    """Play some deals of a pairing and return a JSON line for each match."""
    pairing = study.pairings[chunk.pairing]
    rows = []
    for deal in range(chunk.first_deal, chunk.first_deal + chunk.deals):
        for seating in range(study.seatings):
            row = {"pairing": chunk.pairing, "deal": deal, "seating": seating}
            row.update(_play(study, pairing, study.seed + deal, seating))
            rows.append(json.dumps(row, separators=(",", ":")) + "\n")
    return "".join(rows)


def _play(study: Study, pairing: Pairing, seed: int, seating: int) -> dict[str, Any]:
    game = study.game
    setup = game.setup(**study.setup_choices(pairing, seating))
    if study.against:
        names = [entrant.bot for entrant in (reversed(pairing.entrants) if seating else pairing.entrants)]
    else:
        names = [pairing.entrants[0].bot] * setup.seats
    # A bot's own randomness goes with its name and the deal, not with its seat: a mirror pairing is exactly even.
    bots = [make_bot(name, game, seed=seed) for name in names]
    state = game.new(setup, seed)
    observer = observe(game.key, state)
    state.watch = observer.told
    actions = 0
    while state.outcome is None:
        seat = state.seat_to_act
        state.apply(bots[seat].choose(Perspective(state, seat)))
        actions += 1
    row = {
        "seed": seed,
        "returns": list(state.outcome.returns),
        "cause": state.outcome.cause,
        "score": state.outcome.score,
        "actions": actions,
    }
    row.update(observer.notes())
    return row
