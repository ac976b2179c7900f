import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { metainfo } from '../../../.scripts/packages/metainfo.ts';
import { findPublisher } from '../../../.scripts/packages/publisher.ts';
import { forgetEmptySecrets, signingLine } from '../../../.scripts/packages/signing.ts';
import { askedFor, packageLabel, targets, unmade, whyNot, type Machine, type TargetName } from '../../../.scripts/packages/targets.ts';
import { chooseFpm } from '../../../.scripts/packages/tools.ts';
import { appId } from '../../../electron/platform/windows/app-id.ts';

const root = resolve(import.meta.dirname, '../../..');

test('the program calls itself what its packages call it', () => {
  expect((parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as { readonly appId: string }).appId).toBe(appId);
});

describe('who answers for a package', () => {
  test('is nobody, in words that lead nowhere, unless both are given', () => {
    const nobody = { homepage: 'https://not-released.invalid', maintainer: 'Not a release <nobody@not-released.invalid>', isReal: false };
    expect(findPublisher({}, { author: 'The Latent engineers' })).toEqual(nobody);
    expect(findPublisher({ LATENT_HOMEPAGE: 'https://latent.app' }, {})).toMatchObject({ homepage: 'https://latent.app', isReal: false });
  });

  test('is not given by an empty variable', () => {
    expect(findPublisher({ LATENT_HOMEPAGE: '', LATENT_MAINTAINER: '' }, { homepage: 'https://latent.app', author: 'Jo Doe <jo@latent.app>' }).isReal).toBe(true);
    expect(findPublisher({ LATENT_HOMEPAGE: '', LATENT_MAINTAINER: '' }, {}).isReal).toBe(false);
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

  test('is named in the report with its own processor', () => {
    const label = (file: string): string => packageLabel(file, ['x64', 'arm64']);
    expect(['Latent-1.0.0.dmg', 'Latent-1.0.0-arm64.dmg', 'Latent-1.0.0-mac.zip', 'Latent-1.0.0-arm64-mac.zip'].map(label)).toEqual(['dmg (x64)', 'dmg (arm64)', 'mac-zip (x64)', 'mac-zip (arm64)']);
    expect(['Latent-1.0.0-setup.exe', 'Latent-1.0.0-x64-portable.exe', 'Latent-1.0.0-arm64-portable.exe'].map(label)).toEqual(['nsis (x64, arm64)', 'portable (x64)', 'portable (arm64)']);
    expect(packageLabel('Latent-1.0.0-setup.exe', ['arm64'])).toBe('nsis (arm64)');
    expect(label('Latent-1.0.0.dmg.blockmap')).toBe('file beside a package');
  });

  test('says why it cannot', () => {
    expect(whyNot('dmg', machine('linux', true))).toBe('made on macOS');
    expect(whyNot('rpm', machine('linux', true))).toMatch(/^rpmbuild is missing \(.*apt-get install rpm\)$/);
  });
});

describe('a release', () => {
  const bare: Machine = { platform: 'linux', downloads: true, has: () => false };

  test('has all packages but those that nobody tried', () => {
    expect(askedFor([], true)).toEqual(Object.keys(targets).filter((name) => name !== 'flatpak'));
    expect(askedFor([], false)).toContain('flatpak');
    expect(askedFor(['flatpak', 'deb'], true)).toEqual(['flatpak', 'deb']);
  });

  test('lacks each package of its system that is not made', () => {
    const names = ['rpm', 'dmg', 'tar.gz'] as const;
    expect(unmade(names, bare, true).map(({ name, isLacking }) => [name, isLacking])).toEqual([['rpm', true], ['dmg', false]]);
    expect(unmade(names, bare, false).some(({ isLacking }) => isLacking)).toBe(false);
  });
});

describe('.deb and .rpm', () => {
  test('are made as those that were tried, wherever that is possible', () => {
    const here = (...programs: readonly string[]) => (name: string): boolean => programs.includes(name);
    expect(chooseFpm(here('dpkg-deb', 'rpmbuild', 'fpm'), true)).toBe('stand-in');
    expect(chooseFpm(here('dpkg-deb', 'fpm'), true)).toBe('system');
    expect(chooseFpm(here('dpkg-deb'), true)).toBe('download');
    expect(chooseFpm(here('dpkg-deb'), false)).toBe('stand-in');
  });

  const hasTools = process.platform === 'linux' && ['dpkg-deb', 'rpmbuild'].every((name) => spawnSync(name, ['--version']).status === 0);
  test.skipIf(!hasTools).each([
    ['deb', 'amd64', 'amd64'],
    ['deb', 'arm64', 'arm64'],
    ['rpm', 'amd64', 'x86_64'],
    ['rpm', 'aarch64', 'aarch64'],
  ])('a .%s for %s is made on any machine', (kind, architecture, named) => {
    const folder = mkdtempSync(join(tmpdir(), 'latent-fpm-'));
    try {
      mkdirSync(join(folder, 'app'));
      for (const file of ['app/latent', 'script.sh']) writeFileSync(join(folder, file), '#!/bin/sh\n');
      const made = join(folder, `latent.${kind}`);
      const common = ['--name', 'latent', '--version', '1.0.0', '--description', 'Latent', '--maintainer', 'Jo <jo@latent.app>', '--url', 'https://latent.app', '--license', 'MIT', '--after-install', join(folder, 'script.sh'), '--after-remove', join(folder, 'script.sh')];
      const own = kind === 'deb' ? ['--deb-compression', 'none', '--deb-priority', 'optional'] : ['--rpm-compression', 'none', '--rpm-os', 'linux'];
      const fpm = spawnSync(process.execPath, ['--no-warnings', '.scripts/packages/fpm.ts', '-s', 'dir', '-t', kind, '--architecture', architecture, ...common, ...own, '--package', made, `${join(folder, 'app')}/=/opt/Latent`], { cwd: root, encoding: 'utf8' });
      expect({ status: fpm.status, said: fpm.stderr }).toEqual({ status: 0, said: '' });
      const read = kind === 'deb' ? spawnSync('dpkg-deb', ['-f', made, 'Architecture'], { encoding: 'utf8' }) : spawnSync('rpm', ['-qp', '--qf', '%{ARCH}', made], { encoding: 'utf8' });
      expect(read.stdout.trim()).toBe(named);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('a package for macOS asks for a macOS that its Electron runs on', () => {
  const { mac } = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as { readonly mac: Readonly<Record<string, unknown>> };
  expect(mac['minimumSystemVersion']).toBe('13.0');
});

test('empty secrets of signing are forgotten, and nothing else', () => {
  const environment = { CSC_LINK: '', CSC_KEY_PASSWORD: 'x', WIN_CSC_LINK: '', APPLE_API_KEY_ID: '', LATENT_FEED_KEY: '' };
  forgetEmptySecrets(environment);
  expect(environment).toEqual({ CSC_KEY_PASSWORD: 'x', LATENT_FEED_KEY: '' });
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
