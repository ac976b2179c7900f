import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { lowerPriority } from '../../../../electron/platform/process/lower-priority.ts';

it('lowers the priority of all threads of a process', async () => {
  const child = spawn(process.execPath, ['-e', 'console.log("here"); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
  expect(getPriority(pid)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  lowerPriority(pid);
  expect(threads.map((id) => getPriority(id))).toEqual(threads.map(() => constants.priority.PRIORITY_BELOW_NORMAL));
});

it('does not change this process if the other one no longer has an id', () => {
  const before = getPriority();
  lowerPriority(0);
  expect(getPriority()).toBe(before);
});

it('ignores a process that is gone', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  expect(() => lowerPriority(child.pid ?? 0)).not.toThrow();
});
