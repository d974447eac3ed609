// What an attack would do: functions of the tables of the rulebook alone, held against the rules in a test.

/** The eight directions clockwise from north, as [rows, columns]. */
const COMPASS = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

export const same = (one, other) => Boolean(one && other) && one[0] === other[0] && one[1] === other[1];
export const near = (one, other) => Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])) === 1;

/** The fields of a room that a pattern affects, from the attacker's field on the one aimed at, sorted. */
export function affected(pattern, from, aim, room) {
  const [down, right] = [aim[0] - from[0], aim[1] - from[1]];
  const fields = [aim];
  for (let far = 2; far <= pattern.straight; far++) fields.push([from[0] + down * far, from[1] + right * far]);
  const towards = COMPASS.findIndex(way => same(way, [down, right]));
  for (let turn = -pattern.sides; turn <= pattern.sides; turn++) {
    const way = COMPASS[(towards + turn + 8) % 8];
    if (turn) fields.push([from[0] + way[0], from[1] + way[1]]);
  }
  for (let far = 1; far <= pattern.around; far++) {
    for (const i of [0, 2, 4, 6]) fields.push([aim[0] + COMPASS[i][0] * far, aim[1] + COMPASS[i][1] * far]);
  }
  return fields.filter(([row, column]) => row >= 1 && column >= 1 && row <= room.height && column <= room.width)
    .filter((field, i, all) => all.findIndex(other => same(other, field)) === i) // a weapon aimed at its own bearer
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/** The chance of every sum of some dice, by sum. */
function chances(dice, sides) {
  let sums = [1];
  for (let die = 0; die < dice; die++) {
    const next = Array(sums.length + sides).fill(0);
    sums.forEach((chance, sum) => {
      for (let face = 1; face <= sides; face++) next[sum + face] += chance / sides;
    });
    sums = next;
  }
  return sums;
}

/** What an attack does to somebody with {health, armor_value, resists}: health lost at least, at most and on average,
 * the chance that they fall, and the least sum of the dice for it (0 if none is enough). */
export function forecast({ dice, sides, plus, damage }, { health, armor_value: armour, resists }) {
  const loss = sum => Math.max(0, (resists === damage ? Math.floor((sum + plus) / 2) : sum + plus) - armour);
  const found = { low: loss(dice), high: loss(dice * sides), mean: 0, falls: 0, needs: 0 };
  chances(dice, sides).forEach((chance, sum) => {
    found.mean += chance * Math.min(loss(sum), health);
    if (!chance || loss(sum) < health) return;
    found.falls += chance;
    found.needs ||= sum;
  });
  return found;
}

/** A forecast in words: ["4–15", "falls on a 12 only"]. */
export function inWords({ low, high, needs, falls }, { dice, sides }) {
  const range = low === high ? `${low}` : `${low}–${high}`;
  if (!high) return ["0", "the armour holds"];
  if (!needs) return [range, ""];
  if (needs === dice) return [range, "falls"];
  return [range, needs === dice * sides ? `falls on a ${needs} only` : `falls on ${needs} or more, ${percent(falls)}`];
}

/** A chance as people say it; what can happen is never 0 %, what can fail never 100 %. */
export function percent(chance) {
  const round = Math.round(chance * 100);
  return `${chance > 0 && chance < 1 ? Math.max(1, Math.min(99, round)) : round} %`;
}
