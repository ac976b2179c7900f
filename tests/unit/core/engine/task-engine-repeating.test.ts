import { describe, expect, it } from 'vitest';
import { isMadeFor } from '../../../../electron/core/engine/submission/repeat-key.ts';
import type { SubmitOutcome } from '../../../../electron/core/service/outcomes.ts';
import { remoteIdOf, type Task, type TaskId, type TaskState } from '../../../../shared/task.ts';
import { accepted, busy, completed, delivered, notFound, notSent, rejected, testRefused, unknown } from '../../../support/engine-fakes.ts';
import { testAccount } from '../../../support/open-test-database.ts';
import { openEngineRig, type EngineRig } from '../../../support/task-engine-rig.ts';
import { endLate, hour, keysSent, lost, minute, openUnknown, pass, second } from './repeating-rig.ts';

const failing: SubmitOutcome = { kind: 'unknown', reason: 'server-error', said: { httpStatus: 500, code: null, message: 'Sorry.' }, answer: null };
const inProgress: SubmitOutcome = { kind: 'rejected', keyRefused: false, said: { httpStatus: 409, code: null, message: 'Still working on it.' }, answer: { at: 1, httpStatus: 409, body: '{}', truncated: false } };

describe('without the option', () => {
  it('nothing has a key, and nothing is sent again, in this run or the next', async () => {
    const rig = await openEngineRig();
    rig.service.onPost = () => lost;
    await rig.engine.start();
    const [id = ''] = await rig.submit();
    await endLate(rig);
    await pass(rig, 2 * hour);
    rig.repeats = { hours: 24 };
    rig.engine.moneyChanged((await rig.stored(id)).task.accountId);
    await rig.crash();
    await pass(rig, 2 * hour);
    expect(keysSent(rig)).toEqual([null]);
    expect((await rig.stored(id)).task).toMatchObject({ idempotencyKey: null, repeated: 0, state: { status: 'unknown' } });
  });
});

describe('an unknown outcome', () => {
  it('is asked again with the same key and the same body, and ends as accepted', async () => {
    const { rig, id } = await openUnknown();
    expect(await rig.state(id)).toMatchObject({ status: 'unknown', reason: 'connection-lost' });
    expect(rig.changes.at(-1)?.task.state).toMatchObject({ repeatAt: rig.clock.now() + 5 * second });
    const [first] = rig.service.posts;
    const { submittedAt } = (await rig.stored(id)).task;
    rig.service.onPost = () => accepted('remote-1');
    await rig.clock.advance(20 * second);
    const [, again] = rig.service.posts;
    expect(again).toMatchObject({ request: first?.request, idempotencyKey: first?.idempotencyKey });
    expect((await rig.stored(id)).task).toMatchObject({ submittedAt, repeated: 1, state: { status: 'completed', remoteId: 'remote-1' } });
    await pass(rig, 2 * hour);
    expect(rig.service.posts.length).toBe(2);
  });

  it('may be answered with the pictures', async () => {
    const { rig, id } = await openUnknown();
    rig.service.onPost = () => delivered({ kind: 'url', url: 'https://pictures.test/1.png' });
    await rig.clock.advance(20 * second);
    expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed' } }, images: [{ state: { status: 'kept' } }] });
  });

  it('is asked again five times, with growing pauses', async () => {
    const { rig, id } = await openUnknown();
    const times = [rig.clock.now()];
    rig.service.onPost = () => {
      times.push(rig.clock.now());
      rig.service.posts.at(-1)?.settleLate(null);
      return failing;
    };
    await rig.clock.advance(24 * hour);
    expect(times.slice(1).map((time, at) => time - (times[at] ?? 0))).toEqual([5 * second, 30 * second, 2 * minute, 10 * minute, hour]);
    expect(new Set(keysSent(rig)).size).toBe(1);
    expect((await rig.stored(id)).task).toMatchObject({ repeated: 5, state: { status: 'unknown', reason: 'server-error', said: { httpStatus: 500 } } });
    expect(rig.changes.at(-1)?.task.state).not.toHaveProperty('repeatAt');
  });

  it('is asked again five times at most over all starts, however they end', async () => {
    const { rig } = await openUnknown();
    rig.service.onPost = () => failing;
    for (let start = 0; start < 8; start += 1) {
      await pass(rig, 2 * hour);
      await (start % 2 === 0 ? rig.crash() : rig.restart());
    }
    expect(rig.service.posts.length).toBe(6);
  });

  it('is not asked again while the first connection may still be answered', async () => {
    const rig = await openEngineRig();
    rig.repeats = { hours: 24 };
    rig.service.onPost = () => unknown;
    await rig.engine.start();
    const [id = ''] = await rig.submit();
    await rig.clock.advance(9 * minute);
    expect(rig.service.posts.length).toBe(1);
    expect(rig.changes.at(-1)?.task.state).toMatchObject({ repeatAt: null });
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    rig.service.posts[0]?.settleLate(accepted('remote-1'));
    await rig.clock.advance(hour);
    expect(rig.service.posts.length).toBe(1);
    expect(await rig.state(id)).toMatchObject({ status: 'completed', remoteId: 'remote-1' });
  });

  it('is sent one at a time', async () => {
    const rig = await openEngineRig();
    rig.repeats = { hours: 24 };
    rig.settings.concurrentSubmissions = 1;
    rig.service.onPost = () => lost;
    await rig.engine.start();
    const ids = await rig.submit(3);
    await endLate(rig);
    const before = rig.service.posts.length;
    rig.service.onPost = () => null;
    await rig.clock.advance(minute);
    expect(rig.service.posts.length).toBe(before + 1);
    rig.service.posts.at(-1)?.settle(accepted('remote-1'));
    await rig.settle();
    expect(rig.service.posts.length).toBe(before + 2);
    expect(ids.length).toBe(3);
  });
});

