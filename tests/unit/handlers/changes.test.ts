import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChangeFeed } from '../../../electron/handlers/changes.ts';
import type { BatchWithProgress } from '../../../shared/batch.ts';
import type { ChangeBatch } from '../../../shared/ipc/api.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { newTask, type Task } from '../../../shared/task.ts';

const settings = (theme: 'light' | 'dark') => ({ kind: 'settings', settings: { ...defaultSettings, theme }, libraryFolder: '' }) as const;
const inFlight: Task = { ...newTask('t', 'a', { model: 'm', prompt: 'a fox', size: '', quality: '' }, null, 0), state: { status: 'processing', remoteId: 'task-1', misses: 0 } };
const notices = { kind: 'notices', notices: [] } as const;

describe('the change feed', () => {
  let sent: ChangeBatch[];
  const send = (batch: ChangeBatch): void => void sent.push(batch);

  beforeEach(() => {
    sent = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('sends one batch per frame, with the latest change of each thing, in the order of those changes', () => {
    const feed = createChangeFeed(send);
    feed.publish(settings('light'));
    feed.publish(notices);
    feed.publish(settings('dark'));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual([{ sequence: 1, changes: [notices, settings('dark')] }]);
  });

  it('sends what different reports say of different batches within a frame', () => {
    const feed = createChangeFeed(send);
    const report = (id: string, place: number) => ({ kind: 'batches', batches: [{ id, place } as BatchWithProgress] }) as const;
    for (const each of [report('a', 1), report('b', 1), report('a', 2)]) feed.publish(each);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual([{ sequence: 1, changes: [report('b', 1), report('a', 2)] }]);
  });

  it('sends the first change after a while at once, and the next a frame later', () => {
    const feed = createChangeFeed(send);
    feed.publish(settings('light'));
    vi.advanceTimersByTime(1);
    expect(sent.length).toBe(1);
    feed.publish(settings('dark'));
    vi.advanceTimersByTime(10);
    expect(sent.length).toBe(1);
    vi.advanceTimersByTime(10);
    expect(sent.length).toBe(2);
  });

  it('numbers batches so that a snapshot can tell which of them it contains', () => {
    const feed = createChangeFeed(send);
    feed.publish(notices);
    vi.advanceTimersByTime(20);
    expect(feed.sequence()).toBe(1);
    // Published before the snapshot began, sent after: its number is higher, so it is applied once more rather than dropped.
    feed.publish(settings('dark'));
    expect(feed.sequence()).toBe(1);
    vi.advanceTimersByTime(20);
    expect(sent.at(-1)?.sequence).toBe(2);
  });

  it('holds back an answer with nothing new, also when something else changes', () => {
    const feed = createChangeFeed(send);
    const asked = (polls: number) => ({ kind: 'task', task: { task: { ...inFlight, polls, lastPollAt: polls }, images: [] } }) as const;
    feed.publish(asked(0));
    vi.advanceTimersByTime(20);
    feed.publish(asked(1));
    feed.publish(asked(2));
    feed.publish(notices);
    vi.advanceTimersByTime(900);
    expect(sent.slice(1)).toEqual([{ sequence: 2, changes: [notices] }]);
    vi.advanceTimersByTime(200);
    expect(sent.slice(2)).toEqual([{ sequence: 3, changes: [asked(2)] }]);
  });

  it('sends the state with the news, and no older one after it', () => {
    const feed = createChangeFeed(send);
    const state = (polls: number, progress: number | null) => ({ kind: 'task', task: { task: { ...inFlight, polls, facts: { ...inFlight.facts, progress } }, images: [] } }) as const;
    feed.publish(state(0, null));
    vi.advanceTimersByTime(20);
    feed.publish(state(1, null));
    feed.publish(state(2, 40));
    feed.publish(state(3, 40));
    vi.advanceTimersByTime(5_000);
    expect(sent.slice(1).map(({ changes }) => changes)).toEqual([[state(3, 40)]]);
  });

  it('sends few of thousands of such answers a second, each task in its turn', () => {
    const feed = createChangeFeed(send);
    const ids = Array.from({ length: 100 }, (_, index) => `t${index}`);
    const ask = (polls: number): void => ids.forEach((id) => feed.publish({ kind: 'task', task: { task: { ...inFlight, id, polls }, images: [] } }));
    ask(0);
    vi.advanceTimersByTime(20);
    sent = [];
    for (let polls = 1; polls <= 4; polls += 1) {
      ask(polls);
      vi.advanceTimersByTime(1_000);
    }
    const told = sent.map(({ changes }) => changes.flatMap((change) => (change.kind === 'task' ? [change.task.task.id] : [])));
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(40);
    expect(new Set(told.flat()).size).toBe(100);
  });

  it('holds back nothing that a person waits for, after an answer with nothing new', () => {
    const feed = createChangeFeed(send);
    const entry = (task: Task) => ({ kind: 'task', task: { task, images: [] } }) as const;
    const progressed = entry({ ...inFlight, polls: 2, facts: { ...inFlight.facts, progress: 40 } });
    const completed = entry({ ...inFlight, polls: 3, state: { status: 'completed', remoteId: 'task-1', imageCount: 1 } });
    for (const polls of [0, 1]) feed.publish(entry({ ...inFlight, polls }));
    vi.advanceTimersByTime(20);
    for (const change of [progressed, completed]) {
      feed.publish(change);
      vi.advanceTimersByTime(20);
      expect(sent.at(-1)?.changes).toEqual([change]);
    }
  });
});
