import { expect, test } from 'vitest';
import { createOpenRequests, ownArguments } from '../../../../electron/hosts/electron/open-requests.ts';

const requests = () => createOpenRequests({ monotonic: () => 0 });

test('a start at login does not bring the window to the front, and a link of the same start does', () => {
  expect(requests().add(['--hidden'], '/')).toBe(false);
  expect(requests().add([], '/')).toBe(true);
  expect(requests().add(['--hidden', 'latent-app:task/1'], '/')).toBe(true);
});

test('Latent that starts again after an update is shown', () => {
  expect(ownArguments(['latent', '--user-data-dir=/a', '--hidden'])).toEqual(['--user-data-dir=/a']);
});

test('what waits for the window is known until it is taken', async () => {
  const made = requests();
  expect(made.waits()).toBe(false);
  made.go({ kind: 'keep-running', hasIcon: false });
  expect(made.waits()).toBe(true);
  expect(await made.take()).toEqual({ newest: { kind: 'keep-running', hasIcon: false }, others: 0 });
  expect(made.waits()).toBe(false);
});
