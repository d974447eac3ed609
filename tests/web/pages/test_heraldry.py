"""The heraldry: every shipped card has an emblem that no other card of its game has."""

from __future__ import annotations

from typing import Any

from tablewright.games.marches.files import shipped_cards as shipped_units
from tablewright.games.ooperations.files import shipped_cards
from tablewright.games.ooperations.pieces import CREATURE, trait_letters
from tablewright.web.boards.ooperations import card_shown

from .workbench import Lay

#: Kinds of The Marches as the heraldry calls them.
KINDS = {1: "unit", 2: "building", 4: "skill", 8: "class"}
BLAZONS = """async cards => {
  const { blazon } = await import("/heraldry/emblem.js");
  const { CHARGES } = await import("/heraldry/charges.js");
  return cards.map(card => ({ ...blazon(card), drawn: blazon(card).charge.split("+").every(name => name in CHARGES) }));
}"""
DRAWN = """async cards => {
  const [{ emblem }, { render }, { card, token }] = await Promise.all(
    ["/heraldry/emblem.js", "/lib/dom.js", "/card.js"].map(name => import(name)));
  const draw = tree => {
    render(document.body, tree);
    return document.body.innerHTML;
  };
  return cards.map(one => [
    ...[20, 48, 100].map(size => draw(emblem(one, { size }))), draw(card(one, "l")),
    draw(token(one, { attack: 1, health: 1, traits: "" }, "you"))]);
}"""


def mages() -> list[dict[str, Any]]:
    return [card_shown(card) for card in shipped_cards().cards]


def marchers() -> list[dict[str, Any]]:
    return [
        {"name": card.name, "kind": KINDS[card.kind], "tribe": card.tribe, "cost": card.cost, "rarity": card.rarity}
        for card in shipped_units().values()
    ]


def test_no_two_shipped_cards_of_a_game_look_alike(workbench: Lay) -> None:
    bench = workbench()
    for cards in (mages(), marchers()):
        blazons = bench.ask(BLAZONS, cards)
        assert all(blazon["drawn"] for blazon in blazons)
        seen: dict[tuple[str, ...], str] = {}
        for card, blazon in zip(cards, blazons, strict=True):
            # Division and ordinary are small print: charge, outline and colours have to tell cards apart.
            look = tuple(blazon[part] for part in ("kind", "charge", "arrangement", "field", "other"))
            assert look not in seen, f"{card['name']} and {seen[look]} look alike: {look}"
            seen[look] = card["name"]


def test_charges_of_creatures_and_spells_are_each_their_own(workbench: Lay) -> None:
    bench = workbench()
    for cards in (mages(), marchers()):
        charges = [(one["charge"], one["arrangement"]) for one in bench.ask(BLAZONS, cards)]
        names = [card["name"] for card in cards]
        doubles = {charge: [n for n, c in zip(names, charges, strict=True) if c == charge] for charge in charges}
        assert not {charge: alike for charge, alike in doubles.items() if len(alike) > 1}


def test_drawings_break_no_policy_and_do_not_depend_on_what_was_drawn_before(workbench: Lay) -> None:
    cards = [*mages()[:6], *marchers()[:6]]
    bench = workbench()
    first = bench.ask(DRAWN, cards)
    assert bench.ask(DRAWN, cards[::-1])[::-1] == first
    assert not [drawing for drawings in first for drawing in drawings[:3] if "style=" in drawing]


def test_a_card_that_somebody_wrote_tonight_has_an_emblem(workbench: Lay) -> None:
    bench = workbench()
    (blazon,) = bench.ask(BLAZONS, [{"name": '<b onclick="x">', "kind": "gadget", "traits": "Z"}])
    assert blazon["kind"] == "creature"
    assert blazon["drawn"]
    assert "onclick" not in str(
        bench.ask("async c => (await import('/heraldry/emblem.js')).emblem(c)", {"name": '"onclick'})
    )


def test_emblems_of_creatures_are_told_by_their_traits(workbench: Lay) -> None:
    creatures = [card for card in shipped_cards().cards if card.aim == CREATURE and card.traits]
    bench = workbench()
    blazons = bench.ask(BLAZONS, [card_shown(card) for card in creatures])
    assert all(blazon["field"] != "steel" for blazon in blazons), [trait_letters(card.traits) for card in creatures]
