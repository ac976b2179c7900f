import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { beginAgain, withSharedApp } from '../support/fresh-app.ts';
import type { LatentApp, Profile } from '../support/latent-app.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { expect, test } from '../support/test.ts';
import { placeFaults, windowFaults } from '../support/window-faults.ts';

/** One prompt that makes many, and the wildcard files. */

let profile: Profile;
let app: LatentApp;
withSharedApp((shared, home) => void ([app, profile] = [shared, home]));
/** How many tasks there were before the test. */
let earlier = 0;
test.beforeEach(async () => {
  await app.resize(1280, 800);
  earlier = await beginAgain(app, 'Practice', { plainBraces: false });
});

const line = (): Locator => app.page.getByRole('group', { name: 'Template' });
const generate = (): Locator => app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: /^Generate/ });
const question = (): Locator => app.page.getByRole('dialog', { name: /^Generate/ });
const wildcards = (): Locator => app.page.getByRole('dialog', { name: 'Wildcards' });

/** Everything that the test has sent, in alphabetical order. */
async function prompts(): Promise<readonly string[]> {
  const { tasks, total } = await app.history();
  return tasks.slice(0, total - earlier).map(({ task }) => task.request.prompt).sort();
}

const marked = (): Promise<string> =>
  app.prompt.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as unknown as { value: string; selectionStart: number; selectionEnd: number };
    return value.slice(selectionStart, selectionEnd);
  });

/** Answers the folder dialog with a folder of the profile. */
async function choosesFolder(name: string): Promise<string> {
  const folder = path.join(profile.home, name);
  await mkdir(folder, { recursive: true });
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, folder);
  return folder;
}

test('all combinations are counted and shown while typing, and sent as one batch, each once', async () => {
  const service = await startScriptedService({ key: 'sk-1' });
  const accountId = await app.addAccount(service.url, service.key);
  await app.call('pricesSet', { accountId, rows: [{ model: '*', size: '*', quality: '*', amount: '1.8' }] });
  await app.prompt.fill('a {red|green|blue} {fox|owl}');
  await expect(line().getByRole('button', { name: '6 prompts' })).toBeVisible();
  await expect(generate()).toHaveText(/^Generate 6/);
  await expect(generate()).toHaveAccessibleDescription(/6 × 1\.8 = 10\.8 credits/);
  await line().getByRole('button', { name: '6 prompts' }).click();
  const first = app.page.getByRole('list', { name: 'The first prompts' });
  await expect(first.getByRole('listitem')).toHaveText(['a red fox', 'a red owl', 'a green fox', 'a green owl', 'a blue fox']);
  await expect(app.page.getByText('and 1 more')).toBeVisible();
  await app.prompt.press('ControlOrMeta+Enter');
  await question().getByRole('button', { name: /^Generate 6/ }).click();
  await expect.poll(prompts).toEqual(['a blue fox', 'a blue owl', 'a green fox', 'a green owl', 'a red fox', 'a red owl']);
  for (const prompt of await prompts()) await expect.poll(() => service.posts(prompt)).toBe(1);
  await service.stop();
});

test('at random, the prompts shown are those that are sent, and the seed stays only if it is kept', async () => {
  await app.prompt.fill('{a|b|c|d|e|f|g|h} {1|2|3|4|5|6|7|8}');
  await line().getByRole('button', { name: 'At random' }).click();
  const number = line().getByRole('textbox', { name: 'Number at random' });
  for (const wrong of ['', '0', '10001']) {
    await number.fill(wrong);
    await expect(number).toHaveAccessibleDescription('The number at random must be a whole number from 1 to 10,000. Nothing is sent until it is.');
    await expect(generate()).toHaveAttribute('aria-disabled', 'true');
  }
  await number.fill('4');
  const seed = line().getByRole('textbox', { name: 'Seed' });
  const before = await seed.inputValue();
  await line().getByRole('button', { name: 'Choose another seed' }).click();
  await expect(seed).not.toHaveValue(before);
  const rolled = await seed.inputValue();
  await line().getByRole('button', { name: '4 prompts' }).click();
  const listed = app.page.getByRole('list', { name: 'The first prompts' }).getByRole('listitem');
  await expect(listed).toHaveCount(4);
  const shown = await listed.allTextContents();
  await generate().click();
  await expect.poll(prompts).toEqual([...shown].sort());
  await expect(seed).not.toHaveValue(rolled);

  await seed.fill('7');
  await expect(line().getByRole('button', { name: 'Keep this seed after sending' })).toHaveAttribute('aria-pressed', 'true');
  await app.prompt.fill('kept {a|b|c|d|e|f|g|h} {1|2|3|4|5|6|7|8}');
  await generate().click();
  await expect.poll(async () => (await prompts()).length).toBe(8);
  await expect(seed).toHaveValue('7');
});

