"""``serve --workshop``: a space for everybody who wants one, on several workers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablewright.web.workshop import spaces as spaces_module
from tablewright.web.workshop.space import Space, WorkshopRefusal
from tablewright.web.workshop.spaces import GuestSpaces

from ..serving import Serving, served
from .authors import Author, value_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with served(tmp_path_factory.mktemp("guests") / "data", "--workshop", "--workers", "2") as serving:
        yield serving


def test_each_author_has_a_space_of_their_own_and_any_worker_knows_it(server: Serving) -> None:
    ann, bob = Author(server), Author(server)
    number = ann.card()
    assert bob.card() == number
    assert bob.get("")["own"] is False
    for cost in range(3, 13):  # connections end up at either worker
        server.http.close()
        server.http = type(server.http)(base_url=server.url, timeout=server.http.timeout)
        assert value_of(ann.edit(number, base=cost - 2, field="Cost", value=cost), "Cost") == cost
    assert value_of(bob.get(f"cards/{number}"), "Cost") == 2
    assert len(ann.get(f"cards/{number}/versions")) == 11


def test_a_key_is_on_the_disk_as_a_hash_only(server: Serving) -> None:
    ann = Author(server)
    ann.card()
    secret = ann.key[12:]
    folder = server.folder / "workshops" / ann.key[:12]
    assert folder.is_dir()
    kept = b"".join(path.read_bytes() for path in server.folder.rglob("*") if path.is_file())
    assert secret.encode() not in kept
    for wrong in (ann.key[:12], ann.key[:-1] + "_", "../../../../etc" + secret, "x", f"{ann.key[:12]}{'x' * 43}"):
        assert Author(server, wrong).refused("GET", "") == (401, "KEY")


def test_a_study_of_one_worker_is_told_and_stopped_by_any(server: Serving) -> None:
    ann = Author(server)
    number = ann.card()
    ann.post(f"cards/{number}/study")
    ann.study(number, "playing")
    for _ in range(4):
        server.http.close()
        server.http = type(server.http)(base_url=server.url, timeout=server.http.timeout)
        assert ann.get(f"cards/{number}/study")["state"] in ("waiting", "playing")
    assert ann.remove(f"cards/{number}/study")["state"] == "stopped"


def test_a_match_with_own_cards_is_made_by_any_worker(server: Serving) -> None:
    ann = Author(server)
    deck = ann.post(f"cards/{ann.card()}/deck")["name"]
    made = ann.post("play", deck=deck, against={"bot": "easy", "deck": deck}, name="Ann")
    player = server.sit(made["id"], made["seats"][0]["token"])
    player.wait_for_turn()
    assert player.act("done")["t"] == "ack"


def test_too_many_spaces_are_refused_unless_nobody_uses_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spaces_module, "MOST_SPACES", 2)
    spaces = GuestSpaces(str(tmp_path / "spaces"))
    first = spaces.find(spaces.make())
    second = spaces.find(spaces.make())
    assert first is not None
    assert second is not None
    with pytest.raises(WorkshopRefusal) as refused:
        spaces.make()
    assert refused.value.code == "FULL"
    monkeypatch.setattr(spaces_module, "UNUSED", -10.0)
    (Path(Space(first.folder, first.bounds).hidden) / "cards" / "100.jsonl").write_text("")
    assert spaces.find(spaces.make()) is not None
    assert Path(first.folder).exists()
    assert not Path(second.folder).exists()
