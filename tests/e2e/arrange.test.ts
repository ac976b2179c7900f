import { withSharedApp } from '../support/fresh-app.ts';
import { LatentApp, type Profile } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** How the pictures of the gallery are arranged. */

const prompts = ['a harbour', 'an owl', 'a red kite', 'a lighthouse', 'a red owl in fog'];
let app: LatentApp;
let profile: Profile;
withSharedApp((shared, of) => void ([app, profile] = [shared, of]), { begin: (of) => seedHistory(of, prompts.map((prompt) => ({ prompt }))) });
test.beforeEach(() => app.renew({ stripOpen: false, inspectorOpen: false }));

/** The names of the cells in the order of the sheet. */
const names = (): Promise<readonly string[]> =>
  app.page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => ({ row: Number(cell.parentElement?.ariaRowIndex), column: Number(cell.ariaColIndex), name: cell.ariaLabel ?? '' })).sort((a, b) => a.row - b.row || a.column - b.column).map(({ name }) => name));

async function rate(prompt: string, stars: number): Promise<void> {
  await app.page.getByRole('gridcell', { name: prompt, exact: true }).click();
  await app.page.keyboard.press(String(stars));
  await expect(app.page.getByRole('gridcell', { name: `${prompt} (${stars} stars)` })).toBeVisible();
}

async function choose(item: string): Promise<void> {
  await app.page.getByRole('button', { name: /^View:/u }).click();
  await app.page.getByRole('menuitemradio', { name: item }).click();
}

test('a random order stays until it is shuffled again, and relevance is offered for words', { tag: '@long' }, async () => {
  const { page } = app;
  await expect.poll(() => app.loadedPictures()).toBe(5);
  await choose('Random');
  await expect(page.getByRole('button', { name: 'View: Random order' })).toBeVisible();
  const seen = new Set<string>();
  for (let shuffles = 0; shuffles < 30 && seen.size < 2; shuffles += 1) {
    await page.getByRole('button', { name: 'View: Random order' }).click();
    await page.getByRole('menuitem', { name: 'Shuffle again' }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    seen.add((await names()).join());
  }
  expect(seen.size).toBe(2);
  await page.reload();
  await expect(page.getByRole('button', { name: 'View: Random order' })).toBeVisible();
  await page.getByRole('button', { name: 'View: Random order' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Rating' })).toBeVisible();
  await expect(page.getByRole('menuitemradio', { name: 'Relevance' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Search pictures' }).fill('red OR owl ');
  await page.getByRole('button', { name: 'View: Random order' }).click();
  await page.getByRole('menuitemradio', { name: 'Relevance' }).click();
  await expect.poll(async () => (await names())[0]).toBe('a red owl in fog');
  // Without words, there is no relevance.
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('');
  await expect(page.getByRole('button', { name: 'View: Newest first' })).toBeVisible();
  await expect.poll(names).toEqual(prompts.toReversed());
});

test('pictures are sorted by key and menu, stay in the hand when they are marked, and each place keeps its order', async () => {
  const { page } = app;
  await expect.poll(() => app.loadedPictures()).toBe(5);
  const newest = prompts.toReversed();
  await expect.poll(names).toEqual(newest);
  await rate('an owl', 5);
  await rate('a harbour', 3);
  await page.keyboard.press('v');
  // Until then, the arrow key moves in the sheet.
  await expect(page.locator('[role="menu"]:focus-within')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const rated = ['an owl (5 stars)', 'a harbour (3 stars)', 'a red owl in fog', 'a lighthouse', 'a red kite'];
  await expect.poll(names).toEqual(rated);
  await expect(page.getByRole('button', { name: 'View: Highest rating first' })).toBeVisible();
  await expect(page.getByRole('gridcell', { selected: true })).toBeFocused();

  // A picture keeps its place until the person selects another.
  await page.getByRole('gridcell', { name: 'a lighthouse' }).click();
  await page.keyboard.press('4');
  await expect(page.getByRole('gridcell', { name: 'a lighthouse (4 stars)' })).toBeVisible();
  expect(await names()).toEqual(rated.with(3, 'a lighthouse (4 stars)'));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(names).toEqual(['an owl (5 stars)', 'a lighthouse (4 stars)', 'a harbour (3 stars)', 'a red owl in fog', 'a red kite']);
  await page.keyboard.press('Shift+v');
  await expect.poll(names).toEqual(['a harbour (3 stars)', 'a lighthouse (4 stars)', 'an owl (5 stars)', 'a red owl in fog', 'a red kite']);

  // The trash has its own order, and a search has the library's.
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('owl');
  await expect.poll(names).toEqual(['an owl (5 stars)', 'a red owl in fog']);
  await page.keyboard.press('ControlOrMeta+4');
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View: Newest first' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(page.getByRole('button', { name: 'View: Lowest rating first' })).toBeVisible();

  await app.close();
  app = await LatentApp.launch(profile, { isShared: true });
  await expect.poll(names).toEqual(['a harbour (3 stars)', 'a lighthouse (4 stars)', 'an owl (5 stars)', 'a red owl in fog', 'a red kite']);
  // After a choice with the mouse, the arrow keys still move among the pictures. Tab leads to the button, and back to it.
  await app.page.getByRole('gridcell', { name: 'a red kite' }).click();
  await choose('Date');
  await expect.poll(names).toEqual(['a red owl in fog', 'a lighthouse (4 stars)', 'a red kite', 'an owl (5 stars)', 'a harbour (3 stars)']);
  await expect(app.page.getByRole('gridcell', { name: 'a red kite' })).toBeFocused();
  await app.page.getByRole('button', { name: 'View: Newest first' }).focus();
  await app.page.keyboard.press('Enter');
  await expect(app.page.locator('[role="menu"]:focus-within')).toHaveCount(1);
  await app.page.keyboard.press('Escape');
  await expect(app.page.getByRole('button', { name: 'View: Newest first' })).toBeFocused();
});
