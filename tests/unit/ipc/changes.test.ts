import type { WebContents } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChangeFeed } from '../../../electron/ipc/changes.ts';
import { changesChannel, type ChangeBatch } from '../../../shared/ipc/api.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { newTask, type Task } from '../../../shared/task.ts';

const settings = (theme: 'light' | 'dark') => ({ kind: 'settings', settings: { ...defaultSettings, theme }, libraryFolder: '' }) as const;
const inFlight: Task = { ...newTask('t', 'a', { model: 'm', prompt: 'a fox', size: '', quality: '' }, null, 0), state: { status: 'processing', remoteId: 'task-1', misses: 0 } };
const notices = { kind: 'notices', notices: [] } as const;

describe('the change feed', () => {
  let sent: ChangeBatch[];
  const window = {
    isDestroyed: () => false,
    send: (channel: string, batch: ChangeBatch) => {
      expect(channel).toBe(changesChannel);
      sent.push(batch);
    },
  } as unknown as WebContents;

  beforeEach(() => {
    sent = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('sends one batch per frame, with the latest change of each thing, in the order of those changes', () => {
    const feed = createChangeFeed(() => window);
    feed.publish(settings('light'));
    feed.publish(notices);
    feed.publish(settings('dark'));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(sent).toEqual([{ sequence: 1, changes: [notices, settings('dark')] }]);
  });

  it('numbers batches so that a snapshot can tell which of them it contains', () => {
    const feed = createChangeFeed(() => window);
    feed.publish(notices);
    vi.advanceTimersByTime(20);
    expect(feed.sequence()).toBe(1);
    // Published before the snapshot began, sent after: its number is higher, so it is applied once more rather than dropped.
    feed.publish(settings('dark'));
    expect(feed.sequence()).toBe(1);
    vi.advanceTimersByTime(20);
    expect(sent.at(-1)?.sequence).toBe(2);
  });

  it('holds back an answer with nothing new, and sends it with the next urgent change', () => {
    const feed = createChangeFeed(() => window);
    const asked = (polls: number) => ({ kind: 'task', task: { task: { ...inFlight, polls, lastPollAt: polls }, images: [] } }) as const;
    feed.publish(asked(0));
    vi.advanceTimersByTime(20);
    feed.publish(asked(1));
    feed.publish(asked(2));
    vi.advanceTimersByTime(900);
    expect(sent.length).toBe(1);
    vi.advanceTimersByTime(200);
    expect(sent.at(-1)).toEqual({ sequence: 2, changes: [asked(2)] });
    feed.publish(asked(3));
    feed.publish(notices);
    vi.advanceTimersByTime(20);
    expect(sent.at(-1)).toEqual({ sequence: 3, changes: [asked(3), notices] });
  });

  it('holds back nothing that a person waits for, after an answer with nothing new', () => {
    const feed = createChangeFeed(() => window);
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

  it('keeps counting while there is no window', () => {
    const feed = createChangeFeed(() => null);
    feed.publish(notices);
    vi.advanceTimersByTime(20);
    expect(feed.sequence()).toBe(1);
  });
});
