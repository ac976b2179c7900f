import { describe, expect, it } from 'vitest';
import { writes } from '../../../../renderer/frame/typed-keys.ts';

const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, repeat: false, timeStamp: 0 };

describe('whether a key writes its sign', () => {
  it.each([
    ['a', {}, true],
    ['A', { shiftKey: true }, true],
    ['灯', {}, true],
    ['🦊', {}, true],
    // AltGr on Windows, and Option on a Mac.
    ['@', { ctrlKey: true, altKey: true }, true],
    ['@', { altKey: true }, true],
    ['a', { altKey: true }, false],
    ['a', { ctrlKey: true }, false],
    ['a', { metaKey: true }, false],
    ['Enter', {}, false],
    ['F5', {}, false],
  ])('%s %o: %s', (key, held, expected) => {
    expect(writes({ ...none, key, ...held })).toBe(expected);
  });
});
