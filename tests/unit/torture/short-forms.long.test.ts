import { describe, expect, it } from 'vitest';
import { batchKills } from '../../torture/batch-kills.ts';
import { databaseDamage } from '../../torture/database-damage.ts';
import { createDice } from '../../support/dice.ts';
import { hostileIds } from '../../torture/hostile-ids.ts';
import { downloadKills, signals, submitKills, threadDeaths } from '../../torture/kill-families.ts';
import { lateAnswers } from '../../torture/late-answers.ts';
import { oddKills } from '../../torture/odd-services.ts';
import { listKills } from '../../torture/list-kills.ts';
import { mutatedAnswers } from '../../torture/mutated-answers.ts';
import { repeatKills } from '../../torture/repeat-kills.ts';
import { createTally, type Family, type Figures } from '../../torture/tally.ts';

/** Each run has a new seed, which a failure names. */
async function run(name: string, family: Family, rounds: number): Promise<Readonly<Figures>> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const tally = createTally();
  await family({ rounds, dice: createDice(seed, name), tally, log: () => undefined });
  expect(tally.findings, `npm run torture -- --only ${name} --rounds ${rounds} --seed ${seed}`).toEqual([]);
  return tally.figures;
}

describe.concurrent('torture, in short', { timeout: 180_000 }, () => {
  it('kills around the POST', async ({ expect: check }) => {
    const { kills, stopsAtNamedPoints, tasks } = await run('submit-kills', submitKills, 5);
    check(kills).toBeGreaterThanOrEqual(5);
    check(stopsAtNamedPoints).toBeGreaterThanOrEqual(2);
    check(tasks).toBeGreaterThanOrEqual(25);
  });

  it('kills of batches under a budget', async ({ expect: check }) => {
    const { kills, budgetsReached } = await run('batch-kills', batchKills, 5);
    check(kills).toBeGreaterThanOrEqual(5);
    check(budgetsReached).toBeGreaterThanOrEqual(1);
  });

  it('kills around the POST and its repetitions', async ({ expect: check }) => {
    const { kills, repetitions, foundByRepeating } = await run('repeat-kills', repeatKills, 4);
    check(kills).toBeGreaterThanOrEqual(1);
    check(repetitions).toBeGreaterThanOrEqual(4);
    check(foundByRepeating).toBeGreaterThanOrEqual(1);
  });

  it('kills around the POST and while its id is found in the service’s list', async ({ expect: check }) => {
    const { kills, foundInList } = await run('list-kills', listKills, 4);
    check(kills).toBeGreaterThanOrEqual(1);
    check(foundInList).toBeGreaterThanOrEqual(1);
  });

  it('kills during downloads', async ({ expect: check }) => {
    const { kills, picturesKept } = await run('download-kills', downloadKills, 4);
    check(kills).toBeGreaterThanOrEqual(4);
    check(picturesKept).toBeGreaterThanOrEqual(4);
  });

  it('signals around the POST', async ({ expect: check }) => {
    check((await run('signals', signals, 3)).signalsDuringPosts).toBeGreaterThanOrEqual(1);
  });

  it('deaths of the database’s thread', async ({ expect: check }) => {
    check((await run('thread-deaths', threadDeaths, 3)).threadDeaths).toBeGreaterThanOrEqual(3);
  });

  it('a damaged database', async ({ expect: check }) => {
    check((await run('database-damage', databaseDamage, 6)).damages).toBe(6);
  });

  it('mutated answers', async ({ expect: check }) => {
    check((await run('mutated-answers', mutatedAnswers, 10)).mutations).toBe(500);
  });

  it('answers around the submit deadline', async ({ expect: check }) => {
    check((await run('late-answers', lateAnswers, 4)).lateAnswers).toBe(20);
  });

  it('kills beside services that answer oddly', async ({ expect: check }) => {
    const { kills, oddAnswers } = await run('odd-services', oddKills, 6);
    check(kills).toBeGreaterThanOrEqual(1);
    check(oddAnswers).toBe(42);
  });

  it('hostile task ids', async ({ expect: check }) => {
    check((await run('hostile-ids', hostileIds, 5)).hostileIds).toBe(25);
  });
});
