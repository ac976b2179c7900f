import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Every file of ours that a file reads, and the packages, without imports of types. */
function readBy(file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!/\.tsx?$/.test(file)) return found;
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:^|\n)(?:import|export)(?! type)[^;'"]*?['"]([^'"]+)['"]|import\('([^']+)'\)/g)) {
    if (name.startsWith('.')) readBy(resolve(dirname(file), name), found);
    else found.add(name);
  }
  return found;
}

test('the window reads no zod: it tries to make a function of a text, which the page’s policy refuses and reports', () => {
  const read = readBy(resolve(root, 'renderer/app/main.tsx'), new Set());
  const late = readBy(resolve(root, 'renderer/app/late-rooms.ts'), new Set());
  expect(readBy(resolve(root, 'shared/settings.ts'), new Set()).has('zod')).toBe(true);
  expect(read.has('react')).toBe(true);
  expect(late.size).toBeGreaterThan(100);
  expect([...read, ...late].filter((file) => file === 'zod')).toEqual([]);
});

test('the window looks only for attributes that it sets: nothing else says that one is gone', () => {
  const code = readdirSync(resolve(root, 'renderer'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(resolve(root, 'renderer', file), 'utf8')).join('\n');
  const found = new Set([...code.matchAll(/\[(data-[\w-]+)/g)].map(([, name = '']) => name));
  const isSet = (name: string): boolean => new RegExp(`[\\s']${name}[\\s='}>]`).test(code) || code.includes(`dataset.${name.slice('data-'.length).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`);
  const ofBaseUi = ['data-open', 'data-closed', 'data-base-ui-focus-guard', 'data-type'];
  expect(found.size).toBeGreaterThan(10);
  expect([...found].filter((name) => !isSet(name) && !ofBaseUi.includes(name))).toEqual([]);
});
