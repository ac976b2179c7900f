import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrintedTask } from '../../../../electron/hosts/command/printed-task.ts';
import { commandLinesOf } from '../../../support/command-lines.ts';
import { createCommandRig, type CommandRig } from '../../../support/command-rig.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { startScriptedService, type ScriptedService } from '../../../support/scripted-service.ts';

/** Runs the commands of docs/command-line.md that read, find and keep, in its order, and with what they name. */

const key = 'sk-command-0123456789abcdef';
/** How each ends. Lines that are not here belong to other tests. */
const statuses: Readonly<Record<string, number>> = {
  'tasks': 0,
  'tasks --status unknown,failed': 0,
  'show 01a221bb': 0,
  'resume': 0,
  // It was sent.
  'cancel 01a221bb': 4,
  'add task-123 --account studio': 0,
  'search lighthouse rating:4': 0,
  'search album:best --json': 0,
  'export rating:5 --to best': 0,
  'export tag:print --to print.zip': 0,
  'import photos more.png': 0,
  'albums': 0,
  'spend': 0,
  'spend --all --by models': 0,
  'spend --from 2026-11-01 --until 2026-11-15 --json': 0,
  'prices --account studio': 0,
  'accounts': 0,
  'accounts test studio': 0,
  'completion bash': 0,
};
/** A line that has an option in the test, or is stopped. */
const otherwise = ['tasks --watch --json', 'accounts add studio https://api.example.com', 'accounts remove studio'];

const lines = commandLinesOf('docs/command-line.md').map((words) => words.join(' '));
let rig: CommandRig;
let service: ScriptedService;
let task: PrintedTask;
let taken: string;

beforeAll(async () => {
  rig = await createCommandRig();
  service = await startScriptedService({ key });
  await service.script('elsewhere', { images: [{ base64: Buffer.from(samplePicture('png').bytes).toString('base64') }] });
  taken = await service.take('elsewhere');
  await rig.run(['generate', 'a lighthouse', '--size', '256x256']);
  [task] = (await rig.run(['tasks', '--json'])).json<{ tasks: [PrintedTask] }>().tasks;
  await mkdir(path.join(rig.home, 'photos'));
  await cp(task.pictures[0] ?? '', path.join(rig.home, 'photos/one.png'));
  await writeFile(path.join(rig.home, 'more.png'), samplePicture('png').bytes);
  expect(await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain'], { input: key })).toMatchObject({ status: 0 });
});
afterAll(() => Promise.all([rig.remove(), service.stop()]));

test('every line is run', () => {
  expect(Object.keys(statuses).concat(otherwise).filter((line) => !lines.includes(line))).toEqual([]);
});

test.each(Object.entries(statuses))('latent %s ends with %d', async (line, status) => {
  const words = line.split(' ').map((word) => (word === '01a221bb' ? task.id : word === 'task-123' ? taken : word));
  const run = await rig.run(words, { cwd: rig.home });
  expect(run, run.stderr).toMatchObject({ status });
  expect(run.stderr).not.toMatch(/\n\s+at /);
});

test('latent tasks --watch --json is stopped by Ctrl+C', async () => {
  const child = rig.start(['tasks', '--watch', '--json']);
  await once(child.stderr as NodeJS.ReadableStream, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('latent accounts remove studio asks first', async () => {
  expect(await rig.run(['accounts', 'remove', 'studio'])).toMatchObject({ status: 2 });
  expect(await rig.run(['accounts', 'remove', 'studio', '--yes'])).toMatchObject({ status: 0 });
});
