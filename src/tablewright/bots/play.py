"""One match between bots."""

from __future__ import annotations

from collections.abc import Sequence

from tablewright.bots.bot import Bot
from tablewright.bots.registry import make_bot
from tablewright.core.dealing import Deal
from tablewright.core.game import Game
from tablewright.core.match import Match
from tablewright.core.own import accept_paths
from tablewright.core.registry import find_game


def play(game: Game | str, bots: Sequence[Bot | str], seed: int, content: Sequence[str] = (), **chosen: str) -> Match:
    """Play a match to its end, a bot in every seat, and return it; ``chosen`` are options of the game's choices.

    ``content`` are folders of own content; the path of a file may stand for the name of an option.

    >>> match = tablewright.play("ooperations", ["greedy", "random"], seed=7, deck1="stonewall")
    >>> match
    <match of ooperations, seed 7, 60 actions, seat 1 won (defeated)>

    Raises ``ValueError`` with a sentence if a game, a bot or an option does not exist, or if seats stay empty.
    """
    found, chosen = accept_paths(find_game(game, content), chosen)
    setup = found.setup(**chosen)
    if len(bots) != setup.seats:
        raise ValueError(f"this table of {found.title} has {setup.seats} seats, but there are {len(bots)} bots")
    deal = Deal(seed)
    players = [
        bot if isinstance(bot, Bot) else make_bot(bot, found, deal.seed_of_bot(seat)) for seat, bot in enumerate(bots)
    ]
    match = Match(found, setup, deal, [player.name for player in players])
    try:
        match.play(players)
    finally:
        for player in players:
            if player not in bots:  # whoever brings a bot may want to ask it something
                player.close()
    return match
