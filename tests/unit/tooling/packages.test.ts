import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metainfo } from '../../../.scripts/packages/metainfo.ts';
import { findPublisher } from '../../../.scripts/packages/publisher.ts';
import { signingLine } from '../../../.scripts/packages/signing.ts';
import { targets, whyNot, type Machine, type TargetName } from '../../../.scripts/packages/targets.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('who answers for a package', () => {
  test('is nobody, in words that lead nowhere, unless both are given', () => {
    const nobody = { homepage: 'https://not-released.invalid', maintainer: 'Not a release <nobody@not-released.invalid>', isReal: false };
    expect(findPublisher({}, { author: 'The Latent engineers' })).toEqual(nobody);
    expect(findPublisher({ LATENT_HOMEPAGE: 'https://latent.app' }, {})).toMatchObject({ homepage: 'https://latent.app', isReal: false });
  });

  test('is given by the environment or by package.json', () => {
    const real = { homepage: 'https://latent.app', maintainer: 'Jo Doe <jo@latent.app>', isReal: true };
    expect(findPublisher({ LATENT_HOMEPAGE: 'https://latent.app', LATENT_MAINTAINER: 'Jo Doe <jo@latent.app>' }, {})).toEqual(real);
    expect(findPublisher({}, { homepage: 'https://latent.app', author: 'Jo Doe <jo@latent.app>' })).toEqual(real);
  });

  test.each(['https://latent.example', 'https://www.example.com', 'https://latent.test', 'http://latent.app', 'latent.app', 'https://localhost', 'https://latent.invalid/'])('has not the homepage %s', (homepage) => {
    expect(() => findPublisher({ LATENT_HOMEPAGE: homepage }, {})).toThrow('is not the address of a homepage');
  });

  test.each(['Jo Doe', 'jo@latent.app', 'Jo <jo@latent.example>', 'Jo <jo@example.org>', 'Jo <jo>', 'Jo\n <jo@latent.app>'])('is not “%s”', (maintainer) => {
    expect(() => findPublisher({ LATENT_MAINTAINER: maintainer }, {})).toThrow('names no maintainer');
  });

  test('is nobody in this checkout, so that a placeholder cannot be released', () => {
    expect(findPublisher({}, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object).isReal).toBe(false);
    const { status, stderr } = spawnSync(process.execPath, ['.scripts/run.mjs', 'package', '--built', '--release'], { cwd: root, encoding: 'utf8', env: { ...process.env, LATENT_HOMEPAGE: undefined, LATENT_MAINTAINER: undefined } });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^A release names its homepage/) as string });
  });
});

describe('a target', () => {
  const machine = (platform: NodeJS.Platform, downloads: boolean, ...programs: readonly string[]): Machine => ({ platform, downloads, has: (name) => programs.includes(name) });
  const possible = (of: Machine): readonly string[] => (Object.keys(targets) as TargetName[]).filter((name) => whyNot(name, of) === null);

  test('can be made without a network if its programs are here', () => {
    expect(possible(machine('linux', false, '7za', 'dpkg-deb', 'rpmbuild'))).toEqual(['tar.gz', 'linux-zip', 'deb', 'rpm']);
    expect(possible(machine('linux', false))).toEqual([]);
  });

  test('can be made with a network', () => {
    expect(possible(machine('linux', true, 'rpmbuild', 'flatpak', 'flatpak-builder'))).toEqual(['tar.gz', 'linux-zip', 'AppImage', 'flatpak', 'deb', 'rpm']);
    expect(possible(machine('darwin', true))).toEqual(['dmg', 'mac-zip']);
    expect(possible(machine('win32', true))).toEqual(['nsis', 'portable']);
  });

  test('says why it cannot', () => {
    expect(whyNot('dmg', machine('linux', true))).toBe('made on macOS');
    expect(whyNot('rpm', machine('linux', true))).toMatch(/^rpmbuild is missing \(.*apt-get install rpm\)$/);
  });
});

test('a package that is not signed says which variables are missing', () => {
  expect(signingLine('darwin', {})).toMatch(/^not signed: set CSC_LINK/);
  expect(signingLine('darwin', { CSC_LINK: 'x' })).toMatch(/^signed, not notarised: set APPLE_API_KEY/);
  expect(signingLine('darwin', { CSC_LINK: 'x', APPLE_API_KEY: 'x', APPLE_API_KEY_ID: 'x', APPLE_API_ISSUER: 'x' })).toBe('signed, and notarised by Apple');
  expect(signingLine('win32', {})).toMatch(/^not signed: set WIN_CSC_LINK/);
  expect(signingLine('win32', { WIN_CSC_LINK: 'x' })).toBe('signed');
});

test('the metainfo names the version, and a homepage only if it is real', () => {
  const template = readFileSync(join(root, 'resources/linux/app.latent.desktop.metainfo.xml'), 'utf8');
  const real = metainfo(template, { homepage: 'https://latent.app', maintainer: '', isReal: true }, '1.0.0', '2026-11-28');
  expect(real).toContain('<url type="homepage">https://latent.app</url>');
  expect(real).toContain('<release version="1.0.0" date="2026-11-28" />');
  expect(metainfo(template, { homepage: 'https://x.invalid', maintainer: '', isReal: false }, '1.0.0-rc', '2026-11-28')).not.toContain('<url');
  const folder = mkdtempSync(join(tmpdir(), 'latent-metainfo-'));
  try {
    const file = join(folder, 'app.latent.desktop.metainfo.xml');
    writeFileSync(file, real);
    const { error, status, stdout } = spawnSync('appstreamcli', ['validate', '--no-net', file], { encoding: 'utf8' });
    if (error === undefined) expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('successful') as string });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
