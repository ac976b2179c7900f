import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readFeed, writeFeed } from '../../../../electron/core/updates/signed-feed.ts';
import { UpdateFailure } from '../../../../electron/core/updates/update-failure.ts';
import { compareVersions } from '../../../../shared/updates/release.ts';
import { fileOf, manifestOf, newKey, publicOf } from '../../../support/feed-server.ts';

const key = newKey();
const manifest = manifestOf('1.2.3', fileOf('Latent-1.2.3.AppImage', Buffer.from('new')));
const text = writeFeed(manifest, key);

/** What a feed is refused for. Null: it is read. */
function faultOf(feed: string, publicKey = publicOf(key)): string | null {
  try {
    readFeed(feed, publicKey);
    return null;
  } catch (error) {
    if (error instanceof UpdateFailure) return error.fault;
    throw error;
  }
}

/** Anything, with a right signature. */
const signed = (content: unknown): string => {
  const inner = typeof content === 'string' ? content : JSON.stringify(content);
  return JSON.stringify({ manifest: inner, signature: sign(null, Buffer.from(inner), key).toString('base64url') });
};

it('reads what was signed', () => {
  expect(readFeed(text, publicOf(key))).toEqual(manifest);
});

it('refuses what nobody or somebody else signed', () => {
  expect(faultOf('')).toBe('unsigned');
  expect(faultOf('version: 1.2.3\nfiles: []')).toBe('unsigned');
  expect(faultOf(JSON.stringify(manifest))).toBe('unsigned');
  expect(faultOf(JSON.stringify({ manifest: JSON.stringify(manifest) }))).toBe('unsigned');
  expect(faultOf(JSON.stringify({ manifest: JSON.stringify(manifest), signature: '' }))).toBe('unsigned');
  expect(faultOf(writeFeed(manifest, newKey()))).toBe('wrong-signature');
  expect(faultOf(text, publicOf(newKey()))).toBe('wrong-signature');
});

it('refuses a feed of which one character was changed, wherever it is', () => {
  const { manifest: inner, signature } = JSON.parse(text) as { manifest: string; signature: string };
  for (let at = 0; at < inner.length; at += 1) {
    const other = `${inner.slice(0, at)}${inner[at] === '1' ? '2' : '1'}${inner.slice(at + 1)}`;
    expect(faultOf(JSON.stringify({ manifest: other, signature }))).toBe('wrong-signature');
  }
  for (let at = 0; at < signature.length - 1; at += 1) {
    const other = `${signature.slice(0, at)}${signature[at] === 'A' ? 'B' : 'A'}${signature.slice(at + 1)}`;
    expect(faultOf(JSON.stringify({ manifest: inner, signature: other }))).toBe('wrong-signature');
  }
});

describe('what is signed but cannot be used', () => {
  const file = manifest.files['linux-x64-appimage'];
  it.each([
    ['another format', { ...manifest, format: 2 }],
    ['no JSON', 'hello'],
    ['a version with a word', { ...manifest, version: '1.2.3-beta.1' }],
    ['a name that leads out of the folder', { ...manifest, files: { a: { ...file, name: '../latent' } } }],
    ['a hidden name', { ...manifest, files: { a: { ...file, name: '.latent' } } }],
    ['an address as a name', { ...manifest, files: { a: { ...file, name: 'https://example.com/a' } } }],
    ['no hash', { ...manifest, files: { a: { ...file, sha512: '' } } }],
    ['no size', { ...manifest, files: { a: { ...file, size: 0 } } }],
    ['a page that is a program', { ...manifest, page: 'file:///bin/sh' }],
    ['a page with a user name', { ...manifest, page: 'https://example.com@example.org/' }],
    ['a page without TLS', { ...manifest, page: 'http://example.com' }],
    ['notes with a control character', { ...manifest, notes: 'a\u001b[31mb' }],
    ['a share above all', { ...manifest, percent: 101 }],
  ])('%s', (_what, content) => {
    expect(faultOf(signed(content))).toBe('unknown-format');
  });

  it('is not signed by the tool either', () => {
    expect(() => writeFeed({ ...manifest, version: '1.2' }, key)).toThrow();
  });
});

it('ignores fields of a later version', () => {
  expect(readFeed(signed({ ...manifest, later: true }), publicOf(key))).toEqual(manifest);
});

it('orders versions by their numbers', () => {
  const order = ['0.9.9', '1.0.0', '1.0.2', '1.0.10', '1.1.0', '2.0.0', '10.0.0'];
  for (const [at, version] of order.entries()) for (const [other, than] of order.entries()) expect(Math.sign(compareVersions(version, than))).toBe(Math.sign(at - other));
  expect(compareVersions('1.0.0-beta.1', '1.0.0')).toBe(0);
});
