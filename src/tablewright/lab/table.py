"""The matches of a study as a table for other tools: Parquet where pyarrow is installed, otherwise CSV."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from tablewright.lab.study import Study

COLUMNS = (
    "pairing",
    "table",
    "deal",
    "seating",
    "seed",
    "seat1",
    "seat2",
    "return1",
    "return2",
    "cause",
    "score",
    "actions",
    "length",
)


def write_table(study: Study, matches: Path) -> Path:
    """Write one row per match beside the matches and return the path of the table."""
    rows = [_row(study, json.loads(line)) for line in matches.read_text("utf-8").splitlines()]
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        path = matches.with_name("matches.csv")
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
        return path
    path = matches.with_name("matches.parquet")
    parquet.write_table(pyarrow.table({name: [row[name] for row in rows] for name in COLUMNS}), path)
    return path


def _row(study: Study, match: dict[str, Any]) -> dict[str, Any]:
    pairing = study.pairings[match["pairing"]]
    seated = [str(entrant) for entrant in (reversed(pairing.entrants) if match["seating"] else pairing.entrants)]
    returns = match["returns"]
    return {
        "pairing": str(pairing),
        "table": " ".join(name for _, name in pairing.table),
        "deal": match["deal"],
        "seating": match["seating"],
        "seed": match["seed"],
        "seat1": seated[0],
        "seat2": seated[1] if len(seated) > 1 else None,
        "return1": returns[0],
        "return2": returns[1] if len(returns) > 1 else None,
        "cause": match["cause"],
        "score": match["score"],
        "actions": match["actions"],
        "length": match.get("length"),
    }
