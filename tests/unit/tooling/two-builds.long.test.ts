import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareBuilds } from '../../../.scripts/releases/compare-builds.ts';
import { bundledPackages } from '../../../.scripts/releases/sbom.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('two builds in different folders, time zones and languages', () => {
  let folder: string;
  let first: string;
  let second: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latent-builds-'));
    // One after the other: each takes both cores.
    first = await build(join(folder, 'one'), { TZ: 'UTC', LANG: 'C' });
    second = await build(join(folder, 'another', 'and deeper'), { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' });
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are the same byte by byte', () => {
    expect(readdirSync(first)).toContain('main.cjs');
    // Source maps, which are not packed, name the packages by their distance. Here they are behind a link, so it differs.
    expect(compareBuilds(first, second).filter(({ path }) => !path.endsWith('.map'))).toEqual([]);
  });

  test('list every package whose code they contain, and no other', () => {
    // Source maps are made by other code of the bundler than the lists of licences.
    const maps = readdirSync(first, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
    const inMaps = maps.flatMap((file) => {
      const { sources } = JSON.parse(readFileSync(join(first, file), 'utf8')) as { readonly sources: readonly string[] };
      return sources.flatMap((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
    });
    expect(maps.length).toBeGreaterThan(10);
    // A typeface has style sheets alone, which have no maps here.
    const listed = bundledPackages(first).map(({ name }) => name).filter((name) => !name.startsWith('@fontsource'));
    expect([...new Set(inMaps)].sort()).toEqual([...new Set(listed)].sort());
  });
});

/** Builds a copy of the sources; resolves to its dist/. */
async function build(copy: string, environment: Readonly<Record<string, string>>): Promise<string> {
  mkdirSync(copy, { recursive: true });
  for (const name of ['electron', 'renderer', 'shared', 'resources', '.scripts', 'tests/support', 'CHANGELOG.md', 'LICENSE', 'package.json', 'tsconfig.json', 'vite.config.ts']) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const { VITEST: _, NODE_ENV: _testing, ...outside } = process.env;
  await promisify(execFile)(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: copy, env: { ...outside, ...environment } });
  return join(copy, 'dist');
}
