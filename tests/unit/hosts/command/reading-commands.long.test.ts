import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PrintedTask } from '../../../../electron/hosts/command/printed-task.ts';
import { columnsOf } from '../../../../electron/hosts/command/terminal-text.ts';
import { createCommandRig, type CommandRig } from '../../../support/command-rig.ts';

/** The real command in processes of its own, with the practice service. */

let rig: CommandRig;
let task: PrintedTask;
/** A prompt that is longer than a line. */
const prompt = 'a lighthouse at dusk, [2Jwide view of the sea 漢字 with waves that break on the rocks below';

beforeAll(async () => {
  rig = await createCommandRig();
  const made = await rig.run(['generate', prompt, '--size', '256x256', '--json']);
  expect(made, made.stderr).toMatchObject({ status: 0 });
  const { tasks } = (await rig.run(['tasks', '--json'])).json<{ tasks: PrintedTask[] }>();
  expect(tasks).toHaveLength(1);
  task = tasks[0] as PrintedTask;
});
afterAll(() => rig.remove());

/** Lines that a terminal shows as they are. */
function expectPlain(text: string): void {
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
}

describe('without a home folder', () => {
  it('a command says so, and help and version need none', async () => {
    // As for a user whom a container's system does not know.
    const env = { HOME: '', XDG_CONFIG_HOME: '' };
    expect(await rig.run(['generate', 'a homeless fox', '--json'], { env })).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('Set HOME to a folder') });
    expect(await rig.run(['--version'], { env })).toMatchObject({ status: 0, stderr: '' });
  });

  it('an empty XDG_CONFIG_HOME is none', async () => {
    const help = (await rig.run(['--help'], { env: { XDG_CONFIG_HOME: '' } })).stdout;
    expect(help.replaceAll(/\s+/g, '')).toContain(path.join(rig.home, '.config/Latent').replaceAll(/\s+/g, ''));
  });
});

