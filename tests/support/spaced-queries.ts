import { expect } from 'vitest';
import type { EngineRig } from './task-engine-rig.ts';

/** Milliseconds from one query of an id to the next. */
export function gapsOf(rig: EngineRig, remoteId: string): readonly number[] {
  const times = rig.service.queries.filter((query) => query.remoteId === remoteId).map(({ at }) => at);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

/** No two queries of a task overlap or are less than three seconds apart, and no more than eight are under way. */
export function expectSpacedQueries(rig: EngineRig): void {
  for (const remoteId of new Set(rig.service.queries.map((query) => query.remoteId))) {
    for (const gap of gapsOf(rig, remoteId)) expect(gap).toBeGreaterThanOrEqual(3_000);
  }
  expect(rig.service.overlaps).toBe(0);
  expect(rig.service.mostQueries).toBeLessThanOrEqual(8);
}
