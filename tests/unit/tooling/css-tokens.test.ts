import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const renderer = resolve(import.meta.dirname, '../../../renderer');
const tokens = 'styles/tokens.css';
const read = (file: string): string => readFileSync(join(renderer, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

const colour = /#[\da-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(|\b(?:white|black|gr[ae]y|red|green|blue)\b/i;
/** One pixel is a hairline, not a space. */
const length = /(?<![\w.-])-?(?!1px)\d*\.?\d+(?:px|r?em|pt)\b/;

const sized = /^(?:padding|margin|gap|row-gap|column-gap|font$|font-size|border-(?:[a-z]+-)*radius)/;
const weight = /\b(?:[1-9]\d\d|bold|bolder|lighter)\b/;
const usualWeight = /^(?:400|500|600|inherit)$/;
const motion = /^(?:transition|animation)(?:-duration)?$/;
const time = /(?<![\w-])\d*\.?\d+m?s\b/;

/** Times that show what happens, not that something moves: progress, work under way, a picture that develops. */
const ownTimes = ['transition: width 1s linear;', 'animation: spin 900ms linear infinite;', 'animation: develop 1400ms var(--ease);', 'animation-duration: 1ms !important;', 'transition-duration: 1ms !important;'];

function isLiteral(property: string, value: string): boolean {
  if (colour.test(value.replaceAll(/var\([^)]*\)/g, ''))) return true;
  if (property === 'font-weight') return weight.test(value) && !usualWeight.test(value);
  if (motion.test(property)) return time.test(value) && !ownTimes.includes(`${property}: ${value};`);
  return sized.test(property) && length.test(value);
}

/** The declarations of a style sheet whose colour, type size, weight, space, radius or time is not a token, or not one of the usual ones. */
function literals(css: string): readonly string[] {
  return [...css.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)].filter(([, property = '', value = '']) => isLiteral(property, value)).map(([declaration]) => declaration);
}

describe('style sheets take colours, type sizes, spaces, radii and times from tokens', () => {
  test.each(files.filter((file) => file !== tokens))('%s', (file) => {
    expect(literals(read(file))).toEqual([]);
  });

  test.each(['color: #fff;', 'background: rgb(0 0 0 / 5%);', 'border: 1px solid red;', 'font-size: 13px;', 'font: 600 13px/1.2 serif;', 'margin: 0 -4px;', 'gap: 0.5rem;', 'border-radius: 6px;', 'border-start-start-radius: 6px;', 'font-weight: 550;', 'transition: opacity 120ms ease;'])('%s is a literal', (declaration) => {
    expect(literals(`.a { ${declaration} }`)).toEqual([declaration]);
  });
});

test('every token is used', () => {
  const all = files.map(read).join('\n') + readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file)).map(read).join('\n');
  const defined = [...read(tokens).matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name);
  expect(defined.filter((name) => !all.includes(`var(${name})`))).toEqual([]);
});

test('docs/design.md names the value of every token that is a size or a time', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/design.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(--[\w-]+)` \| (\S+) \|/gm)].map(([, name, value]) => `${name}: ${value}`);
  const sizes = [...read(tokens).matchAll(/(--[\w-]+): (\d+m?(?:px|s));/g)].map(([, name, value]) => `${name}: ${value}`);
  expect(listed.toSorted()).toEqual(sizes.toSorted());
});
