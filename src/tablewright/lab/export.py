"""The matches of a study as a table for other tools: Parquet where pyarrow is installed, otherwise CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from importlib.util import find_spec
from io import BytesIO, StringIO
from typing import Any

from tablewright.core.outside import plain
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
    """Return what the file of the table is called."""
    return "matches.parquet" if find_spec("pyarrow") else "matches.csv"


def table_of(study: Study, matches: Iterable[dict[str, Any]]) -> bytes:
    """Return the file of the table, with one row per match."""
    rows = (_row(study, match) for match in matches)
    if table_name().endswith(".csv"):
        text = StringIO(newline="")
        writer = csv.DictWriter(text, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue().encode()
    import pyarrow
    from pyarrow import parquet

    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for row in rows:
        for name, column in columns.items():
            column.append(row[name])
    data = BytesIO()
    parquet.write_table(pyarrow.table(columns), data)
    return data.getvalue()


def _row(study: Study, match: dict[str, Any]) -> dict[str, Any]:
    pairing = study.pairings[match["pairing"]]
    seated = [str(pairing.entrants[one]) for one in pairing.lineup(match["seating"], study.seatings)]
    returns = match["returns"]
    return {
        "pairing": str(pairing),
        "table": plain(" ".join(name for _, name in pairing.table)),
        "deal": match["deal"],
        "seating": match["seating"],
        "seed": match["seed"],
        "seat1": seated[0],
        "seat2": seated[1] if len(seated) > 1 else None,
        "return1": returns[0],
        "return2": returns[1] if len(returns) > 1 else None,
        "cause": plain(match["cause"]),
        "score": match["score"],
        "actions": match["actions"],
        "length": match.get("length"),
    }