/** What the service says to a repetition, and what the task is then. `again`: whether it is sent once more within an hour. */
const answers: readonly { readonly name: string; readonly outcome: SubmitOutcome; readonly said: number | null; readonly repeated: number; readonly again: boolean }[] = [
  { name: 'a refusal (400)', outcome: rejected(), said: 400, repeated: 1, again: false },
  { name: 'no credits (402)', outcome: { ...inProgress, said: { ...inProgress.said, httpStatus: 402 } }, said: 402, repeated: 1, again: false },
  { name: 'another body (422)', outcome: { ...inProgress, said: { ...inProgress.said, httpStatus: 422 } }, said: 422, repeated: 1, again: false },
  { name: 'still in progress (409)', outcome: inProgress, said: 409, repeated: 1, again: true },
  { name: 'busy (429)', outcome: busy(20 * minute), said: 429, repeated: 0, again: true },
  { name: 'an error of the server (500)', outcome: failing, said: 500, repeated: 1, again: true },
  { name: 'nothing, because no connection was made', outcome: notSent, said: null, repeated: 0, again: true },
];

describe('a repetition', () => {
  it.each(answers)('that is answered with $name leaves the outcome unknown', async ({ outcome, said, repeated, again }) => {
    const { rig, id } = await openUnknown();
    rig.service.onPost = () => outcome;
    await rig.clock.advance(6 * second);
    expect(rig.service.posts.length).toBe(2);
    expect((await rig.stored(id)).task).toMatchObject({ repeated, endedAt: null, state: { status: 'unknown', said: { httpStatus: said } } });
    rig.service.onPost = () => accepted('remote-1');
    await pass(rig, hour);
    expect(rig.service.posts.length).toBe(again ? 3 : 2);
    expect((await rig.state(id)).status).toBe(again ? 'completed' : 'unknown');
    expect(new Set(keysSent(rig)).size).toBe(1);
  });

  it('waits for another key if the service refuses the key, and is not sent with one of which nobody knows whose it is', async () => {
    const { rig, id } = await openUnknown();
    rig.service.onTest = () => testRefused;
    rig.service.onPost = () => rejected(true);
    await rig.clock.advance(6 * second);
    expect(await rig.state(id)).toMatchObject({ status: 'unknown', said: { httpStatus: 401 } });
    await pass(rig, hour);
    expect(rig.service.posts.length).toBe(2);
    const { accountId } = (await rig.stored(id)).task;
    rig.accounts.key = 'key-2';
    rig.engine.accountReady(accountId);
    await pass(rig, hour);
    expect(rig.service.posts.length).toBe(2);
    rig.accounts.key = 'key-1';
    rig.accounts.refused.length = 0;
    rig.service.onPost = () => accepted('remote-1');
    rig.engine.accountReady(accountId);
    await pass(rig, minute);
    expect((await rig.state(id)).status).toBe('completed');
  });

  it('is not made when the person has decided meanwhile, and is when that is undone', async () => {
    const decide: Readonly<Record<string, readonly [(rig: EngineRig, id: TaskId) => Promise<void>, ((rig: EngineRig, id: TaskId) => Promise<void>) | null]>> = {
      hidden: [(rig, id) => rig.engine.dismiss(id), (rig, id) => rig.engine.undismiss(id)],
      settled: [(rig, id) => rig.engine.settle(id, '0'), (rig, id) => rig.engine.settle(id, null)],
      'given an id': [
        (rig, id) => {
          rig.service.onQuery = () => notFound;
          return rig.engine.attach(id, 'pasted', true);
        },
        (rig, id) => rig.engine.detach(id),
      ],
    };
    for (const [name, [take, undo]] of Object.entries(decide)) {
      const { rig, id } = await openUnknown();
      rig.service.onPost = () => accepted('remote-1');
      await take(rig, id);
      await pass(rig, 3 * hour);
      expect(rig.service.posts.length, name).toBe(1);
      if (undo === null) continue;
      await undo(rig, id);
      await pass(rig, minute);
      expect(rig.service.posts.length, `${name}, undone`).toBe(2);
    }
  });

  it('is not made when the person sends the task as a new one', async () => {
    const { rig, id } = await openUnknown();
    const { request, accountId } = (await rig.stored(id)).task;
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await rig.engine.submit([{ id: '6f6e2a52-4b5f-4a58-9f0e-0d1c7e7b9c11', accountId, request, retryOf: id }]);
    await pass(rig, hour);
    expect(new Set(keysSent(rig)).size).toBe(2);
    expect(rig.service.posts.length).toBe(2);
    await rig.restart();
    await pass(rig, hour);
    expect(rig.service.posts.length, 'after a restart').toBe(2);
  });

  it('is not made when the person sends the task as a new one while it is being prepared', async () => {
    const { rig, id } = await openUnknown();
    const { request, accountId } = (await rig.stored(id)).task;
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    const written = Promise.withResolvers<void>();
    rig.diskBusy = (method) => (method === 'saveTask' ? written.promise : null);
    await rig.clock.advance(6 * second);
    rig.diskBusy = () => null;
    const anew = rig.engine.submit([{ id: '6f6e2a52-4b5f-4a58-9f0e-0d1c7e7b9c11', accountId, request, retryOf: id }]);
    written.resolve();
    await anew;
    await pass(rig, hour);
    expect(new Set(keysSent(rig)).size).toBe(rig.service.posts.length);
  });

  it('is not made when the id came late, and the one that the person entered is taken back', async () => {
    const rig = await openEngineRig();
    rig.repeats = { hours: 24 };
    rig.service.onPost = () => unknown;
    rig.service.onQuery = () => notFound;
    await rig.engine.start();
    const [id = ''] = await rig.submit();
    await rig.engine.attach(id, 'wrong', true);
    rig.service.posts[0]?.settleLate(accepted('its-own'));
    await rig.settle();
    await rig.engine.detach(id);
    await pass(rig, hour);
    expect(rig.service.posts.length).toBe(1);
  });

  it.each([
    ['the whole queue is on hold', (rig: EngineRig, on: boolean) => {
      rig.settings.queueStopped = on;
      rig.engine.queueChanged();
    }],
    ['the account no longer has the option', (rig: EngineRig, on: boolean, accountId: string) => {
      rig.repeats = on ? null : { hours: 24 };
      rig.engine.moneyChanged(accountId);
    }],
    ['the account has no key', (rig: EngineRig, on: boolean, accountId: string) => {
      rig.accounts.key = on ? null : 'key-1';
      if (!on) rig.engine.accountReady(accountId);
    }],
  ])('waits while %s', async (_, hold) => {
    const { rig, id } = await openUnknown();
    const { accountId } = (await rig.stored(id)).task;
    rig.service.onPost = () => accepted('remote-1');
    hold(rig, true, accountId);
    await pass(rig, 2 * hour);
    expect(rig.service.posts.length).toBe(1);
    hold(rig, false, accountId);
    await pass(rig, minute);
    expect((await rig.state(id)).status).toBe('completed');
  });

  it.each([
    ['after the time for which the service remembers keys', 2 * hour, 1],
    ['shortly before its end, because it takes time', 2 * hour - minute, 1],
    ['if the clock was set back, because nobody knows how much time has passed', -minute, 1],
    ['before its end', 2 * hour - 5 * minute, 2],
  ])('%s', async (_, passed, posts) => {
    const { rig } = await openUnknown();
    rig.repeats = { hours: 2 };
    rig.service.onPost = () => accepted('remote-1');
    rig.clock.moveWall(passed);
    await rig.clock.advance(10 * second);
    expect(rig.service.posts.length).toBe(posts);
    await rig.restart();
    rig.clock.moveWall(passed);
    await rig.clock.advance(10 * second);
    expect(rig.service.posts.length).toBe(posts);
  });

  const decisions: Readonly<Record<string, readonly [(rig: EngineRig, id: TaskId) => Promise<void>, Partial<Task>, Partial<Task>]>> = {
    'settled as not charged': [(rig, id) => rig.engine.settle(id, '0'), { settled: '0', state: { status: 'unknown', reason: 'server-error' } as TaskState }, { settled: null }],
    settled: [(rig, id) => rig.engine.settle(id, '2'), { settled: '2', state: { status: 'unknown', reason: 'server-error' } as TaskState }, { settled: '2' }],
    hidden: [(rig, id) => rig.engine.dismiss(id), { dismissedAt: expect.any(Number), state: { status: 'unknown', reason: 'server-error' } as TaskState }, { dismissedAt: null }],
  };
  it.each(Object.entries(decisions))('that is under way does not keep the task from being %s: it is the last one, and what is accepted is not lost', async (_, [decide, unknownThen, acceptedThen]) => {
    for (const outcome of [failing, accepted('remote-1')]) {
      const { rig, id } = await openUnknown();
      rig.service.onPost = () => null;
      await rig.clock.advance(6 * second);
      expect(await rig.state(id)).toMatchObject({ status: 'submitting' });
      await decide(rig, id);
      rig.service.posts.at(-1)?.settle(outcome);
      await rig.settle();
      await pass(rig, 2 * hour);
      const { task } = await rig.stored(id);
      expect(task).toMatchObject(outcome === failing ? unknownThen : { ...acceptedThen, state: { remoteId: 'remote-1' } });
      expect(rig.service.posts.length).toBe(2);
    }
  });

  it('that is under way does not keep an id from being entered, whatever it is answered with', async () => {
    for (const outcome of [failing, inProgress, accepted('pasted'), accepted('another'), delivered({ kind: 'url', url: 'https://pictures.test/1.png' })]) {
      const { rig, id } = await openUnknown();
      rig.service.onPost = () => null;
      await rig.clock.advance(6 * second);
      await rig.engine.attach(id, 'pasted', true);
      rig.service.posts.at(-1)?.settle(outcome);
      await rig.settle();
      await pass(rig, hour);
      expect(await rig.stored(id)).toMatchObject({ task: { state: { status: 'completed', remoteId: 'pasted' } }, images: [{ state: { status: 'kept' } }] });
      const others = rig.changes.filter(({ task }) => task.retryOf === id).map(({ task }) => remoteIdOf(task));
      expect([...new Set(others)]).toEqual(outcome.kind === 'accepted' && outcome.remoteId === 'another' ? ['another'] : []);
      expect(rig.service.posts.length).toBe(2);
    }
  });

  it('has the same references, and is not made without them', async () => {
    const rig = await openEngineRig();
    rig.repeats = { hours: 24 };
    const field = { name: 'image', json: [Buffer.from('"data"')] };
    let there = true;
    rig.attach = () => Promise.resolve(there ? { field, isCurrent: () => true } : null);
    rig.service.onPost = () => lost;
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    await rig.engine.start();
    const id = '0d1c7e7b-4b5f-4a58-9f0e-6f6e2a52aaaa';
    const { accountId } = (await rig.stored((await rig.submit())[0] ?? '')).task;
    await rig.engine.submit([{ id, accountId, request: { model: '', prompt: 'with', size: '', quality: '', references: [{ kind: 'address', url: 'https://a.test/1.png' }] }, retryOf: null }]);
    await rig.settle();
    there = false;
    await endLate(rig);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await pass(rig, 2 * hour);
    const withThem = (): number => rig.service.posts.filter(({ request }) => request.prompt === 'with').length;
    expect(withThem()).toBe(1);
    there = true;
    rig.engine.referencesChanged();
    await pass(rig, minute);
    expect(withThem()).toBe(2);
    expect(rig.service.posts.at(-1)).toMatchObject({ references: field });
    expect((await rig.state(id)).status).toBe('completed');
  });

  it('does not miss copies of its references that are there again while it is prepared', async () => {
    const rig = await openEngineRig();
    rig.repeats = { hours: 24 };
    const attached = { field: { name: 'image', json: [Buffer.from('"data"')] }, isCurrent: () => true };
    rig.attach = () => Promise.resolve(attached);
    rig.service.onPost = () => lost;
    rig.service.onQuery = () => completed('https://pictures.test/1.png');
    await rig.engine.start();
    const request = { model: '', prompt: 'with', size: '', quality: '', references: [{ kind: 'address', url: 'https://a.test/1.png' }] } as const;
    await rig.engine.submit([{ id: '0d1c7e7b-4b5f-4a58-9f0e-6f6e2a52bbbb', accountId: testAccount.id, request, retryOf: null }]);
    await rig.settle();
    const reading = Promise.withResolvers<null>();
    rig.attach = () => reading.promise;
    await endLate(rig);
    rig.service.onPost = (count) => accepted(`remote-${count}`);
    await rig.clock.advance(minute);
    rig.attach = () => Promise.resolve(attached);
    rig.engine.referencesChanged();
    reading.resolve(null);
    await pass(rig, minute);
    expect(rig.service.posts.length).toBe(2);
  });
});

