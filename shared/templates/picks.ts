/**
 * Ordered choices of several values at once: '{2$$a|b|c}'. Counts them and finds the one at an index without listing them.
 * The order is that of the implementation: fewer values first, then by the places of the values, and within these the outcomes of the last value change fastest.
 */

/** A value that can be picked. */
export interface Kind {
  /** How many texts it stands for. */
  readonly outcomes: bigint;
  /** How often it can be picked at once: as often as it stands in the braces. */
  readonly copies: number;
}

export interface Pick {
  readonly kind: number;
  /** Which of its outcomes, from 0. */
  readonly outcome: bigint;
}

interface Group extends Kind {
  readonly members: number;
}

/** Every ordered choice of `least` to `most` values, as one list in a fixed order. */
export interface Picks {
  readonly count: bigint;
  /** How many steps `count` and each `at` take, roughly. */
  readonly steps: number;
  at(index: bigint): readonly Pick[];
}

export function createPicks(kinds: readonly Kind[], least: number, most: number): Picks {
  const groups = groupsOf(kinds);
  const steps = groups.size * groups.size * most * most + kinds.length;
  let counts: readonly bigint[] | null = null;
  const countOf = (size: number): bigint => {
    counts ??= orderings([...groups.values()], most);
    return counts[size] ?? 0n;
  };
  return {
    steps,
    get count() {
      let sum = 0n;
      for (let size = least; size <= most; size += 1) sum += countOf(size);
      return sum;
    },
    at(index) {
      let rest = index;
      for (let size = least; size <= most; size += 1) {
        const here = countOf(size);
        if (rest < here) return pickOf(size, rest);
        rest -= here;
      }
      return [];
    },
  };

  function pickOf(size: number, index: bigint): readonly Pick[] {
    const left = new Map(groups);
    const taken = new Map<number, number>();
    const chosen: number[] = [];
    let rest = index;
    let before = 1n;
    for (let position = 0; position < size; position += 1) {
      const blocks = new Map<string, bigint>();
      for (const [at, { outcomes, copies }] of kinds.entries()) {
        const kind = { outcomes, copies: copies - (taken.get(at) ?? 0) };
        if (kind.copies === 0) continue;
        const key = keyOf(kind);
        const block = blocks.get(key) ?? before * outcomes * (orderings(without(left, kind), size - position - 1)[size - position - 1] ?? 0n);
        blocks.set(key, block);
        if (rest >= block) {
          rest -= block;
          continue;
        }
        chosen.push(at);
        taken.set(at, (taken.get(at) ?? 0) + 1);
        before *= outcomes;
        take(left, kind);
        break;
      }
    }
    const picks: Pick[] = [];
    for (const kind of chosen.reverse()) {
      const outcomes = kinds[kind]?.outcomes ?? 1n;
      picks.unshift({ kind, outcome: rest % outcomes });
      rest /= outcomes;
    }
    return picks;
  }
}

const keyOf = ({ outcomes, copies }: Kind): string => `${outcomes}/${copies}`;

function groupsOf(kinds: readonly Kind[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const kind of kinds) addTo(groups, kind, 1);
  return groups;
}

function addTo(groups: Map<string, Group>, kind: Kind, members: number): void {
  if (kind.copies === 0) return;
  const sum = (groups.get(keyOf(kind))?.members ?? 0) + members;
  if (sum === 0) groups.delete(keyOf(kind));
  else groups.set(keyOf(kind), { ...kind, members: sum });
}

/** Takes one copy of one member out of the groups. */
function take(groups: Map<string, Group>, kind: Kind): void {
  addTo(groups, kind, -1);
  addTo(groups, { ...kind, copies: kind.copies - 1 }, 1);
}

function without(groups: ReadonlyMap<string, Group>, kind: Kind): Group[] {
  const left = new Map(groups);
  take(left, kind);
  return [...left.values()];
}

/** How many ordered choices of 0, 1, … `most` values there are, with all their outcomes. */
function orderings(groups: readonly Group[], most: number): readonly bigint[] {
  let ways: readonly bigint[] = [1n];
  for (const { outcomes, copies, members } of groups) {
    if (copies === 1) {
      ways = mixed(ways, onceEach(outcomes, members, most), most);
    } else {
      const one = Array.from({ length: Math.min(copies, most) + 1 }, (_, size) => outcomes ** BigInt(size));
      for (let member = 0; member < members; member += 1) ways = mixed(ways, one, most);
    }
  }
  return ways;
}

function onceEach(outcomes: bigint, members: number, most: number): readonly bigint[] {
  const ways = [1n];
  for (let size = 1; size <= Math.min(members, most); size += 1) ways.push((ways[size - 1] ?? 0n) * outcomes * BigInt(members - size + 1));
  return ways;
}

/** The orderings of two sets of values together: those of each, and every way to mix them. */
function mixed(a: readonly bigint[], b: readonly bigint[], most: number): readonly bigint[] {
  const ways: bigint[] = [];
  for (let size = 0; size <= Math.min(most, a.length + b.length - 2); size += 1) {
    let sum = 0n;
    // The number of ways to place the values of `b` among those of `a`.
    let places = 1n;
    for (let ofB = 0; ofB <= size; ofB += 1) {
      sum += places * (a[size - ofB] ?? 0n) * (b[ofB] ?? 0n);
      places = (places * BigInt(size - ofB)) / BigInt(ofB + 1);
    }
    ways.push(sum);
  }
  return ways;
}
