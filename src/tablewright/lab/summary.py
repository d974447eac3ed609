"""What the matches of a study say, as one JSON value: everything that the report shows and ``compare`` needs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from statistics import fmean, median, quantiles
from typing import Any

import tablewright
from tablewright.core.outside import plain
from tablewright.core.state import VOID
from tablewright.lab.statistics import difference, holm, mean_interval, p_value, wilson
from tablewright.lab.study import Entrant, Study

FORMAT = 1
#: Below this many seats in the smaller group, what a card does to the chance to win is mostly noise.
SMALL_SAMPLE = 200


def summarise(study: Study, rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the summary of a finished study from the rows of its matches."""
    value: dict[str, Any] = {
        "format": FORMAT,
        "game": study.game.key,
        "rules": study.game.version,
        "tablewright": tablewright.__version__,
        "study": study.digest,
        "seed": study.seed,
        "deals": study.deals,
        "matches": len(study.pairings) * study.matches,
        "void": sum(row["cause"] == VOID for row in rows),
        "pairings": _pairings(study, rows),
        "lengths": _lengths(rows),
        "causes": _counts(plain(row["cause"]) for row in rows),
    }
    if study.against:
        decided = _Decided(rows)
        value["entrants"] = _entrants(study, rows)
        value["first_seat"] = _first_seat(rows)
        value["ratings"] = _ratings(study, decided)
        value["cards"] = _cards(decided)
        value["curves"] = _curves(study, decided)
    return value


class _Decided:
    """The rows of the matches that no card has broken, as often as they are asked for."""

    def __init__(self, rows: Iterable[dict[str, Any]]) -> None:
        self.rows = rows

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (row for row in self.rows if row["cause"] != VOID)


def points(returns: float) -> float:
    """Return what a result counts: 1 for a win, half for a tie."""
    return (returns + 1) / 2


