import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { firstAbove, type Choice } from './choice.ts';
import { createPicks } from './picks.ts';
import type { Work } from './work-limit.ts';

/** Chooses at random or in a cycle. The same seed makes the same choices on every machine and for ever. */
export interface Draws {
  /** Options at random by their weights, none more often than it can be picked. */
  random(choice: Choice): readonly number[];
  /** The next options in the order of all choices. Each node has its own turns. */
  next(node: object, choice: Choice): readonly number[];
}

export function createDraws(seed: number, work: Work): Draws {
  const source = xoroshiro128plus(seed);
  const turns = new Map<object, number>();
  return {
    random({ distinct: { weights, copies }, least, most }) {
      const number = least === most ? least : uniformInt(source, least, most);
      const taken = new Map<number, number>();
      const drawn: number[] = [];
      while (drawn.length < number) {
        work.step();
        // Draws again when an option is used up. After many misses, it draws only from the options that are left.
        let at = draw();
        for (let misses = 0; isUsedUp(at) && misses < 50; misses += 1) at = draw();
        if (isUsedUp(at)) at = leftover();
        taken.set(at, (taken.get(at) ?? 0) + 1);
        drawn.push(at);
      }
      return drawn;

      function draw(): number {
        return firstAbove(weights, uniformFloat64(source) * (weights.at(-1) ?? 0));
      }
      function isUsedUp(at: number): boolean {
        return (taken.get(at) ?? 0) >= (copies[at] ?? 0);
      }
      function leftover(): number {
        work.step(copies.length);
        const left = copies.flatMap((_copies, at) => (isUsedUp(at) ? [] : [{ at, weight: (weights[at] ?? 0) - (weights[at - 1] ?? 0) }]));
        let point = uniformFloat64(source) * left.reduce((sum, { weight }) => sum + weight, 0);
        for (const { at, weight } of left) {
          point -= weight;
          if (point < 0) return at;
        }
        return left.at(-1)?.at ?? 0;
      }
    },
    next(node, { distinct: { options, copies }, several, least, most }) {
      const turn = turns.get(node) ?? 0;
      turns.set(node, turn + 1);
      if (!several) return [turn % options.length];
      const orders = createPicks(copies.map((number) => ({ outcomes: 1n, copies: number })), least, most);
      work.step(orders.steps);
      return orders.at(BigInt(turn) % orders.count).map(({ kind }) => kind);
    },
  };
}
