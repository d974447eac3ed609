"""The matches of a study as a table for other tools: Parquet where pyarrow is installed, otherwise CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO, StringIO
from itertools import islice
from typing import Any

from tablewright.core.outside import plain
from tablewright.lab.study import Study

#: The columns, and whether each holds strings, integers or floats.
COLUMNS = {
    "pairing": "s",
    "table": "s",
    "deal": "i",
    "seating": "i",
    "seed": "i",
    "seat1": "s",
    "seat2": "s",
    "return1": "f",
    "return2": "f",
    "cause": "s",
    "score": "i",
    "actions": "i",
    "length": "i",
}
#: So many rows are written at once.
ROWS = 10_000


def table_name() -> str:
    """Return what the file of the table is called."""
    return "matches.parquet" if find_spec("pyarrow") else "matches.csv"


def table_of(study: Study, matches: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Return the file of the table, with one row per match, piece by piece: the largest would fill the memory."""
    rows = (_row(study, match) for match in matches)
    return _parquet(rows) if table_name().endswith(".parquet") else _csv(rows)


def _csv(rows: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    text = StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    while some := list(islice(rows, ROWS)):
        writer.writerows(some)
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()


def _parquet(rows: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    import pyarrow
    from pyarrow import parquet

    types = {"s": pyarrow.string(), "i": pyarrow.int64(), "f": pyarrow.float64()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    data = BytesIO()
    with parquet.ParquetWriter(data, schema) as writer:
        while some := list(islice(rows, ROWS)):
            writer.write_table(pyarrow.Table.from_pylist(some, schema))
    yield data.getvalue()


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
