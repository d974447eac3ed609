"""Plots as inline SVG, made so that a colour-blind person can read them: numbers, dashes and titles besides colour."""

from __future__ import annotations

from html import escape

#: Blue and orange, which colour-blind people can tell apart.
BLUE, ORANGE = (33, 102, 172), (224, 130, 20)
SHADES = ("#1b1b1b", f"rgb{BLUE}", f"rgb{ORANGE}")
DASHES = ("", "6 3", "2 2", "8 3 2 3", "1 3", "10 4", "4 2 1 2")
MOST_BARS = 40


def _svg(width: int, height: int, label: str, shapes: list[str]) -> str:
    head = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}" font-size="12">'
    return f"{head}{''.join(shapes)}</svg>"


def histogram(counts: dict[int, int], label: str) -> str:
    """Draw how often each value came up."""
    low, high = min(counts), max(counts)
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    bars: dict[int, int] = {}
    for value, count in counts.items():
        place = (value - low) // width
        bars[place] = bars.get(place, 0) + count
    most, last = max(bars.values()), max(bars)
    step = 640 / (last + 1)
    shapes = []
    for place in range(last + 1):
        count = bars.get(place, 0)
        height = 120 * count / most
        start = low + place * width
        name = f"{start}" if width == 1 else f"{start} to {start + width - 1}"
        corner = f'x="{30 + place * step:.1f}" y="{130 - height:.1f}"'
        size = f'width="{max(1.0, step - 1):.1f}" height="{height:.1f}"'
        shapes.append(f'<rect {corner} {size} fill="rgb{BLUE}"><title>{name}: {count}</title></rect>')
    shapes.append(f'<text x="30" y="146">{low}</text>')
    shapes.append(f'<text x="670" y="146" text-anchor="end">{high} {escape(label)}</text>')
    return _svg(700, 150, f"histogram of {label}", shapes)


def spending(curves: dict[str, list[float]]) -> str:
    """Draw what is spent in each round; lines differ by dash pattern as well as by shade."""
    if not curves:
        return ""
    rounds = max(map(len, curves.values()))
    most = max((max(curve) for curve in curves.values() if curve), default=0) or 1
    shapes = []
    for number, (name, curve) in enumerate(curves.items()):
        shade, dash = SHADES[number % len(SHADES)], DASHES[number % len(DASHES)]
        stroke = f'stroke="{shade}" stroke-width="2" stroke-dasharray="{dash}"'
        points = " ".join(
            f"{40 + 500 * place / max(1, rounds - 1):.1f},{170 - 150 * value / most:.1f}"
            for place, value in enumerate(curve)
        )
        y = 20 + 18 * number
        shapes.append(f'<polyline points="{points}" fill="none" {stroke}/>')
        shapes.append(f'<line x1="560" x2="590" y1="{y}" y2="{y}" {stroke}/>')
        shapes.append(f'<text x="596" y="{y + 4}">{escape(name)}</text>')
    shapes.append('<text x="40" y="186">1</text>')
    shapes.append(f'<text x="540" y="186" text-anchor="end">round {rounds}</text>')
    shapes.append(f'<text x="0" y="22">{most:.1f}</text>')
    text = "<h2>What is spent</h2><p>Mean mana or gold spent in each round that was reached.</p>"
    return text + _svg(760, max(190, 30 + 18 * len(curves)), "spending curves", shapes)
