import { beforeAll, describe, expect, it } from 'vitest';
import { createDice } from '../../support/dice.ts';
import { oddTable } from '../../torture/odd-services.ts';
import { oddServices } from '../../torture/odd-table.ts';
import { createTally } from '../../torture/tally.ts';

const seed = Math.floor(Math.random() * 2 ** 32);
const tally = createTally();

/** All rows of the table at once, in one process that nothing stops. The kills are in short-forms.long.test.ts. */
describe('services that answer oddly', () => {
  beforeAll(() => oddTable({ rounds: 1, dice: createDice(seed, 'odd-table'), tally, log: () => undefined }), 180_000);

  it.each(oddServices.map(({ name }) => name))('%s', (name) => {
    expect(tally.findings.filter((finding) => finding.includes(`${name})`) || finding.includes(`: ${name} `)), `seed ${seed}`).toEqual([]);
  });

  it('together', () => {
    expect(tally.findings, `seed ${seed}`).toEqual([]);
    expect(tally.figures.oddAnswers).toBe(oddServices.length);
    expect(tally.figures.deliveriesCommitted).toBeGreaterThanOrEqual(4);
  });
});
