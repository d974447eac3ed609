"""What the start page has to know of the games that are installed."""

from __future__ import annotations

import logging

from tablewright.bots.registry import levels
from tablewright.bots.style import styles
from tablewright.core.game import Game
from tablewright.core.registry import all_games, companion
from tablewright.web.boards import WebBoard
from tablewright.web.models import BoardFacts, ChoiceFacts, GameFacts, OptionFacts, StyleFacts
from tablewright.web.pages import Pages

LOG = logging.getLogger("tablewright.web")


def board_of(game: Game) -> WebBoard | None:
    """Return the board of a game; ``None`` if it has none, or one that cannot be loaded: then it is played without."""
    try:
        board = companion("pages", game)
    except Exception as error:  # whatever a package of somebody else may raise
        LOG.warning("the board of %s cannot be loaded: %s", game.key, error)
        return None
    return board if isinstance(board, WebBoard) else None


def facts_of(game: Game, pages: Pages) -> GameFacts:
    """Return what a game says of itself."""
    board = board_of(game)
    return GameFacts(
        key=game.key,
        title=game.title,
        about=game.about,
        seats=list(game.seats),
        cooperative=game.cooperative,
        hidden=game.hidden,
        choices=[
            ChoiceFacts(
                key=choice.key,
                title=choice.title,
                seat=choice.seat,
                options=[OptionFacts(name=option.name, about=option.about) for option in choice.options],
            )
            for choice in game.choices()
        ],
        levels=list(levels(game)),
        styles=[StyleFacts(name=name, deck=style.deck, line=style.line) for name, style in styles(game).items()],
        board=None if board is None else BoardFacts(**pages.board(game.key, board)),
        workshop=pages.workshops.get(game.key),
    )


def all_facts(pages: Pages) -> list[GameFacts]:
    """Return what all games say of themselves."""
    return [facts_of(game, pages) for game in all_games()]
