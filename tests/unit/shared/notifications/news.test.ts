import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../shared/account.ts';
import type { BatchProgress, BatchWithProgress } from '../../../../shared/batch.ts';
import type { Change } from '../../../../shared/ipc/api.ts';
import { noAmount } from '../../../../shared/money/amount.ts';
import { createNewsDesk, placeOf, type News } from '../../../../shared/notifications/news.ts';
import { newTask, saidNothing, type Image, type QueueReason, type TaskState, type TaskWithImages } from '../../../../shared/task.ts';

const noProgress: BatchProgress = { tasks: 0, queued: 0, running: 0, made: 0, empty: 0, failed: 0, unknown: 0, lost: 0, withdrawn: 0, spent: noAmount, rest: noAmount, unpriced: 0, latest: null };
const batch = (progress: Partial<BatchProgress>, more: Partial<BatchWithProgress> = {}): BatchWithProgress => ({
  id: 'b',
  accountId: 'a',
  name: 'Foxes',
  createdAt: 0,
  recipe: { from: 'list' },
  hold: null,
  place: 0,
  progress: { ...noProgress, ...progress },
  ...more,
});
const account = (more: Partial<Account>): Account => ({ id: 'a', name: 'Studio', removed: false, sendingStopped: false, key: { status: 'present', keeping: 'session', lastFour: '1234' }, ...more }) as Account;

type Step = 'queued' | 'submitting' | 'processing' | 'downloading' | 'made' | 'failed' | 'unknown' | 'repeated' | 'withdrawn';

const states: Readonly<Record<Step, TaskState>> = {
  queued: { status: 'queued', waitingFor: 'turn' },
  submitting: { status: 'submitting' },
  processing: { status: 'processing', remoteId: 'r', misses: 0 },
  downloading: { status: 'completed', remoteId: 'r', imageCount: 1 },
  made: { status: 'completed', remoteId: 'r', imageCount: 1 },
  failed: { status: 'failed', remoteId: 'r', said: saidNothing },
  unknown: { status: 'unknown', reason: 'connection-lost', said: saidNothing },
  repeated: { status: 'unknown', reason: 'connection-lost', said: saidNothing, repeatAt: null },
  withdrawn: { status: 'withdrawn' },
};

function entry(id: string, step: Step, batchId: string | null = null): TaskWithImages {
  const image: Image = { id: Number(id) + 1, taskId: id, index: 0, state: step === 'made' ? { status: 'kept', file: {} as never } : { status: 'waiting', attempts: 0, trouble: null } };
  return { task: { ...newTask(id, 'a', { model: '', prompt: `fox ${id}`, size: '', quality: '' }, null, 0, batchId), state: states[step] }, images: step === 'made' || step === 'downloading' ? [image] : [] };
}

const changed = (id: string, step: Step, batchId: string | null = null): Change => ({ kind: 'task', task: entry(id, step, batchId) });
const batches = (...all: BatchWithProgress[]): Change => ({ kind: 'batches', batches: all });

const desk = (head: readonly TaskWithImages[] = []) => {
  const made = createNewsDesk();
  made.begin({ head, batches: [], accounts: [account({})] });
  return made;
};

/** The ways in which a task may go. */
const ways = fc.constantFrom<readonly Step[]>(
  ['queued', 'submitting', 'processing', 'downloading', 'made'],
  ['queued', 'submitting', 'made'],
  ['queued', 'submitting', 'failed'],
  ['queued', 'submitting', 'unknown'],
  ['queued', 'submitting', 'repeated', 'processing', 'downloading', 'made'],
  ['queued', 'withdrawn'],
);

/** Some order of all steps, in which each task's own keep theirs. */
const interleaved = fc.array(ways, { minLength: 1, maxLength: 8 }).chain((tasks) =>
  fc
    .shuffledSubarray(tasks.flatMap((steps, at) => steps.map(() => at)), { minLength: tasks.flat().length })
    .map((order) => ({ tasks, order })),
);

function* stepsOf({ tasks, order }: { readonly tasks: readonly (readonly Step[])[]; readonly order: readonly number[] }): Generator<{ readonly id: number; readonly step: Step; readonly now: readonly (Step | null)[] }> {
  const now: (Step | null)[] = tasks.map(() => null);
  const at = tasks.map(() => 0);
  for (const id of order) {
    const step = tasks[id]?.[at[id] ?? 0] ?? 'queued';
    at[id] = (at[id] ?? 0) + 1;
    now[id] = step;
    yield { id, step, now };
  }
}

const counted = (now: readonly (Step | null)[]): Partial<BatchProgress> => {
  const count = (...wanted: (Step | null)[]): number => now.filter((step) => wanted.includes(step)).length;
  return {
    tasks: now.length,
    queued: count(null, 'queued'),
    running: count('submitting', 'processing'),
    made: count('made', 'downloading'),
    failed: count('failed'),
    unknown: count('unknown', 'repeated'),
    withdrawn: count('withdrawn'),
  };
};

