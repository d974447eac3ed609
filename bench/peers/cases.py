"""Random play in our games and in other people's, each in its own words and as fast as its users could write it.

A group is measured in a process of its own. Its function returns batches (see ``measure``) by name; everything it
needs is imported inside, because no process has all of it. A step is one decision, drawn from the legal list that the
library hands out; what chance decides is dealt but not counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from measure import Batch, clones, legal_lists, playout, positions

draw = random.Random(1).random

#: Our tables by name: the game, and what is chosen instead of its defaults. The decks never change, so that figures of
#: different days can be compared; those of the two tribes are full of triggers.
TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "ooperations": ("ooperations", {}),
    "marches": (
        "marches",
        {"deck1": "decks/measured-vanguard.json", "deck2": "decks/measured-masons.json"},
    ),  # base set
    "marches tribes": ("marches", {"deck1": "decks/measured-guild.json", "deck2": "decks/measured-fen.json"}),
    "dungeons": ("dungeons", {}),
    "maze": ("maze", {}),
}

#: Random matches of one call, and playouts of one search.
SIMULATED = 20
PLAYOUTS = 400


def _table(name: str) -> tuple[Any, Any]:
    """Return the game and the setup of one of our tables."""
    from tablewright.core.own import accept_paths
    from tablewright.core.registry import find_game

    key, chosen = TABLES[name]
    game, names = accept_paths(find_game(key), chosen)
    return game, game.setup(**names)


def tablewright() -> dict[str, Batch]:
    """Our games; whether interpreted or compiled is a matter of the path."""
    batches = {}
    for name in TABLES:
        game, setup = _table(name)
        states = positions(game, setup)
        batches[f"{name} steps"] = playout(game, setup)
        batches[f"{name} clones"] = clones(states)
        batches[f"{name} legal lists"] = legal_lists(states)
    return batches


def whole_matches() -> dict[str, Batch]:
    """Our games again, whole random matches in one call."""
    from tablewright import simulate

    def simulated(name: str) -> Batch:
        game, setup = _table(name)
        seed = 0

        def play() -> int:
            nonlocal seed
            seed += SIMULATED
            return sum(simulate(game, setup, SIMULATED, seed).lengths)

        return play

    return {f"{name} simulated steps": simulated(name) for name in TABLES}


def searching() -> dict[str, Batch]:
    """Our search in positions of random matches that make it think; the units are playouts."""
    from tablewright import Perspective, make_bot

    def search(name: str) -> Batch:
        game, setup = _table(name)
        bot = make_bot(f"search:{PLAYOUTS}", game, 5)
        asked = []
        for state in positions(game, setup, matches=4, every=7)[:40]:
            perspective = Perspective(state, state.seat_to_act)
            bot.choose(perspective)
            if "playouts" in bot.why():
                asked.append(perspective)
        turn = 0

        def choose() -> int:
            nonlocal turn
            turn += 1
            bot.choose(asked[turn % len(asked)])
            return PLAYOUTS

        return choose

    return {f"{name} playouts": search(name) for name in TABLES}


def adapter() -> dict[str, Batch]:
    """Our PettingZoo environments."""
    from tablewright.envs import aec

    return {f"{name} AEC steps": _agents_in_turn(aec.env(key, **chosen)) for name, (key, chosen) in TABLES.items()}


def pettingzoo() -> dict[str, Batch]:
    """The library's own card game; its gin rummy has been dropped from the library."""
    from pettingzoo.classic import hanabi_v5

    return {"hanabi AEC steps": _agents_in_turn(hanabi_v5.env())}


def _agents_in_turn(env: Any) -> Batch:
    def play() -> int:
        env.reset(seed=int(draw() * 2**31))
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def open_spiel() -> dict[str, Batch]:
    """C++ games called from Python."""
    import pyspiel

    batches: dict[str, Batch] = {}
    for name in ("hanabi", "crazy_eights", "gin_rummy", "dou_dizhu"):
        game = pyspiel.load_game(name)
        states: list[Any] = []
        for _ in range(10):
            states += _spiel_match(game, every=5)
        batches[f"{name} steps"] = _spiel_playout(game)
        batches[f"{name} clones"] = clones(states)
        batches[f"{name} legal lists"] = legal_lists(states)
    return batches


def open_spiel_search() -> dict[str, Batch]:
    """The searches of OpenSpiel in C++, with one random playout for each leaf.

    ``ISMCTSBot`` plays neither hanabi nor crazy_eights, which do not describe their information states. ``MCTSBot``,
    which sees all cards, plays no hanabi, whose rewards come on the way.
    """
    import pyspiel

    def bot(name: str, game: Any) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
        if name == "MCTSBot":
            return pyspiel.MCTSBot(game, evaluator, 1.4, PLAYOUTS, 200, False, 7, False)
        policy = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        return pyspiel.ISMCTSBot(7, evaluator, 1.4, PLAYOUTS, -1, policy, False, False)

    def search(name: str, key: str) -> Batch:
        game = pyspiel.load_game(key)
        states = [state for _ in range(3) for state in _spiel_match(game, 7)[:10]]
        turn = 0

        def choose() -> int:
            nonlocal turn
            turn += 1
            bot(name, game).step(states[turn % len(states)])
            return PLAYOUTS

        return choose

    cases = [("MCTSBot", "crazy_eights"), ("MCTSBot", "dou_dizhu"), ("ISMCTSBot", "gin_rummy")]
    return {f"{name} {key} playouts": search(name, key) for name, key in cases}


