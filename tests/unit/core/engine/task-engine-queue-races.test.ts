import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { GenerationRequest, TaskId } from '../../../../shared/task.ts';
import { accepted, unknown } from '../../../support/engine-fakes.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { diskFull, openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';
import { newBatch, numbered, openStarted, posted, requestOf } from './batches-rig.ts';

/** What happens while a task is between the queue and the service. */

interface Pause {
  /** Resolves when a call is waiting. */
  readonly reached: () => boolean;
  readonly open: () => void;
}

/** Holds back calls of the database until `open`. */
function pauseAt(rig: EngineRig, method: string): Pause {
  let [isOpen, reached] = [false, false];
  let release: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  rig.diskBusy = (called) => {
    if (called !== method || isOpen) return null;
    reached = true;
    return opened;
  };
  return {
    reached: () => reached,
    open() {
      isOpen = true;
      release();
    },
  };
}

async function submitOne(rig: EngineRig, prompt: string, model = 'm'): Promise<TaskId> {
  const id = randomUUID();
  await rig.engine.submit([{ id, accountId: testAccount.id, request: requestOf(prompt, model), retryOf: null }]);
  await rig.settle();
  return id;
}

const costs = { cheap: '1', dear: '5' } as const;

/** `dear` costs 5, everything else 1. */
async function withBudget(total: string): Promise<EngineRig> {
  const rig = await openEngineRig();
  rig.budget = { day: null, month: null, total };
  rig.price = ({ model }) => (model === 'dear' ? costs.dear : costs.cheap);
  await rig.engine.start();
  return rig;
}

describe('a task that is about to be sent', () => {
  it('is compared with the budget again if it was edited meanwhile', async () => {
    const rig = await withBudget('2');
    const pause = pauseAt(rig, 'spent');
    const id = await submitOne(rig, 'a');
    expect(pause.reached()).toBe(true);
    await rig.engine.edit(id, requestOf('a', 'dear'));
    pause.open();
    await rig.settle();
    expect(rig.service.posts).toEqual([]);
    await rig.engine.edit(id, requestOf('b'));
    await rig.settle();
    expect(posted(rig)).toEqual(['b']);
  });

  it('that was edited meanwhile does not keep others of its submission waiting', async () => {
    const rig = await withBudget('20');
    const pause = pauseAt(rig, 'spent');
    const ids = await rig.submitTogether(3, 'the same');
    await rig.engine.edit(ids[0] ?? '', requestOf('another'));
    pause.open();
    await rig.settle();
    expect(posted(rig).toSorted()).toEqual(['another', 'the same', 'the same']);
  });

  it('stays in the queue if the queue was stopped meanwhile', async () => {
    const rig = await withBudget('20');
    const pause = pauseAt(rig, 'spent');
    await submitOne(rig, 'a');
    rig.settings.queueStopped = true;
    rig.engine.queueChanged();
    pause.open();
    await rig.settle();
    expect(rig.service.posts).toEqual([]);
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(posted(rig)).toEqual(['a']);
  });

  it('stays in the queue if its batch was held meanwhile, and the others go on', async () => {
    const rig = await withBudget('20');
    rig.settings.concurrentSubmissions = 1;
    const pause = pauseAt(rig, 'spent');
    const { batch, tasks } = newBatch(['held 0', 'held 1']);
    await rig.engine.submitBatch(batch, tasks);
    await submitOne(rig, 'other');
    await rig.engine.holdBatch(batch.id, { by: 'person' });
    pause.open();
    await rig.settle();
    expect(posted(rig)).toEqual(['other']);
    await rig.engine.holdBatch(batch.id, null);
    await rig.settle();
    expect(posted(rig)).toEqual(['other', 'held 0', 'held 1']);
  });

  it('lets the others go on if its batch is held while the key is read', async () => {
    const rig = await openStarted();
    rig.settings.concurrentSubmissions = 1;
    let give: () => void = () => undefined;
    const credentials = rig.accounts.credentials.bind(rig.accounts);
    rig.accounts.credentials = async (accountId) => {
      await new Promise<void>((resolve) => {
        give = resolve;
      });
      return credentials(accountId);
    };
    const { batch, tasks } = newBatch(['held 0', 'held 1']);
    await rig.engine.submitBatch(batch, tasks);
    await submitOne(rig, 'other');
    await rig.engine.holdBatch(batch.id, { by: 'person' });
    rig.accounts.credentials = credentials;
    give();
    await rig.settle();
    expect(posted(rig)).toEqual(['other']);
  });

  it('does not miss that an earlier one cost less while it is compared with the budget', async () => {
    const rig = await openEngineRig();
    rig.price = () => '1';
    rig.budget = { day: '1', month: '10', total: null };
    rig.service.onPost = (count) => (count === 1 ? unknown : accepted(`remote-${count}`));
    const [first = ''] = await rig.submit();
    const reading = Promise.withResolvers<void>();
    let sums = 0;
    // The sum of the day is read, and then that of the month.
    rig.diskBusy = (method) => (method === 'spent' && (sums += 1) === 2 ? reading.promise : null);
    const [second = ''] = await rig.submit();
    await rig.engine.settle(first, '0');
    reading.resolve();
    await rig.settle();
    expect((await rig.state(second)).status).toBe('processing');
  });

  it('does not miss a price that is entered in the moment in which it is missed', async () => {
    const rig = await openEngineRig();
    rig.budget = { day: '10', month: null, total: null };
    rig.price = () => {
      rig.price = () => '1';
      queueMicrotask(() => rig.engine.moneyChanged(testAccount.id));
      return null;
    };
    const [id = ''] = await rig.submit();
    expect((await rig.state(id)).status).toBe('processing');
  });

  it('does not miss copies of its references that are there again while they are read', async () => {
    const rig = await openEngineRig();
    const reading = Promise.withResolvers<null>();
    rig.attach = () => reading.promise;
    const id = randomUUID();
    const request: GenerationRequest = { model: '', prompt: 'with', size: '', quality: '', references: [{ kind: 'address', url: 'https://a.test/1.png' }] };
    await rig.engine.submit([{ id, accountId: testAccount.id, request, retryOf: null }]);
    await rig.settle();
    rig.attach = () => Promise.resolve({ field: { name: 'image', json: [Buffer.from('"data"')] }, isCurrent: () => true });
    rig.engine.referencesChanged();
    reading.resolve(null);
    await rig.settle();
    expect((await rig.state(id)).status).toBe('processing');
  });

  it('is compared with a budget that was lowered meanwhile', async () => {
    const rig = await withBudget('20');
    const pause = pauseAt(rig, 'spent');
    await submitOne(rig, 'a');
    rig.budget = { day: null, month: null, total: '0.5' };
    rig.engine.moneyChanged(testAccount.id);
    pause.open();
    await rig.settle();
    expect(rig.service.posts).toEqual([]);
  });
});

