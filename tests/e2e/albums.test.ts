import type { Locator } from '@playwright/test';
import type { Outputs } from '../../shared/ipc/api.ts';
import { chooseInMenu } from '../support/choose-in-menu.ts';
import { dragOnto } from '../support/drag-onto.ts';
import { withSharedApp } from '../support/fresh-app.ts';
import { createProfile, LatentApp } from '../support/latent-app.ts';
import { seedHistory } from '../support/seeded-history.ts';
import { expect, test } from '../support/test.ts';

/** Albums: lists of pictures with an order of their own. */

/** Pictures, newest first. */
const prompts = ['a lighthouse at dusk', 'a harbour in fog', 'a birch forest', 'northern lights', 'a red fox'] as const;
const [lighthouse, harbour, birches, lights, fox] = prompts;

let app: LatentApp;
withSharedApp(
  async (shared) => {
    app = shared;
    // A real drag would hold the mouse until it ends.
    await app.electron.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.startDrag = () => undefined;
    });
  },
  { begin: (profile) => seedHistory(profile, prompts.toReversed().map((prompt) => ({ prompt }))) },
);
test.beforeEach(async () => {
  for (const { id } of (await app.call('albumsList')) as Outputs['albums:list']) await app.call('albumsRemove', { albumId: id });
  await app.renew();
  await expect(app.pictures).toHaveCount(prompts.length);
});

const cell = (prompt: string): Locator => app.page.getByRole('gridcell', { name: prompt });
const list = (): Locator => app.page.getByRole('region', { name: 'Albums' });
const row = (name: string): Locator => list().getByRole('button', { name: new RegExp(`^${name}(?: |\\d|$)`) });
const shown = (): Promise<readonly string[]> => app.page.getByRole('gridcell').evaluateAll((cells) => cells.map((each) => (each as unknown as { ariaLabel: string }).ariaLabel));
const message = (text: string): Locator => app.page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** By key: types the name of an album, which may be new. */
async function add(name: string): Promise<void> {
  await app.page.keyboard.press('m');
  await app.page.getByRole('combobox', { name: 'Album' }).fill(name);
  await app.page.keyboard.press('Enter');
  await expect(app.page.getByRole('dialog', { name: 'Add to an album' })).toHaveCount(0);
}

