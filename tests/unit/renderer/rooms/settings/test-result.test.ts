import { expect, test } from 'vitest';
import { unreachableWords } from '../../../../../renderer/rooms/settings/accounts/test-result.tsx';

test.each([
  ['ENOTFOUND', 'settings.test.name-not-found'],
  ['ECONNREFUSED', 'settings.test.connection-refused'],
  ['CERT_HAS_EXPIRED', 'settings.test.certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'settings.test.certificate'],
  ['TIMEOUT', 'settings.test.unreachable'],
  ['PROXY_AUTH', 'settings.test.proxy-password'],
  ['PROXY_UNREACHABLE', 'settings.test.proxy-unreachable'],
  ['PROXY_UNSUPPORTED', 'settings.test.proxy-unsupported'],
])('a test that failed with %s says so', (code, words) => {
  expect(unreachableWords(code)).toBe(words);
});
