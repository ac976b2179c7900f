import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const lock = new URL('../../../../electron/platform/process/instance-lock.ts', import.meta.url).href;
let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-lock-'));
  children = [];
  await writeFile(path.join(folder, 'take.mjs'), `import { writeFileSync } from 'node:fs';\nimport { takeInstanceLock } from ${JSON.stringify(lock)};\nwriteFileSync(${JSON.stringify(path.join(folder, 'asking'))}, '');\nprocess.send(takeInstanceLock(process.argv[2], 2000) === 'ours');\nsetInterval(() => {}, 1000);\n`);
});
afterEach(async () => {
  await Promise.all(children.map(end));
  await rm(folder, { recursive: true });
});

/** A process that tries to take the lock and then stays. */
async function start(): Promise<{ child: ChildProcess; has: boolean }> {
  const child = fork(path.join(folder, 'take.mjs'), [path.join(folder, 'data')], { execArgv: [] });
  children.push(child);
  const [has] = (await once(child, 'message')) as [boolean];
  return { child, has };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('the instance lock', () => {
  it('goes to exactly one of many that start at once, and after SIGKILL to exactly one again', async () => {
    for (let round = 0; round < 2; round += 1) {
      const all = await Promise.all(Array.from({ length: 3 }, start));
      expect(all.filter(({ has }) => has)).toHaveLength(1);
      await Promise.all(all.map(({ child }) => end(child)));
    }
  });

  it('is waited for while another process only looks at it', async () => {
    await mkdir(path.join(folder, 'data'));
    const looking = new DatabaseSync(path.join(folder, 'data', 'instance.lock'));
    looking.exec('BEGIN; SELECT * FROM sqlite_schema');
    const taken = start();
    await expect.poll(() => existsSync(path.join(folder, 'asking'))).toBe(true);
    // Without a wait, the lock would be refused at once.
    await new Promise((resolve) => setTimeout(resolve, 50));
    looking.exec('COMMIT');
    expect((await taken).has).toBe(true);
    looking.close();
  });

  it.each([
    ['garbage', (file: string) => writeFile(file, 'not a database, but longer than the sixteen bytes of a header'.repeat(20))],
    ['a folder', (file: string) => mkdir(path.join(file, 'inner'), { recursive: true })],
    ['an empty file', (file: string) => writeFile(file, '')],
  ])('is taken once if its file is %s', async (_what, leave) => {
    await mkdir(path.join(folder, 'data'));
    await leave(path.join(folder, 'data', 'instance.lock'));
    expect([(await start()).has, (await start()).has]).toEqual([true, false]);
  });
});