describe('tasks', () => {
  it('says of each task what other commands and programs need', async () => {
    expect(task).toMatchObject({ status: 'completed', waitsFor: null, account: { name: 'Practice' }, prompt, size: '256x256', cost: null, message: null });
    expect((await readFile(task.pictures[0] ?? '')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('is a table of 80 columns without colours', async () => {
    const { stdout, stderr, status } = await rig.run(['tasks']);
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^ID +STATUS +COST +PROMPT$/), expect.stringMatching(new RegExp(`^${task.id} +completed +a light.*…`))]);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(80);
    expectPlain(stdout);
  });

  it('finds by state, and names those that there are', async () => {
    expect((await rig.run(['tasks', '--status', 'done', '--json'])).json()).toMatchObject({ total: 1 });
    expect((await rig.run(['tasks', '--status', 'unknown,failed', '--json'])).json()).toEqual({ total: 0, tasks: [] });
    expect(await rig.run(['tasks', '--status', 'strange'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('waiting, in-progress') });
    expect(await rig.run(['tasks', '--limit', '0'])).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('show', () => {
  it.each(['id', 'remoteId'] as const)('finds a task by its %s', async (field) => {
    const shown = (await rig.run(['show', String(task[field]), '--json'])).json();
    expect(shown).toMatchObject({ ...task, lastAnswer: { httpStatus: 200 }, images: [{ status: 'kept' }] });
  });

  it('finds it by the beginning of the id, and says what it shows on harmless lines', async () => {
    const { status, stdout } = await rig.run(['show', task.id.slice(0, 10)]);
    expect(status).toBe(0);
    expect(stdout).toContain(task.pictures[0]);
    expectPlain(stdout);
  });

  it('knows no other', async () => expect(await rig.run(['show', 'nobody'])).toMatchObject({ status: 2, stdout: '', stderr: 'There is no task “nobody”. Nothing was done.\n' }));
});

describe('search', () => {
  it('prints paths, one a line', async () => expect(await rig.run(['search', 'lighthouse', 'size:256x256'])).toMatchObject({ status: 0, stdout: `${task.pictures[0]}\n`, stderr: '' }));

  it('tells a program about each picture', async () => {
    const found = (await rig.run(['search', 'lighthouse', '--json'])).json();
    expect(found).toEqual({ total: 1, pictures: [expect.objectContaining({ file: task.pictures[0], taskId: task.id, prompt, width: 256, type: 'png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })] });
  });

  it('finds nothing that is not there, and refuses what it cannot understand', async () => {
    expect((await rig.run(['search', 'submarine', '--json'])).json()).toEqual({ total: 0, pictures: [] });
    expect(await rig.run(['search', 'rating:many'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('rating:many') });
  });

  it('ends quietly if whoever reads has gone', async () => {
    const child = rig.start(['search']);
    child.stdout?.destroy();
    let said = '';
    child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    const [status] = (await once(child, 'close')) as [number];
    expect([status, said]).toEqual([0, '']);
  });
});

describe('export and import', () => {
  it('copies what a search finds, byte for byte, and again without a second copy', async () => {
    const to = path.join(rig.home, 'copies');
    expect((await rig.run(['export', 'lighthouse', '--to', to, '--json'])).json()).toMatchObject({ to, into: 'folder', pictures: 1, copied: 1, there: 0, leftOut: [], ended: true });
    const [name = ''] = await readdir(to);
    expect(await readFile(path.join(to, name))).toEqual(await readFile(task.pictures[0] ?? ''));
    expect((await rig.run(['export', 'lighthouse', '--to', to, '--json'])).json()).toMatchObject({ copied: 0, there: 1 });
  });

  it('makes a ZIP file, and replaces none', async () => {
    const to = path.join(rig.home, 'all.zip');
    expect(await rig.run(['export', '--to', to])).toMatchObject({ status: 0, stdout: `${to}\n` });
    const before = await readFile(to);
    expect(before.subarray(0, 2).toString()).toBe('PK');
    expect(await rig.run(['export', '--to', to])).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('already a file') });
    expect(await readFile(to)).toEqual(before);
  });

  it('takes a path of the working folder, and knows a picture that it has', async () => {
    const folder = path.join(rig.home, 'own');
    await mkdir(folder);
    await writeFile(path.join(folder, 'twice.png'), await readFile(task.pictures[0] ?? ''));
    await writeFile(path.join(folder, 'notes.txt'), 'none');
    const done = await rig.run(['import', path.relative(process.cwd(), folder), '--json']);
    expect(done, done.stderr).toMatchObject({ status: 0 });
    expect(done.json()).toMatchObject({ added: 0, duplicates: 1, ended: true, trouble: null, files: 2 });
    expect(await rig.run(['import', path.join(folder, 'gone.png')])).toMatchObject({ status: 2, stdout: '' });
  });
});

it('albums, prices and spend have nothing to say of a new profile, in the same form', async () => {
  expect((await rig.run(['albums', '--json'])).json()).toEqual({ albums: [] });
  expect((await rig.run(['prices', '--json'])).json()).toEqual({ prices: [] });
  expect((await rig.run(['spend', '--json'])).json()).toMatchObject({ units: [], budgets: [] });
  expect(await rig.run(['spend', '--from', 'yesterday'])).toMatchObject({ status: 2, stdout: '' });
});

describe('doctor', () => {
  it('says that all is well', async () => {
    const { status, stdout } = await rig.run(['doctor']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Nobody\s+else\s+runs\s+its\s+engine/)]);
    expect(stdout).not.toContain('WRONG');
  });

  it('says what is wrong, and ends so', async () => {
    const ill = await createCommandRig();
    onTestFinished(ill.remove);
    await mkdir(ill.profile, { recursive: true });
    await writeFile(path.join(ill.profile, 'settings.json'), '{"askAbove": "many"');
    const { status, ...run } = await ill.run(['doctor', '--json']);
    expect(status).toBe(4);
    expect(run.json()).toMatchObject({ isWell: false, findings: expect.arrayContaining([expect.objectContaining({ what: 'notices', is: 'wrong', words: expect.stringContaining('settings-restored') })]) });
  });
});

describe('with an owner', () => {
  it('each command is a client of it; --watch prints a line of JSON for each change; Ctrl+C ends it', async () => {
    const watching = rig.start(['tasks', '--watch', '--json']);
    const lines: PrintedTask[] = [];
    createInterface({ input: watching.stdout as NodeJS.ReadableStream }).on('line', (line) => lines.push(JSON.parse(line) as PrintedTask));
    await expect.poll(() => stat(path.join(rig.profile, 'socket.json')).then(() => true, () => false)).toBe(true);

    expect((await rig.run(['doctor', '--json'])).stdout).toContain('Another process runs its engine, and answered.');
    expect((await rig.run(['search', 'lighthouse'])).stdout).toBe(`${task.pictures[0]}\n`);
    const to = path.join(rig.home, 'by-owner');
    expect((await rig.run(['export', '--to', to, '--json'])).json()).toMatchObject({ copied: 1 });

    expect(await rig.run(['generate', 'a second one', '--size', '256x256'])).toMatchObject({ status: 0 });
    await expect.poll(() => lines.some(({ prompt: of, pictures }) => of === 'a second one' && pictures.length === 1)).toBe(true);
    expect(lines.map(({ status }) => status)).toEqual(expect.arrayContaining(['processing', 'completed']));
    watching.kill('SIGINT');
    const [status] = (await once(watching, 'close')) as [number];
    expect(status).toBe(0);
  });
});

describe('resume', () => {
  it('goes on with what a killed process left, and prints its pictures', async () => {
    const killed = rig.start(['generate', 'killed on the way', '--size', '256x256']);
    await expect.poll(async () => (await rig.run(['tasks', '--json'])).json<{ tasks: PrintedTask[] }>().tasks.find(({ prompt: of }) => of === 'killed on the way')?.status).toBe('processing');
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const { status, stdout } = await rig.run(['resume']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/killed on the way\.png\n$/);
    expect(await rig.run(['resume'])).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('what was not sent', () => {
  let held: CommandRig;
  beforeAll(async () => {
    held = await createCommandRig();
    await mkdir(held.profile, { recursive: true });
    await writeFile(path.join(held.profile, 'settings.json'), JSON.stringify({ queueStopped: true }));
    await held.run(['generate', 'one', 'two', 'three', '--no-wait']);
  });
  afterAll(() => held.remove());
  const waiting = async (): Promise<readonly PrintedTask[]> => (await held.run(['tasks', '--status', 'waiting', '--json'])).json<{ tasks: PrintedTask[] }>().tasks;

  it('waits for the person, which resume says instead of waiting for ever', async () => {
    // The engine rests, so that nobody has asked what they wait for.
    expect((await waiting()).map(({ waitsFor }) => waitsFor)).toEqual(['turn', 'turn', 'turn']);
    const { status, stdout, stderr } = await held.run(['resume', (await waiting())[0]?.id ?? '']);
    expect([status, stdout]).toEqual([5, '']);
    expect(stderr).toContain('was not sent. The queue is on hold.');
  });

  it('is cancelled by its id', async () => {
    const [first, ...others] = await waiting();
    expect((await held.run(['cancel', first?.id ?? '', '--json'])).json()).toEqual({ cancelled: [first?.id], notCancelled: [] });
    expect(await waiting()).toHaveLength(others.length);
  });

  it('is cancelled together only if somebody agrees', async () => {
    expect(await held.run(['cancel'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--yes') });
    expect(await waiting()).toHaveLength(2);
    const { status, ...run } = await held.run(['cancel', '--yes', '--json']);
    expect(status).toBe(0);
    expect(run.json<{ cancelled: string[] }>().cancelled).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  });

  it('is the only thing that can be cancelled', async () => {
    const { status, stderr, ...run } = await rig.run(['cancel', task.id, '--json']);
    expect(status).toBe(4);
    expect(run.json()).toEqual({ cancelled: [], notCancelled: [{ id: task.id, status: 'completed' }] });
    expect(stderr).toContain('What was sent may be charged.');
  });
});

it('completes commands, their words and choices', async () => {
  const complete = async (...words: string[]): Promise<string[]> => (await rig.run(['complete', '--', ...words])).stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
  expect(await complete('ex')).toContain('export');
  expect(await complete('accounts', '')).toEqual(expect.arrayContaining(['add', 'remove', 'test']));
  expect(await complete('spend', '--by', '')).toEqual(expect.arrayContaining(['days', 'models']));
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) expect((await rig.run(['completion', shell])).stdout.length).toBeGreaterThan(1_000);
  expect(await rig.run(['completion', 'cmd'])).toMatchObject({ status: 2, stdout: '' });
});

it('says that a picture is gone, and goes on', async () => {
  const file = task.pictures[0] ?? '';
  const bytes = await readFile(file);
  await rm(file);
  expect(await rig.run(['search', 'lighthouse'])).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('1 picture is not where the library has it') });
  await writeFile(file, bytes);
});
