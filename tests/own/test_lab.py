"""Own cards in the lab: asked about, and counted apart where they break matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablewright.cli import main
from tablewright.core import registry
from tablewright.lab.card import card_study
from tablewright.lab.play import ContentChanged
from tablewright.lab.run import run
from tests.games.marches.story import modify

STUDY = """\
game = "marches"
games = 6
bots = ["random"]
mirrors = false
content = ["my-set"]

[entrants]
deck = ["raider", "fen"]
"""


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget afterwards what a command has let the games of this process offer."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setenv("TABLEWRIGHT_CONTENT", "")


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (["RAIDER", "--content", "my-set", "--jobs", "2"], "RAIDER in raider: not known yet."),
        (["100", "--in", "my-set/raider.json", "--jobs", "1"], "RAIDER in raider: not known yet."),
        (["GATEC", "--in", "my-set/gatec.txt", "--jobs", "1"], "Gate Crasher in gatec: not known yet."),
    ],
)
def test_an_own_card_is_asked_about(
    card: list[str], told: str, own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own.parent)
    assert main(["lab", "card", *card, "--bot", "random", "--deals", "4"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == told


@pytest.mark.parametrize(
    ("file", "old", "new", "deck"),
    [("100.json", '"Attack": 2', '"Attack": 90', "raider.json"), ("gatec-cards.txt", "| 5 |", "| 99 |", "gatec.txt")],
)
def test_a_card_does_not_move_what_it_is_measured_by(file: str, old: str, new: str, deck: str, own: Path) -> None:
    word = "RAIDER" if deck == "raider.json" else "GATEC"
    before = card_study(word, str(own / deck), "random").swap.plain
    text = (own / file).read_text()
    assert old in text
    (own / file).write_text(text.replace(old, new))
    assert card_study(word, str(own / deck), "random").swap.plain == before


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            '"Attack": 2',
            '"Attack": 3',
            "random raider - random fen is played with has changed since the study began; what",
        ),
        ('"UNIT"', '"UNTI"', "own content was edited since the study began, and cannot be used now: .*100.json:3:"),
    ],
)
def test_what_is_edited_while_a_study_runs_gets_no_figures(old: str, new: str, sentence: str, own: Path) -> None:
    (own.parent / "study.toml").write_text(STUDY)
    card = own / "100.json"
    text = card.read_text()

    def edit(done: int, total: int) -> None:
        if done == total:
            card.write_text(text.replace(old, new))

    with pytest.raises(ContentChanged, match=sentence):
        run(own.parent / "study.toml", own.parent / "results", progress=edit)
    assert not (own.parent / "results" / "report.html").exists()
    card.write_text(text)
    assert run(own.parent / "study.toml", own.parent / "results")["matches"] == 12  # what was finished was kept


def test_matches_that_an_own_card_breaks_are_counted_apart(
    own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    card = json.loads((own / "100.json").read_text())
    card["Interactions"] = {"WHEN_PLAYED": [modify("ACC", "SET", 10**9), modify("ACC", "ADD", 1)]}
    (own / "100.json").write_text(json.dumps(card))
    monkeypatch.chdir(own.parent)
    Path("study.toml").write_text(STUDY)
    assert main(["lab", "study.toml", "--jobs", "1"]) == 0
    (pairing,) = json.loads(Path("study/summary.json").read_text())["pairings"]
    rows = [json.loads(line) for line in Path("study/matches.jsonl").read_text().splitlines()]
    void = [row for row in rows if row["cause"] == "VOID"]
    assert 0 < len(void) == pairing["void"] <= 12
    told = f"{len(void)} of them were void: a card broke the match. They are in no share.\n"
    assert told in capsys.readouterr().out
