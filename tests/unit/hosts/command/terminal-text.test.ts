import { assert, constantFrom, property, string, array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, cutMiddle, harmless, jsonText, tableLines } from '../../../../electron/hosts/command/terminal-text.ts';
import { scriptPayloads } from '../../../support/script-payloads.ts';

const escapes = '\u001b[2J\u001b]0;title\u0007\u009b31m\u007f\r\u202e\u2066\u200f';
/** What moves a cursor, or turns a line around. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const nasty = array(constantFrom(...'ab漢🦊é \u001b\n\r\t\u009b\u202e\u0000'), { maxLength: 40 }).map((parts) => parts.join(''));

describe('text of others', () => {
  it('moves no cursor and turns no line around', () => {
    expect(harmless(`a${escapes}b\nc\td`)).toMatch(/^a\ufffd\[2J.*b c d$/);
    assert(property(nasty, (text) => !obeyed.test(harmless(text))));
    for (const text of scriptPayloads) expect(harmless(text)).not.toMatch(obeyed);
  });

  it('stays the same value as JSON, in which nothing is obeyed', () => {
    assert(
      property(nasty, (text) => {
        const json = jsonText({ [text]: text }, 2);
        return !obeyed.test(json.replaceAll('\n', '')) && JSON.stringify(JSON.parse(json)) === JSON.stringify({ [text]: text });
      }),
    );
    expect(jsonText({ a: escapes }).split('\n')).toHaveLength(1);
  });
});

describe('a long prompt', () => {
  it('loses its middle', () => {
    expect(cutMiddle('a lighthouse at dusk', 11)).toBe('a lig… dusk');
    expect(cutMiddle('short', 5)).toBe('short');
    expect(cutMiddle('東京の夜景', 7)).toBe('東京…景');
  });

  it('never takes more columns than it may', () => assert(property(string({ unit: 'grapheme', maxLength: 60 }), constantFrom(1, 2, 7, 20), (text, most) => columnsOf(cutMiddle(text, most)) <= most)));
});

describe('a table', () => {
  const columns = [
    { title: 'ID', cell: ({ id }: { id: string; n: number; text: string }) => id },
    { title: 'COUNT', cell: ({ n }: { n: number }) => String(n), isNumber: true, most: 8 },
    { title: 'PROMPT', cell: ({ text }: { text: string }) => text, isCut: true },
  ];

  it('has its columns under each other', () => {
    expect(tableLines([{ id: '1', n: 7, text: 'fox' }, { id: '22', n: 12_345, text: 'a\nb' }], columns, 80)).toEqual(['ID  COUNT  PROMPT', '1       7  fox', '22  12345  a b']);
  });

  it('fits 80 columns, whatever a prompt contains', () =>
    assert(
      property(array(nasty, { maxLength: 5 }), (texts) => {
        const lines = tableLines(texts.map((text) => ({ id: '01a221bb-b495-7000-8864-66b82e34b6e2', n: 99_999_999, text: text.repeat(9) })), columns, 80);
        return lines.length === texts.length + 1 && lines.every((line) => columnsOf(line) <= 80 && !obeyed.test(line));
      }),
    ));
});
