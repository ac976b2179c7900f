import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { lowerPriority } from '../../../../electron/platform/process/lower-priority.ts';

it('lets everything else go first, in each of its threads', async () => {
  const child = spawn(process.execPath, ['-e', 'console.log("here"); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
  expect(getPriority(pid)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  lowerPriority(pid);
  expect(threads.map((id) => getPriority(id))).toEqual(threads.map(() => constants.priority.PRIORITY_BELOW_NORMAL));
});

it('leaves this process alone when the other has no number any more', () => {
  const before = getPriority();
  lowerPriority(0);
  expect(getPriority()).toBe(before);
});

it('minds nothing when the process is gone', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  expect(() => lowerPriority(child.pid ?? 0)).not.toThrow();
});
