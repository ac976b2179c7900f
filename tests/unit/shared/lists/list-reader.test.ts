import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { ListFormat } from '../../../../shared/lists/list-format.ts';
import { createListReader } from '../../../../shared/lists/list-reader.ts';
import { longestRow, mostColumns, mostListRows, type ListRow } from '../../../../shared/lists/list-row.ts';

interface Read {
  readonly columns: readonly string[];
  readonly rows: readonly ListRow[];
  readonly leftOut: readonly string[];
}

function read(format: ListFormat, pieces: readonly string[]): Read {
  const reader = createListReader(format);
  const rows = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  return { columns: [...reader.columns], rows, leftOut: [...reader.leftOut] };
}

/** Reads a text whole and in pieces of one, two and seven characters, which must make no difference. */
function readEveryWay(format: ListFormat, text: string): Read {
  const whole = read(format, [text]);
  for (const length of [1, 2, 7]) {
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
    expect(read(format, pieces)).toEqual(whole);
  }
  return whole;
}

const text: ListFormat = { kind: 'text' };
const table: ListFormat = { kind: 'table', separator: ',', header: true };
const row = (line: number, cells: readonly string[], fault: ListRow['fault'] = null): ListRow => ({ line, cells, fault });

describe('text', () => {
  test('is one prompt a line, as it is written, without empty lines', () => {
    expect(readEveryWay(text, '\uFEFFA fox, at dawn\r\n\r\n  "quoted", she said  \n=SUM(A1)\r-1\n\n')).toMatchObject({
      columns: [],
      rows: [row(1, ['A fox, at dawn']), row(3, ['"quoted", she said']), row(4, ['=SUM(A1)']), row(5, ['-1'])],
    });
    expect(readEveryWay(text, '').rows).toEqual([]);
    expect(readEveryWay(text, 'one\r').rows).toEqual([row(1, ['one'])]);
  });

  test('a line of megabytes is cut', () => {
    const { rows } = read(text, ['short\n', ...Array.from({ length: 20 }, () => 'x'.repeat(longestRow / 10)), '\nlast']);
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([[1, null], [2, 'cut'], [3, null]]);
    expect(rows[1]?.cells[0]?.length).toBeLessThan(2000);
  });
});

describe('a table', () => {
  test('has quotes, line breaks in cells, empty lines, a byte order mark and CRLF', () => {
    const csv = '\uFEFFprompt,size,note\r\n\r\n"A ""red"" fox,\r\nat dawn",1:1,\r\n,,\r\nA 12" record,2:1,=1+1\r\nlast';
    expect(readEveryWay(table, csv)).toMatchObject({
      columns: ['prompt', 'size', 'note'],
      rows: [row(3, ['A "red" fox,\nat dawn', '1:1', '']), row(6, ['A 12" record', '2:1', '=1+1']), row(7, ['last'])],
    });
  });

  test.each([';', '\t', '|'] as const)('is separated by %j', (separator) => {
    expect(readEveryWay({ ...table, separator }, `prompt${separator}size\na, b${separator}1:1`)).toMatchObject({ columns: ['prompt', 'size'], rows: [row(2, ['a, b', '1:1'])] });
  });

  test('may have no header, and may tell its separator', () => {
    expect(readEveryWay({ ...table, header: false, separator: ';' }, 'sep=;\r\nA fox;1:1\r\nA hare')).toMatchObject({ columns: [], rows: [row(2, ['A fox', '1:1']), row(3, ['A hare'])] });
  });

  test('marks rows with more cells than columns, but not empty ones at the end', () => {
    expect(readEveryWay(table, 'prompt,size,,\nA fox, at dawn,1:1\nA hare,1:1,,').rows).toEqual([row(2, ['A fox', ' at dawn', '1:1'], 'cells'), row(3, ['A hare', '1:1', '', ''])]);
  });

  test('marks rows whose quotation marks do not match', () => {
    expect(readEveryWay(table, 'prompt,size\n"Stop" sign,1:1\nnext,2:1').rows).toEqual([row(2, ['Stop" sign,1:1\nnext,2:1'], 'quotes')]);
    expect(readEveryWay(table, 'prompt,size\nfirst,1:1\n"never closed,1:1\nnext,2:1\n').rows.map(({ line, fault }) => [line, fault])).toEqual([[2, null], [3, 'quotes']]);
  });

  test('does not read megabytes into one cell, and stops there', () => {
    const { rows } = read(table, ['prompt\nfirst\n"open', ...Array.from({ length: 30 }, () => 'a line\n'.repeat(20_000))]);
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([[2, null], [3, 'quotes']]);
  });

  test('has at most fifty columns', () => {
    const cells = Array.from({ length: 80 }, (_, at) => `c${at}`);
    const { columns, rows } = read(table, [`${cells.join(',')}\n${cells.join(',')}`]);
    expect(columns).toHaveLength(mostColumns);
    expect(rows[0]?.cells).toHaveLength(mostColumns);
  });

  test('whatever papaparse writes is read back, in pieces of any length', () => {
    const cell = fc.string({ unit: fc.oneof(fc.constantFrom('"', ',', ';', '\n', "'", '=', ' ', 'a', 'é', '🦊'), fc.string({ minLength: 1, maxLength: 1 })), maxLength: 10 }).map((one) => one.replaceAll(/[\r\uFEFF]/g, ''));
    const rows = fc.array(fc.tuple(cell, cell, cell.map((one) => `${one}.`)), { maxLength: 10 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom('\n', '\r\n', '\r'), fc.integer({ min: 1, max: 40 }), (data, separator, newline, length) => {
        const csv = Papa.unparse([['prompt', 'b', 'c'], ...data], { delimiter: separator, newline });
        const pieces = Array.from({ length: Math.ceil(csv.length / length) }, (_, at) => csv.slice(at * length, (at + 1) * length));
        const found = read({ kind: 'table', separator: separator as ',', header: true }, pieces);
        expect(found.rows.map(({ cells }) => cells)).toEqual(data);
        expect(found.rows.every(({ fault }) => fault === null)).toBe(true);
      }),
    );
  });
});