def _pairings(study: Study, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each pairing with the share of the first entrant; the interval is over deals, which are independent.

    A deal with a void match counts for nothing: half of it would favour a seat. Its place in ``per_deal`` is ``None``.
    """
    deals: list[dict[int, list[float]]] = [defaultdict(list) for _ in study.pairings]
    scores: list[list[int]] = [[] for _ in study.pairings]
    void: list[list[int]] = [[] for _ in study.pairings]
    for row in rows:
        if row["cause"] == VOID:
            void[row["pairing"]].append(row["deal"])
        deals[row["pairing"]][row["deal"]].append(points(row["returns"][row["seating"]]))
        if row["score"] is not None:
            scores[row["pairing"]].append(row["score"])
    found = []
    for number, pairing in enumerate(study.pairings):
        per_deal = [None if deal in void[number] else fmean(won) for deal, won in sorted(deals[number].items())]
        decided = [share for share in per_deal if share is not None]
        mirror = study.against and pairing.entrants[0] == pairing.entrants[1]
        found.append(
            {
                "name": str(pairing),
                "entrants": [str(entrant) for entrant in pairing.entrants],
                "table": dict(pairing.table),
                "matches": sum(map(len, deals[number].values())),
                "void": len(void[number]),
                **_rate(decided),
                "mirror": mirror,
                "mean_score": fmean(scores[number]) if scores[number] else None,
                "per_deal": per_deal,
            }
        )
    return found


def _deals(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the matches of each deal of a pairing, whose rows stand together; those of a deal with a void one never."""
    for _, group in groupby(rows, key=lambda row: (row["pairing"], row["deal"])):
        deal = list(group)
        if all(row["cause"] != VOID for row in deal):
            yield deal


def _first_seat(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return how often the first seat wins; both matches of a mirror's deal may be the same, so deals are counted."""
    won = []
    matches = 0
    for deal in _deals(rows):
        won.append(fmean(points(row["returns"][0]) for row in deal))
        matches += len(deal)
    return {"matches": matches, **_rate(won)}


def _entrants(study: Study, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return how each entrant did against all others, mirrors left out."""
    shares: dict[Entrant, list[float]] = defaultdict(list)
    matches: Counter[Entrant] = Counter()
    for deal in _deals(rows):
        pair = study.pairings[deal[0]["pairing"]].entrants
        if pair[0] != pair[1]:
            for place, entrant in enumerate(pair):
                shares[entrant].append(fmean(points(row["returns"][abs(place - row["seating"])]) for row in deal))
                matches[entrant] += len(deal)
    return [
        {"name": str(entrant), "matches": matches[entrant], **_rate(won)}
        for entrant, won in sorted(shares.items(), key=lambda item: -fmean(item[1]))
    ]


def _rate(won: list[float]) -> dict[str, Any]:
    """Return a share with its interval, from those of deals; without any there is no share."""
    if not won:
        return {"share": None, "interval": [0.0, 1.0]}
    share, low, high = mean_interval(won)
    if min(won) == max(won):  # no spread to measure: fall back on the plain interval
        low, high = wilson(sum(won), len(won))
    return {"share": share, "interval": [max(0.0, low), min(1.0, high)]}


def _lengths(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    found = {}
    for measure in ("actions", "length"):
        values = sorted(row[measure] for row in rows if measure in row)
        if values:
            deciles = quantiles(values, n=10) if len(values) > 1 else values * 9
            found[measure] = {
                "median": median(values),
                "tenth": deciles[0],
                "ninetieth": deciles[-1],
                "counts": _counts(values),
            }
    return found


def _counts(values: Iterable[Any]) -> dict[str, int]:
    counts: dict[Any, int] = defaultdict(int)
    for value in values:
        counts[value] += 1
    return {str(value): counts[value] for value in sorted(counts)}


def _ratings(study: Study, rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Rate bots, and what entrants bring, by openskill over the matches in their order; without it nobody is rated."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}

    model = PlackettLuce()
    kinds: dict[str, dict[str, Any]] = {"bots": {}, "decks": {}}
    for row in rows:
        pair = study.pairings[row["pairing"]].entrants
        for kind, names in (
            ("bots", [entrant.bot for entrant in pair]),
            ("decks", [plain(" ".join(name for _, name in entrant.brings)) for entrant in pair]),
        ):
            if names[0] == names[1]:
                continue
            table = kinds[kind]
            teams = [[table.get(name) or model.rating(name=name)] for name in names]
            mine, theirs = row["returns"][row["seating"]], row["returns"][1 - row["seating"]]
            rated = model.rate(teams, scores=[mine, theirs])
            for name, (rating,) in zip(names, rated, strict=True):
                table[name] = rating
    return {
        kind: [
            {"name": name, "mu": rating.mu, "sigma": rating.sigma}
            for name, rating in sorted(table.items(), key=lambda item: -item[1].mu)
        ]
        for kind, table in kinds.items()
    }


def _cards(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return how a card's draw and play go along with winning; correlation, not cause.

    That a card is in a deck says what the deck does, not the card: ``lab.card`` asks that by swapping it.
    """
    tally: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0]))
    for row in rows:
        for seat, returns in enumerate(row["returns"]):
            won = points(returns)
            deck, drawn, played = (set(row.get(key, ((), ()))[seat]) for key in ("deck", "drawn", "played"))
            for card in deck:
                counts = tally[card]
                _count(counts["drawn" if card in drawn else "not drawn"], won)
                if card in drawn:
                    _count(counts["played" if card in played else "held"], won)
    found = []
    for card, counts in sorted(tally.items()):
        value: dict[str, Any] = {"card": plain(card)}
        for name, with_it, without in (("draw", "drawn", "not drawn"), ("play", "played", "held")):
            one, two = counts[with_it], counts[without]
            if one[1] and two[1]:
                effect, low, high = difference((one[0], int(one[1])), (two[0], int(two[1])))
                small = min(one[1], two[1]) < SMALL_SAMPLE
                value[name] = {"effect": effect, "interval": [low, high], "seats": [one[1], two[1]], "small": small}
        found.append(value)
    for name in ("draw", "play"):
        asked = [value[name] for value in found if name in value]
        real = holm([p_value(item["effect"], *item["interval"]) for item in asked])
        for item, is_real in zip(asked, real, strict=True):
            item["real"] = is_real
    return found


def _count(cell: list[float], won: float) -> None:
    cell[0] += won
    cell[1] += 1


def _curves(study: Study, rows: Iterable[dict[str, Any]]) -> dict[str, list[float]]:
    """Return the mean mana or gold that each deck spends in its first, second, ... round."""
    sums: dict[str, list[list[int]]] = defaultdict(list)
    for row in rows:
        pair = study.pairings[row["pairing"]].entrants
        for seat, spent in enumerate(row.get("spent", ())):
            entrant = pair[seat if row["seating"] == 0 else 1 - seat]
            name = plain(" ".join(name for _, name in entrant.brings) or entrant.bot)
            curve = sums[name]
            for number, amount in enumerate(spent):
                if number == len(curve):
                    curve.append([0, 0])
                curve[number][0] += amount
                curve[number][1] += 1
    return {name: [total / count for total, count in curve] for name, curve in sorted(sums.items())}