def _spiel_playout(game: Any) -> Batch:
    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_deal(state.chance_outcomes()))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
        return steps

    return play


def _spiel_match(game: Any, every: int) -> list[Any]:
    states = []
    state = game.new_initial_state()
    number = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_deal(state.chance_outcomes()))
            continue
        if number % every == 0:
            states.append(state.clone())
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
        number += 1
    return states


def _deal(outcomes: Sequence[tuple[int, float]]) -> int:
    """Draw one of the outcomes. The library's own ``sample_action`` is slower when called from Python."""
    if abs(outcomes[0][1] * len(outcomes) - 1) < 1e-9 and outcomes[0][1] == outcomes[-1][1]:
        return outcomes[int(draw() * len(outcomes))][0]
    left = draw()
    for action, chance in outcomes:
        left -= chance
        if left < 0:
            return action
    return outcomes[-1][0]


def rlcard() -> dict[str, Batch]:
    from rlcard import make

    batches = {f"{name} steps": _rlcard_playout(make(name)) for name in ("uno", "gin-rummy", "doudizhu")}
    game = make("uno").game

    def play_bare() -> int:
        game.init_game()
        steps = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    batches["uno steps, bare game object"] = play_bare
    return batches


def _rlcard_playout(env: Any) -> Batch:
    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    return play


def python_chess() -> dict[str, Batch]:
    import chess

    boards = []
    for _ in range(3):
        board = chess.Board()
        while not board.is_game_over():
            if board.ply() % 5 == 0:
                boards.append(board.copy(stack=False))
            board.push(random.choice(list(board.legal_moves)))

    def play() -> int:
        board = chess.Board()
        steps = 0
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    def copy_all() -> int:
        for board in boards:
            board.copy(stack=False)
        return len(boards)

    def list_all() -> int:
        for board in boards:
            list(board.legal_moves)
        return len(boards)

    return {"chess steps": play, "chess clones": copy_all, "chess legal lists": list_all}


def minigrid() -> dict[str, Batch]:
    import gymnasium
    import minigrid  # noqa: F401 - importing it adds its worlds to gymnasium

    env = gymnasium.make("MiniGrid-MultiRoom-N6-v0")

    def play() -> int:
        env.reset()
        steps = 0
        over = False
        while not over:
            _, _, terminated, truncated, _ = env.step(int(draw() * 7))
            over = terminated or truncated
            steps += 1
        return steps

    return {"multiroom steps": play}


def gym_locm() -> dict[str, Batch]:
    """Battles of Legends of Code and Magic 1.5. Its package lacks the card files, so the cards are made here."""
    from gym_locm.engine import BlueItem, Creature, GreenItem, Phase, RedItem, State

    def card(number: int) -> Any:
        kind = (*[Creature] * 7, GreenItem, RedItem, BlueItem)[number % 10]
        cost, attack, defense = number % 12, int(draw() * 8), 1 + int(draw() * 8)
        if kind in (RedItem, BlueItem):
            attack, defense = -attack, -defense
        keywords = "".join(letter for letter in "BCDGLW" if draw() < 0.15)
        return kind(number, "", 0, cost, attack, defense, keywords, 0, 0, int(draw() < 0.1), 0, "")

    pool = [card(number) for number in range(120)]

    def battle() -> Any:
        state = State(seed=int(draw() * 2**31), version="1.5", deck_building_kwargs={"k": 0})
        for player in state.players:
            player.hand, player.deck = [], random.sample(pool, 30)
        state.phase, state._phase = Phase.BATTLE, state.battle_phase
        state._phase.prepare()
        return state

    def play() -> int:
        state = battle()
        steps = 0
        while not state.is_ended():
            legal = state.available_actions
            state.act(legal[int(draw() * len(legal))])
            steps += 1
        return steps

    states = []
    for _ in range(5):
        state = battle()
        while not state.is_ended():
            if draw() < 0.2:
                states.append(state.clone())
            state.act(random.choice(state.available_actions))
    return {"locm battle steps": play, "locm battle clones": clones(states)}


#: By name: the function, and the distributions whose versions count.
GROUPS: dict[str, tuple[Callable[[], dict[str, Batch]], list[str]]] = {
    "tablewright": (tablewright, ["tablewright"]),
    "tablewright.simulate": (whole_matches, ["tablewright"]),
    "tablewright.bots": (searching, ["tablewright"]),
    "tablewright.envs": (adapter, ["tablewright", "pettingzoo"]),
    "OpenSpiel": (open_spiel, ["open_spiel"]),
    "OpenSpiel search": (open_spiel_search, ["open_spiel"]),
    "RLCard": (rlcard, ["rlcard"]),
    "PettingZoo": (pettingzoo, ["pettingzoo"]),
    "python-chess": (python_chess, ["chess"]),
    "MiniGrid": (minigrid, ["minigrid"]),
    "gym-locm": (gym_locm, ["gym-locm"]),
}
