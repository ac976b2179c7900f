import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDice } from '../../support/dice.ts';
import { brokenPromises } from '../../torture/power-cut.ts';
import type { DiskStep } from '../../torture/disk-log.ts';
import { createTally } from '../../torture/tally.ts';
import { downloadRecorded, unsyncedFiles } from '../../torture/unsynced-files.ts';

async function recorded(): Promise<{ readonly home: string; readonly steps: readonly DiskStep[] }> {
  const home = await mkdtemp(path.join(tmpdir(), 'latent-unsynced-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return { home, steps: await downloadRecorded(home, createDice(1, 'test')) };
}

describe('a power cut', () => {
  it('takes no picture that has a row, no matter which unsynced steps it takes', async () => {
    const tally = createTally();
    await unsyncedFiles({ rounds: 3, dice: createDice(Date.now(), 'unsynced-files'), tally, log: () => undefined });
    expect(tally.findings).toEqual([]);
    expect(tally.figures.powerCuts).toBeGreaterThan(300);
  });

  it.each([
    ['a file', (of: string | number) => typeof of === 'number'],
    ['the month', (of: string | number) => String(of).endsWith('1970-01')],
    ['the year', (of: string | number) => String(of).endsWith('1970')],
    ['the library folder', (of: string | number) => String(of).endsWith('Latent')],
    ['the folder that holds it', (of: string | number) => String(of).endsWith('Pictures')],
  ])('would take pictures if %s were not synced', async (_name, isForgotten) => {
    const { home, steps } = await recorded();
    const nothing = steps.map((step): DiskStep => (step.do === 'sync' && isForgotten(step.of) ? { ...step, upTo: 0 } : step));
    expect(brokenPromises(steps, steps.length, home, () => false)).toEqual([]);
    expect(brokenPromises(nothing, steps.length, home, () => false).length).toBeGreaterThan(0);
    expect(brokenPromises(nothing, steps.length, home, () => true)).toEqual([]);
  });
});
