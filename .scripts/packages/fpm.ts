#!/usr/bin/env node
// Stands in for fpm, which electron-builder would download: makes a .deb with dpkg-deb or an .rpm with rpmbuild from the same arguments. It knows only the
// options that electron-builder passes; another one is an error.
import { cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, chmodSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDeb } from './build-deb.ts';
import { buildRpm } from './build-rpm.ts';
import type { PackageContents } from './package-contents.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...texts, short: 'd' },
    force: { type: 'boolean' },
    debug: { type: 'boolean' },
    log: text,
    name: text,
    version: text,
    architecture: text,
    package: text,
    description: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
    category: text,
    'after-install': text,
    'after-remove': text,
    'deb-compression': text,
    'deb-priority': text,
    'deb-recommends': texts,
    'rpm-compression': text,
    'rpm-os': text,
    'rpm-summary': text,
  },
});

const needed = (name: Exclude<keyof typeof values, 'd' | 'deb-recommends' | 'force' | 'debug'>): string => {
  const value = values[name];
  if (value === undefined) throw new Error(`fpm: --${name} is missing`);
  return value;
};

const folder = mkdtempSync(join(tmpdir(), 'latent-package-'));
try {
  for (const each of positionals) copyInto(each);
  await setModes(folder);
  const contents: PackageContents = {
    folder,
    output: needed('package'),
    name: needed('name'),
    version: needed('version'),
    architecture: needed('architecture'),
    description: needed('description'),
    maintainer: needed('maintainer'),
    vendor: values.vendor ?? needed('maintainer'),
    url: needed('url'),
    license: needed('license'),
    depends: values.d ?? [],
    afterInstall: needed('after-install'),
    afterRemove: needed('after-remove'),
  };
  if (values.t === 'deb') {
    await buildDeb(contents, { compression: needed('deb-compression'), priority: needed('deb-priority'), recommends: values['deb-recommends'] ?? [] });
  } else if (values.t === 'rpm') {
    buildRpm(contents, { compression: needed('rpm-compression'), summary: values['rpm-summary'] ?? contents.description });
  } else {
    throw new Error(`fpm: this stand-in makes no ${values.t} packages`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies `FILE=/PLACE`, or the content of a folder for `FOLDER/=/PLACE`. */
function copyInto(argument: string): void {
  const at = argument.lastIndexOf('=/');
  if (at === -1) throw new Error(`fpm: ${argument} names no place`);
  const from = argument.slice(0, at);
  const to = join(folder, argument.slice(at + 1));
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

/** Everybody may read what is installed, whatever the umask of this machine is. */
async function setModes(top: string): Promise<void> {
  chmodSync(top, 0o755);
  for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (lstatSync(file).isSymbolicLink()) continue;
    chmodSync(file, entry.isDirectory() || (statSync(file).mode & 0o111) !== 0 ? 0o755 : 0o644);
  }
}