test('what is wrong is marked at its place, said to screen readers, and sends nothing', async () => {
  await app.prompt.fill('a {red|green and __nope__');
  const marks = app.page.locator('[data-fault-marks] mark');
  await expect(marks).toHaveText(['{', '__nope__']);
  await expect(app.prompt).toHaveAttribute('aria-invalid', 'true');
  await expect(app.prompt).toHaveAccessibleDescription(/This brace has no closing brace.*One more problem is marked/);
  await expect(generate()).toHaveAttribute('aria-disabled', 'true');
  await app.prompt.press('ControlOrMeta+Enter');
  await line().getByRole('button', { name: 'Show' }).click();
  await expect.poll(marked).toBe('{');
  await expect(app.prompt).toBeFocused();
  // The marks lie exactly behind the text: as wide as the field's text, and as high.
  const [field, layer] = [await app.prompt.boundingBox(), await app.page.locator('[data-fault-marks]').boundingBox()];
  expect(layer?.x).toBe(field?.x);
  expect(layer?.width).toBe(field?.width);
  expect(await prompts()).toEqual([]);

  await line().getByRole('button', { name: 'Send braces as they are' }).click();
  await expect(marks).toHaveCount(0);
  await expect(app.page.getByText('Braces and wildcards are sent as they are.')).toBeVisible();
  await generate().click();
  await expect.poll(prompts).toEqual(['a {red|green and __nope__']);
  await app.page.getByRole('button', { name: 'Use as a template' }).click();
  await expect(marks).toHaveCount(2);
});

test('a number beyond ten thousand is counted at once, and only some of it can be sent', async () => {
  await app.prompt.fill('{0|1|2|3|4|5|6|7|8|9}'.repeat(9));
  await expect(line().getByRole('button', { name: '1,000,000,000 prompts' })).toBeVisible();
  await expect(generate()).toHaveAttribute('aria-disabled', 'true');
  await expect(app.page.getByText('At most 10,000 tasks are sent at once.')).toBeVisible();
  await app.prompt.fill('{0|1|2|3|4|5|6|7|8|9}'.repeat(100));
  await expect(line().getByRole('button', { name: 'More than 1,000,000,000,000,000 prompts' })).toBeVisible();
  await line().getByRole('button', { name: 'At random' }).click();
  await line().getByRole('textbox', { name: 'Number at random' }).fill('2');
  await generate().click();
  await expect.poll(async () => (await prompts()).length).toBe(2);
});

test('nothing of a template leaves the window, is cut or covered at any size', { tag: '@long' }, async () => {
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await line().waitFor({ state: 'detached' });
  await app.prompt.fill('a {red|green|blue} {fox|owl}');
  await line().getByRole('button', { name: '6 prompts' }).click();
  for (const prompt of ['a {red|green|blue} {fox|owl}', 'a {red|green and __nope__']) {
    await app.prompt.fill(prompt);
    for (const mode of prompt.includes('__') ? [null] : ['All combinations', 'At random']) {
      if (mode !== null) await line().getByRole('button', { name: mode }).click();
      for (const [width, height] of [[640, 400], [900, 600], [2560, 1440]] as const) {
        await app.resize(width, height);
        await expect.configure({ soft: true, timeout: 10_000 }).poll(() => placeFaults(app.page), `${prompt}, ${mode} at ${width}×${height}`).toEqual([]);
      }
    }
  }
});

