"""The hidden-information differential: whatever a viewer can get is the same in a deal it could not tell apart."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tablewright.bots.registry import make_bot
from tablewright.core.dice import Dice
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.perspective import Perspective
from tablewright.core.state import State
from tablewright.envs.observations import make_encoder
from tablewright.table.choices import Choices
from tablewright.table.wording import Scene, wording_of
from tablewright.testing.hiding import events_show_no_more_than_views, nothing_hidden_shows
from tablewright.testing.trial import Trial
from tests.soak.matches import positions

#: The bot that is asked for its move at every position where its seat acts, and the slower one that is asked at some.
QUICK, SLOW = "easy", "hard"
SLOW_EVERY = 400


def differential(game: Game, viewers: int, seed: int) -> Counter[str]:
    """Compare so many pairs of a position and a viewer with the position dealt again; returns what was compared."""
    dice, done = Dice(seed), Counter[str]()
    for match in positions(game, seed, every=3):
        at = Trial(game, match.setup, match.state, dice)
        nothing_hidden_shows(at)
        events_show_no_more_than_views(at)
        done["positions"] += 1
        for seat in at.seats:
            sample = match.state.resample(seat, dice)
            _compare(match, seat, sample, done)
            done["position x viewer"] += 1
        if done["position x viewer"] >= viewers:
            return done
    raise AssertionError("matches have no end")


def _compare(match: Match, seat: int | None, sample: State, done: Counter[str]) -> None:
    game, state = match.game, match.state
    if seat is None:
        return
    encoder = make_encoder(game, match.setup)
    assert np.array_equal(encoder.encode(state, seat), encoder.encode(sample, seat)), _said(match, seat, "observation")
    done["observations"] += 1
    done["reasons"] += len(game.actions(match.setup))
    if seat not in match.acting:
        return
    assert _choices(match, seat) == _choices(match.clone(sample), seat), _said(match, seat, "choice")
    done["choices"] += 1
    for name in (QUICK, SLOW) if done["moves"] % SLOW_EVERY == 0 else (QUICK,):
        real, dealt = (make_bot(name, game, 1).choose(Perspective(one, seat)) for one in (state, sample))
        assert real.text == dealt.text, _said(match, seat, f"move of the bot {name}")
    done["moves"] += 1


def _choices(match: Match, seat: int) -> list[tuple[str, str, str]]:
    """Return every line that a face would offer."""
    wording = wording_of(match.game, match.setup)
    choices = Choices(match, [seat], wording, Scene(match.state, seat, match.names))
    entries = choices.top()
    for group in choices.top():
        if group.action is None and not group.reason:
            entries += choices.group(group.command)
    return [(entry.title, entry.command, entry.reason) for entry in entries]


def _said(match: Match, seat: int, what: str) -> str:
    return f"a {what} tells seat {seat} something hidden\n{match.record()}"
