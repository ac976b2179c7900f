import type { Locator } from '@playwright/test';
import type { SavedPrompt } from '../../shared/prompts/saved-prompt.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';
import { faultsInBothThemes, placeFaults } from '../support/window-faults.ts';

/** The prompt library: history with search, saved prompts in folders with title and preview, and snippets after a slash. */

const harbour = 'a harbour at dawn, boats between fog and water';
const owl = 'a snowy owl on a fence, engraving';

let app: LatentApp;
let profile: Profile;
withSharedApp(
  (shared, home) => void ([app, profile] = [shared, home]),
  { begin: (home) => seedHistory(home, [{ prompt: harbour, model: 'painter' }, { prompt: owl }, { prompt: harbour, pictures: 2 }, { prompt: 'a fox in the garden' }]) },
);
test.beforeEach(async () => {
  const ids = (await saved()).map(({ id }) => id);
  if (ids.length > 0) await app.call('promptsRemove', { ids });
  await app.page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await app.resize(1280, 800);
  await app.renew();
});

const dialog = (): Locator => app.page.locator('[role="dialog"][data-modal]').last();
const search = (): Locator => dialog().getByRole('combobox', { name: 'Search prompts' });
const options = (): Locator => dialog().getByRole('option');
const chosen = (): Locator => dialog().getByRole('option', { selected: true });
const field = (name: string): Locator => dialog().getByRole('textbox', { name, exact: true });
const snippets = (): Locator => app.page.getByRole('listbox', { name: 'Snippets' });
const message = (text: string): Locator => app.page.getByText(text, { exact: true });
const saved = async (): Promise<readonly SavedPrompt[]> => (await app.call('promptsList')) as readonly SavedPrompt[];
const key = (keys: string): Promise<void> => app.page.keyboard.press(keys);

test('a prompt is found in the history, saved with folder, preview and snippet, used and undone, by keyboard alone, and kept over a restart', async () => {
  await app.prompt.fill('my own draft');
  await key('ControlOrMeta+p');
  await expect(dialog()).toContainText('No saved prompts yet');
  await expect(search()).toBeFocused();
  await key('ControlOrMeta+p');
  // Different prompts, newest first.
  await expect(options()).toHaveText([/^a fox in the garden/, new RegExp(`^${harbour}`), new RegExp(`^${owl}`)]);
  await expect(search()).toBeFocused();
  await app.page.keyboard.type('boats');
  await expect(options()).toHaveText([new RegExp(`^${harbour}Last used`)]);
  await expect.poll(() => options().locator('img').evaluateAll((images) => images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0))).toEqual([true]);

  await key('F2');
  await expect(field('Title')).toBeFocused();
  await expect(field('Title')).toHaveValue('a harbour at dawn, boats between fog and water');
  await app.page.keyboard.type('Harbour in fog');
  await dialog().getByRole('combobox', { name: 'Folder' }).fill('Landscapes');
  await field('Snippet word').fill('Fog');
  // The newest picture of the prompt, chosen from the two that it has.
  await expect(dialog().getByRole('radio', { name: 'Picture 1' })).toBeChecked();
  await dialog().getByRole('radio', { name: 'Picture 1' }).focus();
  await key('ArrowRight');
  await expect(dialog().getByRole('radio', { name: 'Picture 2' })).toBeChecked();
  await dialog().getByRole('checkbox').check();
  await key('Enter');
  await expect(message('Saved “Harbour in fog”')).toBeVisible();
  const [kept] = await saved();
  expect(kept).toMatchObject({ folder: 'Landscapes', title: 'Harbour in fog', prompt: harbour, snippet: 'fog' });
  expect(kept?.imageId).not.toBeNull();

  // Back in the lists. Its row shows everything, and the row of the history that it is saved.
  await expect(search()).toBeFocused();
  await expect(options()).toHaveText([new RegExp(`^${harbour}Last used.*Saved$`)]);
  await key('ControlOrMeta+p');
  await expect(chosen()).toHaveText(`Harbour in fog/fogLandscapes${harbour}`);
  await key('Enter');
  await expect(dialog()).toBeHidden();
  await expect(app.prompt).toHaveValue(harbour);
  await expect(app.prompt).toBeFocused();
  await key('ControlOrMeta+z');
  await expect(app.prompt).toHaveValue('my own draft');

  // What is not among the saved prompts may be in the history.
  await key('ControlOrMeta+p');
  await app.page.keyboard.type('owl');
  await dialog().getByRole('button', { name: 'Show matches in the history' }).click();
  await expect(options()).toHaveText([new RegExp(`^${owl}`)]);
  await expect(search()).toBeFocused();
  await key('ControlOrMeta+p');
  await app.page.keyboard.type('x');
  await expect(dialog()).toContainText('No saved prompt found');
  await expect(dialog().getByRole('button', { name: 'Show matches in the history' })).toHaveCount(0);
  await key('Escape');

  await app.close();
  app = await LatentApp.launch(profile, { isShared: true });
  expect(await saved()).toEqual([kept]);
  await key('ControlOrMeta+p');
  await expect(options()).toHaveText([/^Harbour in fog/]);
  await expect.poll(() => options().locator('img').evaluateAll((images) => images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0))).toEqual([true]);
});

