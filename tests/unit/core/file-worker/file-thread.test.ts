import { execFileSync } from 'node:child_process';
import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../../../electron/core/file-worker/file-jobs.ts';
import { createFileThread, type FileThread } from '../../../../electron/core/file-worker/file-thread.ts';
import { createSystemClock } from '../../../../electron/core/util/system-clock.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { importWorkerFile } from '../../../support/built-threads.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';

/** Untrusted files in a real thread. The test's own worker plays faults that no sample causes. */

let folder: string;
let thread: FileThread | null = null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-thread-'));
});
afterEach(async () => {
  await thread?.rest();
  await rm(folder, { recursive: true });
});

/** A thread that runs `what` for the file `bad`, and answers for any other at once. */
async function threadThat(what: string, fake?: FakeClock): Promise<FileThread> {
  const workerFile = path.join(folder, 'worker.cjs');
  const source = `const { parentPort, workerData: { disk } } = require('node:worker_threads');
    parentPort.on('message', (job) => { if (job.path === 'bad') { ${what} } else parentPort.postMessage({ kind: 'looked', value: null }); });`;
  await writeFile(workerFile, source);
  const clock = createSystemClock();
  // Shorter limits.
  thread = createFileThread({ workerFile, clock: fake ?? { after: (delay, run) => clock.after(delay * 0.075, run) } });
  return thread;
}

describe('the file thread', () => {
  it.each([
    ['hangs', 'for (;;);'],
    ['grows', 'const all = []; for (;;) all.push(new Array(100_000).fill({}));'],
    ['throws', `throw new Error('a file did this');`],
    ['ends', 'process.exit(3);'],
  ])('is ended when a file makes it so that it %s, and the next file is looked at', async (_name, what) => {
    const asked = await threadThat(what);
    const answers = await Promise.all([asked.run({ kind: 'look', path: 'bad' }), asked.run({ kind: 'look', path: 'good' })]);
    expect(answers).toEqual([{ kind: 'refused', why: 'too-costly' }, { kind: 'looked', value: null }]);
  });

  it('may wait for a slow disk longer than compute', async () => {
    const asked = await threadThat(`Atomics.store(disk, 0, 1); setTimeout(() => { Atomics.store(disk, 0, 0); parentPort.postMessage({ kind: 'looked', value: null }); }, 5_000);`);
    expect(await asked.run({ kind: 'look', path: 'bad' })).toEqual({ kind: 'looked', value: null });
  });

  it('gives up a file whose disk never answers', async () => {
    const fake = createFakeClock();
    const said = path.join(folder, 'said');
    const asked = await threadThat(`Atomics.store(disk, 0, 1); require('node:fs').writeFileSync(${JSON.stringify(said)}, '');`, fake);
    const answer = asked.run({ kind: 'look', path: 'bad' });
    await expect.poll(() => existsSync(said), { timeout: 20_000 }).toBe(true);
    await fake.advance(599_000);
    expect(fake.waiting()).toBe(1);
    await fake.advance(1_000);
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
    expect(await asked.run({ kind: 'look', path: 'second' })).toEqual({ kind: 'looked', value: null });
    await asked.rest();
  });

  it('answers no job of its successor after it was ended', async () => {
    const said = path.join(folder, 'said');
    const asked = await threadThat(`parentPort.postMessage({ kind: 'hashed', value: 'late' }); require('node:fs').writeFileSync(${JSON.stringify(said)}, '');`);
    const first = asked.run({ kind: 'look', path: 'bad' });
    // Its answer has been sent, but this thread has not received it yet.
    for (const deadline = Date.now() + 10_000; !existsSync(said) && Date.now() < deadline;);
    expect(existsSync(said)).toBe(true);
    const ended = asked.rest();
    const second = asked.run({ kind: 'look', path: 'good' });
    expect(await Promise.all([first, second])).toEqual([{ kind: 'refused', why: 'too-costly' }, { kind: 'looked', value: null }]);
    await ended;
  });

  it.skipIf(process.platform === 'win32')('is not closed before each that was ended is gone: one may wait for a disk that does not answer', async () => {
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const asked = await threadThat(`require('node:fs').openSync(${JSON.stringify(pipe)}, 'r');`);
    expect(await asked.run({ kind: 'look', path: 'bad' })).toEqual({ kind: 'refused', why: 'too-costly' });
    expect(await asked.run({ kind: 'look', path: 'good' })).toEqual({ kind: 'looked', value: null });
    let closed = false;
    const closing = asked.close().then(() => (closed = true));
    // By then the other thread is gone.
    await asked.rest();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(closed).toBe(false);
    await (await open(pipe, 'w')).close();
    await closing;
  });

  it('tells an error of the source from an error of the library', async () => {
    thread = createFileThread({ workerFile: importWorkerFile, clock: createSystemClock() });
    const file = path.join(folder, 'a.png');
    await writeFile(file, samplePicture('png').bytes);
    const missing = path.join(folder, 'missing.png');
    expect(await thread.run({ kind: 'look', path: missing })).toEqual({ kind: 'failed', side: 'source', code: 'ENOENT' });
    expect(await thread.run({ kind: 'look', path: folder })).toEqual({ kind: 'failed', side: 'source', code: 'EINVAL' });
    expect(await thread.run({ kind: 'copy', path: file, part: path.join(folder, 'no', 'part') })).toEqual({ kind: 'failed', side: 'library', code: 'ENOENT' });
    expect(await thread.run({ kind: 'copy', path: file, part: file })).toEqual({ kind: 'failed', side: 'library', code: 'EEXIST' });
  });
});
