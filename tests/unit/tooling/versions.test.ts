import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** A version by its number, as a comment or a target names it, or code that asks whether this version has something. */
const differs = /\b(?:Electron|Electrons|Chromium|Chrome|Node)(?:\.js)? \d{2,3}\b|\bolder Electrons?\b|'(?:chrome|node)\d{2,3}'|\bas typeof [\w.]+ \| undefined\b|@supports|\bCSS\.supports\b|'\w+' in (?:globalThis|window|document|navigator|CSS)\b/;

test('development.md lists every file that differs by the version of Electron, Chromium or Node, and no other', () => {
  const files = [...globSync('{electron,renderer,shared,.scripts}/**/*.{ts,tsx,css,html,mjs,cjs}', { cwd: root }), 'vite.config.ts'].map((file) => file.replaceAll('\\', '/'));
  const found = files.filter((file) => differs.test(readFileSync(resolve(root, file), 'utf8')));
  const section = /\n## Where the code differs by version\n(.*?)\n## /s.exec(readFileSync(resolve(root, 'docs/development.md'), 'utf8'))?.[1] ?? '';
  const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(500);
  expect(new Set(listed)).toEqual(new Set(found));
});
