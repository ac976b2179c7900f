import { expect, test } from 'vitest';
import { canBeNamed, parseFile, parseManifest } from '../../../../electron/core/mirror/mirror-format.ts';
import { mirrorSettingSchema } from '../../../../shared/mirror/mirror-setting.ts';

const file = { path: '2026/a.png', modifiedAt: 1, bytes: 3, sha256: 'ab'.repeat(32) };

test.each(['a\\b', '..\\..\\b', 'C:/a', 'C:a', 'a/b:c', 'con.png', 'a/NUL', 'a./b', 'a /b', 'what?'])('Windows would make another file of %j', (path) => {
  expect(parseFile(JSON.stringify({ ...file, path }))).toEqual({ ...file, path });
  expect(canBeNamed(path, 'win32')).toBe(false);
  expect(canBeNamed(path, 'linux')).toBe(true);
  expect(canBeNamed('.latent/2026-11.jsonl', 'win32')).toBe(true);
});

test.each(['../a', 'a/../b', '/etc/passwd', 'a//b', './a', 'a/', 'a\0b', ''])('a path that may lead elsewhere is none: %j', (path) => {
  expect(parseFile(JSON.stringify(file))).toEqual(file);
  expect(parseFile(JSON.stringify({ ...file, path }))).toBeNull();
});

test('what a later version wrote is told from what is damaged', () => {
  expect(parseManifest('{"latentMirror":2,"unknown":true}')).toBe('newer');
  expect(parseManifest('{"latentMirror":1')).toBeNull();
  expect(parseManifest('{}')).toBeNull();
});

const setting = { endpoint: 'https://s3.example.com', bucket: 'pictures', region: 'auto', prefix: '', keyId: 'AKID', addressing: 'path' } as const;

test.each([
  ['http to elsewhere', { endpoint: 'http://s3.example.com' }],
  ['an address with a user', { endpoint: 'https://me@s3.example.com' }],
  ['a bucket before an address of numbers', { endpoint: 'https://192.168.1.5:9000', addressing: 'host' }],
  ['… of version 6', { endpoint: 'http://[::1]:9000', addressing: 'host' }],
  ['an address with a slash at its end', { endpoint: 'https://s3.example.com/' }],
  ['a bucket that is a path', { bucket: 'a/b' }],
  ['a bucket of dots', { bucket: '..' }],
  ['a prefix with dots', { prefix: 'a/../b' }],
  ['a prefix with a slash at its end', { prefix: 'a/' }],
  ['a key id with a line break', { keyId: 'a\nb' }],
])('%s is refused', (_what, changed) => {
  expect(mirrorSettingSchema.safeParse(setting).success).toBe(true);
  expect(mirrorSettingSchema.safeParse({ ...setting, endpoint: 'http://127.0.0.1:9000', prefix: 'a.b/c_d' }).success).toBe(true);
  expect(mirrorSettingSchema.safeParse({ ...setting, ...changed }).success).toBe(false);
});
