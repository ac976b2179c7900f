import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTextReader, NotText, readText } from '../../../../shared/texts/text-reader.ts';

/** The text, or why it is refused. The pieces must make no difference. */
function read(bytes: Uint8Array, chosen: string | null = null): string {
  const one = (length: number): string => {
    try {
      const reader = createTextReader(chosen);
      let text = '';
      for (let at = 0; at < bytes.length; at += length) text += reader.push(bytes.subarray(at, at + length));
      return text + reader.end();
    } catch (error) {
      if (error instanceof NotText) return `refused: ${error.fault}`;
      throw error;
    }
  };
  const whole = one(Math.max(bytes.length, 1));
  for (const length of [1, 3, 5000]) expect(one(length)).toBe(whole);
  return whole;
}

const mixed = 'prompt,size\r\n"Café, Möbel – “rot”",1:1\r\n猫と犬,2:1\r\nСобака 🦊,3:2\r\n';
const unsure = 'refused: not-unicode';

/** Made by other programs, as make.sh beside them says. With the encoding that a person finds by looking, if nothing else says it. */
const files: readonly (readonly [file: string, text: string, chosen?: string, then?: string])[] = [
  ['excel-utf-8.csv', `\uFEFF${mixed}`],
  ['plain-utf-8.csv', mixed],
  ['powershell-utf-16le.csv', `\uFEFF${mixed}`],
  ['notepad-utf-16be.csv', `\uFEFF${mixed}`],
  ['iconv-utf-16.csv', `\uFEFF${mixed}`],
  ['iconv-utf-16le.csv', mixed],
  ['iconv-utf-16be.csv', mixed],
  ['python-utf-16be-japanese.csv', 'prompt,size\r\n猫,1:1\r\n犬が走る,2:1\r\n'],
  ['iconv-latin-1.csv', unsure, 'windows-1252', 'prompt,size\ncafé au lait,1:1\nMöbel,2:1\n'],
  ['iconv-windows-1252.csv', unsure, 'windows-1252', 'prompt,size\n“Café” – 5 €,1:1\n'],
  ['iconv-windows-1251.csv', unsure, 'windows-1251', 'prompt,size\nрыжая собака,1:1\n'],
  ['iconv-windows-1250.csv', unsure, 'windows-1250', 'prompt,size\nrudý pes za žlutým domem,1:1\n'],
  ['iconv-macintosh.csv', unsure, 'macintosh', 'prompt,size\ncafé au lait,1:1\nMöbel,2:1\n'],
  ['iconv-shift-jis.csv', unsure, 'shift_jis', 'prompt,size\n夜の東京、ネコの表,1:1\n'],
  ['iconv-euc-jp.csv', unsure, 'euc-jp', 'prompt,size\n夜の東京、ネコの表,1:1\n'],
  ['iconv-iso-2022-jp.csv', unsure, 'iso-2022-jp', 'prompt,size\n夜の東京、ネコの表,1:1\n'],
  ['iconv-gbk.csv', unsure, 'gb18030', 'prompt,size\n一只猫坐在窗边,1:1\n'],
  ['python-gb18030.csv', unsure, 'gb18030', 'prompt,size\n一只猫坐在窗边,1:1\n'],
  ['iconv-big5.csv', unsure, 'big5', 'prompt,size\n一隻貓坐在窗邊,1:1\n'],
  ['iconv-euc-kr.csv', unsure, 'euc-kr', 'prompt,size\n창가에 앉은 고양이,1:1\n'],
  ['iconv-utf-32.csv', 'refused: no-text'],
  ['head-utf-8-cut.csv', unsure],
  ['head-utf-16le-cut.csv', 'refused: damaged'],
  ['printf-nul.txt', 'refused: no-text'],
  ['printf-zip.csv', 'refused: no-text'],
];

for (const [file, text, chosen, then] of files) {
  test(file, async () => {
    const bytes = await readFile(path.join(import.meta.dirname, '../../../fixtures/texts', file));
    expect(read(bytes)).toBe(text);
    if (chosen !== undefined) expect(read(bytes, chosen)).toBe(then);
  });
}

test.each([
  ['', Buffer.from('')],
  ['a mark alone', Buffer.from('\uFEFF', 'utf16le')],
  ['UTF-16 of two thousand lines whose first Chinese is at the end', Buffer.from(`${'a plain line\n'.repeat(2000)}猫`, 'utf16le')],
])('reads %s', (_, bytes) => expect(read(bytes)).toBe(isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : bytes.toString('utf16le')));

