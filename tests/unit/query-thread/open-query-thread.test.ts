import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenTaskQueries, TaskQueries } from '../../../electron/core/engine/task-queries.ts';
import { HttpFailure, type Clock } from '../../../electron/core/ports.ts';
import { direct, type FindRoutes } from '../../../electron/network/route.ts';
import { openQueryThread } from '../../../electron/query-thread/open-query-thread.ts';
import { queryWorkerFile } from '../../support/built-threads.ts';
import { createNotingDesk, type NotingDesk } from '../../support/desk-rig.ts';

/** Milliseconds: longer than any query. */
const rest = 150_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-query-thread-'));
});
afterAll(() => rm(folder, { recursive: true }));

let desk: NotingDesk;
let failures: unknown[];
/** Timers of the test: what waits, and for how long; `run` lets the time pass. */
let timers: { readonly delay: number; readonly run: () => void }[];
const clock: Pick<Clock, 'after'> = {
  after(delay, run) {
    const timer = { delay, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  },
};
const pass = (): void => {
  const due = timers;
  timers = [];
  for (const { run } of due) run();
};

beforeEach(() => {
  desk = createNotingDesk({ baseUrl: 'https://service.latent.test:1', key: 'a-key' });
  failures = [];
  timers = [];
  here = [];
});

/** What is done without a thread. */
let here: string[];

function open(workerFile: string, findRoutes: FindRoutes = () => Promise.reject(new Error('none'))): TaskQueries {
  const withoutThread: OpenTaskQueries = () => ({
    want: ({ id }) => void here.push(`want ${id}`),
    drop: (id) => void here.push(`drop ${id}`),
    forget: () => void here.push('forget'),
    close() {
      here.push('close');
      return Promise.resolve();
    },
  });
  const queries = openQueryThread({ workerFile, clock, random: () => 0.5, desk, findRoutes, withoutThread, failed: (error) => failures.push(error) });
  onTestFinished(() => queries.close());
  return queries;
}

const task = (id: string, wish = 1) => ({ id, accountId: 'account', remoteId: `remote-${id}`, wish });

/** A thread that asks for credentials in the name of what it was started with, and of each task that it gets; `bad` does something to it. */
async function threadThat(what: string): Promise<string> {
  const file = path.join(folder, `${what.replace(/\W/g, '').slice(0, 20)}.cjs`);
  const source = `const { parentPort, workerData } = require('node:worker_threads');
    const ask = (id, wish) => parentPort.postMessage({ kind: 'call', number: 1, call: { kind: 'credentials', task: { id, wish } } });
    parentPort.postMessage({ kind: 'begun' });
    ask('opened ' + workerData.openedAt, 0);
    parentPort.on('message', ({ kind, task }) => {
      if (kind !== 'want') return;
      if (task.id === 'bad') { ${what} }
      ask(task.id, task.wish);
    });`;
  await writeFile(file, source);
  return file;
}

const asked = (): readonly string[] => desk.asked.map(({ id }) => id);
const openedAt = (thread: number): number => Number(asked().filter((id) => id.startsWith('opened'))[thread]?.split(' ')[1]);

describe('the thread of the queries', () => {
  it.each([
    ['throws', `throw new Error('a query did this');`, 'Error: a query did this'],
    ['ends', 'process.exit(3);', 'Error: the thread of the queries ended with code 3'],
  ])('that %s is replaced after a pause, and everything is wanted anew', async (_name, what, why) => {
    const queries = open(await threadThat(what));
    queries.want(task('bad'), 0);
    await expect.poll(() => failures.map(String)).toEqual([why]);
    expect(timers.map(({ delay }) => delay)).toEqual([4_500]);
    // Between the two nothing is sent, and nothing is lost: it is among what is wanted anew.
    queries.want(task('good'), 0);
    queries.drop('bad');
    expect(desk.losses).toBe(0);
    desk.lost = () => {
      desk.losses += 1;
      queries.want(task('good', 2), 0);
    };
    pass();
    expect(desk.losses).toBe(1);
    await expect.poll(asked).toContain('good');
    // Nobody knows when the first one asked last: for the second, everything was asked when that was gone.
    expect(openedAt(1)).toBeGreaterThan(openedAt(0));
    expect(asked().filter((id) => id === 'good').length).toBe(1);
  });

  it('asks no later for having taken its time to begin', async () => {
    const slow = path.join(folder, 'slow.cjs');
    await writeFile(slow, `for (const until = Date.now() + 2_000; Date.now() < until; ); require(${JSON.stringify(queryWorkerFile)});`);
    const queries = open(slow);
    const from = performance.now();
    queries.want(task('a'), 3_010);
    await expect.poll(() => desk.asked.length, { timeout: 20_000, interval: 20 }).toBe(1);
    expect(performance.now() - from).toBeLessThan(4_500);
  });

  it('that breaks again and again is given longer and longer pauses', async () => {
    const queries = open(await threadThat('throw new Error();'));
    const pauses: number[] = [];
    for (let times = 1; times <= 4; times += 1) {
      queries.want(task('bad', times), 0);
      await expect.poll(() => failures.length).toBe(times);
      pauses.push(...timers.map(({ delay }) => delay));
      pass();
    }
    expect(pauses).toEqual([4_500, 9_000, 18_000, 36_000]);
  });

  it('that had worked for long is replaced as soon as one that breaks for the first time', async () => {
    const queries = open(await threadThat('throw new Error();'));
    let later = 0;
    const { hrtime } = process;
    vi.spyOn(process, 'hrtime').mockImplementation((before) => {
      const [seconds, nanoseconds] = hrtime(before);
      return [seconds + later, nanoseconds];
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const pauses: number[] = [];
    for (let times = 1; times <= 2; times += 1) {
      queries.want(task('good', 2 * times), 0);
      later += 600;
      queries.want(task('bad', 2 * times + 1), 0);
      await expect.poll(() => failures.length).toBe(times);
      pauses.push(...timers.map(({ delay }) => delay));
      pass();
    }
    expect(pauses).toEqual([4_500, 4_500]);
  });

  it('for which the system has no room is tried again, and nothing that was wanted is lost', async () => {
    const queries = open('no path of a file');
    queries.want(task('a'), 0);
    queries.want(task('b'), 0);
    expect(failures.length).toBe(1);
    desk.lost = () => {
      desk.losses += 1;
      queries.want(task('a', 2), 0);
      queries.want(task('b', 3), 0);
    };
    pass();
    expect([failures.length, desk.losses]).toEqual([2, 1]);
    expect(timers.map(({ delay }) => delay)).toEqual([9_000]);
  });

  it.each([
    ['is not there', () => path.join(folder, 'nothing-here.cjs')],
    ['cannot be read', () => 'no path of a file'],
  ])('that cannot be begun three times, as its file %s, is done without', async (_name, file) => {
    const queries = open(file());
    for (let times = 1; times <= 3; times += 1) {
      expect(here).toEqual([]);
      queries.want(task('a', times), 0);
      await expect.poll(() => failures.length).toBe(times);
      if (times === 3) desk.lost = () => queries.want(task('a', 4), 0);
      pass();
    }
    queries.forget();
    queries.drop('a');
    await queries.close();
    expect(here).toEqual(['want a', 'forget', 'drop a', 'close']);
    expect(failures.length).toBe(3);
  });

  it('rests when there was nothing to query for some minutes; the next one counts from when the first could have asked', async () => {
    const queries = open(await threadThat(''));
    queries.want(task('a'), 0);
    await expect.poll(asked).toContain('a');
    queries.want(task('b', 2), 0);
    queries.drop('a');
    expect(timers).toEqual([]);
    queries.drop('b');
    expect(timers.map(({ delay }) => delay)).toEqual([rest]);
    // Wanted again before they are over: it stays.
    queries.want(task('c', 3), 0);
    expect(timers).toEqual([]);
    await expect.poll(asked).toContain('c');
    queries.drop('c');
    pass();
    queries.want(task('d', 4), 0);
    await expect.poll(asked).toContain('d');
    expect(asked().filter((id) => id.startsWith('opened')).length).toBe(2);
    expect(openedAt(1)).toBe(openedAt(0));
    expect(failures).toEqual([]);
  });

  it.each([
    ['no key is there for its only task', () => (desk.onCredentials = () => ({ kind: 'not-now', delay: null }))],
    ['its only task wants no more', () => (desk.onAnswer = () => null)],
  ])('rests when %s', async (_name, prepare) => {
    prepare();
    const queries = open(queryWorkerFile);
    queries.want(task('a'), 0);
    await expect.poll(() => timers.map(({ delay }) => delay), { timeout: 20_000 }).toEqual([rest]);
  });

  it('finds its way by the main thread, which knows the proxies, and is told why there is none', async () => {
    const origins: string[] = [];
    const queries = open(queryWorkerFile, (origin) => {
      origins.push(origin);
      return Promise.reject(new HttpFailure('PROXY_UNREACHABLE', false));
    });
    queries.want(task('a'), 0);
    await expect.poll(() => desk.answers.length, { timeout: 20_000 }).toBe(1);
    expect(origins).toEqual(['https://service.latent.test:1']);
    expect(desk.answers[0]).toMatchObject({ outcome: { kind: 'trouble', trouble: 'proxy-unreachable', said: { code: 'PROXY_UNREACHABLE' } } });
  });

  it('goes the way that it was told a moment ago, but not after that was to be forgotten', async () => {
    const answers = [Promise.resolve(direct), Promise.reject(new HttpFailure('PROXY_AUTH', false))];
    for (const answer of answers) answer.catch(() => undefined);
    const queries = open(queryWorkerFile, () => answers.shift() ?? Promise.reject(new HttpFailure('PROXY_UNREACHABLE', false)));
    queries.want(task('a'), 0);
    await expect.poll(() => desk.answers.length, { timeout: 20_000 }).toBe(1);
    queries.forget();
    await expect.poll(() => desk.answers.length, { timeout: 20_000 }).toBe(2);
    const [first, second] = desk.answers.map(({ outcome }) => ('said' in outcome ? outcome.said.code : null));
    expect(first).not.toBe('PROXY_AUTH');
    expect(second).toBe('PROXY_AUTH');
  });
});
