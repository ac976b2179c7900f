import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../../../electron/core/util/limiter.ts';
import { nextMacrotask } from '../../../support/fake-clock.ts';

describe('a limiter', () => {
  it('starts calls in their order, one for each that ends or fails', async () => {
    const inTurn = createLimiter(2);
    const begun: number[] = [];
    const ends = new Map<number, PromiseWithResolvers<number>>();
    const ended = [1, 2, 3, 4, 5].map((piece) =>
      inTurn(() => {
        begun.push(piece);
        const end = Promise.withResolvers<number>();
        ends.set(piece, end);
        return end.promise;
      }),
    );
    await nextMacrotask();
    expect(begun).toEqual([1, 2]);
    ends.get(2)?.reject(new Error('broken'));
    await expect(ended[1]).rejects.toThrow('broken');
    await nextMacrotask();
    expect(begun).toEqual([1, 2, 3]);
    for (const piece of [1, 3]) ends.get(piece)?.resolve(piece * 10);
    await nextMacrotask();
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    for (const piece of [4, 5]) ends.get(piece)?.resolve(piece * 10);
    expect([await ended[0], ...(await Promise.all(ended.slice(2)))]).toEqual([10, 30, 40, 50]);
    // All slots are free again.
    expect(await Promise.all([6, 7, 8].map((piece) => inTurn(() => Promise.resolve(piece))))).toEqual([6, 7, 8]);
  });
});
