// The workshop: one page, and what stands behind # says in which room of it one is.
//
//   #/               own cards and decks, and new ones        workshop/start.js
//   #/card/100       the editor of a card                     workshop/editor.js
//   #/card/100/try   the card on a board                      workshop/bench.js
//   #/deck/NAME      a deck                                   workshop/deck.js
//   #/set            a set as one file, out and in            workshop/share.js
//   #/reference      the words of the language                workshop/reference.js
//
// A room is a function of the name of its file, from `ctx` to a description made with h(): the inside of <main>. Some
// modules are boxes inside other rooms and work the same way: decks(ctx) on the start page; fair(ctx), probes(ctx) and
// play(ctx) beside the editor. What a room has to remember between two draws it keeps in its module, by the number of
// the card. A module may also export keys(event, ctx), which says true if it has handled a key.
//
//   ctx.api        get(path), text(path), post(path, body), remove(path), below /api/v1/workshop/; they throw a Refusal
//   ctx.sheet      the Sheet JSON of the card of this room, or null; ctx.overview: what GET / answers
//   ctx.room       {name, card, deck, hash}: where one is
//   ctx.go(hash)   to another room: ctx.go("#/card/100/try")
//   ctx.redraw()   draw again; focus stays where it is
//   ctx.edit(edit) change the card: kept in order, sent, drawn; ctx.take(sheet): draw a Sheet JSON that an answer brought
//   ctx.refresh()  ask for the overview again
//   ctx.announce(text)  say it to those who listen to the page
//   ctx.picker.open({anchor, title, offers, choose})  let one of [{title, about, group?, current?}] be chosen; offers may
//                  be a promise of them; choose(offer) is called once it is closed, and focus is back at anchor
//   ctx.sheetOf(title, body)  open a sheet over the page with a description; ctx.closeSheet()
import { api, makeSpace, takeKey } from "./workshop/api.js";
