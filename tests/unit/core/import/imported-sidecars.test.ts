import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createImportRig, type ImportRig } from '../../../support/import-rig.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';
import { iTXt, png, zTXt } from '../metadata/reading/build-files.ts';

/** Files beside pictures, through the importer and its thread. */

let rig: ImportRig;
beforeEach(async () => {
  rig = await createImportRig();
});
afterEach(() => rig.remove());

const fixture = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, '../metadata/reading/fixtures', 'public', name));
const a1111 = 'a harbour\nNegative prompt: fog\nSteps: 20, Sampler: Euler a, Seed: 5';

it('ratings, tags and prompts come from the files of other programs', async () => {
  await rig.put('a/fox.png', png([iTXt('Title', 'one')]));
  await rig.put('a/fox.png.xmp', await fixture('digikam.png.xmp'));
  await rig.put('b/fox.jpg', samplePicture('jpeg').bytes);
  await rig.put('b/FOX.XMP', await fixture('lightroom.xmp'));
  await rig.put('c/fox.png', png([iTXt('Title', 'three')]));
  await rig.put('c/fox.txt', a1111);
  await rig.put('d/fox.png', png([iTXt('Title', 'four')]));
  await rig.put('d/fox.txt', 'a photo of sks fox');
  await rig.put('d/owl.xmp', await fixture('lightroom.xmp'));
  const { counts } = await rig.all();
  expect(counts).toMatchObject({ added: 4, skipped: 1, others: { TXT: 1 }, leftOut: { sidecar: 3 } });
  expect(await rig.importer.skipped()).toContainEqual(expect.objectContaining({ path: path.join(rig.elsewhere, 'd', 'owl.xmp'), reason: 'sidecar-alone' }));
  const pictures = await rig.pictures();
  const found = await Promise.all(
    pictures.map(async ({ task: { request, imported }, images: [image] }) => {
      const marks = await rig.database.repository.imageMarks(image?.id ?? 0);
      return { prompt: request.prompt, form: imported?.form, rating: marks?.rating, tags: marks?.tags, label: marks?.label, flag: marks?.flag };
    }),
  );
  expect(found).toHaveLength(4);
  expect(found).toEqual(
    expect.arrayContaining([
      { prompt: '', form: 'xmp', rating: 2, tags: ['pier'], label: 'yellow', flag: 'reject' },
      { prompt: 'a caption', form: 'xmp', rating: 4, tags: ['sea'], label: 'green', flag: null },
      { prompt: 'a harbour', form: 'a1111', rating: 0, tags: [], label: null, flag: null },
      { prompt: '', form: null, rating: 0, tags: [], label: null, flag: null },
    ]),
  );
  // What they brought is not the person's own change.
  await rig.importer.undo();
  await expect.poll(() => rig.pictures()).toEqual([]);
});

it('a sidecar that was added later is read by the next import', async () => {
  await rig.put('fox.png', png([iTXt('Title', 'one')]));
  await rig.all();
  await rig.importer.dismiss();
  await rig.put('owl.png', png([iTXt('Title', 'two')]));
  await rig.put('owl.xmp', await fixture('lightroom.xmp'));
  await rig.all();
  expect(new Set((await rig.pictures()).map(({ task }) => task.imported?.rating))).toEqual(new Set([0, 4]));
});

it('sidecars that cannot be read with certainty are named, and bring nothing', async () => {
  const xmp = (await fixture('lightroom.xmp')).toString();
  const sidecars: Readonly<Record<string, Buffer>> = {
    'latin1.xmp': Buffer.from(xmp.replace('a caption', 'd\u00e9j\u00e0 vu'), 'latin1'),
    'broken.xmp': Buffer.from('not XML'),
    'entities.xmp': Buffer.from(`<!DOCTYPE x [<!ENTITY e "e">]>${xmp}`),
  };
  for (const [name, bytes] of Object.entries(sidecars)) {
    await rig.put(name, bytes);
    await rig.put(name.replace('xmp', 'png'), png([iTXt('Title', name)]));
  }
  await rig.put('old.png', png([iTXt('Title', 'old')]));
  await rig.put('old.txt', Buffer.from(a1111.replace('harbour', 'caf\u00e9'), 'latin1'));
  await rig.put('half.png', png([iTXt('Title', 'half')]));
  await rig.put('half.json', '{"sui_image_params":{"prompt":"a harbour","seed":7,');
  // Without a picture, a text is only a text.
  await rig.put('notes.txt', Buffer.from('caf\u00e9', 'latin1'));
  const { counts } = await rig.all();
  expect(counts).toMatchObject({ added: 5, skipped: 5, others: { TXT: 1 }, leftOut: {} });
  const named = (await rig.importer.skipped()).map((one) => [path.basename(one.path), one.reason] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(named).toEqual([
    ['broken.xmp', 'sidecar-broken'],
    ['entities.xmp', 'sidecar-broken'],
    ['half.json', 'sidecar-broken'],
    ['latin1.xmp', 'sidecar-not-text'],
    ['notes.txt', 'other'],
    ['old.txt', 'sidecar-not-text'],
  ]);
  expect((await rig.pictures()).map(({ task }) => task.request.prompt)).toEqual(['', '', '', '', '']);
});

it('a sidecar that was mended later is read once the import is undone and begun again, and not for a picture that is here', async () => {
  const xmp = (await fixture('lightroom.xmp')).toString();
  const ratings = async () => (await rig.pictures()).map(({ task }) => task.imported?.rating);
  await rig.put('fox.png', png([iTXt('Title', 'one')]));
  await rig.put('fox.xmp', 'not XML');
  await rig.all();
  expect(await rig.importer.skipped()).toContainEqual(expect.objectContaining({ reason: 'sidecar-broken' }));
  await rig.put('fox.xmp', xmp);
  const undone = rig.until(({ phase }) => phase === 'undone');
  await rig.importer.undo();
  await undone;
  await rig.all();
  expect(await ratings()).toEqual([4]);
  await rig.put('fox.xmp', xmp.replace('>4<', '>3<'));
  await rig.importer.dismiss();
  await rig.all();
  expect(await ratings()).toEqual([4]);
});

it('files made to be slow or large are imported, within the memory and the time of the thread', async () => {
  const long = 8_000_000;
  const texts: readonly (readonly [string, string])[] = [
    ['prompt', `{"a":[${'NaN,'.repeat(long / 4)}`],
    ['Comment', `{"prompt":[${'{},'.repeat(long / 3)}{}]}`],
    ['Description', '#a,,,'.repeat(long / 5)],
  ];
  for (const [at, [keyword, text]] of texts.entries()) await rig.put(`text ${at}.png`, png([iTXt(keyword, text)]));
  const bomb = zTXt('Comment', Buffer.alloc(32 * 1024 * 1024));
  await rig.put('bombs.png', png(Array.from({ length: 40 }, () => bomb)));
  await rig.put('big.png.xmp', Buffer.alloc(64 * 1024 * 1024, '<'));
  await rig.put('big.png', png([iTXt('parameters', a1111), iTXt('prompt', `{"3":{"class_type":"LoadImage","inputs":{"image":"${'A'.repeat(3_000_000)}"}}}`)]));
  const { counts } = await rig.all();
  expect(counts).toMatchObject({ added: texts.length + 2, skipped: 1 });
  expect(await rig.importer.skipped()).toContainEqual(expect.objectContaining({ path: path.join(rig.elsewhere, 'big.png.xmp'), reason: 'sidecar-too-large' }));
  expect((await rig.pictures()).find(({ task }) => task.imported?.title === 'big.png')?.task.request.prompt).toBe('a harbour');
}, 120_000);
