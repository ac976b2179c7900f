import type { WebContents } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChangeFeed } from '../../../electron/ipc/changes.ts';
import { changesChannel, type ChangeBatch } from '../../../shared/ipc/api.ts';
import { defaultSettings } from '../../../shared/settings.ts';

const settings = (theme: 'light' | 'dark') => ({ kind: 'settings', settings: { ...defaultSettings, theme }, libraryFolder: '' }) as const;
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

  it('sends one batch a frame, with the last word on each thing, in the order of the last words', () => {
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

  it('counts on while there is no window', () => {
    const feed = createChangeFeed(() => null);
    feed.publish(notices);
    vi.advanceTimersByTime(20);
    expect(feed.sequence()).toBe(1);
  });
});
