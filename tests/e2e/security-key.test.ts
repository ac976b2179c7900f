import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { startKeyring, type Keyring } from '../support/keyring.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { paintPng } from '../support/paint-png.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** A service that throws the key back in every way it can; then the key is hunted through everything. */

const canary = 'sk-canary/7f3a+91c2=d4e85b60';
const base64 = Buffer.from(canary).toString('base64');
const hex = Buffer.from(canary).toString('hex');
const forms: Readonly<Record<string, string>> = {
  plain: canary,
  base64: base64.replace(/=+$/, ''),
  'base64 for addresses': base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  hex,
  'hex in capitals': hex.toUpperCase(),
  URL: encodeURIComponent(canary),
  JSON: canary.replaceAll('/', '\\/'),
  'UTF-16': Buffer.from(canary, 'utf16le').toString('latin1'),
};

let profile: Profile;
let service: ScriptedService;
let keyring: Keyring;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: canary });
  keyring = await startKeyring();
});
test.afterEach(async () => {
  await keyring.stop();
  await service.stop();
  await profile.remove();
});

const traces = (text: string): string[] => Object.keys(forms).filter((name) => text.includes(forms[name] as string));

async function tracesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    const text = Buffer.concat([bytes, unpacked(bytes)]).toString('latin1');
    for (const name of [...traces(text), ...traces(entry.name)]) found.push(`${path.relative(folder, file)} (${name})`);
  }
  return found;
}

const echoes = [canary, `Bearer ${canary}`, base64, hex, encodeURIComponent(canary), `Authorization: Bearer ${canary}; ${hex}`];

/** What a gzip file or a zip archive holds; nothing for other files. */
function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes);
  return bytes.toString('latin1', 0, 2) === 'PK' ? Buffer.concat(Object.values(unzipSync(bytes))) : Buffer.alloc(0);
}

test('a key that the service echoes everywhere, also in addresses of pictures, and that calls repeat is found nowhere', { tag: '@long' }, async () => {
  const { app, accountId } = await submitEchoes(['refused', 'failed', 'html', 'status', 'kept', 'address']);
  expect(JSON.stringify(await everyAnswer(app))).toContain('[key]');
  // A picture whose address has the key in it is not downloaded.
  const pictures = (await app.history('status:completed ')).tasks.filter(({ task }) => task.request.prompt.startsWith('address'));
  expect(pictures.map(({ images }) => images[0]?.state.status)).toEqual(echoes.map(() => 'waiting'));
  await saveEverything(app);

  await test.step('no answer to a call repeats a key, right or wrong', async () => {
    const inputs: readonly (readonly [string, unknown])[] = [
      ['accountsAdd', { name: 'x', baseUrl: `https://u:${canary}@a.example`, key: canary, keeping: 'protected' }],
      ['accountsAdd', { name: 'x', baseUrl: `https://a.example/?k=${canary}`, key: canary, keeping: canary }],
      ['accountsAdd', { name: 'x', baseUrl: 'https://a.example', key: `${canary}\n\u{1F511}`, keeping: 'session' }],
      ['accountsAdd', { name: 'x', baseUrl: 'https://a.example', key: { [canary]: canary }, [canary]: 1, keeping: 'session' }],
      ['accountsReplaceKey', { accountId, key: `${canary}\0`, keeping: 'session' }],
      ['accountsTest', { accountId }],
      ['accountsTestNew', { baseUrl: service.url, key: `${canary}-wrong` }],
      ['appSnapshot', undefined],
    ];
    for (const [method, input] of inputs) {
      const answer = await app.page.evaluate(`window.api.${method}(${JSON.stringify(input) ?? ''})`);
      expect(traces(JSON.stringify(answer)), method).toEqual([]);
    }
  });
  await expectSilence(app);
  expect(await tracesBelow(profile.home)).toEqual([]);
});