test('the bar keeps its height while a template is typed, right or wrong', { tag: '@long' }, async () => {
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  const height = async (): Promise<number | undefined> => (await app.page.getByRole('form', { name: 'New picture' }).boundingBox())?.height;
  await app.prompt.fill('{a|b|c|d|e|f}');
  await line().getByRole('button', { name: 'At random' }).click();
  await line().getByRole('button', { name: /prompts?$/ }).click();
  for (const mode of ['At random', 'All combinations']) {
    await line().getByRole('button', { name: mode }).click();
    for (const [width, height_] of [[640, 400], [900, 600], [1280, 800], [2560, 1440]] as const) {
      await app.resize(width, height_);
      const heights = new Set<number | undefined>();
      for (const prompt of ['{a|b|c|d|e|f}', '{a', '{a|', '{a|b}', '{a|b} {', '{a|b} {x|y|z|w}']) {
        await app.prompt.fill(prompt);
        const isWrong = prompt.split('{').length !== prompt.split('}').length;
        await expect(line().getByRole('button', { name: 'Show', exact: true })).toHaveCount(isWrong ? 1 : 0);
        await app.drawn();
        heights.add(await height());
      }
      expect([...heights], `${mode} at ${width}×${height_}`).toHaveLength(1);
    }
  }
});

test('a prompt without braces stays as it is', async () => {
  await app.submit('a fox # 1  in 50% light\n// two');
  await expect.poll(prompts).toEqual(['a fox # 1  in 50% light\n// two']);
  await app.submit('{"scene": "a {b|c}"}');
  await expect.poll(prompts).toEqual(['a fox # 1  in 50% light\n// two', '{"scene": "a {b|c}"}']);
});

