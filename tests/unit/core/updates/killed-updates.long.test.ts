import { expect, it } from 'vitest';
import { killUpdates } from '../../../support/kill-updates.ts';
import { useUpdateRig } from '../../../support/update-rig.ts';

const rig = useUpdateRig();

it('killed at each of its steps, an update leaves the old or the new app, and the next run finishes it', async () => {
  const { calls, kills, older, newer } = await killUpdates(rig, (all) => Array.from({ length: all + 8 }, (_, at) => ({ killAt: at + 1 })));
  console.log(`[figures] ${calls} steps: killed ${kills} times, then ${older} times the older app and ${newer} times the newer one ran`);
  // A file arrives in more or fewer pieces, so the number of steps differs a little. Every step was reached if the last runs ended by themselves.
  expect(kills).toBeGreaterThan(calls - 8);
  expect(kills).toBeLessThan(calls + 8);
  expect(older).toBeGreaterThan(0);
  expect(newer).toBeGreaterThan(0);
}, 1_800_000);

it('the same at any time', async () => {
  const { kills, older, newer } = await killUpdates(rig, (_calls, took) => Array.from({ length: 40 }, () => ({ killAfter: Math.random() * took * 1.1 })));
  console.log(`[figures] killed ${kills} of 40 times within the run, then ${older} times the older app and ${newer} times the newer one ran`);
  expect(kills).toBeGreaterThan(10);
}, 1_800_000);
