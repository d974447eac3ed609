"""What an action costs without sockets and store: ``python -m load.session [GAME...]`` prints, for each game, the CPU
of the session (rules, views, words, choices with reasons), that of writing its messages as JSON, and their length.

The rest of the CPU per action of a server is the loop, the sockets and the store.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import mean
from typing import Any

from load.tictactoe import TicTacToeGame
from tablewright.core.registry import find_game, register
from tablewright.table.charter import PERSON, SeatPlan, TableOptions
from tablewright.table.session import Batch, Session
from tablewright.web.link import write
from tablewright.web.making import TableWish, make_table

GAMES = ("tictactoe", "ooperations", "marches")
#: The least of so many rounds counts, each of so many matches with so many actions.
ROUNDS, MATCHES, ACTIONS = 7, 40, 30
#: An action: seconds in the session, seconds for its JSON, bytes of it.
Cost = tuple[float, float, int]


def play(game: str, dice: random.Random) -> list[Cost]:
    """Play a match of two and return what its actions cost."""
    rules = find_game(game)
    seats = (SeatPlan(PERSON, "Ann"), SeatPlan(PERSON, "Ben"))
    new = make_table(TableWish(rules, rules.setup(), {}, seats, TableOptions()), 0, {}).new
    session = Session(new.charter, new.secret, [], 0, dice.randbytes)
    asked: dict[int, dict[str, Any]] = {}
    for seat in (0, 1):
        session.join(seat, (seat,), -1, None, 0)
    _hear(session.drain(), asked)
    costs: list[Cost] = []
    for number in range(1, ACTIONS + 1):
        acting = [seat for seat, request in asked.items() if "choices" in request]
        if not acting:  # it is over
            break
        request = asked[acting[0]]
        line = dice.choice([choice["action"] for choice in request["choices"] if "reason" not in choice])
        began = time.process_time()
        session.receive(acting[0], {"t": "act", "id": number, "request": request["id"], "action": line}, number)
        batch = session.drain()
        told = time.process_time()
        size = sum(len(write(message)) for _, message in batch.messages)
        costs.append((told - began, time.process_time() - told, size))
        _hear(batch, asked)
    return costs


def _hear(batch: Batch, asked: dict[int, Any]) -> None:
    for viewer, message in batch.messages:
        if message["t"] in ("request", "snap"):
            asked[viewer] = message.get("request", message)  # type: ignore[index]


def main() -> None:
    """Print what the games cost."""
    register(TicTacToeGame())
    for game in sys.argv[1:] or GAMES:
        rounds = []
        for _ in range(ROUNDS):
            dice = random.Random(1)
            costs = [cost for _ in range(MATCHES) for cost in play(game, dice)]
            rounds.append([mean(part) for part in zip(*costs, strict=True)])
        session, encoding, size = (min(part) for part in zip(*rounds, strict=True))
        print(
            f"{game:12} session {1e6 * session:5.0f} us, JSON {1e6 * encoding:4.0f} us, {size:6,.0f} bytes", flush=True
        )


if __name__ == "__main__":
    main()
