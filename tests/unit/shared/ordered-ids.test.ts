import { expect, test } from 'vitest';
import { z } from 'zod';
import { mostInBatch } from '../../../shared/input-limits.ts';
import { orderedIds } from '../../../shared/ordered-ids.ts';

test('ids of a whole batch are different UUIDs in ascending order', () => {
  const next = orderedIds(1_700_000_000_000);
  const ids = Array.from({ length: mostInBatch }, next);
  expect(ids.every((id) => z.uuid().safeParse(id).success)).toBe(true);
  expect([...new Set(ids)].sort()).toEqual(ids);
});

test('two batches of one moment have different ids', () => {
  const [a, b] = [orderedIds(1_700_000_000_000), orderedIds(1_700_000_000_000)];
  expect(a()).not.toBe(b());
});
