import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageState, PollTrouble, Task } from '../../../shared/task.ts';
import { saidNothing } from '../../../shared/task.ts';
import { allOf } from '../../support/all-of.ts';
import { openTestDatabase, testAccount, type TestDatabase } from '../../support/open-test-database.ts';
import { imageStates, makeAnswer, makeFile, makeSources, makeTask, start, taskStates } from './samples.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.remove());

const completed = (images: number, changes: Partial<Task> = {}): Task =>
  makeTask({ state: { status: 'completed', remoteId: 'task_1', imageCount: images }, ...changes });

describe('tasks', () => {
  it('come back as written, in every state', async () => {
    const inserted = taskStates.map((state) => makeTask({ state }));
    const changed = taskStates.map(() => makeTask());
    await database.repository.insertTasks([...inserted, ...changed]);
    const saved = changed.map((task, index) => ({ ...task, state: inserted[index]?.state ?? task.state }));
    for (const task of saved) await database.repository.saveTask(task);
    database = await database.reopen();
    for (const task of [...inserted, ...saved]) expect(await database.repository.task(task.id)).toEqual({ task, images: [] });
  });

  it('keep every field', async () => {
    const full = makeTask({
      request: { model: '', prompt: 'line one\nline two — "quoted", 猫と犬 👩‍🚀', size: '16:9', quality: 'hd' },
      retryOf: '3f0e8f7c-1111-4222-8333-444455556666',
      adopted: true,
      place: 2.5,
      estimate: '0.04',
      settled: '0.05',
      idempotencyKey: 'key-1',
      repeated: 2,
      byHand: 'connection-lost',
      submittedAt: start + 1,
      acceptedAt: start + 2,
      endedAt: start + 3,
      dismissedAt: start + 4,
      polls: 7,
      lastPollAt: start + 5,
      facts: { statusWord: 'IN_PROGRESS', progress: 33.5, estimatedSeconds: 45, credits: '1.8', model: 'painter-1-turbo' },
    });
    const before = makeTask({ id: full.id });
    // These have tests of their own.
    const elsewhere: readonly (keyof Task)[] = ['id', 'accountId', 'imported', 'batchId', 'createdAt', 'state', 'trouble'];
    const plain = (Object.keys(before) as (keyof Task)[]).filter((field) => JSON.stringify(full[field]) === JSON.stringify(before[field]));
    expect(plain.toSorted(), 'a new field needs a value here').toEqual(elsewhere.toSorted());
    await database.repository.insertTasks([before]);
    await database.repository.saveTask(full, makeAnswer());
    expect((await database.repository.task(full.id))?.task).toEqual(full);
    expect(await database.repository.answer(full.id)).toEqual(makeAnswer());
    await database.repository.saveTask(before);
    expect((await database.repository.task(full.id))?.task).toEqual(before);
    expect(await database.repository.answer(full.id), 'a save without an answer keeps the last one').toEqual(makeAnswer());
  });

  it('keep every kind of trouble', async () => {
    const kinds = allOf<PollTrouble['kind']>({
      'no-network': true,
      'connection-refused': true,
      'name-not-found': true,
      unreachable: true,
      'proxy-password': true,
      'proxy-refused': true,
      'proxy-unreachable': true,
      certificate: true,
      'no-answer': true,
      'rate-limited': true,
      'server-error': true,
      unreadable: true,
      'not-found': true,
      'key-refused': true,
      intercepted: true,
      forbidden: true,
      reported: true,
      refused: true,
    });
    const tasks = kinds.flatMap((kind) => [
      makeTask({ trouble: { kind, said: saidNothing, retryAt: null } }),
      makeTask({ trouble: { kind, said: { httpStatus: 429, code: 'slow', message: 'Slow down' }, retryAt: start } }),
    ]);
    await database.repository.insertTasks(tasks);
    for (const task of tasks) expect((await database.repository.task(task.id))?.task).toEqual(task);
  });

  it('take a time with a fraction: an id must never be refused for it', async () => {
    const task = makeTask({ lastPollAt: start + 0.4, trouble: { kind: 'no-answer', said: saidNothing, retryAt: start + 3000.6 } });
    await database.repository.saveTask(task);
    const stored = (await database.repository.task(task.id))?.task;
    expect(stored?.lastPollAt).toBe(start);
    expect(stored?.trouble?.retryAt).toBe(start + 3001);
  });

  it('are inserted once: a replay changes nothing and is not called new', async () => {
    const first = makeTask();
    const second = makeTask();
    expect(await database.repository.insertTasks([first])).toEqual([first.id]);
    await database.repository.saveTask({ ...first, state: { status: 'submitting' } });
    expect(await database.repository.insertTasks([first, second, second])).toEqual([second.id]);
    expect((await database.repository.task(first.id))?.task.state).toEqual({ status: 'submitting' });
  });

  it('are written even when their intent never was: what comes may be an id that was paid for', async () => {
    const task = makeTask({ state: { status: 'processing', remoteId: 'paid', misses: 0 } });
    await database.repository.saveTask(task, makeAnswer());
    expect((await database.repository.task(task.id))?.task).toEqual(task);
    expect(await database.repository.answer(task.id)).toEqual(makeAnswer());
  });

  it('are inserted all or not at all', async () => {
    const good = makeTask();
    const lost = makeTask({ accountId: '99999999-9999-4999-8999-999999999999' });
    await expect(database.repository.insertTasks([good, lost])).rejects.toMatchObject({ appError: { code: 'database-failed' } });
    expect(await database.repository.task(good.id)).toBeNull();
  });

  it('are found by the remote id within their account only', async () => {
    const other = { ...testAccount, id: 'a9999999-9999-4999-8999-999999999999', name: 'Other' };
    await database.repository.saveAccount(other);
    const ours = makeTask({ state: { status: 'processing', remoteId: 'Task_A', misses: 0 } });
    const theirs = makeTask({ accountId: other.id, state: { status: 'failed', remoteId: 'Task_B', said: saidNothing } });
    await database.repository.insertTasks([ours, theirs]);
    expect(await database.repository.findByRemoteId(testAccount.id, 'Task_A')).toBe(ours.id);
    expect(await database.repository.findByRemoteId(other.id, 'Task_A')).toBeNull();
    expect(await database.repository.findByRemoteId(other.id, 'Task_B')).toBe(theirs.id);
    expect(await database.repository.findByRemoteId(testAccount.id, 'task_a')).toBeNull();
  });

  it('unknown ids are null or empty, never an error', async () => {
    const { repository } = database;
    expect(await repository.task('no-such-task')).toBeNull();
    expect(await repository.answer('no-such-task')).toBeNull();
    expect(await repository.storedImages('no-such-task')).toEqual([]);
    expect(await repository.image(12)).toBeNull();
    expect(await repository.describe([1, 2])).toEqual([]);
  });
});

