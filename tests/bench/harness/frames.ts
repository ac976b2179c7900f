import type { TraceEvent } from './page.ts';

/** Milliseconds of work on the page's main thread, for each frame that it made: all its tasks from one frame's begin to the next one's. */
export function workPerFrame(events: readonly TraceEvent[]): readonly number[] {
  const main = events.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const own = events.filter(({ pid, tid }) => main !== undefined && pid === main.pid && tid === main.tid);
  const begins = own.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts).sort((a, b) => a - b);
  const tasks = own.filter(({ name, ph }) => ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')).sort((a, b) => a.ts - b.ts);
  const work = begins.slice(1).map(() => 0);
  let frame = 0;
  let until = 0;
  for (const { ts, dur = 0 } of tasks) {
    // A task within another one is counted with it; the task that begins a frame began a little before its mark.
    if (ts < until) continue;
    until = ts + dur;
    while (frame < work.length && (begins[frame + 1] ?? Infinity) <= ts) frame += 1;
    const belongs = (begins[frame + 1] ?? Infinity) < until ? frame + 1 : frame;
    if (ts + dur >= (begins[0] ?? Infinity) && belongs < work.length) work[belongs] = (work[belongs] ?? 0) + dur / 1000;
  }
  return work;
}
