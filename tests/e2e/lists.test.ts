import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import type { Snapshot } from '../../shared/ipc/api.ts';
import type { TaskWithImages } from '../../shared/task.ts';
import { beginAgain, withSharedServedApp } from '../support/fresh-app.ts';
import { expect, test } from '../support/test.ts';

/** Lists of prompts: what a person pastes, drops or chooses is recognised, mended in a table, and sent as it stands there. */

const served = withSharedServedApp();
/** How many tasks there were before the test. */
let earlier = 0;
test.beforeEach(async () => {
  earlier = await beginAgain(served.app, 'Studio');
});
const sent = async (): Promise<readonly TaskWithImages[]> => {
  const { tasks, total } = await served.app.history();
  return tasks.slice(0, total - earlier);
};

const dialog = (): Locator => served.app.page.getByRole('dialog', { name: 'List of prompts' });
const table = (): Locator => dialog().getByRole('grid', { name: 'Rows of the list' });
const cell = (row: number, column: number): Locator => table().locator(`#list-cell-${row}-${column}`);
const send = (): Locator => dialog().getByRole('button', { name: /^Generate/ });

/** Pastes a text into the element that has the focus. */
const paste = (text: string): Promise<unknown> =>
  served.app.page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (document.activeElement.dispatchEvent(event)) document.execCommand('insertText', false, ${JSON.stringify(text)});
  })()`);

async function writeList(name: string, text: string | Uint8Array): Promise<string> {
  const file = path.join(served.profile.home, name);
  await writeFile(file, text);
  return file;
}

async function chooseFile(name: string, text: string | Uint8Array): Promise<void> {
  await dialog().locator('input[type=file]').setInputFiles(await writeList(name, text));
}

test('a CSV with all that goes wrong is mended by keys and sent, each prompt once', async () => {
  const { app, service } = served;
  const { keyboard } = app.page;
  const prompts = ['A "red" fox;\nat dawn', 'A mended hare', '=SUM(A1)', 'A lynx'];
  for (const prompt of prompts) await service.script(prompt, { submit: [null], processing: 0, images: [] });
  await keyboard.press('ControlOrMeta+Shift+l');
  await chooseFile(
    'Animals.csv',
    ['\uFEFFPrompt;Size;Note;Count;field:seed', '"A ""red"" fox;\r\nat dawn";16:9;x;1;42', '', ';1:1;;', '=SUM(A1);1:1;=1+1;2', ';;;', 'A lynx;1:1;;many', 'A "bear" in a box;1:1;;', 'Cut; off;;;;here', ''].join('\r\n'),
  );
  await expect(table()).toBeFocused();
  await expect(table()).toHaveAttribute('aria-rowcount', '7');
  await expect(dialog().getByText('3 rows have problems. Correct or delete them. Nothing is sent until then.')).toBeVisible();
  await expect(send()).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog().getByRole('textbox', { name: 'Name of the batch' })).toHaveValue('Animals');
  await expect(cell(0, 0)).toHaveText('A "red" fox; at dawn');
  await expect(cell(2, 0)).toHaveText('=SUM(A1)');

  // An empty prompt.
  await keyboard.press('ArrowDown');
  await expect(dialog().getByText('The prompt is missing.')).toBeVisible();
  await expect(cell(1, 0)).toHaveAttribute('aria-invalid', 'true');
  await keyboard.press('Enter');
  await keyboard.type('A mended hare');
  await keyboard.press('Enter');
  await expect(cell(1, 0)).toHaveText('A mended hare');
  await expect(cell(1, 0)).not.toHaveAttribute('aria-invalid');

  // A number that is none. Escape leaves the cell as it was, and the dialog open.
  await dialog().getByRole('button', { name: 'Only the 2 rows with problems' }).click();
  await expect(table()).toHaveAttribute('aria-rowcount', '3');
  await table().focus();
  for (let column = 0; column < 3; column += 1) await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await keyboard.type('9');
  await keyboard.press('Escape');
  await expect(cell(0, 3)).toHaveText('many');
  await keyboard.press('F2');
  await dialog().getByRole('textbox', { name: 'Cell' }).fill('1');
  await keyboard.press('Tab');
  await expect(cell(0, 3)).toHaveText('1');
  await expect(dialog().getByText('1 row has a problem.')).toBeVisible();

  // A row with too many cells is deleted, then brought back, then deleted with its neighbour.
  await dialog().getByRole('button', { name: 'Only the row with a problem' }).click();
  await table().focus();
  await keyboard.press('End');
  await expect(dialog().getByText('This row has more cells than there are columns.')).toBeVisible();
  await keyboard.press('Delete');
  await expect(table()).toHaveAttribute('aria-rowcount', '6');
  await keyboard.press('ControlOrMeta+z');
  await expect(table()).toHaveAttribute('aria-rowcount', '7');
  await keyboard.press('End');
  await keyboard.press('Delete');
  await keyboard.press('Delete');
  await expect(table()).toHaveAttribute('aria-rowcount', '5');

  await expect(dialog().getByText('4 prompts, 5 tasks')).toBeVisible();
  await send().click();
  const question = app.page.getByRole('dialog', { name: 'Generate 5 with Studio?' });
  await question.getByRole('button', { name: 'Generate 5' }).click();
  await expect.poll(() => Promise.all(prompts.map((prompt) => service.posts(prompt)))).toEqual([1, 1, 2, 1]);
  expect(await sent()).toHaveLength(5);
  await expect(app.prompt).toBeFocused();
  const [fox] = (await app.history('dawn')).tasks;
  expect(fox?.task.request).toMatchObject({ prompt: 'A "red" fox;\nat dawn', size: '16:9', fields: { seed: 42 } });
  const { batches } = (await app.call('appSnapshot')) as Snapshot;
  expect(batches).toMatchObject([{ name: 'Animals', recipe: { from: 'list' }, progress: { tasks: 5 } }]);
  await keyboard.press('ControlOrMeta+Shift+l');
  await expect(dialog().getByRole('textbox', { name: 'Prompts' })).toBeVisible();
});

test('several lines pasted as a prompt are offered as a list, and stay one prompt until the person says so', async () => {
  const { app } = served;
  const offer = app.page.getByText('Paste as a list of 3 prompts?');
  await app.prompt.focus();
  await paste('A fox, at dawn\n\nA hare\nA lynx');
  await expect(offer).toBeVisible();
  await expect(app.prompt).toHaveValue('A fox, at dawn\n\nA hare\nA lynx');
  await app.page.keyboard.type('!');
  await expect(offer).toHaveCount(0);

  await app.prompt.fill('before ');
  await paste('A fox, at dawn\n\nA hare\nA lynx');
  await app.page.getByRole('button', { name: 'Make a list' }).click();
  await expect(table()).toHaveAttribute('aria-rowcount', '4');
  await expect(cell(0, 0)).toHaveText('A fox, at dawn');
  await app.page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await expect(app.prompt).toHaveValue('before ');
});

test('the person decides how a list is read, and what a column is', async () => {
  const { app } = served;
  await app.page.getByRole('form', { name: 'New picture' }).getByRole('button', { name: 'More', exact: true }).click();
  await app.page.getByRole('menuitem', { name: /^List of prompts/ }).click();
  await paste('one, two\nthree, four');
  await expect(table()).toHaveAttribute('aria-colcount', '2');
  await expect(dialog().getByText('2 prompts, 2 tasks')).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Read as' }).click();
  await app.page.getByRole('option', { name: 'Table with commas' }).click();
  await expect(table()).toHaveAttribute('aria-colcount', '3');
  await expect(dialog().getByText('1 prompt, 1 task')).toBeVisible();
  await dialog().getByRole('button', { name: 'First row has the names of the columns' }).click();
  await expect(dialog().getByText('2 prompts, 2 tasks')).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Use of the column “Column 2”' }).click();
  await app.page.getByRole('option', { name: 'How many' }).click();
  await expect(dialog().getByText('2 rows have problems.')).toBeVisible();
  await expect(cell(0, 1)).toHaveAttribute('aria-invalid', 'true');
  await dialog().getByRole('button', { name: 'Undo' }).click();
  await expect(dialog().getByText('2 prompts, 2 tasks')).toBeVisible();

  // Braces are a template only if the person says so.
  await dialog().getByRole('button', { name: 'Another list…' }).click();
  await dialog().getByRole('textbox', { name: 'Prompts' }).fill('a {red|blue} fox\na hare');
  await dialog().getByRole('button', { name: 'Show as a table' }).click();
  await expect(dialog().getByText('1 prompt has braces or wildcards. It is sent as written.')).toBeVisible();
  await expect(dialog().getByText('2 prompts, 2 tasks')).toBeVisible();
  await dialog().getByRole('button', { name: 'Send all combinations' }).click();
  await expect(dialog().getByText('2 prompts, 3 tasks')).toBeVisible();

  // What cannot be read says why, and a list that was closed is still there.
  await app.page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await app.page.keyboard.press('ControlOrMeta+Shift+l');
  await expect(table()).toBeVisible();
  await dialog().getByRole('button', { name: 'Another list…' }).click();
  await chooseFile('table.csv', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]));
  await expect(dialog().getByText('is not text.')).toBeVisible();
  await chooseFile('caf\u00e9.csv', new Uint8Array([...new TextEncoder().encode('prompt\nA caf'), 0xe9]));
  await expect(dialog().getByText('“café.csv” is not in UTF-8')).toBeVisible();
  await dialog().getByRole('button', { name: 'A café Western European' }).click();
  await expect(cell(0, 0)).toHaveText('A café');

  // Nothing of a list vanishes without a word.
  await dialog().getByRole('button', { name: 'Another list…' }).click();
  await chooseFile('animals.csv', 'red fox,blue sky\nA hare,green\n');
  await dialog().getByRole('button', { name: 'Make it a row' }).click();
  await expect(cell(0, 0)).toHaveText('red fox');
  await dialog().getByRole('button', { name: 'Another list…' }).click();
  await chooseFile('whole.json', '{"version":1,"prompts":["A fox",{"prompt":"A hare","field:seed":12345678901234567890}]}');
  await expect(dialog().getByText('Not read: “version”.')).toBeVisible();
  await expect(cell(1, 1)).toHaveText('12345678901234567890');
  await expect(cell(1, 1)).toHaveAttribute('title', /more digits than can be kept/);
});

test('columns fill in the variables of the prompt in the compose bar', async () => {
  const { app } = served;
  await app.prompt.fill('a ${colour} ${animal}, {day|night}');
  await app.page.keyboard.press('ControlOrMeta+Shift+l');
  await chooseFile('animals.csv', 'animal,colour,note\nfox,red,x\nhare,white,y');
  await expect(dialog().getByText('Prompt of the rows, from the compose bar: a ${colour} ${animal}, {day|night}')).toBeVisible();
  await expect(dialog().getByRole('combobox', { name: 'Use of the column “animal”' })).toHaveText('Variable ${animal}');
  await expect(dialog().getByText('2 prompts, 4 tasks')).toBeVisible();
  await send().click();
  await expect.poll(async () => (await sent()).map(({ task }) => task.request.prompt).toSorted()).toEqual(['a red fox, day', 'a red fox, night', 'a white hare, day', 'a white hare, night']);
  // The next thing is another prompt.
  await expect(dialog()).toHaveCount(0);
  await expect(app.prompt).toBeFocused();
});

test('a list dropped on the window opens, and is not imported', async () => {
  const { app } = served;
  const file = await writeList('dropped.jsonl', '{"prompt":"A fox","n":2}\nnot json\n{"prompt":"A hare"}');
  const session = await app.page.context().newCDPSession(app.page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') => session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data: { items: [], files: [file], dragOperationsMask: 19 } });
  await drag('dragEnter');
  await drag('dragOver');
  await drag('drop');
  await expect(table()).toHaveAttribute('aria-rowcount', '4');
  await expect(dialog().getByText('2 of 3 rows ready, 3 tasks')).toBeVisible();
  expect(((await app.call('appSnapshot')) as Snapshot).imports.latest).toBeNull();

  // Another one takes its place, also if the dialog was closed in between.
  await app.page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await writeList('dropped.jsonl', '{"prompt":"A lynx"}');
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type);
  await expect(cell(0, 0)).toHaveText('A lynx');
});

test('ten thousand rows are shown a few at a time, mended at their end, and no more are taken', async () => {
  const { app } = served;
  const { keyboard } = app.page;
  await keyboard.press('ControlOrMeta+Shift+l');
  await chooseFile('many.csv', `prompt,size\n${Array.from({ length: 12_000 }, (_, at) => `"Prompt ${at}, long enough",${at === 9_998 ? 's'.repeat(70) : '1:1'}`).join('\n')}`);
  await expect(table()).toHaveAttribute('aria-rowcount', '10001');
  await expect(dialog().getByText('The list has more than 10,000 rows')).toBeVisible();
  await expect(send()).toHaveAttribute('aria-disabled', 'true');
  await dialog().getByRole('button', { name: 'Use only the first 10,000' }).click();
  await expect(dialog().getByText('1 row has a problem.')).toBeVisible();
  await table().focus();
  await keyboard.press('End');
  await keyboard.press('ArrowRight');
  await expect(cell(9_999, 0)).toHaveText('Prompt 9999, long enough');
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await dialog().getByRole('textbox', { name: 'Cell' }).fill('2:1');
  await keyboard.press('Enter');
  await expect(cell(9_998, 1)).toHaveText('2:1');
  await expect(dialog().getByText('10,000 prompts, 10,000 tasks')).toBeVisible();
  expect(await table().getByRole('row').count()).toBeLessThan(80);
});

test('the focus stays in the dialog when the focused button goes, and a missing price can be entered from it', async () => {
  const { app } = served;
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+Shift+l');
  await chooseFile('animals.csv', 'prompt,count\nA fox,1\nA hare,many\nA lynx,2');
  await expect(table()).toBeFocused();
  await dialog().getByRole('button', { name: 'Only the row with a problem' }).press('Enter');
  await dialog().getByRole('button', { name: 'Delete it' }).press('Enter');
  await expect(table()).toBeFocused();
  await dialog().getByRole('button', { name: 'No problems left' }).press('Enter');
  await expect(table()).toBeFocused();
  await expect(table()).toHaveAttribute('aria-rowcount', '3');

  await dialog().getByRole('button', { name: 'Price unknown' }).click();
  const prices = page.getByRole('dialog', { name: 'Prices of “Studio”' });
  await expect(dialog()).toHaveCount(0);
  await prices.getByRole('textbox', { name: 'Model' }).fill('*');
  await prices.getByRole('textbox', { name: 'Size' }).fill('*');
  await prices.getByRole('textbox', { name: 'Quality' }).fill('*');
  await prices.getByRole('textbox', { name: 'Price' }).fill('0.5');
  await page.keyboard.press('Enter');
  await expect(prices.getByRole('table')).toContainText('0.5');
  await page.keyboard.press('Escape');
  await expect(dialog().getByText('2 prompts, 3 tasks, 1.5 credits')).toBeVisible();
  await expect(dialog().getByRole('button', { name: 'Price unknown' })).toHaveCount(0);

  // The other list takes the place of the table.
  await dialog().getByRole('button', { name: 'Another list…' }).press('Enter');
  await expect(dialog().getByRole('textbox', { name: 'Prompts' })).toBeFocused();
});