test.each([
  ['UTF-8 with a mark and Latin-1', Buffer.concat([Buffer.from('\uFEFFcaf'), Buffer.from([0xe9])]), 'damaged'],
  ['Latin-1 after megabytes of ASCII', Buffer.concat([Buffer.from('a plain line\n'.repeat(200_000)), Buffer.from([0xe9, 0x0a])]), 'not-unicode'],
  ['NUL after megabytes of text', Buffer.from(`${'é\n'.repeat(500_000)}\0`), 'no-text'],
  ['half a character in UTF-16', Buffer.from('\uFEFFa fox \ud83e\n', 'utf16le'), 'damaged'],
  ['a short word that may be UTF-16 of both orders', Buffer.from('NN', 'utf16le'), 'no-text'],
])('refuses %s', (_, bytes, fault) => expect(() => readText(bytes)).toThrow(fault));

/** Any text without NUL and half characters, which no file holds. */
const anyText = fc.string({ unit: 'grapheme-composite' }).map((text) => text.toWellFormed().replaceAll(/[\0\uFEFF]/g, ''));
const utf16 = (text: string, isLittle: boolean): Buffer => (isLittle ? Buffer.from(text, 'utf16le') : Buffer.from(text, 'utf16le').swap16());

describe('any text', () => {
  test('in UTF-8, and in UTF-16 with a mark, is read exactly', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(read(Buffer.from(text))).toBe(text);
        expect(read(Buffer.from(`\uFEFF${text}`))).toBe(`\uFEFF${text}`);
        for (const isLittle of [true, false]) expect(read(utf16(`\uFEFF${text}`, isLittle))).toBe(`\uFEFF${text}`);
      }),
    );
  });

  test('in UTF-16 without a mark is read exactly or refused', () => {
    const lines = fc.array(fc.oneof(fc.string({ minLength: 8 }), fc.string({ unit: 'grapheme', minLength: 8 })), { minLength: 1, maxLength: 20 });
    let exact = 0;
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), (all, newline, isLittle) => {
        const text = all.map((line) => line.toWellFormed().replaceAll(/[\0\uFEFF]/g, '') + newline).join('');
        const found = read(utf16(text, isLittle));
        if (found === text) exact += 1;
        else expect(found).toMatch(/^refused: /);
      }),
      { numRuns: 300 },
    );
    expect(exact).toBeGreaterThan(150);
  });

  test.each(['windows-1252', 'windows-1250', 'windows-1251', 'koi8-r', 'macintosh', 'shift_jis', 'gbk', 'big5', 'euc-kr', 'euc-jp'])('in %s is refused, and exact once a person chose it', (encoding) => {
    const table = repertoire(encoding);
    const characters = [...table.keys()];
    const foreign = fc.array(fc.oneof(fc.constantFrom(...'a fox, at dawn\n'), fc.integer({ min: 0, max: characters.length - 1 }).map((at) => characters[at] ?? '')), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(foreign, (all) => {
        const text = all.join('');
        const bytes = Buffer.concat(all.map((character) => table.get(character) ?? Buffer.from(character)));
        // What happens to be UTF-8 as well, or to begin with the mark of UTF-16, cannot be told from it by anybody.
        fc.pre(!isUtf8(bytes) && !/^(?:fffe|feff)/.test(bytes.toString('hex')));
        expect(read(bytes)).toBe(unsure);
        expect(read(bytes, encoding)).toBe(text);
      }),
    );
  });
});

/** The characters besides ASCII that an encoding has, with their bytes, as the platform's decoder reads them. */
function repertoire(encoding: string): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  const note = (bytes: Buffer): void => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if ([...text].length === 1 && text > '\u009f' && !found.has(text)) found.set(text, bytes);
    } catch {
      // No character of this encoding.
    }
  };
  for (let first = 0x80; first < 0x100; first += 1) {
    note(Buffer.from([first]));
    for (let second = 0x40; second < 0x100; second += 1) note(Buffer.from([first, second]));
  }
  return found;
}

test.each([
  ['ISO-2022-JP-1', '1b24284430211b2842'],
  ['ISO-2022-JP-2', '1b24284347511b2842'],
  ['ISO-2022-KR', '1b2429430e47510f'],
  ['ISO-2022-CN', '1b2429410e56500f'],
])('%s, which looks like ASCII, is not read as such', (_, hex) => {
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (__, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
  expect(() => readText(bytes)).toThrow(new NotText('not-unicode'));
});
