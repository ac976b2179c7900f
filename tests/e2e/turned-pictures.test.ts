import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createProfile, LatentApp, type Profile } from '../support/latent-app.ts';
import { expect, test } from '../support/test.ts';

/** Pictures that are stored turned are shown, measured, searched and compared as they are seen. */

const fixtures = path.join(import.meta.dirname, '../fixtures/pictures/turned');

let profile: Profile;
let elsewhere: string;
test.beforeEach(async () => {
  profile = await createProfile();
  elsewhere = path.join(profile.home, 'Turned');
  await mkdir(elsewhere);
  await cp(fixtures, elsewhere, { recursive: true });
  await rm(path.join(elsewhere, 'README.md'));
});
test.afterEach(async () => {
  for (const app of LatentApp.running) await app.close();
  await profile.remove();
});

interface Row {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

function rows(): readonly Row[] {
  const db = new DatabaseSync(path.join(profile.userData, 'latent.db'), { timeout: 10_000 });
  try {
    return db.prepare('SELECT id, width, height FROM images ORDER BY id').all().map(({ id, width, height }) => ({ id: Number(id), width: Number(width), height: Number(height) }));
  } finally {
    db.close();
  }
}

/** The sizes that this Chromium shows. */
async function seen(app: LatentApp, ids: readonly number[]): Promise<readonly Row[]> {
  return (await app.page.evaluate(`Promise.all(${JSON.stringify(ids)}.map(async (id) => {
    const image = new Image();
    image.src = 'latent://picture/' + id;
    await image.decode();
    return { id, width: image.naturalWidth, height: image.naturalHeight };
  }))`)) as readonly Row[];
}

test('the size of a turned picture is the one that is seen', { tag: '@long' }, async () => {
  const count = (await readdir(elsewhere)).length;
  const first = await LatentApp.launch(profile, { strip: 'closed' });
  await first.electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, [elsewhere]);
  await first.page.keyboard.press('ControlOrMeta+o');
  await expect(first.page.getByText(`Import finished, ${count} pictures added`)).toBeVisible();
  // A crop is the only thing that Chromium 114 and 156 measure differently, apart from what is turned.
  const turned = (row: Row): string => `${row.id} ${Math.sign(row.width - row.height)}`;
  const ids = rows().map(({ id }) => id);
  const shown = (await seen(first, ids)).map(turned);
  await expect.poll(() => rows().map(turned)).toEqual(shown);
  const tall = shown.filter((row) => row.endsWith('-1')).length;
  expect(tall).toBeGreaterThan(5);
  expect(await first.found('ratio:<1')).toBe(tall);
  await first.close();
});
