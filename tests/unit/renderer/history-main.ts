import { beforeEach, vi } from 'vitest';
import { splicesBetween } from '../../../electron/database/views/splices.ts';
import { rowAt } from '../../../renderer/stores/windowed/blocks.ts';
import type { ChangeBatch, Outputs } from '../../../shared/ipc/api.ts';
import type { Input } from '../../../shared/ipc/schemas.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { TaskState, TaskWithImages } from '../../../shared/task.ts';
import { processing, said, sampleTask, withImages } from './sample-tasks.ts';
import { nextMacrotask } from '../../support/fake-clock.ts';

type Opened = Outputs['library:open-history'];

/** A fake main with one view at a time. The test answers openings itself; everything else is answered at once from `rows`. */
export let openings: { readonly input: Input<'library:open-history'>; readonly answer: (result: Result<Opened>) => Promise<void> }[];
export let rows: readonly TaskWithImages[];
export let windows: Input<'library:tasks'>[];
export let listeners: ((batch: ChangeBatch) => void)[];
export let lastToken: number;
/** How often the window asked what has changed. */
export let advances: number;
/** How often the window asked where tasks are. */
export let locatings: number;
/** The answers to that wait for this. */
let locating: Promise<unknown>;
/** The rows of each revision of the view. */
let revisions: (readonly TaskWithImages[])[];
/** The total of a view is known once this resolves. */
let counting: Promise<unknown>;
/** Runs while main compares the view with the one before. */
let comparing: () => void;
/** The token of a view whose first rows turn out to be wrong. */
let doubted: number | null;

export const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await nextMacrotask();
};

/** Installs the fake main before each test of a file. */
export function useHistoryMain(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [openings, rows, windows, listeners, lastToken, revisions, advances] = [[], [], [], [], 0, [], 0];
    [counting, doubted, comparing] = [Promise.resolve(), null, () => undefined];
    [locating, locatings] = [Promise.resolve(), 0];
    vi.resetModules();
    vi.stubGlobal('window', {
      api: {
        libraryOpenHistory: (input: Input<'library:open-history'>) =>
          new Promise((resolve) =>
            openings.push({
              input,
              answer: async (result) => {
                resolve(result);
                await settled();
              },
            }),
          ),
        libraryReady: async ({ token }: Input<'library:ready'>) => {
          await counting;
          return ok(token === doubted ? null : { total: rows.length, months: new Int32Array(), starts: new Int32Array() });
        },
        libraryAdvance: ({ token, taskIds = [] }: Input<'library:advance'>) => {
          advances += 1;
          comparing();
          if (token !== lastToken) return Promise.resolve(ok(null));
          const [before, after] = [revisions.at(-1) ?? [], rows];
          const splices = splicesBetween(numbers(before), numbers(after));
          if (splices.length > 0) revisions.push(after);
          const located = taskIds.map((id) => after.findIndex(({ task }) => task.id === id));
          return Promise.resolve(ok({ revision: revisions.length - 1, splices, located, total: after.length, months: new Int32Array(), starts: new Int32Array() }));
        },
        libraryTasks: (input: Input<'library:tasks'>) => {
          windows.push(input);
          return Promise.resolve(ok(input.token === lastToken ? (revisions[input.revision] ?? []).slice(...input.range) : null));
        },
        libraryLocateTasks: async ({ taskIds }: Input<'library:locate-tasks'>) => {
          locatings += 1;
          await locating;
          return ok(Int32Array.from(taskIds, (taskId) => rows.findIndex(({ task }) => task.id === taskId)));
        },
        appRemember: () => Promise.resolve(ok()),
        onChanges: (listener: (batch: ChangeBatch) => void) => {
          listeners.push(listener);
          return () => (listeners = listeners.filter((other) => other !== listener));
        },
      },
    });
    return () => vi.useRealTimers();
  });
}

export const loadHistory = async () => ({ ...(await import('../../../renderer/stores/tasks/history-store.ts')), ...(await import('../../../renderer/stores/tasks/history-view.ts')), rowAt });
export const entryAt = (createdAt: number, state: TaskState = processing): TaskWithImages => withImages(sampleTask(state, { createdAt }));
export const unknown: TaskState = { status: 'unknown', reason: 'connection-lost', said };

/** The answer of main if these are the rows now. */
export function opened(now: readonly TaskWithImages[], total: number | null = now.length): Result<Opened> {
  [rows, revisions] = [now, [now]];
  lastToken += 1;
  return ok({ token: lastToken, first: now.slice(0, 200), total, sequence: 1 });
}
/** From now on, these are the rows that match. */
export function nowMatch(now: readonly TaskWithImages[]): void {
  rows = now;
}
/** Row numbers in main. */
const numbers = (of: readonly TaskWithImages[]): Int32Array => Int32Array.from(of, ({ task }) => Number(task.id.slice(-12)));
export const many = (count: number): readonly TaskWithImages[] => Array.from({ length: count }, (_, at) => entryAt(count - at));

export function change(...tasks: readonly TaskWithImages[]): void {
  for (const listener of listeners) listener({ sequence: 1, changes: tasks.map((task) => ({ kind: 'task', task })) });
}

/** From now on the total of a view is known once this resolves. */
export function countWhen(known: Promise<unknown>): void {
  counting = known;
}

/** From now on, where tasks are is answered once this resolves. */
export function locateWhen(ready: Promise<unknown>): void {
  locating = ready;
}

/** From now on, this happens while main compares the view with the one before. */
export function whileComparing(act: () => void): void {
  comparing = act;
}

/** The first rows of the view with this token turn out to be wrong. */
export function doubt(token: number): void {
  doubted = token;
}

/** Closes this view, as if others had been opened since. */
export function skipTo(token: number): void {
  lastToken = token;
}
