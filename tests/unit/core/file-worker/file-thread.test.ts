import { execFileSync } from 'node:child_process';
import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../../../electron/core/file-worker/run-file-job.ts';
import { createFileThread, type FileThread } from '../../../../electron/core/file-worker/file-thread.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { fileWorkerFile } from '../../../support/built-threads.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';

/** Real threads. What no sample file causes is done by a worker that the test writes. */

let folder: string;
let clock: FakeClock;
let thread: FileThread | null = null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-thread-'));
  clock = createFakeClock();
});
afterEach(async () => {
  await thread?.stop();
  await rm(folder, { recursive: true });
});

/** A thread that does `what` when it gets the path `bad`, and answers any other path at once. `begun()` in `what` tells the test that it has started. */
async function threadThat(what: string): Promise<FileThread> {
  const workerFile = path.join(folder, 'worker.cjs');
  const source = `const { existsSync, openSync, writeFileSync } = require('node:fs');
    const { parentPort, workerData: { disk } } = require('node:worker_threads');
    const begun = () => writeFileSync(${JSON.stringify(path.join(folder, 'begun'))}, '');
    parentPort.on('message', (job) => { if (job.path === 'bad') { ${what} } else parentPort.postMessage({ kind: 'looked', value: null }); });`;
  await writeFile(workerFile, source);
  thread = createFileThread({ workerFile, clock });
  return thread;
}

function hasBegun(): Promise<void> {
  return expect.poll(() => existsSync(path.join(folder, 'begun')), { timeout: 20_000 }).toBe(true);
}

const tooCostly = { kind: 'refused', why: 'too-costly' } as const;
const looked = { kind: 'looked', value: null } as const;

describe('the file thread', () => {
  it.each([
    ['grows', 'const all = []; for (;;) all.push(new Array(100_000).fill({}));'],
    ['throws', `throw new Error('a file did this');`],
    ['ends', 'process.exit(3);'],
  ])('refuses a file with which the thread %s, and looks at the next one', async (_name, what) => {
    const asked = await threadThat(what);
    expect(await Promise.all([asked.run({ kind: 'look', path: 'bad' }), asked.run({ kind: 'look', path: 'good' })])).toEqual([tooCostly, looked]);
  });

  it.each([
    { kind: 'look', path: 'bad' },
    { kind: 'wildcard-file', path: 'bad', found: { file: 'bad.yaml', path: 'bad', bytes: 1, modified: 0, trouble: null } },
  ] as const)('refuses a file that takes twenty seconds to compute ($kind), and looks at the next one', async (job) => {
    const asked = await threadThat('begun(); for (;;);');
    const answers = Promise.all([asked.run(job), asked.run({ kind: 'look', path: 'good' })]);
    await hasBegun();
    await clock.advance(19_000);
    expect(clock.waiting()).toBe(1);
    await clock.advance(1_000);
    expect(await answers).toEqual([tooCostly, looked]);
  });

  it('may wait for a slow disk longer than compute', async () => {
    const go = path.join(folder, 'go');
    const wait = `const timer = setInterval(() => { if (!existsSync(${JSON.stringify(go)})) return; clearInterval(timer); parentPort.postMessage({ kind: 'looked', value: null }); }, 10);`;
    const asked = await threadThat(`Atomics.store(disk, 0, 1); begun(); ${wait}`);
    const answer = asked.run({ kind: 'look', path: 'bad' });
    await hasBegun();
    await clock.advance(599_000);
    await writeFile(go, '');
    expect(await answer).toEqual(looked);
  });

  it('gives up a file whose disk never answers', async () => {
    const asked = await threadThat('Atomics.store(disk, 0, 1); begun();');
    const answer = asked.run({ kind: 'look', path: 'bad' });
    await hasBegun();
    await clock.advance(599_000);
    expect(clock.waiting()).toBe(1);
    await clock.advance(1_000);
    expect(await answer).toEqual({ kind: 'failed', side: 'source', code: 'ETIMEDOUT' });
  });

  it('shows when a look waits for the disk', async () => {
    const file = path.join(folder, 'a.png');
    await writeFile(file, samplePicture('png').bytes);
    const disk = new Int32Array(1);
    const seen = new Set<number | undefined>();
    const real = fs.readSync;
    fs.readSync = ((...of: Parameters<typeof fs.readSync>) => {
      seen.add(disk[0]);
      return real(...of);
    }) as typeof fs.readSync;
    syncBuiltinESMExports();
    try {
      expect((await runJob({ kind: 'look', path: file }, disk)).kind).toBe('looked');
    } finally {
      fs.readSync = real;
      syncBuiltinESMExports();
    }
    expect([[...seen], disk[0]]).toEqual([[1], 0]);
  });

  it('is started again with the next job if the system could not start it', async () => {
    // Starting a thread from such a URL throws.
    const workerFile = new URL('https://nowhere.test/');
    const asked = createFileThread({ workerFile, clock: createSystemClock() });
    await expect(asked.run({ kind: 'look', path: 'first' })).rejects.toThrow();
    await threadThat('');
    workerFile.href = pathToFileURL(path.join(folder, 'worker.cjs')).href;
    expect(await asked.run({ kind: 'look', path: 'second' })).toEqual(looked);
    await asked.stop();
  });

  it('does not answer a job of its successor after it was ended', async () => {
    const asked = await threadThat(`parentPort.postMessage({ kind: 'hashed', value: 'late' }); begun();`);
    const first = asked.run({ kind: 'look', path: 'bad' });
    // The answer is on its way, and the busy main thread has not received it.
    const begunFile = path.join(folder, 'begun');
    for (const deadline = Date.now() + 10_000; !existsSync(begunFile) && Date.now() < deadline;);
    expect(existsSync(begunFile)).toBe(true);
    const ended = asked.stop();
    const second = asked.run({ kind: 'look', path: 'good' });
    expect(await Promise.all([first, second])).toEqual([tooCostly, looked]);
    await ended;
  });

  it.skipIf(process.platform === 'win32')('closes only when every ended thread is gone, because one may wait for a disk that does not answer', async () => {
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const asked = await threadThat(`begun(); openSync(${JSON.stringify(pipe)}, 'r');`);
    const stuck = asked.run({ kind: 'look', path: 'bad' });
    await hasBegun();
    await clock.advance(20_000);
    expect(await stuck).toEqual(tooCostly);
    expect(await asked.run({ kind: 'look', path: 'good' })).toEqual(looked);
    let closed = false;
    const closing = asked.close().then(() => (closed = true));
    // By then the other thread is gone.
    await asked.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(closed).toBe(false);
    await (await open(pipe, 'w')).close();
    await closing;
  });

  it('distinguishes an error of the source from an error of the library', async () => {
    thread = createFileThread({ workerFile: fileWorkerFile, clock: createSystemClock() });
    const file = path.join(folder, 'a.png');
    await writeFile(file, samplePicture('png').bytes);
    const missing = path.join(folder, 'missing.png');
    expect(await thread.run({ kind: 'look', path: missing })).toEqual({ kind: 'failed', side: 'source', code: 'ENOENT' });
    expect(await thread.run({ kind: 'look', path: folder })).toEqual({ kind: 'failed', side: 'source', code: 'EINVAL' });
    expect(await thread.run({ kind: 'copy', path: file, part: path.join(folder, 'no', 'part') })).toEqual({ kind: 'failed', side: 'library', code: 'ENOENT' });
    expect(await thread.run({ kind: 'copy', path: file, part: file })).toEqual({ kind: 'failed', side: 'library', code: 'EEXIST' });
  });
});
