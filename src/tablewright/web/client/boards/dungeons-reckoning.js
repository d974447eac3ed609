// What an attack would do, and what a position is after one event: functions of the view and of the tables of the
// rulebook alone, so that they can be held against the rules in a test.

/** The eight directions clockwise from north, as [rows, columns]. */
const COMPASS = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

export const same = (one, other) => one != null && other != null && one[0] === other[0] && one[1] === other[1];
export const near = (one, other) => Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])) === 1;

/** The fields of a room that a pattern affects, from the attacker's field on the one aimed at; sorted. */
export function affected(pattern, from, aim, room) {
  const [down, right] = [aim[0] - from[0], aim[1] - from[1]];
  const fields = [aim];
  for (let step = 2; step <= pattern.straight; step++) fields.push([from[0] + down * step, from[1] + right * step]);
  const towards = COMPASS.findIndex(way => same(way, [down, right]));
  for (let turn = -pattern.sides; turn <= pattern.sides; turn++) {
    const way = COMPASS[(towards + turn + 8) % 8];
    fields.push([from[0] + way[0], from[1] + way[1]]);
  }
  for (let step = 1; step <= pattern.around; step++) {
    for (const way of COMPASS.filter((_, i) => i % 2 === 0)) fields.push([aim[0] + way[0] * step, aim[1] + way[1] * step]);
  }
  const inside = fields.filter(([r, c]) => r >= 1 && c >= 1 && r <= room.height && c <= room.width);
  return inside.filter((field, i) => inside.findIndex(other => same(other, field)) === i)
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/** The chance of every sum of some dice, by sum. */
export function chances(dice, sides) {
  let sums = [1];
  for (let die = 0; die < dice; die++) {
    const next = Array(sums.length + sides).fill(0);
    sums.forEach((chance, sum) => { for (let face = 1; face <= sides; face++) next[sum + face] += chance / sides; });
    sums = next;
  }
  return sums;
}

/** What an attack does to somebody with {health, armor_value, resists}: health lost at least, at most and on average, the
 * chance that they fall, and the sum that the dice need for it (0 if no sum is enough). */
export function forecast(attack, target) {
  const loss = sum => Math.max(0, (target.resists === attack.damage ? Math.floor((sum + attack.plus) / 2) : sum + attack.plus) - target.armor_value);
  const outlook = { low: loss(attack.dice), high: loss(attack.dice * attack.sides), mean: 0, falls: 0, needs: 0 };
  chances(attack.dice, attack.sides).forEach((chance, sum) => {
    outlook.mean += chance * Math.min(loss(sum), target.health);
    if (!chance || loss(sum) < target.health) return;
    outlook.falls += chance;
    outlook.needs ||= sum;
  });
  return outlook;
}

/** A forecast in words: ["4–15", "falls on a 12 only"]. */
export function inWords(outlook, attack) {
  const range = outlook.low === outlook.high ? `${outlook.low}` : `${outlook.low}–${outlook.high}`;
  if (!outlook.high) return ["0", "the armour holds"];
  if (!outlook.needs) return [range, ""];
  if (outlook.needs === attack.dice) return [range, "falls"];
  if (outlook.needs === attack.dice * attack.sides) return [range, `falls on a ${outlook.needs} only`];
  return [range, `falls on ${outlook.needs} or more, ${Math.round(outlook.falls * 100)} %`];
}

const put = (bag, item, by) => {
  const amounts = { ...bag, [item]: (bag[item] || 0) + by };
  if (amounts[item] <= 0) delete amounts[item];
  return amounts;
};
const without = (things, at) => things.filter(thing => !same(thing.at, at));

/** The view after one event. `blow` is the attack or lock in progress with its fields and dice, which no real view has. */
export function step(view, event) {
  const { room } = view;
  const hero = (change, { type } = event.hero) => ({
    ...view, heroes: view.heroes.map(one => (one.type === type ? { ...one, ...change(one) } : one)),
  });
  const foe = change => ({
    ...view, room: { ...room, foes: room.foes.map(one => (one.type === event.foe.type && one.id === event.foe.id ? { ...one, ...change(one) } : one)) },
  });
  const who = change => (event.hero ? hero(change) : foe(change));
  switch (event.kind) {
    case "HeroMoved":
    case "FoeMoved":
      return { ...who(() => ({ at: event.to })), blow: null };
    case "Attacked":
      return { ...view, blow: { fields: event.fields, aim: event.aim, foe: !!event.foe } };
    case "ChestTried":
      return {
        ...view, blow: { fields: [], aim: event.at, foe: false },
        room: { ...room, chests: room.chests.map(chest => (same(chest.at, event.at) ? { ...chest, value: event.value } : chest)) },
      };
    case "Rolled":
      return { ...view, blow: { fields: [], aim: null, foe: false, ...view.blow, roll: event } };
    case "LostHealth":
      return who(() => ({ health: event.health }));
    case "Defeated": {
      const fallen = event.hero && view.heroes.find(one => one.type === event.hero.type);
      const items = [fallen?.weapon, fallen?.armor].filter(Boolean).reduce((bag, item) => put(bag, item, 1), fallen?.bag || {});
      const after = event.foe ? view : hero(() => ({ at: null, armor: null, weapon: null, armor_value: null, bag: {}, resists: null }));
      const foes = event.foe ? room.foes.filter(one => one.type !== event.foe.type || one.id !== event.foe.id) : room.foes;
      return { ...after, room: { ...room, foes, remains: [...room.remains, { at: event.at, items }] } };
    }
    case "RoomCompleted":
      return { ...view, completed: view.completed + 1, room: { ...room, doors: room.doors.map(door => ({ ...door, open: true })) } };
    case "Looted": {
      const after = hero(one => ({ bag: Object.entries(event.items).reduce((bag, [item, amount]) => put(bag, item, amount), one.bag) }));
      return { ...after, room: { ...room, chests: without(room.chests, event.at), remains: without(room.remains, event.at) } };
    }
    case "Consumed":
      return { ...hero(one => ({ bag: put(one.bag, event.item, -1) })), blow: null };
    case "Regenerated":
      return hero(() => ({ health: event.health }));
    case "Resistant":
      return hero(() => ({ resists: event.resists }));
    case "Equipped":
      return hero(one => {
        let bag = put(one.bag, event.item, event.on ? -1 : 1);
        const swapped = ["armor", "weapon"].find(place => event.on && event[place] === event.item);
        if (swapped && one[swapped]) bag = put(bag, one[swapped], 1);
        return { bag, armor: event.armor, weapon: event.weapon, armor_value: event.armor_value };
      });
    default:
      return view;
  }
}

/** The rolls of one action: who rolled with what, the dice, and what came of it for whom. */
export function rolls(events) {
  const told = [];
  let cause = null;
  for (const event of events || []) {
    if (["Attacked", "ChestTried", "Consumed"].includes(event.kind)) cause = event;
    else if (event.kind === "Rolled") told.push({ cause, roll: event, results: [] });
    else if (["LostHealth", "Regenerated", "ChestLocked", "Looted"].includes(event.kind)) told.at(-1)?.results.push(event);
  }
  return told;
}
