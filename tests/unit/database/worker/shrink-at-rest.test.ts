import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { rest, shrinkAtRest } from '../../../../electron/database/worker/shrink-at-rest.ts';

function open() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const db = new DatabaseSync(':memory:');
  const exec = vi.spyOn(db, 'exec');
  return { db, exec, inUse: shrinkAtRest(db) };
}

it('gives memory back once at each rest, not between two uses', () => {
  const { exec, inUse } = open();
  for (let use = 0; use < 5; use += 1) {
    vi.advanceTimersByTime(rest - 1);
    inUse();
  }
  expect(exec).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * rest);
  expect(exec.mock.calls).toEqual([['PRAGMA shrink_memory']]);
  inUse();
  vi.advanceTimersByTime(rest);
  expect(exec).toHaveBeenCalledTimes(2);
});

it('leaves a connection alone that is closed', () => {
  const { db, exec } = open();
  db.close();
  vi.advanceTimersByTime(rest);
  expect(exec).not.toHaveBeenCalled();
});
