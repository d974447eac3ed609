"""The process that plays a study, and writes what is known into a file until it knows or is stopped."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any

from tablewright.core.disk import write_whole
from tablewright.games.marches.game import GAME, MarchesGame
from tablewright.games.marches.language.cards import ILLUSTRATION
from tablewright.lab.card import CardAnswer, Estimate, ask, study_of
from tablewright.lab.runners import runner_for
from tablewright.lab.sequential import Verdict
from tablewright.web.workshop.studying import DONE, FAILED, PLAYING, STOPPED, begun_study

Value = dict[str, Any]
#: Seconds between two looks at what is known.
TELL = 0.25
#: Matches that people play come first.
NICE = 10


def play(plan: Value, path: str) -> None:
    """Play a study to its end; whoever terminates the process gets what is known so far."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    study = begun_study(plan, PLAYING)
    try:
        _keep(path, study)
        for cost, texts in plan["costs"]:
            study["answers"].append({"cost": cost})
            with _folder(plan, texts) as game:
                answer = _ask(game, plan, study, cost, path)
            if answer.verdict is Verdict.UNKNOWN and _stopped.is_set():
                break
        study["state"] = STOPPED if _stopped.is_set() else DONE
    except KeyboardInterrupt:
        study["state"] = STOPPED
    except Exception as error:  # whatever cards of authors may bring to light: somebody waits for a word
        study |= {"state": FAILED, "says": f"The study cannot be played: {error}."}
    _keep(path, study)
    if _stopped.is_set():
        os._exit(0)  # the processes that play for this one end with it: nobody waits for their matches


_stopped = threading.Event()


def _stop(number: int, frame: object) -> None:
    if not _stopped.is_set():  # once: what is known is still written down
        _stopped.set()
        raise KeyboardInterrupt


def _ask(game: MarchesGame, plan: Value, study: Value, cost: int, path: str) -> CardAnswer:
    told = 0.0

    def tell(answer: CardAnswer) -> None:
        nonlocal told
        if time.monotonic() - told >= TELL:
            study["answers"][-1] = shown_answer(answer, cost)
            _keep(path, study)
            told = time.monotonic()

    asked = study_of(game, str(plan["number"]), "", plan["bot"])
    answer = ask(asked, runner_for(plan["jobs"]), progress=tell)
    study["answers"][-1] = shown_answer(answer, cost)
    return answer


@contextmanager
def _folder(plan: Value, texts: list[str]) -> Iterator[MarchesGame]:
    """Offer the cards and decks of a plan, one of them at another cost, from a folder that goes away again."""
    with tempfile.TemporaryDirectory(prefix="tablewright-") as folder:
        files = []

        def put(name: str, text: str) -> None:
            files.append(os.path.join(folder, name))
            with open(files[-1], "w", encoding="utf-8", newline="") as file:
                file.write(text)

        cards: Mapping[str, list[str]] = {**plan["cards"], str(plan["number"]): texts}
        for number, (card, illustration) in cards.items():
            put(f"{number}.json", card)
            if illustration:
                put(f"{number}{ILLUSTRATION}", illustration)
        for stem, text in plan["decks"].items():
            put(f"{stem}.json", text)
        yield GAME.with_files(files)


def shown_answer(answer: CardAnswer, cost: int) -> Value:
    """Return an answer for the page."""
    spread = answer.spread()
    return {
        "cost": cost,
        "pairs": answer.test.counts.pairs,
        "verdict": answer.verdict.value,
        "impact": _estimate(answer.impact),
        "played": None if answer.use is None else _estimate(answer.use),
        "worst": {"name": spread[0][0], **_estimate(spread[0][1])} if len(spread) > 1 else None,
        "best": {"name": spread[-1][0], **_estimate(spread[-1][1])} if len(spread) > 1 else None,
        "words": answer.words(),
        "left": answer.test.pairs_left() if answer.verdict is Verdict.UNKNOWN else 0,
    }


def _estimate(estimate: Estimate) -> Value:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def _keep(path: str, study: Value) -> None:
    shown = {**study, "answers": [answer for answer in study["answers"] if "pairs" in answer]}
    write_whole(path, json.dumps(shown).encode())


def _end_with_parent() -> None:
    """Stop when the server has ended, however it did."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