test('keys add pictures to albums, the album has its own order, and every step can be undone', async () => {
  const { page } = app;
  await test.step('a new one, from the first letter of its name on', async () => {
    await cell(birches).click();
    await add('Covers');
    await expect(message('1 picture added to “Covers”')).toBeVisible();
    await expect(row('Covers')).toHaveAccessibleName(/1 picture/);
    await cell(lighthouse).click();
    await page.keyboard.press('m');
    await page.keyboard.type('c');
    await expect(page.getByRole('option').first()).toHaveText(/^Covers/);
    await page.keyboard.press('Enter');
    await expect(row('Covers')).toHaveAccessibleName(/2 pictures/);
  });

  await test.step('the one used last, with Shift', async () => {
    await cell(fox).click();
    await page.keyboard.press('Shift+M');
    await expect(row('Covers')).toHaveAccessibleName(/3 pictures/);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row('Covers')).toHaveAccessibleName(/2 pictures/);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(row('Covers')).toHaveAccessibleName(/3 pictures/);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row('Covers')).toHaveAccessibleName(/2 pictures/);
    await cell(fox).click({ button: 'right' });
    await chooseInMenu(page, 'Album', 'Add to Covers');
    await expect(row('Covers')).toHaveAccessibleName(/3 pictures/);
  });

  await test.step('it opens in the order in which they were added', async () => {
    await row('Covers').click();
    await expect(row('Covers')).toHaveAttribute('aria-current', 'page');
    await expect.poll(shown).toEqual([birches, lighthouse, fox]);
    await expect(page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('album:"Covers"');
  });

  await test.step('Alt and the arrow keys move pictures in it', async () => {
    await cell(fox).click();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(shown).toEqual([birches, fox, lighthouse]);
    await expect(cell(fox)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Alt+Home');
    await expect.poll(shown).toEqual([fox, birches, lighthouse]);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(shown).toEqual([lighthouse, fox, birches]);
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(shown).toEqual([fox, birches, lighthouse]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(shown).toEqual([birches, fox, lighthouse]);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(shown).toEqual([fox, birches, lighthouse]);
  });

  await test.step('the order outlives a reload', async () => {
    await page.reload();
    await expect.poll(shown).toEqual([fox, birches, lighthouse]);
  });

  await test.step('other filters leave pictures out, and the others keep the order and can be moved', async () => {
    const search = page.getByRole('combobox', { name: 'Search pictures' });
    await search.fill('album:"Covers" -birch is:unrated ');
    await expect.poll(shown).toEqual([fox, lighthouse]);
    await cell(lighthouse).click();
    await page.keyboard.press('Alt+Home');
    await expect.poll(shown).toEqual([lighthouse, fox]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(shown).toEqual([fox, lighthouse]);
    await search.fill('album:"Covers"');
    await expect.poll(shown).toEqual([fox, birches, lighthouse]);
  });

  await test.step('taken out, the picture stays in the library', async () => {
    await cell(birches).click();
    await page.keyboard.press('Shift+Delete');
    await expect.poll(shown).toEqual([fox, lighthouse]);
    await expect(message('1 picture taken out of “Covers”. It stays in the library')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: false }).click();
    await expect.poll(shown).toEqual([fox, birches, lighthouse]);
    await cell(birches).click({ button: 'right' });
    await chooseInMenu(page, 'Album', 'Take out of Covers');
    await expect.poll(shown).toEqual([fox, lighthouse]);
    await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
    await expect(app.pictures).toHaveCount(prompts.length);
  });
});

test('letters typed at the very start for a dialog that is still being loaded are not lost', async () => {
  const { page } = app;
  await cell(fox).click();
  let load: (() => Promise<void>) | null = null;
  await page.route('**/late-rooms*.js', (route) => {
    load = () => route.continue();
  });
  await page.reload();
  await cell(fox).click();
  // C compares, O and V are keys of the room, too.
  await page.keyboard.type('mCover');
  await expect.poll(() => load).not.toBeNull();
  await (load as (() => Promise<void>) | null)?.();
  await expect(page.getByRole('combobox', { name: 'Album' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Album' })).toHaveValue('Cover');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute('**/late-rooms*.js');
});

test('the inspector shows the albums of a picture, opens them, and takes the picture out', async () => {
  const { page } = app;
  await cell(harbour).click();
  await add('Sea');
  await add('Fog');
  const inAlbums = page.getByRole('list', { name: 'In albums' });
  if ((await page.getByRole('complementary', { name: 'Inspector' }).count()) === 0) await page.keyboard.press('i');
  await expect(inAlbums.getByRole('listitem')).toHaveText(['Sea', 'Fog']);
  await inAlbums.getByRole('button', { name: 'Take out of the album Fog' }).click();
  await expect(inAlbums.getByRole('listitem')).toHaveText(['Sea']);
  await inAlbums.getByRole('button', { name: 'Show the album Sea' }).click();
  await expect.poll(shown).toEqual([harbour]);
  await cell(harbour).dblclick();
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await expect(viewer).toBeVisible();
  await add('fo');
  await expect(message('1 picture added to “Fog”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row('Fog')).toHaveAccessibleName(/1 picture/);
});

test('albums and saved searches share a list, with pins, an order and names that can be changed', { tag: '@long' }, async () => {
  const { page } = app;
  await app.call('searchesSave', { name: 'Foxes', query: 'album:"One" fox' });
  for (const name of ['One', 'Two', 'Three']) {
    await list().getByRole('button', { name: 'New album…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(row(name)).toBeVisible();
  }
  await page.reload();
  const names = (): Promise<readonly string[]> => list().getByRole('listitem').evaluateAll((items) => items.map((each) => (each as unknown as { querySelector(name: string): { textContent: string } }).querySelector('button > span:nth-of-type(2)').textContent));
  await expect.poll(names).toEqual(['One', 'Two', 'Three', 'Foxes']);
  await row('Three').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['One', 'Three', 'Two', 'Foxes']);
  await expect(row('Three')).toBeFocused();
  await list().getByRole('button', { name: 'More actions for the saved search Foxes' }).click();
  await page.getByRole('menuitem', { name: 'Pin to the top' }).click();
  await expect.poll(names).toEqual(['Foxes', 'One', 'Three', 'Two']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(names).toEqual(['One', 'Three', 'Two', 'Foxes']);

  await test.step('by dragging', async () => {
    await row('Foxes').dragTo(row('One'), { targetPosition: { x: 40, y: 3 } });
    await expect.poll(names).toEqual(['Foxes', 'One', 'Three', 'Two']);
  });

  await test.step('a name is used once, and the view and saved searches follow it', async () => {
    await row('One').click();
    await row('One').press('F2');
    await page.getByRole('textbox', { name: 'Name' }).fill('two');
    await expect(page.getByText('Another album has this name.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('First "of" all');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('album:"First ""of"" all"');
    await expect(list().locator('[aria-current="page"]')).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => app.call('searchesList')).toMatchObject([{ query: 'album:"First ""of"" all" fox' }]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('album:"One"');
    await expect.poll(() => app.call('searchesList')).toMatchObject([{ query: 'album:"One" fox' }]);
  });

  await test.step('deleted, and back with its pictures', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
    await cell(fox).click();
    await add('Two');
    await row('Two').click();
    await expect.poll(shown).toEqual([fox]);
    await list().getByRole('button', { name: 'More actions for the album Two' }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await expect(message('Album “Two” deleted. Its pictures stay in the library')).toBeVisible();
    await expect(app.pictures).toHaveCount(prompts.length);
    await page.keyboard.press('ControlOrMeta+z');
    await row('Two').click();
    await expect.poll(shown).toEqual([fox]);
  });
});

test('pictures are dropped on an album, and on New album', async () => {
  const { page } = app;
  await cell(lights).click();
  await add('Sky');
  await cell(lighthouse).click();
  await cell(harbour).click({ modifiers: ['Shift'] });
  await dragOnto(app.page, cell(lighthouse), row('Sky'));
  await expect(message('2 pictures added to “Sky”')).toBeVisible();
  await row('Sky').click();
  await expect.poll(shown).toEqual([lights, lighthouse, harbour]);

  await test.step('within the album, a drop is a new place', async () => {
    await cell(harbour).click();
    await dragOnto(app.page, cell(harbour), cell(lights), { across: 0.2 });
    await expect.poll(shown).toEqual([harbour, lights, lighthouse]);
  });

  await dragOnto(app.page, cell(lighthouse), list().getByRole('button', { name: 'New album…' }));
  await page.getByRole('textbox', { name: 'Name' }).fill('Night');
  await page.keyboard.press('Enter');
  await expect(row('Night')).toHaveAccessibleName(/1 picture/);

  // A known name in another case offers the known album.
  await dragOnto(app.page, cell(lights), list().getByRole('button', { name: 'New album…' }));
  await page.getByRole('textbox', { name: 'Name' }).fill('NIGHT');
  await page.getByRole('button', { name: 'Add to “Night”' }).click();
  await expect(row('Night')).toHaveAccessibleName(/2 pictures/);
  await expect(row('NIGHT')).toHaveCount(0);
});

test('the first album is made by dropping pictures on the hint in its place', async () => {
  for (const { id } of (await app.call('searchesList')) as Outputs['searches:list']) await app.call('searchesRemove', { id });
  await app.renew();
  await cell(fox).click();
  await dragOnto(app.page, cell(fox), list().getByText('Drop pictures here'));
  await app.page.getByRole('textbox', { name: 'Name' }).fill('First');
  await app.page.keyboard.press('Enter');
  await expect(row('First')).toHaveAccessibleName(/1 picture/);
});

test('the rail has one menu of all albums, and the bar has the menu of the one that is shown', async () => {
  const { page } = app;
  await cell(fox).click();
  await add('Animals');
  await page.keyboard.press('ControlOrMeta+b');
  await page.getByRole('button', { name: 'Albums and saved searches' }).click();
  await page.getByRole('menuitem', { name: 'Animals', exact: true }).click();
  await expect.poll(shown).toEqual([fox]);
  await page.getByRole('button', { name: 'More actions for the album Animals' }).click();
  await page.getByRole('menuitem', { name: 'Pin to the top' }).click();
  await expect.poll(() => app.call('albumsList')).toMatchObject([{ name: 'Animals', pinned: true }]);
  await page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  await expect(app.pictures).toHaveCount(prompts.length);
  await cell(lights).click();
  await dragOnto(app.page, cell(lights), page.getByRole('button', { name: 'Albums and saved searches' }), { then: () => page.getByRole('navigation').getByText('Animals', { exact: true }) });
  await expect(message('1 picture added to “Animals”')).toBeVisible();
  await expect(page.getByText('New album…')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+b');
});

test('after a restart, the album that was shown and the one used last are known', { tag: '@long' }, async () => {
  const profile = await createProfile();
  await seedHistory(profile, prompts.toReversed().map((prompt) => ({ prompt })));
  let own = await LatentApp.launch(profile);
  await own.page.getByRole('gridcell', { name: fox }).click();
  await own.page.keyboard.press('m');
  await own.page.getByRole('combobox', { name: 'Album' }).fill('Animals');
  await own.page.keyboard.press('Enter');
  const animals = (): Locator => own.page.getByRole('region', { name: 'Albums' }).getByRole('button', { name: /^Animals/ });
  await animals().click();
  await expect(own.pictures).toHaveCount(1);
  await own.close();
  own = await LatentApp.launch(profile);
  await expect(own.page.getByRole('combobox', { name: 'Search pictures' })).toHaveValue('album:"Animals"');
  await expect(own.pictures).toHaveCount(1);
  await own.page.getByRole('navigation').getByRole('button', { name: 'Library' }).click();
  await own.page.getByRole('gridcell', { name: harbour }).click();
  await own.page.keyboard.press('Shift+M');
  await expect(animals()).toHaveAccessibleName(/2 pictures/);
  await own.close();
  await profile.remove();
});

test('new pictures go to the album that was chosen, as the compose bar says, until that is switched off there', { tag: '@long' }, async () => {
  const { page } = app;
  await cell(lights).click();
  await add('Sky');
  await list().getByRole('button', { name: 'More actions for the album Sky' }).click();
  await page.getByRole('menuitem', { name: 'New pictures go here' }).click();
  const note = page.getByText('New pictures go to the album “Sky”');
  await expect(note).toBeVisible();
  await expect(row('Sky')).toHaveAccessibleDescription(/New pictures go here/);
  await app.submit('a comet');
  await expect(row('Sky')).toHaveAccessibleName(/2 pictures/);
  await page.getByRole('button', { name: 'Stop putting new pictures in the album “Sky”' }).click();
  await expect(note).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Stop putting new pictures in the album “Sky”' }).click();
  await app.submit('a meteor');
  await expect(app.pictures).toHaveCount(prompts.length + 2);
  await row('Sky').click();
  await expect.poll(shown).toEqual([lights, 'a comet']);
});
