import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { startScriptedService, type ScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';

/** The log, the ledger and the diagnostics of an app that had a bad day: all told, no key, no prompt. */

const canary = 'sk-canary-7f3a91c2d4e85b60';
const disguises = [canary, Buffer.from(canary).toString('base64').replace(/=+$/, ''), Buffer.from(canary).toString('hex'), encodeURIComponent(canary)];
const prompts = { dropped: 'a vermilion fox [drop]', made: 'an ultramarine owl', refused: 'a viridian heron' };

let profile: Profile;
let service: ScriptedService;
test.beforeEach(async () => {
  profile = await createProfile();
  service = await startScriptedService({ key: canary });
});
test.afterEach(async () => {
  await service.stop();
  await profile.remove();
});

/** What the next save dialog answers. */
async function saveTo(app: LatentApp, file: string): Promise<string> {
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  return file;
}

async function written(file: string): Promise<Buffer> {
  await expect.poll(() => stat(file).then(({ size }) => size, () => 0)).toBeGreaterThan(0);
  return readFile(file);
}

async function logOf({ userData }: Profile): Promise<string> {
  return readFile(path.join(userData, 'logs', 'latent.log'), 'utf8');
}

test('log, ledger and diagnostics report a bad day without the key, and without prompts unless they are ticked', async () => {
  const app = await LatentApp.launch(profile);
  const { page } = app;
  await app.submit(prompts.dropped);
  await app.submit(prompts.made);
  await expect(app.tile('unknown')).toHaveCount(1);
  await app.addAccount(service.url, canary);
  await service.script(prompts.refused, { submit: [{ status: 400, body: { json: { error: { code: 'bad_prompt', message: `“${prompts.refused}” with ${canary}` } } } }] });
  await app.submit(prompts.refused);
  await expect(app.tile('rejected')).toHaveCount(1);
  await expect(app.pictures).toHaveCount(1);

  await test.step('the ledger as CSV and JSON, the unknown one first', async () => {
    await page.keyboard.press('ControlOrMeta+2');
    const csvFile = await saveTo(app, path.join(profile.home, 'ledger.csv'));
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const csv = (await written(csvFile)).toString('utf8');
    expect(csv.startsWith('\uFEFFundecided,outcome,')).toBe(true);
    expect(csv.split('\r\n')[1]).toMatch(/^yes,unknown,connection-lost,unknown,,/);
    expect(csv.split('\r\n')[1]).toContain(prompts.dropped);

    const jsonFile = await saveTo(app, path.join(profile.home, 'ledger.json'));
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('menuitem', { name: /JSON/ }).click();
    const { submissions } = JSON.parse((await written(jsonFile)).toString('utf8')) as { submissions: Record<string, unknown>[] };
    expect(submissions.map(({ outcome, status, account }) => [outcome, status, account])).toEqual([
      ['unknown', 'unknown', 'Practice'],
      ['rejected', 'rejected', 'Studio'],
      ['accepted', 'completed', 'Practice'],
    ]);
    expect(submissions[2]).toMatchObject({ prompt: prompts.made, pictures_named: 1, pictures_kept: 1 });
    for (const form of disguises) expect(csv + JSON.stringify(submissions)).not.toContain(form);
  });

  // What an error says may hold anything.
  await app.electron.evaluate((_electron, said) => {
    void Promise.reject(new Error(said));
  }, `overboard: ${disguises.join(' ')}`);

  await test.step('the diagnostics, read as the person reads them', async () => {
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+,');
    await page.getByRole('tab', { name: 'About' }).click();
    const save = page.getByRole('button', { name: 'Save diagnostics…' });
    const first = await saveTo(app, path.join(profile.home, 'plain.zip'));
    await save.click();
    const plain = unzip(await written(first));
    expect(Object.keys(plain)).toEqual(expect.arrayContaining(['README.txt', 'versions.json', 'tasks.jsonl', 'database.json', 'logs/latent.log']));
    expect(JSON.parse(plain['database.json'] ?? '')).toEqual({ sound: true, faults: [] });
    expect(JSON.parse(plain['settings.json'] ?? '')).toMatchObject({ libraryFolder: '~/Pictures/Latent' });
    expect(JSON.parse(plain['versions.json'] ?? '')).toMatchObject({ latent: expect.any(String), electron: expect.any(String), locale: 'en-US' });
    const tasks = (plain['tasks.jsonl'] ?? '').trimEnd().split('\n').map((line) => JSON.parse(line) as { status: string });
    expect(tasks.map(({ status }) => status)).toEqual(['unknown', 'rejected', 'completed']);

    await page.getByRole('checkbox', { name: /prompts/ }).check();
    const second = await saveTo(app, path.join(profile.home, 'with-prompts.zip'));
    await save.click();
    const ticked = unzip(await written(second));
    for (const prompt of Object.values(prompts)) {
      expect(JSON.stringify(plain)).not.toContain(prompt);
      expect(ticked['tasks.jsonl']).toContain(prompt);
    }
    for (const files of [plain, ticked]) {
      for (const secret of [...disguises, profile.home]) expect(JSON.stringify(files)).not.toContain(secret);
    }
  });

  await app.close();
  const log = await logOf(profile);
  for (const told of [/info {2}app +started {2}latent=\S+ electron=\S+/, /warn {2}submission outcome unknown {2}task=\S+ reason=connection-lost/, /warn {2}submission rejected .*http=400 code=bad_prompt/, /info {2}account +added/, /info {2}download +picture kept .*type=png/, /error app +unhandled rejection {2}error="overboard: \[key\]/, /info {2}app +stopped$/m]) {
    expect(log).toMatch(told);
  }
  for (const hidden of [...disguises, 'vermilion', 'ultramarine', 'viridian']) expect(log + app.output()).not.toContain(hidden);
  expect((await readdir(profile.home)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('an uncaught exception is logged and shown, and the app quits', async () => {
  const app = await LatentApp.launch(profile);
  const child = app.electron.process();
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await app.electron.evaluate(({ dialog }) => {
    dialog.showErrorBox = (title) => process.stderr.write(`told: ${title}\n`);
    setTimeout(() => {
      throw new Error('nobody catches this');
    });
  });
  expect(await ended).toBe(1);
  expect(app.output()).toContain('told: Latent had an error');
  expect(await logOf(profile)).toMatch(/error app +uncaught exception {2}error="nobody catches this" name=Error/);
});

test('an uncaught exception while the app quits is logged, and no message keeps the hidden app from ending', async () => {
  const app = await LatentApp.launch(profile);
  await app.electron.evaluate(({ app: electronApp, dialog }) => {
    dialog.showErrorBox = (title) => process.stderr.write(`told: ${title}\n`);
    electronApp.once('before-quit', () => {
      setTimeout(() => {
        throw new Error('nobody catches this');
      });
    });
  });
  await app.close();
  expect(app.output()).not.toContain('told:');
  expect(await logOf(profile)).toMatch(/error app +uncaught exception {2}error="nobody catches this" name=Error/);
});

function unzip(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
}
