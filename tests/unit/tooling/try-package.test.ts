import { describe, expect, test } from 'vitest';
import { packageFor } from '../../../.scripts/releases/try-package.ts';

const files = [
  'Latent-1.0.0.AppImage',
  'Latent-1.0.0-arm64.AppImage',
  'latent_1.0.0_amd64.deb',
  'latent_1.0.0_arm64.deb',
  'latent-1.0.0.x86_64.rpm',
  'latent-1.0.0.aarch64.rpm',
  'Latent-Setup-1.0.0.exe',
  'Latent-1.0.0-x64-portable.exe',
  'Latent-1.0.0-arm64-portable.exe',
  'latent-1.0.0.tar.gz',
];

describe('the package that is tried', () => {
  test.each([
    ['deb', 'x64', 'latent_1.0.0_amd64.deb'],
    ['deb', 'arm64', 'latent_1.0.0_arm64.deb'],
    ['rpm', 'x64', 'latent-1.0.0.x86_64.rpm'],
    ['rpm', 'arm64', 'latent-1.0.0.aarch64.rpm'],
    ['AppImage', 'x64', 'Latent-1.0.0.AppImage'],
    ['AppImage', 'arm64', 'Latent-1.0.0-arm64.AppImage'],
    // One installer for both, and never the portable one.
    ['exe', 'x64', 'Latent-Setup-1.0.0.exe'],
    ['exe', 'arm64', 'Latent-Setup-1.0.0.exe'],
  ])('%s for %s', (format, arch, name) => {
    expect(packageFor(files, format, arch)).toBe(name);
  });

  test('is not guessed if there are several', () => {
    expect(() => packageFor([...files, 'latent_0.9.0_amd64.deb'], 'deb', 'x64')).toThrow('there are 2');
    expect(() => packageFor(files, 'dmg', 'x64')).toThrow('there are 0');
  });
});
