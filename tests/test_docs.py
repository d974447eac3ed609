"""Every Python block of the documentation runs as it stands there, and what it says of the server is so."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.cli import serve
from tablewright.cli.content import add_content
from tablewright.cli.games import add_game_files
from tablewright.table.session import LONGEST_SAYING
from tablewright.web import bounds, guard, limits, link, running, socket, thinking
from tablewright.web.workshop import routes, spaces, studies
from tablewright.web.workshop.bounds import GUEST
from tests.support.transcript import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def python_blocks(page: Path) -> str:
    return "\n".join(re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE))


@pytest.mark.parametrize("page", [page for page in PAGES if python_blocks(page)], ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", python_blocks(page)], capture_output=True, text=True, cwd=tmp_path, timeout=300
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert missing == []


def test_the_walk_through_the_house_passes_files_that_exist() -> None:
    page = (ROOT / "docs" / "house.md").read_text("utf-8")
    paths = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.(?:py|js))?)`", page))
    assert {"core/match.py", "table/", "games/marches/machine/", "web/client/match.js"} <= paths
    assert [path for path in sorted(paths) if not (ROOT / "src" / "tablewright" / path).exists()] == []


# --- docs/web.md says what the server does

WEB = (ROOT / "docs" / "web.md").read_text("utf-8")


def test_the_options_of_the_server_are_those_that_it_has() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    serve.add_arguments(parser)
    add_content(parser, "serve")
    add_game_files(parser, "serve")
    has = {option for action in parser._actions for option in action.option_strings}
    (usage,) = re.findall(r"^tablewright serve \[.*$", WEB, re.MULTILINE)
    assert set(re.findall(r"--[a-z-]+", usage)) == has
    assert set(re.findall(r"(?:serve|SERVE=)\S* \"?(--[a-z-]+)", WEB)) <= has
    assert f"`{serve.HOST}`, port {serve.PORT}" in WEB
    assert f"`{serve.DATA}`" in WEB


def rate(rate: limits.Rate) -> str:
    """Say a rate as the page does."""
    span = {10: "in 10 seconds", 60: "a minute", 86_400: "a day"}[int(rate.seconds)]
    at_once = f", {rate.burst} at once" if rate.burst < rate.count else ""
    return f"{rate.count} {span}{at_once}"


def test_the_limits_are_those_that_hold() -> None:
    section = WEB.split("| limit | |\n")[1].split("\n\n")[0]
    rows = dict(re.findall(r"^\| (.*?) \| (.*?) \|$", section, re.MULTILINE))
    assert rows == {
        "messages of a player": rate(limits.PLAYER_FRAMES),
        "messages of a watcher": rate(limits.WATCHER_FRAMES),
        "things said": f"{rate(limits.SAYINGS)}, {LONGEST_SAYING} characters each",
        "hints": rate(limits.HINTS),
        "tables made, per address": ", ".join(map(rate, limits.TABLES)),
        "seats taken, per address": rate(*limits.JOINS),
        "sockets opened, per address": rate(*limits.SOCKETS),
        "sockets open, per address": f"{limits.MOST_SOCKETS}",
        "looks at finished matches, per address": rate(*limits.LOOKS),
        "frame, body of a request": f"{running.MOST_BYTES:,} bytes, {guard.MOST_BYTES:,} bytes",
        "pings of the protocol, pieces of a message": f"{rate(limits.CONTROLS)}; {bounds.MOST_PIECES}",
        "a viewer that does not read": f"cut off after {link.MOST_WAITING} waiting messages "
        f"or {link.MOST_CHARACTERS:,} characters; the table goes on",
        "workshops: spaces made, per address": ", ".join(map(rate, routes.NEW_SPACES))
        + f"; {spaces.MOST_SPACES:,} in all",
        "requests to one workshop; wrong keys, per address": f"{rate(*routes.REQUESTS)}; {rate(*routes.TRIES)}",
        "one workshop": f"{GUEST.cards} cards, {GUEST.decks} decks, {GUEST.tests} tests, {GUEST.bytes // 10**6} MB; "
        f"of each card and deck at least the last {GUEST.versions} versions",
        "one request to a workshop": f"{GUEST.seconds:.0f} seconds; {guard.LONGER['/api/v1/workshop/']:,} bytes, "
        f"a set {guard.LONGER['/api/v1/workshop/set/']:,}",
        "studies of cards": f"one at a time in a workshop, {routes.STUDIES_AT_ONCE} on the machine; "
        f"{studies.MOST_OF_SPACE} of a workshop and {studies.MOST_OPEN} of a worker are played or wait; "
        f"{routes.STUDY_SECONDS / 60:.0f} minutes each",
        "a bot that does not decide": f"stopped after {thinking.LIMIT:.0f} seconds; "
        "the match goes on with the first thing that is possible",
    }
    assert f"goes on after {socket.MOST_REFUSALS} of them is closed" in WEB
    assert f"within {socket.HELLO_SECONDS:.0f} seconds" in WEB


def test_every_code_that_closes_a_socket_is_explained() -> None:
    explained = {int(code) for code in re.findall(r"^\| (\d{4}) \|", WEB, re.MULTILINE)}
    too_long = 1009  # of the protocol itself
    assert explained == {*link.REASONS, too_long}


def keys_in(text: str) -> set[str]:
    """Return the keys that a cell or an entry names; the comma is one of them, and stands between others."""
    return set(re.sub(r"[|,]|\band\b", " ", text.replace(", .", "comma .")).split())


def test_the_keys_are_those_of_the_sheet_that_a_page_shows() -> None:
    script = (ROOT / "src/tablewright/web/client/extras.js").read_text("utf-8")
    lists = re.findall(r"^const (?:GAME_)?KEYS = [\[{](.*?)^[\]}];", script, re.DOTALL | re.MULTILINE)
    shown = [keys_in(names) for part in lists for names in re.findall(r'\["(.*?)", "', part)]
    table = WEB.split("| key | does |")[1].split("\n\n")[0]
    told = [keys_in(row.split(" | ")[place]) for row in table.splitlines()[2:] for place in (0, 2)]
    assert len(lists) == 2
    assert set().union(*told) == set().union(*shown)


def test_the_pictures_are_small() -> None:
    assert {path.name: path.stat().st_size for path in (ROOT / "docs/images").glob("*.png")}
    assert [path.name for path in (ROOT / "docs/images").glob("*.png") if path.stat().st_size > 150_000] == []