describe('JSON', () => {
  test('lines are objects or texts, and a broken one leaves the others', () => {
    const lines = '{"prompt":"A fox,\\nat dawn","n":2}\n\n{"prompt": broken}\n"A hare"\n7\n["a"]\n{"size":null,"prompt":"x","more":{"a":[1]}}';
    expect(readEveryWay({ kind: 'json-lines' }, lines)).toMatchObject({
      columns: ['prompt', 'n', 'size', 'more'],
      rows: [
        row(1, ['A fox,\nat dawn', '2']),
        row(3, ['{"prompt": broken}'], 'json'),
        row(4, ['A hare']),
        row(5, ['7'], 'no-object'),
        row(6, ['["a"]'], 'no-object'),
        { ...row(7, ['x', '', '', '{"a":[1]}']), kinds: { 3: 'structure' } },
      ],
    });
  });

  test('an array is read element by element, and nothing after it vanishes', () => {
    const array = ' [\n  {"prompt": "A [fox], \\"red\\"}", "tags": ["a", {"b": 1}]},\n  "A hare",\n  nonsense,\n\n  {"prompt":\n "last"}\n]\n trailing';
    expect(readEveryWay({ kind: 'json' }, array)).toMatchObject({
      columns: ['prompt', 'tags'],
      rows: [{ ...row(2, ['A [fox], "red"}', '["a", {"b": 1}]']), kinds: { 1: 'structure' } }, row(3, ['A hare']), row(4, ['nonsense'], 'json'), row(6, ['last']), row(9, ['trailing'], 'json')],
    });
    expect(readEveryWay({ kind: 'json' }, '[]').rows).toEqual([]);
  });

  test('an array cut short, or none at all, is marked', () => {
    expect(readEveryWay({ kind: 'json' }, '["a", {"prompt":"b"').rows).toEqual([row(1, ['a']), row(1, ['{"prompt":"b"'], 'json')]);
    expect(readEveryWay({ kind: 'json' }, '["a",\n"b"').rows).toEqual([row(1, ['a']), row(2, ['b']), row(2, [''], 'open')]);
    expect(readEveryWay({ kind: 'json' }, 'no array').rows).toEqual([row(1, ['no array'], 'json')]);
  });

  test('objects outside of an array are rows, whatever their lines are', () => {
    expect(readEveryWay({ kind: 'json' }, '{\n  "prompt": "A fox",\n  "size": "1:1"\n}\n{"prompt": "A {hare}"}, "A \\"wolf"\n')).toMatchObject({
      columns: ['prompt', 'size'],
      rows: [row(1, ['A fox', '1:1']), row(5, ['A {hare}']), row(5, ['A "wolf'])],
      leftOut: [],
    });
    expect(readEveryWay({ kind: 'json' }, '{"prompt": "cut').rows).toEqual([row(1, ['{"prompt": "cut'], 'json')]);
  });

  test('an object around a list is not a prompt: the elements are the rows, with what holds for all of them', () => {
    const whole = '{"version": 1, "model": "m", "n": 2,\n "prompts": ["A fox",\n {"prompt": "A hare", "model": "other"}, 7]}';
    for (const kind of ['json', 'json-lines'] as const) {
      const flat = kind === 'json' ? whole : whole.replaceAll('\n', '');
      const lines = kind === 'json' ? [2, 3, 3] : [1, 1, 1];
      const { columns, rows, leftOut } = readEveryWay({ kind }, flat);
      expect({ columns, leftOut }).toEqual({ columns: ['prompt', 'model'], leftOut: ['version', 'n'] });
      expect(rows).toEqual([row(lines[0] ?? 0, ['A fox', 'm']), row(lines[1] ?? 0, ['A hare', 'other']), row(lines[2] ?? 0, ['7'], 'no-object')]);
    }
    expect(readEveryWay({ kind: 'json' }, '{"name":"Mine","items":["a","b"]}').rows).toEqual([row(1, ['a']), row(1, ['b'])]);
    // Tags of a picture are no prompts.
    expect(readEveryWay({ kind: 'json-lines' }, '{"caption":"A fox","tags":["a","b"]}').rows).toEqual([{ ...row(1, ['A fox', '["a","b"]']), kinds: { 1: 'structure' } }]);
  });

  test('keeps all digits, and which texts look like something else', () => {
    const line = '{"prompt":"7","seed":12345678901234567890,"big":1e400,"zero":-0,"text":"true","fields":{"seed": 9007199254740993}}';
    expect(readEveryWay({ kind: 'json-lines' }, line).rows).toEqual([{ ...row(1, ['7', '12345678901234567890', '1e400', '-0', 'true', '{"seed": 9007199254740993}']), kinds: { 0: 'text', 4: 'text', 5: 'structure' } }]);
  });

  test('a name that stands twice in an object is marked, and columns beyond the last are named', () => {
    expect(readEveryWay({ kind: 'json-lines' }, '{"prompt":"a","prompt":"b"}').rows).toEqual([row(1, ['{"prompt":"a","prompt":"b"}'], 'twice')]);
    const wide = Object.fromEntries(Array.from({ length: mostColumns + 2 }, (_, at) => [`c${at}`, 'x']));
    expect(readEveryWay({ kind: 'json-lines' }, JSON.stringify(wide)).leftOut).toEqual([`c${mostColumns}`, `c${mostColumns + 1}`]);
  });

  test('whatever JSON.stringify writes is read back', () => {
    const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(fc.array(object, { maxLength: 6 }), fc.constantFrom(undefined, 2), (objects, indent) => {
        const { columns, rows } = readEveryWay({ kind: 'json' }, JSON.stringify(objects, null, indent));
        expect(rows.every(({ fault }) => fault === null)).toBe(true);
        for (const [at, one] of objects.entries()) {
          for (const [name, value] of Object.entries(JSON.parse(JSON.stringify(one)) as object)) {
            const cell = rows[at]?.cells[columns.indexOf(name)] ?? '';
            if (typeof value === 'object' && value !== null) expect(JSON.parse(cell)).toEqual(value);
            else expect(cell).toBe(value === null ? '' : String(value));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('any text is read in any form without an exception', () => {
  const formats: readonly ListFormat[] = [text, table, { ...table, header: false, separator: '\t' }, { kind: 'json-lines' }, { kind: 'json' }];
  const nasty = fc.string({ unit: fc.oneof(fc.constantFrom('"', ',', '\n', '\r', '{', '}', '[', ']', ':', '\\', '\uFEFF', '\0'), fc.string({ minLength: 1, maxLength: 1, unit: 'binary' })) });
  fc.assert(fc.property(nasty, fc.constantFrom(...formats), (one, format) => void readEveryWay(format, one)));
});

describe('a list with more than anybody writes', () => {
  const names = (count: number, value: string): string => Array.from({ length: count }, (_, at) => `"field:c${at}":${value}`).join(',');

  test('names each of many columns once, without searching all of them for each', () => {
    const { columns, leftOut } = read({ kind: 'json' }, [`[{${names(100_000, '1')}}]`]);
    expect([columns.length, leftOut.length]).toEqual([mostColumns, 100_000 - mostColumns]);
  }, 30_000);

  test('shares no more values of the object around it than there are columns, and names the others', () => {
    const { rows, leftOut } = read({ kind: 'json' }, [`{"prompts":[${'{"prompt":"a"},'.repeat(2_000)}"b"],${names(20_000, '1')}}`]);
    expect([rows.length, rows[0]?.cells.length, leftOut.length]).toEqual([2_001, mostColumns, 20_000 - mostColumns + 1]);
  }, 30_000);

  test('reads one row more than a list may have, so that it is known that there are more', () => {
    expect(read({ kind: 'json' }, [`{"prompts":[${'"a",'.repeat(300_000)}"b"]}`]).rows).toHaveLength(mostListRows + 1);
  });

  test('names each of many columns of a table', () => {
    expect(read(table, [`${'a,'.repeat(400_000)}a\n`]).leftOut).toHaveLength(400_001 - mostColumns);
  });
});
