import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDice } from '../../support/dice.ts';
import type { DiskStep } from '../../torture/disk-log.ts';
import { brokenPromises } from '../../torture/power-cut.ts';
import { createTally } from '../../torture/tally.ts';
import { scenes, unsyncedCopies } from '../../torture/unsynced-copies.ts';

describe('a power cut', () => {
  it('leaves journal, settings, keys, backups and quarantine old or new, no matter which unsynced steps it takes', async () => {
    const tally = createTally();
    const seed = Date.now();
    await unsyncedCopies({ rounds: 2, dice: createDice(seed, 'unsynced-copies'), tally, log: () => undefined });
    expect(tally.findings, `seed ${seed}`).toEqual([]);
    expect(tally.figures.powerCuts).toBeGreaterThan(500);
  });

  it.each(scenes)('would harm them if nothing were synced: $name', async ({ record }) => {
    const home = await mkdtemp(path.join(tmpdir(), 'latent-copies-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const steps = await record(home, createDice(1, 'test'));
    const first = steps.findIndex(({ do: what }) => what === 'promise');
    const nothing = steps.map((step, index): DiskStep => (step.do === 'sync' && index > first && first !== -1 ? { ...step, upTo: 0 } : step));
    const harmed = (of: readonly DiskStep[]): readonly string[] => brokenPromises(of, of.length, home, () => false);
    expect(harmed(steps)).toEqual([]);
    expect(harmed(nothing).length).toBeGreaterThan(0);
    expect(brokenPromises(nothing, nothing.length, home, () => true)).toEqual([]);
  });
});
