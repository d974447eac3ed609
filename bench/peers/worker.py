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

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # it greets on standard output
warnings.simplefilter("ignore")

make, distributions = GROUPS[sys.argv[1]]
try:
    batches = make()
    print(json.dumps({"cases": list(batches), "versions": {name: version(name) for name in distributions}}), flush=True)
except Exception as error:  # whatever ails a peer, the others go on
    print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
    sys.exit()
for line in sys.stdin:
    seconds, _, case = line.rstrip("\n").partition(" ")
    print(rate(batches[case], float(seconds)), flush=True)
