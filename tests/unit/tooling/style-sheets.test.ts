import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(renderer, file), 'utf8');
const code = new Map(files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, read(file)]));
const sheets = new Map(files.filter((file) => file.endsWith('.css')).map((file) => [file, read(file)]));

interface Rule {
  readonly selector: string;
  readonly declarations: readonly string[];
  /** The comments inside it. */
  readonly comments: string;
}

/** The rules of a style sheet, those of media and container queries included. No rule nests in another. */
function rulesOf(css: string): readonly Rule[] {
  const inside = /\/\*[^]*?\*\//g;
  return [...css.replaceAll(/(^|\})\s*\/\*[^]*?\*\//g, '$1').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.replaceAll(inside, '').trim(),
    declarations: body.replaceAll(inside, '').split(';').map((declaration) => declaration.trim()).filter(Boolean),
    comments: [...body.matchAll(inside)].join(' '),
  }));
}

/** What follows the line's direction has a logical name, so that right-to-left is one attribute: `left` is `inset-inline-start`. */
const physical = /^(?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)\b|^border-(?:top|bottom)-(?:left|right)|^(?:text-align|float|clear): (?:left|right)/;

function physicalIn({ declarations, comments }: Rule): readonly string[] {
  if (/\/\*\s*Physical\b/.test(comments)) return [];
  return declarations.filter((declaration) => {
    const sides = /^(?:margin|padding|inset): (.*)/.exec(declaration)?.[1]?.match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];
    return physical.test(declaration) || (sides.length === 4 && sides[1] !== sides[3]);
  });
}

test.each(['left: 0', 'margin-right: auto', 'border-left-color: red', 'border-top-left-radius: 0', 'text-align: right', 'padding: 0 1px 0 2px', 'inset: 0 auto auto 0', 'margin: 0 calc(-1 * (1px + 2px)) 0 0'])('%s is physical', (declaration) => {
  expect(rulesOf(`.a { ${declaration}; }`).flatMap(physicalIn)).toEqual([declaration]);
  expect(rulesOf(`.a { /* Physical: … */ ${declaration}; }`).flatMap(physicalIn)).toEqual([]);
});
test.each(['margin: 0 1px 2px 1px', 'inset: 0', 'text-align: start', 'padding-inline: 1px 2px', 'justify-content: left'])('%s is not', (declaration) => {
  expect(rulesOf(`.a { ${declaration}; }`).flatMap(physicalIn)).toEqual([]);
});

/** `:has()` of an element that has no class of a style sheet, such as the body. */
const asksAround = (selector: string): boolean => [...selector.matchAll(/([^\s>+~,]*):has\(/g)].some(([, before = '']) => !before.includes('.'));

test.each([
  [':global(body):has([data-toast]) .bar', true],
  ['body > :has([data-theme]) ~ *', true],
  ['.row:has(.editor)', false],
])('%s asks around the grid: %s', (selector, is) => expect(asksAround(selector)).toBe(is));

/** A style sheet that other code imports, and by which name. */
const importsOf = (file: string, text: string): readonly (readonly [name: string, sheet: string])[] =>
  [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name = '', path = '']) => [name, join(dirname(file), path)] as const);

/** The classes of each sheet that code or other sheets use. `styles[name]` uses each class whose name stands between quotes or as a key. */
function usedClasses(): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map([...sheets.keys()].map((sheet) => [sheet, new Set<string>()]));
  const shared = resolve(renderer, '../shared');
  const words = new Set([...code.values(), ...readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => readFileSync(join(shared, file), 'utf8'))].flatMap((text) => text.match(/(?<=')\w+(?=')|\b\w+(?=:)/g) ?? []));
  for (const [file, text] of code) {
    for (const [name, sheet] of importsOf(file, text)) {
      for (const [, found = ''] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) used.get(sheet)?.add(found);
      if (text.includes(`${name}[`)) for (const word of words) used.get(sheet)?.add(word);
    }
  }
  for (const [file, css] of sheets) {
    for (const [, names = '', path = basename(file)] of css.matchAll(/composes: ([\w ]+?)(?: from '([^']+)')?;/g)) {
      for (const name of names.split(' ')) used.get(join(dirname(file), path))?.add(name);
    }
  }
  return used;
}

const used = usedClasses();
const modules = [...sheets].filter(([file]) => file.endsWith('.module.css'));

describe('each style sheet', () => {
  test.each(modules)('%s: has no class that nothing uses', (file, css) => {
    const classes = new Set(rulesOf(css).flatMap(({ selector }) => [...selector.replaceAll(/'[^']*'/g, '').matchAll(/\.([A-Za-z]\w*)/g)].map(([, name = '']) => name)));
    expect([...classes].filter((name) => !used.get(file)?.has(name))).toEqual([]);
  });

  test.each([...sheets])('%s: asks of no element around the grid what is in it, because each new row would be looked through', (_file, css) => {
    expect(rulesOf(css).map(({ selector }) => selector).filter(asksAround)).toEqual([]);
  });

  test.each([...sheets])('%s: follows the direction of the line', (_file, css) => {
    expect(rulesOf(css).flatMap((rule) => physicalIn(rule).map((declaration) => `${rule.selector} { ${declaration} }`))).toEqual([]);
  });
});

test('code uses only classes that there are', () => {
  const missing = [...code].flatMap(([file, text]) =>
    importsOf(file, text).flatMap(([name, sheet]) =>
      [...text.matchAll(new RegExp(`(?<![\\w./'-])${name}\\.(\\w+)`, 'g'))].map(([, found = '']) => found).filter((found) => !new RegExp(`\\.${found}\\b`).test(sheets.get(sheet) ?? '')).map((found) => `${file}: ${found} of ${relative(dirname(file), sheet)}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('no rule stands twice: what several rooms need is in ui/sheets', () => {
  const places = new Map<string, string[]>();
  for (const [file, css] of modules) {
    for (const { selector, declarations } of rulesOf(css)) {
      if (declarations.length > 2) {
        const body = declarations.toSorted((one, other) => one.localeCompare(other)).join('; ');
        places.set(body, [...(places.get(body) ?? []), `${file} ${selector}`]);
      }
    }
  }
  expect([...places.values()].filter((found) => found.length > 1)).toEqual([]);
});
