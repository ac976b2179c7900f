import { describe, expect, it } from 'vitest';
import { readValues } from '../../../../electron/core/wildcards/wildcard-values.ts';
import { isWildcardFile } from '../../../../shared/templates/wildcard-files.ts';

const shown = (file: string, text: string): readonly (readonly [string, readonly string[]])[] =>
  readValues(file, text).lists.map(({ name, values }) => [name, values.map((value) => (value.weight === 1 ? value.text : `${value.weight}::${value.text}`))]);

describe('a text', () => {
  it('has one value a line, without comments, empty lines and spaces around', () => {
    expect(shown('a/colours.txt', '\uFEFF# warm\r\n red \r\n\r\n{dark|light} blue\n  # no\n2::green\n')).toEqual([['a/colours', ['red', '{dark|light} blue', '2::green']]]);
  });
});

const documented = [
  ['clothing', ['T-shirt', 'Pants', 'Shoes']],
  ['artists/finnish', ['Akseli Gallen-Kallela', 'Eero Järnefelt']],
  ['artists/moonbase', ['john madden']],
];

describe('YAML', () => {
  it('has a list for each key, and leaves out what is no list', () => {
    const text = 'clothing:\n  - T-shirt\n  - Pants\n  - Shoes\nartists:\n  finnish:\n    - Akseli Gallen-Kallela\n    - Eero Järnefelt\n  moonbase: john madden\n  1234: 5678\n  flurp: 12345\n  flem: ""\n';
    expect(shown('pantry.yaml', text)).toEqual(documented);
    expect(shown('deep/er/pantry.yml', text)[0]?.[0]).toBe('deep/er/clothing');
  });

  it('has weights before or beside a value', () => {
    expect(shown('w.yaml', 'light:\n  - 50::elephant\n  - 20.5::rhino\n  - { weight: 2, text: rabbit }\n  - { weight: 3, content: cat }\n  - { weight: -1, text: bad }\n  - "{3::|looking up}"\n  - 1990\n  - [nested]\n')).toEqual([
      ['light', ['50::elephant', '20.5::rhino', '2::rabbit', '3::cat', '{3::|looking up}', '1990']],
    ]);
  });

  it('keeps a text of several lines whole', () => {
    expect(shown('p.yaml', 'toys:\n  - |\n    # Usage\n    cute ${figure},\n    soft light\n')).toEqual([['toys', ['# Usage\ncute ${figure},\nsoft light']]]);
  });

  it('names a list without a key after the file', () => {
    expect(shown('a/list.yaml', '- one\n- two\n')).toEqual([['a/list', ['one', 'two']]]);
  });

  it.each([
    ['aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n'],
    ['not-yaml', 'a: [x\nb: }\n'],
    ['no-lists', 'just text'],
    ['no-lists', ''],
    ['too-deep', `${Array.from({ length: 40 }, (_, at) => `${' '.repeat(at)}k:\n`).join('')}${' '.repeat(40)}- x\n`],
    ['not-yaml', '['.repeat(200_000)],
  ])('says “%s” of what it cannot read', (trouble, text) => {
    expect(readValues('bad.yaml', text)).toMatchObject({ lists: [], trouble });
  });
});

/** What is left out: its line, why, and its text. */
const leftOut = (file: string, text: string): readonly unknown[] => readValues(file, text).leftOut.first.map(({ line, why, text: beginning }) => [line, why, beginning]);

