"""Is this card fair? The same deals with the card and with a plain one of its cost, until the answer is known."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from tablewright.bots.registry import make_bot
from tablewright.core.game import Game
from tablewright.core.outside import plain
from tablewright.core.own import accept_paths
from tablewright.core.registry import all_games, companion, find_game
from tablewright.core.state import VOID
from tablewright.lab.observers import Observer
from tablewright.lab.runners import Runner, here
from tablewright.lab.sequential import MOST_PAIRS, CardTest, Verdict
from tablewright.lab.statistics import mean_interval, wilson
from tablewright.lab.study import Chunk, Entrant, Pairing, Study, seat_choices
from tablewright.lab.summary import points
from tablewright.lab.swaps import BadCard, CardSwap


@dataclass(frozen=True)
class CardStudy(Study):
    """A study in which every second pairing is the one before it, with a plain card in the place of the card."""

    card: str = ""

    @property
    def swap(self) -> CardSwap:
        """The card, found by this process."""
        return _swap(self.game, self.card)

    def setup(self, pairing: int, seating: int) -> Any:
        if (pairing, seating) not in self._setups:
            mine, theirs = (dict(entrant.brings)["deck"] for entrant in self.pairings[pairing].entrants)
            decks = (mine, theirs) if seating == 0 else (theirs, mine)
            self._setups[pairing, seating] = self.swap.setup(decks, seating if pairing % 2 else None)
        return self._setups[pairing, seating]

    def pair(self, deal: int) -> list[Chunk]:
        """Return the two matches of a deal: opponents take turns, then seats, so that every pair is independent."""
        pairs = len(self.pairings) // 2
        place, seat = deal % pairs, deal // pairs % 2
        return [
            Chunk(2 * deal + plain, 2 * place + plain, 2 * deal + seat, 1, self.identity(2 * place + plain).key)
            for plain in (0, 1)
        ]


def _swaps(game: Game) -> type[CardSwap] | None:
    observer: type[Observer] = companion("observers", game) or Observer
    return observer.swaps


@lru_cache(maxsize=32)
def _swap(game: Game, card: str) -> CardSwap:
    swaps = _swaps(game)
    if swaps is None:
        raise BadCard(f"{game.title} has no cards that can be swapped")
    return swaps(card, game)


@dataclass(frozen=True)
class Estimate:
    """A share or a mean, with the ends of its interval."""

    value: float
    low: float
    high: float


@dataclass
class CardAnswer:
    """What is known about a card."""

    study: CardStudy
    decks: list[str]
    test: CardTest = field(default_factory=CardTest)
    #: The values of the pairs, by pairing.
    pairings: dict[str, list[float]] = field(default_factory=dict)
    #: Matches with the card in which it was drawn, and in which it was played then.
    drawn: int = 0
    played: int = 0
    #: Pairs that a void match has spoiled.
    void: int = 0

    @property
    def verdict(self) -> Verdict:
        """Too strong, fair, too weak, or not known yet."""
        return self.test.verdict

    @property
    def impact(self) -> Estimate:
        """The points of win rate that the card gains, as a share."""
        return Estimate(*self.test.counts.interval())

    @property
    def use(self) -> Estimate | None:
        """How often it was played where it was drawn; ``None`` if it never was drawn."""
        return Estimate(self.played / self.drawn, *wilson(self.played, self.drawn)) if self.drawn else None

    def spread(self) -> list[tuple[str, Estimate]]:
        """Return the impact in each pairing, the worst first."""
        found = [(name, Estimate(*mean_interval(values))) for name, values in self.pairings.items() if len(values) > 1]
        return sorted(found, key=lambda item: item[1].value)

    def add(self, with_card: dict[str, Any], without: dict[str, Any]) -> bool:
        """Count a pair; say whether the verdict is known."""
        if VOID in (with_card["cause"], without["cause"]):
            self.void += 1
            return False
        seat = with_card["seating"]
        value = points(with_card["returns"][seat]) - points(without["returns"][seat])
        mine, theirs = self.study.pairings[with_card["pairing"]].entrants
        against = f"{_deck(mine)} against {_deck(theirs)}" if len(self.decks) > 1 else f"against {_deck(theirs)}"
        self.pairings.setdefault(against, []).append(value)
        if self.study.swap.noted in with_card["drawn"][seat]:
            self.drawn += 1
            self.played += self.study.swap.noted in with_card["played"][seat]
        return self.test.add(value)

    def words(self) -> list[str]:
        """Return the answer in sentences."""
        pairs, impact = self.test.counts.pairs, self.impact
        swap, bot = self.study.swap, self.study.pairings[0].entrants[0].bot
        told = [f"{swap.title} in {', '.join(self.decks)}: {self.verdict.value}."]
        if not pairs:
            return [*told, "No pair of matches was played."]
        changed = abs(round(impact.value * 100))
        if impact.value > 0:
            turned = "turns about 1 loss into a win" if changed == 1 else f"turns about {changed} losses into wins"
        else:
            turned = "costs about 1 win" if changed == 1 else f"costs about {changed} wins"
        told.append(
            f"Impact: {_points(impact)} of win rate. In 100 matches it {turned if changed else 'changes hardly any'}, "
            f"compared with {swap.plain}."
        )
        if self.use is None:
            told += ["Played: it was never drawn."] if swap.noted else []
        else:
            low, high = self.use.low * 100, self.use.high * 100
            share = f"{self.use.value * 100:.0f} % (between {low:.0f} and {high:.0f})"
            told.append(f"Played: in {share} of the matches in which it was drawn.")
        spread = self.spread()
        if len(spread) > 1:
            (worst_name, worst), (best_name, best) = spread[0], spread[-1]
            chance = " The two may differ by chance." if worst.high >= best.low else ""
            told.append(f"Pairings: worst {worst_name}, {_points(worst)}; best {best_name}, {_points(best)}.{chance}")
        if self.verdict is Verdict.UNKNOWN:
            told.append(
                f"It is too early to say: about {self.test.pairs_left()} more deals may settle it."
                if pairs + self.void < MOST_PAIRS
                else f"{pairs} deals do not settle it: the impact is close to a bound."
            )
        void = f"; {self.void} more were void" if self.void else ""
        told.append(f"{pairs} deals, each played with and without it by {plain(bot)}, who may miss tricks{void}.")
        return told


def _deck(entrant: Entrant) -> str:
    return plain(" ".join(name for _, name in entrant.brings))


def _points(rate: Estimate) -> str:
    low, high = max(-1.0, rate.low) * 100, min(1.0, rate.high) * 100
    return f"{rate.value * 100:+.1f} points (between {low:+.1f} and {high:+.1f})"


def find_card(word: str, deck: str = "", game: str = "") -> tuple[Game, str]:
    """Return the game that has a card, with the own content beside a deck, and the name of the deck.

    Raises ``ValueError`` if no game has the card, or several have, or the deck is a file that cannot be used.
    """
    found: list[tuple[Game, str]] = []
    missing: list[str] = []
    for rules in [find_game(game)] if game else [rules for rules in all_games() if _swaps(rules) is not None]:
        try:
            here = _with_deck(rules, deck)
            _swap(here[0], word)
        except BadCard as error:
            missing.append(str(error))
        else:
            found.append(here)
    if len(found) > 1:
        keys = " or ".join(rules.key for rules, _ in found)
        raise BadCard(f'several games have a card "{word}": choose with --game {keys}')
    if not found:
        raise BadCard("\n".join(missing) or "no game has cards that can be swapped")
    return found[0]


def _with_deck(game: Game, deck: str) -> tuple[Game, str]:
    """Return a game that knows a deck, if it is a file of that game, and the name of the deck."""
    if not deck or _swaps(game) is None or (os.path.isfile(deck) and not game.claims(deck)):
        return game, deck
    key = seat_choices(game)["deck"][0]
    game, names = accept_paths(game, {key: deck})
    return game, names[key]


def card_study(word: str, deck: str = "", bot: str = "normal", seed: int = 1, game: str = "") -> CardStudy:
    """Plan how to ask about a card, in one deck or in all ready ones that hold it; raises ``ValueError``.

    The deck is a name, or the path of a file.
    """
    rules, deck = find_card(word, deck, game)
    return study_of(rules, word, deck, bot, seed)


def study_of(rules: Game, word: str, deck: str = "", bot: str = "normal", seed: int = 1) -> CardStudy:
    """Plan the same for a game that has the card, and the deck by its name; raises ``ValueError``."""
    swap = _swap(rules, word)
    make_bot(bot, rules)
    own = seat_choices(rules)["deck"][0]
    ready = [option.name for choice in rules.choices() if choice.key == own for option in choice.options]
    decks = [name for name in ([deck] if deck else ready) if swap.copies(name)]
    if not decks:
        where = f"the deck {plain(deck)}" if deck else "no ready deck"
        holds = "does not hold" if deck else "holds"
        raise BadCard(f"{where} {holds} {swap.title}: put it into a copy of a deck, and name that file with --in")
    pairings = tuple(
        Pairing((Entrant(bot, (("deck", mine),)), Entrant(bot, (("deck", theirs),))))
        for mine, theirs in product(decks, ready)
        for _ in range(2)
    )
    return CardStudy(rules, 2 * MOST_PAIRS, seed, pairings, "", card=word)


def ask(
    study: CardStudy,
    runner: Runner = here,
    deals: int = MOST_PAIRS,
    progress: Callable[[CardAnswer], None] | None = None,
) -> CardAnswer:
    """Play pairs until the verdict is known, at most so many deals; an interrupt leaves what is known so far.

    Pairs are counted in their order, whoever finishes first: the answer is the same on any number of cores.
    """
    decks = list(dict.fromkeys(_deck(pairing.entrants[0]) for pairing in study.pairings))
    answer = CardAnswer(study, decks)

    def chunks() -> Iterator[Chunk]:
        for deal in range(deals):
            yield from study.pair(deal)

    waiting: dict[int, dict[str, Any]] = {}
    counted = 0
    playing = runner(study, chunks())
    try:
        for chunk, piece in playing:
            waiting[chunk.number] = json.loads(piece.rows)
            while 2 * counted in waiting and 2 * counted + 1 in waiting:
                known = answer.add(waiting.pop(2 * counted), waiting.pop(2 * counted + 1))
                counted += 1
                if progress is not None:
                    progress(answer)
                if known:
                    return answer
    except KeyboardInterrupt:
        pass
    finally:
        close = getattr(playing, "close", None)
        if close is not None:
            close()
    return answer