describe('a batch that is being written', () => {
  it('does not send a task that is cancelled meanwhile', async () => {
    const rig = await openStarted();
    const pause = pauseAt(rig, 'finishBatch');
    const { batch, tasks } = newBatch(['a', 'b', 'c']);
    const taken = rig.engine.submitBatch(batch, tasks);
    await rig.settle();
    expect(pause.reached()).toBe(true);
    const cancelled = rig.engine.withdraw(tasks[1]?.id ?? '');
    await rig.settle();
    pause.open();
    await Promise.all([taken, cancelled]);
    await rig.settle();
    expect(posted(rig)).toEqual(['a', 'c']);
    expect(await rig.state(tasks[1]?.id ?? '')).toEqual({ status: 'withdrawn' });
  });

  it('is taken once if it is submitted twice at the same time', async () => {
    const rig = await openStarted();
    const pause = pauseAt(rig, 'finishBatch');
    const { batch, tasks } = newBatch(['a', 'b']);
    const both = [rig.engine.submitBatch(batch, tasks), rig.engine.submitBatch(batch, tasks)];
    await rig.settle();
    pause.open();
    expect((await Promise.all(both)).map((ids) => ids.length)).toEqual([2, 0]);
    await rig.settle();
    expect(posted(rig)).toEqual(['a', 'b']);
  });

  it('leaves alone tasks that exist already, whatever became of them', async () => {
    const rig = await openStarted();
    const first = newBatch(['a', 'b']);
    await rig.engine.submitBatch(first.batch, first.tasks);
    await rig.settle();
    await rig.engine.stop(first.tasks[0]?.id ?? '');
    const ended = newBatch([]);
    const cancelled = await submitOne(rig, 'c');
    await rig.crash();
    expect(await rig.engine.submitBatch(ended.batch, [...first.tasks, { id: cancelled, request: requestOf('c'), retryOf: null }, ...newBatch(['d']).tasks])).toHaveLength(1);
    await rig.settle();
    expect(posted(rig)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is taken whole if the thread of the database dies after a write', async () => {
    const rig = await openStarted();
    // The call is repeated, and the second run finds the tasks.
    const { batch, tasks } = newBatch(['a', 'b']);
    const written = new Set<string>();
    rig.doubled = (method) => method === 'insertTasks' && !written.has(method) && Boolean(written.add(method));
    expect(await rig.engine.submitBatch(batch, tasks)).toHaveLength(2);
    await rig.settle();
    expect(posted(rig)).toEqual(['a', 'b']);
  });
});

describe('a queue that waits for its budget', () => {
  it('goes on when the task without room is cancelled', async () => {
    const rig = await withBudget('2');
    const id = await submitOne(rig, 'a', 'dear');
    await submitOne(rig, 'b');
    expect(rig.service.posts).toEqual([]);
    await rig.engine.withdraw(id);
    await rig.settle();
    expect(posted(rig)).toEqual(['b']);
  });

  it('goes on when the task without room becomes cheaper, in the same order', async () => {
    const rig = await withBudget('2');
    const id = await submitOne(rig, 'a', 'dear');
    await submitOne(rig, 'b');
    await rig.engine.edit(id, requestOf('a'));
    await rig.settle();
    expect(posted(rig)).toEqual(['a', 'b']);
  });

  it('goes on when another task is moved before the one without room, or its batch is held', async () => {
    const rig = await withBudget('2');
    rig.settings.concurrentSubmissions = 1;
    const { batch, tasks } = newBatch(['a']);
    await rig.engine.submitBatch(batch, tasks.map((task) => ({ ...task, request: requestOf('a', 'dear') })));
    await rig.settle();
    const id = await submitOne(rig, 'b');
    await submitOne(rig, 'c');
    expect(rig.service.posts).toEqual([]);
    await rig.engine.move([{ taskId: id, place: -1 }]);
    await rig.settle();
    expect(posted(rig)).toEqual(['b']);
    await rig.engine.holdBatch(batch.id, { by: 'person' });
    await rig.settle();
    expect(posted(rig)).toEqual(['b', 'c']);
  });

  it('does not show every waiting task again each time a task ends', async () => {
    const rig = await withBudget('8');
    const ids = await rig.submit(100);
    expect(rig.service.posts).toHaveLength(8);
    rig.changes.length = 0;
    rig.service.onQuery = () => ({ kind: 'failed', said: { httpStatus: null, code: null, message: null }, facts: { statusWord: null, progress: null, estimatedSeconds: null, credits: '1', model: null }, answer: accepted('').answer });
    await rig.clock.advance(10_000);
    expect(ids).toHaveLength(100);
    expect(rig.changes.filter(({ task }) => task.state.status === 'queued').length).toBeLessThan(40);
  });
});

describe('the order of the queue', () => {
  it('puts what is new behind what was sent before a restart, whatever the clock says', async () => {
    const rig = await openStarted();
    Object.assign(rig.settings, { queueStopped: true, concurrentSubmissions: 1 });
    await rig.clock.advance(3_600_000);
    const first = newBatch(['first 0', 'first 1']);
    await rig.engine.submitBatch(first.batch, first.tasks);
    // The clock of the next run begins an hour earlier.
    await rig.crash();
    const second = newBatch(['second 0']);
    await rig.engine.submitBatch(second.batch, second.tasks);
    await submitOne(rig, 'single');
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(posted(rig)).toEqual(['first 0', 'first 1', 'second 0', 'single']);
  });

  it('is kept after undo of a cancelled batch', async () => {
    const rig = await openStarted();
    rig.settings.queueStopped = true;
    const { batch, tasks } = newBatch(['a', 'b', 'c']);
    await rig.engine.submitBatch(batch, tasks);
    for (const { id } of tasks) await rig.engine.withdraw(id);
    for (const { id } of tasks.toReversed()) await rig.engine.requeue(id, false);
    rig.settings.queueStopped = false;
    rig.engine.queueChanged();
    await rig.settle();
    expect(posted(rig)).toEqual(['a', 'b', 'c']);
  });

  it('changes for all that were moved, or for none, and leaves out what is sent meanwhile', async () => {
    const rig = await openStarted();
    rig.settings.queueStopped = true;
    const { batch, tasks } = newBatch(['a', 'b']);
    await rig.engine.submitBatch(batch, tasks);
    const singles = [await submitOne(rig, 'c'), await submitOne(rig, 'd'), await submitOne(rig, 'e')];
    const [c = '', d = '', e = ''] = singles;
    const places = async (): Promise<readonly number[]> => Promise.all([c, d, e].map(async (id) => (await rig.stored(id)).task.place));
    const before = await places();
    const calls: string[] = [];
    rig.disk = (method) => {
      calls.push(method);
      return method === 'placeInQueue' ? diskFull : null;
    };
    const moves = [{ taskId: e, place: -3 }, { taskId: d, place: -2 }, { batchId: batch.id, place: -1 }];
    await expect(rig.engine.move(moves)).rejects.toThrow('disk-full');
    expect(await places()).toEqual(before);
    rig.disk = () => null;
    await rig.engine.withdraw(d);
    await rig.engine.move(moves);
    expect(calls, 'one transaction').toEqual(['placeInQueue']);
    await expect(rig.engine.move([{ taskId: d, place: -9 }])).rejects.toThrow('wrong-state');
    await rig.engine.requeue(d, false);
    rig.settings.queueStopped = false;
    rig.settings.concurrentSubmissions = 1;
    rig.engine.queueChanged();
    await rig.settle();
    expect(posted(rig)).toEqual(['e', 'a', 'b', 'c', 'd']);
  });

  it('of thousands changes in one call', async () => {
    const rig = await openStarted();
    rig.settings.queueStopped = true;
    const { batch, tasks } = newBatch(numbered(2_000));
    await rig.engine.submitBatch(batch, tasks);
    await rig.engine.move(tasks.map(({ id }, at) => ({ taskId: id, place: -at })));
    expect((await rig.stored(tasks.at(-1)?.id ?? '')).task.place).toBe(-1_999);
  });
});
