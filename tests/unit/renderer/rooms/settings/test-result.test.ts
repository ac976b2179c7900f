import { expect, test } from 'vitest';
import type { AccountTest } from '../../../../../shared/account.ts';
import { wordsFor } from '../../../../../shared/words/index.ts';
import { testWords, unreachableWords } from '../../../../../renderer/rooms/settings/accounts/test-result.tsx';

test.each([
  ['ENOTFOUND', 'settings.test.name-not-found'],
  ['ECONNREFUSED', 'settings.test.connection-refused'],
  ['CERT_HAS_EXPIRED', 'settings.test.certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'settings.test.certificate'],
  ['TIMEOUT', 'settings.test.unreachable'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'settings.test.unencrypted'],
  ['HPE_INVALID_CONSTANT', 'settings.test.not-http'],
  ['PROXY_AUTH', 'settings.test.proxy-password'],
  ['PROXY_UNREACHABLE', 'settings.test.proxy-unreachable'],
  ['PROXY_UNSUPPORTED', 'settings.test.proxy-unsupported'],
])('a test that failed with %s says so', (code, words) => {
  expect(unreachableWords(code)).toBe(words);
});

type Unclear = Extract<AccountTest, { outcome: 'unclear' }>;

test.each<[number, Unclear['seen'], RegExp]>([
  [403, { kind: 'web-page' }, /^A web page answers at this address \(HTTP 403\).*Nothing is known about the key/],
  [503, { kind: 'between' }, /^Something between.*HTTP 503.*Nothing is known about the key/],
  [503, { kind: 'trouble' }, /^The service answers with an error \(HTTP 503\).*Nothing is known about the key/],
  [429, { kind: 'trouble' }, /takes no more requests for now \(HTTP 429\)/],
  [404, { kind: 'other' }, /^Something answers at this address \(HTTP 404\)/],
  [301, { kind: 'redirect', location: 'https://www.example.com/v1/tasks/x', base: 'https://www.example.com' }, /\(HTTP 301\): https:\/\/www\.example\.com\/v1\/tasks\/x\. The key was not sent there\. If .* use https:\/\/www\.example\.com as/],
  [302, { kind: 'redirect', location: 'https://a.example/login', base: null }, /a\.example\/login\. The key was not sent there\.$/],
  [304, { kind: 'redirect', location: null, base: null }, /does not say to which/],
])('HTTP %i, %j is said as seen', (httpStatus, seen, words) => {
  const said = testWords(wordsFor('en'), { outcome: 'unclear', httpStatus, detail: '', seen });
  expect(said.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(words);
});
