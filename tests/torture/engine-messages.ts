import type { NewTask } from '../../electron/core/service/outcomes.ts';
import type { TaskId, TaskWithImages } from '../../shared/task.ts';

/** Moments in the way of a prompt at which the process can be told to end. */
export type KillPoint =
  | 'before-intent'
  | 'after-intent'
  | 'after-submitting'
  | 'post-sent'
  | 'before-id'
  | 'after-id'
  | 'before-completion'
  | 'after-completion'
  | 'picture-arriving'
  | 'before-picture-row'
  | 'after-picture-row';

export interface EngineConfig {
  /** Holds the database, the library and the witness file. */
  readonly folder: string;
  readonly serviceUrl: string;
  readonly key: string;
}

/** What the process is asked; each is answered with `value`. */
export type Ask =
  | { readonly ask: 'arm'; readonly point: KillPoint; readonly nth: number }
  | { readonly ask: 'submit'; readonly tasks: readonly NewTask[] }
  /** Resolves to the tasks that still have something to do, after at most so many milliseconds. */
  | { readonly ask: 'settle'; readonly withinMs: number }
  | { readonly ask: 'inventory'; readonly ids: readonly TaskId[] }
  | { readonly ask: 'close' };

export interface Inventory {
  readonly tasks: readonly TaskWithImages[];
  readonly atHead: readonly TaskId[];
}

/** What the process notes in a file as it happens: it must hold in every later life. */
export type Witnessed =
  | { readonly saw: 'id'; readonly taskId: TaskId; readonly remoteId: string }
  | { readonly saw: 'kept'; readonly taskId: TaskId; readonly path: string; readonly sha256: string }
  | { readonly saw: 'unhandled'; readonly error: string };
