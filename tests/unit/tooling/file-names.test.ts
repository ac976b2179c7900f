import { readdirSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

test('no two source files of the main side and shared/ have the same name', () => {
  const places = new Map<string, string[]>();
  for (const folder of ['electron', 'shared']) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const { name, ext } = parse(path);
      if (ext !== '') places.set(name, [...(places.get(name) ?? []), `${folder}/${path}`]);
    }
  }
  expect([...places.values()].filter((paths) => paths.length > 1)).toEqual([]);
});
