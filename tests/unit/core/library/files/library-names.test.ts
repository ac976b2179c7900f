import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryFileName, libraryFolders, nameFromText } from '../../../../../electron/core/library/files/library-names.ts';
import { createDice } from '../../../../support/dice.ts';

const createdAt = new Date(2026, 10, 21, 14, 3, 22).getTime();
const date = '2026-11-21 14.03.22';
const named = (prompt: string, number = 1): string => libraryFileName({ createdAt, prompt, type: 'png' }, number);

/** Windows treats a name as a device by its first part, regardless of case, even with superscript digits. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

function expectSafe(name: string): void {
  expect(name).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}\.\d{2}\.\d{2}.*\.(png|jpg|webp|avif|gif)$/su);
  expect(name).not.toMatch(/[<>:"/\\|?*]|\p{Cc}|\p{Zl}|\p{Zp}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u);
  expect(name).not.toMatch(/[. ]\.\w+$/);
  expect(name).not.toMatch(device);
  expect(name.isWellFormed()).toBe(true);
  expect(name).toBe(name.normalize('NFC'));
  expect(Buffer.byteLength(name)).toBeLessThan(255);
  expect(path.basename(name)).toBe(name);
  expect(path.win32.basename(name)).toBe(name);
}

describe('libraryFolders', () => {
  it('are year and month in local time', () => {
    expect(libraryFolders(createdAt)).toEqual(['2026', '2026-11']);
    expect(libraryFolders(new Date(2027, 0, 1, 0, 0, 0).getTime())).toEqual(['2027', '2027-01']);
  });
});

describe('libraryFileName', () => {
  it.each([
    ['a red fox in snow', `${date} a red fox in snow.png`],
    ['', `${date}.png`],
    ['   ', `${date}.png`],
    ['..', `${date}.png`],
    ['../../etc/passwd', `${date} etc passwd.png`],
    ['a:b', `${date} a b.png`],
    ['C:\\Windows\\system32', `${date} C Windows system32.png`],
    ['ends with dots...', `${date} ends with dots.png`],
    ['CON', `${date} CON.png`],
    ['COM¹', `${date} COM¹.png`],
    ['two\nlines\tand\0more', `${date} two lines and more.png`],
    ['what? "this" <is> it|*', `${date} what this is it.png`],
    ['\u202egnp.exe', `${date} gnp.exe.png`],
    ['zero\u200bwidth\ufeff', `${date} zero width.png`],
    ['cafe\u0301', `${date} café.png`],
    ['赤い狐', `${date} 赤い狐.png`],
    ['family 👨‍👩‍👧', `${date} family 👨‍👩‍👧.png`],
    ['half \ud800 pair', `${date} half pair.png`],
    ['x'.repeat(400), `${date} ${'x'.repeat(60)}.png`],
    [`${'x'.repeat(58)}👨‍👩‍👧`, `${date} ${'x'.repeat(58)}.png`],
    [`${'x'.repeat(59)} y`, `${date} ${'x'.repeat(59)}.png`],
    [`e${'\u0301'.repeat(200)}`, `${date}.png`],
  ])('of %j is %j', (prompt, name) => {
    expect(named(prompt)).toBe(name);
    expectSafe(name);
  });

  it('numbers equal names', () => {
    expect(named('a fox', 2)).toBe(`${date} a fox 2.png`);
    expect(named('', 3)).toBe(`${date} 3.png`);
  });

  it('has the extension of the type', () => {
    const types = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
    expect(types.map((type) => libraryFileName({ createdAt, prompt: 'a.exe', type }, 1).split('.').at(-1))).toEqual([
      'png',
      'jpg',
      'webp',
      'avif',
      'gif',
    ]);
  });

  it('is safe for 10,000 seeded hostile prompts, and works on this disk', async () => {
    const pieces = [
      '..',
      '/',
      '\\',
      ':',
      '*',
      '?',
      '"',
      '<',
      '>',
      '|',
      '.',
      ' ',
      '\0',
      '\n',
      '\r',
      '\t',
      '\x7f',
      '\x9f',
      '\u00ad',
      '\u200b',
      '\u200c',
      '\u200d',
      '\u200e',
      '\u202e',
      '\u2028',
      '\u2029',
      '\u2066',
      '\ufeff',
      '\ufffe',
      '\ud800',
      '\udc00',
      '\ue000',
      '\u{e0001}',
      '\u{e0067}',
      '\u{10ffff}',
      'CON',
      'nul',
      'COM¹',
      'LPT9',
      'aux.',
      'a',
      'é',
      'e\u0301',
      '\u0301',
      '𝒳',
      '狐',
      'ﷺ',
      '👩‍🚀',
      '🏴',
      '🇩🇪',
      'ก็',
      '한',
      '\u1112\u1161\u11ab',
      '%2f',
      '~',
      '$HOME',
      '-rf',
      'x'.repeat(70),
    ];
    const { below, pick } = createDice(42);
    const folder = await mkdtemp(path.join(tmpdir(), 'latent-names-'));
    for (let round = 0; round < 10_000; round += 1) {
      let prompt = '';
      for (let length = below(40); length >= 0; length -= 1) prompt += pick(pieces);
      const name = named(prompt, 1 + below(3));
      expectSafe(name);
      if (round % 20 === 0) await writeFile(path.join(folder, name), '');
    }
    for (const name of await readdir(folder)) expectSafe(name);
    await rm(folder, { recursive: true });
  });
});

it('gives no name that Windows gives to a device', () => {
  for (const name of ['nul', 'CON', 'com1.x', 'COM¹', 'lpt³', 'CONIN$', 'conout$.a']) expect(nameFromText(name)).toBe(`_${name}`);
  for (const name of ['console', 'com', 'com10', 'conin']) expect(nameFromText(name)).toBe(name);
});
