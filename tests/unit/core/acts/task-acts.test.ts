import { expect, it, test } from 'vitest';
import { createTaskActs } from '../../../../electron/core/acts/task-acts.ts';
import { createUndoLog } from '../../../../electron/core/undo/undo-log.ts';
import type { TaskId } from '../../../../shared/task.ts';
import { rejected } from '../../../support/engine-fakes.ts';
import { openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';
import { hour, openUnknown, pass } from '../engine/repeating-rig.ts';

function actsOf(rig: EngineRig) {
  const undoLog = createUndoLog();
  const repository = { task: (id: TaskId) => rig.stored(id), openBatches: () => Promise.resolve([]), batchNames: () => Promise.resolve(new Map<string, string>()) };
  return { undoLog, acts: createTaskActs({ engine: rig.engine, repository, undoLog }) };
}

/** Tasks that wait until sending is allowed. */
async function openWaiting(count: number) {
  const rig = await openEngineRig();
  rig.settings.queueStopped = true;
  await rig.engine.start();
  const ids = await rig.submit(count);
  return { rig, ids, ...actsOf(rig), waits: () => Promise.all(ids.map(async (id) => Object.values(await rig.state(id)).join(' '))) };
}

const nothing = () => Promise.resolve();

test.each<readonly [string, (rig: EngineRig, id: TaskId) => Promise<void>, boolean]>([
  ['left alone', nothing, true],
  ['settled as not charged', (rig, id) => rig.engine.settle(id, '0'), false],
  ['settled', (rig, id) => rig.engine.settle(id, '2'), false],
  ['hidden', (rig, id) => rig.engine.dismiss(id), false],
])('undoing an id that was entered for a task that was %s gives back that decision, so that it is sent again only if it would have been', async (_name, decide, again) => {
  const { rig, id } = await openUnknown();
  const { acts, undoLog } = actsOf(rig);
  await decide(rig, id);
  const before = (await rig.stored(id)).task;
  const token = await acts.attach(id, 'pasted', true);
  const writes = rig.calls.length;
  expect(await undoLog.run(token ?? '', 'undo', true)).toMatchObject({ came: 'done' });
  expect((await rig.stored(id)).task).toMatchObject({ settled: before.settled, dismissedAt: before.dismissedAt, state: { status: 'unknown' } });
  expect(rig.calls.slice(writes).filter(({ method }) => method === 'saveTask'), 'one commit, so that no crash divides it').toHaveLength(1);
  await pass(rig, hour);
  expect(rig.service.posts.length > 1).toBe(again);
});

it('hides tasks, and an undo shows only those that it hid', async () => {
  const { rig, ids: [first = '', second = ''], acts, undoLog } = await openWaiting(2);
  await acts.withdraw([first, second]);
  await acts.dismiss([first]);
  const { taskIds, token } = await acts.dismiss([first, second]);
  expect(taskIds).toEqual([first, second]);
  expect(await undoLog.run(token ?? '', 'undo', false)).toMatchObject({ came: 'done', count: 1 });
  const hidden = await Promise.all([first, second].map(async (id) => (await rig.stored(id)).task.dismissedAt !== null));
  expect(hidden).toEqual([true, false]);
});

it('puts tasks back on hold unless a question named them, and each once, however often and early it is asked for', async () => {
  const { ids, acts, undoLog, waits, rig } = await openWaiting(2);
  const { token } = await acts.withdraw([...ids, ...ids]);
  expect(await waits()).toEqual(['withdrawn', 'withdrawn']);
  const answers = await Promise.all([undoLog.run(token ?? '', 'undo', true), undoLog.run(token ?? '', 'undo', true)]);
  expect(answers).toEqual([{ came: 'done', count: 2, left: 0, kept: 0 }, { came: 'nothing', why: 'already' }]);
  expect(await waits()).toEqual(['queued held', 'queued held']);
  expect(await undoLog.run(token ?? '', 'redo', false)).toMatchObject({ came: 'done', count: 2 });
  expect(await undoLog.run(token ?? '', 'undo', false)).toMatchObject({ came: 'asks', question: { tasks: [{ id: ids[0] }, { id: ids[1] }] } });
  // Another undo puts one back while the person reads the question.
  await rig.engine.requeue(ids[0] ?? '', true);
  expect(await undoLog.run(token ?? '', 'undo', true)).toEqual({ came: 'done', count: 1, left: 0, kept: 1 });
  expect(await waits()).toEqual(['queued held', 'queued stopped']);
});

test.each([
  ['as it was', false],
  ['edited, so that the refused one is no longer like it', true],
])('puts a task back with what the service said of another, refused one: %s', async (_name, isEdited) => {
  const rig = await openEngineRig();
  rig.service.onPost = () => rejected();
  const [, id = ''] = await rig.submitTogether(3);
  const { acts, undoLog } = actsOf(rig);
  if (isEdited) await rig.engine.edit(id, { ...(await rig.stored(id)).task.request, size: '512x512' });
  const before = await rig.state(id);
  expect(before).toHaveProperty('otherSaid');
  const { token } = await acts.withdraw([id]);
  await undoLog.run(token ?? '', 'undo', false);
  expect(await rig.state(id)).toEqual(before);
  await rig.restart();
  expect(await rig.state(id)).toEqual(before);
});