test('wildcard files are chosen, written, used, changed elsewhere, renamed and deleted', { tag: '@long' }, async () => {
  const folder = await choosesFolder('wildcards');
  await mkdir(path.join(folder, 'animals'));
  await writeFile(path.join(folder, 'animals', 'cats.yaml'), 'big:\n  - lion\n  - tiger\n');
  await app.page.keyboard.press('ControlOrMeta+J');
  await wildcards().getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(wildcards().getByRole('button', { name: /^animals\/cats\.yaml/ })).toContainText('2 values');

  await wildcards().getByRole('button', { name: 'New file' }).click();
  const name = app.page.getByRole('textbox', { name: /^Name of the new file/ });
  await name.fill('../colours.txt');
  await name.press('Enter');
  await expect(app.page.getByText('Use a name without')).toBeVisible();
  await name.fill('colours');
  await name.press('Enter');
  const text = wildcards().getByRole('textbox', { name: 'Text of colours.txt' });
  await expect(text).toBeFocused();
  await text.fill('red\n# no\n{light|dark} blue\n');
  await text.press('ControlOrMeta+S');
  await expect(wildcards().getByRole('button', { name: /^colours\.txt/ })).toContainText('2 values');
  expect(await readFile(path.join(folder, 'colours.txt'), 'utf8')).toBe('red\n# no\n{light|dark} blue\n');

  // What is not saved is not lost, and what another program wrote is not replaced.
  await text.fill('mine');
  await app.page.keyboard.press('Escape');
  await expect(wildcards().getByText('This file has changes that are not saved.')).toBeVisible();
  await writeFile(path.join(folder, 'colours.txt'), 'red\ngreen\n{light|dark} blue\n');
  await wildcards().getByRole('button', { name: 'Save' }).click();
  await expect(wildcards().getByText('Another program has changed this file')).toBeVisible();
  await wildcards().getByRole('button', { name: 'Discard changes' }).click();
  await app.page.keyboard.press('Escape');
  await expect(wildcards()).toBeHidden();

  // The names are offered.
  await app.prompt.fill('a ');
  await app.prompt.pressSequentially('__bi');
  await expect(app.page.getByRole('option')).toHaveText(['animals/biglion, tiger']);
  expect(await windowFaults(app.page)).toEqual([]);
  await app.prompt.press('Enter');
  await expect(app.prompt).toHaveValue('a __animals/big__');
  await app.prompt.pressSequentially(' in __col');
  await expect(app.page.getByRole('option')).toHaveCount(1);
  await app.prompt.press('Tab');
  await expect(app.prompt).toHaveValue('a __animals/big__ in __colours__');
  await expect(line().getByRole('button', { name: '8 prompts' })).toBeVisible();
  // More values than have room.
  await writeFile(path.join(folder, 'many.txt'), 'one\ntwo\nthree\nfour\nfive\n');
  await app.page.evaluate('window.dispatchEvent(new Event("focus"))');
  await app.prompt.pressSequentially(' __man');
  await expect(app.page.getByRole('option')).toHaveText(['manyone, two, three, four, …']);
  await app.prompt.fill('a __animals/big__ in __colours__');

  // The values at the moment of sending count, but no other number is sent than the button names.
  await writeFile(path.join(folder, 'colours.txt'), 'black');
  await app.prompt.press('ControlOrMeta+Enter');
  await expect(app.page.getByText('A wildcard file has changed')).toBeVisible();
  await expect(generate()).toHaveText(/^Generate 2/);
  expect(await prompts()).toEqual([]);
  await app.prompt.press('ControlOrMeta+Enter');
  await expect.poll(prompts).toEqual(['a lion in black', 'a tiger in black']);

  await app.page.keyboard.press('ControlOrMeta+J');
  await wildcards().getByRole('button', { name: /^colours\.txt/ }).click();
  await wildcards().getByRole('button', { name: 'Rename…' }).click();
  const rename = app.page.getByRole('dialog', { name: 'Rename colours.txt' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('paints.txt');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(wildcards().getByRole('textbox', { name: 'Text of paints.txt' })).toHaveValue('black');
  await wildcards().getByRole('button', { name: 'Delete…' }).click();
  await app.page.getByRole('dialog', { name: 'Delete “paints.txt”?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(wildcards().getByRole('button', { name: /^paints\.txt/ })).toBeHidden();
  await app.page.keyboard.press('Escape');
  await expect(app.page.locator('[data-fault-marks] mark')).toHaveText(['__colours__']);
});

test('a wildcard file that is not in Unicode reads as the person chooses, and is in UTF-8 once it is saved', { tag: '@long' }, async () => {
  const folder = await choosesFolder('old wildcards');
  const latin = Buffer.from('caf\xe9\n\x84printemps\x93\n', 'latin1');
  await writeFile(path.join(folder, 'words.txt'), latin);
  await app.page.keyboard.press('ControlOrMeta+J');
  await wildcards().getByRole('button', { name: /^Choose a/ }).click();
  const file = wildcards().getByRole('button', { name: /^words\.txt/ });
  await expect(file).toContainText('Its characters are not certain');
  await file.click();
  const reading = wildcards().getByRole('button', { name: /Western European \(Windows-1252\)/ });
  const text = wildcards().getByRole('textbox', { name: 'Text of words.txt' });
  await expect(reading).toContainText('café');
  await app.page.screenshot({ path: test.info().outputPath('readings.png') });
  await reading.click();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue('café\n„printemps“\n');
  // Another line may read better.
  await wildcards().getByRole('button', { name: 'Discard changes' }).click();
  await reading.click();
  expect(await readFile(path.join(folder, 'words.txt'))).toEqual(latin);
  await wildcards().getByRole('button', { name: 'Save', exact: true }).click();
  await expect(file).toContainText('2 values');
  expect(await readFile(path.join(folder, 'words.txt'), 'utf8')).toBe('café\n„printemps“\n');
  await app.page.keyboard.press('Escape');
  await expect(wildcards()).toBeHidden();
});
