import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { PrintedTask } from '../../../../electron/hosts/command/printed-task.ts';
import { createCommandRig, type CommandRig } from '../../../support/command-rig.ts';
import { startKeyring } from '../../../support/keyring.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { startScriptedService, type ScriptedService } from '../../../support/scripted-service.ts';

/** The real command with a service that is paid. */

const key = 'sk-command-0123456789abcdef';
let rig: CommandRig;
let service: ScriptedService;
beforeEach(async () => {
  rig = await createCommandRig();
  service = await startScriptedService({ key });
  return () => Promise.all([rig.remove(), service.stop()]);
});

const keysFile = (): Promise<string> => readFile(path.join(rig.profile, 'keys.json'), 'utf8');

/** Puts what Electron would have encrypted in place of the key. */
async function encryptInElectron(): Promise<void> {
  const stored = JSON.parse(await keysFile()) as { keys: Record<string, object> };
  const keys = Object.fromEntries(Object.entries(stored.keys).map(([id, entry]) => [id, { ...entry, keeping: 'protected', bytes: Buffer.from('v11 of Electron').toString('base64') }]));
  await writeFile(path.join(rig.profile, 'keys.json'), JSON.stringify({ ...stored, keys }));
}

it('a key comes from stdin, is tested, and appears nowhere', async () => {
  const added = await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain', '--json'], { input: `${key}\n` });
  expect(added, added.stderr).toMatchObject({ status: 0 });
  expect(added.json()).toMatchObject({ account: { name: 'studio', baseUrl: service.url, selected: true, key: { status: 'present', keeping: 'unprotected', lastFour: 'cdef' } }, test: { outcome: 'accepted' } });
  const listed = await rig.run(['accounts']);
  expect(listed.stdout).toMatch(/^\* +studio +present …cdef +http/m);
  expect([added, listed].map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain(key);
  expect(await rig.run(['accounts', 'test', 'studio'])).toMatchObject({ status: 0, stdout: 'The service accepts the key.\n' });
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);

  // Another account of this name would be a second way to pay.
  expect(await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain'], { input: key })).toMatchObject({ status: 2, stdout: '' });
  expect(await rig.run(['accounts', 'add', 'other', service.url, '--keep', 'plain', '--key', key])).toMatchObject({ status: 2, stdout: '' });
  expect(await rig.run(['accounts', 'remove', 'studio'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--yes') });
  expect(await rig.run(['accounts', 'remove', 'studio', '--yes'])).toMatchObject({ status: 0 });
  expect(await keysFile()).not.toContain('bytes');
  expect((await rig.run(['accounts', 'list', '--json'])).json<{ accounts: unknown[] }>().accounts).toHaveLength(1);
});

it('an account whose test failed is not the one that sends', async () => {
  const added = await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain', '--json'], { input: 'sk-wrong-0123456789abcdef' });
  expect(added, added.stderr).toMatchObject({ status: 4, stderr: expect.stringContaining('studio is not selected, because its test failed') });
  expect(added.json()).toMatchObject({ account: { name: 'studio', selected: false, lastTest: { outcome: 'key-refused' } }, test: { outcome: 'key-refused' } });
});

it('a test asks before a running engine sends what waits for the key', async () => {
  const posts = async (): Promise<number> => (await service.requests()).filter(({ method }) => method === 'POST').length;
  await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain'], { input: key });
  await service.setKey('another');
  await rig.run(['generate', 'a fox', '--count', '3', '--yes']);
  const waiting = async () => (await rig.run(['tasks', '--json'])).json<{ tasks: PrintedTask[] }>().tasks.map(({ status, waitsFor }) => waitsFor ?? status).toSorted();
  rig.start(['tasks', '--watch']);
  await expect.poll(waiting, { timeout: 20_000 }).toEqual(['key', 'key', 'rejected']);
  expect(await posts()).toBe(1);
  await service.setKey(key);
  expect(await rig.run(['accounts', 'test', 'studio'])).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/2 tasks wait for this key.*--yes/s) });
  expect(await posts()).toBe(1);
  expect(await rig.run(['accounts', 'test', 'studio', '--yes'])).toMatchObject({ status: 0, stdout: 'The service accepts the key.\n' });
  await expect.poll(posts, { timeout: 20_000 }).toBe(3);
});

it('without a keyring, no key is stored unless the person says how', async () => {
  const { status, stdout, stderr } = await rig.run(['accounts', 'add', 'studio', service.url], { input: key, env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--keep memory');
  expect(stderr).toContain('Nothing was added.');
  expect((await rig.run(['accounts', 'list', '--json'])).json<{ accounts: unknown[] }>().accounts).toHaveLength(1);
});

it('with a keyring, another process reads the key from there', async () => {
  const keyring = await startKeyring();
  onTestFinished(keyring.stop);
  expect(await rig.run(['accounts', 'add', 'studio', service.url], { input: key, env: keyring.env })).toMatchObject({ status: 0, stderr: expect.stringContaining('keyring') });
  expect(await keysFile()).not.toContain(Buffer.from(key).toString('base64'));
  expect(await rig.run(['accounts', 'test'], { env: keyring.env })).toMatchObject({ status: 0 });
  expect(await rig.run(['accounts', 'test'])).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('cannot read the account’s key') });
});

it('a key of the window stays as it is, and SERVICE_API_KEY stands in for it', async () => {
  await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain'], { input: key });
  await encryptInElectron();
  const before = await keysFile();
  const listed = await rig.run(['accounts']);
  expect(listed.stdout).toMatch(/studio +unreadable/);
  expect(listed.stderr).toContain('Start Latent, or give SERVICE_API_KEY.');
  expect(await rig.run(['accounts', 'test'])).toMatchObject({ status: 1 });
  expect(await rig.run(['accounts', 'test'], { env: { SERVICE_API_KEY: key } })).toMatchObject({ status: 0 });
  // A wrong one says nothing about the one that is kept.
  expect(await rig.run(['accounts', 'test'], { env: { SERVICE_API_KEY: 'sk-wrong-0123456789abcdef' } })).toMatchObject({ status: 4, stdout: expect.stringContaining('refuses the key') });
  expect(await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain'], { input: key })).toMatchObject({ status: 2 });
  expect(await keysFile()).toBe(before);
});

it('adds a task by the service’s id, after the service has shown it', async () => {
  const prompt = 'a fox \u001b]0;title\u0007 in snow';
  await service.script(prompt, { images: [{ base64: Buffer.from(samplePicture('png').bytes).toString('base64') }] });
  await service.script('a failure', { end: { failed: { message: 'no \u001b[2Jway' } } });
  const [id, failing] = [await service.take(prompt), await service.take('a failure')];
  await rig.run(['accounts', 'add', 'studio', service.url, '--keep', 'plain'], { input: key });
  expect(await rig.run(['add', 'task-of-nobody'])).toMatchObject({ status: 4, stdout: '', stderr: expect.stringContaining('Nothing was added, and nothing was charged.') });
  const added = await rig.run(['add', id, '--account', 'studio', '--json']);
  expect(added, added.stderr).toMatchObject({ status: 0 });
  const task = added.json<PrintedTask>();
  expect(task).toMatchObject({ remoteId: id, status: 'completed', account: { name: 'studio' } });
  expect(await readFile(task.pictures[0] ?? '')).toEqual(Buffer.from(samplePicture('png').bytes));
  expect(await rig.run(['add', id])).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('already in your history') });
  expect((await rig.run(['spend', '--json'])).json()).toMatchObject({ units: [{ unit: 'credits', total: { tasks: 1 } }] });

  expect(await rig.run(['add', failing])).toMatchObject({ status: 4 });
  const shown = await rig.run(['show', failing]);
  expect(shown.stdout).toContain('no \ufffd[2Jway');
  expect(shown.stdout).not.toContain('\u001b');
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
});
