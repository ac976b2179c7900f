import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
const styles = files.map((file) => ({ file, css: readFileSync(`renderer/${file}`, 'utf8') }));
const tokens = readFileSync('renderer/styles/tokens.css', 'utf8');

it('has no type below 12 px: body text is 13, the prompt 15', () => {
  const sizes = new Map([...tokens.matchAll(/--(text[a-z-]*): (\d+)px/g)].map(([, name = '', size]) => [name, Number(size)]));
  expect(Math.min(...sizes.values())).toBe(12);
  expect([sizes.get('text'), sizes.get('text-large')]).toEqual([13, 15]);
  expect(readFileSync('renderer/styles/base.css', 'utf8')).toContain('font: 400 var(--text) /');
  expect(readFileSync('renderer/features/compose/compose-bar.module.css', 'utf8')).toContain('font-size: var(--text-large)');
});

it('has all its sizes from the tokens', () => {
  const own = styles.flatMap(({ file, css }) =>
    [...css.matchAll(/^\s*font(?:-size)?: (.*);/gm)].flatMap(([, value = '']) => (/^inherit$|var\(--text[a-z-]*\)/.test(value) && !/\dpx|\drem|\dem/.test(value) ? [] : [`${file}: ${value}`])),
  );
  expect(own).toEqual([]);
});
