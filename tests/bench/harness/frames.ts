import type { TraceEvent } from './page.ts';

interface MainThread {
  /** Moments at which a frame began, in order. */
  readonly begins: readonly number[];
  readonly tasks: readonly TraceEvent[];
}

function mainThread(events: readonly TraceEvent[]): MainThread {
  const main = events.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const own = events.filter(({ pid, tid }) => main !== undefined && pid === main.pid && tid === main.tid);
  return {
    begins: own.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts).sort((a, b) => a - b),
    tasks: own.filter(({ name, ph }) => ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')).sort((a, b) => a.ts - b.ts),
  };
}

/** Milliseconds of the longest task on the page's main thread: so long a click or a key waits at most. */
export function longestTask(events: readonly TraceEvent[]): number {
  return Math.max(0, ...mainThread(events).tasks.map(({ dur = 0 }) => dur / 1000));
}

/**
 * Milliseconds of work on the page's main thread, for each frame that it made: all its tasks from one frame's begin to the next one's.
 * Work is the time for which the thread had a core: what others keep it waiting is theirs. `waiting`: with that.
 */
export function workPerFrame(events: readonly TraceEvent[], { waiting = false } = {}): readonly number[] {
  const { begins, tasks } = mainThread(events);
  const work = begins.slice(1).map(() => 0);
  let frame = 0;
  let until = 0;
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    // A task within another one is counted with it; the task that begins a frame began a little before its mark.
    if (ts < until) continue;
    until = ts + dur;
    while (frame < work.length && (begins[frame + 1] ?? Infinity) <= ts) frame += 1;
    const belongs = (begins[frame + 1] ?? Infinity) < until ? frame + 1 : frame;
    if (ts + dur >= (begins[0] ?? Infinity) && belongs < work.length) work[belongs] = (work[belongs] ?? 0) + (waiting ? dur : tdur) / 1000;
  }
  return work;
}
