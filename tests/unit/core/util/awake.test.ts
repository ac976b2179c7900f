import { expect, it } from 'vitest';
import { createAwake } from '../../../../electron/core/util/awake.ts';
import { nextMacrotask } from '../../../support/fake-clock.ts';

it('keeps the computer awake from the first of several works to the end of the last, and not between', async () => {
  const calls: string[] = [];
  let blocks = 0;
  const awake = createAwake(() => {
    const id = (blocks += 1);
    calls.push(`start ${id}`);
    return () => void calls.push(`stop ${id}`);
  });
  const [post, download, later] = [Promise.withResolvers<string>(), Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const first = awake.during(post.promise);
  const second = awake.during(download.promise);
  expect(calls).toEqual(['start 1']);
  post.resolve('id');
  expect(await first).toBe('id');
  await nextMacrotask();
  expect(calls).toEqual(['start 1']);
  download.reject(new Error('reset'));
  await expect(second).rejects.toThrow('reset');
  expect(calls).toEqual(['start 1', 'stop 1']);
  const third = awake.during(later.promise);
  expect(calls).toEqual(['start 1', 'stop 1', 'start 2']);
  later.resolve('');
  await third;
  expect(calls).toEqual(['start 1', 'stop 1', 'start 2', 'stop 2']);
});
