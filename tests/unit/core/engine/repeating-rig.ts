import type { SubmitOutcome } from '../../../../electron/core/service/outcomes.ts';
import type { TaskId } from '../../../../shared/task.ts';
import { completed, unknown } from '../../../support/engine-fakes.ts';
import { openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';

/** Tasks that are sent again with their key. */

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;

export const lost: SubmitOutcome = { ...(unknown as Extract<SubmitOutcome, { kind: 'unknown' }>), reason: 'connection-lost' };

/** A task whose first POST had no clear outcome, with an account that has the option. */
export async function openUnknown(first: SubmitOutcome = lost): Promise<{ rig: EngineRig; id: TaskId }> {
  const rig = await openEngineRig();
  rig.repeats = { hours: 24 };
  rig.service.onPost = () => first;
  rig.service.onQuery = () => completed('https://pictures.test/1.png');
  await rig.engine.start();
  const [id = ''] = await rig.submit();
  await endLate(rig);
  return { rig, id };
}

/** No more answers come to the POSTs so far. */
export async function endLate(rig: EngineRig): Promise<void> {
  for (const { settleLate } of rig.service.posts) settleLate(null);
  await rig.settle();
}

export const keysSent = (rig: EngineRig): readonly (string | null)[] => rig.service.posts.map(({ idempotencyKey }) => idempotencyKey);

/** Lets so much time pass, with answers of a service that closes each connection. */
export async function pass(rig: EngineRig, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= minute) {
    await rig.clock.advance(Math.min(left, minute));
    await endLate(rig);
  }
}
