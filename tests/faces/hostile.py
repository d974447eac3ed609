"""Texts of people who mean harm, and files that carry them to every face."""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path
from typing import Any

from tablewright.core.game import Game
from tablewright.core.record import Checksum, Record
from tablewright.core.registry import find_game
from tablewright.games.ooperations.files import DATA
from tablewright.testing import random_record

#: A line that would look like ours, if it came to stand alone.
FORGED = "fair: forged"

TEXTS = {
    "csi": "a\x1b[2Jb\x1b[31mc",
    "title": "\x1b]0;pwned\x07x",
    "c1": "\x9b2J\x9d0;pwned\x9cx",
    "controls": "a\x00b\x07c\x08d\x0be\x0cf\x7fg",
    "return": f"a\r{FORGED}",
    "direction": "a\u202eb\u2066c\u200fd\u200be\ufefff",
    "lines": f"a\n{FORGED}\nb",
    "separators": f"a\u2028{FORGED}\u2029b\x85{FORGED}",
    "tower": "Z" + "\u0301" * 300,
    "half": "a\ud800b\udc9b2Jc",
    "markup": "[bold red]x[/]",
    "click": "[@click=app.quit]x[/]",
    "close": "[/]",
    "open": "[$ [b",
    "format": "{0} {x} %s %n",
    "long": "x" * 5_000,
    "empty": "",
    "twin": "b\u043et hard",
}

#: For what takes long: everything that steers a terminal, and markup that would end what runs or not even parse.
WORST = {"controls": "\x1b]0;pw\x07\x9b2J\u202e\u2028\x00x", "markup": "[@click=app.quit]x[/][/]"}


def assert_plain(text: str) -> None:
    """Nothing in a text steers a terminal or hides, and no line of it was forged."""
    bad = {char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert not bad, (bad, text)
    assert FORGED not in text.split("\n"), text
    assert "\u0301" * 10 not in text, text


def written(record: Record, **changed: str) -> str:
    """Return the text of a record in which header lines are replaced, with the checksum that belongs to it."""
    text = str(record)
    for key, value in changed.items():
        lines = text.split("\n")
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{key}: "))
        lines[at] = f"{key}: {value}"
        text = "\n".join(lines)
    return Checksum().seal(text[: text.rindex("sum: ")])


def start(game: Game, setup: Any, *seats: str) -> Record:
    """Return a record with some actions, or none where the setup cannot be played with what others have done."""
    record = random_record(game, setup, 1)
    record.actions, record.result, record.seats = record.actions[:6], "", list(seats)
    return record


def with_text(text: str) -> dict[str, str]:
    """Return records with a text in every place where one can be, by the name of the place."""
    ooperations, dungeons, marches = find_game("ooperations"), find_game("dungeons"), find_game("marches")
    whole = random_record(ooperations, ooperations.setup(), 1)
    going = start(ooperations, ooperations.setup(), "Ann", "bot easy")
    records = {
        "seat": written(going, seat=text),
        "over": written(whole, seat=text),
        "result": written(whole, result=text),
    }
    faulty = start(ooperations, ooperations.setup(), "Ann", "bot easy")
    faulty.actions[3] = text
    records["action"] = written(faulty)
    records["game"] = written(going, game=f"{text} 1")
    records["deal"] = written(going, seed=text)

    party = start(dungeons, dungeons.setup(), "Ann")
    setup = dungeons.write_setup(party.setup)
    setup["heroes"][0]["name"] = text[:10]  # longer names are refused
    records["hero"] = written(party, setup=json.dumps(setup))

    cards = Path(DATA, "cards.txt").read_text("utf-8")
    setup = ooperations.write_setup(going.setup) | {"cards": cards.replace("Squirrel Soldier", text)}
    records["card"] = written(going, setup=json.dumps(setup))

    thief = find_game("marches")
    record = start(thief, thief.setup(), "Ann", "bot easy")
    setup = marches.write_setup(record.setup)
    folder = Path(DATA).parents[1] / "marches" / "data" / "cards"
    pair = [json.loads((folder / name).read_text("utf-8")) for name in ("9.json", "9-illustration.json")]
    pair[0]["Name"] = pair[1]["Name"] = pair[1]["Text"] = text
    setup["cards"] = [pair]
    records["unit"] = written(record, setup=json.dumps(setup))
    return records


def save_all(folder: Path, text: str, only: str = "") -> list[Path]:
    """Write such records as files; halves of characters are written as they are, which is not UTF-8."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for place, record in with_text(text).items():
        if only not in ("", place):
            continue
        path = folder / f"{place}.record"
        path.write_bytes(record.encode("utf-8", "surrogatepass"))
        paths.append(path)
    return paths


def file_name(text: str) -> str:
    """Return as much of a text as the name of a file can have."""
    kept = text.replace("\x00", "").replace("/", "").replace("\ud800", "")
    return os.fsdecode(os.fsencode(kept)[:120])
