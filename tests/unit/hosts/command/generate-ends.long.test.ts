import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useGenerateRig, type PrintedGenerate } from '../../../support/generate-rig.ts';

const { key, service, picture, rig, add, generate, sent } = useGenerateRig();

/** Whether the service was asked for the task of this prompt. */
async function wasQueried(prompt: string): Promise<boolean> {
  const [served] = await service().served([prompt]);
  const [id] = served?.ids ?? [];
  return id !== undefined && (await service().requests()).some(({ method, path: asked }) => method === 'GET' && asked.includes(id));
}

describe('money and files', () => {
  test('--budget sends the first that fit, and says how many are left', async () => {
    await add({ prices: { '*': '2' } });
    const run = await generate('fit 1', 'fit 2', 'fit 3', 'fit 4', '--budget', '5', '--yes', '--json');
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('The first 2 tasks are sent. The budget has no room for the other 2');
    expect(run.json()).toMatchObject({ left: 2, tasks: [{ prompt: 'fit 1' }, { prompt: 'fit 2' }] });
    expect((await sent('fit')).map(({ prompt }) => prompt)).toEqual(['fit 1', 'fit 2']);
    expect(await generate('never fits', '--budget', '1.99', '--yes')).toMatchObject({ status: 2 });
    expect(await sent('never')).toEqual([]);
  });

  test('what the account’s own budget keeps back is told, and not waited for', async () => {
    await add({ prices: { '*': '2' }, options: { budget: { day: null, month: null, total: '3' } } });
    const run = await generate('own 1', 'own 2', '--yes', '--json');
    expect(run.status).toBe(5);
    expect(run.json()).toMatchObject({ tasks: [{ status: 'completed' }, { status: 'queued', waitsFor: 'budget' }] });
    expect(run.stderr).toContain('would spend more than its budget');
    expect(await sent('own')).toHaveLength(1);
  });

  test('a missing key is said before anything is sent, and the one of the environment is used for this run alone', async () => {
    await add({ key: null });
    const without = await generate('keyless fox', '--yes');
    expect(without).toMatchObject({ status: 2, stdout: '' });
    expect(without.stderr).toContain('the account “Studio” has no key. Set SERVICE_API_KEY');
    const run = await rig().run(['generate', 'keyed fox', '--yes', '--json'], { env: { SERVICE_API_KEY: key } });
    expect(run).toMatchObject({ status: 0 });
    expect(await sent('keyless')).toEqual([]);
    expect(await sent('keyed')).toHaveLength(1);
    const profile = await readdir(rig().profile, { recursive: true });
    for (const name of profile.filter((file) => /\.(json|log|jsonl)$/.test(file))) expect(await readFile(path.join(rig().profile, name), 'utf8'), name).not.toContain(key);
    expect(await generate('keyless hare', '--yes')).toMatchObject({ status: 2 });
  });

  test('the key of the environment also serves what waits from before, and that is said', async () => {
    await add({ key: null, waiting: ['earlier fox'] });
    const run = await rig().run(['generate', 'later fox', '--yes', '--json'], { env: { SERVICE_API_KEY: key } });
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining('SERVICE_API_KEY also serves the task with “Studio” that waits from before.') });
    expect(await sent('earlier fox')).toHaveLength(1);
    expect(await sent('later fox')).toHaveLength(1);
  });

  test('prompts come from a pipe, and without waiting the ids are printed once all are sent', async () => {
    await add();
    const run = await rig().run(['generate', '-', '--yes', '--no-wait', '--json'], { input: 'piped fox\n\npiped hare\n' });
    expect(run.status).toBe(0);
    expect(run.json<PrintedGenerate>().tasks.map(({ prompt, status }) => `${prompt} ${status}`)).toEqual(['piped fox processing', 'piped hare processing']);
    expect(run.stderr).toContain('latent resume');
    expect(await sent('piped')).toHaveLength(2);
  });

  test('copies get the library’s names, and no file is overwritten', async () => {
    await add();
    const out = path.join(rig().home, 'copies');
    await mkdir(out);
    const first = (await generate('copied fox', '--yes', '--out', out, '--json')).json<PrintedGenerate>();
    const [copy = ''] = first.tasks[0]?.copies ?? [];
    expect(path.basename(copy)).toBe(path.basename(first.tasks[0]?.pictures[0] ?? ''));
    const bytes = await readFile(copy);
    expect(bytes).toEqual(await readFile(first.tasks[0]?.pictures[0] ?? ''));
    expect(await readdir(out)).toEqual([path.basename(copy)]);
    expect(await generate('never copied', '--yes', '--out', path.join(copy, 'within'))).toMatchObject({ status: 1, stdout: '' });
    expect(await sent('never copied')).toEqual([]);
  });
});

