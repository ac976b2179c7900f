import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readList as readListAs, type ListSource } from '../../../../../renderer/stores/lists/read-list.ts';
import { largestList } from '../../../../../shared/lists/list-pieces.ts';
import { readingsOf } from '../../../../../renderer/stores/lists/readings.ts';
import type { ListFormat } from '../../../../../shared/lists/list-format.ts';
import { mostListRows } from '../../../../../shared/lists/list-row.ts';

const { signal } = new AbortController();
const readList = (source: ListSource, format: ListFormat | null, by: AbortSignal) => readListAs(source, { format, encoding: null }, by);
const promptsIn = async (source: File | string): Promise<unknown> => {
  const read = await readList(source, null, signal);
  return read !== null && typeof read === 'object' ? read.rows.map(({ cells }) => cells[0]) : read;
};
const utf16 = (text: string, bigEndian: boolean): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), !bigEndian);
  return new Uint8Array(view.buffer);
};

describe('a file', () => {
  test('is read as UTF-8 or UTF-16', async () => {
    const text = 'prompt,size\n"Café, 🦊",1:1\n';
    expect(await promptsIn(new File([text], 'a.csv'))).toEqual(['Café, 🦊']);
    expect(await promptsIn(new File([`\uFEFF${text}`], 'a.csv'))).toEqual(['Café, 🦊']);
    expect(await promptsIn(new File([utf16(`\uFEFF${text}`, false)], 'a.csv'))).toEqual(['Café, 🦊']);
    expect(await promptsIn(new File([utf16(`\uFEFF${text}`, true)], 'a.csv'))).toEqual(['Café, 🦊']);
  });

  test.each<[string, string, string]>([
    ['iconv-latin-1.csv', 'windows-1252', 'café au lait,1:1 … Möbel,2:1'],
    ['iconv-windows-1251.csv', 'windows-1251', 'рыжая собака,1:1'],
    ['iconv-shift-jis.csv', 'shift_jis', '夜の東京、ネコの表,1:1'],
    ['iconv-iso-2022-jp.csv', 'iso-2022-jp', '夜の東京、ネコの表,1:1'],
    ['iconv-gbk.csv', 'gb18030', '一只猫坐在窗边,1:1'],
    ['iconv-euc-kr.csv', 'euc-kr', '창가에 앉은 고양이,1:1'],
  ])('%s is read only as a person says, who sees it in %s', async (name, encoding, sample) => {
    const file = new File([await readFile(path.join(import.meta.dirname, '../../../../fixtures/texts', name))], name);
    expect(await promptsIn(file)).toBe('not-unicode');
    const reading = (await readingsOf(file)).find((one) => one.encoding === encoding);
    expect(reading?.sample).toBe(sample);
    const read = await readListAs(file, { format: null, encoding: reading?.encoding ?? null }, signal);
    expect(read).toMatchObject({ rows: [{ cells: sample.split(' … ')[0]?.split(',') }, ...(name === 'iconv-latin-1.csv' ? [{}] : [])] });
  });

  test('is offered in each encoding in which any of its lines reads otherwise', async () => {
    // In the first line, é is the same in Western and Central Europe. In the second, ř and ñ have other bytes.
    const file = new File([Buffer.from('prompt\ncafé\ncafé\n', 'latin1'), new Uint8Array([0x6b, 0xf8, 0x65, 0x6e, 0x0a])], 'a.csv');
    const readings = (await readingsOf(file)).map(({ encoding, sample }) => [encoding, sample]);
    expect(readings).toContainEqual(['windows-1252', 'café … køen']);
    expect(readings).toContainEqual(['windows-1250', 'café … křen']);
    expect(new Set(readings.map(([, sample]) => sample)).size).toBe(readings.length);
  });

  test('that is UTF-8 for the most part is damaged, and no other encoding is offered', async () => {
    const mixed = new File(['prompt\nCafé, Möbel, Übermut und Größe\ncaf', new Uint8Array([0xe9])], 'a.csv');
    expect(await promptsIn(mixed)).toBe('not-unicode');
    expect(await readingsOf(mixed)).toEqual([]);
  });

  test('that is too large is not read at all', async () => {
    const file = Object.assign(new File([], 'a.csv'), { stream: () => expect.fail('it was read') });
    Object.defineProperty(file, 'size', { value: largestList + 1 });
    expect(await readList(file, null, signal)).toBe('too-large');
  });

  test('that is no text, empty or unreadable says so', async () => {
    expect(await readList(new File(['PK\u0003\u0004\0\0'], 'a.csv'), null, signal)).toBe('no-text');
    expect(await readList(new File([], 'a.csv'), null, signal)).toBe('no-rows');
    expect(await readList(new File(['prompt\n\n'], 'a.csv'), null, signal)).toBe('no-rows');
    const gone = Object.assign(new File(['x'], 'a.csv'), { stream: () => new ReadableStream({ start: (stream) => stream.error(new DOMException('gone', 'NotFoundError')) }) });
    expect(await readList(gone, null, signal)).toBe('file');
  });
});

test('reading stops when nobody waits for it, and after the most rows', async () => {
  expect(await readList('a\nb', null, AbortSignal.abort())).toBeNull();
  const read = await readList('prompt\n'.repeat(mostListRows + 100), { kind: 'text' }, signal);
  expect(read).toMatchObject({ more: true, rows: { length: mostListRows } });
  expect(await readList('prompt\n'.repeat(mostListRows), { kind: 'text' }, signal)).toMatchObject({ more: false, rows: { length: mostListRows } });
});
