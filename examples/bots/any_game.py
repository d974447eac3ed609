"""A bot in Python that needs nothing of Tablewright: it plays any game, by chance, and listens to what is told.

    tablewright match ooperations --bots "pipe:python3 examples/bots/any_game.py,random" --games 10

docs/bot-protocol.md describes what is said.
"""

import json
import random
import sys

dice = random.Random(1)  # a number of its own, so that a match can be played again
told: list[str] = []

for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        answer = {"t": "hello", "protocol": 1}
    elif message["t"] == "choose":
        told[message["from"] :] = message["told"]
        action = dice.choice(message["legal"])
        why = f"one of {len(message['legal'])}, after {len(told)} lines"
        answer = {"t": "action", "id": message["id"], "action": action, "why": why}
    else:  # "bye"
        break
    print(json.dumps(answer), flush=True)