async function save(title: string, prompt: string, more: Partial<SavedPrompt> = {}): Promise<void> {
  const row: SavedPrompt = { id: Math.floor(Math.random() * 1e9) + 1, folder: '', title, prompt, choices: null, snippet: null, imageId: null, savedAt: 1, ...more };
  await app.call('promptsPut', { prompts: [row] });
}

test('a slash and a word insert a snippet in one step, and a slash that means nothing disturbs nothing', async () => {
  await save('Golden light', 'golden hour, {soft|hard} light', { snippet: 'gold' });
  await save('Portrait', 'portrait of', { snippet: 'portrait' });
  await app.page.reload();
  await app.prompt.focus();
  await app.page.keyboard.type('a harbour, /');
  await expect(snippets().getByRole('option')).toHaveText([/^\/gold.*Golden light/, /^\/portrait/]);
  await app.page.keyboard.type('go');
  await expect(snippets().getByRole('option')).toHaveCount(1);
  await key('Tab');
  await expect(app.prompt).toHaveValue('a harbour, golden hour, {soft|hard} light');
  await expect(app.prompt).toBeFocused();
  await key('ControlOrMeta+z');
  await expect(app.prompt).toHaveValue('a harbour, /go');
  await key('ControlOrMeta+Shift+z');
  await app.page.keyboard.type(' 16/9 and/or /zzz');
  await expect(snippets()).toBeHidden();
  await key('Enter');
  await expect(app.prompt).toHaveValue('a harbour, golden hour, {soft|hard} light 16/9 and/or /zzz\n');
  await app.page.keyboard.type('/po');
  await expect(snippets()).toBeVisible();
  await key('Escape');
  await expect(snippets()).toBeHidden();
  await expect(app.prompt).toBeFocused();
  // The next letter belongs to the same word.
  await app.page.keyboard.type('r');
  await expect(snippets()).toBeHidden();
  await app.prompt.fill('/portrait');
  await snippets().getByRole('option').click();
  await expect(app.prompt).toHaveValue('portrait of');
});

