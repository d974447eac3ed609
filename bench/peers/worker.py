"""``python -m peers.worker GROUP``: measures cases of one group whenever it is asked to, so that groups can take turns.

Writes a line of JSON with the names of its cases and its versions, or with an error; then, for every line
``SECONDS CASE`` it reads, a line with the units per CPU second.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from importlib.metadata import version

from measure import rate
from peers.cases import GROUPS


def main() -> None:
    """Serve until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libraries that greet on standard output greet on the other one
    warnings.simplefilter("ignore")
    make, distributions = GROUPS[sys.argv[1]]
    try:
        batches = make()
        head = {"cases": list(batches), "versions": {name: version(name) for name in distributions}}
    except Exception as error:  # whatever ails a peer, the others go on
        batches = {}
        head = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(head), file=answers, flush=True)
    for line in sys.stdin:
        seconds, _, case = line.rstrip("\n").partition(" ")
        print(rate(batches[case], float(seconds)), file=answers, flush=True)


main()
