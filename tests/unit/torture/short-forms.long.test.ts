import { describe, expect, it } from 'vitest';
import { databaseDamage } from '../../torture/database-damage.ts';
import { createDice } from '../../torture/dice.ts';
import { downloadKills } from '../../torture/download-kills.ts';
import type { Family } from '../../torture/family.ts';
import { hostileIds } from '../../torture/hostile-ids.ts';
import { lateAnswers } from '../../torture/late-answers.ts';
import { mutatedAnswers } from '../../torture/mutated-answers.ts';
import { submitKills } from '../../torture/submit-kills.ts';
import { createTally, type Figures } from '../../torture/tally.ts';

/** A new seed each time; it stands in the message of a failure. */
async function suffer(name: string, family: Family, rounds: number): Promise<Readonly<Figures>> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const tally = createTally();
  await family({ rounds, dice: createDice(seed, name), tally, say: () => undefined });
  expect(tally.findings, `npm run torture -- --only ${name} --rounds ${rounds} --seed ${seed}`).toEqual([]);
  return tally.figures;
}

describe.concurrent('torture, in short', { timeout: 180_000 }, () => {
  it('kills around the POST', async ({ expect: check }) => {
    const { kills, killsAtNamedPoints, tasks } = await suffer('submit-kills', submitKills, 5);
    check(kills).toBeGreaterThanOrEqual(5);
    check(killsAtNamedPoints).toBeGreaterThanOrEqual(2);
    check(tasks).toBe(25);
  });

  it('kills during downloads', async ({ expect: check }) => {
    const { kills, picturesKept } = await suffer('download-kills', downloadKills, 4);
    check(kills).toBeGreaterThanOrEqual(4);
    check(picturesKept).toBeGreaterThanOrEqual(4);
  });

  it('a damaged database', async ({ expect: check }) => {
    check((await suffer('database-damage', databaseDamage, 6)).damages).toBe(6);
  });

  it('mutated answers', async ({ expect: check }) => {
    check((await suffer('mutated-answers', mutatedAnswers, 10)).mutations).toBe(500);
  });

  it('answers around the submit deadline', async ({ expect: check }) => {
    check((await suffer('late-answers', lateAnswers, 4)).lateAnswers).toBe(20);
  });

  it('hostile task ids', async ({ expect: check }) => {
    check((await suffer('hostile-ids', hostileIds, 5)).hostileIds).toBe(25);
  });
});
