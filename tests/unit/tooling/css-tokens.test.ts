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
const space = /^(?:padding|margin|gap|row-gap|column-gap)/;

/** The declarations of a style sheet whose colour, type size or space is not a token. */
function literals(css: string): readonly string[] {
  return [...css.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)]
    .filter(([, property = '', value = '']) => colour.test(value.replaceAll(/var\([^)]*\)/g, '')) || ((space.test(property) || /^font(?:-size)?$/.test(property)) && length.test(value)))
    .map(([declaration]) => declaration);
}

describe('style sheets take colours, type sizes and spaces from tokens', () => {
  test.each(files.filter((file) => file !== tokens))('%s', (file) => {
    expect(literals(read(file))).toEqual([]);
  });

  test.each(['color: #fff;', 'background: rgb(0 0 0 / 5%);', 'border: 1px solid red;', 'font-size: 13px;', 'font: 600 13px/1.2 serif;', 'margin: 0 -4px;', 'gap: 0.5rem;'])('%s is a literal', (declaration) => {
    expect(literals(`.a { ${declaration} }`)).toEqual([declaration]);
  });
});

test('every token is used', () => {
  const all = files.map(read).join('\n') + readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file)).map(read).join('\n');
  const defined = [...read(tokens).matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name);
  expect(defined.filter((name) => !all.includes(`var(${name})`))).toEqual([]);
});
