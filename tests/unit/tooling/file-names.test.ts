import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../../.scripts/site/documents.ts';

const root = resolve(import.meta.dirname, '../../..');

test('no two source files have the same name', () => {
  const places = new Map<string, string[]>();
  for (const folder of ['electron', 'renderer', 'shared']) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const { name, ext } = parse(path);
      if (/^\.tsx?$/.test(ext)) places.set(name, [...(places.get(name) ?? []), `${folder}/${path}`]);
    }
  }
  const entries = ['electron/hosts/electron/main.ts', 'renderer/app/main.tsx'];
  expect([...places.values()].filter((paths) => paths.length > 1)).toEqual([entries]);
});

test('every source file that a document names is there', () => {
  const gone: string[] = [];
  for (const document of documents().filter((name) => name.startsWith('docs/'))) {
    const text = readFileSync(join(root, document), 'utf8');
    for (const [path] of text.matchAll(/(?<=`)(?:electron|renderer|shared|tests|\.scripts)\/[\w./-]+(?:\/|\.\w+)(?=`)/g)) {
      if (!existsSync(join(root, path))) gone.push(`${document}: ${path}`);
    }
  }
  expect(gone).toEqual([]);
});