/** Submits a task for each kind of answer and each form of the key in it, and waits until all have come to an end. */
async function submitEchoes(kinds: readonly string[]): Promise<{ readonly app: LatentApp; readonly accountId: string }> {
  const picture = (await paintPng({ prompt: 'x', index: 0, width: 64, height: 64 })).toString('base64');
  for (const [index, echo] of echoes.entries()) {
    const says = { error: { code: echo, message: `The key ${echo} is wrong.`, [echo]: echo } };
    const address = `https://pictures.invalid/${encodeURIComponent(echo)}?key=${encodeURIComponent(echo)}`;
    const type = `image/png; key="${encodeURIComponent(echo)}"`;
    await service.script(`refused ${index}`, { submit: [{ status: 400, headers: { 'x-echo': encodeURIComponent(echo) }, body: { json: says } }] });
    await service.script(`failed ${index}`, { processing: 0, end: { failed: { message: echo, code: echo } } });
    await service.script(`html ${index}`, { submit: [{ status: 502, headers: { location: address }, body: { text: `<html>${echo}</html>` } }] });
    await service.script(`status ${index}`, { query: [{ body: { json: { id: '$ID', status: echo } } }], processing: 0, end: { failed: echo } });
    await service.script(`address ${index}`, { processing: 0, images: [{ base64: picture, url: address }] });
    await service.script(`kept ${index}`, { processing: 0, images: [{ base64: picture, contentType: type }] });
  }
  const app = await LatentApp.launch(profile, keyring);
  const { accountId } = (await app.call('accountsAdd', { name: 'Studio', baseUrl: service.url, key: canary, keeping: 'protected' })) as { accountId: string };
  await app.call('settingsUpdate', { concurrentSubmissions: 16 });
  const prompts = kinds.flatMap((kind) => echoes.map((_echo, index) => `${kind} ${index}`));
  for (const prompt of prompts) {
    await app.call('tasksSubmit', { accountId, request: { model: '', prompt, size: '', quality: '' }, taskIds: [randomUUID()], retryOf: null });
  }
  const settled = async (): Promise<number> => {
    // After three unknown outcomes, the account waits for the person.
    await app.call('accountsResumeSending', { accountId });
    return (await app.history('status:rejected,failed,unknown,completed ')).total;
  };
  await expect.poll(settled).toBe(prompts.length);
  return { app, accountId };
}

/** Diagnostics with prompts and the ledger in both formats, in the home folder that is searched. */
async function saveEverything(app: LatentApp): Promise<void> {
  await app.electron.evaluate(({ dialog }, folder) => {
    dialog.showSaveDialog = ((_window: unknown, { defaultPath }: { defaultPath: string }) =>
      Promise.resolve({ canceled: false, filePath: `${folder}/${defaultPath.split('/').at(-1) ?? ''}` })) as typeof dialog.showSaveDialog;
  }, profile.home);
  expect(await app.call('diagnosticsSave', { prompts: true })).toEqual({ saved: true });
  expect(await app.call('ledgerExport', { format: 'csv' })).toEqual({ saved: true });
  expect(await app.call('ledgerExport', { format: 'json' })).toEqual({ saved: true });
  const [diagnostics, ...rest] = (await readdir(profile.home)).filter((name) => name.endsWith('.zip'));
  expect(rest).toEqual([]);
  expect(unpacked(await readFile(path.join(profile.home, diagnostics as string))).toString()).toContain('[key]');
}

async function everyAnswer(app: LatentApp): Promise<unknown[]> {
  const { tasks } = await app.history();
  const answers: unknown[] = [tasks, await app.call('appSnapshot')];
  for (const { task } of tasks) answers.push(await app.call('tasksDetail', { taskId: task.id }));
  return answers;
}

/** Ends the app: neither its answers, its page, the page's heap nor its output have a trace of the key. */
async function expectSilence(app: LatentApp): Promise<void> {
  expect(traces(JSON.stringify(await everyAnswer(app)))).toEqual([]);
  for (const shortcut of ['ControlOrMeta+2', 'ControlOrMeta+,', 'ControlOrMeta+1']) {
    await app.page.keyboard.press(shortcut);
    await app.page.waitForTimeout(300);
    expect(traces(await app.page.evaluate('document.documentElement.outerHTML'))).toEqual([]);
  }
  // This test's own calls brought the key into the page; one that was loaded since never saw it.
  await app.page.reload();
  await app.page.waitForSelector('main');
  expect(traces(await heapOf(app))).toEqual([]);
  await app.close();
  expect(traces(app.output())).toEqual([]);
}

test('SERVICE_API_KEY is passed to no process that the app starts', async () => {
  const app = await LatentApp.launch(profile, { env: { SERVICE_API_KEY: canary } });
  await expect(app.page.getByText(/SERVICE_API_KEY/).first()).toBeVisible();
  expect(await app.electron.evaluate(() => JSON.stringify(process.env))).not.toContain('sk-canary');
  const inherited = await app.electron.evaluate(() => {
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    return process.platform === 'win32' ? execFileSync('cmd', ['/c', 'set'], { encoding: 'utf8' }) : execFileSync('env', { encoding: 'utf8' });
  });
  expect(traces(inherited)).toEqual([]);
  expect(traces(await heapOf(app))).toEqual([]);
  await app.close();
  expect(traces(app.output())).toEqual([]);
  expect(await tracesBelow(profile.home)).toEqual([]);
});

/** All that the page's heap holds, as text. */
async function heapOf(app: LatentApp): Promise<string> {
  const session = await app.page.context().newCDPSession(app.page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
