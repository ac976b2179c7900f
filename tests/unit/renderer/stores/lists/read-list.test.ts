import { describe, expect, test } from 'vitest';
import { largestList, readList } from '../../../../../renderer/stores/lists/read-list.ts';
import { mostListRows } from '../../../../../shared/lists/list-row.ts';

const { signal } = new AbortController();
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
  test('is read as UTF-8, or in the encodings of spreadsheets', async () => {
    const text = 'prompt,size\n"Café, 🦊",1:1\n';
    expect(await promptsIn(new File([text], 'a.csv'))).toEqual(['Café, 🦊']);
    expect(await promptsIn(new File([`\uFEFF${text}`], 'a.csv'))).toEqual(['Café, 🦊']);
    expect(await promptsIn(new File([utf16(`\uFEFF${text}`, false)], 'a.csv'))).toEqual(['Café, 🦊']);
    expect(await promptsIn(new File([utf16(`\uFEFF${text}`, true)], 'a.csv'))).toEqual(['Café, 🦊']);
    expect(await promptsIn(new File(['prompt\nCaf', new Uint8Array([0xe9])], 'a.csv'))).toEqual(['Café']);
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