describe('each form of a value', () => {
  // As people write them in public reports of other programs; the repositories are named where there is one.
  it.each<[string, string, readonly string[]]>([
    ['braces at the start of a value (adieyal/sd-dynamic-prompts#775, adieyal/dynamicprompts#128)', 'a:\n  - {cat|dog}\n  - {A|B|C}\n  - { 2$$x|y }\n', ['{cat|dog}', '{A|B|C}', '{ 2$$x|y }']],
    ['one value in braces', 'a: {cat|dog}\n', ['{cat|dog}']],
    ['braces in quotation marks, after a weight (adieyal/sd-dynamic-prompts#665)', 'a:\n  - "{3::|looking up|looking down}"\n', ['{3::|looking up|looking down}']],
    ['one text instead of a list (ltdrdata/ComfyUI-Impact-Pack#642, adieyal/dynamicprompts#113)', 'a: B\n', ['B']],
    ['folded lines (adieyal/sd-dynamic-prompts#791)', 'a:\n  - >-\n    {2-$$__b__}\n  - |\n    {one|two}\n', ['{2-$$__b__}', '{one|two}']],
    ['numbers with all their digits', 'a:\n  - 12345678901234567890\n  - 1.10\n  - 007\n  - 0x1F\n  - 1e400\n  - -0\n', ['12345678901234567890', '1.10', '007', '0x1F', '1e400', '-0']],
    ['words that YAML takes for truth values', 'a:\n  - true\n  - False\n  - yes\n  - no\n  - on\n', ['true', 'False', 'yes', 'no', 'on']],
    ['ratios, dates and parentheses', 'a:\n  - 16:9\n  - 2024-01-01\n  - (cat:1.2)\n  - <lora:x:1>\n', ['16:9', '2024-01-01', '(cat:1.2)', '<lora:x:1>']],
    ['characters beyond Latin (ltdrdata/ComfyUI-Impact-Pack#1197)', 'a:\n  - Übermut\n  - 漢字 🦊\n', ['Übermut', '漢字 🦊']],
    ['several documents', 'a:\n  - x\n---\nb:\n  - y\n', ['x', 'y']],
    ['a key that stands twice', 'a:\n  - x\na:\n  - y\n', ['x', 'y']],
  ])('%s', (_, text, values) => {
    const read = readValues('a.yaml', text);
    expect(read.lists.flatMap((list) => list.values.map((value) => value.text))).toEqual(values);
    expect(read).toMatchObject({ trouble: null, leftOut: { count: 0 } });
  });

  it.each<[string, string, string, readonly unknown[]]>([
    ['a map', 'a.yaml', 'a:\n  - x\n  - smiling: big\n  - {c: d, e: f}\n', [[3, 'map', 'smiling: big'], [4, 'map', 'c: d, e: f']]],
    ['a list in a list', 'a.yaml', 'a:\n  - x\n  - [cat|dog]\n  -\n    - y\n', [[3, 'list', '[cat|dog]'], [5, 'list', '[y]']]],
    ['a colour that YAML takes for a comment', 'a.yaml', 'a:\n  - x\n  - #ff0000\n  - ~\n', [[3, 'empty', ''], [4, 'empty', '']]],
    ['a tag', 'a.yaml', 'a:\n  - x\n  - !important red\n', [[3, 'tagged', '']]],
    ['a weight that is none', 'a.yaml', 'a:\n  - x\n  - { weight: -1, text: bad }\n  - { weight: much, text: worse }\n', [[3, 'weight', 'weight: -1, text: bad'], [4, 'weight', 'weight: much, text: worse']]],
    ['a number instead of a list, as in files about a model (adieyal/sd-dynamic-prompts#775)', 'a.json', '{"a": ["x"],\n "modelId": 12345678901234567890,\n "tags": null}', [[2, 'no-list', 'modelId: 12345678901234567890'], [3, 'empty', 'tags: ']]],
    ['a list as a name', 'a.yaml', 'a:\n  - x\n? [b, c]\n: - y\n', [[4, 'name', '[y]']]],
    ['a colour that is a comment in a text', 'a.txt', '# warm\nx\n#ff0000 dress\n', [[3, 'comment', '#ff0000 dress']]],
    ['a lost character in a text', 'a.txt', 'x\ncaf\uFFFD\n', [[2, 'lost', 'caf\uFFFD']]],
    ['a lost character in JSON', 'a.json', '{"a": ["x", "caf\\ufffd", "\\ud83d", "\\u0000"]}', [[1, 'lost', 'caf\uFFFD'], [1, 'lost', '\ud83d'], [1, 'lost', '\0']]],
  ])('is named if it is left out: %s', (_, file, text, named) => {
    expect(leftOut(file, text)).toEqual(named);
    expect(readValues(file, text)).toMatchObject({ trouble: null, lists: [{ values: [{ text: 'x' }] }], leftOut: { count: named.length } });
  });

  it('is counted beyond those that are named', () => {
    const { leftOut: { count, first } } = readValues('a.yaml', `a:\n  - x\n${'  - {a: b}\n'.repeat(1000)}`);
    expect([count, first.length]).toEqual([1000, 20]);
  });

  it('is not lost to an error of another: its line is named', () => {
    expect(readValues('a.yaml', 'a:\n  - x\n  - {A|B} hair\n')).toMatchObject({ trouble: 'not-yaml', line: 3 });
    expect(readValues('a.yaml', 'a:\n  - x\nb:\n  - *bold*\n')).toMatchObject({ trouble: 'aliases', line: 4 });
    expect(readValues('a.json', '{"a": ["x"],\n"b": ["y",]}')).toMatchObject({ trouble: 'not-json', line: 2 });
  });
});

describe('JSON', () => {
  it('is read as YAML is', () => {
    expect(shown('pantry.json', JSON.stringify({ clothing: ['T-shirt', 'Pants', 'Shoes'], artists: { finnish: ['Akseli Gallen-Kallela', 'Eero Järnefelt'], moonbase: 'john madden', flurp: 12345 } }))).toEqual(documented);
  });

  it('is refused when it is not whole', () => {
    expect(readValues('bad.json', '{"a": ["x"]')).toMatchObject({ lists: [], trouble: 'not-json', line: 1 });
  });

  it('has no values under the names that every object has', () => {
    expect(shown('p.json', '{"__proto__": ["x"], "constructor": ["y"]}')).toEqual([['__proto__', ['x']], ['constructor', ['y']]]);
    expect(({} as Record<string, unknown>)['0']).toBeUndefined();
  });
});

it.each(['a.txt', 'artists/finnish old.yaml', 'ä/b.json', 'x.yml'])('%s may be a wildcard file', (file) => expect(isWildcardFile(file)).toBe(true));
it.each(['', 'a', 'a.md', '../a.txt', 'a/../b.txt', '/a.txt', 'a//b.txt', '.a.txt', 'a/.b.txt', 'a\\b.txt', 'C:a.txt', 'con.txt', 'a /b.txt', 'a\n.txt', `${'a'.repeat(200)}.txt`])('%j may not', (file) =>
  expect(isWildcardFile(file)).toBe(false),
);
