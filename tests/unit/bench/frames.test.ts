import { expect, test } from 'vitest';
import { longestTask, workPerFrame } from '../../bench/harness/frames.ts';
import { interleaved, median, percentile } from '../../bench/harness/measure.ts';
import type { TraceEvent } from '../../bench/harness/page.ts';

const event = (name: string, ts: number, dur?: number, tid = 1): TraceEvent => ({ name, ts, pid: 1, tid, ph: dur === undefined ? 'I' : 'X', ...(dur === undefined ? {} : { dur }) });
const main: TraceEvent = { name: 'thread_name', ph: 'M', ts: 0, pid: 1, tid: 1, args: { name: 'CrRendererMain' } };

test('work is counted by frame: nested tasks once, the task that begins a frame with that frame, other threads not at all', () => {
  const events = [
    main,
    event('BeginMainThreadFrame', 1_000),
    event('RunTask', 990, 2_010),
    event('RunTask', 1_100, 500),
    event('RunTask', 5_000, 1_000),
    event('RunTask', 5_000, 9_000, 2),
    event('BeginMainThreadFrame', 17_000),
    event('RunTask', 16_900, 4_100),
    event('BeginMainThreadFrame', 33_000),
    event('RunTask', 32_990, 700),
  ];
  expect(workPerFrame(events)).toEqual([3.01, 4.1]);
});

test('work is the time a thread had a core, and includes the wait for one only on request', () => {
  const task = { ...event('RunTask', 990, 9_000), tdur: 2_000 };
  const events = [main, event('BeginMainThreadFrame', 1_000), task, event('BeginMainThreadFrame', 17_000)];
  expect([workPerFrame(events), workPerFrame(events, { waiting: true })]).toEqual([[2], [9]]);
});

test('a trace without frames has none', () => {
  expect(workPerFrame([main, event('RunTask', 0, 10)])).toEqual([]);
});

test('the longest task is one of the page’s own thread', () => {
  expect(longestTask([main, event('RunTask', 0, 3_000), event('RunTask', 5_000, 40_000, 2), event('FireAnimationFrame', 6_000, 70_000)])).toBe(3);
  expect(longestTask([main])).toBe(0);
});

test('medians and percentiles', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), percentile([5, 1, 2, 3, 4], 0.95), percentile([1, 2, 3, 4], 0.5)]).toEqual([2, 2.5, 5, 2]);
});

test('the sides take turns, and each goes first equally often', async () => {
  const order: string[] = [];
  const side = (name: string) => () => Promise.resolve(order.push(name));
  await interleaved({ a: side('a'), b: side('b') }, 2);
  expect(order).toEqual(['a', 'b', 'b', 'a']);
});