describe('what is told of tasks', () => {
  it('tells each end of a task without a batch once, however the ends are told together', () => {
    fc.assert(
      fc.property(interleaved, fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }), (play, collects) => {
        const news = desk();
        const told: News[] = [];
        let step = 0;
        for (const { id, step: to } of stepsOf(play)) {
          news.take([changed(String(id), to)]);
          step += 1;
          if (collects[step]) told.push(...news.collect());
        }
        told.push(...news.collect());
        const total = (of: 'made' | 'failed' | 'undecided'): number => told.reduce((sum, each) => sum + (each.kind === 'tasks' ? each[of] : 0), 0);
        const last = play.tasks.map((steps) => steps.at(-1));
        expect([total('made'), total('failed'), total('undecided')]).toEqual(['made', 'failed', 'unknown'].map((wanted) => last.filter((each) => each === wanted).length));
        expect(news.collect()).toEqual([]);
        expect(news.work()).toEqual({ underWay: 0, ended: 0 });
      }),
    );
  });

  it('tells a batch once, when its last task has ended and its last picture is here, however late its count comes', () => {
    fc.assert(
      fc.property(interleaved, fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }), (play, counts) => {
        const news = desk();
        const told: News[] = [];
        let step = 0;
        let latest = batch({});
        for (const { id, step: to, now } of stepsOf(play)) {
          news.take([changed(String(id), to, 'b')]);
          latest = batch(counted(now));
          step += 1;
          const isOver = step === play.order.length;
          if (counts[step] || isOver) news.take([batches(latest)]);
          const each = news.collect();
          if (!isOver) expect(each).toEqual([]);
          told.push(...each);
        }
        const isAnything = play.tasks.some((steps) => steps.at(-1) !== 'withdrawn');
        expect(told).toEqual(isAnything ? [expect.objectContaining({ kind: 'batch', name: 'Foxes', progress: latest.progress })] : []);
        news.take([batches(latest)]);
        expect(news.collect()).toEqual([]);
      }),
    );
  });

  it('tells nothing of what the person did, or of what is old', () => {
    const news = desk([entry('1', 'failed'), entry('2', 'queued')]);
    const dismissed = entry('1', 'failed');
    expect(news.take([{ kind: 'task', task: { ...dismissed, task: { ...dismissed.task, dismissedAt: 1 } } }, changed('2', 'withdrawn'), changed('3', 'made')])).toBe(false);
    expect(news.collect()).toEqual([]);
  });

  it('tells what went on over a restart', () => {
    const news = desk([entry('1', 'processing')]);
    expect(news.take([changed('1', 'made')])).toBe(true);
    expect(news.collect()).toEqual([{ kind: 'tasks', made: 1, failed: 0, undecided: 0, pictures: [2], prompt: 'fox 1' }]);
  });

  it('tells a batch that the service refused, a stopped account, a refused key and a budget once each', () => {
    const news = desk();
    const queued = (id: string, waitingFor: QueueReason): Change => ({ kind: 'task', task: { images: [], task: { ...entry(id, 'queued').task, state: { status: 'queued', waitingFor } } } });
    const held = batch({ queued: 2 }, { hold: { by: 'refused', said: saidNothing } });
    const refused = account({ sendingStopped: true, key: { status: 'refused', keeping: 'session', lastFour: '1234' } });
    const changes: Change[] = [batches(held), { kind: 'accounts', accounts: [refused], selectedAccountId: 'a', environmentKey: null }, queued('1', 'budget'), queued('2', 'budget')];
    news.take(changes);
    const told = news.collect();
    expect(told).toEqual([
      { kind: 'batch-held', name: 'Foxes' },
      { kind: 'sending-stopped', account: 'Studio' },
      { kind: 'key-refused', account: 'Studio' },
      { kind: 'budget', account: 'Studio' },
    ]);
    expect(JSON.stringify(told)).not.toContain('1234');
    expect(news.take(changes)).toBe(false);
    news.take([queued('1', 'turn'), queued('2', 'turn')]);
    news.take([queued('2', 'budget')]);
    expect(news.collect()).toEqual([{ kind: 'budget', account: 'Studio' }]);
  });

  it('leads to the picture, the pictures of the batch, or what needs the person', () => {
    const tasks = { kind: 'tasks', made: 1, failed: 0, undecided: 0, pictures: [7], prompt: null } as const;
    expect(placeOf(tasks)).toEqual({ kind: 'picture', imageId: 7 });
    expect(placeOf({ ...tasks, undecided: 1 })).toEqual({ kind: 'tasks', section: 'problems' });
    const { progress } = batch({ made: 2 });
    expect(placeOf({ kind: 'batch', name: 'Foxes', progress, picture: 7 })).toEqual({ kind: 'batch', name: 'Foxes' });
    expect(placeOf({ kind: 'batch', name: 'Foxes', progress: { ...progress, lost: 1 }, picture: 7 })).toEqual({ kind: 'tasks', section: 'problems' });
    expect(placeOf({ kind: 'budget', account: 'Studio' })).toEqual({ kind: 'tasks', section: 'waiting' });
  });
});

describe('how far the work is', () => {
  it('counts what is under way, not what waits for the person, and begins again when all has ended', () => {
    const news = desk();
    const held = entry('9', 'queued');
    news.take([{ kind: 'task', task: { ...held, task: { ...held.task, state: { status: 'queued', waitingFor: 'held' } } } }]);
    expect(news.work()).toEqual({ underWay: 0, ended: 0 });
    news.take([changed('1', 'queued'), changed('2', 'processing'), changed('3', 'downloading')]);
    expect(news.work()).toEqual({ underWay: 3, ended: 0 });
    news.take([changed('3', 'made')]);
    expect(news.work()).toEqual({ underWay: 2, ended: 1 });
    news.take([changed('1', 'failed'), changed('2', 'made')]);
    expect(news.work()).toEqual({ underWay: 0, ended: 0 });
  });
});
