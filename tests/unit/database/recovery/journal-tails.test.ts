import { expect, it } from 'vitest';
import { tailOf } from '../../../../electron/database/recovery/journal-tails.ts';

it('the tail of a journal leaves out files that are older than it', () => {
  const sizes = { '2026-08.jsonl': 500, '2026-09.jsonl': 300, '2026-10.jsonl': 100 };
  expect(tailOf(sizes, 150)).toEqual({ '2026-08.jsonl': Infinity, '2026-09.jsonl': 250, '2026-10.jsonl': 0 });
  expect(tailOf(sizes, 400)).toEqual({ '2026-08.jsonl': Infinity, '2026-09.jsonl': 0, '2026-10.jsonl': 0 });
  expect(tailOf(sizes, Infinity)).toEqual({ '2026-08.jsonl': 0, '2026-09.jsonl': 0, '2026-10.jsonl': 0 });
});
