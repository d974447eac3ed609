"""The HTTP interface as it describes itself, tried by schemathesis: what it says is what it does, whatever comes in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from .serving import PATIENCE, PERSON, Serving, served

#: Tries of every operation, with what fits its description and with what does not.
TRIES = {GenerationMode.POSITIVE: 15, GenerationMode.NEGATIVE: 25}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(tmp_path_factory.mktemp("described") / "data") as serving:
        yield serving


@pytest.fixture(scope="module")
def operations(server: Serving) -> dict[str, Any]:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json")
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    return {f"{operation.method.upper()} {operation.path}": operation for operation in found}


@pytest.fixture(scope="module")
def matches(server: Serving) -> list[str]:
    """Return matches that wait, go on and are over: nobody guesses their ids."""
    waiting, running, over = (server.make("maze", PERSON) for _ in range(3))
    for made in (running, over):
        ann = server.sit(made["id"], made["seats"][0]["token"])
        ann.wait_for_turn()
    ann.send(t="offer", kind="resign")
    ann.until("snap", lambda snap: snap["outcome"] is not None)
    return [made["id"] for made in (waiting, running, over)]


OPERATIONS = [
    "GET /healthz",
    "GET /api/v1/games",
    "GET /api/v1/games/{key}/help",
    "GET /api/v1/matches",
    "POST /api/v1/matches",
    "POST /api/v1/matches/{match}/join",
    "GET /api/v1/matches/{match}",
    "GET /api/v1/matches/{match}/record",
    "GET /api/v1/matches/{match}/replay",
    "GET /api/v1/puzzles",
    "GET /api/v1/matches/{match}/positions",
]


#: Those that take more than a text, so that there is something that does not fit.
TAKING = ["POST /api/v1/matches", "POST /api/v1/matches/{match}/join", "GET /api/v1/matches/{match}/positions"]


def test_everything_is_described(operations: dict[str, Any]) -> None:
    assert sorted(operations) == sorted(OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_it_does_what_it_says(operations: dict[str, Any], matches: list[str], name: str) -> None:
    statuses: list[int] = []

    for mode, tries in TRIES.items() if name in TAKING else [(GenerationMode.POSITIVE, 15)]:

        @given(case=operations[name].as_strategy(generation_mode=mode))
        @settings(max_examples=tries, deadline=None, derandomize=True, database=None, suppress_health_check=HealthCheck)
        def attempt(case: Case) -> None:
            if "match" in case.path_parameters and (number := len(statuses) % 4) < len(matches):
                case.path_parameters["match"] = matches[number]
            # What fits the description can still be no game, no bot and no invitation.
            answer = case.call_and_validate(timeout=PATIENCE, excluded_checks=[positive_data_acceptance])
            statuses.append(answer.status_code)

        attempt()
    assert len(statuses) > 10 or set(statuses) == {200}, "what takes nothing is tried once"
    assert 200 in statuses or name.startswith("POST") or "{key}" in name


@pytest.mark.parametrize("name", OPERATIONS)
def test_other_methods_are_refused(server: Serving, name: str) -> None:
    path = name.split()[1]
    allowed = {one.split()[0] for one in OPERATIONS if one.split()[1] == path}
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"):
        if method not in allowed:
            answer = server.http.request(method, path.replace("{match}", "abcdefghjkmn").replace("{key}", "maze"))
            assert answer.status_code == 405, (method, answer.text)
            assert set(answer.headers["allow"].split(", ")) <= allowed
            assert answer.json()["text"]
