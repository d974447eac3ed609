"""The report of a study: one HTML file that needs nothing else, with plots that do not rely on colour alone."""

from __future__ import annotations

from html import escape
from typing import Any

from tablewright.lab.plots import BLUE, ORANGE, histogram, spending

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
body { color: #1b1b1b; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 }
td, th { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
.matrix td { text-align: center; border: 1px solid #fff; min-width: 5.5rem }
.matrix small { color: inherit }
small { color: #555 }
.warn { color: #8a4b00 }
svg { max-width: 100%; height: auto }
"""
NOT_MEASURED = [
    "How people play: all players are bots, and they play at the strength that their budget gives them.",
    "Causes: that a card is drawn or played where games are won does not show that it wins them.",
    "Decks, dungeons and layouts that are not in the study, and rules other than those of the version named above.",
    "Skill: whether a deck becomes stronger or weaker with better players, unless several bots are in the study.",
]


def render(summary: dict[str, Any], title: str) -> str:
    """Return the report as HTML."""
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{summary['matches']} matches of <b>{escape(summary['game'])}</b> (rules {summary['rules']}), "
        f"{summary['deals']} deals per pairing from seed {summary['seed']}; "
        f"tablewright {escape(summary['tablewright'])}, study {escape(summary['study'])}. Intervals are 95 %.</p>",
    ]
    if "entrants" in summary:
        parts += [_matrix(summary), _seat(summary["first_seat"]), _entrants(summary), _ratings(summary["ratings"])]
    else:
        parts.append(_solo(summary["pairings"]))
    parts += [_lengths(summary), spending(summary.get("curves", {})), _cards(summary.get("cards", []))]
    items = "".join(f"<li>{escape(text)}</li>" for text in NOT_MEASURED)
    parts.append(f"<h2>What was not measured</h2><ul>{items}</ul>")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def percent(share: float) -> str:
    """Return a share as the report shows it."""
    return f"{share * 100:.1f} %"


def _interval(value: dict[str, Any]) -> str:
    low, high = value["interval"]
    return f"{low * 100:.0f} to {high * 100:.0f}"


def _shade(share: float) -> str:
    strength = min(1.0, abs(share - 0.5) * 2.5)
    target = BLUE if share > 0.5 else ORANGE
    red, green, blue = (round(255 + (channel - 255) * strength) for channel in target)
    ink = "#fff" if strength > 0.6 else "#000"
    return f"background:rgb({red},{green},{blue});color:{ink}"


def _table(caption: str, head: list[str], rows: list[list[str]]) -> str:
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{cells}</tr>{body}</table>"


def _matrix(summary: dict[str, Any]) -> str:
    """Draw who beats whom: rows against columns, blue where the row wins more, orange where it wins less."""
    names: list[str] = []
    cells: dict[tuple[str, str], tuple[float, str, int]] = {}
    for pairing in summary["pairings"]:
        one, two = pairing["entrants"]
        names += [name for name in (one, two) if name not in names]
        low, high = pairing["interval"]
        cells[two, one] = (1 - pairing["share"], f"{(1 - high) * 100:.0f} to {(1 - low) * 100:.0f}", pairing["matches"])
        cells[one, two] = (pairing["share"], f"{low * 100:.0f} to {high * 100:.0f}", pairing["matches"])
    head = "<th></th>" + "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = []
    for row in names:
        columns = []
        for column in names:
            if (row, column) in cells:
                share, interval, matches = cells[row, column]
                label = f'title="{escape(row)} against {escape(column)}: {matches} matches"'
                columns.append(
                    f'<td style="{_shade(share)}" {label}>{percent(share)}<br><small>{interval}</small></td>'
                )
            else:
                columns.append("<td></td>")
        rows.append(f"<tr><th>{escape(row)}</th>{''.join(columns)}</tr>")
    return (
        "<h2>Who beats whom</h2><p>The share of the row against the column (a tie counts half); each deal was played "
        f'with both seatings. Parity is 50 %.</p><table class="matrix"><tr>{head}</tr>{"".join(rows)}</table>'
    )


def _seat(seat: dict[str, Any]) -> str:
    return (
        f"<h2>First seat</h2><p>The first seat wins {percent(seat['share'])} (95 %: {_interval(seat)}) "
        f"of {seat['matches']} matches; parity is 50 %.</p>"
    )


def _entrants(summary: dict[str, Any]) -> str:
    rows = [
        [escape(item["name"]), percent(item["share"]), _interval(item), str(item["matches"])]
        for item in summary["entrants"]
    ]
    return _table("All entrants against all others", ["entrant", "share", "95 %", "matches"], rows) if rows else ""


def _ratings(ratings: dict[str, Any]) -> str:
    rows = [
        [escape(item["name"] or "(none)"), kind, f"{item['mu']:.1f}", f"{item['sigma']:.1f}"]
        for kind, items in ratings.items()
        for item in items
    ]
    return (
        _table(
            "Ratings (openskill; a rating hides rock-paper-scissors, see the matrix)",
            ["name", "kind", "mu", "sigma"],
            rows,
        )
        if rows
        else ""
    )


def _solo(pairings: list[dict[str, Any]]) -> str:
    rows = []
    for item in pairings:
        score = "" if item["mean_score"] is None else f"{item['mean_score']:.2f}"
        rows.append([escape(item["name"]), percent(item["share"]), _interval(item), score, str(item["matches"])])
    return "<h2>How often it is won</h2>" + _table(
        "", ["who and where", "share", "95 %", "mean score", "matches"], rows
    )


def _lengths(summary: dict[str, Any]) -> str:
    text = "<h2>Length</h2>"
    for measure, value in summary["lengths"].items():
        word = "actions" if measure == "actions" else "rounds or turns"
        text += (
            f"<p>{word}: median {value['median']:g}, one in ten below {value['tenth']:g}, "
            f"one in ten above {value['ninetieth']:g}.</p>"
            + histogram({int(key): count for key, count in value["counts"].items()}, word)
        )
    causes = ", ".join(f"{escape(cause)} {count}" for cause, count in summary["causes"].items())
    return text + f"<p>How matches ended: {causes}.</p>"


def _cards(cards: list[dict[str, Any]]) -> str:
    if not cards:
        return ""
    rows = []
    for card in cards:
        row = [escape(card["card"])]
        for name in ("presence", "draw", "play"):
            item = card.get(name)
            if item is None:
                row.append("<small>no comparison</small>")
                continue
            low, high = item["interval"]
            mark = " <b>*</b>" if item["real"] else ""
            warning = ' <span class="warn">few games</span>' if item["small"] else ""
            row.append(
                f"{item['effect'] * 100:+.1f}{mark} <small>{low * 100:+.0f} to {high * 100:+.0f}</small>{warning}"
            )
        rows.append(row)
    return (
        "<h2>Cards and winning</h2><p>Points of win rate by which seats with the card in the deck, drawn, or played "
        "after being drawn do better than those without. A star marks what stays real when all cards are asked at once "
        "(Holm, 5 %). This is correlation: fast decks end before cards are drawn, good positions allow more plays.</p>"
        + _table("", ["card", "in deck", "drawn", "played"], rows)
    )
