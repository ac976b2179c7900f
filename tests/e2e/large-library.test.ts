import { seedLibrary } from '../bench/seed/seed-library.ts';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { picturesOf, SheetDriver } from '../support/sheet-driver.ts';
import { expect, test } from '../support/test.ts';

/** A library of 100,000 in the real app: wherever a person goes in it, what is shown is what the database says. */

let profile: Profile;
test.beforeEach(async () => {
  profile = await createProfile();
});
test.afterEach(() => profile.remove());

test('a library of 100,000 is correct at its end, at a date, in a search and in a selection of all', { tag: '@long' }, async () => {
  const seeded = await seedLibrary({ images: 100_000, out: `${profile.home}/seeded`, seed: 11, until: Date.UTC(2026, 10, 21), single: false });
  const all = picturesOf(seeded.database);
  expect(all.length).toBeGreaterThan(99_000);
  const app = await LatentApp.launch({ ...profile, userData: seeded.userData, library: seeded.library }, { strip: 'closed' });
  // With the sidebar beside it, one step smaller adds no column.
  await app.page.getByRole('button', { name: 'Hide the sidebar' }).click();
  const { keyboard } = app.page;
  const sheet = new SheetDriver(app);

  const atNewest = (first: number): boolean => first === 0;
  const atOldest = (_: number, end: number): boolean => end === all.length;

  await test.step('it opens with the newest', async () => {
    await sheet.stretchOf(all, atNewest);
    await sheet.expectCount(all.length);
  });

  await test.step('End leads to the very last', async () => {
    await app.pictures.first().click();
    await sheet.expectSelected(all[0]);
    await keyboard.press('End');
    await sheet.expectSelected(all.at(-1));
    await sheet.stretchOf(all, atOldest);
  });

  await test.step('so do scroll bar and wheel, at default, largest and smallest cell size', async () => {
    const fromScrollBarToWheel = async (): Promise<void> => {
      await sheet.scrollTo(0.5);
      await sheet.stretchOf(all, (first) => first > all.length / 4 && first < (all.length * 3) / 4);
      await sheet.scrollTo(1);
      await sheet.stretchOf(all, atOldest);
      await sheet.wheel(-2_000);
      await sheet.stretchOf(all, (_, end) => end < all.length);
      await sheet.wheel(4_000);
      await sheet.stretchOf(all, atOldest);
    };
    await fromScrollBarToWheel();
    await sheet.zoom(4);
    await fromScrollBarToWheel();
    await sheet.zoom(-7);
    await fromScrollBarToWheel();
    await sheet.zoom(3);
  });

  await test.step('a scroll in the very frame in which cells change their size is not taken back', async () => {
    await sheet.scrollTo(0.5);
    await sheet.stretchOf(all, (first) => first > all.length / 4 && first < (all.length * 3) / 4);
    const before = await sheet.columns();
    await sheet.scrollToEndAndZoomOut();
    await expect.poll(() => sheet.columns()).toBeGreaterThan(before);
    await sheet.stretchOf(all, atOldest);
    await sheet.zoom(1);
    await sheet.stretchOf(all, atOldest);
  });

  await test.step('Home leads back to the newest', async () => {
    await keyboard.press('Home');
    await sheet.expectSelected(all[0]);
    await sheet.stretchOf(all, atNewest);
  });

  /** A picture stands in the first row in sight. */
  const atRowOf = async (at: number): Promise<void> => {
    const across = await sheet.columns();
    await sheet.stretchOf(all, (first) => first <= at && first > at - across);
  };
  const newestMonth = all[0]?.month ?? 0;
  const monthStart = (atMost: number): number => all.findIndex(({ month }) => month <= atMost);
  const start = await test.step('the scrubber leads to a month years ago, to the one before it and back', async () => {
    await sheet.scrollTo(0);
    await sheet.stretchOf(all, atNewest);
    await sheet.dates.focus();
    let at = 0;
    for (let year = 0; year < 3; year += 1) {
      await keyboard.press('PageDown');
      at = monthStart((all[at]?.month ?? newestMonth) - 12);
      await atRowOf(at);
    }
    await keyboard.press('ArrowDown');
    await atRowOf(monthStart((all[at]?.month ?? newestMonth) - 1));
    await keyboard.press('ArrowUp');
    await atRowOf(at);
    return at;
  });

  // A whole word, and the beginning of another: "red fox in the moonlight" is no match.
  const matches = all.filter(({ prompt }) => /\bred\b/i.test(prompt) && /\blight/i.test(prompt));
  expect(matches.length).toBeGreaterThan(1_000);
  expect(matches.length).toBeLessThan(all.length / 4);
  const search = async (): Promise<void> => {
    await keyboard.press('ControlOrMeta+f');
    await keyboard.type('red light');
    await sheet.expectCount(matches.length);
  };

  await test.step('a search finds what it should, and without it one is back where one was', async () => {
    await search();
    await sheet.stretchOf(matches, () => true);
    await keyboard.press('Escape');
    await expect(sheet.search).toHaveValue('');
    await sheet.expectCount(all.length);
    await atRowOf(start);
  });

  await test.step('all that match are selected, and the last of them is the last', async () => {
    await search();
    await keyboard.press('Enter');
    await keyboard.press('ControlOrMeta+a');
    await expect(app.page.getByRole('toolbar', { name: 'Selection' }).getByRole('status')).toHaveText(`${matches.length.toLocaleString('en-US')} selected`);
    await keyboard.press('End');
    await sheet.expectSelected(matches.at(-1));
    await sheet.stretchOf(matches, (_, end) => end === matches.length);
  });

  await test.step('what was looked at in the search is in sight without it', async () => {
    const [held] = await sheet.inSight();
    await keyboard.press('ControlOrMeta+f');
    await keyboard.press('Escape');
    await sheet.expectCount(all.length);
    await atRowOf(all.findIndex(({ id }) => id === held));
  });
  await app.close();
});
