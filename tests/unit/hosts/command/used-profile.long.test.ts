import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paintPng } from '../../../support/paint-png.ts';
import { useGenerateRig, type PrintedGenerate } from '../../../support/generate-rig.ts';

/** Commands with a profile that has been used: prices, albums, wildcards, tasks on hold. */
const { service, rig, add, generate, sent } = useGenerateRig();

test('prices are listed, and albums with what they hold', async () => {
  await add({ prices: { sketch: '0.02', '*': '0.1' }, albums: ['New ones', 'Empty'] });
  expect((await rig().run(['prices', '--json'])).json()).toEqual({
    prices: ['0.1', '0.02'].map((amount) => expect.objectContaining({ account: expect.objectContaining({ name: 'Studio' }), amount, unit: 'USD', per: 'task', origin: 'person' })),
  });
  expect((await rig().run(['prices', '--account', 'practice', '--json'])).json()).toEqual({ prices: [] });
  expect((await rig().run(['prices'])).stdout).toMatch(/^Studio +sketch .* 0\.02 USD +task +person$/m);

  expect(await generate('a fox for an album', '--yes')).toMatchObject({ status: 0 });
  expect((await rig().run(['albums', '--json'])).json()).toEqual({
    albums: [expect.objectContaining({ name: 'New ones', pictures: 1, takesNew: true, search: 'album:"New ones"' }), expect.objectContaining({ name: 'Empty', pictures: 0 })],
  });
  expect((await rig().run(['search', 'album:"New ones"'])).stdout).toMatch(/a fox for an album\.png\n$/);
});

test('wildcards of the profile are expanded only in a template', async () => {
  const wildcardFolder = path.join(rig().home, 'wildcards');
  await mkdir(wildcardFolder);
  await writeFile(path.join(wildcardFolder, 'weather.txt'), 'rain\nsnow\n');
  await mkdir(rig().profile);
  await writeFile(path.join(rig().profile, 'settings.json'), JSON.stringify({ wildcardFolder }));
  await add({ settings: { askAbove: 100 } });
  const run = await generate('wild fox in __weather__', '--template', '--yes', '--json');
  expect(run.status).toBe(0);
  expect(new Set((await sent('wild fox')).map(({ prompt }) => prompt))).toEqual(new Set(['wild fox in rain', 'wild fox in snow']));
  expect(await generate('plain fox in __weather__', '--yes')).toMatchObject({ status: 0 });
  expect((await sent('plain fox')).map(({ prompt }) => prompt)).toEqual(['plain fox in __weather__']);
  const unknown = await generate('odd fox in __nowhere__', '--template', '--yes');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toContain('nowhere');
  expect(await sent('odd fox')).toEqual([]);
});

test('a batch on hold goes on only if resume names one of its tasks and somebody agrees', async () => {
  await add({ settings: { askAbove: 100, concurrentSubmissions: 1 } });
  await service().script('held fox 1', { submit: [{ status: 402, body: { json: { error: { code: 'no_credits', message: 'No credits left.' } } } }] });
  const first = await generate('held fox 1', 'held fox 2', 'held fox 3', '--yes', '--json');
  const { tasks } = first.json<PrintedGenerate>();
  expect(tasks.map(({ status, waitsFor }) => [status, waitsFor])).toEqual([['rejected', null], ['queued', 'batch-held'], ['queued', 'batch-held']]);
  const id = tasks[1]?.id ?? '';

  expect(await rig().run(['resume', '--json'])).toMatchObject({ status: 5 });
  expect(await rig().run(['resume', id])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('goes on with all 2 tasks that wait') });
  expect(await sent('held fox')).toHaveLength(1);

  expect((await rig().run(['resume', id, '--yes', '--json'])).json()).toMatchObject({ tasks: [{ id, status: 'completed' }] });
  expect(await rig().run(['resume'])).toMatchObject({ status: 0 });
  expect((await sent('held fox')).map(({ prompt }) => prompt)).toEqual(['held fox 1', 'held fox 2', 'held fox 3']);
});

test('a task on hold is sent only if resume names it and somebody agrees', async () => {
  await add({ held: ['lonely fox', 'other fox'] });
  const { tasks } = (await rig().run(['tasks', '--json'])).json<PrintedGenerate>();
  const id = tasks.find(({ prompt }) => prompt === 'lonely fox')?.id ?? '';
  expect(await rig().run(['resume', '--json'])).toMatchObject({ status: 5 });
  expect(await rig().run(['resume', id])).toMatchObject({ status: 2, stdout: '' });
  expect((await rig().run(['resume', id, '--yes', '--json'])).json()).toMatchObject({ tasks: [{ id, status: 'completed' }] });
  expect([...(await sent('lonely fox')), ...(await sent('other fox'))].map(({ prompt }) => prompt)).toEqual(['lonely fox']);
});

test('an import through the process that owns the profile is its own, with progress and result', async () => {
  await add();
  const owner = rig().start(['tasks', '--watch', '--json']);
  await expect.poll(async () => (await rig().run(['doctor', '--json'])).stdout).toContain('Another process runs its engine, and answered.');
  const file = path.join(rig().home, 'brought.png');
  await writeFile(file, await paintPng({ prompt: 'brought', index: 0, width: 40, height: 30 }));
  expect((await rig().run(['import', file, '--json'])).json()).toMatchObject({ added: 1, duplicates: 0, ended: true, trouble: null });
  expect((await rig().run(['search', 'is:imported', '--json'])).json()).toMatchObject({ total: 1, pictures: [{ width: 40, height: 30 }] });
  owner.kill('SIGKILL');
});
