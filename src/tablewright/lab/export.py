"""The matches of a study as a table for other tools: Parquet where pyarrow is installed, otherwise CSV."""

from __future__ import annotations

import csv
from importlib.util import find_spec
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


def table_name() -> str:
    """Return what the file is called that ``write_table`` writes."""
    return "matches.parquet" if find_spec("pyarrow") else "matches.csv"


def write_table(study: Study, matches: list[dict[str, Any]], folder: Path) -> None:
    """Write one row per match into a folder."""
    rows = [_row(study, match) for match in matches]
    path = folder / table_name()
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
    else:
        import pyarrow
        from pyarrow import parquet

        parquet.write_table(pyarrow.table({name: [row[name] for row in rows] for name in COLUMNS}), path)


def _row(study: Study, match: dict[str, Any]) -> dict[str, Any]:
    pairing = study.pairings[match["pairing"]]
    seated = [str(pairing.entrants[one]) for one in pairing.lineup(match["seating"], study.seatings)]
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
