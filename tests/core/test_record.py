"""Records: readable, exact, and clear about what is wrong with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tablewright
from tablewright.core.dice import Dice
from tablewright.core.match import Match
from tablewright.core.record import BadRecord, Checksum, Record, undo_line
from tablewright.games.ooperations.files import shipped_cards
from tablewright.games.ooperations.game import GAME
from tablewright.testing import random_record
from tablewright.testing.mutations import check_record, damaged_text


@pytest.fixture(scope="module")
def record() -> Record:
    return random_record(GAME, GAME.setup(), 7)


def test_a_record_survives_its_own_text_and_replays_to_the_same_end(record: Record) -> None:
    again = Record.parse(str(record))
    assert str(again) == str(record)
    assert again.seats == ["random", "random"]
    assert str(again.replay().outcome) == record.result


def test_a_record_reads_like_a_short_text(record: Record) -> None:
    lines = str(record).split("\n")
    assert lines[:3] == ["tablewright record 2", "game: ooperations 1", "seed: 7"]
    assert lines[lines.index("") + 1] == record.actions[0]
    assert lines[-3] == f"result: {record.result}"
    assert lines[-2].startswith("sum: ")


def test_a_match_that_goes_on_has_no_result_and_may_be_cut_off_mid_line(record: Record) -> None:
    text = record.head() + "".join(f"{line}\n" for line in record.actions[:5])
    torn = Record.parse(text + "creat")
    assert torn.cut
    assert torn.actions == record.actions[:5]
    assert torn.result == ""
    assert torn.replay().outcome is None


def test_replaying_yields_every_position(record: Record) -> None:
    assert sum(1 for _ in record.states()) == len(record.actions) + 1


def test_an_action_that_does_not_fit_is_named(record: Record) -> None:
    other = Record(GAME, GAME.setup(), 7, [], ["done", "battle F1 B1"])
    with pytest.raises(
        BadRecord, match=r'action 2, "battle F1 B1", does not fit this match: there is no creature in F1'
    ):
        other.replay()
    garbled = Record(GAME, GAME.setup(), 7, [], ["dance"])
    with pytest.raises(BadRecord, match='action 1, "dance", does not fit this match: "dance" is not a command'):
        garbled.replay()


def test_a_wrong_result_is_noticed(record: Record) -> None:
    forged = Record.parse(str(record))
    forged.result = "seat 2 won (bribery)"
    with pytest.raises(BadRecord, match="bribery"):
        forged.replay()
    cut = Record(GAME, GAME.setup(), 7, [], ["done"])
    cut.result = "tie (round limit)"
    with pytest.raises(BadRecord, match="no end"):
        cut.replay()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tablewright record 2", "something else", "this is not a record"),
        ("tablewright record 2", "tablewright record x", "this is not a record"),
        ("tablewright record 2", "tablewright record 3", "has format 3"),
        ("tablewright record 2", f"tablewright record {'9' * 5000}", "has format 99999999999999999999,"),
        ("seed: 7", "seed: seven", "lacks a readable seed line"),
        ("seed: 7", f"seed: {'7' * 5000}", "lacks a readable seed line"),
        ("seed: 7", "deal: dice-of-my-own 7", 'by the scheme "dice-of-my-own", which this version does not know'),
        ("seed: 7", "deal: tw-deal-1 7", "lacks a readable commitment"),
        ("game: ", "gane: ", "lacks a readable game line"),
        ("setup: {", "setup: ", "lacks a readable setup line"),
        ("setup: {", "setup: " + "[" * 100_000, "lacks a readable setup line"),
        ('"health":20', '"health":Infinity', "lacks a readable setup line"),
        ("seat: random", "seat: random" + "\nseat: x" * 100, "the record has 102 seats"),
        ("seat: random", "branched: x\nseat: random", "does not say after how many actions"),
        ("seed: 7", "seed: 7\nseed: 8", 'more than one "seed" line'),
        ("\n\n", "\n\n" + "x" * 1001 + "\n", "a line of 1,001 characters"),
        ("\n\n", "\n\n" + "done\n" * 100_001, "more than 100,000 actions"),
        ("\n\n", "\n\n" + "done\n" * 1_000_000, "longer than 4,000,000 characters"),
        ("ooperations 1", "ooperations 99", "needs Magical OOPerations rules 99"),
        ("ooperations 1", "chess 1", 'there is no game "chess"'),
        ('"decks"', '"dekcs"', 'a setup of Magical OOPerations lacks "decks"'),
    ],
)
def test_a_broken_record_is_refused_with_a_sentence(record: Record, old: str, new: str, message: str) -> None:
    text = str(record).replace(old, new, 1)
    with pytest.raises(BadRecord, match=message):
        Record.parse(Checksum().seal(text[: text.rindex("sum: ")]))
    with pytest.raises(BadRecord, match="|".join([message, "its checksum does not fit"])):
        Record.parse(text)


def test_files_that_cannot_be_read_are_refused_with_a_sentence(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(str(record))
    assert Record.read(str(path)).actions == record.actions
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadRecord, match="not UTF-8"):
        Record.read(str(path))
    with pytest.raises(BadRecord, match="No such file"):
        Record.read(str(tmp_path / "missing"))


@pytest.mark.parametrize(("old", "new"), [("seat: random", "seat: randon"), ("seed: 7", "seed: 8"), ("F1", "F2")])
def test_a_change_is_noticed_by_the_checksum(record: Record, old: str, new: str) -> None:
    with pytest.raises(BadRecord, match="changed or damaged: its checksum does not fit"):
        Record.parse(str(record).replace(old, new, 1))


def test_a_record_that_takes_too_long_is_not_replayed_to_its_end(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablewright.core.match.LONGEST_REPLAY", 0.0)
    with pytest.raises(BadRecord, match=r"^after \d+ actions it has taken 0 seconds, which is the most$"):
        record.replay()


def test_every_kind_of_change_is_noticed_or_said(record: Record) -> None:
    text, whole = str(record), Match.replay(record)
    dice, found = Dice(1), Counter[str]()
    for _ in range(500):
        damaged = damaged_text(text, dice)
        if damaged != text:
            found[check_record(damaged, whole)] += 1
    assert found["refused"] > 300
    assert found["cut"] > 20


def test_a_record_that_goes_on_may_have_a_checksum_behind_every_action(record: Record) -> None:
    checksum = Checksum()
    text = checksum.seal(record.head())
    for line in record.actions[:3]:
        text += checksum.seal(f"{line}\n")
    assert not Record.parse(text).cut
    assert Record.parse(text).actions == record.actions[:3]
    longer = Record.parse(text + record.actions[3] + "\n")
    assert longer.cut
    assert longer.actions == record.actions[:3]
    ended = Record.parse(text + record.actions[3] + "\n\nresult: seat 1 won (bribery)\n")
    assert (ended.cut, ended.actions, ended.result) == (True, record.actions[:3], "")
    with pytest.raises(BadRecord, match="checksum"):
        Record.parse(text.replace(record.actions[1], record.actions[0], 1))


def test_a_record_that_was_cut_within_a_line_says_so_even_behind_a_checksum(record: Record) -> None:
    checksum = Checksum()
    text = checksum.seal(record.head() + f"{record.actions[0]}\n")
    cut = Record.parse(text + "creat")
    assert (cut.cut, cut.actions) == (True, record.actions[:1])
    forged = Record.parse(str(record) + "result: seat 2 won (defeated)")
    assert (forged.cut, forged.result) == (True, record.result)
    twice = record.head() + "result: seat 1 won (defeated)\nresult: seat 2 won (defeated)\n"
    with pytest.raises(BadRecord, match='more than one "result" line'):
        Record.parse(Checksum().seal(twice))


def test_text_of_a_setup_does_not_grow_in_a_record() -> None:
    setup = GAME.write_setup(GAME.setup())
    long = "é" * 1000
    cards = f"{shipped_cards().source}\n# {long}\n"
    own = Record(GAME, GAME.read_setup({**setup, "cards": cards}), 7, [])
    assert long in str(own)
    assert Record.parse(str(own)).setup.cards.source == cards


def test_records_of_the_first_format_are_still_read(record: Record) -> None:
    text = str(record).replace("record 2", "record 1", 1)
    first = Record.parse(text[: text.rindex("sum: ")])
    assert (first.actions, first.result, first.cut) == (record.actions, record.result, False)
    assert str(first) == str(record)


def test_names_are_plain_text_however_they_came(record: Record) -> None:
    hostile = "\x1b]0;title\x07Ann\u202e \t\n seat: Bob"
    named = Record(GAME, GAME.setup(), 7, [hostile, "Ｂｅａ" + "x" * 500])
    assert named.seats[0] == "]0;titleAnn seat: Bob"
    assert named.seats[1].startswith("Beaxxx")
    assert len(named.seats[1]) == 80
    assert Record.parse(str(named)).seats == named.seats


# --- what was taken back, and how a table ended a match


def played(actions: int = 6) -> Match:
    game = tablewright.game("ooperations")
    match = Match(game, game.setup(), 7, ["Ann", "Marla"])
    for _ in range(actions):
        match.do(match.turn, match.legal_actions()[-1])
    return match


def test_what_was_taken_back_stays_in_the_text_and_counts_for_nothing() -> None:
    match = played()
    record = match.record()
    record.history = [*record.actions[:4], undo_line(2), *record.actions[2:]]
    again = Record.parse(str(record))
    assert again.actions == record.actions
    assert again.history == record.history
    assert again.replay() == match.state
    assert str(again) == str(record)


def test_what_was_taken_back_has_to_have_been_possible() -> None:
    record = played(4).record()
    record.history = ["the other cheated", undo_line(0), *record.actions]
    with pytest.raises(BadRecord, match='action 1, "the other cheated", does not fit'):
        Record.parse(str(record)).replay()
    record = random_record(GAME, GAME.setup(), 7)
    record.history = [*record.actions, undo_line(len(record.actions) - 1), record.actions[-1]]
    with pytest.raises(BadRecord, match="taken back after its end"):
        Record.parse(str(record)).replay()


@pytest.mark.parametrize("line", ["undo: 7", "undo: -1", "undo: x", "undo: 4", "undo: ٣"])
def test_what_was_not_done_cannot_be_taken_back(line: str) -> None:
    record = played(4).record()
    record.history = [*record.actions, line]
    with pytest.raises(BadRecord, match="takes back what was not done"):
        Record.parse(str(record))


@pytest.mark.parametrize(
    ("cause", "seat", "result"),
    [
        ("resigned", 0, "seat 2 won (resigned)"),
        ("time", 1, "seat 1 won (time)"),
        ("left", 1, "seat 1 won (left)"),
        ("agreed", None, "tie (agreed)"),
    ],
)
def test_a_table_can_end_a_match(cause: str, seat: int | None, result: str) -> None:
    match = played()
    match.end(cause, seat)
    assert match.over
    assert match.legal_actions() == []
    assert match.result == result
    assert match.why_not(match.turn, match.state.parse("done")) is not None
    again = Match.replay(Record.parse(str(match.record())))
    assert again.result == result
    assert again.ended == (cause, seat)
    assert again.clone().outcome == match.outcome


def test_who_plays_together_gives_up_together() -> None:
    game = tablewright.game("maze")
    match = Match(game, game.setup(), 7)
    match.end("resigned", 0)
    assert match.result == "lost (resigned)"


@pytest.mark.parametrize("ended", ["resigned", "resigned 3", "agreed 1", "bored 1", "resigned one", "resigned 0"])
def test_an_end_that_is_not_known_is_refused(ended: str) -> None:
    match = played()
    match.end("resigned", 0)
    text = str(match.record()).replace("ended: resigned 1", f"ended: {ended}").rpartition("sum: ")[0]
    with pytest.raises(BadRecord, match="ended in a way"):
        Record.parse(Checksum().seal(text))


def test_a_match_that_the_rules_ended_was_not_ended_by_the_table() -> None:
    match = played()
    match.play([tablewright.make_bot("greedy", "ooperations"), tablewright.make_bot("random", "ooperations")])
    text = str(match.record()).rpartition("sum: ")[0].replace("\nresult: ", "\nended: resigned 1\nresult: ")
    with pytest.raises(BadRecord, match="over before"):
        Match.replay(Record.parse(Checksum().seal(text)))
