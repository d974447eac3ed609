"""``tablewright verify``: real processes judge records that are good, changed, cut off and unfinished."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tablewright.bots.registry import make_bot
from tablewright.core.dealing import SecretDeal
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.record import Record

from ..support.process import PATIENCE
from ..support.transcript import ROOT, program


@pytest.fixture(scope="module")
def match() -> Match:
    """A match of two people that was dealt from a secret, to its end."""
    from tablewright.core.registry import find_game

    game = find_game("ooperations")
    played = Match(game, game.setup(), SecretDeal.make(2), ["Ann", "Bea"], owner_loses=True)
    played.play([make_bot("random", game, 1), make_bot("random", game, 2)])
    return played


def verify(path: Path, text: str, *arguments: str) -> tuple[int, str, str]:
    path.write_text(text)
    command = [program("tablewright"), "verify", str(path), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (ran.stdout + ran.stderr).count("\n") == 1
    return ran.returncode, ran.stdout, ran.stderr.replace(str(path), "RECORD")


def test_a_fair_match_is_called_so(match: Match, tmp_path: Path) -> None:
    seal = match.seal
    end = (
        " before the first card; it was dealt by tw-deal-1, the secret is the one that was committed to, "
        f"the checksum fits, and its {len(match)} actions lead to its result, {match.result}\n"
    )
    text = str(match.record())
    assert verify(tmp_path / "a.record", text) == (0, f"fair if its seal, {seal}, is what was noted{end}", "")
    for digits in (seal, seal[:32], f" {seal.upper()[:32]} {seal[32:]}"):
        assert verify(tmp_path / "a.record", text, "--seal", digits) == (
            0,
            f"fair: its seal is what was noted{end}",
            "",
        )


def test_another_deal_of_the_same_secret_has_another_seal(match: Match, tmp_path: Path) -> None:
    deal = match.deal
    assert isinstance(deal, SecretDeal)
    forged = SecretDeal(deal.match_id, deal.commitment, [bytes(16), deal.nonces[1]], deal.secret)
    again = Match(match.game, match.setup, forged, match.names)
    again.play([make_bot("random", match.game, 1), make_bot("random", match.game, 2)])
    status, out, err = verify(tmp_path / "a.record", str(again.record()), "--seal", match.seal)
    assert (status, out, f"its seal is {again.seal}, and not what was noted, {match.seal}" in err) == (3, "", True)


def test_everything_that_is_wrong_is_named_and_the_status_is_3(match: Match, tmp_path: Path) -> None:
    text = str(match.record())
    path = tmp_path / "a.record"
    lines = text.split("\n")

    def sealed(changed: str) -> str:
        """Return a text whose checksum fits, as whoever changes a record can make it."""
        from tablewright.core.record import Checksum

        return Checksum().seal(changed[: changed.index("sum: ")])

    other = SecretDeal.make(2).secret.hex()
    secret = match.deal.secret.hex()  # type: ignore[attr-defined]
    nonces = next(line for line in lines if line.startswith("nonces: "))
    unfinished = Match(match.game, match.setup, SecretDeal.make(2), ["Ann", "Bea"])
    unfinished.advance(unfinished.legal_actions()[0])
    wrong = {
        "changed or damaged": text.replace("seat: Ann", "seat: Eve"),
        "its end is missing": "\n".join(lines[: len(lines) // 2]) + "\n",
        "the match has not ended, so its secret is not published yet": str(unfinished.record()),
        "it has ended, but its secret is missing": sealed(text.replace(f"secret: {secret}\n", "")),
        "the secret is not the one that the deal was committed to": sealed(text.replace(secret, other)),
        "it has 1 nonces for 2 seats": sealed(text.replace(nonces, nonces.rpartition(" ")[0])),
        "does not fit this match": sealed(text.replace(nonces, f"nonces: {'00' * 16} {'11' * 16}")),
        "but its actions lead to": sealed(text.replace(f"result: {match.result}", "result: seat 1 won (bribed)")),
        "it has no checksum": text.replace("record 2", "record 1").partition("sum: ")[0],
        "this is not a record": "hello\n",
    }
    for sentence, changed in wrong.items():
        status, out, err = verify(path, changed)
        assert (status, out) == (3, ""), changed
        assert err.startswith("tablewright: RECORD is not verified: ")
        assert sentence in err
    for digits in (match.seal[:31], "x" * 64, match.seal + "0"):
        status, _, err = verify(path, text, "--seal", digits)
        assert (status, "a seal has 32 to 64 digits" in err) == (2, True)
    ran = subprocess.run([program("tablewright"), "verify", str(tmp_path)], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr.endswith("cannot be read: Is a directory\n")) == (3, True)


def test_a_match_from_a_number_replays_but_somebody_may_have_known_it(finished: Path) -> None:
    record = Record.read(str(finished))
    told = (
        f"it replays: its {len(record.actions)} actions lead to its result, {record.result}; "
        "it was dealt from the number 1, so whoever knew the number knew the cards\n"
    )
    assert verify(finished, str(record)) == (0, told, "")
    status, _, err = verify(finished, str(record), "--seal", "0" * 32)
    assert (status, "it was dealt from a number" in err) == (3, True)
    record.actions, record.result, record.seats = record.actions[:4], "", ["Ann", "Bea"]
    status, out, _ = verify(finished, str(record))
    assert status == 0
    assert "it was dealt from a number, so whoever knew" in out


def test_a_seal_can_be_checked_by_hand(match: Match, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "play.md").read_text("utf-8")
    (lines,) = re.findall(r"((?:^    .*\n)*^    .*sha256sum\n)", page, re.MULTILINE)
    (tmp_path / "FILE").write_text(str(match.record()))
    command = ["bash", "-c", lines]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert (ran.stdout, ran.stderr) == (f"{match.seal}  -\n", "")


@pytest.mark.parametrize("command", [["replay"], ["export"], ["export", "--seat", "1"], ["test", "--from"]])
def test_nobody_sees_the_cards_of_a_secret_deal_before_its_end(
    command: list[str], match: Match, tmp_path: Path, ooperations: Game
) -> None:
    path = tmp_path / "a.record"
    unfinished = Match(ooperations, ooperations.setup(), SecretDeal.make(2), ["Ann", "Bea"])
    path.write_text(str(unfinished.record()))
    name, *flags = command
    arguments = [name, *flags, str(path)] if name == "test" else [name, str(path), *flags]
    ran = subprocess.run([program("tablewright"), *arguments], capture_output=True, text=True, timeout=PATIENCE)
    if name == "test":
        assert (ran.returncode, ran.stdout) == (2, "")
    else:
        sentence = "tablewright: the cards of this match are secret until its end\n"
        assert (ran.returncode, ran.stdout, ran.stderr) == (3, "", sentence)
        path.write_text(str(match.record()))
        ran = subprocess.run([program("tablewright"), *arguments], capture_output=True, text=True, timeout=PATIENCE)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert match.seal[:8] in ran.stdout


def test_a_number_that_gives_an_advantage_is_not_told_before_the_end(tmp_path: Path, ooperations: Game) -> None:
    path = tmp_path / "a.record"
    match = Match(ooperations, ooperations.setup(), 717171, ["Ann", "Bea"])
    match.advance(match.legal_actions()[0])
    path.write_text(str(match.record()))
    for arguments in (["replay", str(path)], ["export", str(path)], ["export", str(path), "--seat", "1"]):
        ran = subprocess.run([program("tablewright"), *arguments], capture_output=True, text=True, timeout=PATIENCE)
        assert ran.returncode == 0
        assert "717171" not in ran.stdout + ran.stderr
    record = match.record()
    record.seats[1] = "bot easy"
    path.write_text(str(record))
    ran = subprocess.run([program("tablewright"), "replay", str(path)], capture_output=True, text=True)
    assert "seed 717171" in ran.stdout


def test_a_record_without_its_end_is_said_to_be_an_earlier_position(finished: Path) -> None:
    lines = finished.read_text().split("\n")
    finished.write_text("\n".join(lines[:-8]) + "\n")
    for name in ("replay", "export"):
        command = [program("tablewright"), name, str(finished)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert ran.returncode == 0
        assert ran.stdout
        assert ran.stderr == (
            f"tablewright: {finished}: its end is missing, so this is an earlier position than the match has reached\n"
        )
