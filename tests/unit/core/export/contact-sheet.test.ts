import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { sheetOutput, type SheetOutputDeps } from '../../../../electron/core/export/contact-sheet/contact-sheet-output.ts';
import { escapeHtml } from '../../../../electron/core/export/contact-sheet/contact-sheet-page.ts';
import type { ExportedPicture } from '../../../../electron/core/export/exported-picture.ts';
import { noMarks } from '../../../../shared/library/marks.ts';
import { sheetCaptions, usualSheet, type SheetChoices } from '../../../../shared/export/contact-sheet-choices.ts';
import { newTask } from '../../../../shared/task.ts';
import { wordsFor } from '../../../../shared/words/index.ts';
import { samplePicture } from '../../../support/sample-pictures.ts';

let folder: string;
let target: string;
let printed: string[];
let wanted: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latent-sheet-'));
  target = path.join(folder, 'sheet.pdf');
  [printed, wanted] = [[], []];
  return () => rm(folder, { recursive: true });
});

const jpeg = samplePicture('jpeg').bytes;
const { signal } = new AbortController();

const deps: SheetOutputDeps = {
  thumbnail: async () => jpeg,
  decoder: {
    async decode(_id, want) {
      wanted.push(want);
      return { ok: true, bytes: jpeg, width: 13, height: 7, colours: null, hash: null };
    },
  },
  async printPdf(file) {
    printed.push(await readFile(file, 'utf8'));
    return Buffer.from('%PDF');
  },
  now: () => Date.UTC(2026, 10, 24, 12),
  words: wordsFor('en'),
  writtenBy: 'Latent 0.1.0',
};

const outputOf = (choices: Partial<SheetChoices> = {}, changed: Partial<SheetOutputDeps> = {}) => sheetOutput(target, { title: 'A & B', choices: { ...usualSheet, ...choices }, pictures: 250 }, { ...deps, ...changed });

const picture = (id: number, prompt = 'A fox'): ExportedPicture => ({
  id,
  file: { path: `2026/fox ${id}.png`, type: 'png', width: 13, height: 7, bytes: 1, sha256: '', savedAt: 0 },
  task: newTask('t', 'a', { model: 'imagen', prompt, size: '1x1', quality: 'low', fields: { seed: 42 } }, null, Date.UTC(2026, 10, 21, 12)),
  marks: { ...noMarks, favourite: true, rating: 1, tags: ['dawn', 'red'], flag: 'pick', label: 'red' },
  account: null,
  batch: null,
  albums: [],
});

/** Writes these pictures as the exporter does. */
async function write(output: ReturnType<typeof outputOf>, ...pictures: readonly ExportedPicture[]): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for (const [at, next] of pictures.entries()) {
    const decoded = await output.decode(next);
    outcomes.push(decoded?.ok ? await output.write({ picture: next, source: '', decoded, position: { number: at + 1, of: pictures.length } }, signal) : 'not decoded');
  }
  return outcomes;
}

it('writes whole rows, and all captions that were chosen', async () => {
  const output = outputOf({ kind: 'html', columns: 5, captions: sheetCaptions });
  expect(await write(output, ...[1, 2, 3, 4, 5, 6].map((id) => picture(id)))).toEqual(Array(6).fill('copied'));
  await output.end(signal);
  expect(await readdir(folder)).toEqual(['sheet.pdf']);
  const page = await readFile(target, 'utf8');
  expect(page.match(/<div class="row">/g)).toHaveLength(2);
  expect(page.match(/<\/div>/g)).toHaveLength(2);
  expect(page.match(/data:image\/jpeg;base64,/g)).toHaveLength(6);
  expect(page.replaceAll(/<[^>]*>/g, '')).toContain('fox 6.png\nA fox\nimagen · 1x1 · Quality: low · seed 42\n1 star · Favourite · Picked · Red · dawn, red\nNov 21, 2026');
  expect(page).toContain('<footer>6 pictures</footer>');
  expect(wanted).toEqual([]);
});

it.skipIf(process.platform === 'win32').each(['html', 'pdf'] as const)('as %s can be read by those who could read the file that it replaces', async (kind) => {
  await writeFile(target, 'an older one');
  await chmod(target, 0o660);
  const output = outputOf({ kind });
  await write(output, picture(1));
  await output.end(signal);
  expect((await stat(target)).mode & 0o777).toBe(0o660);
  expect(await readFile(target, 'utf8')).not.toBe('an older one');
});

it('decodes larger pictures for few columns, and pictures whose thumbnail is not made', async () => {
  await write(outputOf({ columns: 3 }), picture(1));
  await write(outputOf({ columns: 4 }, { thumbnail: async () => null }), picture(1));
  expect(wanted).toEqual([{ kind: 'copy', type: 'jpeg', quality: 0.85, side: 1_000 }, { kind: 'thumbnail', side: 512 }]);
});

it('makes a picture smaller that takes more than its share of the largest page that can be printed', async () => {
  const sides: number[] = [];
  const decoder: SheetOutputDeps['decoder'] = {
    async decode(_id, want) {
      const side = want.kind === 'copy' ? (want.side ?? 0) : 0;
      sides.push(side);
      return { ok: true, bytes: new Uint8Array(side * side), width: side, height: side, colours: null, hash: null };
    },
  };
  const decoded = await outputOf({ columns: 1 }, { decoder }).decode(picture(1));
  expect(sides).toEqual([2_000, 1_138]);
  expect(decoded?.ok && decoded.bytes.length <= 400_000_000 / 250).toBe(true);
  await outputOf({ columns: 3 }, { decoder }).decode(picture(1));
  expect(sides.slice(2)).toEqual([1_000]);
});

it('keeps the file that it replaces until the PDF is there, and continues after a failed print', async () => {
  await writeFile(target, 'before');
  let fails = true;
  const output = outputOf({}, {
    async printPdf(file, stop) {
      if (fails) throw new Error('no window');
      return deps.printPdf(file, stop);
    },
  });
  await write(output, picture(1), picture(2));
  await expect(output.end(signal)).rejects.toThrow('no window');
  expect(await readFile(target, 'utf8')).toBe('before');
  fails = false;
  await output.end(signal);
  expect(await readFile(target, 'utf8')).toBe('%PDF');
  expect(printed).toHaveLength(1);
  expect(printed[0]?.match(/<\/html>/g)).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['sheet.pdf']);
});

it('leaves nothing if it is discarded, or if no picture can be shown', async () => {
  const output = outputOf();
  await write(output, picture(1));
  expect(await readdir(folder)).toHaveLength(1);
  await output.discard();
  const empty = outputOf({}, { thumbnail: async () => Buffer.from('no picture') });
  expect(await write(empty, picture(1))).toEqual(['not-converted']);
  await empty.end(signal);
  expect(await readdir(folder)).toEqual([]);
});

it('escapes all signs that end an element or an attribute', () => {
  expect(escapeHtml('a<b>&"\'`\u0000\u001b\n')).toBe('a&#60;b&#62;&#38;&#34;&#39;&#96;\n');
});