describe('images', () => {
  it('come back as written, in every state', async () => {
    const task = completed(imageStates.length);
    await database.repository.insertTasks([task]);
    const images = await database.repository.saveCompletion(task, imageStates.map(() => ({ kind: 'inline' })), makeAnswer());
    expect(images).toEqual(
      imageStates.map((_, index) => ({ id: index + 1, taskId: task.id, index, state: { status: 'waiting', attempts: 0, trouble: null }, source: { kind: 'inline' } })),
    );
    const stored: ImageState[] = [];
    for (const [index, state] of imageStates.entries()) stored.push(await database.repository.saveImage(index + 1, state));
    // Only the time is moved, so that the pictures of a task stand together (place-in-order.ts).
    const timeless = (state: ImageState): unknown => (state.status === 'kept' ? { ...state, file: { ...state.file, savedAt: 0 } } : state);
    expect(stored.map(timeless)).toEqual(imageStates.map(timeless));
    database = await database.reopen();
    const shown = stored.map((state, index) => ({ id: index + 1, taskId: task.id, index, state }));
    expect(await database.repository.task(task.id)).toEqual({ task, images: shown });
    expect(await database.repository.describe(shown.map(({ id }) => id))).toEqual(shown.map((image) => ({ image, task })));
    for (const image of shown) expect(await database.repository.image(image.id)).toEqual({ image, task });
    expect(await database.repository.storedImages(task.id)).toEqual(
      shown.map((image) => ({ ...image, source: image.state.status === 'kept' ? null : { kind: 'inline' } })),
    );
  });

  it('of a second completion: known ones get the fresh address, kept ones stay, new ones are added', async () => {
    const task = completed(3);
    await database.repository.insertTasks([task]);
    await database.repository.saveCompletion(task, makeSources(2), makeAnswer());
    const kept = { status: 'kept', file: makeFile() } as const;
    await database.repository.saveImage(1, kept);
    await database.repository.saveImage(2, { status: 'waiting', attempts: 4, trouble: 'HTTP 403' });
    const fresh = [0, 1, 2].map((index) => ({ kind: 'url', url: `https://pictures.example/fresh/${index}` }) as const);
    const images = await database.repository.saveCompletion({ ...task, polls: 9 }, fresh, makeAnswer({ body: 'second' }));
    expect(images).toEqual([
      { id: 1, taskId: task.id, index: 0, state: kept, source: null },
      { id: 2, taskId: task.id, index: 1, state: { status: 'waiting', attempts: 4, trouble: 'HTTP 403' }, source: fresh[1] },
      { id: expect.any(Number), taskId: task.id, index: 2, state: { status: 'waiting', attempts: 0, trouble: null }, source: fresh[2] },
    ]);
    expect(await database.repository.storedImages(task.id)).toEqual(images);
    expect((await database.repository.task(task.id))?.task.polls).toBe(9);
    expect((await database.repository.answer(task.id))?.body).toBe('second');
  });

  it('are described in the order asked for, unknown ones left out', async () => {
    const tasks = [completed(2), completed(1)] as const;
    await database.repository.insertTasks(tasks);
    const first = await database.repository.saveCompletion(tasks[0], makeSources(2), makeAnswer());
    const second = await database.repository.saveCompletion(tasks[1], makeSources(1), makeAnswer());
    const ids = [...second, ...first].map((image) => image.id);
    const described = await database.repository.describe([...ids, 999]);
    expect(described.map(({ image, task }) => [image.id, task.id])).toEqual([
      [ids[0], tasks[1].id],
      [ids[1], tasks[0].id],
      [ids[2], tasks[0].id],
    ]);
  });

  it('that do not exist cannot be saved', async () => {
    await expect(database.repository.saveImage(5, { status: 'expired' })).rejects.toMatchObject({ appError: { code: 'database-failed' } });
  });
});

