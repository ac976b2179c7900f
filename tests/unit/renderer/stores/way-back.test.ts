import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPlace, leftAt, onForgetPlace, rememberPlace } from '../../../../renderer/stores/way-back.ts';

const place = { search: 'cat', anchor: { imageId: 7, position: 70, savedAt: 1_700_000_000, offset: -12 } };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
});

test('a place that was remembered is found again', () => {
  rememberPlace(place);
  expect(leftAt()).toEqual(place);
});

test('a place that is to be forgotten is so on disk and by whoever holds it', () => {
  rememberPlace(place);
  const forget = vi.fn();
  const stop = onForgetPlace(forget);
  forgetPlace();
  expect(leftAt()).toEqual({ search: 'cat', anchor: null });
  expect(forget).toHaveBeenCalledOnce();
  stop();
  forgetPlace();
  expect(forget).toHaveBeenCalledOnce();
});
