import { expect, it } from 'vitest';
import { killUpdates } from '../../../support/kill-updates.ts';
import { useUpdateRig } from '../../../support/update-rig.ts';

const rig = useUpdateRig();

it('killed while it downloads, verifies or replaces, an update leaves the old or the new app, and the next run finishes it', async () => {
  const { kills } = await killUpdates(rig, (calls) => [0.5, 0.85, 0.95].map((share) => ({ killAt: Math.round(share * calls) })));
  expect(kills).toBe(3);
});
