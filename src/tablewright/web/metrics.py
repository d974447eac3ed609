"""What a server counts, in the text format of Prometheus. No label holds a match, a name or an address."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

#: The media type of the text.
TEXT = "text/plain; version=0.0.4; charset=utf-8"
#: Upper bounds of what commits are sorted into, in seconds.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

Labels = Mapping[str, object]
Sample = tuple[Labels, float]


class Histogram:
    """How long something took, sorted by length. One thread adds; whoever reads meanwhile may miss the newest."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        #: How often it did not come to an end at all.
        self.failed = 0

    def add(self, seconds: float) -> None:
        """Count one more."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def lines(self, name: str, about: str) -> Iterator[str]:
        """Return the lines of the text."""
        yield from _head(name, "histogram", about)
        below = 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._counts, strict=True):
            below += count
            yield _line(f"{name}_bucket", {"le": bound}, below)
        yield _line(f"{name}_sum", {}, self._seconds)
        yield _line(f"{name}_count", {}, below)


class Metrics:
    """What has happened since the server started."""

    def __init__(self) -> None:
        self.actions = 0
        #: Requests and sockets that were passed on to the worker that has the match.
        self.relayed = 0
        #: Refusals of messages and requests by their codes, sockets closed by theirs, answers by their hundreds.
        self.refusals: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()
        self.answers: Counter[str] = Counter()

    def note(self, kinds: Iterable[str], messages: Iterable[Mapping[str, object]]) -> None:
        """Count what was stored, and what was refused."""
        self.actions += sum(kind == "act" for kind in kinds)
        self.refusals.update(str(message["code"]) for message in messages if message["t"] == "nack")

    def text(self, now: Mapping[str, float], commits: Histogram | None) -> str:
        """Return everything as Prometheus reads it; ``now`` is what there is at this moment, by name."""
        lines: list[str] = []
        for name, value in now.items():
            lines += _family(name, "gauge", ABOUT[name], [({}, value)])
        counters: dict[str, list[Sample]] = {
            "actions_total": [({}, self.actions)],
            "relayed_total": [({}, self.relayed)],
            "refusals_total": [({"code": code}, count) for code, count in sorted(self.refusals.items())],
            "closes_total": [({"code": code}, count) for code, count in sorted(self.closes.items())],
            "answers_total": [({"status": status}, count) for status, count in sorted(self.answers.items())],
        }
        if commits is not None:
            counters["commits_failed_total"] = [({}, commits.failed)]
            lines += commits.lines(f"{PREFIX}commit_seconds", ABOUT["commit_seconds"])
        for name, samples in counters.items():
            lines += _family(name, "counter", ABOUT[name], samples)
        return "\n".join(lines) + "\n"


PREFIX = "tablewright_"
ABOUT = {
    "matches": "Matches that are loaded.",
    "sockets": "Sockets that are open.",
    "viewers": "Sockets that have said hello, to play or to watch.",
    "thoughts_waiting": "Decisions of bots that wait for a process.",
    "thoughts_running": "Decisions of bots that are being made.",
    "thoughts_failed": "Decisions of bots that took too long or broke, since the start.",
    "actions_total": "Actions of people and bots that were stored.",
    "relayed_total": "Requests and sockets that were passed on to the worker that has the match.",
    "refusals_total": "Messages and requests that were refused, by code.",
    "closes_total": "Sockets that the server has closed, by code.",
    "answers_total": "Answers to HTTP requests, by the hundred of their status.",
    "commit_seconds": "How long transactions of the store took, each for all matches that waited.",
    "commits_failed_total": "Transactions of the store that failed.",
}


def _family(name: str, kind: str, about: str, samples: Iterable[Sample]) -> Iterator[str]:
    yield from _head(f"{PREFIX}{name}", kind, about)
    for own, value in samples:
        yield _line(f"{PREFIX}{name}", own, value)


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _line(name: str, labels: Labels, value: float) -> str:
    """Return a line; labels are words of ours, which need no quoting."""
    inside = ",".join(f'{key}="{label}"' for key, label in labels.items())
    return f"{name}{{{inside}}} {value}" if inside else f"{name} {value}"
