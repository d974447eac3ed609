"""The report of a study: one HTML file that needs nothing else, with a picture and the numbers for every question."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from tablewright.core.outside import plain
from tablewright.lab.plots import BLUE, ORANGE, Span, curves, histogram, spans

STYLE = """
:root { --ink: #1b1b1b; --paper: #fff; --soft: #555; --rule: #ddd; --blue: #2166ac; --orange: #b35806; --warn: #8a4b00 }
@media screen and (prefers-color-scheme: dark) {
 :root { --ink: #e8e6e3; --paper: #16181b; --soft: #a9a9a9; --rule: #3a3d42; --blue: #7ab3e8; --orange: #f1a340;
  --warn: #f0b35c }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem }
body { color: var(--ink); background: var(--paper) }
h2 { margin-top: 2.5rem }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums }
td, th { padding: .25rem .5rem; text-align: right; border-bottom: 1px solid var(--rule); font-weight: 400 }
th:first-child, td:first-child { text-align: left }
tr:first-child th { font-weight: 600; vertical-align: bottom }
.wide { overflow-x: auto; max-width: 100% }
.matrix td { text-align: center; border: 1px solid var(--paper); min-width: 4.5rem }
.matrix th:first-child, .spans th:first-child { position: sticky; left: 0; background: var(--paper) }
.matrix small { color: inherit }
.spans { width: 100% }
.spans td { white-space: nowrap }
.spans th:nth-child(2) { text-align: center }
.spans .drawn { width: 60%; min-width: 7rem; padding: 0 }
.spans .drawn svg { display: block; width: 100%; height: 1.7rem }
.axis td, .axis th { border: 0 }
figure { margin: .5rem 0; break-inside: avoid }
figure svg { width: 100% }
figcaption { color: var(--soft); font-size: .875rem }
figcaption.across { text-align: center }
svg { overflow: visible; font-size: 12px; fill: var(--ink) }
.bar, .mark { fill: var(--blue) }
.grid { stroke: var(--rule) }
.parity { stroke: var(--soft); stroke-dasharray: 3 3 }
.reach { stroke: var(--blue); stroke-width: 3 }
.line { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke }
.shade0 { stroke: var(--ink) } .shade1 { stroke: var(--blue) } .shade2 { stroke: var(--orange) }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
small, .soft { color: var(--soft) }
.warn { color: var(--warn) }
@media (max-width: 40rem) { td, th { padding: .2rem .3rem } .spans { font-size: .875rem }
 .spans small { display: block } .spans tr:first-child th { font-size: .8rem } }
@media print {
 body { margin: 0; max-width: none; font-size: 11pt } h2 { break-after: avoid } tr { break-inside: avoid }
 h2 + * { break-after: avoid } p, table { break-inside: avoid }
 .wide { overflow: visible } * { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
"""
NOT_MEASURED = [
    "How people play: all players are bots, and they play at the strength that their budget gives them.",
    "Causes: that a card is drawn or played where games are won does not show that it wins them. "
    "What a card does is measured by: tablewright lab card CARD.",
    "Decks, dungeons and layouts that are not in the study, and rules other than those of the version named above.",
    "Skill: whether a deck becomes stronger or weaker with better players, unless several bots are in the study.",
]


def render(summary: dict[str, Any], title: str, history: Sequence[str] = ()) -> str:
    """Return the report as HTML; ``history`` says what of it comes from an earlier run, and what has changed since."""
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{summary['matches']} matches of <b>{escape(summary['game'])}</b> (rules {summary['rules']}), "
        f"{summary['deals']} deals per pairing from seed {summary['seed']}; "
        f"tablewright {escape(summary['tablewright'])}, study {escape(summary['study'])}. Intervals are 95 %.</p>",
    ]
    parts += [f"<p>{escape(sentence)}</p>" for sentence in history]
    if summary["void"]:
        parts.append(f'<p class="warn">{void_line(summary["void"])}</p>')
    if "entrants" in summary:
        parts += [_matrices(summary), _entrants(summary), _seat(summary["first_seat"]), _ratings(summary["ratings"])]
    else:
        parts.append(_solo(summary["pairings"]))
    parts += [_lengths(summary), _spending(summary.get("curves", {})), _cards(summary.get("cards", []))]
    items = "".join(f"<li>{escape(text)}</li>" for text in NOT_MEASURED)
    parts.append(f"<h2>What was not measured</h2><ul>{items}</ul>")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def percent(share: float | None) -> str:
    """Return a share as the report shows it; without a match that counts there is none."""
    return "-" if share is None else f"{share * 100:.1f} %"


def void_line(void: int) -> str:
    """Say how many matches count for nothing."""
    return f"{void} of them {'was' if void == 1 else 'were'} void: a card broke the match. They are in no share."


def _shade(share: float | None) -> str:
    if share is None:
        return ""
    strength = min(1.0, abs(share - 0.5) * 2.5)
    target = BLUE if share > 0.5 else ORANGE
    red, green, blue = (round(255 + (channel - 255) * strength) for channel in target)
    ink = "#fff" if strength > 0.6 and share > 0.5 else "#000"
    return f"background:rgb({red},{green},{blue});color:{ink}"


def _labels(summary: dict[str, Any]) -> tuple[dict[str, str], str]:
    """Return what entrants are called, and a sentence: a bot that plays all of them need not stand everywhere."""
    names = list(dict.fromkeys(name for pairing in summary["pairings"] for name in pairing["entrants"]))
    parts = [name.partition(" ") for name in names]
    bots = {bot for bot, _, _ in parts}
    if len(bots) == 1 and len(names) > 1 and all(rest for _, _, rest in parts):
        return {
            name: rest for name, (_, _, rest) in zip(names, parts, strict=True)
        }, f" All are played by {parts[0][0]}."
    return {name: name for name in names}, ""


def _matrices(summary: dict[str, Any]) -> str:
    """Draw who beats whom, on each table for itself."""
    labels, played_by = _labels(summary)
    tables: dict[str, list[dict[str, Any]]] = {}
    for pairing in summary["pairings"]:
        tables.setdefault(" ".join(pairing["table"].values()), []).append(pairing)
    drawn = "".join(
        (f"<h3>{escape(plain(name))}</h3>" if name else "") + _matrix(pairings, labels)
        for name, pairings in tables.items()
    )
    return (
        "<h2>Who beats whom</h2><p>The share of the row against the column (a tie counts half), blue where the row "
        "wins more and orange where it wins less; each deal was played with both seatings. Parity is 50 %."
        f"{escape(played_by)}</p>{drawn}"
    )


def _matrix(pairings: list[dict[str, Any]], labels: dict[str, str]) -> str:
    cells: dict[tuple[str, str], tuple[float | None, str, int]] = {}
    for pairing in pairings:
        one, two = pairing["entrants"]
        low, high = pairing["interval"]
        other = None if pairing["share"] is None else 1 - pairing["share"]
        if pairing["mirror"]:
            cells[one, two] = (pairing["share"], "itself", pairing["matches"])
            continue
        cells[two, one] = (other, f"{(1 - high) * 100:.0f} to {(1 - low) * 100:.0f}", pairing["matches"])
        cells[one, two] = (pairing["share"], f"{low * 100:.0f} to {high * 100:.0f}", pairing["matches"])
    names = list(dict.fromkeys(name for pairing in pairings for name in pairing["entrants"]))
    head = "<th></th>" + "".join(f'<th scope="col">{escape(labels[name])}</th>' for name in names)
    rows = []
    for row in names:
        columns = []
        for column in names:
            if (row, column) in cells:
                share, interval, matches = cells[row, column]
                label = f'title="{escape(labels[row])} against {escape(labels[column])}: {matches} matches"'
                columns.append(
                    f'<td style="{_shade(share)}" {label}>{percent(share)}<br><small>{interval}</small></td>'
                )
            else:
                columns.append("<td></td>")
        rows.append(f'<tr><th scope="row">{escape(labels[row])}</th>{"".join(columns)}</tr>')
    return f'<div class="wide"><table class="matrix"><tr>{head}</tr>{"".join(rows)}</table></div>'


def _share_span(name: str, item: dict[str, Any], *more: str) -> Span:
    low, high = (end * 100 for end in item["interval"])
    if item["share"] is None:
        return Span(name, 50, low, high, "all void", more=more)
    return Span(name, item["share"] * 100, low, high, percent(item["share"]), f"{low:.0f} to {high:.0f}", more)


def _seat(seat: dict[str, Any]) -> str:
    row = _share_span("first seat", seat, str(seat["matches"]))
    return "<h2>Does the first seat win more often?</h2>" + spans(
        [row], 0, 100, 50, ["", "won, in per cent", "share (95 %)", "matches"]
    )


def _entrants(summary: dict[str, Any]) -> str:
    labels, _ = _labels(summary)
    rows = [_share_span(labels[item["name"]], item, str(item["matches"])) for item in summary["entrants"]]
    head = ["", "won against all others, in per cent", "share (95 %)", "matches"]
    return "<h2>Who wins most?</h2>" + spans(rows, 0, 100, 50, head) if rows else ""


def _ratings(ratings: dict[str, Any]) -> str:
    text = ""
    for kind, items in ratings.items():
        rows = []
        for item in items:
            low, high = item["mu"] - 2 * item["sigma"], item["mu"] + 2 * item["sigma"]
            rows.append(
                Span(item["name"] or "(none)", item["mu"], low, high, f"{item['mu']:.1f} ± {2 * item['sigma']:.1f}")
            )
        if rows:
            least, most = min(row.low for row in rows), max(row.high for row in rows)
            text += spans(rows, least, most, None, [kind, "rating", "mu ± 2 sigma"])
    note = "openskill; a rating hides rock-paper-scissors, which the matrix shows."
    return f'<h2>How strong is each of them?</h2><p class="soft">{note}</p>{text}' if text else ""


def _solo(pairings: list[dict[str, Any]]) -> str:
    rows = []
    for item in pairings:
        score = "" if item["mean_score"] is None else f"{item['mean_score']:.2f}"
        rows.append(_share_span(item["name"], item, score, str(item["matches"])))
    head = ["who and where", "won, in per cent", "share (95 %)", "mean score", "matches"]
    return "<h2>How often is it won?</h2>" + spans(rows, 0, 100, None, head)


def _lengths(summary: dict[str, Any]) -> str:
    text = "<h2>How long is a match?</h2>"
    for measure, value in summary["lengths"].items():
        word = "actions" if measure == "actions" else "rounds or turns"
        text += (
            f"<p>{word.capitalize()}: median {value['median']:g}, one in ten below {value['tenth']:g}, "
            f"one in ten above {value['ninetieth']:g}.</p>"
            + histogram({int(key): count for key, count in value["counts"].items()}, word)
        )
    total = sum(summary["causes"].values()) or 1
    ends = [
        Span(cause, 100 * count / total, 0, 100 * count / total, percent(count / total), more=(str(count),))
        for cause, count in sorted(summary["causes"].items(), key=lambda item: -item[1])
    ]
    return text + "<h2>How do matches end?</h2>" + spans(ends, 0, 100, None, ["", "per cent", "share", "matches"])


def _spending(lines: dict[str, list[float]]) -> str:
    if not lines:
        return ""
    labels = {name: [f"{value:.1f}" for value in line] for name, line in lines.items()}
    rounds = max(map(len, lines.values()))
    shown = range(0, rounds, max(1, rounds // 8))
    head = "<th></th>" + "".join(f'<th scope="col">{place + 1}</th>' for place in shown)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{line[place] if place < len(line) else ''}</td>" for place in shown)
        + "</tr>"
        for name, line in labels.items()
    )
    return (
        "<h2>What is spent?</h2><p>Mean mana or gold spent in each round that was reached; the table has some.</p>"
        + curves(lines, "round", "mean mana or gold spent")
        + f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'
    )


def _cards(cards: list[dict[str, Any]]) -> str:
    if not cards:
        return ""
    text = (
        "<h2>Which cards go along with winning?</h2><p>Points of win rate by which seats that drew a card, or played "
        "it after drawing it, do better than those that did not. A star marks what stays real when all cards are asked "
        "at once (Holm, 5 %). This is correlation: fast decks end before cards are drawn, good positions allow more "
        "plays. What a card does to its deck is measured by <code>tablewright lab card</code>.</p>"
    )
    for name, heading in (("draw", "drawn"), ("play", "played")):
        rows = []
        for card in cards:
            item = card.get(name)
            if item is None:
                continue
            low, high = (end * 100 for end in item["interval"])
            shown, reach = f"{item['effect'] * 100:+.1f}{'*' if item['real'] else ''}", f"{low:+.0f} to {high:+.0f}"
            few = '<span class="warn">few games</span>' if item["small"] else ""
            rows.append(Span(card["card"], item["effect"] * 100, low, high, shown, reach, (few,)))
        if rows:
            rows.sort(key=lambda row: -row.value)
            widest = max(10.0, *(max(abs(row.low), abs(row.high)) for row in rows))
            text += spans(rows, -widest, widest, 0, [heading, "points of win rate", "effect (95 %)", ""])
    return text
