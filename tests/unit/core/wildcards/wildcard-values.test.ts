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