describe('the end', () => {
  test('an unknown outcome has an exit status of its own, which a failure does not hide', async () => {
    await add();
    await service().script('lost fox', { submit: [{ then: { do: 'reset', after: 'before-answer' } }] });
    await service().script('failed fox', { end: { failed: { code: 'moderated', message: 'No foxes today.' } } });
    const run = await generate('lost fox', 'failed fox', '--yes', '--json');
    expect(run.status).toBe(3);
    expect(run.json()).toMatchObject({ tasks: [{ status: 'unknown' }, { status: 'failed' }] });
    expect(run.stderr).toMatch(/whether the service accepted this task.*\n.*No foxes today\./);
    expect(await service().posts('lost fox')).toBe(1);
  });

  test('SIGINT prints the ids, and the next command goes on with them', async () => {
    await add();
    await service().script('slow fox', { ...picture(), processing: 3 });
    const child = rig().start(['generate', 'slow fox', '--yes', '--json']);
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => out.push(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => err.push(text));
    await expect.poll(() => service().posts('slow fox')).toBe(1);
    // As from npm and a terminal at once.
    child.kill('SIGINT');
    child.kill('SIGINT');
    const [status] = (await once(child, 'close')) as [number | null];
    expect(status).toBe(5);
    const { tasks } = JSON.parse(out.join('')) as PrintedGenerate;
    expect(err.join('')).toContain(tasks[0]?.id);
    expect(err.join('')).toContain('latent resume');
    const resumed = await rig().run(['resume', '--json']);
    expect(resumed.status).toBe(0);
    expect(resumed.json()).toMatchObject({ tasks: [{ id: tasks[0]?.id, status: 'completed' }] });
    expect(await service().posts('slow fox')).toBe(1);
  });

  test('why pictures cannot be saved is said, and they come later for the same money', async () => {
    await add();
    const library = path.join(rig().home, 'Pictures');
    await rm(library, { recursive: true, force: true });
    await writeFile(library, 'in the way');
    const child = rig().start(['generate', 'homeless fox', '--yes']);
    const err: string[] = [];
    child.stdout?.resume();
    child.stderr?.setEncoding('utf8').on('data', (text: string) => err.push(text));
    await expect.poll(() => err.join(''), { timeout: 30_000 }).toContain('cannot reach the library folder');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([5, null]);
    expect(err.join('')).toMatch(/[0-9a-f-]{36} completed .*\n.*latent resume/);
    await rm(library);
    expect(await rig().run(['resume'])).toMatchObject({ status: 0, stdout: expect.stringContaining('homeless fox.png') });
    expect(await service().posts('homeless fox')).toBe(1);
  });

  test('SIGINT ends a command at once that waits for a process which does not answer', async () => {
    await add();
    const silent = rig().start(['tasks', '--watch', '--json']);
    await expect.poll(() => readdir(rig().profile)).toContain('socket.json');
    silent.kill('SIGSTOP');
    const child = rig().start(['generate', 'patient fox', '--yes']);
    const err: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => err.push(text));
    await expect.poll(() => err.join(''), { timeout: 20_000 }).toContain('Another Latent has this profile');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    silent.kill('SIGKILL');
    expect(await sent('patient')).toEqual([]);
    expect((await rig().run(['tasks', '--json'])).json()).toMatchObject({ total: 0 });
  });

  test('if the process with the engine is killed, the command that waits takes over, and nothing is sent twice', async () => {
    await add({ settings: { askAbove: 100 } });
    await service().script('killed fox', { ...picture(), processing: 4 });
    await service().script('waiting fox', { ...picture(), processing: 2 });
    const owner = rig().start(['generate', 'killed fox', '--yes']);
    await expect.poll(() => wasQueried('killed fox')).toBe(true);
    const waiting = rig().run(['generate', 'waiting fox', '--yes', '--json']);
    // Its id is on disk. Before that, its outcome would be unknown.
    await expect.poll(() => wasQueried('waiting fox')).toBe(true);
    owner.kill('SIGKILL');
    const run = await waiting;
    expect(run.status).toBe(0);
    expect(run.json<PrintedGenerate>().tasks[0]?.pictures).toHaveLength(1);
    const resumed = await rig().run(['resume', '--json']);
    expect(resumed.status).toBe(0);
    expect(await service().served(['killed fox', 'waiting fox'])).toMatchObject([{ posts: 1 }, { posts: 1 }]);
    const [killed] = (await rig().run(['tasks', '--json'])).json<PrintedGenerate>().tasks.filter(({ prompt }) => prompt === 'killed fox');
    expect(killed).toMatchObject({ status: 'completed' });
    expect(killed?.pictures).toHaveLength(1);
  });
});