test('prompts are edited, moved, inserted and deleted, and each can be undone; a snippet word that is taken is refused', async () => {
  await save('Owl', owl, { folder: 'Birds', snippet: 'owl' });
  await save('Wren', 'a wren', { folder: 'Birds' });
  await save('Fox', 'a fox', { folder: 'Animals' });
  await app.prompt.fill('look: , please');
  await app.prompt.evaluate((element) => (element as unknown as { setSelectionRange(start: number, end: number): void }).setSelectionRange(6, 6));
  await key('ControlOrMeta+p');
  await expect(search()).toBeFocused();
  await expect(options()).toHaveText([/^Fox/, /^Owl/, /^Wren/]);
  const folder = (name: RegExp): Locator => dialog().getByRole('group', { name: 'Folders' }).getByRole('button', { name });

  await test.step('the mouse chooses the list, and the keys stay those of the search', async () => {
    const tabs = dialog().getByRole('group', { name: 'Which prompts' });
    for (const tab of ['History', 'Saved']) {
      await tabs.getByRole('button', { name: tab }).click();
      await expect(tabs.getByRole('button', { name: tab })).toHaveAttribute('aria-pressed', 'true');
      await expect(search()).toBeFocused();
    }
    await expect(options()).toHaveText([/^Fox/, /^Owl/, /^Wren/]);
  });
  await test.step('a taken word', async () => {
    await key('F2');
    await expect(field('Title')).toBeFocused();
    await field('Snippet word').fill('owl');
    await expect(dialog()).toContainText('“Owl” already has this snippet word.');
    await expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
    await field('Snippet word').fill('fox');
    await field('Title').fill('Red fox');
    await field('Prompt').press('ControlOrMeta+Enter');
    await expect(options().first()).toContainText('Red fox');
    await expect(search()).toBeFocused();
    await key('ControlOrMeta+z');
    await expect(options().first()).toHaveText(/^FoxAnimals/);
  });
  await test.step('drag to another folder', async () => {
    // On a busy machine, a press now and then begins no drag.
    await expect(async () => {
      await options().filter({ hasText: /^Fox/ }).dragTo(folder(/^Birds/));
      await expect(folder(/^Birds/)).toHaveText('Birds3', { timeout: 5_000 });
    }).toPass();
    await expect(folder(/^Animals/)).toHaveCount(0);
    await search().focus();
    await key('ControlOrMeta+z');
    await expect(folder(/^Animals/)).toHaveText('Animals1');
  });
  await test.step('a folder gets another name', async () => {
    await folder(/^Birds/).click();
    await expect(options()).toHaveText([/^Owl/, /^Wren/]);
    await dialog().getByRole('button', { name: 'Rename “Birds”…' }).click();
    await app.page.keyboard.type('Feathers');
    await key('Enter');
    await expect(folder(/^Feathers/)).toHaveText('Feathers2');
    await expect(options()).toHaveCount(2);
  });
  await test.step('delete from the list and from the search', async () => {
    await options().first().click();
    await key('Delete');
    await expect(options()).toHaveText([/^Wren/]);
    await key('ControlOrMeta+z');
    await expect(options()).toHaveText([/^Owl/, /^Wren/]);
    await search().focus();
    await key('ArrowDown');
    await key('ArrowUp');
    await key('Delete');
    await expect(options()).toHaveText([/^Wren/]);
    // The message offers it too, above the dialog.
    await app.page.getByRole('button', { name: 'Undo: delete “Owl”' }).click();
    await expect(options()).toHaveText([/^Owl/, /^Wren/]);
    await options().first().click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(options()).toHaveText([/^Wren/]);
    expect((await saved()).map(({ title }) => title)).toEqual(['Fox', 'Wren']);
  });
  await test.step('insert at the caret', async () => {
    await search().focus();
    await key('Shift+Enter');
    await expect(dialog()).toBeHidden();
    await expect(app.prompt).toHaveValue('look: a wren, please');
    await expect(app.prompt).toBeFocused();
    await key('ControlOrMeta+z');
    await expect(app.prompt).toHaveValue('look: , please');
  });
});

test('settings alone are saved with several values, used beside another text, replaced, renamed, deleted and undone', { tag: '@long' }, async () => {
  const choice = (name: string): Locator => app.page.getByRole('combobox', { name, exact: true });
  const choose = async (name: string, value: string): Promise<void> => {
    await choice(name).fill(value);
    await choice(name).press('Tab');
  };
  const count = app.page.getByRole('textbox', { name: 'How many' });
  const saveSettings = async (title: string): Promise<void> => {
    await app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: 'More', exact: true }).click();
    await app.page.getByRole('menuitem', { name: 'Save these settings…' }).click();
    await expect(field('Title')).toBeFocused();
    await field('Title').fill(title);
  };
  await choose('Model', 'first, second');
  await choose('Size', '64x64');
  await count.fill('3');
  await app.prompt.fill('a fox');
  await saveSettings('Two models');
  await expect(field('Prompt')).toHaveValue('');
  await expect(dialog().getByRole('checkbox')).toBeChecked();
  await expect(dialog()).toContainText('Without a text, only the settings are saved.');
  await key('Enter');
  await expect(message('Saved “Two models”')).toBeVisible();
  expect(await saved()).toMatchObject([{ prompt: '', choices: { size: '64x64', count: 3 }, snippet: null }]);

  await choose('Size', '1024x1024');
  await count.fill('1');
  await key('ControlOrMeta+p');
  await expect(chosen()).toHaveText(/^Two modelsfirst, second · 64x64.*· 6 tasks$/);
  await expect(dialog().getByRole('button', { name: 'Insert at the cursor' })).toBeDisabled();
  await key('Enter');
  await expect(dialog()).toBeHidden();
  await expect(app.prompt).toHaveValue('a fox');
  await expect(choice('Size')).toHaveValue('64x64');
  await expect(count).toHaveValue('3');
  await key('ControlOrMeta+z');
  await expect(choice('Size')).toHaveValue('1024x1024');
  await expect(count).toHaveValue('1');

  // The same title: the settings that have it are replaced.
  await saveSettings('Two models');
  await expect(dialog()).toContainText('There are already settings with this title.');
  await key('Enter');
  await expect(message('Changed “Two models”')).toBeVisible();
  expect(await saved()).toMatchObject([{ choices: { size: '1024x1024', count: 1 } }]);

  await key('ControlOrMeta+p');
  await expect(options()).toHaveCount(1);
  await key('F2');
  await field('Title').fill('Both');
  await key('Enter');
  await expect(options()).toHaveText([/^Both/]);
  await options().first().click();
  await key('Delete');
  await expect(options()).toHaveCount(0);
  await key('ControlOrMeta+z');
  await expect(options()).toHaveText([/^Both/]);
});