describe('accounts and suggestions', () => {
  it('an account is written, then changed in place', async () => {
    const practice = { ...testAccount, id: 'b0000000-0000-4000-8000-000000000000', kind: 'practice', createdAt: start - 1 } as const;
    await database.repository.saveAccount(practice);
    await database.repository.saveAccount({ ...testAccount, name: 'Renamed', baseUrl: 'https://api.example' });
    expect(await database.repository.accounts()).toEqual([{ ...testAccount, name: 'Renamed', baseUrl: 'https://api.example' }, practice]);
  });

  it('suggests what was used most, twenty at most, nothing empty', async () => {
    const request = { model: 'rare', prompt: 'p', size: '', quality: 'low' };
    const tasks = [
      makeTask({ request }),
      ...Array.from({ length: 3 }, () => makeTask({ request: { ...request, model: 'common', size: '512x512' } })),
      ...Array.from({ length: 30 }, (_, index) => makeTask({ request: { ...request, quality: `q${String(index).padStart(2, '0')}` } })),
    ];
    await database.repository.insertTasks(tasks);
    const { models, sizes, qualities } = await database.repository.suggestions();
    expect(models).toEqual(['rare', 'common']);
    expect(sizes).toEqual(['512x512']);
    expect(qualities).toEqual(['low', ...Array.from({ length: 19 }, (_, index) => `q${String(index).padStart(2, '0')}`)]);
  });
});
