import { expect, it } from 'vitest';
import { offerEnvironmentKey, takeEnvironmentKey } from '../../../../electron/core/accounts/environment-key.ts';

const offered = (value: string) => {
  const key = takeEnvironmentKey({ SERVICE_API_KEY: value });
  return offerEnvironmentKey(key, { isAnswered: () => false, answered: () => undefined }, () => undefined).offer();
};

it.each([
  ['sk-test-0123456789abcdef', { lastFour: 'cdef', corrected: [], fault: null }],
  ['"sk-test-0123456789abcdef"', { lastFour: 'cdef', corrected: ['quotes'], fault: null }],
  ['Bearer sk-test-01234\u200b56789abcdef', { lastFour: 'cdef', corrected: ['invisible', 'words'], fault: null }],
  ['sk-test-****cdef', { lastFour: '', corrected: [], fault: 'key-masked' }],
  ['sk test', { lastFour: '', corrected: [], fault: 'key-spaces' }],
  ['  ', null],
])('SERVICE_API_KEY=%j is offered as %j', (value, offer) => {
  expect(offered(value)).toEqual(offer);
});

it('no process that is started later inherits the key', () => {
  const environment = { SERVICE_API_KEY: 'sk-test-0123456789abcdef', HOME: '/' };
  takeEnvironmentKey(environment);
  expect(environment).toEqual({ HOME: '/' });
});
