import { expect, test } from 'vitest';
import type { SubmitOutcome } from '../../../../electron/core/service/outcomes.ts';
import { openEngineRig } from '../../../support/task-engine-rig.ts';
import { endLate, hour, lost, minute, pass, second } from './repeating-rig.ts';

const failing: SubmitOutcome = { kind: 'unknown', reason: 'server-error', said: { httpStatus: 500, code: null, message: 'Sorry.' }, answer: null };

/** What happens to time: it passes, also in a sleep, or someone sets the clock, or the app is started again. */
type Step = readonly ['pass' | 'sleep' | 'set' | 'start', number] | readonly ['hold' | 'go on'];
const year = 365 * 24 * hour;
const jumps: readonly { readonly name: string; readonly before?: number; readonly steps: readonly Step[]; readonly again: boolean }[] = [
  { name: 'a year ahead at the POST, then right', before: year, steps: [['set', -year], ['pass', hour]], again: false },
  { name: 'a year ahead at the POST, then right, and at the next starts, one of them a year later', before: year, steps: [['start', -year], ['pass', minute], ['start', year + minute], ['pass', hour]], again: false },
  { name: 'an hour ahead until the hours are over', before: hour, steps: [['hold'], ['pass', 2 * hour], ['set', -hour], ['go on'], ['pass', hour]], again: false },
  { name: 'an hour ahead until the hours are nearly over', before: hour, steps: [['hold'], ['pass', hour + 30 * minute], ['set', -hour], ['go on'], ['pass', minute]], again: true },
  { name: 'a day ahead, then right', steps: [['set', 24 * hour], ['pass', minute], ['set', -24 * hour], ['pass', hour]], again: false },
  { name: 'a minute back, then right', steps: [['set', -minute], ['pass', 10 * second], ['set', minute], ['pass', hour]], again: false },
  { name: 'half an hour back in the course of the hours', steps: [['hold'], ['pass', hour], ['set', -30 * minute], ['pass', 30 * minute], ['go on'], ['pass', minute]], again: true },
  { name: 'half an hour back, until the hours are over', steps: [['hold'], ['pass', hour], ['set', -30 * minute], ['pass', hour], ['go on'], ['pass', hour]], again: false },
  { name: 'right after a sleep within the hours', steps: [['hold'], ['sleep', hour], ['go on'], ['pass', minute]], again: true },
  { name: 'right after a sleep of more hours', steps: [['sleep', 3 * hour], ['pass', hour]], again: false },
  { name: 'set back by hours after a sleep', steps: [['sleep', 3 * hour], ['set', -2 * hour], ['pass', hour]], again: false },
  { name: 'right at a start after the hours, then back', steps: [['start', 3 * hour], ['pass', minute], ['start', 30 * minute], ['pass', hour]], again: false },
  { name: 'before the POST at a start, then right', steps: [['start', -hour], ['pass', minute], ['start', minute], ['pass', hour]], again: false },
  { name: 'right at a start within the hours', steps: [['start', hour], ['pass', minute]], again: true },
];
test.each(jumps)('a repetition never comes after the hours, and never waits for ever without saying so, if the clock is $name', async ({ before = 0, steps, again }) => {
  const rig = await openEngineRig();
  rig.repeats = { hours: 2 };
  rig.clock.moveWall(before);
  rig.service.onPost = () => lost;
  await rig.engine.start();
  const [id = ''] = await rig.submit();
  const sentAt = (await rig.stored(id)).task.submittedAt ?? 0;
  let passed = 0;
  rig.service.onPost = () => {
    expect(passed).toBeLessThan(2 * hour);
    return failing;
  };
  for (const [kind, ms = 0] of steps) {
    if (kind === 'hold' || kind === 'go on') {
      rig.settings.queueStopped = kind === 'hold';
      rig.engine.queueChanged();
    } else if (kind === 'start') {
      rig.nextStart = sentAt + ms;
      await rig.crash();
    } else if (kind === 'pass') {
      for (let left = ms; left > 0; left -= minute) {
        passed += Math.min(left, minute);
        await pass(rig, Math.min(left, minute));
      }
    } else {
      rig.clock.moveWall(ms);
      if (kind === 'sleep') passed += ms;
      if (kind === 'sleep') rig.engine.wake();
    }
    await endLate(rig);
  }
  expect(rig.service.posts.length > 1).toBe(again);
  const [entry] = rig.engine.latest([await rig.stored(id)]);
  if (!again) expect(entry?.task).toMatchObject({ idempotencyKey: null, state: { status: 'unknown' } });
  if (!again) expect(entry?.task.state).not.toHaveProperty('repeatAt');
});
