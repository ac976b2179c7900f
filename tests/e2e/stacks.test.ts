import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { axeFaults } from '../support/axe.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import { chooseInMenu } from '../support/choose-in-menu.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Pictures that have something in common, shown as one. */

let app: LatentApp;
let profile: Profile;
withSharedApp((shared, of) => void ([app, profile] = [shared, of]), {
  begin: (of) => seedHistory(of, [{ prompt: 'a boat', pictures: 3 }, { prompt: 'a bridge' }, { prompt: 'a boat' }, { prompt: 'a barn', pictures: 2 }]),
});
test.beforeEach(() => app.renew({ stripOpen: false, inspectorOpen: false }));

interface Cell {
  readonly id: string;
  readonly name: string;
}

/** The cells in the order of the sheet. */
const cells = (): Promise<readonly Cell[]> =>
  app.page.getByRole('gridcell').evaluateAll((all) =>
    all
      .map((cell) => ({ row: Number(cell.parentElement?.ariaRowIndex), column: Number(cell.ariaColIndex), name: cell.ariaLabel ?? '', id: cell.id }))
      .sort((a, b) => a.row - b.row || a.column - b.column)
      .map(({ id, name }) => ({ id, name })),
  );
const names = async (): Promise<readonly string[]> => (await cells()).map(({ name }) => name);

async function stackBy(choice: string): Promise<void> {
  await app.page.getByRole('button', { name: /^View:/u }).click();
  await app.page.getByRole('menuitem', { name: 'Stacks', exact: true }).click();
  await app.page.getByRole('menuitemradio', { name: choice }).click();
  await expect(app.page.getByRole('menu')).toHaveCount(0);
}

test('a selected picture that goes into a stack leaves the selection on its top', { tag: '@long' }, async () => {
  const { page } = app;
  await stackBy('No stacks');
  await expect.poll(async () => (await cells()).length).toBe(7);
  const last = page.getByRole('gridcell').and(page.locator(`#${(await cells())[6]?.id}`));
  await last.click();
  await stackBy('Same prompt');
  const boats = page.getByRole('gridcell', { name: 'a boat, stack of 4 pictures' });
  await expect(boats).toHaveAttribute('aria-selected', 'true');
  // Opened and closed by key, which acts on the selected cell.
  await page.keyboard.press('s');
  await expect(boats).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('s');
  await expect(boats).toHaveAttribute('aria-expanded', 'false');
  await expect(boats).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('a stack is one cell with its best picture, opens and closes by key and click, and marks take its top alone', async () => {
  const { page } = app;
  await expect.poll(() => app.loadedPictures()).toBe(7);
  // The prompts come after the pictures.
  await expect.poll(names).toEqual(['a barn', 'a barn', 'a boat', 'a bridge', 'a boat', 'a boat', 'a boat']);
  await stackBy('Same prompt');
  const closed = ['a barn, stack of 2 pictures', 'a boat, stack of 4 pictures', 'a bridge'];
  await expect.poll(names).toEqual(closed);
  await expect(page.getByRole('main').getByText('7 pictures', { exact: true })).toBeVisible();

  // Key and click.
  const boats = page.getByRole('gridcell', { name: 'a boat, stack of 4 pictures' });
  await boats.click();
  await expect(boats).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText('Open the stack')).toBeVisible();
  await page.keyboard.press('s');
  await expect.poll(names).toEqual(['a barn, stack of 2 pictures', 'a boat, stack of 4 pictures', 'a boat', 'a boat', 'a boat', 'a bridge']);
  await expect(boats).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Close the stack')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // The best picture goes to the top when the person selects another.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const best = (await cells())[3]?.id ?? '';
  await page.keyboard.press('5');
  await expect(page.locator(`#${best}`)).toHaveAccessibleName('a boat (5 stars)');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await cells())[1]).toEqual({ id: best, name: 'a boat (5 stars), stack of 4 pictures' });
  await page.keyboard.press('s');
  await expect.poll(names).toEqual(['a barn, stack of 2 pictures', 'a boat (5 stars), stack of 4 pictures', 'a bridge']);
  await expect(page.locator(`#${best}`)).toBeFocused();
  // The number of pictures covers no sign of the picture.
  await page.keyboard.press('p');
  const flag = await page.locator(`#${best} [data-sign="pick"]`).boundingBox();
  const number = await page.locator(`#${best} [data-stack]`).boundingBox();
  expect((flag?.x ?? NaN) + (flag?.width ?? NaN)).toBeLessThan(number?.x ?? NaN);
  await page.keyboard.press('u');
  await expect(page.locator(`#${best}`)).toHaveAccessibleName('a boat (5 stars), stack of 4 pictures');
  await page.locator(`#${best} [data-stack]`).click();
  await expect.poll(async () => (await cells()).length).toBe(6);
  await page.locator(`#${best} [data-stack]`).click();
  await expect.poll(async () => (await cells()).length).toBe(3);

  // A mark on a closed stack is a mark on its top. The next best one is then on top.
  await page.locator(`#${best}`).click();
  await page.keyboard.press('Delete');
  await expect.poll(names).toEqual(['a barn, stack of 2 pictures', 'a boat, stack of 3 pictures', 'a bridge']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(names).toEqual(['a barn, stack of 2 pictures', 'a boat (5 stars), stack of 4 pictures', 'a bridge']);

  await page.keyboard.press('Shift+s');
  await expect.poll(async () => (await cells()).length).toBe(7);
  await page.keyboard.press('Shift+s');
  await expect.poll(async () => (await cells()).length).toBe(3);
  // The same by the menu of the picture.
  await page.locator(`#${best}`).click();
  for (const [item, count] of [['Open the stack', 6], ['Close the stack', 3]] as const) {
    await page.keyboard.press('Shift+F10');
    await chooseInMenu(page, 'More', item);
    await expect.poll(async () => (await cells()).length).toBe(count);
    // The next key would go to the menu that fades out.
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await expect(page.locator(`#${best} [data-stack]`)).toHaveAttribute('title', 'Open or close the stack');
  await expect(page.getByRole('button', { name: 'View: Newest first · Stacks: Same prompt' })).toBeVisible();
  // Opened and closed by different pictures: nothing of it is kept.
  const kept = async (): Promise<unknown> => (JSON.parse(await readFile(path.join(profile.userData, 'view.json'), 'utf8')) as { openStacks: unknown }).openStacks;
  await expect.poll(kept).toMatchObject({ all: false, except: [] });
  await page.locator(`#${best} [data-stack]`).click();
  await expect.poll(async () => (await cells()).length).toBe(6);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('s');
  await expect.poll(async () => (await cells()).length).toBe(3);
  await expect.poll(kept).toMatchObject({ all: false, except: [] });
  // After a restart, those that were open are open again.
  await page.locator(`#${best} [data-stack]`).click();
  const oneOpen = ['a barn, stack of 2 pictures', 'a boat (5 stars), stack of 4 pictures', 'a boat', 'a boat', 'a boat', 'a bridge'];
  await expect.poll(names).toEqual(oneOpen);
  await app.close();
  app = await LatentApp.launch(profile, { isShared: true });
  await expect.poll(names).toEqual(oneOpen);
  await stackBy('Same batch');
  await expect.poll(names).toEqual(['a barn, stack of 2 pictures', 'a boat', 'a bridge', 'a boat (5 stars), stack of 3 pictures']);
});
