import type { SeenRequest } from './scripted-service-script.ts';

/** Milliseconds between successive queries of a task as they arrived at the server, over all tasks. */
export function pollGaps(requests: readonly SeenRequest[]): number[] {
  const last = new Map<string, number>();
  const gaps: number[] = [];
  for (const { method, path, time } of requests) {
    if (method !== 'GET' || !path.startsWith('/v1/tasks/')) continue;
    const before = last.get(path);
    if (before !== undefined) gaps.push(time - before);
    last.set(path, time);
  }
  return gaps;
}
