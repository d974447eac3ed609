"""Command lines for properties: sensible ones, nearly sensible ones, and anything at all."""

from __future__ import annotations

from hypothesis import strategies as st

from tablewright.core.game import Game

#: Words that some game or other could stumble over.
STRANGE = "help quit x X 0 1 03 99999 -1 0,0 -1,2 1,x 10,10 OB8 arrw ² ｍ".split()


def setups(game: Game) -> st.SearchStrategy[object]:
    """Draw a table from the options of a game."""
    options = {choice.key: st.sampled_from([option.name for option in choice.options]) for choice in game.choices()}
    return st.fixed_dictionaries(options).map(lambda chosen: game.setup(**chosen))


def command_lines(game: Game, setup: object) -> st.SearchStrategy[str]:
    """Draw lines that are actions, words of actions in any order and case, or no words at all."""
    actions = [action.text for action in game.actions(setup)]
    words = st.sampled_from(sorted({word for line in actions for word in line.split()}) + STRANGE)
    return st.one_of(
        st.sampled_from(actions),
        st.lists(words, max_size=4).map(" ".join),
        st.lists(words, max_size=4).map(lambda parts: "\t ".join(parts).swapcase()),
        st.text(max_size=40),
        st.binary(max_size=40).map(lambda data: data.decode("utf-8", "surrogateescape")),
    )
