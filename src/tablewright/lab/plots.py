"""Pictures of figures as inline SVG: they fit any width, have axes, and tell every number also as text or on hovering.

Widths are per cent and letters keep their size, so that a phone shows the same as a wide screen. Colours are those of
the page (``report.STYLE``), light or dark; nothing is told by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

#: Blue and orange, which colour-blind people can tell apart.
BLUE, ORANGE = (33, 102, 172), (224, 130, 20)
DASHES = ("", "7 3", "2 3", "9 3 2 3", "1 4", "12 4", "5 2 1 2")
MOST_BARS = 40
#: Where the drawing begins and how wide it is, in per cent; beside it stand the numbers of the axis.
LEFT, WIDTH = 10.0, 87.0
HEIGHT = 150


@dataclass(frozen=True)
class Span:
    """A row of figures: what it is, its value with the ends of its interval, and how both are written."""

    name: str
    value: float
    low: float
    high: float
    shown: str
    reach: str = ""
    #: More cells of the row.
    more: tuple[str, ...] = ()


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers for an axis from ``low`` to ``high``."""
    reach = (high - low) or 1.0
    step = 10.0 ** math.floor(math.log10(reach / most))
    step = next(step * factor for factor in (1, 2, 5, 10) if reach / (step * factor) <= most)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def spans(rows: Sequence[Span], low: float, high: float, middle: float | None, head: Sequence[str]) -> str:
    """Draw intervals below each other on one axis, beside their numbers; ``middle`` is what they are compared with."""

    def place(value: float) -> float:
        return 3 + 94 * (min(max(value, low), high) - low) / ((high - low) or 1.0)

    grid = "".join(_upright(place(tick), "grid") for tick in ticks(low, high))
    grid += "" if middle is None else _upright(place(middle), "parity")
    body = []
    for row in rows:
        label = escape(f"{row.shown} {row.reach}".strip())
        title = f"<title>{escape(row.name)}: {label}</title>"
        drawn = (
            f'<line x1="{place(row.low):.1f}%" x2="{place(row.high):.1f}%" y1="50%" y2="50%" class="reach"/>'
            f'<circle cx="{place(row.value):.1f}%" cy="50%" r="4" class="mark"/>'
        )
        figures = f"{escape(row.shown)} <small>{escape(row.reach)}</small>"
        cells = "".join(f"<td>{cell}</td>" for cell in (figures, *row.more))
        body.append(
            f'<tr><th scope="row">{escape(row.name)}</th><td class="drawn"><svg role="img" '
            f'aria-label="{label}">{title}{grid}{drawn}</svg></td>{cells}</tr>'
        )
    numbers = "".join(
        f'<text x="{place(tick):.1f}%" y="14" text-anchor="middle">{_number(tick)}</text>' for tick in ticks(low, high)
    )
    axis = f'<tr class="axis"><th></th><td class="drawn"><svg aria-hidden="true">{numbers}</svg></td></tr>'
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    return f'<div class="wide"><table class="spans"><tr>{names}</tr>{"".join(body)}{axis}</table></div>'


def histogram(counts: Mapping[int, int], label: str) -> str:
    """Draw how often each value came up."""
    low, high = min(counts), max(counts)
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    bars: dict[int, int] = {}
    for value, count in counts.items():
        place = (value - low) // width
        bars[place] = bars.get(place, 0) + count
    most, last = max(bars.values()), max(bars)
    step = WIDTH / (last + 1)
    shapes = [_across(HEIGHT * (1 - tick / most), tick) for tick in ticks(0, most, 4)]
    for place in range(last + 1):
        count, start = bars.get(place, 0), low + place * width
        name = f"{start}" if width == 1 else f"{start} to {start + width - 1}"
        height = HEIGHT * count / most
        shapes.append(
            f'<rect x="{LEFT + place * step:.2f}%" width="{step * 0.92:.2f}%" y="{10 + HEIGHT - height:.1f}" '
            f'height="{height:.1f}" class="bar"><title>{name} {escape(label)}: {count} matches</title></rect>'
        )
    for tick in ticks(low, high):
        if tick == int(tick):
            x = LEFT + ((tick - low) / width + 0.5) * step
            shapes.append(f'<text x="{x:.1f}%" y="{HEIGHT + 26}" text-anchor="middle">{_number(tick)}</text>')
    return _figure(shapes, f"how many matches had how many {label}", label, "matches")


def curves(lines: Mapping[str, Sequence[float]], across: str, upward: str) -> str:
    """Draw numbers that follow each other; lines differ by dashes as well as by shade, and are named below."""
    rounds = max(map(len, lines.values()))
    most = max((max(line) for line in lines.values() if line), default=0) or 1
    shapes = [_across(HEIGHT * (1 - tick / most), tick) for tick in ticks(0, most, 4)]
    for tick in ticks(1, rounds):
        if tick == int(tick):
            x = LEFT + WIDTH * (tick - 1) / max(1, rounds - 1)
            shapes.append(f'<text x="{x:.1f}%" y="{HEIGHT + 26}" text-anchor="middle">{_number(tick)}</text>')
    paths, legend = [], []
    for number, (name, line) in enumerate(lines.items()):
        style = f'class="line shade{number % 3}" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
        points = " ".join(
            f"{100 * place / max(1, rounds - 1):.2f},{100 - 100 * value / most:.2f}" for place, value in enumerate(line)
        )
        paths.append(f'<polyline points="{points}" {style}><title>{escape(name)}</title></polyline>')
        legend.append(
            f'<li><svg width="34" height="8" aria-hidden="true"><line x1="0" x2="34" y1="4" y2="4" {style}/></svg> '
            f"{escape(name)}</li>"
        )
    shapes.append(
        f'<svg x="{LEFT}%" y="10" width="{WIDTH}%" height="{HEIGHT}" viewBox="0 0 100 100" '
        f'preserveAspectRatio="none" overflow="visible">{"".join(paths)}</svg>'
    )
    return _figure(shapes, f"{upward} by {across}", across, upward) + f'<ul class="legend">{"".join(legend)}</ul>'


def _figure(shapes: Iterable[str], label: str, across: str, upward: str) -> str:
    return (
        f'<figure><figcaption>{escape(upward)}</figcaption><svg height="{HEIGHT + 32}" role="img" '
        f'aria-label="{escape(label)}">{"".join(shapes)}</svg><figcaption class="across">{escape(across)}</figcaption>'
        "</figure>"
    )


def _across(y: float, number: float) -> str:
    """Draw a line of the grid with its number."""
    return (
        f'<line x1="{LEFT}%" x2="{LEFT + WIDTH}%" y1="{10 + y:.1f}" y2="{10 + y:.1f}" class="grid"/>'
        f'<text x="{LEFT - 1}%" y="{14 + y:.1f}" text-anchor="end">{_number(number)}</text>'
    )


def _upright(x: float, kind: str) -> str:
    return f'<line x1="{x:.1f}%" x2="{x:.1f}%" y1="0" y2="100%" class="{kind}"/>'


def _number(value: float) -> str:
    return f"{round(value, 6):g}" if abs(value) < 1e5 else f"{value:.0f}"
