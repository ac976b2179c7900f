import type { Amount } from './money/amount.ts';
import type { GenerationRequest, Task } from './task.ts';

export type Direction = 'undo' | 'redo';

/** What came of an undo or redo. Numbers count pictures, tasks, or whatever else the act changed. */
export type Reverted =
  /** `left`: how many it has not reached, because it was stopped. The next call with the token continues there. `kept`: how many it left alone, because they were changed since. */
  | { readonly came: 'done'; readonly count: number; readonly left: number; readonly kept: number }
  | { readonly came: 'nothing'; readonly why: NothingDone }
  /** Tasks could be sent because of it. Nothing of that was done. If the person agrees, it is to be called again. */
  | { readonly came: 'asks'; readonly question: UndoQuestion };

/**
 * `already`: it was undone before. `changed`: all that it changed was changed differently since. `gone`: it is not there any more, or its task has moved on.
 * `later`: later acts must be undone first. `forgotten`: main does not know the token, because it was started again or has done too much since.
 */
export type NothingDone = 'already' | 'changed' | 'gone' | 'later' | 'forgotten';

/** What the person must agree to before an undo or redo. */
export type UndoQuestion =
  /** These come back into the queue, from which they are sent. `declined`: what stands if the person says no. */
  | { readonly kind: 'put-back'; readonly tasks: readonly Task[]; readonly declined: 'nothing' | 'done' }
  /** A waiting task gets this request. */
  | { readonly kind: 'request'; readonly task: Task; readonly request: GenerationRequest }
  /** Tasks count this much as spent, so that a budget may have room for others. Null: not known. */
  | { readonly kind: 'costs'; readonly costs: readonly { readonly task: Task; readonly cost: Amount | null }[] };
