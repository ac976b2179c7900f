import { expect } from 'vitest';
import type { EngineRig } from './task-engine-rig.ts';

/** Milliseconds from one query of an id to the next. */
export function gapsOf(rig: EngineRig, remoteId: string): readonly number[] {
  const times = rig.service.queries.filter((query) => query.remoteId === remoteId).map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

/** Some task was queried again. No two queries of a task overlap or are less than three seconds apart, and no more than eight are under way. */
export function expectSpacedQueries(rig: EngineRig): void {
  const gaps = [...new Set(rig.service.queries.map(({ remoteId }) => remoteId))].flatMap((remoteId) => gapsOf(rig, remoteId));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3_000);
  expect(gaps).not.toEqual([]);
  expect(rig.service.overlaps).toBe(0);
  expect(rig.service.mostQueries).toBeLessThanOrEqual(8);
}
