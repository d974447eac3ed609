"""``tablewright laws GAME`` says that every law holds, which one does not, and what is slow."""

from __future__ import annotations

from time import process_time

import pytest

from tablewright.core import registry
from tablewright.core.game import Game
from tablewright.core.state import Action
from tests.cli.support import Ran, run
from tests.support.transcript import ROOT
from tests.testing.breaking import broken_state
from tests.testing.test_broken_hiding import unchanged
from tests.testing.tiny import GAME, TinyState


@pytest.fixture
def laws_of(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Run the command for a game that is registered only here."""

    def check(game: Game, *arguments: str) -> Ran:
        monkeypatch.setitem(registry._registered, "games", {"tiny": game})
        return run("laws", "tiny", *arguments)

    return check


def test_a_sound_game(laws_of) -> None:  # type: ignore[no-untyped-def]
    ran = laws_of(GAME, "--matches", "3", "--every", "4")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "Tiny: every law holds in 3 random matches with 36 actions\n"


def test_a_broken_game(laws_of) -> None:  # type: ignore[no-untyped-def]
    ran = laws_of(broken_state(resample=unchanged))
    assert ran.returncode == 1
    first, second = ran.stdout.split("\n")[:2]
    assert first.startswith(
        "samples_depend_on_the_view_and_the_dice, position 0: a sample of seat 0 depends on something"
    )
    assert second == "tablewright record 2"


def test_a_slow_method_is_named(laws_of) -> None:  # type: ignore[no-untyped-def]
    def dawdle(self: TinyState) -> list[Action]:
        end = process_time() + 0.002
        while process_time() < end:
            pass
        return TinyState.legal_actions(self)

    ran = laws_of(broken_state(legal_actions=dawdle), "--matches", "1", "--every", "20")
    assert ran.returncode == 0
    slow, holds = ran.stdout.splitlines()
    assert slow.startswith("slow: legal_actions takes ")
    assert slow.endswith("list what is possible instead of asking why_not about everything")
    assert holds == "Tiny: every law holds in 1 random matches with 12 actions"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["oops"], 'there is no game "oops"'),
        (["maze", "--matches", "0"], "matches, every and limit are counted from 1"),
    ],
)
def test_what_cannot_be_used_is_refused(arguments: list[str], sentence: str) -> None:
    ran = run("laws", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"tablewright laws: {sentence}")


def test_the_page_of_the_laws_has_all_of_them() -> None:
    from tablewright.testing import POSITION_LAWS, START_LAWS

    page = (ROOT / "docs" / "laws.md").read_text("utf-8")
    told = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    assert told == {"contract_is_complete", *(law.__name__ for law in [*START_LAWS, *POSITION_LAWS])}