test('of a long list only the rows in sight are rendered, and keys lead to both ends', { tag: '@long' }, async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({ id: at + 1, folder: '', title: `Prompt ${String(at).padStart(3, '0')}`, prompt: `a fox number ${at}`, snippet: null, savedAt: at, choices: null, imageId: null }));
  await app.call('promptsPut', { prompts: many });
  await key('ControlOrMeta+p');
  await expect(options().first()).toHaveAttribute('aria-setsize', '400');
  await dialog().getByRole('listbox').focus();
  await key('End');
  await expect(chosen()).toHaveAttribute('aria-posinset', '400');
  await expect(chosen()).toBeInViewport({ ratio: 0.99 });
  expect(await options().count()).toBeLessThan(40);
  await key('Home');
  await expect(chosen()).toHaveAttribute('aria-posinset', '1');
  await expect(chosen()).toBeInViewport({ ratio: 0.99 });
});

test('axe finds nothing in the lists, the form and the snippets, in both themes, at every size', { tag: '@long' }, async () => {
  await save('Owl', owl, { folder: 'Birds and other animals of the north, by day and by night', snippet: 'owl', imageId: 1 });
  await save('ثعلب', 'ثعلب أحمر في الثلج عند الفجر', { folder: '動物' });
  await save('A title that is so long that it cannot be shown in one line of the list, whatever the window is like', 'golden hour, soft light, '.repeat(40), { snippet: 'golden-hour-and-soft-light' });
  await app.page.reload();
  await app.prompt.waitFor();
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  const sizes = [[640, 400], [2560, 1440], [900, 600]] as const;
  // What axe finds does not depend on the size, and takes seconds.
  const look = async (name: string): Promise<void> => {
    await expect.configure({ soft: true, timeout: 10_000 }).poll(() => placeFaults(app.page), name).toEqual([]);
    if (name.endsWith(` ${sizes[2][0]}`)) expect.soft(await faultsInBothThemes(app.page), name).toEqual([]);
  };
  for (const [width, height] of sizes) {
    await app.resize(width, height);
    await key('ControlOrMeta+p');
    await expect(search()).toBeFocused();
    await expect(options()).toHaveCount(3);
    await look(`saved ${width}`);
    await key('F2');
    await expect(field('Title')).toBeFocused();
    await look(`form ${width}`);
    await key('Escape');
    await expect(search()).toBeFocused();
    await key('ControlOrMeta+p');
    await expect(options()).toHaveCount(3);
    await look(`history ${width}`);
    await key('ControlOrMeta+p');
    await key('Escape');
    await expect(app.page.locator('[data-modal]')).toHaveCount(0);
    await app.prompt.fill('/');
    await expect(snippets()).toBeVisible();
    await look(`snippets ${width}`);
    await app.prompt.fill('');
  }
});

// Last, because a picture is deleted for good.
test('the prompt of a picture and of the compose bar can be saved, and a picture that is removed leaves no preview', async () => {
  await expect(app.pictures.first()).toBeVisible();
  await app.pictures.first().click();
  await key('b');
  await expect(field('Title')).toHaveValue('a fox in the garden');
  await expect(dialog().getByRole('radio', { name: 'Picture 1' })).toBeChecked();
  await key('Enter');
  await expect(dialog()).toBeHidden();
  await expect.poll(async () => (await saved()).map(({ title, imageId }) => [title, imageId !== null])).toEqual([['a fox in the garden', true]]);

  await app.prompt.fill(`${owl} --ar 16:9`);
  await key('ControlOrMeta+d');
  await expect(field('Title')).toHaveValue(owl);
  await dialog().getByRole('combobox', { name: 'Folder' }).fill('Birds');
  await key('Enter');
  await expect(dialog()).toBeHidden();
  await expect.poll(async () => (await saved()).map(({ folder, prompt }) => [folder, prompt])).toEqual([['', 'a fox in the garden'], ['Birds', `${owl} --ar 16:9`]]);
  await expect.poll(async () => (await saved()).map(({ imageId }) => imageId !== null)).toEqual([true, false]);
  // With the trash emptied, the picture is gone for good.
  await app.pictures.first().click();
  await key('Delete');
  await key('ControlOrMeta+4');
  await app.electron.evaluate(({ dialog: native }) => {
    native.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
  });
  await app.page.getByRole('button', { name: 'Empty the trash…' }).click();
  await expect.poll(async () => (await saved()).map(({ imageId }) => imageId !== null)).toEqual([false, false]);
});