it('a task is not sent with a key that was made for other credentials', async () => {
  const rig = await openEngineRig();
  rig.repeats = { hours: 24 };
  await rig.engine.start();
  const written = Promise.withResolvers<void>();
  rig.diskBusy = (method) => (method === 'saveTask' ? written.promise : null);
  const [id = ''] = await rig.submit();
  rig.accounts.key = 'key-2';
  rig.engine.accountReady((await rig.stored(id)).task.accountId);
  rig.diskBusy = () => null;
  written.resolve();
  await rig.settle();
  const { accountId } = (await rig.stored(id)).task;
  expect(rig.service.posts.map(({ key, idempotencyKey }) => [key, isMadeFor(idempotencyKey ?? '', accountId, { baseUrl: 'https://service.test', key })])).toEqual([['key-2', true]]);
});

it('a task that was certainly not sent gets a new key when it is sent', async () => {
  const rig = await openEngineRig();
  rig.repeats = { hours: 24 };
  rig.service.onPost = (count) => (count === 1 ? notSent : count === 2 ? busy(second) : accepted('remote-1'));
  await rig.engine.start();
  const [id = ''] = await rig.submit();
  await pass(rig, 5 * minute);
  expect(rig.service.posts.length).toBe(3);
  expect(new Set(keysSent(rig)).size).toBe(3);
  expect((await rig.stored(id)).task).toMatchObject({ idempotencyKey: keysSent(rig)[2], repeated: 0 });
});
