"""The manual of an arena: what its observations and action numbers mean, as Markdown tables.

``python -m tablewright.envs.manual ooperations deck1=wolfpack`` prints it for any arena, and
``python -m tablewright.envs.manual --page PAGE`` puts it between the markers of a page such as docs/environments.md.
"""

from __future__ import annotations

import re
import sys
from itertools import groupby

from tablewright.core.outside import read_text
from tablewright.envs.arena import Arena, make_arena


def observation_table(arena: Arena) -> str:
    """Describe the pieces of an observation."""
    lines = ["| numbers | piece | shape | from | to | meaning |", "|---|---|---|---|---|---|"]
    for piece in arena.encoder.layout.pieces:
        numbers = _span(piece.start, piece.size)
        shape = " x ".join(map(str, piece.shape)) or "1"
        lines.append(f"| {numbers} | {piece.name} | {shape} | {piece.low:.0f} | {piece.high:.0f} | {piece.about} |")
    lists: dict[str, list[str]] = {}
    for piece in arena.encoder.layout.pieces:
        if len(piece.rows) > 1:
            columns = f"; each has {_listed(piece.columns)}" if len(piece.columns) > 1 else ""
            lists.setdefault(_listed(piece.rows) + columns, []).append(piece.name)
    lines += ["", *(f"- {', '.join(names)}: {listed}" for listed, names in lists.items())]
    return "\n".join(lines) + "\n"


def action_table(arena: Arena) -> str:
    """Describe the action numbers: neighbours with the same command are told by the first and the last."""
    lines = ["| numbers | actions |", "|---|---|"]
    for _, group in groupby(arena.actions, lambda action: action.text.split()[0]):
        actions = list(group)
        last = "" if len(actions) == 1 else f" ... `{actions[-1].text}`"
        lines.append(f"| {_span(actions[0].number, len(actions))} | `{actions[0].text}`{last} |")
    return "\n".join(lines) + "\n"


def manual(arena: Arena) -> str:
    """Describe an arena."""
    return (
        f"An observation has {arena.encoder.layout.size} numbers:\n\n{observation_table(arena)}\n"
        f"There are {len(arena.actions)} actions:\n\n{action_table(arena)}"
    )


def _span(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start}-{start + size - 1}"


def _listed(names: tuple[str, ...]) -> str:
    shown = names if len(names) <= 18 else (names[0], names[1], "...", names[-1])
    return ", ".join(name if name == "..." else f"`{name}`" for name in shown)


def refreshed(page: str) -> str:
    """Return a page with a fresh manual between every ``<!-- manual: GAME CHOICE=OPTION -->`` and ``<!-- end -->``."""

    def fresh(found: re.Match[str]) -> str:
        return f"{found[1]}\n\n{manual(_named(found[2].split()))}\n<!-- end -->"

    return re.sub(r"(<!-- manual: (.*?) -->).*?<!-- end -->", fresh, page, flags=re.DOTALL)


def _named(words: list[str]) -> Arena:
    game, *options = words
    return make_arena(game, **dict(option.split("=", 1) for option in options))


def main(arguments: list[str]) -> int:
    """Print the manual of an arena or refresh a page, or say what is wrong with the arguments."""
    game, *options = arguments or [""]
    try:
        if game == "--page" and len(options) == 1:
            page = refreshed(read_text(options[0]))
            with open(options[0], "w", encoding="utf-8") as file:
                file.write(page)
        elif game and all("=" in option for option in options):
            print(manual(_named(arguments)), end="")
        else:
            print("usage: python -m tablewright.envs.manual GAME [CHOICE=OPTION ...] | --page PAGE", file=sys.stderr)
            return 2
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
