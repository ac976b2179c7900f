import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type Ajv from 'ajv';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { billOfMaterials } from '../../../.scripts/releases/sbom.ts';

interface Bill {
  readonly metadata: { readonly component: { readonly purl: string }; readonly lifecycles: readonly unknown[] };
  readonly components: readonly { readonly type: string; readonly purl: string; readonly hashes?: readonly { readonly content: string }[]; readonly licenses?: readonly unknown[] }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

// vite.config.ts leaves it out of what it bundles, and so of tests.
const { Ajv: Validator } = createRequire(import.meta.url)('ajv') as { readonly Ajv: typeof Ajv };
const hash = createHash('sha512').update('a package').digest();

let folder: string;

function write(file: string, content: string | object): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Puts a package where npm would, and into the lock file. */
function install(packages: Readonly<Record<string, { readonly version: string; readonly license?: string; readonly dependencies?: Readonly<Record<string, string>> }>>): void {
  const integrity = `sha512-${hash.toString('base64')}`;
  for (const [place, manifest] of Object.entries(packages)) write(`${place}/package.json`, { name: place.split('node_modules/').at(-1), ...manifest });
  write('package-lock.json', { packages: Object.fromEntries(Object.entries(packages).map(([place, { version }]) => [place, { version, integrity }])) });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latent-sbom-'));
  write('package.json', { name: 'latent', version: '1.2.3', license: 'MIT' });
  install({
    'node_modules/electron': { version: '45.4.1', license: 'MIT', dependencies: { yaml: '2' } },
    'node_modules/node': { version: '24.21.0', license: 'MIT', dependencies: { yaml: '2' } },
    'node_modules/@napi-rs/keyring': { version: '2.1.2', license: 'MIT' },
    'node_modules/yaml': { version: '2.9.1', license: 'ISC' },
    'node_modules/@base-ui/react': { version: '1.9.0', license: '(MIT OR Apache-2.0)', dependencies: { yaml: '1', 'never-imported': '1' } },
    'node_modules/@base-ui/react/node_modules/yaml': { version: '1.0.0', license: 'ISC' },
    'node_modules/never-imported': { version: '1.0.0', license: 'MIT' },
  });
  write('dist/licences/main.md', '# Licenses\n\n## yaml - 2.9.1 (ISC)\n\nText.\n\n## Terms (of use)\n');
  write('dist/licences/preload.md', '# Licenses\n\n## yaml - 2.9.1 (ISC)\n');
  write('dist/renderer/licences.md', '# Licenses\n\n## @base-ui/react - 1.9.0 (MIT)\n\n## yaml - 1.0.0 (ISC)\n');
});

afterEach(() => rmSync(folder, { recursive: true }));

const bill = (): Bill => JSON.parse(billOfMaterials(folder)) as Bill;

test('names Electron, what the command has beside it and what is bundled, each version once, and no tool', () => {
  const { components, metadata, dependencies } = bill();
  expect(components.map(({ type, purl }) => `${type} ${purl}`).sort()).toEqual([
    'framework pkg:npm/electron@45.4.1',
    'framework pkg:npm/node@24.21.0',
    'library pkg:npm/%40base-ui/react@1.9.0',
    'library pkg:npm/%40napi-rs/keyring@2.1.2',
    'library pkg:npm/yaml@1.0.0',
    'library pkg:npm/yaml@2.9.1',
  ]);
  expect(metadata).toMatchObject({ component: { purl: 'pkg:generic/latent@1.2.3' }, lifecycles: [{ phase: 'build' }] });
  expect(components.every(({ hashes, licenses }) => hashes?.[0]?.content === hash.toString('hex') && licenses?.length === 1)).toBe(true);
  expect(dependencies.find(({ ref }) => ref === metadata.component.purl)?.dependsOn).toHaveLength(6);
  // What installs Electron and Node needs packages that are never packed.
  expect(dependencies.filter(({ ref }) => /electron|\/node@/.test(ref)).map(({ dependsOn }) => dependsOn)).toEqual([undefined, undefined]);
});

test('is what the standard asks for, and the same each time', () => {
  const ajv = new Validator({ strict: false, validateFormats: false });
  const schemas = resolve(import.meta.dirname, '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema');
  const schema = (name: string): object => JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
  for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(schema('bom-1.6'));
  validate(bill());
  expect(validate.errors).toBeNull();
  expect(validate({ ...bill(), components: [{ type: 'nothing' }] })).toBe(false);
  expect(billOfMaterials(folder)).toBe(billOfMaterials(folder));
});

test('is not made from packages that are not installed in that version', () => {
  write('dist/licences/main.md', '# Licenses\n\n## yaml - 3.0.0 (ISC)\n');
  expect(bill).toThrow('package-lock.json has no yaml 3.0.0');
});

test('is not made before the app is built', () => {
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(bill).toThrow('Nothing is built yet');
});
